//! The deep check of a rule set: plays games with every number of players and reports what looks
//! wrong.
//!
//! A rule set without errors can still make a bad game: one that never ends, a seat that cannot
//! win, a rule that never comes into play. The games are the same as the games of
//! [`simulate`](mod@super::simulate) with the same seed, so that every finding can be seen again.

use super::simulate::{GameCounter, RunError};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use tsuro::bots::{BotSpec, BotTable};
use tsuro::game::{
    self, Event, Luck, Outcome, RuleSet, RunSeed, SeatSet, Sink, WatchedDeciders, deal_and_play,
};
use tsuro::record::{Coverage, CoveragePoint};
use tsuro::ruleset::{Code, Problem, RulePhase, Severity, ShownBy, Variant};
use tsuro::with_rules;
use tsuro_parallel::Jobs;

/// The rule set to check, and the games to play.
#[derive(Debug)]
#[expect(clippy::exhaustive_structs, reason = "the caller fills in every field")]
pub struct DeepCheck<'a> {
    /// The rule set.
    pub variant: &'a Variant,
    /// The rule set as it is named on a command line.
    pub named: &'a str,
    /// The seed of the run, any text.
    pub seed: &'a str,
    /// The number of games with each number of players; more are played where these are too few to
    /// tell whether every seat can win.
    pub games: u64,
    /// The number of threads, at least 1; the result does not depend on it.
    pub threads: usize,
}

/// The result of a deep check.
#[derive(Debug)]
pub struct DeepReport {
    /// Number of games played.
    pub games: u64,
    /// What looks wrong, as warnings.
    pub findings: Vec<Problem>,
    /// What came into play, and how often.
    pub coverage: Coverage,
}

/// The bots that play: random moves lead to odd positions, greedy ones make long games.
const BOTS: [&str; 2] = ["random", "greedy"];

/// One game in this many is played by the second bot.
const GREEDY: u64 = 4;

/// The least number of games for each seat.
const GAMES_A_SEAT: u64 = 24;

/// The least number of wins per seat, on average, at which a seat without a win is reported. A seat
/// with half its fair share of the wins would be reported by mistake once in twenty thousand times.
const FAIR_WINS: u64 = 20;

/// The number of turns after which no further games begin, divided among the numbers of players:
/// some seconds of play.
const TURNS: u64 = 800_000;

/// The results of the games with one number of players.
struct SeatsResult {
    players: u8,
    games: [u64; BOTS.len()],
    won: SeatSet,
    /// The number of winners, summed over all games.
    wins: u64,
    /// If games reached the turn limit: the bot and the number of the first, and how many there
    /// were.
    endless: Option<(usize, u64, u64)>,
    /// Whether a tile was placed in any game.
    has_placement: bool,
    coverage: Coverage,
    error: Option<RunError>,
}

