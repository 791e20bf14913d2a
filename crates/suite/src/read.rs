//! Reads a suite: from its text to its scenarios.

mod lesson;

use super::examples;
use super::model::{ExampleRow, RuleSetChoice, Scenario, Situation, Span, Spanned, Suite};
use super::plan::RuleBook;
use super::values::SuiteReader;
use super::{expect, given, ids};
use std::cell::RefCell;
use std::sync::Arc;
use tsuro::game::Abilities;
use tsuro::rules::{Registry, RulePhase};
use tsuro::ruleset::{
    BUILT_INS, BuiltIns, Code, Expected, Problem, Problems, Source, SourceData, SourceEntry,
    SourceValue, find, nearest, parse, plain,
};

/// The version of the language of suites.
pub(super) const SCHEMA: i64 = 1;

/// The keys of a scenario beside the keys of [`given`].
const KEYS: &[&str] =
    &["title", "rule", "rules", "except", "why", "extends", "examples", "expect", "lesson"];
const TOP: &[&str] = &[
    "schema", "title", "summary", "course", "rules", "except", "rule", "rule-ids", "fixtures",
    "scenario",
];

/// The most scenarios of a suite, rows of examples counted.
pub(crate) const MAX_SCENARIOS: usize = 10_000;
/// The most text that the scenarios of a suite have, in bytes, with the rows of their examples
/// filled in: a short suite could ask for more than there is memory.
const MAX_FILLED: usize = 32 * 1024 * 1024;

/// Whether a text looks like a suite: whether a line of it begins with `[[scenario]]`.
pub fn looks_like_a_suite(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("[[scenario]]"))
}

/// Reads a suite about rules of `registry`, and about built-in rule sets with scripts. Problems go
/// to `problems`; scenarios with a problem are left out.
pub fn read(source: Source, registry: &Registry, problems: &mut Problems) -> Suite {
    read_with(source, &mut RuleBook::new(registry, &BuiltIns), problems)
}

/// Reads a suite as [`read`], about the rule sets that `book` finds: their scripts have rules of
/// their own, which a suite can name.
pub fn read_with(source: Source, book: &mut RuleBook<'_>, problems: &mut Problems) -> Suite {
    let source = Arc::new(source);
    let mut suite = Suite {
        title: source.shown.clone(),
        source: Arc::clone(&source),
        summary: String::new(),
        ids: Vec::new(),
        course: None,
        scenarios: Vec::new(),
    };
    let before = problems.len();
    let Some(written) = parse(&source, problems) else { return suite };
    // Keys that could not be parsed would be reported as missing.
    if problems.len() > before {
        return suite;
    }
    let mut values = SuiteReader::new(&written, problems);
    if !schema(&mut values) {
        return suite;
    }
    for entry in &written.entries {
        if !TOP.contains(&entry.key.as_str()) {
            values.unknown_key("a suite", entry, TOP.iter().copied());
        }
    }
    let text = |values: &mut SuiteReader<'_>, key: &str| {
        written.entry(key).and_then(|entry| values.text(key, &entry.value))
    };
    suite.title = text(&mut values, "title").unwrap_or(suite.title);
    suite.summary = text(&mut values, "summary").unwrap_or_default();
    if let Some(entry) = written.entry("rule-ids") {
        for id in values.table("rule-ids", &entry.value).unwrap_or_default() {
            if let Some(meaning) = values.text("rule-ids", &id.value) {
                suite.ids.push((id.key.clone(), meaning));
            }
        }
    }
    suite.course =
        written.entry("course").and_then(|entry| lesson::course(&mut values, &entry.value));
    let fixtures = fixtures(&mut values, book.registry());
    let scenarios = scenarios(&mut values, written.entry("scenario").map(|entry| &entry.value));
    let mut titles: Vec<(String, Span)> = Vec::new();
    let room = examples::Room::new(MAX_FILLED);
    let book = RefCell::new(book);
    for node in &scenarios {
        let Some(entries) = values.table("scenario", node) else { continue };
        read_scenario(
            &mut values,
            &Names { ids: &suite.ids, book: &book, room: &room },
            &fixtures,
            node,
            entries,
            &mut suite.scenarios,
            &mut titles,
        );
        if suite.scenarios.len() > MAX_SCENARIOS {
            values.problem(
                Code::TooMany,
                &node.span,
                format!("a suite has at most {MAX_SCENARIOS} scenarios"),
            );
            break;
        }
    }
    suite
}

