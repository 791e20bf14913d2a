//! Mutation tests of suites: changes one key of a rule set at a time and plays the scenarios again,
//! to see which changes they notice.

use super::model::{RuleSetChoice, Suite};
use super::plan::{Child, RuleBook, RuleSetSelection, Run, RunPlan, RunResult};
use super::play::{Onlookers, Trace};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use tsuro::board::Square;
use tsuro::game::{Field, ValueKind};
use tsuro::json::{Json, json};
use tsuro::rules::Registry;
use tsuro::ruleset::{
    Code, Loader, Origin, Problems, Resolved, RuleCatalog, TableValues, Variant, in_order, inline,
    record_fields,
};
use tsuro_parallel::Jobs;

/// One change of one key.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// The full key.
    pub key: String,
    /// Its value in the rule set.
    pub from: Value,
    /// The other value.
    pub to: Value,
    /// The fields of the entries, if the values are lists of records.
    fields: &'static [Field],
}

impl Mutant {
    /// The reference of the changed rule set: `classic+tiles.hand=4`. Where `base` sets the key,
    /// this value takes the place of that one.
    pub fn reference(&self, base: &str) -> String {
        let sets = |key: &str| {
            key == self.key || self.key.strip_suffix(key).is_some_and(|table| table.ends_with('.'))
        };
        let others =
            base.split('+').filter(|part| part.split_once('=').is_none_or(|(key, _)| !sets(key)));
        format!(
            "{}+{}={}",
            others.collect::<Vec<_>>().join("+"),
            self.key,
            inline(&in_order(&self.to, self.fields))
        )
    }

    /// A description of the change: `tiles.hand = 4 instead of 3`.
    pub fn describe(&self) -> String {
        match (in_order(&self.from, self.fields), in_order(&self.to, self.fields)) {
            (Json::List(from), Json::List(to)) if from.len() == to.len() => {
                let changed = from.iter().zip(&to).enumerate().filter(|(_, (from, to))| from != to);
                let changed: Vec<String> = changed
                    .map(|(index, (from, to))| {
                        format!("[{index}]: {} instead of {}", inline(to), inline(from))
                    })
                    .collect();
                match changed.len() {
                    0..=3 => format!("{}{}", self.key, changed.join(", ")),
                    count => format!("{}{} and {} more like it", self.key, changed[0], count - 1),
                }
            }
            (from, to) => format!("{} = {} instead of {}", self.key, inline(&to), inline(&from)),
        }
    }
}

/// The result of one mutant.
#[derive(Debug, Clone)]
pub struct MutantResult {
    /// The change of the rules that was made.
    pub mutant: Mutant,
    /// The first scenario that noticed it: indices of the suite and the scenario.
    pub(crate) caught_by: Option<(usize, usize)>,
}

/// The results of all mutants of a rule set.
#[derive(Debug, Clone)]
pub struct Mutation {
    /// The reference of the rule set.
    pub rules: String,
    /// How many runs were made with each mutant.
    pub scenarios: usize,
    /// The mutants, in the order of the keys.
    pub judged: Vec<MutantResult>,
}

impl Mutation {
    /// How many mutants were noticed.
    pub fn caught(&self) -> usize {
        self.judged.iter().filter(|judged| judged.caught_by.is_some()).count()
    }

    /// The mutants that were not noticed.
    pub fn survivors(&self) -> impl Iterator<Item = &Mutant> {
        self.judged.iter().filter(|judged| judged.caught_by.is_none()).map(|judged| &judged.mutant)
    }

    /// The share of noticed mutants, 0 to 1; 1 where there are none.
    pub fn score(&self) -> f64 {
        if self.judged.is_empty() { 1.0 } else { self.caught() as f64 / self.judged.len() as f64 }
    }

    /// `rules`, `scenarios`, `mutants`, `caught`, `score`, and `survivors` with `key`, `from`, `to`
    /// and `rules`.
    pub fn to_json(&self) -> Value {
        self.to_json_in_order().into()
    }

    /// As [`Self::to_json`], with the fields in this order.
    pub fn to_json_in_order(&self) -> Json {
        let survivors = Json::list(self.survivors().map(|mutant| {
            let [from, to] = [&mutant.from, &mutant.to].map(|value| in_order(value, mutant.fields));
            json!({
                "key": mutant.key, "from": from, "to": to, "rules": mutant.reference(&self.rules)
            })
        }));
        json!({
            "rules": self.rules, "scenarios": self.scenarios, "mutants": self.judged.len(),
            "caught": self.caught(),
            "score": self.score(), "survivors": survivors,
        })
    }
}

