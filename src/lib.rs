//! An engine for the Tsuro family of tile-path games: rule sets, the turn engine, records and bots.
//! Simulations and comparisons are in the package `tsuro-lab`, test suites in `tsuro-suite`, the
//! program in `tsuro-program`.
//!
//! A game is a [`Game`]: it owns its rules and its state, checks every choice in every build, and
//! says who decides and what that seat sees. The editions and their variants are texts, which can
//! be changed and mixed (`"seas+minimum=5"`); what no text can say is a [rule](game::Rule) written
//! in Rust. The same rules, players and seed give the same luck, whatever is chosen.
//!
//! ```toml
//! [dependencies]
//! tsuro = { path = "../tsuro", default-features = false } # the engine alone, which builds quickly
//! serde_json = "1" # to write snapshots, as in the second example
//! ```
//!
//! # A game with a bot of your own
//!
//! A bot sees an [`Observation`](game::Observation), from which no hidden tile can be reached. This
//! one tries every choice out, and takes the first that keeps its own piece on the board.
//!
//! ```
//! use tsuro::Game;
//! use tsuro::game::{Choice, Event, Observation};
//!
//! fn choose(sees: &Observation<'_>) -> Choice {
//!     let choices = sees.choices();
//!     // The piece of the seat that decides comes first among the consequences.
//!     let survives = |choice: &&Choice| match choice {
//!         Choice::Place(tile) => sees.consequences(*tile)[0].cause.is_none(),
//!         _ => true,
//!     };
//!     choices.iter().find(survives).unwrap_or(&choices[0]).clone()
//! }
//!
//! let mut game = Game::new("seas", 3, "any text")?;
//! while let Some(decision) = game.decision() {
//!     let choice = choose(&game.observe(decision.seat()));
//!     for event in game.play(&choice)? {
//!         if let Event::Eliminated { player, cause } = event {
//!             println!("player {player} is out: {}", cause.name());
//!         }
//!     }
//! }
//! let ending = game.ending().expect("no player has a decision to make");
//! println!("{:?} won: {}", ending.winners, ending.outcome.name());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The bots of this crate answer in the same place: [`Bot::choose`](bots::Bot::choose).
//!
//! # Saved in the middle, and taken back
//!
//! A [`Snapshot`] is made and restored in every phase, in the middle of an exchange too.
//! [`Game::undo`] takes choices back one by one.
//!
//! ```
//! use tsuro::game::DecisionKind;
//! use tsuro::rules::Registry;
//! use tsuro::{Game, Snapshot};
//!
//! // Played until a player may exchange tiles with the players it put out.
//! let mut game = Game::new("classic-advanced", 4, "any text")?;
//! while let Some(decision) =
//!     game.decision().filter(|decision| decision.kind() != DecisionKind::Exchange)
//! {
//!     let choice = game.observe(decision.seat()).choices()[0].clone();
//!     game.play(&choice)?;
//! }
//! assert!(game.decision().is_some());
//! let saved = serde_json::to_string(&game.snapshot())?;
//!
//! let snapshot: Snapshot = serde_json::from_str(&saved)?;
//! let mut again = Game::restore(&snapshot, &Registry::default())?;
//! assert_eq!(again.decision(), game.decision());
//! // The last choice is taken back, and made once more: luck does not change by that.
//! let last = again.undo().expect("choices were made");
//! again.play(&last)?;
//! assert_eq!(again.position(), game.position());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Game::fork`] goes on from there with other luck, [`Game::preview`] says what a placement would
//! do, and [`Game::record`] writes the game down for other programs.
//!
//! # The board as a picture
//!
//! ```
//! use tsuro::Game;
//! use tsuro::picture::board_svg;
//!
//! let game = Game::new("seas", 4, "any text")?;
//! let svg = board_svg(&game.observe(None));
//! assert!(svg.starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to go next
//!
//! | to | see |
//! |---|---|
//! | read what can be chosen, and what has happened | [`game::Choice`], [`game::Event`] |
//! | load, change and mix rule sets | [`ruleset::Variant`], [`ruleset::load`] |
//! | write a rule in Rust, with keys | [`game::Rule`], [`rules::Registry`], examples/sinkholes.rs |
//! | write a bot, or use one | [`bots::Bot`], [`bots::BotSpec`], `examples/write_a_bot.rs` |
//! | number actions and write arrays, for programs that learn | [`tensor`] |
//! | read and check records, positions and what one seat saw | [`record`] |
//! | squares, tiles and paths | [`board`] |
//!
//! # The steps that check nothing
//!
//! Statistics and searches play millions of games, each choice of which is legal by construction.
//! For them there is [`game::unchecked`]: the steps of the engine, generic over the rules. They
//! check nothing in a release build, and go on from an illegal choice with a state that no game can
//! have. Between them and [`Game`] is [`game::play`], which keeps the order of the steps and asks
//! [`Deciders`](game::Deciders) for what they decide; it trusts their answers, too.

#![warn(unreachable_pub)]

#[cfg(feature = "batch")]
pub mod batch;
pub mod board;
pub mod bots;
pub mod game;
// For the other packages of this workspace.
#[doc(hidden)]
pub mod json;
// For the programs that have to go on after a fault of the engine.
#[doc(hidden)]
pub mod panics;
pub mod picture;
pub mod record;
pub mod rules;
pub mod ruleset;
pub mod session;
pub mod tensor;

pub use session::{Game, Snapshot};

/// Compiles and runs the code examples in the README as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The examples of the page on arrays, as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/tensors.md")]
struct Tensors;

/// The examples of the page on rules, as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/rules-in-rust.md")]
struct RulesInRust;
