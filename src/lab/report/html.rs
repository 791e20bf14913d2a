//! The report as one page: no network, no script needed, light and dark, on paper too. Its Content-Security-Policy allows exactly the style and
//! the script that it brings, so nothing that a name or a seed holds is ever run or loaded.

use super::figures::{about, grouped, probability, times};
use super::plot::{self, escaped};
use super::words::figures;
use super::{ComparisonSection, Report, paragraph, table_in_words};
use crate::lab::compare::{Finding, MetricEstimate, PlanTable, Verdict};
use crate::lab::metrics::{Family, METRICS, Metric};
use crate::ruleset::shown_lines;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// How the games were made, which the report does not depend on.
#[derive(Debug, Clone, Default)]
pub struct RunDescription {
    /// The call that makes the same report again.
    pub command: String,
    /// Where and how long: system, threads, seconds. Not the same twice.
    pub run: String,
}

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("sort.js");

/// A page with this title and body.
pub(super) fn page(title: &str, body: &str) -> String {
    // A browser reads a line end of two characters as one, and takes the hash of what it read.
    let [style, script] = [STYLE, SCRIPT].map(|text| format!("\n{}", shown_lines(text)));
    let policy = format!(
        "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
        source_hash(&style),
        source_hash(&script)
    );
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" \
         content=\"{policy}\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" \
         content=\"light dark\">\n<title>{}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n{}</main>\n\
         <script>{script}</script>\n</body>\n</html>\n",
        escaped(title),
        shown_lines(body)
    )
}

/// A text of the page as a Content-Security-Policy names it: by its SHA-256, in base 64.
fn source_hash(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut hash = String::from("sha256-");
    for bytes in Sha256::digest(text).chunks(3) {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | u32::from(bytes.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let digit = char::from(DIGITS[(bits >> (18 - 6 * at)) as usize & 63]);
            hash.push(if at <= bytes.len() { digit } else { '=' });
        }
    }
    hash
}

/// The whole report.
pub fn html(report: &Report<'_>, made: &RunDescription) -> String {
    let mut body = String::new();
    let names: Vec<&str> = report.plan.sides.iter().map(|side| side.name.as_str()).collect();
    let title = if report.is_single() { names[0].to_owned() } else { names.join(" · ") };
    let _ = writeln!(body, "<h1>{}</h1>", escaped(&title));
    for compared in &report.compared {
        comparison(report, compared, &mut body);
    }
    glossary(report, &mut body);
    provenance(report, made, &mut body);
    page(&title, &body)
}

fn comparison(report: &Report<'_>, compared: &ComparisonSection, body: &mut String) {
    let (a, b) = report.names(compared);
    if report.compared.len() > 1 {
        let _ = writeln!(body, "<h2>{}</h2>", escaped(&format!("{} compared with {a}", b.unwrap_or_default())));
    }
    let _ = writeln!(body, "<p class=\"words\">{}</p>", escaped(&paragraph(report, compared)));
    if let Some(b) = b {
        rules(compared, a, b, body);
        headline(report, compared, body);
    }
    for index in 0..report.plan.tables.len() {
        table(report, compared, index, body);
    }
}

/// What the two rule sets do differently.
fn rules(compared: &ComparisonSection, a: &str, b: &str, body: &mut String) {
    let _ = writeln!(body, "<section>\n<h2>The rules</h2>");
    if compared.differences.is_empty() {
        let _ = writeln!(body, "<p>There is no difference.</p>");
    } else {
        let _ = writeln!(
            body,
            "<div class=\"wide\"><table><thead><tr><th>What it is about</th>{}{}</tr></thead><tbody>",
            th("a", a),
            th("b", b)
        );
        for difference in &compared.differences {
            let [one, other] = &difference.words;
            let _ = writeln!(
                body,
                "<tr><td>{}<br><code>{}</code></td><td>{}</td><td>{}</td></tr>",
                escaped(&difference.doc),
                escaped(&difference.key),
                escaped(one),
                escaped(other)
            );
        }
        let _ = writeln!(body, "</tbody></table></div>");
    }
    let _ = writeln!(body, "</section>");
}