/// Why a mutation test cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum MutationError {
    /// The rule set cannot be played.
    #[error("{0}")]
    Rules(Problems),
    /// No scenario is played under it.
    #[error("no scenario is played under {0}, so no change can be noticed")]
    NoScenario(String),
    /// A scenario fails without a change.
    #[error(
        "{0} fails without a change: correct it first, or every change would seem to be noticed"
    )]
    Failing(String),
}

/// What counts as noticing a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MutantNotice {
    /// A scenario fails.
    Failure,
    /// Something else happens in a scenario, even if it expects nothing about it.
    Difference,
}

/// The scenarios that pass under one rule set, to be played under its mutants.
pub struct Baseline<'a> {
    suites: &'a [Suite],
    registry: &'a Registry,
    loader: &'a (dyn Loader + Sync),
    rules: String,
    resolved: Resolved,
    hash: String,
    /// The runs; runs whose reference has no changes of its own come first.
    runs: Vec<PassingRun>,
    /// How many scenarios come out differently under the rule set itself.
    left_out: usize,
    /// Whether only keys that the rule set sets itself are changed.
    own: bool,
}

/// A scenario that passes under the rule set as it is.
struct PassingRun {
    run: Run,
    /// The changes that the scenario itself makes to the rule set: `+tiles.hand=4`.
    extras: String,
    /// The fingerprint of what happens without a mutant.
    before: String,
}

impl<'a> Baseline<'a> {
    /// The scenarios of `suites` that name `rules`; where none does, the scenarios for the rule
    /// sets that it extends, as far as they pass.
    ///
    /// # Errors
    /// If the rule set has problems, no scenario fits, or one that names it fails.
    pub fn new(
        suites: &'a [Suite],
        rules: &str,
        registry: &'a Registry,
        loader: &'a (dyn Loader + Sync),
        wanted: &dyn Fn(&Suite, &super::Scenario) -> bool,
    ) -> Result<Self, MutationError> {
        let mut book = RuleBook::new(registry, loader);
        let child = Child::new(rules, &mut book).map_err(MutationError::Rules)?;
        Self::with_book(suites, child, book, loader, wanted)
    }

