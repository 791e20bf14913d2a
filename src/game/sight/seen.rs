//! [`SeenEvent`]: an event as one seat saw it. Here alone is decided what is hidden from which
//! seat, for bots, for programs that play, and for the view of a record.

use super::logged::{ListedEvent, LoggedEvent};
use super::sights::{Readers, Sights};
use crate::board::{Face, Laid, Shape, Square};
use crate::game::declare::ask::{Answer, AskDecl, Subject};
use crate::game::declare::chance::ChanceDecl;
use crate::game::event::{Event, Sight};
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{Seat, SeatSet};

/// An event as one seat saw it. What the seat could not know is left out; tiles that it did not see
/// are only counted.
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
///             SeenEvent::Public(Event::Eliminated { player, .. }) if player != active => {
///                 found.insert(active)
///             }
///             _ => {}
///         }
///     }
///     found
/// }
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum SeenEvent<'a> {
    /// An event of which nothing is hidden from any reader. Kinds of events that have a variant of
    /// their own here are never in this one.
    Public(Event<'a>),
    /// The tiles were dealt (C1).
    Deal {
        /// The number of tiles of each hand; there is a single one where the table has an open hand
        /// (V3).
        sizes: &'a [u8],
        /// The hand that the seat sees, with its index in `sizes`; an onlooker sees only an open
        /// hand.
        shown: Option<(usize, Hand)>,
        /// The number of tiles in the pile.
        pile: usize,
    },
    /// A tile was placed (C2).
    Placed {
        /// The seat that placed it.
        player: Seat,
        /// The tile as it lies.
        tile: Laid,
        /// The square on which the tile was placed.
        square: Square,
        /// The number of different legal placements, if it was the seat's own and they were
        /// counted.
        legal: Option<u16>,
    },
    /// Tiles were exchanged with the tiles of the players just eliminated (C12).
    Exchanged {
        /// The seat that exchanged.
        player: Seat,
        /// The number of swaps.
        swaps: usize,
        /// The tiles given and the tiles taken, in the order of the swaps, if it was the seat's own
        /// exchange.
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
    /// A rule drew numbers that no event of its own has.
    Picked {
        /// Their declaration.
        decl: &'static ChanceDecl,
        /// The numbers, one or two, and their bounds, unless they are hidden.
        picked: Option<(&'a [u32], &'a [u32])>,
    },
    /// A seat answered the question of a rule.
    Chose {
        /// The seat that was asked.
        player: Seat,
        /// What it was asked.
        asks: &'static AskDecl,
        /// What the question showed; nothing if that is hidden.
        about: &'a [Subject],
        /// The number of answers that it had, unless that is hidden.
        options: Option<u16>,
        /// Its answer, unless that is hidden.
        choice: Option<Answer>,
    },
    /// Something happened out of sight, where a rule [hides](crate::game::Rule::hides) squares from
    /// the seat: a tile was placed, or a piece is out. Of all else that happens there the seat is
    /// told nothing.
    Unseen {
        /// Its name in records: `placed` or `eliminated`.
        event: &'static str,
        /// Who placed the tile, or whose piece is out.
        player: Seat,
        /// What the seat does not see of it, by the names of the fields in records.
        fields: &'static [&'static str],
    },
    /// What the seat sees of the board has changed otherwise than by events that it was told:
    /// squares and pieces have come into its sight, or gone out of it. Only where rules hide
    /// squares.
    Sight(&'a Sight),
}

impl SeenEvent<'_> {
    /// As [`Event::chooser`].
    pub fn chooser(&self) -> Option<Seat> {
        match *self {
            Self::Public(event) => event.chooser(),
            Self::Placed { player, .. }
            | Self::Exchanged { player, .. }
            | Self::Chose { player, .. }
            | Self::Unseen { event: "placed", player, .. } => Some(player),
            _ => None,
        }
    }

    /// The name that records use.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Public(event) => event.name(),
            Self::Deal { .. } => "deal",
            Self::Placed { .. } => "placed",
            Self::Exchanged { .. } => "exchanged",
            Self::Returned { .. } => "returned",
            Self::Drew { .. } => "drew",
            Self::Picked { .. } => "rule",
            Self::Chose { .. } => "chose",
            Self::Unseen { event, .. } => event,
            Self::Sight(_) => "sight",
        }
    }
}

