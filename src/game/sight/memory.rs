//! [`Memory`]: what the seats of a table know of hidden tiles because they saw where the tiles
//! went, and the events that they saw.
//!
//! A seat can follow a tile in three ways. All see a hazard push a tile under the pile (S7). A
//! player who may exchange sees the hands that go back into the pile afterwards (C12, C6, S16). And
//! when a tile that a seat has followed through the pile is drawn, the seat knows who has it. What
//! one seat knows is its [`Knowledge`].

use super::seen::{Events, Log, WholeEvents};
use crate::board::Face;
use crate::game::basics::data::ReturnOrder;
use crate::game::event::{Destination, Event, Spot};
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use crate::game::rule::contract::RuleSet;
use crate::game::turn::play::DeciderNotice;
use crate::game::turn::view::View;
use serde::{Deserialize, Serialize};

/// Where a tile is that a seat has followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Whereabouts {
    /// In the pile.
    Pile {
        /// The number of tiles below it.
        below: u16,
    },
    /// In the hand of this seat.
    Hand(Seat),
    /// In a pile that was shuffled, or in the hand of a seat that has drawn from it since.
    Loose {
        /// The number of tiles that each seat has drawn since.
        drawn: [u8; MAX_SEATS],
    },
}

/// A hidden tile that at least one seat has followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FollowedTile {
    face: Face,
    at: Whereabouts,
    /// The seats that know where it is.
    by: SeatSet,
}

/// What one seat knows of tiles that it cannot see: faces, and where they are.
pub type Knowledge = Vec<(Face, Whereabouts)>;

/// What all seats of a table remember: where hidden tiles are, and the events of the game. It knows
/// more than any one seat, so bots are given only [`Memory::knowledge`] and [`Memory::events`].
#[derive(Debug, Clone, Default)]
pub struct Memory {
    seats: u8,
    shuffles: bool,
    /// Whether no tiles are followed: where the table has one open hand, there is nothing to
    /// follow.
    open: bool,
    pile: u16,
    followed: Vec<FollowedTile>,
    /// The seats eliminated since hands were last returned, or since the turn began.
    gone: SeatSet,
    /// The seat that has seen the hands of the eliminated, if one has.
    looked: Option<Seat>,
    log: Log,
}

impl Memory {
    /// A memory that also keeps the events, for these seats to read. The default keeps no events,
    /// which costs nothing.
    pub fn with_events(readers: SeatSet) -> Self {
        Self { log: Log::new(readers), ..Self::default() }
    }

    /// Takes in what deciders are told.
    pub fn hear<R: RuleSet>(&mut self, notice: &DeciderNotice<'_, R>) {
        match notice {
            DeciderNotice::Begins(view) => {
                let log = std::mem::take(&mut self.log).begin(view.core().open);
                *self = Self { log, ..Self::begin(view) };
                self.look(view);
            }
            DeciderNotice::Happened(event) => self.event(event),
            DeciderNotice::Looks(view) => self.see_hands(view),
        }
    }

    /// Notes what each seat sees of the board, where rules hide squares, without telling it.
    pub(crate) fn look<R: RuleSet>(&mut self, view: &View<'_, R>) {
        if view.basics().hides() {
            self.log
                .set_sights(view.basics().grid.shape(), |seat| view.state.sight(view.rules, seat));
        }
    }

    /// A memory that begins with the game as it is, when no seat has followed a tile.
    fn begin<R: RuleSet>(view: &View<'_, R>) -> Self {
        let core = view.core();
        let basics = view.basics();
        Self {
            seats: core.seats(),
            shuffles: basics.returned == ReturnOrder::Shuffle,
            // Where rules hide squares, no seat can tell which of the tiles that it has followed
            // are laid there.
            open: basics.open || basics.hides(),
            pile: core.pile().len() as u16,
            gone: core.fallen(),
            ..Self::default()
        }
    }

    /// What `seat` knows of tiles that it cannot see.
    pub fn knowledge(&self, seat: Seat) -> Knowledge {
        self.followed
            .iter()
            .filter(|tile| tile.by.contains(seat))
            .map(|tile| (tile.face, tile.at))
            .collect()
    }

