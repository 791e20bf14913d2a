//! `tsuro measure --records`: recorded games, such as those of people, beside games of bots under
//! the same rules and with as many players.

use super::experiment::{GamesArgs, OutputArgs, write_file};
use super::one_game::record_name;
use super::{Context, Exit, complain, error, problem, report_write_error, usage};
use std::path::PathBuf;
use tsuro_lab::RecordedInput;
use tsuro_lab::compare::{Terms, is_recorded};
use tsuro_lab::report::RecordedReport;
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
    let mut input = RecordedInput::new(&context.registry);
    let files = records.files()?;
    for file in &files {
        read(&mut input, file)?;
    }
    let (groups, left_out, rows) = input.finish();
    if groups.is_empty() {
        let left_out = left_out.in_words().unwrap_or_else(|| "They have no game.".to_owned());
        return Err(problem(format_args!("the records have no game to measure. {left_out}")));
    }
    let seed = games.seed();
    let (mut played, mut exit) = (Vec::new(), Exit::Fine);
    for group in groups {
        let bots = games.play_beside(&group.variant, group.players, &seed)?;
        let is_interrupted = bots.interrupted;
        played.push((group.summed(&families), bots));
        if is_interrupted {
            complain("note: the run was stopped: groups of games that come later are left out");
            exit = Exit::Interrupted;
            break;
        }
    }
    let found = played.iter().map(|(group, bots)| group.beside(&bots.plan, &bots.tally));
    let looked = played.iter().map(|(_, bots)| bots.terms.confidence);
    let confidence = looked
        .fold(Confidence::Fixed, |one, other| if one == Confidence::Fixed { other } else { one });
    let report = RecordedReport::new(found.collect(), left_out, Terms { confidence, margins });
    let written = output.write_recorded(&report, &games.recorded_command(&files, &seed));
    if let Some(path) = &records.export {
        write_file(path, &rows.table().csv(), output.existing())?;
    }
    written?;
    Ok(match (exit, left_out.damaged) {
        (Exit::Fine, 1..) => Exit::Problems,
        (exit, _) => exit,
    })
}

/// Reads the games of a file. A game that is damaged is reported and left out.
fn read(input: &mut RecordedInput<'_>, file: &str) -> Result<(), Exit> {
    let name = record_name(file);
    let unread = |why| usage(format_args!("{name} cannot be read: {why}"));
    let from = files::lines(file).map_err(unread)?;
    input.read(from, &mut |why| error(format_args!("{name}: {why}"))).map_err(unread)
}