fn th(class: &str, name: &str) -> String {
    format!("<th class=\"{class}\">{}</th>", escaped(name))
}

/// The headline differences at all tables, drawn and written.
fn headline(report: &Report<'_>, compared: &ComparisonSection, body: &mut String) {
    let at = |index: usize| -> Vec<&Finding> {
        compared.findings.iter().filter(|finding| finding.metric.headline && finding.table == index).collect()
    };
    let tables: Vec<(&PlanTable, Vec<&Finding>)> = report.plan.tables.iter().enumerate().map(|(index, table)| (table, at(index))).collect();
    if tables.iter().all(|(_, findings)| findings.is_empty()) {
        return;
    }
    let _ = writeln!(body, "<section>\n<h2>The headline</h2>\n<div class=\"plots\">");
    for (table, findings) in tables.iter().filter(|(_, findings)| !findings.is_empty()) {
        let _ = writeln!(body, "<figure>{}</figure>", plot::differences(&table_in_words(table), findings));
    }
    let _ = writeln!(
        body,
        "</div>\n<p class=\"note\">Each difference is B less A on a scale of its own, with its 95 % interval. The band around the middle is what counts as no \
         difference: {margin} points for shares, {margin} % of A's value for everything else.</p>\n</section>",
        margin = format_args!("{:.2}", 100.0 * report.terms.margin)
    );
}

/// Everything about one table.
fn table(report: &Report<'_>, compared: &ComparisonSection, index: usize, body: &mut String) {
    let at = &report.plan.tables[index];
    let findings: Vec<&Finding> = compared.findings.iter().filter(|finding| finding.table == index).collect();
    if findings.is_empty() {
        return;
    }
    let _ = writeln!(
        body,
        "<section>\n<h2>{}</h2>\n<p class=\"note\">{} games a side.</p>",
        escaped(&table_in_words(at)),
        grouped(report.games_at(index))
    );
    if !at.skill_only {
        let _ = writeln!(body, "<div class=\"plots\">");
        for plot in plots(report, compared, index, &findings) {
            let _ = writeln!(body, "<figure>{plot}</figure>");
        }
        let _ = writeln!(body, "</div>");
        equal_seats(report, compared, index, body);
    }
    for family in Family::ALL {
        let rows: Vec<&&Finding> = findings.iter().filter(|finding| finding.metric.family == family).collect();
        if !rows.is_empty() {
            metrics(report, compared, family, &rows, body);
        }
    }
    let _ = writeln!(body, "</section>");
}

fn plots(report: &Report<'_>, compared: &ComparisonSection, index: usize, findings: &[&Finding]) -> Vec<String> {
    let at = &report.plan.tables[index];
    let sides: Vec<usize> = if compared.side > 0 { vec![0, compared.side] } else { vec![0] };
    let names: Vec<&str> = sides.iter().map(|&side| report.plan.sides[side].name.as_str()).collect();
    let tallies: Vec<_> = sides.iter().map(|&side| &report.tally.tables[index].sides[side]).collect();
    let mut plots = Vec::new();
    let pools: Vec<_> = tallies.iter().map(|tally| tally.pool(at.players)).collect();
    plots.push(plot::histogram(&names, &pools.iter().map(|pool| pool.turns.as_slice()).collect::<Vec<_>>()));
    let of = |name: &str, side: usize| {
        let wanted = findings.iter().filter(move |finding| finding.metric.name == name);
        wanted.filter_map(move |finding| if side == 0 { Some(finding.a) } else { finding.b }).collect::<Vec<MetricEstimate>>()
    };
    let shares: Vec<Vec<MetricEstimate>> = sides.iter().map(|&side| of("win-share", side)).collect();
    if shares.iter().all(|shares| !shares.is_empty()) {
        plots.push(plot::seats(&names, &shares));
    }
    let games = report.games_at(index) as f64 * f64::from(at.players);
    let alive = tallies.iter().map(|tally| {
        let mut left = games;
        tally
            .out_in_round
            .iter()
            .map(|&out| {
                left -= out as f64;
                left / games
            })
            .collect()
    });
    plots.push(plot::survival(&names, &alive.collect::<Vec<_>>()));
    let causes = |side: usize| {
        ["out-edge", "out-collision", "out-loop", "out-daikaiju", "out-outside-rule"]
            .map(|name| of(name, side).first().map_or(0.0, |share| share.value))
    };
    let causes: Vec<[f64; 5]> = sides.iter().map(|&side| causes(side)).collect();
    if causes.iter().flatten().any(|&share| share > 0.0) {
        plots.push(plot::causes(&names, &causes));
    }
    let fired = report.fired(index, &sides);
    if !fired.is_empty() {
        plots.push(plot::coverage(&names, &fired));
    }
    plots
}

