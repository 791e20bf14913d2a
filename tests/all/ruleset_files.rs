//! Rule-set files on disk: the messages for broken and unreadable ones, and where names are looked
//! up.
//!
//! `tests/corpus/bad-rulesets/*.toml` are broken; files whose names begin with `_` are parents and
//! mixins of others. `problems.txt` beside them has the place, code and key of each problem,
//! `tests/corpus/messages` the full text.

use crate::common::golden::{Messages, compare, pins, shown};
use crate::common::program::{err, tsuro};
use crate::common::{Catalog, in_checkout};
use std::path::Path;
use tsuro::rules::Registry;
use tsuro::ruleset::{Code, Loader, Problems, Variant, load, resolve};
use tsuro_world::RuleFiles;
use tsuro_world::diagnostics::json;

/// The problems of a reference, warnings included.
fn problems(reference: &str) -> Problems {
    match load(reference, &RuleFiles::default(), &Catalog) {
        Ok(rules) => rules.warnings().clone(),
        Err(problems) => problems,
    }
}

/// The message of the program about a reference; it runs in the folder of broken files, so that
/// messages have short names.
fn check_messages(reference: &str) -> String {
    err(&tsuro(&["rules", "check", reference]).current_dir(corpus()).output().unwrap())
}

/// The folder of broken files with a slash at the end.
fn corpus() -> String {
    format!("{}/", in_checkout("tests/corpus/bad-rulesets").display())
}

#[test]
fn every_broken_file_has_the_problems_that_are_recorded() {
    let folder = corpus();
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter(|name| {
            Path::new(name).extension().is_some_and(|end| end == "toml") && !name.starts_with('_')
        })
        .collect();
    names.sort();
    assert!(names.len() >= 60, "the corpus has {} files", names.len());
    let (mut messages, mut pinned) = (Messages::new("rule-set-files"), String::new());
    for name in &names {
        let path = format!("{folder}{name}");
        let found = problems(&path);
        assert!(!found.is_empty(), "{name} is fine");
        // Loading it to play refuses it in the same words.
        match Variant::load(&path, &RuleFiles::default(), &Registry::default()) {
            Ok(variant) => assert_eq!(variant.resolved().warnings(), &found, "{name}"),
            Err(refused) => assert_eq!(refused, found, "{name}"),
        }
        let mut seen = std::collections::BTreeSet::new();
        for problem in &found {
            assert!(
                seen.insert(problem.to_string() + problem.help.as_deref().unwrap_or_default()),
                "{name}: twice: {problem}"
            );
            assert!(
                problem.message.chars().next().is_some_and(|first| !first.is_uppercase()),
                "{name}: {problem}"
            );
        }
        let text = check_messages(name);
        assert!(
            text.lines().all(|line| !line.contains(|c: char| c.is_control())),
            "{name}: control characters reach the terminal"
        );
        messages.add(name, &text);
        pinned.extend(pins(&found).iter().map(|pin| pin.replace(&folder, "") + "\n"));
    }
    compare("tests/corpus/bad-rulesets/problems.txt", &pinned);
    messages.compare();
}

#[test]
fn every_broken_reference_has_the_problems_that_are_recorded() {
    let (mut messages, mut pinned) = (Messages::new("references"), String::new());
    let references = std::fs::read_to_string(corpus() + "references.txt").unwrap();
    for reference in references.lines().filter(|line| !line.starts_with('#')) {
        let found = problems(reference);
        messages.add(reference, &check_messages(reference));
        pinned.extend(pins(&found).iter().map(|pin| format!("{reference}: {pin}\n")));
    }
    compare("tests/corpus/bad-rulesets/references-problems.txt", &pinned);
    messages.compare();
}

