//! The program prints no control character and no other hidden one but line ends and tabs, whatever
//! it reads. Names, texts, arguments, records, positions, suites, answers and programs are full of
//! escape sequences, C1 controls, marks of direction and zero-width characters; every byte of
//! standard output, standard error and the written pages is checked.
#![cfg(unix)]

use crate::common::program::{feed, tsuro};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tsuro::ruleset::is_hidden;

/// Characters that a terminal acts on or that are invisible: colours, a window title, C1, marks of
/// direction, a carriage return, no width, a tag.
const EVIL: &str = "e\x1b[31m\x1b]0;x\x07\x1b[2J\u{9b}2J\u{85}\r\x08\x7f\u{202e}\u{2066}\
    \u{200f}\u{61c}    \u{200b}\u{200d}\u{2060}\u{feff}\u{ad}\u{2028}\u{2029}\u{e0041}v";

/// A file name with such characters; path separators and zero bytes cannot be in a name.
const EVIL_NAME: &str = "e\x1b[31m\u{9b}2J\r\u{202e}\u{200b}\u{ad}\n";

/// The input files, in a folder of their own.
struct Inputs {
    folder: tempfile::TempDir,
}

impl Inputs {
    fn new() -> Self {
        let inputs = Self { folder: tempfile::tempdir().unwrap() };
        let text = toml::Value::from(EVIL).to_string();
        // Named by its file alone, and by what it says of itself.
        let rules = format!(
            "schema = 1\nextends = \"classic\"\ntitle = {text}\nsummary = {text}\nsource = {text}\n\
             # \u{9b}2J\u{202e}\u{200b}\n\
             [tiles]\nhand = 2\n[text.fr]\ntitle = {text}\nsummary = {text}\n"
        );
        inputs.write("rules", &format!("{EVIL_NAME}.toml"), &rules);
        inputs.write("", "evil.toml", &rules.replace("extends", "name = \"evil\"\nextends"));
        let broken = format!(
            "schema = 1\nextends = {text}\n\"{}\" = {text}\n[tiles]\n\
             hand = {text} # \u{9b}2J\u{202e}\n",
            "\u{9b}\u{202e}\u{200b}k"
        );
        inputs.write("broken", &format!("{EVIL_NAME}.toml"), &broken);
        inputs.write(
            "",
            "syntax.toml",
            "schema = 1\ntitle = \u{9b}2J\u{202e}\u{200b} = \x1b[31m\n",
        );
        inputs.write("", "not-toml.toml", EVIL);
        inputs.suites();
        inputs.records();
        let players = json!([{ "at": "a1:B", "hand": [3, 7] }, { "at": "f6:D", "hand": [2] }]);
        inputs.write("", "position.json", &json!({ "players": players, "active": 0 }).to_string());
        inputs.write(
            "",
            "bad-position.json",
            &json!({ "players": [{ "at": EVIL }], "active": EVIL, EVIL: EVIL }).to_string(),
        );
        inputs.write("", "evil.json", EVIL);
        inputs.write("", "requests", &Self::requests(&players));
        inputs.write(
            "",
            "part.json",
            &json!({ "tsuro": EVIL, "plan": { EVIL: EVIL } }).to_string(),
        );
        inputs.write(
            "",
            &format!("{EVIL_NAME}.sh"),
            &format!(
                "printf '%s\\n' '{0}' >&2\nwhile read line; do printf '%s\\n' '{0}'; done\n",
                EVIL.replace('\r', "")
            ),
        );
        inputs
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, folder: &str, name: &str, text: &str) {
        let folder = self.folder.path().join(folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), text).unwrap();
    }

    fn suites(&self) {
        let text = toml::Value::from(EVIL).to_string();
        let suite = |expected: u8| {
            format!(
                "schema = 1\ntitle = {text}\nsummary = {text}\nrules = \"classic\"\n[rule-ids]\n\
                 h1 = {text}\n\
                 [[scenario]]\ntitle = {text}\nwhy = {text}\nrule = \"C1\"\n\
                 expect.players = [2, {expected}]\n\
                 [[scenario]]\ntitle = \"two \\u001b[31m\u{9b}2J\u{202e}\"\nrule = \"h1\"\n\
                 seed = {text}\nplayers.A = \"a1:B 34 1 2\"\nplayers.B = \"a1:H\"\nplace = \"34\"\n\
                 expect.hands.A = {}\n",
                if expected == 8 { "[1, 2]" } else { "[5]" }
            )
        };
        self.write("good", &format!("{EVIL_NAME}.toml"), &suite(8));
        self.write("failing", &format!("{EVIL_NAME}.toml"), &suite(7));
        let broken = format!(
            "schema = 1\n[[scenario]]\ntitle = {text}\nrule = {text}\nplayers.A = {text}\n\
             expect.{text} = {text}\nexpect.events = [{text}]\n"
        );
        self.write("bad-suite", &format!("{EVIL_NAME}.toml"), &broken);
    }

    fn records(&self) {
        let record = self.path("plain.jsonl");
        self.prepare(&[
            "simulate", "classic", "-g", "1", "-p", "3", "-s", "1", "--record", &record,
        ]);
        let text = fs::read_to_string(&record).unwrap();
        let (first, rest) = text.split_once('\n').unwrap();
        let mut head: Value = serde_json::from_str(first).unwrap();
        head["rules"]["name"] = EVIL.into();
        head["players"][0] = EVIL.into();
        head["seed"] = EVIL.into();
        head[EVIL] = EVIL.into();
        let lines: Vec<&str> = rest.lines().collect();
        let begun = lines[..lines.len() / 2].join("\n");
        let evil = format!("{head}\n");
        self.write("", "good.jsonl", &format!("{evil}{rest}"));
        self.write("", "begun.jsonl", &format!("{evil}{begun}\n"));
        let bad = json!({ "event": EVIL, "player": EVIL });
        for (name, line) in [
            ("bad-event", bad.to_string()),
            ("bad-line", EVIL.replace('\r', "")),
            ("bad-field", json!({ "event": "turn", "player": EVIL, EVIL: 1 }).to_string()),
        ] {
            self.write("", &format!("{name}.jsonl"), &format!("{evil}{begun}\n{line}\n"));
        }
        head["rules"][EVIL] = json!({ EVIL: EVIL });
        head["rules"]["draw"] = json!({ "rule": EVIL });
        self.write("", "bad-rules.jsonl", &format!("{head}\n{rest}"));
        fs::copy(self.path("begun.jsonl"), self.folder.path().join(format!("{EVIL_NAME}.jsonl")))
            .unwrap();
    }

    fn requests(players: &Value) -> String {
        let position = json!({ "players": players, "active": 0 });
        let requests = [
            json!({ "position": position, "place": { "tile": 3, "rotation": 0 } }),
            json!({ "position": position, "place": { "tile": EVIL }, EVIL: EVIL }),
            json!({ "position": { "players": [{ "at": EVIL }] } }),
            json!({ EVIL: EVIL }),
        ];
        let mut lines: Vec<String> = requests.iter().map(Value::to_string).collect();
        lines.push(EVIL.replace('\r', ""));
        lines.join("\n")
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = tsuro(args);
        command
            .current_dir(self.folder.path())
            .env_remove("LC_ALL")
            .env_remove("LC_CTYPE")
            .env("LANG", "C.UTF-8")
            .env("TERM", "xterm");
        command
    }

    fn prepare(&self, args: &[&str]) {
        assert_eq!(self.command(args).output().unwrap().status.code(), Some(0), "{args:?}");
    }
}

