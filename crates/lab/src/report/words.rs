//! Findings in words: the paragraph that a game designer can quote, and the shorter sentences of
//! the reports.

use super::figures::{Figures, about, grouped, probability, times};
use super::names::finding_for_people;
use super::{ComparisonSection, Report, table_in_words};
use crate::compare::{
    Claim, ClaimResult, ClaimState, Difference, DifferenceVerdict, Finding, LEAST_BLOCKS,
    LEAST_REPLAYED, PlanTable, REPLAYED, SideTally, StoppingRule,
};
use crate::metrics::Family;
use crate::stats::{ALPHA, Confidence};
use std::cmp::Ordering;
use tsuro::bots::{BotSpec, Strength};

/// What the sentences of a report count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountUnit {
    /// Blocks, each of which has a deal of its own: the unit of commands and of their statistics.
    Blocks,
    /// Games of each rule set at each table, as pages count.
    Games,
}

impl CountUnit {
    /// A number of blocks in words.
    pub(super) fn count(self, report: &Report<'_>, blocks: u64) -> String {
        match self {
            Self::Blocks => format!("{} blocks", grouped(blocks)),
            Self::Games => format!("{} games", grouped(report.plan.games_of(blocks))),
        }
    }

    /// How much was played, as a part of a sentence.
    fn played(self, report: &Report<'_>) -> String {
        let deals = grouped(report.blocks());
        match (self, report.is_single(), report.plan.unpaired) {
            (Self::Blocks, true, _) => format!("on {deals} deals"),
            (Self::Blocks, false, true) => format!("played on {deals} deals each"),
            (Self::Blocks, false, false) => format!("played on the same {deals} deals"),
            (Self::Games, single, unpaired) => {
                let games = self.count(report, report.blocks());
                let tables = report.plan.tables.iter().filter(|table| !table.skill_only).count();
                let at = if tables > 1 { " at each table" } else { "" };
                match (single, unpaired) {
                    (true, _) => format!("in {games}{at}"),
                    (false, true) => format!("in {games} of each{at}"),
                    (false, false) => format!("in {games} of each{at}, with the same luck"),
                }
            }
        }
    }
}

/// What was found, in words: a sentence for each table, then the rules that had no effect.
pub fn paragraph(report: &Report<'_>, section: &ComparisonSection) -> String {
    paragraph_in(report, section, CountUnit::Blocks)
}

/// As [`paragraph`], counting in this unit.
pub fn paragraph_in(report: &Report<'_>, section: &ComparisonSection, unit: CountUnit) -> String {
    let played = unit.played(report);
    let claim = report.claim.as_ref().map(|claim| {
        format!("Claim {} ({}).", state_word(claim.state()), claim_words(&claim.claim))
    });
    let mut sentences: Vec<String> = claim.into_iter().collect();
    sentences.push(match report.names(section) {
        (a, Some(b)) if section.differences.is_empty() => {
            format!("{a} and {b} are the same rules, {played}.")
        }
        (a, Some(b)) => format!("{b} compared with {a}, {}.", played.trim_start_matches("played ")),
        (a, None) => format!("{a}, {played}."),
    });
    if is_identical(report, section) {
        sentences.push("Nothing that was measured differed in any game.".to_owned());
    } else {
        sentences.extend(tables_in_words(report, section));
        sentences.extend(disagreements_in_words(report, section));
    }
    for (index, table) in
        report.plan.tables.iter().enumerate().filter(|(_, table)| table.skill_only)
    {
        let is_identical = is_identical_at(report, section, index);
        sentences.extend(
            section
                .at_table(index)
                .find(|finding| finding.name == "skill-edge")
                .map(|edge| skill_in_words(table, edge, is_identical)),
        );
    }
    sentences.extend(
        section.sides().into_iter().filter_map(|side| goal_in_words(report, section, side)),
    );
    for idle in report.idle_differences(section) {
        sentences.push(format!(
            "{} ({}) makes no difference: nothing that it affects ever happened.",
            idle.doc, idle.key
        ));
    }
    sentences.join(" ")
}

