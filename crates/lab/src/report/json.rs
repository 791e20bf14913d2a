//! The report as JSON, for programs.

use super::words::claim_verdict;
use super::{ComparisonSection, Report, overview};
use super::{figures::Figures, names::finding_for_people, words::verdict_words};
use crate::compare::{
    Claim, ClaimResult, ClaimState, Design, Difference, Finding, PlanTable, StoppingRule,
};
use crate::stats::{Confidence, Seats};
use serde_json::Value;
use tsuro::json::{Json, json};

/// The whole report as one document. With more than two rule sets, the comparisons after the first
/// are in `others`, in the same shape.
pub fn json(report: &Report<'_>) -> Value {
    in_order(report).into()
}

/// As [`json()`], with the fields in the documented order.
pub fn in_order(report: &Report<'_>) -> Json {
    let plan = report.plan;
    let Some((first, others)) = report.sections.split_first() else { return Json::NULL };
    let mut document = comparison(report, first);
    extend(
        &mut document,
        json!({
            "games": report.games(),
            "blocks": report.blocks(),
            "errors": report.errors(),
            "seed": plan.seed,
            "version": plan.version,
            "unpaired": plan.unpaired,
            "looks": if report.terms.confidence == Confidence::Fixed { "one" } else { "any" },
            "margin": report.terms.margins.usual,
            "margins": Json::list(report.terms.margins.as_text()),
            "design": report.design.as_ref().map(design),
            "claim": report.claim.as_ref().map(claim),
            "certainty": super::certainty(report),
            "tables": tables(report),
        }),
    );
    if overview::is_worth_it(report) {
        document.set("overview", overview::in_order(report));
    }
    if !others.is_empty() {
        document.set("others", Json::list(others.iter().map(|other| comparison(report, other))));
    }
    document
}

/// What was planned.
fn design(design: &Design) -> Json {
    let stop = match &design.stop {
        StoppingRule::Fixed => json!({ "rule": "fixed" }),
        StoppingRule::Until(width) => json!({ "rule": "until", "width": width }),
        StoppingRule::Claim(_) => json!({ "rule": "claim" }),
        StoppingRule::Open => json!({ "rule": "open" }),
    };
    let mut document = json!({ "blocks": design.blocks });
    extend(&mut document, stop);
    document
}

/// A claim with the looks at it.
fn claim(result: &ClaimResult) -> Json {
    let Claim { metric, bound, against, alpha, beta, .. } = &result.claim;
    let (low, high) = result.claim.limits();
    let state = match result.state() {
        ClaimState::Accepted => "accepted",
        ClaimState::Rejected => "rejected",
        ClaimState::Undecided => "undecided",
    };
    let looks = result.looks.iter().map(
        |look| json!({ "blocks": look.blocks, "difference": look.difference, "ratio": look.ratio }),
    );
    json!({
        "metric": metric, "bound": bound, "against": against, "alpha": alpha, "beta": beta,
        "state": state,
        "limits": [low, high], "looks": Json::list(looks), "words": claim_verdict(result),
    })
}

/// Adds the fields of an object.
fn extend(document: &mut Json, more: Json) {
    if let (Json::Object(fields), Json::Object(more)) = (document, more) {
        fields.extend(more);
    }
}

/// What is reported of two rule sets, or of one.
fn comparison(report: &Report<'_>, section: &ComparisonSection) -> Json {
    let mut document = Json::Object(Vec::new());
    let side = |side: usize| {
        json!({
            "name": report.plan.sides[side].name, "hash": report.plan.sides[side].hash,
            "without_goal": report.without_goal[side],
        })
    };
    document.set("a", side(0));
    if section.side > 0 {
        document.set("b", side(section.side));
        let differences = section.differences.iter();
        let differences = differences.map(|d| {
            json!({
                "key": d.key, "doc": d.doc, "values": d.values_in_order(), "words": d.words
            })
        });
        document.set("rules", Json::list(differences));
        document.set(
            "idle",
            Json::list(report.idle_differences(section).iter().map(|difference| &difference.key)),
        );
    }
    document.set("words", super::paragraph(report, section));
    document.set(
        "metrics",
        Json::list(
            section
                .findings
                .iter()
                .map(|finding| metric(&report.plan.tables[finding.table], finding)),
        ),
    );
    document.set("coverage", coverage(report, section));
    document
}