/// The standard output and standard error of a command.
fn run(command: Command, typed: &str) -> [Vec<u8>; 2] {
    let output = feed(command, typed);
    [output.stdout, output.stderr]
}

/// The first forbidden character, with the text before it.
fn hidden(bytes: &[u8]) -> Option<String> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(why) => return Some(format!("not UTF-8 after {} bytes", why.valid_up_to())),
    };
    let at = text.find(|character| is_hidden(character) && !matches!(character, '\n' | '\t'))?;
    let before: String =
        text[..at].chars().rev().take(80).collect::<Vec<_>>().into_iter().rev().collect();
    Some(format!("{:?} after {before:?}", text[at..].chars().next().unwrap()))
}

/// The path of a file with such a name, in one of the folders.
fn named(folder: &str, end: &str) -> String {
    Path::new(folder).join(format!("{EVIL_NAME}{end}")).to_str().unwrap().to_owned()
}

/// The rule set with such a name.
fn own_rules() -> String {
    named("./rules", ".toml")
}

/// A program that plays, and says such things.
fn program() -> String {
    format!("exec:sh '{}'", named("", ".sh"))
}

/// The same in a list of bots.
fn quoted_program() -> String {
    program().replacen("exec:", "exec:\"", 1) + "\""
}

/// Calls of the program, each with its input. They are made in this order: some read what others
/// wrote.
#[derive(Default)]
struct Calls(Vec<(Vec<String>, String)>);

