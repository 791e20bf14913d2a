//! For which deals a winning choice wins: all of them, or those that were tried.

use super::model::WinningWay;
use super::solve::Solver;
use serde_json::{Value, json};
use tsuro::board::{Face, Size};
use tsuro::game::{
    Choice, Knowledge, Luck, Observation, Phase, Purpose, RunSeed, Seat, State, View, redeal,
    redeal_hidden,
};
use tsuro::record::{read_position, write_position};
use tsuro::rules::Rules;
use tsuro::ruleset::Variant;
use tsuro::with_rules;

/// A question for the solver: a position, whose chance has this seed, and how it is to be won.
pub(super) struct PuzzleCase<'a> {
    pub variant: &'a Variant,
    pub position: &'a Value,
    pub seed: &'a str,
    pub wins: WinningWay,
    /// The most decisions that are looked at for one deal.
    pub most: u32,
}

/// What came of trying a choice in many deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DealsTried {
    /// It wins in all of them.
    AllWon,
    /// It does not win in the deal with this number, from 0.
    Lost(u32),
    /// In the deal with this number, from 0, the solver gave up or was stopped: nothing is known.
    Unknown(u32),
}

/// Why a puzzle has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoAnswer {
    /// The position cannot be.
    Impossible,
    /// There is more to try than the solver does.
    TooLarge,
}

impl PuzzleCase<'_> {
    fn luck(&self, deal: u64) -> Luck {
        Luck(RunSeed::new(self.seed).game(deal))
    }

    /// The choices with which the seat that decides wins by force, as the position is dealt; no more
    /// than two of them.
    pub(super) fn winning(&self) -> Result<Vec<Choice>, NoAnswer> {
        with_rules!(self.variant.rules(), |rules| {
            let state = read_position(rules, self.position, self.luck(0).0)
                .map_err(|_| NoAnswer::Impossible)?;
            let mut solver = Solver::new(rules, &state, self.wins, self.luck(0), self.most);
            let winning = solver.winning(&state);
            if solver.gave_up() { Err(NoAnswer::TooLarge) } else { Ok(winning) }
        })
    }

    /// Tries a choice in `deals` deals of what the seat cannot see, up to the first in which it does
    /// not win, or in which that is not known. `goes_on` is asked before each.
    pub(super) fn try_deals(
        &self,
        choice: &Choice,
        deals: u32,
        goes_on: &dyn Fn() -> bool,
    ) -> DealsTried {
        with_rules!(self.variant.rules(), |rules| {
            let Ok(root) = read_position(rules, self.position, self.luck(0).0) else {
                return DealsTried::Unknown(0);
            };
            let mut solver = Solver::new(rules, &root, self.wins, self.luck(0), self.most);
            if self.wins == WinningWay::ToTheEnd {
                solver.winning(&root);
            }
            for deal in 0..deals {
                if !goes_on() {
                    return DealsTried::Unknown(deal);
                }
                let number = u64::from(deal) + 1;
                let mut state = root.clone();
                let seed = RunSeed::new(self.seed).game(number);
                let mut rng = seed.stream(Purpose::BotPlace, 0, 0, 0);
                redeal(rules, &mut state, root.core().decider(), &Knowledge::new(), &mut rng);
                solver.deal(self.luck(number));
                if !solver.does_win(&state, choice) {
                    // Who gives up has found no loss.
                    let is_known = !solver.gave_up();
                    return if is_known {
                        DealsTried::Lost(deal)
                    } else {
                        DealsTried::Unknown(deal)
                    };
                }
            }
            DealsTried::AllWon
        })
    }

    /// Whether a choice wins in every deal, as far as that can be shown: nothing is hidden and
    /// nothing drawn, or the others lose with each single tile that they may hold.
    ///
    /// A hand of several tiles then loses as well: what its owner may lay with it, the owner of the
    /// one tile may lay, too. That holds under rules that leave hands and turns as they are.
    pub(super) fn is_certain(&self, choice: &Choice) -> bool {
        with_rules!(self.variant.rules(), |rules| {
            let Ok(root) = read_position(rules, self.position, self.luck(0).0) else {
                return false;
            };
            self.is_certain_in(rules, &root, choice)
        })
    }

    fn is_certain_in<Z: Size>(
        &self,
        rules: &Rules<Z>,
        root: &State<Rules<Z>>,
        choice: &Choice,
    ) -> bool {
        let seat = root.core().decider();
        let see = View::new(rules, root).observation(Some(seat));
        let wins = |state: &State<Rules<Z>>| {
            let mut solver = Solver::new(rules, root, self.wins, self.luck(0), self.most);
            if self.wins == WinningWay::ToTheEnd {
                solver.winning(root);
            }
            solver.does_win(state, choice) && !solver.used_chance() && !solver.gave_up()
        };
        // What lies on a square that is hidden may be something else.
        let mut rng = self.luck(0).0.stream(Purpose::BotPlace, 0, 0, 0);
        if redeal_hidden(rules, &mut root.clone(), seat, &mut rng) {
            return false;
        }
        if self.wins == WinningWay::AtOnce || all_is_seen(&see) {
            return wins(root);
        }
        if !hands_stay(rules, &see) {
            return false;
        }
        let position = write_position(rules, root);
        let others: Vec<Seat> = see.alive().iter().filter(|other| *other != seat).collect();
        let tiles = unseen(root, &others);
        let hands =
            |one: u8, two: Option<u8>| -> Vec<u8> { [one].into_iter().chain(two).collect() };
        let all: Vec<Vec<u8>> = match others[..] {
            [_] => tiles.iter().map(|&(one, _)| hands(one, None)).collect(),
            [_, _] => tiles
                .iter()
                .flat_map(|&(one, count)| {
                    let second = tiles.iter().filter(move |two| two.0 != one || count > 1);
                    second.map(move |two| hands(one, Some(two.0)))
                })
                .collect(),
            _ => return false,
        };
        !all.is_empty()
            && all.iter().all(|hands| {
                let mut changed = position.clone();
                for (other, tile) in others.iter().zip(hands) {
                    changed["players"][other.index()]["hand"] = json!([tile]);
                }
                changed["pile"] = json!([]);
                read_position(rules, &changed, self.luck(0).0).is_ok_and(|state| wins(&state))
            })
    }
}

/// Whether the seat sees everything: no tile is hidden in a pile or in another hand.
fn all_is_seen(see: &Observation<'_>) -> bool {
    let others = see.alive().iter().filter(|other| Some(*other) != see.seat());
    see.pile_len() == 0
        && (see.is_open() || others.map(|other| see.hand_len(other)).sum::<usize>() == 0)
}

/// Whether no rule but those of the core acts, so that hands and turns are as they are in classic.
fn hands_stay<Z: Size>(rules: &Rules<Z>, see: &Observation<'_>) -> bool {
    use tsuro::game::Rule as _;
    let acts = rules.list.parts().iter().any(|rule| !rule.decl().timings.is_empty());
    !acts && !see.is_open() && see.turn_tiles() == 1 && see.phase() == Phase::Place
}

/// The tiles in the pile and in these hands, each kind with its number.
fn unseen<Z: Size>(state: &State<Rules<Z>>, hands: &[Seat]) -> Vec<(u8, usize)> {
    let core = state.core();
    let mut all: Vec<u8> = core.pile().iter().map(Face::number).collect();
    all.extend(
        hands.iter().flat_map(|hand| core.hand(*hand).iter().map(Face::number).collect::<Vec<_>>()),
    );
    all.sort_unstable();
    all.chunk_by(|one, other| one == other).map(|same| (same[0], same.len())).collect()
}
