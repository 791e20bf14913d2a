//! The turn engine and everything it is made of: state, legal placements, events, chance, and the traits that a rule set implements.
//!
//! What a particular edition does stands in [`crate::rules`]; which edition does what, in TOML files read by `ruleset`.

mod basics;
mod chance;
mod core;
mod desk;
mod effect;
mod event;
mod exchanges;
mod hand;
mod key;
mod legal;
mod memory;
mod observation;
mod outlook;
mod places;
mod play;
mod position;
mod redeal;
mod rule;
mod seat;
mod seen;
mod setup;
mod state;
mod supply;
mod travel;
mod turn;
mod values;
mod view;
mod world;

pub use basics::{Basics, CauseSet, Meeting, Returned, TieBreak, Unless};
pub use chance::{Chance, Dice, GameSeed, Luck, Moment, Purpose, Rng, RunSeed, Shuffle};
pub use core::{Core, Phase};
pub use effect::{Effect, Scene};
pub use event::{Cause, Destination, Ending, Event, Listener, Outcome, PileView, Sink, SpawnReason};
pub use exchanges::MAX_EXCHANGES;
pub use hand::{Hand, MAX_HAND, Pile};
pub use key::{Facts, Field, Key, KeyDefault, Kind, Word};
pub use legal::{Choices, Fate, MAX_PLACEMENTS, Placements};
pub use memory::{Knowledge, Memory, Whereabouts};
pub use observation::{Consequence, Observation};
pub use outlook::{MAX_WAYS, Outlook, Scout};
pub use play::{Deciders, Heard, Nobody, Uniform, bot_stream, deal_and_play, play, play_on, random_exchange, random_relocation};
pub use position::{PlayerPosition, Position, PositionError, position, set_up};
pub use redeal::redeal;
pub use rule::{DrawRule, HazardRule, Monster, Occasion, Relocation, Rule, RuleSet, RuleState, ScoreRule, Table};
pub use seat::{MAX_SEATS, Seat, SeatSet};
pub use seen::{Events, SeenEvent};
pub use setup::{Marks, choose_start, deal, deal_on, table};
pub use state::{Exchange, State, Swapped};
pub use supply::{MAX_SUPPLY, Supply};
pub use travel::{Resolution, resolve};
pub use turn::{advance, advance_turn, begin_at_placement, exchange, offered, place, relocate};
pub use values::{ValueProblem, Values};
pub use view::View;
pub use world::{Choice, Playout, Reward, World};