impl Calls {
    fn all(inputs: &Inputs) -> Self {
        let mut calls = Self::default();
        calls.command_line();
        calls.rule_sets();
        calls.many_games();
        calls.reports();
        calls.records_and_positions(inputs);
        calls.suites();
        calls.games();
        calls
    }

    fn add(&mut self, args: &[&str], typed: &str) {
        self.0.push((args.iter().map(|&arg| arg.to_owned()).collect(), typed.to_owned()));
    }

    /// The command line itself.
    fn command_line(&mut self) {
        for args in [
            &[EVIL][..],
            &["play", EVIL],
            &["--version", EVIL],
            &["simulate", "classic", "-g", EVIL],
            &["measure", "classic", "--until", EVIL],
            &["play", "--language", EVIL],
        ] {
            self.add(args, "");
        }
    }

    /// Rule sets that are listed, shown, checked, compared and begun.
    fn rule_sets(&mut self) {
        let rules: &str = &own_rules();
        for folder in ["rules", "broken", "nowhere\u{9b}"] {
            self.add(&["rules", "list", folder], "");
            self.add(&["rules", "list", folder, "--json"], "");
        }
        let broken = named("broken", ".toml");
        for file in [
            rules,
            &broken,
            "evil.toml",
            "syntax.toml",
            "not-toml.toml",
            EVIL,
            "evil.toml+\u{9b}=\x1b[31m",
            "evil.toml+hand=\u{9b}",
        ] {
            for args in [
                &["show", file][..],
                &["show", file, "--resolved"],
                &["show", file, "--provenance"],
                &["show", file, "--json"],
                &["check", file],
                &["check", file, "--json"],
                &["diff", "classic", file],
                &["diff", "classic", file, "--json"],
            ] {
                self.add(&[&["rules"], args].concat(), "");
            }
        }
        self.add(&["rules", "check", rules, "--deep", "--games", "20", "--seed", EVIL], "");
        self.add(&["rules", "new", EVIL], "");
        self.add(&["rules", "new", "mine", "--from", EVIL], "");
        self.add(&["rules", "new", "own", "--from", rules], "");
        self.add(&["rules", "keys", EVIL], "");
    }

    /// Many games, tournaments among them.
    fn many_games(&mut self) {
        let rules: &str = &own_rules();
        let quoted = quoted_program();
        for (end, record) in [("", None), ("--json", None), ("", Some("-"))] {
            let mut args = vec!["simulate", rules, "-g", "2", "-p", "2", "-s", EVIL];
            args.extend([end].into_iter().filter(|end| !end.is_empty()));
            args.extend(record.iter().flat_map(|record| ["--record", record]));
            self.add(&args, "");
        }
        self.add(&["simulate", EVIL], "");
        self.add(&["simulate", "classic", "--bots", EVIL], "");
        self.add(&["simulate", "classic", "-g", "2", "--record", "nowhere\u{9b}/\x1b[31m"], "");
        for extra in [&[][..], &["--json"], &["--strict"]] {
            self.add(
                &[&["simulate", "classic", "-p", "2", "-g", "1", "--bots", &program()][..], extra]
                    .concat(),
                "",
            );
        }
        let bots = format!("greedy,{quoted}");
        for extra in [&[][..], &["--json"], &["--csv"], &["--strict"]] {
            self.add(
                &[&["tournament", rules, "-g", "2", "-s", EVIL, "--bots", &bots][..], extra]
                    .concat(),
                "",
            );
        }
    }

