//! The report as JSON, for programs.

use super::{ComparisonSection, Report};
use crate::lab::compare::{Difference, Finding};
use crate::lab::stats::{Confidence, Seats};
use serde_json::{Map, Value, json};

/// The whole report as one document. With more than two rule sets, the comparisons after the first are in `others`, in
/// the same shape.
pub fn json(report: &Report<'_>) -> Value {
    let plan = report.plan;
    let Some((first, others)) = report.sections.split_first() else { return Value::Null };
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
            "margin": report.terms.margin,
            "tables": tables(report),
        }),
    );
    if !others.is_empty() {
        document.insert("others".into(), others.iter().map(|other| Value::Object(comparison(report, other))).collect());
    }
    Value::Object(document)
}

/// Adds the fields of an object.
fn extend(document: &mut Map<String, Value>, more: Value) {
    if let Value::Object(more) = more {
        document.extend(more);
    }
}

/// What is reported of two rule sets, or of one.
fn comparison(report: &Report<'_>, section: &ComparisonSection) -> Map<String, Value> {
    let mut document = Map::new();
    let side = |side: usize| json!({ "name": report.plan.sides[side].name, "hash": report.plan.sides[side].hash });
    document.insert("a".into(), side(0));
    if section.side > 0 {
        document.insert("b".into(), side(section.side));
        let differences = section.differences.iter().map(|d| json!({ "key": d.key, "doc": d.doc, "values": d.values, "words": d.words }));
        document.insert("rules".into(), differences.collect());
        document.insert("idle".into(), report.idle_differences(section).iter().map(|difference| difference.key.clone()).collect());
    }
    document.insert("words".into(), super::paragraph(report, section).into());
    document.insert("metrics".into(), section.findings.iter().map(|finding| metric(report, finding)).collect());
    document.insert("coverage".into(), coverage(report, section));
    document
}

fn metric(report: &Report<'_>, finding: &Finding) -> Value {
    let (metric, table) = (finding.metric, &report.plan.tables[finding.table]);
    let mut row = Map::new();
    extend(
        &mut row,
        json!({
            "name": finding.name, "players": table.players, "bots": table.bots, "unit": metric.unit.name(), "a": finding.a.value,
        }),
    );
    let more = if let (Some(b), Some(difference)) = (finding.b, finding.difference) {
        let Difference { value, interval, paired, correlation, saved, p, p_holm, verdict, margin, detectable, more_games, .. } = difference;
        json!({
            "b": b.value, "difference": value, "interval": interval, "paired": paired, "saved": saved, "headline": metric.headline,
            "verdict": verdict.name(), "correlation": correlation, "p": p, "p_holm": p_holm, "margin": margin, "detectable": detectable,
            "more_games": more_games, "b_interval": b.interval,
        })
    } else {
        json!({ "interval": finding.a.interval, "headline": metric.headline })
    };
    extend(&mut row, more);
    extend(&mut row, json!({ "a_interval": finding.a.interval, "family": metric.family.name() }));
    Value::Object(row)
}

fn coverage(report: &Report<'_>, section: &ComparisonSection) -> Value {
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
                row["b"] = share(1).into();
            }
            row["never"] = fired.never_happened().into();
            rows.push(row);
        }
    }
    rows.into()
}

/// What is known of each side at each table by itself.
fn tables(report: &Report<'_>) -> Value {
    let test = |test: Option<Seats>| test.map(|test| json!({ "statistic": test.statistic, "freedom": test.freedom, "p": test.p_value }));
    let tables = report.plan.tables.iter().enumerate().map(|(index, table)| {
        let sums = &report.tally.tables[index];
        let sides = sums.sides.iter().enumerate().map(|(side, sums)| {
            let pool = sums.pool(table.players);
            json!({
                "name": report.plan.sides[side].name, "errors": sums.errors, "outcomes": sums.outcomes,
                "equal_seats": test(report.seat_test(index, side)),
                "turns": pool.turns, "rounds": pool.rounds, "tiles_placed": pool.placed, "out_in_round": sums.out_in_round,
            })
        });
        json!({
            "players": table.players, "bots": table.bots, "games": report.games_at(index), "skill_only": table.skill_only,
            "sides": sides.collect::<Vec<_>>(),
        })
    });
    tables.collect()
}
