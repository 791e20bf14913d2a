//! Lessons and puzzles for the pages that play them (`docs/formats/server.md`). Everything that a lesson can
//! come to is in one answer, so that a server keeps nothing of who learns.

use crate::rules::PageRules;
use crate::telling;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tsuro::game::{Choice, Observation};
use tsuro::json::{Json, json};
use tsuro::picture::BoardScene;
use tsuro_faces::lesson::{LessonVerdict, LessonView, Lessons};
use tsuro_faces::puzzle_date::{NotADate, PuzzleDate};
use tsuro_faces::table::ask::{Ask, Item};
use tsuro_faces::table::show::ShownEvent;
use tsuro_faces::words::{Language, TextKey};

/// The answers that were made: by course, number and language.
type MadeLessons = HashMap<(CourseKind, String, usize, &'static str), Arc<Json>>;

/// The most answers that are kept, more than there are lessons and puzzles in all languages: a
/// puzzle with all that can come of it is up to 700 KB.
const MOST_MADE: usize = 160;

/// Courses of which page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CourseKind {
    /// The lessons.
    Lessons,
    /// The puzzles.
    Puzzles,
}

/// The courses, read once, and the lessons that were asked for.
#[derive(Debug, Default)]
pub struct Courses {
    lessons: OnceLock<Vec<Lessons>>,
    puzzles: OnceLock<Vec<Lessons>>,
    /// A lesson is the same for everybody, and making it plays every answer to it.
    made: Mutex<MadeLessons>,
}

/// Which lesson a client asks for.
#[derive(Debug, serde::Deserialize)]
pub struct AskedLesson {
    /// The name of its course.
    course: String,
    /// Its number in the course, from 0.
    at: usize,
}

/// The day for whose puzzle a client asks.
#[derive(Debug, serde::Deserialize)]
pub struct AskedDay {
    /// As in `2026-11-27`; left out: today, in universal time.
    #[serde(default)]
    date: Option<String>,
}

impl Courses {
    fn all(&self, kind: CourseKind, rules: &PageRules) -> &[Lessons] {
        let texts = crate::sent::SentTexts::default;
        match kind {
            CourseKind::Lessons => {
                self.lessons.get_or_init(|| rules.with(texts(), Lessons::shipped))
            }
            CourseKind::Puzzles => {
                self.puzzles.get_or_init(|| rules.with(texts(), Lessons::puzzles))
            }
        }
    }

    fn made(&self) -> MutexGuard<'_, MadeLessons> {
        self.made.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The courses with the names of their lessons.
    pub fn listed(&self, rules: &PageRules, language: Language) -> Json {
        json!({ "courses": Self::names(self.all(CourseKind::Lessons, rules), language) })
    }

    /// The puzzles by name, and which of them is that of the day.
    ///
    /// # Errors
    /// The day is none.
    pub fn puzzles(
        &self,
        rules: &PageRules,
        asked: &AskedDay,
        language: Language,
    ) -> Result<Json, NotADate> {
        let date = match &asked.date {
            Some(date) => date.parse()?,
            None => PuzzleDate::today().ok_or(NotADate)?,
        };
        let all = self.all(CourseKind::Puzzles, rules);
        let today = PuzzleDate::today().is_some_and(|today| today == date);
        let day = Lessons::place_of_day(all, date);
        let day = day.map(|(suite, at)| json!({ "course": all[suite].name, "at": at }));
        Ok(json!({
            "date": date.to_string(), "today": today, "day": day,
            "courses": Self::names(all, language),
        }))
    }

    fn names(courses: &[Lessons], language: Language) -> Json {
        let course = |course: &Lessons| {
            let names = (0..course.count()).filter_map(|at| course.lesson_name(at, language));
            json!({
                "name": course.name, "title": course.title(language),
                "about": course.about(language), "first_game": course.first_game(),
                "lessons": Json::list(names),
            })
        };
        Json::list(courses.iter().map(course))
    }

    /// A lesson with all that can come of it; `None`: there is no such lesson.
    pub fn lesson(
        &self,
        rules: &PageRules,
        (kind, asked): (CourseKind, &AskedLesson),
        language: Language,
    ) -> Option<Arc<Json>> {
        let key = (kind, asked.course.clone(), asked.at, language.code());
        let known = self.made().get(&key).cloned();
        if known.is_some() {
            return known;
        }
        // Other lessons are answered while this one is made.
        let lesson = Arc::new(self.make(rules, (kind, asked), language)?);
        let mut made = self.made();
        if made.len() >= MOST_MADE {
            made.clear();
        }
        made.insert(key, Arc::clone(&lesson));
        drop(made);
        Some(lesson)
    }

    /// Makes a lesson: all its answers are played.
    fn make(
        &self,
        rules: &PageRules,
        (kind, asked): (CourseKind, &AskedLesson),
        language: Language,
    ) -> Option<Json> {
        let course = self.all(kind, rules).iter().find(|course| course.name == asked.course)?;
        let view = course.view(asked.at, language, &mut |_| {})?;
        let mut question = None;
        // A second time, as what is said of the question needs the whole view, which is there only
        // after the first.
        course.view(asked.at, language, &mut |see| {
            let choices =
                if view.is_of_game { telling::choices(see) } else { own_choices(&view.ask) };
            question = Some((choices, ask(see, &view), tried(see, &view, language)));
        });
        let (choices, question, previews) = question?;
        let outcome = |(pick, choice): (usize, &Choice)| {
            let verdict = course.answer(asked.at, choice, language)?;
            Some(told(pick, &verdict, &view.scene, language))
        };
        let title = language.plain(TextKey::WebBoardLabel);
        Some(json!({
            "course": course.name,
            "at": asked.at,
            "count": course.count(),
            "heading": view.heading,
            "tell": view.tell,
            "hint": view.hint,
            "board": telling::board(&view.scene, &title, language),
            "described": view.described,
            "ask": question,
            "previews": previews,
            "outcomes": Json::list(choices.iter().enumerate().filter_map(outcome)),
        }))
    }
}

