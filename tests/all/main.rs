//! All integration tests, in one program: they are linked once. Each module is a subject; `CONTRIBUTING.md` has a table of them.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;
mod positions;
mod slow;

mod apply;
mod architecture;
mod asking;
mod bot_allocations;
mod bot_fairness;
mod bot_legality;
mod bot_positions;
mod bot_teams;
mod calibration;
mod compare;
mod coverage;
mod dependencies;
mod examples;
mod exec_bots;
mod faults;
mod files;
mod fuzz_short;
mod golden;
mod invariants;
mod invented;
mod kernels;
mod metrics;
mod numbers;
mod output;
mod outside_rules;
mod perft;
mod pictures;
mod placement_rules;
mod play;
mod program;
mod readme;
mod records;
#[cfg(feature = "raster")]
mod render;
mod report;
mod rules_in_whole_games;
mod ruleset_builtin;
mod ruleset_files;
mod ruleset_hash;
mod ruleset_hazards;
mod ruleset_played;
mod ruleset_properties;
mod ruleset_resolve;
mod ruleset_words;
mod screen;
#[cfg(feature = "web")]
mod server;
mod session;
mod several_hazards;
mod shapes;
mod simulated_games;
mod slow_agrees;
mod slow_new_rules;
mod stops;
mod suite_files;
mod suites;
mod threads;
mod tournament;
mod verbs;
mod walkthrough;
mod worked_examples;
