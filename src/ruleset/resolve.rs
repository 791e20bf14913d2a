//! Makes [`Resolved`] rules of a name, a file or a record: loads, merges, fills in defaults and
//! checks.

use super::catalog::{RuleCatalog, RulePhase};
use super::chain::{Base, ChainFile, SourceChain};
use super::contradictions;
use super::keys::{self, KeyHome, KeyTable, PRESENTATION, RULES};
use super::loader::Loader;
use super::merge::{Merge, ResetKey};
use super::not_a_table::not_a_table;
use super::overrides::overrides;
use super::problem::{Code, Expected, Problem, Problems};
use super::reference::{Reference, ReferencePart};
use super::resolved::{
    Origin, Presentation, Resolved, TableValues, WrittenKey, facts, record_fields,
};
use super::scripts;
use super::shown::plain;
use super::source::{Source, SourceId, SourceSpan};
use super::top::{self, RuleSetTexts};
use super::value;
use super::written::SourceDocument;
use crate::game::{BoardStyle, Key, KeyWords, RuleFacts, Timing, TimingSet, Values};
use crate::rules::Registry;
use serde_json::{Map, Value};
use std::ops::Range;
use std::sync::Arc;

/// The rules that `reference` names: a built-in rule set or a file, with mixins and overrides after
/// it (`classic+tiles.hand=4`).
///
/// # Errors
/// All problems, warnings included. Warnings alone are in [`Resolved::warnings`].
pub fn load(
    reference: &str,
    loader: &dyn Loader,
    catalog: &dyn RuleCatalog,
) -> Result<Resolved, Problems> {
    let reference = Reference::read(reference, loader);
    let mut problems = Problems::default();
    let mut chain = SourceChain::new(loader, &mut problems);
    let place = |span: &Range<usize>| SourceSpan::new(&reference.text, span);
    let source = match &reference.loaded {
        Ok(source) => source.clone(),
        Err(error) => {
            // A single name needs no caret.
            let place = (!reference.extras.is_empty()).then(|| place(&reference.base));
            chain.not_loaded(&reference.text.text()[reference.base.clone()], error, place, "");
            return Err(problems);
        }
    };
    let name = source.shown.clone();
    let (levels, complete) = chain.levels(source);
    let files: Vec<SourceId> = levels.iter().map(|level| level.own.source.id.clone()).collect();
    let base = complete.then_some(Base { name: &name, files: &files });
    let mut mixins = Some(Vec::new());
    for extra in &reference.extras {
        let ReferencePart::Mixin(span) = extra else { continue };
        let name = &reference.text.text()[span.clone()];
        if name.is_empty() {
            let problem =
                Problem::error(Code::BadOverride, "nothing follows the `+`").at(place(span), "");
            chain.problems.push(problem.help(
                "write a mixin (`classic+big-board`) or a key and its \
                value (`classic+tiles.hand=4`)",
            ));
            mixins = None;
        } else if let Some((table, key)) = key_named(name, loader, catalog) {
            let problem =
                Problem::error(Code::BadOverride, format!("`{}` has no value", plain(name)))
                    .at(place(span), "");
            let example = super::guide::example(table, key, catalog)
                .map(|example| format!(", as in `+{table}.{key}={example}`"));
            chain.problems.push(problem.key(format!("{table}.{key}")).help(format!(
                "write `=` and a value after the key{}",
                example.unwrap_or_default()
            )));
            mixins = None;
        } else if let Some(mixin) = chain.mixin(name, None, place(span), base) {
            mixins = mixins.map(|mut mixins| {
                mixins.push(mixin);
                mixins
            });
        } else {
            mixins = None;
        }
    }
    let include_sites = std::mem::take(&mut chain.include_sites);
    let partial = !complete || mixins.is_none();
    let mixins = mixins.unwrap_or_default();
    let files = level_files(&levels).chain(mixins.iter().map(|(mixin, _)| mixin));
    let Ok(scripted) = scripts::extended(files, loader, catalog, &mut problems) else {
        return Err(problems);
    };
    let extras = (!reference.extras.is_empty()).then_some((&reference, mixins));
    with_include_sites(
        finish(levels, partial, extras, problems, catalog, scripted.as_ref()),
        &include_sites,
    )
}

