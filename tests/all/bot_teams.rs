//! Bots that play in teams (V9): they spare their mates, and a team of better players wins.

use crate::common::games::variant;
use serde_json::json;
use std::sync::Arc;
use tsuro::Game;
use tsuro::board::Laid;
use tsuro::bots::{BotSpec, BotTable};
use tsuro::game::{Choice, Luck, RunSeed, Seat, bot_stream, play};
use tsuro::with_rules;

/// What a bot places in the first seat, where tile 34 puts out a piece that waits at a1:H and tile
/// 33 puts out none.
fn placed(bot: &str, at_h: usize) -> Laid {
    let mut players = json!([
        { "at": "a1:B", "hand": [33, 34] },
        { "at": "f6:D", "hand": [1, 2, 3] },
        { "at": "f5:D", "hand": [4, 5, 6] },
        { "at": "f4:D", "hand": [7, 8, 9] },
    ]);
    players[at_h]["at"] = json!("a1:H");
    let position = json!({ "players": players, "active": 0, "turn": 5, "pile": [10, 11, 12, 13] });
    let game = Game::at(Arc::new(variant("teams")), &position, "teams")
        .unwrap_or_else(|why| panic!("{why}"));
    let seat = Seat::new(0);
    let see = game.observe(seat);
    let mut rng = bot_stream(RunSeed::new("teams").game(0), see.phase(), seat, see.turn());
    match BotSpec::parse(bot).unwrap().make().choose(&see, &mut rng) {
        Some(Choice::Place(tile)) => tile,
        other => panic!("{bot}: {other:?}"),
    }
}

#[test]
fn bots_put_opponents_out_and_spare_mates() {
    for bot in ["hunter", "greedy", "ismcts:600"] {
        let faces = [1, 2, 3].map(|seat| placed(bot, seat).face().number());
        assert_eq!(
            faces,
            [34, 33, 34],
            "{bot}: the second and the fourth seat are opponents, the third is a mate"
        );
    }
    for bot in ["safe", "timid"] {
        assert_eq!(placed(bot, 2).face().number(), 33, "{bot}");
    }
}

/// How many of `games` each team of seats wins; a tie and a shared win count for neither.
fn wins(rules: &str, bots: [&str; 4], games: u64) -> [u32; 2] {
    let variant = variant(rules);
    let specs = bots.map(|bot| BotSpec::parse(bot).unwrap());
    let mut wins = [0; 2];
    with_rules!(variant.rules(), |rules| {
        for number in 0..games {
            let seed = RunSeed::new("two teams").game(number);
            let mut table = BotTable::new(specs.iter().map(BotSpec::make).collect(), seed);
            let state = play(rules, 4, &mut table, &mut Luck(seed), &mut ())
                .unwrap_or_else(|why| panic!("{why}"));
            let winners = state.core().ending().expect("the game is over").winners;
            let teams = [0, 1].map(|team| winners.contains(Seat::new(team)));
            match teams {
                [true, false] => wins[0] += 1,
                [false, true] => wins[1] += 1,
                _ => {}
            }
        }
    });
    wins
}

#[test]
fn two_greedy_players_beat_two_random_ones_from_either_side_of_the_table() {
    for rules in ["teams", "teams+draw.rule=draft"] {
        let first = wins(rules, ["greedy", "random", "greedy", "random"], 200);
        let second = wins(rules, ["random", "greedy", "random", "greedy"], 200);
        let (greedy, random) = (first[0] + second[1], first[1] + second[0]);
        assert!(greedy > 4 * random && greedy > 280, "{rules}: {greedy} to {random}");
    }
}
