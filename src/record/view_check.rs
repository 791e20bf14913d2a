//! Checks views: records of what one seat saw of a game, as far as that seat could check them.

use super::objects::{object_with, write_tile};
use super::position::{own_field_of, read_position};
use super::read::{self, GameRecord, shortened};
use super::replay::{RecordHead, Replayer};
use super::script::Mismatch;
use super::write::write_event;
use crate::board::{Face, Laid, Place, Rotation, Shape, Size, Square};
use crate::game::unchecked::begin_at_placement;
use crate::game::{
    self, Abilities, AskDecl, Choice, Choices, Destination, Event, EventDecl, EventRole, Listener,
    Luck, MAX_SEATS, Outcome, Phase, Rule, RunSeed, Seat, SeatSet, Setup, State, Timing, TimingSet,
    View,
};
use crate::json::{Json, json};
use crate::rules::Rules;
use crate::rules::hazard::names::PIECES;
use crate::ruleset::Variant;
use crate::with_rules;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Whose view a record is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a view is that of a seat or of the table")]
pub enum Viewer {
    /// The view of one seat.
    Seat(Seat),
    /// The view of every seat, under rules with one open hand.
    Table,
}

/// A view that was checked: every event that can be checked follows.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CheckedView {
    /// The contents of its first line.
    pub head: RecordHead,
    /// Whose view it is.
    pub viewer: Viewer,
    /// The number of placements that were checked.
    pub placements: usize,
    /// Its last event, if the game is over.
    pub end: Option<Map<String, Value>>,
}

impl Replayer<'_> {
    /// Checks a [`view()`](super::view()) as far as one seat can: each placement is on the square
    /// that the piece faces; it is legal (for another seat: legal with some hand that has the
    /// tile); its consequences for the pieces follow; the seat's own hand has the tiles that it
    /// places; and no tile is seen more often than the deck has it. Not checked are hidden tiles,
    /// draws, returned tiles, the acts of hazards, and what depends on rules that no view tells of:
    /// who is next, and who is lost, where rules decide that.
    ///
    /// # Errors
    /// The first event that does not follow.
    pub fn check_view(&mut self, game: &GameRecord) -> Result<CheckedView, Mismatch> {
        let head = self.head(game)?;
        let variant = Arc::clone(&head.variant);
        let mut walk = ViewWalk {
            game,
            first: head.first,
            at: 0,
            viewer: Viewer::Table,
            events: variant.events(),
            asks: variant.asks(),
            tiles: BTreeMap::new(),
            named: None,
            pieces: vec![None; usize::from(head.seats())],
            out: SeatSet::EMPTY,
            lost_lives: [0; MAX_SEATS],
            on_mark: SeatSet::EMPTY,
            carried: SeatSet::EMPTY,
            rule_pieces: BTreeMap::new(),
            hand: Vec::new(),
            hands_are_unknown: has_other_rules(&variant),
            forbids_by_memory: forbids_by_memory(&variant),
            boxed: Vec::new(),
            turn: 0,
            active: None,
            placements: 0,
            end: None,
        };
        with_rules!(variant.rules(), |rules| walk.check_all(rules))?;
        Ok(CheckedView { head, viewer: walk.viewer, placements: walk.placements, end: walk.end })
    }
}

/// Whether the rule set has a rule that could move tiles unseen.
fn has_other_rules(variant: &Variant) -> bool {
    with_rules!(variant.rules(), |rules| rules.basics.abilities()).contains(Abilities::MOVES_TILES)
}

/// Whether the rule set has a rule that forbids placements and whose state no view tells.
fn forbids_by_memory(variant: &Variant) -> bool {
    let shape = Shape::rectangle(3, 3);
    let remembers = |rule: &dyn Rule| rule.save(&rule.start(&Setup::new(2, &shape))).is_some();
    let mut rules = with_rules!(variant.rules(), |rules| rules.list.parts()).iter();
    rules.any(|rule| rule.abilities().contains(Abilities::FORBIDS) && remembers(&**rule))
}