/// The scenarios as they are written; there has to be one.
fn scenarios(values: &mut SuiteReader<'_>, written: Option<&SourceValue>) -> Vec<SourceValue> {
    let (code, span, message) = match written {
        Some(SourceValue { data: SourceData::List(items), .. }) => return items.clone(),
        Some(other) => (
            Code::WrongType,
            other.span.clone(),
            "a scenario begins with [[scenario]], in double brackets",
        ),
        None => {
            (Code::NoExpectation, 0..0, "this suite has no scenario: each begins with [[scenario]]")
        }
    };
    values.problem(code, &span, message);
    Vec::new()
}

/// Whether this program can read the suite.
fn schema(values: &mut SuiteReader<'_>) -> bool {
    let Some(entry) = values.written.entry("schema") else { return true };
    match entry.value.data {
        SourceData::Int(SCHEMA) => true,
        SourceData::Int(newer) if newer > SCHEMA => {
            let message = format!(
                "this suite is written in version {newer} of the language; this program knows \
                 {SCHEMA}"
            );
            values.push(
                Problem::error(Code::SchemaNewer, message)
                    .help("use a newer version of the program"),
                &entry.value.span,
            );
            false
        }
        _ => {
            values.problem(
                Code::OutOfRange,
                &entry.value.span,
                format!("`schema` has to be {SCHEMA}"),
            );
            false
        }
    }
}

/// A fixture: its name and all its entries, the entries of its parents first.
type Fixture = (String, Vec<SourceEntry>);

fn fixtures(values: &mut SuiteReader<'_>, registry: &Registry) -> Vec<Fixture> {
    let Some(entry) = values.written.entry("fixtures") else { return Vec::new() };
    let all = values.table("fixtures", &entry.value).unwrap_or_default();
    let mut found = Vec::new();
    for fixture in all {
        let Some(entries) = values.table("fixtures", &fixture.value) else { continue };
        for key in
            entries.iter().filter(|key| key.key != "extends" && !given::is_key(registry, &key.key))
        {
            values.unknown_key("a fixture", key, ["extends"].iter().chain(given::KEYS).copied());
        }
        let mut chain = vec![fixture.key.as_str()];
        if let Some(merged) = with_parents(values, all, entries, &mut chain) {
            found.push((fixture.key.clone(), merged));
        }
    }
    found
}

fn with_parents<'e>(
    values: &mut SuiteReader<'_>,
    all: &'e [SourceEntry],
    entries: &'e [SourceEntry],
    chain: &mut Vec<&'e str>,
) -> Option<Vec<SourceEntry>> {
    let Some(extends) = find(entries, "extends") else { return Some(entries.to_vec()) };
    let name = values.text("extends", &extends.value)?;
    let Some(parent) = find(all, &name) else {
        unknown_fixture(
            values,
            &name,
            &extends.value.span,
            all.iter().map(|fixture| fixture.key.as_str()),
        );
        return None;
    };
    if chain.contains(&parent.key.as_str()) {
        values.problem(
            Code::Cycle,
            &extends.value.span,
            format!("the fixture `{}` extends itself", plain(&name)),
        );
        return None;
    }
    chain.push(&parent.key);
    let base = with_parents(values, all, entries_of(&parent.value), chain)?;
    Some(merge(base, entries))
}

fn entries_of(node: &SourceValue) -> &[SourceEntry] {
    node.as_table().unwrap_or_default()
}

/// Reports a fixture that the suite does not have.
fn unknown_fixture<'n>(
    values: &mut SuiteReader<'_>,
    name: &str,
    span: &Span,
    known: impl Iterator<Item = &'n str> + Clone,
) {
    let names: Vec<String> = known.clone().map(str::to_owned).collect();
    let mut problem =
        Problem::error(Code::NotFound, format!("there is no fixture `{}`", plain(name)))
            .did_you_mean(nearest(name, known));
    if names.is_empty() {
        problem.help = Some(format!(
            "write a fixture as a table of the suite, under the header [fixtures.{}]",
            plain(name)
        ));
    } else {
        problem = problem.expected(Expected::Words(names));
    }
    values.push(problem, span);
}

/// The entries of a fixture with the entries of its scenario: tables are merged, other entries are
/// replaced.
fn merge(mut base: Vec<SourceEntry>, own: &[SourceEntry]) -> Vec<SourceEntry> {
    for entry in own.iter().filter(|entry| entry.key != "extends") {
        match base.iter_mut().find(|known| known.key == entry.key) {
            Some(known) if given::TABLES.contains(&entry.key.as_str()) => {
                match (&mut known.value.data, &entry.value.data) {
                    (SourceData::Table(inner), SourceData::Table(more)) => {
                        for entry in more {
                            inner.retain(|known| known.key != entry.key);
                            inner.push(entry.clone());
                        }
                    }
                    _ => *known = entry.clone(),
                }
            }
            Some(known) => *known = entry.clone(),
            None => base.push(entry.clone()),
        }
    }
    base
}

