//! Views read back: what one seat saw of a game, checked as far as that seat could.

use super::position::{object_with, read_position, write_tile};
use super::read::{GameRecord, shortened};
use super::replay::{RecordHead, Replayer};
use super::script::Mismatch;
use super::write::write_event;
use crate::board::{Face, Laid, Place, Rotation, Size, Square};
use crate::game::{self, Choices, Event, Listener, Luck, Phase, RunSeed, Seat, SeatSet, begin_at_placement};
use crate::rules::Rules;
use crate::with_rules;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::str::FromStr;

/// Whose view a record is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// A seat's.
    Seat(Seat),
    /// Anybody's, where one open hand serves the table.
    Table,
}

/// A view of which everything follows that can be checked in one.
#[derive(Debug, Clone)]
pub struct CheckedView {
    /// Its first line.
    pub head: RecordHead,
    /// Whose view it is.
    pub viewer: Viewer,
    /// How many placements were checked.
    pub placements: usize,
    /// Its last event, if that is the end of the game.
    pub end: Option<Map<String, Value>>,
}

impl Replayer<'_> {
    /// Checks a [`view()`](super::view()) as far as one seat can: each placement is on the square that the piece faces and legal (that of another seat for
    /// some hand that has the tile), what it does to the pieces follows, the seat's own hand has what it places, and no tile is seen more
    /// often than the deck has it. What is hidden, draws and returned tiles, and what daikaiju and rules from outside do is believed.
    ///
    /// # Errors
    /// The first event that does not follow.
    pub fn check_view(&mut self, game: &GameRecord) -> Result<CheckedView, Mismatch> {
        let head = self.head(game)?;
        let variant = Rc::clone(&head.variant);
        let mut walk = Walk {
            game,
            first: head.first,
            at: 0,
            viewer: Viewer::Table,
            tiles: BTreeMap::new(),
            pieces: vec![None; usize::from(head.seats())],
            out: SeatSet::EMPTY,
            monsters: BTreeMap::new(),
            hand: Vec::new(),
            boxed: Vec::new(),
            turn: 0,
            active: None,
            placements: 0,
            end: None,
        };
        with_rules!(variant.rules(), |rules| walk.all(rules))?;
        Ok(CheckedView { head, viewer: walk.viewer, placements: walk.placements, end: walk.end })
    }
}

/// What is known while a view is read.
struct Walk<'g> {
    game: &'g GameRecord,
    /// Who goes first.
    first: Seat,
    /// The number of the line.
    at: usize,
    viewer: Viewer,
    tiles: BTreeMap<Square, Laid>,
    pieces: Vec<Option<Place>>,
    out: SeatSet,
    /// By tile: where it is and how it faces.
    monsters: BTreeMap<u64, (Square, u64)>,
    /// The viewer's hand, or that of the table.
    hand: Vec<Face>,
    /// Tiles out of the game.
    boxed: Vec<Face>,
    /// The number of the turn, and whose it is.
    turn: u64,
    active: Option<Seat>,
    placements: usize,
    end: Option<Map<String, Value>>,
}

type Fields = Map<String, Value>;

