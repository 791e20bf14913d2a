//! Lists of what is kept.

use crate::history::{HistoryEntry, HistoryFilter, LISTED};
use crate::run;
use crate::states::{RunStanding, RunState};
use serde::{Deserialize, Serialize};
use tsuro::json::{Json, json};
use tsuro_faces::words::Language;

/// A run in a list.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RunHead {
    pub id: String,
    pub created: i64,
    pub standing: KeptStanding,
}

/// How a run stands, as it is kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct KeptStanding {
    names: Vec<String>,
    state: String,
    why: Option<String>,
    games: u64,
    planned: u64,
    seconds: f64,
    changed: i64,
}

impl From<RunStanding> for KeptStanding {
    fn from(standing: RunStanding) -> Self {
        let RunStanding { names, state, why, games, planned, seconds, changed } = standing;
        Self { names, state: state.word().to_owned(), why, games, planned, seconds, changed }
    }
}

impl From<KeptStanding> for RunStanding {
    fn from(kept: KeptStanding) -> Self {
        let KeptStanding { names, state, why, games, planned, seconds, changed } = kept;
        let state = RunState::from_word(&state).unwrap_or(RunState::Failed);
        Self { names, state, why, games, planned, seconds, changed }
    }
}

/// The heads that can be read: another version of the page may have kept others.
fn readable<T: for<'a> Deserialize<'a>>(heads: &[serde_json::Value]) -> Vec<T> {
    heads.iter().filter_map(|head| T::deserialize(head).ok()).collect()
}

/// The games that a filter finds, the one that changed last first, as a page of the history.
pub(super) fn games(
    heads: &[serde_json::Value],
    wanted: &HistoryFilter,
    language: Language,
) -> Json {
    let mut games: Vec<HistoryEntry> = readable(heads);
    games.retain(|game| finds(wanted, game));
    games.sort_by(|a, b| (b.changed, &b.id).cmp(&(a.changed, &a.id)));
    let more = games.len() > LISTED;
    let listed = games.iter().take(LISTED).map(|game| game.listed(language));
    json!({ "games": Json::List(listed.collect()), "more": more })
}

/// Whether a game is among those that are asked for.
fn finds(wanted: &HistoryFilter, game: &HistoryEntry) -> bool {
    let of_rules = wanted.rules.as_ref().is_none_or(|rules| {
        let rest = game.reference.strip_prefix(rules.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('+'))
    });
    let of_name = wanted.name.as_ref().is_none_or(|name| {
        let name = name.to_lowercase();
        let winners: Vec<usize> = game
            .winners
            .as_deref()
            .and_then(|winners| serde_json::from_str(winners).ok())
            .unwrap_or_default();
        let mut found =
            game.names.iter().enumerate().filter(|(_, own)| own.to_lowercase().contains(&name));
        found.any(|(seat, _)| !wanted.won || winners.contains(&seat))
    });
    let of_state = wanted.state.as_ref().is_none_or(|state| game.state == *state);
    let is_before = wanted
        .before
        .as_ref()
        .is_none_or(|(changed, id)| (game.changed, &game.id) < (*changed, id));
    of_rules && of_name && of_state && is_before
}

/// The runs, the one that changed last first.
pub(super) fn runs(heads: &[serde_json::Value]) -> Json {
    let mut runs: Vec<RunHead> = readable(heads);
    runs.sort_by(|a, b| (b.standing.changed, &b.id).cmp(&(a.standing.changed, &a.id)));
    let listed = runs.into_iter().take(LISTED);
    let listed = listed.map(|run| run::listed(&run.id, run.created, &run.standing.into()));
    json!({ "runs": Json::List(listed.collect()) })
}
