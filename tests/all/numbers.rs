//! Numbers from outside: whatever stands on the command line or in a file, nothing panics, and a
//! command that cannot do it says so.

use crate::common::games::{played, variant};
use crate::common::in_checkout;
use crate::common::program::{err, json, run_within};
use clap::builder::ValueParser;
use serde_json::{Value, json};
use std::any::TypeId;
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tsuro::record::{RecordReader, Replayer, answer_line};
use tsuro::rules::Registry;
use tsuro::ruleset::{Problems, Source, SourceId};
use tsuro_lab::compare::{Part, Terms};
use tsuro_lab::report::{Report, RunDescription, csv, html, json as json_report, text};
use tsuro_suite::{RuleBook, RuleSetSelection, RunPlan};
use tsuro_world::RuleFiles;

/// How long an option's number may be worked on before it is taken for one that asks for much, and
/// stopped.
const PATIENCE: Duration = Duration::from_millis(400);

/// What each number is replaced by.
const NUMBERS: [&str; 17] = [
    "0",
    "1",
    "-1",
    "255",
    "256",
    "65536",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551614",
    "18446744073709551615",
    "18446744073709551616",
    "1e300",
    "-1e300",
    "nan",
    "inf",
];

/// Each command with a short call, and the options that are tried with it. `{}` is the place of the
/// number in options with more than one number.
const CALLS: &[(&str, &[&str], &[&str])] = &[
    ("play", &["classic", "--plain", "--seed", "1"], &["--players={}", "--speed={}"]),
    ("play", &["classic", "--plain", "--seed", "1", "--seats", "ODD,safe"], &["--bot-timeout={}"]),
    #[cfg(feature = "web")]
    ("serve", &["--data", "NEW"], &["--port={}"]),
    #[cfg(feature = "web")]
    (
        "serve",
        &["--data", "NEW", "--port", "0"],
        &[
            "--connections={}",
            "--connections-each={}",
            "--rate={}",
            "--games={}",
            "--disk={}",
            "--expiry={}",
            "--keep={}",
            "--clock={}",
            "--reserve={} --clock=60",
        ],
    ),
    #[cfg(feature = "web")]
    ("serve", &["--data", "NEW"], &["--prune={}"]),
    ("simulate", &["classic", "-s", "1"], &["--games={}"]),
    ("simulate", &["classic", "-s", "1", "-g", "3"], &["--players={}", "--threads={}"]),
    (
        "simulate",
        &["classic", "-s", "1", "-g", "1", "-b", "ODD,safe"],
        &["--bot-timeout={}", "--bot-start={}"],
    ),
    ("compare", &["classic", "classic+hand=4", "-s", "1", "-b", "random"], &["--games={}"]),
    (
        "compare",
        &["classic", "classic+hand=4", "-s", "1", "-b", "random", "-g", "3"],
        &[
            "--players={}",
            "--players=2,{}",
            "--threads={}",
            "--margin={}",
            "--margin={}%",
            "--until={}",
            "--until={}%",
        ],
    ),
    (
        "compare",
        &[
            "classic",
            "classic+hand=4",
            "-s",
            "1",
            "-b",
            "random",
            "-g",
            "1",
            "--metrics",
            "tension",
        ],
        &["--iterations={}"],
    ),
    (
        "compare",
        &[
            "classic",
            "classic+hand=4",
            "-s",
            "1",
            "-b",
            "random",
            "-g",
            "300",
            "--metrics",
            "length",
            "--claim",
            "turns >= 1",
        ],
        &["--alpha={}", "--alpha={}%", "--beta={}"],
    ),
    (
        "compare",
        &[
            "classic",
            "classic+hand=4",
            "-s",
            "1",
            "-b",
            "random",
            "-g",
            "300",
            "--metrics",
            "length",
        ],
        &[
            "--claim=turns >= {}",
            "--claim=turns <= 1 against {}",
            "--margin=turns={}",
            "--margin=turns={}%",
        ],
    ),
    (
        "compare",
        &["classic", "classic+hand=4", "-s", "1", "-b", "random", "-g", "300", "--out", "NEW"],
        &["--part={}/255", "--part=1/{}"],
    ),
    (
        "compare",
        &["classic", "classic+hand=4", "-s", "1", "-b", "random", "--out", "NEW"],
        &[
            "--blocks={}..18446744073709551615",
            "--blocks=0..{}",
            "--blocks={}..1000000000000",
            "--blocks={}..{}",
        ],
    ),
    ("measure", &["classic", "-s", "1", "-b", "random"], &["--games={}"]),
    (
        "measure",
        &["classic", "-s", "1", "-b", "random", "-g", "3"],
        &["--players={}", "--threads={}", "--margin={}", "--until={}", "--fair={}", "--fair={}%"],
    ),
    (
        "measure",
        &["classic", "-s", "1", "-b", "random", "-g", "1", "--metrics", "tension"],
        &["--iterations={}"],
    ),
    ("measure", &["classic", "-s", "1", "-b", "random", "--out", "NEW"], &["--blocks=0..{}"]),
    (
        "explore",
        &[
            "classic",
            "-s",
            "1",
            "-b",
            "random",
            "--vary",
            "hand=2..3",
            "--target",
            "turns=20",
            "--out",
            "NEW",
        ],
        &["--games={}"],
    ),
    (
        "explore",
        &[
            "classic",
            "-s",
            "1",
            "-b",
            "random",
            "--vary",
            "hand=2..3",
            "--target",
            "turns=20",
            "-g",
            "3",
            "--out",
            "NEW",
        ],
        &[
            "--players={}",
            "--threads={}",
            "--candidates={}",
            "--target=turns={}",
            "--target=ties={}%",
            "--vary=columns={}",
        ],
    ),
    (
        "explore",
        &[
            "classic", "-s", "1", "-b", "random", "--house", "holes", "--target", "turns=20", "-g",
            "3", "--out", "NEW",
        ],
        &["--together={}", "--budget={}", "--budget={}%", "--part={}/2", "--part=1/{}"],
    ),
    (
        "explore",
        &[
            "classic",
            "-s",
            "1",
            "-b",
            "random",
            "--vary",
            "hand=2..3",
            "--target",
            "turns=20",
            "-g",
            "3",
            "--out",
            "NEW",
            "--diverse",
            "turns-sd",
        ],
        &["ties={}", "ties={}%", "turns={},{}"],
    ),
    (
        "explore",
        &["classic", "-s", "1", "-b", "random", "--target", "turns=20", "-g", "3", "--out", "NEW"],
        &[
            "--vary=columns={}..9223372036854775807",
            "--vary=columns=-9223372036854775808..{}",
            "--vary=rows=6,{}",
        ],
    ),
    (
        "explore",
        &[
            "classic",
            "-s",
            "1",
            "-b",
            "random",
            "--vary",
            "hand=2..3",
            "--target",
            "lead-changes=2",
            "-g",
            "1",
            "--out",
            "NEW",
        ],
        &["--iterations={}"],
    ),
    ("merge", &["PART"], &["--margin={}"]),
    ("watch", &["classic", "--seed", "0"], &["--players={}", "--speed={}", "--bot-timeout={}"]),
    ("games resume", &[], &["{}"]),
    ("games replay", &[], &["{}"]),
    ("games export", &[], &["{}"]),
    ("games delete", &[], &["{}"]),
    ("replay", &["RECORD"], &["--at={}", "--view={}", "--game={}"]),
    ("render", &["RECORD", "--output", "NEW.svg"], &["--turn={}", "--view={}", "--game={}"]),
    ("render", &["RECORD", "--output", "NEW.png"], &["--width={}"]),
    ("advise", &["RECORD", "-g", "1"], &["--at={}"]),
    ("advise", &["RECORD", "--at", "1", "-g", "1"], &["--game={}"]),
    ("advise", &["RECORD", "--at", "1"], &["--games={}"]),
    ("depth", &["classic", "-b", "random,safe", "-s", "1"], &["--games={}"]),
    (
        "depth",
        &["classic", "-b", "random,safe", "-s", "1", "-g", "2"],
        &["--players={}", "--threads={}", "--confidence={}"],
    ),
    (
        "depth",
        &["classic", "-b", "safe,ODD", "-s", "1", "-g", "2"],
        &["--bot-timeout={}", "--bot-start={}"],
    ),
    (
        "learnability",
        &["classic", "-b", "safe", "-s", "1", "-g", "1", "--learners", "2"],
        &["--measured={}"],
    ),
    (
        "learnability",
        &["classic", "-b", "safe", "-s", "1", "--learners", "2", "--measured", "2"],
        &["--games={}"],
    ),
    (
        "learnability",
        &["classic", "-b", "safe", "-s", "1", "-g", "1", "--measured", "2"],
        &["--players={}", "--threads={}", "--confidence={}", "--level={}", "--learners={}"],
    ),
    ("collusion", &["classic", "-b", "ismcts:1", "-s", "1"], &["--games={}"]),
    (
        "collusion",
        &["classic", "-b", "ismcts:1", "-s", "1", "-g", "1"],
        &["--players={}", "--threads={}", "--confidence={}"],
    ),
    ("train", &["classic", "--games", "1", "--out", "NEW"], &["--players={}", "--threads={}"]),
    ("train", &["classic", "--players", "2", "--out", "NEW"], &["--games={}", "--searched={}"]),
    ("review", &["RECORD", "--playouts", "1"], &["--game={}", "--threads={}"]),
    ("review", &["RECORD", "--playouts", "1", "--time", "1"], &["--seat={}"]),
    ("review", &["RECORD", "--time", "1"], &["--playouts={}"]),
    ("review", &["RECORD", "--playouts", "1"], &["--time={}"]),
    ("review", &["RECORD"], &["--go-on={}"]),
    ("puzzles make", &["classic", "-s", "1"], &["--games={}"]),
    (
        "puzzles make",
        &["classic", "-s", "1", "-g", "20"],
        &["--players={}", "--count={}", "--deals={}", "--threads={}"],
    ),
    ("bench", &["classic", "-s", "0"], &["--players={}", "--threads={}"]),
    ("bench", &["classic"], &["--seconds={}"]),
    ("perft", &["classic", "-d", "1"], &["--players={}"]),
    ("perft", &["classic"], &["--depth={}"]),
    ("perft", &["classic", "--divide", "--json"], &["--depth={}"]),
    (
        "tournament",
        &["classic", "-b", "random,safe", "-s", "1"],
        &["--games={}", "--max-faults={}"],
    ),
    (
        "tournament",
        &["classic", "-b", "random,safe", "-s", "1", "-g", "2"],
        &["--players={}", "--threads={}", "--confidence={}"],
    ),
    (
        "tournament",
        &["classic", "-b", "ODD,safe", "-s", "1", "-g", "2"],
        &["--bot-timeout={}", "--bot-start={}"],
    ),
    ("test", &["tests/scenarios/variants.toml", "--format", "terse"], &["--jobs={}"]),
    ("test", &["--conformance", "solo"], &["--games={}"]),
    ("test", &["tests/scenarios/variants.toml", "--mutate", "solo", "--own"], &["--at-least={}"]),
    ("scenario", &["RECORD"], &["--turn={}"]),
    ("scenario", &["RECORD", "--turn", "1"], &["--game={}"]),
    ("rules check", &["classic", "--deep"], &["--games={}"]),
    #[cfg(feature = "book")]
    ("rules print", &["classic", "--output", "NEW.pdf"], &["--tile={}"]),
];

