//! Writes suites as Markdown pages: each situation in words and as a picture, what happens, and
//! what is expected.

use super::ids;
use super::model::{RuleSetChoice, Scenario, Suite};
use super::plan::{RuleBook, RuleSetSelection, RunPlan};
use super::play::Onlookers;
use super::shown::ScenarioView;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use tsuro::ruleset::shown_lines;

/// The first line of every page (the second of a picture), by which `tsuro test` recognises files
/// that it may replace. As an XML comment it may not contain two hyphens.
pub const MARK: &str =
    "<!-- written by tsuro test: change the scenarios, and write the pages again -->";

/// A file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its path below the folder of the pages, with `/`.
    pub path: String,
    /// The content of the file: Markdown or SVG.
    pub text: String,
}

/// Why pages cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PagesError {
    /// A scenario fails.
    #[error("\"{title}\" ({place}) fails: pages can be written only of suites that pass")]
    Fails {
        /// The title of the page, its first heading.
        title: String,
        /// Where it is.
        place: String,
    },
    /// Two suites have the same name.
    #[error(
        "two suites are called {0}, so their pages would have the same name: rename one of the \
         files"
    )]
    SameName(String),
}

/// The pages of suites: an index, one page for each suite, and the pictures.
///
/// # Errors
/// If a scenario fails, or two suites have the same name.
pub fn pages(suites: &[Suite], book: &mut RuleBook<'_>) -> Result<Vec<Page>, PagesError> {
    let plan = RunPlan::new(suites, &RuleSetSelection::Own, book, &|_, _| true);
    let mut made = Vec::new();
    let mut names = BTreeSet::new();
    for (number, suite) in suites.iter().enumerate() {
        let name = stem(suite);
        if !names.insert(name.clone()) {
            return Err(PagesError::SameName(name));
        }
        let mut page = SuitePage {
            suites,
            suite,
            name,
            plan: &plan,
            text: String::new(),
            pictures: BTreeMap::new(),
        };
        page.write(number)?;
        made.push(Page {
            path: format!("{}.md", page.name),
            text: shown_lines(&page.text).into_owned(),
        });
        made.extend(page.pictures.into_iter().map(|(path, text)| Page { path, text }));
    }
    made.insert(
        0,
        Page { path: "README.md".to_owned(), text: shown_lines(&index(suites)).into_owned() },
    );
    Ok(made)
}

/// The name of a suite's page, from that of its file.
fn stem(suite: &Suite) -> String {
    let path = std::path::Path::new(&suite.source.shown);
    slug(
        &path
            .file_stem()
            .map_or_else(|| suite.title.clone(), |stem| stem.to_string_lossy().into_owned()),
    )
}

/// A text as a part of a path: its letters and digits, in lower case, the rest hyphens.
fn slug(text: &str) -> String {
    let mut found = String::new();
    for character in text.chars().flat_map(char::to_lowercase) {
        if character.is_alphanumeric() {
            found.push(character);
        } else if !found.ends_with('-') && !found.is_empty() {
            found.push('-');
        }
    }
    // Long enough to be told apart, short enough for every file system.
    let cut = found.char_indices().nth(72).map_or(found.len(), |(at, _)| at);
    found[..cut].trim_matches('-').to_owned()
}

/// The name of a rule, from the suite that declares its id or from the rules of the editions.
fn rule_name(suite: &Suite, id: &str) -> String {
    let own = suite.ids.iter().find(|(known, _)| known == id).map(|(_, meaning)| meaning.clone());
    own.or_else(|| ids::name(id).map(str::to_owned)).unwrap_or_default()
}

/// The heading above the scenarios of a rule id.
fn rule_heading(suite: &Suite, id: &str) -> String {
    if id.is_empty() {
        "Other situations".to_owned()
    } else {
        format!("{id} {}", rule_name(suite, id))
    }
}

/// The rule id under which a scenario is listed: the first that it names, or empty.
fn main_id(scenario: &Scenario) -> &str {
    scenario.ids.first().map_or("", String::as_str)
}

/// The rule ids of a suite, in the order of its scenarios.
fn rules_of(suite: &Suite) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for scenario in &suite.scenarios {
        if !found.contains(&main_id(scenario)) {
            found.push(main_id(scenario));
        }
    }
    found
}

fn index(suites: &[Suite]) -> String {
    let mut text = format!("{MARK}\n\n# The rules by example\n\n");
    let count: usize = suites.iter().map(|suite| suite.scenarios.len()).sum();
    let _ = writeln!(
        text,
        "{count} situations, and what happens in each. `tsuro test` plays all of them, so what is \
         written here is so.\n\n\
         How to read them: pieces have letters, **A** first and the others clockwise. `14/2` is \
         face 14, turned two quarter-turns clockwise. \
         `c3:H` is the place before square c3, at its port H: ports are lettered clockwise from \
         the top left. Squares whose tile has just been \
         placed are tinted.\n"
    );
    for suite in suites {
        let name = stem(suite);
        let _ = writeln!(text, "- [{}]({name}.md)", suite.title);
        for id in rules_of(suite) {
            let heading = rule_heading(suite, id);
            let _ = writeln!(text, "  - [{heading}]({name}.md#{})", anchor(&heading));
        }
    }
    text
}

/// The link target of a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    kept.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// A text with its Markdown characters escaped.
fn plain(text: &str) -> String {
    let mut found = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '*' | '_' | '[' | ']' | '<' | '>' | '`' | '|' | '\\' | '#') {
            found.push('\\');
        }
        found.push(character);
    }
    found
}

