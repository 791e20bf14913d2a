//! A game looked at afterwards: everybody's chances at each decision, what each choice cost, and
//! what was luck.
//!
//! A [`Review`] holds the decisions of a game and what searches found about them so far. Each
//! [pass](Review::pass) searches on at every decision, from the deal to the end, so the results get
//! better with each. [`Review::findings`] says what they come to, how far the first pass has come,
//! and how sure that is.
//!
//! Every choice is judged by what its player could know: hidden tiles are dealt anew for each game
//! of the search. Luck is judged with open hands: it is what the chances change by between a choice
//! and the next decision, where nobody chooses anything.

mod curve;
mod findings;
mod json;
mod share;
mod tried;

#[cfg(test)]
mod tests;

pub use curve::{CurveKind, CurveTexts, curve_svg};
pub use findings::{ChancePoint, ChoiceCost, Findings, SeatAccount, TurnAccount};
pub use json::in_order;
pub use share::{ShareEstimate, percent, signed};

use crate::advise::Advice;
use std::ops::ControlFlow;
use std::sync::Arc;
use tried::{SeatSums, TriedChoices};
use tsuro::bots::ismcts::{Search, Settings};
use tsuro::game::{Choice, DecisionPoint, Observation, Purpose, Reward, RunSeed, Seat};
use tsuro::ruleset::Variant;
use tsuro::session::GameError;
use tsuro::{Game, with_rules};
use tsuro_parallel::Jobs;

/// The seed of reviews for which nobody names another: the same game has the same review.
pub const SEED: &str = "review";
/// The number of games for each value after which a search that nobody ends has done enough.
pub const ENOUGH: u32 = 20_000;
/// The number of games that a first pass plays for each value and each choice.
pub const FIRST_PASS: u32 = 24;
/// Each pass plays twice as many games as the one before, until this many: the searches of a later
/// pass look further ahead, and one that is cut short does not cost too much.
const LARGEST_PASS: u32 = 1536;

/// A game and what searches have found about its decisions.
#[derive(Debug)]
pub struct Review {
    variant: Arc<Variant>,
    players: Vec<String>,
    points: Vec<ReviewedPoint>,
    /// Whose review it is.
    seat: Seat,
    /// The seats whose choices are this player's: all, where one person plays all pieces.
    alone: bool,
    seed: String,
    passes: u32,
    /// How many searches of the first pass are done. What they found counts at once.
    first_pass: usize,
    /// What the searches of a later pass that was ended early found. It counts when the pass is
    /// complete, so that from the first pass on findings are those of whole passes, which can be
    /// made again.
    unfinished: Vec<TaskResult>,
    games: u32,
    /// The most games of one search about the choices of a decision.
    longest: u32,
}

/// One decision, or the end, and what searches found about it.
#[derive(Debug)]
struct ReviewedPoint {
    point: DecisionPoint,
    turn: u32,
    /// The seat that decides; `None`: the game is over.
    decider: Option<Seat>,
    /// Whether there is more than one choice.
    is_free: bool,
    /// What the game is worth as far as the player knew.
    known: SeatSums,
    /// What it is worth with open hands, before the choice and after it.
    open: SeatSums,
    after: SeatSums,
    /// The choices, where they are the player's own.
    tried: TriedChoices,
}