/// Whether two different rule sets were played with the same luck, and no number that was measured
/// differed in any block.
fn is_identical(report: &Report<'_>, section: &ComparisonSection) -> bool {
    let mut tables = 0..report.tally.tables.len();
    !tables.is_empty() && tables.all(|table| is_identical_at(report, section, table))
}

/// As [`is_identical`], of the games at one table.
fn is_identical_at(report: &Report<'_>, section: &ComparisonSection, table: usize) -> bool {
    let Some(at) = section.side.checked_sub(1) else { return false };
    let crosses = &report.tally.tables[table].crosses[at];
    !section.differences.is_empty()
        && !report.plan.unpaired
        && report.blocks() > 0
        && !crosses.is_empty()
        && crosses.iter().all(|cross| cross.differing == 0)
}

/// The headline findings at a table, of what ever happened there.
fn headline_at(section: &ComparisonSection, table: usize) -> impl Iterator<Item = &Finding> {
    section.at_table(table).filter(|finding| finding.metric.headline && !finding.is_absent())
}

/// The verdict that a headline metric has at all of several tables, if it is one without numbers:
/// no difference that matters, or that it is not decided.
fn common_verdict(findings: &[&Finding]) -> Option<DifferenceVerdict> {
    let bare = |finding: &&Finding| {
        let difference = finding.difference?;
        let is_bare = match difference.verdict {
            DifferenceVerdict::Equivalent => true,
            DifferenceVerdict::Undecided => {
                !difference.has_known_sign() && !difference.is_short_of_games()
            }
            _ => false,
        };
        is_bare.then_some(difference.verdict)
    };
    let verdict = findings.first().and_then(bare)?;
    (findings.len() > 1 && findings.iter().all(|finding| bare(finding) == Some(verdict)))
        .then_some(verdict)
}

/// The metrics that have a verdict without numbers, and the same one at all of some tables: their
/// names, and what is said of them once. `which` says of which tables.
fn said_of_all_tables<'a>(
    tables: &[(usize, &PlanTable)],
    section: &'a ComparisonSection,
    which: &str,
) -> (Vec<&'a str>, Vec<String>) {
    let mut all: Vec<(&str, Vec<&Finding>)> = Vec::new();
    for finding in tables.iter().flat_map(|(index, _)| headline_at(section, *index)) {
        match all.iter_mut().find(|(name, _)| *name == finding.name) {
            Some((_, known)) => known.push(finding),
            None => all.push((&finding.name, vec![finding])),
        }
    }
    let of_all = |verdict| -> Vec<&Finding> {
        let with_it = all.iter().filter(|(_, at)| common_verdict(at) == Some(verdict));
        with_it.map(|(_, at)| at[0]).collect()
    };
    let kinds = [
        ("No difference that matters", of_all(DifferenceVerdict::Equivalent)),
        ("Not decided", of_all(DifferenceVerdict::Undecided)),
    ];
    let said = kinds.iter().filter(|(_, findings)| !findings.is_empty()).map(|(what, findings)| {
        let subjects: Vec<String> = findings.iter().copied().map(subject).collect();
        format!("{what} at {which} table: {}.", subjects.join(", "))
    });
    let said = said.collect();
    let names = kinds.into_iter().flat_map(|(_, findings)| findings);
    (names.map(|finding| finding.name.as_str()).collect(), said)
}