/// Whether an option holds a number, or a range of them.
fn is_number(parser: &ValueParser) -> bool {
    let numbers = [
        TypeId::of::<u8>(),
        TypeId::of::<u16>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
        TypeId::of::<i64>(),
        TypeId::of::<f32>(),
        TypeId::of::<f64>(),
        TypeId::of::<Range<u64>>(),
    ];
    numbers.iter().any(|number| parser.type_id() == *number)
}

/// The options of all commands that hold numbers: `simulate --games`.
fn number_options(command: &clap::Command, path: &str, found: &mut Vec<String>) {
    for argument in
        command.get_arguments().filter(|argument| is_number(argument.get_value_parser()))
    {
        // A number without an option is tried alone.
        found.push(
            argument
                .get_long()
                .map_or_else(|| format!("{path} {{}}"), |long| format!("{path} --{long}")),
        );
    }
    for inner in command.get_subcommands() {
        number_options(inner, format!("{path} {}", inner.get_name()).trim(), found);
    }
}

#[test]
fn every_option_with_a_number_is_tried() {
    let mut all = Vec::new();
    number_options(&tsuro_program::cli::command(), "", &mut all);
    assert!(all.len() > 40, "{all:?}");
    let tried: Vec<String> = CALLS
        .iter()
        .flat_map(|(command, _, options)| {
            options
                .iter()
                .map(move |option| format!("{command} {}", option.split('=').next().unwrap()))
        })
        .collect();
    let missed: Vec<&String> = all.iter().filter(|option| !tried.contains(option)).collect();
    assert!(missed.is_empty(), "not tried: {missed:?}");
}

