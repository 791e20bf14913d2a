//! Whole games that are made up: chance and choices are drawn, everything else follows.

use super::taihou::{MOST, TAIHOU, taihou_in};
use super::{Game, Next};
use serde_json::{Value, json};

/// Numbers that jump about (`SplitMix64`), the same ones for the same start.
#[derive(Clone, Debug)]
pub struct Jump(pub u64);

impl Jump {
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 33) as usize % count
    }

    /// One of these.
    pub fn one<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for index in (1..list.len()).rev() {
            list.swap(index, self.below(index + 1));
        }
    }
}

/// The next event of a made-up game; none where the game is over.
pub fn made_up(game: &Game, jump: &mut Jump) -> Option<Value> {
    Some(match game.next() {
        Next::Over => return None,
        Next::Deal => {
            let mut pile = game.rules.deck();
            jump.shuffle(&mut pile);
            let mut deal = || {
                let mut hand = Vec::new();
                for _ in 0..game.rules.hand {
                    let fits = |tile: &u8| *tile != TAIHOU || taihou_in(&hand) < MOST;
                    let next = pile.iter().position(fits);
                    hand.extend(next.map(|next| pile.remove(next)));
                }
                hand
            };
            let hands = if game.one_hand() { 1 } else { game.seats.len() };
            let hands: Vec<Vec<u8>> = (0..hands).map(|_| deal()).collect();
            json!({"event": "deal", "hands": hands, "pile": pile})
        }
        Next::Start { marks } => json!({"event": "start", "player": game.starter(), "mark": jump.one(&marks)}),
        Next::Forced(event) => event,
        Next::Roll => json!({"event": "roll", "dice": [1 + jump.below(6), 1 + jump.below(6)]}),
        Next::Die => json!({"event": "die", "value": 1 + jump.below(6)}),
        Next::TransportRoll { player, rolls } => {
            let (dice, square) = jump.one(&rolls);
            json!({"event": "rule", "rule": "mystic-portal", "data": {"player": player, "dice": dice, "square": square}})
        }
        Next::DaikaijuCarried { tile, portal, rolls } => {
            let (dice, square) = jump.one(&rolls);
            json!({"event": "daikaiju_moved", "tile": tile, "from": portal, "to": square, "dice": dice})
        }
        Next::WaveRoll { player } => {
            json!({"event": "rule", "rule": "wave", "data": {"player": player, "roll": 1 + jump.below(6)}})
        }
        Next::Sweep { lines } => json!({"event": "rule", "rule": "tsunami", "data": {"line": jump.one(&lines)}}),
        Next::Lanterns { mut squares, count } => {
            jump.shuffle(&mut squares);
            json!({"event": "rule", "rule": "lanterns", "data": {"squares": squares[..count]}})
        }
        Next::LanternMoves { from, squares } => {
            json!({"event": "rule", "rule": "lanterns", "data": {"from": from, "to": jump.one(&squares)}})
        }
        Next::Spawn { reason, tiles, rolls } => {
            let (dice, square) = jump.one(&rolls);
            let (tile, facing) = (jump.one(&tiles), jump.below(4));
            json!({"event": "daikaiju_placed", "tile": tile, "facing": facing, "square": square, "dice": dice, "reason": reason})
        }
        Next::Choose { player, rule, options } => {
            json!({"event": "chose", "player": player, "rule": rule, "options": options.len(), "choice": jump.one(&options)})
        }
        Next::Place { player, legal, on_squares, .. } => {
            let (square, tile, rotation) = jump.one(&on_squares);
            json!({"event": "placed", "player": player, "tile": tile, "rotation": rotation, "square": square, "legal": legal.len()})
        }
        Next::Relocate { player, marks, .. } => json!({"event": "relocated", "player": player, "mark": jump.one(&marks)}),
        Next::Exchange { player, own, theirs } => {
            let took = jump.one(&theirs);
            let gave = if took == TAIHOU && own.contains(&took) { took } else { own[0] };
            json!({"event": "exchanged", "player": player, "gave": [gave], "took": [took]})
        }
        Next::Shuffle { tiles, mut pile } => {
            jump.shuffle(&mut pile);
            json!({"event": "returned", "tiles": tiles, "pile": pile})
        }
    })
}

/// Makes up the rest of a game, with all tiles of the deck in it; its events. What holds of every game is checked after each
/// event, and at every choice the position is written down, read, and written down again.
pub fn play_on(rules: &Value, mut game: Game, jump: &mut Jump) -> Result<Vec<Value>, String> {
    let mut events = Vec::new();
    while !game.is_over() {
        let so_far = |why: String| format!("{why}\n{rules}\n{events:#?}");
        let next = game.next();
        // A position does not say all that the questions of W2 and W3 within a turn are about.
        let is_whole = !matches!(next, Next::Choose { rule: "taihou" | "mystic-portal", .. });
        let is_choice = matches!(next, Next::Place { .. } | Next::Choose { .. } | Next::Exchange { .. } | Next::Relocate { .. });
        if is_whole && (is_choice || game.at_turn()) {
            let position = game.position();
            let again = Game::from_position(rules, &position).map_err(|why| so_far(format!("{why}: {position}")))?.position();
            if again != position {
                return Err(so_far(format!("read as {again}, not {position}")));
            }
        }
        if matches!(next, Next::Exchange { .. } | Next::Relocate { must: false, .. }) && jump.below(2) == 0 {
            game.decline()?;
            continue;
        }
        let event = made_up(&game, jump).ok_or("the game is not over")?;
        game.apply(&event).and_then(|()| game.holds_together()).map_err(|why| so_far(format!("{event}: {why}")))?;
        events.push(event);
    }
    Ok(events)
}
