//! Plays one game from a row of numbers and checks everything that must hold on the way.

use super::case::GameCase;
use super::must_hold::{Broken, CheckResult, END, REPLAY, SAME, STUCK};
use super::notes::{ConformanceChance, ConformanceSink};
use super::records::{check_forged, check_record_views, check_view_follows, game_of, last_turn};
use super::step::StepCheck;
use super::taken_up::check_taken_up;
use super::watched::Watch;
use serde_json::{Map, Value};
use std::sync::Arc;
use tsuro::board::Size;
use tsuro::game::unchecked::{deal, play_by_steps};
use tsuro::game::{BROKEN_RULE, Chance as _, Luck, Outcome, Seat, State};
use tsuro::record::{Header, ReplayVerdict, Replayer};
use tsuro::rules::{Registry, Rules};
use tsuro::ruleset::Variant;
use tsuro::with_rules;

/// Something that does not hold, with the game up to that point.
#[derive(Debug)]
pub(super) struct Breach {
    pub what: &'static str,
    pub why: String,
    /// The record, line by line.
    pub lines: Vec<String>,
    /// The position before the last turn, and what happened in it.
    pub last_turn: Option<(Value, Vec<Map<String, Value>>)>,
}

impl Breach {
    fn new(
        (what, why): Broken,
        record: &str,
        last_turn: Option<(Value, Vec<Map<String, Value>>)>,
    ) -> Self {
        Self { what, why, lines: record.lines().map(str::to_owned).collect(), last_turn }
    }
}

/// The check of one game.
pub(super) struct ConformanceTrial<'a> {
    variant: &'a Arc<Variant>,
    registry: &'a Registry,
    case: &'a GameCase,
    turns: u32,
}

impl<'a> ConformanceTrial<'a> {
    pub(super) fn new(
        variant: &'a Arc<Variant>,
        registry: &'a Registry,
        case: &'a GameCase,
        turns: u32,
    ) -> Self {
        Self { variant, registry, case, turns }
    }

    /// Plays the game with all checks; the answer is its number of turns.
    pub(super) fn play(&self) -> Result<u64, Box<Breach>> {
        with_rules!(self.variant.rules(), |rules| {
            let watch = Arc::new(Watch::default());
            let (record, turns) = self.once(&watch.over(self.variant, rules), Some(&watch))?;
            let (again, _) = self.once(rules, None)?;
            self.check_record(&record, &again, turns, rules.basics.open())
                .map_err(|broken| Box::new(Breach::new(broken, &record, None)))?;
            Ok(u64::from(turns))
        })
    }

    /// Plays the game with the checks of each step; the answer is its record, and its number of
    /// turns.
    fn once<Z: Size>(
        &self,
        rules: &Rules<Z>,
        watch: Option<&Watch>,
    ) -> Result<(String, u32), Box<Breach>> {
        let (variant, case) = (&**self.variant, self.case);
        let mut luck = ConformanceChance::new(Luck(case.game_seed()), variant.chance(), None);
        let first =
            if rules.basics.first_at_random() { luck.first(case.players) } else { Seat::new(0) };
        let mut sink = ConformanceSink::new(variant, watch);
        let names = vec!["conformance".to_owned(); case.players.into()];
        let header = Header::new(variant, &names, first, &case.seed, u64::from(case.index));
        sink.recorder.begin(&header);
        let mut state = deal(rules, case.players, &mut luck, &mut sink);
        let mut steps = StepCheck::new(variant, case, rules, watch, self.turns, &luck);
        let played = play_by_steps(rules, &mut state, &mut luck, &mut sink, |state, luck, sink| {
            steps.next(state, luck, sink)
        });
        let checked = played.and_then(|()| self.check_ending(rules, &state, sink.broken));
        let turns = state.core().turn();
        let record = sink
            .recorder
            .finish()
            .ok()
            .and_then(|bytes| String::from_utf8(bytes).ok())
            .unwrap_or_default();
        match checked {
            Ok(()) => Ok((record, turns)),
            Err((what, why)) => {
                let why = if turns == 0 { why } else { format!("in turn {turns}, {why}") };
                let last_turn = last_turn(steps.before, &record);
                Err(Box::new(Breach::new((what, why), &record, last_turn)))
            }
        }
    }

    /// Checks that a game that is over has ended by its rules; `broken`: what a rule has done by
    /// which the game was broken off.
    fn check_ending<Z: Size>(
        &self,
        rules: &Rules<Z>,
        state: &State<Rules<Z>>,
        broken: Option<String>,
    ) -> CheckResult {
        let Some(ending) = state.core().ending() else { return Ok(()) };
        let limit = rules.basics.turn_limit();
        match ending.outcome {
            outcome if outcome == Outcome::Rule(&BROKEN_RULE) => {
                Err((STUCK, broken.unwrap_or_default()))
            }
            Outcome::TurnLimit if limit >= self.turns => {
                Err((END, format!("only the turn limit of {limit} ends it")))
            }
            _ => Ok(()),
        }
    }

    /// Checks the record of a whole game: it is the same when it is played `again`, it replays, it
    /// cannot be forged, and views of it leak nothing.
    fn check_record(&self, record: &str, again: &str, turns: u32, open: bool) -> CheckResult {
        if again != record {
            let line = record
                .lines()
                .zip(again.lines())
                .position(|(one, other)| one != other)
                .unwrap_or_default();
            let why = format!("line {} differs when the game is played again", line + 1);
            return Err((SAME, why));
        }
        let refuse = |why: String| -> Broken { (REPLAY, why) };
        let game = game_of(record).ok_or_else(|| refuse("the record cannot be read".to_owned()))?;
        let mut replayer = Replayer::new(self.registry);
        let (replayed, memory) = replayer
            .replay_remembering(&game, &mut |_| {})
            .map_err(|mismatch| refuse(mismatch.to_string()))?;
        if replayed.verdict == ReplayVerdict::BrokenOff {
            return Err(refuse("the record breaks off".to_owned()));
        }
        check_forged(&game, &mut replayer)?;
        let players = self.case.players;
        check_record_views(&game, &memory, players, open)?;
        let seat = Seat::new((turns % u32::from(players)) as u8);
        check_view_follows(&game, &memory, seat, &mut replayer)?;
        check_taken_up(self.variant, self.case, &mut replayer)
    }
}
