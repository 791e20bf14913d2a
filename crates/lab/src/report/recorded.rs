//! Recorded games, such as those of people, beside games of bots: the report as text, JSON, CSV and
//! HTML. It has no names of players.

use super::csv::{COLUMNS, COUNTS, TEXTS, TRUTHS, fields};
use super::figures::{Figures, grouped};
use super::json::{finding_for_page, metric as metric_json};
use super::lines::{aligned, wrap};
use super::names::{finding_for_people, name_for_people};
use super::overview::players_in_words;
use super::words::{PARTS_OF_GAMES, short_of_games, verdict_words};
use super::{feedback, page, table_in_words, times, wide_table};
use crate::compare::{
    Difference, DifferenceVerdict, FeedbackSums, Finding, LEAST_BLOCKS, PlanTable, RecordedPair,
    RecordedTimes, Terms, beside,
};
use crate::stats::{ALPHA, Confidence};
use crate::table::DataTable;
use maud::{Markup, html};
use std::fmt::Write as _;
use tsuro::json::{Json, json};
use tsuro::ruleset::{shown, shown_lines};

/// Games that were read and not measured.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Games that were broken off.
    pub broken_off: u64,
    /// Records that cannot be read, or do not follow from their rules.
    pub damaged: u64,
    /// Views of a seat or of the table, which do not show everything.
    pub views: u64,
    /// Games that had been read before: the same deal and the same choices.
    pub twice: u64,
}

/// Recorded games with the same rules and number of players, beside those of bots.
#[derive(Debug, Clone, Copy)]
pub struct RecordedGroup<'a> {
    /// The games.
    pub pair: RecordedPair<'a>,
    /// Number of seats in the recorded games whose player has the name of a bot.
    pub bot_seats: u64,
    /// How long the people took; `None` if no record says it.
    pub times: Option<&'a RecordedTimes>,
    /// What the players say of them.
    pub feedback: &'a FeedbackSums,
}

/// What was found in recorded games, ready to be written in any form. A is the bots, B the people.
#[derive(Debug)]
pub struct RecordedReport<'a> {
    terms: Terms,
    groups: Vec<(RecordedGroup<'a>, Vec<Finding>)>,
    left_out: LeftOut,
}

impl<'a> RecordedReport<'a> {
    /// Judges the games of these groups.
    pub fn new(groups: Vec<RecordedGroup<'a>>, left_out: LeftOut, terms: Terms) -> Self {
        let pairs: Vec<RecordedPair<'a>> = groups.iter().map(|group| group.pair).collect();
        let found = beside(&pairs, &terms);
        Self { groups: groups.into_iter().zip(found).collect(), left_out, terms }
    }

    /// The report as text: what the verdicts say, the headline metrics, and what differs; with
    /// `all`, every metric.
    pub fn text(&self, all: bool) -> String {
        let mut text = String::new();
        for (group, findings) in &self.groups {
            let _ = writeln!(text, "{}", wrap(&group.in_words(), "").trim_end());
            for (index, table) in group.tables() {
                let at: Vec<&Finding> = at_table(findings, index).collect();
                text += &wrap(&group.verdicts(table, &at), "");
                let listed = at.into_iter().filter(|finding| all || is_listed(finding));
                text += &rows(group.head(), listed);
            }
            text += &group.times.map(times::text).unwrap_or_default();
            if group.feedback.answers > 0 {
                text += &wrap(&feedback::in_words(group.feedback), "");
            }
            text.push('\n');
        }
        text += &wrap(&self.certainty(), "");
        if let Some(sentence) = self.left_out.in_words() {
            text += &wrap(&sentence, "");
        }
        for (group, _) in &self.groups {
            let (side, plan) = (&group.pair.plan.sides[0], group.pair.plan);
            let _ = writeln!(
                text,
                "{} {:.12}, {}: {} games of bots at a table, seed {}",
                side.name,
                side.hash,
                players_in_words(group.players()),
                grouped(plan.games_of(group.pair.tally.blocks.count())),
                plan.seed
            );
        }
        text
    }

    /// The report as one document.
    pub fn json(&self) -> Json {
        self.json_of(metric_json)
    }