    /// Reports, their parts, and measurements of time.
    fn reports(&mut self) {
        let rules: &str = &own_rules();
        let games = [
            "-p",
            "2",
            "-b",
            "random",
            "-g",
            "20",
            "-s",
            EVIL,
            "--metrics",
            "outcome,length,causes",
        ];
        for (number, extra) in [&[][..], &["--json"], &["--all"]].into_iter().enumerate() {
            let (html, csv) = (format!("compare-{number}.html"), format!("compare-{number}.csv"));
            self.add(
                &[
                    &["compare", "classic", rules, "--html", &html, "--csv", &csv][..],
                    &games,
                    extra,
                ]
                .concat(),
                "",
            );
            let html = format!("measure-{number}.html");
            self.add(
                &[&["measure", rules, "--fair", "1%", "--html", &html][..], &games, extra].concat(),
                "",
            );
        }
        self.add(
            &[
                "compare", "classic", rules, "-p", "2", "-b", "random", "-s", EVIL, "--blocks",
                "0..4", "--out", "a.part",
            ],
            "",
        );
        self.add(&["merge", "a.part", "--html", "merged.html"], "");
        self.add(&["merge", "a.part", "--json"], "");
        self.add(&["merge", "part.json"], "");
        self.add(&["merge", "evil.json"], "");
        self.add(&["compare", "classic", rules, "--metrics", EVIL], "");
        self.add(&["compare", "classic", rules, "--bots", EVIL], "");
        self.add(&["compare", "classic", rules, "-g", "20", "--resume", "evil.json"], "");
        for (extra, html) in [("--all", "explore-1.html"), ("--json", "explore-2.html")] {
            let vary = "tiles.hand=2,9999,\u{9b}2J\u{202e}";
            self.add(
                &[
                    "explore", rules, "--vary", vary, "--target", "turns=20", "-p", "2", "-b",
                    "random", "-g", "20", "-s", EVIL, "--force", "--html", html, extra,
                ],
                "",
            );
        }
        self.add(&["explore", "classic", "--vary", EVIL, "--target", EVIL], "");
        self.add(&["bench", rules, "--seconds", "0"], "");
        self.add(&["bench", rules, "--seconds", "0", "--json"], "");
        self.add(&["perft", rules, "--depth", "1", "--seed", EVIL, "--divide"], "");
        self.add(&["perft", rules, "--depth", "1", "--seed", EVIL, "--json"], "");
        self.add(&["bots"], "");
    }

    /// Records and positions.
    fn records_and_positions(&mut self, inputs: &Inputs) {
        let rules: &str = &own_rules();
        let evil_record = named("", ".jsonl");
        for file in [
            "good.jsonl",
            &evil_record,
            "bad-event.jsonl",
            "bad-line.jsonl",
            "bad-field.jsonl",
            "bad-rules.jsonl",
            "evil.json",
            EVIL,
        ] {
            for extra in [
                &[][..],
                &["--json"],
                &["--view", "0"],
                &["--view", "99"],
                &["--at", "3"],
                &["--at", "3", "--svg"],
                &["--game", "7"],
            ] {
                self.add(&[&["replay", file][..], extra].concat(), "");
            }
            for extra in [&[][..], &["--json"], &["--at", "2", "--seed", EVIL, "--json"]] {
                self.add(&[&["advise", file, "--games", "5"][..], extra].concat(), "");
            }
            for format in ["text", "html", "json"] {
                self.add(
                    &["review", file, "--playouts", "1", "--seed", EVIL, "--format", format],
                    "",
                );
            }
            for picture in ["rendered.svg", "rendered.gif", &named("", ".xyz")] {
                self.add(&["render", file, "--width", "100", "--output", picture], "");
            }
            self.add(&["scenario", file, "--turn", "2", "--title", EVIL], "");
            self.add(&["scenario", file, "--turn", "2", "--title", EVIL, "--rules", "classic"], "");
            self.add(&["play", "--resume", file, "--plain"], "quit\n");
        }
        for file in ["position.json", "bad-position.json", "evil.json"] {
            self.add(&["advise", file, "--rules", rules, "--games", "5"], "");
            self.add(&["render", file, "--rules", rules, "--output", "position.svg"], "");
            self.add(
                &["advise", file, "--rules", rules, "--games", "5", "--seed", EVIL, "--json"],
                "",
            );
        }
        let requests = fs::read_to_string(inputs.folder.path().join("requests")).unwrap();
        self.add(&["apply", "--rules", rules], &requests);
    }

