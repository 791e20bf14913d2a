//! Many games at once: simulations, comparisons, searches over rules, tournaments, benchmarks, and
//! their statistics and reports. Results never depend on the number of threads.

#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "nothing of it is published yet: what uses it is in this workspace, and changes with \
        it"
)]

mod advise;
mod bench;
mod collusion;
pub mod compare;
mod deep;
mod depth;
pub mod explore;
#[cfg(test)]
mod hand_made;
mod learnability;
mod loss_differences;
mod losses;
pub mod metrics;
mod perft;
mod recorded;
pub mod report;
pub mod review;
mod sides;
mod simulate;
pub mod stats;
mod summary;
mod table;
mod tournament;
mod train;

pub use advise::{Advice, advise};
pub use bench::{BenchRun, BenchTable, play_until, signature};
pub use collusion::{Collusion, CollusionError, CollusionRun};
pub use deep::{DeepCheck, DeepReport};
pub use depth::{Depth, DepthError, DepthRun, LADDER, Rung};
pub use learnability::{
    Climb, Learnability, LearnabilityError, LearnabilityRun, LearnerStage, Reached,
};
pub use loss_differences::{LossComparison, LossDifference, compare_losses};
pub use losses::{LossKind, LossMap, LossShare};
pub use perft::{divide, perft};
pub use recorded::{ReadGroup, RecordedInput, SummedGroup};
pub use simulate::{
    BotFaults, Bots, GameCounter, GameSums, RunError, Simulation, simulate, simulate_into,
};
pub use summary::{BrokenGame, Summary, Turns};
pub use table::{ColumnKind, DataTable, TableCell};
pub use tournament::{
    Finish, LeagueStandings, PlayerRatings, Rating, Standing, Standings, Tournament,
    TournamentError, TournamentPart, TournamentPlan, TournamentSums, Versus, tournament,
};
pub use train::{Training, TrainingError, TrainingPart, TrainingRound, TrainingState};
