//! Writes a commented rule-set file to start from (`tsuro rules new`).

use super::catalog::{RuleCatalog, RulePhase};
use super::keys;
use super::problem::sentence;
use super::resolved::{Resolved, in_order, record_fields};
use super::show::header;
use super::shown::plain;
use super::toml_text::{shortest_copies, toml_inline, toml_pretty, toml_string};
use super::value;
use crate::game::ValueKind;
use std::fmt::Write as _;

/// A file to start from: every value of the parent as a comment, ready to be changed.
///
/// `extends` is the parent as written in the file: the name of a built-in rule set, or a path
/// relative to the new file. Mixins and overrides of a reference (`classic+big-board+hand=4`)
/// become the file's own mixins and values.
pub fn template(name: &str, extends: &str, parent: &Resolved, catalog: &dyn RuleCatalog) -> String {
    let catalog = parent.catalog(catalog);
    let extras = parent.extras();
    let extends =
        extras.as_ref().map_or(extends, |extras| &extends[..extends.len() - extras.text.len()]);
    let mut text = format!(
        "# {}: rules of your own, made from {}.\n\
         #\n\
         # A line that begins with # is a comment. To change a value, remove the # and write \
         another one;\n\
         # all other values stay as in {}. `tsuro rules check` finds mistakes in a file,\n\
         # `tsuro rules keys` explains every key.\n\n\
         schema = {} # the version of this language; every file begins with it\n\
         name = {}\n\
         title = {} # what lists show\n\
         summary = \"\" # one line on what it is like to play\n\
         source = \"\" # where the rules come from\n\
         extends = {} # everything that this file does not set is as there\n",
        plain(name),
        plain(parent.title()),
        plain(extends),
        keys::SCHEMA,
        toml_string(name),
        toml_string(name),
        toml_string(extends),
    );
    if let Some(extras) = extras.as_ref().filter(|extras| !extras.mixins.is_empty()) {
        let _ = writeln!(
            text,
            "mixins = {} # applied to it, in this order",
            toml_inline(&extras.mixins.clone().into())
        );
    }
    for table in parent.tables() {
        let one_of_several = table.is_one_of_several();
        let remark = |key: &str| if parent.is_override(&table.full(key)) { "" } else { "# " };
        let _ = write!(text, "\n# {}\n{}\n", table.table.doc, header(table));
        if let Some((info, rule)) = table.table.phase.zip(table.rule) {
            let _ = writeln!(text, "# {}: another rule has its own keys and defaults", info.doc);
            list_rules(&mut text, catalog, info.phase);
            // Without its rule nothing says which of several it is.
            let remark = if one_of_several { "" } else { remark("rule") };
            let _ = writeln!(text, "{remark}rule = {}", toml_string(rule));
        }
        for key in table.declared(catalog) {
            let Some(value) = table.values.get(key.name) else { continue };
            let kind = catalog.kind(key);
            let _ = writeln!(text, "# {}: {}", sentence(key.doc), value::describe(&kind));
            if let ValueKind::Choice(words) | ValueKind::Choices(words) = kind {
                for word in words {
                    let _ = writeln!(text, "#   {}: {}", word.name, word.doc);
                }
            }
            if let ValueKind::Records { fields, .. } = kind {
                for field in fields {
                    let _ = writeln!(
                        text,
                        "#   {}: {} ({})",
                        field.name,
                        field.doc,
                        value::describe(&field.kind)
                    );
                }
            }
            let value = in_order(value, record_fields(&key.kind));
            let value =
                if matches!(key.kind, ValueKind::Copies) { shortest_copies(value) } else { value };
            for line in format!("{} = {}", key.name, toml_pretty(&value)).lines() {
                let _ = writeln!(text, "{}{line}", remark(key.name));
            }
        }
    }
    text
}

/// Lists the rules of a phase as comments, each with its keys.
fn list_rules(text: &mut String, catalog: &dyn RuleCatalog, phase: RulePhase) {
    for rule in catalog.rules(phase) {
        let keys: Vec<_> = rule.keys.iter().map(|key| key.name).collect();
        let keys = if keys.is_empty() { String::new() } else { format!(" ({})", keys.join(", ")) };
        let _ = writeln!(text, "#   {}: {}{keys}", rule.name, rule.summary);
    }
}
