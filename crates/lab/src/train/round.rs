//! Rounds of a training as texts, so that other processes can play their games. What the games
//! teach comes back as texts, too, and is learned in the order of the games: the tables are the
//! same as if one process had played them.

use super::{Lesson, Training, TrainingError, TrainingState, VERSION, play_games, rounded};
use crate::compare::{Part, PlanSide, checksum, has_checksum};
use crate::simulate::GameCounter;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;
use tsuro::bots::values::{BoardValues, ENTRIES, Judge, LAYOUT, TABLES};
use tsuro::rules::Registry;
use tsuro::ruleset::{Variant, from_json};

/// How the text of a round begins.
const BEGINNING: &str = "{\"tsuro_training\":";

/// What the games of a round depend on, but for their numbers.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingRound {
    tsuro_training: u32,
    layout: String,
    rules: PlanSide,
    players: Vec<u8>,
    seed: String,
    /// Whether a search plays.
    searches: bool,
    tables: Vec<i8>,
}

/// What some games of a round teach.
#[derive(Debug, Serialize, Deserialize)]
pub struct TrainingPart {
    /// The SHA-256 of the text of the round.
    round: String,
    games: Range<u64>,
    /// The entries of all lessons, one lesson after the other.
    entries: Vec<u16>,
    /// The bits of the error of each lesson.
    errors: Vec<u32>,
}

fn damaged(why: &(impl ToString + ?Sized)) -> TrainingError {
    TrainingError::Damaged(why.to_string())
}

impl TrainingRound {
    /// Whether a text is that of a round.
    pub fn is_one(text: &str) -> bool {
        text.starts_with(BEGINNING)
    }

    /// Plays these games of the round in `text`, and writes what they teach. `None`: `counter` has
    /// stopped it.
    ///
    /// # Errors
    /// The text is not a round of this version, or its rules cannot be read with those of
    /// `registry`.
    pub fn play(
        text: &str,
        games: Range<u64>,
        registry: &Registry,
        threads: usize,
        counter: &GameCounter,
    ) -> Result<Option<String>, TrainingError> {
        let round: Self = serde_json::from_str(text).map_err(|why| damaged(&why))?;
        if round.tsuro_training != VERSION {
            return Err(TrainingError::Foreign("version of the training"));
        }
        if round.layout != LAYOUT {
            return Err(TrainingError::Foreign("layout of its tables"));
        }
        let variant = from_json(&round.rules.rules, registry)
            .ok()
            .and_then(|resolved| Variant::new(resolved, registry).ok())
            .filter(|variant| variant.hash() == round.rules.hash)
            .ok_or(TrainingError::Foreign("rule set"))?;
        let values = BoardValues::new(round.tables).ok_or_else(|| damaged("its tables"))?;
        if round.players.is_empty() {
            return Err(damaged("it has no players"));
        }
        let training = Training {
            variant: &variant,
            players: round.players,
            seed: &round.seed,
            games: if round.searches { 0 } else { games.end },
            searched: if round.searches { games.end } else { 0 },
            threads,
        };
        let goal = training.begin()?.goal;
        let judge = Judge::Given(Arc::new(values.for_goal(goal)));
        let lessons = play_games(&training, &judge, games.clone(), counter);
        Ok(lessons.map(|lessons| TrainingPart::new(text, games, &lessons).write()))
    }
}

impl TrainingPart {
    fn new(round: &str, games: Range<u64>, lessons: &[Lesson]) -> Self {
        Self {
            round: checksum(round),
            games,
            entries: lessons.iter().flat_map(|lesson| lesson.entries).collect(),
            errors: lessons.iter().map(|lesson| lesson.error.to_bits()).collect(),
        }
    }

    fn write(&self) -> String {
        Part::with_checksum(&serde_json::to_string(self).unwrap_or_default())
    }

    /// Reads what exactly these games of the round in `round` teach.
    ///
    /// # Errors
    /// The text was altered, or has other games or those of another round.
    pub fn read(text: &str, round: &str, games: &Range<u64>) -> Result<Self, TrainingError> {
        if !has_checksum(text) {
            return Err(damaged("the checksum does not fit"));
        }
        let part: Self = serde_json::from_str(text).map_err(|why| damaged(&why))?;
        if part.round != checksum(round) {
            return Err(TrainingError::Foreign("round"));
        }
        if part.games != *games {
            return Err(damaged(&format_args!("it has the games {:?}, not {games:?}", part.games)));
        }
        let is_sound = part.entries.len() == part.errors.len() * TABLES
            && part.entries.iter().all(|&entry| usize::from(entry) < ENTRIES)
            && part.errors.iter().all(|&error| f32::from_bits(error).is_finite());
        if is_sound { Ok(part) } else { Err(damaged("its numbers")) }
    }

    /// The number of the first game.
    pub const fn first(&self) -> u64 {
        self.games.start
    }

    fn lessons(&self) -> impl Iterator<Item = Lesson> + '_ {
        let (entries, _) = self.entries.as_chunks::<TABLES>();
        entries
            .iter()
            .zip(&self.errors)
            .map(|(&entries, &error)| Lesson { entries, error: f32::from_bits(error) })
    }
}

impl Training<'_> {
    /// The text of the next round, and the numbers of its games.
    pub fn next_round(&self, progress: &TrainingState) -> (String, Range<u64>) {
        let round = TrainingRound {
            tsuro_training: VERSION,
            layout: LAYOUT.to_owned(),
            rules: PlanSide::new(self.variant),
            players: self.players.clone(),
            seed: self.seed.to_owned(),
            searches: progress.played >= self.games,
            tables: rounded(&progress.weights, progress.goal).entries().to_vec(),
        };
        (serde_json::to_string(&round).unwrap_or_default(), progress.next_games())
    }

    /// Learns from the parts of the next round, which have all of its games together. Returns
    /// whether there is more to play.
    ///
    /// # Errors
    /// Games are missing; then nothing has changed.
    pub fn learn_round(
        &self,
        progress: &mut TrainingState,
        mut parts: Vec<TrainingPart>,
    ) -> Result<bool, TrainingError> {
        if progress.played() >= self.all_games() {
            return Ok(false);
        }
        parts.sort_by_key(TrainingPart::first);
        let games = progress.next_games();
        let mut end = games.start;
        for part in &parts {
            if part.games.start != end {
                return Err(damaged(&format_args!("game {end} of the round is missing")));
            }
            end = part.games.end;
        }
        if end != games.end {
            return Err(damaged(&format_args!("game {end} of the round is missing")));
        }
        let lessons = parts.iter().flat_map(TrainingPart::lessons);
        progress.learn_round(lessons, games.end);
        Ok(progress.played() < self.all_games())
    }
}
