//! Plot: the differences in the headline metrics, each on a scale of its own.

use super::super::figures::Figures;
use super::super::names::finding_for_people;
use super::{HALF_NUMBER, Svg, WIDTH, short};
use crate::compare::Finding;
use maud::Markup;

/// Each difference at one table with its interval, as a dot and a bar; a thin line shows the
/// interval by which it is judged, and a band around 0 what does not matter.
pub fn differences(table: &str, findings: &[&Finding]) -> Markup {
    let row = 62.0;
    let mut svg = Svg::new(row * findings.len() as f64 + 8.0);
    let (left, right) = (10.0, WIDTH - 10.0);
    let centre = f64::midpoint(left, right);
    let mut descriptions = Vec::new();
    for (index, finding) in findings.iter().enumerate() {
        let name = &finding_for_people(finding);
        let Some(difference) = finding.difference else { continue };
        let (low, high) = difference.interval;
        let y = row * index as f64 + 31.0;
        let joint = difference.joint_interval;
        let far = joint.0.abs().max(joint.1.abs()).max(difference.margin).max(1e-12) * 1.08;
        let x = |value: f64| centre + (WIDTH - HALF_NUMBER - centre) * value / far;
        let figures = Figures::of_finding(finding);
        svg.text("small", (left, y - 14.0), &short(name, 42));
        let unit = if finding.metric.unit.is_share() { " points" } else { "" };
        let numbers = format!(
            "{}{unit} ({})",
            figures.signed(difference.value),
            figures.interval(difference.interval)
        );
        svg.text("small end", (right, y - 14.0), &numbers);
        svg.rect(
            "band",
            (x(-difference.margin), y - 8.0),
            (x(difference.margin) - x(-difference.margin), 16.0),
        );
        svg.line("grid", (left, y), (right, y));
        svg.line("even", (centre, y - 9.0), (centre, y + 9.0));
        svg.scale(y + 8.0, far, finding.metric.unit.is_share(), x);
        let class = difference.verdict.name();
        svg.line(&format!("joint {class}"), (x(joint.0), y), (x(joint.1), y));
        svg.line(&format!("bar {class}"), (x(low), y), (x(high), y));
        svg.dot(&format!("fill {class}"), (x(difference.value), y));
        descriptions.push(format!("{name}: {numbers}, {class}"));
    }
    svg.into_figure(
        &format!("Headline differences: {table}"),
        &format!(
            "B − A with 95 % intervals, and the thin lines by which they are judged; the band \
             shows what does not matter. {}.",
            descriptions.join("; ")
        ),
    )
}
