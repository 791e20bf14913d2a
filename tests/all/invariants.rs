//! What holds in every game, whatever is played: nothing is lost, nothing is forged, and a record
//! is enough to go on from.

use crate::common::games::{played, variant};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::convert::Infallible;
use tsuro::board::{Content, Face, Size};
use tsuro::game::unchecked::deal;
use tsuro::game::{
    Choice, Deciders, Event, Luck, Phase, RunSeed, Seat, SeatSet, Sink, Spot, Uniform, View, play,
    play_on,
};
use tsuro::record::{
    GameRecord, RecordReader, Recorder, ReplayVerdict, Replayer, Script, ScriptFollower, answer,
    read_position, write_event, write_position,
};
use tsuro::rules::{Registry, Rules};
use tsuro::ruleset::{BUILT_INS, Variant};
use tsuro::with_rules;

/// Where every tile is, kept from the events alone.
#[derive(Default)]
struct Ledger {
    deck: Vec<u64>,
    hands: Vec<Vec<u64>>,
    pile: Vec<u64>,
    board: Vec<(String, u64)>,
    boxed: Vec<u64>,
    /// Who is out, and may still have a hand that is to be returned.
    out: Vec<usize>,
    /// Whom a rule moved after its last trip: it need not stand on a tile (V13).
    carried: Vec<u64>,
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

fn ascending(mut tiles: Vec<u64>) -> Vec<u64> {
    tiles.sort_unstable();
    tiles
}

fn take(tiles: &mut Vec<u64>, tile: u64, event: &Value) {
    let at = tiles
        .iter()
        .position(|&held| held == tile)
        .unwrap_or_else(|| panic!("{tile} is not in {tiles:?}: {event}"));
    tiles.remove(at);
}

impl Ledger {
    fn hand(&mut self, event: &Value, field: &str) -> &mut Vec<u64> {
        let seat = if self.hands.len() == 1 { 0 } else { event[field].as_u64().unwrap() as usize };
        &mut self.hands[seat]
    }

    /// Takes a tile out of the hand of someone who is out, and says whose.
    fn take_from_the_dead(&mut self, tile: u64, event: &Value) -> usize {
        let seat = self.out.iter().copied().find(|&seat| self.hands[seat].contains(&tile));
        let seat = seat.unwrap_or_else(|| panic!("nobody who is out has {tile}: {event}"));
        take(&mut self.hands[seat], tile, event);
        seat
    }

    fn follow(&mut self, event: &Value) {
        match event["event"].as_str().unwrap() {
            "eliminated" => self.out.push(event["player"].as_u64().unwrap() as usize),
            "deal" => {
                self.hands = event["hands"].as_array().unwrap().iter().map(numbers).collect();
                self.pile = numbers(&event["pile"]);
                self.deck = self.all();
            }
            "carried" => self.carried.push(event["player"].as_u64().unwrap()),
            "moved" => self.carried.retain(|&player| event["player"] != player),
            "placed" => {
                let tile = event["tile"].as_u64().unwrap();
                take(self.hand(event, "player"), tile, event);
                let square = event["square"].as_str().unwrap().to_owned();
                assert!(self.board.iter().all(|laid| laid.0 != square), "{event}");
                self.board.push((square, tile));
            }
            "drew" => {
                let tile = self.pile.remove(0);
                assert_eq!(event["tile"], tile);
                self.hand(event, "player").push(tile);
            }
            "exchanged" => {
                for (gave, took) in numbers(&event["gave"]).into_iter().zip(numbers(&event["took"]))
                {
                    take(self.hand(event, "player"), gave, event);
                    let seat = self.take_from_the_dead(took, event);
                    self.hands[seat].push(gave);
                    self.hand(event, "player").push(took);
                }
            }
            "returned" => {
                for tile in numbers(&event["tiles"]) {
                    self.take_from_the_dead(tile, event);
                }
                self.pile = numbers(&event["pile"]);
            }
            "wake_removed" => {
                let at = self.board.iter().position(|laid| event["square"] == laid.0).unwrap();
                let (_, tile) = self.board.remove(at);
                assert_eq!(event["tile"], tile);
                if event["to"] == "pile" { self.pile.push(tile) } else { self.boxed.push(tile) }
            }
            _ => {}
        }
        assert_eq!(self.all(), self.deck, "tiles are not conserved after {event}");
    }

