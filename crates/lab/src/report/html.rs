//! The report as one HTML page.

use super::figures::{Figures, grouped};
use super::names::finding_for_people;
use super::page::{number_cell, page, wide_table};
use super::words::{
    CountUnit, certainty_in, claim_verdict, paragraph_in, saved_words, verdict_words,
};
use super::{ComparisonSection, Report, name_for_people, overview, plot, table_in_words};
use crate::compare::{ClaimResult, Finding, MetricEstimate};
use crate::metrics::{Family, METRICS, Metric};
use maud::{Markup, html};
use tsuro::rules::hazard::names;
use tsuro::ruleset::shown;

/// How the games were played: what is on the page beside the report.
#[derive(Debug, Clone, Default)]
#[expect(clippy::exhaustive_structs, reason = "the caller fills in every field")]
pub struct RunDescription {
    /// The command that makes the same report again.
    pub command: String,
    /// System, threads and seconds, which differ from run to run.
    pub run: String,
}

/// As [`number_cell`], with the head of its column, which narrow screens show beside it.
fn labelled_cell(label: &str, value: f64, text: &str) -> Markup {
    html! { td.n data-label=(label) data-value=(value) { (text) } }
}

/// The whole report: what was found on one screen, and everything else behind it. What is behind is
/// not printed.
pub fn html(report: &Report<'_>, made: &RunDescription) -> String {
    let names: Vec<&str> = report.plan.sides.iter().map(|side| side.name.as_str()).collect();
    let title = names.join(" · ");
    let body = html! {
        h1 { (shown(&title)) }
        @if overview::is_worth_it(report) { (overview::html(report)) }
        @for section in &report.sections { (summary(report, section)) }
        (at_a_glance(report))
        @if let Some(result) = &report.claim { (claim(result)) }
        p.note { (unbroken(&certainty_in(report, CountUnit::Games))) }
        @for section in &report.sections {
            @if let (a, Some(b)) = report.names(section) { (rules(section, a, b)) }
        }
        @for section in &report.sections { (comparison(report, section)) }
        (glossary(report))
        (provenance(report, made))
    };
    page("en", &title, &body)
}

/// What was found, for everybody: the paragraph, and a card for each subject.
fn summary(report: &Report<'_>, section: &ComparisonSection) -> Markup {
    let (a, b) = report.names(section);
    let cards = SUBJECTS.map(|(title, metric)| {
        (
            title,
            metric,
            section
                .findings
                .iter()
                .filter(|one| one.name == metric && !one.is_absent())
                .collect::<Vec<_>>(),
        )
    });
    html! {
        @if report.sections.len() > 1 {
            h2 { (shown(b.unwrap_or_default())) " compared with " (shown(a)) }
        }
        p.words { (unbroken(&paragraph_in(report, section, CountUnit::Games))) }
        div.cards {
            @for (title, metric, findings) in &cards {
                @if !findings.is_empty() { (card(report, title, metric, findings)) }
            }
        }
    }
}

/// The first table whose games are played for more than the edge of better players: its plots stand
/// on the first screen.
fn first_table(report: &Report<'_>) -> Option<usize> {
    report.plan.tables.iter().position(|table| !table.skill_only)
}

/// The plots of the first comparison at the first table.
fn at_a_glance(report: &Report<'_>) -> Markup {
    let Some((section, index)) = report.sections.first().zip(first_table(report)) else {
        return html! {};
    };
    let findings: Vec<&Finding> =
        section.at_table(index).filter(|finding| !finding.is_absent()).collect();
    html! {
        @if !findings.is_empty() {
            section {
                h2 { "The games with " (shown(&table_in_words(&report.plan.tables[index]))) }
                div.plots { @for plot in plots(report, section, index, &findings) { (plot) } }
            }
        }
    }
}

/// A text in which no line breaks between a number and its per cent sign.
fn unbroken(text: &str) -> String {
    shown(text).replace(" %", "\u{a0}%")
}

/// The subjects of the first screen, each with its metric.
const SUBJECTS: [(&str, &str); 5] = [
    ("Length", "turns"),
    ("Fairness", "unfairness"),
    ("Skill", "skill-edge"),
    ("Ties", "ties"),
    ("Sitting out", "sat-out"),
];

