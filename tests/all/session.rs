//! The checked game: every choice is checked in every build, and whatever is past can be had again.

use proptest::prelude::*;

use std::sync::Arc;
use tsuro::rules::Registry;
use tsuro::ruleset::{BUILT_INS, BuiltIns, Variant};
use tsuro::{Game, Snapshot};

fn variant(name: &str) -> Arc<Variant> {
    Arc::new(Variant::load(name, &BuiltIns, &Registry::default()).expect("a built-in rule set"))
}

/// Rule sets that between them have every kind of decision and every kind of state.
const RULES: [&str; 9] =
    ["classic", "luxury", "seas", "seas+rough-seas", "luxury-advanced", "most-crossings", "longest-path", "solo", "open-tiles"];

#[test]
fn every_built_in_rule_set_is_played_to_its_end() {
    for built_in in BUILT_INS {
        let variant = variant(built_in.name);
        let mut game = Game::of(Arc::clone(&variant), variant.players().1.min(4), "a game of each").expect(built_in.name);
        while let Some(decision) = game.decision() {
            let choice = game.observe(decision.seat()).choices()[0].clone();
            game.play(&choice).expect("one of the choices");
        }
        assert!(game.ending().is_some(), "{}", built_in.name);
    }
}

/// Plays with choices from a row of numbers until a decision, calls `each` at each, and gives the game back at its end.
fn play(mut game: Game, choices: &[u16], mut each: impl FnMut(&Game)) -> Game {
    let mut choices = choices.iter().cycle();
    while let Some(decision) = game.decision() {
        each(&game);
        let all = game.observe(decision.seat()).choices();
        let choice = &all[usize::from(*choices.next().expect("a cycle")) % all.len()];
        game.play(choice).expect("one of the choices");
    }
    game
}

fn text(game: &Game) -> String {
    game.events_since(0).map(|event| format!("{event:?}\n")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// From a snapshot, from a position and from a clone a game goes on as it would have, whatever the phase; and a step taken back leaves what was before.
    #[test]
    fn a_game_goes_on_the_same_from_wherever_it_is_taken_up(rules in 0..RULES.len(), players in 2u8..=5, seed in 0u32..1000, row in prop::collection::vec(any::<u16>(), 40)) {
        let variant = variant(RULES[rules]);
        let players = players.clamp(variant.players().0, variant.players().1);
        let begin = || Game::of(Arc::clone(&variant), players, &seed.to_string()).expect("the players fit");
        let mut at: Vec<(Game, usize)> = Vec::new();
        let mut number = 0;
        let whole = play(begin(), &row, |game| {
            at.push((game.clone(), number));
            number += 1;
        });
        for (game, number) in at.into_iter().step_by(3) {
            let rest: Vec<u16> = row.iter().cycle().skip(number).take(row.len()).copied().collect();
            let json = serde_json::to_string(&game.snapshot()).expect("it can be written");
            let snapshot: Snapshot = serde_json::from_str(&json).expect("it can be read");
            let restored = Game::restore_under(Arc::clone(&variant), &snapshot).expect("it was a game");
            prop_assert_eq!(restored.snapshot(), snapshot);
            prop_assert_eq!(text(&play(restored, &rest, |_| {})), text(&whole));

            let position = game.position();
            let set_up = Game::at(Arc::clone(&variant), &position, &seed.to_string());
            let set_up = set_up.map_err(|why| TestCaseError::fail(format!("{why}: {position}")))?;
            prop_assert_eq!(set_up.position(), position);
            let mark = game.mark();
            let after: String = whole.events_since(mark).map(|event| format!("{event:?}\n")).collect();
            prop_assert_eq!(text(&play(set_up, &rest, |_| {})), after);

            let mut undone = game.clone();
            if let Some(choice) = undone.undo() {
                undone.play(&choice).expect("it was allowed before");
                prop_assert_eq!(undone.snapshot(), game.snapshot());
            }
        }
        let record = whole.record().expect("it began with the deal");
        let again = Game::from_record(&record, &Registry::default()).expect("it follows");
        prop_assert_eq!(again.ending(), whole.ending());
        prop_assert_eq!(again.record().expect("it began with the deal"), record);
    }
}
