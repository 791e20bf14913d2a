//! What each choice in a position is worth: everything that can follow is gone through, as far as
//! the goal reaches, on the slow implementation of the rules. So the right choice is proven.

use super::puzzle::{Choice, Goal, Puzzle};
use crate::slow::{Game, Next};
use serde_json::{Value, json};
use std::cell::Cell;

/// How often a choice reaches the goal, 0–1.
#[derive(Debug, Clone, PartialEq)]
pub struct Worth {
    pub choice: Choice,
    /// With everybody else playing against it.
    pub against: f64,
    /// With everybody else helping.
    pub helped: f64,
    /// Whether later choices were made as if everything hidden were seen: then it is worth at most
    /// this.
    pub peeked: bool,
}

/// Most ways to deal what is hidden that are gone through.
const MOST_DEALS: usize = 2000;

/// What every choice is worth, in the order of the choices.
pub fn worths(puzzle: &Puzzle, rules: &Value) -> Vec<Worth> {
    let deals = deals(puzzle, rules);
    let mut found: Vec<Worth> = Vec::new();
    for deal in &deals {
        let mut game = Game::from_position(rules, deal).unwrap_or_else(|why| panic!("{why}"));
        let me = game_seat(deal);
        let choices = root(&mut game, puzzle, me);
        for (index, (choice, game)) in choices.into_iter().enumerate() {
            if found.len() == index {
                found.push(Worth {
                    choice: choice.clone(),
                    against: 0.0,
                    helped: 0.0,
                    peeked: false,
                });
            }
            assert_eq!(
                found[index].choice, choice,
                "what can be chosen depends on what cannot be seen"
            );
            for helped in [false, true] {
                let walk = Walk {
                    me,
                    goal: puzzle.goal,
                    helped,
                    sees_all: deals.len() == 1,
                    peeked: Cell::new(false),
                };
                let value = walk.value(game.clone(), Sofar::default()) / deals.len() as f64;
                found[index].peeked |= walk.peeked.get();
                *(if helped { &mut found[index].helped } else { &mut found[index].against }) +=
                    value;
            }
        }
    }
    found
}

fn game_seat(position: &Value) -> usize {
    position["active"].as_u64().unwrap() as usize
}

/// The game after an event.
fn after(game: &Game, event: &Value) -> Game {
    let mut after = game.clone();
    after.apply(event).unwrap_or_else(|why| panic!("{why}"));
    after
}

/// The choices of the seat to decide, each with the game after it.
fn root(game: &mut Game, puzzle: &Puzzle, me: usize) -> Vec<(Choice, Game)> {
    if matches!(puzzle.right[0], Choice::Relocate { .. }) {
        // The dice show two ones: the daikaiju stay where they are.
        game.begin_turn().unwrap();
        game.apply(&json!({"event": "roll", "dice": [1, 1]})).unwrap();
        let Next::Relocate { player, marks, must } = game.next() else {
            panic!("nobody relocates, but {:?}", game.next())
        };
        assert_eq!(player, me);
        let moved = marks.into_iter().map(|mark| {
            let after = after(game, &json!({"event": "relocated", "player": me, "mark": mark}));
            (Choice::Relocate { mark }, after)
        });
        let mut choices: Vec<_> = moved.collect();
        if !must {
            let mut stayed = game.clone();
            stayed.decline().unwrap();
            choices.push((Choice::Relocate { mark: "stay".into() }, stayed));
        }
        return choices;
    }
    game.begin_at_placement().unwrap();
    if puzzle.after.is_some() {
        place_first(game, puzzle, me, &mut |_| {});
        return exchanges(game, me);
    }
    let Next::Place { square, legal, .. } = game.next() else { panic!("nobody places") };
    let place = |&(tile, rotation): &(u8, u8)| {
        let after = after(game, &placed(me, &square, tile, rotation, legal.len()));
        (Choice::Place { tile, rotation }, after)
    };
    legal.iter().map(place).collect()
}

fn placed(player: usize, square: &str, tile: u8, rotation: u8, legal: usize) -> Value {
    json!({
        "event": "placed", "player": player, "tile": tile, "rotation": rotation, "square": square,
        "legal": legal,
    })
}