/// One subject at all tables: the values, the verdict, and the difference with its intervals.
fn card(report: &Report<'_>, title: &str, metric: &str, findings: &[&Finding]) -> Markup {
    html! {
        article.card {
            h3 { (title) }
            p.note { (name_for_people(metric)) }
            @for finding in findings {
                @let figures = Figures::of_finding(finding);
                div.row {
                    div.table { (shown(&table_in_words(&report.plan.tables[finding.table]))) }
                    @if let (Some(b), Some(difference)) = (finding.b, finding.difference) {
                        div.values {
                            (figures.value(finding.a.value)) " → " (figures.value(b.value))
                        }
                        div class={ "verdict " (difference.verdict.name()) } {
                            (verdict_words(finding, &difference))
                        }
                        (plot::difference(
                            &difference,
                            finding.metric.unit.is_share(),
                            &format!(
                                "{}, 95 % interval {}", figures.signed(difference.value),
                                figures.interval(difference.interval)
                            )
                        ))
                    } @else {
                        div.values { (figures.value(finding.a.value)) }
                        div.verdict.undecided {
                            "95 % interval " (figures.range(finding.a.interval))
                        }
                    }
                }
            }
        }
    }
}

/// A claim, and the looks at it.
fn claim(result: &ClaimResult) -> Markup {
    let head = html! { th { "Blocks" } th { "B − A" } th { "Log of the ratio" } };
    let rows = result.looks.iter().map(|look| {
        html! {
            (number_cell(look.blocks as f64, &grouped(look.blocks)))
            (number_cell(look.difference, &format!("{:+.4}", look.difference)))
            (number_cell(look.ratio, &format!("{:+.2}", look.ratio)))
        }
    });
    let (low, high) = result.claim.limits();
    html! {
        section {
            h2 { "The claim" }
            p { (shown(&claim_verdict(result))) }
            details {
                summary { "Every look at it" }
                p.note {
                    "Rejected at −" (format!("{:.2}", low.abs())) ", accepted at +" (format!(
                        "{high:.2}"
                    )) "."
                }
                (wide_table(None, Some(&head), &rows.collect::<Vec<_>>()))
            }
        }
    }
}

/// Everything about one comparison, table by table.
fn comparison(report: &Report<'_>, section: &ComparisonSection) -> Markup {
    let (a, b) = report.names(section);
    html! {
        @if report.sections.len() > 1 {
            h2 { (shown(b.unwrap_or_default())) " compared with " (shown(a)) ", in full" }
        }
        @if b.is_some() { (headline(report, section)) }
        @for index in 0..report.plan.tables.len() { (table(report, section, index)) }
    }
}

/// What the two rule sets do differently.
fn rules(section: &ComparisonSection, a: &str, b: &str) -> Markup {
    let head = html! { th { "Rule" } th.a { (shown(a)) } th.b { (shown(b)) } };
    let rows = section.differences.iter().map(|difference| {
        let [a, b] = &difference.words;
        html! {
            td { (shown(&difference.doc)) br; code { (shown(&difference.key)) } }
            td { (shown(a)) } td { (shown(b)) }
        }
    });
    html! {
        section {
            h2 { "The rules" }
            @if section.differences.is_empty() {
                p { "There is no difference." }
            } @else {
                (wide_table(None, Some(&head), &rows.collect::<Vec<_>>()))
            }
        }
    }
}

/// The headline differences at all tables, as plots.
fn headline(report: &Report<'_>, section: &ComparisonSection) -> Markup {
    let plots = report.plan.tables.iter().enumerate().filter_map(|(index, table)| {
        let findings: Vec<&Finding> =
            section.at_table(index).filter(|finding| finding.metric.headline).collect();
        (!findings.is_empty()).then(|| plot::differences(&table_in_words(table), &findings))
    });
    let plots: Vec<Markup> = plots.collect();
    let margin = format!("{:.2}", 100.0 * report.terms.margins.usual);
    html! {
        @if !plots.is_empty() {
            details {
                summary { "The main differences as plots" }
                div.plots { @for plot in &plots { (plot) } }
                p.note {
                    "Each difference is B − A on a scale of its own, with its 95 % interval; the \
                     thin line is the wider interval that holds together \
                     with all others, by which it is judged. The band around the middle shows what \
                     does not matter: " (margin) " points for \
                     shares, " (margin) " % of A's value for everything else"
                    @if report.terms.margins.as_text().len() > 1 {
                        ", and of its own: " (report.terms.margins.as_text()[1..].join(", "))
                    }
                    "."
                }
            }
        }
    }
}