/// What the scenarios of a suite can name.
struct Names<'a, 'b> {
    /// The suite's own rule ids, each with what it stands for.
    ids: &'a [(String, String)],
    /// The rule sets, of which only the needed ones are loaded.
    book: &'a RefCell<&'a mut RuleBook<'b>>,
    /// For what examples grow to.
    room: &'a examples::Room,
}

impl<'b> Names<'_, 'b> {
    /// The rules of the program.
    fn registry(&self) -> &'b Registry {
        self.book.borrow().registry()
    }
}

/// Reads one scenario: itself, or once for each row of its examples.
fn read_scenario(
    values: &mut SuiteReader<'_>,
    names: &Names<'_, '_>,
    fixtures: &[Fixture],
    node: &SourceValue,
    entries: &[SourceEntry],
    scenarios: &mut Vec<Scenario>,
    titles: &mut Vec<(String, Span)>,
) {
    let before = values.problems.len();
    for entry in entries.iter().filter(|entry| {
        !KEYS.contains(&entry.key.as_str()) && !given::is_key(names.registry(), &entry.key)
    }) {
        values.unknown_key("a scenario", entry, KEYS.iter().chain(given::KEYS).copied());
    }
    let mut all = Vec::new();
    if let Some(extends) = find(entries, "extends") {
        let Some(name) = values.text("extends", &extends.value) else { return };
        match fixtures.iter().find(|(known, _)| *known == name) {
            Some((_, fixture)) => all.clone_from(fixture),
            None if values.problems.iter().any(|problem| problem.code == Code::Cycle) => return,
            None => {
                return unknown_fixture(
                    values,
                    &name,
                    &extends.value.span,
                    fixtures.iter().map(|(name, _)| name.as_str()),
                );
            }
        }
    }
    let all = merge(all, entries);
    let Some(rows) = examples::expand(values, &all, names.room) else { return };
    for (row, entries) in rows {
        values.row = row.as_ref().map(|row| row.span.clone());
        let scenario = read_row(values, names, node, &entries, row, titles);
        values.row = None;
        if values.problems.len() > before {
            return;
        }
        scenarios.extend(scenario);
    }
}

/// Reads a scenario with the values of a row filled in.
fn read_row(
    values: &mut SuiteReader<'_>,
    names: &Names<'_, '_>,
    node: &SourceValue,
    entries: &[SourceEntry],
    row: Option<ExampleRow>,
    titles: &mut Vec<(String, Span)>,
) -> Option<Scenario> {
    let header = &node.span;
    let Some(title) = find(entries, "title") else {
        let problem = Problem::error(Code::MissingKey, "a scenario needs a `title`");
        values.push(
            problem.help(
                "write the rule as a sentence, as in `title = \"A piece whose \
            path ends at the edge is out\"`",
            ),
            header,
        );
        return None;
    };
    let title_span = title.value.span.clone();
    let mut title = values.text("title", &title.value)?;
    if titles.iter().any(|(known, _)| *known == title) {
        // Rows may share a title; their number tells them apart.
        let Some(ExampleRow { number, .. }) = &row else {
            values.problem(
                Code::DuplicateValue,
                &title_span,
                "another scenario of this suite has the same title",
            );
            return None;
        };
        title = format!("{title} ({number})");
    }
    titles.push((title.clone(), title_span));
    let ids = rule_ids(values, names.ids, entries)?;
    let rules = rules(values, entries, header)?;
    let why = find(entries, "why")
        .map_or(Some(String::new()), |entry| values.text("why", &entry.value))?;
    let Some(expected) = find(entries, "expect") else {
        let problem = Problem::error(
            Code::NoExpectation,
            format!("the scenario \"{}\" expects nothing", plain(&title)),
        );
        values.push(
            problem.help("say what must happen, as in `expect.events = [\"A moves to b1:H\"]`"),
            header,
        );
        return None;
    };
    let expectations = values.table("expect", &expected.value)?;
    if expectations.is_empty() {
        values.problem(
            Code::NoExpectation,
            &expected.value.span,
            format!("the scenario \"{}\" expects nothing", plain(&title)),
        );
        return None;
    }
    // Expectations about the rules alone need no game.
    let about_rules =
        expectations.iter().all(|entry| matches!(entry.key.as_str(), "players" | "same-rules-as"));
    let given_entries: Vec<SourceEntry> = entries
        .iter()
        .filter(|entry| given::is_key(names.registry(), &entry.key))
        .cloned()
        .collect();
    let given = if about_rules && given_entries.is_empty() {
        Some(Situation::without_game())
    } else {
        given::read(values, &given_entries, header)
    }?;
    let source = Arc::clone(&values.written.source);
    let expect = expect::read(values, expectations, given.seats, &|| {
        forbidding(&mut names.book.borrow_mut(), &rules, &source)
    });
    let written = node
        .as_table()
        .and_then(|written| find(written, "title")?.value.as_text())
        .unwrap_or(&title);
    let pattern = written.to_owned();
    let lesson = match find(entries, "lesson") {
        Some(entry) => Some(lesson::read(values, &entry.value, &expect)?),
        None => None,
    };
    let span = header.clone();
    Some(Scenario { title, pattern, why, span, ids, rules, row, given, expect, lesson })
}

