//! [`Values`]: the values that a rule-set file gives to one rule, checked against the keys that the rule declares.

use super::key::RuleFacts;
use super::words::KeyWords;
use serde_json::{Map, Value};

/// A contradiction among values that a rule finds while it is built, where each value by itself is of the right kind.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValueProblem {
    /// The key of the value, without its table.
    pub key: &'static str,
    /// What is wrong: a lower-case fragment that names the value.
    pub message: String,
    /// Advice on what to do about it, if there is any.
    pub help: Option<String>,
    /// The item of the list that is wrong, counted from 0, if the value is a list.
    pub item: Option<usize>,
    /// The other keys that the value contradicts, by their full names (`board.columns`).
    pub with: Vec<&'static str>,
    /// Whether the rule set can be played all the same.
    pub is_warning: bool,
}

impl ValueProblem {
    /// Adds advice on what to do about it.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }

    /// Names the item of the list that is wrong, counted from 0.
    pub fn item(&mut self, item: usize) -> &mut Self {
        self.item = Some(item);
        self
    }

    /// Names another key that the value contradicts, by its full name (`board.columns`).
    pub fn with(&mut self, key: &'static str) -> &mut Self {
        self.with.push(key);
        self
    }
}

/// The values of the table of one phase (`[placement]`, `[draw]`, `[hazard]`, `[score]`), defaults included.
///
/// # Panics
/// The getters panic on a key that the rule did not declare, or declared with another kind: that is a mistake in the
/// rule's code.
#[derive(Debug)]
pub struct Values<'a> {
    table: &'static str,
    given: &'a Map<String, Value>,
    facts: &'a RuleFacts,
    problems: Vec<ValueProblem>,
}

impl<'a> Values<'a> {
    /// The values of `table`, which the caller has checked against the declared keys.
    pub fn new(table: &'static str, values: &'a Map<String, Value>, facts: &'a RuleFacts) -> Self {
        Self { table, given: values, facts, problems: Vec::new() }
    }

    /// What the rule may know about the rest of the rule set.
    pub fn facts(&self) -> &RuleFacts {
        self.facts
    }

    /// The value of a key of the kind [`ValueKind::Bool`](crate::game::ValueKind::Bool).
    pub fn bool(&self, key: &str) -> bool {
        self.get(key, "true or false", Value::as_bool)
    }

    /// The value of a key of the kind [`ValueKind::Int`](crate::game::ValueKind::Int).
    pub fn int(&self, key: &str) -> i64 {
        self.get(key, "a whole number", Value::as_i64)
    }

    /// The value of a key of the kind [`ValueKind::Text`](crate::game::ValueKind::Text) or
    /// [`ValueKind::Choice`](crate::game::ValueKind::Choice).
    pub fn word(&self, key: &str) -> &'a str {
        self.get(key, "a text", Value::as_str)
    }

    /// The value of a key of the kind [`ValueKind::Choice`](crate::game::ValueKind::Choice) with the words of `T`, as
    /// the variant that its word names.
    pub fn choice<T: KeyWords>(&self, key: &str) -> T {
        self.get(key, "a choice of these words", |value| T::from_word(value.as_str()?))
    }

    /// The value of a key of the kind [`ValueKind::Ints`](crate::game::ValueKind::Ints).
    pub fn ints(&self, key: &str) -> Vec<i64> {
        self.list(key).iter().filter_map(Value::as_i64).collect()
    }

    /// The value of a key of the kind [`ValueKind::Choices`](crate::game::ValueKind::Choices).
    pub fn words(&self, key: &str) -> Vec<&'a str> {
        self.list(key).iter().filter_map(Value::as_str).collect()
    }

    /// The value of a key that is a list, such as [`ValueKind::Records`](crate::game::ValueKind::Records): there each
    /// item is an object with all fields.
    pub fn list(&self, key: &str) -> &'a [Value] {
        self.get(key, "a list", |value| value.as_array().map(Vec::as_slice))
    }

    /// Reports a contradiction: the value of `key` does not go together with other values. More can be added to what is
    /// returned.
    pub fn problem(&mut self, key: &'static str, message: impl Into<String>) -> &mut ValueProblem {
        self.report(key, message.into(), false)
    }

    /// Warns of a value that is allowed but has no effect. More can be added to what is returned.
    pub fn warning(&mut self, key: &'static str, message: impl Into<String>) -> &mut ValueProblem {
        self.report(key, message.into(), true)
    }

    fn report(&mut self, key: &'static str, message: String, is_warning: bool) -> &mut ValueProblem {
        self.problems.push(ValueProblem { key, message, help: None, item: None, with: Vec::new(), is_warning });
        let last = self.problems.len() - 1;
        &mut self.problems[last]
    }

    /// The contradictions reported.
    pub fn into_problems(self) -> Vec<ValueProblem> {
        self.problems
    }

    fn get<T>(&self, key: &str, wanted: &str, read: impl FnOnce(&'a Value) -> Option<T>) -> T {
        let value = self.given.get(key).unwrap_or_else(|| panic!("the rule did not declare the key {}.{key}", self.table));
        read(value).unwrap_or_else(|| panic!("the rule declared {}.{key} as something other than {wanted}", self.table))
    }
}