/// Everything about one table; nothing where no metric has a value.
fn table(report: &Report<'_>, section: &ComparisonSection, index: usize) -> Markup {
    let table = &report.plan.tables[index];
    // What never happened on any side needs no row: a rule set whose rules have no pieces has none
    // on the board.
    let (absent, findings): (Vec<&Finding>, Vec<&Finding>) =
        section.at_table(index).partition(|finding| finding.is_absent());
    let is_at_a_glance = first_table(report) == Some(index)
        && report.sections.first().is_some_and(|first| first.side == section.side);
    let of = |family: Family| {
        findings
            .iter()
            .copied()
            .filter(|finding| finding.metric.family == family)
            .collect::<Vec<_>>()
    };
    html! {
        @if !findings.is_empty() {
            details {
                summary { (shown(&table_in_words(table))) " in full" }
                p.note { (grouped(report.games_at(index))) " games of each rule set." }
                // The plots of the first table are visible without scrolling.
                @if !table.skill_only && !is_at_a_glance {
                    div.plots { @for plot in plots(report, section, index, &findings) { (plot) } }
                }
                label.ids { input type="checkbox"; " Show the names of JSON and CSV" }
                @for (family, rows) in Family::ALL.map(|family| (family, of(family))) {
                    @if !rows.is_empty() { (metrics(report, section, family, &rows)) }
                }
                @if !absent.is_empty() {
                    p.note {
                        "Without any in these games, on any side: " (
                            absent
                                .iter()
                                .map(|finding| finding_for_people(finding))
                                .collect::<Vec<_>>()
                                .join("; ")
                        ) "."
                    }
                }
            }
        }
    }
}

fn plots(
    report: &Report<'_>,
    section: &ComparisonSection,
    index: usize,
    findings: &[&Finding],
) -> Vec<Markup> {
    let table = &report.plan.tables[index];
    let sides = section.sides();
    let names: Vec<&str> =
        sides.iter().map(|&side| report.plan.sides[side].name.as_str()).collect();
    let tallies: Vec<_> =
        sides.iter().map(|&side| &report.tally.tables[index].sides[side]).collect();
    let pools: Vec<_> = tallies.iter().map(|tally| tally.pool(table.players)).collect();
    let mut plots = vec![plot::histogram(
        &names,
        &pools.iter().map(|pool| pool.turns.as_slice()).collect::<Vec<_>>(),
    )];
    let estimates = |name: &str, side: usize| {
        let wanted = findings.iter().filter(move |finding| finding.metric.name == name);
        wanted
            .filter_map(move |finding| if side == 0 { Some(finding.a) } else { finding.b })
            .collect::<Vec<MetricEstimate>>()
    };
    let shares: Vec<Vec<MetricEstimate>> =
        sides.iter().map(|&side| estimates("win-share", side)).collect();
    if shares.iter().all(|shares| !shares.is_empty()) {
        plots.push(plot::seats(&names, &shares));
    }
    let pieces = report.games_at(index) as f64 * f64::from(table.players);
    let alive = tallies.iter().map(|tally| {
        let left = tally.out_in_round.iter().scan(pieces, |left, &out| {
            *left -= out as f64;
            Some(*left / pieces)
        });
        left.collect()
    });
    plots.push(plot::survival(&names, &alive.collect::<Vec<_>>()));
    let causes = |&side: &usize| {
        ["out-edge", "out-collision", "out-loop", names::OUT, "out-outside-rule"]
            .map(|name| estimates(name, side).first().map_or(0.0, |share| share.value))
    };
    let causes: Vec<[f64; 5]> = sides.iter().map(causes).collect();
    if causes.iter().flatten().any(|&share| share > 0.0) {
        plots.push(plot::causes(&names, &causes));
    }
    let fired = report.fired_shares(index, &sides);
    if !fired.is_empty() {
        plots.push(plot::coverage(&names, &fired));
    }
    plots
}

