//! Findings in words: the paragraph that a game designer can quote, and the shorter sentences of the reports.

use super::figures::{Figures, about, grouped, probability, times};
use super::{ComparisonSection, Report, table_in_words};
use crate::lab::compare::{Difference, Finding, Verdict};
use crate::lab::stats::{ALPHA, Seats};

/// What was found, in words: a sentence for each table, then the rules that had no effect.
pub fn paragraph(report: &Report<'_>, section: &ComparisonSection) -> String {
    let deals = grouped(report.blocks());
    let played = if report.plan.unpaired { format!("on {deals} deals each") } else { format!("on the same {deals} deals") };
    let mut sentences = vec![match report.names(section) {
        (a, Some(b)) if section.differences.is_empty() => format!("{a} and {b} are the same rules, played {played}."),
        (a, Some(b)) => format!("{b} compared with {a}, {played}."),
        (a, None) => format!("{a}, on {deals} deals."),
    }];
    for (index, table) in report.plan.tables.iter().enumerate().filter(|(_, table)| !table.skill_only) {
        let headline = section.at_table(index).filter(|finding| finding.metric.headline);
        let parts: Vec<String> = if section.side == 0 { headline.map(value_in_words).collect() } else { differences_in_words(headline) };
        if !parts.is_empty() {
            sentences.push(format!("With {}, {}.", table_in_words(table), parts.join("; ")));
        }
    }
    for idle in report.idle_differences(section) {
        sentences.push(format!("{} ({}) makes no difference: nothing that it affects ever happened.", idle.doc, idle.key));
    }
    sentences.join(" ")
}

/// A headline metric as the subject of a sentence in the singular; any other metric by its name.
fn subject(finding: &Finding) -> String {
    match finding.name.as_str() {
        "first-seat-advantage" => "the first seat's advantage".into(),
        "ties" => "the share of ties".into(),
        "turns" => "the number of turns".into(),
        "sat-out" => "the share of a game that the eliminated sit out".into(),
        _ => finding.title().replace('-', " "),
    }
}

fn value_in_words(finding: &Finding) -> String {
    let figures = Figures::of_finding(finding);
    format!("{} is {} ({})", subject(finding), figures.value(finding.a.value), figures.range(finding.a.interval))
}

/// The differences that were found, one by one; then the metrics without one, and those that need more games.
fn differences_in_words<'a>(headline: impl Iterator<Item = &'a Finding>) -> Vec<String> {
    let (mut parts, mut equivalent, mut undecided) = (Vec::new(), Vec::new(), Vec::new());
    for finding in headline {
        let (Some(difference), Some(b)) = (finding.difference, finding.b) else { continue };
        let figures = Figures::of_finding(finding);
        match difference.verdict {
            Verdict::Higher | Verdict::Lower => parts.push(format!(
                "{} {} from {} to {} ({}{}; 95 % interval {})",
                subject(finding),
                if difference.verdict == Verdict::Higher { "rises" } else { "falls" },
                figures.value(finding.a.value),
                figures.value(b.value),
                figures.signed(difference.value),
                if finding.metric.unit.is_share() { " points" } else { "" },
                figures.interval(difference.interval),
            )),
            Verdict::Equivalent => equivalent.push(subject(finding)),
            Verdict::Undecided => undecided.push(subject(finding)),
        }
    }
    if !equivalent.is_empty() {
        parts.push(format!("no difference that matters in {}", equivalent.join(", ")));
    }
    if !undecided.is_empty() {
        parts.push(format!("not decided: {}", undecided.join(", ")));
    }
    parts
}

/// A finding in a few words, for a line that changes while games are played: `turns +3.21 ± 0.20`.
pub fn headline(finding: &Finding) -> String {
    let figures = Figures::of_finding(finding);
    let (value, (low, high)) = match finding.difference {
        Some(difference) => (figures.signed(difference.value), difference.interval),
        None => (figures.bare(finding.a.value), finding.a.interval),
    };
    format!("{} {value} ± {}", finding.title(), figures.value((high - low) / 2.0))
}

/// The verdict on a difference, with the number of games that would decide it.
pub(super) fn verdict_words(difference: &Difference) -> String {
    match (difference.verdict, difference.more_games) {
        (Verdict::Undecided, Some(games)) => format!("undecided, {} more games", about(games)),
        (verdict, _) => verdict.name().to_owned(),
    }
}

/// How many times as many games a difference would have taken without common luck.
pub(super) fn saved_words(difference: &Difference) -> String {
    if difference.paired { times(difference.saved) } else { "unpaired".to_owned() }
}

/// The result of the test of equal seats.
pub(super) fn seat_test_words(test: &Seats) -> String {
    let found = if test.p_value < ALPHA { "some seats win more than others" } else { "no sign that some seats win more than others" };
    format!("{found} (chi-square {:.1}, {} degrees of freedom, {})", test.statistic, test.freedom, probability(test.p_value))
}
