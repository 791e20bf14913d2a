//! The report for programs. It has nothing in it that depends on when, where or how fast the games were played.

use super::{ComparisonSection, Report};
use crate::lab::compare::{Difference, Finding};
use crate::lab::stats::{Confidence, Seats};
use serde_json::{Map, Value, json};

/// The whole report as one document. With more than two rule sets, those after the second are in `others`, each in the same shape.
pub fn json(report: &Report<'_>) -> Value {
    let plan = report.plan;
    let mut document = Map::new();
    let Some((first, others)) = report.compared.split_first() else { return Value::Null };
    comparison(report, first, &mut document);
    let mut put = |name: &str, value: Value| document.insert(name.to_owned(), value);
    put("games", report.games().into());
    put("blocks", report.blocks().into());
    put("errors", report.errors().into());
    put("seed", plan.seed.clone().into());
    put("version", plan.version.clone().into());
    put("unpaired", plan.unpaired.into());
    put("looks", if report.terms.confidence == Confidence::Fixed { "one" } else { "any" }.into());
    put("margin", report.terms.margin.into());
    put("tables", tables(report));
    if !others.is_empty() {
        let shape = |other: &ComparisonSection| {
            let mut document = Map::new();
            comparison(report, other, &mut document);
            Value::Object(document)
        };
        put("others", others.iter().map(shape).collect());
    }
    Value::Object(document)
}

/// What is said of two rule sets, or of one.
fn comparison(report: &Report<'_>, compared: &ComparisonSection, document: &mut Map<String, Value>) {
    let side = |side: usize| json!({ "name": report.plan.sides[side].name, "hash": report.plan.sides[side].hash });
    document.insert("a".into(), side(0));
    if compared.side > 0 {
        document.insert("b".into(), side(compared.side));
        let differences = compared.differences.iter().map(|d| json!({ "key": d.key, "doc": d.doc, "values": d.values, "words": d.words }));
        document.insert("rules".into(), differences.collect());
        document.insert("idle".into(), report.idle(compared).iter().map(|difference| difference.key.clone()).collect());
    }
    document.insert("words".into(), super::paragraph(report, compared).into());
    document.insert("metrics".into(), compared.findings.iter().map(|finding| metric(report, finding)).collect());
    document.insert("coverage".into(), coverage(report, compared));
}

fn metric(report: &Report<'_>, finding: &Finding) -> Value {
    let table = &report.plan.tables[finding.table];
    let mut row = json!({
        "name": finding.name, "players": table.players, "bots": table.bots, "unit": finding.metric.unit.name(), "a": finding.a.value,
    });
    let put = |row: &mut Value, name: &str, value: Value| row[name] = value;
    if let (Some(b), Some(difference)) = (finding.b, finding.difference) {
        let Difference { value, interval, paired, correlation, saved, p, p_holm, verdict, margin, detectable, more_games, .. } = difference;
        put(&mut row, "b", b.value.into());
        put(&mut row, "difference", value.into());
        put(&mut row, "interval", json!([interval.0, interval.1]));
        put(&mut row, "paired", paired.into());
        put(&mut row, "saved", saved.into());
        put(&mut row, "headline", finding.metric.headline.into());
        put(&mut row, "verdict", verdict.name().into());
        put(&mut row, "correlation", correlation.into());
        put(&mut row, "p", p.into());
        put(&mut row, "p_holm", p_holm.into());
        put(&mut row, "margin", margin.into());
        put(&mut row, "detectable", detectable.into());
        put(&mut row, "more_games", more_games.into());
        put(&mut row, "b_interval", json!([b.interval.0, b.interval.1]));
    } else {
        put(&mut row, "interval", json!([finding.a.interval.0, finding.a.interval.1]));
        put(&mut row, "headline", finding.metric.headline.into());
    }
    put(&mut row, "a_interval", json!([finding.a.interval.0, finding.a.interval.1]));
    put(&mut row, "family", finding.metric.family.name().into());
    row
}

fn coverage(report: &Report<'_>, compared: &ComparisonSection) -> Value {
    let sides: &[usize] = if compared.side > 0 { &[0, compared.side] } else { &[0] };
    let mut rows = Vec::new();
    for (index, table) in report.plan.tables.iter().enumerate() {
        for fired in report.fired(index, sides) {
            let share = |at: usize| fired.shares.get(at).copied().flatten().map(|(share, _)| share);
            let mut row = json!({
                "name": fired.name, "key": fired.key, "rules": fired.rules, "doc": fired.doc,
                "players": table.players, "bots": table.bots, "a": share(0),
            });
            if compared.side > 0 {
                row["b"] = share(1).into();
            }
            row["never"] = fired.never().into();
            rows.push(row);
        }
    }
    rows.into()
}

/// What is known of each table and side by itself.
fn tables(report: &Report<'_>) -> Value {
    let test = |test: Option<Seats>| test.map(|test| json!({ "statistic": test.statistic, "freedom": test.freedom, "p": test.p_value }));
    let tables = report.plan.tables.iter().enumerate().map(|(index, table)| {
        let sums = &report.tally.tables[index];
        let sides = sums.sides.iter().enumerate().map(|(side, sums)| {
            let pool = sums.pool(table.players);
            json!({
                "name": report.plan.sides[side].name, "errors": sums.errors, "outcomes": sums.outcomes,
                "equal_seats": test(report.seats(index, side)),
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
