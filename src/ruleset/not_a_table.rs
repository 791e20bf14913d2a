//! What is said of an entry that should be a table, or one of several.

use super::keys::{KeyTable, PhaseInfo};
use super::problem::{Code, Problem};
use super::written::{SourceData, SourceEntry, SourceValue};
use std::ops::Range;

/// The problem of an entry that should be a table, with its place.
pub(super) fn not_a_table(
    entry: &SourceEntry,
    table: &KeyTable,
) -> Option<(Problem, Range<usize>)> {
    let header =
        format!("write the header `[{}]` on a line of its own, and its keys below", table.name);
    let wrong = |node: &SourceValue, help: String| {
        let message = format!("`{}` has to be a table, not {}", table.name, node.describe());
        Some((
            Problem::error(Code::WrongType, message).key(table.name).help(help),
            node.span.clone(),
        ))
    };
    match (&entry.value.data, table.phase.filter(|info| info.phase.several())) {
        (SourceData::Table(_), _) => None,
        (SourceData::List(items), Some(info)) if items.is_empty() => {
            let problem =
                Problem::error(Code::WrongLength, format!("the list `{}` is empty", table.name))
                    .key(table.name);
            Some((problem.help(without_any(table, info)), entry.value.span.clone()))
        }
        (SourceData::List(items), Some(_)) => {
            let item = items.iter().find(|item| item.as_table().is_none())?;
            wrong(
                item,
                format!(
                    "write the header `[[{}]]` on a line of its own, and the keys of one below",
                    table.name
                ),
            )
        }
        _ => wrong(&entry.value, header),
    }
}

/// What to write to have none of several.
pub(super) fn without_any(table: &KeyTable, info: PhaseInfo) -> String {
    format!(
        "to have none, write the header `[{}]`, and `rule = \"{}\"` below",
        table.name, info.default
    )
}
