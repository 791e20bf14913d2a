//! Every command that writes, on a file system that fails: at the first call that changes a file,
//! at the second, and so on to the last; and on a disk that is full from the first write, the
//! second, and so on.
//!
//! After each failure, a file is as before or complete, or, for a record, its beginning in whole
//! lines; no other file is left; and the message names the file and says what failed. The calls are
//! made to fail by `faults/shim.c`, which this test compiles with the C compiler that Rust links
//! with.
#![cfg(target_os = "linux")]

use crate::common::in_checkout;
use crate::common::program::tsuro;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

/// The compiled shim.
static SHIM: LazyLock<PathBuf> = LazyLock::new(|| {
    let shim =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("faults-{}.so", std::process::id()));
    let source = in_checkout("tests/faults/shim.c");
    let made = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&shim)
        .arg(source)
        .arg("-ldl")
        .output();
    let made = made.expect("a C compiler is needed: cc");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    shim
});

/// The states in which a failure may leave a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// As before, or complete.
    Whole,
    /// As before, or complete; the running time in it differs, so only its end is compared.
    Html,
    /// A record: whole lines from its beginning.
    Record,
    /// As before, or complete; a new file may also be an earlier save of the run.
    Saved,
}

/// A command that writes.
struct Case {
    args: &'static str,
    input: &'static str,
    /// Files that exist before.
    before: Vec<(&'static str, Vec<u8>)>,
    /// The files that it writes.
    writes: &'static [(&'static str, Kind)],
    /// Whether it prints a report that has to be printed even if no file can be written; if so, how
    /// many calls (and how many of them are writes) come before there is anything to report.
    report: Option<(usize, usize)>,
    /// Whether the same command, repeated after a failure, ends as if nothing had failed.
    goes_on: bool,
}

