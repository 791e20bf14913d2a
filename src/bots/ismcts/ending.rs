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
/// the hidden tiles dealt. `goes_on` is asked at each position. `None`: it says no, or chance or a
/// hidden tile may decide.
pub(super) fn solve(
    world: &dyn World,
    seat: Seat,
    choices: &[Choice],
    goes_on: &mut dyn FnMut() -> bool,
) -> Option<Solved> {
    if !world.is_certain() || world.places() != Some(seat) {
        return None;
    }
    let worth = |choice| worth_after(world, choice, seat, goes_on);
    let worths: Vec<f32> = choices.iter().map(worth).collect::<Option<_>>()?;
    let largest = worths.iter().copied().fold(0.0, f32::max);
    let best = (0..worths.len()).filter(|&at| worths[at] >= largest).collect();
    Some(Solved { worths, best })
}

/// The share of the win that `seat` gets in the end after a choice of whoever is to choose; `None`
/// if it does not go on.
fn worth_after(
    world: &dyn World,
    choice: &Choice,
    seat: Seat,
    goes_on: &mut dyn FnMut() -> bool,
) -> Option<f32> {
    if !goes_on() {
        return None;
    }
    let mut after = world.fork();
    // Nothing is drawn from it.
    after.take(choice, &mut Rng::new(0, 0));
    let Some(chooser) = after.places() else {
        return Some(after.rewards(Reward::Win)[seat.index()]);
    };
    let is_own = chooser == seat;
    let mut found: f32 = if is_own { 0.0 } else { 1.0 };
    for tile in after.legal() {
        let worth = worth_after(&*after, &Choice::Place(tile), seat, goes_on)?;
        found = if is_own { found.max(worth) } else { found.min(worth) };
        if if is_own { found >= 1.0 } else { found <= 0.0 } {
            break;
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::bots::{Bot as _, Greedy};

    /// In how many decisions of some games the rest was certain, and whether choices then bring
    /// what was proven.
    fn solved(rules: &str, players: u8) -> u32 {
        let mut count = 0;
        for number in 0..30 {
            let mut game = Game::new(rules, players, &format!("solved {number}")).unwrap();
            let mut promised: Option<(Seat, f32)> = None;
            while let Some(decision) = game.decision() {
                let seat = decision.seat();
                let (see, mut stream) = (game.observe(seat), game.bot_stream());
                let choices = see.choices();
                let mut world = see.imagine();
                world.deal(&mut stream);
                let mut left = 3000;
                let mut goes_on = || {
                    left -= 1;
                    left > 0
                };
                let choice = match solve(&*world, seat, &choices, &mut goes_on) {
                    Some(Solved { worths, best }) => {
                        count += 1;
                        // Whoever plays on as proven gets no less than was proven before.
                        let worth = worths[best[0]];
                        match promised {
                            Some((owner, least)) if owner == seat => assert!(worth >= least),
                            _ => promised = Some((seat, worth)),
                        }
                        choices[best[0]].clone()
                    }
                    None => Greedy.choose(&see, &mut stream).unwrap(),
                };
                drop(world);
                game.play(&choice).unwrap();
            }
            if let Some((owner, least)) = promised {
                let winners = game.ending().unwrap().winners;
                let won = f32::from(winners.contains(owner)) / f32::from(winners.len().max(1));
                assert!(won >= least, "{rules} {number}: {won}, and {least} was proven");
            }
        }
        count
    }

    #[test]
    fn endings_keep_what_was_proven_and_nothing_is_proven_where_chance_decides() {
        for (rules, players) in [("classic", 2), ("classic", 3), ("luxury", 2)] {
            assert!(solved(rules, players) > 0, "{rules}");
        }
        for rules in
            ["longest-path", "most-crossings", "lanterns", "seas", "draft", "luxury-advanced"]
        {
            assert_eq!(solved(rules, 2), 0, "{rules}");
        }
        assert_eq!(solved("solo", 2), 0);
    }
}