fn equal_seats(report: &Report<'_>, compared: &ComparisonSection, index: usize, body: &mut String) {
    let sides: &[usize] = if compared.side > 0 { &[0, compared.side] } else { &[0] };
    for &side in sides {
        if let Some(seats) = report.seats(index, side) {
            let found = if seats.p_value < crate::lab::stats::ALPHA {
                "Not all seats win alike"
            } else {
                "There is no sign that the seats do not win alike"
            };
            let _ = writeln!(
                body,
                "<p class=\"note\">{found} under {}: chi-square {:.1}, {} degrees of freedom, {}.</p>",
                escaped(&report.plan.sides[side].name),
                seats.statistic,
                seats.freedom,
                escaped(&probability(seats.p_value))
            );
        }
    }
}

/// The metrics of one kind as a table.
fn metrics(report: &Report<'_>, compared: &ComparisonSection, family: Family, rows: &[&&Finding], body: &mut String) {
    let (a, b) = report.names(compared);
    let _ = writeln!(
        body,
        "<h3>{}</h3>\n<div class=\"wide\"><table class=\"sortable\"><thead><tr><th>Metric</th>{}",
        family.name(),
        th("a", a)
    );
    if let Some(b) = b {
        let _ = write!(body, "{}<th>Difference</th><th>95 % interval</th><th>Verdict</th><th>Saved</th><th>Detectable</th>", th("b", b));
    } else {
        body.push_str("<th>95 % interval</th>");
    }
    let _ = writeln!(body, "</tr></thead><tbody>");
    for finding in rows {
        let figures = figures(finding);
        let cell = |value: f64, text: &str| format!("<td data-value=\"{value}\">{text}</td>");
        let _ = write!(
            body,
            "<tr><td title=\"{}\">{}</td>{}",
            escaped(finding.metric.definition),
            escaped(&finding.title()),
            cell(finding.a.value, &figures.value(finding.a.value))
        );
        if let (Some(b), Some(difference)) = (finding.b, finding.difference) {
            let verdict = match (difference.verdict, difference.more_games) {
                (Verdict::Undecided, Some(games)) => format!("undecided: {} more games", about(games)),
                (verdict, _) => verdict.name().to_owned(),
            };
            let saved = if difference.paired { times(difference.saved) } else { "unpaired".to_owned() };
            let _ = write!(
                body,
                "{}{}{}<td class=\"{}\">{verdict}</td>{}{}",
                cell(b.value, &figures.value(b.value)),
                cell(difference.value, &figures.signed(difference.value)),
                cell(difference.interval.0, &figures.interval(difference.interval)),
                difference.verdict.name(),
                cell(difference.saved, &saved),
                difference.detectable.map_or("<td></td>".to_owned(), |least| cell(least, &figures.value(least)))
            );
        } else {
            body.push_str(&cell(finding.a.interval.0, &figures.range(finding.a.interval)));
        }
        let _ = writeln!(body, "</tr>");
    }
    let _ = writeln!(body, "</tbody></table></div>");
}