/// An event that records do not have.
#[derive(Debug, Clone, Copy)]
struct Unwritten {
    /// After how many events it came that records have.
    after: usize,
    event: LoggedEvent,
    unseen: Readers,
}

impl Unwritten {
    /// Whether it is what a seat was told of what it sees.
    fn is_sight(&self, log: &Log) -> bool {
        matches!(log.reveal(self.event), Event::Sight { .. })
    }
}

/// The events of a game so far. It knows more than any one seat, so bots are given only
/// [`Log::seen_by`].
#[derive(Debug, Clone, Default)]
pub(in crate::game) struct Log {
    /// The seats for which events are kept; if there are none, the log stays empty.
    readers: SeatSet,
    open: bool,
    events: Vec<LoggedEvent>,
    listed: Vec<ListedEvent>,
    /// What readers know of the board.
    sights: Sights,
    /// The numbers of events that not all have seen.
    unseen: Vec<(usize, Readers)>,
    /// The numbers of answers of which only the asked seat hears, and that seat.
    withheld: Vec<(usize, Seat)>,
    /// The numbers of draws whose tiles were then shown to all.
    shown_draws: Vec<usize>,
    /// Whether changes that are not written are kept, too.
    pub follows: bool,
    /// The events that records do not have, and what seats are told of what they see.
    unwritten: Vec<Unwritten>,
    /// Where in `listed` rules have last shown something else than before.
    shown: Option<usize>,
    /// The number of legal placements of the next placement, if it was counted; otherwise 0.
    pub legal: u16,
}

impl Log {
    /// An empty log for these seats.
    pub(crate) fn new(readers: SeatSet) -> Self {
        Self { readers, ..Self::default() }
    }

    /// An empty log for the same seats and a new game, with one open hand or with hidden ones.
    pub(crate) fn begin(self, open: bool) -> Self {
        // Room for most games at once: growing step by step takes a tenth of a game that is played
        // through `Game`.
        let (events, listed) = if self.readers.is_empty() { (0, 0) } else { (256, 8) };
        Self {
            open,
            events: Vec::with_capacity(events),
            listed: Vec::with_capacity(listed),
            follows: self.follows,
            ..Self::new(self.readers)
        }
    }

    /// Keeps an event, if any seat reads them.
    ///
    /// Inlined, so that where the engine makes an event, only the code for that kind is left:
    /// without that, a game that is played through `Game` takes 5 % longer.
    #[expect(clippy::inline_always, reason = "for what its documentation says")]
    #[inline(always)]
    pub(crate) fn note(&mut self, event: &Event<'_>) {
        if self.readers.is_empty() {
            return;
        }
        if !event.is_written() {
            if self.follows || matches!(event, Event::Sight { .. }) {
                self.note_unwritten(event);
            }
            return;
        }
        let mut kept = self.pack(event);
        if let LoggedEvent::Placed { legal, .. } = &mut kept {
            let counted = std::mem::take(&mut self.legal);
            *legal = if *legal == 0 { counted } else { *legal };
        }
        self.events.push(kept);
    }

    /// Keeps a change of the board that records do not have, if it is one.
    #[cold]
    fn note_unwritten(&mut self, event: &Event<'_>) {
        if let Event::Shows { pieces: new, shown: also } = event {
            let is_same = match self.shown.map(|number| &self.listed[number]) {
                Some(ListedEvent::Shows { pieces, shown }) => pieces == new && shown == also,
                _ => new.is_empty() && also.is_empty(),
            };
            if is_same {
                return;
            }
            self.shown = Some(self.listed.len());
        }
        let change = if let Event::Sight { seat, sees } = *event {
            self.sights.look(seat, sees).map(|sees| (seat, sees))
        } else {
            None
        };
        let event = match (event, &change) {
            (Event::Shifted { .. }, _) | (Event::Sight { .. }, None) => return,
            (_, Some((seat, sees))) => Event::Sight { seat: *seat, sees },
            _ => *event,
        };
        let unseen = self.sights.hear(&event);
        let event = self.pack(&event);
        self.unwritten.push(Unwritten { after: self.events.len(), event, unseen });
    }

