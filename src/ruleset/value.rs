//! One value against the [`ValueKind`] of its key: what is allowed, and the one form in which it is kept.
//!
//! Values that mean the same come out the same: word lists in the order in which the words are declared, number lists without repetition
//! ascending, `copies` as one number a face, tables with their fields in declared order.

use super::keys::{FACES, LAST_FACE, MAX_TILES};
use super::problem::{Code, Expected, Problem, Problems, nearest};
use super::shown::plain;
use super::written::{SourceData, SourceDocument, SourceEntry, SourceValue, find};
use crate::game::{Field, Key, KeyDefault, KeyWord, RuleFacts, ValueKind};
use serde_json::{Map, Value, json};

/// Reads values of one text.
pub struct ValueReader<'a> {
    /// The text they stand in.
    pub written: &'a SourceDocument,
    /// Where problems go.
    pub problems: &'a mut Problems,
    /// Whether fields that no key declares are passed over: in records, texts and later additions may stand beside what is known.
    pub lenient: bool,
}

impl ValueReader<'_> {
    /// The value of `node` as `key` takes it, or `None` with the reason among the problems.
    pub fn read(&mut self, key: &str, kind: &ValueKind, node: &SourceValue) -> Option<Value> {
        match kind {
            ValueKind::Bool => match node.data {
                SourceData::Bool(value) => Some(Value::Bool(value)),
                _ => self.wrong_type(key, kind, node),
            },
            ValueKind::Int { min, max } => self.int(key, kind, node, *min, *max),
            ValueKind::Text => match &node.data {
                SourceData::Text(text) => Some(Value::String(text.clone())),
                _ => self.wrong_type(key, kind, node),
            },
            ValueKind::Choice(words) => match &node.data {
                SourceData::Text(text) => self.word(key, words, node, text),
                _ => self.wrong_type(key, kind, node),
            },
            ValueKind::Choices(words) | ValueKind::Causes(words) => self.choices(key, kind, node, words),
            ValueKind::Texts { len } => {
                let items = self.items(key, kind, node, *len)?;
                self.all(items, |reader, item| reader.read(key, &ValueKind::Text, item)).map(Value::Array)
            }
            ValueKind::Ints { len, min, max, distinct } => self.ints(key, kind, node, *len, (*min, *max), *distinct),
            ValueKind::Copies => self.copies(key, node),
            ValueKind::Records { fields, len } => {
                let items = self.items(key, kind, node, *len)?;
                self.all(items, |reader, item| reader.record(key, fields, item)).map(Value::Array)
            }
        }
    }

    fn int(&mut self, key: &str, kind: &ValueKind, node: &SourceValue, min: i64, max: i64) -> Option<Value> {
        match &node.data {
            SourceData::Int(value) if (min..=max).contains(value) => Some(json!(value)),
            SourceData::Int(_) | SourceData::Huge(_) => {
                let side = match node.data {
                    SourceData::Int(value) if value < min => "too small",
                    SourceData::Huge(ref text) if text.starts_with('-') => "too small",
                    _ => "too large",
                };
                let message = format!("{} is {side} for `{key}`", node.describe());
                self.push(Code::OutOfRange, key, node, message, Expected::Range(min, max))
            }
            _ => self.wrong_type(key, kind, node),
        }
    }

    fn word(&mut self, key: &str, words: &[KeyWord], node: &SourceValue, text: &str) -> Option<Value> {
        if words.iter().any(|word| word.name == text) {
            return Some(Value::String(text.to_owned()));
        }
        let names: Vec<_> = words.iter().map(|word| word.name).collect();
        self.unknown_word(key, &names, node, text);
        None
    }

    /// Notes that `text` is none of `names`.
    pub fn unknown_word(&mut self, key: &str, names: &[&str], node: &SourceValue, text: &str) {
        let problem = Problem::error(Code::UnknownValue, format!("`{key}` does not know the word \"{}\"", plain(text)))
            .key(key)
            .expected(Expected::Words(names.iter().map(|&name| name.to_owned()).collect()))
            .did_you_mean(nearest(text, names.iter().copied()));
        self.at(node, problem);
    }

    fn choices(&mut self, key: &str, kind: &ValueKind, node: &SourceValue, words: &'static [KeyWord]) -> Option<Value> {
        let items = self.items(key, kind, node, (0, usize::MAX))?;
        let mut seen: Vec<(&str, &SourceValue)> = Vec::new();
        let mut fine = true;
        for item in items {
            if self.problems.is_full() {
                return None;
            }
            let SourceData::Text(text) = &item.data else {
                fine = self.wrong_type::<Value>(key, &ValueKind::Choice(words), item).is_some();
                continue;
            };
            if let Some((_, first)) = seen.iter().find(|(known, _)| known == text) {
                self.twice(key, &format!("\"{}\"", plain(text)), item, first);
                fine = false;
            } else if self.word(key, words, item, text).is_none() {
                fine = false;
            } else {
                seen.push((text, item));
            }
        }
        let in_order = words.iter().filter(|word| seen.iter().any(|(name, _)| *name == word.name));
        fine.then(|| in_order.map(|word| json!(word.name)).collect())
    }

    fn ints(
        &mut self,
        key: &str,
        kind: &ValueKind,
        node: &SourceValue,
        len: (usize, usize),
        range: (i64, i64),
        distinct: bool,
    ) -> Option<Value> {
        let items = self.items(key, kind, node, len)?;
        let element = ValueKind::Int { min: range.0, max: range.1 };
        let mut numbers = self.all(items, |reader, item| reader.int(key, &element, item, range.0, range.1))?;
        if distinct {
            for (i, number) in numbers.iter().enumerate() {
                if let Some(first) = numbers[..i].iter().position(|other| other == number) {
                    self.twice(key, &number.to_string(), &items[i], &items[first]);
                    return None;
                }
            }
            // A fixed length means that each place has a meaning of its own.
            if len.0 != len.1 {
                numbers.sort_by_key(Value::as_i64);
            }
        }
        Some(Value::Array(numbers))
    }

    fn copies(&mut self, key: &str, node: &SourceValue) -> Option<Value> {
        let one = ValueKind::Int { min: 0, max: MAX_TILES };
        let numbers: Vec<Value> = match &node.data {
            SourceData::Int(_) | SourceData::Huge(_) => vec![self.read(key, &one, node)?; FACES],
            SourceData::List(items) if items.len() != FACES => {
                let message = format!("`{key}` has {} numbers, but there are {FACES} faces", items.len());
                return self.push(Code::WrongLength, key, node, message, Expected::Form(describe(&ValueKind::Copies)));
            }
            SourceData::List(items) => self.all(items, |reader, item| reader.read(key, &one, item))?,
            SourceData::Table(entries) => self.copies_table(key, entries, &one)?,
            _ => return self.wrong_type(key, &ValueKind::Copies, node),
        };
        let total: i64 = numbers.iter().filter_map(Value::as_i64).sum();
        if total > MAX_TILES {
            let message = format!("`{key}` makes a deck of {total} tiles");
            return self.push(Code::DeckSize, key, node, message, Expected::Form(format!("at most {MAX_TILES} tiles in all")));
        }
        if total == 0 {
            return self.push(
                Code::DeckSize,
                key,
                node,
                format!("`{key}` makes a deck without tiles"),
                Expected::Form("at least one tile".to_owned()),
            );
        }
        Some(Value::Array(numbers))
    }

    fn copies_table(&mut self, key: &str, entries: &[SourceEntry], one: &ValueKind) -> Option<Vec<Value>> {
        let mut numbers = vec![json!(1); FACES];
        let mut fine = true;
        for entry in entries {
            let face = entry.key.parse::<usize>().ok().filter(|face| *face < FACES && face.to_string() == entry.key);
            match (face, self.read(key, one, &entry.value)) {
                (Some(face), Some(number)) => numbers[face] = number,
                (None, _) => {
                    let problem = Problem::error(Code::UnknownKey, format!("there is no face \"{}\"", plain(&entry.key)))
                        .key(key)
                        .expected(Expected::Range(0, LAST_FACE))
                        .at(self.written.place(&entry.key_span), "");
                    self.problems.push(problem);
                    fine = false;
                }
                (Some(_), None) => fine = false,
            }
        }
        fine.then_some(numbers)
    }

    fn record(&mut self, key: &str, fields: &[Field], node: &SourceValue) -> Option<Value> {
        let SourceData::Table(entries) = &node.data else {
            let form = Expected::Form(describe_record(fields));
            return self.push(Code::WrongType, key, node, format!("an entry of `{key}` is {}", node.describe()), form);
        };
        let mut fine = true;
        let names: Vec<_> = fields.iter().map(|field| field.name).collect();
        for entry in entries.iter().filter(|entry| !self.lenient && !names.contains(&entry.key.as_str())) {
            let problem = Problem::error(Code::UnknownKey, format!("an entry of `{key}` has no field `{}`", plain(&entry.key)))
                .key(key)
                .expected(Expected::Words(names.iter().map(|&name| name.to_owned()).collect()))
                .did_you_mean(nearest(&entry.key, names.iter().copied()))
                .at(self.written.place(&entry.key_span), "");
            self.problems.push(problem);
            fine = false;
        }
        let mut object = Map::new();
        let misspelt = !fine;
        for field in fields {
            if let Some(entry) = find(entries, field.name) {
                match self.read(&format!("{key}.{}", field.name), &field.kind, &entry.value) {
                    Some(value) => drop(object.insert(field.name.to_owned(), value)),
                    None => fine = false,
                }
            } else if misspelt {
                // The field that is missing is most likely the one that is misspelt.
            } else {
                let form = Expected::Form(describe_record(fields));
                let message = format!("an entry of `{key}` lacks the field `{}`", field.name);
                self.push::<()>(Code::MissingKey, key, node, message, form);
                fine = false;
            }
        }
        fine.then_some(Value::Object(object))
    }

    fn items<'n>(&mut self, key: &str, kind: &ValueKind, node: &'n SourceValue, len: (usize, usize)) -> Option<&'n [SourceValue]> {
        let SourceData::List(items) = &node.data else {
            return self.wrong_type(key, kind, node);
        };
        if !(len.0..=len.1).contains(&items.len()) {
            let message = format!("`{key}` has {} entries", items.len());
            return self.push(Code::WrongLength, key, node, message, Expected::Form(describe(kind)));
        }
        Some(items)
    }

    /// All items, or `None` if any of them is wrong; all are looked at, so that all are reported.
    fn all(&mut self, items: &[SourceValue], mut read: impl FnMut(&mut Self, &SourceValue) -> Option<Value>) -> Option<Vec<Value>> {
        let values: Vec<_> = items.iter().filter_map(|item| read(self, item)).collect();
        (values.len() == items.len()).then_some(values)
    }

    fn twice(&mut self, key: &str, what: &str, item: &SourceValue, first: &SourceValue) {
        let problem = Problem::error(Code::DuplicateValue, format!("`{key}` holds {what} twice"))
            .key(key)
            .at(self.written.place(&item.span), "")
            .at(self.written.place(&first.span), "first here");
        self.problems.push(problem);
    }

    /// Notes that the value has the wrong type.
    pub fn wrong_type<T>(&mut self, key: &str, kind: &ValueKind, node: &SourceValue) -> Option<T> {
        let mut problem =
            Problem::error(Code::WrongType, format!("`{key}` cannot be {}", node.describe())).key(key).expected(expected(kind));
        problem.help = match (&node.data, kind) {
            (SourceData::Text(text), ValueKind::Int { .. }) if text.trim().parse::<i64>().is_ok() => {
                Some(format!("numbers stand without quotation marks: {}", text.trim()))
            }
            (SourceData::Float(number), ValueKind::Int { .. }) => number
                .parse::<f64>()
                .ok()
                .filter(|number| number.fract() == 0.0 && number.abs() < 1e15)
                .map(|number| format!("a whole number is written without a point: {number}")),
            (SourceData::List(_), ValueKind::Text) if key == "extends" => {
                Some("there is one parent; what is laid over it stands in `mixins = [...]`".to_owned())
            }
            (SourceData::Text(text), ValueKind::Bool) if matches!(text.as_str(), "true" | "false") => {
                Some(format!("write it without quotation marks: {text}"))
            }
            (SourceData::Text(text), ValueKind::Choices(_) | ValueKind::Texts { .. }) => {
                Some(format!("lists stand between brackets: [\"{}\"]", plain(text)))
            }
            (SourceData::Int(number), ValueKind::Ints { .. }) => Some(format!("lists stand between brackets: [{number}]")),
            _ => None,
        };
        self.at(node, problem);
        None
    }

    fn push<T>(&mut self, code: Code, key: &str, node: &SourceValue, message: String, expected: Expected) -> Option<T> {
        self.at(node, Problem::error(code, message).key(key).expected(expected));
        None
    }

    fn at(&mut self, node: &SourceValue, problem: Problem) {
        self.problems.push(problem.at(self.written.place(&node.span), ""));
    }
}