    /// The report for a page: its numbers also as people read them, and which metrics the text has.
    pub fn for_page(&self) -> Json {
        self.json_of(|table, finding| {
            let mut row = finding_for_page(table, finding);
            row.set("listed", is_listed(finding));
            row
        })
    }

    /// The report as one document, with findings as `one` writes them.
    fn json_of(&self, one: impl Fn(&PlanTable, &Finding) -> Json) -> Json {
        let groups = self.groups.iter().map(|(group, findings)| {
            let RecordedPair { plan, tally, recorded } = group.pair;
            let tables = group.tables().map(|(index, table)| {
                let at: Vec<&Finding> = at_table(findings, index).collect();
                json!({
                    "bots": table.bots, "bot_games": tally.tables[index].blocks * table.games_a_block(),
                    "words": group.verdicts(table, &at), "predicts": predicts(&at),
                    "metrics": Json::list(at.iter().map(|finding| one(table, finding))),
                })
            });
            json!({
                "rules": plan.sides[0].name, "rules_hash": plan.sides[0].hash,
                "players": group.players(), "games": recorded.games(), "few": group.is_few(),
                "bot_seats": group.bot_seats, "seed": plan.seed, "words": group.in_words(),
                "times": times::json(group.times),
                "feedback": feedback::json(group.feedback), "tables": Json::list(tables),
            })
        });
        json!({
            "groups": Json::list(groups),
            "left_out": self.left_out.json(),
            "looks": if self.terms.confidence == Confidence::Fixed { "one" } else { "any" },
            "margin": self.terms.margins.usual,
            "margins": Json::list(self.terms.margins.as_text()),
            "certainty": self.certainty(),
            "version": env!("CARGO_PKG_VERSION"),
        })
    }

    /// All metrics as comma-separated values.
    pub fn csv(&self) -> String {
        self.table().csv()
    }

    /// All metrics, a row for each metric and table of bots.
    pub fn table(&self) -> DataTable {
        let rows = self.groups.iter().flat_map(|(group, findings)| {
            let RecordedPair { plan, recorded, .. } = group.pair;
            let side = &plan.sides[0];
            findings.iter().map(move |finding| {
                let mut row = vec![side.hash.clone().into(), recorded.games().into()];
                let names = (side.name.as_str(), Some(side.name.as_str()));
                row.extend(fields(finding, &plan.tables[finding.table], names));
                row
            })
        });
        let (columns, texts) =
            (format!("rules_hash,games,{COLUMNS}"), format!("rules_hash,{TEXTS}"));
        DataTable::of_kinds(&columns, &texts, &format!("games,{COUNTS}"), TRUTHS, rows)
    }

    /// The report as one page; `command` makes it again.
    pub fn html(&self, command: &str) -> String {
        let title = "Recorded games beside games of bots";
        let body = html! {
            h1 { (title) }
            @for (group, findings) in &self.groups {
                section {
                    h2 { (shown(&group.title())) }
                    p { (shown(&group.in_words())) }
                    @for (index, table) in group.tables() {
                        (group.table_on_page(table, &at_table(findings, index).collect::<Vec<_>>()))
                    }
                    @if let Some(known) = group.times { (times::on_page(known)) }
                    @if group.feedback.answers > 0 { (feedback::on_page(group.feedback)) }
                }
            }
            p.note { (self.certainty()) }
            @if let Some(sentence) = self.left_out.in_words() { p.note { (sentence) } }
            p.note { "Command: " code { (shown_lines(command)) } }
        };
        page("en", title, &body)
    }

    /// How sure the verdicts are.
    fn certainty(&self) -> String {
        let mut words = format!(
            "All verdicts of this report together are wrong with a probability of at most {:.0} %, \
             if the recorded games do not depend on each other. Games of the same few people do, \
             and then the intervals are too narrow. Luck, skill and tension are not measured: a \
             record does not show them.",
            100.0 * ALPHA
        );
        let mut enough = self.groups.iter().filter(|(group, _)| !group.is_few());
        if enough.any(|(_, findings)| findings.iter().any(Finding::is_short_of_games)) {
            let _ = write!(words, " {PARTS_OF_GAMES}");
        }
        words
    }
}