impl Case {
    fn new(args: &'static str, writes: &'static [(&'static str, Kind)]) -> Self {
        Self { args, input: "", before: Vec::new(), writes, report: None, goes_on: false }
    }

    fn with(mut self, name: &'static str, content: impl Into<Vec<u8>>) -> Self {
        self.before.push((name, content.into()));
        self
    }

    fn input(self, input: &'static str) -> Self {
        Self { input, ..self }
    }

    fn report_after(self, calls: usize, writes: usize) -> Self {
        Self { report: Some((calls, writes)), ..self }
    }
}

/// The files below a folder, by their paths in it.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fn walk(folder: &Path, root: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, root, found);
            } else {
                found.insert(
                    path.strip_prefix(root).unwrap().display().to_string(),
                    fs::read(&path).unwrap(),
                );
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(folder, folder, &mut found);
    found
}

/// The outcome of one run.
struct Ran {
    output: Output,
    before: BTreeMap<String, Vec<u8>>,
    after: BTreeMap<String, Vec<u8>>,
    /// The calls that failed, each with its path.
    failed: String,
    /// What came of the same command, repeated where nothing fails, if the case asks for it.
    again: Option<(Output, BTreeMap<String, Vec<u8>>)>,
}

fn run(case: &Case, fault: Option<(&str, usize)>) -> Ran {
    let base = tempfile::tempdir().unwrap();
    let base = base.path().canonicalize().unwrap();
    let folder = base.join("here");
    fs::create_dir(&folder).unwrap();
    for (name, text) in &case.before {
        fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
        fs::write(folder.join(name), text).unwrap();
    }
    let before = contents(&folder);
    let report = base.join("report");
    let args: Vec<&str> = case.args.split(' ').collect();
    let here = || {
        let mut command = tsuro(&args);
        command
            .current_dir(&folder)
            .env("TSURO_RULESETS", folder.join("own"))
            .env("RUST_BACKTRACE", "0");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let mut command = here();
    if let Some((kind, number)) = fault {
        command
            .env("LD_PRELOAD", &*SHIM)
            .env("FAULT_UNDER", &folder)
            .env("FAULT_REPORT", &report)
            .env(kind, number.to_string());
    }
    let mut child = command.spawn().unwrap();
    // Who does not read its input may have closed it already.
    let _ = child.stdin.take().unwrap().write_all(case.input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let after = contents(&folder);
    let again = case.goes_on.then(|| (here().output().unwrap(), contents(&folder)));
    let failed = fs::read_to_string(&report).unwrap_or_default();
    Ran { output, before, after, failed, again }
}

/// Whether a file is in an allowed state; `new` is its content where nothing fails.
fn is_sound(
    kind: Kind,
    old: Option<&Vec<u8>>,
    new: Option<&Vec<u8>>,
    found: Option<&Vec<u8>>,
) -> bool {
    if found == old || found == new {
        return true;
    }
    let (Some(new), Some(found)) = (new, found) else { return false };
    match kind {
        Kind::Whole => false,
        Kind::Saved => old.is_none() && serde_json::from_slice::<serde_json::Value>(found).is_ok(),
        Kind::Html => found.ends_with(b"</html>\n") && found.starts_with(b"<!"),
        // A new record takes the place of an older one with whole lines of its own; what a resumed
        // one holds stays.
        Kind::Record => {
            let whole = |record: &Vec<u8>| {
                record.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
            };
            let grown_from = old
                .map(|old| &old[..whole(old)])
                .filter(|old| new.starts_with(old))
                .map_or(0, <[u8]>::len);
            new.starts_with(found)
                && found.len() >= grown_from
                && ((found.is_empty() && old.is_none()) || found.ends_with(b"\n"))
        }
    }
}

fn is_in(text: &str, path: &Path) -> bool {
    !path.as_os_str().is_empty() && text.contains(path.to_str().unwrap())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The message of a failure names the file, and says what failed.
fn check_message(case: &Case, said: &str, what: &str) {
    // The file, or the folder that it would have been in.
    let is_named = |name: &str| {
        said.contains(name) || Path::new(name).parent().is_some_and(|folder| is_in(said, folder))
    };
    assert!(case.writes.iter().any(|(name, _)| is_named(name)), "no file is named: {what}");
    let why = ["No space left", "Input/output error", "Permission denied", "not permitted", "busy"];
    assert!(why.iter().any(|why| said.contains(why)), "nothing says what failed: {what}");
    assert!(said.starts_with("error: ") || said.contains("\nerror: "), "{what}");
}

/// After a failure each file is as it may be, and as the message says; no other one is left.
fn check_files(case: &Case, ran: &Ran, fine: &Ran, what: &str) {
    let said = text(&ran.output.stderr);
    for (name, kind) in case.writes {
        let (old, new, found) =
            (ran.before.get(*name), fine.after.get(*name), ran.after.get(*name));
        assert!(is_sound(*kind, old, new, found), "{name} is neither whole nor as it was: {what}");
        // A run that begins to be saved has a file with nothing in it by then.
        let has_begun = *kind == Kind::Saved && old.is_none() && found.is_some();
        if said.contains(&format!("{name} cannot be written: ")) && !has_begun {
            assert!(
                found == old,
                "{name} has changed, although the message says it has not: {what}"
            );
            let state = if old.is_some() { "it is unchanged" } else { "nothing was written" };
            assert!(said.contains(state), "{what}");
        }
        if said.contains(&format!("{name} is written whole")) {
            assert!(found != old && is_sound(*kind, old, new, found), "{what}");
        }
    }
    for (name, found) in &ran.after {
        let known = case.writes.iter().any(|(written, _)| written == name);
        assert!(known || ran.before.get(name) == Some(found), "{name} is left behind: {what}");
    }
}

/// Lets each system call fail in turn, one a run.
fn check(case: &Case) {
    let fine = run(case, None);
    assert!(
        matches!(fine.output.status.code(), Some(0)),
        "{}: {}",
        case.args,
        text(&fine.output.stderr)
    );
    for (name, _) in case.writes {
        assert_ne!(
            fine.before.get(*name),
            fine.after.get(*name),
            "{}: {name} is not written",
            case.args
        );
    }
    for kind in ["FAULT_AT", "FAULT_FULL"] {
        for number in 1.. {
            let ran = run(case, Some((kind, number)));
            if ran.failed.is_empty() {
                assert!(number > 1, "{}: the shim saw no call", case.args);
                break;
            }
            assert!(number < 1000, "{}: there is no end to the calls", case.args);
            let (said, failed) = (text(&ran.output.stderr), ran.failed.trim_end());
            let what = format!("{} ({kind} {number}: {failed})\n{said}", case.args);
            // A new name that cannot be linked is taken in another way.
            let is_mended = failed.starts_with("link ");
            assert_eq!(ran.output.status.code(), Some(if is_mended { 0 } else { 2 }), "{what}");
            if !is_mended {
                check_message(case, &said, &what);
            }
            check_files(case, &ran, &fine, &what);
            if let Some((output, files)) = &ran.again {
                let said = text(&output.stderr);
                assert!(output.status.success(), "repeated: {said}: {what}");
                assert!(output.stdout == fine.output.stdout, "repeated, it differs: {what}");
                let names = files.keys().collect::<Vec<_>>();
                assert!(*files == fine.after, "repeated, its files differ: {names:?}: {what}");
            }
            if let Some((calls, writes)) = case.report {
                let begun = is_mended || number > if kind == "FAULT_FULL" { writes } else { calls };
                let printed =
                    ran.output.stdout == fine.output.stdout && !ran.output.stdout.is_empty();
                assert_eq!(printed, begun, "the report is lost, or made of nothing: {what}");
            }
        }
    }
}

const SUITE: &str = "schema = 1\nrule = \"C4\"\nrules = \"classic\"\n\n[[scenario]]\n\
    title = \"What happens?\"\nplayers.A = \"a1:H 33\"\nplayers.B = \
                     \"f6:D 1\"\nplace = 33\nexpect.at.A = ";

/// The content that a command writes where nothing fails.
fn made_by(args: &'static str, name: &'static str) -> Vec<u8> {
    run(&Case::new(args, &[]), None).after.remove(name).unwrap()
}

/// The record of a game that was broken off, without its last line end.
fn broken_off() -> Vec<u8> {
    let whole =
        made_by("simulate classic -g 1 -p 2 -b random --seed 1 --record game.jsonl", "game.jsonl");
    let end = whole.windows(15).rposition(|text| text == b"{\"event\":\"turn\"").unwrap();
    whole[..end + 30].to_vec()
}

#[test]
fn faults_while_writing_records_lose_nothing() {
    const RECORD: &[(&str, Kind)] = &[("game.jsonl", Kind::Record)];
    check(&Case::new(
        "play classic --plain --seats greedy,random --seed 1 --record game.jsonl",
        RECORD,
    ));
    check(
        &Case::new(
            "play classic --plain --seats greedy,random --seed 1 --record game.jsonl --force",
            RECORD,
        )
        .with("game.jsonl", "old\n"),
    );
    check(&Case::new("simulate classic -g 3 -p 2 -b random --seed 1 --record game.jsonl", RECORD));
    check(
        &Case::new(
            "simulate classic -g 3 -p 2 -b random --seed 1 --record game.jsonl --force",
            RECORD,
        )
        .with("game.jsonl", "old\n"),
    );
}

#[test]
fn interrupted_games_of_people_leave_whole_records() {
    const RECORD: &[(&str, Kind)] = &[("game.jsonl", Kind::Record)];
    let play = "play classic --plain --seats human,random --seed 1 --record game.jsonl";
    check(&Case::new(play, RECORD).input("1\n1\n1\n"));
    let resumed = "play --plain --resume game.jsonl --seats human,random";
    check(&Case::new(resumed, RECORD).input("1\n1\n").with("game.jsonl", broken_off()));
}

#[test]
fn faults_while_writing_reports_lose_nothing() {
    const ALL: &[(&str, Kind)] =
        &[("r.html", Kind::Html), ("r.csv", Kind::Whole), ("r.json", Kind::Whole)];
    let compare = "compare classic classic+hand=4 -g 4 -b random --seed 1 -t 1 --html r.html --csv \
        r.csv --out r.json";
    check(&Case::new(compare, ALL).report_after(3, 0));
    let over = "compare classic classic+hand=4 -g 4 -b random --seed 1 -t 1 --html r.html --csv \
        r.csv --out r.json --force";
    check(
        &Case::new(over, ALL)
            .with("r.html", "old")
            .with("r.csv", "old")
            .with("r.json", "old")
            .report_after(6, 0),
    );
    check(
        &Case::new(
            "measure classic -g 4 -b random --seed 1 -t 1 --csv r.csv",
            &[("r.csv", Kind::Whole)],
        )
        .report_after(1, 0),
    );
    check(
        &Case::new(
            "merge part.json --out r.json --html r.html",
            &[("r.html", Kind::Html), ("r.json", Kind::Whole)],
        )
        .with(
            "part.json",
            made_by("measure classic -g 4 -b random --seed 1 -t 1 --out part.json", "part.json"),
        )
        .report_after(2, 0),
    );
    let explore = "explore classic --vary tiles.hand=2..3 --target turns=20 -g 20 -b random --seed \
        1 -t 1 --out found.toml --html r.html";
    check(
        &Case::new(explore, &[("found.toml", Kind::Whole), ("r.html", Kind::Html)])
            .report_after(2, 0),
    );
}

#[test]
fn faults_while_saving_runs_lose_nothing() {
    const SAVED: &[(&str, Kind)] = &[("run.json", Kind::Saved)];
    let resumed = "compare classic classic+hand=4 -g 8 -b random --seed 1 -t 1 --resume run.json";
    // A new file is begun with nothing in it: looked for, made, locked, written, synced, named, its
    // folder synced.
    check(&Case::new(resumed, SAVED).report_after(7, 1));
    let before = made_by(
        "compare classic classic+hand=4 -g 4 -b random --seed 1 -t 1 --resume run.json",
        "run.json",
    );
    // A file that is there is opened and locked.
    check(&Case::new(resumed, SAVED).with("run.json", before).report_after(2, 0));
}

/// A search that is kept in a folder: each of its files at each of its writes. The same command then
/// goes on to the same bytes.
#[test]
fn faults_while_a_search_is_kept_lose_nothing_and_it_goes_on() {
    let search = "explore classic --house four-tiles,no-exchange --together 1 --target turns=25 \
        --diverse turns=30 ties=10% -g 40 -b random --seed 1 -t 1 --folder kept --csv r.csv --out \
        found.toml --json --force";
    let made: Vec<String> = run(&Case::new(search, &[]), None).after.into_keys().collect();
    assert!(made.iter().filter(|name| name.starts_with("kept/part-")).count() > 3, "{made:?}");
    let kind = |name: &str| if name == "kept/search.json" { Kind::Saved } else { Kind::Whole };
    let writes: Vec<(&'static str, Kind)> =
        made.into_iter().map(String::leak).map(|name| (&*name, kind(name))).collect();
    check(&Case { goes_on: true, ..Case::new(search, writes.leak()) });
}

#[test]
fn faults_while_writing_suites_and_pages_lose_nothing() {
    check(
        &Case::new("test ask.toml --bless", &[("ask.toml", Kind::Whole)])
            .with("ask.toml", format!("{SUITE}\"?\"\n")),
    );
    let list = format!("{SUITE}\"b1:H\"\n");
    let pages = Case::new("test ask.toml --pages pages", &[]).with("ask.toml", list.clone());
    let made: Vec<String> =
        run(&pages, None).after.into_keys().filter(|name| name.starts_with("pages/")).collect();
    assert!(made.len() >= 2, "{made:?}");
    let writes: Vec<(&'static str, Kind)> =
        made.into_iter().map(|name| (&*name.leak(), Kind::Whole)).collect();
    check(&Case::new("test ask.toml --pages pages", writes.leak()).with("ask.toml", list));
}

#[test]
fn faults_while_writing_pictures_lose_nothing() {
    for picture in ["x.svg", "x.png", "x.gif"] {
        let (command, writes) = (
            format!("render game.jsonl --width 100 --output {picture}"),
            vec![(picture, Kind::Whole)],
        );
        let case = || {
            Case::new(command.clone().leak(), writes.clone().leak())
                .with("game.jsonl", broken_off())
        };
        check(&case());
        check(&case().with(picture, "old"));
    }
}

#[test]
#[cfg(feature = "book")]
fn faults_while_writing_books_and_sheets_lose_nothing() {
    check(&Case::new("rules print classic --output x.pdf", &[("x.pdf", Kind::Whole)]));
    let writes = &[("x.html", Kind::Whole)];
    check(&Case::new("rules book classic --output x.html", writes));
    check(&Case::new("rules book classic --force --output x.html", writes).with("x.html", "old"));
    let differences = "rules book luxury --differences --output x.md";
    let folder = tempfile::tempdir().unwrap();
    let made = tsuro(&differences.split(' ').collect::<Vec<_>>()).current_dir(&folder).output();
    assert!(made.unwrap().status.success());
    let files = contents(folder.path()).into_keys();
    let writes: Vec<(&'static str, Kind)> =
        files.map(|name| (&*name.leak(), Kind::Whole)).collect();
    assert!(writes.len() > 2, "the text, and more than one picture: {}", writes.len());
    check(&Case::new(differences, writes.leak()));
}

#[test]
fn faults_while_writing_manual_pages_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    assert!(tsuro(&["man", folder.path().to_str().unwrap()]).output().unwrap().status.success());
    let pages = fs::read_dir(folder.path())
        .unwrap()
        .map(|page| format!("pages/{}", page.unwrap().file_name().to_str().unwrap()));
    let pages: Vec<String> = pages.collect();
    let files: Vec<(&str, Kind)> =
        pages.into_iter().map(|page| (&*page.leak(), Kind::Whole)).collect();
    check(&Case::new("man pages", files.leak()));
}

#[test]
fn faults_while_writing_rule_sets_and_scenarios_lose_nothing() {
    check(&Case::new("rules new mine", &[("mine.toml", Kind::Whole)]));
    check(
        &Case::new("rules new mine --force", &[("mine.toml", Kind::Whole)])
            .with("mine.toml", "old"),
    );
    check(&Case::new("rules new mine --user", &[("own/mine.toml", Kind::Whole)]));
    check(
        &Case::new("scenario game.jsonl suite.toml --turn 1", &[("suite.toml", Kind::Whole)])
            .with("game.jsonl", broken_off()),
    );
    check(
        &Case::new("scenario game.jsonl suite.toml --turn 1", &[("suite.toml", Kind::Whole)])
            .with("game.jsonl", broken_off())
            .with("suite.toml", format!("{SUITE}\"b1:H\"\n")),
    );
}
