//! Golden games: one record for each shipped rule set at its smallest and largest number of
//! players. They change only when the rules, the random streams or the record format do;
//! `TSURO_BLESS=1 cargo test --test all golden::` writes them anew.

use crate::common::games::{kept, played, variant};
use crate::common::golden::compare;
use crate::common::in_checkout;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use tsuro::record::{RecordReader, ReplayVerdict, Replayer};
use tsuro::rules::Registry;

fn folder() -> PathBuf {
    in_checkout("tests/corpus/golden")
}

/// Held while the files are written anew, so that no test reads them then.
static FILES: Mutex<()> = Mutex::new(());

/// The golden games that there have to be: file name and record.
fn wanted() -> Vec<(String, String)> {
    let mut games = Vec::new();
    for name in kept() {
        let variant = variant(name);
        let counts = variant.players();
        for players in BTreeSet::from([counts.fewest(), counts.most()]) {
            // Golden games do not pin the engine's version.
            let record = played(&variant, players, "golden", 0).record.replacen(
                env!("CARGO_PKG_VERSION"),
                "golden",
                1,
            );
            games.push((format!("{name}-{players}.jsonl"), record));
        }
    }
    games
}

#[test]
fn every_shipped_rule_set_plays_its_golden_games() {
    let _files = FILES.lock();
    for (name, record) in wanted() {
        compare(&format!("tests/corpus/golden/{name}"), &record);
    }
}

#[test]
fn no_golden_game_is_left_over_and_all_of_them_can_still_be_read() {
    let _files = FILES.lock();
    let wanted: BTreeSet<String> = wanted().into_iter().map(|(name, _)| name).collect();
    let found: BTreeSet<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(wanted, found);
    let registry = Registry::default();
    for name in found {
        let text = fs::read_to_string(folder().join(&name)).unwrap();
        let game = RecordReader::new(text.as_bytes()).game().unwrap().unwrap();
        let replayed = Replayer::new(&registry)
            .replay(&game)
            .unwrap_or_else(|mismatch| panic!("{name}: {mismatch}"));
        assert!(matches!(replayed.verdict, ReplayVerdict::Complete(_)), "{name}");
    }
}
