//! W3: the Mystic portal: a tile at which paths end, and from which ships are transported.

use super::cause::Cause;
use super::faces::{distinct_rotations, port_letter, port_of_letter};
use super::json::{ascending, dice, field, int, take_one, text};
use super::square::{Place, Square};
use super::steps::{Step, Transports};
use super::storm::DIRECTIONS;
use super::taihou::TAIHOU;
use super::travel::{Fate, outcome};
use super::{Game, Point};
use serde_json::{Value, json};

/// W1: the number of the tile, after the 35 faces and the Taihou.
pub const PORTAL: u8 = 36;

/// W3: how often a ship is transported in one placement.
const MOST_TRANSPORTS: usize = 8;

/// What the owner of a ship chooses: a port and, where the square has no tile, a tile and its
/// rotation.
#[derive(Clone, Copy, Debug)]
struct Choice {
    port: u8,
    laid: Option<(u8, u8)>,
}

impl Choice {
    fn written(self) -> Value {
        let port = port_letter(self.port).to_string();
        match self.laid {
            Some((tile, rotation)) => json!({"port": port, "tile": tile, "rotation": rotation}),
            None => json!({"port": port}),
        }
    }
}

impl Game {
    /// W3: the portal is laid, from the hand of this seat. W1: what is played in another's turn is
    /// not replaced before the end of one's own.
    pub(super) fn lay_portal(&mut self, seat: usize, square: Square) {
        take_one(self.hand_mut(seat), PORTAL);
        self.board.portal = Some(square);
    }

    /// W1: a tile that this seat played; in another's turn it is owed.
    fn owe(&mut self, seat: usize) {
        if seat != self.active {
            self.seats[seat].owed += 1;
        }
    }

    /// W3: the transports of a placement, if there is a portal.
    pub(super) fn transports_begin(&self) -> Step {
        Step::Transports(Transports { last: self.active, gone: vec![0; self.seats.len()] })
    }

    /// W3: round and round, clockwise, from the active player's left: the next ship that faces the
    /// portal.
    pub(super) fn transports_go_on(&mut self, mut transports: Transports) {
        let faces = |seat: &usize| {
            self.board.portal.is_some()
                && self.seats[*seat].place.map(|place| place.square) == self.board.portal
        };
        let Some(seat) = self.clockwise_after(transports.last).into_iter().find(faces) else {
            return;
        };
        transports.last = seat;
        transports.gone[seat] += 1;
        let too_often = transports.gone[seat] > MOST_TRANSPORTS;
        self.steps.push_front(Step::Transports(transports));
        if too_often || self.rolls_for(seat).is_empty() {
            self.put_out(&[seat], Cause::Lost);
        } else {
            self.point = Point::TransportRoll { seat };
        }
    }

    /// W3: the rolls that count for a transport: not where there is a daikaiju, the uzushio or the
    /// portal, nor where there is no tile and the owner has no wake tile.
    pub(super) fn rolls_for(&self, seat: usize) -> Vec<[usize; 2]> {
        let has_wake_tile = self.hand(seat).iter().any(|&tile| tile < TAIHOU);
        let mut rolls = self.rolls_that_count();
        rolls.retain(|&roll| {
            has_wake_tile || self.board.tile_at(self.square_of_dice(roll)).is_some()
        });
        rolls
    }

    /// W3: two dice name a square; its owner is asked.
    pub(super) fn take_transport_roll(&mut self, seat: usize, event: &Value) -> Result<(), String> {
        if text(event, "rule")? != "mystic-portal" {
            return Err(format!("expected the rule `mystic-portal`, found {event}"));
        }
        let data = field(event, "data")?;
        if int(data, "player")? != seat {
            return Err(format!("seat {seat} is transported now, found {event}"));
        }
        let rolled = dice(data, "dice")?;
        let square = self.square_of_dice(rolled);
        if text(data, "square")? != square.name() {
            return Err(format!("the dice {rolled:?} name {}, found {event}", square.name()));
        }
        if !self.rolls_for(seat).contains(&rolled) {
            return Err(format!("{}: the roll does not count", square.name()));
        }
        self.ask_where(seat, square);
        Ok(())
    }