/// The ends of the range that a message names, and the numbers next to them.
fn ends(said: &str) -> Vec<String> {
    let Some((_, range)) = said.split_once(" is not in ") else { return Vec::new() };
    let range = range.lines().next().unwrap_or_default();
    let ends = range.split("..").filter_map(|end| end.trim_start_matches('=').parse::<i128>().ok());
    ends.flat_map(|end| [end - 1, end, end + 1]).map(|number| number.to_string()).collect()
}

/// Calls with odd numbers, and the files that they read and write.
struct OddCalls {
    folder: tempfile::TempDir,
    part: String,
    record: String,
    /// How many files have been named.
    files: AtomicUsize,
}

impl OddCalls {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (part, record) = (path("part"), path("record"));
        for args in [
            &[
                "compare",
                "classic",
                "classic+hand=4",
                "-b",
                "random",
                "-s",
                "1",
                "--blocks",
                "0..5",
                "--out",
                &part,
            ][..],
            &["simulate", "classic", "-g", "2", "-s", "1", "--record", &record],
        ] {
            let output = run_within(args, Duration::from_secs(60));
            assert!(output.is_some_and(|output| output.status.success()), "{args:?}");
        }
        Self { folder, part, record, files: AtomicUsize::new(0) }
    }

    /// A word of a call, in which some stand for files and programs.
    fn word(&self, word: &str) -> String {
        let new = |ending: &str| {
            let name = format!("new{}{ending}", self.files.fetch_add(1, Ordering::Relaxed));
            self.folder.path().join(name).to_str().unwrap().to_owned()
        };
        match word {
            "PART" => self.part.clone(),
            "RECORD" => self.record.clone(),
            "NEW" | "NEW.svg" | "NEW.png" | "NEW.pdf" => new(&word[3..]),
            // A program that ends at once, wherever it is.
            _ => word.replace("ODD", &format!("exec:'{}' --version", env!("CARGO_BIN_EXE_tsuro"))),
        }
    }

    /// What a call with a number says; `None`: it does not end in time.
    fn call(&self, command: &str, rest: &[&str], option: &str, number: &str) -> Option<String> {
        let words: Vec<String> = command
            .split(' ')
            .map(str::to_owned)
            .chain(rest.iter().map(|rest| self.word(rest)))
            .collect();
        let option = option.replace("{}", number);
        let args: Vec<&str> = words.iter().map(String::as_str).chain([option.as_str()]).collect();
        // That it does not panic is looked at there.
        let output = run_within(&args, PATIENCE)?;
        assert!(
            matches!(output.status.code(), Some(0..=2)),
            "{args:?}: {:?}\n{}",
            output.status,
            err(&output)
        );
        assert!(
            output.status.success() || !output.stderr.is_empty() || !output.stdout.is_empty(),
            "{args:?} fails and does not say why"
        );
        Some(err(&output))
    }

    /// Calls with each number, and with the numbers at the ends of the ranges that are named.
    fn call_with_each(&self, command: &str, rest: &[&str], option: &str, numbers: &[&str]) {
        let refused: Vec<Option<String>> =
            numbers.iter().map(|number| self.call(command, rest, option, number)).collect();
        let mut more: Vec<String> = refused.iter().flatten().flat_map(|said| ends(said)).collect();
        more.sort();
        more.dedup();
        for number in more.iter().filter(|number| !numbers.contains(&number.as_str())) {
            self.call(command, rest, option, number);
        }
    }
}

