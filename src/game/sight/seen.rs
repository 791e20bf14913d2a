//! [`SeenEvent`]: an event as one seat saw it. Here alone is decided what is hidden from which seat, for bots, for programs that play, and
//! for the view of a record.

use crate::board::{Face, Laid, Square};
use crate::game::event::{Ending, Event};
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{Seat, SeatSet};
use serde_json::Value;

/// An event as one seat saw it. What the seat could not know is left out; tiles that it did not see are only counted.
///
/// ```
/// use tsuro::game::{Event, Observation, SeatSet, SeenEvent};
///
/// /// The seats that eliminated another piece in a turn of their own.
/// fn dangerous_seats(see: &Observation<'_>) -> SeatSet {
///     let (mut found, mut active) = (SeatSet::EMPTY, see.first());
///     for event in see.events() {
///         match event {
///             SeenEvent::Public(Event::Turn { player, .. }) => active = player,
///             SeenEvent::Public(Event::Eliminated { player, .. }) if player != active => found.insert(active),
///             _ => {}
///         }
///     }
///     found
/// }
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum SeenEvent<'a> {
    /// An event of which nothing is hidden from anybody. Kinds of events that have a variant of their own here are never in this one.
    Public(Event<'a>),
    /// The tiles were dealt (C1).
    Deal {
        /// The number of tiles of each hand; there is a single one where the table has an open hand (V3).
        sizes: &'a [u8],
        /// The hand that the seat sees, with its index in `sizes`; an onlooker sees only an open hand.
        shown: Option<(usize, Hand)>,
        /// The number of tiles in the pile.
        pile: usize,
    },
    /// A tile was laid (C2).
    Placed {
        /// The seat that laid it.
        player: Seat,
        /// The tile as it lies.
        tile: Laid,
        /// The square.
        square: Square,
        /// The number of different legal placements, if it was the seat's own and they were counted.
        legal: Option<u8>,
    },
    /// Tiles were exchanged with those of the players just eliminated (C12).
    Exchanged {
        /// The seat that exchanged.
        player: Seat,
        /// The number of swaps.
        swaps: usize,
        /// The tiles given and the tiles taken, in the order of the swaps, if it was the seat's own exchange.
        tiles: Option<(&'a [Face], &'a [Face])>,
    },
    /// The hands of eliminated players went back into the pile (C6, S16).
    Returned {
        /// The number of tiles returned.
        tiles: usize,
        /// The number of tiles in the pile afterwards.
        pile: usize,
    },
    /// A tile was drawn.
    Drew {
        /// The seat that drew it.
        player: Seat,
        /// The tile, if the seat itself drew it or the table has an open hand.
        tile: Option<Face>,
    },
}

impl SeenEvent<'_> {
    /// The name that records use.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Public(event) => event.name(),
            Self::Deal { .. } => "deal",
            Self::Placed { .. } => "placed",
            Self::Exchanged { .. } => "exchanged",
            Self::Returned { .. } => "returned",
            Self::Drew { .. } => "drew",
        }
    }
}

/// An event as the [`Log`] keeps it. Lists of tiles are kept in the log, and the order of the pile is not kept at all.
#[derive(Debug, Clone)]
enum LoggedEvent {
    Public(Event<'static>),
    Deal { pile: usize },
    Placed { player: Seat, tile: Laid, square: Square, legal: u8 },
    Exchanged { player: Seat, begin: usize, swaps: usize },
    Returned { tiles: usize, pile: usize },
    Drew { player: Seat, tile: Face },
    Rule(Box<(String, Value)>),
    End { ending: Ending, scores: Option<Vec<i64>> },
}

/// The events of a game so far. It knows more than any one seat, so bots are given only [`Log::seen_by`].
#[derive(Debug, Clone, Default)]
pub(in crate::game) struct Log {
    /// The seats for which events are kept; if there are none, the log stays empty.
    readers: SeatSet,
    open: bool,
    events: Vec<LoggedEvent>,
    /// The hands as they were dealt, and the number of tiles of each.
    hands: Vec<Hand>,
    sizes: Vec<u8>,
    /// The tiles of all exchanges: for each exchange those given, then those taken.
    tiles: Vec<Face>,
    /// The number of legal placements of the next placement, if it was counted; otherwise 0.
    pub legal: u8,
}

impl Log {
    /// An empty log for these seats.
    pub fn new(readers: SeatSet) -> Self {
        Self { readers, ..Self::default() }
    }

    /// An empty log for the same seats and a new game, with one open hand or with hidden ones.
    pub fn begin(self, open: bool) -> Self {
        Self { open, ..Self::new(self.readers) }
    }

    /// Keeps an event, if any seat reads them.
    pub fn note(&mut self, event: &Event<'_>) {
        if !self.readers.is_empty() {
            let kept = self.keep(event);
            self.events.push(kept);
        }
    }