/// One search: at which decision, and about what.
#[derive(Debug, Clone, Copy)]
struct SearchTask {
    point: usize,
    what: TaskKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TaskKind {
    Known,
    Open,
    After,
    Choices,
}

/// What a search found.
#[derive(Debug)]
enum TaskResult {
    Value(SeatSums),
    Choices(Vec<(Choice, f64, u32)>),
}

impl Review {
    /// A review of a game for `seat`, before the first pass. The same seed and passes of as many
    /// games give the same findings, on any number of threads and however often a pass was ended
    /// early.
    ///
    /// # Errors
    /// If the game cannot be played again.
    ///
    /// # Panics
    /// If there is no such seat at the table.
    pub fn new(game: &Game, seat: Seat, seed: &str) -> Result<Self, GameError> {
        assert!(seat.number() < game.seats(), "there is a seat {seat:?} at the table");
        let alone = game.observe(seat).plays_alone();
        let points = game.decision_points()?;
        let variant = Arc::clone(game.variant());
        let points = points
            .into_iter()
            .map(|point| {
                with_rules!(variant.rules(), |rules| {
                    let onlooker = point.observe(rules, None);
                    let over = onlooker.ending().is_some();
                    let decider = (!over).then(|| onlooker.decider());
                    let choices = decider
                        .map(|decider| point.observe(rules, Some(decider)).choices())
                        .unwrap_or_default();
                    let (turn, is_free) = (onlooker.turn(), choices.len() > 1);
                    let own =
                        point.chosen().filter(|_| is_free && (alone || decider == Some(seat)));
                    let tried =
                        own.map(|chosen| TriedChoices::new(choices, chosen)).unwrap_or_default();
                    ReviewedPoint {
                        turn,
                        decider,
                        is_free,
                        known: SeatSums::default(),
                        open: SeatSums::default(),
                        after: SeatSums::default(),
                        tried,
                        point,
                    }
                })
            })
            .collect();
        let seed = seed.to_owned();
        let players = game.players();
        Ok(Self {
            variant,
            players,
            points,
            seat,
            alone,
            seed,
            passes: 0,
            first_pass: 0,
            unfinished: Vec::new(),
            games: 0,
            longest: u32::MAX,
        })
    }

    /// Bounds the number of games of each search about the choices of a decision: with many
    /// choices, each is tried less often in a pass. A search that is ended early begins anew, so
    /// one that takes longer than its caller waits would never end.
    #[must_use]
    pub fn with_longest_search(mut self, games: u32) -> Self {
        self.longest = games.max(1);
        self
    }

    /// Searches on at every decision; `false`: `goes_on` has ended the pass early. The next call
    /// goes on from there.
    ///
    /// `threads` is the number of threads, `most` the largest number of games for each value and
    /// each choice. A call that continues a pass must give the same `most`. `goes_on` is asked
    /// before each search, and after each of its games with their number: a search that it ends in
    /// the middle begins anew in the next call.
    pub fn pass(
        &mut self,
        most: u32,
        threads: usize,
        goes_on: &(dyn Fn(u32) -> bool + Sync),
    ) -> bool {
        let games = (FIRST_PASS << self.passes.min(16)).min(LARGEST_PASS).min(most.max(1));
        let tasks = self.tasks();
        let is_first = self.passes == 0;
        let mut results = std::mem::take(&mut self.unfinished);
        let left = &tasks[if is_first { self.first_pass } else { results.len() }..];
        Jobs::new(left.len() as u64, threads).in_order(
            Search::default,
            |search, number| self.search(left[number as usize], games, search, goes_on),
            |result| match result {
                Some(result) => {
                    results.push(result);
                    ControlFlow::Continue(())
                }
                None => ControlFlow::Break(()),
            },
        );
        let found = if is_first { self.first_pass + results.len() } else { results.len() };
        let is_complete = found == tasks.len();
        if is_first || is_complete {
            for (task, result) in tasks[found - results.len()..].iter().zip(results) {
                self.points[task.point].add(task.what, result);
            }
        } else {
            self.unfinished = results;
        }
        if is_first {
            self.first_pass = found;
            self.games = games;
        }
        if is_complete {
            self.games += if is_first { 0 } else { games };
            self.passes += 1;
        }
        is_complete
    }

    /// The number of passes that were completed.
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// The number of games played for each value in complete passes, or in the first.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Whose review it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The number of seats.
    pub fn seats(&self) -> u8 {
        self.players.len() as u8
    }

