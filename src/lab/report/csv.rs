//! The metrics as a table for spreadsheets: one row a metric, table and comparison.

use super::Report;
use crate::ruleset::shown;
use std::fmt::Write as _;

const HEAD: &str = "metric,family,players,bots,unit,headline,rules_a,rules_b,a,a_low,a_high,b,b_low,b_high,difference,low,high,paired,\
correlation,saved,p,p_holm,verdict,margin,detectable,more_games";

/// All metrics of all comparisons.
pub fn csv(report: &Report<'_>) -> String {
    let mut text = format!("{HEAD}\n");
    for compared in &report.compared {
        let (a, b) = report.names(compared);
        for finding in &compared.findings {
            let table = &report.plan.tables[finding.table];
            let mut row = vec![
                finding.name.clone(),
                finding.metric.family.name().into(),
                table.players.to_string(),
                quoted(&table.bots),
                finding.metric.unit.name().into(),
                finding.metric.headline.to_string(),
                quoted(a),
                quoted(b.unwrap_or_default()),
                finding.a.value.to_string(),
                finding.a.interval.0.to_string(),
                finding.a.interval.1.to_string(),
            ];
            match (finding.b, finding.difference) {
                (Some(b), Some(difference)) => {
                    let maybe = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
                    row.extend(
                        [b.value, b.interval.0, b.interval.1, difference.value, difference.interval.0, difference.interval.1]
                            .map(|v| v.to_string()),
                    );
                    row.extend([difference.paired.to_string(), maybe(difference.correlation), difference.saved.to_string()]);
                    row.extend([difference.p.to_string(), difference.p_holm.to_string(), difference.verdict.name().to_owned()]);
                    row.extend([difference.margin.to_string(), maybe(difference.detectable)]);
                    row.push(difference.more_games.map_or_else(String::new, |games| games.to_string()));
                }
                _ => row.extend(vec![String::new(); 15]),
            }
            let _ = writeln!(text, "{}", row.join(","));
        }
    }
    text
}

/// A field in quotes where it has to be (RFC 4180), hidden characters as escapes.
fn quoted(field: &str) -> String {
    let field = shown(field);
    if field.contains([',', '"']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.into_owned() }
}
