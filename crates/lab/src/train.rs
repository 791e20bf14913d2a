//! [`Training`]: games of the bot `learned` against itself, from which its tables are made.
//!
//! Games are played in rounds. In a round all seats judge by the same tables, and afterwards every
//! board on the way of its games moves the tables towards how the game ended (logistic regression
//! on the softmax of the pieces, or on each piece where nobody plays against another, with the steps
//! of Adagrad). So the tables are the same with any number of threads. They end as the mean over the
//! second half of the games, which evens out what the last games happened to be like.
//!
//! Then a search plays, which judges by the tables, and from its games they learn in the same way,
//! with larger steps again: how games between stronger players end tells more of a board.

mod measured;
mod round;

pub use round::{TrainingPart, TrainingRound};

use super::simulate::GameCounter;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tsuro::bots::ismcts::{Budget, Settings};
use tsuro::bots::values::{
    BoardValues, ENTRIES, Goal, Judge, JudgedPiece, LAYOUT, NO_ENTRY, TABLES, WIN,
};
use tsuro::bots::{Bot, Ismcts, Learned};
use tsuro::game::{
    Choice, Deciders, Features, GameSeed, Luck, Purpose, RuleSet, RunSeed, SeatSet, View,
    deal_and_play, decision_stream, table,
};
use tsuro::ruleset::Variant;
use tsuro::with_rules;
use tsuro_parallel::Jobs;

/// The version of the training. It changes whenever the same games would teach something else.
const VERSION: u32 = 5;

/// The games of a round: enough that threads seldom wait, and few beside all games.
pub(crate) const ROUND: u64 = 128;

/// The first step of an entry, in units of worth; later ones are smaller, the more it was moved.
const STEP: f32 = 15.0;

/// How the seats choose: a placement with half the share of another is 2 to this power times less
/// likely, so that boards of all kinds come up.
const SHARP: u8 = 6;

/// The sum of the squares of the errors of an entry before the games of the search, which makes its
/// first steps a tenth of [`STEP`] for each unit of error.
const SEARCHED_SQUARES: f32 = 100.0;

/// Of how many rounds it is learned whether the pieces live through them, where all is won or lost.
/// Such games are seldom won, and who plays them has to learn to live before that.
const LIVED_ROUNDS: u32 = 6;

/// What it is worth to have lived through all of them, where 1 is to win.
const LIVED_WORTH: f32 = 0.9;

/// The iterations of the search.
const ITERATIONS: u32 = 30;

/// The search begins to choose after a random number of turns, fewer than this part of the squares,
/// by when most games go on. Those before are played as in the other games, so that it meets boards
/// of all kinds.
const LATEST: [u16; 2] = [2, 3];

/// The number of games of the bot, unless another is asked for.
const USUAL: u64 = 400_000;
/// The same where a rule is a script, whose games take a hundred times as long.
const USUAL_SCRIPTED: u64 = 100_000;

/// The number of games that measure the result with each number of players.
const MEASURED: u64 = 4000;
/// The same where a rule is a script.
const MEASURED_SCRIPTED: u64 = 400;

/// The most players to train with, unless more are asked for.
const USUAL_MOST: u8 = 8;

/// Why there can be no training, or it cannot go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TrainingError {
    /// The rule set is not for this number of players.
    #[error("{rules} is for {range} players, not {players}")]
    Players {
        /// The name of the rule set.
        rules: String,
        /// The numbers that it allows, in words.
        range: String,
        /// The one that was asked for.
        players: u8,
    },
    /// Tables have one goal, and with some of the numbers of players there is another one.
    #[error(
        "with {players} player{} the goal of {rules} is another one than with {most}; train each \
         by itself",
        if *players == 1 { "" } else { "s" }
    )]
    Goals {
        /// The name of the rule set.
        rules: String,
        /// A number of players.
        players: u8,
        /// The largest number, with another goal.
        most: u8,
    },
    /// What was kept of a training belongs to another one.
    #[error("what is kept there belongs to a training with another {0}")]
    Foreign(&'static str),
    /// What was kept of a training cannot be read.
    #[error("it is no training that was kept: {0}")]
    Damaged(String),
}

