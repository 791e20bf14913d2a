//! Records that are read to be measured: each game once, by its rules and number of players.

use crate::compare::{
    ChoiceTimes, ExperimentPlan, FeedbackSums, RecordedGames, RecordedPair, RecordedTimes, Tally,
    recorded_facts,
};
use crate::metrics::{Family, GameFacts};
use crate::report::{LeftOut, RecordedGroup, RecordedRows};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Display;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, BufRead};
use std::sync::Arc;
use tsuro::bots::BotSpec;
use tsuro::json::Json;
use tsuro::record::{
    GameRecord, ReadError, RecordHead, RecordReader, ReplayVerdict, Replayer, is_view,
};
use tsuro::rules::Registry;
use tsuro::ruleset::Variant;

/// Games that were read, with the same rules and number of players.
#[derive(Debug)]
pub struct ReadGroup {
    /// The rules.
    pub variant: Arc<Variant>,
    /// The number of players.
    pub players: u8,
    facts: Vec<GameFacts>,
    bot_seats: u64,
    times: ChoiceTimes,
    feedback: FeedbackSums,
}

/// Games that were read, summed up.
#[derive(Debug)]
pub struct SummedGroup {
    recorded: RecordedGames,
    bot_seats: u64,
    times: Option<RecordedTimes>,
    feedback: FeedbackSums,
}

/// What was read from records.
#[derive(Debug)]
pub struct RecordedInput<'r> {
    replayer: Replayer<'r>,
    /// By the hash of the rules and the number of players.
    groups: BTreeMap<(String, u8), ReadGroup>,
    left_out: LeftOut,
    rows: RecordedRows,
    /// The deals and choices that were read, hashed.
    known: HashSet<u64>,
    hasher: RandomState,
}

impl ReadGroup {
    /// The number of games.
    pub const fn games(&self) -> usize {
        self.facts.len()
    }

    /// Sums the games up; families that records do not show are left out.
    pub fn summed(self, families: &[Family]) -> SummedGroup {
        let Self { variant, players, facts, bot_seats, times, feedback } = self;
        SummedGroup {
            recorded: RecordedGames::new(&variant, players, &facts, families),
            bot_seats,
            times: times.of_games(&facts),
            feedback,
        }
    }
}

impl SummedGroup {
    /// The games beside those that bots have played by a plan.
    pub const fn beside<'a>(
        &'a self,
        plan: &'a ExperimentPlan,
        tally: &'a Tally,
    ) -> RecordedGroup<'a> {
        RecordedGroup {
            pair: RecordedPair { plan, tally, recorded: &self.recorded },
            bot_seats: self.bot_seats,
            times: self.times.as_ref(),
            feedback: &self.feedback,
        }
    }
}

impl<'r> RecordedInput<'r> {
    /// Nothing yet; `registry` has the rules that are known.
    pub fn new(registry: &'r Registry) -> Self {
        Self {
            replayer: Replayer::new(registry),
            groups: BTreeMap::new(),
            left_out: LeftOut::default(),
            rows: RecordedRows::default(),
            known: HashSet::new(),
            hasher: RandomState::new(),
        }
    }

    /// Reads the games of a text. A game that is damaged is left out, and `complain` is told why.
    ///
    /// # Errors
    /// The text cannot be read.
    pub fn read(
        &mut self,
        from: impl BufRead,
        complain: &mut dyn FnMut(&dyn Display),
    ) -> io::Result<()> {
        let mut reader = RecordReader::new(from);
        let mut games = 0;
        loop {
            match reader.game() {
                Ok(Some(game)) => self.add(&game, complain),
                Ok(None) if games == 0 => {
                    complain(&"the record has no game");
                    self.left_out.damaged += 1;
                    return Ok(());
                }
                Ok(None) => return Ok(()),
                Err(ReadError::Io(why)) => return Err(why),
                Err(why) => {
                    complain(&format_args!("{why}; the rest of the file is left out"));
                    self.left_out.damaged += 1;
                    return Ok(());
                }
            }
            games += 1;
        }
    }

    /// Adds a game to its group, or to those that are left out.
    fn add(&mut self, game: &GameRecord, complain: &mut dyn FnMut(&dyn Display)) {
        if is_view(game) {
            self.left_out.views += 1;
            return;
        }
        let replayed = match self.replayer.replay(game) {
            Ok(replayed) => replayed,
            Err(why) => {
                complain(&why);
                self.left_out.damaged += 1;
                return;
            }
        };
        if replayed.verdict == ReplayVerdict::BrokenOff {
            self.left_out.broken_off += 1;
            return;
        }
        let RecordHead { variant, players, .. } = &replayed.head;
        // Names, times and answers are not compared: a copy without them is the same game.
        let events: Vec<_> = game.lines.iter().skip(1).map(|line| bare(line)).collect();
        if !self.known.insert(self.hasher.hash_one((variant.hash(), players.len(), events))) {
            self.left_out.twice += 1;
            return;
        }
        let Some(facts) = recorded_facts(&replayed.head, game) else {
            self.left_out.damaged += 1;
            return;
        };
        let seats = replayed.head.seats();
        let group =
            self.groups.entry((variant.hash().to_owned(), seats)).or_insert_with(|| ReadGroup {
                variant: Arc::clone(variant),
                players: seats,
                facts: Vec::new(),
                bot_seats: 0,
                times: ChoiceTimes::default(),
                feedback: FeedbackSums::default(),
            });
        group.times.add(&game.lines);
        group.feedback.add(&game.lines);
        let bots = players.iter().filter(|player| BotSpec::parse(player).is_ok()).count() as u64;
        group.bot_seats += bots;
        self.rows.add(&replayed.head, bots, &facts, &game.lines);
        group.facts.push(facts);
    }

    /// What was read: the games by the hash of their rules and the number of players, how many are
    /// left out, and a row for each that is not.
    pub fn finish(self) -> (Vec<ReadGroup>, LeftOut, RecordedRows) {
        (self.groups.into_values().collect(), self.left_out, self.rows)
    }
}

/// A line without what does not belong to the game itself: how long a choice took, and what players
/// say.
fn bare(line: &str) -> Cow<'_, str> {
    // Nearly no line is parsed for it.
    if !line.contains("\"ms\"") && !line.contains("\"feedback\"") {
        return line.into();
    }
    match serde_json::from_str(line) {
        Ok(Json::Object(mut fields)) => {
            fields.retain(|(name, _)| name != "ms" && name != "feedback");
            Json::Object(fields).to_string().into()
        }
        _ => line.into(),
    }
}