/// A view while it is read, and the state of the game as far as the viewer knows it.
struct ViewWalk<'g> {
    game: &'g GameRecord,
    /// The seat that goes first.
    first: Seat,
    /// The index of the present line.
    at: usize,
    viewer: Viewer,
    /// What the rules have declared.
    events: &'g [&'static EventDecl],
    asks: &'g [&'static AskDecl],
    tiles: BTreeMap<Square, Laid>,
    /// The square that the last event of a rule has named: a tile that is chosen with a port is
    /// laid there.
    named: Option<Square>,
    pieces: Vec<Option<Place>>,
    out: SeatSet,
    /// How many lives each seat has lost without being eliminated (V16).
    lost_lives: [u8; MAX_SEATS],
    /// The seats whose pieces are on their start marks.
    on_mark: SeatSet,
    /// The seats whose pieces a rule has moved.
    carried: SeatSet,
    /// Square and facing of the pieces of rules on the board, by number.
    rule_pieces: BTreeMap<u32, (Square, u32)>,
    /// The viewer's hand, or the table's open hand.
    hand: Vec<Face>,
    /// Whether a rule from outside the crate may move tiles from hand to hand without a word.
    hands_are_unknown: bool,
    /// Whether a rule remembers something that could be why it forbids a placement.
    forbids_by_memory: bool,
    /// The tiles that are out of the game.
    boxed: Vec<Face>,
    /// The number of the turn, from 1; 0 before the first.
    turn: u32,
    /// The seat whose turn it is.
    active: Option<Seat>,
    placements: usize,
    end: Option<Map<String, Value>>,
}

type Fields = Map<String, Value>;

