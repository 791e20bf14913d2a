//! Names of metrics for people.

use crate::compare::Finding;
use tsuro::game::{MAX_SEATS, Seat};
use tsuro::rules::hazard::names;

/// The names of all metrics for people, by their names in JSON and CSV. Metrics of a seat or a pair
/// of seats go on with the seats.
const NAMES: [(&str, &str); 62] = [
    ("win-share", "Share of the wins"),
    ("first-seat-advantage", "Advantage of the first seat"),
    ("unfairness", "Unfairness of the seats"),
    ("seat-balance", "Balance of the seats"),
    ("seat-entropy", "Evenness of the seats"),
    ("ties", "Share of ties"),
    ("ties-same-move", "Ties: all out in the same move"),
    ("ties-tiles-gone", "Ties: tiles gone or board full"),
    ("won-together", "Won by the players together"),
    ("turn-limit", "Stopped at the turn limit"),
    ("outlasts", "Stays on the board longer"),
    ("turns", "Turns per game"),
    ("turns-sd", "Turns: standard deviation"),
    ("turns-median", "Turns: median"),
    ("turns-low", "Turns: 5 % of games are shorter"),
    ("turns-high", "Turns: 5 % of games are longer"),
    ("rounds", "Rounds per game"),
    ("rounds-sd", "Rounds: standard deviation"),
    ("rounds-median", "Rounds: median"),
    ("rounds-low", "Rounds: 5 % of games are shorter"),
    ("rounds-high", "Rounds: 5 % of games are longer"),
    ("tiles-placed", "Tiles placed per game"),
    ("tiles-placed-sd", "Tiles placed: standard deviation"),
    ("tiles-placed-median", "Tiles placed: median"),
    ("tiles-placed-low", "Tiles placed: 5 % of games have fewer"),
    ("tiles-placed-high", "Tiles placed: 5 % of games have more"),
    ("first-elimination", "Turn of the first elimination"),
    ("sat-out", "Share of a game sat out"),
    ("sat-out-median", "Sat out by the median player"),
    ("wait", "Turns of others between one's own"),
    ("minutes", "Minutes per game of people"),
    ("out-edge", "Eliminated at the edge"),
    ("out-collision", "Eliminated by collision"),
    ("out-loop", "Eliminated in a loop"),
    (names::OUT, names::OUT_LABEL),
    ("out-outside-rule", "Eliminated by a rule from outside"),
    ("out-by-own", "Eliminated by one's own placement"),
    ("out-by-other", "Eliminated by another's placement"),
    ("out-by-chance", "Eliminated by chance"),
    ("eliminations", "Eliminations per game"),
    ("legal-placements", "Legal placements per turn"),
    ("choice", "Turns with a choice"),
    ("forced-suicides", "Forced to run off the board"),
    ("kingmaking", "Games with a kingmaker"),
    ("exchanges-offered", "Exchanges offered per game"),
    ("exchanges-taken", "Exchanges made per game"),
    ("squares-filled", "Share of the board that is filled"),
    ("path-length", "Length of a piece's path"),
    ("crossings", "Crossings of one's own path"),
    (names::ON_BOARD, names::ON_BOARD_LABEL),
    ("wake-tiles-eaten", "Wake tiles removed per game"),
    ("tiles-left", "Tiles left in the pile"),
    ("dragon-turns", "Turns with the Dragon tile in a hand"),
    ("skill-edge", "Edge of the better players"),
    ("luck-deck", "Luck: the order of the tiles"),
    ("luck-dice", "Luck: dice and what else rules draw"),
    ("luck-start", "Luck: start marks and who is first"),
    ("behind", "Turns in which the winner is behind"),
    ("drama", "How far the winner is behind"),
    ("lead-changes", "Changes of the lead per game"),
    ("uncertainty", "How open the game is"),
    ("decisiveness", "Share of a game before it is decided"),
];

/// The name of a metric for people; its own name if it has none.
pub fn name_for_people(metric: &str) -> &str {
    NAMES.iter().find(|(name, _)| *name == metric).map_or(metric, |(_, people)| people)
}

/// The name of a finding for people, who count seats from 1: `Share of the wins, seat 1`.
pub(super) fn finding_for_people(finding: &Finding) -> String {
    let metric = finding.metric.name;
    let numbers = finding.name.strip_prefix(metric).unwrap_or_default().split('-').skip(1);
    let seats: Vec<Seat> =
        numbers.filter_map(|number| Seat::checked(number.parse().ok()?, MAX_SEATS as u8)).collect();
    let name = name_for_people(metric);
    match &seats[..] {
        [seat] => format!("{name}, seat {seat}"),
        [one, other] => format!("{name}: seat {one} than seat {other}"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::METRICS;

    #[test]
    fn every_metric_has_a_name_for_people_and_no_other_has() {
        let known: Vec<&str> = METRICS.iter().map(|metric| metric.name).collect();
        assert_eq!(NAMES.map(|(name, _)| name).to_vec(), known);
    }
}
