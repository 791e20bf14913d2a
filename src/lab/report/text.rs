//! The report in the terminal.

use super::figures::{about, grouped, probability, times};
use super::words::figures;
use super::{ComparisonSection, Report, paragraph, table_in_words};
use crate::lab::compare::{Finding, Verdict};
use std::fmt::Write as _;

/// The report as text: the paragraph, the headline metrics, and what else differs; with `all`, every metric.
pub fn text(report: &Report<'_>, all: bool) -> String {
    let mut text = String::new();
    for compared in &report.compared {
        if !text.is_empty() {
            text.push('\n');
        }
        one(report, compared, all, &mut text);
    }
    let _ = writeln!(text, "\n{}", provenance(report));
    // Twelve digits tell rule sets apart; JSON and the page have all of them.
    let hashes: Vec<String> = report.plan.sides.iter().map(|side| format!("{} {:.12}", side.name, side.hash)).collect();
    let _ = writeln!(text, "rules: {}", hashes.join(", "));
    text
}

/// How many games, of what.
fn provenance(report: &Report<'_>) -> String {
    let paired = if report.is_single() {
        ""
    } else if report.plan.unpaired {
        ", each rule set with luck of its own"
    } else {
        ", on the same luck"
    };
    let mut line =
        format!("{} blocks, {} games a side{paired}, seed {}", grouped(report.blocks()), grouped(report.games()), report.plan.seed);
    if report.errors() > 0 {
        let _ = write!(line, "; a bot broke the rules in {} games, whose blocks are left out", grouped(report.errors()));
    }
    line
}

fn one(report: &Report<'_>, compared: &ComparisonSection, all: bool, text: &mut String) {
    wrap(&paragraph(report, compared), text);
    if !compared.differences.is_empty() {
        let _ = writeln!(text, "\nIn the rules:");
        for difference in &compared.differences {
            let [a, b] = &difference.words;
            let _ = writeln!(text, "  {}: {a} → {b}", difference.key);
        }
    }
    for (index, table) in report.plan.tables.iter().enumerate() {
        let worth = |finding: &&Finding| {
            let differs = finding.difference.is_some_and(|difference| difference.verdict.is_different());
            finding.table == index && (all || finding.metric.headline || table.skill_only || differs || compared.side == 0)
        };
        let findings: Vec<&Finding> = compared.findings.iter().filter(worth).collect();
        if !findings.is_empty() {
            let _ = writeln!(text, "\n{}, {} games a side", table_in_words(table), grouped(report.games_at(index)));
            rows(&findings, text);
        }
        for (side, name) in [(0, "A"), (compared.side, "B")].into_iter().take(if compared.side > 0 { 2 } else { 1 }) {
            if let Some(seats) = report.seats(index, side).filter(|_| !table.skill_only) {
                let who = if compared.side > 0 { format!(" in {name}") } else { String::new() };
                let alike = if seats.p_value < crate::lab::stats::ALPHA {
                    "not all seats win alike"
                } else {
                    "no sign that the seats do not win alike"
                };
                let _ = writeln!(
                    text,
                    "  {alike}{who} (chi-square {:.1}, {} degrees of freedom, {})",
                    seats.statistic,
                    seats.freedom,
                    probability(seats.p_value)
                );
            }
        }
        never(report, compared, index, text);
    }
}

/// The rules that never fired at a table.
fn never(report: &Report<'_>, compared: &ComparisonSection, table: usize, text: &mut String) {
    let sides: &[usize] = if compared.side > 0 { &[0, compared.side] } else { &[0] };
    let fired = report.fired(table, sides);
    let idle: Vec<&str> = fired.iter().filter(|fired| fired.never()).map(|fired| fired.name.as_str()).collect();
    if !idle.is_empty() {
        let mut line = String::new();
        wrap(&format!("never happened: {}", idle.join(", ")), &mut line);
        for line in line.lines() {
            let _ = writeln!(text, "  {line}");
        }
    }
}

fn rows(findings: &[&Finding], text: &mut String) {
    let mut table: Vec<Vec<String>> = Vec::new();
    let comparing = findings.iter().any(|finding| finding.difference.is_some());
    let head: &[&str] =
        if comparing { &["", "A", "B", "B − A", "95 % interval", "verdict", "saved"] } else { &["", "value", "95 % interval"] };
    table.push(head.iter().map(|&head| head.to_owned()).collect());
    for finding in findings {
        let figures = figures(finding);
        let mut row = vec![finding.title(), figures.value(finding.a.value)];
        if let (Some(b), Some(difference)) = (finding.b, finding.difference) {
            let verdict = match (difference.verdict, difference.more_games) {
                (Verdict::Undecided, Some(games)) => format!("undecided, {} more games", about(games)),
                (verdict, _) => verdict.name().to_owned(),
            };
            let saved = if difference.paired { times(difference.saved) } else { "unpaired".to_owned() };
            row.extend([figures.value(b.value), figures.signed(difference.value), figures.interval(difference.interval), verdict, saved]);
        } else {
            row.push(figures.range(finding.a.interval));
        }
        table.push(row);
    }
    let width = |column: usize| table.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    for row in &table {
        let mut line = String::from("  ");
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            // Names and words to the left, numbers to the right.
            let left = column == 0 || column >= 5;
            let _ = if left { write!(line, "{cell:<width$}  ") } else { write!(line, "{cell:>width$}  ") };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

/// Breaks a paragraph into lines.
fn wrap(paragraph: &str, text: &mut String) {
    let mut length = 0;
    for word in paragraph.split(' ') {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > 100 {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(word);
        length += letters;
    }
    text.push('\n');
}
