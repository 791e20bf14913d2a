//! How a rule set is named: `classic`, `./mine.toml`, `classic+big-board+tiles.hand=4`.

use super::loader::{LoadError, Loader};
use super::source::{Source, SourceId};
use std::ops::Range;
use std::sync::Arc;

/// What stands behind the first `+`.
#[derive(Debug, Clone)]
pub enum ReferencePart {
    /// The name or path of a mixin.
    Mixin(Range<usize>),
    /// `key=value`.
    Set {
        /// The key, whole or only its last part.
        key: Range<usize>,
        /// The value, as TOML or as a bare word.
        value: Range<usize>,
    },
}

/// A reference taken apart.
#[derive(Debug)]
pub struct Reference {
    /// The reference as a text of its own, for carets.
    pub text: Arc<Source>,
    /// The rule set that it begins with.
    pub base: Range<usize>,
    /// What the loader has for it.
    pub loaded: Result<Source, LoadError>,
    /// What follows.
    pub extras: Vec<ReferencePart>,
}

impl Reference {
    /// Takes `reference` apart. A `+` may also belong to a file's name: the base is the longest beginning that the loader knows.
    pub fn read(reference: &str, loader: &dyn Loader) -> Self {
        let text = Arc::new(Source::new(SourceId::Overrides, "command line", reference));
        let reference = text.text();
        let pluses: Vec<usize> = reference.match_indices('+').map(|(at, _)| at).collect();
        let first_value = reference.find('=').unwrap_or(reference.len());
        let ends: Vec<usize> = pluses.iter().copied().filter(|end| *end < first_value).collect();
        let mut base = 0..ends.first().copied().unwrap_or(reference.len());
        let mut loaded = None;
        let whole = (!pluses.is_empty() && first_value == reference.len()).then_some(reference.len());
        // Files with many plus signs in their names do not exist, and each guess costs a look at the file system.
        for end in whole.into_iter().chain(ends.iter().rev().copied()).take(8) {
            match loader.load(&reference[..end], None) {
                Err(LoadError::NotFound | LoadError::NoFile) => {}
                found => {
                    base = 0..end;
                    loaded = Some(found);
                    break;
                }
            }
        }
        let loaded = loaded.unwrap_or_else(|| loader.load(&reference[base.clone()], None));
        let mut extras = Vec::new();
        let mut at = base.end;
        for part in reference.get(at + 1..).into_iter().flat_map(|rest| rest.split('+')) {
            let span = at + 1..at + 1 + part.len();
            at = span.end;
            extras.push(match part.find('=') {
                Some(equals) => ReferencePart::Set { key: span.start..span.start + equals, value: span.start + equals + 1..span.end },
                None => ReferencePart::Mixin(span),
            });
        }
        Self { text, base, loaded, extras }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::BuiltIns;

    #[test]
    fn mixins_and_values_are_told_apart() {
        let reference = Reference::read("classic+big-board+tiles.hand=4", &BuiltIns);
        assert_eq!(reference.base, 0..7);
        assert!(matches!(&reference.extras[0], ReferencePart::Mixin(span) if *span == (8..17)));
        assert!(matches!(&reference.extras[1], ReferencePart::Set { key, value } if *key == (18..28) && *value == (29..30)));
    }

    #[test]
    fn odd_references_do_not_panic() {
        for text in ["", "+", "=", "a=", "+=+", "classic+", "classic++", "classic+=", "é+ü=ß"] {
            Reference::read(text, &BuiltIns);
        }
    }
}