    /// Suites.
    fn suites(&mut self) {
        let rules: &str = &own_rules();
        for folder in ["good", "failing", "bad-suite"] {
            for extra in [
                &[][..],
                &["-v"],
                &["--json"],
                &["--format", "terse"],
                &["--format", "junit"],
                &["--format", "tap"],
                &["--filter", EVIL],
                &["--coverage"],
                &["--rules", rules],
                &["--pages", "pages"],
                &["--mutate", rules, "--own"],
            ] {
                self.add(&[&["test", folder][..], extra].concat(), "");
            }
        }
        self.add(&["test", EVIL], "");
        self.add(&["test", "--conformance", rules, "--games", "2", "--seed", EVIL], "");
    }

    /// Games at the terminal.
    fn games(&mut self) {
        let rules: &str = &own_rules();
        let quoted = quoted_program();
        let line = EVIL.replace('\r', "");
        let answers =
            format!("{line}\n\n1\n{line}\nhelp\nwhere\nhand\nboard\nlog\n?1\n{line} ?\n1\nquit\n");
        for language in ["en", "fr"] {
            for extra in [&[][..], &["--plain"]] {
                self.add(
                    &[
                        &[
                            "play",
                            rules,
                            "--seats",
                            "human,greedy",
                            "--seed",
                            EVIL,
                            "--language",
                            language,
                        ][..],
                        extra,
                    ]
                    .concat(),
                    &answers,
                );
            }
            self.add(
                &["play", "--language", language],
                &format!("{line}\n\n{line}\n2\n{line}\nhuman,random\n{answers}"),
            );
            self.add(
                &[
                    "play",
                    rules,
                    "--plain",
                    "--language",
                    language,
                    "--seats",
                    &format!("human,{quoted}"),
                ],
                &answers,
            );
            for seats in [EVIL, "human:\u{9b}2J,human", "human:\u{202e}x,human", "human,\"\u{9b}"] {
                self.add(&["play", "classic", "--seats", seats, "--language", language], "quit\n");
            }
        }
        self.add(&["play", "classic", "--record", "nowhere\u{9b}/\x1b[31m"], "quit\n");
        self.add(&["play", "classic", "--record", "game.jsonl", "--seed", EVIL], "\n1\nquit\n");
    }
}

/// The files below a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

#[test]
fn nothing_hidden_comes_out_whatever_goes_in() {
    let inputs = Inputs::new();
    let mut wrong = Vec::new();
    let Calls(calls) = Calls::all(&inputs);
    for (args, typed) in &calls {
        let mut command = inputs.command(&args.iter().map(String::as_str).collect::<Vec<_>>());
        command
            .env("TSURO_RULESETS", inputs.folder.path().join("rules"))
            .env("RUST_BACKTRACE", "0");
        for (bytes, stream) in run(command, typed).iter().zip(["standard output", "standard error"])
        {
            if let Some(what) = hidden(bytes) {
                wrong.push(format!("{args:?}: {stream}: {what}"));
            }
            assert!(
                !String::from_utf8_lossy(bytes).contains("a bug in the program itself"),
                "{args:?}: {}",
                String::from_utf8_lossy(bytes)
            );
        }
    }
    let mut found = Vec::new();
    files(inputs.folder.path(), &mut found);
    let written = |path: &&PathBuf| {
        ["html", "svg", "md", "csv"]
            .iter()
            .any(|&end| path.extension().is_some_and(|found| found == end))
    };
    let written: Vec<&PathBuf> = found.iter().filter(written).collect();
    for end in ["html", "svg", "md", "csv"] {
        assert!(
            written.iter().any(|path| path.extension().unwrap() == end),
            "no {end} was written"
        );
    }
    wrong.extend(
        written
            .into_iter()
            .filter_map(|path| Some(format!("{path:?}: {}", hidden(&fs::read(path).unwrap())?))),
    );
    assert!(wrong.is_empty(), "{} of {} calls:\n{}", wrong.len(), calls.len(), wrong.join("\n"));
}

