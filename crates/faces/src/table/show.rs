//! What has happened as it is shown: the board after it, words, and the way of a piece.

use super::first::FirstTimes;
use crate::words::{Narrator, OnBoard, TextKey};
use tsuro::board::{Content, Place, Side, Square};
use tsuro::game::{Event, EventRole, PieceStep, Seat, SeenEvent};
use tsuro::picture::{BoardScene, Segment};

/// One thing that happened.
#[derive(Debug, Clone)]
pub struct ShownEvent {
    /// What kind of event it is, as records name it; empty for the beginning.
    pub event: &'static str,
    /// The board after it.
    pub scene: BoardScene,
    /// In words; empty if it is not told.
    pub words: String,
    /// Why a piece of a rule does it; part of the words, too.
    pub reason: Option<String>,
    /// What it means, if it is the first of its kind in the game: shown in a first game.
    pub first: Option<String>,
    /// The piece that travelled, and how.
    pub way: Option<(Seat, Vec<Segment>)>,
    /// How long it stands at the usual speed, in milliseconds.
    pub stands: u64,
    /// Whose piece it put out, and on which square.
    pub out: Option<(Seat, Option<Square>)>,
    /// How many events there were before it, and it.
    pub events: usize,
    /// Whose choice it tells.
    pub chooser: Option<Seat>,
    /// Whether a turn began with it.
    pub is_turn: bool,
    /// Whose turn it is, and its number.
    pub turn: Option<(Seat, u32)>,
}

/// Whether a piece leaves the tile in front of it where another one stood.
fn meets(player: Option<Seat>, step: Segment, pieces: &[(Seat, Place)]) -> bool {
    let met = Place::new(step.square, step.leave);
    pieces.iter().any(|&(seat, place)| Some(seat) != player && place == met)
}

/// The time that a piece takes across a tile at the usual speed, in milliseconds.
pub const STEP: u64 = 140;

/// Follows a game and tells its events one after another.
///
/// It knows what one seat was told, or an onlooker; in which language an event is told is the
/// narrator's. So a copy of it tells the same event in another language.
#[derive(Debug, Clone)]
pub struct Teller {
    /// The board after the event that was told last.
    pub scene: BoardScene,
    /// The number of the die on which pieces of rules act now.
    die: Option<u32>,
    /// Whose turn it is, and its number.
    pub turn: Option<(Seat, u32)>,
    /// Who laid the tile on which pieces travel now, and where it lies.
    laid: Option<(Seat, Square)>,
    /// How many events there have been.
    events: usize,
    first: FirstTimes,
}

impl Teller {
    /// Begins to tell the events after the first `events`; `scene` is the board at that point.
    pub fn new(scene: BoardScene, events: usize) -> Self {
        Self { scene, die: None, turn: None, laid: None, events, first: FirstTimes::default() }
    }

    /// The same, for a game in whose draw pile there are this many tiles now.
    #[must_use]
    pub fn with_pile(mut self, tiles: usize) -> Self {
        self.first.note_pile(tiles);
        self
    }

    /// The board as it is, before anything else happens.
    pub fn beginning(&self) -> ShownEvent {
        ShownEvent {
            event: "",
            scene: self.scene.clone(),
            words: String::new(),
            reason: None,
            first: None,
            way: None,
            stands: 0,
            out: None,
            events: self.events,
            chooser: None,
            is_turn: true,
            turn: self.turn,
        }
    }

    /// Shows the next event, which is number `events` of the record. `None`: it is the deal, or
    /// known already, so there is nothing to show.
    pub fn tell(
        &mut self,
        (events, event): (usize, SeenEvent<'_>),
        narrator: &Narrator,
    ) -> Option<ShownEvent> {
        self.events = events;
        let public = if let SeenEvent::Public(event) = &event { Some(event) } else { None };
        let role = public.map_or(EventRole::Other, Event::role);
        let reason = public.and_then(|event| self.reason(event, narrator));
        let out = match event {
            SeenEvent::Public(
                Event::Eliminated { player, .. } | Event::LifeLost { player, .. },
            )
            | SeenEvent::Unseen { event: "eliminated", player, .. } => Some(player),
            _ => None,
        };
        let player = if let SeenEvent::Public(Event::Moved { player, .. }) = event {
            Some(player)
        } else {
            out
        };
        let stood = player.and_then(|player| self.scene.stands_at(player)).map(Place::square);
        let in_front = out.and_then(|seat| self.taken_from_ahead(seat));
        let before = if let SeenEvent::Sight(_) = event { Some(self.scene.clone()) } else { None };
        let others: Vec<(Seat, Place)> = self.scene.pieces.clone();
        let way = self.scene.follow_seen(&event);
        let crosses =
            out.is_none() && way.first().is_some_and(|step| meets(player, *step, &others));
        let first = self.first.explain(&event, crosses, narrator);
        if before.is_some_and(|before| {
            self.scene.changed_since(&before).is_empty() && !self.scene.pieces_differ(&before)
        }) {
            return None;
        }
        let end = way.last().map(|step| step.square).or(stood);
        self.note_tile(&event);
        if role == EventRole::Dice {
            self.die = public.and_then(|event| event.field("value"));
        }
        if let Some(&Event::Turn { player, number }) = public {
            self.turn = Some((player, number));
        }
        let stands = match event {
            SeenEvent::Deal { .. } => return None,
            SeenEvent::Public(Event::Turn { .. }) => 0,
            SeenEvent::Public(Event::Start { .. }) | SeenEvent::Drew { .. } => 150,
            SeenEvent::Placed { .. } => 450,
            SeenEvent::Public(Event::Moved { .. }) => 150 + STEP * way.len() as u64,
            _ if out.is_some() => 900 + STEP * way.len() as u64,
            _ if role == EventRole::Dice => 700,
            _ if role != EventRole::Other => 500,
            _ => 300,
        };
        Some(ShownEvent {
            event: event.name(),
            scene: self.scene.clone(),
            words: [
                narrator.watched(
                    &event,
                    OnBoard {
                        laid: self.laid,
                        tiles: way.len(),
                        lost_on: out.and(end),
                        in_front: in_front.filter(|_| way.is_empty()),
                    },
                ),
                reason.clone(),
            ]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" "),
            reason,
            first,
            way: player.filter(|_| !way.is_empty()).map(|seat| (seat, way)),
            stands,
            out: out.map(|seat| (seat, end)),
            events,
            chooser: event.chooser(),
            is_turn: matches!(public, Some(Event::Turn { .. })),
            turn: self.turn,
        })
    }