/// The key that is written where a mixin could be, if no mixin has that name.
fn key_named(
    name: &str,
    loader: &dyn Loader,
    catalog: &dyn RuleCatalog,
) -> Option<(&'static str, &'static str)> {
    let is_it = |(table, key): &(&'static str, &'static str)| {
        name == *key || name.split_once('.') == Some((*table, *key))
    };
    keys::all_names(catalog).into_iter().find(is_it).filter(|_| loader.load(name, None).is_err())
}

/// The rules of a text that is loaded already.
///
/// # Errors
/// As [`load`].
pub fn resolve(
    source: Source,
    loader: &dyn Loader,
    catalog: &dyn RuleCatalog,
) -> Result<Resolved, Problems> {
    let mut problems = Problems::default();
    let mut chain = SourceChain::new(loader, &mut problems);
    let (levels, complete) = chain.levels(source);
    let include_sites = std::mem::take(&mut chain.include_sites);
    let Ok(scripted) = scripts::extended(level_files(&levels), loader, catalog, &mut problems)
    else {
        return Err(problems);
    };
    with_include_sites(
        finish(levels, !complete, None, problems, catalog, scripted.as_ref()),
        &include_sites,
    )
}

/// The files of a chain, each with its mixins.
fn level_files(levels: &[ChainFile]) -> impl Iterator<Item = &Arc<SourceDocument>> {
    levels.iter().flat_map(|level| {
        std::iter::once(&level.own).chain(level.mixins.iter().map(|(mixin, _)| mixin))
    })
}

/// Gives the problems of parents and mixins the place at which the named file includes them.
fn with_include_sites(
    result: Result<Resolved, Problems>,
    include_sites: &[(SourceId, SourceSpan)],
) -> Result<Resolved, Problems> {
    match result {
        Ok(mut rules) => {
            rules.warnings.attach_include_sites(include_sites);
            Ok(rules)
        }
        Err(mut problems) => {
            problems.attach_include_sites(include_sites);
            Err(problems)
        }
    }
}

/// The rules of a game record. Fields that no key declares are ignored, missing keys take their
/// defaults.
///
/// # Errors
/// All problems; messages name the key, since a record has no lines that people read.
pub fn from_json(rules: &Value, catalog: &dyn RuleCatalog) -> Result<Resolved, Problems> {
    let source = Arc::new(Source::new(SourceId::Record, "the record's rules", ""));
    if !rules.is_object() {
        return Err(Problem::error(Code::WrongType, "the rules of a record have to be an object")
            .expected(Expected::Form("an object".to_owned()))
            .into());
    }
    let written = Arc::new(SourceDocument::from_json(&source, rules));
    let mut problems = Problems::default();
    let Ok(scripted) = scripts::of_record(rules, catalog, &mut problems) else {
        return Err(problems);
    };
    let mut merge = Merge::new(scripted.as_deref().map_or(catalog, |scripted| scripted));
    merge.lenient = true;
    for table in RULES {
        if let Some((mut problem, _)) =
            written.entry(table.name).and_then(|entry| not_a_table(entry, table))
        {
            problem.help = None;
            merge.problems.push(problem);
        }
    }
    merge.merge_file(&[], &written, true);
    let name = rules.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    let texts = RuleSetTexts { title: name.clone(), name, ..RuleSetTexts::default() };
    let mut result = complete(merge, texts, vec![written], scripted.clone());
    // The rules of a record are not edited, so warnings about them are dropped.
    if let Ok(rules) = &mut result {
        rules.warnings = Problems::default();
    }
    result.map_err(|problems| {
        problems.into_iter().map(without_places).fold(Problems::default(), |mut all, problem| {
            all.push(problem);
            all
        })
    })
}

fn without_places(mut problem: Problem) -> Problem {
    problem.labels.clear();
    problem
}

/// A reference with mixins or overrides, and the mixins.
type Extras<'a> = (&'a Reference, Vec<(Arc<SourceDocument>, SourceSpan)>);