impl RecordedGroup<'_> {
    fn players(&self) -> u8 {
        self.pair.recorded.plan.tables[0].players
    }

    fn is_few(&self) -> bool {
        (self.pair.recorded.games() as f64) < LEAST_BLOCKS
    }

    /// The tables of bots beside which the games are put, with their places in the plan.
    fn tables(&self) -> impl Iterator<Item = (usize, &PlanTable)> {
        self.pair.plan.tables.iter().enumerate().filter(|(_, table)| !table.skill_only)
    }

    /// Whether bots have all seats, by the names of the players.
    fn is_of_bots(&self) -> bool {
        self.bot_seats == self.pair.recorded.games() * u64::from(self.players())
    }

    fn title(&self) -> String {
        format!("{}, {}", self.pair.plan.sides[0].name, players_in_words(self.players()))
    }

    /// Which games there are, and whether they are enough.
    fn in_words(&self) -> String {
        let games = self.pair.recorded.games();
        let mut words = format!(
            "{}: {} recorded {}.",
            self.title(),
            grouped(games),
            if games == 1 { "game" } else { "games" }
        );
        if self.bot_seats > 0 {
            let seats = games * u64::from(self.players());
            let _ = write!(
                words,
                " Bots have {} of the {} seats, by the names of the players.",
                grouped(self.bot_seats),
                grouped(seats)
            );
        }
        if self.is_few() {
            let _ = write!(
                words,
                " That is few: there is no verdict on fewer than {LEAST_BLOCKS} games, and the \
                 intervals are only rough."
            );
        }
        words
    }
}

impl LeftOut {
    /// The numbers as JSON.
    pub fn json(&self) -> Json {
        let Self { broken_off, damaged, views, twice } = *self;
        json!({ "broken_off": broken_off, "damaged": damaged, "views": views, "twice": twice })
    }

    /// The games that were not measured; `None` if there are none.
    pub fn in_words(&self) -> Option<String> {
        let counts = [
            (self.broken_off, "broken off"),
            (self.damaged, "damaged"),
            (self.views, "not whole, but the view of one seat or of the table"),
            (self.twice, "there twice"),
        ];
        let parts: Vec<String> = counts
            .iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, what)| format!("{} {what}", grouped(*number)))
            .collect();
        (!parts.is_empty()).then(|| format!("Games left out: {}.", parts.join("; ")))
    }
}

fn at_table(findings: &[Finding], table: usize) -> impl Iterator<Item = &Finding> {
    findings.iter().filter(move |finding| finding.table == table)
}

/// Whether bots predict the recorded games, by the headline metrics; `None`: that is not decided.
fn predicts(findings: &[&Finding]) -> Option<bool> {
    let headline = findings.iter().filter(|finding| finding.metric.headline);
    let verdicts: Vec<DifferenceVerdict> = headline
        .filter_map(|finding| finding.difference)
        .map(|difference| difference.verdict)
        .collect();
    if verdicts.iter().any(|verdict| verdict.matters()) {
        return Some(false);
    }
    let is_open = verdicts.is_empty() || verdicts.contains(&DifferenceVerdict::Undecided);
    (!is_open).then_some(true)
}

/// Whether the text has a row for a finding also without `--all`.
fn is_listed(finding: &Finding) -> bool {
    let differs = finding.difference.is_some_and(|difference| difference.has_known_sign());
    differs || finding.metric.headline && !finding.is_absent()
}

