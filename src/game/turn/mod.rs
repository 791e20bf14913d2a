//! How a game goes on: the start, legal placements, a turn from decision to decision, and a whole
//! game.

mod acts;
mod after_travel;
mod ahead;
mod answering;
mod asking;
mod calls;
pub(super) mod choice;
mod drawing;
mod due;
pub(super) mod ending;
mod engine;
mod facing;
pub(super) mod impossible;
pub(super) mod interrupted;
mod last_standing;
pub(super) mod legal;
mod losses;
pub(super) mod onlooker;
pub(super) mod play;
pub(super) mod position;
pub(super) mod position_board;
pub(super) mod position_phase;
mod position_players;
pub(super) mod position_read;
pub(super) mod position_set;
pub(super) mod setup;
pub(super) mod step;
mod trips;
mod turn_end;
pub(super) mod view;
