//! The traits that rule sets implement, and [`RuleContext`], by which a rule looks at a game and acts on it.
//!
//! A [`RuleSet`] consists of a draw rule, a hazard rule, a score rule, and the plain data of [`Basics`]. Rules act only
//! through a [`RuleContext`]. Whose turn it is, which placements are legal, where a path leads and what a seat sees is
//! the same under all rules and cannot be overridden. A score rule that counts crossings is told of every trip; no
//! other rule is.

use super::ability::Abilities;
use super::basics::{Basics, TieBreak};
use super::effect::Effect;
use super::key::{Key, RuleFacts};
use super::timing::Timing;
use super::values::Values;
use crate::board::{Content, Face, Laid, Place, Port, Rotation, Shape, Size, Square};
use crate::game::chance::Rng;
use crate::game::declare::ask::{Answer, AskDecl, Progress, Question};
use crate::game::declare::chance::{ChanceDecl, Lot};
use crate::game::declare::event::{CauseDecl, EventDecl, FieldValue};
use crate::game::declare::look::{PieceFace, RulePiece, Shown};
use crate::game::declare::texts::Texts;
use crate::game::event::{Cause, Destination, Ending, Event, Spot};
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::pieces::supply::Supply;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::fmt::Debug;

/// A rule that a rule-set file can name: its name, its keys, and how it is made from their values.
///
/// ```
/// use tsuro::game::{DrawRule, Key, Progress, Rule, RuleContext, Values};
/// use tsuro::rules::{Registry, RulePhase};
///
/// /// Everybody draws one tile, if there is one.
/// #[derive(Debug)]
/// struct OneEach;
///
/// impl Rule for OneEach {
///     const NAME: &'static str = "one-each";
///     const SUMMARY: &'static str = "everybody draws a tile after each placement";
///     const KEYS: &'static [Key] = &[];
///
///     fn build(_: &mut Values<'_>) -> Option<Self> {
///         Some(Self)
///     }
/// }
///
/// impl DrawRule for OneEach {
///     type State = ();
///
///     fn start(&self, _seats: u8) {}
///
///     fn draw<T: RuleContext + ?Sized>(&self, table: &mut T, (): &mut ()) -> Progress {
///         for seat in table.short_of_tiles().clockwise_from(table.active()) {
///             table.draw_one(seat);
///         }
///         Progress::Done
///     }
/// }
///
/// let registry = Registry::default().with_draw::<OneEach>();
/// assert!(registry.rules(RulePhase::Draw).iter().any(|rule| rule.name == "one-each"));
/// ```
pub trait Rule: Sized + Debug + Send + Sync + 'static {
    /// The name that selects the rule in a rule-set file.
    const NAME: &'static str;
    /// One line on what the rule does, a sentence without a full stop.
    const SUMMARY: &'static str;
    /// The keys that the rule declares.
    const KEYS: &'static [Key];
    /// The events that it reports, for those who tell of them.
    const EVENTS: &'static [&'static EventDecl] = &[];
    /// The causes for which it puts pieces out. Files can list them in `placement.avoid`, where only that of
    /// [`HazardRule::cause`] has an effect, since a placement puts a piece out for no other of them.
    const CAUSES: &'static [&'static CauseDecl] = &[];
    /// What it asks. A question that is not among these cannot be answered by the action numbers of
    /// [`tensor`](crate::tensor), which have to be known before a game begins.
    const ASKS: &'static [&'static AskDecl] = &[];
    /// The numbers that it draws by lot. It draws no others: `test --conformance` finds those.
    const CHANCE: &'static [&'static ChanceDecl] = &[];
    /// The moments at which a hazard acts: [`HazardRule::begin`] and [`HazardRule::act`] are called at no others.
    /// Several hazards of a rule set act in their order. Of no meaning for other rules.
    const TIMINGS: &'static [Timing] = &[Timing::BeforePlacement];

    /// What it can do that others have to know before a game begins. A rule that names nothing may do
    /// [anything](Abilities::ANY).
    const ABILITIES: Abilities = Abilities::ANY;

    /// Makes the rule from the values of its keys. It reports contradictions among them; `None` if the rule cannot be
    /// made at all.
    fn build(values: &mut Values<'_>) -> Option<Self>;

    /// The effects that the rule can have in a game, which `rules check --deep` and other reports look for. A rule that
    /// lists none counts as having come into play with the first event, cause or outcome of its own.
    fn effects(&self, _facts: &RuleFacts) -> Vec<Effect> {
        Vec::new()
    }
}

