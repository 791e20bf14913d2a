//! The fuzz targets of `fuzz/` in short: mutations of their seeds, the same in every run. Nothing
//! may panic or hang, no input may hold much memory, and the program itself ends as documented and
//! lets no control character out.

#[path = "../../fuzz/targets/mod.rs"]
mod targets;

use crate::common::program::tsuro;
use crate::common::{in_checkout, read_checkout};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use targets::oracle::is_control;
use targets::{TARGETS, Target, answers, mutation, parts, positions, records, rule_sets, suites};
use tsuro::game::{Purpose, Rng, RunSeed};
use tsuro::record::{RecordReader, Replayer};
use tsuro::rules::Registry;
use tsuro_lab::compare::{Part, PartError};

/// The most memory in bytes that one input may hold at a time.
const MEMORY: u64 = 32 << 20;

/// The longest that one input may take, on a machine with much other work.
const TIME: Duration = Duration::from_secs(60);

/// The longest input, in bytes: long ones take their time in every mutation, and show nothing that
/// shorter ones do not.
const LONGEST: usize = 16_000;

/// Whether an input was sound, or how it panicked; it may not hold more memory than [`MEMORY`].
fn take(target: &Target, bytes: &[u8]) -> Result<bool, String> {
    let mut taken = Ok(false);
    let held =
        allocation_counter::measure(|| taken = catch_unwind(|| (target.take)(bytes))).bytes_max;
    match taken {
        Ok(_) if held > MEMORY => Err(format!("it holds {held} bytes of memory")),
        Ok(sound) => Ok(sound),
        Err(panic) => Err(tsuro::panics::message(&*panic).to_owned()),
    }
}

