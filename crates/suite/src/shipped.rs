//! The suites that come with the crate.

use super::model::Suite;
use super::read;
use tsuro::rules::Registry;
use tsuro::rules::hazard::names;
use tsuro::ruleset::{Problems, Source, SourceId};

/// Makes the list of the files in `tests/scenarios`.
macro_rules! suites {
    ($($name:literal)*; $own:expr; $($later:literal)*) => {
        &[
            $(($name, include_str!(concat!("../../../tests/scenarios/", $name))),)*
            $own,
            $(($later, include_str!(concat!("../../../tests/scenarios/", $later)))),*
        ]
    };
}

/// The suite of the rules in scripts, which is an example as well.
const SCRIPTS: (&str, &str) =
    ("scripts_suite.toml", include_str!("../../../examples/scripts_suite.toml"));

/// The files in `tests/scenarios`, sorted by name, each with its text.
const FILES: &[(&str, &str)] = suites!(
    "classic.toml"
    "core.toml"
    "double-turn.toml"
    "draft.toml"
    "globe.toml"
    "islands.toml"
    "lanterns.toml"
    "luxury.toml"
    "mystic_portal.toml"
    "portals.toml"
    "regressions.toml";
    names::SUITE;
    "seas-ships.toml"
    "second-life.toml"
    "solo-seas.toml"
    "storm.toml"
    "taihou.toml"
    "team-seas.toml"
    "teams.toml"
    "uzushio.toml"
    "variants.toml"
    "wave.toml"
);

/// The courses of lessons in `rulesets/lessons`, in the order in which they are taken.
const COURSES: &[(&str, &str)] = &[
    ("basics", include_str!("../../../rulesets/lessons/basics.toml")),
    ("seas", include_str!("../../../rulesets/lessons/seas.toml")),
];

/// The suites of puzzles in `rulesets/puzzles`.
const PUZZLES: &[(&str, &str)] = &[
    ("classic", include_str!("../../../rulesets/puzzles/classic.toml")),
    ("luxury", include_str!("../../../rulesets/puzzles/luxury.toml")),
    ("seas", include_str!("../../../rulesets/puzzles/seas.toml")),
];

/// The folder under whose name the suites are known: `shipped/classic.toml`.
pub const SHIPPED: &str = "shipped";

/// The suites that come with the crate: each file as a text with its name, `shipped/classic.toml`.
pub fn shipped() -> impl Iterator<Item = Source> {
    FILES.iter().chain([&SCRIPTS]).map(|(name, text)| {
        Source::new(SourceId::BuiltIn((*name).to_owned()), format!("{SHIPPED}/{name}"), *text)
    })
}

/// All of them, read. They may be about rules that `registry` does not have; these are left out.
pub fn shipped_suites(registry: &Registry) -> Vec<Suite> {
    let mut problems = Problems::default();
    shipped().map(|source| read(source, registry, &mut problems)).collect()
}

/// The names of the courses that come with the crate, in the order in which they are taken.
pub fn course_names() -> impl Iterator<Item = &'static str> {
    COURSES.iter().map(|(name, _)| *name)
}

/// The course of this name that comes with the crate, as a text.
pub fn shipped_course(name: &str) -> Option<Source> {
    named(COURSES, "lessons", name)
}

/// The rule sets for which puzzles come with the crate.
pub fn puzzle_names() -> impl Iterator<Item = &'static str> {
    PUZZLES.iter().map(|(name, _)| *name)
}

/// The puzzles for this rule set that come with the crate, as a text.
pub fn shipped_puzzles(name: &str) -> Option<Source> {
    named(PUZZLES, "puzzles", name)
}

