//! Who draws when a turn ends, as far as the engine sees to it ([`Drawing`]), and the token by which it goes round.

use crate::board::Size;
use crate::game::basics::data::{Drawing, Token};
use crate::game::event::Sink;
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::table::context::GameContext;

/// Lets everyone draw who may (C7, C8, L3, S17).
// Filling the active hand without a call saves 3 % of a game of Seas, and costs 1 % of one of classic.
#[inline]
pub(super) fn draw<Z: Size, S: Sink>(table: &mut GameContext<'_, Z, S>) {
    if matches!(table.basics.drawing, Drawing::Active) { fill_hand(table) } else { draw_in_turn(table) }
}

/// Lets everyone draw where the drawing goes round the table, or where too few play for that (C7, C8, L3).
// Apart, it saves a random game of classic for two 1.3 % of its instructions (`benches/instructions.sh`), and costs one for four or
// eight 0.2 to 0.3 %.
#[inline(never)]
fn draw_in_turn<Z: Size, S: Sink>(table: &mut GameContext<'_, Z, S>) {
    let active = table.core.active;
    match table.basics.drawing {
        Drawing::Nobody | Drawing::Active => {}
        Drawing::InTurn(Token { min_players, .. }) | Drawing::HandedOn(Token { min_players, .. }) if table.core.seats < min_players => {
            // As many as it has placed at most, and at least one where it has passed with an empty hand (C7, C11, V8).
            for _ in 0..table.basics.turn_tiles {
                if !table.core.alive.contains(active) || table.draw_one(active).is_none() {
                    break;
                }
            }
        }
        Drawing::InTurn(_) => in_turn(table),
        Drawing::HandedOn(_) => handed_on(table),
    }
}

/// All in turn draw a tile each, from the holder of the token on (C8).
fn in_turn<Z: Size, S: Sink>(table: &mut GameContext<'_, Z, S>) {
    let mut at = table.core.holder.unwrap_or(table.core.active);
    while let Some(seat) = table.core.short_of_tiles().next_from(at) {
        if table.draw_one(seat).is_none() {
            if table.core.holder.is_none() {
                table.give_token(Some(seat));
            }
            return;
        }
        if table.core.holder == Some(seat) {
            table.give_token(None);
        }
        match table.core.alive.next_after(seat) {
            Some(next) => at = next,
            None => return,
        }
    }
}

/// The holder of the token draws and hands it on, and so on; then the active seat fills its hand (L3).
fn handed_on<Z: Size, S: Sink>(table: &mut GameContext<'_, Z, S>) {
    while !table.core.pile.is_empty()
        && let Some(seat) = table.core.holder
    {
        table.draw_one(seat);
        let next = table.core.short_of_tiles().next_after(seat);
        if next != Some(seat) {
            table.give_token(next);
        }
    }
    fill_hand(table);
    let active = table.core.active;
    if table.core.holder.is_none() && table.core.short_of_tiles().contains(active) {
        table.give_token(Some(active));
    }
}

/// Draws for the active seat, if it is alive, until its hand is full or the pile empty (L3, S17).
#[inline]
fn fill_hand<Z: Size, S: Sink>(table: &mut GameContext<'_, Z, S>) {
    let active = table.core.active;
    if table.core.alive.contains(active) {
        for _ in table.core.hand(active).len()..table.basics.hand.into() {
            if table.draw_one(active).is_none() {
                return;
            }
        }
    }
}

/// The token of an eliminated holder goes clockwise to the next live player with fewer tiles than a full hand, or is set
/// aside (C9, L4).
pub(super) fn pass_on<Z: Size, S: Sink>(table: &mut GameContext<'_, Z, S>, gone: SeatSet) {
    if let Some(seat) = table.core.holder
        && gone.contains(seat)
    {
        let next: Option<Seat> = table.core.short_of_tiles().next_after(seat);
        table.give_token(next);
    }
}