/// What was found at the tables: what is so at all of them is said once, and tables of which the
/// same is said share a sentence. Where no game differed, that is all there is to say.
fn tables_in_words(report: &Report<'_>, section: &ComparisonSection) -> Vec<String> {
    let mut said: Vec<(Vec<&PlanTable>, String)> = Vec::new();
    let tables: Vec<(usize, &PlanTable)> =
        report.plan.tables.iter().enumerate().filter(|(_, table)| !table.skill_only).collect();
    let (identical, others): (Vec<_>, Vec<_>) =
        tables.iter().partition(|(index, _)| is_identical_at(report, section, *index));
    let (shared, of_all) = if section.side == 0 {
        (Vec::new(), Vec::new())
    } else {
        let which = if identical.is_empty() { "any" } else { "any other" };
        said_of_all_tables(&others, section, which)
    };
    if !identical.is_empty() {
        let tables = identical.into_iter().map(|(_, table)| table).collect();
        said.push((tables, "nothing that was measured differed in any game".to_owned()));
    }
    for (index, table) in others {
        let headline =
            headline_at(section, index).filter(|finding| !shared.contains(&finding.name.as_str()));
        let parts: Vec<String> = if section.side == 0 {
            headline.map(|finding| value_in_words(report, finding)).collect()
        } else {
            let has_few = (report.blocks() as f64) < LEAST_BLOCKS;
            let mut parts = differences_in_words(headline, has_few);
            let has_changed = headline_at(section, index)
                .filter_map(|finding| finding.difference)
                .any(|difference| difference.verdict.matters());
            let kind = if has_changed { " of another kind" } else { "" };
            parts.extend(
                changed_most(section, index)
                    .map(|change| format!("the clearest change{kind} is in {change}")),
            );
            parts
        };
        if parts.is_empty() {
            continue;
        }
        let what = parts.join("; ");
        match said.iter_mut().find(|(_, known)| *known == what) {
            Some((tables, _)) => tables.push(table),
            None => said.push((vec![table], what)),
        }
    }
    let sentence = |(tables, what): (Vec<&PlanTable>, String)| {
        let tables: Vec<String> = tables.into_iter().map(table_in_words).collect();
        format!("With {}, {what}.", tables.join(" and with "))
    };
    said.into_iter().map(sentence).chain(of_all).collect()
}

/// Of the metrics that are no headline, the one whose difference at a table is the clearest, in a
/// part of a sentence: often it is what the rules that differ are about. What follows a headline
/// metric that has changed is of its kind: other measures of the length, or reasons of ties.
fn changed_most(section: &ComparisonSection, table: usize) -> Option<String> {
    let has_changed = |name: &str| {
        let mut known = section.at_table(table).filter(|finding| finding.name == name);
        known.any(|finding| finding.difference.is_some_and(|found| found.verdict.matters()))
    };
    let (length, ties) = (has_changed("turns"), has_changed("ties"));
    let is_other = |finding: &&Finding| {
        let metric = finding.metric;
        !(metric.headline
            || length && metric.family == Family::Length
            || ties && metric.name.starts_with("ties"))
    };
    let clear = section.at_table(table).filter(is_other).filter_map(|finding| {
        let difference = finding.difference.filter(|difference| difference.verdict.matters())?;
        let error = difference.error.max(f64::MIN_POSITIVE);
        Some((finding, difference, finding.b?.value, difference.value.abs() / error))
    });
    let (finding, difference, b, _) = clear.max_by(|one, other| one.3.total_cmp(&other.3))?;
    let figures = Figures::of_finding(finding);
    let points = if finding.metric.unit.is_share() { " points" } else { "" };
    Some(format!(
        "“{}” ({}), from {} to {} ({}{points})",
        finding_for_people(finding),
        finding.name,
        figures.value(finding.a.value),
        figures.value(b),
        figures.signed(difference.value)
    ))
}

/// Names with commas between them, and "and" before the last.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// The strength of the weakest bot at a table; `None` where the program that uses the crate brings
/// one, of which nothing is known.
fn weakest_at(table: &PlanTable) -> Option<Strength> {
    let bots = table.bots().ok()?;
    let is_known = bots.iter().all(|bot| bot.missing_name().is_none());
    bots.iter().map(BotSpec::strength).min().filter(|_| is_known)
}

/// How a headline metric moves at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Movement {
    /// It rises.
    Up,
    /// It falls.
    Down,
    /// It does not change by an amount that matters.
    Level,
}