fn named(files: &[(&str, &'static str)], folder: &str, name: &str) -> Option<Source> {
    let (name, text) = files.iter().find(|(known, _)| *known == name)?;
    let shown = format!("{folder}/{name}.toml");
    Some(Source::new(SourceId::BuiltIn((*name).to_owned()), shown, *text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LessonText, RuleBook, RuleSetSelection, RunPlan, read_with};
    use tsuro::ruleset::BuiltIns;

    #[test]
    fn every_shipped_lesson_is_right_about_the_rules_and_speaks_every_language() {
        let registry = Registry::default();
        let mut book = RuleBook::new(&registry, &BuiltIns);
        let mut lessons = 0;
        for name in course_names() {
            let mut problems = Problems::default();
            let suite = read_with(shipped_course(name).unwrap(), &mut book, &mut problems);
            assert!(problems.is_empty(), "{name}: {problems}");
            let course = suite.course.clone().expect("it is a course");
            assert!(course.title.fr.is_some() && course.about.fr.is_some(), "{name}");
            assert!(book.variant(&course.first_game, None).is_ok(), "{name}");
            let suites = [suite];
            let plan = RunPlan::new(&suites, &RuleSetSelection::Own, &mut book, &|_, _| true);
            for (run, done) in plan.runs.iter().zip(plan.play_all(&suites, 1)) {
                let scenario = &suites[0].scenarios[run.scenario];
                assert!(done.passed(), "{name}, {}: {:#?}", scenario.title, done.failures);
                let lesson = scenario.lesson.as_ref().expect("a lesson");
                let texts = [&lesson.name, &lesson.tell, &lesson.question, &lesson.right];
                let more = [&lesson.wrong].into_iter().chain(&lesson.hint);
                let because = lesson.because.iter().filter_map(|reply| reply.text.as_ref());
                for text in texts.into_iter().chain(more).chain(because) {
                    assert!(text.fr.is_some(), "{}: {}", scenario.title, text.en);
                }
                lessons += 1;
            }
        }
        assert!((8..=12).contains(&lessons), "{lessons}");
    }

    #[test]
    fn all_lessons_together_are_read_and_answered_in_two_minutes() {
        let registry = Registry::default();
        let mut book = RuleBook::new(&registry, &BuiltIns);
        // The most words that everybody reads, in all lessons and in one; French needs more.
        for (code, most, most_of_one) in [("en", 290, 34), ("fr", 325, 40)] {
            let words = |text: &LessonText| text.in_language(code).split_whitespace().count();
            let mut all = 0;
            for name in course_names() {
                let mut problems = Problems::default();
                let suite = read_with(shipped_course(name).unwrap(), &mut book, &mut problems);
                assert!(problems.is_empty(), "{name}: {problems}");
                for scenario in &suite.scenarios {
                    let lesson = scenario.lesson.as_ref().expect("a lesson");
                    let texts = [&lesson.tell, &lesson.question, &lesson.right];
                    let count: usize = texts.into_iter().map(words).sum();
                    assert!(count <= most_of_one, "{code}, {}: {count}", scenario.title);
                    all += count;
                    // These are for those who need them.
                    let because = lesson.because.iter().filter_map(|reply| reply.text.as_ref());
                    for text in [&lesson.wrong].into_iter().chain(&lesson.hint).chain(because) {
                        assert!(words(text) <= 20, "{}", text.in_language(code));
                    }
                }
            }
            assert!(all <= most, "{code}: {all}");
        }
    }

    #[test]
    fn fifty_puzzles_and_more_are_shipped_each_with_one_answer_that_wins_by_force() {
        let registry = Registry::default();
        let mut book = RuleBook::new(&registry, &BuiltIns);
        let mut puzzles = 0;
        for name in puzzle_names() {
            let mut problems = Problems::default();
            let suite = read_with(shipped_puzzles(name).unwrap(), &mut book, &mut problems);
            assert!(problems.is_empty(), "{name}: {problems}");
            let course = suite.course.clone().expect("it is a course");
            assert!(course.title.fr.is_some() && course.about.fr.is_some(), "{name}");
            assert_eq!(course.first_game, name);
            let suites = [suite];
            let plan = RunPlan::new(&suites, &RuleSetSelection::Own, &mut book, &|_, _| true);
            // To play a puzzle is to solve it again.
            for (run, done) in plan.runs.iter().zip(plan.play_all(&suites, 2)) {
                let scenario = &suites[0].scenarios[run.scenario];
                assert!(done.passed(), "{name}, {}: {:#?}", scenario.title, done.failures);
                let lesson = scenario.lesson.as_ref().expect("a lesson");
                assert!(lesson.puzzle.is_some(), "{}", scenario.title);
                puzzles += 1;
            }
            assert!(plan.runs.len() >= 16, "{name}: {}", plan.runs.len());
        }
        assert!(puzzles >= 50, "{puzzles}");
    }

    #[test]
    fn every_suite_of_the_repository_is_shipped_and_has_no_problem() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios");
        let mut there: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        there.sort();
        assert_eq!(FILES.iter().map(|(name, _)| *name).collect::<Vec<_>>(), there);
        let mut problems = Problems::default();
        for source in shipped() {
            assert!(!read(source, &Registry::default(), &mut problems).scenarios.is_empty());
        }
        assert!(problems.is_empty(), "{problems}");
    }
}