/// Makes the trait of a phase from its table: as it is written there, without the words `hot` and `warm`.
///
/// Each phase has one table, `draw_rule!`, `hazard_rule!` or `score_rule!`: its trait as it would be written by hand.
/// From the table are made the trait and, in `rules`, what calls the rules that a file can name: the enum of the phase
/// and the object-safe twin of the trait. So each method is written once. How that of the enum is inlined stands before
/// `fn`: `hot` always, `warm` with `#[inline]`.
macro_rules! make_trait {
    ([] $(#[$doc:meta])* pub trait $phase:ident { $(#[$memory:meta])* type State: RuleMemory; $($methods:tt)* }) => {
        $(#[$doc])*
        #[allow(unused_variables, reason = "the names of parameters belong to the documentation")]
        pub trait $phase: Debug + Send + Sync + 'static {
            $(#[$memory])*
            type State: RuleMemory;

            make_trait! { $($methods)* }
        }
    };
    ($(#[$doc:meta])* hot $($rest:tt)*) => { make_trait! { $(#[$doc])* $($rest)* } };
    ($(#[$doc:meta])* warm $($rest:tt)*) => { make_trait! { $(#[$doc])* $($rest)* } };
    ($(#[$doc:meta])* fn $name:ident $(<$T:ident: RuleContext + ?Sized>)? ($($args:tt)*) $(-> $answer:ty)?; $($rest:tt)*) => {
        $(#[$doc])*
        fn $name $(<$T: RuleContext + ?Sized>)? ($($args)*) $(-> $answer)?;
        make_trait! { $($rest)* }
    };
    ($(#[$doc:meta])* fn $name:ident $(<$T:ident: RuleContext + ?Sized>)? ($($args:tt)*) $(-> $answer:ty)? $body:block $($rest:tt)*) => {
        $(#[$doc])*
        fn $name $(<$T: RuleContext + ?Sized>)? ($($args)*) $(-> $answer)? $body
        make_trait! { $($rest)* }
    };
    () => {};
}

/// The state of a rule within a game. Every type that qualifies has this trait.
pub trait RuleMemory: Clone + Debug + Send + Sync + 'static {}
impl<T: Clone + Debug + Send + Sync + 'static> RuleMemory for T {}

/// A rule's state that can be written into a position and read back, as rules from outside the crate need. Every type
/// that qualifies has this trait.
pub trait RuleState: RuleMemory + Serialize + DeserializeOwned {}
impl<T: RuleMemory + Serialize + DeserializeOwned> RuleState for T {}

macro_rules! draw_rule { ($make:ident! $($to:tt)*) => { $make! { [$($to)*]
    /// The phase at the end of a turn: who draws tiles, and who holds the rule's token, if it has one. The example of
    /// [`Rule`] is one.
    pub trait DrawRule {
        /// The rule's state: who holds its token, for example.
        type State: RuleMemory;

        /// The state at the start of a game of `seats`.
        fn start(&self, seats: u8) -> Self::State;

        /// Called when the hands of the eliminated seats `gone` have been returned to the pile, before anyone draws
        /// (C9, L4).
        warm fn hands_returned<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut Self::State, gone: SeatSet) {}

        /// Lets everyone draw who may (C7, C8, L3, S17). Not called where the table has one open hand.
        ///
        /// Unless it is [done](Progress::Done), it is not called again in this turn, but [`DrawRule::go_on`] is.
        hot fn draw<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut Self::State) -> Progress;

        /// Goes on where [`DrawRule::draw`] or the last call has stopped: after an answer, a judged loss, or a strike.
        warm fn go_on<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut Self::State) -> Progress {
            Progress::Done
        }

        /// What the rule asks `seat`, after it has returned [`Progress::Ask`] with that seat; `None`: nothing. It may
        /// be called any number of times until the seat answers, and on copies of the game.
        fn question<T: RuleContext + ?Sized>(&self, table: &T, state: &Self::State, seat: Seat) -> Option<Question> {
            None
        }

        /// Takes the answer of `seat`, one of the options of its question; then [`DrawRule::go_on`] is called.
        fn answer<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut Self::State, seat: Seat, answer: Answer) {}

        /// How many tiles beyond the full hand a hand may hold while the rule draws.
        fn extra(&self) -> u8 {
            0
        }

        /// The name of the rule's token, which at most one seat holds; `None`: the rule has nothing to hold.
        fn token(&self) -> Option<Texts> {
            None
        }

        /// The seat that holds the rule's [token](DrawRule::token); `None`: nobody.
        fn holder(&self, state: &Self::State) -> Option<Seat> {
            None
        }

        /// Makes `holder` the holder, for a position that is set up. `false` if the rule has nothing to hold.
        fn set_holder(&self, state: &mut Self::State, holder: Option<Seat>) -> bool {
            holder.is_none()
        }

        /// What `seat` may know of the state; `None`: an onlooker who may know everything.
        fn view(&self, state: &Self::State, seat: Option<Seat>) -> Value {
            Value::Null
        }

        /// Replaces what `seat` cannot know of the state by something random, for bots that search.
        fn redeal(&self, state: &mut Self::State, seat: Seat, rng: &mut Rng) {}
    }
} } }
pub(crate) use draw_rule;
draw_rule! { make_trait! }

/// Whether the active piece moves to another start mark after the hazard's phase (S12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Relocation {
    /// It stays; its player is not asked.
    #[default]
    No,
    /// It may move or stay, as its player decides.
    May,
    /// It must; it is eliminated if no mark is free.
    Must,
}

macro_rules! hazard_rule { ($make:ident! $($to:tt)*) => { $make! { [$($to)*]
    /// What acts by itself in a game: usually before each placement, otherwise at the moments
    /// that [`Rule::TIMINGS`] lists.
    ///
    /// When a call of [`HazardRule::begin`] or [`HazardRule::act`] has eliminated pieces, the core first decides
    /// whether the game has ended, and returns their hands to the pile (S18).
    ///
    /// ```
    /// use tsuro::Game;
    /// use tsuro::board::Square;
    /// use tsuro::game::{ChanceDecl, HazardRule, Key, Rule, RuleContext, Texts, Timing, Values};
    /// use tsuro::rules::Registry;
    /// use tsuro::ruleset::Variant;
    ///
    /// static STRIKES: ChanceDecl = ChanceDecl::new("storm", Texts(&[("en", "a storm comes up"), ("fr", "une tempête se lève")]));
    ///
    /// #[derive(Debug)]
    /// struct Storm {
    ///     every: u32,
    /// }
    ///
    /// impl Rule for Storm {
    ///     const NAME: &'static str = "storm";
    ///     const SUMMARY: &'static str = "now and then a random square is blocked for good";
    ///     const KEYS: &'static [Key] = &[Key::number("every", 1..=100).default(8).means("How many turns there are between two squares")];
    ///     const CHANCE: &'static [&'static ChanceDecl] = &[&STRIKES];
    ///
    ///     fn build(values: &mut Values<'_>) -> Option<Self> {
    ///         Some(Self { every: u32::try_from(values.int("every")).ok()? })
    ///     }
    /// }
    ///
    /// impl HazardRule for Storm {
    ///     type State = ();
    ///
    ///     fn start(&self, _seats: u8) {}
    ///
    ///     fn begin<T: RuleContext + ?Sized>(&self, table: &mut T, (): &mut (), _: Timing) {
    ///         if table.turn() % self.every == 0 {
    ///             let (columns, rows) = (table.columns().into(), table.rows().into());
    ///             let [column, row] = table.chance(&STRIKES.two_below([columns, rows]));
    ///             let square = Square::new(column as u8, row as u8);
    ///             // Nothing happens to a square that is not empty; a square that a piece faces is left alone.
    ///             if table.facing(square).is_empty() {
    ///                 table.block(square);
    ///             }
    ///         }
    ///     }
    /// }
    ///
    /// let registry = Registry::default().with_hazard::<Storm>();
    /// let text = "schema = 1\n[hazard]\nrule = \"storm\"\nevery = 3\n";
    /// let mut game = Game::of(Variant::from_text("stormy", text, &registry)?, 2, "any text")?;
    /// while let Some(decision) = game.decision() {
    ///     let choice = game.observe(decision.seat()).choices()[0].clone();
    ///     game.play(&choice)?;
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub trait HazardRule {
        /// The rule's state: where its pieces are, for example.
        type State: RuleMemory;

        /// The state at the start of a game of `seats`.
        fn start(&self, seats: u8) -> Self::State;

        /// Called once at each of the rule's moments, before [`HazardRule::act`].
        warm fn begin<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut Self::State, at: Timing) {}

        /// Plays moves until one eliminates a piece ([`Progress::Again`], so that the loss is judged before the next
        /// move, S18), a seat has to answer, or nothing is left to do at this moment ([`Progress::Done`]). It is called
        /// again until that is so.
        warm fn act<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut Self::State, at: Timing) -> Progress {
            Progress::Done
        }

        /// What the rule asks `seat`, after it has returned [`Progress::Ask`] with that seat; `None`: nothing. It may
        /// be called any number of times until the seat answers, and on copies of the game.
        fn question<T: RuleContext + ?Sized>(&self, table: &T, state: &Self::State, seat: Seat) -> Option<Question> {
            None
        }

        /// Takes the answer of `seat`, one of the options of its question; then [`HazardRule::act`] is called.
        fn answer<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut Self::State, seat: Seat, answer: Answer) {}

        /// Takes up a question of the rule of this name where a position was saved, once its state is what it was.
        /// `false`: there is no such rule.
        fn resume(&self, state: &mut Self::State, rule: &str, at: Timing) -> bool {
            true
        }

        /// The moment at which that hazard acts which acts now, where the core is at `at`: for the core, all moments
        /// before the placement are [`Timing::BeforePlacement`].
        fn moment(&self, state: &Self::State, at: Timing) -> Timing {
            at
        }

        /// Called after the last move before the placement: eliminates the active piece, or returns whether it may
        /// relocate. It may be eliminated already.
        warm fn finish<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut Self::State) -> Relocation {
            Relocation::No
        }

        /// Another rule [strikes](Progress::Strike) this square: removes what this rule has there, and frees the
        /// square. `false` (and no change): it has nothing there.
        fn strike<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut Self::State, square: Square) -> bool {
            false
        }

        /// The cause of elimination for a piece whose path ends before a square that the hazard blocks; `None`: it
        /// blocks nothing, or names no cause of its own, and records then have the cause that the crate's own hazard has. Of several hazards,
        /// the first that names one counts.
        fn cause(&self) -> Option<Cause> {
            None
        }

        /// What is printed on the rule's pieces, by their number. A piece without a face is drawn as a blocked square.
        fn faces(&self) -> Vec<PieceFace> {
            Vec::new()
        }

        /// Calls `each` with every piece of the rule's on the board, in any order.
        fn each_piece(&self, state: &Self::State, each: &mut dyn FnMut(RulePiece)) {}

        /// The numbers of the pieces that may still come onto the board; `None` if the rule has no supply.
        fn supply(&self, state: &Self::State) -> Option<Supply> {
            None
        }

        /// Calls `each` with everything else that the rule shows to everybody in turn number `turn`: marks on squares, and what
        /// it counts for a seat or for the table. What is counted for seats is the same in every call of a game, in the
        /// same order.
        fn shows(&self, state: &Self::State, turn: u32, each: &mut dyn FnMut(Shown)) {}

        /// Sets the state for a position: `pieces` are on the board, `supply` may come; `None`: all that are not on the
        /// board.
        ///
        /// # Errors
        /// What is wrong, as a lower-case fragment.
        fn set_pieces(&self, state: &mut Self::State, pieces: &[RulePiece], supply: Option<&[u8]>) -> Result<(), String> {
            if pieces.is_empty() { Ok(()) } else { Err("the rule set has none".into()) }
        }

        /// What `seat` may know of the state; `None`: an onlooker who may know everything.
        fn view(&self, state: &Self::State, seat: Option<Seat>) -> Value {
            Value::Null
        }

        /// Replaces what `seat` cannot know of the state by something random, for bots that search.
        fn redeal(&self, state: &mut Self::State, seat: Seat, rng: &mut Rng) {}
    }
} } }
pub(crate) use hazard_rule;
hazard_rule! { make_trait! }