/// What tables are trained on.
#[derive(Debug, Clone)]
pub struct Training<'a> {
    /// The rule set.
    pub variant: &'a Variant,
    /// The numbers of players, which take turns; at least one.
    pub players: Vec<u8>,
    /// The seed of the games, any text.
    pub seed: &'a str,
    /// The number of games of the bot `learned`.
    pub games: u64,
    /// The number of games of the search, which come after them.
    pub searched: u64,
    /// The number of threads, at least 1. The result does not depend on it.
    pub threads: usize,
}

/// How far a training is. It can be kept as text and taken up again.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingState {
    version: u32,
    layout: String,
    goal: Goal,
    rules_hash: String,
    players: Vec<u8>,
    seed: String,
    games: u64,
    searched: u64,
    played: u64,
    averaged: u32,
    weights: Vec<f32>,
    squares: Vec<f32>,
    means: Vec<f32>,
}

/// How a board ended for one piece: which entries judged it, and what its share was too small by.
struct Lesson {
    entries: [u16; TABLES],
    error: f32,
}

/// The goal of a rule set with this many players.
fn goal_with(variant: &Variant, players: u8) -> Goal {
    with_rules!(variant.rules(), |rules| {
        Goal::of(&View::new(rules, &table(rules, players)).observation(None))
    })
}

impl Training<'_> {
    /// The number of games of the bot, unless another is asked for.
    pub fn usual_games(variant: &Variant) -> u64 {
        if variant.resolved().is_scripted() { USUAL_SCRIPTED } else { USUAL }
    }

    /// The number of games of a search after this many others, unless another is asked for.
    pub const fn usual_searched(games: u64) -> u64 {
        games / 20
    }

    /// The numbers of players to train with, unless others are asked for: all from 2 to 8 that the
    /// rules allow and with which the goal is that of the largest.
    pub fn usual_players(variant: &Variant) -> Vec<u8> {
        let counts = variant.players();
        let within = counts.iter().filter(|count| (2..=USUAL_MOST).contains(count));
        let most = within.max().unwrap_or_else(|| counts.nearest(USUAL_MOST));
        let is_usual = |&players: &u8| {
            (2..most).contains(&players) && goal_with(variant, players) == goal_with(variant, most)
        };
        counts.iter().filter(is_usual).chain([most]).collect()
    }

    /// The beginning.
    ///
    /// # Errors
    /// The rule set is for other numbers of players, or has different goals with these.
    pub fn begin(&self) -> Result<TrainingState, TrainingError> {
        let rules = self.variant.name().to_owned();
        let allowed = self.variant.players();
        if let Some(&players) =
            self.players.iter().find(|&&players| allowed.iter().all(|count| count != players))
        {
            return Err(TrainingError::Players {
                rules,
                range: allowed.in_words("to", "or"),
                players,
            });
        }
        let most = self.players.iter().copied().max().unwrap_or_default();
        let goal = goal_with(self.variant, most);
        let is_other = |&&players: &&u8| goal_with(self.variant, players) != goal;
        if let Some(&players) = self.players.iter().find(is_other) {
            return Err(TrainingError::Goals { rules, players, most });
        }
        Ok(TrainingState {
            version: VERSION,
            layout: LAYOUT.to_owned(),
            goal,
            rules_hash: self.variant.hash().to_owned(),
            players: self.players.clone(),
            seed: self.seed.to_owned(),
            games: self.games,
            searched: self.searched,
            played: 0,
            averaged: 0,
            weights: vec![0.0; ENTRIES],
            squares: vec![1e-3; ENTRIES],
            means: vec![0.0; ENTRIES],
        })
    }

    /// Takes up what was kept as text.
    ///
    /// # Errors
    /// It cannot be read, or is of a training with other settings.
    pub fn resume(&self, text: &str) -> Result<TrainingState, TrainingError> {
        let kept: TrainingState =
            serde_json::from_str(text).map_err(|why| TrainingError::Damaged(why.to_string()))?;
        let begin = self.begin()?;
        let lengths = [&kept.weights, &kept.squares, &kept.means];
        if lengths.iter().any(|list| list.len() != ENTRIES) {
            return Err(TrainingError::Foreign("layout of its tables"));
        }
        for (what, is_same) in [
            ("version of the training", kept.version == VERSION),
            ("layout of its tables", kept.layout == begin.layout),
            ("goal", kept.goal == begin.goal),
            ("rule set", kept.rules_hash == begin.rules_hash),
            ("list of players", kept.players == begin.players),
            ("seed", kept.seed == begin.seed),
            ("number of games", kept.games == begin.games && kept.played <= self.all_games()),
            ("number of games of the search", kept.searched == begin.searched),
        ] {
            if !is_same {
                return Err(TrainingError::Foreign(what));
            }
        }
        Ok(kept)
    }

    /// A finished training of half as many games (whole rounds) as the beginning of this one. It
    /// goes on to the tables that this one would come to from its own beginning.
    pub(crate) fn extend(&self, half: &mut TrainingState) {
        // The mean is over the second half of the games, none of which have been played.
        (half.games, half.averaged) = (self.games, 0);
    }

    /// Plays the games of the next round and learns from them; `counter` is told of them. A round
    /// that it stops counts for nothing. Returns whether there is more to play.
    pub fn round(&self, progress: &mut TrainingState, counter: &GameCounter) -> bool {
        if progress.played >= self.all_games() {
            return false;
        }
        let games = progress.next_games();
        let judge = Judge::Given(Arc::new(rounded(&progress.weights, progress.goal)));
        if let Some(lessons) = play_games(self, &judge, games.clone(), counter) {
            progress.learn_round(lessons.into_iter(), games.end);
            counter.games.fetch_add(games.end - games.start, Ordering::Relaxed);
        }
        progress.played < self.all_games()
    }

    /// The number of games of both kinds.
    pub const fn all_games(&self) -> u64 {
        self.games.saturating_add(self.searched)
    }
}