    fn ask_where(&mut self, seat: usize, square: Square) {
        self.transport = Some(square);
        let options = self.ways_to_go(seat, square);
        self.ask(seat, "mystic-portal", options.into_iter().map(Choice::written).collect());
    }

    /// W3: this seat is asked where it enters a square; each seat has gone so often, this time
    /// included.
    pub(super) fn go_to(&mut self, seat: usize, square: Square, mut gone: Vec<usize>) {
        // Noughts at the end are left out.
        gone.resize(self.seats.len(), 0);
        self.steps.push_front(Step::Transports(Transports { last: seat, gone }));
        self.ask_where(seat, square);
    }

    /// W3, ruling: what may be chosen: what leaves the ship alive and at a place where no other
    /// ship stands; if there is no such, what leaves it alive; if none, anything.
    fn ways_to_go(&self, seat: usize, square: Square) -> Vec<Choice> {
        let mut hand = ascending(self.hand(seat));
        hand.dedup();
        hand.retain(|&tile| tile < TAIHOU);
        let tiles: Vec<Option<(u8, u8)>> = if self.board.tile_at(square).is_some() {
            vec![None]
        } else {
            hand.into_iter()
                .flat_map(|tile| {
                    distinct_rotations(tile).into_iter().map(move |rotation| Some((tile, rotation)))
                })
                .collect()
        };
        let mut ways = Vec::new();
        for port in 0..8 {
            if self.places().contains(&Some(Place { square, port })) {
                continue;
            }
            ways.extend(tiles.iter().map(|&laid| Choice { port, laid }));
        }
        let judged: Vec<(Choice, bool, bool)> = ways
            .into_iter()
            .map(|way| {
                let (places, result) = self.goes(seat, square, way);
                let after = |seat: usize| match result.fates[seat] {
                    Fate::Stays => places[seat],
                    Fate::Moves(to) => Some(to),
                    Fate::Out(_) => None,
                };
                let lives = after(seat).is_some();
                let alone =
                    (0..places.len()).all(|other| other == seat || after(other) != after(seat));
                (way, lives, lives && alone)
            })
            .collect();
        let any_alone = judged.iter().any(|&(_, _, alone)| alone);
        let any_lives = judged.iter().any(|&(_, lives, _)| lives);
        let may = |&&(_, lives, alone): &&(Choice, bool, bool)| {
            if any_alone { alone } else { lives || !any_lives }
        };
        judged.iter().filter(may).map(|&(way, ..)| way).collect()
    }

    /// W3: what becomes of all when a ship goes this way: the places from which they set out, and
    /// their fates.
    fn goes(
        &self,
        seat: usize,
        square: Square,
        way: Choice,
    ) -> (Vec<Option<Place>>, super::travel::Outcome) {
        let mut board = self.board.clone();
        if let Some((tile, rotation)) = way.laid {
            board.lay(square, tile, rotation);
        }
        let mut places = self.places();
        places[seat] = Some(Place { square, port: way.port });
        let result = outcome(&board, square, &places, self.rules.meeting);
        (places, result)
    }

    /// W3: the answer to one of the two questions.
    pub(super) fn mystic_portal_chose(&mut self, player: usize, choice: &Value) {
        self.point = Point::Busy;
        match self.transport.take() {
            Some(square) => self.transported(player, square, choice),
            None => self.portal_opens(player, choice),
        }
    }

