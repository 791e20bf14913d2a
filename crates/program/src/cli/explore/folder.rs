//! The folder of `tsuro explore --folder`: a file for each candidate and range of blocks, so that a
//! search goes on after it was ended by anything, and several processes can share its games.
//! `tsuro.explore` in Python reads and writes the same files.

use super::super::experiment::{SAVED_EVERY, read_part, values_host};
use super::super::{Exit, complain, problem, report_write_error, usage};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tsuro_lab::GameCounter;
use tsuro_lab::compare::{Blocks, Design, Experiment, ExperimentPlan, Part, Tally};
use tsuro_lab::explore::{KeySearch, SearchRound};
use tsuro_world::files::{self, Existing, Savings};

/// How often a process looks for the games of the others.
const LOOKS_EVERY: Duration = Duration::from_millis(200);

/// The files of a round: for each plan the blocks that they have.
type FoundParts = BTreeMap<String, Vec<(Range<u64>, PathBuf)>>;

/// A folder that keeps the games of a search.
pub(super) struct RoundFolder {
    path: PathBuf,
    /// The part of each round that this process plays, counted from 1, and the number of parts.
    part: (u64, u64),
    /// Locked, so that no other process plays the same part.
    _lock: Savings,
}

/// The blocks in the name of a file, and the plan: `part-0123456789abcdef-0-500.json`.
fn named(name: &str) -> Option<(&str, Range<u64>)> {
    let words = name.strip_prefix("part-")?.strip_suffix(".json")?;
    let (plan, blocks) = words.split_once('-')?;
    let (from, to) = blocks.split_once('-')?;
    let blocks = from.parse().ok()?..to.parse().ok()?;
    (!blocks.is_empty()).then_some((plan, blocks))
}

impl RoundFolder {
    /// Opens the folder, or makes it; `search` is what tells searches apart.
    ///
    /// # Errors
    /// It is in use, or is of another search.
    pub(super) fn open(path: &Path, part: (u64, u64), search: &str) -> Result<Self, Exit> {
        files::make_folder(path).map_err(report_write_error)?;
        let name = match part {
            (1, 1) => "search.json".to_owned(),
            (part, parts) => format!("search-{part}-of-{parts}.json"),
        };
        let file = path.join(name);
        let (lock, text) = Savings::open(&file, search.as_bytes(), files::PART).map_err(usage)?;
        if let Some(text) = text.filter(|text| text != search) {
            let read = |text: &str| serde_json::from_str::<Value>(text).ok();
            let (Some(known), Some(asked)) = (read(&text), read(search)) else {
                return Err(problem(format_args!("{} is not of a search", file.display())));
            };
            let options = asked.as_object().into_iter().flatten();
            let differs: Vec<&str> = options
                .filter(|(option, value)| known.get(option) != Some(value))
                .map(|(option, _)| option.as_str())
                .collect();
            return Err(problem(format_args!(
                "{} is of another search, with other {}; repeat the command that began it, or \
                 choose another folder",
                file.display(),
                differs.join(", ")
            )));
        }
        Ok(Self { path: path.to_owned(), part, _lock: lock })
    }

    /// The sums of the plans of a round: what is in the folder, what this process plays, and what
    /// the others play, for which it waits. `None` if it was interrupted.
    ///
    /// # Errors
    /// A file that cannot be read or written.
    pub(super) fn play(
        &self,
        search: &KeySearch<'_>,
        round: &SearchRound,
        threads: usize,
        progress: &GameCounter,
    ) -> Result<Option<Vec<Tally>>, Exit> {
        let found = self.found()?;
        let mut tallies = Vec::new();
        for (at, (index, plan)) in round.plans.iter().enumerate() {
            let mut tally = load(&found, plan, &round.blocks)?;
            if at as u64 % self.part.1 == self.part.0 - 1 {
                let variants = vec![&search.variants[*index]];
                let experiment = Experiment::on_host(plan, variants, &values_host())
                    .map_err(|why| usage(format_args!("--bots: {why}")))?;
                for gap in gaps(&tally.blocks, &round.blocks) {
                    if !self.play_gap(&experiment, gap, threads, progress, &mut tally)? {
                        return Ok(None);
                    }
                }
            }
            tallies.push(tally);
        }
        let is_whole = |tally: &Tally| gaps(&tally.blocks, &round.blocks).is_empty();
        let mut has_told = false;
        while !tallies.iter().all(is_whole) {
            if progress.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if !std::mem::replace(&mut has_told, true) {
                let missing = tallies.iter().filter(|tally| !is_whole(tally)).count();
                complain(&format!(
                    "waiting for the games of {missing} candidates, which other parts play"
                ));
            }
            std::thread::sleep(LOOKS_EVERY);
            let found = self.found()?;
            for (tally, (_, plan)) in tallies.iter_mut().zip(&round.plans) {
                if !is_whole(tally) {
                    *tally = load(&found, plan, &round.blocks)?;
                }
            }
        }
        Ok(Some(tallies))
    }

