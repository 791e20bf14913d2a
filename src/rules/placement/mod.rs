//! The placement rules: what a placement may not do, besides what `placement.avoid` and `placement.never` say. One file
//! for each rule.

mod free;
mod truce;

pub(super) use free::Free;
pub(super) use truce::Truce;

use crate::game::Filter;

/// The placement rule that a rule set names.
#[derive(Debug)]
pub(crate) enum Placement {
    /// None: what the keys of `[placement]` leave is legal.
    Free,
    /// One that forbids placements.
    Filter(Filter),
}

impl Placement {
    pub(crate) fn into_filter(self) -> Option<Filter> {
        match self {
            Self::Free => None,
            Self::Filter(filter) => Some(filter),
        }
    }
}
