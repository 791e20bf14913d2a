//! Splits a reference to a rule set (`classic+big-board+tiles.hand=4`) into its base, mixins and
//! overrides.

use super::loader::{LoadError, Loader};
use super::source::{Source, SourceId};
use std::ops::Range;
use std::sync::Arc;

/// The base of a reference: `seas` of `seas+tiles.copies=4`. A path must not have a `+` of its own.
pub fn base(reference: &str) -> &str {
    reference.split_once('+').map_or(reference, |(base, _)| base)
}

/// A part of a reference after its base.
#[derive(Debug, Clone)]
pub(super) enum ReferencePart {
    /// The name or path of a mixin.
    Mixin(Range<usize>),
    /// An override, `key=value`.
    Set {
        /// The full key or only its last part.
        key: Range<usize>,
        /// The value, as TOML or as a bare word.
        value: Range<usize>,
    },
}

/// A reference and its parts.
#[derive(Debug)]
pub(super) struct Reference {
    /// The reference as a source, for places in messages.
    pub text: Arc<Source>,
    /// The place of the base: a built-in rule set or a file.
    pub base: Range<usize>,
    /// The text of the base.
    pub loaded: Result<Source, LoadError>,
    /// The mixins and overrides.
    pub extras: Vec<ReferencePart>,
}

impl Reference {
    /// Splits `reference`. A `+` may be part of a file's name: the base is the longest beginning
    /// that the loader finds.
    pub(super) fn read(reference: &str, loader: &dyn Loader) -> Self {
        let text = Arc::new(Source::new(SourceId::Overrides, "command line", reference));
        let reference = text.text();
        let pluses: Vec<usize> = reference.match_indices('+').map(|(at, _)| at).collect();
        let first_value = reference.find('=').unwrap_or(reference.len());
        let ends: Vec<usize> = pluses.iter().copied().filter(|end| *end < first_value).collect();
        let mut base = 0..ends.first().copied().unwrap_or(reference.len());
        let mut loaded = None;
        let whole =
            (!pluses.is_empty() && first_value == reference.len()).then_some(reference.len());
        // Each guess is a look at the file system, so the number of guesses is limited.
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
                Some(equals) => ReferencePart::Set {
                    key: span.start..span.start + equals,
                    value: span.start + equals + 1..span.end,
                },
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
    fn a_reference_is_split_into_base_mixins_and_overrides() {
        let reference = Reference::read("classic+big-board+tiles.hand=4", &BuiltIns);
        assert_eq!(reference.base, 0..7);
        assert!(matches!(&reference.extras[0], ReferencePart::Mixin(span) if *span == (8..17)));
        assert!(matches!(
            &reference.extras[1],
            ReferencePart::Set { key, value } if *key == (18..28) && *value == (29..30)
        ));
    }

    #[test]
    fn odd_references_do_not_panic() {
        for text in ["", "+", "=", "a=", "+=+", "classic+", "classic++", "classic+=", "é+ü=ß"] {
            Reference::read(text, &BuiltIns);
        }
    }
}
