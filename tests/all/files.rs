//! How the program writes and reads files: one writer at a time, whole or not at all, with mode and
//! links kept, and reading up to a limit.
#![cfg(unix)]

use crate::common::golden::Messages;
use crate::common::in_checkout;
use crate::common::program::{err, out, tsuro};
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

fn run_in(folder: &Path, args: &str) -> Output {
    let args: Vec<&str> = args.split(' ').collect();
    tsuro(&args).current_dir(folder).output().unwrap()
}

/// Runs the program under a limit of the shell, such as `ulimit -f 8`.
fn limited(folder: &Path, limit: &str, args: &str) -> Output {
    let call = format!("{limit}; exec {} {args}", env!("CARGO_BIN_EXE_tsuro"));
    Command::new("bash")
        .args(["-c", &call])
        .current_dir(folder)
        .env_remove("TSURO_RULESETS")
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Starts a game with a record that waits for a person's answer.
fn waiting(folder: &Path, args: &str) -> Child {
    let args: Vec<&str> = args.split(' ').collect();
    let mut child = tsuro(&args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    // The first line is printed when the record has been begun.
    lines.read_line(&mut line).unwrap();
    assert!(!line.is_empty());
    child.stdout = Some(lines.into_inner());
    child
}

fn is_refused(output: &Output, file: &str) {
    assert_eq!(output.status.code(), Some(2), "{}", err(output));
    assert!(
        err(output).starts_with(&format!("error: {file} is in use"))
            && err(output).lines().count() == 1,
        "{}",
        err(output)
    );
}

#[test]
fn a_record_has_one_writer() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let play = "play classic --plain --seats human,random --seed 1 --record game.jsonl";
    let mut first = waiting(here, play);
    let before = fs::read(here.join("game.jsonl")).unwrap();
    for second in [
        "play --plain --resume game.jsonl",
        "play classic --plain --record game.jsonl --force",
        "simulate classic -g 1 --record game.jsonl --force",
        "measure classic -g 4 -b random --out game.jsonl --force",
        "measure classic -g 4 -b random --html game.jsonl --force",
        "explore classic --vary tiles.hand=2..3 --target turns=20 -g 4 -b random --out game.jsonl \
         --force",
    ] {
        is_refused(&run_in(here, second), "game.jsonl");
        assert!(fs::read(here.join("game.jsonl")).unwrap().starts_with(&before), "{second}");
    }
    first.stdin.take().unwrap().write_all(b"1\n").unwrap();
    first.wait_with_output().unwrap();
    let mut second = waiting(here, "play --plain --resume game.jsonl --seats human,random");
    is_refused(
        &run_in(here, "play --plain --resume game.jsonl --seats human,random"),
        "game.jsonl",
    );
    drop(second.stdin.take());
    second.wait_with_output().unwrap();
    assert_eq!(run_in(here, "replay game.jsonl").status.code(), Some(0));
    assert_eq!(names(here), ["game.jsonl"]);
}

#[test]
fn a_record_that_cannot_be_written_leaves_the_old_one_in_place() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    assert_eq!(
        run_in(here, "simulate classic -g 20 -s 1 --record big.jsonl").status.code(),
        Some(0)
    );
    let before = fs::read(here.join("big.jsonl")).unwrap();
    let output =
        limited(here, "ulimit -f 8", "simulate classic -g 20 -s 2 --record big.jsonl --force");
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    assert!(err(&output).contains("big.jsonl"), "{}", err(&output));
    assert_eq!(fs::read(here.join("big.jsonl")).unwrap(), before);
    assert_eq!(names(here), ["big.jsonl"]);
    assert_eq!(
        run_in(here, "simulate classic -g 20 -s 2 --record big.jsonl --force").status.code(),
        Some(0)
    );
    assert_ne!(fs::read(here.join("big.jsonl")).unwrap(), before);
}

#[test]
fn a_saved_run_has_one_writer() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let call =
        "compare classic classic+hand=4 -b random --seed 1 -t 1 --until 0.001% --resume run.json";
    let args: Vec<&str> = call.split(' ').collect();
    let mut first =
        tsuro(&args).current_dir(here).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !here.join("run.json").exists() {
        assert!(first.try_wait().unwrap().is_none(), "it has ended");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    is_refused(&run_in(here, call), "run.json");
    first.kill().unwrap();
    first.wait().unwrap();
    // A kill leaves a part and no lock.
    let output = run_in(
        here,
        "compare classic classic+hand=4 -b random --seed 1 -t 1 -g 4 --resume run.json",
    );
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(names(here), ["run.json"]);
    assert_eq!(run_in(here, "merge run.json").status.code(), Some(0));
}