fn finish(
    levels: Vec<ChainFile>,
    partial: bool,
    extras: Option<Extras<'_>>,
    problems: Problems,
    catalog: &dyn RuleCatalog,
    scripted: Option<&Arc<Registry>>,
) -> Result<Resolved, Problems> {
    let catalog = scripted.map_or(catalog, |scripted| &**scripted);
    let mut merge = Merge::new(catalog);
    merge.problems = problems;
    merge.partial = partial;
    let mut texts = RuleSetTexts::default();
    let mut base = 0..0;
    let mut files = Vec::new();
    let count = levels.len();
    for (i, level) in levels.into_iter().enumerate() {
        for (mixin, _) in &level.mixins {
            top::check(mixin, catalog, &mut merge.problems);
        }
        texts = top::check(&level.own, catalog, &mut merge.problems);
        // Users cannot change built-in rule sets, so there are no warnings about their keys.
        let own = i + 1 == count
            && !matches!(level.own.source.id, SourceId::BuiltIn(_) if extras.is_some());
        merge.merge_file(&level.mixins, &level.own, own);
        files.extend(level.mixins.into_iter().map(|(mixin, _)| mixin));
        files.push(level.own);
    }
    if let Some((reference, mixins)) = extras {
        for (mixin, _) in &mixins {
            top::check(mixin, catalog, &mut merge.problems);
        }
        let effects = merge.merge_mixins(&mixins, true);
        let written = Arc::new(overrides(reference, &mut merge));
        merge.merge_own(&mixins, &effects, &written, true);
        let extras_text = &reference.text.text()[reference.base.end..];
        texts.name.push_str(extras_text);
        let extras_text = extras_text.replace('+', " + ");
        texts.title.push_str(&extras_text);
        for title in
            texts.translations.values_mut().filter_map(|translation| translation.title.as_mut())
        {
            title.push_str(&extras_text);
        }
        files.extend(mixins.into_iter().map(|(mixin, _)| mixin));
        files.push(written);
        base = reference.base.clone();
    }
    let mut resolved = complete(merge, texts, files, scripted.cloned())?;
    resolved.base = base;
    Ok(resolved)
}

/// Fills in defaults and checks the rules as a whole.
fn complete(
    mut merge: Merge<'_>,
    texts: RuleSetTexts,
    files: Vec<Arc<SourceDocument>>,
    scripted: Option<Arc<Registry>>,
) -> Result<Resolved, Problems> {
    if merge.partial {
        merge.problems.sort();
        return Err(merge.problems);
    }
    let mut resolved = Resolved {
        texts,
        presentation: presentation(&merge),
        tables: Vec::new(),
        facts: RuleFacts::new((0, 0), (0, 0), 0, 0),
        one_hand: false,
        warnings: Problems::default(),
        files,
        base: 0..0,
        scripted,
    };
    // Defaults of a rule's own keys may follow from the core's values, which are known after the
    // first round.
    for _ in 0..2 {
        resolved.tables =
            RULES.iter().flat_map(|table| fill(&merge, table, &resolved.facts)).collect();
        resolved.facts = facts(&resolved);
    }
    resolved.one_hand = resolved.flag("tiles.open") || one_hand(&merge, &resolved);
    let broken = merge.broken.iter().map(|(home, key)| format!("{}.{key}", home.table)).collect();
    let found = contradictions::check(&resolved, merge.catalog, &broken);
    merge.problems.extend(found);
    let resets = merge
        .resets
        .iter()
        .filter(|reset| !merge.slots.contains_key(&reset.key))
        .filter_map(|reset| reset_key(reset, &resolved));
    let resets: Vec<Problem> = resets.collect();
    merge.problems.extend(resets);
    check_rules(&mut merge, &resolved);
    merge.problems.sort();
    if merge.problems.has_errors() {
        return Err(merge.problems);
    }
    resolved.warnings = merge.problems;
    Ok(resolved)
}

/// A table of the rules with its values; each hazard is one.
fn fill(merge: &Merge<'_>, table: &'static KeyTable, facts: &RuleFacts) -> Vec<TableValues> {
    let rules = in_order_of_acting(merge.rules(table), table, merge.catalog);
    let several = rules.len() > 1;
    let name =
        |rule: &str| if several { format!("{}.{rule}", table.name) } else { table.name.to_owned() };
    let filled = rules.into_iter().map(|rule| {
        let mut filled = TableValues {
            table,
            rule,
            name: name(rule.unwrap_or_default()),
            values: Map::new(),
            keys: Vec::new(),
        };
        let mut set = |name: &'static str, fields, slot: Option<(Value, Origin)>| {
            if let Some((value, origin)) = slot {
                filled.values.insert(name.to_owned(), value);
                filled.keys.push(WrittenKey { name, fields, origin });
            }
        };
        let slot = |key: &'static str| {
            merge
                .slots
                .get(&(table.home(rule), key))
                .map(|slot| (slot.value.clone(), slot.origin.clone()))
        };
        let or_default = |value: Option<Value>| value.map(|value| (value, Origin::Default));
        if let Some(info) = table.phase {
            set(
                "rule",
                &[],
                slot("rule").or_else(|| or_default(Some(rule.unwrap_or(info.default).into()))),
            );
        }
        for key in keys::keys_with(table, merge.rule_keys(table, rule)) {
            set(
                key.name,
                record_fields(&key.kind),
                slot(key.name).or_else(|| or_default(value::default(key, facts))),
            );
        }
        filled
    });
    let is_said = |filled: &TableValues| {
        table.phase.is_none_or(|info| !info.phase.optional() || filled.rule != Some(info.default))
    };
    filled.filter(is_said).collect()
}