/// When a score rule is asked whether the game has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Occasion {
    /// A placement has eliminated a piece.
    Placement,
    /// An act of the hazard (or of another rule) has eliminated a piece.
    Act,
    /// A turn is over.
    TurnEnd,
    /// No more turns are allowed (`end.turn-limit`): who wins? The game ends in any case; if the rule does not answer,
    /// all who are alive win.
    TurnLimit,
}

macro_rules! score_rule { ($make:ident! $($to:tt)*) => { $make! { [$($to)*]
    /// The phase that decides when the game has ended, who has won, and what is counted.
    ///
    /// ```
    /// use tsuro::game::{Ending, Occasion, Outcome, OutcomeDecl, RuleContext, ScoreRule, Texts};
    ///
    /// static OUT: OutcomeDecl = OutcomeDecl::new("first-loss/out", Texts(&[("en", "One is out; the others win: {who}.")]));
    ///
    /// /// Nobody wins alone: the game ends when a piece is out, and those that are left have won.
    /// #[derive(Debug)]
    /// struct FirstLoss;
    ///
    /// impl ScoreRule for FirstLoss {
    ///     type State = ();
    ///
    ///     fn start(&self, _seats: u8, _columns: u8, _rows: u8) {}
    ///
    ///     fn ending<T: RuleContext + ?Sized>(&self, table: &T, (): &(), occasion: Occasion) -> Option<Ending> {
    ///         match occasion {
    ///             // Without an answer, all who are alive win.
    ///             Occasion::TurnLimit => None,
    ///             _ => (table.alive().len() < table.seats()).then(|| Ending::new(table.alive(), Outcome::Rule(&OUT))),
    ///         }
    ///     }
    /// }
    /// ```
    pub trait ScoreRule {
        /// The rule's state: points, for example.
        type State: RuleMemory;

        /// The state at the start of a game of `seats` on a board of `columns` × `rows`.
        fn start(&self, seats: u8, columns: u8, rows: u8) -> Self::State;

        /// The number of teams into which the seats are divided, seat 0 in the first, seat 1 in the next, and so on
        /// around the table; 0: each plays for itself (V9).
        fn teams(&self) -> u8 {
            0
        }

        /// Whether one person plays all pieces with one open hand, whatever `tiles.open` says (V4).
        fn one_hand(&self) -> bool {
            false
        }

        /// Whether the rule wants [`ScoreRule::crossing`] and [`ScoreRule::removed`] called. Every trip is then
        /// followed tile by tile, which takes time.
        warm fn counts_crossings(&self) -> bool {
            false
        }

        /// Called when a piece travels over `tile` on `square`, if the rule [counts
        /// crossings](ScoreRule::counts_crossings).
        fn crossing(&self, state: &mut Self::State, seat: Seat, square: Square, tile: Laid, from: Port, to: Port) {}

        /// Called when a tile was taken off `square`, if the rule [counts crossings](ScoreRule::counts_crossings).
        fn removed(&self, state: &mut Self::State, square: Square) {}

        /// How the game has ended; `None`: it goes on.
        warm fn ending<T: RuleContext + ?Sized>(&self, table: &T, state: &Self::State, occasion: Occasion) -> Option<Ending>;

        /// The points of each seat; `None` if the rule counts none.
        fn scores<T: RuleContext + ?Sized>(&self, table: &T, state: &Self::State) -> Option<Vec<i64>> {
            None
        }

        /// The points of one seat, if the state holds them as they are. Searches ask for them in every game that they
        /// play out.
        fn points(&self, state: &Self::State, seat: Seat) -> Option<i64> {
            None
        }

        /// Sets the points for a position, one number for each seat. `false` (and no change) if the rule has no points
        /// to set.
        fn set_scores(&self, state: &mut Self::State, scores: &[i64]) -> bool {
            false
        }

        /// What `seat` may know of the state; `None`: an onlooker who may know everything.
        fn view(&self, state: &Self::State, seat: Option<Seat>) -> Value {
            Value::Null
        }

        /// Replaces what `seat` cannot know of the state by something random, for bots that search.
        fn redeal(&self, state: &mut Self::State, seat: Seat, rng: &mut Rng) {}
    }
} } }
pub(crate) use score_rule;
score_rule! { make_trait! }

