//! Plays a lesson: up to its question, and with the choice of a learner instead of the model
//! answer.

use super::chance::ChanceKind;
use super::judge::{Failure, unmet};
use super::model::{
    Lesson, LessonAsk, LessonText, Puzzle, Scenario, ScenarioDecision, Situation, Spanned,
    WinningWay,
};
use super::play::{BoardLook, LookMoment, Onlookers, ScenarioStop, Trace, play};
use super::proof::{DealsTried, NoAnswer, PuzzleCase};
use super::short::laid_text;
use super::solve::MOST_DECISIONS;
use std::sync::Arc;
use tsuro::board::Square;
use tsuro::game::{Choice, Memory, Observation, Seat, SeatSet};
use tsuro::ruleset::{Code, Variant};

/// What a learner chooses.
#[derive(Debug, Clone, PartialEq)]
pub enum LessonChoice {
    /// A choice of the game.
    Game(Choice),
    /// A square.
    Square(Square),
    /// An option of the lesson, from 0.
    Option(usize),
}

impl LessonChoice {
    /// As suites write it (`because.choice`): `14/2`, `c1:A`, `stay`, `2 1 for 6 5`, `none`, `up`,
    /// `d4`, or the number of an option, from 1.
    pub fn written(&self) -> String {
        match self {
            Self::Game(Choice::Place(tile)) => laid_text(*tile),
            Self::Game(Choice::Start(mark) | Choice::Relocate(Some(mark))) => mark.to_string(),
            Self::Game(Choice::Relocate(None)) => "stay".to_owned(),
            Self::Game(Choice::Rule(answer)) => answer.to_string(),
            Self::Game(Choice::Exchange(exchange)) if exchange.is_empty() => "none".to_owned(),
            Self::Game(Choice::Exchange(exchange)) => {
                let faces = |faces: &[tsuro::board::Face]| {
                    faces.iter().map(|face| face.number().to_string()).collect::<Vec<_>>().join(" ")
                };
                format!("{} for {}", faces(exchange.gave()), faces(exchange.took()))
            }
            Self::Game(other) => other.to_string(),
            Self::Square(square) => square.to_string(),
            Self::Option(at) => (at + 1).to_string(),
        }
    }
}

/// What came of a choice.
#[derive(Debug)]
pub struct LessonOutcome {
    /// Whether the choice is right.
    pub is_right: bool,
    /// What the lesson says to it; empty where a puzzle leaves that to the faces.
    pub reply: LessonText,
    /// The expectations that do not hold after it.
    pub failures: Vec<Failure>,
    /// What happened.
    pub trace: Trace,
    /// The same as the learner's seat saw it. What follows the question begins at
    /// [`Exercise::mark`].
    pub memory: Memory,
}

/// A lesson that is played under its rules.
#[derive(Debug, Clone)]
pub struct Exercise {
    scenario: Scenario,
    lesson: Lesson,
    variant: Arc<Variant>,
    /// The scenario as far as its question.
    question: Situation,
    /// The whole scenario, with no more turns than its model answer takes.
    model: Situation,
    /// The chance that the question leaves over: the kind, and the number of the first.
    left_chance: Vec<(ChanceKind, usize)>,
    seat: Seat,
    seats: u8,
    mark: usize,
    choices: Vec<LessonChoice>,
}

impl Exercise {
    /// The lesson of a scenario; `None`: it has none.
    ///
    /// # Errors
    /// If the scenario does not lead to the lesson's question.
    pub fn new(scenario: &Scenario, variant: &Arc<Variant>) -> Option<Result<Self, Failure>> {
        let lesson = scenario.lesson.clone()?;
        let turns = play(variant, &scenario.given, &[], Onlookers::default()).turns;
        let mut model = scenario.given.clone();
        model.turns = Some(turns);
        let mut question = model.clone();
        if let LessonAsk::Decision(decision) = lesson.ask
            && !drop_answer(&mut question, decision, lesson.puzzle.is_some())
        {
            let key = decision.key();
            let which = if lesson.puzzle.is_some() { "first" } else { "last" };
            let message = format!("a lesson needs a model answer: the {which} choice in `{key}`");
            return Some(Err(Failure::new(Code::NotMet, message, Some(lesson.span))));
        }
        let mut exercise = Self {
            scenario: scenario.clone(),
            variant: Arc::clone(variant),
            question,
            model,
            left_chance: Vec::new(),
            seat: Seat::new(0),
            seats: scenario.given.seats,
            mark: 0,
            choices: Vec::new(),
            lesson,
        };
        Some(exercise.ask().map(|()| exercise).map_err(|failure| *failure))
    }