/// What the metrics and the columns of the tables mean.
fn glossary(report: &Report<'_>, body: &mut String) {
    let _ = writeln!(body, "<section>\n<h2>What the words mean</h2>\n<dl>");
    let mut entry = |name: &str, meaning: &str| {
        let _ = writeln!(body, "<dt>{}</dt><dd>{}.</dd>", escaped(name), escaped(meaning));
    };
    if !report.is_single() {
        entry(
            "Verdict",
            "Higher or lower: beyond doubt at 95 %, all metrics of the report taken together. Equivalent: the difference is smaller than the margin. \
              Undecided: neither can be said, and about so many more games a side would tell",
        );
        entry(
            "Saved",
            "How many times fewer games were needed because all rule sets were played on the same luck; unpaired where that was of no use",
        );
        entry("Detectable", "The smallest true difference that so many games find four times in five");
    }
    let measured =
        |metric: &Metric| report.compared.iter().flat_map(|compared| &compared.findings).any(|one| one.metric.name == metric.name);
    for metric in METRICS.iter().filter(|metric| measured(metric)) {
        entry(metric.name, metric.definition);
    }
    let _ = writeln!(body, "</dl>\n</section>");
}

fn provenance(report: &Report<'_>, made: &RunDescription, body: &mut String) {
    let plan = report.plan;
    let _ = writeln!(body, "<section>\n<h2>Where this comes from</h2>\n<div class=\"wide\"><table class=\"facts\"><tbody>");
    let mut row = |name: &str, value: &str| {
        let _ = writeln!(body, "<tr><th>{name}</th><td>{}</td></tr>", escaped(value));
    };
    for (side, letter) in plan.sides.iter().zip(["A", "B", "C", "D", "E", "F", "G", "H"]) {
        row(letter, &format!("{}: {} (rule hash {})", side.name, side.title, side.hash));
    }
    row("Blocks", &grouped(report.blocks()));
    row("Games", &format!("{} a side", grouped(report.games())));
    row(
        "Luck",
        if report.is_single() {
            "seeded"
        } else if plan.unpaired {
            "each rule set has its own"
        } else {
            "the same for all rule sets, block by block"
        },
    );
    row("Seed", &plan.seed);
    row("Errors", &format!("{} games in which a bot broke the rules; their blocks are left out", grouped(report.errors())));
    row("Program", &format!("tsuro {}", plan.version));
    if !made.command.is_empty() {
        row("Again", &made.command);
    }
    if !made.run.is_empty() {
        row("This run", &made.run);
    }
    let _ = writeln!(body, "</tbody></table></div>\n</section>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_names_texts_by_their_hashes() {
        // The first is that of nothing, as the standard's own examples have it; the others end in one and two signs less.
        assert_eq!(source_hash(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
        assert_eq!(source_hash("abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    }

    #[test]
    fn a_page_allows_its_own_style_and_script_and_nothing_else() {
        let page = page("<\u{9b}>", "<p>text</p>\n");
        let between = |from: &str, to: &str| page.split_once(from).unwrap().1.split_once(to).unwrap().0.to_owned();
        let policy = between("Content-Security-Policy\" content=\"", "\"");
        assert!(policy.starts_with("default-src 'none'; ") && !policy.contains("unsafe"), "{policy}");
        for (source, text) in [("style-src", between("<style>", "</style>")), ("script-src", between("<script>", "</script>"))] {
            assert!(policy.contains(&format!("{source} '{}'", source_hash(&text))), "{source}: {policy}");
        }
        assert_eq!((page.matches("<style").count(), page.matches("<script").count(), page.matches(" style=").count()), (1, 1, 0));
        assert!(page.contains("<title>&lt;\\u{9b}&gt;</title>"));
    }
}