/// What can be exchanged, up to the same hand afterwards, and nothing.
fn exchanges(game: &Game, me: usize) -> Vec<(Choice, Game)> {
    let Next::Exchange { player, own, theirs } = game.next() else {
        panic!("nobody exchanges, but {:?}", game.next())
    };
    assert_eq!(player, me);
    let mut choices: Vec<(Choice, Game)> = Vec::new();
    for gave in subsets(&own) {
        for took in subsets(&theirs) {
            let trivial = gave.iter().any(|tile| took.contains(tile));
            if gave.len() != took.len() || trivial {
                continue;
            }
            let mut after = game.clone();
            if gave.is_empty() {
                after.decline().unwrap();
            } else {
                after
                    .apply(&json!({"event": "exchanged", "player": me, "gave": gave, "took": took}))
                    .unwrap();
            }
            choices.push((Choice::Exchange { gave: gave.clone(), took }, after));
        }
    }
    choices.sort_by(|one, other| one.0.cmp(&other.0));
    choices.dedup_by(|one, other| one.0 == other.0);
    choices
}

/// All selections of some tiles, ascending.
fn subsets(tiles: &[u8]) -> Vec<Vec<u8>> {
    let select = |which: u32| {
        let mut selected: Vec<u8> = tiles
            .iter()
            .enumerate()
            .filter(|(index, _)| which >> index & 1 == 1)
            .map(|(_, &tile)| tile)
            .collect();
        selected.sort_unstable();
        selected
    };
    (0..1u32 << tiles.len()).map(select).collect()
}

/// Who is out by the placement before an exchange: their hands are seen.
fn put_out_first(puzzle: &Puzzle, rules: &Value, me: usize) -> Vec<usize> {
    let mut game =
        Game::from_position(rules, &puzzle.position).unwrap_or_else(|why| panic!("{why}"));
    game.begin_at_placement().unwrap();
    let mut out = Vec::new();
    place_first(&mut game, puzzle, me, &mut |event| {
        if event["event"] == "eliminated" {
            out.push(event["player"].as_u64().unwrap() as usize);
        }
    });
    out
}

/// Makes the placement and continues to the exchange.
fn place_first(game: &mut Game, puzzle: &Puzzle, me: usize, see: &mut dyn FnMut(&Value)) {
    let Some(Choice::Place { tile, rotation }) = puzzle.after else {
        panic!("`after` has to be a placement")
    };
    let Next::Place { square, legal, .. } = game.next() else { panic!("nobody places") };
    game.apply(&placed(me, &square, tile, rotation, legal.len()))
        .unwrap_or_else(|why| panic!("{why}"));
    while let Next::Forced(event) = game.next() {
        see(&event);
        game.apply(&event).unwrap();
    }
}

/// All positions that look the same to the seat to decide: the hands of the others and the pile are
/// dealt in every way. Where the placement alone decides, one is enough.
fn deals(puzzle: &Puzzle, rules: &Value) -> Vec<Value> {
    let position = &puzzle.position;
    let me = game_seat(position);
    if puzzle.goal.is_at_once() {
        let mut one = position.clone();
        // A hand that is not given counts as empty.
        for player in one["players"].as_array_mut().unwrap() {
            if player["hand"].is_u64() {
                player["hand"] = json!([]);
            }
        }
        return vec![one];
    }
    let tiles = |value: &Value| {
        value.as_array().unwrap_or_else(|| panic!("{value} has to be a list of tiles")).clone()
    };
    let players = position["players"].as_array().unwrap();
    let shown = if puzzle.after.is_some() { put_out_first(puzzle, rules, me) } else { Vec::new() };
    let is_hidden =
        |seat: &usize| *seat != me && players[*seat].get("hand").is_some() && !shown.contains(seat);
    let hidden_hands: Vec<usize> = (0..players.len()).filter(is_hidden).collect();
    let sizes: Vec<usize> =
        hidden_hands.iter().map(|&seat| tiles(&players[seat]["hand"]).len()).collect();
    let mut hidden: Vec<Value> =
        hidden_hands.iter().flat_map(|&seat| tiles(&players[seat]["hand"])).collect();
    hidden.extend(tiles(&position["pile"]));
    hidden.sort_by_key(Value::as_u64);
    let mut all = Vec::new();
    orders(&hidden, &sizes, &mut Vec::new(), &mut all);
    assert!(all.len() <= MOST_DEALS, "{} ways to deal what is hidden", all.len());
    let deal = |order: Vec<Value>| {
        let mut position = position.clone();
        let mut rest = order.into_iter();
        for (&seat, &size) in hidden_hands.iter().zip(&sizes) {
            position["players"][seat]["hand"] = rest.by_ref().take(size).collect();
        }
        position["pile"] = rest.collect();
        position
    };
    all.into_iter().map(deal).collect()
}