#[test]
fn dumb_terminals_and_other_encodings_get_ascii_only() {
    let inputs = Inputs::new();
    let calls: [&[&str]; 12] = [
        &["play", "classic", "--seats", "human,greedy", "--seed", "1"],
        &["play", "seas", "--language", "fr", "--seed", "1"],
        &["play", "--language", "fr"],
        &["simulate", "classic", "-g", "2", "-s", "日本"],
        &["tournament", "classic", "-g", "4", "-s", "1", "--bots", "random,safe,safe"],
        &[
            "compare",
            "classic",
            "classic+hand=2",
            "-g",
            "20",
            "-s",
            "1",
            "-p",
            "2",
            "-b",
            "random",
            "--all",
        ],
        &["replay", "plain.jsonl", "--at", "9"],
        &["replay", "bad-event.jsonl", "--json"],
        &["advise", "position.json", "--rules", "classic", "--games", "5"],
        &["test", "failing"],
        &["rules", "list"],
        &["rules", "check", "syntax.toml"],
    ];
    for (name, value) in [("TERM", "dumb"), ("LC_ALL", "C"), ("LC_ALL", "fr_FR.ISO-8859-1")] {
        for args in calls {
            let mut command = inputs.command(args);
            command.env(name, value);
            for bytes in run(command, "\n\n\n1\n1\nhelp\nboard\nquit\n") {
                let text = String::from_utf8(bytes).unwrap();
                assert!(
                    text.is_ascii() && !text.contains('\x1b'),
                    "{name}={value} {args:?}: {text:?}"
                );
                // Whatever the program says itself has a form in ASCII, and only what came from
                // outside is escaped.
                let own = text.lines().find(|line| {
                    line.contains("\\u{")
                        && !["failing", "bad-event", "syntax.toml", "日本"]
                            .iter()
                            .any(|file| args.contains(file))
                });
                assert_eq!(own, None, "{name}={value} {args:?}");
            }
        }
    }
}

#[test]
fn only_colours_come_among_the_lines_of_a_terminal() {
    let inputs = Inputs::new();
    for args in [
        &["test", "failing"][..],
        &["test", "good", "-v"],
        &["rules", "list", "rules"],
        &["rules", "check", "syntax.toml"],
        &["replay", "good.jsonl", "--at", "3"],
        &[EVIL],
    ] {
        let mut command = inputs.command(args);
        command.env("TERM", "xterm-256color").env_remove("NO_COLOR");
        let mut session = rexpect::session::spawn_command(command, Some(60_000)).unwrap();
        // What is read comes as a character a byte.
        let bytes: Vec<u8> = session.exp_eof().unwrap().chars().map(|byte| byte as u8).collect();
        let shown = String::from_utf8(bytes).unwrap().replace("\r\n", "\n");
        let mut plain = String::new();
        let mut rest = shown.as_str();
        while let Some((before, code)) = rest.split_once("\x1b[") {
            let end = code
                .find(|character: char| !character.is_ascii_digit() && character != ';')
                .unwrap_or(code.len());
            assert!(
                code[end..].starts_with('m') && !code.starts_with("31m\\u"),
                "{args:?}: {code:.40?}"
            );
            plain.push_str(before);
            rest = &code[end + 1..];
        }
        plain.push_str(rest);
        assert_eq!(hidden(plain.as_bytes()), None, "{args:?}");
        assert!(plain.contains("\\u{9b}") || args.contains(&"good.jsonl"), "{args:?}: {plain}");
    }
}