#[test]
fn a_saved_run_leaves_the_files_beside_it_alone() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("precious"), "precious").unwrap();
    symlink("precious", here.join("run.json.new")).unwrap();
    fs::create_dir(here.join("elsewhere")).unwrap();
    symlink("elsewhere/run.json", here.join("run.json")).unwrap();
    for games in ["4", "8"] {
        let output = run_in(
            here,
            &format!(
                "compare classic classic+hand=4 -b random --seed 1 -g {games} --resume run.json"
            ),
        );
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    }
    assert_eq!(fs::read_to_string(here.join("precious")).unwrap(), "precious");
    assert!(here.join("run.json").is_symlink() && here.join("run.json.new").is_symlink());
    assert_eq!(names(&here.join("elsewhere")), ["run.json"]);
}

#[test]
fn a_replaced_file_keeps_its_mode_and_a_link_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::create_dir(here.join("private")).unwrap();
    let target = here.join("private/mine.toml");
    fs::write(&target, "old").unwrap();
    fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).unwrap();
    symlink("private/mine.toml", here.join("mine.toml")).unwrap();
    let refused = run_in(here, "rules new mine");
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        err(&refused).starts_with("error: mine.toml ") && err(&refused).contains("--force"),
        "{}",
        err(&refused)
    );
    assert_eq!(run_in(here, "rules new mine --force").status.code(), Some(0));
    assert!(here.join("mine.toml").is_symlink());
    assert!(fs::read_to_string(&target).unwrap().contains("extends"));
    assert_eq!(fs::metadata(&target).unwrap().mode() & 0o777, 0o600);
    assert_eq!(names(here), ["mine.toml", "private"]);
    // A new file is as readable as the user's mask lets any new file be.
    let made = limited(here, "umask 027", "rules new other");
    assert_eq!(
        (made.status.code(), fs::metadata(here.join("other.toml")).unwrap().mode() & 0o777),
        (Some(0), 0o640)
    );
}

#[test]
fn a_size_limit_leaves_the_old_file_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let head = "schema = 1\nrule = \"C4\"\nrules = \"classic\"\n";
    let scenario = "\n[[scenario]]\ntitle = \"What happens?\"\nplayers.A = \"a1:H 33\"\n\
        players.B = \"f6:D 1\"\nplace = 33\nexpect.at.A = \"?\"\n";
    let suite = format!("{head}{}", scenario.repeat(300));
    assert!(suite.len() > 30_000);
    fs::write(here.join("ask.toml"), &suite).unwrap();
    let output = limited(here, "ulimit -f 8", "test ask.toml --bless");
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    assert!(
        err(&output).contains("ask.toml") && err(&output).contains("File too large"),
        "{}",
        err(&output)
    );
    assert_eq!(fs::read_to_string(here.join("ask.toml")).unwrap(), suite);
    let output = limited(
        here,
        "ulimit -f 8",
        "compare classic classic+hand=4 -g 4 -b random --seed 1 --html r.html",
    );
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    assert!(
        err(&output).contains("r.html") && out(&output).contains("classic+hand=4"),
        "{}",
        err(&output)
    );
    assert_eq!(names(here), ["ask.toml"]);
}