/// The rules of a table in the order in which they act: by their moments, and rules that share one
/// as in the file. Rule sets that mean the same have the same order.
fn in_order_of_acting(
    mut rules: Vec<Option<&'static str>>,
    table: &KeyTable,
    catalog: &dyn RuleCatalog,
) -> Vec<Option<&'static str>> {
    let timings = |rule: Option<&str>| {
        let info = table.phase.and_then(|info| catalog.rule(info.phase, rule?));
        info.map_or_else(TimingSet::default, |rule| rule.timings)
    };
    let share = |one: Option<&str>, other: Option<&str>| timings(one).meets(timings(other));
    let first_in_turn =
        |rule: Option<&str>| timings(rule).iter().find(|timing| *timing != Timing::SetUp);
    let mut ordered = Vec::with_capacity(rules.len());
    while !rules.is_empty() {
        let free = (0..rules.len())
            .filter(|&at| !rules[..at].iter().any(|before| share(*before, rules[at])));
        let next = free.min_by_key(|&at| (first_in_turn(rules[at]), rules[at])).unwrap_or_default();
        ordered.push(rules.remove(next));
    }
    ordered
}

/// Reports required keys that are not set, and lets the chosen rules check their values.
fn check_rules(merge: &mut Merge<'_>, resolved: &Resolved) {
    let facts_sound = facts_are_sound(merge, resolved);
    for table in resolved.tables() {
        let Some((info, rule)) = table.table.phase.zip(table.rule) else { continue };
        let mut complete = facts_sound;
        for key in table.declared(merge.catalog) {
            let sound = !merge.broken.contains(&(table.table.home(table.rule), key.name));
            complete &= sound;
            if !table.values.contains_key(key.name) {
                complete = false;
                if sound && facts_sound {
                    merge.problems.push(missing(resolved, key, &table.full(key.name), rule));
                }
            }
        }
        if complete {
            let mut values = Values::new(rule, &table.values, &resolved.facts);
            merge.catalog.check(info.phase, rule, &mut values);
            for problem in values.into_problems() {
                // A file that changes none of its parent's values gets no warnings about them.
                if !problem.is_warning
                    || ["rule", problem.key].iter().any(|key| resolved.is_own(&table.full(key)))
                {
                    merge.problems.push(resolved.contradiction(&table.name, problem));
                }
            }
        }
    }
}

/// The warning of a key that the choice of another rule sets back to its default; `None` if that
/// changes nothing.
fn reset_key(reset: &ResetKey, resolved: &Resolved) -> Option<Problem> {
    let (home, key) = reset.key;
    let full = format!("{}.{key}", home.table);
    let new = resolved.value(&full).filter(|new| **new != reset.old.value)?;
    let message = format!(
        "the choice of the rule `{}` sets `{full}` back from {} to {new}",
        reset.rule, reset.old.value
    );
    let mut problem = Problem::warning(Code::ResetsKey, message)
        .key(&full)
        .at(reset.place.clone(), "chosen here");
    if let Origin::Set { value, .. } = &reset.old.origin {
        if value.source.id != reset.place.source.id {
            problem.inherited_from = Some(value.source.shown.clone());
        }
        problem = problem.at(value.clone(), "set here");
    }
    Some(
        problem
            .help(format!("write `{key}` beside the rule, with the old value or with the new one")),
    )
}