    /// The event as the log keeps it, its lists stored.
    fn keep(&mut self, event: &Event<'_>) -> LoggedEvent {
        let public = match *event {
            Event::Deal { hands, pile } => {
                self.hands.extend(hands);
                self.sizes.extend(hands.iter().map(|hand| hand.len() as u8));
                return LoggedEvent::Deal { pile: pile.len() };
            }
            Event::Placed { player, tile, square, legal } => {
                let legal = if legal == 0 { self.legal } else { legal };
                self.legal = 0;
                return LoggedEvent::Placed { player, tile, square, legal };
            }
            Event::Exchanged { player, gave, took } => {
                let begin = self.tiles.len();
                self.tiles.extend(gave.iter().chain(took));
                return LoggedEvent::Exchanged { player, begin, swaps: gave.len() };
            }
            Event::Returned { tiles, pile } => return LoggedEvent::Returned { tiles: tiles.len(), pile: pile.len() },
            Event::Drew { player, tile } => return LoggedEvent::Drew { player, tile },
            Event::Rule { rule, data } => return LoggedEvent::Rule(Box::new((rule.to_owned(), data.clone()))),
            Event::End { ending, scores } => return LoggedEvent::End { ending, scores: scores.map(<[i64]>::to_vec) },
            Event::DaikaijuPlaced { tile, facing, square, dice, reason } => Event::DaikaijuPlaced { tile, facing, square, dice, reason },
            Event::Start { player, mark } => Event::Start { player, mark },
            Event::Turn { player, number } => Event::Turn { player, number },
            Event::Roll { dice } => Event::Roll { dice },
            Event::Die { value } => Event::Die { value },
            Event::DaikaijuMoved { tile, from, to } => Event::DaikaijuMoved { tile, from, to },
            Event::DaikaijuTurned { tile, square, facing } => Event::DaikaijuTurned { tile, square, facing },
            Event::DaikaijuDestroyed { tile, square } => Event::DaikaijuDestroyed { tile, square },
            Event::WakeRemoved { square, tile, to } => Event::WakeRemoved { square, tile, to },
            Event::Relocated { player, mark } => Event::Relocated { player, mark },
            Event::Moved { player, to } => Event::Moved { player, to },
            Event::Eliminated { player, cause } => Event::Eliminated { player, cause },
            Event::Dragon { holder } => Event::Dragon { holder },
            Event::Passed { player } => Event::Passed { player },
        };
        LoggedEvent::Public(public)
    }

    /// The events as `seat` saw them (`None`: an onlooker), in order; none if they are not kept for that seat.
    pub fn seen_by(&self, seat: Option<Seat>) -> Events<'_> {
        let reads = seat.is_none_or(|seat| self.readers.contains(seat));
        Events { log: Some(self), seat, rest: if reads { self.events.iter() } else { [].iter() } }
    }

    /// The event as `seat` saw it: the only place that decides what is hidden.
    fn mask<'a>(&'a self, event: &'a LoggedEvent, seat: Option<Seat>) -> SeenEvent<'a> {
        let own = |player: Seat| seat == Some(player);
        match *event {
            LoggedEvent::Public(event) => SeenEvent::Public(event),
            LoggedEvent::Deal { pile } => {
                let number = if self.open { Some(0) } else { seat.map(Seat::index) };
                let shown = number.and_then(|number| Some((number, *self.hands.get(number)?)));
                SeenEvent::Deal { sizes: &self.sizes, shown, pile }
            }
            LoggedEvent::Placed { player, tile, square, legal } => {
                SeenEvent::Placed { player, tile, square, legal: Some(legal).filter(|&legal| own(player) && legal > 0) }
            }
            LoggedEvent::Exchanged { player, begin, swaps } => {
                let tiles = || self.tiles[begin..begin + 2 * swaps].split_at(swaps);
                SeenEvent::Exchanged { player, swaps, tiles: own(player).then(tiles) }
            }
            LoggedEvent::Returned { tiles, pile } => SeenEvent::Returned { tiles, pile },
            LoggedEvent::Drew { player, tile } => SeenEvent::Drew { player, tile: (own(player) || self.open).then_some(tile) },
            LoggedEvent::Rule(ref said) => SeenEvent::Public(Event::Rule { rule: &said.0, data: &said.1 }),
            LoggedEvent::End { ending, ref scores } => SeenEvent::Public(Event::End { ending, scores: scores.as_deref() }),
        }
    }
}

/// The events of a game so far as one seat saw them, in the order in which they happened.
#[derive(Debug, Clone, Default)]
pub struct Events<'a> {
    log: Option<&'a Log>,
    seat: Option<Seat>,
    rest: std::slice::Iter<'a, LoggedEvent>,
}

impl<'a> Events<'a> {
    fn mask(&self, event: Option<&'a LoggedEvent>) -> Option<SeenEvent<'a>> {
        Some(self.log?.mask(event?, self.seat))
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = SeenEvent<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let event = self.rest.next();
        self.mask(event)
    }

    fn nth(&mut self, number: usize) -> Option<Self::Item> {
        let event = self.rest.nth(number);
        self.mask(event)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }
}

impl DoubleEndedIterator for Events<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let event = self.rest.next_back();
        self.mask(event)
    }
}

impl ExactSizeIterator for Events<'_> {}
