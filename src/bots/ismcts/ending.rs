//! Endings that are solved: two pieces are left, nothing is hidden and nothing is left to chance.

use crate::game::{Choice, Reward, Rng, Seat, World};

/// What each of the choices is worth.
#[derive(Debug)]
pub(super) struct Solved {
    /// The share of the win that each choice brings if both sides play their best, in their order.
    pub worths: Vec<f32>,
    /// The indices of the best ones.
    pub best: Vec<usize>,
}

/// Plays every game through that can follow `choices`, which are those of `seat` in `world`, with
/// the hidden tiles dealt. `None`: chance or a hidden tile may decide, or there are more than
/// `most` positions.
pub(super) fn solve(
    world: &dyn World,
    seat: Seat,
    choices: &[Choice],
    mut most: u32,
) -> Option<Solved> {
    if !world.is_certain() || world.places() != Some(seat) {
        return None;
    }
    let worth = |choice| worth_after(world, choice, seat, &mut most);
    let worths: Vec<f32> = choices.iter().map(worth).collect::<Option<_>>()?;
    let most = worths.iter().copied().fold(0.0, f32::max);
    let best = (0..worths.len()).filter(|&at| worths[at] >= most).collect();
    Some(Solved { worths, best })
}

/// The share of the win that `seat` gets in the end after a choice of whoever is to choose.
fn worth_after(world: &dyn World, choice: &Choice, seat: Seat, most: &mut u32) -> Option<f32> {
    *most = most.checked_sub(1)?;
    let mut after = world.fork();
    // Nothing is drawn from it.
    after.take(choice, &mut Rng::new(0, 0));
    let Some(chooser) = after.places() else {
        return Some(after.rewards(Reward::Win)[seat.index()]);
    };
    let is_own = chooser == seat;
    let mut found: f32 = if is_own { 0.0 } else { 1.0 };
    for tile in after.legal() {
        let worth = worth_after(&*after, &Choice::Place(tile), seat, most)?;
        found = if is_own { found.max(worth) } else { found.min(worth) };
        // Nothing better is left to find.
        if found == if is_own { 1.0 } else { 0.0 } {
            break;
        }
    }
    Some(found)
}
