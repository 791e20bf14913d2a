//! What is kept of declarations, for as long as the program runs.

use super::declared::Declared;
use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, Mutex, PoisonError};

/// The most bytes of declarations that a program keeps: thousands of scripts.
const MOST_DECLARED: usize = 32 << 20;

/// What is kept for good.
#[derive(Default)]
struct Declarations {
    texts: HashSet<&'static str>,
    declared: HashMap<String, &'static Declared>,
    bytes: usize,
}

static DECLARATIONS: LazyLock<Mutex<Declarations>> = LazyLock::new(Mutex::default);

/// The same text, for good.
pub(super) fn text(text: &str) -> &'static str {
    let mut kept = DECLARATIONS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.texts.get(text) {
        return known;
    }
    let new: &'static str = Box::leak(text.into());
    kept.bytes += new.len();
    kept.texts.insert(new);
    new
}

pub(super) fn list<T>(items: Vec<T>) -> &'static [T] {
    Box::leak(items.into_boxed_slice())
}

pub(super) fn one<T>(item: T) -> &'static T {
    Box::leak(Box::new(item))
}

/// The declaration that was made of this text.
pub(super) fn known(canonical: &str) -> Option<&'static Declared> {
    let kept = DECLARATIONS.lock().unwrap_or_else(PoisonError::into_inner);
    kept.declared.get(canonical).copied()
}

/// Whether another declaration can be kept.
pub(super) fn has_room_for(canonical: &str) -> bool {
    let kept = DECLARATIONS.lock().unwrap_or_else(PoisonError::into_inner);
    kept.bytes + size(canonical) <= MOST_DECLARED
}

/// Keeps the declaration that was made of a text, unless there is one already.
pub(super) fn keep(canonical: String, declared: Declared) -> &'static Declared {
    let mut kept = DECLARATIONS.lock().unwrap_or_else(PoisonError::into_inner);
    kept.bytes += size(&canonical);
    kept.declared.entry(canonical).or_insert_with(|| one(declared))
}

/// About how many bytes a declaration takes.
fn size(canonical: &str) -> usize {
    canonical.len() * 4
}