    /// The lesson.
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The scenario that it is made of.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The rules.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The seat of the learner.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How many events of a [`LessonOutcome::memory`] come before the question.
    pub fn mark(&self) -> usize {
        self.mark
    }

    /// What can be chosen.
    pub fn choices(&self) -> &[LessonChoice] {
        &self.choices
    }

    /// Shows what the learner's seat sees when it is asked.
    pub fn see(&self, look: &mut dyn FnMut(&Observation<'_>)) {
        let moment = self.moment();
        let mut look = |at: LookMoment, see: &Observation<'_>| {
            if at == moment {
                look(see);
            }
        };
        self.play(&self.question, Some(&mut look), None);
    }

    /// The model answer of a puzzle, which begins its scenario; `None`: it is none.
    fn solution(&self) -> Option<LessonChoice> {
        self.lesson.puzzle.as_ref()?;
        let LessonAsk::Decision(decision) = self.lesson.ask else { return None };
        let given = &self.model;
        let first = match decision {
            ScenarioDecision::Mark => given.marks.first().map(|mark| Choice::Start(mark.0)),
            ScenarioDecision::Relocation => {
                given.relocate.first().map(|mark| Choice::Relocate(mark.0))
            }
            ScenarioDecision::Placement => given.place.first().map(|tile| Choice::Place(tile.0)),
            ScenarioDecision::Exchange => {
                given.exchange.first().and_then(|one| one.0.ok()).map(Choice::Exchange)
            }
            ScenarioDecision::Answer => given.choose.first().map(|answer| Choice::Rule(answer.0)),
        };
        first.map(LessonChoice::Game)
    }

    /// Plays a choice and what the lesson lets follow it. Chance that the scenario does not give is
    /// drawn.
    pub fn choose(&self, choice: &LessonChoice) -> LessonOutcome {
        let LessonChoice::Game(chosen) = choice else { return self.played(choice, &self.model) };
        if self.solution().as_ref() == Some(choice) {
            return self.played(choice, &self.model);
        }
        let mut given = self.question.clone();
        // Chance that does not fit another choice is drawn anew.
        given.seed.get_or_insert_default();
        add(&mut given, chosen);
        if let Ok(on) = self.followed(choice, &given) {
            given = on;
        }
        let outcome = self.played(choice, &given);
        if outcome.trace.trouble.is_none() {
            return outcome;
        }
        for (kind, used) in &self.left_chance {
            match kind {
                ChanceKind::Dice => given.dice.truncate(*used),
                ChanceKind::Spawns => given.spawns.truncate(*used),
                ChanceKind::Shuffles => given.shuffles.truncate(*used),
                ChanceKind::Picks => given.picks.truncate(*used),
                ChanceKind::First | ChanceKind::Deck => {}
            }
        }
        self.played(choice, &given)
    }

