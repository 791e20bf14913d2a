//! The placement rules: what a placement may not do, besides what `placement.avoid` and `placement.never` say. One file
//! for each rule.

mod free;
mod truce;

pub(super) use free::Free;
pub(super) use truce::Truce;
