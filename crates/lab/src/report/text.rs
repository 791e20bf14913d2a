//! The report as text for a terminal.

use super::figures::{Figures, grouped};
use super::lines::{aligned, wrap};
use super::words::{certainty, claim_verdict, saved_words, verdict_words};
use super::{ComparisonSection, Report, overview, paragraph, table_in_words};
use crate::compare::Finding;
use std::fmt::Write as _;

/// The report as text: the paragraph, the headline metrics, and the metrics that differ; with
/// `all`, every metric.
pub fn text(report: &Report<'_>, all: bool) -> String {
    let sections: Vec<String> =
        report.sections.iter().map(|section| comparison(report, section, all)).collect();
    let mut text =
        if overview::is_worth_it(report) { overview::text(report) } else { String::new() };
    text += &sections.join("\n");
    if let Some(claim) = &report.claim {
        let _ = writeln!(text, "\n{}", wrap(&claim_verdict(claim), "").trim_end());
        let rows = claim.looks.iter().map(|look| {
            vec![
                grouped(look.blocks),
                format!("{:+.4}", look.difference).replace('-', "−"),
                format!("{:+.2}", look.ratio).replace('-', "−"),
            ]
        });
        let head = ["blocks", "B − A", "log of the ratio"].map(str::to_owned).to_vec();
        text += &aligned(&std::iter::once(head).chain(rows).collect::<Vec<_>>(), |_| false);
        let (low, high) = claim.claim.limits();
        let _ = writeln!(text, "  rejected at −{:.2}, accepted at +{high:.2}", low.abs());
    }
    let _ = writeln!(text, "\n{}", wrap(&certainty(report), "").trim_end());
    let _ = writeln!(text, "\n{}", provenance(report));
    // Twelve digits tell rule sets apart; JSON and the page have all of them.
    let hashes: Vec<String> =
        report.plan.sides.iter().map(|side| format!("{} {:.12}", side.name, side.hash)).collect();
    let _ = writeln!(text, "rules: {}", hashes.join(", "));
    text
}

/// How many games were played, with which seed.
fn provenance(report: &Report<'_>) -> String {
    let luck = if report.is_single() {
        ""
    } else if report.plan.unpaired {
        ", each rule set with luck of its own"
    } else {
        ", on the same luck"
    };
    let mut line = format!(
        "{} blocks, {} games a side{luck}, seed {}",
        grouped(report.blocks()),
        grouped(report.games()),
        report.plan.seed
    );
    if report.errors() > 0 {
        let _ = write!(
            line,
            "; a bot broke the rules in {} games, whose blocks are left out",
            grouped(report.errors())
        );
    }
    line
}

fn comparison(report: &Report<'_>, section: &ComparisonSection, all: bool) -> String {
    let mut text = wrap(&paragraph(report, section), "");
    if !section.differences.is_empty() {
        let _ = writeln!(text, "\nIn the rules:");
        for difference in &section.differences {
            let [a, b] = &difference.words;
            let _ = writeln!(text, "  {}: {a} → {b}", difference.key);
        }
    }
    let is_compared = section.side > 0;
    for (index, table) in report.plan.tables.iter().enumerate() {
        let is_listed = |finding: &&Finding| {
            let differs = finding.difference.is_some_and(|difference| difference.has_known_sign());
            let is_absent = finding.metric.headline && finding.is_absent();
            all || !is_absent
                && (finding.metric.headline || table.skill_only || differs || !is_compared)
        };
        let mut findings: Vec<&Finding> = section.at_table(index).filter(is_listed).collect();
        if is_compared && !all {
            // The headline first, then what is clearest.
            let rank = |finding: &Finding| {
                (
                    !finding.metric.headline,
                    finding.difference.map_or(1.0, |difference| difference.p),
                )
            };
            findings.sort_by(|one, other| {
                let (one, other) = (rank(one), rank(other));
                one.0.cmp(&other.0).then(if one.0 {
                    one.1.total_cmp(&other.1)
                } else {
                    std::cmp::Ordering::Equal
                })
            });
        }
        if !findings.is_empty() {
            let _ = writeln!(
                text,
                "\n{}, {} games a side",
                table_in_words(table),
                grouped(report.games_at(index))
            );
            text += &metrics(&findings);
        }
        let fired = report.fired_shares(index, &section.sides());
        let never: Vec<&str> = fired
            .iter()
            .filter(|fired| fired.never_happened())
            .map(|fired| fired.name.as_str())
            .collect();
        if !never.is_empty() {
            text += &wrap(&format!("never happened: {}", never.join(", ")), "  ");
        }
    }
    text
}

/// Findings as a table.
fn metrics(findings: &[&Finding]) -> String {
    let is_compared = findings.iter().any(|finding| finding.difference.is_some());
    let head: &[&str] = if is_compared {
        &["", "A", "B", "B − A", "95 % interval", "verdict", "saved"]
    } else {
        &["", "value", "95 % interval"]
    };
    let mut rows = vec![head.iter().map(|&head| head.to_owned()).collect()];
    for finding in findings {
        let figures = Figures::of_finding(finding);
        let mut row = vec![finding.title(), figures.value(finding.a.value)];
        if let (Some(b), Some(difference)) = (finding.b, finding.difference) {
            row.extend([
                figures.value(b.value),
                figures.signed(difference.value),
                figures.interval(difference.interval),
            ]);
            row.extend([verdict_words(finding, &difference), saved_words(&difference)]);
        } else {
            row.push(figures.range(finding.a.interval));
        }
        rows.push(row);
    }
    // Words to the left, numbers to the right.
    aligned(&rows, |column| column == 0 || column >= 5)
}
