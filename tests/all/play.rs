//! `tsuro play`, through a pipe and through a pseudo-terminal.

use crate::common::games::variant;
use crate::common::golden::Messages;
use crate::common::program::{err, feed, out, run, tsuro};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;
use tsuro::record::{RecordReader, ReplayVerdict, Replayer};
use tsuro::rules::Registry;
use tsuro::ruleset::BUILT_INS;

fn command(args: &[&str]) -> Command {
    let mut command = tsuro(&[&["play"], args].concat());
    // A pseudo-terminal becomes the standard input only where none is set.
    command.env_remove("NO_COLOR").env("TERM", "xterm-256color").stdin(Stdio::inherit());
    command
}

/// Plays with `answers` from a pipe.
fn pipe(args: &[&str], answers: &str) -> Output {
    feed(command(args), answers)
}

/// An answer for every question: a number, then Enter where a number is not accepted.
fn anything() -> String {
    "1\n\n".repeat(600)
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }
    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// The verdict on the one game of a record.
fn verdict(path: &Path) -> ReplayVerdict {
    let bytes = fs::read(path).unwrap();
    let game = RecordReader::new(&bytes[..]).game().unwrap().unwrap();
    Replayer::new(&Registry::default())
        .replay(&game)
        .unwrap_or_else(|mismatch| panic!("{}: {mismatch}", path.display()))
        .verdict
}

fn is_complete(path: &Path) -> bool {
    matches!(verdict(path), ReplayVerdict::Complete(_))
}

#[test]
fn every_rule_set_is_played_to_its_end_through_a_pipe() {
    let folder = Folder::new();
    for built_in in BUILT_INS {
        let record = folder.file(&format!("{}.jsonl", built_in.name));
        let fewest = variant(built_in.name).players().fewest();
        let count = fewest.max(3).min(variant(built_in.name).players().nearest(3).max(fewest));
        let seats = ["human", "greedy", "random", "greedy"][..count.into()].join(",");
        let args = [
            built_in.name,
            "--seats",
            &seats,
            "--seed",
            "pipe",
            "--record",
            record.to_str().unwrap(),
        ];
        let output = pipe(&args, &anything());
        let (out, err) = (out(&output), err(&output));
        assert_eq!(output.status.code(), Some(0), "{}: {err}", built_in.name);
        assert_eq!(err, "", "{}", built_in.name);
        assert!(
            out.trim_end().ends_with("pipe."),
            "{}: the seed is told at the end",
            built_in.name
        );
        assert_eq!(out.matches("pipe").count(), 1, "{}: and not before", built_in.name);
        assert!(is_complete(&record), "{}", built_in.name);
        assert!(!out.contains('\u{1b}'), "{}: a pipe has no colours", built_in.name);
    }
}

#[test]
fn the_seed_is_hidden_until_the_game_ends() {
    let folder = Folder::new();
    let record = folder.file("game.jsonl");
    let path = record.to_str().unwrap();
    for plain in [&[][..], &["--plain"]] {
        let begun = [
            &["classic", "--players", "2", "--seed", "hush", "--record", path, "--force"][..],
            plain,
        ]
        .concat();
        let output = pipe(&begun, "\nadvise\nlog\nwhere\nhelp\nquit\n");
        assert!(
            !out(&output).contains("hush") && !err(&output).contains("hush"),
            "{}",
            out(&output)
        );
        let output = pipe(&[&["--resume", path][..], plain].concat(), "log\nquit\n");
        assert!(
            !out(&output).contains("hush") && !err(&output).contains("hush"),
            "{}",
            out(&output)
        );
    }
    let output = run(&["replay", path, "--view", "0"]);
    assert!(
        out(&output).contains("\"seed\":null") && !out(&output).contains("hush"),
        "{}",
        out(&output)
    );
}

