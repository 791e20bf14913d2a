//! Lessons as people take them: what each shows and asks, and what comes of an answer. A lesson is
//! an [`Exercise`], and a course is a suite of them; every face shows the same.

use crate::describe;
use crate::table::ask::{Ask, Item};
use crate::table::choosing::RuleSource;
use crate::table::show::{ShownEvent, Teller};
use crate::words::{Language, Narrator, TextKey};
use std::sync::Arc;
use tsuro::game::{Answer, Choice, Observation, SeenEvent};
use tsuro::picture::BoardScene;
use tsuro::ruleset::{BUILT_INS, Code, Problem, Problems, Source, SourceSpan};
use tsuro_suite::{
    Course, Exercise, Failure, LessonAsk, LessonChoice, LessonText, RuleBook, RuleSetChoice,
    Scenario, Suite, course_names, read_with, shipped_course,
};

/// A course with its lessons, ready to be taken.
#[derive(Debug, Clone)]
pub struct Lessons {
    /// By which name it is asked for: `basics`, or a file.
    pub name: String,
    /// What its file says of it; of a file without `[course]` its title alone.
    course: Course,
    exercises: Vec<Exercise>,
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

    /// Reads the lessons of a suite; scenarios that are not lessons are left out.
    ///
    /// # Errors
    /// What is wrong with the suite or its lessons, or that it has none.
    pub fn read(name: &str, source: Source, rules: RuleSource<'_>) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let mut book = RuleBook::new(rules.registry, rules.loader);
        let suite = read_with(source, &mut book, &mut problems);
        let mut exercises = Vec::new();
        for scenario in &suite.scenarios {
            match exercise(&suite, scenario, &mut book) {
                Some(Ok(exercise)) => exercises.push(exercise),
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
        let course = suite.course.unwrap_or_else(|| Course {
            title,
            about: LessonText::default(),
            first_game: exercises[0].variant().name().to_owned(),
            span: 0..0,
        });
        Ok(Self { name: name.to_owned(), course, exercises })
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
        Some(self.exercises.get(at)?.lesson().name.in_language(language.code()))
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
        let number = [
            ("number", &*(at + 1).to_string()),
            ("count", &self.count().to_string()),
            ("name", lesson.name.in_language(code)),
        ];
        let question = lesson.question.in_language(code).to_owned();
        let mut seen = None;
        exercise.see(&mut |see| {
            let ask = match &lesson.ask {
                LessonAsk::Decision(_) => Ask::new(see, &narrator),
                _ => own_question(exercise, &question, language),
            };
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
            heading: language.say(TextKey::LessonOf, &number),
            tell: lesson.tell.in_language(code).to_owned(),
            question,
            hint: lesson.hint.as_ref().map(|hint| hint.in_language(code).to_owned()),
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
            words: outcome.reply.in_language(language.code()).to_owned(),
            events,
        })
    }
}

/// The lesson of a scenario, under the first of its rule sets.
fn exercise(
    suite: &Suite,
    scenario: &Scenario,
    book: &mut RuleBook<'_>,
) -> Option<Result<Exercise, Failure>> {
    let lesson = scenario.lesson.as_ref()?;
    let rules = match &scenario.rules {
        RuleSetChoice::Named(named) => named.first()?.0.clone(),
        RuleSetChoice::Any { except } => BUILT_INS
            .iter()
            .map(|edition| edition.name.to_owned())
            .find(|name| !except.contains(name))?,
    };
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

    /// The last words: how many lessons were right at once.
    pub fn summary(&self, language: Language) -> String {
        let right = self.answers.iter().filter(|answer| **answer == Some(true)).count();
        let names = [("right", &*right.to_string()), ("count", &self.answers.len().to_string())];
        language.say(TextKey::LessonsDone, &names)
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
        let mut progress = LessonProgress::new(2);
        progress.answered(false);
        progress.answered(true);
        assert!(progress.is_done);
        progress.go(false);
        progress.answered(true);
        progress.go(false);
        assert!(progress.is_over());
        assert!(progress.summary(Language::English).contains("1 of 2"));
        progress.go(true);
        assert_eq!((progress.at, progress.is_done), (1, false));
    }
}
