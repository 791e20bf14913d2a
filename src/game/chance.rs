//! Chance: seeds, streams of random numbers, and the outcomes that a game asks for.
//!
//! A game's state holds no random generator. The engine asks a [`Chance`] for every outcome, and
//! [`Luck`] answers from random bits that belong to one purpose, seat, turn and number within the
//! turn alone: a stream, or a single word where two small numbers are enough. So a rule that draws
//! once more does not shift other outcomes, two rule sets can be played on the same luck, and a
//! game that is resumed goes on as it would have without the break.
//!
//! How bits become numbers and orders is part of this crate and pinned by test vectors, so that a
//! seed always gives the same game.

use crate::game::declare::chance::{ChanceStream, Lot};
use crate::game::pieces::seat::Seat;
use rand_pcg::Lcg64Xsh32;
use rand_pcg::rand_core::Rng as _;
use sha2::{Digest as _, Sha256};

/// A stream of random numbers from the generator PCG-XSH-RR 64/32.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rng(Lcg64Xsh32);

impl Rng {
    /// The generator's stream number `stream`, started at `state`.
    #[inline]
    pub fn new(state: u64, stream: u64) -> Self {
        Self(Lcg64Xsh32::new(state, stream))
    }

    /// The next 32 random bits.
    #[inline]
    pub fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A random number below `bound`, all equally likely (Lemire's method with rejection).
    ///
    /// # Panics
    /// In debug builds, if `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0);
        let mut product = u64::from(self.bits()) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.bits()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// The numbers for which a rule asks.
    #[inline]
    pub(in crate::game) fn draw(&mut self, lot: &Lot<'_>) -> [u32; 2] {
        let [one, other] = lot.both_below();
        [self.below(one), if lot.below().len() > 1 { self.below(other) } else { 0 }]
    }

    /// A stream whose numbers may be shown to a seat without giving the seed away: it starts at the
    /// SHA-256 of the next 128 bits of this one, from which this one cannot be computed.
    #[must_use]
    pub fn one_way(&mut self) -> Self {
        let mut hash = Sha256::new_with_prefix(b"tsuro: numbers for a seat");
        (0..4).for_each(|_| hash.update(self.bits().to_le_bytes()));
        let [state, stream] = first_words(&hash.finalize());
        Self::new(state, stream)
    }

    /// Shuffles `len` items by Fisher–Yates from the last one down; `swap` swaps the items with two
    /// indices.
    #[inline]
    pub fn shuffle(&mut self, len: usize, mut swap: impl FnMut(usize, usize)) {
        for last in (1..len).rev() {
            swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// What a chance outcome is for, besides the numbers of rules, which have 4 to 7. Outcomes of
/// different purposes do not depend on each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
#[non_exhaustive]
pub enum Purpose {
    /// The seat that goes first (C1, L2).
    First = 1,
    /// The order of the deck.
    Deck = 2,
    /// The order of a pile that is shuffled again (C6).
    Reshuffle = 3,
    /// The seats of the players in a tournament.
    Seats = 8,
    /// A bot's choice of start mark.
    BotStart = 16,
    /// A bot's choice of placement.
    BotPlace = 17,
    /// A bot's choice of exchange (C12).
    BotExchange = 18,
    /// A bot's choice of relocation (S12).
    BotRelocate = 19,
    /// A bot's answer to the question of a rule.
    BotRule = 20,
}

/// The seed of a run of games, made from any text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunSeed([u64; 2]);

impl RunSeed {
    /// The first 16 bytes of the SHA-256 of the text, read as two little-endian numbers.
    pub fn new(text: &str) -> Self {
        Self(first_words(&Sha256::digest(text.as_bytes())))
    }

    /// The seed of game number `index` of the run.
    #[inline]
    pub fn game(self, index: u64) -> GameSeed {
        GameSeed(mix(self.0[0] ^ mix(self.0[1].wrapping_add(index))))
    }
}

/// Reads the first 16 bytes of a digest as two little-endian numbers.
fn first_words(digest: &[u8]) -> [u64; 2] {
    let word = |from: usize| {
        (0..8).fold(0, |word, byte| word | u64::from(digest[from + byte]) << (8 * byte))
    };
    [word(0), word(8)]
}

/// The seed of one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameSeed(u64);

impl GameSeed {
    /// The stream for one purpose at one moment. `seat` is the number of the seat that decides, 0
    /// where none does; `turn` is counted from 1, 0 before the first; `nth` is the number of
    /// earlier outcomes for the same purpose in the same turn.
    #[inline]
    pub fn stream(self, purpose: Purpose, seat: u8, turn: u32, nth: u16) -> Rng {
        Rng::new(self.word(purpose as u8, seat, turn, nth), purpose as u64)
    }

    /// The numbers of a rule, from a stream for its name.
    fn of_rule(self, at: Moment, lot: &Lot<'_>) -> [u32; 2] {
        // A hash of the rule's name in the place of a seat, so that two rules have different
        // streams.
        let seat = lot
            .decl()
            .rule
            .bytes()
            .fold(0u8, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte));
        let purpose = ChanceStream::Rule as u8;
        Rng::new(self.word(purpose, seat, at.turn, at.nth), purpose.into()).draw(lot)
    }

    /// Two random numbers for one purpose at one moment, each below its bound. A purpose has either
    /// these or streams, since both are made of the same word.
    ///
    /// Each number comes from 32 random bits, so with a bound of at most 64 no number is more
    /// likely than another by more than one part in 2^26.
    #[inline]
    fn two_below(self, stream: ChanceStream, at: Moment, bounds: [u32; 2]) -> [u32; 2] {
        let word = self.word(stream as u8, 0, at.turn, at.nth);
        let below = |half: u64, bound: u32| ((half * u64::from(bound)) >> 32) as u32;
        [below(word >> 32, bounds[0]), below(word & u64::from(u32::MAX), bounds[1])]
    }

    /// 64 random bits for one purpose at one moment.
    #[inline]
    fn word(self, purpose: u8, seat: u8, turn: u32, nth: u16) -> u64 {
        let moment = u64::from(purpose) << 56
            | u64::from(seat) << 48
            | u64::from(nth) << 32
            | u64::from(turn);
        // The multiplier is that of SplitMix64's steps. It spreads the moments of a game over all
        // words.
        mix(self.0.wrapping_add(moment.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }
}

/// One step of `SplitMix64`: every bit of the input changes about half the bits of the output.
#[inline]
const fn mix(input: u64) -> u64 {
    let mut word = input.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// When a chance outcome is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::exhaustive_structs, reason = "records and signatures depend on what a moment is")]
pub struct Moment {
    /// The turn's number, from 1; 0 before the first turn.
    pub turn: u32,
    /// The number of earlier outcomes for the same purpose in that turn.
    pub nth: u16,
}

/// The source of chance outcomes: [`Luck`] in play, a record in a replay, a list in a scenario.
pub trait Chance {
    /// Whether the engine is compiled for this chance, given a sink and a size that want the same
    /// ([`Sink::OWN_ENGINE`](crate::game::Sink::OWN_ENGINE)).
    const OWN_ENGINE: bool = false;
    /// Whether it gives the same numbers whenever it is asked about the same moment, so that the
    /// engine may look at them before a rule draws them.
    const REPEATS: bool = false;

    /// The seat that goes first, of `seats`.
    fn first(&mut self, seats: u8) -> Seat;
    /// Shuffles the deck, which comes in ascending order of faces.
    fn deck<T: Shuffle>(&mut self, deck: &mut T);
    /// Shuffles a pile again (C6).
    fn reshuffle<T: Shuffle>(&mut self, at: Moment, pile: &mut T);
    /// Draws the numbers for which a rule asks; the second is 0 where it asks for one.
    fn numbers(&mut self, at: Moment, lot: &Lot<'_>) -> [u32; 2];

    /// The same chance, with its type forgotten.
    #[inline]
    fn any(&mut self) -> AnyChance<'_>
    where
        Self: Sized,
    {
        AnyChance(Source::Any(self))
    }
}

/// [`Chance`] without type parameters, so that there can be pointers to it.
trait ChanceObject {
    fn first(&mut self, seats: u8) -> Seat;
    fn deck(&mut self, deck: &mut dyn Shuffle);
    fn reshuffle(&mut self, at: Moment, pile: &mut dyn Shuffle);
    fn numbers(&mut self, at: Moment, lot: &Lot<'_>) -> [u32; 2];
}

impl<C: Chance> ChanceObject for C {
    fn first(&mut self, seats: u8) -> Seat {
        Chance::first(self, seats)
    }
    fn deck(&mut self, mut deck: &mut dyn Shuffle) {
        Chance::deck(self, &mut deck);
    }
    fn reshuffle(&mut self, at: Moment, mut pile: &mut dyn Shuffle) {
        Chance::reshuffle(self, at, &mut pile);
    }
    fn numbers(&mut self, at: Moment, lot: &Lot<'_>) -> [u32; 2] {
        Chance::numbers(self, at, lot)
    }
}

/// Any chance, with its type forgotten. [`Luck`] is not, since the numbers of its rules are asked
/// for by the million.
#[expect(missing_debug_implementations, reason = "a chance need not have one")]
pub struct AnyChance<'a>(Source<'a>);

enum Source<'a> {
    Luck(&'a mut Luck),
    Any(&'a mut dyn ChanceObject),
}

impl AnyChance<'_> {
    /// The same chance if it is made from a seed.
    #[inline]
    pub(in crate::game) fn if_luck(&mut self) -> Option<AnyChance<'_>> {
        if let Source::Luck(luck) = &mut self.0 {
            Some(AnyChance(Source::Luck(luck)))
        } else {
            None
        }
    }
}

impl Chance for AnyChance<'_> {
    fn first(&mut self, seats: u8) -> Seat {
        match &mut self.0 {
            Source::Luck(luck) => Chance::first(*luck, seats),
            Source::Any(chance) => chance.first(seats),
        }
    }
    fn deck<T: Shuffle>(&mut self, deck: &mut T) {
        match &mut self.0 {
            Source::Luck(luck) => Chance::deck(*luck, deck),
            Source::Any(chance) => chance.deck(deck),
        }
    }
    fn reshuffle<T: Shuffle>(&mut self, at: Moment, pile: &mut T) {
        match &mut self.0 {
            Source::Luck(luck) => Chance::reshuffle(*luck, at, pile),
            Source::Any(chance) => chance.reshuffle(at, pile),
        }
    }
    #[expect(clippy::inline_always, reason = "as that of `Luck`")]
    #[inline(always)]
    fn numbers(&mut self, at: Moment, lot: &Lot<'_>) -> [u32; 2] {
        match &mut self.0 {
            Source::Luck(luck) => Chance::numbers(*luck, at, lot),
            Source::Any(chance) => chance.numbers(at, lot),
        }
    }
    #[inline]
    fn any(&mut self) -> AnyChance<'_> {
        AnyChance(match &mut self.0 {
            Source::Luck(luck) => Source::Luck(luck),
            Source::Any(chance) => Source::Any(*chance),
        })
    }
}

impl Shuffle for &mut dyn Shuffle {
    fn len(&self) -> usize {
        (**self).len()
    }
    fn face(&self, index: usize) -> u8 {
        (**self).face(index)
    }
    fn swap(&mut self, one: usize, other: usize) {
        (**self).swap(one, other);
    }
}

/// A row of tiles that can be put into another order.
pub trait Shuffle {
    /// The number of tiles.
    fn len(&self) -> usize;
    /// Whether there are no tiles.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The number of the face at `index`.
    fn face(&self, index: usize) -> u8;
    /// Swaps the tiles at two indices.
    fn swap(&mut self, one: usize, other: usize);
}

/// The chance outcomes of one game, made from its seed.
///
/// ```
/// use tsuro::game::{Luck, RunSeed, Uniform, play};
/// use tsuro::rules::Registry;
/// use tsuro::ruleset::{BuiltIns, Variant};
/// use tsuro::with_rules;
///
/// // Game 7 of a run: the same seed and number give the same deck and dice.
/// let seed = RunSeed::new("any text").game(7);
/// let variant = Variant::load("classic", &BuiltIns, &Registry::default())?;
/// let ending = || {
///     with_rules!(variant.rules(), |rules| play(
///         rules,
///         4,
///         &mut Uniform(seed),
///         &mut Luck(seed),
///         &mut ()
///     )
///     .map(|end| end.core().ending()))
/// };
/// assert_eq!(ending(), ending());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[expect(clippy::exhaustive_structs, reason = "made of its seed and nothing else")]
pub struct Luck(pub GameSeed);

impl Chance for Luck {
    const OWN_ENGINE: bool = true;
    const REPEATS: bool = true;

    #[inline]
    fn any(&mut self) -> AnyChance<'_> {
        AnyChance(Source::Luck(self))
    }

    #[inline]
    fn first(&mut self, seats: u8) -> Seat {
        Seat::new(self.0.stream(Purpose::First, 0, 0, 0).below(seats.into()) as u8)
    }

    #[inline]
    fn deck<T: Shuffle>(&mut self, deck: &mut T) {
        self.0
            .stream(Purpose::Deck, 0, 0, 0)
            .shuffle(deck.len(), |one, other| deck.swap(one, other));
    }

    #[inline]
    fn reshuffle<T: Shuffle>(&mut self, at: Moment, pile: &mut T) {
        self.0
            .stream(Purpose::Reshuffle, 0, at.turn, at.nth)
            .shuffle(pile.len(), |one, other| pile.swap(one, other));
    }

    #[expect(
        clippy::inline_always,
        reason = "what a rule declares is known where it asks, and only the arithmetic is left of \
            it"
    )]
    #[inline(always)]
    fn numbers(&mut self, at: Moment, lot: &Lot<'_>) -> [u32; 2] {
        match lot.decl().stream {
            ChanceStream::Rule => self.0.of_rule(at, lot),
            stream => self.0.two_below(stream, at, lot.both_below()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{ChanceDecl, Texts};

    #[test]
    fn a_seed_gives_the_pinned_games() {
        assert_eq!(RunSeed::new(""), RunSeed([0x141c_fc98_42c4_b0e3, 0x24b9_6f99_c8f4_fb9a]));
        assert_eq!(RunSeed::new("tsuro").game(7), RunSeed::new("tsuro").game(7));
        let vector: Vec<_> =
            ["", "1", "tsuro", "\u{9f8d}"].map(|text| RunSeed::new(text).game(3).0).into();
        assert_eq!(vector, PINNED_GAMES);
    }

    #[test]
    fn streams_give_the_pinned_numbers() {
        let mut rng = RunSeed::new("1").game(0).stream(Purpose::Deck, 0, 0, 0);
        let numbers: Vec<_> = [6, 35, 1, 1000, u32::MAX].map(|bound| rng.below(bound)).into();
        assert_eq!(numbers, PINNED_NUMBERS);
        let mut order: Vec<u8> = (0..12).collect();
        RunSeed::new("1")
            .game(0)
            .stream(Purpose::Reshuffle, 0, 9, 0)
            .shuffle(12, |one, other| order.swap(one, other));
        assert_eq!(order, PINNED_ORDER);
    }

    // Worked out by a second program from the definitions of SHA-256, SplitMix64 and PCG.
    const PINNED_GAMES: [u64; 4] = [
        0xbcd8_4d1d_6b08_51f4,
        0x8f1e_f423_c5f5_ad4e,
        0xb8db_2480_0adc_6881,
        0x3111_980a_07bf_440f,
    ];
    const PINNED_NUMBERS: [u32; 5] = [5, 27, 0, 552, 4_078_918_929];
    const PINNED_SPAWNS: [[u32; 2]; 4] = [[6, 1], [7, 0], [5, 3], [4, 1]];
    const PINNED_PICKS: [u32; 4] = [456, 806, 154, 91];
    const PINNED_SHOWN: [u32; 3] = [2_374_539_024, 678_928_551, 66];
    const PINNED_ORDER: [u8; 12] = [9, 3, 1, 6, 4, 5, 11, 2, 10, 8, 7, 0];

    static PLAIN: ChanceDecl = ChanceDecl::new("any", Texts(&[("en", "a number is drawn")]));
    static DICE: ChanceDecl = PLAIN.of_stream(ChanceStream::Dice);
    static DIE: ChanceDecl = PLAIN.of_stream(ChanceStream::Die);
    static SPAWN: ChanceDecl = PLAIN.of_stream(ChanceStream::Spawn);

    #[test]
    fn numbers_of_each_kind_are_drawn_as_pinned() {
        let mut luck = Luck(RunSeed::new("1").game(0));
        let moments = [(1, 0), (1, 1), (2, 0), (40, 3)].map(|(turn, nth)| Moment { turn, nth });
        assert_eq!(
            moments.map(|at| Chance::numbers(&mut luck, at, &DICE.two_below([6, 6]))),
            [[1, 2], [0, 2], [4, 0], [0, 3]]
        );
        assert_eq!(
            moments.map(|at| Chance::numbers(&mut luck, at, &DIE.below(6))),
            [[3, 0], [5, 0], [2, 0], [2, 0]]
        );
        assert_eq!(
            moments.map(|at| Chance::numbers(&mut luck, at, &SPAWN.two_below([8, 4]))),
            PINNED_SPAWNS
        );
        assert_eq!(
            moments.map(|at| Chance::numbers(&mut luck, at, &PLAIN.below(1000))),
            PINNED_PICKS.map(|picked| [picked, 0])
        );
        // A second number leaves the first as it is.
        assert_eq!(
            moments.map(|at| Chance::numbers(&mut luck, at, &PLAIN.two_below([1000, 9]))[0]),
            PINNED_PICKS
        );
    }

    /// Fails unless every count is within five standard deviations of the mean.
    fn assert_even(counts: &[u32]) {
        let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        assert!(
            counts.iter().all(|&count| (f64::from(count) - mean).abs() < 5.0 * mean.sqrt()),
            "{counts:?}"
        );
    }

    #[test]
    fn numbers_fall_evenly_and_independently() {
        let (mut pairs, mut follows, mut dies, mut spawns, mut beside) =
            ([0; 36], [0; 36], [0; 6], [0; 40], [0; 36]);
        for game in 0..400 {
            let mut luck = Luck(RunSeed::new("even").game(game));
            let mut last = 0;
            for (turn, nth) in (1..60).flat_map(|turn| [(turn, 0), (turn, 1)]) {
                let at = Moment { turn, nth };
                let mut draw = |lot: Lot<'_>| {
                    Chance::numbers(&mut luck, at, &lot).map(|number| number as usize)
                };
                let ([gold, blue], [die, _], [tile, facing]) = (
                    draw(DICE.two_below([6, 6])),
                    draw(DIE.below(6)),
                    draw(SPAWN.two_below([10, 4])),
                );
                pairs[6 * gold + blue] += 1;
                follows[6 * last + gold] += 1;
                last = gold;
                dies[die] += 1;
                spawns[4 * tile + facing] += 1;
                beside[6 * die + blue] += 1;
            }
        }
        assert_even(&pairs);
        assert_even(&follows);
        assert_even(&dies);
        assert_even(&spawns);
        assert_even(&beside);
    }

    /// The expected numbers were worked out by a second program from the definitions of SHA-256 and
    /// PCG.
    #[test]
    fn numbers_shown_to_a_seat_come_from_a_hash_of_its_stream() {
        let mut rng = RunSeed::new("1").game(0).stream(Purpose::BotPlace, 2, 7, 0);
        let mut shown = rng.one_way();
        assert_eq!([shown.bits(), shown.bits(), shown.below(1000)], PINNED_SHOWN);
    }

    #[test]
    fn all_numbers_below_a_bound_are_equally_likely() {
        let mut rng = Rng::new(1, 1);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
    }
}
