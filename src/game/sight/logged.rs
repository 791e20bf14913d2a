//! [`LoggedEvent`] and [`ListedEvent`]: how a log keeps the events of a game, with nothing hidden.
#![expect(clippy::inline_always, reason = "what `LoggedEvent::from_event` says")]

use crate::board::{Content, Face, Laid, Place, Square};
use crate::game::declare::ask::{Answer, AskDecl, Subject};
use crate::game::declare::chance::ChanceDecl;
use crate::game::declare::event::{EventDecl, FieldValue, MAX_FIELDS};
use crate::game::declare::fault::RuleFault;
use crate::game::declare::look::{RulePiece, Shown};
use crate::game::event::{Cause, Destination, Ending, Event, Sight, Spot};
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// Declares [`LoggedEvent`] with the listed kinds of events, which have the fields of [`Event`].
macro_rules! logged_events {
    ($($kind:ident { $($field:ident: $type:ty),* })*) => {
        /// An event as a log keeps it, in eight bytes.
        #[derive(Debug, Clone, Copy)]
        pub(super) enum LoggedEvent {
            $($kind { $($field: $type),* },)*
            /// An elimination for one of the crate's own [causes](Cause::ALL), by number.
            Eliminated { player: Seat, cause: u8 },
            /// An event with lists or texts, by its number in the log.
            Listed(u32),
        }

        impl LoggedEvent {
            /// The event as it is kept; `None`: as a [`ListedEvent`]. Inlined, so that where the
            /// engine makes an event, only the code for that kind is left.
            #[inline(always)]
            pub(super) fn from_event(event: &Event<'_>) -> Option<Self> {
                match *event {
                    $(Event::$kind { $($field),* } => Some(Self::$kind { $($field),* }),)*
                    Event::Eliminated { player, cause } if cause.slot() < Cause::ALL.len() => {
                        Some(Self::Eliminated { player, cause: cause.slot() as u8 })
                    }
                    _ => None,
                }
            }

            /// The event, unless it is a listed one.
            #[inline]
            pub(super) fn plain(self) -> Result<Event<'static>, usize> {
                Ok(match self {
                    $(Self::$kind { $($field),* } => Event::$kind { $($field),* },)*
                    Self::Eliminated { player, cause } => Event::Eliminated {
                        player, cause: Cause::ALL[usize::from(cause)]
                    },
                    Self::Listed(number) => return Err(number as usize),
                })
            }
        }
    };
}

logged_events! {
    Start { player: Seat, mark: Place }
    Turn { player: Seat, number: u32 }
    WakeRemoved { square: Square, tile: Face, to: Destination }
    Relocated { player: Seat, mark: Place }
    Placed { player: Seat, tile: Laid, square: Square, legal: u16 }
    Moved { player: Seat, to: Place }
    Drew { player: Seat, tile: Face }
    Passed { player: Seat }
}

const _: () = assert!(size_of::<LoggedEvent>() == 8);

/// An event with lists or texts, or one that is rare and large.
#[derive(Debug, Clone)]
pub(super) enum ListedEvent {
    Deal {
        hands: Vec<Hand>,
        /// The number of tiles of each hand.
        sizes: ArrayVec<u8, MAX_SEATS>,
        pile: Vec<Face>,
    },
    Exchanged {
        player: Seat,
        gave: Vec<Face>,
        took: Vec<Face>,
    },
    Returned {
        tiles: Vec<Face>,
        pile: Vec<Face>,
    },
    Eliminated {
        player: Seat,
        cause: Cause,
    },
    LifeLost {
        player: Seat,
        cause: Cause,
    },
    Laid {
        rule: &'static str,
        square: Square,
        tile: Laid,
    },
    Turned {
        rule: &'static str,
        square: Square,
        tile: Laid,
    },
    Broken {
        rule: &'static str,
        fault: RuleFault,
        player: Seat,
        moment: &'static str,
        turn: u32,
        why: Option<Arc<str>>,
    },
    End {
        ending: Ending,
        scores: Option<Vec<i64>>,
    },
    Declared {
        decl: &'static EventDecl,
        values: ArrayVec<FieldValue, MAX_FIELDS>,
    },
    Picked {
        decl: &'static ChanceDecl,
        seat: Option<Seat>,
        picked: ArrayVec<u32, 2>,
        below: ArrayVec<u32, 2>,
    },
    Chose {
        player: Seat,
        asks: &'static AskDecl,
        about: Vec<Subject>,
        options: u16,
        choice: Answer,
    },
    Carried {
        player: Seat,
        to: Place,
        rule: &'static str,
    },
    Shifted {
        tile: Face,
        from: Spot,
        to: Spot,
        by: SeatSet,
    },
    Content {
        square: Square,
        content: Content,
    },
    Shows {
        pieces: Vec<RulePiece>,
        shown: Vec<Shown>,
    },
    /// What a seat was told when a step of the game was done.
    Sight {
        seat: Option<Seat>,
        sees: Sight,
    },
}