    /// A tile that a rule moved, which no record has: the draft puts one under the pile (V10),
    /// cannons leave the game (W2), and whom the portal carries lays one (W3).
    fn shift(&mut self, tile: Face, from: Spot, to: Spot) {
        let Spot::Hand(seat) = from else { panic!("{tile} from {from:?} to {to:?}") };
        let tile = tile.number().into();
        take(&mut self.hands[seat.index()], tile, &json!("shifted"));
        match to {
            Spot::PileBottom => self.pile.push(tile),
            Spot::Box => self.boxed.push(tile),
            Spot::Board(square) => self.board.push((square.to_string(), tile)),
            _ => panic!("{tile} from {from:?} to {to:?}"),
        }
    }

    fn all(&self) -> Vec<u64> {
        let board = self.board.iter().map(|laid| laid.1);
        ascending(
            self.hands
                .iter()
                .flatten()
                .chain(&self.pile)
                .chain(&self.boxed)
                .copied()
                .chain(board)
                .collect(),
        )
    }
}

/// A listener that keeps the ledger.
struct Follow<'a>(&'a RefCell<Ledger>);

impl Sink for Follow<'_> {
    fn event(&mut self, event: &Event<'_>) {
        if let Event::Shifted { tile, from, to, .. } = *event {
            return self.0.borrow_mut().shift(tile, from, to);
        }
        let mut line = Vec::new();
        write_event(&mut line, event);
        self.0.borrow_mut().follow(&serde_json::from_slice(&line).unwrap());
    }
}

/// Looks at the whole state before each decision, and then decides at random.
struct Inspector<'a, Z: Size> {
    rules: &'a Rules<Z>,
    uniform: Uniform,
    ledger: &'a RefCell<Ledger>,
}

impl<Z: Size> Inspector<'_, Z> {
    fn inspect(&self, view: &View<'_, Rules<Z>>) {
        let (core, basics) = (view.core(), &self.rules.basics);
        let ledger = self.ledger.borrow();
        assert!(
            core.board().links_hold(basics.grid()),
            "links are not symmetric at turn {}",
            core.turn()
        );
        for seat in core.placed().iter() {
            let place = core.place(seat);
            // Where a seat is asked before pieces sail, the new tile lies before them.
            let faces_tile = matches!(core.board().content(place.square()), Content::Tile(_));
            assert!(
                !faces_tile || core.phase() == Phase::Ask,
                "seat {seat} faces a tile at {place}"
            );
            let behind =
                basics.grid().across(place).map(|behind| core.board().content(behind.square()));
            let is_carried = ledger.carried.contains(&seat.number().into());
            assert!(
                is_carried
                    || behind.map_or(core.on_start_mark().contains(seat), |behind| matches!(
                        behind,
                        Content::Tile(_)
                    )),
                "seat {seat} stands on nothing at {place}"
            );
        }
        let slots = if basics.open() { 1 } else { core.seats() };
        for seat in (0..slots).map(Seat::new) {
            let hand = core.hand(seat).iter().map(|tile| tile.number().into()).collect();
            assert_eq!(
                ascending(hand),
                ascending(ledger.hands[seat.index()].clone()),
                "hand of seat {seat}"
            );
            // Who is asked what goes under the pile holds more (V10).
            let most = usize::from(basics.hand())
                + if core.phase() == Phase::Ask && core.decider() == seat { 2 } else { 0 };
            assert!(core.hand(seat).len() <= most, "hand of seat {seat}");
        }
        assert_eq!(
            core.pile().iter().map(|tile| tile.number().into()).collect::<Vec<u64>>(),
            ledger.pile
        );
        let laid = basics
            .grid()
            .squares()
            .filter_map(|square| core.board().tile(square))
            .map(|tile| tile.face().number().into());
        // A special tile leaves a haven.
        let (tiles, specials): (Vec<u64>, Vec<u64>) =
            ledger.board.iter().map(|laid| laid.1).partition(|&tile| tile < 35);
        assert_eq!(ascending(laid.collect()), ascending(tiles));
        let havens = basics
            .grid()
            .squares()
            .filter(|&square| core.board().content(square) == Content::Haven)
            .count();
        assert!(havens >= specials.len(), "{havens} havens, {specials:?}");
    }
}