impl TrainingState {
    /// The number of games so far.
    pub const fn played(&self) -> u64 {
        self.played
    }

    /// As text, from which [`Training::resume`] goes on.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Learns from a round, whose lessons are in the order of its games and end before game `end`.
    fn learn_round(&mut self, lessons: impl Iterator<Item = Lesson>, end: u64) {
        for lesson in lessons {
            self.learn(&lesson);
        }
        self.played = end;
        self.average();
        if end == self.games && self.searched > 0 {
            let values = self.values();
            self.weights = values.entries().iter().map(|&entry| entry.into()).collect();
            self.squares.fill(SEARCHED_SQUARES);
            self.averaged = 0;
        }
    }

    /// The numbers of the games of the next round, which are all of one kind.
    fn next_games(&self) -> Range<u64> {
        self.played..self.games_like(self.played).end.min(self.played + ROUND)
    }

    /// The numbers of all games of the same kind as this one.
    const fn games_like(&self, game: u64) -> Range<u64> {
        if game < self.games {
            0..self.games
        } else {
            self.games..self.games.saturating_add(self.searched)
        }
    }

    fn learn(&mut self, lesson: &Lesson) {
        for entry in lesson.entries.into_iter().filter(|&entry| entry != NO_ENTRY) {
            let entry = usize::from(entry);
            self.squares[entry] += lesson.error * lesson.error;
            self.weights[entry] += STEP * lesson.error / self.squares[entry].sqrt();
        }
    }

    /// Adds the tables to the mean, in the second half of the games of a kind.
    fn average(&mut self) {
        let Range { start, end } = self.games_like(self.played - 1);
        if self.played - start > (end - start) / 2 {
            self.averaged += 1;
            for (mean, weight) in self.means.iter_mut().zip(&self.weights) {
                *mean += (weight - *mean) / self.averaged as f32;
            }
        }
    }

    /// The tables that it has come to.
    pub(crate) fn values(&self) -> BoardValues {
        rounded(if self.averaged > 0 { &self.means } else { &self.weights }, self.goal)
    }
}

/// The tables with whole entries.
fn rounded(weights: &[f32], goal: Goal) -> BoardValues {
    let entry = |weight: &f32| weight.round().clamp(-127.0, 127.0) as i8;
    let values = BoardValues::new(weights.iter().map(entry).collect::<Box<[i8]>>());
    values.unwrap_or_default().for_goal(goal)
}

