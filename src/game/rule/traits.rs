//! The traits by which the core is parameterised, and the verbs through which a rule acts.
//!
//! A [`RuleSet`] is made of a draw rule, a hazard rule and a score rule beside the plain data of [`Basics`]. Rules act on the game only through
//! a [`RuleContext`]: they cannot reach the core's insides, and none decides where a path leads (a score rule that counts crossings is told of
//! trips). What every rule set shares (whose turn it is, which placements are legal, what a seat may see) belongs to the core and cannot be
//! overridden.

use super::basics::{Basics, TieBreak};
use super::effect::Effect;
use super::key::{Key, KeyWord, RuleFacts};
use super::values::Values;
use crate::board::{Content, Face, Laid, Place, Port, Rotation, Size, Square};
use crate::game::chance::{Dice, Rng};
use crate::game::event::{Cause, Destination, Ending, Event};
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::pieces::supply::Supply;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::fmt::Debug;

/// What a rule is called, which keys it has, and how it is made from their values. Every rule that a file can name implements it.
pub trait Rule: Sized + Debug + Send + Sync + 'static {
    /// The name that selects it in a rule-set file.
    const NAME: &'static str;
    /// One line on what it does, a sentence without a full stop.
    const SUMMARY: &'static str;
    /// Its own keys.
    const KEYS: &'static [Key];
    /// The causes of its own for which a piece may be out, named as [`Cause::Rule`] has them (`"whirlpools/drowned"`): what files may name in
    /// `placement.avoid` beside those of the crate. It has an effect there for the cause of squares that a hazard blocks
    /// ([`HazardRule::cause`]): by no other can a placement itself put a piece out.
    const CAUSES: &'static [KeyWord] = &[];

    /// Makes the rule. Values that contradict each other are noted as problems; `None` where the rule cannot be made at all.
    fn build(values: &mut Values<'_>) -> Option<Self>;

    /// What it can do in a game of these values, and how that shows: what `rules check --deep` and other reports look for. A rule that names
    /// nothing here counts as come into play with the first event, cause or outcome of its own.
    fn effects(&self, _facts: &RuleFacts) -> Vec<Effect> {
        Vec::new()
    }
}

/// What a rule remembers within a game.
pub trait RuleMemory: Clone + Debug + Send + Sync + 'static {}
impl<T: Clone + Debug + Send + Sync + 'static> RuleMemory for T {}

/// A memory that can be written into a position and read back: what a rule from outside the crate needs.
pub trait RuleState: RuleMemory + Serialize + DeserializeOwned {}
impl<T: RuleMemory + Serialize + DeserializeOwned> RuleState for T {}

/// What a draw rule does when a turn ends.
pub trait DrawRule: Debug + Send + Sync + 'static {
    /// What it remembers (who holds the Dragon).
    type State: RuleMemory;

    /// Its state at the start of a game of `seats`.
    fn start(&self, seats: u8) -> Self::State;

    /// Pieces were eliminated and their hands are returned, but nobody has drawn yet (C9, L4). `gone` are those seats.
    fn hands_returned<T: RuleContext + ?Sized>(&self, _table: &mut T, _state: &mut Self::State, _gone: SeatSet) {}

    /// Everyone draws who may (C7, C8, L3, S17).
    fn draw<T: RuleContext + ?Sized>(&self, table: &mut T, state: &mut Self::State);

    /// What a holder holds: `dragon` or `statue`, which have names in every language of the program, or another word, which is shown as it is.
    fn token(&self) -> &'static str {
        "dragon"
    }

    /// Who holds the Dragon tile, the statue, or what the rule has in their stead.
    fn holder(&self, _state: &Self::State) -> Option<Seat> {
        None
    }

    /// Makes `holder` the holder, for a position that says so. `false` if the rule has nothing to hold.
    fn set_holder(&self, _state: &mut Self::State, holder: Option<Seat>) -> bool {
        holder.is_none()
    }

    /// What `seat` may know of the state (`None`: an onlooker who may know all).
    fn view(&self, _state: &Self::State, _seat: Option<Seat>) -> Value {
        Value::Null
    }

    /// Makes what `seat` cannot know of the state random, for a bot that searches.
    fn redeal(&self, _state: &mut Self::State, _seat: Seat, _rng: &mut Rng) {}
}

/// Whether the active piece moves to another start mark after the hazard's phase (S12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relocation {
    /// It stays.
    No,
    /// It may.
    May,
    /// It must, or is destroyed.
    Must,
}

/// A thing of the hazard's that stands on a blocked square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Monster {
    /// Its index in `hazard.tiles`.
    pub tile: u8,
    /// Where it is.
    pub square: Square,
    /// Quarter-turns clockwise.
    pub facing: Rotation,
}