/// All different orders of `left`, where the order within each of the first `sizes` groups does not
/// count.
fn orders(left: &[Value], sizes: &[usize], begun: &mut Vec<Value>, all: &mut Vec<Vec<Value>>) {
    if left.is_empty() {
        all.push(begun.clone());
        return;
    }
    let mut from = 0;
    let begins = sizes.iter().any(|&size| {
        let inside = begun.len() > from && begun.len() < from + size;
        from += size;
        inside
    });
    for (index, tile) in left.iter().enumerate() {
        // Within a hand the tiles ascend: each set once.
        if begins && begun.last().is_some_and(|last| last.as_u64() > tile.as_u64()) {
            continue;
        }
        let mut rest = left.to_vec();
        begun.push(rest.remove(index));
        orders(&rest, sizes, begun, all);
        begun.pop();
    }
}

/// What has happened since the choice.
#[derive(Debug, Clone, Copy, Default)]
struct Sofar {
    /// Another player is out.
    killed: bool,
    /// The next turn of the one who chose has begun.
    next_turn: bool,
}

/// A way through everything that can follow.
struct Walk {
    me: usize,
    goal: Goal,
    /// Whether the others help; otherwise they play against it.
    helped: bool,
    /// Whether nothing is hidden.
    sees_all: bool,
    /// Whether there was a later choice that would depend on what is hidden: each deal is gone
    /// through as if it were known. (The choice of the next turn, which is the last of goals that
    /// reach to it, depends on nothing hidden.)
    peeked: Cell<bool>,
}

impl Walk {
    /// How often the goal is reached from here.
    fn value(&self, mut game: Game, mut sofar: Sofar) -> f64 {
        while let Next::Forced(event) = game.next() {
            if let Some(value) = self.settled(&event, &mut sofar) {
                return value;
            }
            game.apply(&event).unwrap();
        }
        let next = game.next();
        // All events that follow directly from the choice have been passed on.
        let is_past = matches!(
            next,
            Next::Place { .. } | Next::Exchange { .. } | Next::Shuffle { .. } | Next::Roll
        );
        if let Some(value) = self.at_once(sofar).filter(|_| is_past) {
            return value;
        }
        let then = |event: Value| self.value(after(&game, &event), sofar);
        match next {
            Next::Place { player, square, legal, .. } => {
                if player == self.me && self.goal == Goal::Win && !self.sees_all && legal.len() > 1
                {
                    self.peeked.set(true);
                }
                let place = |&(tile, rotation): &(u8, u8)| {
                    then(placed(player, &square, tile, rotation, legal.len()))
                };
                self.decide(player, legal.iter().map(place))
            }
            Next::Exchange { player, .. } => self.decide(
                player,
                exchanges(&game, player).into_iter().map(|(_, game)| self.value(game, sofar)),
            ),
            Next::Relocate { player, marks, must } => {
                let moved = marks.iter().map(|mark| {
                    then(json!({"event": "relocated", "player": player, "mark": mark}))
                });
                let stayed = (!must).then(|| {
                    let mut stayed = game.clone();
                    stayed.decline().unwrap();
                    self.value(stayed, sofar)
                });
                self.decide(player, moved.chain(stayed))
            }
            Next::Choose { player, rule, options } => {
                let count = options.len();
                let chose = |choice: Value| {
                    then(json!({
                        "event": "chose", "player": player, "rule": rule, "options": count,
                        "choice": choice,
                    }))
                };
                self.decide(player, options.into_iter().map(chose))
            }
            chance => self.chance(&game, chance, sofar),
        }
    }

