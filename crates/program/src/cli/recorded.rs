//! `tsuro measure --records`: recorded games, such as those of people, beside games of bots under
//! the same rules and with as many players.

use super::experiment::{GamesArgs, OutputArgs, write_file};
use super::one_game::record_name;
use super::{Context, Exit, complain, error, problem, report_write_error, usage};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasher as _, RandomState};
use std::path::PathBuf;
use std::sync::Arc;
use tsuro::bots::BotSpec;
use tsuro::json::Json;
use tsuro::record::{
    GameRecord, ReadError, RecordHead, RecordReader, ReplayVerdict, Replayer, is_view,
};
use tsuro::ruleset::Variant;
use tsuro_lab::compare::{
    ChoiceTimes, FeedbackSums, RecordedGames, RecordedPair, Terms, is_recorded, recorded_facts,
};
use tsuro_lab::metrics::GameFacts;
use tsuro_lab::report::{LeftOut, RecordedGroup, RecordedReport, RecordedRows};
use tsuro_lab::stats::Confidence;
use tsuro_world::files::{self, KeptGames};

/// Which records are measured.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct RecordArgs {
    /// Measure the games of these records, such as those of people, beside games of bots under the
    /// same rules; `-` is standard input
    #[arg(
        long, value_name = "FILE", num_args = 1.., value_hint = clap::ValueHint::AnyPath,
        conflicts_with_all = EXCLUDED
    )]
    records: Vec<String>,
    /// Measure the games that `tsuro play` has kept, likewise
    #[arg(long, conflicts_with_all = EXCLUDED)]
    kept: bool,
    /// Write a line for each recorded game to this file, as comma-separated values without names:
    /// rules, turns, times and what the players say
    #[arg(
        long, value_name = "FILE", value_hint = clap::ValueHint::FilePath, conflicts_with = "rules"
    )]
    export: Option<PathBuf>,
}

/// Arguments that say which games are played, where records say it, and those for parts of a run.
const EXCLUDED: [&str; 9] =
    ["rules", "players", "until", "resume", "blocks", "part", "out", "overview", "fair"];

/// Games with the same rules and number of players.
struct Group {
    variant: Arc<Variant>,
    facts: Vec<GameFacts>,
    bot_seats: u64,
    times: ChoiceTimes,
    feedback: FeedbackSums,
}

/// What was read from records.
struct RecordedInput<'a> {
    replayer: Replayer<'a>,
    /// By the hash of the rules and the number of players.
    groups: BTreeMap<(String, u8), Group>,
    left_out: LeftOut,
    rows: RecordedRows,
    /// The deals and choices that were read, hashed.
    known: HashSet<u64>,
    hasher: RandomState,
}

impl RecordArgs {
    /// Whether records are asked for.
    pub(super) fn are_given(&self) -> bool {
        self.kept || !self.records.is_empty()
    }

    /// The files.
    fn files(&self) -> Result<Vec<String>, Exit> {
        let mut files = self.records.clone();
        if self.kept {
            let kept = KeptGames::from_environment()
                .ok_or_else(|| usage("no games are kept: neither XDG_STATE_HOME nor HOME is set"))?
                .all();
            if kept.is_empty() {
                return Err(usage("no game has been kept yet"));
            }
            files.extend(kept.iter().map(|game| game.path.display().to_string()));
        }
        Ok(files)
    }
}