impl Walk<'_> {
    fn refuse(&self, why: impl Into<String>) -> Mismatch {
        self.refuse_at(self.at, why)
    }

    fn refuse_at(&self, at: usize, why: impl Into<String>) -> Mismatch {
        let event = self.game.lines.get(at).map_or("", String::as_str);
        Mismatch { line: self.game.first_line + at, event: shortened(event, 120), why: why.into() }
    }

    fn fields(&self, at: usize) -> Option<Fields> {
        serde_json::from_str(self.game.lines.get(at)?).ok()
    }

    fn all<Z: Size>(&mut self, rules: &Rules<Z>) -> Result<(), Mismatch> {
        for at in 1..self.game.lines.len() {
            self.at = at;
            if self.end.is_some() {
                return Err(self.refuse("nothing follows the end of a game"));
            }
            let event = self.fields(at).ok_or_else(|| self.refuse("not an event"))?;
            self.one(rules, &event)?;
        }
        Ok(())
    }

    fn one<Z: Size>(&mut self, rules: &Rules<Z>, event: &Fields) -> Result<(), Mismatch> {
        match event.get("event").and_then(Value::as_str).unwrap_or_default() {
            "deal" => self.deal(rules, event)?,
            "start" | "relocated" => {
                let (seat, mark) = (self.seat(event)?, self.text::<Place>(event, "mark")?);
                self.pieces[seat.index()] = Some(mark);
            }
            "turn" => self.begin_turn(event)?,
            "placed" => self.placed(rules, event)?,
            "moved" => {
                let (seat, to) = (self.seat(event)?, self.text::<Place>(event, "to")?);
                self.pieces[seat.index()] = Some(to);
            }
            "eliminated" => {
                let seat = self.seat(event)?;
                self.out.insert(seat);
                if self.viewer == Viewer::Seat(seat) {
                    self.hand.clear();
                }
            }
            "drew" => {
                let seat = self.seat(event)?;
                if self.sees(seat) {
                    let tile = self.face(event)?;
                    self.hand.push(tile);
                    self.counted(rules, tile)?;
                }
            }
            "exchanged" => {
                let seat = self.seat(event)?;
                if self.viewer == Viewer::Seat(seat) {
                    for tile in self.faces(event.get("gave"))? {
                        self.give_up(tile)?;
                    }
                    let took = self.faces(event.get("took"))?;
                    self.hand.extend(took);
                }
            }
            "daikaiju_placed" | "daikaiju_turned" => {
                let place = (self.text::<Square>(event, "square")?, self.number(event, "facing")?);
                self.monsters.insert(self.number(event, "tile")?, place);
            }
            "daikaiju_moved" => {
                let tile = self.number(event, "tile")?;
                let (_, facing) = self.monsters.remove(&tile).ok_or_else(|| self.refuse(format!("daikaiju {tile} is not on the board")))?;
                if event.get("to").is_some_and(|to| !to.is_null()) {
                    self.monsters.insert(tile, (self.text(event, "to")?, facing));
                }
            }
            "daikaiju_destroyed" => drop(self.monsters.remove(&self.number(event, "tile")?)),
            "wake_removed" => {
                let square = self.text::<Square>(event, "square")?;
                let tile = self.tiles.remove(&square).ok_or_else(|| self.refuse(format!("there is no tile on {square}")))?;
                if event.get("to").and_then(Value::as_str) == Some("box") {
                    self.boxed.push(tile.face());
                }
            }
            "end" => self.ends(event)?,
            "roll" | "die" | "returned" | "dragon" | "passed" | "rule" => {}
            _ => return Err(self.refuse("there is no such event")),
        }
        Ok(())
    }

    /// Turns are numbered from 1, and go round those who are still in the game.
    fn begin_turn(&mut self, event: &Fields) -> Result<(), Mismatch> {
        let (seat, number) = (self.seat(event)?, self.number(event, "number")?);
        if number != self.turn + 1 {
            return Err(self.refuse(format!("number should be {}", self.turn + 1)));
        }
        let alive = SeatSet::first(self.pieces.len() as u8).without(self.out);
        let next = self.active.map_or(self.first, |active| alive.next_after(active).unwrap_or(active));
        if seat != next {
            return Err(self.refuse(format!("player should be {}", next.number())));
        }
        (self.turn, self.active) = (number, Some(seat));
        Ok(())
    }

    /// One who is left alone has won; how points and ties were decided is believed.
    fn ends(&mut self, event: &Fields) -> Result<(), Mismatch> {
        let alive = SeatSet::first(self.pieces.len() as u8).without(self.out);
        if event.get("outcome").and_then(Value::as_str) == Some("last-standing") && !alive.is_empty() {
            let winners: Vec<Value> = alive.iter().map(|seat| json!(seat.number())).collect();
            if winners.len() != 1 || event.get("winners").map(list) != Some(&winners[..]) {
                return Err(self.refuse("the one who is left has won, if there is only one"));
            }
        }
        self.end = Some(event.clone());
        Ok(())
    }

    fn sees(&self, seat: Seat) -> bool {
        self.viewer == Viewer::Table || self.viewer == Viewer::Seat(seat)
    }

    fn deal<Z: Size>(&mut self, rules: &Rules<Z>, event: &Fields) -> Result<(), Mismatch> {
        let hands = event.get("hands").map(list).unwrap_or_default();
        let shown: Vec<usize> = (0..hands.len()).filter(|&at| !list(&hands[at]).iter().any(Value::is_null)).collect();
        let wanted = if rules.basics.open { 1 } else { self.pieces.len() };
        let [number] = shown[..] else { return Err(self.refuse("a view shows the hand of one seat")) };
        if hands.len() != wanted {
            return Err(self.refuse(format!("hands should be {wanted}")));
        }
        if !rules.basics.open {
            self.viewer = Viewer::Seat(Seat::new(number as u8));
        }
        let tiles = hands.iter().map(|hand| list(hand).len()).sum::<usize>() + event.get("pile").map_or(0, |pile| list(pile).len());
        if tiles != rules.basics.deck.len() {
            return Err(self.refuse(format!("hands and pile together should be {} tiles", rules.basics.deck.len())));
        }
        self.hand = self.faces(hands.get(number))?;
        self.hand.clone().into_iter().try_for_each(|tile| self.counted(rules, tile))
    }

    /// A placement, and what it does to the pieces.
    fn placed<Z: Size>(&mut self, rules: &Rules<Z>, event: &Fields) -> Result<(), Mismatch> {
        let (seat, face) = (self.seat(event)?, self.face(event)?);
        let turns = self.number(event, "rotation")?;
        let tile = Laid::new(face, Rotation::new((turns % 4) as u8));
        if u64::from(tile.rotation().turns()) != turns {
            return Err(self.refuse(format!("rotation should be {}, the smallest that looks the same", tile.rotation())));
        }
        let square = self.text::<Square>(event, "square")?;
        if self.pieces[seat.index()].map(Place::square) != Some(square) || self.out.contains(seat) {
            return Err(self.refuse(format!("the piece of that player does not face {square}")));
        }
        if self.sees(seat) && !self.hand.contains(&face) {
            return Err(self.refuse(format!("tile {face} is not in the hand")));
        }
        // Which squares a rule from outside has blocked only that rule knows.
        if rules.hazard.outside_name().is_none() {
            self.follows(rules, seat, tile, event)?;
        }
        if self.sees(seat) {
            self.give_up(face)?;
        }
        self.tiles.insert(square, tile);
        self.placements += 1;
        self.counted(rules, face)
    }

    fn follows<Z: Size>(&self, rules: &Rules<Z>, seat: Seat, tile: Laid, event: &Fields) -> Result<(), Mismatch> {
        let position = self.position(rules, seat, tile.face());
        let seed = RunSeed::new("").game(0);
        let mut state = read_position(rules, &position, seed).map_err(|why| self.refuse(format!("the position cannot be: {why}")))?;
        let mut chance = Luck(seed);
        begin_at_placement(rules, &mut state, &mut chance, &mut ());
        let choices = Choices::new(&rules.basics, state.core());
        if state.core().phase() != Phase::Place || !choices.allows(tile) {
            return Err(self.refuse("that placement is not legal, whatever else is in the hand"));
        }
        let legal = choices.legal().len() as u64;
        // Where one hand serves the table, each seat is told the number of its own turns only.
        let told = event.get("legal").filter(|told| !told.is_null() || self.viewer == Viewer::Seat(seat));
        if self.sees(seat) && told.is_some_and(|told| told.as_u64() != Some(legal)) {
            return Err(self.refuse(format!("legal should be {legal}")));
        }
        let mut lines = Vec::new();
        game::place(rules, &mut state, tile, &mut chance, &mut Listener(|event: &Event<'_>| write_event(&mut lines, event)));
        let is_trip = |event: &Fields| matches!(event.get("event").and_then(Value::as_str), Some("moved" | "eliminated"));
        let trips = |events: &mut dyn Iterator<Item = Fields>| events.take_while(is_trip).collect::<Vec<_>>();
        let wanted = trips(&mut serde_json::Deserializer::from_slice(&lines).into_iter::<Fields>().flatten().skip(1));
        let found = trips(&mut (self.at + 1..).map_while(|at| self.fields(at)));
        for (index, wanted) in wanted.iter().enumerate() {
            let differs = |found: &Fields| wanted.iter().any(|(name, value)| found.get(name) != Some(value));
            // A record that was broken off may end in the middle.
            if found.get(index).map_or(self.at + 1 + index < self.game.lines.len(), differs) {
                return Err(self.refuse_at(self.at + 1 + index, format!("{} is expected here", Value::Object(wanted.clone()))));
            }
        }
        if found.len() > wanted.len() {
            return Err(self.refuse_at(self.at + 1 + wanted.len(), "this does not follow from the placement"));
        }
        Ok(())
    }

    /// The board before a placement of `face` by `seat`, as a position with nothing in the pile and in the hands of the others.
    fn position<Z: Size>(&self, rules: &Rules<Z>, seat: Seat, face: Face) -> Value {
        let hand = || json!(if self.sees(seat) { self.hand.clone() } else { vec![face] });
        let player = |at: usize| {
            if self.out.contains(Seat::new(at as u8)) {
                return json!({ "out": true });
            }
            let own_hand = at == seat.index() && !rules.basics.open;
            object_with([("at", Some(json!(self.pieces[at]))), ("hand", own_hand.then(hand))])
        };
        let monster = |(tile, &(square, facing)): (&u64, &(Square, u64))| json!({ "tile": tile, "square": square, "facing": facing });
        object_with([
            ("tiles", Some(self.tiles.iter().map(|(&square, &tile)| write_tile(square, tile)).collect())),
            ("players", Some((0..self.pieces.len()).map(player).collect())),
            ("active", Some(json!(seat))),
            ("pile", Some(json!([]))),
            ("turn", Some(json!(self.turn))),
            ("hand", rules.basics.open.then(hand)),
            ("daikaiju", (!self.monsters.is_empty()).then(|| self.monsters.iter().map(monster).collect())),
        ])
    }

    /// A tile has been seen: not more often than the deck has it.
    fn counted<Z: Size>(&self, rules: &Rules<Z>, face: Face) -> Result<(), Mismatch> {
        let seen = self.tiles.values().map(|tile| tile.face()).chain(self.hand.iter().copied()).chain(self.boxed.iter().copied());
        let copies = usize::from(rules.basics.copies[face.index()]);
        if seen.filter(|&seen| seen == face).count() > copies {
            return Err(self.refuse(format!("more than {copies} of tile {face}, which is all that the deck has")));
        }
        Ok(())
    }

    fn give_up(&mut self, face: Face) -> Result<(), Mismatch> {
        let at = self.hand.iter().position(|&tile| tile == face);
        self.hand.remove(at.ok_or_else(|| self.refuse(format!("tile {face} is not in the hand")))?);
        Ok(())
    }

    fn seat(&self, event: &Fields) -> Result<Seat, Mismatch> {
        let seats = self.pieces.len() as u8;
        let seat = event.get("player").and_then(Value::as_u64).and_then(|seat| Seat::checked(seat, seats));
        seat.ok_or_else(|| self.refuse(format!("player should be a seat below {seats}")))
    }

    fn number(&self, event: &Fields, name: &str) -> Result<u64, Mismatch> {
        let number = event.get(name).and_then(Value::as_u64).filter(|&number| number <= u32::MAX.into());
        number.ok_or_else(|| self.refuse(format!("{name} should be a number")))
    }

    fn face(&self, event: &Fields) -> Result<Face, Mismatch> {
        event.get("tile").and_then(face_of).ok_or_else(|| self.refuse("tile should be a face"))
    }

    fn faces(&self, value: Option<&Value>) -> Result<Vec<Face>, Mismatch> {
        let found = value.and_then(Value::as_array).and_then(|tiles| tiles.iter().map(face_of).collect());
        found.ok_or_else(|| self.refuse("a list of tiles is expected here"))
    }

    /// A square or a place.
    fn text<T: FromStr>(&self, event: &Fields, name: &str) -> Result<T, Mismatch> {
        let found = event.get(name).and_then(Value::as_str).and_then(|text| text.parse().ok());
        found.ok_or_else(|| self.refuse(format!("{name} is missing, or is not on the board")))
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn face_of(value: &Value) -> Option<Face> {
    value.as_u64().and_then(|number| u8::try_from(number).ok()).and_then(Face::new)
}