impl<Z: Size> Deciders<Rules<Z>> for Inspector<'_, Z> {
    type Stop = Infallible;
    fn decide(&mut self, view: View<'_, Rules<Z>>) -> Result<Choice, Infallible> {
        self.inspect(&view);
        let core = view.core();
        if core.phase() == Phase::Place {
            assert_eq!(core.board().content(core.place(core.active()).square()), Content::Empty);
        }
        self.uniform.decide(view)
    }
}

/// Every shipped rule set, and some that bend what can be bent.
fn rule_sets() -> Vec<&'static str> {
    let mut names: Vec<&str> = BUILT_INS.iter().map(|built_in| built_in.name).collect();
    names.extend([
        "seas+hazard.removed=game+hazard.moved-onto-wake=box+hazard.placed-on-wake=pile",
        "seas+hazard.movement-dice=3+hazard.moves-on=[2,3,4,5,6,7,8,9,10,11,12]",
        "seas+movement.meeting=collide+draw.rule=dragon+draw.returned=shuffle",
        "classic+movement.meeting=pass+placement.avoid=[]+bonus.exchange=true",
        "luxury+players.max=8+hazard.rule=daikaiju",
        "luxury+draw.rule=draft+draw.extra=2+tiles.hand=5+players.max=7",
        "storm-seas+draw.rule=draft+score.rule=last-team+players.min=4+movement.meeting=collide",
        "teams+score.teams=3+players.min=3+players.max=9+end.tie-break=active-first+truce",
        "classic+board.columns=16+board.rows=16+tiles.copies=8+players.max=32",
    ]);
    names
}

fn a_rule_set() -> impl Strategy<Value = &'static str> {
    prop::sample::select(rule_sets())
}

fn seats_of(variant: &Variant, any: u8) -> u8 {
    variant.players().round(any.into())
}

fn game_of(record: &str) -> GameRecord {
    RecordReader::new(record.as_bytes()).game().unwrap().unwrap()
}

proptest! {
    #![proptest_config(
        ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() }
    )]

    #[test]
    fn tiles_are_conserved_links_hold_and_no_piece_faces_a_tile(
        rules in a_rule_set(), seats in any::<u8>(), seed in any::<u32>()
    ) {
        let variant = variant(rules);
        let seats = seats_of(&variant, seats);
        let game = RunSeed::new(&seed.to_string()).game(0);
        with_rules!(variant.rules(), |rules| {
            let ledger = RefCell::new(Ledger::default());
            let mut inspector = Inspector { rules, uniform: Uniform(game), ledger: &ledger };
            let (mut luck, mut follow) = (Luck(game), Follow(&ledger));
            let state = play(rules, seats, &mut inspector, &mut luck, &mut follow).unwrap();
            inspector.inspect(&View::new(rules, &state));
        });
    }

    #[test]
    fn the_same_seed_gives_the_same_record_and_its_replay_accepts_it(
        rules in a_rule_set(), seats in any::<u8>(), seed in any::<u32>()
    ) {
        let variant = variant(rules);
        let (seats, seed) = (seats_of(&variant, seats), seed.to_string());
        let record = played(&variant, seats, &seed, 7).record;
        prop_assert_eq!(&record, &played(&variant, seats, &seed, 7).record);
        prop_assert_ne!(&record, &played(&variant, seats, &seed, 8).record);
        let registry = Registry::default();
        let replayed = Replayer::new(&registry).replay(&game_of(&record)).unwrap();
        prop_assert!(matches!(replayed.verdict, ReplayVerdict::Complete(_)));
    }

    #[test]
    fn a_position_is_read_back_as_it_was_written(
        rules in a_rule_set(), seats in any::<u8>(), seed in any::<u32>()
    ) {
        let variant = variant(rules);
        let seats = seats_of(&variant, seats);
        for (position, over) in positions(&variant, seats, &seed.to_string()) {
            let again = with_rules!(variant.rules(), |rules| {
                read_position(rules, &position, RunSeed::new("").game(0)).map(
                    |state| write_position(rules, &state)
                )
            });
            match again {
                Ok(again) => prop_assert_eq!(again, position),
                Err(error) => prop_assert!(over, "{}: {}", error, position),
            }
        }
    }
}