/// A title with placeholders in italics: `{seats}` becomes *seats*.
fn heading(pattern: &str) -> String {
    let text = plain(pattern);
    let mut found = String::new();
    let mut rest = text.as_str();
    while let Some((before, placeholder)) = rest.split_once('{') {
        let Some((name, after)) = placeholder.split_once('}') else { break };
        let _ = write!(found, "{before}*{name}*");
        rest = after;
    }
    found + rest
}

fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

struct SuitePage<'a> {
    suites: &'a [Suite],
    suite: &'a Suite,
    name: String,
    plan: &'a RunPlan,
    text: String,
    pictures: BTreeMap<String, String>,
}

// Writing to a string cannot fail: the results below are dropped.
impl SuitePage<'_> {
    fn write(&mut self, number: usize) -> Result<(), PagesError> {
        let suite = self.suite;
        let _ = writeln!(self.text, "{MARK}\n\n# {}\n\n{}", suite.title, suite.summary.trim());
        for id in rules_of(suite) {
            let _ = writeln!(self.text, "\n## {}", rule_heading(suite, id));
            let mut of_rule = (0..suite.scenarios.len())
                .filter(|&at| main_id(&suite.scenarios[at]) == id)
                .peekable();
            while let Some(first) = of_rule.next() {
                let span = &suite.scenarios[first].span;
                let mut rows = vec![first];
                while let Some(next) = of_rule.next_if(|&next| suite.scenarios[next].span == *span)
                {
                    rows.push(next);
                }
                self.scenario(number, &rows)?;
            }
        }
        Ok(())
    }

    /// A scenario with all of its rows: the first is shown in full.
    fn scenario(&mut self, number: usize, rows: &[usize]) -> Result<(), PagesError> {
        let Some(&first) = rows.first() else { return Ok(()) };
        let scenario = &self.suite.scenarios[first];
        for &row in rows {
            for run in
                self.plan.runs.iter().filter(|run| run.suite == number && run.scenario == row)
            {
                if !self.plan.play(self.suites, run, Onlookers::default()).passed() {
                    let scenario = &self.suite.scenarios[row];
                    let place = scenario.place(&self.suite.source).to_string();
                    return Err(PagesError::Fails { title: scenario.title.clone(), place });
                }
            }
        }
        let Some(run) =
            self.plan.runs.iter().find(|run| run.suite == number && run.scenario == first)
        else {
            return Ok(());
        };
        if run.variant.is_err() {
            return Ok(());
        }
        let title =
            if rows.len() > 1 { heading(&scenario.pattern) } else { plain(&scenario.title) };
        let _ = writeln!(self.text, "\n### {title}\n");
        if !scenario.why.is_empty() {
            let _ = writeln!(self.text, "{}\n", scenario.why.trim());
        }
        self.table(rows);
        let shown = ScenarioView::new(self.plan, self.suites, run);
        if rows.len() > 1 {
            self.text.push_str("In the first of these rows:\n\n");
        }
        self.picture(scenario, &shown);
        let _ = writeln!(self.text, "- *Under:* {}", under(&scenario.rules));
        if !shown.given.is_empty() {
            let _ = writeln!(self.text, "- *Given:* {}.", plain(&shown.given.join("; ")));
        }
        if !shown.happens.is_empty() {
            let _ = writeln!(self.text, "- *What happens:* {}.", plain(&shown.happens.join("; ")));
        }
        let nothing = shown.expected.is_empty() && shown.happens.is_empty();
        let expected =
            if nothing { "nothing happens".to_owned() } else { shown.expected.join("; ") };
        if !expected.is_empty() {
            let _ = writeln!(self.text, "- *So:* {}.", plain(&sentence_case(&expected)));
        }
        Ok(())
    }

    /// The rows of the examples.
    fn table(&mut self, rows: &[usize]) {
        let of =
            |row: usize| self.suite.scenarios[row].row.as_ref().map_or(&[][..], |row| &row.values);
        let Some(columns) = rows.first().map(|&first| of(first)).filter(|_| rows.len() > 1) else {
            return;
        };
        let cells = |cells: &mut dyn Iterator<Item = String>| {
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        let mut text = cells(&mut columns.iter().map(|(name, _)| plain(name)));
        text.push_str(&cells(&mut columns.iter().map(|_| "---".to_owned())));
        for &row in rows {
            text.push_str(&cells(&mut columns.iter().map(|(name, _)| {
                let value = of(row).iter().find(|(known, _)| known == name);
                value.map_or_else(String::new, |(_, value)| plain(value))
            })));
        }
        let _ = writeln!(self.text, "{text}");
    }

    fn picture(&mut self, scenario: &Scenario, shown: &ScenarioView) {
        let Some(image) = shown.picture() else { return };
        let mut path = format!("pictures/{}/{}.svg", self.name, slug(&scenario.title));
        let mut number = 2;
        while self.pictures.contains_key(&path) {
            path = format!("pictures/{}/{}-{number}.svg", self.name, slug(&scenario.title));
            number += 1;
        }
        let image = image.replacen('\n', &format!("\n{MARK}\n"), 1);
        let _ = writeln!(self.text, "![{}]({path})\n", plain(&scenario.title));
        self.pictures.insert(path, image);
    }
}

fn under(rules: &RuleSetChoice) -> String {
    match rules {
        RuleSetChoice::Named(named) => {
            named.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        }
        RuleSetChoice::Any { except } if except.is_empty() => "all editions".to_owned(),
        RuleSetChoice::Any { except } => {
            format!(
                "all editions but {}",
                except.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
            )
        }
    }
}