/// Each number with a third of the options, and two numbers with all of them.
#[test]
fn no_number_of_any_option_makes_it_panic() {
    call_each_option(&|which| {
        let some = NUMBERS.iter().skip(which % 3).step_by(3);
        some.chain(&["0", "-1"]).copied().collect()
    });
}

#[test]
#[ignore = "it takes minutes"]
fn no_number_of_any_option_makes_it_panic_in_many_calls() {
    call_each_option(&|_| NUMBERS.to_vec());
}

/// Calls with each option, by its place in [`CALLS`], and these numbers.
fn call_each_option(numbers: &(dyn Fn(usize) -> Vec<&'static str> + Sync)) {
    let calls = OddCalls::new();
    let all: Vec<(&str, &[&str], &str)> = CALLS
        .iter()
        .flat_map(|(command, rest, options)| {
            options.iter().map(move |option| (*command, *rest, *option))
        })
        .collect();
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let which = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&(command, rest, option)) = all.get(which) else { break };
                    let tried = catch_unwind(AssertUnwindSafe(|| {
                        calls.call_with_each(command, rest, option, &numbers(which));
                    }));
                    if tried.is_err() {
                        failed.lock().unwrap().push(format!("{command} {option}"));
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap();
    assert!(failed.is_empty(), "{failed:#?}");
}

/// Calls `check` with each number of a document replaced by each extreme one. Of the numbers at one
/// place of list entries, a few are enough.
fn with_other_numbers(document: &Value, check: &mut dyn FnMut(&Value)) {
    fn places(value: &Value, at: &str, found: &mut Vec<String>) {
        match value {
            Value::Number(_) => found.push(at.to_owned()),
            Value::String(text) if text.parse::<i128>().is_ok() => found.push(at.to_owned()),
            Value::Array(items) => items
                .iter()
                .enumerate()
                .for_each(|(index, item)| places(item, &format!("{at}/{index}"), found)),
            Value::Object(fields) => {
                fields.iter().for_each(|(name, field)| {
                    places(field, &format!("{at}/{}", name.replace('/', "~1")), found);
                });
            }
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }
    let (mut found, mut alike) = (Vec::new(), BTreeMap::new());
    places(document, "", &mut found);
    assert!(!found.is_empty());
    for place in found {
        let kind: String = place
            .split('/')
            .map(|step| if step.parse::<usize>().is_ok() { "*" } else { step })
            .collect::<Vec<_>>()
            .join("/");
        let seen: &mut u32 = alike.entry(kind).or_default();
        *seen += 1;
        if *seen > 2 {
            continue;
        }
        let mut changed = document.clone();
        let is_text = changed.pointer(&place).unwrap().is_string();
        for number in NUMBERS.iter().chain(&[
            "0.5",
            "1000000000000",
            "1000000000001",
            "72057594037927936",
            "170141183460469231731687303715884105727",
        ]) {
            let Ok(number) = serde_json::from_str::<Value>(number) else { continue };
            *changed.pointer_mut(&place).unwrap() =
                if is_text { Value::String(number.to_string()) } else { number };
            let tried = catch_unwind(AssertUnwindSafe(|| check(&changed)));
            assert!(tried.is_ok(), "{place} = {}", changed.pointer(&place).unwrap());
        }
    }
}

#[test]
fn no_number_in_a_part_of_a_comparison_makes_it_panic() {
    let folder = tempfile::tempdir().unwrap();
    let parts = ["0..40", "40..60"].map(|blocks| {
        let path = folder.path().join(blocks.replace("..", "-"));
        let call = [
            "measure",
            "classic",
            "-b",
            "random+safe",
            "-p",
            "3",
            "-s",
            "1",
            "--blocks",
            blocks,
            "--out",
            path.to_str().unwrap(),
        ];
        assert!(
            run_within(&call, Duration::from_secs(60))
                .is_some_and(|output| output.status.success())
        );
        std::fs::read_to_string(path).unwrap()
    });
    let registry = Registry::default();
    let (mut taken, mut refused) = (0, 0);
    with_other_numbers(&serde_json::from_str(&parts[0]).unwrap(), &mut |changed| {
        let Ok(mut part) = Part::read(&Part::with_checksum(&changed.to_string())) else {
            refused += 1;
            return;
        };
        taken += 1;
        let other = Part::read(&parts[1]).unwrap();
        for whole in [false, true] {
            if whole && part.add(&other).is_err() {
                return;
            }
            let terms = Terms::new(part.confidence(), 0.01);
            let Some(variants) = part.plan.variants(&registry) else { return };
            let report = Report::new(&part.plan, &part.tally, terms, &variants, &registry);
            assert!(
                !text(&report, true).is_empty()
                    && !csv(&report).is_empty()
                    && json_report(&report).is_object()
            );
            assert!(!html(&report, &RunDescription::default()).is_empty());
        }
    });
    assert!(taken > 50 && refused > 300, "{taken} taken, {refused} refused");
}

#[test]
fn impossible_blocks_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("part").to_str().unwrap().to_owned();
    let call =
        ["measure", "classic", "-b", "random", "-s", "1", "--blocks", "0..5", "--out", &path];
    assert!(
        run_within(&call, Duration::from_secs(60)).is_some_and(|output| output.status.success())
    );
    let part: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    for blocks in [
        json!([[5, 0]]),
        json!([[0, 0]]),
        json!([[0, u64::MAX]]),
        json!([[0, 5], [3, 6]]),
        json!([[7, 9], [0, 5]]),
    ] {
        let mut part = part.clone();
        part["tally"]["blocks"] = blocks.clone();
        std::fs::write(&path, Part::with_checksum(&part.to_string())).unwrap();
        for call in [
            &["merge", &path][..],
            &["measure", "classic", "-b", "random", "-s", "1", "-g", "9", "--resume", &path],
        ] {
            let output = run_within(call, Duration::from_secs(60)).unwrap();
            assert_eq!(output.status.code(), Some(1), "{blocks}: {}", err(&output));
            assert!(err(&output).contains(" 999999999999"), "{blocks}: {}", err(&output));
        }
    }
}

#[test]
fn no_number_in_a_position_makes_it_panic() {
    let seas = json!({
        "position": {
            "tiles": [
                { "square": "c4", "tile": 33, "rotation": 0 },
                { "square": "b2", "tile": 9, "rotation": 1 },
            ],
            "players": [
                { "at": "d4:H", "hand": [4, 27] },
                { "at": "g7:D", "hand": [1, 2], "displaced": true }, { "out": true },
            ],
            "active": 0,
            "pile": [5, 6, 7],
            "turn": 4,
            "daikaiju": [
                { "tile": 0, "square": "a6", "facing": 1 },
                { "tile": 4, "square": "f1", "facing": 0 },
            ],
            "supply": [1, 2, 3],
            "boxed": [8]
        },
        "place": { "tile": 27, "rotation": 0 },
        "turn": true,
        "seed": "any",
        "rolls": [[3, 3], [6], [1, 1]],
        "spawns": [[3, 1]],
        "exchange": { "gave": [], "took": [] }
    });
    let scored = json!({
        "position": {
            "players": [{ "at": "a1:B", "hand": [34, 1] }, { "at": "f6:D", "hand": [7, 8, 9] }],
            "active": 0, "pile": [10, 11], "dragon": 1, "turn": 4, "scores": [3, 5]
        },
        "place": { "tile": 34, "rotation": 0 },
        "turn": true
    });
    for (rules, request) in [
        ("seas", &seas),
        ("longest-path", &scored),
        ("most-crossings", &scored),
        ("classic-advanced", &scored),
    ] {
        let variant = variant(rules);
        with_other_numbers(request, &mut |changed| {
            assert!(answer_line(&variant, &changed.to_string()).is_object());
        });
    }
}

#[test]
fn no_number_in_a_record_makes_it_panic() {
    let registry = Registry::default();
    for rules in ["seas", "most-crossings"] {
        let record = played(&variant(rules), 3, "numbers", 0).record;
        let lines: Vec<&str> = record.lines().collect();
        // The head, the deal, and whatever comes first of each kind.
        let mut kinds = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let event: Value = serde_json::from_str(line).unwrap();
            if kinds.contains(&event["event"])
                || !line.contains(|letter: char| letter.is_ascii_digit())
            {
                continue;
            }
            kinds.push(event["event"].clone());
            with_other_numbers(&event, &mut |changed| {
                let mut changed_lines: Vec<String> =
                    lines.iter().map(|&line| line.to_owned()).collect();
                changed_lines[number] = changed.to_string();
                let text = changed_lines.join("\n") + "\n";
                if let Ok(Some(game)) = RecordReader::new(text.as_bytes()).game() {
                    // Whether it still follows is not looked at: only that an answer comes.
                    let _ = Replayer::new(&registry).replay(&game);
                }
            });
        }
        assert!(kinds.len() > 5, "{kinds:?}");
    }
}