/// The seats of one game, which judge by the same tables and note all boards.
struct Pupils<'a> {
    judge: &'a Judge,
    bot: Learned,
    /// What chooses from this turn on.
    search: Option<(Ismcts, u32)>,
    seed: GameSeed,
    /// The boards, each with its turn and its pieces.
    judged: Vec<(u32, Vec<JudgedPiece>)>,
}

impl<R: RuleSet> Deciders<R> for Pupils<'_> {
    type Stop = Infallible;

    fn decide(&mut self, view: View<'_, R>) -> Result<Choice, Infallible> {
        let core = view.core();
        let see = view.observation(Some(core.decider()));
        let mut luck = decision_stream(self.seed, core);
        let bot: &mut dyn Bot = match &mut self.search {
            Some((search, begin)) if core.turn() >= *begin => search,
            // The bot would play games out for each answer, which can take a hundred times as long
            // as the rest of the game.
            _ if see.question().is_some() => return Ok(Choice::Rule(see.sample_answer(&mut luck))),
            _ => &mut self.bot,
        };
        let choice = bot.choose(&see, &mut luck);
        let Some(choice) = choice else { unreachable!("the seat has to decide") };
        if let (Choice::Place(tile), Judge::Given(values)) = (&choice, self.judge) {
            // With all hands, as a search judges a game that it has dealt; and after the placement,
            // as the bot judges it.
            let mut note = |features: &Features| {
                self.judged.push((core.turn(), values.judge(features).into_iter().collect()));
            };
            note(&view.features());
            if see.scores().is_none() || values.goal() == Goal::Together {
                see.features_after(&[*tile], |_, after| note(after));
            }
        }
        Ok(choice)
    }
}

/// Plays the games with these numbers, all seats judging by the same tables. Returns what they
/// teach, in their order; `None`: `counter` has stopped them.
fn play_games(
    training: &Training<'_>,
    judge: &Judge,
    games: Range<u64>,
    counter: &GameCounter,
) -> Option<Vec<Lesson>> {
    let run = RunSeed::new(training.seed);
    let (mut taught, mut played, count) = (Vec::new(), 0, games.end - games.start);
    Jobs::new(count, training.threads).stopped_by(&counter.stop).in_order(
        || (),
        |(), number| {
            let number = games.start + number;
            let players = training.players[(number % training.players.len() as u64) as usize];
            with_rules!(training.variant.rules(), |rules| {
                let searches = number >= training.games;
                play(rules, players, judge, searches, run.game(number))
            })
        },
        |lessons| {
            taught.extend(lessons);
            played += 1;
            ControlFlow::Continue(())
        },
    );
    (played == count).then_some(taught)
}

/// Plays a game, in which a search plays if `searches`. Returns what it teaches about every board on
/// its way.
fn play<R: RuleSet>(
    rules: &R,
    players: u8,
    judge: &Judge,
    searches: bool,
    seed: GameSeed,
) -> Vec<Lesson> {
    let bot = Learned::new(judge.clone()).sharp(SHARP);
    let search = searches.then(|| {
        let search = Ismcts::new(Budget::Iterations(ITERATIONS), Settings::default());
        let most = rules.basics().grid().area() * LATEST[0] / LATEST[1];
        let begin = seed.stream(Purpose::BotPlace, 0, u32::MAX, 0).below(u32::from(most.max(1)));
        (search.judging_by(judge.clone()), begin)
    });
    let mut state = table(rules, players);
    let see = View::new(rules, &state).observation(None);
    let all = SeatSet::first(players);
    let goal = judge.goal();
    let sides: Vec<SeatSet> = all.iter().map(|seat| all.without(see.opponents(seat))).collect();
    let mut pupils = Pupils { judge, bot, search, seed, judged: Vec::new() };
    let played = deal_and_play(rules, &mut state, &mut pupils, &mut Luck(seed), &mut ());
    let ending = played.unwrap_or_else(|never| match never {});
    let horizon = (LIVED_ROUNDS * u32::from(players)) as f32;
    let last = state.core().turn();
    let lived = |turn: u32| (last.saturating_sub(turn) as f32 / horizon).min(1.0);
    let boards = pupils.judged.iter();
    boards
        .flat_map(|(turn, board)| lessons(board, goal, &sides, ending.winners, lived(*turn)))
        .collect()
}