    /// Notes what each reader sees of the board to begin with, where rules hide squares.
    pub(super) fn set_sights(&mut self, shape: &Shape, sight: impl Fn(Option<Seat>) -> Sight) {
        let readers = self.readers.iter().map(Some).chain([None]);
        self.sights = if self.readers.is_empty() {
            Sights::default()
        } else {
            Sights::new(shape, readers, sight)
        };
    }

    /// Notes that a tile of a hand goes out of the game for all to see: if the seat has just drawn
    /// it, all see what it drew.
    #[cold]
    pub(super) fn note_shown(&mut self, seat: Seat, face: Face) {
        let drew = self.events.len().checked_sub(2);
        let drawn = drew.and_then(|number| self.events[number].plain().ok());
        if let (Some(number), Some(Event::Drew { player, tile })) = (drew, drawn)
            && (player, tile) == (seat, face)
        {
            self.shown_draws.push(number);
        }
    }

    /// Who has drawn which tiles that all have then seen.
    pub(super) fn shown_draws(&self) -> impl Iterator<Item = (Seat, Face)> + '_ {
        self.shown_draws.iter().filter_map(|&number| match self.events[number].plain() {
            Ok(Event::Drew { player, tile }) => Some((player, tile)),
            _ => None,
        })
    }

    /// Whether rules hide squares from readers.
    #[inline]
    pub(super) fn has_sights(&self) -> bool {
        !self.sights.is_empty()
    }

    /// Notes the readers from whom the last event that records have is withheld.
    #[cold]
    pub(super) fn withhold_last(&mut self) {
        let Some(&last) = self.events.last() else { return };
        let mut sights = std::mem::take(&mut self.sights);
        let unseen = sights.hear(&self.reveal(last));
        self.sights = sights;
        if !unseen.is_empty() {
            self.unseen.push((self.events.len() - 1, unseen));
        }
    }

    /// The event as it is kept. Inlined as [`LoggedEvent::from_event`] is.
    #[expect(clippy::inline_always, reason = "for what its documentation says")]
    #[inline(always)]
    fn pack(&mut self, event: &Event<'_>) -> LoggedEvent {
        if let Some(kept) = LoggedEvent::from_event(event) {
            return kept;
        }
        if let Event::Chose { player, asks, choice, .. } = *event
            && asks.withholds(choice)
        {
            self.withheld.push((self.events.len(), player));
        }
        self.listed.push(ListedEvent::from_event(event));
        LoggedEvent::Listed(self.listed.len() as u32 - 1)
    }

    /// The event as it happened, with nothing hidden.
    fn reveal(&self, event: LoggedEvent) -> Event<'_> {
        event.plain().unwrap_or_else(|number| self.listed[number].whole())
    }

    /// The number of events that it holds, without the events that records do not have.
    pub(crate) fn len(&self) -> usize {
        self.events.len()
    }

    /// The events from number `from` to before `to` as they happened, with nothing hidden: not for
    /// a seat. Events that records do not have are without a number: all that came after event
    /// `from - 1` are there, so a reader who reads in parts gets some twice. That does no harm:
    /// they say how something is now.
    pub(crate) fn whole(&self, from: usize, to: usize) -> WholeEvents<'_> {
        let to = to.min(self.events.len());
        let number = from.min(to);
        WholeEvents {
            log: self,
            number,
            rest: self.events[number..to].iter(),
            unwritten: self.unwritten_between(from, to).iter(),
        }
    }

    /// What is not written and came after event number `from - 1` and up to event number `to`.
    fn unwritten_between(&self, from: usize, to: usize) -> &[Unwritten] {
        let (first, last) = (
            self.unwritten.partition_point(|event| event.after < from),
            self.unwritten.partition_point(|event| event.after <= to),
        );
        &self.unwritten[first..last.max(first)]
    }

    /// The events as `seat` saw them (`None`: an onlooker), in order; none if they are not kept for
    /// that seat.
    pub(crate) fn seen_by(&self, seat: Option<Seat>) -> Events<'_> {
        if self.has_sights() || !self.withheld.is_empty() || !self.shown_draws.is_empty() {
            return self.told_to(seat, 0, usize::MAX, false);
        }
        let reads = seat.is_none_or(|seat| self.readers.contains(seat));
        Events(SeenBy::All {
            log: Some(self),
            seat,
            rest: if reads { self.events.iter() } else { [].iter() },
        })
    }

    /// What `seat` was told from event number `from` to before `to`, with what it was told of the
    /// board meanwhile, and if it `follows` the game, with all changes of the board.
    pub(crate) fn told_to(
        &self,
        seat: Option<Seat>,
        from: usize,
        to: usize,
        follows: bool,
    ) -> Events<'_> {
        let (mut told, to) = (Vec::new(), to.min(self.events.len()));
        if seat.is_none_or(|seat| self.readers.contains(seat)) {
            let mut unwritten = self.unwritten_between(from, to).iter().peekable();
            for number in from.min(to)..=to {
                while let Some(next) = unwritten.next_if(|next| next.after <= number) {
                    told.extend(
                        self.mask_unwritten(next, seat, follows).map(|event| (number, event)),
                    );
                }
                let written = self.events[..to].get(number);
                told.extend(
                    written.and_then(|&event| {
                        Some((number + 1, self.mask_number(number, event, seat)?))
                    }),
                );
            }
        }
        Events(SeenBy::Events(told.into_iter()))
    }

    /// The event that is not written as `seat` saw it, if it did.
    fn mask_unwritten(
        &self,
        event: &Unwritten,
        seat: Option<Seat>,
        follows: bool,
    ) -> Option<SeenEvent<'_>> {
        match self.reveal(event.event) {
            Event::Sight { seat: sees, sees: sight } => {
                (sees == seat).then_some(SeenEvent::Sight(sight))
            }
            // Its sight says what it sees of that.
            Event::Shows { .. } if self.has_sights() => None,
            whole => (follows && !event.unseen.contains(seat)).then_some(SeenEvent::Public(whole)),
        }
    }

    /// The event with this number as `seat` saw it, if it did.
    fn mask_number(
        &self,
        number: usize,
        event: LoggedEvent,
        seat: Option<Seat>,
    ) -> Option<SeenEvent<'_>> {
        if let Ok(at) = self.withheld.binary_search_by_key(&number, |withheld| withheld.0)
            && seat != Some(self.withheld[at].1)
        {
            return None;
        }
        if let Ok(Event::Drew { player, tile }) = event.plain()
            && self.shown_draws.binary_search(&number).is_ok()
        {
            return Some(SeenEvent::Drew { player, tile: Some(tile) });
        }
        let unseen = self
            .unseen
            .binary_search_by_key(&number, |unseen| unseen.0)
            .map(|at| self.unseen[at].1);
        if !unseen.is_ok_and(|unseen| unseen.contains(seat)) {
            return Some(self.mask(event, seat));
        }
        match self.reveal(event) {
            Event::Placed { player, .. } => Some(SeenEvent::Unseen {
                event: "placed",
                player,
                fields: &["tile", "rotation", "square", "legal"],
            }),
            Event::Eliminated { player, .. } | Event::LifeLost { player, .. } => {
                Some(SeenEvent::Unseen { event: "eliminated", player, fields: &["cause"] })
            }
            Event::Chose { player, asks, .. } => {
                Some(SeenEvent::Chose { player, asks, about: &[], options: None, choice: None })
            }
            _ => None,
        }
    }

    /// The event as `seat` saw it: with [`Sights`], the only place that decides what is hidden.
    fn mask(&self, event: LoggedEvent, seat: Option<Seat>) -> SeenEvent<'_> {
        let own = |player: Seat| seat == Some(player);
        match event.plain() {
            Ok(Event::Placed { player, tile, square, legal }) => SeenEvent::Placed {
                player,
                tile,
                square,
                legal: Some(legal).filter(|&legal| own(player) && legal > 0),
            },
            Ok(Event::Drew { player, tile }) => {
                SeenEvent::Drew { player, tile: (own(player) || self.open).then_some(tile) }
            }
            Ok(event) => SeenEvent::Public(event),
            Err(number) => match &self.listed[number] {
                ListedEvent::Deal { hands, sizes, pile } => {
                    let number = if self.open { Some(0) } else { seat.map(Seat::index) };
                    let shown = number.and_then(|number| Some((number, *hands.get(number)?)));
                    SeenEvent::Deal { sizes, shown, pile: pile.len() }
                }
                ListedEvent::Exchanged { player, gave, took } => SeenEvent::Exchanged {
                    player: *player,
                    swaps: gave.len(),
                    tiles: own(*player).then_some((gave, took)),
                },
                ListedEvent::Returned { tiles, pile } => {
                    SeenEvent::Returned { tiles: tiles.len(), pile: pile.len() }
                }
                ListedEvent::Picked { decl, seat: of, picked, below } => SeenEvent::Picked {
                    decl,
                    picked: decl.is_seen_by(*of, seat).then_some((picked, below)),
                },
                ListedEvent::Chose { player, asks, about, options, choice } => {
                    let shown = own(*player) || !asks.secret;
                    let about: &[Subject] = if shown { about } else { &[] };
                    SeenEvent::Chose {
                        player: *player,
                        asks,
                        about,
                        options: shown.then_some(*options),
                        choice: shown.then_some(*choice),
                    }
                }
                event => SeenEvent::Public(event.whole()),
            },
        }
    }
}