impl ViewWalk<'_> {
    /// Makes the mismatch for the current event.
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

    fn check_all<Z: Size>(&mut self, rules: &Rules<Z>) -> Result<(), Mismatch> {
        for at in 1..self.game.lines.len() {
            self.at = at;
            if self.end.is_some() {
                return Err(self.refuse("nothing follows the end of a game"));
            }
            let event = self.fields(at).ok_or_else(|| self.refuse("not an event"))?;
            self.check_event(rules, &event)?;
        }
        Ok(())
    }

    fn check_event<Z: Size>(&mut self, rules: &Rules<Z>, event: &Fields) -> Result<(), Mismatch> {
        match event.get("event").and_then(Value::as_str).unwrap_or_default() {
            "sight" if rules.basics.hides() => self.look(event)?,
            // The viewer did not see where.
            "placed" if rules.basics.hides() && event.get("square").is_some_and(Value::is_null) => {
            }
            "deal" => self.deal(rules, event)?,
            "start" | "relocated" => {
                let (seat, mark) = (self.seat(event)?, self.place(event, "mark")?);
                self.pieces[seat.index()] = Some(mark);
                self.on_mark.insert(seat);
            }
            "turn" => self.begin_turn(rules, event)?,
            "placed" => self.check_placement(rules, event)?,
            "moved" => {
                let (seat, to) = (self.seat(event)?, self.place(event, "to")?);
                self.pieces[seat.index()] = Some(to);
                self.on_mark.remove(seat);
            }
            "eliminated" if event.get("waits") == Some(&Value::Bool(true)) => {
                let seat = self.seat(event)?;
                self.pieces[seat.index()] = None;
                self.lost_lives[seat.index()] += 1;
                self.on_mark.remove(seat);
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
                    self.check_count(rules, tile)?;
                }
            }
            "exchanged" => self.exchange(event)?,
            "wake_removed" => self.remove_wake(event)?,
            "carried" => {
                let (seat, to) = (self.seat(event)?, self.place(event, "to")?);
                self.pieces[seat.index()] = Some(to);
                self.carried.insert(seat);
                self.on_mark.remove(seat);
            }
            "chose" => self.choose(event)?,
            "end" => self.end_game(event)?,
            "rule" => {
                self.named = event
                    .get("data")
                    .and_then(Value::as_object)
                    .and_then(|data| read::field(data, "square"));
                self.follow_laid(event);
                self.follow_guest(rules, event)?;
            }
            "returned" | "passed" => {}
            name => match self.events.iter().find(|decl| !decl.is_of_rule() && decl.name == name) {
                Some(decl) => self.declared(decl.role, event)?,
                None => return Err(self.refuse("there is no such event")),
            },
        }
        Ok(())
    }

    /// Takes what the viewer gave in an exchange, and gives what it took.
    fn exchange(&mut self, event: &Fields) -> Result<(), Mismatch> {
        let seat = self.seat(event)?;
        if self.viewer == Viewer::Seat(seat) {
            for tile in self.faces(event, "gave")? {
                self.give_up(tile)?;
            }
            let took = self.faces(event, "took")?;
            self.hand.extend(took);
        }
        Ok(())
    }

    fn remove_wake(&mut self, event: &Fields) -> Result<(), Mismatch> {
        let square = self.square(event, "square")?;
        let tile = self
            .tiles
            .remove(&square)
            .ok_or_else(|| self.refuse(format!("there is no tile on {square}")))?;
        if event.get("to").and_then(Value::as_str) == Some(Destination::Box.name()) {
            self.boxed.push(tile.face());
        }
        Ok(())
    }

    /// Follows an answer to a rule: a tile that it gives up, or one that it lays.
    fn choose(&mut self, event: &Fields) -> Result<(), Mismatch> {
        let seat = self.seat(event)?;
        let rule = event.get("rule").and_then(Value::as_str);
        if self.sees(seat) && self.asks.iter().any(|asks| asks.gives_up && Some(asks.rule) == rule)
        {
            let tile = self.field(event, "choice", "a face")?;
            self.give_up(tile)?;
        }
        let entry = event.get("choice").and_then(Value::as_object);
        let laid = entry.and_then(|entry| {
            Some(Laid::new(read::field(entry, "tile")?, read::field(entry, "rotation")?))
        });
        if let Some((square, tile)) = self.named.zip(laid) {
            self.tiles.insert(square, tile);
            if self.sees(seat) {
                self.give_up(tile.face())?;
            }
        }
        Ok(())
    }

    /// Takes in what comes into the viewer's sight, and what goes out of it.
    fn look(&mut self, event: &Fields) -> Result<(), Mismatch> {
        let entries = |name: &str| event.get(name).map(list).unwrap_or_default();
        let squares =
            ["hidden", "empty", "blocked", "havens"].iter().flat_map(|name| entries(name));
        for square in squares {
            self.tiles.remove(
                &Square::deserialize(square)
                    .map_err(|_| self.refuse("sight should have squares"))?,
            );
        }
        for tile in entries("tiles").iter().filter_map(Value::as_object) {
            let rotation = Rotation::new((self.number(tile, "rotation")? % 4) as u8);
            self.tiles.insert(self.square(tile, "square")?, Laid::new(self.face(tile)?, rotation));
        }
        for player in entries("players").iter().filter_map(Value::as_object) {
            let seat = self.seat(player)?;
            self.pieces[seat.index()] = if player.get("at").is_none_or(Value::is_null) {
                None
            } else {
                Some(self.place(player, "at")?)
            };
        }
        self.rule_pieces.clear();
        for piece in entries(PIECES).iter().filter_map(Value::as_object) {
            self.declared(EventRole::Put, piece)?;
        }
        Ok(())
    }

    /// Follows tiles that a rule has laid or turned.
    fn follow_laid(&mut self, event: &Fields) {
        let data = event.get("data").and_then(Value::as_object).filter(|data| data.len() == 1);
        let laid =
            data.and_then(|data| data.get("laid").or_else(|| data.get("turned"))?.as_object());
        let place = |laid: &Fields| {
            Some((
                read::field(laid, "square")?,
                Laid::new(read::field(laid, "tile")?, read::field(laid, "rotation")?),
            ))
        };
        self.tiles.extend(laid.and_then(place));
    }

    /// Follows the piece of a guest, whose event does not name it (W4): it is the rule's only one.
    fn follow_guest<Z: Size>(&mut self, rules: &Rules<Z>, event: &Fields) -> Result<(), Mismatch> {
        let data = event.get("data").and_then(Value::as_object);
        let (Some(data), Some(name)) = (data, event.get("rule").and_then(Value::as_str)) else {
            return Ok(());
        };
        let moves = |decl: &&&EventDecl| {
            decl.is_of_rule() && decl.name == name && decl.role == EventRole::Moves
        };
        let has_its_fields =
            |decl: &&&EventDecl| decl.written().iter().all(|field| data.contains_key(*field));
        let (Some(_), Some(tile)) =
            (self.events.iter().filter(moves).find(has_its_fields), rules.list.guest_number(name))
        else {
            return Ok(());
        };
        let step =
            [("tile", Some(json!(tile))), ("to", data.get("square").map(|square| json!(square)))];
        let Value::Object(step) = Value::from(object_with(step)) else { return Ok(()) };
        self.declared(EventRole::Moves, &step)
    }

    /// Follows the pieces that a rule has on squares.
    fn declared(&mut self, role: EventRole, event: &Fields) -> Result<(), Mismatch> {
        match role {
            EventRole::Put | EventRole::Turns => {
                let place = (self.square(event, "square")?, self.number(event, "facing")?);
                self.rule_pieces.insert(self.number(event, "tile")?, place);
            }
            EventRole::Moves => {
                let tile = self.number(event, "tile")?;
                let (_, facing) = self
                    .rule_pieces
                    .remove(&tile)
                    .ok_or_else(|| self.refuse(format!("piece {tile} is not on the board")))?;
                if event.get("to").is_some_and(|to| !to.is_null()) {
                    self.rule_pieces.insert(tile, (self.square(event, "to")?, facing));
                }
            }
            EventRole::Gone => drop(self.rule_pieces.remove(&self.number(event, "tile")?)),
            _ => {}
        }
        Ok(())
    }

    /// Checks that turns are numbered from 1 and, unless a rule says who is next, go round the live
    /// seats.
    fn begin_turn<Z: Size>(&mut self, rules: &Rules<Z>, event: &Fields) -> Result<(), Mismatch> {
        let (seat, number) = (self.seat(event)?, self.number(event, "number")?);
        if number != self.turn + 1 {
            return Err(self.refuse(format!("number should be {}", self.turn + 1)));
        }
        let alive = SeatSet::first(self.pieces.len() as u8).without(self.out);
        let next =
            self.active.map_or(self.first, |active| alive.next_after(active).unwrap_or(active));
        if seat != next && !rules.basics.timings.contains(Timing::NextSeat) {
            return Err(self.refuse(format!("player should be {}", next.number())));
        }
        (self.turn, self.active) = (number, Some(seat));
        Ok(())
    }

    /// Checks that a lone survivor is the winner. How points and ties were decided is not checked.
    fn end_game(&mut self, event: &Fields) -> Result<(), Mismatch> {
        let alive = SeatSet::first(self.pieces.len() as u8).without(self.out);
        if event.get("outcome").and_then(Value::as_str) == Some(Outcome::LastStanding.name())
            && !alive.is_empty()
        {
            let winners: Vec<Value> = alive.iter().map(|seat| seat.number().into()).collect();
            if winners.len() != 1 || event.get("winners").map(list) != Some(&winners[..]) {
                return Err(self.refuse("a single survivor should be the only winner"));
            }
        }
        self.end = Some(event.clone());
        Ok(())
    }

    fn sees(&self, seat: Seat) -> bool {
        !self.hands_are_unknown
            && (self.viewer == Viewer::Table || self.viewer == Viewer::Seat(seat))
    }

    /// Takes the hand that is shown as the viewer's.
    fn deal<Z: Size>(&mut self, rules: &Rules<Z>, event: &Fields) -> Result<(), Mismatch> {
        let hands = event.get("hands").map(list).unwrap_or_default();
        let shown: Vec<usize> =
            (0..hands.len()).filter(|&at| !list(&hands[at]).iter().any(Value::is_null)).collect();
        let wanted = if rules.basics.open { 1 } else { self.pieces.len() };
        let [number] = shown[..] else {
            return Err(self.refuse("a view shows the hand of one seat"));
        };
        if hands.len() != wanted {
            return Err(self.refuse(format!("hands should be {wanted}")));
        }
        if !rules.basics.open {
            self.viewer = Viewer::Seat(Seat::new(number as u8));
        }
        let tiles = hands.iter().map(|hand| list(hand).len()).sum::<usize>()
            + event.get("pile").map_or(0, |pile| list(pile).len());
        if tiles != rules.basics.deck.len() {
            return Err(self.refuse(format!(
                "hands and pile together should be {} tiles",
                rules.basics.deck.len()
            )));
        }
        self.hand = Vec::deserialize(&hands[number])
            .map_err(|_| self.refuse("hands should be lists of tiles"))?;
        self.hand.clone().into_iter().try_for_each(|tile| self.check_count(rules, tile))
    }

    /// Checks a placement and its consequences for the pieces.
    fn check_placement<Z: Size>(
        &mut self,
        rules: &Rules<Z>,
        event: &Fields,
    ) -> Result<(), Mismatch> {
        let (seat, face) = (self.seat(event)?, self.face(event)?);
        let turns = self.number(event, "rotation")?;
        let tile = Laid::new(face, Rotation::new((turns % 4) as u8));
        if u32::from(tile.rotation().turns()) != turns {
            return Err(self.refuse(format!(
                "rotation should be {}, the smallest that looks the same",
                tile.rotation()
            )));
        }
        let square = self.square(event, "square")?;
        let faces = |seat: Seat| {
            self.pieces[seat.index()].map(Place::square) == Some(square) && !self.out.contains(seat)
        };
        // For the team, the square of any live piece of it (W7).
        let is_mate = |other: Seat| {
            rules.basics.teams > 0
                && other.number() % rules.basics.teams == seat.number() % rules.basics.teams
        };
        let for_team = rules.basics.for_team
            && (0..self.pieces.len() as u8)
                .map(Seat::new)
                .any(|other| is_mate(other) && faces(other));
        if !faces(seat) && !for_team || self.out.contains(seat) {
            return Err(self.refuse(format!("the piece of that player does not face {square}")));
        }
        if self.sees(seat) && !self.hand.contains(&face) {
            return Err(self.refuse(format!("tile {face} is not in the hand")));
        }
        // Only the rule itself knows which squares it has blocked, and what lies on the squares
        // that it hides.
        if !rules.basics.abilities().contains(Abilities::BLOCKS) && !rules.basics.hides() {
            self.check_consequences(rules, seat, tile, event)?;
        }
        if self.sees(seat) {
            self.give_up(face)?;
        }
        self.tiles.insert(square, tile);
        self.placements += 1;
        self.check_count(rules, face)
    }

    /// Plays the placement from the known position, and compares the trips and eliminations with
    /// the events that follow it.
    fn check_consequences<Z: Size>(
        &self,
        rules: &Rules<Z>,
        seat: Seat,
        tile: Laid,
        event: &Fields,
    ) -> Result<(), Mismatch> {
        let position = self.position(rules, seat, tile.face());
        let seed = RunSeed::new("").game(0);
        let mut state = read_position(rules, &position, seed)
            .map_err(|why| self.refuse(format!("the position is impossible: {why}")))?;
        let mut chance = Luck(seed);
        begin_at_placement(rules, &mut state, &mut chance, &mut ());
        let view = View::new(rules, &state);
        if view.aims()
            && let Some(square) = event
                .get("square")
                .and_then(Value::as_str)
                .and_then(|name| name.parse::<Square>().ok())
            && view.check(&Choice::Rule(square.into())).is_ok()
        {
            game::unchecked::answer(rules, &mut state, square.into(), &mut chance, &mut ());
        }
        self.check_legal(rules, &state, (seat, tile), event)?;
        let mut lines = Vec::new();
        game::unchecked::place(
            rules,
            &mut state,
            tile,
            &mut chance,
            &mut Listener(|event: &Event<'_>| write_event(&mut lines, event)),
        );
        self.check_trips(rules, &lines)
    }

    /// Checks that a placement is legal, and the number of legal placements.
    fn check_legal<Z: Size>(
        &self,
        rules: &Rules<Z>,
        state: &State<Rules<Z>>,
        (seat, tile): (Seat, Laid),
        event: &Fields,
    ) -> Result<(), Mismatch> {
        let mut choices = Choices::new(rules, state);
        let mut is_known = true;
        if !self.sees(seat) && rules.basics.abilities().contains(Abilities::FORBIDS) {
            // What may be laid depends on the other tiles of the hand: where the truce keeps a
            // placement from being legal, it may be all that another hand leaves. A rule that
            // declares nothing of itself can look at that hand.
            choices = choices.without_judge();
            is_known = !rules.basics.abilities().contains(Abilities::READS_HANDS);
        }
        let may_tell = !self.forbids_by_memory;
        is_known &= may_tell;
        if state.core().phase() != Phase::Place || (is_known && !choices.allows(tile)) {
            return Err(self.refuse("that placement is not legal, whatever else is in the hand"));
        }
        let legal = u64::from(choices.count());
        // With an open hand, each seat is told the number only in its own turns.
        let shown = event
            .get("legal")
            .filter(|shown| !shown.is_null() || self.viewer == Viewer::Seat(seat));
        if may_tell && self.sees(seat) && shown.is_some_and(|shown| shown.as_u64() != Some(legal)) {
            return Err(self.refuse(format!("legal should be {legal}")));
        }
        Ok(())
    }

    /// Compares the trips and eliminations in the lines of a placement, which the first line is,
    /// with the events that follow it here.
    fn check_trips<Z: Size>(&self, rules: &Rules<Z>, lines: &[u8]) -> Result<(), Mismatch> {
        // Where rules hear of losses, no piece is out before all have travelled, and a piece may be
        // saved.
        let losses_are_open =
            rules.basics.timings.meets(TimingSet::FALLING.or(TimingSet::new(&[Timing::Threat])));
        let next = self.fields(self.at + 1);
        let is_asked = next.as_ref().and_then(|event| event.get("event")).and_then(Value::as_str)
            == Some("chose");
        if rules.basics.timings.meets(TimingSet::new(&[Timing::Threat, Timing::Ahead])) && is_asked
        {
            // The asked player may strike what the pieces would come to, or carry one away: where
            // they stop then is not judged here.
            return Ok(());
        }
        let is_trip = |event: &Fields| match event.get("event").and_then(Value::as_str) {
            Some("moved") => true,
            Some("eliminated") => !losses_are_open,
            _ => false,
        };
        let trips = |events: &mut dyn Iterator<Item = Fields>| {
            events.take_while(is_trip).collect::<Vec<_>>()
        };
        let wanted = trips(
            &mut serde_json::Deserializer::from_slice(lines)
                .into_iter::<Fields>()
                .flatten()
                .skip(1),
        );
        let found = trips(&mut (self.at + 1..).map_while(|at| self.fields(at)));
        for (index, wanted) in wanted.iter().enumerate() {
            let differs =
                |found: &Fields| wanted.iter().any(|(name, value)| found.get(name) != Some(value));
            // A record that was broken off may end here.
            if found.get(index).map_or(self.at + 1 + index < self.game.lines.len(), differs) {
                // The first line is the placement.
                let line = String::from_utf8_lossy(lines)
                    .lines()
                    .nth(index + 1)
                    .unwrap_or_default()
                    .to_owned();
                return Err(self.refuse_at(
                    self.at + 1 + index,
                    format!("{line} is expected here, not this event"),
                ));
            }
        }
        if found.len() > wanted.len() {
            return Err(self
                .refuse_at(self.at + 1 + wanted.len(), "this does not follow from the placement"));
        }
        Ok(())
    }

    /// The position before `seat` places `face`, with an empty pile and empty hands for the other
    /// seats.
    fn position<Z: Size>(&self, rules: &Rules<Z>, seat: Seat, face: Face) -> Value {
        let hand = || json!(if self.sees(seat) { self.hand.clone() } else { vec![face] });
        let player = |at: usize| {
            if self.out.contains(Seat::new(at as u8)) {
                return json!({ "out": true });
            }
            let own_hand = at == seat.index() && !rules.basics.open;
            let seat = Seat::new(at as u8);
            // A mark on an inner line may have no tile behind it, and neither need a place to which
            // a rule carries.
            let lost = u32::from(self.lost_lives[at]);
            let lives = (lost > 0)
                .then(|| json!(u32::from(rules.basics.lives).saturating_sub(lost).max(1)));
            if self.pieces[at].is_none() {
                return object_with([
                    ("waits", Some(json!(true))),
                    ("hand", own_hand.then(hand)),
                    ("lives", lives),
                ]);
            }
            let started = if self.on_mark.contains(seat) {
                Some(json!(false))
            } else {
                self.carried.contains(seat).then(|| json!(true))
            };
            object_with([
                ("at", Some(json!(self.pieces[at]))),
                ("started", started),
                ("hand", own_hand.then(hand)),
                ("lives", lives),
            ])
        };
        // A position has to say what became of what a rule sets up. A view does not tell, and what
        // follows does not depend on it.
        let setup = Setup::new(self.pieces.len() as u8, rules.basics.grid().shape());
        let sets_up =
            rules.list.parts().iter().filter(|rule| rule.timings().contains(Timing::SetUp));
        let states: Vec<_> = sets_up
            .filter_map(|rule| Some((rule.decl().name, rule.save(&rule.start(&setup))?)))
            .collect();
        let rule_piece = |(tile, &(square, facing)): (&u32, &(Square, u32))| {
            json!({
                "tile": tile, "square": square, "facing": facing
            })
        };
        let (in_fields, states): (Vec<_>, Vec<_>) =
            states.into_iter().partition(|(name, _)| rules.list.field_of(name).is_some());
        let (specials, tiles): (Vec<_>, Vec<_>) =
            self.tiles.iter().partition(|laid| laid.1.face().is_special());
        let of_special =
            |(square, laid): (&Square, &Laid)| (own_field_of(rules, laid.face()), *square);
        let (of_rules, havens): (Vec<_>, Vec<_>) =
            specials.into_iter().map(of_special).partition(|special| special.0.is_some());
        let havens: Vec<Square> = havens.into_iter().map(|haven| haven.1).collect();
        let mut position = Value::from(object_with([
            (
                "tiles",
                Some(Json::list(
                    tiles.into_iter().map(|(&square, &tile)| write_tile(square, tile)),
                )),
            ),
            ("havens", (!havens.is_empty()).then(|| json!(havens))),
            ("players", Some(Json::list((0..self.pieces.len()).map(player)))),
            ("active", Some(json!(seat))),
            ("pile", Some(json!([]))),
            ("turn", Some(json!(self.turn))),
            ("hand", rules.basics.open.then(hand)),
            (
                PIECES,
                (!self.rule_pieces.is_empty())
                    .then(|| Json::list(self.rule_pieces.iter().map(rule_piece))),
            ),
            ("rule-state", (!states.is_empty()).then(|| Json::object(states))),
        ]));
        for (name, state) in in_fields {
            position[rules.list.field_of(name).unwrap_or(name)] = state;
        }
        for (field, square) in of_rules {
            position[field.unwrap_or_default()] = json!(square).into();
        }
        position
    }

    /// Checks that a face has not been seen more often than the deck has it.
    fn check_count<Z: Size>(&self, rules: &Rules<Z>, face: Face) -> Result<(), Mismatch> {
        let seen = self
            .tiles
            .values()
            .map(|tile| tile.face())
            .chain(self.hand.iter().copied().filter(|_| !self.hands_are_unknown))
            .chain(self.boxed.iter().copied());
        let copies = usize::from(rules.basics.copies[face.index()]);
        if seen.filter(|&seen| seen == face).count() > copies {
            return Err(self.refuse(format!(
                "more than {copies} of tile {face}, which is all that the deck has"
            )));
        }
        Ok(())
    }

    /// Takes a tile out of the viewer's hand, if it is known.
    fn give_up(&mut self, face: Face) -> Result<(), Mismatch> {
        if self.hands_are_unknown {
            return Ok(());
        }
        let at = self.hand.iter().position(|&tile| tile == face);
        self.hand.remove(at.ok_or_else(|| self.refuse(format!("tile {face} is not in the hand")))?);
        Ok(())
    }

    fn seat(&self, event: &Fields) -> Result<Seat, Mismatch> {
        let seats = self.pieces.len() as u8;
        let seat =
            event.get("player").and_then(Value::as_u64).and_then(|seat| Seat::checked(seat, seats));
        seat.ok_or_else(|| self.refuse(format!("player should be a seat below {seats}")))
    }

    /// Reads a field; if it is missing or has another kind of value, `{name} should be {wanted}`.
    fn field<T: DeserializeOwned>(
        &self,
        event: &Fields,
        name: &str,
        wanted: &str,
    ) -> Result<T, Mismatch> {
        read::field(event, name).ok_or_else(|| self.refuse(format!("{name} should be {wanted}")))
    }

    fn number(&self, event: &Fields, name: &str) -> Result<u32, Mismatch> {
        self.field(event, name, "a number")
    }

    fn square(&self, event: &Fields, name: &str) -> Result<Square, Mismatch> {
        self.field(event, name, "a square")
    }

    fn place(&self, event: &Fields, name: &str) -> Result<Place, Mismatch> {
        self.field(event, name, "a place")
    }

    fn face(&self, event: &Fields) -> Result<Face, Mismatch> {
        self.field(event, "tile", "a face")
    }

    fn faces(&self, event: &Fields, name: &str) -> Result<Vec<Face>, Mismatch> {
        self.field(event, name, "a list of tiles")
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
