//! The rules that fit no other word of a file (`[[rule]]`). One file for each rule.

mod none;

pub(super) use none::NO_RULE;
