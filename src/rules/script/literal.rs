//! A value as it is written in a script, with its place: what a rule declares is read without
//! running anything.

use rhai::{Expr, Position};

/// Line and column of a place in a script, both from 1.
pub(super) fn place_of(at: Position) -> Option<(usize, usize)> {
    at.line().map(|line| (line, at.position().unwrap_or(1)))
}

/// Where a function of this name is written.
pub(super) fn function_at(text: &str, name: &str) -> Option<(usize, usize)> {
    text.lines().enumerate().find_map(|(line, written)| {
        for (at, _) in written.match_indices("fn ") {
            let before = written[at + 3..].len() - written[at + 3..].trim_start().len();
            let rest = written[at + 3..].trim_start();
            if rest.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('(')) {
                return Some((line + 1, written[..at + 3 + before].chars().count() + 1));
            }
        }
        None
    })
}

/// A written value and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Literal {
    pub at: Position,
    pub value: LiteralValue,
}

/// What a [`Literal`] is.
#[derive(Debug, Clone)]
pub(super) enum LiteralValue {
    Flag(bool),
    Number(i64),
    Text(String),
    List(Vec<Literal>),
    Map(Vec<Entry>),
    /// Something that has to be worked out.
    Other,
}

/// An entry of a written map.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub key: String,
    pub at: Position,
    pub value: Literal,
}

impl Literal {
    /// What an expression says.
    pub(super) fn read(expr: &Expr) -> Self {
        let value = match expr {
            Expr::BoolConstant(flag, _) => LiteralValue::Flag(*flag),
            Expr::IntegerConstant(number, _) => LiteralValue::Number(*number),
            Expr::StringConstant(text, _) => LiteralValue::Text(text.to_string()),
            Expr::Array(items, _) => LiteralValue::List(items.iter().map(Self::read).collect()),
            Expr::Map(map, _) => {
                let entry = |(key, value): &(rhai::Ident, Expr)| Entry {
                    key: key.name.to_string(),
                    at: key.pos,
                    value: Self::read(value),
                };
                LiteralValue::Map(map.0.iter().map(entry).collect())
            }
            // `-1` is a call of an operator.
            Expr::FnCall(call, _) if call.name == "-" && call.args.len() == 1 => {
                match &call.args[0] {
                    Expr::IntegerConstant(number, _) => LiteralValue::Number(-number),
                    _ => LiteralValue::Other,
                }
            }
            _ => LiteralValue::Other,
        };
        Self { at: expr.position(), value }
    }

    /// What it is, for messages.
    pub(super) fn describe(&self) -> String {
        match &self.value {
            LiteralValue::Flag(flag) => flag.to_string(),
            LiteralValue::Number(number) => number.to_string(),
            LiteralValue::Text(text) => format!("{text:?}"),
            LiteralValue::List(_) => "a list".to_owned(),
            LiteralValue::Map(_) => "a map".to_owned(),
            LiteralValue::Other => "something that has to be worked out".to_owned(),
        }
    }

    /// The same text for two that say the same, wherever they stand.
    pub(super) fn write(&self, to: &mut String) {
        use std::fmt::Write as _;
        // Writing to a string cannot fail.
        let _ = match &self.value {
            LiteralValue::Flag(flag) => write!(to, "{flag}"),
            LiteralValue::Number(number) => write!(to, "{number}"),
            LiteralValue::Text(text) => write!(to, "{text:?}"),
            LiteralValue::List(items) => {
                to.push('[');
                for item in items {
                    item.write(to);
                    to.push(',');
                }
                write!(to, "]")
            }
            LiteralValue::Map(entries) => {
                to.push('{');
                for entry in entries {
                    let _ = write!(to, "{:?}:", entry.key);
                    entry.value.write(to);
                    to.push(',');
                }
                write!(to, "}}")
            }
            LiteralValue::Other => write!(to, "?"),
        };
    }
}
