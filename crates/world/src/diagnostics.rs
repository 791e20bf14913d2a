//! Shows problems of rule sets: on the terminal, with source lines and carets, or as JSON.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde_json::Value;
use std::borrow::Cow;
use std::ops::Range;
use tsuro::json::{Json, json};
use tsuro::ruleset::{
    Code, Label, LineColumn, Problem, Problems, Severity, Source, SourceSpan, plain, push_shown,
    shown, shown_lines,
};

/// How problems look on a terminal.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::exhaustive_structs, reason = "the caller fills in every field")]
pub struct DiagnosticStyle {
    /// Whether colours are used.
    pub color: bool,
    /// The width of a line, in columns.
    pub width: usize,
}

impl Default for DiagnosticStyle {
    /// Without colours and 120 columns wide, as for logs and tests.
    fn default() -> Self {
        Self { color: false, width: 120 }
    }
}

/// The most include sites that are shown, if many files have the same broken parent.
const SITES_SHOWN: usize = 4;

/// The most bytes of text that are shown around a problem: a line may be a megabyte long.
const WINDOW: usize = 2000;

/// All problems with their source lines, separated by empty lines.
pub fn terminal(problems: &Problems, look: DiagnosticStyle) -> String {
    let mut text = String::new();
    for problem in problems {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&one(problem, look));
        text.push('\n');
    }
    text
}

/// One problem with its source lines.
pub fn one(problem: &Problem, look: DiagnosticStyle) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let labels = with_include_sites(problem);
    let excerpts = excerpts(&labels);
    let mut group = Group::with_title(
        level.primary_title(shown_lines(&problem.message)).id(problem.code.as_str()),
    );
    for excerpt in &excerpts {
        group = excerpt.add(group);
    }
    for (name, text) in notes(problem) {
        let text = shown_lines(&text).into_owned();
        group = group.element(if name == "help" {
            Level::HELP.message(text)
        } else {
            Level::NOTE.message(text)
        });
    }
    let renderer = if look.color { Renderer::styled() } else { Renderer::plain() };
    renderer.decor_style(DecorStyle::Ascii).term_width(look.width).render(&[group])
}

/// The notes and advice below the source lines.
fn notes(problem: &Problem) -> Vec<(&'static str, String)> {
    let mut notes = Vec::new();
    if let Some(expected) = &problem.expected {
        let what = match problem.code {
            Code::NotFound => "there are",
            Code::AmbiguousKey => "one of",
            _ => "allowed",
        };
        notes.push(("note", format!("{what}: {expected}")));
    }
    // Not if a label points into the parent.
    let shown =
        |from: &String| problem.labels.iter().any(|label| label.place.source.shown == *from);
    if let Some(from) = problem.inherited_from.as_ref().filter(|from| !shown(from)) {
        notes.push(("note", format!("inherited from `{from}`")));
    }
    if let Some(guess) = &problem.did_you_mean {
        notes.push(("help", format!("did you mean `{guess}`?")));
    }
    if let Some(help) = &problem.help {
        notes.push(("help", help.clone()));
    }
    notes
}

/// Labels of one text that are near each other, with the lines around them.
struct Excerpt<'a> {
    source: &'a Source,
    text: String,
    /// The line of its first character, from 1.
    line: usize,
    /// The place to show, if the renderer would get it wrong: it counts columns in the excerpt.
    origin: Option<LineColumn>,
    labels: Vec<(Range<usize>, Cow<'a, str>, AnnotationKind)>,
}

