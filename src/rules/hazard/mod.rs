//! The hazard rules: what acts by itself, before each placement or at other moments. One file or
//! folder for each rule.

mod cannon;
mod daikaiju;
mod mystic_portal;
mod none;
mod taihou;
mod tsunami;
mod uzushio;
mod wave;
mod whirlpool;

pub(super) use cannon::CANNON;
pub(super) use daikaiju::DAIKAIJU;
pub use daikaiju::{TAKEN, names};
pub(super) use mystic_portal::MYSTIC_PORTAL;
pub(super) use none::NONE;
pub(super) use taihou::TAIHOU;
pub(super) use tsunami::TSUNAMI;
pub(super) use uzushio::UZUSHIO;
pub(super) use wave::WAVE;
pub(super) use whirlpool::WHIRLPOOL;
