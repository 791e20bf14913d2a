//! The rule sets in the program.

mod common;

use common::Catalog;
use tsuro::ruleset::{BUILT_INS, BuiltIns, load};

#[test]
fn every_built_in_rule_set_resolves_without_a_word() {
    for built_in in BUILT_INS {
        let rules = load(built_in.name, &BuiltIns, &Catalog).unwrap_or_else(|problems| panic!("{problems}"));
        assert!(rules.warnings().is_empty(), "{}", rules.warnings());
        assert_eq!(rules.name(), built_in.name);
        assert!(!rules.title().is_empty() && !rules.summary().is_empty() && !rules.source().is_empty(), "{}", built_in.name);
    }
}
