//! Random rule-set texts: no panic, no hang, and accepted texts mean the same in every notation.

use crate::common::{Catalog, rules, text_result};
use proptest::prelude::*;
use serde_json::Value;
use tsuro::ruleset::{BUILT_INS, BuiltIns, HOUSE_RULES, Resolved, Source, SourceId, load, resolve};
use tsuro_world::diagnostics::{DiagnosticStyle, json, terminal};

/// Does everything that the program does with a text.
fn take(text: &str) {
    match text_result(text) {
        Ok(rules) => {
            assert!(!rules.warnings().has_errors());
            terminal(rules.warnings(), DiagnosticStyle::default());
            let json = rules.to_json();
            let back = Resolved::from_json(&json, &Catalog)
                .unwrap_or_else(|problems| panic!("{problems}\n{json}"));
            assert_eq!(back.to_json(), json);
            assert_eq!(back.hash(&Catalog), rules.hash(&Catalog));
            let shown = rules.to_toml(true);
            let again =
                text_result(&shown).unwrap_or_else(|problems| panic!("{problems}\n{shown}"));
            assert_eq!(again.to_json(), json);
        }
        Err(problems) => {
            assert!(problems.has_errors() && problems.len() <= 101);
            let look = DiagnosticStyle { color: true, width: 40 };
            assert!(!terminal(&problems, look).is_empty());
            assert!(json(&problems).is_array());
        }
    }
}

fn any_built_in() -> impl Strategy<Value = &'static str> {
    let texts: Vec<&'static str> =
        BUILT_INS.iter().chain(HOUSE_RULES).map(|built_in| built_in.text).collect();
    proptest::sample::select(texts)
}

/// Pieces of the language, valid and invalid, to be combined in any order.
fn piece() -> impl Strategy<Value = String> {
    let pieces = [
        "schema = 1\n",
        "extends = \"seas\"\n",
        "extends = \"classic\"\n",
        "mixins = [\"big-board\"]\n",
        "mixins = [\"one-tile\", \"four-tiles\"]\n",
        "[board]\n",
        "[players]\n",
        "[tiles]\n",
        "[placement]\n",
        "[draw]\n",
        "[hazard]\n",
        "[bonus]\n",
        "[score]\n",
        "[end]\n",
        "[text.fr]\n",
        "[[hazard.setup]]\n",
        "columns = 3\n",
        "rows = 16\n",
        "min = 1\n",
        "max = 32\n",
        "max = 3\n",
        "hand = 5\n",
        "copies = 2\n",
        "copies = { 3 = 2 }\n",
        "open = true\n",
        "avoid = []\n",
        "avoid = [\"loop\", \"edge\"]\n",
        "rule = \"dragon\"\n",
        "rule = \"refill\"\n",
        "rule = \"daikaiju\"\n",
        "rule = \"none\"\n",
        "rule = \"solo\"\n",
        "min-players = 4\n",
        "minimum = 0\n",
        "columns = [1, 1, 1, 2, 2, 2]\n",
        "rows = [1, 2, 3, 4, 5, 6]\n",
        "players = [1, 32]\n",
        "place = 2\n",
        "setup = [{ players = [1, 32], place = 1 }]\n",
        "exchange = true\n",
        "returned = \"bottom\"\n",
        "[",
        "]",
        "\"",
        "'''",
        "= ",
        "{",
        "}",
        "\n",
        "\r\n",
        "#",
        "\u{feff}",
        "é",
        "\0",
    ];
    prop_oneof![
        9 => proptest::sample::select(pieces.to_vec()).prop_map(str::to_owned), 1 => ".{0,12}"
    ]
}

proptest! {
    #![proptest_config(
        ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() }
    )]

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,200}") {
        take(&text);
    }

    #[test]
    fn no_bytes_make_the_parser_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(source) = Source::from_bytes(SourceId::File("x.toml".into()), "x.toml", &bytes) {
            take(source.text());
        }
    }

    #[test]
    fn no_order_of_pieces_of_the_language_makes_the_parser_panic(
        pieces in proptest::collection::vec(piece(), 0..30)
    ) {
        take(&format!("schema = 1\n{}", pieces.concat()));
    }

    #[test]
    fn a_built_in_with_a_few_changed_bytes_makes_no_panic(
        text in any_built_in(),
        changes in proptest::collection::vec(
            (any::<prop::sample::Index>(), 0_usize..4, "\\PC{0,3}"), 1..4
        )
    ) {
        let mut text = text.to_owned();
        for (at, length, with) in changes {
            let clamp = |mut at: usize| { while !text.is_char_boundary(at) { at -= 1; } at };
            let start = clamp(at.index(text.len()));
            let end = clamp((start + length).min(text.len())).max(start);
            text.replace_range(start..end, &with);
        }
        take(&text);
    }

    #[test]
    fn no_reference_makes_the_parser_panic(base in proptest::sample::select(vec![
        "classic", "seas", "luxury", "", "x"
    ]), parts in proptest::collection::vec(
        prop_oneof![
            "[a-z.-]{0,8}=[a-z0-9\\[\\],\"{} =.-]{0,10}",
            "\\PC{0,8}",
            proptest::sample::select(vec![
                "big-board", "hand=4", "hand=2", "avoid=edge,loop", "draw.rule=statue",
                "hazard.rule=none", "open=true", "copies={1=2}",
            ]).prop_map(str::to_owned),
        ], 0..5))
    {
        let reference = std::iter::once(base.to_owned()).chain(parts).collect::<Vec<_>>().join("+");
        match load(&reference, &BuiltIns, &Catalog) {
            Ok(rules) => {
                let written = rules.as_written();
                let again = text_result(&written).unwrap_or_else(|problems| panic!("{reference}\n\
                    {problems}\n{written}"));
                assert_eq!(again.hash(&Catalog), rules.hash(&Catalog), "{reference}");
            }
            Err(problems) => assert!(
                problems.has_errors() && !terminal(&problems, DiagnosticStyle::default()).is_empty()
            ),
        }
    }

    #[test]
    fn no_resolved_rules_in_a_record_make_the_reader_panic(
        path in proptest::collection::vec(any::<prop::sample::Index>(), 1..4), value in any_json()
    ) {
        let mut json = rules("seas").to_json();
        let mut at = &mut json;
        for index in path {
            let len = at.as_array().map(Vec::len).or_else(
                || at.as_object().map(serde_json::Map::len)
            ).unwrap_or_default();
            if len == 0 {
                break;
            }
            let i = index.index(len);
            at = if at.is_array() { &mut at[i] } else {
                at.as_object_mut().and_then(|fields| fields.values_mut().nth(i)).expect(
                    "it is there"
                )
            };
        }
        *at = value;
        if let Ok(rules) = Resolved::from_json(&json, &Catalog) {
            assert_eq!(
                Resolved::from_json(&rules.to_json(), &Catalog).map(|rules| rules.to_json()),
                Ok(rules.to_json())
            );
            rules.hash(&Catalog);
        }
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (0_i64..20).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,10}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            proptest::collection::vec(("[a-z]{1,8}", inner), 0..5)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

#[test]
fn no_file_with_a_missing_byte_makes_the_parser_panic() {
    let text =
        BUILT_INS.iter().find(|built_in| built_in.name == "seas").expect("it is built in").text;
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        let _ = resolve(
            Source::new(SourceId::File("x.toml".into()), "x.toml", &text[..end]),
            &BuiltIns,
            &Catalog,
        )
        .map_err(|problems| terminal(&problems, DiagnosticStyle::default()));
    }
}
