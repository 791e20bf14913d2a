//! A scenario for people: its situation, what happens and what must follow, in words and as a
//! picture.

use super::letters::letter;
use super::model::Suite;
use super::plan::{Run, RunPlan};
use super::play::{LookMoment, Onlookers, ScenarioStop, Trace};
use super::sentences::sentence;
use super::words::{self, HolderName};
use serde_json::Value;
use tsuro::board::{Content, Square};
use tsuro::game::{Observation, Seat};
use tsuro::picture::{BoardScene, Ground, strip};
use tsuro::ruleset::Variant;
use tsuro::with_rules;

/// Pixels to a square.
const SCALE: f64 = 46.0;

/// One run of a scenario, played and put into words. The lists are fragments of English sentences.
#[derive(Debug)]
pub struct ScenarioView {
    /// The situation.
    pub given: Vec<String>,
    /// The events, and why the scenario stops before its end, if it does.
    pub happens: Vec<String>,
    /// What must follow, without the events that must happen.
    pub expected: Vec<String>,
    /// The board before and after, where the scenario could begin.
    panels: Vec<BoardScene>,
}

impl ScenarioView {
    /// Plays a run of a plan of these suites. Under rules that cannot be played, there is only what
    /// must follow.
    pub fn new(plan: &RunPlan, suites: &[Suite], run: &Run) -> Self {
        let scenario = &suites[run.suite].scenarios[run.scenario];
        let token = |variant: &Variant| {
            with_rules!(variant.rules(), |rules| rules
                .basics
                .token()
                .map(|token| token.name.in_language("en")))
        };
        let holds = HolderName(
            run.variant.as_ref().ok().and_then(|variant| token(variant)).unwrap_or("token"),
        );
        let (trace, panels) =
            run.variant.as_ref().map_or_else(|_| (None, Vec::new()), |_| look(plan, suites, run));
        Self {
            given: words::situation(&scenario.given, holds),
            happens: trace.as_ref().map(|trace| happens(trace, holds)).unwrap_or_default(),
            expected: scenario
                .expect
                .iter()
                .filter_map(|one| words::expected(&one.want, holds))
                .collect(),
            panels,
        }
    }

    /// The same with the names of things in its pictures in a language, by its two letters.
    #[must_use]
    pub fn in_language(mut self, language: &'static str) -> Self {
        for panel in &mut self.panels {
            panel.language = language;
        }
        self
    }

    /// The same with its pictures on this ground.
    #[must_use]
    pub fn on_ground(mut self, ground: Ground) -> Self {
        for panel in &mut self.panels {
            panel.ground = ground;
        }
        self
    }

    /// The board before and after, side by side, as SVG; one board where nothing on it changes,
    /// `None` where there is nothing on it.
    pub fn picture(&self) -> Option<String> {
        self.labelled_picture(["before", "after"], &self.given.join("; "))
    }

    /// The same with labels over the two boards, and a title for those who do not see them.
    pub fn labelled_picture(&self, labels: [&str; 2], title: &str) -> Option<String> {
        let blank = |scene: &BoardScene| {
            scene.pieces.is_empty()
                && scene.rule_pieces.is_empty()
                && scene.square_marks.is_empty()
                && scene.shape().squares().all(|at| scene.content(at) == Content::Empty)
        };
        let [before, after] = &self.panels[..] else { return None };
        let drawn = |scene: &BoardScene| strip(&[(scene, "")], SCALE, "");
        let panels: Vec<(&BoardScene, &str)> = match (blank(before), blank(after)) {
            (true, true) => return None,
            (true, false) => vec![(after, labels[1])],
            _ if drawn(before) == drawn(after) => vec![(before, "")],
            _ => vec![(before, labels[0]), (after, labels[1])],
        };
        Some(strip(&panels, SCALE, title))
    }
}

/// What happens, and the boards before it and after it.
fn look(plan: &RunPlan, suites: &[Suite], run: &Run) -> (Option<Trace>, Vec<BoardScene>) {
    let mut panels = Vec::new();
    let mut look = |_: LookMoment, seen: &Observation<'_>| {
        let letters: Vec<char> = (0..seen.seats()).map(|seat| letter(Seat::new(seat))).collect();
        let mut scene = BoardScene::new(seen, &letters);
        scene.focus = None;
        panels.push(scene);
    };
    let onlookers = Onlookers { look: Some(&mut look), ..Onlookers::default() };
    let trace = plan.play(suites, run, onlookers).trace;
    if let (Some(after), Some(trace)) = (panels.get_mut(1), &trace) {
        let placed = trace
            .events
            .iter()
            .rev()
            .find(|event| event.get("event").and_then(Value::as_str) == Some("placed"));
        let square = placed.and_then(|event| event.get("square")?.as_str()?.parse::<Square>().ok());
        after.tried = square.filter(|&square| matches!(after.content(square), Content::Tile(_)));
    }
    (trace, panels)
}

/// The events in words, and where the scenario stops before its end.
fn happens(trace: &Trace, holds: HolderName) -> Vec<String> {
    let turns = trace
        .events
        .iter()
        .filter(|event| event.get("event").and_then(Value::as_str) == Some("turn"))
        .count();
    let events = trace
        .events
        .iter()
        .filter(|event| turns > 1 || event.get("event").and_then(Value::as_str) != Some("turn"));
    let mut found: Vec<String> = events
        .filter_map(sentence)
        .map(|words| words.replace("the dragon", &format!("the {}", holds.0)))
        .collect();
    if let ScenarioStop::Refused(_, _, why) = &trace.stop {
        found.push(why.clone());
    }
    found
}