/// The positions between the turns of a game, and whether it is over there.
fn positions(variant: &Variant, seats: u8, seed: &str) -> Vec<(Value, bool)> {
    let game = RunSeed::new(seed).game(0);
    let mut positions = Vec::new();
    with_rules!(variant.rules(), |rules| {
        let (mut luck, mut uniform) = (Luck(game), Uniform(game));
        let mut state = deal(rules, seats, &mut luck, &mut ());
        loop {
            use tsuro::game;
            match state.core().phase() {
                Phase::Turn => {
                    positions.push((write_position(rules, &state), false));
                    game::unchecked::advance_turn(rules, &mut state, &mut luck, &mut ());
                }
                Phase::Over => break,
                _ => {
                    let choice = uniform.decide(View::new(rules, &state)).unwrap();
                    game::unchecked::take(rules, &mut state, &choice, &mut luck, &mut ());
                }
            }
        }
        positions.push((write_position(rules, &state), true));
    });
    positions
}

/// Asks for the whole turn, which has the same luck each time it is asked for.
fn ask(
    variant: &Variant,
    position: &Value,
    placed: Option<&(u64, u64, Value)>,
) -> Result<Value, tsuro::record::ApplyError> {
    let mut request = json!({ "position": position, "turn": true, "seed": "same" });
    if let Some((tile, rotation, square)) = placed {
        request["place"] = json!({ "tile": tile, "rotation": rotation });
        // Where a tile may be laid on several squares (W7).
        if !square.is_null() {
            request["place"]["square"] = square.clone();
        }
    }
    answer(variant, &request)
}