/// What a kind of key takes.
pub fn expected(kind: &ValueKind) -> Expected {
    match kind {
        ValueKind::Choice(words) => Expected::Words(words.iter().map(|word| word.name.to_owned()).collect()),
        kind => Expected::Form(describe(kind)),
    }
}

/// What a kind of key takes, in words.
pub fn describe(kind: &ValueKind) -> String {
    let words = |words: &[KeyWord]| words.iter().map(|word| format!("`{}`", word.name)).collect::<Vec<_>>().join(", ");
    let count = |(least, most): (usize, usize)| match (least, most) {
        (least, most) if least == most => least.to_string(),
        (0, most) => format!("up to {most}"),
        (least, most) => format!("{least} to {most}"),
    };
    match kind {
        ValueKind::Bool => "`true` or `false`".to_owned(),
        ValueKind::Int { min, max } if min == max => format!("{min}"),
        ValueKind::Int { min, max } => format!("a whole number from {min} to {max}"),
        ValueKind::Text => "a text between quotation marks".to_owned(),
        ValueKind::Choice(list) => format!("one of {}", words(list)),
        ValueKind::Choices(list) | ValueKind::Causes(list) => format!("a list of any of {}", words(list)),
        ValueKind::Texts { len } => format!("a list of {} texts", count(*len)),
        ValueKind::Ints { len, min, max, distinct } => {
            format!("a list of {} {}whole numbers from {min} to {max}", count(*len), if *distinct { "different " } else { "" })
        }
        ValueKind::Copies => format!("a number for all faces, a list of {FACES} numbers, or a table of face = number"),
        ValueKind::Records { fields, len } => format!("a list of {} entries like {}", count(*len), describe_record(fields)),
    }
}

