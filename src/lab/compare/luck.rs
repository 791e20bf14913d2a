//! Games played again with one kind of luck held fast: the streams of chance are apart by purpose, so each can be taken from another seed.

use crate::board::{Laid, Place};
use crate::game::{Chance, DeciderNotice, Deciders, Dice, Exchange, GameSeed, Luck, Moment, RuleSet, Seat, Shuffle, Supply, View};

/// Chance from three seeds: the order of tiles, dice, and who goes first.
pub struct SplitLuck {
    tiles: Luck,
    dice: Luck,
    first: Luck,
}

/// A kind of luck that can be held fast. The order is that of the luck metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeldLuck {
    /// The order of the deck, and of the pile when it is shuffled again.
    Tiles,
    /// Dice, daikaiju, and what rules from outside pick.
    Dice,
    /// Start marks and who goes first.
    Start,
}

impl HeldLuck {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Tiles, Self::Dice, Self::Start];

    /// The seed that a kind of luck is taken from, where this one is held.
    pub fn seed(self, kind: Self, held: GameSeed, new: GameSeed) -> GameSeed {
        if self == kind { held } else { new }
    }

    /// Chance with this kind from the one seed and all else from the other.
    pub fn luck(self, held: GameSeed, new: GameSeed) -> SplitLuck {
        let of = |kind| Luck(self.seed(kind, held, new));
        SplitLuck { tiles: of(Self::Tiles), dice: of(Self::Dice), first: of(Self::Start) }
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
    fn dice(&mut self, at: Moment) -> Dice {
        self.dice.dice(at)
    }
    fn die(&mut self, at: Moment) -> u8 {
        self.dice.die(at)
    }
    fn spawn(&mut self, at: Moment, supply: Supply) -> (u8, u8) {
        self.dice.spawn(at, supply)
    }
    fn pick(&mut self, at: Moment, rule: &'static str, bound: u32) -> u32 {
        self.dice.pick(at, rule, bound)
    }
}

/// Two tables of deciders: one chooses the start marks, the other does everything else.
pub struct SplitDeciders<D> {
    /// Who chooses start marks.
    pub start: D,
    /// Who plays on.
    pub rest: D,
}

impl<R: RuleSet, D: Deciders<R>> Deciders<R> for SplitDeciders<D> {
    type Stop = D::Stop;

    const LISTENS: bool = D::LISTENS;

    fn hear(&mut self, news: DeciderNotice<'_, R>) {
        self.start.hear(news);
        self.rest.hear(news);
    }

    fn start(&mut self, view: View<'_, R>) -> Result<Place, D::Stop> {
        self.start.start(view)
    }
    fn place(&mut self, view: View<'_, R>) -> Result<Laid, D::Stop> {
        self.rest.place(view)
    }
    fn exchange(&mut self, view: View<'_, R>) -> Result<Exchange, D::Stop> {
        self.rest.exchange(view)
    }
    fn relocate(&mut self, view: View<'_, R>, must: bool) -> Result<Option<Place>, D::Stop> {
        self.rest.relocate(view, must)
    }
}