impl DeepCheck<'_> {
    /// The number of games that will be played.
    pub fn planned(&self) -> u64 {
        self.variant
            .players()
            .iter()
            .map(|players| self.games_with(players))
            .fold(0, u64::saturating_add)
    }

    /// The number of games with this number of players.
    fn games_with(&self, players: u8) -> u64 {
        self.games.max(GAMES_A_SEAT * u64::from(players))
    }

    /// Plays the games and reports.
    ///
    /// # Errors
    /// A bot made a choice that is not allowed.
    pub fn run(&self, progress: &GameCounter) -> Result<DeepReport, RunError> {
        let counts: Vec<u8> = self.variant.players().iter().collect();
        let count = counts.len() as u64;
        let mut results: Vec<SeatsResult> = Vec::new();
        Jobs::new(count, self.threads).in_order(
            || (),
            |(), number| {
                with_rules!(self.variant.rules(), |rules| self.play_with(
                    rules,
                    counts[number as usize],
                    TURNS / count,
                    progress
                ))
            },
            |one| {
                results.push(one);
                ControlFlow::Continue(())
            },
        );
        let mut report =
            DeepReport { games: 0, findings: Vec::new(), coverage: Coverage::new(self.variant) };
        for one in &mut results {
            if let Some(error) = one.error.take() {
                return Err(error);
            }
            report.games += one.games.iter().sum::<u64>();
            report.coverage.merge(&one.coverage);
            self.judge(one, &mut report.findings);
        }
        report.findings.extend(self.never_fired(&report));
        Ok(report)
    }

    /// Plays the games with one number of players.
    fn play_with<R: RuleSet>(
        &self,
        rules: &R,
        players: u8,
        turns: u64,
        progress: &GameCounter,
    ) -> SeatsResult {
        let mut result = SeatsResult {
            players,
            games: [0; BOTS.len()],
            won: SeatSet::EMPTY,
            wins: 0,
            endless: None,
            has_placement: false,
            coverage: Coverage::new(self.variant),
            error: None,
        };
        let run = RunSeed::new(self.seed);
        let mut played = 0;
        for number in 0..self.games_with(players) {
            // The bots take turns, so that a run that stops early has seen both.
            let who = usize::from(number % GREEDY == GREEDY - 1);
            let Ok(bot) = BotSpec::parse(BOTS[who]) else { continue };
            if played > turns || progress.stop.load(Ordering::Relaxed) {
                break;
            }
            let index = result.games[who];
            result.games[who] += 1;
            let seed = run.game(index);
            let mut luck = Luck(seed);
            let mut table = BotTable::new((0..players).map(|_| bot.make()).collect(), seed)
                .stopped_by(&progress.stop);
            let mut table = WatchedDeciders::new(&mut table, &mut result.coverage);
            let mut sink = PlacementSink::default();
            let mut state = game::table(rules, players);
            let ended = deal_and_play(rules, &mut state, &mut table, &mut luck, &mut sink);
            result.has_placement |= sink.has_placement;
            played += u64::from(state.core().turn());
            progress.games.fetch_add(1, Ordering::Relaxed);
            match ended {
                Ok(ending) => {
                    result.won = result.won.or(ending.winners);
                    result.wins += u64::from(ending.winners.len());
                    if ending.outcome == Outcome::TurnLimit {
                        let (first, game, count) = result.endless.unwrap_or((who, index, 0));
                        result.endless = Some((first, game, count + 1));
                    }
                }
                Err(_) if progress.stop.load(Ordering::Relaxed) => break,
                Err(choice) => {
                    result.error =
                        Some(RunError::Bot { game: index, bot: bot.to_string(), choice });
                    break;
                }
            }
        }
        result
    }

    /// Reports what looks wrong with one number of players.
    fn judge(&self, result: &SeatsResult, findings: &mut Vec<Problem>) {
        let (players, games) = (result.players, result.games.iter().sum::<u64>());
        // A limit that the rule set sets is the end that its games have by its rules.
        let endless = result.endless.filter(|_| !self.variant.resolved().is_set("end.turn-limit"));
        if let Some((who, game, count)) = endless {
            let limit = self
                .variant
                .resolved()
                .value("end.turn-limit")
                .map_or_else(String::new, ToString::to_string);
            let message = format!(
                "{count} of {games} games with {players} players did not end within {limit} turns"
            );
            let shown = self.shown_by(players, who, Some(game), games);
            findings.push(self.warning("end.turn-limit", Code::NeverEnds, message, shown));
        }
        if games > 0 && !result.has_placement {
            let message = format!(
                "no game with {players} players begins: each was over before the first placement, \
                 in {games} of {games}"
            );
            let key = if players == self.variant.players().fewest() {
                "players.min"
            } else {
                "players.max"
            };
            findings.push(self.warning(
                key,
                Code::CannotStart,
                message,
                self.shown_by(players, 0, Some(0), games),
            ));
            return;
        }
        if result.wins < FAIR_WINS * u64::from(players) {
            return;
        }
        for seat in SeatSet::first(players).without(result.won).iter() {
            let message = format!("with {players} players, seat {seat} won none of {games} games");
            let shown = self.shown_by(players, 0, None, games);
            findings.push(self.warning("score.rule", Code::SeatNeverWins, message, shown));
        }
    }

    /// Reports the keys, and the rules as a whole, that never came into play. A rule did if
    /// anything of it did.
    fn never_fired(&self, report: &DeepReport) -> Vec<Problem> {
        let whole = |point: &CoveragePoint| {
            point
                .key
                .as_deref()
                .and_then(|key| key.split_once('.'))
                .is_none_or(|(_, key)| key == "rule")
        };
        let mut findings = Vec::new();
        if report.games == 0 {
            return findings;
        }
        for point in report.coverage.never().filter(|point| !whole(point)) {
            let Some(key) = &point.key else { continue };
            let ids =
                if point.rules.is_empty() { String::new() } else { format!(" ({})", point.rules) };
            let message = format!(
                "`{key}`: in {} games it never happened that {}{ids}",
                report.games, point.doc
            );
            findings.push(self.never_fires_warning(key, message, report));
        }
        for phase in RulePhase::ALL {
            let key = format!("{}.rule", phase.table());
            let mut points = report
                .coverage
                .points()
                .iter()
                .filter(|point| point.phase == Some(phase))
                .peekable();
            let name = self
                .variant
                .resolved()
                .value(&key)
                .and_then(serde_json::Value::as_str)
                .unwrap_or_default();
            if points.peek().is_some() && points.all(|point| point.times == 0) {
                let message =
                    format!("the rule `{name}` never came into play in {} games", report.games);
                findings.push(self.never_fires_warning(&key, message, report));
            }
        }
        findings
    }

    /// The warning about a key or rule that never came into play.
    fn never_fires_warning(&self, key: &str, message: String, report: &DeepReport) -> Problem {
        let players = self.variant.players().most();
        self.warning(key, Code::NeverFires, message, self.shown_by(players, 0, None, report.games))
    }

    /// The games that show a finding.
    fn shown_by(&self, players: u8, who: usize, game: Option<u64>, games: u64) -> ShownBy {
        ShownBy::new(self.seed, players, BOTS[who], game, games)
    }

    /// A warning with the command that shows it.
    fn warning(&self, key: &str, code: Code, message: String, shown: ShownBy) -> Problem {
        let command = format!(
            "tsuro simulate {} --players {} --bots {} --seed {}",
            self.named, shown.players, shown.bots, shown.seed
        );
        let help = match shown.game {
            Some(game) => {
                format!("seen in game {game} (from 0) of `{command} --games {}`", game + 1)
            }
            None => format!(
                "seen with seed {}; `{command} --games {}` plays such games",
                shown.seed, shown.games
            ),
        };
        let mut problem = self.variant.resolved().problem_at(key, code, message, Some(help));
        problem.severity = Severity::Warning;
        problem.shown_by = Some(shown);
        problem
    }
}

/// A sink that notes whether a tile was placed.
#[derive(Default)]
struct PlacementSink {
    has_placement: bool,
}

impl Sink for PlacementSink {
    #[inline]
    fn counts_legal(&self) -> bool {
        false
    }

    fn event(&mut self, event: &Event<'_>) {
        self.has_placement |= matches!(event, Event::Placed { .. });
    }
}