fn describe_record(fields: &[Field]) -> String {
    let fields: Vec<_> = fields.iter().map(|field| format!("{} = {}", field.name, sample(&field.kind))).collect();
    format!("{{ {} }}", fields.join(", "))
}

/// A value of that kind as an example.
pub fn sample(kind: &ValueKind) -> String {
    match kind {
        ValueKind::Bool => "true".to_owned(),
        ValueKind::Int { min, .. } => min.to_string(),
        ValueKind::Ints { len, min, max, .. } => {
            let numbers: Vec<_> = (*min..=*max).take(len.0.max(1)).map(|number| number.to_string()).collect();
            format!("[{}]", numbers.join(", "))
        }
        ValueKind::Choice(words) => words.first().map_or_else(String::new, |word| format!("\"{}\"", word.name)),
        _ => "…".to_owned(),
    }
}

/// The default of a key, or `None` where the file has to set it.
///
/// # Panics
/// A default that is no value of its key is a mistake in the rule's declaration.
pub fn default(key: &Key, facts: &RuleFacts) -> Option<Value> {
    let node = match key.default {
        KeyDefault::Required => return None,
        KeyDefault::Computed { value, .. } => return value(facts),
        KeyDefault::Toml(text) => super::parse::parse_value(text, 0),
    };
    let source = std::sync::Arc::new(super::source::Source::new(super::source::SourceId::Record, "default", ""));
    let written = SourceDocument { source, entries: Vec::new(), damaged: Vec::new() };
    let mut problems = Problems::default();
    let value =
        node.and_then(|node| ValueReader { written: &written, problems: &mut problems, lenient: false }.read(key.name, &key.kind, &node));
    Some(value.unwrap_or_else(|| panic!("the default of the key {} is no value that it takes: {problems}", key.name)))
}