/// A complete set of rules: the data of the core, and a rule for each phase.
///
/// Only [`Rules`](crate::rules::Rules) is one, since [`Basics`] are made by compiling a rule-set file: so it can gain
/// phases. Rules of your own are traits of a phase, such as [`DrawRule`], given to a
/// [`Registry`](crate::rules::Registry).
pub trait RuleSet: sealed::SealedRules + Debug + Send + Sync + 'static {
    /// The sizes of the tables.
    type Size: Size;
    /// The type of the draw rule.
    type Draw: DrawRule;
    /// The type of the hazard rule.
    type Hazard: HazardRule;
    /// The type of the score rule.
    type Score: ScoreRule;

    /// The plain data that the core reads.
    fn basics(&self) -> &Basics<Self::Size>;
    /// The draw rule.
    fn draw(&self) -> &Self::Draw;
    /// The hazard rule.
    fn hazard(&self) -> &Self::Hazard;
    /// The score rule.
    fn score(&self) -> &Self::Score;
    /// The name of the rule that asks at a moment; empty if there is none.
    fn asking(&self, hazard: &<Self::Hazard as HazardRule>::State, at: Timing) -> &'static str;
}

/// Keeps [`RuleContext`] to the engine, so that verbs can be added to it, and [`RuleSet`] to the crate.
pub(crate) mod sealed {
    /// A game that rules act on.
    pub trait Sealed {}