impl RecordedGroup<'_> {
    /// What the verdicts on the headline metrics say about the bots of a table.
    fn verdicts(&self, table: &PlanTable, findings: &[&Finding]) -> String {
        let headline =
            findings.iter().filter(|finding| finding.metric.headline && !finding.is_absent());
        let (mut apart, mut alike, mut open) = (Vec::new(), Vec::new(), Vec::new());
        for finding in headline {
            let Some(difference) = &finding.difference else { continue };
            let name = name_for_people(finding.metric.name).to_lowercase();
            match difference.verdict {
                verdict if verdict.matters() => {
                    apart.push(in_words(self.games_in_words(), finding, difference));
                }
                DifferenceVerdict::Undecided => {
                    let why = short_of_games(difference).filter(|_| !self.is_few());
                    let why = why.map_or_else(String::new, |why| format!(" ({why})"));
                    open.push(name + why.as_str());
                }
                _ => alike.push(name),
            }
        }
        let mut words = format!("Beside {}:", table_in_words(table));
        let mut end = "";
        if !apart.is_empty() {
            let not = if self.is_of_bots() {
                "these bots do not predict those"
            } else {
                "bots do not predict people here"
            };
            let _ = write!(words, " {}: {not}", apart.join("; "));
            end = ";";
        }
        if !alike.is_empty() {
            let _ = write!(words, "{end} no difference that matters: {}", alike.join(", "));
            end = ";";
        }
        if !open.is_empty() {
            let _ = write!(words, "{end} not decided: {}", open.join(", "));
            end = ";";
        }
        words + if end.is_empty() { " no headline metric was measured." } else { "." }
    }

    /// Whose games they are.
    fn games_in_words(&self) -> &'static str {
        if self.is_of_bots() { "the recorded games" } else { "people's games" }
    }

    /// The names of the columns.
    fn head(&self) -> [&'static str; 5] {
        let (theirs, difference) = if self.is_of_bots() {
            ("recorded", "recorded − bots")
        } else {
            ("people", "people − bots")
        };
        ["bots", theirs, difference, "95 % interval", "verdict"]
    }

    /// The findings at one table of bots on the page.
    fn table_on_page(&self, table: &PlanTable, findings: &[&Finding]) -> Markup {
        let head = html! { th { "Metric" } @for name in self.head() { th { (name) } } };
        let rows: Vec<Markup> = findings
            .iter()
            .filter_map(|finding| {
                let [bots, people, difference, interval, verdict] = figures(finding)?;
                Some(html! {
                    td { (finding_for_people(finding)) }
                    td.n { (bots) } td.n { (people) } td.n { (difference) } td.n { (interval) }
                    td { (verdict) }
                })
            })
            .collect();
        html! {
            h3 { (shown(&table_in_words(table))) }
            p { (shown(&self.verdicts(table, findings))) }
            (wide_table(None, Some(&head), &rows))
        }
    }
}

/// A difference that matters: `people's games are longer than bots' by 3.1 to 6.0 turns`. `games`
/// says whose games they are.
fn in_words(games: &str, finding: &Finding, difference: &Difference) -> String {
    let figures = Figures::of_finding(finding);
    let (low, high) = difference.interval;
    let (low, high) = (low.abs().min(high.abs()), low.abs().max(high.abs()));
    let unit = match finding.metric.unit {
        unit if unit.is_share() => "points",
        unit => unit.name(),
    };
    let is_higher = difference.verdict == DifferenceVerdict::Higher;
    let by = format!("by {} {unit}", figures.range((low, high)));
    if finding.metric.name == "turns" {
        let longer = if is_higher { "longer" } else { "shorter" };
        return format!("{games} are {longer} than bots' {by}");
    }
    let name = name_for_people(finding.metric.name).to_lowercase();
    let higher = if is_higher { "higher" } else { "lower" };
    format!("{name} is {higher} in {games} {by}")
}

/// The figures of a finding: bots, people, the difference with its interval, the verdict.
fn figures(finding: &Finding) -> Option<[String; 5]> {
    let (b, difference) = (finding.b?, finding.difference?);
    let figures = Figures::of_finding(finding);
    Some([
        figures.value(finding.a.value),
        figures.value(b.value),
        figures.signed(difference.value),
        figures.interval(difference.interval),
        verdict_words(finding, &difference),
    ])
}

/// Findings as a table of text.
fn rows<'a>(head: [&str; 5], findings: impl Iterator<Item = &'a Finding>) -> String {
    let head = std::iter::once("").chain(head).map(str::to_owned).collect();
    let rows = findings.filter_map(|finding| {
        Some(std::iter::once(finding.title()).chain(figures(finding)?).collect())
    });
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    if rows.len() == 1 {
        String::new()
    } else {
        aligned(&rows, |column| column == 0 || column == 5)
    }
}
