//! The values that a rule-set file gives to one rule, already checked against the rule's declared [`Key`](crate::game::Key)s.

use super::key::RuleFacts;
use super::words::KeyWords;
use serde_json::{Map, Value};

/// Something that the kinds of the keys cannot say: a contradiction found by a rule while it is built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueProblem {
    /// The key, without its table.
    pub key: &'static str,
    /// A lower-case fragment that names the offending value.
    pub message: String,
    /// What to do about it, if that can be said.
    pub help: Option<String>,
    /// Which item of the list it is about (from 0), if the value is a list.
    pub item: Option<usize>,
    /// Other full keys (`board.columns`) that the value does not go together with.
    pub with: Vec<&'static str>,
}

impl ValueProblem {
    /// Says what to do about it.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }

    /// Says which item of the list it is about, from 0.
    pub fn item(&mut self, item: usize) -> &mut Self {
        self.item = Some(item);
        self
    }

    /// Says with which other key, by its full name (`board.columns`), the value does not go together.
    pub fn with(&mut self, key: &'static str) -> &mut Self {
        self.with.push(key);
        self
    }
}

/// The values of one phase table (`[draw]`, `[hazard]`, `[score]`), defaults filled in.
///
/// The getters take keys that the rule declared with the kind asked for.
///
/// # Panics
/// Asking for a key that was not declared, or with another kind, is a mistake in the rule's code, and panics.
#[derive(Debug)]
pub struct Values<'a> {
    table: &'static str,
    given: &'a Map<String, Value>,
    facts: &'a RuleFacts,
    problems: Vec<ValueProblem>,
}

impl<'a> Values<'a> {
    /// The values of `table`, checked by the caller against the declared keys.
    pub fn new(table: &'static str, values: &'a Map<String, Value>, facts: &'a RuleFacts) -> Self {
        Self { table, given: values, facts, problems: Vec::new() }
    }

    /// The rest of the rule set, as far as rules may look at it.
    pub fn facts(&self) -> &RuleFacts {
        self.facts
    }

    /// A [`ValueKind::Bool`](crate::game::ValueKind::Bool) key.
    pub fn bool(&self, key: &str) -> bool {
        self.get(key, "true or false", Value::as_bool)
    }

    /// A [`ValueKind::Int`](crate::game::ValueKind::Int) key.
    pub fn int(&self, key: &str) -> i64 {
        self.get(key, "a whole number", Value::as_i64)
    }

    /// A [`ValueKind::Text`](crate::game::ValueKind::Text) or [`ValueKind::Choice`](crate::game::ValueKind::Choice) key.
    pub fn word(&self, key: &str) -> &'a str {
        self.get(key, "a text", Value::as_str)
    }

    /// A [`ValueKind::Choice`](crate::game::ValueKind::Choice) of the words of `T`, as the value that its word stands for.
    pub fn choice<T: KeyWords>(&self, key: &str) -> T {
        self.get(key, "a choice of these words", |value| T::from_word(value.as_str()?))
    }

    /// A [`ValueKind::Ints`](crate::game::ValueKind::Ints) key.
    pub fn ints(&self, key: &str) -> Vec<i64> {
        self.list(key).iter().filter_map(Value::as_i64).collect()
    }

    /// A [`ValueKind::Choices`](crate::game::ValueKind::Choices) key.
    pub fn words(&self, key: &str) -> Vec<&'a str> {
        self.list(key).iter().filter_map(Value::as_str).collect()
    }

    /// A [`ValueKind::Records`](crate::game::ValueKind::Records) key: each entry an object with all its fields.
    pub fn list(&self, key: &str) -> &'a [Value] {
        self.get(key, "a list", |value| value.as_array().map(Vec::as_slice))
    }

    /// Notes that the value of `key` cannot stand beside the others. The answer can be told more about it.
    pub fn problem(&mut self, key: &'static str, message: impl Into<String>) -> &mut ValueProblem {
        self.problems.push(ValueProblem { key, message: message.into(), help: None, item: None, with: Vec::new() });
        let last = self.problems.len() - 1;
        &mut self.problems[last]
    }

    /// As [`Values::problem`], with advice.
    pub fn problem_with_help(&mut self, key: &'static str, message: impl Into<String>, help: impl Into<String>) {
        self.problem(key, message).help(help);
    }

    /// What was noted.
    pub fn into_problems(self) -> Vec<ValueProblem> {
        self.problems
    }

    fn get<T>(&self, key: &str, wanted: &str, read: impl FnOnce(&'a Value) -> Option<T>) -> T {
        let value = self.given.get(key).unwrap_or_else(|| panic!("the rule did not declare the key {}.{key}", self.table));
        read(value).unwrap_or_else(|| panic!("the rule declared {}.{key} as something other than {wanted}", self.table))
    }
}