    /// A complete set of rules.
    pub trait SealedRules {}
}

/// A game as a rule sees it: what the rule may look at, and the verbs by which it acts.
///
/// Only the engine implements it: it can gain verbs without breaking rules that exist.
pub trait RuleContext: sealed::Sealed {
    /// The number of seats at the start (T8).
    fn seats(&self) -> u8;
    /// The board: which squares there are, and which lie side by side (T1, V5–V7).
    fn shape(&self) -> &Shape;
    /// The number of columns of the board.
    fn columns(&self) -> u8 {
        self.shape().columns()
    }
    /// The number of rows of the board.
    fn rows(&self) -> u8 {
        self.shape().rows()
    }
    /// How many tiles are placed in a turn (V8).
    fn turn_tiles(&self) -> usize;
    /// The number of the turn, from 1; 0 before the first.
    fn turn(&self) -> u32;
    /// The seat whose turn it is, eliminated or not.
    fn active(&self) -> Seat;
    /// The seats not eliminated.
    fn alive(&self) -> SeatSet;
    /// The seats eliminated by the move that is being judged.
    fn fallen(&self) -> SeatSet;
    /// The fallen seats whose pieces met the active piece (L6).
    fn met_active(&self) -> SeatSet;
    /// The live seats whose pieces are still on their start marks.
    fn on_start_mark(&self) -> SeatSet;
    /// The live seats whose pieces may move to another start mark in their next turn (S12).
    fn displaced(&self) -> SeatSet;
    /// Where the piece of a seat stands, or stood last if it is eliminated.
    fn place(&self, seat: Seat) -> Place;
    /// The live seats whose pieces face a square.
    fn facing(&self, square: Square) -> SeatSet;
    /// The live seats whose pieces stand on the tile of a square: they came over it to where they are (T5).
    fn standing_on(&self, square: Square) -> SeatSet;
    /// What lies on a square of the board.
    fn content(&self, square: Square) -> Content;
    /// Whether every square has a tile or is blocked (T9).
    fn board_is_full(&self) -> bool;
    /// The size of a full hand.
    fn hand_size(&self) -> usize;
    /// The number of tiles that a seat holds.
    fn hand_len(&self, seat: Seat) -> usize;
    /// The number of tiles in the pile.
    fn pile_len(&self) -> usize;
    /// Who wins when one placement eliminates everyone left (L6).
    fn tie_break(&self) -> TieBreak;
    /// The tiles that a seat holds; the table's open hand where it has one (V3). Rules are trusted with what is hidden:
    /// what a seat sees of a rule is what its `view` and its events show.
    fn hand(&self, seat: Seat) -> Hand;
    /// The tile `depth` below the top of the pile; `None` if the pile is not that deep. Hidden from everybody, as
    /// [`RuleContext::hand`] is from most.
    fn pile(&self, depth: usize) -> Option<Face>;
    /// The seats that play for the same team as `seat`, itself included, dead or alive (V9).
    fn mates(&self, seat: Seat) -> SeatSet;
    /// The live seats whose pieces travelled in this turn's placement; none before it, or if it was passed.
    fn travelled(&self) -> SeatSet;

