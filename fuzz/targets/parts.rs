//! Parts of a comparison, one a line: read, merged, judged, and reported in every form.

use super::{Target, oracle};
use tsuro::rules::Registry;
use tsuro_lab::compare::{Part, Terms};
use tsuro_lab::report::{self, Report, RunDescription};

/// Parts of comparisons.
pub const TARGET: Target = Target {
    name: "parts",
    take,
    pieces: &[
        "\n",
        ",",
        "[[0,1]]",
        "[[0,18446744073709551615]]",
        "[[5,2]]",
        "[[0,9],[3,4]]",
        "\"games\":0",
        "\"blocks\":2",
        "\"players\":32",
        "\"players\":255",
        "\"blocks\":null,\"stop\":\"open\"",
        "\"stop\":{\"until\":0.5}",
        "\"stop\":{\"claim\":{\"metric\":\"turns\",\"bound\":1e300,\"against\":0,\"alpha\":0.05,\
         \"beta\":0.05}}",
        "\"differing\":9",
        "\"over_range\":null",
        "\"skill_only\":true",
        "\"random+greedy\"",
        "\"ismcts:4294967295\"",
        "\"exec:cat\"",
        "\"outcome\",\"length\",\"causes\",\"decisions\",\"space\",\"skill\",\"luck\",\"tension\"",
        "\"-170141183460469231731687303715884105728\"",
        "9223372036854775807,",
        "\"last-standing\":18446744073709551615",
        "\"x\u{1b}[31m\"",
    ],
};

fn take(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut whole: Option<Part> = None;
    for line in text.lines() {
        // What was changed no longer has its checksum, and with the right one it is read further.
        let read = Part::read(line).or_else(|error| {
            oracle::sentence(&error.to_string());
            Part::read(&Part::with_checksum(line))
        });
        let part = match read {
            Ok(part) => part,
            Err(error) => {
                oracle::sentence(&error.to_string());
                continue;
            }
        };
        let again = Part::read(&part.write());
        assert!(
            again.as_ref().is_ok_and(|again| *again == part),
            "written and read again: {again:?}"
        );
        match &mut whole {
            None => whole = Some(part),
            Some(whole) => {
                if let Err(error) = whole.add(&part) {
                    oracle::sentence(&error.to_string());
                }
            }
        }
    }
    let Some(whole) = whole else { return false };
    let registry = Registry::default();
    let terms = Terms::new(whole.confidence(), 0.01);
    let Some(variants) = whole.plan.variants(&registry) else { return false };
    let report = Report::new(&whole.plan, &whole.tally, terms, &variants, &registry);
    report::text(&report, true);
    report::text(&report, false);
    report::json(&report);
    report::csv(&report);
    report::html(&report, &RunDescription::default());
    true
}