    /// Plays blocks, adds them to the sums and keeps them; `false` if it was interrupted.
    fn play_gap(
        &self,
        experiment: &Experiment<'_>,
        gap: Range<u64>,
        threads: usize,
        progress: &GameCounter,
        tally: &mut Tally,
    ) -> Result<bool, Exit> {
        let (mut at, mut kept) = (gap.start, gap.start);
        let plan = experiment.plan();
        let (mut since, mut saved) = (Tally::new(plan), Instant::now());
        while at < gap.end {
            let end = gap.end.min(at + experiment.stride() * threads as u64);
            let (played, _) = experiment.play(at..end, threads, progress);
            since.merge(&played);
            at += played.blocks.count();
            let is_over = at < end || at == gap.end;
            if at > kept && (is_over || saved.elapsed() >= SAVED_EVERY) {
                let file = self.path.join(format!("part-{}-{kept}-{at}.json", Part::plan_id(plan)));
                tally.merge(&since);
                let part = Part::new(plan.clone(), Design::open(), since).write();
                files::write_whole(&file, part.as_bytes(), Existing::Replace)
                    .map_err(report_write_error)?;
                (since, saved, kept) = (Tally::new(plan), Instant::now(), at);
            }
            if at < end {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The parts in the folder.
    fn found(&self) -> Result<FoundParts, Exit> {
        let cannot = |why| usage(format_args!("{} cannot be read: {why}", self.path.display()));
        let mut found = FoundParts::new();
        for entry in std::fs::read_dir(&self.path).map_err(cannot)? {
            let entry = entry.map_err(cannot)?;
            let name = entry.file_name();
            if let Some((plan, blocks)) = name.to_str().and_then(named) {
                found.entry(plan.to_owned()).or_default().push((blocks, entry.path()));
            }
        }
        for parts in found.values_mut() {
            parts.sort_by_key(|(blocks, _)| blocks.start);
        }
        Ok(found)
    }
}

/// The sums of those blocks of a plan that are in the folder.
fn load(found: &FoundParts, plan: &ExperimentPlan, wanted: &Range<u64>) -> Result<Tally, Exit> {
    let mut tally = Tally::new(plan);
    let parts = found.get(&Part::plan_id(plan)).into_iter().flatten();
    for (blocks, file) in
        parts.filter(|(blocks, _)| wanted.start <= blocks.start && blocks.end <= wanted.end)
    {
        let part = read_part(file)?;
        let again = |why: &dyn std::fmt::Display| {
            problem(format_args!(
                "{}: {why}; delete the file to play its blocks again",
                file.display()
            ))
        };
        part.same_plan(plan).map_err(|why| again(&why))?;
        if part.tally.blocks != Blocks::range(blocks.clone()) {
            return Err(again(&"it does not have the blocks of its name"));
        }
        let mut whole = Part::new(plan.clone(), Design::open(), tally);
        whole.add(&part).map_err(|why| again(&why))?;
        tally = whole.tally;
    }
    Ok(tally)
}

/// The blocks of a range that are missing.
fn gaps(known: &Blocks, wanted: &Range<u64>) -> Vec<Range<u64>> {
    let (mut gaps, mut from) = (Vec::new(), wanted.start);
    for range in known.ranges().chain(std::iter::once(wanted.end..wanted.end)) {
        if from < range.start {
            gaps.push(from..range.start);
        }
        from = range.end;
    }
    gaps
}
