//! The game under any rules: its state, legal placements, the turn engine, events, chance, and what
//! a rule is.
//!
//! *Not here:* the rules of particular editions ([`crate::rules`]), and the TOML files that choose
//! among them ([`crate::ruleset`]).

mod basics;
mod chance;
mod declare;
mod event;
mod pieces;
mod rule;
mod sight;
mod state;
mod table;
mod turn;

/// The steps of the engine, which check nothing: the fastest way to play, for code that knows that
/// its choices are legal.
///
/// In a release build a piece can be started in the middle of the board with them, a tile can be
/// laid that no hand holds, and a step can be taken out of turn: the game goes on with a state that
/// no game can have. Debug builds find some of that, and panic.
///
/// Everyone else plays through [`Game`](crate::Game), which checks every choice in every build and
/// costs little more, or leaves the order of the steps to [`play_on`] and answers its questions.
/// Which choices are legal: [`Marks`] for [`choose_start`](unchecked::choose_start) and
/// [`relocate`](unchecked::relocate), [`Choices`] for [`place`](unchecked::place), [`Exchange`] for
/// [`exchange`](unchecked::exchange).
pub mod unchecked {
    pub use super::turn::choice::start;
    pub use super::turn::choice::take;
    pub use super::turn::play::{NextStep, play_by_steps};
    pub use super::turn::setup::choose_start;
    pub use super::turn::step::{
        advance, advance_turn, answer, begin_at_placement, begin_when_due, come_back, deal,
        deal_on, exchange, place, relocate,
    };
}

pub use basics::ability::Abilities;
pub use basics::acting;
#[cfg(feature = "script")]
pub(crate) use basics::acting::{fail_with, is_guarded};
pub use basics::data::{
    AvoidException, Basics, BoardStyle, CauseSet, Drawing, FirstPlayer, ForbiddenOutcome, Meeting,
    PlacementFor, Plan, ReturnOrder, TieBreak, Token,
};
pub use basics::effect::{Effect, EffectScene};
pub use basics::key::{Field, Key, KeyDefault, KeySentence, KeyWord, RuleFacts, ValueKind};
pub use basics::rule_key::{KeyShape, KeyType, RuleKey};
pub use basics::timing::{Timing, TimingSet};
pub use basics::values::{ValueProblem, Values};
pub use basics::words::KeyWords;
pub use basics::words::key_words;
pub use chance::{AnyChance, Chance, GameSeed, Luck, Moment, Purpose, Rng, RunSeed, Shuffle};
pub(crate) use declare::ask::About;
pub use declare::ask::{
    Answer, AnswerKind, AskDecl, Entry, MAX_ANSWER, Progress, Question, Subject, SubjectDecl,
    UnitDecl,
};
pub(crate) use declare::chance::ChanceStream;
pub use declare::chance::{ChanceDecl, ChanceLook, ChanceSight, Lot};
pub use declare::event::{
    CauseDecl, EventDecl, EventRole, FieldType, FieldValue, Fields, MAX_FIELDS, OutcomeDecl,
    PieceStep, RuleEvent, SquareList, Telling,
};
pub use declare::fault::{BROKEN_RULE, RuleFault};
pub use declare::help::HelpDecl;
pub use declare::look::{
    CountDecl, DiceFace, Look, LookColor, PieceFace, PieceFieldFault, RulePiece, Shown, SquareMark,
};
pub use declare::texts::Texts;
pub use declare::texts::fill;
pub use declare::tile::{SPECIALS, TileDecl};
pub use event::{
    AnySink, Cause, Consequence, Destination, Ending, Event, Listener, Outcome, PileView, Sight,
    Sink, Spot,
};
pub use pieces::hand::{Hand, MAX_HAND, Pile};
pub use pieces::seat::{MAX_SEATS, PlayerCounts, Seat, SeatSet};
pub use pieces::supply::{CountedSupply, MAX_SUPPLY, Supply};
pub use rule::contract::{BuildRule, GuestDecl, Rule, RuleDecl, RuleSet};
pub use rule::list::RuleList;
pub use rule::midst::Midst;
pub use rule::need::Need;
pub use rule::own::{Own, RuleMemory, RuleState};
pub use rule::phase::RulePhase;
pub use rule::planned::BY_BLOCKED;
pub use rule::terms::{Crossing, DrawnGuest, Occasion, PieceCount, Setup, Verdict};
pub use sight::decision_point::DecisionPoint;
pub use sight::exchanges::MAX_EXCHANGES;
#[cfg(test)]
pub(crate) use sight::exchanges::exchanges;
pub use sight::features::{Features, PieceFeatures};
pub use sight::illegal::Illegal;
pub use sight::memory::{Knowledge, Memory, Whereabouts};
pub use sight::observation::Observation;
pub(crate) use sight::outlook::MAX_WAYS;
pub use sight::outlook::Outlook;
pub use sight::redeal::redeal;
pub use sight::redeal::redeal_hidden;
pub use sight::sampled_game::{Playout, Reward, World};
pub use sight::seen::{Events, SeenEvent, WholeEvents};
pub use state::game_state::SwapTiles;
pub use state::game_state::{Exchange, State, UnequalExchange};
pub use table::core::NO_MARK;
pub(crate) use table::core::{AIMED, LIVES, WHERE_TO_PLACE};
pub use table::core::{ChanceCounts, Core, Phase};
pub use table::handle::{Table, TableView};
pub use table::pending::Resolution;
pub use table::travel::{Landing, resolve};
pub use turn::choice::{Choice, Decision, DecisionKind};
pub use turn::impossible::PositionError;
pub use turn::interrupted::{AskedAbout, AskedDraw};
pub(crate) use turn::legal::MAX_PLACEMENTS;
pub use turn::legal::{Choices, Fate, Placements};
pub use turn::onlooker::{Onlooker, WatchedDeciders};
pub use turn::play::{
    DeciderNotice, Deciders, Uniform, bot_stream, deal_and_play, decision_stream, play, play_on,
};
pub use turn::play::{StopAtDecision, random_exchange, random_relocation};
pub use turn::position::{PlayerPosition, Position, PositionPhase};
pub(crate) use turn::position_board::open_havens;
pub(crate) use turn::position_phase::resume_question;
pub use turn::position_read::position;
pub(crate) use turn::position_read::started_follows;
pub use turn::position_set::set_up;
pub use turn::setup::{Marks, table};
pub use turn::view::View;
