//! Memory and outcomes of simulated games: counts and bytes, which are the same on every machine.

use crate::common::games::variant;
use crate::common::golden::compare;
use allocation_counter::measure;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use tsuro::game::unchecked::deal_on;
use tsuro::game::{Luck, RuleSet, RunSeed, Uniform, play_on, table};
use tsuro::rules::Registry;
use tsuro::ruleset::{BUILT_INS, HOUSE_RULES, Variant};
use tsuro::with_rules;
use tsuro_lab::signature;

/// The shipped rule sets, editions and house rules.
fn shipped() -> impl Iterator<Item = (&'static str, Variant)> {
    BUILT_INS.iter().chain(HOUSE_RULES).map(|built_in| (built_in.name, variant(built_in.name)))
}

/// The smallest number of players, four or as near as can be, and the largest.
fn tables(variant: &Variant) -> BTreeSet<u8> {
    let counts = variant.players();
    [counts.fewest(), counts.nearest(4), counts.most()].into()
}

/// The number of allocations of `games` games at one table, from the deal to the end.
fn allocations<R: RuleSet>(rules: &R, players: u8, games: u64) -> u64 {
    let (fresh, run) = (table(rules, players), RunSeed::new("memory"));
    let mut state = fresh.clone();
    let counted = measure(|| {
        for index in 0..games {
            let seed = run.game(index);
            let mut luck = Luck(seed);
            state.clone_from(&fresh);
            deal_on(rules, &mut state, &mut luck, &mut ());
            let Ok(_) = play_on(rules, &mut state, &mut Uniform(seed), &mut luck, &mut ());
        }
    });
    counted.count_total
}

/// Rule sets that ask: each question is a list.
const ASKING: [&str; 6] =
    ["storm-seas", "draft", "team-seas", "taihou", "mystic-portal", "veterans"];

#[test]
fn a_simulated_game_that_asks_nothing_allocates_no_memory() {
    let calm =
        "schema = 1\nextends = \"storm-seas\"\n[[hazard]]\nrule = \"cannon\"\nremove = true\n";
    let calm = (
        "storm-seas without cannons",
        Variant::from_text("calm", calm, &Registry::default()).unwrap(),
    );
    for (name, variant) in
        shipped().filter(|(name, _)| !ASKING.contains(name)).chain(std::iter::once(calm))
    {
        for players in tables(&variant) {
            let count = with_rules!(variant.rules(), |rules| allocations(rules, players, 50));
            // Lives that are lost are kept beside the table, where most games have nothing.
            let lives =
                with_rules!(variant.rules(), |rules| tsuro::game::RuleSet::basics(rules).lives());
            let most = match name {
                // So are squares that rules hold, a few times in a game.
                "uzushio" => 200,
                _ if lives > 1 => 50,
                _ => 0,
            };
            assert!(count <= most, "{name}, {players} players: {count}");
        }
    }
}

#[test]
fn the_allocation_counter_counts() {
    assert_eq!(measure(|| drop(std::hint::black_box(Vec::<u8>::with_capacity(10)))).count_total, 1);
}

/// Rule sets with larger boards or several hazards, with the room that they need.
const LARGER: [(&str, u64); 9] = [
    ("big-board", 6 * 1024),
    ("islands", 6 * 1024),
    ("storm-seas", 1408),
    ("taihou", 1280),
    ("mystic-portal", 1280),
    ("veterans", 1408),
    ("uzushio", 1280),
    ("wave", 1280),
    ("solo-seas", 1280),
];

#[test]
fn a_game_fits_into_nine_eighths_of_a_kibibyte() {
    for (name, variant) in shipped() {
        let most = LARGER.iter().find(|larger| larger.0 == name).map_or(1152, |larger| larger.1);
        for players in tables(&variant) {
            let (size, elsewhere) = with_rules!(variant.rules(), |rules| {
                let mut size = 0;
                let elsewhere = measure(|| size = size_of_val(&table(rules, players))).bytes_max;
                (size as u64, elsewhere)
            });
            assert!(
                size + elsewhere <= most,
                "{name}, {players} players: {size} bytes and {elsewhere} on the heap"
            );
        }
    }
}

/// Only a change of behaviour may change these numbers;
/// `TSURO_BLESS=1 cargo test --test all simulated_games::` writes them anew.
#[test]
fn the_signatures_are_those_of_the_table() {
    let mut found = String::new();
    for name in BUILT_INS.iter().map(|built_in| built_in.name) {
        let variant = variant(name);
        for players in tables(&variant) {
            writeln!(found, "{:016x}  {name} {players}", signature(&variant, players)).unwrap();
        }
    }
    compare("tests/corpus/signatures.txt", &found);
}