/// The metrics of one family as a table.
fn metrics(
    report: &Report<'_>,
    section: &ComparisonSection,
    family: Family,
    findings: &[&Finding],
) -> Markup {
    let (a, b) = report.names(section);
    let head = html! {
        th { "Metric" } th.n.a title=(shown(a)) { "A" }
        @if let Some(b) = b {
            th.n.b title=(shown(b)) { "B" } th.n { "Difference" } th.n { "95 % interval" }
            th { "Verdict" }
            th.n { "Saved" } th.n { "Detectable" }
        } @else {
            th.n { "95 % interval" }
        }
    };
    let row = |finding: &&Finding| {
        let figures = Figures::of_finding(finding);
        html! {
            td.name title=(finding.metric.definition) {
                (finding_for_people(finding)) code { (finding.name) }
            }
            (labelled_cell("A", finding.a.value, &figures.value(finding.a.value)))
            @if let (Some(b), Some(difference)) = (finding.b, finding.difference) {
                (labelled_cell("B", b.value, &figures.value(b.value)))
                (labelled_cell("Difference", difference.value, &figures.signed(difference.value)))
                (labelled_cell(
                    "95 % interval", difference.interval.0, &figures.interval(difference.interval)
                ))
                td data-label="Verdict" class=(difference.verdict.name()) {
                    (verdict_words(finding, &difference))
                }
                (labelled_cell("Saved", difference.saved, &saved_words(&difference)))
                @match difference.detectable {
                    Some(least) => (labelled_cell("Detectable", least, &figures.value(least))),
                    None => td.n data-label="Detectable" { "–" },
                }
            } @else {
                (labelled_cell(
                    "95 % interval", finding.a.interval.0, &figures.range(finding.a.interval)
                ))
            }
        }
    };
    html! {
        h3 { (family.name()) }
        (wide_table(
            Some("sortable stacked"), Some(&head), &findings.iter().map(row).collect::<Vec<_>>()
        ))
    }
}

/// What the metrics and the columns of the tables mean.
fn glossary(report: &Report<'_>) -> Markup {
    let mut entries = vec![(
        "95 % interval",
        "The confidence interval: of a hundred intervals found in this way, about 95 contain the \
         true value, which endless play would show",
    )];
    if !report.is_single() {
        entries.extend([
            (
                "Verdict",
                "Higher or lower (for fairness: less fair or fairer): by more than the margin. \
                 Slightly higher or lower: by less. No difference that \
                 matters: if there is one, it is within the margin. Undecided: more games are \
                 needed, about as many of each rule set as given. Where too few games count, no \
                 number is given: a metric may be about a part of a game, and a game counts by how \
                 much of that it has. All verdicts of the report together are wrong with a probability of at most 5 %",
            ),
            (
                "Saved",
                "How many times as many games it would have taken had each rule set had luck of \
                 its own; unpaired where common luck did not help",
            ),
            (
                "Detectable",
                "The smallest true difference that this many games call higher or lower \
                four times in five",
            ),
        ]);
    }
    let has_value = |metric: &&Metric| {
        report
            .sections
            .iter()
            .flat_map(|section| &section.findings)
            .any(|one| one.metric.name == metric.name)
    };
    entries.extend(
        METRICS
            .iter()
            .filter(has_value)
            .map(|metric| (name_for_people(metric.name), metric.definition)),
    );
    html! {
        details {
            summary { "What the words mean" }
            dl { @for (name, meaning) in entries { dt { (name) } dd { (meaning) "." } "\n" } }
        }
    }
}

/// What was played, and how the same report can be made again.
fn provenance(report: &Report<'_>, made: &RunDescription) -> Markup {
    let plan = report.plan;
    let luck = if report.is_single() {
        "seeded"
    } else if plan.unpaired {
        "each rule set has its own"
    } else {
        "the same for all rule sets, game by game"
    };
    let mut facts: Vec<(&str, String)> = Vec::new();
    for (side, letter) in plan.sides.iter().zip(["A", "B", "C", "D", "E", "F", "G", "H"]) {
        facts.push((letter, format!("{}: {} (rule hash {})", side.name, side.title, side.hash)));
    }
    facts.extend([
        (
            "Games",
            format!(
                "{} of each rule set at each table",
                CountUnit::Games.count(report, report.blocks()).trim_end_matches(" games")
            ),
        ),
        ("Luck", luck.to_owned()),
        ("Seed", plan.seed.clone()),
        (
            "Errors",
            format!(
                "{} in which a bot broke the rules; they are left out, with those on the same deal",
                grouped(report.errors())
            ),
        ),
        ("Program", format!("tsuro {}", plan.version)),
    ]);
    let known = [("Command", &made.command), ("This run", &made.run)]
        .into_iter()
        .filter(|(_, text)| !text.is_empty());
    facts.extend(known.map(|(name, text)| (name, text.clone())));
    let rows: Vec<Markup> =
        facts.iter().map(|(name, value)| html! { th { (name) } td { (shown(value)) } }).collect();
    html! {
        section {
            h2 { "How this report was made" }
            (wide_table(Some("facts"), None, &rows))
        }
    }
}