    /// A situation after a choice, with the choices that the lesson lets follow it; `Err`: the
    /// first of them that cannot be chosen, and what could be.
    fn followed(
        &self,
        choice: &LessonChoice,
        given: &Situation,
    ) -> Result<Situation, (String, Vec<String>)> {
        let mut given = given.clone();
        let written = choice.written();
        let then = self.lesson.because.iter().filter(|reply| reply.choice == written);
        let then: Vec<&String> = then.flat_map(|reply| &reply.then).collect();
        if then.is_empty() && self.lesson.puzzle.is_none() {
            return Ok(given);
        }
        for next in then {
            // On to the next decision, whichever turn it is in.
            given.turns = Some(usize::MAX);
            let mut offered = Vec::new();
            let mut look = |at: LookMoment, see: &Observation<'_>| {
                if at == LookMoment::After {
                    offered = game_choices(see);
                }
            };
            self.play(&given, Some(&mut look), None);
            let found = offered.iter().find(|choice| choice.written() == *next);
            let Some(LessonChoice::Game(found)) = found else {
                return Err((next.clone(), offered.iter().map(LessonChoice::written).collect()));
            };
            add(&mut given, found);
        }
        // Who is to survive sees what comes until the next own turn.
        let survives =
            self.lesson.puzzle.as_ref().is_some_and(|one| one.wins == WinningWay::Survive);
        given.turns = self.model.turns.filter(|_| survives);
        Ok(given)
    }

    fn played(&self, choice: &LessonChoice, given: &Situation) -> LessonOutcome {
        let mut memory = Memory::with_events(SeatSet::only(self.seat));
        let trace = self.play(given, None, Some(&mut memory));
        let failures = unmet(&self.scenario, &self.variant, &trace, &|_| None, false);
        let is_right = match (&self.lesson.ask, choice) {
            (LessonAsk::Decision(_), _) => {
                let solution = self.solution();
                failures.is_empty() && solution.is_none_or(|solution| solution == *choice)
            }
            (LessonAsk::Square { right, .. }, LessonChoice::Square(square)) => {
                right.contains(square)
            }
            (LessonAsk::Options(options), LessonChoice::Option(at)) => {
                options.get(*at).is_some_and(|option| option.is_right)
            }
            _ => false,
        };
        let written = choice.written();
        let usual = if is_right { &self.lesson.right } else { &self.lesson.wrong };
        let own = self.lesson.because.iter().find(|reply| reply.choice == written);
        let reply = own.and_then(|reply| reply.text.as_ref()).unwrap_or(usual).clone();
        LessonOutcome { is_right, reply, failures, trace, memory }
    }

    /// When the learner looks at the board: a question of the lesson's own comes before the first
    /// turn.
    fn moment(&self) -> LookMoment {
        match self.lesson.ask {
            LessonAsk::Decision(_) => LookMoment::After,
            _ => LookMoment::Before,
        }
    }

    fn play<'a>(
        &self,
        given: &Situation,
        look: Option<BoardLook<'a>>,
        memory: Option<&'a mut Memory>,
    ) -> Trace {
        let onlookers = Onlookers { look, as_decider: true, memory, coverage: None };
        play(&self.variant, given, &[], onlookers)
    }

    /// Plays up to the question, and notes who is asked and what can be chosen.
    fn ask(&mut self) -> Result<(), Box<Failure>> {
        let mut memory = Memory::with_events(SeatSet::first(self.seats));
        let (moment, mut asked) = (self.moment(), None);
        let mut look = |at: LookMoment, see: &Observation<'_>| {
            if at == moment {
                asked = Some((see.decider(), self.offered(see)));
            }
        };
        let trace = self.play(&self.question, Some(&mut look), Some(&mut memory));
        if let LessonAsk::Decision(decision) = self.lesson.ask
            && trace.stop != ScenarioStop::Asked(decision)
        {
            let why = match trace.stop {
                ScenarioStop::Asked(other) => format!("it comes to another: {}", word(other)),
                _ => "it does not come to one".to_owned(),
            };
            let message = format!(
                "without the last choice of `{}` the scenario should stop at that decision, but \
                 {why}",
                decision.key()
            );
            return Err(Box::new(self.failure(message, Vec::new())));
        }
        let Some((seat, choices)) = asked else {
            return Err(Box::new(
                self.failure("the scenario cannot be played".to_owned(), Vec::new()),
            ));
        };
        (self.seat, self.choices) = (seat, choices);
        self.left_chance = trace.left_chance;
        if matches!(self.lesson.ask, LessonAsk::Decision(_)) {
            self.mark = memory.events(Some(seat)).count();
        }
        Ok(())
    }

    /// What can be chosen by whoever sees this.
    fn offered(&self, see: &Observation<'_>) -> Vec<LessonChoice> {
        match &self.lesson.ask {
            LessonAsk::Decision(_) => game_choices(see),
            LessonAsk::Square { offered, .. } if !offered.is_empty() => {
                offered.iter().copied().map(LessonChoice::Square).collect()
            }
            LessonAsk::Square { .. } => see.shape().squares().map(LessonChoice::Square).collect(),
            LessonAsk::Options(options) => (0..options.len()).map(LessonChoice::Option).collect(),
        }
    }

    fn failure(&self, message: String, found: Vec<String>) -> Failure {
        Failure { found, ..Failure::new(Code::NotMet, message, Some(self.lesson.span.clone())) }
    }
}

