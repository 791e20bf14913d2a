//! The fuzz targets of `fuzz/` in short: mutations of their seeds, the same in every run. Nothing may panic, no input may hold much memory,
//! and no message may carry a control character; an input that hangs, hangs the test.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(feature = "cli")]

#[path = "../fuzz/targets/mod.rs"]
mod targets;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use targets::{TARGETS, Target, answers, mutation, parts, positions, records, rule_sets, suites};
use tsuro::game::{Purpose, Rng, RunSeed};

/// The most memory in bytes that one input may hold at a time.
const MEMORY: u64 = 32 << 20;

/// The longest input, in bytes: long ones take their time in every mutation, and show nothing that shorter ones do not.
const LONGEST: usize = 16_000;

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Whether an input was sound, or how it panicked; it may not hold more memory than [`MEMORY`].
fn take(target: &Target, bytes: &[u8]) -> Result<bool, String> {
    let mut taken = Ok(false);
    let held = allocation_counter::measure(|| taken = catch_unwind(|| (target.take)(bytes))).bytes_max;
    match taken {
        Ok(_) if held > MEMORY => Err(format!("it holds {held} bytes of memory")),
        Ok(sound) => Ok(sound),
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            Err(panic.downcast_ref::<String>().cloned().or(text).unwrap_or_default())
        }
    }
}

/// What went wrong with inputs: each sort of failure once.
#[derive(Default)]
struct Failures(BTreeMap<String, String>);

impl Failures {
    /// Whether an input was sound; one that fails is noted, and kept beside the build.
    fn take(&mut self, target: &Target, bytes: &[u8]) -> bool {
        take(target, bytes).unwrap_or_else(|why| {
            let kind: String = why.chars().take_while(|letter| !letter.is_ascii_digit()).take(40).collect();
            if !self.0.contains_key(&kind) {
                let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{}", target.name, self.0.len()));
                fs::write(&file, bytes).unwrap();
                self.0.insert(kind, format!("{}: {}", file.display(), why.chars().take(600).collect::<String>()));
            }
            false
        })
    }
}

/// The folders in which the inputs of a target begin.
fn folders(target: &Target) -> Vec<PathBuf> {
    let list = fs::read_to_string(root("fuzz/seeds.txt")).unwrap();
    let line = list.lines().find_map(|line| line.strip_prefix(target.name)?.strip_prefix(' ')).unwrap();
    line.split(' ').map(root).collect()
}

/// The files that mutations begin with.
fn seeds(target: &Target) -> Vec<Vec<u8>> {
    let mut files: Vec<PathBuf> =
        folders(target).iter().flat_map(|folder| fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end != "stderr" && end != "gitattributes"));
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// Takes the seeds of a target, of which at least `sound` have to be sound, and `inputs` mutations.
fn fuzz(target: &Target, sound: usize, inputs: u64) {
    let all = seeds(target);
    let mut failures = Failures::default();
    let good: Vec<Vec<u8>> = all.iter().filter(|seed| failures.take(target, seed)).cloned().collect();
    assert!(good.len() >= sound, "of {} unchanged files only {} are sound", all.len(), good.len());
    let mut came_through = 0;
    for number in 0..inputs {
        let mut rng = RunSeed::new("mutations").game(number).stream(Purpose::Deck, 0, 0, 0);
        let from = if number % 2 == 0 { &all } else { &good };
        let bytes = mutation(target, from, &all, &mut rng);
        came_through += u64::from(failures.take(target, &bytes));
    }
    assert!(failures.0.is_empty(), "the inputs are kept in these files:\n{}", failures.0.into_values().collect::<Vec<_>>().join("\n"));
    assert!(came_through * 20 > inputs, "only {came_through} of {inputs} inputs are sound");
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
    fuzz(&rule_sets::TARGET, 28, 8_000);
}

#[test]
fn no_record_makes_the_program_panic() {
    fuzz(&records::TARGET, 40, 2_000);
}

#[test]
fn no_position_makes_the_program_panic() {
    fuzz(&positions::TARGET, 12, 6_000);
}

#[test]
fn no_suite_makes_the_program_panic() {
    fuzz(&suites::TARGET, 6, 2_000);
}

#[test]
fn no_part_of_a_comparison_makes_the_program_panic() {
    fuzz(&parts::TARGET, 4, 2_000);
}

#[test]
fn no_answer_of_a_program_makes_the_program_panic() {
    fuzz(&answers::TARGET, 3, 2_000);
}

#[test]
fn every_target_has_its_seeds_and_its_place_among_those_of_cargo_fuzz() {
    let manifest = fs::read_to_string(root("fuzz/Cargo.toml")).unwrap();
    for target in &TARGETS {
        assert!(!seeds(target).is_empty(), "{} has no seeds", target.name);
        assert!(folders(target).contains(&root("fuzz/seeds").join(target.name)), "{}", target.name);
        assert!(root("fuzz/fuzz_targets").join(format!("{}.rs", target.name)).exists(), "{}", target.name);
        assert!(manifest.contains(&format!("name = \"{}\"\n", target.name)), "{}", target.name);
    }
    let list = fs::read_to_string(root("fuzz/seeds.txt")).unwrap();
    assert_eq!(list.lines().filter(|line| !line.starts_with('#')).count(), TARGETS.len());
}

/// A regression found by fuzzing is a file in `fuzz/seeds`, which the tests above take first.
#[test]
fn a_graph_of_mixins_and_parents_does_not_grow_without_end() {
    let take = |text: &str| take(&rule_sets::TARGET, text.as_bytes()).unwrap();
    // Every file mixes in all the later ones thirty-two times; a mixin may not have mixins, so it ends at the first.
    let mut text = String::from("schema = 1\nextends = \"a.toml\"\n");
    for name in ["a", "b", "c"] {
        let list = ["\"b.toml\""; 32].join(", ");
        write!(text, "\n=== {name}.toml\nschema = 1\nmixins = [{list}]\n").unwrap();
    }
    assert!(!take(&text));
    // A thousand parents in a row.
    let mut chain = String::from("schema = 1\nextends = \"0.toml\"\n");
    for number in 0..1000 {
        write!(chain, "\n=== {number}.toml\nschema = 1\nextends = \"{}.toml\"\n", number + 1).unwrap();
    }
    assert!(!take(&chain));
    // The largest that is allowed is played.
    let largest = "schema = 1\n[board]\ncolumns = 16\nrows = 16\n[players]\nmax = 32\n[tiles]\nhand = 5\ncopies = 29\n[hazard]\nrule = \"daikaiju\"\n\
        movement-dice = 3\nmoves-on = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\nsetup = [{ players = [1, 32], place = 10 }]\nminimum = 10\n";
    assert!(take(largest));
}