#[test]
fn enter_enter_starts_the_first_game() {
    let folder = Folder::new();
    let record = folder.file("game.jsonl");
    let output = pipe(&["--seed", "1", "--record", record.to_str().unwrap()], "1\n\n\n");
    let out = out(&output);
    assert_eq!(output.status.code(), Some(0));
    assert!(out.contains(" 1  classic ") && out.contains("Choose a start mark"), "{out}");
    assert!(
        fs::read_to_string(&record)
            .unwrap()
            .contains(r#""players":["human","learned","learned","learned"]"#)
    );
}

#[test]
fn the_picker_explains_wrong_answers_and_takes_names() {
    let answers = "77\nnothing\nseas\n9\nx\n2\nhuman,robot\nhuman,random\n";
    let out = out(&pipe(&["--plain", "--seed", "picker"], answers));
    for named in [" 77", "\"nothing\"", "\"9\"", "\"x\"", "\"robot\"", "Tsuro of the Seas, 2 "] {
        assert!(out.contains(named), "{named}: {out}");
    }
    let mut messages = Messages::new("play-picker");
    messages.add(&answers.replace('\n', " / "), &out);
    messages.compare();
}

#[test]
fn a_game_played_in_pieces_is_the_same_game() {
    let folder = Folder::new();
    let seats = "human,greedy,human:Ann";
    for rules in ["classic", "luxury-advanced", "seas"] {
        let (whole, pieces) =
            (folder.file(&format!("{rules}-whole")), folder.file(&format!("{rules}-pieces")));
        let args = |path: &'_ Path| {
            let path = path.display().to_string();
            [rules, "--seats", seats, "--seed", "3", "--record"]
                .map(str::to_owned)
                .into_iter()
                .chain([path])
                .collect::<Vec<_>>()
        };
        let play = |path: &Path, answers: &str| {
            let args = args(path);
            pipe(&args.iter().map(String::as_str).collect::<Vec<_>>(), answers).status.code()
        };
        // Enter at every question, so that the answers do not depend on where the pieces begin.
        let answers = "\n".repeat(800);
        assert_eq!(play(&whole, &answers), Some(0));
        assert_eq!(play(&pieces, "\n"), Some(0));
        assert_eq!(verdict(&pieces), ReplayVerdict::BrokenOff);
        for answers in ["\n\n", "\n", "\n\n\n\n", &answers] {
            let out = pipe(&["--resume", pieces.to_str().unwrap()], answers);
            assert_eq!(err(&out), "", "{rules}");
            if is_complete(&pieces) {
                break;
            }
        }
        assert!(is_complete(&pieces), "{rules}");
        assert_eq!(
            fs::read_to_string(&whole).unwrap(),
            fs::read_to_string(&pieces).unwrap(),
            "{rules}"
        );
        let again = pipe(&["--resume", pieces.to_str().unwrap()], "");
        assert_eq!(again.status.code(), Some(1));
        assert!(err(&again).contains("pieces"), "{}", err(&again));
    }
}

#[test]
fn a_record_cut_in_the_middle_of_a_line_resumes_after_its_last_whole_event() {
    let folder = Folder::new();
    let enters = "\n".repeat(600);
    let record = folder.file("game");
    let path = record.to_str().unwrap();
    pipe(&["classic", "--players", "3", "--seed", "3", "--record", path], &enters);
    let whole = fs::read(&record).unwrap();
    let first_line = whole.iter().position(|&byte| byte == b'\n').unwrap();
    for cut in (first_line + 1..whole.len()).step_by(97) {
        fs::write(&record, &whole[..cut]).unwrap();
        let output = pipe(&["--resume", path, "--plain"], &enters);
        assert_eq!(output.status.code(), Some(0), "cut at {cut}: {}", err(&output));
        // A whole event without its line end is whole; anything else is left out, and that is said.
        let torn = !whole[..cut].ends_with(b"\n") && whole[cut] != b'\n';
        assert_eq!(err(&output).is_empty(), !torn, "cut at {cut}: {}", err(&output));
        assert!(fs::read(&record).unwrap() == whole, "cut at {cut}");
    }
}