#[test]
fn every_code_occurs_in_the_corpus() {
    let read = |kind| {
        std::fs::read_to_string(in_checkout(format!("tests/corpus/messages/{kind}.txt"))).unwrap()
    };
    let all: String = ["rule-set-files", "references", "unreadable-files"].map(read).concat();
    // These are found by playing: tests/all/coverage.rs has a rigged rule set for each.
    let played = [Code::NeverEnds, Code::CannotStart, Code::SeatNeverWins, Code::NeverFires];
    for code in Code::ALL.iter().filter(|code| !played.contains(code)) {
        assert!(all.contains(&format!("[{code}]")), "no file of the corpus has the error `{code}`");
    }
}

#[test]
fn json_says_the_same_as_the_terminal() {
    let path = corpus() + "odd-crlf.toml";
    let list = json(&problems(&path));
    let first = &list[0];
    assert_eq!(first["code"], "out-of-range");
    assert_eq!(first["place"]["path"], path);
    assert_eq!(
        (first["place"]["line"].as_u64(), first["place"]["column"].as_u64()),
        (Some(5), Some(8))
    );
    assert_eq!(first["allowed"], serde_json::json!({ "min": 1, "max": 5 }));
}

#[test]
fn huge_broken_files_are_refused_with_short_messages() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let check = |name: &str, text: &str, code: Code| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("it can be written");
        let found = problems(path.to_str().expect("it is text"));
        let text = shown(&found);
        assert!(found.iter().any(|problem| problem.code == code), "{name}: {found}");
        assert!(found.len() <= 101, "{name}: {} problems", found.len());
        assert!(text.len() < 200_000, "{name}: {} bytes of errors", text.len());
    };
    check("large.toml", &"# rules\n".repeat(10 * 1024 * 1024 / 8), Code::Unreadable);
    check("brackets.toml", &format!("schema = 1\na = {}", "[".repeat(100_000)), Code::TooDeep);
    check("tables.toml", &format!("schema = 1\na = {}", "{a=".repeat(100_000)), Code::TooDeep);
    check("dots.toml", &format!("schema = 1\n{}a = 1", "a.".repeat(100_000)), Code::TooDeep);
    check("junk.toml", &"=\n".repeat(500_000), Code::Syntax);
    check(
        "keys.toml",
        &(0..60_000).fold("schema = 1\n[tiles]\n".to_owned(), |text, i| {
            text + format!("a{i} = 1\n").as_str()
        }),
        Code::TooMany,
    );
    check(
        "line.toml",
        &(0..60_000)
            .fold("schema = 1\ntiles = { ".to_owned(), |text, i| {
                text + format!("a{i} = 1, ").as_str()
            })
            .replace(", \u{0}", "}"),
        Code::Syntax,
    );
    check(
        "one-line.toml",
        &format!("schema = 1\nplacement = {{ avoid = [{}] }}", "\"cliff\", ".repeat(90_000)),
        Code::TooMany,
    );
    check(
        "far.toml",
        &format!("schema = 1\nname = \"a\"\n{}name = \"b\"\n", "# rules\n".repeat(100_000)),
        Code::DuplicateKey,
    );
    check(
        "number.toml",
        &format!("schema = 1\n[tiles]\nhand = {}", "9".repeat(1_000_000)),
        Code::OutOfRange,
    );
    check(
        "name.toml",
        &format!("schema = 1\nname = \"{}\"", "x".repeat(1_000_000)),
        Code::UnknownValue,
    );
    check("nul.toml", &"\0".repeat(1_000_000), Code::Syntax);
    check(
        "copies.toml",
        &format!("schema = 1\n[tiles]\ncopies = [{}]", "1,".repeat(400_000)),
        Code::WrongLength,
    );
}

