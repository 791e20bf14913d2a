//! The commands of the documents are run. In `README.md`, `CONTRIBUTING.md`, `SECURITY.md` and
//! `docs/` every block marked `sh` is run as it stands, with the programs that were built for the
//! tests instead of `cargo run --release --`, `cargo run --release --example NAME --` and `tsuro`.
//! All blocks of one document run one after the other in one folder, so that a later block finds
//! the files of an earlier one. A remark above a block says what is special about it:
//!
//! - `<!-- input: ENTER ENTER 1*500 -->`: what is typed at the program; `1*500` is five hundred
//!   lines with a 1;
//! - `<!-- exit: 1 -->`: the exit code that is expected, where it is not 0;
//! - `<!-- prints -->` above a `text` block: what the commands of the block before it print, times
//!   left out (`TSURO_BLESS=1` writes it);
//! - `<!-- not run: why -->`: the block is not run;
//! - `<!-- not yet: why -->`: the block is run once the program has what it needs, or with
//!   `README_ALL=1`.
//!
//! The `js` blocks of `docs/javascript.md` are run by the tests of the npm package. The `python`
//! blocks of `docs/python.md`, and what they print, are for the tests of the package
//! (`python/tests/test_docs.py`).
//!
//! Every `toml` block of `docs/rule-sets.md` has to load. One that begins with `# name.toml` is a
//! file of that name, which other blocks may name; one without `schema` is part of a file.
#![cfg(unix)]

use crate::common::golden::is_blessing;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tsuro::rules::Registry;
use tsuro::ruleset::load;
use tsuro_world::rule_files::RuleFiles;

/// A block of a document.
#[derive(Debug)]
struct Block {
    /// The line on which it begins.
    line: usize,
    language: String,
    text: String,
    /// The remarks above it, as (name, rest).
    remarks: Vec<(String, String)>,
}

impl Block {
    fn remark(&self, name: &str) -> Option<&str> {
        self.remarks.iter().find(|(remark, _)| remark == name).map(|(_, rest)| rest.as_str())
    }
}

fn root() -> &'static Path {
    crate::common::checkout()
}

/// All documents of the project.
fn documents() -> Vec<PathBuf> {
    let mut documents =
        ["README.md", "CONTRIBUTING.md", "SECURITY.md"].map(|name| root().join(name)).to_vec();
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                documents.push(path);
            }
        }
    }
    documents.sort();
    documents
}

fn blocks(document: &Path) -> Vec<Block> {
    let text = fs::read_to_string(document).unwrap();
    let mut blocks = Vec::new();
    let mut remarks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in text.lines().enumerate() {
        if let Some(block) = &mut open {
            if line.trim() == "```" {
                blocks.extend(open.take());
            } else {
                let _ = writeln!(block.text, "{line}");
            }
        } else if let Some(language) = line.trim().strip_prefix("```") {
            open = Some(Block {
                line: index + 1,
                language: language.to_owned(),
                text: String::new(),
                remarks: std::mem::take(&mut remarks),
            });
        } else if let Some(remark) =
            line.trim().strip_prefix("<!--").and_then(|line| line.strip_suffix("-->"))
        {
            let (name, rest) = remark.split_once(':').unwrap_or((remark, ""));
            remarks.push((name.trim().to_owned(), rest.trim().to_owned()));
        } else if !line.trim().is_empty() {
            remarks.clear();
        }
    }
    assert!(open.is_none(), "{}: a block is not closed", document.display());
    blocks
}

/// The input that a remark stands for.
fn typed(remark: &str) -> String {
    let mut text = String::new();
    for word in remark.split_whitespace() {
        let (word, times) = match word.split_once('*') {
            Some((word, times)) => (word, times.parse().unwrap()),
            None => (word, 1),
        };
        let line = if word == "ENTER" { "" } else { word };
        text.push_str(&format!("{line}\n").repeat(times));
    }
    text
}

/// What the command line of an example begins with.
const EXAMPLE: &str = "cargo run --release --example ";