/// What threatens the ships beside the other ships: it acts at the start of each turn.
///
/// After each call of [`HazardRule::act`] the core judges the game's end and returns the hands of those that it took (S18).
pub trait HazardRule: Debug + Send + Sync + 'static {
    /// What it remembers.
    type State: RuleMemory;

    /// Its state at the start of a game of `seats`.
    fn start(&self, seats: u8) -> Self::State;

    /// Before the start marks are chosen (S1).
    fn set_up<T: RuleContext + ?Sized>(&self, _table: &mut T, _state: &mut Self::State) {}

    /// Whether it ever acts in a turn; if not, turns go straight to the placement.
    fn acts(&self) -> bool {
        true
    }

    /// A turn began.
    fn begin<T: RuleContext + ?Sized>(&self, _table: &mut T, _state: &mut Self::State) {}

    /// Its next moves, one after the other, up to the first that eliminates somebody, which is judged before the next (S18): then `true`.
    /// `false`: it has nothing more to do in this turn.
    fn act<T: RuleContext + ?Sized>(&self, _table: &mut T, _state: &mut Self::State) -> bool {
        false
    }

    /// After its last move of the turn; the active piece may be dead. Eliminates it, or says whether it may relocate.
    fn finish<T: RuleContext + ?Sized>(&self, _table: &mut T, _state: &mut Self::State) -> Relocation {
        Relocation::No
    }

    /// Why a piece is out whose path ends before a square that the hazard blocks.
    fn cause(&self) -> Cause {
        Cause::Daikaiju
    }

    /// Its things on the board, in ascending order of their index.
    fn monsters(&self, _state: &Self::State) -> Vec<Monster> {
        Vec::new()
    }

    /// Those that are not on the board but may come; `None` where the rule has no such thing.
    fn supply(&self, _state: &Self::State) -> Option<Vec<u8>> {
        None
    }

    /// Makes the state of a position: these are on the board, those in the supply.
    ///
    /// # Errors
    /// A lower-case sentence where that cannot be.
    fn set_monsters(&self, _state: &mut Self::State, monsters: &[Monster], _supply: Option<&[u8]>) -> Result<(), String> {
        if monsters.is_empty() { Ok(()) } else { Err("the rule set has no daikaiju".into()) }
    }

    /// What `seat` may know of the state (`None`: an onlooker who may know all).
    fn view(&self, _state: &Self::State, _seat: Option<Seat>) -> Value {
        Value::Null
    }

    /// Makes what `seat` cannot know of the state random, for a bot that searches.
    fn redeal(&self, _state: &mut Self::State, _seat: Seat, _rng: &mut Rng) {}
}

/// When a score rule is asked whether the game has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// A placement eliminated someone.
    Placement,
    /// An act of the hazard (or of another rule) eliminated someone.
    Act,
    /// A turn is over.
    TurnEnd,
}

/// Who wins, and when the game ends.
pub trait ScoreRule: Debug + Send + Sync + 'static {
    /// What it remembers (points).
    type State: RuleMemory;

    /// Its state at the start of a game of `seats` on a board of `columns` × `rows`.
    fn start(&self, seats: u8, columns: u8, rows: u8) -> Self::State;

    /// Whether the table has one hand for everyone, whatever `tiles.open` says (V4).
    fn one_hand(&self) -> bool {
        false
    }

    /// Whether it wants [`ScoreRule::crossing`] and [`ScoreRule::removed`] called: then each trip is walked tile by tile, which costs time.
    fn counts_crossings(&self) -> bool {
        false
    }

    /// A piece travelled over `tile` on `square` from one port to another; only if the rule [counts crossings](ScoreRule::counts_crossings).
    fn crossing(&self, _state: &mut Self::State, _seat: Seat, _square: Square, _tile: Laid, _from: Port, _to: Port) {}

    /// A tile was taken off `square`; only if the rule [counts crossings](ScoreRule::counts_crossings).
    fn removed(&self, _state: &mut Self::State, _square: Square) {}

    /// Whether the game has ended.
    fn ending<T: RuleContext + ?Sized>(&self, table: &T, state: &Self::State, occasion: Occasion) -> Option<Ending>;

    /// Points a seat, where the rule counts any.
    fn scores<T: RuleContext + ?Sized>(&self, _table: &T, _state: &Self::State) -> Option<Vec<i64>> {
        None
    }

    /// The same points of one seat, where the state holds them as they are: for bots that play on in their heads a thousand times.
    fn points(&self, _state: &Self::State, _seat: Seat) -> Option<i64> {
        None
    }

    /// Sets the points of a position, one number a seat. `false` (and no change) if the rule has no points to set.
    fn set_scores(&self, _state: &mut Self::State, _scores: &[i64]) -> bool {
        false
    }

    /// What `seat` may know of the state (`None`: an onlooker who may know all).
    fn view(&self, _state: &Self::State, _seat: Option<Seat>) -> Value {
        Value::Null
    }

    /// Makes what `seat` cannot know of the state random, for a bot that searches.
    fn redeal(&self, _state: &mut Self::State, _seat: Seat, _rng: &mut Rng) {}
}