    /// The events since the game began or was resumed, as `seat` saw them (`None`: an onlooker);
    /// none if they are not kept for that seat.
    pub fn events(&self, seat: Option<Seat>) -> Events<'_> {
        self.log.seen_by(seat)
    }

    /// What `seat` was told from event number `from` to before `to`; in a game that is
    /// [followed](Self::following), with every change of the board that it sees.
    pub(crate) fn told_to(&self, seat: Option<Seat>, from: usize, to: usize) -> Events<'_> {
        self.log.told_to(seat, from, to, self.log.follows)
    }

    /// The first `lines` events of the record, as `seat` saw them, and what it was told of the
    /// board between them.
    pub(crate) fn record_of(&self, seat: Seat, lines: usize) -> Events<'_> {
        self.log.told_to(Some(seat), 0, lines, false)
    }

    /// Who has drawn which tiles that were then put out of the game for all to see.
    pub fn shown_draws(&self) -> impl Iterator<Item = (Seat, Face)> + '_ {
        self.log.shown_draws()
    }

    /// How many events are kept.
    pub(crate) fn len(&self) -> usize {
        self.log.len()
    }

    /// The events from number `from` on with nothing hidden: not for a seat.
    pub(crate) fn whole_events(&self, from: usize) -> WholeEvents<'_> {
        self.log.whole(from, usize::MAX)
    }

    /// The same memory, which also keeps the changes of the board that records do not have.
    #[must_use]
    pub(crate) fn following(mut self, follows: bool) -> Self {
        self.log.follows = follows;
        self
    }

    /// Whether it keeps the changes of the board that records do not have.
    pub(crate) const fn follows(&self) -> bool {
        self.log.follows
    }

    /// Notes the number of legal placements of the next placement, for a game whose sink does not
    /// have them counted.
    pub(crate) fn set_legal_count(&mut self, legal: u16) {
        self.log.legal = legal;
    }

    /// Leaves what `seat` knows, and nothing of what others do: for a game in which hidden tiles
    /// were dealt anew for that seat, where the others may have followed tiles to where they are
    /// not any more.
    pub(crate) fn keep_knowledge_of(&mut self, seat: Seat) {
        self.followed.retain(|tile| tile.by.contains(seat));
        self.followed.iter_mut().for_each(|tile| tile.by = SeatSet::only(seat));
    }

    /// The active seat sees the hands of the players that it eliminated, whether it exchanges or
    /// not (C12).
    fn see_hands<R: RuleSet>(&mut self, view: &View<'_, R>) {
        let core = view.core();
        let (seat, fallen) = (core.active(), core.taken_from());
        // If tiles of its team-mates, which it did not see, go back with them, it cannot tell their
        // order (V9).
        self.looked = (fallen == core.fallen()).then_some(seat);
        // Tiles that it knew or supposed to be in those hands it sees now.
        for face in fallen.iter().flat_map(|other| core.hand(other).iter()) {
            self.forget(face, SeatSet::only(seat), |at| match at {
                Whereabouts::Hand(owner) => fallen.contains(owner),
                Whereabouts::Loose { drawn } => fallen.iter().any(|other| drawn[other.index()] > 0),
                Whereabouts::Pile { .. } => false,
            });
        }
    }

    /// Takes in an event.
    ///
    /// Inlined for the same reason as `Log::note`, and nothing is called with the event itself: an
    /// event that no other code looks at need not be written down before it is kept.
    #[expect(clippy::inline_always, reason = "for what its documentation says")]
    #[inline(always)]
    pub fn event(&mut self, event: &Event<'_>) {
        self.log.note(event);
        if self.open {
            // Where rules hide squares, too, no tiles are followed.
            if self.log.has_sights() && event.is_written() {
                self.log.withhold_last();
            }
            return;
        }
        match *event {
            Event::Deal { pile, .. } => self.pile = pile.len() as u16,
            Event::WakeRemoved { tile, to: Destination::Pile, .. } => {
                self.put_under(tile, SeatSet::first(self.seats));
            }
            Event::Placed { player, tile, .. } => self.reveal(player, tile.face()),
            Event::Eliminated { player, .. } => self.gone.insert(player),
            Event::Exchanged { player, .. } => self.exchange(player),
            Event::Returned { tiles, .. } => self.return_hands(tiles),
            Event::Drew { player, tile } => self.draw(player, tile),
            Event::Shifted { tile, from, to, by } => self.shift(tile, from, to, by),
            Event::Turn { .. } => (self.gone, self.looked) = (SeatSet::EMPTY, None),
            _ => {}
        }
    }

    /// Makes `seats` forget the tiles with this face whose whereabouts `matches`.
    fn forget(&mut self, face: Face, seats: SeatSet, mut matches: impl FnMut(Whereabouts) -> bool) {
        for tile in self.followed.iter_mut().filter(|tile| tile.face == face && matches(tile.at)) {
            tile.by = tile.by.without(seats);
        }
        self.followed.retain(|tile| !tile.by.is_empty());
    }

    /// A tile goes under the pile, and the seats `by` see it.
    fn put_under(&mut self, face: Face, by: SeatSet) {
        for tile in &mut self.followed {
            if let Whereabouts::Pile { below } = &mut tile.at {
                *below += 1;
            }
        }
        self.pile += 1;
        if !by.is_empty() {
            self.followed.push(FollowedTile { face, at: Whereabouts::Pile { below: 0 }, by });
        }
    }

    /// A rule moves a tile, and only the seats `by` see which.
    fn shift(&mut self, face: Face, from: Spot, to: Spot, by: SeatSet) {
        if let (Spot::Hand(owner), Spot::Box) = (from, to)
            && by == SeatSet::first(self.seats)
        {
            self.log.note_shown(owner, face);
        }
        // Who did not see the tile loses track of all that may have been it.
        match from {
            Spot::Hand(owner) => {
                for tile in &mut self.followed {
                    let touched = match tile.at {
                        Whereabouts::Hand(seat) => seat == owner,
                        Whereabouts::Loose { drawn } => drawn[owner.index()] > 0,
                        Whereabouts::Pile { .. } => false,
                    };
                    if touched {
                        tile.by = tile.by.and(if tile.face == face { SeatSet::EMPTY } else { by });
                    }
                }
            }
            Spot::PileTop | Spot::PileBottom => {
                self.pile = self.pile.saturating_sub(1);
                // It may come from any depth, so the depths of the other tiles are no longer known.
                let loose = Whereabouts::Loose { drawn: [0; MAX_SEATS] };
                for tile in
                    self.followed.iter_mut().filter(|tile| !matches!(tile.at, Whereabouts::Hand(_)))
                {
                    if matches!(tile.at, Whereabouts::Pile { .. }) {
                        tile.at = loose;
                    }
                    tile.by = tile.by.and(if tile.face == face { SeatSet::EMPTY } else { by });
                }
            }
            Spot::Box | Spot::Board(_) => {}
        }
        self.followed.retain(|tile| !tile.by.is_empty());
        match to {
            Spot::Hand(owner) => {
                let by = by.without(SeatSet::only(owner));
                if !by.is_empty() {
                    self.followed.push(FollowedTile { face, at: Whereabouts::Hand(owner), by });
                }
            }
            Spot::PileBottom => self.put_under(face, by),
            Spot::PileTop => {
                if !by.is_empty() {
                    self.followed.push(FollowedTile {
                        face,
                        at: Whereabouts::Pile { below: self.pile },
                        by,
                    });
                }
                self.pile += 1;
            }
            Spot::Box | Spot::Board(_) => {}
        }
    }

    /// All see a tile that `player` held: it may be one that was followed.
    #[inline]
    fn reveal(&mut self, player: Seat, face: Face) {
        if !self.followed.is_empty() {
            self.reveal_followed(player, face);
        }
    }

    fn reveal_followed(&mut self, player: Seat, face: Face) {
        let all = SeatSet::first(self.seats);
        self.forget(face, all, |at| match at {
            Whereabouts::Hand(owner) => owner == player,
            Whereabouts::Loose { drawn } => drawn[player.index()] > 0,
            Whereabouts::Pile { .. } => false,
        });
    }

    /// `player` exchanges tiles with the eliminated players; only `player` knows which.
    fn exchange(&mut self, player: Seat) {
        let gone = self.gone;
        for tile in &mut self.followed {
            let touched = match tile.at {
                Whereabouts::Hand(owner) => owner == player || gone.contains(owner),
                Whereabouts::Loose { drawn } => gone.iter().any(|seat| drawn[seat.index()] > 0),
                Whereabouts::Pile { .. } => false,
            };
            if touched {
                tile.by = tile.by.and(SeatSet::only(player));
            }
        }
        self.followed.retain(|tile| !tile.by.is_empty());
    }

    /// The hands of the eliminated go under the pile in ascending order; then it may be shuffled.
    fn return_hands(&mut self, tiles: &[Face]) {
        let loose = Whereabouts::Loose { drawn: [0; MAX_SEATS] };
        for tile in &mut self.followed {
            if matches!(tile.at, Whereabouts::Hand(owner) if self.gone.contains(owner)) {
                tile.at = loose;
            }
        }
        let by = self.looked.map_or(SeatSet::EMPTY, SeatSet::only);
        for &face in tiles {
            self.put_under(face, by);
        }
        if self.shuffles {
            for tile in
                self.followed.iter_mut().filter(|tile| matches!(tile.at, Whereabouts::Pile { .. }))
            {
                tile.at = loose;
            }
        }
        (self.gone, self.looked) = (SeatSet::EMPTY, None);
    }

    /// `player` draws the top tile of the pile.
    #[inline]
    fn draw(&mut self, player: Seat, face: Face) {
        self.pile = self.pile.saturating_sub(1);
        if !self.followed.is_empty() {
            self.draw_followed(player, face);
        }
    }

    fn draw_followed(&mut self, player: Seat, face: Face) {
        let top = self.pile;
        for tile in &mut self.followed {
            match &mut tile.at {
                Whereabouts::Pile { below } if *below == top => {
                    tile.at = Whereabouts::Hand(player);
                    tile.by.remove(player);
                }
                Whereabouts::Loose { drawn } => {
                    drawn[player.index()] = drawn[player.index()].saturating_add(1);
                    if tile.face == face {
                        tile.by.remove(player);
                    }
                }
                Whereabouts::Pile { .. } | Whereabouts::Hand(_) => {}
            }
        }
        self.followed.retain(|tile| !tile.by.is_empty());
    }
}