impl<'a> Excerpt<'a> {
    fn new(labels: &[&'a Label], primary: &Label) -> Option<Self> {
        let source = &*labels.first()?.place.source;
        let start = labels.iter().map(|label| label.place.span.start).min()?;
        let end = labels.iter().map(|label| label.place.span.end).max()?;
        let lines = source.lines_of(&(start..end));
        let lines_shown = if lines.len() > WINDOW {
            let start = start.saturating_sub(WINDOW / 8).max(lines.start);
            source.clamp(&(start..(start + WINDOW / 2).min(lines.end)))
        } else {
            lines.clone()
        };
        // A carriage return belongs to the line end; a space in its place keeps the distances.
        let written = source.text().get(lines_shown.clone())?.replace('\r', " ");
        let (text, places) = escape(written.trim_end_matches(' '));
        let named = labels
            .iter()
            .find(|label| std::ptr::eq(**label, primary))
            .map_or(start, |label| label.place.span.start);
        let labels = labels
            .iter()
            .map(|label| {
                let kind = if std::ptr::eq(*label, primary) {
                    AnnotationKind::Primary
                } else {
                    AnnotationKind::Context
                };
                let inside = |at: usize| {
                    places.get(at.saturating_sub(lines_shown.start)).copied().unwrap_or(text.len())
                };
                let span = inside(label.place.span.start)..inside(label.place.span.end);
                (span, shown_lines(&label.text), kind)
            })
            .collect();
        let at = source.line_column(if lines_shown == lines { lines.start } else { start });
        let before = written.get(..named.saturating_sub(lines_shown.start)).unwrap_or_default();
        let as_written = lines_shown.start == lines.start && text.starts_with(before);
        let origin = (!as_written).then(|| source.line_column(named));
        Some(Self { source, text, line: at.line, origin, labels })
    }

    fn add<'s>(&'s self, group: Group<'s>) -> Group<'s> {
        let annotations = self.labels.iter().map(|(span, text, kind)| {
            let annotation = kind.span(span.clone());
            if text.is_empty() { annotation } else { annotation.label(&**text) }
        });
        let path = shown(&self.source.shown);
        let snippet =
            Snippet::source(self.text.as_str()).line_start(self.line).annotations(annotations);
        match self.origin {
            Some(at) => group
                .element(Origin::path(path).line(at.line).char_column(at.column))
                .element(snippet),
            None => group.element(snippet.path(path)),
        }
    }
}

/// Text with hidden characters escaped, and for each of its bytes the place in the result.
fn escape(text: &str) -> (String, Vec<usize>) {
    let mut out = String::with_capacity(text.len());
    let mut places = Vec::with_capacity(text.len());
    for character in text.chars() {
        places.extend(std::iter::repeat_n(out.len(), character.len_utf8()));
        match character {
            '\n' | '\t' => out.push(character),
            other => push_shown(&mut out, other),
        }
    }
    (out, places)
}

/// The labels of a problem, and the labels of the places where the files on the command line
/// include its text.
fn with_include_sites(problem: &Problem) -> Vec<Label> {
    let name = problem.place().map_or("", |place| place.source.shown.as_str());
    let site = |place: &SourceSpan| {
        Label::new(place.clone(), format!("`{}` is included here", plain(name)))
    };
    problem
        .labels
        .iter()
        .cloned()
        .chain(problem.include_sites.iter().take(SITES_SHOWN).map(site))
        .collect()
}

/// The excerpts for a problem, with that of its own place first. Labels far apart are in different
/// excerpts.
fn excerpts(labels: &[Label]) -> Vec<Excerpt<'_>> {
    let shown: Vec<&Label> = labels.iter().filter(|label| label.place.start().is_some()).collect();
    let Some(primary) = shown.first().copied() else {
        return Vec::new();
    };
    let mut groups: Vec<Vec<&Label>> = Vec::new();
    for label in &shown {
        let near = |group: &&mut Vec<&Label>| {
            let first = &group[0].place;
            first.source.id == label.place.source.id
                && first.span.start.abs_diff(label.place.span.start) < WINDOW / 2
        };
        match groups.iter_mut().find(near) {
            Some(group) => group.push(label),
            None => groups.push(vec![label]),
        }
    }
    groups.iter().filter_map(|labels| Excerpt::new(labels, primary)).collect()
}

/// All problems as JSON: an array with an object for each.
pub fn json(problems: &Problems) -> Value {
    in_order(problems).into()
}

/// As [`json()`], with the fields in the documented order.
pub fn in_order(problems: &Problems) -> Json {
    Json::list(problems.iter().map(json_one))
}

fn json_one(problem: &Problem) -> Json {
    let labels: Vec<Json> = problem
        .labels
        .iter()
        .map(|label| json!({ "place": json_place(&label.place), "text": label.text }))
        .collect();
    let mut object = json!({
        "code": problem.code.as_str(),
        "severity": problem.severity.as_str(),
        "message": problem.message,
    });
    let mut set = |key: &str, value: Option<Json>| {
        if let Some(value) = value {
            object.set(key, value);
        }
    };
    set("key", problem.key.as_deref().map(Json::serialized));
    set(
        "ways_in",
        (!problem.include_sites.is_empty())
            .then(|| Json::list(problem.include_sites.iter().map(json_place))),
    );
    set("place", problem.place().map(json_place));
    set("labels", (labels.len() > 1).then(|| Json::list(&labels[1..])));
    set(
        "allowed",
        problem.expected.as_ref().map(|expected| match expected {
            tsuro::ruleset::Expected::Words(words) => json!(words),
            tsuro::ruleset::Expected::Range(min, max) => json!({ "min": min, "max": max }),
            tsuro::ruleset::Expected::Form(form) => json!(form),
        }),
    );
    set("did_you_mean", problem.did_you_mean.as_deref().map(Json::serialized));
    set("inherited_from", problem.inherited_from.as_deref().map(Json::serialized));
    set("help", problem.help.as_deref().map(Json::serialized));
    set(
        "shown_by",
        problem.shown_by.as_ref().map(|shown| {
            json!({
                "seed": shown.seed, "players": shown.players, "bots": shown.bots,
                "game": shown.game, "games": shown.games,
            })
        }),
    );
    object
}

fn json_place(place: &SourceSpan) -> Json {
    match (place.start(), place.end()) {
        (Some(start), Some(end)) => json!({
            "path": place.source.shown,
            "line": start.line,
            "column": start.column,
            "end_line": end.line,
            "end_column": end.column,
        }),
        _ => json!({ "path": place.source.shown }),
    }
}