    /// Whether no live seat has a tile and the pile is empty (C10).
    fn tiles_are_gone(&self) -> bool {
        self.pile_len() == 0 && self.alive().iter().all(|seat| self.hand_len(seat) == 0)
    }
    /// The live seats with fewer tiles than a full hand.
    fn short_of_tiles(&self) -> SeatSet;

    /// Lets a seat draw the top tile. `None` (and nothing happens) if the pile is empty or the hand is full.
    fn draw_one(&mut self, seat: Seat) -> Option<Face>;
    /// As [`RuleContext::draw_one`], up to `limit` tiles in the hand: at most [`MAX_HAND`](crate::game::MAX_HAND). When
    /// the turn is over, hands have to be within the hand size again. Not for the table's open hand.
    fn draw_beyond(&mut self, seat: Seat, limit: usize) -> Option<Face>;
    /// Moves a tile of this face: from a hand, from the pile (the first from the top or from the bottom) or from a
    /// square to a hand, into the pile or out of the game. `by` are the seats that see which tile it is. `false` (and
    /// nothing happens) if there is no such tile, the hand is full, or the target is a square, on which tiles are
    /// [laid](RuleContext::lay).
    ///
    /// A tile taken off a square is reported as [`remove_tile`](RuleContext::remove_tile) does, seen by all, and can go
    /// under the pile or out of the game. Others are moved without a word, and the rule notes what seats may know.
    fn put(&mut self, tile: Face, from: Spot, to: Spot, by: SeatSet) -> bool;
    /// Lays a tile of a hand or of the pile on an empty square. Pieces that face the square travel, the active one
    /// first, then clockwise, and are out as after a placement. Reported as the event of `rule`, with `data` like
    /// `{"laid": {"square": "c3", "tile": 14, "rotation": 1}}`. `false` (and nothing happens) if there is no such tile,
    /// or if the square is off the board or not empty.
    fn lay(&mut self, square: Square, tile: Laid, from: Spot, rule: &'static str) -> bool;
    /// Turns the tile on a square by quarter-turns clockwise. Pieces stay where they stand. Reported as the event of
    /// `rule`, with `data` like `{"turned": {"square": "c3", "tile": 14, "rotation": 1}}`. `false` (and nothing happens)
    /// if there is no tile.
    fn turn_tile(&mut self, square: Square, by: Rotation, rule: &'static str) -> bool;
    /// Moves a live piece to `to`, a place on the board, which is reported as `carried`. It has left its start mark
    /// then, and is out where it meets another piece (as is that one, where pieces that meet are out) or faces a blocked
    /// square. If it faces a tile, it travels on. `false` (and nothing happens) if the seat is out or `to` is off the
    /// board.
    fn carry(&mut self, seat: Seat, to: Place, rule: &'static str) -> bool;
    /// Eliminates the piece of a seat. Nothing happens if it is eliminated already.
    fn eliminate(&mut self, seat: Seat, cause: Cause);
    /// Lets a piece that is still on its start mark move to another in its next turn (S12). Nothing happens to other
    /// pieces.
    fn displace(&mut self, seat: Seat);
    /// Takes the tile off a square, and returns its face. `None` (and nothing happens) if there is none.
    fn remove_tile(&mut self, square: Square, to: Destination) -> Option<Face>;
    /// Blocks an empty square: paths end before it. Nothing happens to a square that is not empty.
    fn block(&mut self, square: Square);
    /// Frees a blocked square. Nothing happens to a square that is not blocked.
    fn unblock(&mut self, square: Square);
    /// Frees the blocked square `from` and blocks the empty square `to` instead; they may be the same. Nothing happens
    /// if `from` is not blocked, or if `to` is another square that is not empty.
    fn move_block(&mut self, from: Square, to: Square);

    /// Draws the numbers of a [declared](ChanceDecl) lot; the second is 0 where there is one.
    fn chance(&mut self, lot: &Lot<'_>) -> [u32; 2];

    /// Reports an event.
    fn note(&mut self, event: &Event<'_>);
    /// Reports an event that the rule has declared, with the values of its fields in the order of the declaration.
    fn tell(&mut self, decl: &'static EventDecl, values: &[FieldValue]);

    /// The same game as a trait object, for rules from outside the crate.
    fn as_dyn(&mut self) -> &mut dyn RuleContext;
    /// The same game as a trait object that can only be looked at.
    fn as_dyn_ref(&self) -> &dyn RuleContext;
}
