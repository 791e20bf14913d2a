//! The fuzz target of `fuzz/` in short: mutations of the broken and the shipped files, the same in every run. Nothing may panic, and no input
//! may hold much memory; one that hangs, hangs the test.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![cfg(feature = "cli")]

#[path = "../fuzz/load_path.rs"]
mod load_path;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use tsuro::game::{Purpose, Rng, RunSeed};

/// Inputs made by mutation.
const INPUTS: u64 = 20_000;

/// The most memory in bytes that one input may hold at a time.
const MEMORY: u64 = 32 << 20;

/// Whether an input came to a game; it may not hold more memory than [`MEMORY`].
fn take(bytes: &[u8]) -> bool {
    let mut played = false;
    let held = allocation_counter::measure(|| played = load_path::take(bytes)).bytes_max;
    assert!(held < MEMORY, "{held} bytes for\n{}", String::from_utf8_lossy(bytes));
    played
}

/// The files that mutations begin with.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for folder in ["tests/corpus/bad-rulesets", "rulesets", "rulesets/house", "fuzz/seeds"] {
        let mut files: Vec<_> =
            fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        seeds.extend(files.iter().filter(|file| file.extension().is_some_and(|end| end == "toml")).map(|file| fs::read(file).unwrap()));
    }
    assert!(seeds.len() > 120, "only {} files", seeds.len());
    seeds
}

/// Pieces that files are made of, right ones and those that hurt.
const PIECES: [&str; 34] = [
    "16",
    "3",
    "0",
    "-1",
    "32",
    "1024",
    "9223372036854775807",
    "99999999999999999999999",
    "0x7f",
    "1e308",
    "nan",
    "true",
    "\"",
    "[",
    "]",
    "{",
    "}",
    "#",
    "=",
    "\n",
    "\u{feff}",
    "\u{202e}",
    "extends = \"seas\"\n",
    "extends = \"main.toml\"\n",
    "mixins = [\"big-board\", \"crowd\"]\n",
    "copies = 29\n",
    "copies = { 0 = 1024 }\n",
    "rule = \"daikaiju\"\n",
    "rule = \"solo\"\n",
    "[board]\n",
    "[players]\nmax = 32\n",
    "[[hazard.tiles]]\n",
    "\n=== other.toml\n",
    "\n[hazard]\nminimum = 64\nmovement-dice = 3\n",
];

/// One to three changes.
fn mutate(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], rng: &mut Rng) {
    for _ in 0..=rng.below(3) {
        let at = rng.below(bytes.len() as u32 + 1) as usize;
        let end = (at + rng.below(24) as usize).min(bytes.len());
        match rng.below(7) {
            0 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            1 => drop(bytes.drain(at..end)),
            2 => drop(bytes.splice(at..at, bytes[at..end].repeat(1 + rng.below(8) as usize))),
            3 | 4 => drop(bytes.splice(at..at, PIECES[rng.below(PIECES.len() as u32) as usize].bytes())),
            5 => {
                let other = &seeds[rng.below(seeds.len() as u32) as usize];
                let from = rng.below(other.len() as u32 + 1) as usize;
                let to = (from + rng.below(200) as usize).min(other.len());
                drop(bytes.splice(at..at, other[from..to].iter().copied()));
            }
            _ => {
                // Another number in place of one that is there.
                if let Some(digit) = bytes[at..].iter().position(u8::is_ascii_digit).map(|digit| at + digit) {
                    let digits = bytes[digit..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    let number = PIECES[rng.below(10) as usize].bytes();
                    drop(bytes.splice(digit..digit + digits, number));
                }
            }
        }
    }
}

#[test]
fn no_input_makes_the_load_path_panic() {
    let seeds = seeds();
    let sound: Vec<Vec<u8>> = seeds.iter().filter(|seed| take(seed)).cloned().collect();
    assert!(sound.len() > 28, "of the unchanged files only {} came to a game", sound.len());
    let mut played = 0;
    for number in 0..INPUTS {
        let mut rng = RunSeed::new("mutations").game(number).stream(Purpose::Deck, 0, 0, 0);
        let from = if number % 2 == 0 { &seeds } else { &sound };
        let mut bytes = from[rng.below(from.len() as u32) as usize].clone();
        // Long lists of mistakes take their time in every mutation, and show nothing that shorter ones do not.
        bytes.truncate(4_000);
        mutate(&mut bytes, &seeds, &mut rng);
        played += usize::from(take(&bytes));
    }
    assert!(played > 1_000, "only {played} inputs came to a game");
}

/// A regression found by fuzzing is a file in `fuzz/seeds`, which the test above takes first.
#[test]
fn a_graph_of_mixins_and_parents_does_not_grow_without_end() {
    // Every file mixes in all the later ones thirty-two times; a mixin may not have mixins, so it ends at the first.
    let mut text = String::from("schema = 1\nextends = \"a.toml\"\n");
    for name in ["a", "b", "c"] {
        let list = ["\"b.toml\""; 32].join(", ");
        write!(text, "\n=== {name}.toml\nschema = 1\nmixins = [{list}]\n").unwrap();
    }
    assert!(!take(text.as_bytes()));
    // A thousand parents in a row.
    let mut chain = String::from("schema = 1\nextends = \"0.toml\"\n");
    for number in 0..1000 {
        write!(chain, "\n=== {number}.toml\nschema = 1\nextends = \"{}.toml\"\n", number + 1).unwrap();
    }
    assert!(!take(chain.as_bytes()));
    // The largest that is allowed is played.
    let largest = "schema = 1\n[board]\ncolumns = 16\nrows = 16\n[players]\nmax = 32\n[tiles]\nhand = 5\ncopies = 29\n[hazard]\nrule = \"daikaiju\"\n\
        movement-dice = 3\nmoves-on = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\nsetup = [{ players = [1, 32], place = 10 }]\nminimum = 10\n";
    assert!(take(largest.as_bytes()));
}
