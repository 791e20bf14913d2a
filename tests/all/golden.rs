//! Golden games: one record for each shipped rule set at its smallest and largest number of
//! players. They change only when the rules, the random streams or the record format do;
//! `TSURO_BLESS=1 cargo test --test all golden::` writes them anew. The choices of bots are kept as
//! well: whoever trains or measures against a bot by its name wants the same player next year.

use crate::common::games::{kept, played, variant};
use crate::common::golden::compare;
use crate::common::in_checkout;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use tsuro::Game;
use tsuro::bots::BotSpec;
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

/// Every kind of bot, and every setting of a search that changes what it chooses. Searches with
/// values are in `tests/corpus/learned`, whose games change with what was learned.
const BOTS: [&str; 12] = [
    "random",
    "safe",
    "timid",
    "hunter",
    "greedy",
    "ismcts:40",
    "ismcts:40:bias=0",
    "ismcts:40:playout=random",
    "ismcts:40:deals=3",
    "ismcts:40:depth=1",
    "ismcts:40:explore=3",
    "ismcts:40:rank=0.5",
];

/// A game of one bot on all seats: how it ended, and a number that stands for all of its choices.
fn bot_game(rules: &str, players: u8, bot: &str) -> String {
    let mut game = Game::new(rules, players, "golden").unwrap();
    let mut bot = BotSpec::parse(bot).unwrap().make();
    let (mut sum, mut choices) = (0xcbf2_9ce4_8422_2325_u64, 0);
    while let Some(decision) = game.decision() {
        let see = game.observe(decision.seat());
        let choice = bot.choose(&see, &mut game.bot_stream()).unwrap();
        // FNV-1a of the choice as a list of choices has it.
        let index = see.choices().iter().position(|one| *one == choice).unwrap();
        for byte in (index as u32).to_le_bytes() {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        choices += 1;
        game.play(&choice).unwrap();
    }
    let winners = game.ending().unwrap().winners;
    format!("{sum:016x}  {choices} choices, won by {winners:?}")
}

#[test]
fn every_bot_plays_as_it_always_has() {
    let mut found = String::new();
    for (rules, players) in [
        ("classic-advanced", 4),
        ("luxury-advanced", 3),
        ("seas", 3),
        ("draft", 2),
        ("lanterns", 2),
    ] {
        for bot in BOTS {
            let game = bot_game(rules, players, bot);
            writeln!(found, "{rules} {players} {bot}  {game}").unwrap();
        }
    }
    compare("tests/corpus/bots.txt", &found);
}
