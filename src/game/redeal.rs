//! A game as it might be: everything that a seat cannot see is dealt anew.

use super::chance::Rng;
use super::core::{Core, Phase};
use super::hand::Hand;
use super::rule::{DrawRule, HazardRule, RuleSet, ScoreRule};
use super::seat::{Seat, SeatSet};
use super::state::State;
use crate::board::{FACES, Face, Size, Store};

/// The seats whose tiles `seat` does not see. In an exchange it sees the tiles of those that it put out (C12).
pub(super) fn unseen_hands<Z: Size>(core: &Core<Z>, seat: Seat) -> SeatSet {
    let seen = if core.phase == Phase::Exchange && core.active == seat { core.fallen } else { SeatSet::EMPTY };
    if core.open { SeatSet::EMPTY } else { SeatSet::first(core.seats).without(seen).without(SeatSet::only(seat)) }
}

/// Makes everything that `seat` cannot see random: the other hands and the order of the pile, and what the rules keep secret. What it can see
/// stays: the own hand, and how many tiles everybody and the pile have. All deals that look the same to the seat are equally likely, whatever
/// the state was; so two games that look the same to the seat look the same in all ways after this, with the same `rng`.
pub fn redeal<R: RuleSet>(rules: &R, state: &mut State<R>, seat: Seat, rng: &mut Rng) {
    let core = &mut state.core;
    let unseen = unseen_hands(core, seat);
    let mut count = [0u16; FACES];
    core.pile.iter().for_each(|tile| count[tile.index()] += 1);
    for other in unseen.iter() {
        core.hand(other).iter().for_each(|tile| count[tile.index()] += 1);
    }
    // In ascending order first: the order that there was must not show in the new one.
    core.pile.clear();
    for face in Face::all() {
        (0..count[face.index()]).for_each(|_| core.pile.push(face));
    }
    rng.shuffle(core.pile.len(), |one, other| core.pile.swap(one, other));
    for other in unseen.iter() {
        let tiles = core.hand(other).len();
        let hand: Hand = (0..tiles).filter_map(|_| core.pile.draw()).collect();
        core.hands.put(other.index(), hand);
    }
    rules.draw().redeal(&mut state.draw, seat, rng);
    rules.hazard().redeal(&mut state.hazard, seat, rng);
    rules.score().redeal(&mut state.score, seat, rng);
}