impl Movement {
    /// `None` where it is not known.
    fn new(difference: &Difference) -> Option<Self> {
        match difference.verdict {
            DifferenceVerdict::Equivalent => Some(Self::Level),
            _ if !difference.has_known_sign() => None,
            _ if difference.value > 0.0 => Some(Self::Up),
            _ => Some(Self::Down),
        }
    }
}

/// Which of the bots of two tables are the stronger players, in a sentence; empty if neither are.
fn believed(one: &PlanTable, other: &PlanTable) -> String {
    let (first, second) = (weakest_at(one), weakest_at(other));
    let stronger = match first.cmp(&second) {
        _ if first.is_none() || second.is_none() => None,
        Ordering::Greater => Some(one),
        Ordering::Less => Some(other),
        Ordering::Equal => None,
    };
    stronger
        .map_or_else(String::new, |table| format!(" Believe {}, the stronger players.", table.bots))
}

/// The headline metrics that change with some kinds of bots, and with others the other way or not
/// by an amount that matters; and which to believe.
fn disagreements_in_words(report: &Report<'_>, section: &ComparisonSection) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut players: Vec<u8> = report.plan.tables.iter().map(|table| table.players).collect();
    players.sort_unstable();
    players.dedup();
    let headline = || section.findings.iter().filter(|finding| finding.metric.headline);
    let mut names: Vec<&str> = headline().map(|finding| finding.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    for players in players {
        // What changes with some bots and not with others, by these bots.
        let mut partly: Vec<(&PlanTable, &PlanTable, Vec<String>)> = Vec::new();
        for &name in &names {
            // Of tables that agree, the one with the strongest bots speaks.
            let strongest = |is_so: &dyn Fn(&Difference) -> bool| {
                let at = headline().filter_map(|finding| {
                    let table = &report.plan.tables[finding.table];
                    let is_it =
                        finding.name == name && table.players == players && !table.skill_only;
                    let difference = finding.difference.filter(|_| is_it)?;
                    is_so(&difference).then_some((table, finding))
                });
                at.max_by_key(|(table, _)| weakest_at(table))
            };
            let moved =
                |which: Movement| strongest(&|difference| Movement::new(difference) == Some(which));
            if let (Some((up, finding)), Some((down, _))) =
                (moved(Movement::Up), moved(Movement::Down))
            {
                sentences.push(format!(
                    "With {players} players, {} rises with {} and falls with {}.{}",
                    subject(finding),
                    up.bots,
                    down.bots,
                    believed(up, down)
                ));
                continue;
            }
            let changed = strongest(&|difference| difference.verdict.matters());
            let (Some((changed, finding)), Some((level, _))) = (changed, moved(Movement::Level))
            else {
                continue;
            };
            match partly.iter_mut().find(|known| known.0 == changed && known.1 == level) {
                Some((.., subjects)) => subjects.push(subject(finding)),
                None => partly.push((changed, level, vec![subject(finding)])),
            }
        }
        sentences.extend(partly.into_iter().map(|(changed, level, subjects)| {
            format!(
                "With {players} players, {} {} with {}, but with {} by no amount that matters.{}",
                listed(&subjects),
                if subjects.len() == 1 { "changes" } else { "change" },
                changed.bots,
                level.bots,
                believed(changed, level)
            )
        }));
    }
    sentences
}

/// Which bots play for another goal than the rules of a side have, in a sentence.
fn goal_in_words(report: &Report<'_>, section: &ComparisonSection, side: usize) -> Option<String> {
    let (a, b) = report.names(section);
    unknown_goal(if side == 0 { a } else { b? }, &report.without_goal[side])
}

/// That these bots play for another goal than the rules have, in a sentence; `None`: there are none.
pub fn unknown_goal(rules: &str, bots: &[String]) -> Option<String> {
    let plays = match bots.len() {
        0 => return None,
        1 => "plays",
        _ => "play",
    };
    Some(format!(
        "Under {rules} it is not enough to be the last on the board, but {} {plays} for that; judge \
         skill there by bots that know the goal, such as learned and ismcts.",
        listed(bots)
    ))
}

/// The number of players, and into how many teams they are divided, if they are.
pub(super) fn players_and_teams(players: u8, sides: u8) -> String {
    let teams = if sides < players { format!(" in {sides} teams") } else { String::new() };
    format!("{players} players{teams}")
}

/// How far a run came that the user stopped, in a sentence.
pub(super) fn stopped_after(done: u64, all: u64, things: &str) -> String {
    format!("It was stopped after {} of {} {things}.", grouped(done), grouped(all))
}

/// What is said below the figures of a run: that it was stopped, and which bots have another goal.
pub(super) fn remarks(stopped: Option<String>, rules: &str, bots: &[String]) -> Vec<String> {
    stopped.into_iter().chain(unknown_goal(rules, bots)).collect()
}

/// What better play is worth, in a sentence.
fn skill_in_words(table: &PlanTable, edge: &Finding, is_identical: bool) -> String {
    let (strong, weak) = table.bots.split_once('+').unwrap_or((&table.bots, ""));
    let figures = Figures::of_finding(edge);
    let a = figures.value(edge.a.value);
    let found = match (edge.b, edge.difference) {
        (Some(_), _) if is_identical => {
            format!("{a} under both: nothing that was measured differed in any game")
        }
        (Some(b), Some(difference)) => {
            let change = format!(
                "({} points; 95 % interval {})",
                figures.signed(difference.value),
                figures.interval(difference.interval)
            );
            let b = figures.value(b.value);
            match difference.verdict {
                DifferenceVerdict::Higher | DifferenceVerdict::SlightlyHigher => {
                    format!("{a} under A and {b} under B: skill counts more {change}")
                }
                DifferenceVerdict::Lower | DifferenceVerdict::SlightlyLower => {
                    format!("{a} under A and {b} under B: skill counts less {change}")
                }
                DifferenceVerdict::Equivalent => {
                    format!("{a} under A and {b} under B, no difference that matters {change}")
                }
                DifferenceVerdict::Undecided => {
                    format!("{a} under A and {b} under B, which is not decided {change}")
                }
            }
        }
        _ => format!("{a} ({})", figures.range(edge.a.interval)),
    };
    format!(
        "With {} players, of the wins of one {strong} and one {weak} player, the {strong} player \
         has {found}.",
        table.players
    )
}

/// How sure the verdicts of a report are, in words: one error rate for all of them, what carries
/// it, and whether what was planned was played.
pub fn certainty(report: &Report<'_>) -> String {
    certainty_in(report, CountUnit::Blocks)
}

/// As [`certainty`], counting in this unit.
pub fn certainty_in(report: &Report<'_>, unit: CountUnit) -> String {
    let mut sentences =
        if report.is_single() { Vec::new() } else { verdicts_in_words(report, unit) };
    sentences.extend(unreplayed_in_words(report, unit));
    sentences.extend(design_in_words(report, unit));
    sentences.join(" ")
}

/// How sure the verdicts are, and which is the surest.
fn verdicts_in_words(report: &Report<'_>, unit: CountUnit) -> Vec<String> {
    let mut sentences = vec![format!(
        "All verdicts of this report, on all rule sets, tables and metrics together, are wrong \
         with a probability of at most {:.0} %.",
        100.0 * ALPHA
    )];
    if report.claim.is_some() {
        sentences.push("The claim is not one of them: it has error rates of its own.".to_owned());
    }
    let least = report
        .sections
        .iter()
        .flat_map(|section| section.findings.iter().map(move |finding| (section, finding)));
    let least =
        least.filter_map(|(section, finding)| Some((section, finding, finding.difference?)));
    let least = least
        .filter(|(_, _, difference)| difference.has_known_sign())
        .min_by(|one, other| one.2.p.total_cmp(&other.2.p));
    if let Some((section, finding, difference)) = least {
        let of = if report.sections.len() > 1 {
            format!(" under {}", report.names(section).1.unwrap_or_default())
        } else {
            String::new()
        };
        let table = table_in_words(&report.plan.tables[finding.table]);
        sentences.push(format!(
            "The clearest difference is that in {}{of} with {table} ({}).",
            subject(finding),
            probability(difference.p)
        ));
    }
    if (report.blocks() as f64) < LEAST_BLOCKS {
        let least = unit.count(report, LEAST_BLOCKS as u64);
        sentences.push(format!("There are no verdicts on fewer than {least}."));
    }
    let mut findings = report.sections.iter().flat_map(|section| &section.findings);
    if (report.blocks() as f64) >= LEAST_BLOCKS && findings.any(Finding::is_short_of_games) {
        sentences.push(PARTS_OF_GAMES.to_owned());
    }
    sentences
}

/// Why fewer games can count for a metric than there are.
pub(super) const PARTS_OF_GAMES: &str = "Some metrics are about a part of a game, such as the turns after an elimination. A game \
     counts by how much of that it has, and the game that has most of it counts as a whole one. \
     There is no verdict where too few games count.";

/// That too few games were played again to tell how much luck explains.
fn unreplayed_in_words(report: &Report<'_>, unit: CountUnit) -> Option<String> {
    let replayed = |side: &SideTally| side.groups.iter().map(|group| group.luck.games).sum::<u64>();
    let is_unreplayed = report
        .tally
        .tables
        .iter()
        .flat_map(|table| &table.sides)
        .all(|side| replayed(side) < LEAST_REPLAYED);
    if !report.plan.has_family(Family::Luck) || !is_unreplayed {
        return None;
    }
    let least = unit.count(report, LEAST_REPLAYED * REPLAYED);
    Some(format!(
        "How much luck explains is left out: it needs {least}, since one in {REPLAYED} is played \
         again."
    ))
}

/// Whether what was planned was played, and what that does to the intervals.
fn design_in_words(report: &Report<'_>, unit: CountUnit) -> Option<String> {
    let design = report.design.as_ref()?;
    let played = unit.count(report, report.blocks());
    Some(match (&design.stop, design.blocks) {
        (StoppingRule::Fixed, Some(_)) if report.terms.confidence == Confidence::Fixed => {
            format!("{played} were planned and played.")
        }
        (StoppingRule::Fixed, Some(planned)) => {
            let planned = unit.count(report, planned);
            let played = played.split(' ').next().unwrap_or_default();
            format!(
                "{planned} were planned and {played} played, so the intervals are wider: they \
                 allow for any number of looks."
            )
        }
        (StoppingRule::Until(width), _) => {
            format!(
                "Games were played until the intervals reached {} %; they allow for any number of \
                 looks.",
                (1e6 * width).round() / 1e4
            )
        }
        (StoppingRule::Claim(_), _) => "Games were played until the claim was decided; the \
                                        intervals allow for any number of looks."
            .to_owned(),
        _ => {
            let what = if unit == CountUnit::Blocks { "blocks" } else { "games" };
            let played = played.split(' ').next().unwrap_or_default();
            format!(
                "No number of {what} was planned for these {played}, so the intervals are wider: \
                 they allow for any number of looks."
            )
        }
    })
}

/// A number without the last digits, in which only the errors of arithmetic differ.
fn rounded(value: f64) -> f64 {
    (1e6 * value).round() / 1e6
}

/// The difference that a claim states: `+2`, `−3 points`.
fn claimed_figure(claim: &Claim, value: f64) -> String {
    let is_share = claim.metric().is_some_and(|metric| metric.unit.is_share());
    let (value, unit) = if is_share { (100.0 * value, " points") } else { (value, "") };
    format!("{}{}{unit}", if value > 0.0 { "+" } else { "" }, rounded(value)).replace('-', "−")
}

/// A claim in words: `turns: B − A is at least +2, tested against +1`.
pub(super) fn claim_words(claim: &Claim) -> String {
    let most = if claim.bound > claim.against { "at least" } else { "at most" };
    let (bound, against) =
        (claimed_figure(claim, claim.bound), claimed_figure(claim, claim.against));
    format!("{}: B − A is {most} {bound}, tested against {against}", claim.metric)
}

fn state_word(state: ClaimState) -> &'static str {
    match state {
        ClaimState::Accepted => "accepted",
        ClaimState::Rejected => "rejected",
        ClaimState::Undecided => "not decided",
    }
}