/// Files that cannot be part of a checkout are made here. The program reads them as a user who may
/// not read everything.
#[cfg(unix)]
#[test]
fn files_that_cannot_be_read_get_the_errors_that_are_recorded() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let directory = tempfile::tempdir().expect("a temporary directory");
    let mode = |name: &str, mode: u32| {
        let path = directory.path().join(name);
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))
            .expect("permissions can be set");
    };
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(directory.path().join(name), bytes).expect("it can be written");
    };
    mode("", 0o755);
    write("ten-megabytes.toml", "# rules\n".repeat(10 * 1024 * 1024 / 8).as_bytes());
    write("no-permission.toml", b"schema = 1\n");
    write("parent-without-permission.toml", b"schema = 1\nextends = \"./no-permission.toml\"\n");
    std::fs::create_dir(directory.path().join("directory.toml")).expect("it can be made");
    write("parent-is-a-directory.toml", b"schema = 1\nextends = \"./directory.toml\"\n");
    write("mixin-of-ten-megabytes.toml", b"schema = 1\nmixins = [\"ten-megabytes.toml\"]\n");
    write("binary.toml", &(0..=255).cycle().take(4096).collect::<Vec<u8>>());
    write(
        "utf-16.toml",
        &"\u{feff}schema = 1\n".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>(),
    );
    write("latin-1.toml", b"schema = 1\ntitle = \"Caf\xe9\"\n");
    std::os::unix::fs::symlink("link-to-itself.toml", directory.path().join("link-to-itself.toml"))
        .expect("it can be made");
    std::os::unix::fs::symlink("gone.toml", directory.path().join("link-to-nothing.toml"))
        .expect("it can be made");
    mode("no-permission.toml", 0o000);
    let superuser = std::fs::read(directory.path().join("no-permission.toml")).is_ok();
    let mut messages = Messages::new("unreadable-files");
    for name in [
        "ten-megabytes.toml",
        "mixin-of-ten-megabytes.toml",
        "no-permission.toml",
        "parent-without-permission.toml",
        "directory.toml",
        "parent-is-a-directory.toml",
        "binary.toml",
        "utf-16.toml",
        "latin-1.toml",
        "link-to-itself.toml",
        "link-to-nothing.toml",
        "no-permission.toml/below.toml",
    ] {
        let mut command = tsuro(&["rules", "check", name]);
        command.current_dir(directory.path());
        if superuser {
            command.uid(65_534).gid(65_534);
        }
        let output = match command.output() {
            Ok(output) => output,
            // Where no other user may run the program, missing permissions cannot be tested.
            Err(why) if superuser => return eprintln!("not tested: {why}"),
            Err(why) => panic!("{why}"),
        };
        assert!(matches!(output.status.code(), Some(1 | 2)), "{name}: {output:?}");
        assert!(output.stdout.is_empty(), "{name}: {output:?}");
        assert!(
            err(&output).contains("[unreadable]") || err(&output).contains("[not-found]"),
            "{name}: {}",
            err(&output)
        );
        messages.add(name, &err(&output));
    }
    messages.compare();
}

#[test]
fn a_path_that_is_not_a_readable_file_is_refused() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let text = |path: &Path| path.to_str().expect("it is text").to_owned();
    let folder = directory.path().join("folder.toml");
    std::fs::create_dir(&folder).expect("it can be made");
    let codes = |reference: &str| {
        problems(reference).iter().map(|problem| problem.code).collect::<Vec<_>>()
    };
    assert_eq!(codes(&text(&folder)), [Code::Unreadable]);
    assert_eq!(codes(&text(&directory.path().join("nothing.toml"))), [Code::NotFound]);
    assert_eq!(codes(&text(&folder.join("below/x.toml"))), [Code::NotFound]);
    let file = directory.path().join("file.toml");
    std::fs::write(&file, "schema = 1\n").expect("it can be written");
    assert_eq!(codes(&text(&file.join("x.toml"))), [Code::NotFound]);
    #[cfg(unix)]
    {
        // A link to itself cannot be read, not even by the superuser.
        let itself = directory.path().join("itself.toml");
        std::os::unix::fs::symlink(&itself, &itself).expect("it can be made");
        assert_eq!(codes(&text(&itself)), [Code::Unreadable]);
        let device = directory.path().join("device.toml");
        std::fs::write(&device, "schema = 1\nextends = \"/dev/zero\"\n")
            .expect("it can be written");
        assert_eq!(codes(&text(&device)), [Code::Unreadable]);
        assert!(problems("/dev/zero").has_errors());
    }
}