/// The rules that can forbid placements, by name: rules of the program, and rules in scripts of the
/// rule sets of a scenario. `None`: one of these cannot be loaded, and says why when it is played.
fn forbidding(
    book: &mut RuleBook<'_>,
    rules: &RuleSetChoice,
    suite: &Source,
) -> Option<Vec<&'static str>> {
    let names = |registry: &Registry| {
        let all = RulePhase::ALL.into_iter().flat_map(|phase| registry.rules(phase));
        all.filter(|rule| rule.abilities.contains(Abilities::FORBIDS))
            .map(|rule| rule.name)
            .collect::<Vec<_>>()
    };
    let mut found = names(book.registry());
    if let RuleSetChoice::Named(named) = rules {
        for (reference, _) in named {
            let variant = book.variant(reference, Some(suite)).ok()?;
            found.extend(names(variant.resolved().registry(book.registry())));
        }
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// The rule ids of a scenario; there may be none.
fn rule_ids(
    values: &mut SuiteReader<'_>,
    own: &[(String, String)],
    entries: &[SourceEntry],
) -> Option<Vec<String>> {
    let Some(entry) = find(entries, "rule").or_else(|| values.written.entry("rule")) else {
        return Some(Vec::new());
    };
    let named = texts(values, entry)?;
    let mut found = Vec::new();
    for (id, span) in named {
        if !ids::is_known(&id) && !own.iter().any(|(known, _)| *known == id) {
            let known: Vec<String> =
                ids::all().chain(own.iter().map(|(id, _)| id.clone())).collect();
            let upper = id.to_uppercase();
            let problem = Problem::error(
                Code::UnknownRuleId,
                format!("there is no rule id `{}`", plain(&id)),
            )
            .did_you_mean(known.iter().find(|known| **known == upper).cloned())
            .help(
                "the ids T1 to V16 are in docs/rules.md; declare ids of your own in the \
                    table [rule-ids]",
            );
            values.push(problem, &span);
            return None;
        }
        found.push(id);
    }
    Some(found)
}

fn rules(
    values: &mut SuiteReader<'_>,
    entries: &[SourceEntry],
    header: &Span,
) -> Option<RuleSetChoice> {
    let key = |values: &SuiteReader<'_>, key: &str| {
        find(entries, key).cloned().or_else(|| values.written.entry(key).cloned())
    };
    let Some(entry) = key(values, "rules") else {
        let problem = Problem::error(
            Code::MissingKey,
            "a scenario needs the rule sets that it is played under",
        );
        values.push(
            problem.help(
                "write `rules = \"classic\"` here or at the top of the suite; `rules = \
                \"any\"` means all editions",
            ),
            header,
        );
        return None;
    };
    let named: Spanned<String> = texts(values, &entry)?;
    let except = match key(values, "except") {
        Some(entry) => texts(values, &entry)?,
        None => Vec::new(),
    };
    if let [(any, _)] = &named[..]
        && any == "any"
    {
        let editions: Vec<&str> = BUILT_INS.iter().map(|edition| edition.name).collect();
        for (name, span) in &except {
            if !editions.contains(&name.as_str()) {
                let problem = Problem::error(
                    Code::UnknownValue,
                    format!("`{}` is not an edition, so it cannot be left out", plain(name)),
                )
                .did_you_mean(nearest(name, editions.iter().copied()));
                values.push(problem, span);
                return None;
            }
        }
        return Some(RuleSetChoice::Any {
            except: except.into_iter().map(|(name, _)| name).collect(),
        });
    }
    if named.is_empty() {
        values.problem(
            Code::MissingKey,
            &entry.value.span,
            "a scenario needs at least one rule set",
        );
        return None;
    }
    Some(RuleSetChoice::Named(named))
}

/// The texts of a key; a single one may be written without brackets.
fn texts(values: &mut SuiteReader<'_>, entry: &SourceEntry) -> Option<Spanned<String>> {
    values.each(&entry.value, |values, item| values.text(&entry.key, item))
}
