//! Every rule has a scenario: a test in `tests/rules_*.rs` whose name begins with the rule's id.

use std::fs;
use std::path::Path;

#[test]
fn every_rule_id_has_a_scenario() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all");
    let mut sources = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with("rules_") && Path::new(&name).extension().is_some_and(|extension| extension == "rs") {
            sources.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
    let ids = [("t", 9), ("c", 14), ("l", 7), ("s", 19), ("v", 4)];
    let ids = ids.iter().flat_map(|&(group, last)| (1..=last).map(move |number| format!("{group}{number}")));
    let missing: Vec<String> = ids.filter(|id| !sources.contains(&format!("#[test]\nfn {id}_"))).collect();
    assert!(missing.is_empty(), "no scenario for {missing:?}");
}