/// What a board teaches whose game `winners` have won: a side should have its share of the win,
/// and its pieces parts of that as they have been judged. Where nobody plays against another, it
/// teaches whether each piece was kept, or, where all is won or lost, whether it was won; if not,
/// how much of the next [`LIVED_ROUNDS`] there was, which is `lived`, 0–1.
fn lessons(
    board: &[JudgedPiece],
    goal: Goal,
    sides: &[SeatSet],
    winners: SeatSet,
    lived: f32,
) -> Vec<Lesson> {
    let all_or_nothing = goal == Goal::Together || sides.len() == 1;
    let lesson = |piece: &JudgedPiece| {
        let side = sides[piece.seat.index()];
        let judged = board.iter().filter(|other| side.contains(other.seat));
        let (count, judged) =
            judged.fold((0, 0), |(count, sum), other| (count + 1, sum + other.share));
        let won = f32::from(side.and(winners).len()) / f32::from(winners.len().max(1));
        let part = if judged > 0 { piece.share as f32 / judged as f32 } else { 1.0 / count as f32 };
        let target = match goal {
            _ if all_or_nothing && winners.is_empty() => LIVED_WORTH * lived,
            _ if all_or_nothing => 1.0,
            Goal::Pieces => f32::from(u8::from(winners.contains(piece.seat))),
            _ => won * part,
        };
        Lesson { entries: piece.entries, error: target - piece.share as f32 / WIN as f32 }
    };
    board.iter().map(lesson).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::game::Seat;
    use tsuro::rules::Registry;
    use tsuro::ruleset::BuiltIns;

    fn variant(name: &str) -> Variant {
        Variant::load(name, &BuiltIns, &Registry::default()).unwrap()
    }

    fn training(variant: &Variant, threads: usize) -> Training<'_> {
        Training { variant, players: vec![2, 3], seed: "test", games: 270, searched: 140, threads }
    }

    #[test]
    fn tables_are_the_same_on_any_number_of_threads_and_after_an_interruption() {
        let classic = variant("classic");
        let mut texts = Vec::new();
        for (threads, kept_after) in [(1, None), (2, Some(2)), (3, Some(3)), (2, Some(4))] {
            let training = training(&classic, threads);
            let counter = GameCounter::default();
            let mut progress = training.begin().unwrap();
            let mut rounds = 0;
            while training.round(&mut progress, &counter) {
                rounds += 1;
                if kept_after == Some(rounds) {
                    progress = training.resume(&progress.to_text()).unwrap();
                }
            }
            // Three rounds and two: none has games of both kinds. The last one is not counted.
            assert_eq!((rounds, progress.played()), (3 + 2 - 1, 270 + 140));
            texts.push(progress.to_text());
        }
        assert!(texts.iter().all(|text| *text == texts[0]));
    }

    #[test]
    fn the_search_begins_with_what_was_learned_before() {
        let classic = variant("classic");
        let whole = Training { games: 256, searched: 256, ..training(&classic, 2) };
        let half = Training { searched: 0, ..whole.clone() };
        let counter = GameCounter::default();
        let (mut before, mut progress) = (half.begin().unwrap(), whole.begin().unwrap());
        while half.round(&mut before, &counter) {}
        for _ in 0..2 {
            assert!(whole.round(&mut progress, &counter));
        }
        assert_eq!(progress.values().entries(), before.values().entries());
        while whole.round(&mut progress, &counter) {}
        // They go on from there, and do not begin anew.
        let [old, new] = [&before, &progress].map(TrainingState::values);
        let pairs = || old.entries().iter().zip(new.entries());
        let moved = pairs().filter(|(old, new)| old != new).count();
        let strong: Vec<bool> = pairs()
            .filter(|(old, _)| old.unsigned_abs() > 20)
            .map(|(old, new)| old.signum() == new.signum())
            .collect();
        let same = strong.iter().filter(|&&is_same| is_same).count();
        assert!(moved > 200 && strong.len() > 100, "{moved} moved, {} strong", strong.len());
        assert!(same * 10 > strong.len() * 8, "{same} of {}", strong.len());
        let trained = whole.end(&progress, &counter);
        assert_eq!((trained.games, trained.searched), (256, 256));
    }

    #[test]
    fn all_games_are_counted_and_those_of_scripts_are_fewer() {
        // Each seat is measured as often as the others; in solo one bot and then the other.
        for (name, players, usual, measured) in
            [("classic", 2, 400_000, 4000), ("ko", 3, 100_000, 399), ("solo+ko", 2, 100_000, 800)]
        {
            let variant = variant(name);
            assert_eq!(Training::usual_games(&variant), usual, "{name}");
            let players = vec![players];
            let training = Training { players, games: 3, searched: 1, ..training(&variant, 2) };
            let counter = GameCounter::default();
            let mut progress = training.begin().unwrap();
            assert_eq!(training.counted_games(&progress), 4 + measured, "{name}");
            while training.round(&mut progress, &counter) {}
            // What is stopped measures nothing.
            let stopped = GameCounter::default();
            stopped.stop.store(true, Ordering::Relaxed);
            assert!(training.end(&progress, &stopped).figures.is_empty(), "{name}");
            assert_eq!(stopped.games.load(Ordering::Relaxed), 0, "{name}");
            assert_eq!(training.end(&progress, &counter).figures.len(), 1, "{name}");
            assert_eq!(counter.games.load(Ordering::Relaxed), 4 + measured, "{name}");
        }
    }

    #[test]
    fn a_training_that_has_ended_does_not_change_any_more() {
        let classic = variant("classic");
        let training = Training { games: 128, searched: 0, ..training(&classic, 2) };
        let mut progress = training.begin().unwrap();
        while training.round(&mut progress, &GameCounter::default()) {}
        let text = progress.to_text();
        let mut kept = training.resume(&text).unwrap();
        assert!(training.next_round(&kept).1.is_empty());
        assert_eq!(training.learn_round(&mut kept, Vec::new()), Ok(false));
        assert_eq!(kept.to_text(), text);
    }

    #[test]
    fn a_training_that_was_extended_ends_as_one_of_as_many_games() {
        let classic = variant("classic");
        let usual = training(&classic, 2);
        let counter = GameCounter::default();
        let of = |games: u64| Training { games, searched: 0, ..usual.clone() };
        let mut extended = of(ROUND).begin().unwrap();
        for games in [ROUND, 2 * ROUND, 4 * ROUND] {
            of(games).extend(&mut extended);
            while of(games).round(&mut extended, &counter) {}
            let mut whole = of(games).begin().unwrap();
            while of(games).round(&mut whole, &counter) {}
            assert_eq!(extended.values().entries(), whole.values().entries(), "{games}");
        }
        assert_eq!(counter.games.into_inner(), (4 + 1 + 2 + 4) * ROUND);
    }

    #[test]
    fn rounds_that_others_play_in_parts_teach_the_same() {
        let classic = variant("classic");
        let training = training(&classic, 1);
        let counter = GameCounter::default();
        let registry = Registry::default();
        let (mut own, mut others) = (training.begin().unwrap(), training.begin().unwrap());
        loop {
            let (round, games) = training.next_round(&others);
            assert!(TrainingRound::is_one(&round));
            let middle = games.start + (games.end - games.start) / 3;
            // The last part comes first.
            let parts = [middle..games.end, games.start..middle].map(|part| {
                let text = TrainingRound::play(&round, part.clone(), &registry, 2, &counter);
                let text = text.unwrap().unwrap();
                let refused = |text: &str, round: &str, part: &Range<u64>| {
                    TrainingPart::read(text, round, part).unwrap_err()
                };
                let cut = refused(&text[..text.len() - 9], &round, &part);
                assert!(matches!(cut, TrainingError::Damaged(_)), "{cut}");
                assert_eq!(refused(&text, "other", &part), TrainingError::Foreign("round"));
                let wrong = refused(&text, &round, &(part.start..part.end + 1));
                assert!(wrong.to_string().contains("it has the games"), "{wrong}");
                TrainingPart::read(&text, &round, &part).unwrap()
            });
            let missing = training.learn_round(&mut others, Vec::new()).unwrap_err();
            assert!(missing.to_string().contains("is missing"), "{missing}");
            let more = training.learn_round(&mut others, parts.into()).unwrap();
            assert_eq!(training.round(&mut own, &counter), more);
            assert_eq!(own.to_text(), others.to_text());
            if !more {
                break;
            }
        }
        let (round, games) = training.next_round(&own);
        let foreign = round.replace("\"hand\":3", "\"hand\":4");
        assert_eq!(
            TrainingRound::play(&foreign, games, &registry, 1, &counter),
            Err(TrainingError::Foreign("rule set"))
        );
    }

    #[test]
    fn a_round_that_is_stopped_counts_for_nothing() {
        let classic = variant("classic");
        let training = training(&classic, 2);
        let mut progress = training.begin().unwrap();
        let counter = GameCounter::default();
        counter.stop.store(true, Ordering::Relaxed);
        assert!(training.round(&mut progress, &counter));
        assert_eq!(progress.to_text(), training.begin().unwrap().to_text());
    }

    #[test]
    fn what_is_kept_of_another_training_is_refused() {
        let (classic, luxury) = (variant("classic"), variant("luxury"));
        let usual = training(&classic, 1);
        let text = usual.begin().unwrap().to_text();
        let refused = |training: Training<'_>| training.resume(&text).unwrap_err();
        for (other, what) in [
            (Training { variant: &luxury, ..usual.clone() }, "rule set"),
            (Training { players: vec![2], ..usual.clone() }, "list of players"),
            (Training { seed: "other", ..usual.clone() }, "seed"),
            (Training { games: 271, ..usual.clone() }, "number of games"),
            (Training { searched: 141, ..usual.clone() }, "number of games of the search"),
        ] {
            assert_eq!(refused(other), TrainingError::Foreign(what));
        }
        let damaged = usual.resume(&text[..text.len() / 2]).unwrap_err();
        assert!(matches!(damaged, TrainingError::Damaged(_)), "{damaged}");
        let shorter = text.replacen("[0.0,", "[", 1);
        assert_eq!(
            usual.resume(&shorter).unwrap_err(),
            TrainingError::Foreign("layout of its tables")
        );
    }

    #[test]
    fn other_numbers_of_players_are_refused() {
        let classic = variant("classic");
        let nine = Training { players: vec![9], ..training(&classic, 1) };
        let refused = nine.begin().unwrap_err();
        assert_eq!(refused.to_string(), "classic is for 2 to 8 players, not 9");
    }

    /// The share of the wins, alone among `greedy` or at all seats, after a training of `games`
    /// games.
    fn share_after(rules: &str, players: u8, games: u64) -> (f64, BoardValues) {
        let variant = variant(rules);
        let training =
            Training { players: vec![players], games, searched: 0, ..training(&variant, 2) };
        let counter = GameCounter::default();
        let mut progress = training.begin().unwrap();
        while games > 0 && training.round(&mut progress, &counter) {}
        let trained = training.end(&progress, &counter);
        (trained.figures[0].share, trained.values)
    }

    #[test]
    fn thousands_of_games_teach_more_than_none() {
        let (nothing, values) = share_after("classic", 2, 0);
        let (learned, _) = share_after("classic", 2, 6000);
        assert!(learned > nothing + 0.1 && !values.knows_points(), "{learned} {nothing}");
    }

    #[test]
    fn points_and_teams_are_goals_that_can_be_learned() {
        // `greedy` knows nothing of points, and a beginner soon beats it.
        let (share, values) = share_after("longest-path", 2, 3000);
        assert!(share > 0.55 && values.knows_points(), "{share}");
        // What a board teaches a team, the next test shows; it takes more games to be seen in play.
        let (_, values) = share_after("teams", 4, 1000);
        let taught = values.entries().iter().filter(|entry| entry.abs() > 5).count();
        assert!(taught > 50 && !values.knows_points(), "{taught} entries");
    }

    #[test]
    fn where_nobody_plays_against_another_there_is_something_to_learn() {
        // How much is kept or won, takes more games to be seen in play.
        for (rules, players, goal) in [("solo", 4, Goal::Pieces), ("solo-seas", 1, Goal::Together)]
        {
            let (_, values) = share_after(rules, players, 1000);
            let taught = values.entries().iter().filter(|entry| entry.abs() > 5).count();
            assert!(taught > 50 && values.goal() == goal, "{rules}: {taught} entries");
        }
    }

    #[test]
    fn numbers_of_players_with_different_goals_are_refused() {
        // Alone there is nobody to win against.
        let alone = variant("classic+players.min=1");
        let mixed = Training { players: vec![1, 3], ..training(&alone, 1) };
        assert_eq!(
            mixed.begin().unwrap_err().to_string(),
            "with 1 player the goal of classic+players.min=1 is another one than with 3; train \
             each by itself"
        );
        assert_eq!(Training::usual_players(&alone), [2, 3, 4, 5, 6, 7, 8]);
        let three = "teams+score.teams=3+players.min=3+players.max=9";
        assert_eq!(Training::usual_players(&variant(three)), [3, 6]);
    }

    #[test]
    fn a_board_teaches_a_team_its_share_of_the_win() {
        let [one, two, three] = [0, 1, 2].map(Seat::new);
        let pairs = SeatSet::only(one).or(SeatSet::only(three));
        let sides = [pairs, SeatSet::only(two), pairs];
        let mut board: Vec<JudgedPiece> =
            BoardValues::default().judge(&Features::default()).into_iter().collect();
        assert!(lessons(&board, Goal::Win, &sides, pairs, 0.0).is_empty());
        let mut game = tsuro::Game::new("classic", 3, "team").unwrap();
        while game
            .decision()
            .is_some_and(|decision| decision.kind() != tsuro::game::DecisionKind::Place)
        {
            let see = game.observe(game.decision().unwrap().seat());
            let choice = see.choices()[0].clone();
            game.play(&choice).unwrap();
        }
        let features = game.observe(one).features();
        board = BoardValues::default().judge(&features).into_iter().collect();
        let errors: Vec<f32> = lessons(&board, Goal::Win, &sides, pairs, 0.0)
            .iter()
            .map(|lesson| lesson.error)
            .collect();
        // The pieces of the team share what is missing of its win, and the other piece loses all.
        let of = |seat: Seat| errors[board.iter().position(|piece| piece.seat == seat).unwrap()];
        assert!((of(one) + of(two) + of(three)).abs() < 1e-3, "{errors:?}");
        assert!((of(one) - 1.0 / 6.0).abs() < 1e-3 && (of(two) + 1.0 / 3.0).abs() < 1e-3);
        // Where nobody plays against another: what was kept, or whether all have won or lived on.
        let mut errors = |goal, winners, lived| {
            board = BoardValues::default().for_goal(goal).judge(&features).into_iter().collect();
            let lessons = lessons(&board, goal, &[SeatSet::first(3); 3], winners, lived);
            [one, two, three].map(|seat| {
                lessons[board.iter().position(|piece| piece.seat == seat).unwrap()].error
            })
        };
        for (goal, winners, lived, wanted) in [
            (Goal::Pieces, pairs, 0.75, [0.5, -0.5, 0.5]),
            (Goal::Together, pairs, 0.0, [0.5; 3]),
            (Goal::Together, SeatSet::EMPTY, 0.0, [-0.5; 3]),
            (Goal::Together, SeatSet::EMPTY, 0.75, [LIVED_WORTH * 0.75 - 0.5; 3]),
        ] {
            assert_eq!(errors(goal, winners, lived).map(f32::to_bits), wanted.map(f32::to_bits));
        }
        // One piece alone is all that there is.
        board.retain(|piece| piece.seat == one);
        let alone = [SeatSet::only(one)];
        let lived = lessons(&board, Goal::Pieces, &alone, SeatSet::EMPTY, 0.75);
        assert_eq!(lived[0].error.to_bits(), (LIVED_WORTH * 0.75 - 0.5).to_bits());
    }
}