#[test]
fn every_offered_choice_is_accepted_and_no_other() {
    let faces: Value = serde_json::from_str(include_str!("../corpus/faces.json")).unwrap();
    for rules in rule_sets() {
        let variant = variant(rules);
        for seats in [variant.players().fewest(), variant.players().nearest(8)] {
            for (position, over) in positions(&variant, seats, "offered").into_iter().step_by(3) {
                if over {
                    continue;
                }
                let legal: Vec<(u64, u64, Value)> =
                    ask(&variant, &position, None).unwrap()["legal"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|entry| {
                            (
                                entry["tile"].as_u64().unwrap(),
                                entry["rotation"].as_u64().unwrap(),
                                entry["square"].clone(),
                            )
                        })
                        .collect();
                let squares: std::collections::BTreeSet<String> =
                    legal.iter().map(|entry| entry.2.to_string()).collect();
                if legal.is_empty() {
                    // No tile is placed in this turn: a daikaiju took the piece, or the hand is
                    // empty.
                    continue;
                }
                for face in faces["faces"].as_array().unwrap() {
                    for rotation in 0..face["orientations"].as_u64().unwrap() {
                        for square in &squares {
                            let asked = (
                                face["face"].as_u64().unwrap(),
                                rotation,
                                serde_json::from_str(square).unwrap(),
                            );
                            let answer = ask(&variant, &position, Some(&asked));
                            assert_eq!(
                                answer.is_ok(),
                                legal.contains(&asked),
                                "{rules}: {asked:?} of {legal:?} at {position}"
                            );
                            match answer {
                                Ok(answer) => assert!(
                                    answer["events"]
                                        .as_array()
                                        .unwrap()
                                        .iter()
                                        .any(|event| event["event"] == "placed")
                                ),
                                Err(error) => assert_eq!(error.code(), "illegal-placement"),
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The whole record, made of the first `lines` of it and of a game taken up again there.
fn resumed(game: &GameRecord, lines: usize) -> String {
    let mut cut = game.clone();
    cut.lines.truncate(lines);
    let registry = Registry::default();
    let mut replayer = Replayer::new(&registry);
    assert_eq!(replayer.replay(&cut).unwrap().verdict, ReplayVerdict::BrokenOff);
    let head = replayer.head(&cut).unwrap();
    let script = RefCell::new(Script::new(&cut.lines, 1));
    let mut chance = ScriptFollower::new(&script, head.luck());
    let mut sink = ScriptFollower::new(&script, Recorder::new(Vec::new()));
    with_rules!(head.variant.rules(), |rules| {
        let mut deciders =
            ScriptFollower::new(&script, Uniform(RunSeed::new(&head.seed).game(head.index)));
        let mut state = deal(rules, head.seats(), &mut chance, &mut sink);
        play_on(rules, &mut state, &mut deciders, &mut chance, &mut sink).unwrap();
    });
    let rest = String::from_utf8(sink.then.finish().unwrap()).unwrap();
    assert_eq!(script.into_inner().mismatch(), None);
    cut.lines.iter().map(String::as_str).chain([rest.as_str()]).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_game_resumed_at_any_line_continues_as_it_would_have() {
    for rules in rule_sets() {
        let variant = variant(rules);
        let tables =
            [(variant.players().fewest(), "broken"), (variant.players().nearest(8), "off")];
        for (nth, (seats, seed)) in tables.into_iter().enumerate() {
            let record = played(&variant, seats, seed, 3).record;
            let game = game_of(&record);
            // The odd lines of one game, and the even ones of the other.
            for lines in (1 + nth..game.lines.len()).step_by(2) {
                assert_eq!(
                    resumed(&game, lines),
                    record,
                    "{rules}, {seats} players, broken off after line {lines}"
                );
            }
        }
    }
}

#[test]
fn seats_are_eliminated_once_and_winners_follow_from_it() {
    for rules in rule_sets() {
        let variant = variant(rules);
        for seed in 0..30 {
            let seats = variant.players().round(seed);
            let record = played(&variant, seats, &seed.to_string(), 0).record;
            let mut alive = SeatSet::first(seats);
            let mut last: Option<Value> = None;
            for line in record.lines().skip(1) {
                let event: Value = serde_json::from_str(line).unwrap();
                assert!(
                    last.is_none_or(|last| last["event"] != "end"),
                    "something follows the end"
                );
                if event["event"] == "eliminated" {
                    let seat = Seat::new(event["player"].as_u64().unwrap() as u8);
                    assert!(alive.contains(seat), "{rules}: {event}");
                    alive.remove(seat);
                }
                last = Some(event);
            }
            let end = last.unwrap();
            let winners = numbers(&end["winners"]);
            let all = |seats: SeatSet| {
                seats.iter().map(|seat| u64::from(seat.number())).collect::<Vec<_>>()
            };
            let living = all(alive);
            if let Some(teams) = variant.resolved().value("score.teams").and_then(Value::as_u64) {
                // Teams win as a whole; who is alive at the end has won.
                let whole: Vec<u64> = (0..seats.into())
                    .filter(|seat| winners.iter().any(|winner| winner % teams == seat % teams))
                    .collect();
                assert_eq!(winners, whole, "{rules}: {end}");
                let living: std::collections::BTreeSet<u64> =
                    living.iter().map(|seat| seat % teams).collect();
                let winning: std::collections::BTreeSet<u64> =
                    winners.iter().map(|seat| seat % teams).collect();
                match end["outcome"].as_str().unwrap() {
                    "shared" => assert!(living.len() > 1 && winning == living, "{rules}: {end}"),
                    "last-team" => assert!(
                        winning.len() == 1 && (living.is_empty() || winning == living),
                        "{rules}: {end}"
                    ),
                    "tie" => assert!(living.is_empty() && winning.len() > 1, "{rules}: {end}"),
                    other => panic!("{rules}: {other}"),
                }
                continue;
            }
            match end["outcome"].as_str().unwrap() {
                "shared" => assert!(living.len() > 1 && winners == living, "{rules}: {end}"),
                "last-standing" if !living.is_empty() => assert_eq!(winners, living, "{rules}"),
                "last-standing" | "tie" => {
                    assert!(living.is_empty() && !winners.is_empty(), "{rules}: {end}");
                }
                "score" => assert_eq!(end["scores"].as_array().unwrap().len(), usize::from(seats)),
                other => panic!("{rules}: {other}"),
            }
        }
    }
}
