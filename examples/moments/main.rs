//! The whole program with rules that act at moments of their own, one file each: a second life
//! (`second_life.rs`), a bid for the next turn (`bid.rs`), a ko (`ko.rs`), bounties (`bounty.rs`),
//! secret roles (`roles.rs`), a tide that shifts the board (`tide.rs`), a lantern that is handed on
//! (`lantern.rs`), a fog (`fog.rs`), gusts of wind among the tiles (`gust.rs`), duels of pieces
//! that meet (`duel.rs`), squalls that strike when they are drawn (`squall.rs`), an auction
//! (`auction.rs`). `examples/moments.toml`, `examples/roles.toml`, `examples/fog.toml`,
//! `examples/winds.toml`, `examples/duel.toml`, `examples/squall.toml` and `examples/auction.toml`
//! use them:
//!
//! ```text
//! cargo run --release --example moments -- play examples/moments.toml
//! cargo run --release --example moments -- compare classic examples/moments.toml
//! cargo run --release --example moments -- simulate examples/roles.toml --games 1000
//! ```

mod auction;
mod bid;
mod bounty;
mod duel;
mod fog;
mod gust;
mod ko;
mod lantern;
mod roles;
mod second_life;
mod squall;
mod tide;

use std::process::ExitCode;
use tsuro::rules::Registry;

/// The rules of the crate and ours.
pub fn registry() -> Registry {
    let registry = Registry::default()
        .with(&second_life::SECOND_LIFE)
        .with(&bid::BID)
        .with(&ko::KO)
        .with(&bounty::BOUNTY);
    let registry = registry.with(&roles::ROLES).with(&tide::TIDE).with(&lantern::LANTERN);
    registry
        .with(&fog::FOG)
        .with(&gust::WINDS)
        .with(&duel::DUEL)
        .with(&squall::SQUALLS)
        .with(&auction::AUCTION)
}

fn main() -> ExitCode {
    tsuro_program::main_with(registry())
}