/// What is wrong with the lesson of a scenario whose model answer is right: a question that is
/// never asked, one that every choice answers, an answer to a choice that does not exist.
pub(super) fn check(scenario: &Scenario, variant: &Arc<Variant>) -> Vec<Failure> {
    let exercise = match Exercise::new(scenario, variant) {
        None => return Vec::new(),
        Some(Err(failure)) => return vec![failure],
        Some(Ok(exercise)) => exercise,
    };
    let written: Vec<String> = exercise.choices.iter().map(LessonChoice::written).collect();
    let mut failures = Vec::new();
    for reply in exercise.lesson.because.iter().filter(|one| !written.contains(&one.choice)) {
        let message = format!("`{}` cannot be chosen in this lesson", reply.choice);
        failures.push(Failure {
            expected: vec![format!("one of {}", written.join(", "))],
            found: vec![reply.choice.clone()],
            ..Failure::new(Code::NeverJudged, message, Some(reply.span.clone()))
        });
    }
    if let LessonAsk::Square { right, .. } = &exercise.lesson.ask {
        let outside = right.iter().filter(|at| !written.contains(&at.to_string()));
        failures.extend(outside.map(|square| {
            exercise.failure(format!("{square} is not a square of this board"), Vec::new())
        }));
    }
    for choice in &exercise.choices {
        failures.extend(exercise.wrong_sequel(choice));
    }
    if !failures.is_empty() {
        return failures;
    }
    if exercise.choices.iter().all(|choice| exercise.choose(choice).is_right) {
        let message = "every choice is right, so this lesson asks nothing".to_owned();
        failures.push(exercise.failure(message, written));
    } else if let Some(puzzle) = &exercise.lesson.puzzle {
        failures.extend(exercise.wrong_puzzle(puzzle));
    }
    failures
}

/// The most deals in which a test tries the answer of a puzzle again.
const TESTED_DEALS: u32 = 20;

impl Exercise {
    /// What is wrong with the choices that follow a choice.
    fn wrong_sequel(&self, choice: &LessonChoice) -> Option<Failure> {
        let LessonChoice::Game(chosen) = choice else { return None };
        let mut given = self.question.clone();
        given.seed.get_or_insert_default();
        add(&mut given, chosen);
        let (next, offered) = self.followed(choice, &given).err()?;
        let written = choice.written();
        let reply = self.lesson.because.iter().find(|reply| reply.choice == written)?;
        let message = format!("`{next}` cannot be chosen there, after `{written}`");
        let expected = match &offered[..] {
            [] => vec!["nothing: the game waits for no decision there".to_owned()],
            some => vec![format!("one of {}", some.join(", "))],
        };
        let failure = Failure::new(Code::NeverJudged, message, Some(reply.span.clone()));
        Some(Failure { expected, found: vec![next], ..failure })
    }

    /// The position at the question; `None`: the scenario does not lead there.
    #[cfg(test)]
    pub(super) fn position(&self) -> Option<serde_json::Value> {
        Some(self.play(&self.question, None, None).after?.position)
    }

    /// What is wrong with the claim that the model answer wins, and it alone.
    fn wrong_puzzle(&self, puzzle: &Puzzle) -> Option<Failure> {
        let failure =
            |message| Some(Failure::new(Code::NotMet, message, Some(puzzle.span.clone())));
        let trace = self.play(&self.question, None, None);
        let (Some(solution @ LessonChoice::Game(chosen)), Some(after)) =
            (&self.solution(), trace.after)
        else {
            return failure("a puzzle has to ask for a choice of a game".to_owned());
        };
        let position = after.position;
        let case = PuzzleCase {
            variant: &self.variant,
            position: &position,
            seed: self.question.seed.as_deref().unwrap_or_default(),
            wins: puzzle.wins,
            most: MOST_DECISIONS,
        };
        let winning = match case.winning() {
            Ok(winning) => winning,
            Err(NoAnswer::TooLarge) => {
                return failure("there is too much to try out for a puzzle".to_owned());
            }
            Err(NoAnswer::Impossible) => {
                return failure("a puzzle cannot begin at this decision".to_owned());
            }
        };
        let other = winning.iter().find(|choice| *choice != chosen);
        if let Some(other) = other.map(|other| LessonChoice::Game(other.clone()).written()) {
            return failure(format!("`{other}` wins as well, so it is no puzzle with one answer"));
        }
        let written = solution.written();
        if winning.is_empty() {
            return failure(format!("`{written}` does not win by force in this way"));
        }
        let Some(deals) = puzzle.deals else {
            if case.is_certain(chosen) {
                return None;
            }
            return failure(format!(
                "it cannot be shown that `{written}` wins in every deal: say with `deals` in how \
                 many it was tried"
            ));
        };
        match case.try_deals(chosen, deals.min(TESTED_DEALS), &|| true) {
            DealsTried::AllWon => None,
            DealsTried::Lost(deal) => failure(format!(
                "`{written}` does not win in deal {} of what cannot be seen",
                deal + 1
            )),
            DealsTried::Unknown(deal) => failure(format!(
                "there is too much to try out in deal {} of what cannot be seen, so it is not known \
                 whether `{written}` wins there",
                deal + 1
            )),
        }
    }
}