/// What became of a claim, and how often such a claim is decided wrongly.
pub(super) fn claim_verdict(result: &ClaimResult) -> String {
    let Claim { bound, against, alpha, beta, .. } = result.claim;
    let (beyond, short) = if bound > against { ("more", "less") } else { ("less", "more") };
    let figure = |value: f64| claimed_figure(&result.claim, value);
    let blocks = result.looks.last().map_or(0, |look| look.blocks);
    format!(
        "The claim is {} after {} blocks ({}). If B − A is {} or {short}, the claim is accepted \
         with a probability of at most {} %; if it is {} \
         or {beyond}, the claim is rejected with a probability of at most {} %.",
        state_word(result.state()),
        grouped(blocks),
        claim_words(&result.claim),
        figure(against),
        rounded(100.0 * alpha),
        figure(bound),
        rounded(100.0 * beta)
    )
}

/// A headline metric as the subject of a sentence in the singular; any other metric by its name.
fn subject(finding: &Finding) -> String {
    match finding.name.as_str() {
        "unfairness" => "the unfairness of the seats".into(),
        "first-seat-advantage" => "the first seat's advantage".into(),
        "ties" => "the share of ties".into(),
        "won-together" => "the share of games that the players win together".into(),
        "turns" => "the number of turns".into(),
        "sat-out" => "the share of a game that the eliminated sit out".into(),
        "skill-edge" => "the edge of the better players".into(),
        _ => finding.title().replace('-', " "),
    }
}

