//! `--conformance`: plays random games of a rule set and checks what must hold for every rule set.

use super::super::output::{print, print_json_each};
use super::super::{Context, Exit};
use super::Args;
use std::fmt::Write as _;
use std::sync::Arc;
use tsuro::json::{Json, json};
use tsuro_suite::{Conformance, ConformanceBreach, ConformanceSummary, MUST_HOLD, conformance};

/// Checks each rule set.
pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Exit> {
    let usual = Conformance::default();
    let how = Conformance {
        games: args.games.unwrap_or(usual.games),
        seed: args.seed.clone().unwrap_or(usual.seed),
        turns: usual.turns,
    };
    let (mut text, mut documents, mut exit) = (String::new(), Vec::new(), Exit::Fine);
    for rules in &args.conformance {
        let variant = Arc::new(context.variant(rules)?);
        let found = conformance(rules, &variant, &context.registry, &context.files, &how);
        if found.is_err() {
            exit = Exit::Problems;
        }
        documents.push(document(rules, &found));
        write_words(&mut text, rules, &how, &found);
    }
    if args.json { print_json_each(documents) } else { print(&text) }?;
    Ok(exit)
}

fn document(rules: &str, found: &Result<ConformanceSummary, Box<ConformanceBreach>>) -> Json {
    match found {
        Ok(conforms) => {
            json!({
                "rules": rules, "holds": true, "games": conforms.games, "turns": conforms.turns,
                "checked": MUST_HOLD,
            })
        }
        Err(broken) => json!({
            "rules": rules, "holds": false, "what": broken.what, "why": broken.why,
            "record": broken.record, "scenario": broken.scenario,
        }),
    }
}

fn write_words(
    text: &mut String,
    rules: &str,
    how: &Conformance,
    found: &Result<ConformanceSummary, Box<ConformanceBreach>>,
) {
    // Writing to a string cannot fail.
    match found {
        Ok(conforms) => {
            let _ = writeln!(
                text,
                "{rules}: in {} games with {} turns all of this held:",
                conforms.games, conforms.turns
            );
            for what in MUST_HOLD {
                let _ = writeln!(text, "  {what}");
            }
        }
        Err(broken) => {
            let _ = writeln!(
                text,
                "{rules}: it does not hold that {}\n  {}\n  seed: {:?}",
                broken.what, broken.why, how.seed
            );
            if !broken.record.is_empty() {
                let (lines, record) = (broken.record.lines().count(), broken.record.trim_end());
                let _ = writeln!(text, "\nthe smallest game found ({lines} lines):\n\n{record}");
            }
            if let Some(scenario) = &broken.scenario {
                let _ =
                    writeln!(text, "\na scenario of its last turn:\n\nschema = 1\n\n{scenario}");
            }
        }
    }
}