    /// The same where chance decides next: all of its outcomes are gone through.
    fn chance(&self, game: &Game, next: Next, sofar: Sofar) -> f64 {
        let then = |event: Value| self.value(after(game, &event), sofar);
        match next {
            Next::Shuffle { tiles, pile } => {
                let pile: Vec<Value> = pile.into_iter().map(Value::from).collect();
                let mut all = Vec::new();
                orders(&pile, &[], &mut Vec::new(), &mut all);
                let count = all.len() as f64;
                let returned =
                    |pile| then(json!({"event": "returned", "tiles": tiles, "pile": pile}));
                all.into_iter().map(|pile| returned(pile) / count).sum()
            }
            Next::Roll => self.roll(game, sofar),
            Next::Die => {
                (1..=6).map(|value| then(json!({"event": "die", "value": value})) / 6.0).sum()
            }
            Next::WaveRoll { player } => (1..=6)
                .map(|roll| {
                    json!({
                        "event": "rule", "rule": "wave", "data": {"player": player, "roll": roll}
                    })
                })
                .map(|event| then(event) / 6.0)
                .sum(),
            Next::Sweep
            | Next::Lanterns
            | Next::LanternMoves { .. }
            | Next::TransportRoll { .. }
            | Next::DaikaijuCarried { .. } => {
                panic!("no puzzle has a tsunami, lanterns or a Mystic portal")
            }
            Next::Spawn { .. } => {
                panic!(
                    "a daikaiju would come: the supply has to be empty, so that all that can \
                    happen can be gone through"
                )
            }
            Next::Place { .. }
            | Next::Exchange { .. }
            | Next::Relocate { .. }
            | Next::Choose { .. } => unreachable!("somebody chooses"),
            Next::Over | Next::Forced(_) | Next::Deal | Next::Start { .. } => {
                unreachable!("told by `end`, or of another moment")
            }
        }
    }

    /// Two dice: all that matters is whether the daikaiju move.
    fn roll(&self, game: &Game, sofar: Sofar) -> f64 {
        let mut kinds: [(u32, Option<Game>); 2] = [(0, None), (0, None)];
        for gold in 1..=6 {
            for blue in 1..=6 {
                let mut after = game.clone();
                after.apply(&json!({"event": "roll", "dice": [gold, blue]})).unwrap();
                let kind = &mut kinds[usize::from(matches!(after.next(), Next::Die))];
                kind.0 += 1;
                kind.1 = Some(after);
            }
        }
        kinds
            .into_iter()
            .filter_map(|(count, game)| Some(self.value(game?, sofar) * f64::from(count) / 36.0))
            .sum()
    }

    /// The best value for the player who chooses.
    fn decide(&self, player: usize, values: impl Iterator<Item = f64>) -> f64 {
        let friend = player == self.me || self.helped;
        let mut best: Option<f64> = None;
        for value in values {
            best = Some(
                best.map_or(value, |best| if friend { best.max(value) } else { best.min(value) }),
            );
            if best == Some(if friend { 1.0 } else { 0.0 }) {
                break;
            }
        }
        best.expect("there is a choice")
    }

    /// What the choice came to, where the goal is one of the same moment.
    fn at_once(&self, sofar: Sofar) -> Option<f64> {
        match self.goal {
            Goal::PutOut => Some(if sofar.killed { 1.0 } else { 0.0 }),
            // The game would be over.
            Goal::WinAtOnce => Some(0.0),
            Goal::AllLive => Some(if sofar.killed { 0.0 } else { 1.0 }),
            Goal::Live => Some(1.0),
            Goal::ReachNextTurn | Goal::OutliveNextTurn | Goal::Win => None,
        }
    }

    /// Whether an event that comes decides it.
    fn settled(&self, event: &Value, sofar: &mut Sofar) -> Option<f64> {
        let mine = event["player"] == self.me;
        match event["event"].as_str().unwrap() {
            "eliminated" if mine && self.goal != Goal::Win => Some(0.0),
            "eliminated" => {
                sofar.killed = true;
                None
            }
            "turn" => match self.goal {
                Goal::ReachNextTurn if mine => Some(1.0),
                Goal::OutliveNextTurn if sofar.next_turn => Some(1.0),
                _ => {
                    sofar.next_turn |= mine;
                    self.at_once(*sofar)
                }
            },
            "end" => {
                let winners = event["winners"].as_array().unwrap();
                match self.goal {
                    Goal::WinAtOnce => {
                        Some(if winners.len() == 1 && winners[0] == self.me { 1.0 } else { 0.0 })
                    }
                    Goal::Win if winners.iter().any(|winner| *winner == self.me) => {
                        Some(1.0 / winners.len() as f64)
                    }
                    Goal::Win => Some(0.0),
                    _ => Some(self.at_once(*sofar).unwrap_or(1.0)),
                }
            }
            _ => None,
        }
    }
}