/// Everything that a game is played by.
pub trait RuleSet: Debug + Send + Sync + 'static {
    /// How wide the tables are.
    type Size: Size;
    /// Who draws.
    type Draw: DrawRule;
    /// What acts before each placement.
    type Hazard: HazardRule;
    /// Who wins.
    type Score: ScoreRule;

    /// The part that is data.
    fn basics(&self) -> &Basics<Self::Size>;
    /// The draw rule.
    fn draw(&self) -> &Self::Draw;
    /// The hazard rule.
    fn hazard(&self) -> &Self::Hazard;
    /// The score rule.
    fn score(&self) -> &Self::Score;
}

/// A game as a rule sees it: what it may look at, and the verbs by which it acts.
pub trait RuleContext {
    /// How many seats there were at the start (T8).
    fn seats(&self) -> u8;
    /// Squares from left to right.
    fn columns(&self) -> u8;
    /// Squares from top to bottom.
    fn rows(&self) -> u8;
    /// The turn's number, from 1; 0 before the first.
    fn turn(&self) -> u32;
    /// Whose turn it is, dead or alive.
    fn active(&self) -> Seat;
    /// The seats not eliminated.
    fn alive(&self) -> SeatSet;
    /// Those eliminated by the move that is being judged.
    fn fallen(&self) -> SeatSet;
    /// Of the fallen, those whose path became one with the active piece's (L6).
    fn met_active(&self) -> SeatSet;
    /// The pieces that have not left their start marks.
    fn on_start_mark(&self) -> SeatSet;
    /// The pieces that may move to another start mark at their next turn (S12).
    fn displaced(&self) -> SeatSet;
    /// Where a piece stands.
    fn place(&self, seat: Seat) -> Place;
    /// The live pieces that face a square.
    fn facing(&self, square: Square) -> SeatSet;
    /// The live pieces that stand on the tile of a square (T5).
    fn standing_on(&self, square: Square) -> SeatSet;
    /// What lies on a square of the board.
    fn content(&self, square: Square) -> Content;
    /// Whether no square is empty (T9).
    fn board_is_full(&self) -> bool;
    /// The full hand size.
    fn hand_size(&self) -> usize;
    /// How many tiles a seat holds.
    fn hand_len(&self, seat: Seat) -> usize;
    /// How many tiles are in the pile.
    fn pile_len(&self) -> usize;
    /// Who wins when all go at once (L6).
    fn tie_break(&self) -> TieBreak;

    /// Whether the tiles are gone: no live player has one, and the pile is empty (C10).
    fn tiles_are_gone(&self) -> bool {
        self.pile_len() == 0 && self.alive().iter().all(|seat| self.hand_len(seat) == 0)
    }
    /// Live seats with fewer tiles than a full hand.
    fn short_of_tiles(&self) -> SeatSet;

    /// A seat with room for it draws the top tile. `None` (and nothing happens) if the pile is empty or the hand full.
    fn draw_one(&mut self, seat: Seat) -> Option<Face>;
    /// A live piece is out.
    fn eliminate(&mut self, seat: Seat, cause: Cause);
    /// A piece may move to another start mark at its next turn, if it still stands on one (S12).
    fn displace(&mut self, seat: Seat);
    /// Takes the tile off a square. `None` (and nothing happens) if there is none.
    fn remove_tile(&mut self, square: Square, to: Destination) -> Option<Face>;
    /// Keeps an empty square: paths end before it. Nothing happens on a square that is not empty.
    fn block(&mut self, square: Square);
    /// Frees a blocked square.
    fn unblock(&mut self, square: Square);
    /// Frees the blocked square `from` and keeps the empty square `to` in its stead; they may be the same. Nothing happens if `from` is not
    /// blocked, or if `to` is another square and not empty.
    fn move_block(&mut self, from: Square, to: Square);

    /// A roll of two dice; the rule notes it if the record should have it.
    fn roll_dice(&mut self) -> Dice;
    /// A roll of one die, 1–6; the rule notes it if the record should have it.
    fn roll_die(&mut self) -> u8;
    /// One of `supply` and a facing, at random. Of an empty supply it gives a tile that is not there (in debug builds it panics).
    fn spawn(&mut self, supply: Supply) -> (u8, Rotation);
    /// A number below `bound` (at least 1), for a rule from outside the crate. It is recorded, so that a replay gives the same.
    fn pick(&mut self, rule: &'static str, bound: u32) -> u32;

    /// Reports something that happened.
    fn note(&mut self, event: &Event<'_>);

    /// The same table behind a pointer, for rules from outside the crate.
    fn as_dyn(&mut self) -> &mut dyn RuleContext;
    /// The same table behind a pointer, only for looking.
    fn as_dyn_ref(&self) -> &dyn RuleContext;
}