/// What the player can choose in a game who has this view of it.
fn game_choices(see: &Observation<'_>) -> Vec<LessonChoice> {
    see.choices().into_iter().map(LessonChoice::Game).collect()
}

fn word(decision: ScenarioDecision) -> &'static str {
    use tsuro::game::KeyWords as _;
    decision.word()
}

/// Takes the model answer away, if there is one: the last choice of a kind, or the first with all
/// choices after it.
fn drop_answer(given: &mut Situation, decision: ScenarioDecision, is_first: bool) -> bool {
    if is_first {
        let count = match decision {
            ScenarioDecision::Mark => given.marks.len(),
            ScenarioDecision::Relocation => given.relocate.len(),
            ScenarioDecision::Placement => given.place.len(),
            ScenarioDecision::Exchange => given.exchange.len(),
            ScenarioDecision::Answer => given.choose.len(),
        };
        given.place.clear();
        given.place_on.clear();
        given.exchange.clear();
        given.relocate.clear();
        given.choose.clear();
        given.marks.clear();
        return count > 0;
    }
    match decision {
        ScenarioDecision::Mark => given.marks.pop().is_some(),
        ScenarioDecision::Relocation => given.relocate.pop().is_some(),
        // The square of a placement for the team (W7) is not asked for.
        ScenarioDecision::Placement => given.place.pop().is_some(),
        ScenarioDecision::Exchange => given.exchange.pop().is_some(),
        ScenarioDecision::Answer => given.choose.pop().is_some(),
    }
}

