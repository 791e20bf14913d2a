//! Who draws when a turn ends, as far as the engine sees to it ([`Drawing`]), the token by which it
//! goes round, who may exchange tiles, and where the tiles of eliminated players go.
#![expect(clippy::inline_always, reason = "what `draw` and `fill_hand` say, and as in the engine")]

use crate::board::{Face, Size, Store};
use crate::game::basics::data::{Basics, Drawing, ReturnOrder};
use crate::game::chance::Chance;
use crate::game::event::{Event, Sink};
use crate::game::pieces::hand::{Hand, MAX_HAND};
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use crate::game::rule::contract::RuleSet;
use crate::game::state::game_state::State;
use crate::game::table::context::GameContext;
use crate::game::table::core::Core;
use crate::game::table::pending::Round;
use arrayvec::ArrayVec;

/// Lets everyone draw who may (C7, C8, L3, S17).
// Filling the active hand without a call saves 3 % of a game of Seas, and costs 1 % of one of
// classic.
#[inline(always)]
pub(super) fn draw<Z: Size, S: Sink>(table: &mut GameContext<'_, Z, S>) {
    if matches!(table.basics.drawing, Drawing::Active) {
        fill_hand(table);
    } else {
        draw_in_turn(table);
    }
}

/// Lets everyone draw where the drawing goes round the table, or where too few play for that (C7,
/// C8, L3).
// Apart, it saves a random game of classic for two 1.3 % of its instructions
// (`benches/instructions.sh`), and costs one for four or eight 0.2 to 0.3 %.
#[inline(never)]
fn draw_in_turn<Z: Size, S: Sink>(table: &mut GameContext<'_, Z, S>) {
    match table.basics.drawing {
        Drawing::Nobody | Drawing::Active => {}
        Drawing::InTurn(token) | Drawing::HandedOn(token)
            if table.core.seats < token.min_players =>
        {
            for _ in 0..table.basics.turn_tiles {
                if !draws_alone::<false, _, _>(table) {
                    break;
                }
            }
        }
        Drawing::InTurn(_) => {
            let mut at = first(table.core);
            while let Some(next) = draws_in_turn::<false, _, _>(table, at) {
                at = next;
            }
        }
        Drawing::HandedOn(_) => {
            while draws_and_hands_on::<false, _, _>(table) {}
            fill_hand(table);
            takes_token(table);
        }
    }
}

/// Lets one tile be drawn, where rules hear of each before the next is drawn. `false`: everyone has
/// drawn who may.
pub(super) fn draw_next<Z: Size, S: Sink>(
    table: &mut GameContext<'_, Z, S>,
    round: &mut Round,
) -> bool {
    let active = table.core.active;
    if table.core.open {
        return table.draw_one(active).is_some();
    }
    match table.basics.drawing {
        Drawing::Nobody => false,
        Drawing::Active => fills_hand(table),
        Drawing::InTurn(token) | Drawing::HandedOn(token)
            if table.core.seats < token.min_players =>
        {
            round.drawn += 1;
            round.drawn <= u16::from(table.basics.turn_tiles) && draws_alone::<true, _, _>(table)
        }
        Drawing::InTurn(_) => {
            if std::mem::take(&mut round.token_is_due) {
                table.give_token(None);
            }
            let (from, holder) = (round.at.unwrap_or(first(table.core)), table.core.holder);
            let draws = table.core.short_of_tiles().next_from(from);
            round.at = draws_in_turn::<true, _, _>(table, from);
            round.token_is_due = round.at.is_some() && holder.is_some() && holder == draws;
            round.at.is_some()
        }
        Drawing::HandedOn(_) => {
            if std::mem::take(&mut round.token_is_due)
                && let Some(holder) = table.core.holder
            {
                hands_on(table, holder);
            }
            round.token_is_due = draws_and_hands_on::<true, _, _>(table);
            round.token_is_due || fills_hand(table) || {
                takes_token(table);
                false
            }
        }
    }
}

/// Who draws first where all draw in turn: the holder of the token (C8).
fn first<Z: Size>(core: &Core<Z>) -> Seat {
    core.holder.unwrap_or(core.active)
}

/// Lets the active seat draw one tile where too few play for a token: in all as many as it has
/// placed at most, and at least one where it has passed with an empty hand (C7, C11, V8). `false`:
/// it draws no more.
#[inline]
fn draws_alone<const HEARD: bool, Z: Size, S: Sink>(table: &mut GameContext<'_, Z, S>) -> bool {
    let active = table.core.active;
    table.core.alive.contains(active) && table.draw::<HEARD>(active).is_some()
}

/// Lets the next seat from `at` on that is short of tiles draw one, where all draw in turn; returns
/// the seat from which to go on, if there is one (C8).
#[inline]
fn draws_in_turn<const HEARD: bool, Z: Size, S: Sink>(
    table: &mut GameContext<'_, Z, S>,
    at: Seat,
) -> Option<Seat> {
    let seat = table.core.short_of_tiles().next_from(at)?;
    if table.draw::<HEARD>(seat).is_none() {
        if table.core.holder.is_none() {
            table.give_token(Some(seat));
        }
        return None;
    }
    // Where rules hear of the draw, it goes back when they have.
    if !HEARD && table.core.holder == Some(seat) {
        table.give_token(None);
    }
    table.core.alive.next_after(seat)
}