/// Where an input that fails is kept.
fn kept(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Keeps the input that is being taken and ends the tests where it takes longer than [`TIME`].
struct Watch(Arc<Mutex<(Instant, Vec<u8>)>>);

impl Watch {
    #[allow(clippy::print_stderr, reason = "a test that hangs can say so in no other way")]
    fn new(target: &Target) -> Self {
        let current = Arc::new(Mutex::new((Instant::now(), Vec::new())));
        let (watched, name) = (Arc::downgrade(&current), format!("{}-hangs", target.name));
        std::thread::spawn(move || {
            while let Some(current) = watched.upgrade() {
                let (since, bytes) = current.lock().unwrap().clone();
                drop(current);
                if since.elapsed() > TIME {
                    fs::write(kept(&name), bytes).unwrap();
                    eprintln!("it hangs: {}", kept(&name).display());
                    std::process::abort();
                }
                std::thread::sleep(Duration::from_secs(1));
            }
        });
        Self(current)
    }

    fn begins(&self, bytes: &[u8]) {
        let mut current = self.0.lock().unwrap();
        current.0 = Instant::now();
        current.1.clear();
        current.1.extend_from_slice(bytes);
    }
}

/// What went wrong with inputs: each sort of failure once.
#[derive(Default)]
struct Failures(BTreeMap<String, String>);

impl Failures {
    /// Whether an input was sound; one that fails is noted, and kept beside the build.
    fn take(&mut self, target: &Target, bytes: &[u8]) -> bool {
        take(target, bytes).unwrap_or_else(|why| {
            let kind: String =
                why.chars().take_while(|letter| !letter.is_ascii_digit()).take(40).collect();
            if !self.0.contains_key(&kind) {
                let file = kept(&format!("{}-{}", target.name, self.0.len()));
                fs::write(&file, bytes).unwrap();
                self.0.insert(
                    kind,
                    format!("{}: {}", file.display(), why.chars().take(600).collect::<String>()),
                );
            }
            false
        })
    }
}

/// The folders in which the inputs of a target begin.
fn folders(target: &Target) -> Vec<PathBuf> {
    let list = read_checkout("fuzz/seeds.txt");
    let line =
        list.lines().find_map(|line| line.strip_prefix(target.name)?.strip_prefix(' ')).unwrap();
    line.split(' ').map(in_checkout).collect()
}

/// The files that mutations begin with.
fn seeds(target: &Target) -> Vec<Vec<u8>> {
    let mut files: Vec<PathBuf> = folders(target)
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|file| {
        file.extension().is_some_and(|end| end != "stderr" && end != "gitattributes")
    });
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// Takes the seeds of a target, of which at least `sound` have to be sound, and `inputs` mutations.
fn fuzz(target: &Target, sound: usize, inputs: u64) {
    let all = seeds(target);
    let (mut failures, watch) = (Failures::default(), Watch::new(target));
    let good: Vec<Vec<u8>> = all
        .iter()
        .inspect(|seed| watch.begins(seed))
        .filter(|seed| failures.take(target, seed))
        .cloned()
        .collect();
    assert!(good.len() >= sound, "of {} unchanged files only {} are sound", all.len(), good.len());
    let mut came_through = 0;
    for number in 0..inputs {
        let mut rng = RunSeed::new("mutations").game(number).stream(Purpose::Deck, 0, 0, 0);
        let from = if number % 2 == 0 { &all } else { &good };
        let bytes = mutation(target, from, &all, &mut rng);
        watch.begins(&bytes);
        came_through += u64::from(failures.take(target, &bytes));
    }
    assert!(
        failures.0.is_empty(),
        "the inputs are kept in these files:\n{}",
        failures.0.into_values().collect::<Vec<_>>().join("\n")
    );
    assert!(came_through * 100 > inputs, "only {came_through} of {inputs} inputs are sound");
}

fn mutation(target: &Target, from: &[Vec<u8>], all: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = from[rng.below(from.len() as u32) as usize].clone();
    if bytes.len() > LONGEST {
        let at = rng.below((bytes.len() - LONGEST) as u32) as usize;
        // From a line on, in one of two: the first line matters in most files.
        let from = if rng.below(2) == 0 { 0 } else { at };
        bytes = bytes[from..from + LONGEST].to_vec();
    }
    mutation::mutate(&mut bytes, target.pieces, all, rng);
    bytes
}

#[test]
fn no_rule_set_makes_the_program_panic() {
    fuzz(&rule_sets::TARGET, 28, 20_000);
}

#[test]
fn no_record_makes_the_program_panic() {
    fuzz(&records::TARGET, 40, 3_000);
}

#[test]
fn no_position_makes_the_program_panic() {
    fuzz(&positions::TARGET, 12, 5_000);
}

#[test]
fn no_suite_makes_the_program_panic() {
    fuzz(&suites::TARGET, 6, 10_000);
}

#[test]
fn no_part_of_a_comparison_makes_the_program_panic() {
    fuzz(&parts::TARGET, 4, 25_000);
}

#[test]
fn a_part_with_impossible_numbers_is_refused() {
    let text =
        fs::read_to_string(in_checkout("fuzz/seeds/parts/measured-in-two-parts.jsonl")).unwrap();
    let part: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let with = |pointer: &str, value: Value| {
        let mut part = part.clone();
        *part.pointer_mut(pointer).unwrap() = value;
        Part::read(&Part::with_checksum(&part.to_string()))
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    assert_eq!(with("/plan/seed", json!("2")), Ok(()));
    let shape = Err("the sums do not belong to the plan of the part".to_owned());
    let numbers = Err(PartError::Numbers.to_string());
    assert_eq!(with("/plan/tables/0/players", json!(255)), shape);
    // As many tallies as that plan asks for do not fit into any memory.
    let wide = json!({
        "sides": vec![part["plan"]["sides"][0].clone(); 300],
        "tables": vec![part["plan"]["tables"][0].clone(); 30_000],
    });
    let mut plan = part["plan"].clone();
    plan.as_object_mut().unwrap().extend(wide.as_object().unwrap().clone());
    assert_eq!(with("/plan", plan), shape);
    let side = |field: &str| format!("/tally/tables/0/sides/0/{field}");
    for (pointer, value) in [
        ("/tally/blocks".into(), json!([[5, 2]])),
        ("/tally/blocks".into(), json!([[0, u64::MAX], [1, u64::MAX]])),
        ("/tally/tables/0/blocks".into(), json!(u64::MAX)),
        (side("columns/0/over"), json!(i128::MAX.to_string())),
        (side("columns/0/over_over"), json!(i128::MIN.to_string())),
        (side("groups/0/games"), json!(u64::MAX)),
        (side("groups/0/turns"), json!([u64::MAX, u64::MAX])),
        (side("groups/0/wins/0"), json!(i64::MIN)),
        (side("groups/0/luck/squares"), json!(i128::MIN.to_string())),
        (side("fired"), json!([u64::MAX])),
        (side("outcomes"), json!({ "tie": u64::MAX })),
    ] {
        assert_eq!(with(&pointer, value), numbers, "{pointer}");
    }
}

#[test]
fn no_answer_of_a_program_makes_the_program_panic() {
    fuzz(&answers::TARGET, 3, 6_000);
}

#[cfg(feature = "web")]
#[test]
fn no_message_of_a_client_makes_the_server_panic() {
    fuzz(&targets::messages::TARGET, 3, 100_000);
}

#[test]
fn every_fuzz_target_has_seeds_and_a_binary() {
    let manifest = fs::read_to_string(in_checkout("fuzz/Cargo.toml")).unwrap();
    for target in TARGETS {
        assert!(!seeds(target).is_empty(), "{} has no seeds", target.name);
        assert!(
            folders(target).contains(&in_checkout("fuzz/seeds").join(target.name)),
            "{}",
            target.name
        );
        assert!(
            in_checkout("fuzz/fuzz_targets").join(format!("{}.rs", target.name)).exists(),
            "{}",
            target.name
        );
        assert!(manifest.contains(&format!("name = \"{}\"\n", target.name)), "{}", target.name);
    }
    let list = read_checkout("fuzz/seeds.txt");
    assert_eq!(list.lines().filter(|line| !line.starts_with('#')).count(), TARGETS.len());
}

/// How a call of the program has to end.
enum Ends {
    /// With one of these codes.
    With(&'static [i32]),
    /// With 0 if the input is accepted, and otherwise with 1.
    As(bool),
}

/// The calls of the program that read a file of this sort.
fn calls<'f>(target: &str, file: &'f str, bytes: &[u8]) -> Vec<(Vec<&'f str>, Ends)> {
    let text = String::from_utf8_lossy(bytes);
    match target {
        "rule_sets" => vec![
            (vec!["rules", "check", file], Ends::With(&[0, 1])),
            (vec!["rules", "show", file], Ends::With(&[0, 1])),
            (vec!["rules", "check", "--json", file], Ends::With(&[0, 1])),
            (
                vec!["simulate", file, "--games", "3", "--seed", "1", "--threads", "1"],
                Ends::With(&[0, 1]),
            ),
        ],
        "records" => vec![
            (vec!["replay", file], Ends::As(follows(bytes))),
            (vec!["replay", "--json", file], Ends::As(follows(bytes))),
            (vec!["replay", "--view", "0", file], Ends::As(follows(bytes))),
            (vec!["replay", "--at", "3", file], Ends::With(&[0, 1, 2])),
            (vec!["scenario", file, "--turn", "3"], Ends::With(&[0, 1, 2])),
            (vec!["advise", file, "--games", "1", "--at", "3"], Ends::With(&[0, 1, 2])),
        ],
        "positions" => vec![
            (vec!["apply", "--rules", "seas"], Ends::As(true)),
            (vec!["advise", file, "--rules", "classic", "--games", "1"], Ends::With(&[0, 1, 2])),
        ],
        "suites" => vec![
            (vec!["test", file], Ends::With(&[0, 1, 2])),
            (vec!["test", "--format", "junit", file], Ends::With(&[0, 1, 2])),
            (vec!["test", "--format", "tap", "--verbose", file], Ends::With(&[0, 1, 2])),
            (vec!["test", "--json", file], Ends::With(&[0, 1, 2])),
        ],
        "parts" => {
            // What is not text cannot be read at all.
            let codes: &[i32] = if Part::read(&text).is_ok() { &[0, 1, 2] } else { &[1, 2] };
            vec![
                (vec!["merge", "--all", file], Ends::With(codes)),
                (vec!["merge", "--json", file], Ends::With(codes)),
            ]
        }
        // Messages come to a server, which `server::attacks` sends garbage.
        "messages" => Vec::new(),
        _ => vec![(
            vec![
                "simulate",
                "classic",
                "--games",
                "2",
                "--seed",
                "1",
                "--threads",
                "1",
                "--bots",
                file,
            ],
            Ends::With(&[0]),
        )],
    }
}

/// Whether a stream of records has games that all follow.
fn follows(bytes: &[u8]) -> bool {
    let registry = Registry::default();
    let (mut reader, mut replayer) = (RecordReader::new(bytes), Replayer::new(&registry));
    let mut games = 0;
    loop {
        match reader.game() {
            Ok(Some(game)) if replayer.replay(&game).is_ok() => games += 1,
            Ok(None) => return games > 0,
            Ok(Some(_)) | Err(_) => return false,
        }
    }
}

/// Calls the program with mutated files, and says what was not as it should be.
fn call(inputs: u64, judge: &dyn Fn(&Output, &Ends) -> Option<String>) {
    let folder = tempfile::tempdir().unwrap();
    let mut failures = BTreeMap::new();
    for target in TARGETS {
        let all = seeds(target);
        for number in 0..inputs {
            let mut rng = RunSeed::new("calls").game(number).stream(Purpose::Deck, 0, 0, 0);
            let bytes = mutation(target, &all, &all, &mut rng);
            let path = folder.path().join(format!(
                "input-{number}.{}",
                if target.name == "parts" { "json" } else { "toml" }
            ));
            fs::write(&path, &bytes).unwrap();
            let mut argument = path.display().to_string();
            if target.name == "answers" {
                // A program that writes the file for each line that it reads.
                argument =
                    format!("exec:sh -c 'while read -r request; do cat {argument}; done',random");
            }
            let mut calls = calls(target.name, &argument, &bytes);
            if calls.is_empty() {
                continue;
            }
            let (arguments, ends) = calls.swap_remove(number as usize % calls.len());
            let mut command = tsuro(&arguments);
            if arguments[0] == "apply" {
                command.stdin(File::open(&path).unwrap());
            }
            if let Some(why) = judge(&command.output().unwrap(), &ends) {
                let kept = kept(&format!("call-{}-{number}", target.name));
                fs::write(&kept, &bytes).unwrap();
                failures
                    .entry((target.name, arguments[0].to_owned()))
                    .or_insert(format!("{}: {arguments:?}: {why}", kept.display()));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "the inputs are kept in these files:\n{}",
        failures.into_values().collect::<Vec<_>>().join("\n")
    );
}

#[cfg(unix)]
#[test]
fn the_program_ends_as_documented_whatever_it_reads_and_lets_no_control_character_out() {
    let odd_end = |output: &Output, ends: &Ends| {
        let code = output.status.code();
        let expected: &[i32] = match ends {
            Ends::With(codes) => codes,
            Ends::As(true) => &[0],
            Ends::As(false) => &[1],
        };
        let is_fine = code.is_some_and(|code| expected.contains(&code));
        (!is_fine).then(|| {
            format!(
                "ends with {code:?} and not with {expected:?}: {}",
                String::from_utf8_lossy(&output.stderr)
            )
        })
    };
    let odd_letter = |output: &Output| {
        [&output.stdout, &output.stderr].into_iter().find_map(|bytes| {
            let text = String::from_utf8_lossy(bytes);
            let odd = text.chars().find(|&letter| is_control(letter) && letter != '\t');
            odd.map(|odd| format!("{odd:?} comes out in {text:?}").chars().take(800).collect())
        })
    };
    call(60, &|output, ends| odd_end(output, ends).or_else(|| odd_letter(output)));
}

/// A regression found by fuzzing is a file in `fuzz/seeds`, which the tests above take first.
#[test]
fn a_graph_of_mixins_and_parents_does_not_grow_without_end() {
    let take = |text: &str| take(&rule_sets::TARGET, text.as_bytes()).unwrap();
    // Every file mixes in all the later ones thirty-two times; a mixin may not have mixins, so it
    // ends at the first.
    let mut text = String::from("schema = 1\nextends = \"a.toml\"\n");
    for name in ["a", "b", "c"] {
        let list = ["\"b.toml\""; 32].join(", ");
        write!(text, "\n=== {name}.toml\nschema = 1\nmixins = [{list}]\n").unwrap();
    }
    assert!(!take(&text));
    // A thousand parents in a row.
    let mut chain = String::from("schema = 1\nextends = \"0.toml\"\n");
    for number in 0..1000 {
        write!(chain, "\n=== {number}.toml\nschema = 1\nextends = \"{}.toml\"\n", number + 1)
            .unwrap();
    }
    assert!(!take(&chain));
    // The largest that is allowed is played.
    let largest = "schema = 1\n[board]\ncolumns = 16\nrows = 16\n[players]\nmax = 32\n[tiles]\n\
        hand = 5\ncopies = 29\n[hazard]\nrule = \"daikaiju\"\n\
        movement-dice = 3\nmoves-on = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\n\
        setup = [{ players = [1, 32], place = 10 }]\nminimum = 10\n";
    assert!(take(largest));
}