/// The choices of a question of the lesson's own.
fn own_choices(ask: &Ask) -> Vec<Choice> {
    match ask {
        Ask::Items { items, .. } => items.iter().map(|item| item.choice.clone()).collect(),
        Ask::Cards { .. } => Vec::new(),
    }
}

/// The question, in the form of those of a game.
fn ask(see: &Observation<'_>, view: &LessonView) -> Json {
    let mut asked = match &view.ask {
        Ask::Items { items, .. } if !view.is_of_game => {
            let item = |(pick, item): (usize, &Item)| {
                let mut entry = json!({ "pick": pick, "words": item.words });
                if let Some(square) = item.square {
                    entry.set("square", square);
                }
                entry
            };
            let items = Json::list(items.iter().enumerate().map(item));
            let shown = json!({ "items": items, "at": 0 });
            json!({ "decision": "lesson", "shown": shown })
        }
        _ => telling::ask(see, &view.narrator),
    };
    asked.set("title", view.question.as_str());
    asked.set("seat", see.seat());
    asked
}

/// The board with each tile tried out, by tile and rotation.
fn tried(see: &Observation<'_>, view: &LessonView, language: Language) -> Json {
    let Ask::Cards { cards, .. } = &view.ask else {
        return Json::object(std::iter::empty::<(String, Json)>());
    };
    Json::object(cards.iter().map(|card| {
        let after = view.scene.clone().trying(see, card.tile);
        let name = format!("{}-{}", card.tile.face().number(), card.tile.rotation().turns());
        (name, telling::patch(&view.scene, &after, language))
    }))
}

/// What comes of a choice.
fn told(pick: usize, verdict: &LessonVerdict, before: &BoardScene, language: Language) -> Json {
    let mut last = before.clone();
    let event = |shown: &ShownEvent| {
        let mut event = json!({
            "event": json!({ "event": shown.event }),
            "words": shown.words,
            "patch": telling::patch(&last, &shown.scene, language),
        });
        last = shown.scene.clone();
        telling::set_motion(&mut event, shown);
        event
    };
    let events: Vec<Json> = verdict.events.iter().map(event).collect();
    json!({
        "pick": pick, "right": verdict.is_right, "words": verdict.words,
        "events": Json::List(events),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> PageRules {
        PageRules::shipped(Box::leak(Box::default()))
    }

    fn one(kind: CourseKind, course: &str, at: usize) -> Option<String> {
        let asked = AskedLesson { course: course.to_owned(), at };
        let courses = Courses::default();
        courses.lesson(&rules(), (kind, &asked), Language::French).map(|lesson| lesson.to_string())
    }

    fn lesson(course: &str, at: usize) -> Option<String> {
        one(CourseKind::Lessons, course, at)
    }

    #[test]
    fn a_puzzle_has_one_answer_and_its_refutations_and_each_day_has_one() {
        let text = one(CourseKind::Puzzles, "classic", 5).unwrap();
        assert_eq!(text.matches("\"right\":true").count(), 1, "{text}");
        assert!(text.matches("\"right\":false").count() >= 3);
        assert!(text.len() < 400_000, "{} bytes", text.len());
        assert!(one(CourseKind::Lessons, "classic", 0).is_none());
        let (courses, rules) = (Courses::default(), rules());
        let of = |date: &str| {
            let asked = AskedDay { date: Some(date.to_owned()) };
            courses.puzzles(&rules, &asked, Language::English).map(|listed| listed.to_string())
        };
        let day = of("2001-11-27").unwrap();
        assert!(
            day.starts_with("{\"date\":\"2001-11-27\",\"today\":false,\"day\":{\"course\":"),
            "{day}"
        );
        assert_eq!(of("2001-11-27").unwrap(), day);
        assert_ne!(of("2001-11-28").unwrap(), day);
        let now = courses.puzzles(&rules, &AskedDay { date: None }, Language::English).unwrap();
        assert!(now.to_string().contains("\"today\":true"));
        assert!(of("tomorrow").is_err() && of("2026-02-30").is_err());
    }

    #[test]
    fn a_lesson_has_everything_that_can_come_of_it() {
        let text = lesson("basics", 1).unwrap();
        assert_eq!(text.matches("\"right\":true").count(), 1, "{text}");
        assert!(text.matches("\"right\":false").count() >= 2);
        assert!(text.contains("\"24-3\"") && text.contains("Tournez"), "{text}");
    }

    #[test]
    fn there_is_no_lesson_beyond_the_last_and_no_other_course() {
        for (course, at) in [("basics", 99), ("basics", usize::MAX), ("../basics", 0), ("", 0)] {
            assert!(lesson(course, at).is_none(), "{course} {at}");
        }
    }
}
