//! Lessons as people take them: what each shows and asks, and what comes of an answer. A lesson is
//! an [`Exercise`], and a course is a suite of them; every face shows the same.

use crate::describe;
use crate::puzzle_date::PuzzleDate;
use crate::table::ask::{Ask, Item};
use crate::table::choosing::RuleSource;
use crate::table::show::{ShownEvent, Teller};
use crate::words::{Language, Narrator, TextKey};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tsuro::game::{Answer, Choice, Observation, Seat, SeenEvent};
use tsuro::picture::BoardScene;
use tsuro::ruleset::{BUILT_INS, Code, Problem, Problems, Source, SourceSpan};
use tsuro_suite::{
    Course, Exercise, Failure, LessonAsk, LessonChoice, LessonOutcome, LessonText, Puzzle,
    RuleBook, RuleSetChoice, Scenario, Suite, WinningWay, course_names, puzzle_names, read_with,
    reference_from, shipped_course, shipped_puzzles,
};

/// The most puzzles of one suite that are remembered, so that what is kept stays small.
const MOST_SOLVED: usize = 1000;

/// What a learner has done.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Learner {
    /// Whether a lesson was answered right.
    pub has_learnt: bool,
    /// The puzzles that are solved, by the name of their suite and then by their title.
    pub solved: BTreeMap<String, BTreeSet<String>>,
}

impl Learner {
    /// The name of the file in which a program keeps it.
    pub const FILE: &str = "learner.json";
}

/// A course with its lessons, ready to be taken.
#[derive(Debug, Clone)]
pub struct Lessons {
    /// By which name it is asked for: `basics`, or a file.
    pub name: String,
    /// What its file says of it; of a file without `[course]` its title alone.
    course: Course,
    exercises: Vec<Exercise>,
    /// The day whose puzzle it is, if it is that.
    day: Option<PuzzleDate>,
}

/// A lesson as it is shown and asked.
pub struct LessonView {
    /// Which lesson it is, and what it is about.
    pub heading: String,
    /// What it explains.
    pub tell: String,
    /// What it asks.
    pub question: String,
    /// Help for those who want it.
    pub hint: Option<String>,
    /// The board.
    pub scene: BoardScene,
    /// The choices; the title is the question again.
    pub ask: Ask,
    /// The board and the hand in words.
    pub described: Vec<String>,
    /// Who tells it.
    pub narrator: Narrator,
    /// Whether a decision of the game is asked, and not a question of the lesson's own.
    pub is_of_game: bool,
}

/// What came of an answer.
pub struct LessonVerdict {
    /// Whether it is right.
    pub is_right: bool,
    /// What the lesson says to it.
    pub words: String,
    /// What happened then, one thing after another.
    pub events: Vec<ShownEvent>,
}

impl Lessons {
    /// All courses that come with the program, in the order in which they are taken.
    pub fn shipped(rules: RuleSource<'_>) -> Vec<Self> {
        course_names().filter_map(|name| Self::named(name, rules)).collect()
    }

    /// The course that comes with the program under this name.
    pub fn named(name: &str, rules: RuleSource<'_>) -> Option<Self> {
        Self::read(name, shipped_course(name)?, rules).ok()
    }

    /// The puzzles that come with the program, a suite for each rule set.
    pub fn puzzles(rules: RuleSource<'_>) -> Vec<Self> {
        let read = |name| Self::read(name, shipped_puzzles(name)?, rules).ok();
        puzzle_names().filter_map(read).collect()
    }

    /// The puzzle of a day, of all shipped ones: they follow each other in the order first of each
    /// suite, second of each, and so on, and after the last comes the first again.
    ///
    /// `suites` are the [shipped puzzles](Self::puzzles).
    pub fn of_day(suites: &[Self], day: PuzzleDate) -> Option<Self> {
        let (suite, at) = Self::place_of_day(suites, day)?;
        let suite = &suites[suite];
        let exercises = vec![suite.exercises[at].clone()];
        let (name, course) = (suite.name.clone(), suite.course.clone());
        Some(Self { name, course, exercises, day: Some(day) })
    }

