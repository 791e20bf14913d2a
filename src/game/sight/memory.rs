//! What the seats of a table know of tiles that they cannot see, because they saw where those went.
//!
//! Three things tell more than the table shows: a tile that a daikaiju pushed under the pile lies there for all to remember (S7); whoever may
//! exchange has seen the hands that go back into the pile afterwards (C12, C6, S16); and who draws a tile that somebody had followed through the
//! pile holds it. A [`Memory`] listens to a game and keeps this; what one seat knows of it is its [`Knowledge`]. For seats that want to read what
//! has happened it keeps the events as well.

use super::seen::{Events, Log, WholeEvents};
use crate::board::Face;
use crate::game::event::{Destination, Event};
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use crate::game::rule::basics::ReturnOrder;
use crate::game::rule::traits::RuleSet;
use crate::game::turn::play::DeciderNotice;
use crate::game::turn::view::View;

/// Where a tile is that somebody saw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whereabouts {
    /// In the pile, with so many tiles below it.
    Pile {
        /// Tiles below.
        below: u16,
    },
    /// In somebody's hand.
    Hand(Seat),
    /// It was in the pile when that was shuffled. Since then each seat has drawn so many tiles, and this may be one of them.
    Loose {
        /// Tiles drawn, by seat.
        drawn: [u8; MAX_SEATS],
    },
}

/// A tile that somebody cannot see and yet knows of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FollowedTile {
    face: Face,
    at: Whereabouts,
    /// Who knows.
    by: SeatSet,
}

/// What one seat knows of tiles that it cannot see.
pub type Knowledge = Vec<(Face, Whereabouts)>;

/// What everybody at a table remembers: where tiles are that they cannot see, and what has happened. It knows more than any of them: only
/// [`Memory::knowledge`] and [`Memory::events`] may go to a bot.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    seats: u8,
    shuffles: bool,
    open: bool,
    pile: u16,
    followed: Vec<FollowedTile>,
    /// Whose hands went back into the pile last, or will.
    gone: SeatSet,
    /// Who has seen those hands.
    looked: Option<Seat>,
    log: Log,
}

impl Memory {
    /// One that keeps the events, too, for these seats to read. The default keeps them for nobody, which costs nothing.
    pub fn with_events(readers: SeatSet) -> Self {
        Self { log: Log::new(readers), ..Self::default() }
    }

    /// Takes note of what those who decide are told.
    pub fn hear<R: RuleSet>(&mut self, news: &DeciderNotice<'_, R>) {
        match news {
            DeciderNotice::Begins(view) => {
                let log = std::mem::take(&mut self.log).begin(view.core().open);
                *self = Self { log, ..Self::begin(view) };
            }
            DeciderNotice::Happened(event) => self.event(event),
            DeciderNotice::Looks(view) => self.looks(view),
        }
    }

    /// Begins at a game as it is, of which nobody has seen more than the table shows.
    fn begin<R: RuleSet>(view: &View<'_, R>) -> Self {
        let core = view.core();
        let basics = view.basics();
        Self {
            seats: core.seats(),
            shuffles: basics.returned == ReturnOrder::Shuffle,
            open: basics.open,
            pile: core.pile().len() as u16,
            gone: core.fallen(),
            ..Self::default()
        }
    }

    /// What `seat` knows.
    pub fn knowledge(&self, seat: Seat) -> Knowledge {
        self.followed.iter().filter(|tile| tile.by.contains(seat)).map(|tile| (tile.face, tile.at)).collect()
    }

    /// The events since the game began or was taken up, as `seat` saw them (`None`: an onlooker); none where they are not kept for that seat.
    pub fn events(&self, seat: Option<Seat>) -> Events<'_> {
        self.log.seen_by(seat)
    }

    /// How many events are kept.
    pub(crate) fn len(&self) -> usize {
        self.log.len()
    }

    /// The events from number `from` on with nothing hidden: not for a seat.
    pub(crate) fn whole_events(&self, from: usize) -> WholeEvents<'_> {
        self.log.whole(from)
    }

    /// So many legal placements there were for whoever places next: for a game whose sink does not have them counted.
    pub fn counted(&mut self, legal: u8) {
        self.log.legal = legal;
    }

    /// The active seat sees the hands of those that it put out, whether it exchanges or not (C12).
    fn looks<R: RuleSet>(&mut self, view: &View<'_, R>) {
        let core = view.core();
        let (seat, fallen) = (core.active(), core.fallen());
        self.looked = Some(seat);
        // What it suspected in those hands it sees now.
        for face in fallen.iter().flat_map(|other| core.hand(other).iter()) {
            self.forget(face, SeatSet::only(seat), |at| match at {
                Whereabouts::Hand(owner) => fallen.contains(owner),
                Whereabouts::Loose { drawn } => fallen.iter().any(|other| drawn[other.index()] > 0),
                Whereabouts::Pile { .. } => false,
            });
        }
    }

    /// Something happened.
    pub(crate) fn event(&mut self, event: &Event<'_>) {
        self.log.note(event);
        if self.open {
            return;
        }
        match event {
            Event::Deal { pile, .. } => self.pile = pile.len() as u16,
            Event::WakeRemoved { tile, to: Destination::Pile, .. } => self.put_under(*tile, SeatSet::first(self.seats)),
            Event::Placed { player, tile, .. } => self.shown(*player, tile.face()),
            Event::Eliminated { player, .. } => self.gone.insert(*player),
            Event::Exchanged { player, .. } => self.exchanged(*player),
            Event::Returned { tiles, .. } => self.returned(tiles),
            Event::Drew { player, tile } => self.drew(*player, *tile),
            Event::Turn { .. } => (self.gone, self.looked) = (SeatSet::EMPTY, None),
            _ => {}
        }
    }

    fn forget(&mut self, face: Face, seats: SeatSet, mut where_it: impl FnMut(Whereabouts) -> bool) {
        for tile in self.followed.iter_mut().filter(|tile| tile.face == face && where_it(tile.at)) {
            tile.by = tile.by.without(seats);
        }
        self.followed.retain(|tile| !tile.by.is_empty());
    }

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

    /// A tile is seen that `player` held: it may be one that was followed.
    fn shown(&mut self, player: Seat, face: Face) {
        let all = SeatSet::first(self.seats);
        self.forget(face, all, |at| match at {
            Whereabouts::Hand(owner) => owner == player,
            Whereabouts::Loose { drawn } => drawn[player.index()] > 0,
            Whereabouts::Pile { .. } => false,
        });
    }

    /// Which tiles changed hands only `player` knows.
    fn exchanged(&mut self, player: Seat) {
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

    /// Hands of the eliminated went into the pile: under it, ascending, or it was shuffled.
    fn returned(&mut self, tiles: &[Face]) {
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
            for tile in self.followed.iter_mut().filter(|tile| matches!(tile.at, Whereabouts::Pile { .. })) {
                tile.at = loose;
            }
        }
        (self.gone, self.looked) = (SeatSet::EMPTY, None);
    }

    fn drew(&mut self, player: Seat, face: Face) {
        self.pile = self.pile.saturating_sub(1);
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
