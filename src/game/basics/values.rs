//! [`Values`]: the values that a rule-set file gives to one rule, checked against the keys that the
//! rule declares.

use super::key::RuleFacts;
use super::rule_key::{KeyType, RuleKey};
use serde_json::{Map, Value};

/// A contradiction among values that a rule finds while it is built, where each value by itself is
/// of the right kind.
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
    /// The other keys that the value contradicts: keys of other tables by their full names
    /// (`board.columns`), keys of the rule itself without the table.
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

    /// Names a key of another table that the value contradicts, by its full name (`board.columns`).
    pub fn with(&mut self, key: &'static str) -> &mut Self {
        self.with.push(key);
        self
    }

    /// Names another key of the rule that the value contradicts.
    pub fn with_own<T>(&mut self, key: &RuleKey<T>) -> &mut Self {
        self.with(key.name())
    }
}

/// The values that a file gives to the keys of one rule, defaults included.
#[derive(Debug)]
pub struct Values<'a> {
    rule: &'a str,
    given: &'a Map<String, Value>,
    facts: &'a RuleFacts,
    problems: Vec<ValueProblem>,
}

impl<'a> Values<'a> {
    /// The values of a rule, which the caller has checked against the keys that it declares.
    pub fn new(rule: &'a str, values: &'a Map<String, Value>, facts: &'a RuleFacts) -> Self {
        Self { rule, given: values, facts, problems: Vec::new() }
    }

    /// The values as JSON.
    pub(crate) fn given(&self) -> &'a Map<String, Value> {
        self.given
    }

    /// What the rule may know about the rest of the rule set.
    pub fn facts(&self) -> &'a RuleFacts {
        self.facts
    }

    /// The value of a key. `None`, and a problem: the rule does not declare the key, or declares
    /// another one of that name.
    pub fn get<T: KeyType>(&mut self, key: &RuleKey<T>) -> Option<T> {
        let (given, rule, name) = (self.given.get(key.name()), self.rule, key.name());
        let value = given.and_then(T::of_value);
        if value.is_none() {
            let wrong =
                if given.is_none() { "does not declare it" } else { "declares it otherwise" };
            self.problem(key, format!("the rule `{rule}` reads the key `{name}`, but {wrong}"));
        }
        value
    }

    /// Reports a contradiction: the value of `key` does not go together with other values. More can
    /// be added to what is returned.
    pub fn problem<T>(
        &mut self,
        key: &RuleKey<T>,
        message: impl Into<String>,
    ) -> &mut ValueProblem {
        self.report(key.name(), message.into(), false)
    }

    /// Warns of a value that is allowed but has no effect. More can be added to what is returned.
    pub fn warning<T>(
        &mut self,
        key: &RuleKey<T>,
        message: impl Into<String>,
    ) -> &mut ValueProblem {
        self.report(key.name(), message.into(), true)
    }

    fn report(
        &mut self,
        key: &'static str,
        message: String,
        is_warning: bool,
    ) -> &mut ValueProblem {
        self.problems.push(ValueProblem {
            key,
            message,
            help: None,
            item: None,
            with: Vec::new(),
            is_warning,
        });
        let last = self.problems.len() - 1;
        &mut self.problems[last]
    }

    /// The contradictions reported.
    pub(crate) fn into_problems(self) -> Vec<ValueProblem> {
        self.problems
    }
}