fn value_in_words(report: &Report<'_>, finding: &Finding) -> String {
    let figures = Figures::of_finding(finding);
    let (value, range) = (figures.value(finding.a.value), figures.range(finding.a.interval));
    match finding.name.as_str() {
        "unfairness" if finding.a.interval.0 <= 0.0 && (report.blocks() as f64) < LEAST_BLOCKS => {
            "there are too few games to say how even the seats are".to_owned()
        }
        "unfairness" if finding.a.interval.0 <= 0.0 => {
            format!(
                "the seats are as even as chance allows (at most {} points from even)",
                figures.bare(finding.a.interval.1)
            )
        }
        "unfairness" => format!(
            "the win shares of the seats lie {} points from even ({range})",
            figures.bare(finding.a.value)
        ),
        _ => format!("{} is {value} ({range})", subject(finding)),
    }
}

/// How a value moves from one rule set to the other, with its interval.
fn change_in_words(finding: &Finding, difference: &Difference, b: f64) -> String {
    let figures = Figures::of_finding(finding);
    let up = difference.value > 0.0;
    let (a, b) = (figures.value(finding.a.value), figures.value(b));
    let moves = match (finding.metric.name, up) {
        ("unfairness", true) => format!("the seats are less fair: {a} from even becomes {b}"),
        ("unfairness", false) => format!("the seats are fairer: {a} from even becomes {b}"),
        (_, true) => format!("{} rises from {a} to {b}", subject(finding)),
        (_, false) => format!("{} falls from {a} to {b}", subject(finding)),
    };
    let points = if finding.metric.unit.is_share() { " points" } else { "" };
    format!(
        "{moves} ({}{points}; 95 % interval {})",
        figures.signed(difference.value),
        figures.interval(difference.interval)
    )
}