#[test]
fn devices_and_pipes_are_written_to_directly() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let measure = "measure classic -g 4 -b random --seed 1 -t 1";
    let report = out(&run_in(here, measure));
    let output = run_in(here, &format!("{measure} --csv /dev/stdout"));
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(
        out(&output).starts_with(&report)
            && out(&output).lines().count() > report.lines().count() + 10
    );
    // In the same way where it is a file: the report is not written over.
    let call = format!("{} {measure} --csv /dev/stdout > both", env!("CARGO_BIN_EXE_tsuro"));
    assert!(Command::new("bash").args(["-c", &call]).current_dir(here).status().unwrap().success());
    assert_eq!(fs::read_to_string(here.join("both")).unwrap(), out(&output));
    assert_eq!(run_in(here, &format!("{measure} --html /dev/null")).status.code(), Some(0));
    assert_eq!(names(here), ["both"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_device_is_named_and_the_report_is_still_printed() {
    let folder = tempfile::tempdir().unwrap();
    for option in ["--html", "--csv", "--overview", "--out"] {
        let output = run_in(
            folder.path(),
            &format!("measure classic -g 4 -b random --seed 1 {option} /dev/full"),
        );
        assert_eq!(output.status.code(), Some(2), "{option}");
        assert!(
            err(&output).starts_with("error: /dev/full ")
                && err(&output).ends_with("(os error 28)\n"),
            "{}",
            err(&output)
        );
        assert!(out(&output).contains("classic"), "{option}");
    }
}

#[test]
fn a_folder_without_write_permission_is_reported_before_anything_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let locked = here.join("locked");
    fs::create_dir(&locked).unwrap();
    fs::write(locked.join("old.csv"), "old").unwrap();
    fs::write(locked.join("old.jsonl"), "old").unwrap();
    fs::set_permissions(locked.join("old.jsonl"), fs::Permissions::from_mode(0o444)).unwrap();
    fs::write(locked.join("old.svg"), "old").unwrap();
    fs::copy(in_checkout("tests/corpus/records/seas-3.jsonl"), here.join("game.jsonl")).unwrap();
    fs::set_permissions(here.join("game.jsonl"), fs::Permissions::from_mode(0o644)).unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
    fs::set_permissions(here, fs::Permissions::from_mode(0o755)).unwrap();
    let run = |args: &str| {
        let args: Vec<&str> = args.split(' ').collect();
        let mut command = tsuro(&args);
        command.current_dir(here);
        // An administrator may write anywhere.
        if fs::metadata(here).unwrap().uid() == 0 {
            command.uid(65534).gid(65534);
        }
        command.output().unwrap()
    };
    for (args, file) in [
        ("measure classic -g 4 -b random --csv locked/new.csv", "locked/new.csv"),
        ("measure classic -g 4 -b random --csv locked/old.csv --force", "locked/old.csv"),
        ("simulate classic -g 4 --record locked/new.jsonl", "locked/new.jsonl"),
        ("simulate classic -g 4 --record locked/old.jsonl --force", "locked/old.jsonl"),
        ("compare classic seas -g 4 -b random --resume locked/run.json", "locked/run.json"),
        ("render game.jsonl --output locked/new.gif", "locked/new.gif"),
        ("render game.jsonl --output locked/old.svg", "locked/old.svg"),
    ] {
        let output = run(args);
        assert_eq!(
            (output.status.code(), out(&output)),
            (Some(2), String::new()),
            "{args}: {}",
            err(&output)
        );
        let said = err(&output);
        assert!(
            said.starts_with(&format!("error: {file} ")) && said.contains("Permission denied"),
            "{args}: {said}"
        );
    }
    assert_eq!(names(&locked), ["old.csv", "old.jsonl", "old.svg"]);
    assert_eq!(fs::read(locked.join("old.svg")).unwrap(), b"old");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
#[cfg(target_os = "linux")]
fn endless_and_huge_files_are_refused_in_one_line_and_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::File::create(here.join("huge")).unwrap().set_len(5 << 30).unwrap();
    let game = run_in(here, "simulate classic -g 1 -p 2 --seed 1 --record -");
    let first = out(&game).lines().next().unwrap().to_owned();
    fs::write(here.join("game.jsonl"), format!("{first}\n")).unwrap();
    // A game without an end, in lines that are each allowed.
    let mut long = fs::File::options().append(true).open(here.join("game.jsonl")).unwrap();
    for _ in 0..70 {
        writeln!(long, "{{\"event\":\"x\",\"y\":\"{}\"}}", "y".repeat((1 << 20) - 40)).unwrap();
    }
    let mut messages = Messages::new("huge-files");
    for (args, code, named) in [
        ("play --plain --resume /dev/zero", 2, "/dev/zero"),
        ("play --plain --resume huge", 1, "line 1: "),
        ("play --plain --resume game.jsonl", 1, " 67108864 "),
        ("compare classic seas --resume /dev/zero", 2, "/dev/zero"),
        ("compare classic seas --resume huge", 2, "huge"),
        ("merge /dev/zero", 2, "/dev/zero"),
        ("merge huge", 2, "huge"),
        ("advise /dev/zero --rules classic", 2, "/dev/zero"),
        ("advise huge --rules classic", 2, "huge"),
        ("advise game.jsonl", 1, " 67108864 "),
        ("advise --rules classic < /dev/zero", 2, " 1048576 "),
        ("replay /dev/zero", 1, "line 1: "),
        ("replay huge", 1, "line 1: "),
        ("replay game.jsonl", 1, " 67108864 "),
        ("replay - < /dev/zero", 1, "line 1: "),
        ("scenario /dev/zero --turn 1", 1, "line 1: "),
        ("scenario game.jsonl --turn 1", 1, " 67108864 "),
        ("rules check /dev/zero", 2, "/dev/zero"),
        ("rules check ./huge", 2, " 1048576"),
        ("test huge", 2, " 1048576"),
    ] {
        let output = limited(here, "ulimit -v 700000", args);
        let text = err(&output);
        assert_eq!(output.status.code(), Some(code), "{args}: {text}");
        assert!(text.contains(named) && text.lines().count() == 1, "{args}: {text}");
        messages.add(args, &text);
    }
    messages.compare();
}

#[test]
fn a_file_from_elsewhere_cannot_make_the_program_print_another_file() {
    let folder = tempfile::tempdir().unwrap();
    let base = folder.path().canonicalize().unwrap();
    let here = base.join("downloads");
    fs::create_dir_all(here.join("below")).unwrap();
    let secret = "root:hunter2:1:0\n[login]\ntoken = \"hunter2\"\n";
    fs::write(base.join("shadow"), secret).unwrap();
    fs::write(base.join("login.toml"), "[login]\ntoken = \"hunter2\"\n").unwrap();
    fs::write(base.join("binary"), b"hunter2 \xff").unwrap();
    fs::write(here.join("beside.toml"), secret).unwrap();
    fs::write(here.join("below/file.toml"), secret).unwrap();
    symlink("../shadow", here.join("link.toml")).unwrap();
    fs::write(base.join("way.toml"), "schema = 1\nextends = \"shadow.toml\"\n").unwrap();
    fs::write(base.join("shadow.toml"), secret).unwrap();
    let suite = |rules: &str| {
        format!(
            "schema = 1\nrule = \"C4\"\nrules = \"{rules}\"\n\n[[scenario]]\ntitle = \"hm\"\n\
             seed = \"x\"\nseats = 2\nexpect.mark-count = 3\n"
        )
    };
    let absolute = base.join("shadow").display().to_string();
    for (named, shown) in [
        ("../shadow", false),
        (absolute.as_str(), false),
        ("../login.toml", false),
        ("../binary", false),
        ("link.toml", false),
        ("./below/../../shadow", false),
        // A file from outside opens no doors.
        ("../way.toml", false),
        ("beside.toml", true),
        ("./below/file.toml", true),
        ("../downloads/beside.toml", true),
    ] {
        fs::write(here.join("extends.toml"), format!("schema = 1\nextends = \"{named}\"\n"))
            .unwrap();
        fs::write(
            here.join("mixin.toml"),
            format!("schema = 1\nextends = \"classic\"\nmixins = [\"{named}\"]\n"),
        )
        .unwrap();
        fs::write(here.join("suite.toml"), suite(named)).unwrap();
        for args in [
            "rules check extends.toml",
            "rules check extends.toml --json",
            "rules check mixin.toml",
            "rules check mixin.toml --json",
            "rules show --resolved extends.toml",
            "simulate extends.toml -g 1",
            "test suite.toml",
            "test suite.toml --json",
            "test suite.toml --format junit",
            "test suite.toml --mutate ./extends.toml",
        ] {
            let output = run_in(&here, args);
            let said = out(&output) + err(&output).as_str();
            assert_ne!(output.status.code(), Some(0), "{args} with {named}: {said}");
            assert!(
                shown
                    || !(said.contains("hunter2")
                        || said.contains("token")
                        || said.contains("login]")),
                "{args} with {named}: {said}"
            );
            if args == "rules check extends.toml" {
                let name = if named == "../way.toml" { "../shadow.toml" } else { named };
                assert_eq!(said.contains("hunter2"), shown, "{named}: {said}");
                assert!(
                    shown || said.contains(&format!("{name}`")) || said.contains("`schema`"),
                    "{named}: {said}"
                );
            }
        }
    }
    // Named by the user, it is shown.
    assert!(err(&run_in(&here, "rules check ../login.toml")).contains("[login]"));
    // A rule set from elsewhere is a rule set, and its faults are shown where they are.
    fs::write(base.join("house.toml"), "schema = 1\n[tiles]\nhnad = 3\n").unwrap();
    fs::write(here.join("extends.toml"), "schema = 1\nextends = \"../house.toml\"\n").unwrap();
    let said = err(&run_in(&here, "rules check extends.toml"));
    assert!(said.contains("hnad") && said.contains("`hand`"), "{said}");
    // The error does not list what else lies there.
    fs::write(here.join("extends.toml"), "schema = 1\nextends = \"../hous.toml\"\n").unwrap();
    let said = err(&run_in(&here, "rules check extends.toml"));
    assert!(!said.contains("login.toml") && !said.contains("house.toml"), "{said}");
}