impl ListedEvent {
    /// The event as it is kept, for the kinds for which [`LoggedEvent::from_event`] returns
    /// `None`. Inlined as that is.
    #[inline(always)]
    pub(super) fn from_event(event: &Event<'_>) -> Self {
        let two = |numbers: &[u32]| numbers.iter().copied().take(2).collect();
        match *event {
            Event::Deal { hands, pile } => Self::Deal {
                hands: hands.to_vec(),
                sizes: hands.iter().map(|hand| hand.len() as u8).collect(),
                pile: pile.faces(),
            },
            Event::Exchanged { player, gave, took } => {
                Self::Exchanged { player, gave: gave.to_vec(), took: took.to_vec() }
            }
            Event::Returned { tiles, pile } => {
                Self::Returned { tiles: tiles.to_vec(), pile: pile.faces() }
            }
            Event::Eliminated { player, cause } => Self::Eliminated { player, cause },
            Event::LifeLost { player, cause } => Self::LifeLost { player, cause },
            Event::Laid { rule, square, tile } => Self::Laid { rule, square, tile },
            Event::Turned { rule, square, tile } => Self::Turned { rule, square, tile },
            Event::Broken { rule, fault, player, moment, turn, why } => {
                Self::Broken { rule, fault, player, moment, turn, why: why.map(Into::into) }
            }
            Event::End { ending, scores } => {
                Self::End { ending, scores: scores.map(<[i64]>::to_vec) }
            }
            Event::Declared { decl, values } => {
                Self::Declared { decl, values: values.iter().copied().take(MAX_FIELDS).collect() }
            }
            Event::Picked { decl, seat, picked, below } => {
                Self::Picked { decl, seat, picked: two(picked), below: two(below) }
            }
            Event::Chose { player, asks, about, options, choice } => {
                Self::Chose { player, asks, about: about.to_vec(), options, choice }
            }
            Event::Carried { player, to, rule } => Self::Carried { player, to, rule },
            Event::Shifted { tile, from, to, by } => Self::Shifted { tile, from, to, by },
            Event::Content { square, content } => Self::Content { square, content },
            Event::Shows { pieces, shown } => {
                Self::Shows { pieces: pieces.to_vec(), shown: shown.to_vec() }
            }
            Event::Sight { seat, sees } => Self::Sight { seat, sees: sees.clone() },
            Event::Start { .. }
            | Event::Turn { .. }
            | Event::WakeRemoved { .. }
            | Event::Relocated { .. }
            | Event::Placed { .. }
            | Event::Moved { .. }
            | Event::Drew { .. }
            | Event::Passed { .. } => unreachable!("{} fits into eight bytes", event.name()),
        }
    }

    /// The event as it happened, with nothing hidden.
    pub(super) fn whole(&self) -> Event<'_> {
        match self {
            Self::Deal { hands, pile, .. } => Event::Deal { hands, pile },
            Self::Exchanged { player, gave, took } => {
                Event::Exchanged { player: *player, gave, took }
            }
            Self::Returned { tiles, pile } => Event::Returned { tiles, pile },
            &Self::Eliminated { player, cause } => Event::Eliminated { player, cause },
            &Self::LifeLost { player, cause } => Event::LifeLost { player, cause },
            &Self::Laid { rule, square, tile } => Event::Laid { rule, square, tile },
            &Self::Turned { rule, square, tile } => Event::Turned { rule, square, tile },
            &Self::Broken { rule, fault, player, moment, turn, ref why } => {
                Event::Broken { rule, fault, player, moment, turn, why: why.as_deref() }
            }
            Self::End { ending, scores } => {
                Event::End { ending: *ending, scores: scores.as_deref() }
            }
            Self::Declared { decl, values } => Event::Declared { decl, values },
            Self::Picked { decl, seat, picked, below } => {
                Event::Picked { decl, seat: *seat, picked, below }
            }
            Self::Chose { player, asks, about, options, choice } => {
                Event::Chose { player: *player, asks, about, options: *options, choice: *choice }
            }
            &Self::Carried { player, to, rule } => Event::Carried { player, to, rule },
            &Self::Shifted { tile, from, to, by } => Event::Shifted { tile, from, to, by },
            &Self::Content { square, content } => Event::Content { square, content },
            Self::Shows { pieces, shown } => Event::Shows { pieces, shown },
            Self::Sight { seat, sees } => Event::Sight { seat: *seat, sees },
        }
    }
}