/// A finding at a table.
pub(super) fn metric(table: &PlanTable, finding: &Finding) -> Json {
    let metric = finding.metric;
    let mut row = Json::Object(Vec::new());
    extend(
        &mut row,
        json!({
            "name": finding.name, "players": table.players, "bots": table.bots,
            "unit": metric.unit.name(), "a": finding.a.value,
        }),
    );
    let more = if let (Some(b), Some(difference)) = (finding.b, finding.difference) {
        let Difference {
            value,
            interval,
            joint_interval,
            paired,
            correlation,
            saved,
            p,
            p_report,
            verdict,
            margin,
            detectable,
            more_games,
            counted_games,
            needed_games,
            ..
        } = difference;
        json!({
            "b": b.value, "difference": value, "interval": interval,
            "joint_interval": joint_interval, "paired": paired, "saved": saved,
            "headline": metric.headline,
            "verdict": verdict.name(), "correlation": correlation, "p": p, "p_report": p_report,
            "margin": margin, "detectable": detectable,
            "more_games": more_games, "counted_games": counted_games,
            "needed_games": needed_games, "b_interval": b.interval,
        })
    } else {
        json!({ "interval": finding.a.interval, "headline": metric.headline })
    };
    extend(&mut row, more);
    extend(&mut row, json!({ "a_interval": finding.a.interval, "family": metric.family.name() }));
    row
}

/// A finding for a page: as in the report, and its numbers as people read them.
pub fn finding_for_page(table: &PlanTable, finding: &Finding) -> Json {
    let figures = Figures::of_finding(finding);
    let mut shown = json!({ "a": figures.value(finding.a.value) });
    if let (Some(b), Some(difference)) = (finding.b, finding.difference) {
        shown.set("b", figures.value(b.value));
        shown.set("difference", figures.signed(difference.value));
        shown.set("interval", figures.interval(difference.interval));
        shown.set("verdict", verdict_words(finding, &difference));
    } else {
        shown.set("interval", figures.range(finding.a.interval));
    }
    let mut row = metric(table, finding);
    row.set("title", finding_for_people(finding));
    row.set("shown", shown);
    row
}

fn coverage(report: &Report<'_>, section: &ComparisonSection) -> Json {
    let sides = section.sides();
    let mut rows = Vec::new();
    for (index, table) in report.plan.tables.iter().enumerate() {
        for fired in report.fired_shares(index, &sides) {
            let share = |at: usize| fired.shares.get(at).copied().flatten().map(|(share, _)| share);
            let mut row = json!({
                "name": fired.name, "key": fired.key, "rules": fired.rules, "doc": fired.doc,
                "players": table.players, "bots": table.bots, "a": share(0),
            });
            if section.side > 0 {
                row.set("b", share(1));
            }
            row.set("never", fired.never_happened());
            rows.push(row);
        }
    }
    Json::List(rows)
}

/// What is known of each side at each table by itself.
fn tables(report: &Report<'_>) -> Json {
    let test = |test: Option<Seats>| {
        test.map(|test| {
            json!({
                "statistic": test.statistic, "freedom": test.freedom, "p": test.p_value
            })
        })
    };
    let tables = report.plan.tables.iter().enumerate().map(|(index, table)| {
        let sums = &report.tally.tables[index];
        let sides = sums.sides.iter().enumerate().map(|(side, sums)| {
            let pool = sums.pool(table.players);
            json!({
                "name": report.plan.sides[side].name, "errors": sums.errors,
                "outcomes": sums.outcomes,
                "equal_seats": test(report.seat_test(index, side)),
                "turns": pool.turns, "rounds": pool.rounds, "tiles_placed": pool.placed,
                "out_in_round": sums.out_in_round,
            })
        });
        json!({
            "players": table.players, "bots": table.bots, "games": report.games_at(index),
            "skill_only": table.skill_only,
            "sides": Json::list(sides),
        })
    });
    Json::list(tables)
}
