//! [`redeal`]: deals anew everything that a seat cannot see.

use super::lifted::Lifted;
use super::memory::{Knowledge, Whereabouts};
use crate::board::{Face, KINDS, Size, Store};
use crate::game::basics::data::Basics;
use crate::game::chance::Rng;
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::state::game_state::State;
use crate::game::table::core::{Core, Phase};

/// The number of tiles of each kind.
type Count = [u16; KINDS];

/// The seats whose tiles `seat` does not see. In its exchange it sees the tiles of the players that
/// it eliminated (C12).
pub(in crate::game) fn unseen_hands<Z: Size>(core: &Core<Z>, seat: Seat) -> SeatSet {
    let seen = if core.phase == Phase::Exchange && core.active == seat {
        core.taken_from()
    } else {
        SeatSet::EMPTY
    };
    if core.open {
        SeatSet::EMPTY
    } else {
        SeatSet::first(core.seats).without(seen).without(SeatSet::only(seat))
    }
}

/// Deals anew everything that `seat` cannot see: the other hands, the order of the pile, what lies
/// and stands on squares that are [hidden](crate::game::Rule::hides) from it, and the hidden state
/// of the rules. What it can see stays: its own hand, and the number of tiles in every hand and in
/// the pile. So does what it knows of tiles that it has followed: they are where it knows them to
/// be, or somewhere they may have got to since.
///
/// Without such knowledge all deals that look the same to the seat are equally likely. Two games
/// that look the same to the seat, and of which it knows the same, become the same game with the
/// same `rng`: nothing hidden is left of the state before.
pub fn redeal<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    seat: Seat,
    known: &Knowledge,
    rng: &mut Rng,
) {
    let lifted = Lifted::new(rules, state, seat);
    deal_tiles(&mut state.core, seat, known, rng);
    if rules.basics().limits_hands {
        keep_within_limits(rules.basics(), &mut state.core, seat);
    }
    if let Some(lifted) = lifted {
        let unseen = unseen_hands(&state.core, seat);
        lifted.lay(rules.basics(), &mut state.core, unseen, rng);
    }
    rules.rule().redeal(&mut state.own, seat, rng);
    state.drop_veils();
}

/// Lays what lies and stands on squares that are [hidden](crate::game::Rule::hides) from `seat`
/// otherwise on these squares, and leaves all else as it is; `false`: none are.
pub fn redeal_hidden<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    seat: Seat,
    rng: &mut Rng,
) -> bool {
    let pile = state.core.pile.clone();
    // What is lifted goes into the pile.
    state.core.pile.clear();
    let lifted = Lifted::new(rules, state, seat);
    if let Some(lifted) = &lifted {
        shuffle(&mut state.core, rng);
        lifted.lay(rules.basics(), &mut state.core, SeatSet::EMPTY, rng);
    }
    state.core.pile = pile;
    state.drop_veils();
    lifted.is_some()
}

fn deal_tiles<Z: Size>(core: &mut Core<Z>, seat: Seat, known: &Knowledge, rng: &mut Rng) {
    let unseen = unseen_hands(core, seat);
    let mut count: Count = [0; KINDS];
    core.pile.iter().for_each(|tile| count[tile.index()] += 1);
    let in_pile = core.pile.len();
    let mut room = [0; MAX_SEATS];
    for other in unseen.iter() {
        let hand = core.hand(other);
        hand.iter().for_each(|tile| count[tile.index()] += 1);
        room[other.index()] = hand.len() as u8;
        core.hands.put(other.index(), Hand::default());
    }
    let put = |core: &mut Core<Z>, owner: Seat, face: Face, room: &mut [u8; MAX_SEATS]| {
        let mut hand = core.hand(owner);
        hand.push(face);
        core.hands.put(owner.index(), hand);
        room[owner.index()] -= 1;
    };
    // First the tiles that can be in one place only, then the tiles that can be in some, then the
    // rest.
    let mut fixed = 0;
    for &(face, at) in known {
        debug_assert!(count[face.index()] > 0, "{face:?} is known, and not there");
        match at {
            Whereabouts::Hand(owner) if room[owner.index()] > 0 => {
                put(core, owner, face, &mut room);
            }
            Whereabouts::Pile { below } if usize::from(below) < in_pile => fixed += 1,
            Whereabouts::Hand(_) | Whereabouts::Pile { .. } | Whereabouts::Loose { .. } => continue,
        }
        count[face.index()] -= 1;
    }
    let mut in_pile_only: Count = [0; KINDS];
    let mut loose = 0;
    for &(face, at) in known {
        let Whereabouts::Loose { drawn } = at else { continue };
        let places = |other: Seat| u32::from(room[other.index()].min(drawn[other.index()]));
        let free = (in_pile - fixed - loose) as u32;
        let mut number = rng.below((free + unseen.iter().map(places).sum::<u32>()).max(1));
        let owner = unseen.iter().find(|&other| {
            let here = number < places(other);
            number = number.saturating_sub(places(other));
            here
        });
        count[face.index()] -= 1;
        if let Some(owner) = owner {
            put(core, owner, face, &mut room);
        } else {
            in_pile_only[face.index()] += 1;
            loose += 1;
        }
    }
    // In ascending order before the shuffle, so that nothing of the old order is left.
    core.pile.clear();
    push_all(core, &count);
    shuffle(core, rng);
    for other in unseen.iter() {
        while room[other.index()] > 0
            && let Some(tile) = core.pile.draw()
        {
            put(core, other, tile, &mut room);
        }
    }
    if loose > 0 {
        push_all(core, &in_pile_only);
        shuffle(core, rng);
    }
    if fixed > 0 {
        // Every tile is drawn and put under the pile again, and tiles with a fixed place are put
        // between them.
        for below in (0..in_pile).rev() {
            let followed =
                known.iter().find(|tile| tile.1 == Whereabouts::Pile { below: below as u16 });
            if let Some(tile) = followed.map(|tile| tile.0).or_else(|| core.pile.draw()) {
                core.pile.push(tile);
            }
        }
    }
}

/// Puts tiles of which an unseen hand has more than a hand may hold under the pile, for the first
/// ones there that fit.
fn keep_within_limits<Z: Size>(basics: &Basics<Z>, core: &mut Core<Z>, seat: Seat) {
    for other in unseen_hands(core, seat).iter() {
        while let Some(tile) = basics.too_many_in(core.hand(other)) {
            let mut hand = core.hand(other);
            hand.take(tile);
            let Some(instead) = core
                .pile
                .iter()
                .find(|&next| next != tile && basics.too_many_in(with(hand, next)).is_none())
            else {
                break;
            };
            core.pile.take_first(instead);
            core.pile.push(tile);
            core.hands.put(other.index(), with(hand, instead));
        }
    }
}

fn with(mut hand: Hand, tile: Face) -> Hand {
    hand.push(tile);
    hand
}

fn push_all<Z: Size>(core: &mut Core<Z>, count: &Count) {
    for face in Face::all_kinds() {
        (0..count[face.index()]).for_each(|_| core.pile.push(face));
    }
}

fn shuffle<Z: Size>(core: &mut Core<Z>, rng: &mut Rng) {
    rng.shuffle(core.pile.len(), |one, other| core.pile.swap(one, other));
}
