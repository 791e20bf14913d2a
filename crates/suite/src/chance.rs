//! The chance of a scenario: the outcomes that it gives, in order.

use super::model::{Situation, Start};
use tsuro::game::{Chance, ChanceLook, Lot, Luck, Moment, Seat, Shuffle};

/// A kind of chance, named after the key of the scenario that gives its outcomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChanceKind {
    /// Rolls of one die or two (`dice`).
    Dice,
    /// Pieces of a rule that come, with their facing (`spawns`).
    Spawns,
    /// Orders of the pile after shuffling (`shuffles`).
    Shuffles,
    /// Other numbers that rules draw (`picks`).
    Picks,
    /// The first player (`first`).
    First,
    /// The order of the deck (`deck`).
    Deck,
}

impl ChanceKind {
    /// The key that gives it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Dice => "dice",
            Self::Spawns => "spawns",
            Self::Shuffles => "shuffles",
            Self::Picks => "picks",
            Self::First => "first",
            Self::Deck => "deck",
        }
    }
}

/// An outcome of chance that the game needs and the scenario does not give, or not in a form that
/// is possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChanceProblem {
    /// The kind that was asked for.
    pub kind: ChanceKind,
    /// The number of the outcome that is wrong; `None` if there is no further one.
    pub item: Option<usize>,
    /// What is wrong: a fragment.
    pub why: String,
}

/// The chance of a scenario. What is not given comes from the seed, if there is one; otherwise it
/// is noted.
pub(super) struct ScenarioChance<'a> {
    given: &'a Situation,
    used: [usize; 4],
    luck: Luck,
    /// The first problem.
    pub trouble: Option<ChanceProblem>,
    /// Whether `first` and `deck` were asked for.
    pub dealt: [bool; 2],
    /// Rolls of two dice so far: each is made with another moment, so that repeated rolls differ.
    rolls: u16,
}

impl<'a> ScenarioChance<'a> {
    /// The chance of `given`, with `luck` for the outcomes that it leaves to a seed.
    pub(super) fn new(given: &'a Situation, luck: Luck) -> Self {
        Self { given, used: [0; 4], luck, trouble: None, dealt: [false; 2], rolls: 0 }
    }

    /// The outcomes that were not used: the kind, and the number of the first.
    pub(super) fn left_over(&self) -> Vec<(ChanceKind, usize)> {
        let given = self.given;
        let lens = [given.dice.len(), given.spawns.len(), given.shuffles.len(), given.picks.len()];
        let sorts = [ChanceKind::Dice, ChanceKind::Spawns, ChanceKind::Shuffles, ChanceKind::Picks];
        let mut left: Vec<(ChanceKind, usize)> = sorts
            .into_iter()
            .zip(self.used)
            .zip(lens)
            .filter(|((_, used), len)| used < len)
            .map(|(left, _)| left)
            .collect();
        if let Start::Deal { first, deck, .. } = &given.start {
            let unasked = [
                (ChanceKind::First, first.is_some(), self.dealt[0]),
                (ChanceKind::Deck, deck.is_some(), self.dealt[1]),
            ];
            left.extend(
                unasked
                    .into_iter()
                    .filter(|(_, given, asked)| *given && !asked)
                    .map(|(sort, ..)| (sort, 0)),
            );
        }
        left
    }

    fn note(&mut self, kind: ChanceKind, item: Option<usize>, why: impl Into<String>) {
        if self.trouble.is_none() {
            self.trouble = Some(ChanceProblem { kind, item, why: why.into() });
        }
    }

    /// Notes a missing outcome, unless a seed decides it.
    fn missing(&mut self, kind: ChanceKind, what: &str) {
        if self.given.seed.is_none() {
            self.note(kind, None, format!("{what}, and the scenario does not give the outcome"));
        }
    }
}

/// The next of a list, counted in `used`.
fn next<T: Clone>(items: &[(T, std::ops::Range<usize>)], used: &mut usize) -> Option<T> {
    let item = items.get(*used)?.0.clone();
    *used += 1;
    Some(item)
}

impl Chance for ScenarioChance<'_> {
    fn first(&mut self, seats: u8) -> Seat {
        self.dealt[0] = true;
        match self.given.start {
            Start::Deal { first: Some(first), .. } if first.number() < seats => first,
            _ => {
                self.missing(ChanceKind::First, "the first player is drawn by lot");
                self.luck.first(seats)
            }
        }
    }

    fn deck<T: Shuffle>(&mut self, deck: &mut T) {
        self.dealt[1] = true;
        let Start::Deal { deck: Some(order), .. } = &self.given.start else {
            return self.luck.deck(deck);
        };
        for (index, &wanted) in order.iter().enumerate() {
            match (index..deck.len()).find(|&from| deck.face(from) == wanted) {
                Some(from) => (index..from).rev().for_each(|at| deck.swap(at, at + 1)),
                None => {
                    return self.note(
                        ChanceKind::Deck,
                        Some(0),
                        format!("the deck of these rules has no further tile {wanted}"),
                    );
                }
            }
        }
    }

    fn reshuffle<T: Shuffle>(&mut self, at: Moment, pile: &mut T) {
        let Some(order) = next(&self.given.shuffles, &mut self.used[2]) else {
            // One tile has one order.
            if pile.len() > 1 {
                self.missing(ChanceKind::Shuffles, "the pile is shuffled");
            }
            return self.luck.reshuffle(at, pile);
        };
        let fits = order.len() == pile.len()
            && order.iter().enumerate().all(|(index, &wanted)| {
                let from = (index..pile.len()).find(|&from| pile.face(from) == wanted);
                from.is_some_and(|from| {
                    pile.swap(index, from);
                    true
                })
            });
        if !fits {
            let mut tiles: Vec<String> =
                (0..pile.len()).map(|index| pile.face(index).to_string()).collect();
            tiles.sort_by_key(|tile| tile.parse::<u8>().unwrap_or_default());
            self.note(
                ChanceKind::Shuffles,
                Some(self.used[2] - 1),
                format!("this is not an order of the tiles in the pile: {}", tiles.join(", ")),
            );
        }
    }

    fn numbers(&mut self, at: Moment, lot: &Lot<'_>) -> [u32; 2] {
        let given = self.given;
        let (kind, items) = match lot.decl().look {
            ChanceLook::Dice => (ChanceKind::Dice, &given.dice),
            ChanceLook::Piece => (ChanceKind::Spawns, &given.spawns),
            _ => (ChanceKind::Picks, &given.picks),
        };
        let rolls = u16::from(kind == ChanceKind::Dice && lot.below().len() == 2);
        self.rolls = self.rolls.wrapping_add(rolls);
        let Some(given) = next(items, &mut self.used[kind as usize]) else {
            self.missing(kind, lot.decl().text.in_language("en"));
            // The same roll again and again would never find a free square.
            return self
                .luck
                .numbers(Moment { nth: at.nth.wrapping_add(rolls * self.rolls), ..at }, lot);
        };
        lot.given(&given).unwrap_or_else(|why| {
            self.note(kind, Some(self.used[kind as usize] - 1), why);
            self.luck.numbers(at, lot)
        })
    }
}