    /// The square in front of a piece whose turn it is, if something blocks it and the tile under
    /// the piece is still there, so that what is ahead takes it.
    fn taken_from_ahead(&self, seat: Seat) -> Option<Square> {
        let is_turn = self.turn.is_some_and(|turn| turn.0 == seat);
        let is_tile = |square| matches!(self.scene.content(square), Content::Tile(_));
        let stands = self.scene.stands_at(seat).map(Place::square).filter(|&at| is_tile(at));
        let pieces = self.scene.pieces.iter();
        let mut faced = pieces.filter(|piece| piece.0 == seat).map(|piece| piece.1.square());
        let blocked = |&square: &Square| self.scene.content(square) == Content::Blocked;
        faced.find(blocked).filter(|_| is_turn && stands.is_some())
    }

    /// Notes on which tile pieces travel from this event on.
    fn note_tile(&mut self, event: &SeenEvent<'_>) {
        match *event {
            SeenEvent::Placed { player, square, .. }
            | SeenEvent::Public(Event::Placed { player, square, .. }) => {
                self.laid = Some((player, square));
            }
            // These pieces travel for another reason.
            SeenEvent::Public(
                Event::Turn { .. }
                | Event::Laid { .. }
                | Event::Turned { .. }
                | Event::Carried { .. },
            ) => self.laid = None,
            _ => {}
        }
    }

    /// Why a piece of a rule does what it does, by the die and what is printed on the piece (S5).
    fn reason(&self, event: &Event<'_>, narrator: &Narrator) -> Option<String> {
        let (step, die) = (event.piece_step()?, u8::try_from(self.die?).ok()?);
        let (words, die_in_words) = (narrator.language, die.to_string());
        let dice = |tile: u8| self.scene.faces.get(usize::from(tile))?.dice;
        match step {
            PieceStep::Moves { tile, .. } => {
                let facing = self
                    .scene
                    .rule_pieces
                    .iter()
                    .find(|piece| piece.tile == tile)
                    .map(|piece| piece.facing)?;
                let side = dice(tile)?.side(die, facing)?;
                Some(
                    words.say(
                        TextKey::WhyMoves,
                        &[("die", &die_in_words), ("side", words.side(side))],
                    ),
                )
            }
            PieceStep::Turns(piece) if dice(piece.tile)?.turn == die => {
                Some(words.say(TextKey::WhyTurns, &[("die", &die_in_words)]))
            }
            _ => None,
        }
    }
}

/// Whether rules may bring pieces that dice move.
pub fn has_ways(scene: &BoardScene) -> bool {
    scene.faces.iter().any(|face| face.dice.is_some())
}

/// The squares to which pieces of rules may move next, each with the numbers of the die that move
/// one there (S5).
pub fn piece_ways(scene: &BoardScene) -> Vec<(Square, String)> {
    let mut ways: Vec<(Square, String)> = Vec::new();
    for &piece in &scene.rule_pieces {
        let Some(dice) = scene.face(piece).and_then(|face| face.dice) else { continue };
        for side in Side::ALL {
            let Some(to) = scene.shape().step(piece.square, side) else { continue };
            let die = dice.number(side, piece.facing).to_string();
            match ways.iter_mut().find(|way| way.0 == to) {
                Some(way) if way.1.contains(&die) => {}
                Some(way) => way.1 = format!("{},{die}", way.1),
                None => ways.push((to, die)),
            }
        }
    }
    ways
}
