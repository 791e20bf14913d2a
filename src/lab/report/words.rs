//! A paragraph that a game designer can quote.

use super::figures::{Figures, grouped};
use super::{ComparisonSection, Report, table_in_words};
use crate::lab::compare::{Finding, Verdict};

/// What was found, in words: one sentence a table, then what never happened.
pub fn paragraph(report: &Report<'_>, compared: &ComparisonSection) -> String {
    let mut sentences = Vec::new();
    let games = format!("on the same {} deals", grouped(report.blocks()));
    let games = if report.plan.unpaired { format!("on {} deals each", grouped(report.blocks())) } else { games };
    match report.names(compared) {
        (a, Some(b)) if compared.differences.is_empty() => sentences.push(format!("{a} and {b} are the same rules, played {games}.")),
        (a, Some(b)) => sentences.push(format!("{b} compared with {a}, {games}.")),
        (a, None) => sentences.push(format!("{a}, on {} deals.", grouped(report.blocks()))),
    }
    for (index, table) in report.plan.tables.iter().enumerate().filter(|(_, table)| !table.skill_only) {
        let headline = compared.findings.iter().filter(|finding| finding.table == index && finding.metric.headline);
        let parts: Vec<String> = if compared.side == 0 { headline.map(single).collect() } else { differences(headline) };
        if !parts.is_empty() {
            sentences.push(format!("With {}, {}.", table_in_words(table), parts.join("; ")));
        }
    }
    for idle in report.idle(compared) {
        sentences.push(format!("{} ({}) makes no difference: what it is about never happened.", idle.doc, idle.key));
    }
    sentences.join(" ")
}

/// What a headline metric is about, as the subject of a sentence in the singular; any other by its name.
fn subject(finding: &Finding) -> String {
    match finding.name.as_str() {
        "first-seat-advantage" => "the first seat's advantage".into(),
        "ties" => "the share of ties".into(),
        "turns" => "the number of turns".into(),
        "sat-out" => "the share of a game that the eliminated sit out".into(),
        _ => finding.title().replace('-', " "),
    }
}

/// The figures for a finding, by the width of its interval.
pub fn figures(finding: &Finding) -> Figures {
    let (low, high) = finding.difference.map_or(finding.a.interval, |difference| difference.interval);
    let own = (finding.a.interval.1 - finding.a.interval.0) / 2.0;
    Figures::new(finding.metric.unit, if high > low { (high - low) / 2.0 } else { own })
}

fn single(finding: &Finding) -> String {
    let figures = figures(finding);
    format!("{} is {} ({})", subject(finding), figures.value(finding.a.value), figures.range(finding.a.interval))
}

fn differences<'a>(headline: impl Iterator<Item = &'a Finding>) -> Vec<String> {
    let (mut changed, mut same, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for finding in headline {
        let (Some(difference), Some(b)) = (finding.difference, finding.b) else { continue };
        let figures = figures(finding);
        match difference.verdict {
            Verdict::Higher | Verdict::Lower => changed.push(format!(
                "{} {} from {} to {} ({}{}; 95 % interval {})",
                subject(finding),
                if difference.verdict == Verdict::Higher { "rises" } else { "falls" },
                figures.value(finding.a.value),
                figures.value(b.value),
                figures.signed(difference.value),
                if finding.metric.unit.is_share() { " points" } else { "" },
                figures.interval(difference.interval),
            )),
            Verdict::Equivalent => same.push(subject(finding)),
            Verdict::Undecided => open.push(subject(finding)),
        }
    }
    if !same.is_empty() {
        changed.push(format!("no difference that matters in {}", same.join(", ")));
    }
    if !open.is_empty() {
        changed.push(format!("not decided: {}", open.join(", ")));
    }
    changed
}

/// A finding in a few words, for a line that changes while games are played: `turns +3.21 ± 0.20`.
pub fn headline(finding: &Finding) -> String {
    let figures = figures(finding);
    let (shown, (low, high)) = match finding.difference {
        Some(difference) => (figures.signed(difference.value), difference.interval),
        None => (figures.bare(finding.a.value), finding.a.interval),
    };
    format!("{} {shown} ± {}", finding.title(), figures.value((high - low) / 2.0))
}
