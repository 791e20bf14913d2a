//! [`Sights`]: what readers were told of the board where rules hide squares, and which events are
//! withheld from which readers.
//!
//! A seat is told an event if it sees the squares on which it happens when the step of the game
//! begins. What else has changed for it when the step is done, it is told then.

use crate::board::{Content, Place, Shape, Square};
use crate::game::declare::event::FieldValue;
use crate::game::event::{Event, Sight};
use crate::game::pieces::seat::{Seat, SeatSet};

/// A path crosses each square of the largest board at most four times.
const LONGEST: usize = 4 * 256;

/// A set of readers of events: seats, and onlookers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Readers {
    seats: SeatSet,
    onlookers: bool,
}

impl Readers {
    pub(super) fn is_empty(self) -> bool {
        self == Self::default()
    }

    pub(super) fn contains(self, reader: Option<Seat>) -> bool {
        reader.map_or(self.onlookers, |seat| self.seats.contains(seat))
    }

    fn insert(&mut self, reader: Option<Seat>) {
        match reader {
            Some(seat) => self.seats.insert(seat),
            None => self.onlookers = true,
        }
    }
}

/// What each reader was told of the board; nothing where rules hide no squares.
#[derive(Debug, Clone, Default)]
pub(super) struct Sights(Option<Box<(Shape, Vec<ReaderSight>)>>);

/// What a reader was told of the board.
#[derive(Debug, Clone)]
struct ReaderSight {
    reader: Option<Seat>,
    sight: Sight,
    /// The seats whose pieces have moved out of its sight since it was last told.
    gone: SeatSet,
}

impl Sights {
    /// What each reader sees of a board to begin with.
    pub(super) fn new(
        shape: &Shape,
        readers: impl Iterator<Item = Option<Seat>>,
        sight: impl Fn(Option<Seat>) -> Sight,
    ) -> Self {
        let known = readers
            .map(|reader| ReaderSight { reader, sight: sight(reader), gone: SeatSet::EMPTY })
            .collect();
        Self(Some(Box::new((shape.clone(), known))))
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Takes in an event; returns the readers from whom it is withheld.
    pub(super) fn hear(&mut self, event: &Event<'_>) -> Readers {
        let mut unseen = Readers::default();
        let Some((shape, all)) = self.0.as_deref_mut() else { return unseen };
        for known in all {
            if known.sees(event, shape) {
                known.take_in(event);
            } else {
                unseen.insert(known.reader);
                if let Event::Relocated { player, .. }
                | Event::Moved { player, .. }
                | Event::Carried { player, .. } = *event
                {
                    known.gone.insert(player);
                }
            }
        }
        unseen
    }

    /// Takes in what a reader sees now, and returns what the reader has not been told yet; `None`:
    /// nothing, or the log is not kept for this reader.
    pub(super) fn look(&mut self, reader: Option<Seat>, now: &Sight) -> Option<Sight> {
        let ReaderSight { sight, gone, .. } =
            self.0.as_deref_mut()?.1.iter_mut().find(|known| known.reader == reader)?;
        let squares = now
            .squares
            .iter()
            .copied()
            .filter(|&(square, content)| sight.content(square) != Some(content))
            .collect();
        let pieces = now
            .pieces
            .iter()
            .copied()
            .filter(|piece| gone.contains(piece.0) || !sight.pieces.contains(piece))
            .collect();
        let change = Sight {
            squares,
            pieces,
            rule_pieces: now.rule_pieces.clone(),
            shown: now.shown.clone(),
        };
        let is_known = change.squares.is_empty() && change.pieces.is_empty();
        let is_shown = (&sight.rule_pieces, &sight.shown) == (&now.rule_pieces, &now.shown);
        sight.clone_from(now);
        *gone = SeatSet::EMPTY;
        (!is_known || !is_shown).then_some(change)
    }
}

impl ReaderSight {
    /// Whether the reader sees an event: all that its own seat does, what happens to its own piece,
    /// and what happens on squares that are not hidden from it.
    fn sees(&self, event: &Event<'_>, shape: &Shape) -> bool {
        let own = |player: Seat| self.reader == Some(player);
        let shows = |square: Square| self.sight.content(square) != Some(Content::Hidden);
        match *event {
            Event::Start { player, mark: at }
            | Event::Relocated { player, mark: at }
            | Event::Moved { player, to: at }
            | Event::Carried { player, to: at, .. } => own(player) || shows(at.square()),
            Event::Placed { player, square, .. } => own(player) || shows(square),
            Event::WakeRemoved { square, .. }
            | Event::Laid { square, .. }
            | Event::Turned { square, .. }
            | Event::Content { square, .. } => shows(square),
            Event::Eliminated { player, .. } | Event::LifeLost { player, .. } => {
                own(player) || self.sees_end(player, shape)
            }
            Event::Declared { values, .. } => values.iter().all(|value| match value {
                FieldValue::Square(square) => shows(*square),
                FieldValue::Place(place) => shows(place.square()),
                FieldValue::Squares(squares) => squares.iter().all(shows),
                _ => true,
            }),
            Event::Chose { player, about, choice, .. } => {
                let chosen = choice.square().or_else(|| Some(choice.place()?.square()));
                own(player)
                    || about.iter().filter_map(|subject| subject.square()).chain(chosen).all(shows)
            }
            _ => true,
        }
    }

    /// Whether a piece that is out now was in sight up to where its path ends.
    fn sees_end(&self, player: Seat, shape: &Shape) -> bool {
        let Some(mut at) = self.sight.place(player).filter(|_| !self.gone.contains(player)) else {
            return false;
        };
        for _ in 0..LONGEST {
            match self.sight.content(at.square()) {
                Some(Content::Tile(tile)) => {
                    match shape.across(Place::new(at.square(), tile.exit(at.port()))) {
                        Some(next) => at = next,
                        None => return true,
                    }
                }
                content => return content != Some(Content::Hidden),
            }
        }
        true
    }

    /// Brings what is known to where it is after an event that is seen.
    fn take_in(&mut self, event: &Event<'_>) {
        match *event {
            Event::Start { player, mark: at }
            | Event::Relocated { player, mark: at }
            | Event::Moved { player, to: at }
            | Event::Carried { player, to: at, .. } => {
                self.gone.remove(player);
                self.sight.pieces.retain(|piece| piece.0 != player);
                self.sight.pieces.push((player, Some(at)));
            }
            Event::Placed { tile, square, .. }
            | Event::Laid { tile, square, .. }
            | Event::Turned { tile, square, .. } => {
                self.sight.put(square, Content::Tile(tile));
            }
            Event::WakeRemoved { square, .. } => self.sight.put(square, Content::Empty),
            // What lies now where a piece of a rule was is told when the step is done.
            Event::Declared { values, .. } if event.piece_step().is_some() => {
                self.sight.squares.retain(|known| !values.contains(&FieldValue::Square(known.0)));
            }
            _ => {}
        }
    }
}
