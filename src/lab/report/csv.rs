//! The report as a table for spreadsheets: one row per metric, table and comparison.

use super::Report;
use crate::lab::csv::csv_table;

const COLUMNS: &str = "metric,family,players,bots,unit,headline,rules_a,rules_b,a,a_low,a_high,b,b_low,b_high,difference,low,high,joint_low,joint_high,paired,\
correlation,saved,p,p_report,verdict,margin,detectable,more_games";

/// All metrics of all comparisons. Fields for which there is no second rule set are empty.
pub fn csv(report: &Report<'_>) -> String {
    let rows = report.sections.iter().flat_map(|section| {
        let (a, b) = report.names(section);
        section.findings.iter().map(move |finding| {
            let (metric, table) = (finding.metric, &report.plan.tables[finding.table]);
            let difference = finding.difference;
            [
                finding.name.clone(),
                metric.family.name().to_owned(),
                table.players.to_string(),
                table.bots.clone(),
                metric.unit.name().to_owned(),
                metric.headline.to_string(),
                a.to_owned(),
                b.unwrap_or_default().to_owned(),
                finding.a.value.to_string(),
                finding.a.interval.0.to_string(),
                finding.a.interval.1.to_string(),
                field(finding.b.map(|b| b.value)),
                field(finding.b.map(|b| b.interval.0)),
                field(finding.b.map(|b| b.interval.1)),
                field(difference.map(|found| found.value)),
                field(difference.map(|found| found.interval.0)),
                field(difference.map(|found| found.interval.1)),
                field(difference.map(|found| found.joint_interval.0)),
                field(difference.map(|found| found.joint_interval.1)),
                field(difference.map(|found| found.paired)),
                field(difference.and_then(|found| found.correlation)),
                field(difference.map(|found| found.saved)),
                field(difference.map(|found| found.p)),
                field(difference.map(|found| found.p_report)),
                field(difference.map(|found| found.verdict.name())),
                field(difference.map(|found| found.margin)),
                field(difference.and_then(|found| found.detectable)),
                field(difference.and_then(|found| found.more_games)),
            ]
        })
    });
    csv_table(COLUMNS, rows)
}

/// A value as a field; an empty one where there is none.
fn field(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