#[test]
fn no_number_in_a_suite_makes_it_panic() {
    let file = in_checkout("tests/scenarios/seas-ships.toml");
    let whole = std::fs::read_to_string(&file).unwrap();
    // The first scenarios have what all others have.
    let text: String = whole.split_inclusive("[[scenario]]").take(9).collect();
    let text = text.trim_end_matches("[[scenario]]").to_owned();
    let (registry, files) = (Registry::default(), RuleFiles::default());
    let bytes = text.as_bytes();
    let mut tried = 0;
    for begin in 0..bytes.len() {
        let alone = |at: usize| bytes.get(at).is_none_or(|byte| !byte.is_ascii_alphanumeric());
        if !bytes[begin].is_ascii_digit() || begin > 0 && !alone(begin - 1) {
            continue;
        }
        let end = begin + bytes[begin..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if !alone(end) {
            continue;
        }
        for number in ["0", "-1", "255", "4294967296", "9223372036854775807", "1e300"] {
            let changed = format!("{}{number}{}", &text[..begin], &text[end..]);
            let mut problems = Problems::default();
            let suite = tsuro_suite::read(
                Source::new(SourceId::File(file.clone()), "suite.toml", changed.as_str()),
                &registry,
                &mut problems,
            );
            let suites = [suite];
            let plan = RunPlan::new(
                &suites,
                &RuleSetSelection::Own,
                &mut RuleBook::new(&registry, &files),
                &|_, _| true,
            );
            let played = catch_unwind(AssertUnwindSafe(|| plan.play_all(&suites, 1).len()));
            assert!(
                played.is_ok(),
                "{number} at {begin}: {}",
                &changed[begin.saturating_sub(80)..]
            );
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn the_largest_numbers_that_are_allowed_do_what_they_say() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("part").to_str().unwrap().to_owned();
    let last = [
        "compare",
        "classic",
        "classic+hand=4",
        "-b",
        "random",
        "-s",
        "1",
        "--blocks",
        "999999999999..1000000000000",
        "--out",
        &path,
    ];
    assert!(
        run_within(&last, Duration::from_secs(60)).is_some_and(|output| output.status.success())
    );
    assert_eq!(json(&["merge", &path, "--json"])["blocks"], 1);
}