/// Whether a rule has one hand for the whole table; `false` if its values cannot be read.
fn one_hand(merge: &Merge<'_>, resolved: &Resolved) -> bool {
    let readable = |table: &&TableValues| {
        let broken = |key: &Key| merge.broken.contains(&(table.table.home(table.rule), key.name));
        facts_are_sound(merge, resolved)
            && table
                .declared(merge.catalog)
                .all(|key| table.values.contains_key(key.name) && !broken(key))
    };
    let mut tables = RulePhase::ALL
        .into_iter()
        .flat_map(|phase| resolved.tables_of(phase.table()).map(move |table| (phase, table)));
    tables.any(|(phase, table)| {
        let one_hand = |rule| {
            merge.catalog.one_hand(
                phase,
                rule,
                &mut Values::new(rule, &table.values, &resolved.facts),
            )
        };
        readable(&table) && table.rule.is_some_and(one_hand)
    })
}

/// Whether all values that make up the [`RuleFacts`] could be read.
fn facts_are_sound(merge: &Merge<'_>, resolved: &Resolved) -> bool {
    const FACTS: [(&str, &str); 10] = [
        ("board", "columns"),
        ("board", "rows"),
        ("board", "missing"),
        ("board", "wrap"),
        ("board", "portals"),
        ("players", "min"),
        ("players", "max"),
        ("tiles", "hand"),
        ("tiles", "copies"),
        ("start", "marks"),
    ];
    let sound = |&(table, key): &(&'static str, &'static str)| {
        !merge.broken.contains(&(KeyHome { table, rule: None }, key))
    };
    FACTS.iter().all(sound) && resolved.facts.min_players <= resolved.facts.max_players
}

fn missing(resolved: &Resolved, key: &Key, full: &str, rule: &str) -> Problem {
    let help = match key.default {
        crate::game::KeyDefault::Computed { doc, .. } => format!("its default is {doc}"),
        _ => format!("set `{full}`: {}", key.doc),
    };
    let mut problem = resolved.problem_at(
        full,
        Code::MissingKey,
        format!("the rule `{rule}` needs a value for `{full}`"),
        Some(help),
    );
    problem.expected = Some(value::expected(&key.kind));
    problem
}

fn presentation(merge: &Merge<'_>) -> Presentation {
    let value = |key| merge.slots.get(&(PRESENTATION.home(None), key)).map(|slot| &slot.value);
    Presentation {
        plain: value("plain").and_then(Value::as_bool).unwrap_or_default(),
        language: value("language").and_then(Value::as_str).map(str::to_owned),
        look: value("look").and_then(Value::as_str).and_then(BoardStyle::from_word),
    }
}

#[cfg(test)]
mod tests {
    use super::super::catalog::RuleDecl;
    use super::super::loader::BuiltIns;
    use super::*;
    use crate::rules::Registry;

    /// The rules of the crate, and a second one for placements.
    struct TwoForPlacements(Registry, Vec<&'static RuleDecl>);

    impl RuleCatalog for TwoForPlacements {
        fn rules(&self, phase: RulePhase) -> &[&'static RuleDecl] {
            if phase == RulePhase::Placement { &self.1 } else { self.0.rules(phase) }
        }
    }

    #[test]
    fn another_placement_rule_keeps_what_every_placement_rule_has() {
        const KEYS: &[Key] = &[Key::number("rounds", 1..=5).default(2).means("How long it lasts")];
        let registry = Registry::default();
        let free = registry.rules(RulePhase::Placement)[0];
        let catalog = TwoForPlacements(
            registry,
            vec![free, Box::leak(Box::new(RuleDecl { name: "peace", keys: KEYS, ..*free }))],
        );
        let read = |reference: &str| {
            load(reference, &BuiltIns, &catalog).unwrap_or_else(|problems| panic!("{problems}"))
        };
        let peace = read("seas+placement.rule=peace+rounds=3");
        assert_eq!(peace.value("placement.avoid"), read("seas").value("placement.avoid"));
        assert_eq!(peace.value("placement.never"), read("seas").value("placement.never"));
        assert_eq!(peace.value("placement.rounds"), Some(&Value::from(3)));
        let text = format!(
            "schema = 1\n{}",
            peace.to_toml(false).split_once("\n[board]").unwrap().1.replacen("", "[board]", 1)
        );
        let source =
            |text: &str| Source::new(SourceId::File("test.toml".into()), "test.toml", text);
        let again = resolve(source(&text), &BuiltIns, &catalog)
            .unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(again.hash(&catalog), peace.hash(&catalog));
        assert_ne!(peace.hash(&catalog), read("seas").hash(&catalog));
    }
}