/// The differences that were found, one by one; then the metrics without a difference that matters,
/// and the metrics that need more games. With `has_few`, the report says of all of them that there
/// are too few games.
fn differences_in_words<'a>(
    headline: impl Iterator<Item = &'a Finding>,
    has_few: bool,
) -> Vec<String> {
    let mut parts = Vec::new();
    let (mut slight, mut equivalent, mut undecided) = (Vec::new(), Vec::new(), Vec::new());
    for finding in headline {
        let (Some(difference), Some(b)) = (finding.difference, finding.b) else { continue };
        let figures = Figures::of_finding(finding);
        let points = if finding.metric.unit.is_share() { " points" } else { "" };
        let with_value =
            || format!("{} ({}{points})", subject(finding), figures.signed(difference.value));
        match difference.verdict {
            DifferenceVerdict::Higher | DifferenceVerdict::Lower => {
                parts.push(change_in_words(finding, &difference, b.value));
            }
            DifferenceVerdict::SlightlyHigher | DifferenceVerdict::SlightlyLower => {
                slight.push(with_value());
            }
            DifferenceVerdict::Equivalent => equivalent.push(subject(finding)),
            DifferenceVerdict::Undecided if difference.has_known_sign() => {
                parts.push(format!(
                    "{} {} by about {}{points}; too early to say whether by more than {}{points}",
                    subject(finding),
                    if difference.value > 0.0 { "rises" } else { "falls" },
                    figures.bare(difference.value.abs()),
                    figures.bare(difference.margin),
                ));
            }
            DifferenceVerdict::Undecided => {
                let why = short_of_games(&difference).filter(|_| !has_few);
                let why = why.map_or_else(String::new, |why| format!(" ({why})"));
                undecided.push(subject(finding) + why.as_str());
            }
        }
    }
    let lists = [
        ("a difference too small to matter in ", slight),
        ("no difference that matters in ", equivalent),
        ("not decided: ", undecided),
    ];
    parts.extend(
        lists
            .into_iter()
            .filter(|(_, list)| !list.is_empty())
            .map(|(words, list)| format!("{words}{}", list.join(", "))),
    );
    parts
}

