//! The game under any rules: its state, legal placements, the turn engine, events, chance, and the traits that a rule set implements.
//!
//! *Not here:* the rules of particular editions ([`crate::rules`]), and the TOML files that choose among them ([`crate::ruleset`]).

mod chance;
mod event;
mod pieces;
mod rule;
mod sight;
mod state;
mod turn;

pub use chance::{Chance, Dice, GameSeed, Luck, Moment, Purpose, Rng, RunSeed, Shuffle};
pub use event::{Cause, Destination, Ending, Event, Listener, Outcome, PileView, Sink, SpawnReason};
pub use pieces::hand::{Hand, MAX_HAND, Pile};
pub use pieces::seat::{MAX_SEATS, Seat, SeatSet};
pub use pieces::supply::{MAX_SUPPLY, Supply};
pub use rule::basics::{AvoidException, Basics, CauseSet, FirstPlayer, ForbiddenOutcome, Meeting, ReturnOrder, TieBreak};
pub use rule::effect::{Effect, EffectScene};
pub use rule::key::{Field, Key, KeyDefault, KeyWord, RuleFacts, ValueKind};
pub use rule::traits::{DrawRule, HazardRule, Monster, Occasion, Relocation, Rule, RuleContext, RuleSet, RuleState, ScoreRule};
pub use rule::values::{ValueProblem, Values};
pub use rule::words::KeyWords;
pub(crate) use rule::words::key_words;
pub use sight::exchanges::MAX_EXCHANGES;
pub use sight::illegal::Illegal;
pub use sight::memory::{Knowledge, Memory, Whereabouts};
pub use sight::observation::{Consequence, Observation};
pub use sight::outlook::{MAX_WAYS, Outlook};
pub use sight::redeal::redeal;
pub use sight::sampled_game::{Playout, Reward, World};
pub use sight::seen::{Events, SeenEvent, WholeEvents};
pub use state::core::{ChanceCounts, Core, Phase};
pub use state::game_state::{Exchange, State, SwapTiles};
pub use turn::choice::{Choice, Decision, DecisionKind, take};
pub use turn::engine::{advance, advance_turn, begin_at_placement, exchange, offered, place, relocate};
pub use turn::legal::{Choices, Fate, MAX_PLACEMENTS, Placements};
pub use turn::onlooker::{Onlooker, WatchedDeciders};
pub use turn::play::{
    DeciderNotice, Deciders, StopAtDecision, Uniform, bot_stream, deal_and_play, play, play_on, random_exchange, random_relocation,
};
pub use turn::position::{PlayerPosition, Position, PositionError, PositionPhase, position, set_up};
pub use turn::setup::{Marks, choose_start, deal, deal_on, table};
pub use turn::travel::{Resolution, resolve};
pub use turn::view::View;