/// Runs one block as a shell script in `folder`; returns its standard output, then its standard
/// error.
fn run(document: &Path, block: &Block, folder: &Path) -> String {
    let at = format!("{}:{}", document.strip_prefix(root()).unwrap().display(), block.line);
    let mut script = block.text.replace("cargo run --release -- ", "tsuro ");
    let programs = Path::new(env!("CARGO_BIN_EXE_tsuro")).parent().unwrap();
    if script.contains(EXAMPLE) {
        // The examples, with their files where the commands expect them.
        script = script.replace(EXAMPLE, "").replace(" -- ", " ");
        let files = folder.join("examples");
        if !files.exists() {
            std::os::unix::fs::symlink(root().join("examples"), files).unwrap();
        }
    }
    assert!(!script.contains("cargo "), "{at}: only the program and the examples can be run here");
    let path = format!(
        "{0}:{0}/examples:{1}",
        programs.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut child = Command::new("sh")
        .args(["-euc", &script])
        .current_dir(folder)
        .env("PATH", path)
        .env("TSURO_RULESETS", folder.join("no rule sets of the user's own"))
        .env("XDG_STATE_HOME", folder.join("nothing learnt or played"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let input = block.remark("input").map(typed).unwrap_or_default();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // A program that has heard enough closes its end.
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let expected = block.remark("exit").map_or(0, |code| code.parse().unwrap());
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        output.status.code(),
        Some(expected),
        "{at}\n{}\nstandard output:\n{out}\nstandard error:\n{err}",
        block.text
    );
    format!("{out}{err}")
}

/// A text without running times, which differ each time.
fn lasting(text: &str) -> String {
    let mut words: Vec<Vec<&str>> =
        text.trim_end().lines().map(|line| line.trim_end().split(' ').collect()).collect();
    for line in &mut words {
        for at in 1..line.len() {
            if line[at] == "s" && line[at - 1].parse::<f64>().is_ok() {
                line[at - 1] = "…";
            }
        }
    }
    words.iter().map(|line| line.join(" ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_command_of_the_documents_runs() {
    let all = std::env::var_os("README_ALL").is_some();
    let mut count = 0;
    for document in documents() {
        let folder = tempfile::tempdir().unwrap();
        // What the documents name of the checkout.
        for name in ["rulesets", "examples", "tests"] {
            std::os::unix::fs::symlink(root().join(name), folder.path().join(name)).unwrap();
        }
        let mut printed = String::new();
        let mut anew: Vec<(usize, String, usize)> = Vec::new();
        for block in blocks(&document) {
            if block.remark("prints").is_some() && lasting(&printed) != lasting(&block.text) {
                let at = format!("{}:{}", document.display(), block.line);
                assert!(
                    is_blessing(),
                    "{at} shows\n{}\nand what is printed is\n{}",
                    block.text,
                    lasting(&printed)
                );
                anew.push((block.line, lasting(&printed), block.text.lines().count()));
            }
            if block.language != "sh" {
                continue;
            }
            count += 1;
            if block.remark("not run").is_none() && (all || block.remark("not yet").is_none()) {
                printed = run(&document, &block, folder.path());
            }
        }
        if !anew.is_empty() {
            let mut lines: Vec<String> =
                fs::read_to_string(&document).unwrap().lines().map(str::to_owned).collect();
            // From the end, so that lines further up keep their numbers.
            for (line, text, count) in anew.into_iter().rev() {
                lines.splice(line..line + count, text.lines().map(str::to_owned));
            }
            fs::write(&document, lines.join("\n") + "\n").unwrap();
        }
    }
    assert!(count > 10, "only {count} blocks were found");
}

#[test]
fn every_block_says_what_it_is() {
    for document in documents() {
        for block in blocks(&document) {
            let known =
                ["sh", "console", "text", "toml", "rust", "json", "diff", "python", "js", "html"];
            assert!(
                known.contains(&block.language.as_str()),
                "{}:{}: {:?}",
                document.display(),
                block.line,
                block.language
            );
        }
    }
}

#[test]
fn every_rule_set_of_the_documents_loads() {
    let document = root().join("docs/rule-sets.md");
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for block in blocks(&document).into_iter().filter(|block| block.language == "toml") {
        let named =
            block.text.lines().next().and_then(|line| line.strip_prefix("# ")).filter(|name| {
                Path::new(name).extension().is_some_and(|extension| extension == "toml")
            });
        let file = folder
            .path()
            .join(named.map_or_else(|| format!("line-{}.toml", block.line), str::to_owned));
        let whole = block.text.lines().any(|line| line.starts_with("schema"));
        fs::write(
            &file,
            if whole { block.text.clone() } else { format!("schema = 1\n{}", block.text) },
        )
        .unwrap();
        files.push((file, block.line));
    }
    assert!(files.len() > 5, "only {} rule sets were found", files.len());
    let registry = Registry::default();
    for (file, line) in files {
        let problems = match load(file.to_str().unwrap(), &RuleFiles::default(), &registry) {
            Ok(rules) => rules.warnings().clone(),
            Err(problems) => problems,
        };
        assert!(problems.is_empty(), "docs/rule-sets.md:{line}: {problems}");
    }
}

/// The anchor of a heading: lower case, hyphens for blanks, otherwise only letters and digits.
fn anchor(heading: &str) -> String {
    let kept = |letter: char| match letter {
        ' ' => Some('-'),
        letter if letter.is_alphanumeric() || letter == '-' => Some(letter.to_ascii_lowercase()),
        _ => None,
    };
    heading.trim_start_matches('#').trim().chars().filter_map(kept).collect()
}

/// Every link from a document to a file of the project has a target.
#[test]
fn links_between_documents_lead_somewhere() {
    let mut broken = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        let headings: Vec<String> =
            text.lines().filter(|line| line.starts_with('#')).map(anchor).collect();
        for part in text
            .lines()
            .filter(|line| !line.starts_with("<!--"))
            .flat_map(|line| line.split("](").skip(1))
        {
            let (target, heading) = part
                .split(')')
                .next()
                .unwrap()
                .split_once('#')
                .unwrap_or((part.split(')').next().unwrap(), ""));
            let fine = if target.is_empty() {
                headings.iter().any(|known| known == heading)
            } else {
                target.contains("://")
                    || target.contains(char::is_whitespace)
                    || document.parent().unwrap().join(target).exists()
            };
            if !fine {
                broken.push(format!("{}: {target}#{heading}", document.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The table in CONTRIBUTING.md of how the tests are organised.
#[test]
fn the_table_of_tests_names_what_there_is() {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let rows = text
        .lines()
        .skip_while(|line| !line.starts_with("| where | what |"))
        .take_while(|line| line.starts_with('|'));
    let places: Vec<&str> = rows
        .skip(2)
        .flat_map(|row| row.split('|').nth(1).unwrap().split('`').skip(1).step_by(2))
        .collect();
    assert!(places.len() > 30, "{places:?}");
    for place in places {
        // A pattern names its folder.
        let path = place.split('*').next().unwrap().trim_end_matches("NAME.rs");
        let folder = path.rsplit_once('/').map_or(path, |(folder, _)| folder);
        let exists = root().join(if path == place { path } else { folder }).exists();
        assert!(exists, "there is no {place}");
    }
}