    /// The puzzle of today and then all puzzles, in the order in which they are offered.
    pub fn puzzles_from_today(rules: RuleSource<'_>) -> Vec<Self> {
        let all = Self::puzzles(rules);
        let today = PuzzleDate::today().and_then(|day| Self::of_day(&all, day));
        today.into_iter().chain(all).collect()
    }

    /// The suite that has the puzzle of a day, and the number of the puzzle in it, both from 0.
    pub fn place_of_day(suites: &[Self], day: PuzzleDate) -> Option<(usize, usize)> {
        let longest = suites.iter().map(Self::count).max().unwrap_or(0);
        let all: Vec<(usize, usize)> = (0..longest)
            .flat_map(|at| (0..suites.len()).map(move |suite| (suite, at)))
            .filter(|&(suite, at)| at < suites[suite].count())
            .collect();
        all.get((day.days() as usize).checked_rem(all.len())?).copied()
    }

    /// Whether its lessons are puzzles.
    pub fn has_puzzles(&self) -> bool {
        self.exercises.iter().any(|exercise| exercise.lesson().puzzle.is_some())
    }

    /// What is said of puzzles in the place of a text about lessons.
    pub fn key(&self, key: TextKey) -> TextKey {
        if !self.has_puzzles() {
            return key;
        }
        match key {
            TextKey::LearnTitle => TextKey::PuzzlesTitle,
            TextKey::LessonOf => TextKey::PuzzleOf,
            TextKey::LessonNext => TextKey::PuzzleNext,
            TextKey::LessonBack => TextKey::PuzzleBack,
            TextKey::LessonsDone => TextKey::PuzzlesDone,
            TextKey::LessonFirstGame => TextKey::PuzzleGame,
            TextKey::LessonFirstGameAbout => TextKey::PuzzleGameAbout,
            TextKey::LessonMore => TextKey::PuzzleMore,
            TextKey::LessonHelp => TextKey::PuzzleHelp,
            TextKey::LessonEnter => TextKey::PuzzleEnter,
            TextKey::LessonEndHelp => TextKey::PuzzleEndHelp,
            TextKey::LessonEndHelpLast => TextKey::PuzzleEndHelpLast,
            TextKey::LessonKeysRight => TextKey::PuzzleKeysRight,
            other => other,
        }
    }

