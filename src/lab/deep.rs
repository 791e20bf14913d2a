//! A rule set tried out: games are played with every number of players, and what looks wrong is noted.
//!
//! What is right by the letter can still be no game: one that never ends, a seat that cannot win, a rule that never comes into play. The games
//! are those of [`simulate`](mod@super::simulate) with the same seed, so that everything that is found can be seen again.

use super::simulate::{Progress, RunError};
use crate::bots::{BotSpec, BotTable};
use crate::game::{self, Event, Luck, Outcome, RuleSet, RunSeed, SeatSet, Sink, WatchedDeciders, deal_and_play};
use crate::parallel::Jobs;
use crate::record::{Coverage, CoveragePoint};
use crate::ruleset::{Code, Problem, RulePhase, Severity, ShownBy, Variant};
use crate::with_rules;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// What to try.
#[derive(Debug)]
pub struct DeepCheck<'a> {
    /// The rules.
    pub variant: &'a Variant,
    /// How the rule set is named on a command line.
    pub named: &'a str,
    /// The run's seed, any text.
    pub seed: &'a str,
    /// How many games with each number of players; a few more where that is too few to tell whether every seat can win.
    pub games: u64,
    /// On how many threads, at least 1. The result does not depend on it.
    pub threads: usize,
}

/// What came of it.
#[derive(Debug)]
pub struct DeepReport {
    /// How many games were played.
    pub games: u64,
    /// What looks wrong, as warnings.
    pub findings: Vec<Problem>,
    /// What came into play.
    pub coverage: Coverage,
}

/// Who plays: random moves find odd corners, greedy ones make games long.
const PLAYERS: [&str; 2] = ["random", "greedy"];

/// Of so many games, one is played by the second of them.
const GREEDY: u64 = 4;

/// Games for each seat.
const GAMES_A_SEAT: u64 = 24;

/// How often each seat would have won by its fair share, below which nothing is said of one that has not: with half that share, one in
/// twenty thousand would be blamed for bad luck.
const FAIR_WINS: u64 = 20;

/// Turns after which no further games are played, shared out among the numbers of players: some seconds.
const TURNS: u64 = 800_000;

/// What came of the games with one number of players.
struct SeatsResult {
    players: u8,
    games: [u64; PLAYERS.len()],
    won: SeatSet,
    /// How many seats won, over all games.
    wins: u64,
    /// The first game that reached the turn limit: who played, its number, and how many there were.
    endless: Option<(usize, u64, u64)>,
    /// Whether any game came to a placement.
    began: bool,
    coverage: Coverage,
    error: Option<RunError>,
}

