//! The worked examples of `docs/rules.md`: each request gets the answer that stands below it.

use crate::common::read_checkout;
use serde_json::Value;
use tsuro::record::answer;
use tsuro::rules::Registry;
use tsuro::ruleset::{BuiltIns, Variant};

/// Whether everything that `shown` says is in `whole`; of `events`, only the kinds that are shown.
fn assert_within(shown: &Value, whole: &Value, at: &str) {
    match (shown, whole) {
        (Value::Object(fields), _) if !fields.is_empty() => {
            for (name, value) in fields {
                let found = whole.get(name).unwrap_or_else(|| panic!("{at}: no {name} in {whole}"));
                assert_within(value, found, &format!("{at}.{name}"));
            }
        }
        _ => assert_eq!(shown, whole, "{at}"),
    }
}

#[test]
fn each_worked_example_gets_the_documented_answer() {
    let text = read_checkout("docs/rules.md");
    let section =
        text.split_once("### Worked examples\n").unwrap().1.split_once("\n### ").unwrap().0;
    let registry = Registry::default();
    let examples: Vec<&str> = section.split("`tsuro apply --rules ").skip(1).collect();
    assert_eq!(examples.len(), 5, "V1, V2, V3, and two for V4");
    for example in examples {
        let (rules, rest) = example.split_once('`').unwrap();
        let blocks: Vec<Value> = rest
            .split("```json\n")
            .skip(1)
            .map(|block| serde_json::from_str(block.split_once("```").unwrap().0).unwrap())
            .collect();
        let [request, shown] = blocks.as_slice() else {
            panic!("{rules}: a request and an answer are needed")
        };
        let variant = Variant::load(rules, &BuiltIns, &registry)
            .unwrap_or_else(|problems| panic!("{problems}"));
        let mut answered =
            answer(&variant, request).unwrap_or_else(|error| panic!("{rules}: {error}"));
        let told = |event: &Value| {
            matches!(event["event"].as_str(), Some("moved" | "eliminated" | "drew" | "end"))
        };
        answered["events"].as_array_mut().unwrap().retain(told);
        assert_within(shown, &answered, rules);
    }
}
