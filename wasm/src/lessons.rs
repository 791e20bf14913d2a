//! `Course` and `Exercise`: lessons and puzzles, which are scenarios with a question.

use crate::arguments::whole;
use crate::fault::{Fault, guard};
use crate::rules::{REGISTRY, Rules, RulesArgument};
use crate::suites::{one_line, read_text};
use crate::value::to_js;
use std::panic::AssertUnwindSafe;
use tsuro::json::{Json, json};
use tsuro::picture::BoardPicture;
use tsuro::record::{write_asked, write_seen};
use tsuro::ruleset::Problems;
use tsuro_suite::{
    Exercise as Played, LessonAsk, LessonText, RuleSetChoice, Scenario, Suite, course_names,
    puzzle_names, read, shipped_course, shipped_puzzles,
};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Lessons or puzzles in the order of their file.
#[wasm_bindgen]
pub struct Course {
    suite: Suite,
    lessons: Vec<usize>,
}

/// One lesson or puzzle: a situation, a question, and an answer to every choice.
#[wasm_bindgen]
pub struct Exercise {
    exercise: AssertUnwindSafe<Played>,
}

/// The names of the courses of lessons that come with the package.
#[wasm_bindgen]
pub fn courses() -> Vec<String> {
    course_names().map(str::to_owned).collect()
}

/// The names of the rule sets for which puzzles come with the package.
#[wasm_bindgen]
pub fn puzzles() -> Vec<String> {
    puzzle_names().map(str::to_owned).collect()
}

impl Course {
    fn of(suite: Suite) -> Self {
        let lessons = (0..suite.scenarios.len())
            .filter(|&number| suite.scenarios[number].lesson.is_some())
            .collect();
        Self { suite, lessons }
    }

    fn shipped_as(source: Option<tsuro::ruleset::Source>, name: &str) -> Result<Self, Fault> {
        let Some(source) = source else {
            return Err(Fault::argument(format!("name: nothing is called {name:?}")));
        };
        Ok(Self::of(read(source, &REGISTRY, &mut Problems::default())))
    }
}

#[wasm_bindgen]
impl Course {
    /// A course of lessons that comes with the package.
    pub fn load(name: &str) -> Result<Self, JsValue> {
        guard(|| Self::shipped_as(shipped_course(name), name))
    }

    /// The puzzles for a rule set that come with the package.
    pub fn puzzles(name: &str) -> Result<Self, JsValue> {
        guard(|| Self::shipped_as(shipped_puzzles(name), name))
    }

    /// Lessons of one's own: a suite whose scenarios have a question.
    ///
    /// @throws a `SuiteError` with `problems`
    #[wasm_bindgen(js_name = fromText)]
    pub fn from_text(text: &str, name: Option<String>) -> Result<Self, JsValue> {
        guard(|| Ok(Self::of(read_text(text, name.as_deref().unwrap_or("lessons.toml"))?)))
    }

    /// What it teaches; `null` for puzzles, and where the suite does not say.
    #[wasm_bindgen(getter, unchecked_return_type = "CourseTexts | null")]
    pub fn texts(&self) -> JsValue {
        let document = self.suite.course.as_ref().map(|course| {
            json!({
                "title": text(&course.title), "about": text(&course.about),
                "firstGame": course.first_game,
            })
        });
        to_js(&document)
    }

    /// The number of lessons.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.lessons.len()
    }

    /// The titles of the lessons.
    #[wasm_bindgen(getter)]
    pub fn titles(&self) -> Vec<String> {
        self.lessons.iter().map(|&number| self.suite.scenarios[number].title.clone()).collect()
    }

    /// A lesson by its number, from 0, ready to be asked.
    pub fn exercise(&self, number: f64, rules: Option<RulesArgument>) -> Result<Exercise, JsValue> {
        let last = u32::try_from(self.lessons.len()).unwrap_or(u32::MAX).saturating_sub(1);
        let number = whole("number", number, 0..=last)? as usize;
        let rules = rules.map(|rules| rules.rules()).transpose()?;
        guard(|| {
            let Some(&scenario) = self.lessons.get(number) else {
                return Err(Fault::argument("number: there are no lessons"));
            };
            exercise(&self.suite.scenarios[scenario], rules)
        })
    }
}