    /// W3: the tile is laid, and the ship sails, and others that face the square: this one first,
    /// then clockwise. No player scores, and a player who is out is out for good.
    fn transported(&mut self, seat: usize, square: Square, choice: &Value) {
        let port = choice["port"]
            .as_str()
            .and_then(|port| port.chars().next())
            .and_then(port_of_letter)
            .unwrap_or_default();
        let number = |key: &str| choice[key].as_u64().and_then(|number| u8::try_from(number).ok());
        let way = Choice { port, laid: number("tile").zip(number("rotation")) };
        let (_, result) = self.goes(seat, square, way);
        if let Some((tile, rotation)) = way.laid {
            take_one(self.hand_mut(seat), tile);
            self.owe(seat);
            self.board.lay(square, tile, rotation);
        }
        let mut dead = Vec::new();
        for sailor in self.clockwise_from(seat) {
            match result.fates[sailor] {
                Fate::Stays => {}
                Fate::Moves(to) => {
                    self.seats[sailor].place = Some(to);
                    self.seats[sailor].started = true;
                    self.seats[sailor].displaced = false;
                    self.expect(json!({"event": "moved", "player": sailor, "to": to.name()}));
                }
                Fate::Out(cause) => {
                    self.eliminate(sailor, cause);
                    dead.push(sailor);
                }
            }
        }
        // V15.
        self.steps.push_front(Step::Lantern);
        if !dead.is_empty() && !self.ended_by_elimination(&dead, None) {
            let lost = self.hands_of(&dead);
            self.give_back_lost(&lost);
        }
    }

    /// W3: a daikaiju has stepped onto the portal: it is carried on at once.
    pub(super) fn daikaiju_is_carried(&mut self, tile: usize, portal: Square) {
        self.put_at(tile, portal);
        if self.rolls_that_count().is_empty() {
            self.expect(
                json!({"event": "daikaiju_moved", "tile": tile, "from": portal.name(), "to": null}),
            );
            self.remove_from_play(tile);
            self.end_if_outlasted();
        } else {
            self.point = Point::DaikaijuCarried { tile };
        }
    }

    /// W3: two dice name its square; it keeps its facing, then S9 and S11.
    pub(super) fn take_daikaiju_carried(
        &mut self,
        tile: usize,
        event: &Value,
    ) -> Result<(), String> {
        let rolled = dice(event, "dice")?;
        let square = self.square_of_dice(rolled);
        if int(event, "tile")? != tile
            || Some(text(event, "from")?.to_string()) != self.board.portal.map(Square::name)
        {
            return Err(format!("daikaiju {tile} is carried on from the portal, found {event}"));
        }
        if text(event, "to")? != square.name() || !self.rolls_that_count().contains(&rolled) {
            return Err(format!(
                "the dice {rolled:?} name {}, or do not count: {event}",
                square.name()
            ));
        }
        self.point = Point::Busy;
        self.put_at(tile, square);
        self.arrives(tile, square, self.hazard().placed_on_wake);
        self.go_on();
        Ok(())
    }

    /// W3: before the ships sail, the holder of the portal is asked, if his ship is about to be put
    /// out.
    pub(super) fn ask_for_portal(&mut self, square: Square) {
        let result = outcome(&self.board, square, &self.places(), self.rules.meeting);
        let holder = (0..self.seats.len())
            .find(|&seat| self.seats[seat].alive && self.hand(seat).contains(&PORTAL));
        let Some(holder) = holder.filter(|&seat| matches!(result.fates[seat], Fate::Out(_))) else {
            return;
        };
        let mut options = vec![json!("hold")];
        for (direction, word) in (0u8..).zip(DIRECTIONS) {
            if self
                .board
                .shape
                .step(square, direction)
                .is_some_and(|beside| self.board.is_empty(beside))
            {
                options.push(json!(word));
            }
        }
        if options.len() > 1 {
            self.interrupted = Some(square);
            self.ask(holder, "mystic-portal", options);
        }
    }

    /// W3: the portal is laid beside the new tile, and the ship is carried onto it.
    fn portal_opens(&mut self, seat: usize, choice: &Value) {
        let new = self.interrupted.take();
        let direction = (0u8..)
            .zip(DIRECTIONS)
            .find(|(_, word)| choice == word)
            .map(|(direction, _)| direction);
        let Some(beside) =
            new.zip(direction).and_then(|(new, direction)| self.board.shape.step(new, direction))
        else {
            return;
        };
        self.lay_portal(seat, beside);
        self.owe(seat);
        let to = Place { square: beside, port: 0 };
        let ship = &mut self.seats[seat];
        ship.place = Some(to);
        ship.started = true;
        ship.displaced = false;
        self.carried_away = Some(seat);
        self.expect(
            json!({"event": "carried", "player": seat, "to": to.name(), "rule": "mystic-portal"}),
        );
    }
}