/// Events of a game with nothing hidden, in the order in which they happened.
#[derive(Debug, Clone)]
pub struct WholeEvents<'a> {
    log: &'a Log,
    /// The number of the next event that is written.
    number: usize,
    rest: std::slice::Iter<'a, LoggedEvent>,
    unwritten: std::slice::Iter<'a, Unwritten>,
}

impl<'a> Iterator for WholeEvents<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(next) =
            self.unwritten.as_slice().first().filter(|next| next.after <= self.number)
        {
            self.unwritten.next();
            if !next.is_sight(self.log) {
                return Some(self.log.reveal(next.event));
            }
        }
        self.number += 1;
        self.rest.next().map(|&event| self.log.reveal(event))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.rest.len()
            + self.unwritten.as_slice().iter().filter(|event| !event.is_sight(self.log)).count();
        (left, Some(left))
    }
}

impl ExactSizeIterator for WholeEvents<'_> {}

/// The events of a game so far as one seat saw them, in the order in which they happened.
#[derive(Debug, Clone, Default)]
pub struct Events<'a>(SeenBy<'a>);

#[derive(Debug, Clone)]
enum SeenBy<'a> {
    /// Every event, masked when it is asked for.
    All { log: Option<&'a Log>, seat: Option<Seat>, rest: std::slice::Iter<'a, LoggedEvent> },
    /// The events that it was told, each with the number of events that records have up to there.
    Events(std::vec::IntoIter<(usize, SeenEvent<'a>)>),
}

impl Default for SeenBy<'_> {
    fn default() -> Self {
        Self::All { log: None, seat: None, rest: [].iter() }
    }
}

/// The same step of either kind of events.
macro_rules! step {
    ($events:expr, $step:ident($($number:expr)?)) => {
        match &mut $events.0 {
            SeenBy::All { log, seat, rest } => Some((*log)?.mask(*rest.$step($($number)?)?, *seat)),
            SeenBy::Events(rest) => rest.$step($($number)?).map(|told| told.1),
        }
    };
}

impl<'a> Events<'a> {
    /// What a seat was told, each with the number of events that records have up to there; the
    /// events of an observation have none.
    pub fn numbered(self) -> impl Iterator<Item = (usize, SeenEvent<'a>)> {
        if let SeenBy::Events(told) = self.0 { told } else { Vec::new().into_iter() }
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = SeenEvent<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        step!(self, next())
    }

    fn nth(&mut self, number: usize) -> Option<Self::Item> {
        step!(self, nth(number))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.0 {
            SeenBy::All { rest, .. } => rest.size_hint(),
            SeenBy::Events(rest) => rest.size_hint(),
        }
    }
}

impl DoubleEndedIterator for Events<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        step!(self, next_back())
    }
}

impl ExactSizeIterator for Events<'_> {}