#[test]
fn an_existing_file_is_not_overwritten_without_force() {
    let folder = Folder::new();
    let record = folder.file("precious");
    fs::write(&record, "precious").unwrap();
    let path = record.to_str().unwrap();
    let output = pipe(&["classic", "--record", path], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).contains("precious") && err(&output).contains("--force"),
        "{}",
        err(&output)
    );
    assert_eq!(fs::read_to_string(&record).unwrap(), "precious");
    let output = pipe(&["classic", "--seed", "1", "--record", path, "--force"], "\n");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(verdict(&record), ReplayVerdict::BrokenOff);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_game_with_a_message() {
    let output =
        pipe(&["classic", "--seats", "greedy,random", "--record", "/dev/full", "--force"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("(os error 28)"), "{}", err(&output));
}

#[test]
fn a_closed_pipe_ends_a_game_without_an_error() {
    let mut child = command(&["classic", "--seats", "greedy,random", "--seed", "1"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), err(&output)), (Some(0), String::new()));
}

#[test]
fn wrong_usage_ends_with_2_and_names_what_is_wrong() {
    let mut messages = Messages::new("play-usage");
    for (args, named) in [
        (&["classic", "--players", "9"][..], "2 to 8"),
        (&["classic", "--seats", "human"], "2 to 8"),
        (&["classic", "--seats", "human,gredy"], "\"gredy\""),
        (&["classic", "--seats", "human,random", "--players", "3"], "3"),
        (&["classic", "--seats", "human:Ann,human:Ann"], "Ann"),
        (&["classic", "--seats", "human:ann,human:Ann"], "Ann"),
        (&["classic", "--seats", "human:Blue,greedy"], "Blue"),
        (&["classic", "--seats", "human:blue,greedy"], "blue"),
        (&["clasic"], "`classic`"),
        (&["--resume", "no-such-file"], "no-such-file"),
        (&["classic", "--language", "xx"], "en, fr"),
        (&["classic", "--resume", "x"], "--resume"),
        (&["classic", "--language", "fr", "--seats", "human,gredy"], "\"gredy\""),
        (&["french", "--seats", "human:ann,human:Ann"], "Ann"),
        (&["french", "--players", "20"], "20"),
    ] {
        let output = pipe(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", err(&output));
        assert!(err(&output).contains(named), "{args:?}: {}", err(&output));
        messages.add(&args.join(" "), &err(&output));
    }
    messages.compare();
}

/// What rules have on squares and what they count is told in words.
#[test]
fn whirlpools_shots_and_the_next_wave_are_told() {
    let args = [
        "storm-seas",
        "--players",
        "2",
        "--seats",
        "human:Ann,random",
        "--seed",
        "looks",
        "--language",
    ];
    let play = |language: &str, input: &str| out(&pipe(&[&args[..], &[language]].concat(), input));
    let told = play("en", "board\nquit\n");
    for words in ["e5: a whirlpool.", "You: shots left: 2.", "Turns until the next tsunami: 8."] {
        assert!(told.contains(words), "{words} is not in {told}");
    }
    let told = play("fr", "plateau\nquitter\n");
    for words in [
        "e5 : un tourbillon.",
        "Vous : coups de canon restants : 2.",
        "Tours jusqu’au prochain tsunami : 8.",
    ] {
        assert!(told.contains(words), "{words} is not in {told}");
    }
}

#[test]
fn wrong_answers_are_explained_and_asked_again() {
    let answers = "99\nxyz\nq9 A\nmarks\nhelp\n20\n0\n88\nwhat?\n?1\n?77\nAB CD EF GH\n\
        AB CH DE FG\nAB CD EF GG\nback\nwhere\nhand\nboard\nlog\nchoices\n";
    let output =
        pipe(&["classic", "--plain", "--seats", "random,human", "--seed", "wrong"], answers);
    let out = out(&output);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    for named in ["99 ", "\"xyz\"", "q9 A", "0 ", "88 ", "\"what?\"", "?77 ", "\"AB CD EF GG\""] {
        assert!(out.contains(named), "{named}: {out}");
    }
    let mut messages = Messages::new("play-answers");
    messages.add(&answers.replace('\n', " / "), &out);
    messages.compare();
}

#[test]
fn no_typed_input_breaks_the_game() {
    let words = [
        "1",
        "2",
        "3",
        "",
        "?1",
        "?",
        "12",
        "a1 H",
        "AC BD EG FH",
        "back",
        "where",
        "hand",
        "board",
        "log",
        "help",
        "marks",
        "\u{7f}",
        "é",
        "-1",
        "99999999999999999999",
        "{who}",
        "\u{1b}[2J",
        "a",
        "c3:",
        "1?",
        "1",
        "1",
        "2",
        "",
    ];
    let mut state = 7u64;
    for round in 0..12 {
        let mut answers = String::new();
        for _ in 0..400 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            answers.push_str(words[(state >> 33) as usize % words.len()]);
            answers.push('\n');
        }
        let rules = ["classic-advanced", "seas", "solo", "french", "luxury-advanced", "open-tiles"]
            [round % 6];
        let mut args = vec![rules, "--seats", "human,human:Zoé,greedy", "--seed", "any"];
        args.extend((round >= 6).then_some("--plain"));
        let output = pipe(&args, &answers);
        assert_eq!((output.status.code(), err(&output)), (Some(0), String::new()), "{rules}");
    }
}

