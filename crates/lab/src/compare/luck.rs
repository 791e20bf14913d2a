//! Luck for replays that keep one kind of luck: chance has a stream for each purpose, so each kind
//! can be taken from another seed.

use tsuro::game::{
    Chance, Choice, DeciderNotice, Deciders, GameSeed, Lot, Luck, Moment, Phase, RuleSet, Seat,
    Shuffle, View,
};

/// Chance from three seeds: one for the order of tiles, one for the numbers of rules, and one for
/// who goes first.
pub(super) struct SplitLuck {
    tiles: Luck,
    dice: Luck,
    first: Luck,
    /// Whether a rule drew numbers.
    pub has_dice: bool,
}

/// A kind of luck that a replay can keep. The order is that of the luck metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LuckKind {
    /// The order of the deck, and of the pile when it is reshuffled.
    Tiles,
    /// The numbers that rules draw: dice and others.
    Dice,
    /// Start marks and who goes first.
    Start,
}

impl LuckKind {
    /// All kinds of luck.
    pub(super) const ALL: [Self; 3] = [Self::Tiles, Self::Dice, Self::Start];

    /// The seed of luck of `kind` in a replay that keeps `self`.
    pub(super) fn seed(self, kind: Self, kept: GameSeed, new: GameSeed) -> GameSeed {
        if self == kind { kept } else { new }
    }

    /// Chance that keeps luck of this kind and draws everything else from the new seed.
    pub(super) fn luck(self, kept: GameSeed, new: GameSeed) -> SplitLuck {
        let of = |kind| Luck(self.seed(kind, kept, new));
        SplitLuck {
            tiles: of(Self::Tiles),
            dice: of(Self::Dice),
            first: of(Self::Start),
            has_dice: false,
        }
    }
}

impl Chance for SplitLuck {
    fn first(&mut self, seats: u8) -> Seat {
        self.first.first(seats)
    }
    fn deck<T: Shuffle>(&mut self, deck: &mut T) {
        self.tiles.deck(deck);
    }
    fn reshuffle<T: Shuffle>(&mut self, at: Moment, pile: &mut T) {
        self.tiles.reshuffle(at, pile);
    }
    fn numbers(&mut self, at: Moment, lot: &Lot<'_>) -> [u32; 2] {
        self.has_dice = true;
        self.dice.numbers(at, lot)
    }
}

/// Deciders of which one chooses the start marks and the other makes all other decisions.
pub(super) struct SplitDeciders<D> {
    /// Chooses the start marks.
    pub start: D,
    /// Makes all other decisions.
    pub rest: D,
}

impl<R: RuleSet, D: Deciders<R>> Deciders<R> for SplitDeciders<D> {
    type Stop = D::Stop;

    const LISTENS: bool = D::LISTENS;

    fn hear(&mut self, news: DeciderNotice<'_, R>) {
        self.start.hear(news);
        self.rest.hear(news);
    }

    fn decide(&mut self, view: View<'_, R>) -> Result<Choice, D::Stop> {
        let decider =
            if view.core().phase() == Phase::Start { &mut self.start } else { &mut self.rest };
        decider.decide(view)
    }
}