fn exercise(scenario: &Scenario, rules: Option<Rules>) -> Result<Exercise, Fault> {
    let rules = match (rules, &scenario.rules) {
        (Some(rules), _) => rules,
        (None, RuleSetChoice::Named(named)) if !named.is_empty() => {
            Rules::by_reference(named[0].0.clone())?
        }
        _ => Rules::by_reference("classic".to_owned())?,
    };
    match Played::new(scenario, rules.variant()) {
        Some(Ok(exercise)) => Ok(Exercise { exercise: AssertUnwindSafe(exercise) }),
        Some(Err(failure)) => Err(Fault::new("SuiteError", one_line(&failure))),
        None => Err(Fault::argument("number: this scenario asks nothing")),
    }
}

/// A text in its languages.
fn text(text: &LessonText) -> Json {
    json!({ "en": text.en, "fr": text.fr })
}

#[wasm_bindgen]
impl Exercise {
    /// The texts of the lesson, each by its language, and what it asks for. The texts of a puzzle
    /// may be empty.
    #[wasm_bindgen(getter, unchecked_return_type = "Lesson")]
    pub fn lesson(&self) -> JsValue {
        let lesson = self.exercise.lesson();
        let (asks, options) = match &lesson.ask {
            LessonAsk::Decision(_) => ("decision", Vec::new()),
            LessonAsk::Square { .. } => ("square", Vec::new()),
            LessonAsk::Options(options) => {
                ("option", options.iter().map(|option| text(&option.text)).collect())
            }
        };
        to_js(&json!({
            "title": self.exercise.scenario().title,
            "name": text(&lesson.name),
            "tell": text(&lesson.tell),
            "question": text(&lesson.question),
            "hint": lesson.hint.as_ref().map(text),
            "asks": asks,
            "options": options,
            "puzzle": lesson.puzzle.as_ref().map(|puzzle| {
                use tsuro::game::KeyWords as _;
                json!({ "wins": puzzle.wins.word(), "deals": puzzle.deals })
            }),
        }))
    }

    /// The seat of the learner.
    #[wasm_bindgen(getter)]
    pub fn seat(&self) -> u8 {
        self.exercise.seat().number()
    }

    /// The rule set.
    #[wasm_bindgen(getter)]
    pub fn rules(&self) -> Rules {
        Rules::of_record(self.exercise.variant().clone())
    }

    /// What can be chosen, as suites write it: `"14/2"`, `"c1:A"`, `"d4"`, or the number of an
    /// option, from 1.
    #[wasm_bindgen(getter)]
    pub fn choices(&self) -> Vec<String> {
        self.exercise.choices().iter().map(tsuro_suite::LessonChoice::written).collect()
    }

    /// What the learner's seat sees when it is asked.
    #[wasm_bindgen(unchecked_return_type = "Observation | null")]
    pub fn observe(&self) -> Result<JsValue, JsValue> {
        let seen = guard(|| {
            let mut seen = Json::NULL;
            self.exercise.see(&mut |see| {
                if let Json::Object(fields) = write_asked(see, &[]) {
                    let sees = fields.into_iter().find(|(name, _)| name == "sees");
                    seen = sees.map_or(Json::NULL, |(_, sees)| sees);
                }
            });
            Ok(seen)
        })?;
        Ok(to_js(&seen))
    }

    /// The board as an SVG image, with the learner's hand.
    pub fn svg(&self, title: Option<String>) -> Result<String, JsValue> {
        let title = title.unwrap_or_else(|| self.exercise.scenario().title.clone());
        guard(|| {
            let mut drawn = String::new();
            self.exercise.see(&mut |see| drawn = BoardPicture::with_hand(see).svg(&title));
            Ok(drawn)
        })
    }

    /// Plays a choice, by its number in `choices`, and what the lesson lets follow it.
    #[wasm_bindgen(unchecked_return_type = "LessonOutcome")]
    pub fn choose(&self, number: f64) -> Result<JsValue, JsValue> {
        let choices = self.exercise.choices();
        let last = u32::try_from(choices.len()).unwrap_or(u32::MAX).saturating_sub(1);
        let number = whole("number", number, 0..=last)? as usize;
        let outcome = guard(|| {
            let outcome = self.exercise.choose(&choices[number]);
            let mut events = Vec::new();
            let told = outcome.memory.events(Some(self.exercise.seat()));
            for event in told.skip(self.exercise.mark()) {
                let mut line = Vec::new();
                write_seen(&mut line, &event);
                events.extend(serde_json::from_slice::<Json>(&line).ok());
            }
            Ok(json!({
                "isRight": outcome.is_right,
                "reply": text(&outcome.reply),
                "unmet": outcome.failures.iter().map(one_line).collect::<Vec<_>>(),
                "events": events,
            }))
        })?;
        Ok(to_js(&outcome))
    }
}
