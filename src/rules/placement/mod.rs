//! The placement rules: what a placement may not do, besides what `placement.avoid` and
//! `placement.never` say. One file for each rule.

mod free;
mod truce;

pub(crate) use free::FREE;
pub(super) use truce::TRUCE;
