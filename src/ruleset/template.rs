//! A commented file to start from.

use super::catalog::{RuleCatalog, RulePhase};
use super::keys::{self, RULES};
use super::problem::sentence;
use super::resolved::Resolved;
use super::shown::plain;
use super::toml_text::{shortest_copies, toml_inline, toml_pretty, toml_string};
use super::value;
use crate::game::ValueKind;
use std::fmt::Write as _;

/// A file to start from: everything that the parent says as remarks, ready to be changed.
///
/// `extends` is what the file will say: a built-in's name, or a path relative to where the file will lie. What stands behind it in a reference
/// (`classic+big-board+hand=4`) becomes the file's own mixins and values.
pub fn template(name: &str, extends: &str, parent: &Resolved, catalog: &dyn RuleCatalog) -> String {
    let extras = parent.extras();
    let extends = extras.as_ref().map_or(extends, |extras| &extends[..extends.len() - extras.text.len()]);
    let mut text = format!(
        "# {}: rules of your own, made from {}.\n\
         #\n\
         # A line that begins with # is a remark. To change something, take the # away and write another value;\n\
         # what stays a remark stays as it is in {}. `tsuro rules check` tells what is wrong with a file,\n\
         # `tsuro rules keys` explains every key.\n\n\
         schema = {} # the version of this language; every file begins with it\n\
         name = {}\n\
         title = {} # what lists show\n\
         summary = \"\" # one line on what it is like to play\n\
         source = \"\" # where the rules come from\n\
         extends = {} # whatever is not said here is as there\n",
        plain(name),
        plain(parent.title()),
        plain(extends),
        keys::SCHEMA,
        toml_string(name),
        toml_string(name),
        toml_string(extends),
    );
    if let Some(extras) = extras.as_ref().filter(|extras| !extras.mixins.is_empty()) {
        let _ = writeln!(text, "mixins = {} # applied to it, in this order", toml_inline(&extras.mixins.clone().into()));
    }
    for table in RULES {
        let remark = |key: &str| if parent.is_behind(&format!("{}.{key}", table.name)) { "" } else { "# " };
        let _ = write!(text, "\n# {}\n[{}]\n", table.doc, table.name);
        let values = parent.table(table.name);
        if let Some(info) = table.phase {
            let _ = writeln!(text, "# {}: another rule brings keys of its own, and starts from its own defaults", info.doc);
            rules_as_remarks(&mut text, catalog, info.phase);
            let _ = writeln!(text, "{}rule = {}", remark("rule"), toml_string(parent.rule(info.phase)));
        }
        for key in parent.keys(table, catalog) {
            let Some(value) = values.get(key.name) else { continue };
            let kind = catalog.kind(key);
            let _ = writeln!(text, "# {}: {}", sentence(key.doc), value::describe(&kind));
            if let ValueKind::Choice(words) | ValueKind::Choices(words) = kind {
                for word in words {
                    let _ = writeln!(text, "#   {}: {}", word.name, word.doc);
                }
            }
            if let ValueKind::Records { fields, .. } = kind {
                for field in fields {
                    let _ = writeln!(text, "#   {}: {} ({})", field.name, field.doc, value::describe(&field.kind));
                }
            }
            let value = if matches!(key.kind, ValueKind::Copies) { shortest_copies(value) } else { value.clone() };
            for line in format!("{} = {}", key.name, toml_pretty(&value)).lines() {
                let _ = writeln!(text, "{}{line}", remark(key.name));
            }
        }
    }
    text
}

fn rules_as_remarks(text: &mut String, catalog: &dyn RuleCatalog, phase: RulePhase) {
    for rule in catalog.rules(phase) {
        let keys: Vec<_> = rule.keys.iter().map(|key| key.name).collect();
        let keys = if keys.is_empty() { String::new() } else { format!(" ({})", keys.join(", ")) };
        let _ = writeln!(text, "#   {}: {}{keys}", rule.name, rule.summary);
    }
}