/// The holder of the token draws a tile and hands it on. `false`: there is no holder, or no tile
/// (L3).
#[inline]
fn draws_and_hands_on<const HEARD: bool, Z: Size, S: Sink>(
    table: &mut GameContext<'_, Z, S>,
) -> bool {
    let Some(seat) = table.core.holder.filter(|_| !table.core.pile.is_empty()) else {
        return false;
    };
    table.draw::<HEARD>(seat);
    if !HEARD {
        hands_on(table, seat);
    }
    true
}

/// The holder of the token, who has drawn, hands it on (L3).
#[inline]
fn hands_on<Z: Size, S: Sink>(table: &mut GameContext<'_, Z, S>, seat: Seat) {
    let next = table.core.short_of_tiles().next_after(seat);
    if next != Some(seat) {
        table.give_token(next);
    }
}

/// The active seat takes the token if no seat has it and it is short of tiles (L3).
#[inline]
fn takes_token<Z: Size, S: Sink>(table: &mut GameContext<'_, Z, S>) {
    let active = table.core.active;
    if table.core.holder.is_none() && table.core.short_of_tiles().contains(active) {
        table.give_token(Some(active));
    }
}

/// Draws for the active seat, if it is alive, until its hand is full or the pile empty (L3, S17).
#[inline(always)]
fn fill_hand<Z: Size, S: Sink>(table: &mut GameContext<'_, Z, S>) {
    let active = table.core.active;
    if table.core.alive.contains(active) {
        for _ in table.core.hand(active).len()..table.basics.hand.into() {
            if table.draw::<false>(active).is_none() {
                return;
            }
        }
    }
}

/// Lets the active seat draw one of the tiles that fill its hand, if it is alive, and lets rules
/// hear of it. `false`: it draws none.
fn fills_hand<Z: Size, S: Sink>(table: &mut GameContext<'_, Z, S>) -> bool {
    let active = table.core.active;
    table.core.alive.contains(active) && table.draw_one(active).is_some()
}

/// The token of an eliminated holder goes clockwise to the next live player with fewer tiles than a
/// full hand, or is set aside (C9, L4).
pub(super) fn pass_on<Z: Size, S: Sink>(table: &mut GameContext<'_, Z, S>, gone: SeatSet) {
    if let Some(seat) = table.core.holder
        && gone.contains(seat)
    {
        let next: Option<Seat> = table.core.short_of_tiles().next_after(seat);
        table.give_token(next);
    }
}

/// Whether the active player may exchange tiles with the players that its placement eliminated
/// (C12).
#[inline]
pub(super) fn may_exchange<Z: Size>(basics: &Basics<Z>, core: &Core<Z>) -> bool {
    let Some(fewest) = basics.exchange_from else { return false };
    let taken_from = core.taken_from();
    !taken_from.is_empty()
        && core.seats >= fewest
        && core.alive.contains(core.active)
        && !core.open
        && !core.hand(core.active).is_empty()
        && taken_from.iter().any(|seat| !core.hand(seat).is_empty())
}

/// Returns the hands of eliminated players to the pile, each once, and passes the token on (C6, C9,
/// L4, S16).
#[inline(always)]
pub(super) fn return_hands<R: RuleSet, C: Chance, S: Sink>(
    rules: &R,
    state: &mut State<R>,
    chance: &mut C,
    sink: &mut S,
) {
    if !state.core.unreturned.is_empty() {
        put_back_hands(rules.basics(), &mut state.core, chance, sink);
    }
}

/// Puts the hands of all seats in `unreturned` back into the pile (C6, S16).
fn put_back_hands<Z: Size, C: Chance, S: Sink>(
    basics: &Basics<Z>,
    core: &mut Core<Z>,
    chance: &mut C,
    sink: &mut S,
) {
    let gone = core.unreturned;
    core.unreturned = SeatSet::EMPTY;
    if !core.open {
        let mut tiles: ArrayVec<Face, { MAX_SEATS * MAX_HAND }> =
            gone.iter().flat_map(|seat| core.hand(seat).iter()).collect();
        gone.iter().for_each(|seat| core.hands.put(seat.index(), Hand::default()));
        tiles.sort_unstable();
        for &tile in &tiles {
            core.pile.push(tile);
        }
        if !tiles.is_empty() {
            if basics.returned == ReturnOrder::Shuffle {
                let at = core.next_moment(|asked| &mut asked.reshuffle);
                chance.reshuffle(at, &mut core.pile);
            }
            if S::EVENTS {
                sink.event(&Event::Returned { tiles: &tiles, pile: &core.pile });
            }
        }
    }
    pass_on(&mut GameContext::new(basics, core, sink), gone);
}