impl DeepCheck<'_> {
    /// How many games there will be.
    pub fn planned(&self) -> u64 {
        let (fewest, most) = self.variant.players();
        (fewest..=most).map(|players| self.games_with(players)).fold(0, u64::saturating_add)
    }

    fn games_with(&self, players: u8) -> u64 {
        self.games.max(GAMES_A_SEAT * u64::from(players))
    }

    /// Plays the games.
    ///
    /// # Errors
    /// What a bot did wrong.
    pub fn run(&self, progress: &Progress) -> Result<DeepReport, RunError> {
        let (fewest, most) = self.variant.players();
        let count = u64::from(most - fewest) + 1;
        let mut tried: Vec<SeatsResult> = Vec::new();
        Jobs::new(count, self.threads).in_order(
            || (),
            |(), number| with_rules!(self.variant.rules(), |rules| self.try_with(rules, fewest + number as u8, TURNS / count, progress)),
            |one| {
                tried.push(one);
                ControlFlow::Continue(())
            },
        );
        let mut report = DeepReport { games: 0, findings: Vec::new(), coverage: Coverage::new(self.variant) };
        for one in &mut tried {
            if let Some(error) = one.error.take() {
                return Err(error);
            }
            report.games += one.games.iter().sum::<u64>();
            report.coverage.merge(&one.coverage);
            self.judge(one, &mut report.findings);
        }
        report.findings.extend(self.never(&report));
        Ok(report)
    }

    fn try_with<R: RuleSet>(&self, rules: &R, players: u8, turns: u64, progress: &Progress) -> SeatsResult {
        let mut tried = SeatsResult {
            players,
            games: [0; PLAYERS.len()],
            won: SeatSet::EMPTY,
            wins: 0,
            endless: None,
            began: false,
            coverage: Coverage::new(self.variant),
            error: None,
        };
        let run = RunSeed::new(self.seed);
        let mut played = 0;
        for number in 0..self.games_with(players) {
            // By turns, so that a run that stops early has seen both.
            let who = usize::from(number % GREEDY == GREEDY - 1);
            let Ok(bot) = BotSpec::parse(PLAYERS[who]) else { continue };
            if played > turns || progress.stop.load(Ordering::Relaxed) {
                break;
            }
            let index = tried.games[who];
            tried.games[who] += 1;
            let seed = run.game(index);
            let mut luck = Luck(seed);
            let mut table = BotTable::new((0..players).map(|_| bot.make()).collect(), seed).stopped_by(&progress.stop);
            let mut table = WatchedDeciders::new(&mut table, &mut tried.coverage);
            let mut sink = PlacementSink::default();
            let mut state = game::table(rules, players);
            let ended = deal_and_play(rules, &mut state, &mut table, &mut luck, &mut sink);
            tried.began |= sink.any;
            played += u64::from(state.core().turn());
            progress.games.fetch_add(1, Ordering::Relaxed);
            match ended {
                Ok(ending) => {
                    tried.won = tried.won.or(ending.winners);
                    tried.wins += u64::from(ending.winners.len());
                    if ending.outcome == Outcome::TurnLimit {
                        let (first, game, count) = tried.endless.unwrap_or((who, index, 0));
                        tried.endless = Some((first, game, count + 1));
                    }
                }
                Err(_) if progress.stop.load(Ordering::Relaxed) => break,
                Err(choice) => {
                    tried.error = Some(RunError::Bot { game: index, bot: bot.to_string(), choice });
                    break;
                }
            }
        }
        tried
    }

    /// What looks wrong with one number of players.
    fn judge(&self, tried: &SeatsResult, findings: &mut Vec<Problem>) {
        let (players, games) = (tried.players, tried.games.iter().sum::<u64>());
        let limit = self.variant.resolved().value("end.turn-limit").map_or_else(String::new, ToString::to_string);
        if let Some((who, game, count)) = tried.endless {
            let message = format!("{count} of {games} games with {players} players did not end within {limit} turns");
            let shown = self.shown(players, who, Some(game), games);
            findings.push(self.warning("end.turn-limit", Code::NeverEnds, message, shown));
        }
        if games > 0 && !tried.began {
            let message = format!("no game with {players} players begins: each was over before the first placement, in {games} of {games}");
            let key = if players == self.variant.players().0 { "players.min" } else { "players.max" };
            findings.push(self.warning(key, Code::CannotStart, message, self.shown(players, 0, Some(0), games)));
            return;
        }
        if tried.wins < FAIR_WINS * u64::from(players) {
            return;
        }
        for seat in SeatSet::first(players).without(tried.won).iter() {
            let message = format!("with {players} players, seat {seat} won none of {games} games");
            let shown = self.shown(players, 0, None, games);
            findings.push(self.warning("score.rule", Code::SeatNeverWins, message, shown));
        }
    }

    /// The rules, and the values of keys, that never came into play. Of a rule as a whole it is enough that anything of it did.
    fn never(&self, report: &DeepReport) -> Vec<Problem> {
        let whole = |point: &CoveragePoint| point.key.as_deref().and_then(|key| key.split_once('.')).is_none_or(|(_, key)| key == "rule");
        let mut findings = Vec::new();
        if report.games == 0 {
            return findings;
        }
        for point in report.coverage.never().filter(|point| !whole(point)) {
            let Some(key) = &point.key else { continue };
            let ids = if point.rules.is_empty() { String::new() } else { format!(" ({})", point.rules) };
            let message = format!("`{key}`: in {} games it never happened that {}{ids}", report.games, point.doc);
            findings.push(self.never_fires(key, message, report));
        }
        for phase in RulePhase::ALL {
            let key = format!("{}.rule", phase.table());
            let mut points = report.coverage.points().iter().filter(|point| point.phase == Some(phase)).peekable();
            let name = self.variant.resolved().value(&key).and_then(serde_json::Value::as_str).unwrap_or_default();
            if points.peek().is_some() && points.all(|point| point.times == 0) {
                let message = format!("the rule `{name}` never came into play in {} games", report.games);
                findings.push(self.never_fires(&key, message, report));
            }
        }
        findings
    }

    fn never_fires(&self, key: &str, message: String, report: &DeepReport) -> Problem {
        let players = self.variant.players().1;
        self.warning(key, Code::NeverFires, message, self.shown(players, 0, None, report.games))
    }

    fn shown(&self, players: u8, who: usize, game: Option<u64>, games: u64) -> ShownBy {
        ShownBy { seed: self.seed.to_owned(), players, bots: PLAYERS[who].to_owned(), game, games }
    }

    fn warning(&self, key: &str, code: Code, message: String, shown: ShownBy) -> Problem {
        let command = format!("tsuro simulate {} --players {} --bots {} --seed {}", self.named, shown.players, shown.bots, shown.seed);
        let help = match shown.game {
            Some(game) => format!("seen in game {game} (from 0) of `{command} --games {}`", game + 1),
            None => format!("seen with seed {}; look for yourself with `{command} --games {}`", shown.seed, shown.games),
        };
        let mut problem = self.variant.resolved().problem_at(key, code, message, Some(help));
        problem.severity = Severity::Warning;
        problem.shown_by = Some(shown);
        problem
    }
}

/// Notes whether a tile was laid.
#[derive(Default)]
struct PlacementSink {
    any: bool,
}

impl Sink for PlacementSink {
    const LEGAL: bool = false;

    fn event(&mut self, event: &Event<'_>) {
        self.any |= matches!(event, Event::Placed { .. });
    }
}