#[test]
fn on_a_shared_keyboard_no_hand_is_shown_before_its_owner_confirms() {
    let folder = Folder::new();
    let record = folder.file("game");
    let answers = "\nhand\n\n".repeat(2) + "\nhand\n1\n".repeat(6).as_str();
    let args = [
        "classic",
        "--plain",
        "--seats",
        "human:Ann,human:Bob",
        "--seed",
        "secret",
        "--record",
        record.to_str().unwrap(),
    ];
    let out = out(&pipe(&args, &answers));
    let deal = fs::read_to_string(&record).unwrap();
    assert!(deal.contains("\"event\":\"deal\""));
    assert!(!out.contains("You draw"), "what is drawn is told to nobody but its owner: {out}");
    // Between "it is your turn" and the Enter that answers it, no tile is shown.
    for part in out.split("it is your turn").skip(1) {
        let before = part.split("Enter: ").next().unwrap();
        assert!(!before.contains("Tile "), "{part}");
    }
    assert!(out.contains("Ann, it is your turn") && out.contains("Bob, it is your turn"), "{out}");
    assert!(out.matches("ways to turn it").count() >= 4, "{out}");
}

#[test]
fn the_french_edition_speaks_french_and_understands_it() {
    let out = out(&pipe(
        &["french", "--plain", "--seed", "1", "--players", "2"],
        "aide\n\nmain\noù\nquitter\n",
    ));
    for said in
        ["Tapez aide", "2 joueurs.", "Vous partez de", "orientations", "La partie s’arrête ici."]
    {
        assert!(out.contains(said), "{said}: {out}");
    }
}

#[cfg(unix)]
mod terminal {
    use super::*;
    use rexpect::process::WaitStatus;
    use rexpect::session::{PtySession, spawn_command};

    fn session(args: &[&str]) -> PtySession {
        spawn_command(command(args), Some(20_000)).unwrap()
    }

    fn exit_code(session: &PtySession) -> Option<i32> {
        match session.process().wait() {
            Ok(WaitStatus::Exited(_, code)) => Some(code),
            _ => None,
        }
    }

    /// Whether paths are drawn: Braille patterns, of which the session shows each byte as a letter.
    fn has_paths(shown: &str) -> bool {
        ["\u{e2}\u{a0}", "\u{e2}\u{a1}", "\u{e2}\u{a2}", "\u{e2}\u{a3}"]
            .iter()
            .any(|bytes| shown.contains(bytes))
    }

    const GIVEN_BACK: &str = "\u{1b}[?1049l";

    #[test]
    fn ctrl_c_in_the_picker_ends_the_program() {
        let mut game = session(&["--plain"]);
        game.exp_string("(Enter: learn): ").unwrap();
        game.send_control('c').unwrap();
        game.exp_eof().unwrap();
        assert_eq!(exit_code(&game), Some(130));
    }