    /// As [`Self::new`], for a rule set that has been loaded with a book.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub(crate) fn with_book(
        suites: &'a [Suite],
        child: Child,
        mut book: RuleBook<'a>,
        loader: &'a (dyn Loader + Sync),
        wanted: &dyn Fn(&Suite, &super::Scenario) -> bool,
    ) -> Result<Self, MutationError> {
        let (rules, registry) = (&*child.reference.clone(), book.registry());
        let variant = book.variant(rules, None).map_err(MutationError::Rules)?;
        let names = |run: &Run| {
            tsuro::ruleset::base(&run.rules) == rules
                || same_file(tsuro::ruleset::base(&run.rules), rules)
        };
        let mut plan = RunPlan::new(suites, &RuleSetSelection::Own, &mut book, wanted);
        plan.runs.retain(names);
        let own = !plan.runs.is_empty();
        if !own {
            plan = RunPlan::new(suites, &RuleSetSelection::Instead(&[child]), &mut book, wanted);
        }
        let (mut runs, mut left_out) = (Vec::new(), 0);
        for run in &plan.runs {
            let done = plan.play(suites, run, Onlookers::default());
            if done.passed() {
                // The scenario's own changes follow the name of the child, or the base that the
                // scenario names.
                let named = if own { tsuro::ruleset::base(&run.rules).len() } else { rules.len() };
                runs.push(PassingRun {
                    run: run.clone(),
                    extras: run.rules[named..].to_owned(),
                    before: fingerprint(&done),
                });
            } else if own {
                let scenario = &suites[run.suite].scenarios[run.scenario];
                return Err(MutationError::Failing(format!("\"{}\"", scenario.title)));
            } else {
                left_out += 1;
            }
        }
        if runs.is_empty() {
            return Err(MutationError::NoScenario(rules.to_owned()));
        }
        runs.sort_by_key(|played| played.extras.len());
        Ok(Self {
            suites,
            registry,
            loader,
            rules: rules.to_owned(),
            resolved: variant.resolved().clone(),
            hash: variant.hash().to_owned(),
            runs,
            left_out,
            own: false,
        })
    }

    /// How many runs are made with each mutant.
    pub fn runs(&self) -> usize {
        self.runs.len()
    }

    /// How many scenarios are left out, because they belong to a parent and come out differently
    /// under this rule set.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Limits the changes to keys that the rule set itself sets, by its file or its overrides.
    #[must_use]
    pub fn own_keys(self) -> Self {
        Self { own: true, ..self }
    }

    /// Every mutant that can be played and has a different meaning; values that have no effect are
    /// left out.
    pub fn mutants(&self) -> Vec<Mutant> {
        let mut found = Vec::new();
        for (table, (key, value)) in self
            .resolved
            .tables()
            .iter()
            .flat_map(|table| table.in_order().map(move |key| (table, key)))
        {
            let full = table.full(key);
            let is_own =
                || matches!(self.resolved.provenance(&full), Some(Origin::Set { own: true, .. }));
            if self.own && !is_own() {
                continue;
            }
            // A reference can choose one hazard in place of several, but not another in place of
            // one of them.
            let several = key == "rule" && table.is_one_of_several();
            let (full, value) = match table.table.phase.filter(|_| several) {
                Some(info) => (
                    format!("{}.{key}", table.table.name),
                    self.resolved.choice_of_rules(info.phase),
                ),
                None => (full, value.clone()),
            };
            if several && found.iter().any(|mutant: &Mutant| mutant.key == full) {
                continue;
            }
            let catalog = self.resolved.catalog(self.registry);
            let declared = table.declared(catalog).find(|declared| declared.name == key);
            let fields = declared.map_or(&[][..], |declared| record_fields(&declared.kind));
            for to in mutations(catalog, table, key, &value) {
                let mutant = Mutant { key: full.clone(), from: value.clone(), to, fields };
                let other =
                    Variant::load(&mutant.reference(&self.rules), self.loader, self.registry);
                if other.is_ok_and(|other| {
                    other.hash() != self.hash && !is_idle(other.resolved(), &mutant.key)
                }) {
                    found.push(mutant);
                }
            }
        }
        found
    }

    /// The first scenario that notices a change.
    pub fn caught_by(&self, mutant: &Mutant, notice: MutantNotice) -> Option<(usize, usize)> {
        let mut book = RuleBook::new(self.registry, self.loader);
        let changed = mutant.reference(&self.rules);
        let mut plan: BTreeMap<String, Option<std::sync::Arc<Variant>>> = BTreeMap::new();
        for PassingRun { run, extras, before } in &self.runs {
            let reference = format!("{changed}{extras}");
            // Where the scenario itself sets the key, the reference sets it twice and is refused.
            let variant = plan
                .entry(reference)
                .or_insert_with_key(|reference| book.variant(reference, None).ok());
            let Some(variant) = variant else { continue };
            let run = Run { variant: Ok(std::sync::Arc::clone(variant)), ..run.clone() };
            let done = RunPlan::default().play(self.suites, &run, Onlookers::default());
            let noticed = match notice {
                MutantNotice::Failure => !done.passed(),
                MutantNotice::Difference => !done.passed() || fingerprint(&done) != *before,
            };
            if noticed {
                return Some((run.suite, run.scenario));
            }
        }
        None
    }

    /// Plays all mutants on `jobs` threads.
    pub fn judge(&self, jobs: usize) -> Mutation {
        let mutants = self.mutants();
        let mut judged = Vec::with_capacity(mutants.len());
        Jobs::new(mutants.len() as u64, jobs).in_order(
            || (),
            |(), number| self.caught_by(&mutants[number as usize], MutantNotice::Failure),
            |caught_by| {
                judged.push(MutantResult { mutant: mutants[judged.len()].clone(), caught_by });
                ControlFlow::Continue(())
            },
        );
        Mutation { rules: self.rules.clone(), scenarios: self.runs(), judged }
    }

    /// Each key of the rule set, and whether what happens in a scenario depends on it. Keys without
    /// another value are left out.
    pub fn exercised(&self) -> Vec<(String, bool)> {
        let mut found: Vec<(String, bool)> = Vec::new();
        for mutant in self.mutants() {
            match found.last_mut() {
                Some((key, true)) if *key == mutant.key => {}
                Some((key, exercised)) if *key == mutant.key => {
                    *exercised = self.caught_by(&mutant, MutantNotice::Difference).is_some();
                }
                _ => {
                    let exercised = self.caught_by(&mutant, MutantNotice::Difference).is_some();
                    found.push((mutant.key, exercised));
                }
            }
        }
        found
    }
}