/// Adds a choice.
fn add(given: &mut Situation, choice: &Choice) {
    fn push<T>(list: &mut Spanned<T>, item: T) {
        list.push((item, 0..0));
    }
    match choice {
        Choice::Start(mark) => push(&mut given.marks, *mark),
        Choice::Place(tile) => push(&mut given.place, *tile),
        Choice::Exchange(exchange) => push(&mut given.exchange, Ok(*exchange)),
        Choice::Relocate(mark) => push(&mut given.relocate, *mark),
        Choice::Rule(answer) => push(&mut given.choose, *answer),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RuleBook, RuleSetSelection, RunPlan, Suite, course_names, read, shipped_course};
    use tsuro::rules::Registry;
    use tsuro::ruleset::{BuiltIns, Problems, Source, SourceId};

    const WHOLE: &str = r#"
        [[scenario]]
        title = "Stay"
        rules = "classic+free-suicide"
        players.A = "a1:H 7"
        players.B = "f6:D 1"
        pile = [2, 3]
        place = 7
        expect.out = "nobody"
        [scenario.lesson]
        name.en = "Stay"
        tell.en = "Tell"
        question.en = "Which?"
        right.en = "Right"
        wrong.en = "Wrong"
    "#;

    fn suite(text: &str) -> (Suite, Problems) {
        let mut problems = Problems::default();
        let source = Source::new(SourceId::Overrides, "lessons.toml", text);
        (read(source, &Registry::default(), &mut problems), problems)
    }

    /// The first problem of a text, or the first failure of its scenario; empty: there is none.
    fn trouble(text: &str) -> String {
        let (suite, problems) = suite(text);
        if let Some(problem) = problems.iter().next() {
            assert!(problem.place().is_some(), "{problem:?}");
            return problem.message.clone();
        }
        let registry = Registry::default();
        let mut book = RuleBook::new(&registry, &BuiltIns);
        let suites = [suite];
        let plan = RunPlan::new(&suites, &RuleSetSelection::Own, &mut book, &|_, _| true);
        let done = plan.play_all(&suites, 1);
        let Some(failure) = done[0].failures.first() else { return String::new() };
        assert!(failure.span.is_some(), "{failure:?}");
        failure.message.clone()
    }

    fn exercise(suite: &Suite, number: usize) -> Exercise {
        let registry = Registry::default();
        let scenario = &suite.scenarios[number];
        let crate::RuleSetChoice::Named(rules) = &scenario.rules else { panic!("named rules") };
        let variant = Variant::load(&rules[0].0, &BuiltIns, &registry).unwrap();
        Exercise::new(scenario, &Arc::new(variant)).unwrap().unwrap()
    }

    #[test]
    fn a_learners_choice_takes_the_place_of_the_model_answer_and_is_judged_by_what_is_expected() {
        let (suite, problems) = suite(WHOLE);
        assert!(problems.is_empty(), "{problems}");
        let exercise = exercise(&suite, 0);
        let right: Vec<(String, bool)> = exercise
            .choices()
            .iter()
            .map(|choice| (choice.written(), exercise.choose(choice).is_right))
            .collect();
        let expected = [("7", true), ("7/1", false), ("7/2", false), ("7/3", false)];
        assert_eq!(right, expected.map(|(choice, right)| (choice.to_owned(), right)));
        let outcome = exercise.choose(&exercise.choices()[1]);
        assert_eq!(outcome.reply.en, "Wrong");
        // Back goes the hand of a piece that is out, in an order that the scenario does not give.
        assert!(outcome.trace.trouble.is_none() && outcome.memory.events(None).count() > 1);
        let mut hand = 0;
        exercise.see(&mut |see| hand = see.hand().len());
        assert_eq!(hand, 1, "the learner sees the own hand");
    }

    #[test]
    fn every_choice_of_a_shipped_lesson_can_be_played() {
        let mut choices = 0;
        for name in course_names() {
            let mut problems = Problems::default();
            let suite = read(shipped_course(name).unwrap(), &Registry::default(), &mut problems);
            for number in 0..suite.scenarios.len() {
                let exercise = exercise(&suite, number);
                let outcomes = exercise.choices().iter().map(|choice| exercise.choose(choice));
                let right: Vec<bool> = outcomes
                    .map(|outcome| {
                        assert!(outcome.trace.trouble.is_none(), "{:?}", outcome.trace.trouble);
                        outcome.is_right
                    })
                    .collect();
                assert!(right.contains(&true) && right.contains(&false), "{name} {number}");
                choices += right.len();
            }
        }
        assert!(choices > 30, "{choices}");
    }

    /// A shipped puzzle of the kind `trap`, alone in a file.
    fn trap() -> String {
        let source = crate::shipped_puzzles("classic").unwrap();
        let text = source.text().split("[[scenario]]").find(|one| one.contains("\"trap\""));
        let text = text.expect("a trap among the puzzles").trim_start();
        format!("[[scenario]]\nrules = \"classic\"\n{text}")
    }

    #[test]
    fn the_refutation_of_a_wrong_choice_is_played_after_it() {
        let (suite, problems) = suite(&trap());
        assert!(problems.is_empty(), "{problems}");
        let exercise = exercise(&suite, 0);
        let played = |choice: &LessonChoice| exercise.choose(choice);
        let is_right = |choice: &&LessonChoice| played(choice).is_right;
        let right: Vec<_> = exercise.choices().iter().filter(is_right).collect();
        assert_eq!(right, [&exercise.solution().unwrap()]);
        assert!(played(right[0]).trace.end.is_some(), "the winning line is played to its end");
        let because = &exercise.lesson().because;
        assert!(!because.is_empty());
        for reply in because {
            let choice = exercise.choices().iter().find(|one| one.written() == reply.choice);
            let outcome = played(choice.unwrap());
            let laid = outcome.trace.events.iter().filter(|event| event["event"] == "placed");
            assert_eq!(laid.count(), 1 + reply.then.len(), "{}", reply.choice);
            assert!(outcome.reply.en.is_empty(), "faces say what came of it");
        }
    }

    #[test]
    fn a_puzzle_that_has_another_answer_or_none_is_refused() {
        let puzzle = trap();
        let (suite, _) = suite(&puzzle);
        let exercise = exercise(&suite, 0);
        let answer = exercise.solution().unwrap().written();
        let reply = exercise.lesson().because.first().unwrap().clone();
        let at_once = puzzle.replace("\"trap\"", "\"at-once\"");
        let found = trouble(&at_once);
        assert_eq!(found, format!("`{answer}` does not win by force in this way"));
        let wrong = puzzle.replacen("then = [\"", "then = [\"99/1\", \"", 1);
        let found = trouble(&wrong);
        let expected = format!("`99/1` cannot be chosen there, after `{}`", reply.choice);
        assert_eq!(found, expected);
        for (more, message) in [
            ("puzzle.wins = \"slowly\"", "`wins` does not take the word \"slowly\""),
            ("puzzle.deals = 0\npuzzle.wins = \"trap\"", "`0` is too small for `deals`"),
            ("puzzle.why = 1\npuzzle.wins = \"trap\"", "a puzzle has no key `why`"),
            ("puzzle.deals = 5", "a puzzle needs `wins`"),
            ("puzzle = 5", "`puzzle` cannot be `5`"),
            (
                "ask = \"option\"\noptions = [{ en = \"a\", right = true }, { en = \"b\" }]\n\
                    puzzle.wins = \"trap\"",
                "a puzzle asks for a decision of the game",
            ),
        ] {
            let found = trouble(&puzzle.replace("puzzle.wins = \"trap\"", more));
            assert!(found.starts_with(message), "{message}:\n{found}");
        }
    }

    #[test]
    fn a_lesson_that_is_written_wrong_is_a_problem_with_a_place() {
        let with = |more: &str| format!("{WHOLE}{more}");
        let without = |line: &str| WHOLE.replace(line, "");
        let cases = [
            (with("color.en = \"red\""), "a lesson has no key `color`"),
            (without("right.en = \"Right\""), "a lesson needs `right`"),
            (without("question.en = \"Which?\""), "a lesson needs `question`"),
            (WHOLE.replace("tell.en", "tell.fr"), "`tell` has no English text: write `tell.en`"),
            (WHOLE.replace("tell.en", "tell.de"), "`tell` has no key `de`"),
            (WHOLE.replace("\"Tell\"", "\" \""), "`tell.en` is empty"),
            (
                WHOLE.replace("tell.en = \"Tell\"", "tell = \"Tell\""),
                "`tell` cannot be the text \"Tell\"",
            ),
            (with("ask = \"colour\""), "`ask` does not take the word \"colour\""),
            (with("answer = \"a2\""), "a lesson that asks for this has no `answer`"),
            (with("ask = \"square\""), "a lesson that asks for a square needs `answer`"),
            (
                with("ask = \"square\"\nanswer = \"b9\""),
                "no expectation says anything of b9, so it may be wrong",
            ),
            (with("ask = \"square\"\nanswer = \"zz\""), "\"zz\" is not a square"),
            (with("ask = \"square\"\nanswer = []"), "`answer` names no square"),
            (with("ask = \"option\""), "a lesson that asks for an option needs `options`"),
            (
                with("ask = \"option\"\noptions = [{ en = \"a\" }, { en = \"b\" }]"),
                "of two or more options one has to be right, with `right = true`; of these 2 0 are",
            ),
            (with("ask = \"option\"\noptions = [{ right = 1 }]"), "`right` cannot be `1`"),
            (
                with("[[scenario.lesson.because]]\nchoice = \"9/1\"\nen = \"No\""),
                "`9/1` cannot be chosen in this lesson",
            ),
            (with("[[scenario.lesson.because]]\nen = \"No\""), "`because` needs `choice`"),
            (
                WHOLE
                    .replace("place = 7\n", "")
                    .replace("out = \"nobody\"", "asked = \"placement\""),
                "a lesson needs a model answer: the last choice in `place`",
            ),
            (
                WHOLE.replace("out = \"nobody\"", "at.B = \"f6:D\""),
                "every choice is right, so this lesson asks nothing",
            ),
            (with("ask = \"mark\""), "a lesson needs a model answer: the last choice in `marks`"),
            ("[course]\ntitle.en = \"A\"\n".to_owned() + WHOLE, "a course needs `first-game`"),
        ];
        for (text, message) in cases {
            let found = trouble(&text);
            assert!(found.starts_with(message), "{message}:\n{found}");
        }
    }
}