    #[test]
    fn a_plain_game_writes_no_escapes() {
        let mut game = session(&["accessible", "--players", "2", "--seed", "pty"]);
        let mut all = game.exp_string("a1 H; Enter: ").unwrap();
        game.send_line("1").unwrap();
        all += &game.exp_string("help): ").unwrap();
        game.send_line("board").unwrap();
        all += &game.exp_string("help): ").unwrap();
        game.send_line("quit").unwrap();
        all += &game.exp_eof().unwrap();
        assert!(!all.contains('\u{1b}') && !has_paths(&all), "{all:?}");
        assert_eq!(exit_code(&game), Some(0));
    }

    #[test]
    fn on_a_shared_screen_a_hand_is_wiped_before_the_next_player_sits_down() {
        let mut game =
            session(&["classic", "--seats", "human:Ann,human:Bob", "--seed", "pty", "--plain"]);
        for turn in 0..6 {
            let before = game.exp_string("it is your turn").unwrap();
            let shown = before.rsplit("\u{1b}[2J").next().unwrap().to_owned();
            assert!(!shown.contains("Tile 1"), "{shown:?}");
            game.exp_string("Enter: ").unwrap();
            game.send_line("").unwrap();
            game.exp_string(if turn < 2 { "a1 H; Enter: " } else { "help): " }).unwrap();
            game.send_line(if turn < 2 { "" } else { "1" }).unwrap();
        }
        game.send_control('c').unwrap();
        game.exp_string(GIVEN_BACK).unwrap();
        game.exp_eof().unwrap();
    }

    #[test]
    fn a_dumb_terminal_is_asked_line_by_line_and_not_cleared() {
        let mut dumb = command(&["classic", "--players", "2", "--seed", "pty"]);
        dumb.env("TERM", "dumb");
        let mut game = spawn_command(dumb, Some(20_000)).unwrap();
        let shown = game.exp_string("a1 H; Enter: ").unwrap();
        assert!(!shown.contains('\u{1b}'), "{shown:?}");
        game.send_line("quit").unwrap();
        game.exp_eof().unwrap();
    }
}

#[test]
fn the_command_to_resume_keeps_how_the_game_was_shown() {
    let folder = Folder::new();
    let record = folder.file("a game");
    let output = pipe(
        &["classic", "--plain", "--language", "en", "--record", record.to_str().unwrap()],
        "\n",
    );
    let hint = format!("tsuro play --resume '{}' --plain --language en", record.display());
    assert!(out(&output).contains(&hint), "{}", out(&output));
}

#[test]
fn after_resuming_the_log_has_what_happened_before() {
    let folder = Folder::new();
    let record = folder.file("game");
    let path = record.to_str().unwrap();
    let seats = ["--seats", "random,human:Ann,random", "--seed", "log", "--plain"];
    let begun = pipe(&[&["classic", "--record", path][..], &seats].concat(), "1\n1\n");
    assert_eq!(verdict(&record), ReplayVerdict::BrokenOff, "{}", err(&begun));
    // What was printed since Ann placed her tile is printed again after `log`, and not before.
    let told = out(&begun);
    let since: Vec<&str> = told.split_once("You lay ").unwrap().1.lines().skip(1).collect();
    let since: Vec<&str> =
        since.into_iter().take_while(|line| !line.contains("You face")).collect();
    assert!(since.len() > 3, "{told}");
    let silent = out(&pipe(&["--resume", path, "--plain"], ""));
    assert!(!since.iter().any(|line| silent.contains(line)), "{silent}");
    let out = out(&pipe(&["--resume", path, "--plain"], "log\n"));
    for line in since {
        assert!(out.contains(line), "{line:?} is not in the log:\n{out}");
    }
}