/// Whether `rules check` warns that the value of a key has no effect.
fn is_idle(rules: &Resolved, key: &str) -> bool {
    // A warning about one of several rules names it, as in `hazard.cannon.rule`.
    let is_key = |full: &str| match full.split('.').collect::<Vec<_>>()[..] {
        [table @ ("hazard" | "rule"), _, "rule"] => key.strip_suffix(".rule") == Some(table),
        _ => full == key,
    };
    rules.warnings().iter().any(|warning| {
        warning.code == Code::NeverApplies && warning.key.as_deref().is_some_and(is_key)
    })
}

fn same_file(one: &str, other: &str) -> bool {
    let name =
        |path: &str| std::path::Path::new(path).file_name().map(std::ffi::OsStr::to_os_string);
    let is_file =
        |path: &str| std::path::Path::new(path).extension().is_some_and(|end| end == "toml");
    is_file(one) && is_file(other) && name(one) == name(other)
}

fn fingerprint(done: &RunResult) -> String {
    done.trace.as_ref().map(Trace::fingerprint).unwrap_or_default()
}

/// Other values of a key to try.
fn mutations(
    registry: &dyn RuleCatalog,
    table: &TableValues,
    key: &str,
    value: &Value,
) -> Vec<Value> {
    let phase = table.table.phase.map(|info| info.phase);
    if let (Some(phase), "rule") = (phase, key) {
        let other = |name: &&str| Some(*name) != value.as_str();
        return registry
            .rules(phase)
            .iter()
            .map(|rule| rule.name)
            .filter(other)
            .map(Value::from)
            .collect();
    }
    let declared = table.declared(registry).find(|declared| declared.name == key);
    let mut found =
        declared.map(|key| other_values(&registry.kind(key), value)).unwrap_or_default();
    found.retain(|other| other != value);
    let mut seen: Vec<Value> = Vec::new();
    found.retain(|other| !seen.contains(other) && (seen.push(other.clone()), true).1);
    found
}

fn other_values(kind: &ValueKind, value: &Value) -> Vec<Value> {
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    match kind {
        ValueKind::Bool => vec![Value::from(!value.as_bool().unwrap_or_default())],
        ValueKind::Int { min, max } => neighbours(value, *min, *max),
        ValueKind::Choice(words) => words.iter().map(|word| word.name.into()).collect(),
        ValueKind::Choices(words) | ValueKind::Causes(words) => {
            let holds = |word: &str| items.iter().any(|item| item == word);
            // Each word taken out, and each other one put in.
            let with = |changed: &str| -> Value {
                words
                    .iter()
                    .map(|word| word.name)
                    .filter(|&word| holds(word) != (word == changed))
                    .map(Value::from)
                    .collect()
            };
            words.iter().map(|word| with(word.name)).collect()
        }
        ValueKind::Ints { len, min, max, distinct } => {
            let mut found = if len.0 == len.1 {
                other_numbers(items, *min, *max)
            } else {
                more_or_fewer_numbers(items, *min, *max)
            };
            found.retain(|list| !distinct || all_differ(list));
            found
        }
        ValueKind::Copies => other_decks(items),
        ValueKind::Records { fields, .. } => other_records(items, fields),
        ValueKind::Squares { .. } => other_squares(items),
        // One pair or place less, the words, and the list in another order.
        ValueKind::SquarePairs { .. } => (0..items.len()).map(|at| without(items, at)).collect(),
        ValueKind::WordOrPlaces(words) => {
            let fewer = (0..items.len())
                .map(|at| without(items, at))
                .filter(|list| list.as_array().is_some_and(|list| !list.is_empty()));
            words
                .iter()
                .map(|word| word.name.into())
                .chain(fewer)
                .chain(swapped(items, 0))
                .collect()
        }
        // Texts change no rule.
        _ => Vec::new(),
    }
}

/// As many numbers: a neighbour in the place of each, and each exchanged with the next.
fn other_numbers(items: &[Value], min: i64, max: i64) -> Vec<Value> {
    let each = |index: usize| {
        let others = neighbours(&items[index], min, max).into_iter();
        others.map(move |other| replaced(items, index, other)).chain(swapped(items, index))
    };
    (0..items.len()).flat_map(each).collect()
}

