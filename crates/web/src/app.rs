//! What all requests share.

use super::address::Proxy;
use super::carry::Carried;
use super::flight::Flight;
use super::guard::{Connections, Names, Rate};
use super::hall::Hall;
use super::lab::Lab;
use super::ratings::KeptRatings;
use axum::extract::State;
use std::sync::Arc;
use std::time::Duration;
use tsuro_pages::how_to_play::HowToPlay;
use tsuro_pages::lessons::Courses;
use tsuro_pages::table::TimeLimit;

/// What a server has, and counts.
pub(super) struct App {
    pub hall: Arc<Hall>,
    pub lab: Arc<Lab>,
    /// The lessons.
    pub courses: Courses,
    /// How each edition is played.
    pub how_to_play: HowToPlay,
    pub names: Names,
    /// Another server in front of this one.
    pub proxy: Proxy,
    /// The longest that a request may take, its body included.
    pub longest_request: Duration,
    /// Requests and answers in memory.
    pub flight: Flight,
    /// Requests of each address, but for the files of pages.
    pub requests: Rate,
    /// Files of pages that each address asks for.
    pub files: Rate,
    /// Games that each address opens.
    pub openings: Rate,
    /// Words of tables that each address tries.
    pub words: Rate,
    /// Whether the tables that wait for players are shown to everybody.
    pub lobby: bool,
    /// The ratings of people; `None`: nobody is rated.
    pub ratings: Option<Arc<KeptRatings>>,
    /// The time for decisions that pages propose.
    pub usual_clock: Option<TimeLimit>,
    /// Games on their way to other devices.
    pub carried: Carried,
    /// Runs of the laboratory that each address begins.
    pub runs: Rate,
    /// Moving pictures that each address asks for.
    pub films: Rate,
    /// Requests of each address that play test suites.
    pub tests: Rate,
    /// Live connections of each address.
    pub connections: Arc<Connections>,
    /// The addresses by which others in the network reach the server.
    pub others: Vec<String>,
}

/// How handlers are given it.
pub(super) type AppState = State<Arc<App>>;