/// Reads the records, plays the games of bots, and reports both.
pub(super) fn run(
    records: &RecordArgs,
    games: &GamesArgs,
    output: &OutputArgs,
    context: &Context,
) -> Result<Exit, Exit> {
    output.check()?;
    if let Some(path) = &records.export {
        files::check_writable(path, output.existing()).map_err(report_write_error)?;
    }
    let (margins, families) = (output.margins()?, games.families()?);
    if families.iter().all(|family| !is_recorded(*family)) {
        return Err(usage(
            "--metrics: a record shows no luck, skill or tension; ask for other kinds of metrics",
        ));
    }
    let mut input = RecordedInput {
        replayer: Replayer::new(&context.registry),
        groups: BTreeMap::new(),
        left_out: LeftOut::default(),
        rows: RecordedRows::default(),
        known: HashSet::new(),
        hasher: RandomState::new(),
    };
    let files = records.files()?;
    for file in &files {
        input.read(file)?;
    }
    let RecordedInput { groups, left_out, rows, .. } = input;
    if groups.is_empty() {
        let left_out = left_out.in_words().unwrap_or_else(|| "They have no game.".to_owned());
        return Err(problem(format_args!("the records have no game to measure. {left_out}")));
    }
    let seed = games.seed();
    let (mut played, mut exit) = (Vec::new(), Exit::Fine);
    for ((_, players), group) in groups {
        let recorded = RecordedGames::new(&group.variant, players, &group.facts, &families);
        let bots = games.play_beside(&group.variant, players, &seed)?;
        let is_interrupted = bots.interrupted;
        let times = group.times.of_games(&group.facts);
        played.push((recorded, bots, group.bot_seats, (times, group.feedback)));
        if is_interrupted {
            complain("note: the run was stopped: groups of games that come later are left out");
            exit = Exit::Interrupted;
            break;
        }
    }
    let found = played.iter().map(|(recorded, bots, bot_seats, (times, feedback))| RecordedGroup {
        pair: RecordedPair { plan: &bots.plan, tally: &bots.tally, recorded },
        bot_seats: *bot_seats,
        times: times.as_ref(),
        feedback,
    });
    let looked = played.iter().map(|(_, bots, ..)| bots.terms.confidence);
    let confidence = looked
        .fold(Confidence::Fixed, |one, other| if one == Confidence::Fixed { other } else { one });
    let report = RecordedReport::new(found.collect(), left_out, Terms { confidence, margins });
    let written = output.write_recorded(&report, &games.recorded_command(&files, &seed));
    if let Some(path) = &records.export {
        write_file(path, &rows.csv(), output.existing())?;
    }
    written?;
    Ok(match (exit, left_out.damaged) {
        (Exit::Fine, 1..) => Exit::Problems,
        (exit, _) => exit,
    })
}

impl RecordedInput<'_> {
    /// Reads the games of a file. A game that is damaged is reported and left out.
    fn read(&mut self, file: &str) -> Result<(), Exit> {
        let name = record_name(file);
        let from = files::lines(file)
            .map_err(|why| usage(format_args!("{name} cannot be read: {why}")))?;
        let mut reader = RecordReader::new(from);
        let mut games = 0;
        loop {
            match reader.game() {
                Ok(Some(game)) => self.add(name, &game),
                Ok(None) if games == 0 => {
                    error(format_args!("{name}: the record has no game"));
                    self.left_out.damaged += 1;
                    return Ok(());
                }
                Ok(None) => return Ok(()),
                Err(ReadError::Io(why)) => {
                    return Err(usage(format_args!("{name} cannot be read: {why}")));
                }
                Err(why) => {
                    error(format_args!("{name}: {why}; the rest of the file is left out"));
                    self.left_out.damaged += 1;
                    return Ok(());
                }
            }
            games += 1;
        }
    }

    /// Adds a game to its group, or to those that are left out.
    fn add(&mut self, name: &str, game: &GameRecord) {
        if is_view(game) {
            self.left_out.views += 1;
            return;
        }
        let replayed = match self.replayer.replay(game) {
            Ok(replayed) => replayed,
            Err(why) => {
                error(format_args!("{name}: {why}"));
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
        let group = self
            .groups
            .entry((variant.hash().to_owned(), replayed.head.seats()))
            .or_insert_with(|| Group {
                variant: Arc::clone(variant),
                facts: Vec::new(),
                bot_seats: 0,
                times: ChoiceTimes::default(),
                feedback: FeedbackSums::default(),
            });
        group.times.add(&game.lines);
        group.feedback.add(&game.lines);
        let bots = players.iter().filter(|player| BotSpec::parse(player).is_ok()).count() as u64;
        group.bot_seats += bots;
        self.rows.add(variant, bots, &facts, &game.lines);
        group.facts.push(facts);
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
