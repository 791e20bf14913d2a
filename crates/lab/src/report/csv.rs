//! The report as a table for spreadsheets and data frames: one row per metric, table and
//! comparison.

use super::Report;
use crate::compare::{Finding, PlanTable};
use crate::table::{DataTable, TableCell};

pub(super) const COLUMNS: &str = "metric,family,players,bots,unit,headline,rules_a,rules_b,\
    a,a_low,a_high,b,b_low,b_high,difference,low,high,joint_low,joint_high,paired,\
correlation,saved,p,p_report,verdict,margin,detectable,more_games,\
counted_games,needed_games";
pub(super) const TEXTS: &str = "metric,family,bots,unit,rules_a,rules_b,verdict";
pub(super) const COUNTS: &str = "players,more_games,counted_games,needed_games";
pub(super) const TRUTHS: &str = "headline,paired";

/// All metrics of all comparisons. Fields for which there is no second rule set are empty.
pub fn table(report: &Report<'_>) -> DataTable {
    let rows = report.sections.iter().flat_map(|section| {
        let (a, b) = report.names(section);
        section
            .findings
            .iter()
            .map(move |finding| fields(finding, &report.plan.tables[finding.table], (a, b)))
    });
    DataTable::of_kinds(COLUMNS, TEXTS, COUNTS, TRUTHS, rows)
}

/// The fields of a finding at a table, under rule sets with these names.
pub(super) fn fields(
    finding: &Finding,
    table: &PlanTable,
    (a, b): (&str, Option<&str>),
) -> Vec<TableCell> {
    let (metric, estimate, difference) = (finding.metric, finding.b, finding.difference);
    vec![
        finding.name.clone().into(),
        metric.family.name().into(),
        table.players.into(),
        table.bots.clone().into(),
        metric.unit.name().into(),
        metric.headline.into(),
        a.into(),
        b.into(),
        finding.a.value.into(),
        finding.a.interval.0.into(),
        finding.a.interval.1.into(),
        estimate.map(|b| b.value).into(),
        estimate.map(|b| b.interval.0).into(),
        estimate.map(|b| b.interval.1).into(),
        difference.map(|found| found.value).into(),
        difference.map(|found| found.interval.0).into(),
        difference.map(|found| found.interval.1).into(),
        difference.map(|found| found.joint_interval.0).into(),
        difference.map(|found| found.joint_interval.1).into(),
        difference.map(|found| found.paired).into(),
        difference.and_then(|found| found.correlation).into(),
        difference.map(|found| found.saved).into(),
        difference.map(|found| found.p).into(),
        difference.map(|found| found.p_report).into(),
        TableCell::from(difference.map(|found| found.verdict.name())),
        difference.map(|found| found.margin).into(),
        difference.and_then(|found| found.detectable).into(),
        difference.and_then(|found| found.more_games).into(),
        difference.map(|found| found.counted_games).into(),
        difference.map(|found| found.needed_games).into(),
    ]
}

/// The table as comma-separated values.
pub fn csv(report: &Report<'_>) -> String {
    table(report).csv()
}