/// The lists with one number less, and with one more at either end of the numbers that there are.
fn more_or_fewer_numbers(items: &[Value], min: i64, max: i64) -> Vec<Value> {
    let mut found: Vec<Value> = (0..items.len()).map(|index| without(items, index)).collect();
    let numbers = || items.iter().filter_map(Value::as_i64);
    let beyond = [numbers().min().map(|least| least - 1), numbers().max().map(|most| most + 1)];
    for number in beyond.into_iter().flatten().filter(|number| (min..=max).contains(number)) {
        let more: Vec<Value> = items.iter().cloned().chain([Value::from(number)]).collect();
        found.push(more.into());
    }
    found
}

/// One entry less, two neighbours exchanged, and other values of each field.
fn other_records(items: &[Value], fields: &[Field]) -> Vec<Value> {
    let mut found: Vec<Value> = (0..items.len()).map(|index| without(items, index)).collect();
    found.extend((0..items.len()).filter_map(|index| swapped(items, index)));
    // A mark that only some entries have sets them apart from others: taking it from one may change
    // nothing, exchanging two does.
    let sets_apart = |field: &Field| {
        matches!(field.kind, ValueKind::Bool)
            && items.iter().any(|item| item[field.name] != items[0][field.name])
    };
    for (index, item) in items.iter().enumerate() {
        for field in fields.iter().filter(|field| !sets_apart(field)) {
            let Some(now) = item.get(field.name) else { continue };
            for other in other_values(&field.kind, now) {
                let mut changed = item.clone();
                changed[field.name] = other;
                found.push(replaced(items, index, changed));
            }
        }
    }
    found
}

/// One square less, and another in the place of each.
fn other_squares(items: &[Value]) -> Vec<Value> {
    let beside = |at: usize| {
        let square = items[at].as_str()?.parse::<Square>().ok()?;
        let other = Square::checked(square.column() ^ 1, square.row())?.to_string();
        (!items.contains(&Value::from(other.as_str()))).then(|| replaced(items, at, other.into()))
    };
    (0..items.len()).flat_map(|at| [Some(without(items, at)), beside(at)]).flatten().collect()
}

fn neighbours(value: &Value, min: i64, max: i64) -> Vec<Value> {
    let number = value.as_i64().unwrap_or_default();
    [number - 1, number + 1]
        .into_iter()
        .filter(|other| (min..=max).contains(other))
        .map(Value::from)
        .collect()
}

fn all_differ(list: &Value) -> bool {
    let items = list.as_array().map(Vec::as_slice).unwrap_or_default();
    items.iter().enumerate().all(|(index, item)| !items[..index].contains(item))
}

fn replaced(items: &[Value], index: usize, other: Value) -> Value {
    let mut items = items.to_vec();
    items[index] = other;
    items.into()
}

fn without(items: &[Value], index: usize) -> Value {
    items.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, item)| item.clone()).collect()
}

/// Two neighbours exchanged.
fn swapped(items: &[Value], index: usize) -> Option<Value> {
    let mut items = items.to_vec();
    (index + 1 < items.len()).then(|| {
        items.swap(index, index + 1);
        items.into()
    })
}

/// A tile more of each face, one more of the first, one fewer of the last, and where faces differ:
/// the numbers of two neighbours exchanged.
fn other_decks(copies: &[Value]) -> Vec<Value> {
    let count = |index: usize| copies.get(index).and_then(Value::as_i64).unwrap_or_default();
    let mut found: Vec<Value> = vec![
        copies.iter().map(|copies| Value::from(copies.as_i64().unwrap_or_default() + 1)).collect(),
    ];
    if let Some(last) = copies.len().checked_sub(1) {
        found.push(replaced(copies, 0, Value::from(count(0) + 1)));
        found.push(replaced(copies, last, Value::from((count(last) - 1).max(0))));
        found.extend(
            (0..last)
                .filter(|&index| count(index) != count(index + 1))
                .filter_map(|index| swapped(copies, index))
                .step_by(8),
        );
    }
    found
}

/// The rule sets that suites name, without overrides and mixins, each once.
pub fn bases(suites: &[Suite]) -> Vec<String> {
    let mut found = Vec::new();
    for scenario in suites.iter().flat_map(|suite| &suite.scenarios) {
        if let RuleSetChoice::Named(named) = &scenario.rules {
            for (name, _) in named {
                let base = tsuro::ruleset::base(name).to_owned();
                if !found.contains(&base) {
                    found.push(base);
                }
            }
        }
    }
    found
}