    /// The names of the players, by seat.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// The rule set of the game.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// Calls `look` with what the seat that decided saw at a decision, by its number among
    /// [`Findings::curve`]; what an onlooker saw, where the game ended. `None`: there is no such
    /// decision.
    pub fn look<T>(&self, point: usize, look: impl FnOnce(&Observation<'_>) -> T) -> Option<T> {
        let reviewed = self.points.get(point)?;
        Some(with_rules!(self.variant.rules(), |rules| look(
            &reviewed.point.observe(rules, reviewed.decider)
        )))
    }

    /// What is known of each choice of the player at a decision, by its number among
    /// [`Findings::curve`], from the best down; empty where the player had no choice.
    pub fn tried(&self, point: usize) -> Vec<Advice> {
        self.points.get(point).map(|reviewed| reviewed.tried.advice()).unwrap_or_default()
    }

    fn tasks(&self) -> Vec<SearchTask> {
        let mut tasks = Vec::new();
        for (point, reviewed) in self.points.iter().enumerate() {
            let mut add = |what| tasks.push(SearchTask { point, what });
            add(TaskKind::Known);
            add(TaskKind::Open);
            if reviewed.is_free && reviewed.point.chosen().is_some() {
                add(TaskKind::After);
            }
            if !reviewed.tried.is_empty() {
                add(TaskKind::Choices);
            }
        }
        tasks
    }

    /// Does one search; `None`: it was ended early.
    fn search(
        &self,
        task: SearchTask,
        games: u32,
        search: &mut Search,
        goes_on: &(dyn Fn(u32) -> bool + Sync),
    ) -> Option<TaskResult> {
        if !goes_on(0) {
            return None;
        }
        let reviewed = &self.points[task.point];
        let mut settings = Settings::default();
        (settings.even, settings.reward) = (true, Reward::Win);
        let games = if reviewed.decider.is_none() { 1 } else { games };
        // Each search has a stream of its own, so that the order in which they are done is without
        // meaning.
        let seed = RunSeed::new(&format!("{} {} {}", self.seed, task.point, self.passes));
        let mut rng =
            seed.game(task.what as u64).stream(Purpose::BotPlace, self.seat.number(), 0, 0);
        with_rules!(self.variant.rules(), |rules| {
            let seat = match task.what {
                TaskKind::Known => Some(self.seat),
                TaskKind::Open | TaskKind::After => None,
                TaskKind::Choices => reviewed.decider,
            };
            let mut world = reviewed.point.imagine(rules, seat);
            if task.what == TaskKind::Choices {
                let choices = reviewed.tried.contenders();
                let wanted = games.saturating_mul(choices.len() as u32).min(self.longest);
                let mut cut = false;
                search.run(
                    &mut *world,
                    reviewed.decider?,
                    &choices,
                    &settings,
                    &mut rng,
                    |_, made| {
                        cut = made < wanted && !goes_on(made);
                        made < wanted && !cut
                    },
                );
                let found = search.estimates(&choices).into_iter();
                let found = found.map(|one| (one.choice, f64::from(one.mean), one.visits));
                return (!cut).then(|| TaskResult::Choices(found.collect()));
            }
            let first = reviewed.point.chosen().filter(|_| task.what == TaskKind::After);
            let (mut sums, mut cut) = (SeatSums::default(), false);
            search.value(&mut *world, first, &settings, &mut rng, |rewards| {
                sums.add(&rewards[..usize::from(self.seats())]);
                cut = sums.games < games && !goes_on(sums.games);
                sums.games < games && !cut
            });
            (!cut).then_some(TaskResult::Value(sums))
        })
    }
}

impl ReviewedPoint {
    fn add(&mut self, what: TaskKind, result: TaskResult) {
        match (what, result) {
            (TaskKind::Known, TaskResult::Value(sums)) => self.known.merge(&sums),
            (TaskKind::Open, TaskResult::Value(sums)) => self.open.merge(&sums),
            (TaskKind::After, TaskResult::Value(sums)) => self.after.merge(&sums),
            (_, TaskResult::Choices(found)) => self.tried.merge(&found),
            (TaskKind::Choices, TaskResult::Value(_)) => {}
        }
    }
}