#[test]
fn a_plain_game_says_which_way_a_daikaiju_turns() {
    // On any sum the daikaiju act, so that in a few games some of them turn.
    const ALWAYS: &str = "seas+moves-on=2,3,4,5,6,7,8,9,10,11,12";
    let turns = |rules: &str| {
        let game = |seed: u8| {
            out(&pipe(
                &[rules, "--seats", "random,random", "--seed", &seed.to_string(), "--plain"],
                "",
            ))
        };
        let told: String = (0..5).map(game).collect();
        told.lines()
            .filter(|line| line.contains("daikaiju") && line.contains(" turns"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    // All of the ten tiles of the edition turn that way.
    let back = turns(ALWAYS);
    assert!(
        back.len() > 2 && back.iter().all(|line| line.contains(" turns anticlockwise.")),
        "{back:?}"
    );
    let tile = "hazard.tiles=[{turn=1,arrows=[2,3,4,5],gold=true,clockwise=true}]+minimum=1+\
        setup=[{players=[2,8],place=1}]";
    let on = turns(&format!("{ALWAYS}+{tile}"));
    assert!(!on.is_empty() && on.iter().all(|line| line.contains(" turns clockwise.")), "{on:?}");
}

#[test]
fn each_key_of_the_presentation_changes_how_a_game_is_played() {
    let told = |rules: &str| out(&pipe(&[rules, "--seats", "random,random", "--seed", "1"], ""));
    let usual = told("classic");
    for key in tsuro::ruleset::keys::PRESENTATION.keys {
        let (value, shows): (_, fn(&str) -> bool) = match key.name {
            // It keeps a game off the whole screen (`screen::`), where through a pipe all games are
            // plain; and what is seen in drawings alone (`pictures::`).
            "plain" | "look" => continue,
            "language" => ("fr", |text| text.contains("Graine")),
            other => panic!("no game is played with another value of presentation.{other}"),
        };
        assert!(!shows(&usual), "{usual}");
        let changed = told(&format!("classic+{}={value}", key.name));
        assert!(shows(&changed), "{}: {changed}", key.name);
    }
}

#[test]
fn a_choice_is_taken_back_in_a_plain_game_and_the_record_tells_how_often() {
    let folder = Folder::new();
    let record = folder.file("undo.jsonl");
    let path = record.to_str().unwrap();
    let args = ["classic", "--seats", "human,greedy", "--seed", "u", "--record", path, "--plain"];
    let play = |answers: &str| {
        let output = pipe(&[&args[..], &["--force"]].concat(), answers);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        out(&output)
    };
    let told = play(&format!("undo\n1\n1\nundo\n1\nundo\nundo\n1\n1\n{}", "\n".repeat(40)));
    assert_eq!(told.matches("There is no decision of yours before this.").count(), 1, "{told}");
    assert_eq!(told.matches("Your last choice is taken back.").count(), 3, "{told}");
    assert!(told.contains("Choices taken back: 3."), "{told}");
    assert!(is_complete(&record));
    let with_undo = fs::read_to_string(&record).unwrap();
    assert!(with_undo.lines().next().unwrap().contains("\"undos\":3"), "{with_undo}");
    // The same luck again: but for the number it is the game without undo.
    let plain = play(&format!("1\n1\n{}", "\n".repeat(40)));
    assert!(plain.contains("1. ") && !plain.contains("taken back"), "{plain}");
    assert_eq!(
        with_undo.lines().skip(1).collect::<Vec<_>>(),
        fs::read_to_string(&record).unwrap().lines().skip(1).collect::<Vec<_>>()
    );
}

#[test]
fn a_choice_of_a_resumed_game_is_taken_back_and_other_games_of_the_file_stay() {
    let folder = Folder::new();
    let record = folder.file("two.jsonl");
    let path = record.to_str().unwrap();
    let args = ["classic", "--seats", "human,greedy", "--seed", "r", "--record", path, "--force"];
    out(&pipe(&args, &"\n".repeat(60)));
    let first = fs::read_to_string(&record).unwrap();
    out(&pipe(&args, "1\n1\nquit\n"));
    let second = fs::read_to_string(&record).unwrap();
    fs::write(&record, format!("{first}{second}")).unwrap();
    let told = out(&pipe(&["--resume", path], &format!("undo\n{}", "\n".repeat(60))));
    assert!(told.contains("Your last choice is taken back."), "{told}");
    let both = fs::read_to_string(&record).unwrap();
    assert!(both.starts_with(&first), "{both}");
    let bytes = both.into_bytes();
    let mut reader = RecordReader::new(&bytes[..]);
    while let Some(game) = reader.game().unwrap() {
        let replayed = Replayer::new(&Registry::default()).replay(&game).unwrap();
        assert!(matches!(replayed.verdict, ReplayVerdict::Complete(_)));
    }
}

#[test]
fn a_record_that_cannot_be_changed_takes_nothing_back_and_the_game_goes_on() {
    let args = ["classic", "--seats", "human,greedy", "--seed", "u", "--record", "/dev/null"];
    let told = out(&pipe(&args, &format!("1\n1\nundo\n{}", "\n".repeat(60))));
    assert!(told.contains("cannot take anything back"), "{told}");
    assert!(!told.contains("taken back."), "{told}");
}

#[test]
fn several_people_take_nothing_back_since_it_would_show_a_hand() {
    let told = out(&pipe(&["classic", "--seats", "human,human"], "\n\n\n\n\nundo\nquit\n"));
    assert!(told.contains("it would show a hand"), "{told}");
}

#[test]
fn a_plain_game_ends_with_a_result() {
    let args = ["classic", "--seats", "human,easy,medium", "--seed", "places", "--plain"];
    let told = out(&pipe(&args, &"\n".repeat(60)));
    for place in ["1. ", "2. ", "3. "] {
        let line = |line: &&str| line.starts_with(place) && line.contains(" laid, ");
        assert!(told.lines().any(|told| line(&told)), "{place}: {told}");
    }
    assert!(told.contains("Seed: places."), "{told}");
    // Bots have levels.
    assert!(told.contains("Blue, bot easy.") && !told.contains("learned"), "{told}");
}

#[test]
fn enter_takes_what_is_proposed_and_marks_lists_the_start_marks() {
    let args = ["classic", "--seats", "human,easy", "--seed", "marks", "--plain"];
    let told = out(&pipe(&args, "marks\n\n\nquit\n"));
    assert!(told.contains("48: a1, left side, upper."), "{told}");
    assert!(told.contains("or a place like a1 H; Enter: "), "{told}");
    assert!(told.contains("Placement (number; Enter: "), "{told}");
    assert!(told.contains("Turn 3") || told.contains("number 3"), "{told}");
    let help = out(&pipe(&args, "help\nquit\n"));
    assert!(help.contains("marks: all free start marks.") && help.contains("undo: "), "{help}");
}

#[test]
fn misspelt_names_are_guessed_and_nothing_of_the_list_is_cut_off() {
    let told = out(&pipe(&[], "clasic\n1\n2\nhuman,meduim\n\nquit\n"));
    assert!(told.contains("Did you mean classic?"), "{told}");
    assert!(!told.contains('…'), "{told}");
    let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains("did you mean medium? Who plays?"), "{told}");
    // Every summary stands there in full.
    for edition in BUILT_INS {
        let summary = variant(edition.name).resolved().texts().summary_in("en").to_owned();
        let summary = summary.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(&summary), "{}: {told}", edition.name);
    }
    assert!(told.lines().all(|line| line.chars().count() <= 80), "{told}");
    let typed = out(&pipe(&["classic"], "undoo\nadvice\nquit\n"));
    assert!(typed.contains("Did you mean undo?") && typed.contains("advise?"), "{typed}");
}

#[test]
fn a_plain_game_says_what_a_person_saw_and_the_places_only_when_asked() {
    let args = ["classic", "--seats", "human:Ann,greedy,random", "--seed", "seen", "--plain"];
    let play = |first: &str| {
        let answers = format!("\n{first}{}", "\n".repeat(60));
        out(&pipe(&[&args[..], &["--language", "en"]].concat(), &answers))
    };
    let told = play("");
    // What happened stands before each question, whose choices have exact places.
    let events = |text: &str| -> Vec<String> {
        let words = ["lays a tile", "You lay a tile", " places ", "'s tile on ", "Your tile on "];
        let is_event = |line: &&str| words.iter().any(|word| line.contains(word));
        text.lines().filter(is_event).map(str::to_owned).collect()
    };
    let seen = events(&told);
    assert!(seen.iter().any(|line| line.contains(" and follows the path over ")), "{told}");
    assert!(
        seen.iter().any(|line| line.contains("tile on") && line.contains(" is out.")),
        "{told}"
    );
    assert!(seen.iter().all(|line| !line.contains(", left") && !line.contains(" AB ")), "{told}");
    let exact = play("exact\nlog\n");
    assert!(exact.contains("Places and tiles are told exactly from now on."), "{exact}");
    let seen = events(&exact);
    assert!(
        seen.iter().any(|line| line.contains(" places ") && line.contains("moves to")),
        "{exact}"
    );
    assert!(!seen.iter().any(|line| line.contains("follows the path")), "{exact}");
    // Also then a loss says whose tile it was.
    assert!(
        seen.iter().any(|line| line.contains("tile on") && line.contains(" is out.")),
        "{exact}"
    );
}

#[test]
fn after_a_plain_game_the_review_is_told_in_sentences() {
    for (language, word, parts) in [
        ("en", "review", ["the review of Ann", "% in turn ", "Intervals are at 95 %"]),
        ("fr", "analyse", ["l’analyse de Ann", "% au tour ", "Les intervalles sont à 95 %"]),
    ] {
        let args = ["classic", "--seats", "human:Ann,random", "--seed", "r", "--plain"];
        let args = [&args[..], &["--language", language]].concat();
        // As many answers as the game has questions; one more leaves.
        let played = out(&pipe(&args, &"1\n".repeat(60)));
        let questions = played.matches(": 1\n").count() - 1;
        assert!(questions < 59 && !played.contains(parts[0]), "{played}");
        let answers = format!("{}{}\n{word}\n", "1\n".repeat(questions), &word[1..]);
        let text = out(&pipe(&args, &answers));
        assert!(
            text.contains(&format!("{word}\u{a0}?")) || text.contains(&format!("{word}?")),
            "{text}"
        );
        for part in parts {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}

/// Line by line as on the screen: one's own loss is the moment to take a choice back, and so is the
/// end of the game.
#[test]
fn after_a_loss_and_after_the_game_the_last_choice_is_taken_back() {
    let args = ["classic", "--seats", "human,greedy,greedy", "--seed", "out", "--plain"];
    // The last choice of the list is as good as any to be out soon.
    let ask = "You are out. Enter: watch on; undo: take your last choice back; help: ";
    let answers = |after: &str| format!("{}{after}", "1\n".repeat(40));
    let whole = out(&pipe(&args, &answers("")));
    let at = whole.find(ask).expect("the person is out before the others");
    let chosen = whole[..at].matches(": 1\n").count();
    let play = |after: &str| out(&pipe(&args, &format!("{}{after}", "1\n".repeat(chosen))));
    // Without an answer the others play on.
    assert!(play("").contains("review ("), "{}", play(""));
    let undone = play("undo\nquit\n");
    let after = undone.split_once(ask).expect("it is asked").1;
    assert!(after.contains("is taken back") && after.contains("Your turn, number "), "{after}");
    // Help and the board are there too, and a word that is misspelt is asked back.
    let told = play("help\nboard\nund\n\nhelp\nundo\nquit\n");
    let (_, after) = told.split_once(ask).expect("it is asked");
    assert!(after.contains("Did you mean undo?"), "{after}");
    let (_, end) = after.split_once("review (").expect("the game ends");
    assert!(end.contains("play on from there"), "{end}");
    assert!(end.contains("is taken back") && end.contains("Your turn, number "), "{end}");
}
