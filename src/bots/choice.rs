//! Helpers with which bots choose: the best of several items, exchanges, relocations and answers,
//! distances.

use crate::board::Place;
use crate::game::{Answer, Choice, Exchange, Observation, Outlook, Playout, Reward, Rng, SeatSet};

/// The item with the highest worth, a random one among equals; `None` if there are no items.
pub(super) fn best<T, W: PartialOrd>(
    items: impl IntoIterator<Item = T>,
    rng: &mut Rng,
    mut worth: impl FnMut(&T) -> W,
) -> Option<T> {
    let mut found: Option<(T, W)> = None;
    let mut ties = 0;
    for item in items {
        let item_worth = worth(&item);
        match &found {
            Some((_, best)) if *best > item_worth => continue,
            Some((_, best)) if *best == item_worth => ties += 1,
            _ => ties = 1,
        }
        // Reservoir sampling: each of the ties is kept with the same chance.
        if ties == 1 || rng.below(ties) == 0 {
            found = Some((item, item_worth));
        }
    }
    found.map(|found| found.0)
}

/// The exchange after which the hand has the most placements that keep the own piece alive where it
/// stands; declining wins ties.
pub(super) fn freest_exchange(see: &Observation<'_>, rng: &mut Rng) -> Exchange {
    let worth = |exchange: &Exchange| {
        let hand = exchange.applied(see.hand());
        (see.continuations(hand.distinct()), exchange.is_empty())
    };
    best(see.exchanges(), rng, worth).unwrap_or_default()
}

/// The mark with the most open ways among the marks to which the piece may relocate; staying is one
/// of the choices unless it `must` move.
pub(super) fn openest_relocation(
    see: &Observation<'_>,
    must: bool,
    rng: &mut Rng,
) -> Option<Place> {
    let marks = see.relocation_marks();
    let stay = (!must).then_some(None);
    let here = see.place(see.active());
    let worth = |choice: &Option<Place>| choice.or(here).map_or(0, |mark| see.ways_at(mark));
    best(stay.into_iter().chain(marks.into_iter().map(Some)), rng, worth).flatten()
}

/// The most games that are played out after each answer, and in all; one after each in any case.
const PLAYOUTS: (usize, usize) = (4, 16);

/// The mean reward of the deciding seat in a few games that are played out after each of `choices`,
/// with the same luck: a choice is judged by what follows, whatever the rule.
pub(super) fn played_out(
    see: &Observation<'_>,
    choices: impl Iterator<Item = Choice>,
    games: usize,
    rng: &mut Rng,
) -> Vec<f32> {
    let lucks: Vec<Rng> = (0..games as u64).map(|game| Rng::new(rng.bits().into(), game)).collect();
    let mut world = see.imagine();
    let mut worth = |choice: Choice| {
        let reward = |luck: &Rng| {
            let mut luck = luck.clone();
            world.deal(&mut luck);
            world.take(&choice, &mut luck);
            world.play_out(Playout::Random, &mut luck);
            world.rewards(Reward::Usual { rank: 0.5 })[see.decider().index()]
        };
        lucks.iter().map(reward).sum::<f32>() / games as f32
    };
    choices.map(&mut worth).collect()
}

/// The answer to what a rule asks with the best mean reward in a few games.
pub(super) fn best_answer(see: &Observation<'_>, rng: &mut Rng) -> Answer {
    let options = see.question().map(|question| question.options).unwrap_or_default();
    if options.len() < 2 {
        return see.sample_answer(rng);
    }
    let games = (PLAYOUTS.1 / options.len()).clamp(1, PLAYOUTS.0);
    let worths = played_out(see, options.iter().copied().map(Choice::Rule), games, rng);
    best(options.iter().zip(worths), rng, |answer| answer.1)
        .map_or_else(|| see.sample_answer(rng), |answer| *answer.0)
}

/// Whether a placement eliminates none of the other pieces of the active seat's side: the pieces of
/// its team (V9), or all where one person plays all pieces (V4).
pub(super) fn spares_friends(see: &Observation<'_>, outlook: &Outlook) -> bool {
    let active = SeatSet::only(see.active());
    outlook.out.without(see.opponents(see.active())).without(active).is_empty()
}

/// The number of steps to the nearest of `others`; `None` if there are none, or none can be
/// reached.
pub(super) fn nearest(
    see: &Observation<'_>,
    at: Place,
    others: impl Iterator<Item = Place>,
) -> Option<u32> {
    others.filter_map(|other| see.steps(at, other)).min().map(u32::from)
}

/// The seats against which the active one plays; all others where it plays against none.
pub(super) fn opponents_or_all(see: &Observation<'_>) -> SeatSet {
    let opponents = see.opponents(see.active());
    if opponents.is_empty() {
        SeatSet::first(see.seats()).without(SeatSet::only(see.active()))
    } else {
        opponents
    }
}

/// The places of the pieces on the board against which the active seat plays; of all others where
/// it plays against none.
pub(super) fn others<'a>(see: &'a Observation<'_>) -> impl Iterator<Item = Place> + 'a {
    opponents_or_all(see).iter().filter_map(|seat| see.place(seat))
}