#[test]
fn a_long_chain_of_parents_ends() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for i in 0..40 {
        let text = format!("schema = 1\nextends = \"{}.toml\"\n", i + 1);
        std::fs::write(directory.path().join(format!("{i}.toml")), text)
            .expect("it can be written");
    }
    std::fs::write(directory.path().join("40.toml"), "schema = 1\n").expect("it can be written");
    let path = |i: u32| {
        directory.path().join(format!("{i}.toml")).to_str().expect("it is text").to_owned()
    };
    assert!(problems(&path(0)).iter().any(|problem| problem.code == Code::TooDeep));
    assert!(problems(&path(8)).is_empty(), "{}", problems(&path(8)));
    for i in 10..16 {
        let text =
            format!("schema = 1\nextends = \"{}.toml\"\n{}", i + 1, "# rules\n".repeat(125_000));
        std::fs::write(directory.path().join(format!("{i}.toml")), text)
            .expect("it can be written");
    }
    assert!(problems(&path(9)).to_string().contains("bytes"), "{}", problems(&path(9)));
}

#[test]
fn names_are_found_in_the_users_directory_and_never_hide_a_built_in() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let files = RuleFiles { user: Some(directory.path().to_owned()) };
    std::fs::write(directory.path().join("friday.toml"), "schema = 1\nmixins = [\"night\"]\n")
        .expect("it can be written");
    std::fs::write(directory.path().join("night.toml"), "schema = 1\n[tiles]\nhand = 4\n")
        .expect("it can be written");
    let rules = load("friday", &files, &Catalog).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(rules.value("tiles.hand"), Some(&4.into()));
    assert!(files.names().contains(&"friday".to_owned()));
    std::fs::write(directory.path().join("luxury.toml"), "schema = 1\n")
        .expect("it can be written");
    let found = load("luxury", &files, &Catalog).expect_err("the name is taken");
    assert!(found.to_string().contains("built in"), "{found}");
    // The rule sets that are made from it are still what they are.
    assert!(load("luxury-advanced", &files, &Catalog).is_ok());
    let by_path = directory.path().join("luxury.toml");
    let rules = load(by_path.to_str().expect("it is text"), &files, &Catalog)
        .unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(
        rules.warnings().iter().map(|problem| problem.code).collect::<Vec<_>>(),
        [Code::NameTaken]
    );
    for odd in ["", ".", "..", "../friday", "a\0b", "/", "~"] {
        assert!(load(odd, &files, &Catalog).is_err(), "{odd:?}");
    }
}

#[test]
fn parents_are_found_beside_the_file_that_names_them() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let write = |name: &str, text: &str| {
        std::fs::write(directory.path().join(name), text).expect("it can be written");
    };
    std::fs::create_dir(directory.path().join("sub")).expect("it can be made");
    write("sub/child.toml", "schema = 1\nextends = \"../parent.toml\"\n[tiles]\nhand = 2\n");
    write("parent.toml", "schema = 1\nextends = \"./sub/grandparent.toml\"\n[board]\nrows = 9\n");
    write("sub/grandparent.toml", "schema = 1\nextends = \"seas\"\n[board]\ncolumns = 9\n");
    let path = directory.path().join("sub/child.toml");
    let source =
        RuleFiles::default().load(path.to_str().expect("it is text"), None).expect("it is there");
    let rules = resolve(source, &RuleFiles::default(), &Catalog)
        .unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(rules.facts(), &tsuro::game::RuleFacts::new((9, 9), (2, 8), 2, 56));
    assert_eq!(rules.name(), "child");
}

#[test]
fn the_name_of_a_file_may_contain_a_plus() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("a+b.toml");
    std::fs::write(&path, "schema = 1\nname = \"ab\"\n").expect("it can be written");
    let path = path.to_str().expect("it is text");
    for (reference, hand) in
        [(path.to_owned(), 3), (format!("{path}+hand=4"), 4), (format!("{path}+four-tiles"), 4)]
    {
        let rules = load(&reference, &RuleFiles::default(), &Catalog)
            .unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(rules.value("tiles.hand"), Some(&hand.into()), "{reference}");
    }
}