    /// Reads the lessons of a suite; scenarios that are not lessons are left out.
    ///
    /// # Errors
    /// What is wrong with the suite or its lessons, or that it has none.
    pub fn read(name: &str, source: Source, rules: RuleSource<'_>) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let mut book = RuleBook::new(rules.registry, rules.loader);
        let suite = read_with(source, &mut book, &mut problems);
        let (mut exercises, mut first_rules) = (Vec::new(), None);
        for scenario in &suite.scenarios {
            match exercise(&suite, scenario, &mut book) {
                Some(Ok(exercise)) => {
                    first_rules = first_rules.or_else(|| rules_of(scenario));
                    exercises.push(exercise);
                }
                Some(Err(failure)) => {
                    problems.push(tsuro_suite::problem(&suite, scenario, &failure));
                }
                None => {}
            }
        }
        if exercises.is_empty() && problems.is_empty() {
            let problem = Problem::error(Code::NoExpectation, "this suite has no lesson")
                .at(SourceSpan::new(&suite.source, &(0..0)), "")
                .help("a scenario becomes a lesson by a table [scenario.lesson]");
            problems.push(problem);
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let title = LessonText { en: suite.title.clone(), fr: None };
        let mut course = suite.course.unwrap_or_else(|| Course {
            title,
            about: LessonText::default(),
            first_game: first_rules.unwrap_or_default(),
            span: 0..0,
        });
        // The game begins where the file is not, so it needs another path to its rule set.
        course.first_game = reference_from(&suite.source, &course.first_game);
        Ok(Self { name: name.to_owned(), course, exercises, day: None })
    }

    /// The number of its lessons.
    pub fn count(&self) -> usize {
        self.exercises.len()
    }

    /// Its title.
    pub fn title(&self, language: Language) -> &str {
        self.course.title.in_language(language.code())
    }

    /// What it teaches.
    pub fn about(&self, language: Language) -> &str {
        self.course.about.in_language(language.code())
    }

    /// The rule set of the game that is offered after it.
    pub fn first_game(&self) -> &str {
        &self.course.first_game
    }

    /// The name of a lesson, from 0.
    pub fn lesson_name(&self, at: usize, language: Language) -> Option<&str> {
        let lesson = self.exercises.get(at)?.lesson();
        let own = lesson.name.in_language(language.code());
        Some(match &lesson.puzzle {
            Some(puzzle) if own.is_empty() => language.sentence(PuzzleKeys::of(puzzle).name),
            _ => own,
        })
    }

    /// How many of its puzzles are solved, where it has puzzles.
    pub fn solved(&self, learner: &Learner) -> Option<usize> {
        let is_solved = |at: &usize| self.is_solved(*at, learner);
        self.has_puzzles().then(|| (0..self.count()).filter(is_solved).count())
    }

    /// Whether a puzzle, from 0, is solved.
    pub fn is_solved(&self, at: usize, learner: &Learner) -> bool {
        let solved = learner.solved.get(&self.name);
        solved
            .zip(self.exercises.get(at))
            .is_some_and(|(solved, exercise)| solved.contains(&exercise.scenario().title))
    }

    /// The progress of a learner who begins: at the first puzzle that is not solved.
    pub fn begin(&self, learner: &Learner) -> LessonProgress {
        let mut progress = LessonProgress::new(self.count());
        progress.at = (0..self.count()).find(|&at| !self.is_solved(at, learner)).unwrap_or(0);
        progress
    }

    /// Notes that a lesson, from 0, was answered right; whether that is new.
    pub fn note(&self, at: usize, learner: &mut Learner) -> bool {
        match self.exercises.get(at) {
            Some(exercise) if exercise.lesson().puzzle.is_some() => {
                let solved = learner.solved.entry(self.name.clone()).or_default();
                solved.len() < MOST_SOLVED && solved.insert(exercise.scenario().title.clone())
            }
            _ => !std::mem::replace(&mut learner.has_learnt, true),
        }
    }

    fn narrator(exercise: &Exercise, language: Language) -> Narrator {
        let seats = exercise.scenario().given.seats;
        let mut narrator =
            Narrator::new(language, &vec![None; seats.into()]).for_rules(exercise.variant());
        narrator.you = Some(exercise.seat());
        narrator
    }

    /// A lesson, from 0, as it is asked. `look` is shown what the learner sees.
    pub fn view(
        &self,
        at: usize,
        language: Language,
        look: &mut dyn FnMut(&Observation<'_>),
    ) -> Option<LessonView> {
        let exercise = self.exercises.get(at)?;
        let (lesson, code) = (exercise.lesson(), language.code());
        let narrator = Self::narrator(exercise, language);
        let day = self.day.map(|day| day.to_string()).unwrap_or_default();
        let number = [
            ("number", &*(at + 1).to_string()),
            ("count", &self.count().to_string()),
            ("name", self.lesson_name(at, language)?),
            ("date", &day),
        ];
        let heading = if self.day.is_some() { TextKey::PuzzleOfDay } else { TextKey::LessonOf };
        let keys = lesson.puzzle.as_ref().map(PuzzleKeys::of);
        let or = |own: &LessonText, key: Option<TextKey>| match (own.in_language(code), key) {
            ("", Some(key)) => language.plain(key),
            (own, _) => own.to_owned(),
        };
        let question = or(&lesson.question, keys.map(|keys| keys.question));
        let mut tell = lesson.tell.in_language(code).to_owned();
        let mut seen = None;
        exercise.see(&mut |see| {
            let ask = match &lesson.ask {
                LessonAsk::Decision(_) => Ask::new(see, &narrator),
                _ => own_question(exercise, &question, language),
            };
            if keys.is_some() && tell.is_empty() {
                tell = puzzle_told(see, &narrator);
            }
            let scene = BoardScene::new(see, narrator.letters());
            let mut described = describe::board(see, &narrator);
            if matches!(ask, Ask::Cards { .. }) {
                described.extend(describe::hand(see, &narrator));
            }
            look(see);
            seen = Some((ask, scene, described));
        });
        let (mut ask, mut scene, mut described) = seen?;
        // What a game proposes is careful, and would often be the answer.
        let wrong = exercise.choices().iter().find_map(|choice| match choice {
            LessonChoice::Game(wrong) if !exercise.choose(choice).is_right => Some(wrong),
            _ => None,
        });
        if let Some(wrong) = wrong {
            ask.point_at(wrong);
        }
        if let Some((laid, words)) = first_placement(exercise, &scene, &narrator) {
            scene = laid;
            described.push(words);
        }
        Some(LessonView {
            heading: language.say(self.key(heading), &number),
            tell,
            question,
            hint: match &lesson.hint {
                Some(hint) => Some(hint.in_language(code).to_owned()),
                None => keys.and_then(|keys| keys.hint).map(|key| language.plain(key)),
            },
            scene,
            ask,
            described,
            narrator,
            is_of_game: matches!(lesson.ask, LessonAsk::Decision(_)),
        })
    }

    /// Plays an answer to a lesson, which [`view`](Self::view) offers. `None`: it does not.
    pub fn answer(&self, at: usize, choice: &Choice, language: Language) -> Option<LessonVerdict> {
        let exercise = self.exercises.get(at)?;
        let chosen = match (&exercise.lesson().ask, choice) {
            (LessonAsk::Decision(_), choice) => LessonChoice::Game(choice.clone()),
            (LessonAsk::Square { .. }, Choice::Rule(answer)) => {
                LessonChoice::Square(answer.square()?)
            }
            (LessonAsk::Options(_), Choice::Rule(answer)) => {
                LessonChoice::Option(answer.as_number()? as usize)
            }
            _ => return None,
        };
        if !exercise.choices().contains(&chosen) {
            return None;
        }
        let outcome = exercise.choose(&chosen);
        let narrator = Self::narrator(exercise, language);
        let mut scene = None;
        exercise.see(&mut |see| scene = Some(BoardScene::new(see, narrator.letters())));
        let mut teller = Teller::new(scene?, 0);
        let mut events = Vec::new();
        let is_of_game = matches!(exercise.lesson().ask, LessonAsk::Decision(_));
        let seen = outcome.memory.events(Some(exercise.seat())).enumerate();
        for (number, event) in seen.skip(exercise.mark()) {
            let is_laid = number == 0 && !is_of_game && is_placement(&event);
            let shown = teller.tell((number, event), &narrator);
            // The tile that lies there when the question is put is not laid again.
            events.extend(shown.filter(|_| !is_laid));
        }
        Some(LessonVerdict {
            is_right: outcome.is_right,
            words: replied(exercise, &outcome, &narrator),
            events,
        })
    }
}

/// The texts of a kind of puzzle.
#[derive(Debug, Clone, Copy)]
struct PuzzleKeys {
    name: TextKey,
    question: TextKey,
    hint: Option<TextKey>,
    right: TextKey,
}

impl PuzzleKeys {
    const fn of(puzzle: &Puzzle) -> Self {
        match puzzle.wins {
            WinningWay::AtOnce => Self {
                name: TextKey::PuzzleAtOnce,
                question: TextKey::PuzzleAskAtOnce,
                hint: Some(TextKey::PuzzleHintAtOnce),
                right: TextKey::PuzzleRightAtOnce,
            },
            WinningWay::Trap => Self {
                name: TextKey::PuzzleTrap,
                question: TextKey::PuzzleAskTrap,
                hint: Some(TextKey::PuzzleHintTrap),
                right: TextKey::PuzzleRightTrap,
            },
            WinningWay::InTwo => Self {
                name: TextKey::PuzzleInTwo,
                question: TextKey::PuzzleAskInTwo,
                hint: Some(TextKey::PuzzleHintInTwo),
                right: TextKey::PuzzleRightInTwo,
            },
            WinningWay::ToTheEnd => Self {
                name: TextKey::PuzzleToTheEnd,
                question: TextKey::PuzzleAskToTheEnd,
                hint: None,
                right: TextKey::PuzzleRightToTheEnd,
            },
            WinningWay::Survive => Self {
                name: TextKey::PuzzleSurvive,
                question: TextKey::PuzzleAskSurvive,
                hint: Some(TextKey::PuzzleHintSurvive),
                right: TextKey::PuzzleRightSurvive,
            },
        }
    }
}

/// Who plays in a puzzle, and against whom.
fn puzzle_told(see: &Observation<'_>, narrator: &Narrator) -> String {
    let (language, decider) = (narrator.language, see.decider());
    if see.plays_alone() {
        return language.say(TextKey::PuzzleTellAlone, &[("name", narrator.name(decider))]);
    }
    let others = see.alive().iter().filter(|other| *other != decider);
    let others: Vec<String> = others.map(|other| narrator.name(other).to_owned()).collect();
    if others.is_empty() {
        return language.say(TextKey::PuzzleTellOne, &[("name", narrator.name(decider))]);
    }
    let names = [("name", narrator.name(decider)), ("others", &*language.list(&others))];
    language.say(TextKey::PuzzleTell, &names)
}

/// What is said to a choice: the lesson's own words, or those for a puzzle, with how sure its answer
/// is.
fn replied(exercise: &Exercise, outcome: &LessonOutcome, narrator: &Narrator) -> String {
    let language = narrator.language;
    let own = outcome.reply.in_language(language.code());
    let Some(puzzle) = &exercise.lesson().puzzle else { return own.to_owned() };
    let key = if outcome.is_right {
        PuzzleKeys::of(puzzle).right
    } else {
        let place = outcome.trace.after.as_ref().map(|after| after.places[exercise.seat().index()]);
        match (place, outcome.trace.end) {
            (Some(None), _) => TextKey::PuzzleWrongOut,
            (_, Some(_)) => TextKey::PuzzleWrongOver,
            _ => TextKey::PuzzleWrongGoesOn,
        }
    };
    if key == TextKey::PuzzleWrongGoesOn && puzzle.wins == WinningWay::AtOnce && own.is_empty() {
        return still_in(exercise, outcome, narrator);
    }
    let said = if own.is_empty() { language.sentence(key) } else { own };
    if !outcome.is_right {
        return said.to_owned();
    }
    let sure = match puzzle.deals {
        None if puzzle.wins == WinningWay::Survive => language.plain(TextKey::PuzzleProvedSurvive),
        None => language.plain(TextKey::PuzzleProved),
        Some(deals) => {
            let names = [("deals", &*deals.to_string()), ("least", &least_share(deals))];
            let key = match puzzle.wins {
                WinningWay::Survive => TextKey::PuzzleTriedSurvive,
                _ => TextKey::PuzzleTried,
            };
            language.say(key, &names)
        }
    };
    format!("{said} {sure}")
}

/// Why a choice does not win at once: the others who are still in the game.
fn still_in(exercise: &Exercise, outcome: &LessonOutcome, narrator: &Narrator) -> String {
    let places = outcome.trace.after.as_ref().map(|after| after.places.as_slice());
    let seats = (0..).map(Seat::new).zip(places.unwrap_or_default());
    let others = seats.filter(|(seat, place)| *seat != exercise.seat() && place.is_some());
    let others: Vec<String> = others.map(|(seat, _)| narrator.name(seat).to_owned()).collect();
    let names = [("others", &*narrator.language.list(&others))];
    narrator.language.say(TextKey::PuzzleWrongStillIn, &names)
}

/// The least share of all deals in which a choice wins that won in all of `deals`, in per cent: the
/// lower end of the one-sided interval at 95 %, rounded down.
fn least_share(deals: u32) -> String {
    let share = libm::pow(0.05, 1.0 / f64::from(deals.max(1)));
    format!("{:.1}", (share * 1000.0).floor() / 10.0)
}

/// The first of the rule sets of a scenario, as its suite names it.
fn rules_of(scenario: &Scenario) -> Option<String> {
    match &scenario.rules {
        RuleSetChoice::Named(named) => Some(named.first()?.0.clone()),
        RuleSetChoice::Any { except } => BUILT_INS
            .iter()
            .map(|edition| edition.name.to_owned())
            .find(|name| !except.contains(name)),
    }
}

/// The lesson of a scenario, under the first of its rule sets.
fn exercise(
    suite: &Suite,
    scenario: &Scenario,
    book: &mut RuleBook<'_>,
) -> Option<Result<Exercise, Failure>> {
    let lesson = scenario.lesson.as_ref()?;
    let rules = rules_of(scenario)?;
    match book.variant(&rules, Some(&suite.source)) {
        Ok(variant) => Exercise::new(scenario, &Arc::clone(&variant)),
        Err(problems) => Some(Err(Failure {
            code: Code::NotFound,
            message: format!("the rule set `{rules}` cannot be played"),
            span: Some(lesson.span.clone()),
            expected: Vec::new(),
            found: problems.iter().map(|problem| problem.message.clone()).collect(),
            toml: None,
            asks: false,
        })),
    }
}

/// The choices of a question of the lesson's own.
fn own_question(exercise: &Exercise, title: &str, language: Language) -> Ask {
    let item = |choice: &LessonChoice| {
        let (words, square, answer) = match (choice, &exercise.lesson().ask) {
            (LessonChoice::Option(at), LessonAsk::Options(options)) => {
                let words = options.get(*at)?.text.in_language(language.code()).to_owned();
                (words, None, Answer::number(*at as u32))
            }
            (LessonChoice::Square(square), _) => {
                (square.to_string(), Some(*square), Answer::from(*square))
            }
            _ => return None,
        };
        Some(Item { choice: Choice::Rule(answer), words, place: None, square, tile: None })
    };
    let items = exercise.choices().iter().filter_map(item).collect();
    Ask::Items { title: title.to_owned(), about: Vec::new(), items, at: 0 }
}

fn is_placement(event: &SeenEvent<'_>) -> bool {
    matches!(event, SeenEvent::Placed { .. } | SeenEvent::Public(tsuro::game::Event::Placed { .. }))
}

/// Where a lesson with a question of its own begins with a placement: the board with the tile, and
/// the placement in words.
fn first_placement(
    exercise: &Exercise,
    scene: &BoardScene,
    narrator: &Narrator,
) -> Option<(BoardScene, String)> {
    if matches!(exercise.lesson().ask, LessonAsk::Decision(_)) {
        return None;
    }
    let outcome = exercise.choose(exercise.choices().first()?);
    let event = outcome.memory.events(Some(exercise.seat())).next().filter(is_placement)?;
    let words = narrator.seen(&event)?;
    let mut teller = Teller::new(scene.clone(), 0);
    teller.tell((0, event), narrator)?;
    Some((teller.scene, words))
}

/// How far a learner has come in the courses.
#[derive(Debug, Clone)]
pub struct LessonProgress {
    /// The lesson that is taken, from 0; the number of lessons when all have been taken.
    pub at: usize,
    /// For each lesson whether it was answered, and whether the first answer was right.
    answers: Vec<Option<bool>>,
    /// Whether the lesson that is taken has been answered right.
    pub is_done: bool,
}

impl LessonProgress {
    /// The progress of a learner at the first of `count` lessons.
    pub fn new(count: usize) -> Self {
        Self { at: 0, answers: vec![None; count], is_done: false }
    }

    /// Notes an answer.
    pub fn answered(&mut self, is_right: bool) {
        if let Some(answer) = self.answers.get_mut(self.at) {
            answer.get_or_insert(is_right);
        }
        self.is_done |= is_right;
    }

    /// Goes to the next lesson, or with `back` to the one before.
    pub fn go(&mut self, back: bool) {
        self.at =
            if back { self.at.saturating_sub(1) } else { (self.at + 1).min(self.answers.len()) };
        self.is_done = false;
    }

    /// Whether all lessons have been taken.
    pub fn is_over(&self) -> bool {
        self.at >= self.answers.len()
    }

    /// The last words: how many lessons of this course were right at once.
    pub fn summary(&self, course: &Lessons, language: Language) -> String {
        let right = self.answers.iter().filter(|answer| **answer == Some(true)).count();
        let names = [("right", &*right.to_string()), ("count", &self.answers.len().to_string())];
        language.say(course.key(TextKey::LessonsDone), &names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::board::Square;
    use tsuro::rules::Registry;
    use tsuro::ruleset::{BuiltIns, SourceId};

    fn with<T>(act: impl FnOnce(RuleSource<'_>) -> T) -> T {
        act(RuleSource { loader: &BuiltIns, registry: &Registry::default() })
    }

    #[test]
    fn every_lesson_is_shown_asked_and_answered_in_every_language() {
        let all = with(Lessons::shipped);
        assert_eq!(all.len(), course_names().count());
        for (course, &language) in
            all.iter().flat_map(|course| Language::ALL.iter().map(move |one| (course, one)))
        {
            for at in 0..course.count() {
                let view = course.view(at, language, &mut |_| {}).unwrap();
                assert!(view.heading.contains(course.lesson_name(at, language).unwrap()));
                let choices: Vec<Choice> = match &view.ask {
                    Ask::Cards { cards, .. } => {
                        cards.iter().map(|card| Choice::Place(card.tile)).collect()
                    }
                    Ask::Items { items, .. } => {
                        items.iter().map(|item| item.choice.clone()).collect()
                    }
                };
                let verdicts: Vec<LessonVerdict> = choices
                    .iter()
                    .filter_map(|choice| course.answer(at, choice, language))
                    .collect();
                assert!(verdicts.iter().any(|verdict| verdict.is_right), "{}", view.heading);
                assert!(verdicts.iter().any(|verdict| !verdict.is_right), "{}", view.heading);
            }
            assert!(course.view(course.count(), language, &mut |_| {}).is_none());
        }
    }

    #[test]
    fn a_tile_that_lies_there_at_the_question_is_shown_and_not_laid_again() {
        let course = with(|rules| Lessons::named("basics", rules)).unwrap();
        let view = course.view(0, Language::English, &mut |_| {}).unwrap();
        let a2: Square = "a2".parse().unwrap();
        assert!(matches!(view.scene.content(a2), tsuro::board::Content::Tile(_)));
        assert!(view.described.iter().any(|line| line.contains("on a2")), "{:?}", view.described);
        let c3: Square = "c3".parse().unwrap();
        let answer = Choice::Rule(Answer::from(c3));
        let verdict = course.answer(0, &answer, Language::English).unwrap();
        assert!(verdict.is_right);
        assert!(verdict.events[0].way.is_some(), "the piece travels first");
    }

    #[test]
    fn what_is_not_offered_is_not_an_answer() {
        let course = with(|rules| Lessons::named("basics", rules)).unwrap();
        for choice in [
            Choice::Rule(Answer::number(99)),
            Choice::Rule(Answer::word("d4")),
            Choice::Relocate(None),
        ] {
            for at in 0..=course.count() {
                assert!(course.answer(at, &choice, Language::English).is_none(), "{at} {choice}");
            }
        }
    }

    #[test]
    fn a_suite_without_lessons_is_no_course() {
        let text = "[[scenario]]\ntitle = \"x\"\nrules = \"classic\"\nexpect.players = [2, 8]\n";
        let source = Source::new(SourceId::Overrides, "mine.toml", text);
        let problems = with(|rules| Lessons::read("mine.toml", source, rules)).unwrap_err();
        assert!(problems.to_string().contains("this suite has no lesson"), "{problems}");
    }

    #[test]
    fn progress_counts_first_answers_alone() {
        let course = with(|rules| Lessons::named("basics", rules)).unwrap();
        let mut progress = LessonProgress::new(2);
        progress.answered(false);
        progress.answered(true);
        assert!(progress.is_done);
        progress.go(false);
        progress.answered(true);
        progress.go(false);
        assert!(progress.is_over());
        assert!(progress.summary(&course, Language::English).contains("1 of 2"));
        progress.go(true);
        assert_eq!((progress.at, progress.is_done), (1, false));
    }
}
