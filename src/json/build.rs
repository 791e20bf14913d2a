//! Makes documents of values, and sets their fields.

use super::collect::Collector;
use super::document::Json;
use serde::Serialize;

impl Json {
    /// The document of any value: the fields of a structure in the order of their declaration.
    ///
    /// # Panics
    /// If the value cannot be JSON: a map with keys that are not texts or numbers.
    pub fn serialized(value: impl Serialize) -> Self {
        value
            .serialize(Collector)
            .unwrap_or_else(|error| panic!("a value without a form in JSON: {error}"))
    }

    /// A list of values.
    pub fn list<T: Serialize>(items: impl IntoIterator<Item = T>) -> Self {
        Self::List(items.into_iter().map(Self::serialized).collect())
    }

    /// An object with these fields.
    pub fn object<N: Into<String>, T: Serialize>(fields: impl IntoIterator<Item = (N, T)>) -> Self {
        Self::Object(
            fields
                .into_iter()
                .map(|(name, value)| (name.into(), Self::serialized(value)))
                .collect(),
        )
    }

    /// Sets a field of an object: in its place if there is one of that name, otherwise at the end.
    /// Other documents stay as they are.
    pub fn set(&mut self, name: &str, value: impl Serialize) {
        if let Self::Object(fields) = self {
            let value = Self::serialized(value);
            match fields.iter_mut().find(|(known, _)| known == name) {
                Some((_, old)) => *old = value,
                None => fields.push((name.to_owned(), value)),
            }
        }
    }
}