/// A finding in a few words, for a line that changes while games are played: `turns +3.21 ± 0.20`.
pub fn headline(finding: &Finding) -> String {
    let figures = Figures::of_finding(finding);
    let (value, (low, high)) = match finding.difference {
        Some(difference) => (figures.signed(difference.value), difference.interval),
        None => (figures.bare(finding.a.value), finding.a.interval),
    };
    format!("{} {value} ± {}", finding.title(), figures.value((high - low) / 2.0))
}

/// That too few games count for a verdict: `24 games count, 30 are needed`; `None` if enough do.
pub(super) fn short_of_games(difference: &Difference) -> Option<String> {
    let Difference { counted_games, needed_games, .. } = difference;
    let count = if *counted_games == 1 { "game counts" } else { "games count" };
    difference.is_short_of_games().then(|| {
        format!("{} {count}, {} are needed", grouped(*counted_games), grouped(*needed_games))
    })
}

/// The verdict on a difference for people, with the number of games that would decide it.
pub(super) fn verdict_words(finding: &Finding, difference: &Difference) -> String {
    let is_unfairness = finding.metric.name == "unfairness";
    let (higher, lower) = if is_unfairness { ("less fair", "fairer") } else { ("higher", "lower") };
    match difference.verdict {
        DifferenceVerdict::Higher => higher.to_owned(),
        DifferenceVerdict::Lower => lower.to_owned(),
        DifferenceVerdict::SlightlyHigher => format!("slightly {higher}"),
        DifferenceVerdict::SlightlyLower => format!("slightly {lower}"),
        DifferenceVerdict::Equivalent => "no difference that matters".to_owned(),
        DifferenceVerdict::Undecided => {
            let sign = if difference.value > 0.0 { higher } else { lower };
            let found = if difference.has_known_sign() {
                format!("{sign}, perhaps slightly")
            } else {
                "undecided".to_owned()
            };
            if let Some(why) = short_of_games(difference) {
                return format!("{found}: {why}");
            }
            match difference.more_games {
                _ if difference.is_about_the_margin() => {
                    format!("{found}: about as large as what you call small")
                }
                Some(games) => format!("{found}, {} more games", about(games)),
                None => found,
            }
        }
    }
}

/// How many times as many games a difference would have taken without common luck.
pub(super) fn saved_words(difference: &Difference) -> String {
    if difference.paired { times(difference.saved) } else { "unpaired".to_owned() }
}
