//! [`LossComparison`]: where pieces are lost more or less often under another rule set, on the same
//! luck.

use crate::losses::{LossAt, LossKind, LossMap};
use crate::simulate::{GameCounter, GameSums as _, RunError, Simulation, simulate_pairs};
use crate::stats::{ALPHA, Cross, Pair, Sums, Wilson, covariance, normal_quantile, ratio};
use crate::table::{DataTable, TableCell};
use std::collections::BTreeMap;
use tsuro::json::{Json, json};

const COLUMNS: &str = "by,name,a,b,difference,low,high,verdict";

/// The difference of the losses at one square, from one start mark or by one tile.
#[derive(Debug, Clone, PartialEq)]
pub struct LossDifference {
    /// By what it is counted.
    pub kind: LossKind,
    /// The square (`a1`), the start mark (`a1:A`) or the number of the tile.
    pub name: String,
    /// The share with a loss under each rule set.
    pub shares: [f64; 2],
    /// The 95 % interval of the second share minus the first; those of one kind hold together.
    pub interval: [f64; 2],
}

impl LossDifference {
    /// The second share minus the first.
    pub fn difference(&self) -> f64 {
        self.shares[1] - self.shares[0]
    }

    /// `higher` or `lower` under the second rule set, if that is certain, otherwise `undecided`.
    pub fn verdict(&self) -> &'static str {
        match self.interval {
            [low, _] if low > 0.0 => "higher",
            [_, high] if high < 0.0 => "lower",
            _ => "undecided",
        }
    }
}

/// The sums over the games of one square, mark or tile.
#[derive(Debug, Clone, Copy, Default)]
struct PairedSums {
    sides: [Sums; 2],
    cross: Cross,
}

/// Where pieces are lost under two rule sets.
#[derive(Debug)]
pub struct LossComparison {
    /// The maps of both rule sets.
    pub maps: [LossMap; 2],
    sums: BTreeMap<LossAt, PairedSums>,
}

/// Plays the games of two simulations that differ in their rules alone.
///
/// # Errors
/// A bot made a choice that is not allowed; the comparison is that of the games before.
pub fn compare_losses(
    sides: [&Simulation<'_>; 2],
    progress: &GameCounter,
) -> (LossComparison, Result<(), RunError>) {
    let players = sides[0].bots.names().len() as u8;
    let empty = |side: usize| LossMap::of(sides[side].variant, players);
    let mut found = LossComparison { maps: [empty(0), empty(1)], sums: BTreeMap::new() };
    let outcome = simulate_pairs(empty, sides, progress, |game| found.add(&game));
    (found, outcome)
}

impl LossComparison {
    /// Adds a game, as it was under each rule set.
    fn add(&mut self, game: &[LossMap; 2]) {
        let pair = |side: usize, at: LossAt| {
            let [lost, of] = game[side].counts().get(&at).copied().unwrap_or_default();
            Pair { over: lost as i64, under: of as i64 }
        };
        let [one, other] = game.each_ref().map(LossMap::counts);
        let only_other = other.keys().filter(|at| !one.contains_key(at));
        for &at in one.keys().chain(only_other) {
            let sums = self.sums.entry(at).or_default();
            let [a, b] = [pair(0, at), pair(1, at)];
            sums.sides[0].add(a);
            sums.sides[1].add(b);
            sums.cross.add(a, b);
        }
        for (map, game) in self.maps.iter_mut().zip(game) {
            map.merge(game);
        }
    }

    /// The differences of one kind that can be told: what both rule sets have.
    pub fn differences(&self, kind: LossKind) -> Vec<LossDifference> {
        let in_both = |(at, sums): &(&LossAt, &PairedSums)| {
            at.kind() == kind && sums.sides.iter().all(|side| side.under > 0)
        };
        let found: Vec<_> = self.sums.iter().filter(in_both).collect();
        // Bonferroni: who looks for the largest difference has looked at all of them.
        let z = normal_quantile(1.0 - ALPHA / 2.0 / found.len().max(1) as f64);
        let games = self.maps[0].summary.games();
        found.into_iter().map(|(at, sums)| difference(*at, sums, games, z)).collect()
    }

    /// All differences, a row for each.
    pub fn table(&self) -> DataTable {
        let all = LossKind::ALL.into_iter().flat_map(|kind| self.differences(kind));
        let rows = all.map(|one| {
            vec![
                TableCell::from(one.kind.name()),
                one.name.clone().into(),
                one.shares[0].into(),
                one.shares[1].into(),
                one.difference().into(),
                one.interval[0].into(),
                one.interval[1].into(),
                one.verdict().into(),
            ]
        });
        DataTable::of_kinds(COLUMNS, "by,name,verdict", "", "", rows)
    }

    /// All differences as JSON: a list for each kind.
    pub fn to_json(&self) -> Json {
        let list = |kind| {
            Json::list(self.differences(kind).into_iter().map(|one| {
                json!({
                    "name": one.name.as_str(),
                    "a": one.shares[0],
                    "b": one.shares[1],
                    "difference": one.difference(),
                    "interval": one.interval,
                    "verdict": one.verdict(),
                })
            }))
        };
        json!({
            "squares": list(LossKind::Square),
            "marks": list(LossKind::Mark),
            "tiles": list(LossKind::Tile),
        })
    }
}

/// The difference of two shares over the same games, with the interval of R. G. Newcombe, *Improved
/// confidence intervals for the difference between binomial proportions based on paired data*
/// (Statistics in Medicine 17, 1998), method 10: Wilson's intervals of both shares, put together
/// with their correlation. It has a width even where all games are alike.
fn difference(at: LossAt, sums: &PairedSums, games: u64, z: f64) -> LossDifference {
    let shares = sums.sides.each_ref().map(|side| side.over as f64 / side.under as f64);
    let variance = |side: &Sums| ratio(side, games).map_or(0.0, |found| found.variance);
    let [a, b] = &sums.sides;
    let spread = (variance(a) * variance(b)).sqrt();
    let common = if spread > 0.0 { covariance(a, b, &sums.cross, games) / spread } else { 0.0 };
    let common = common.clamp(-1.0, 1.0);
    let [(below_a, above_a), (below_b, above_b)] = [0, 1].map(|side| {
        let found = Wilson::new(shares[side], sums.sides[side].under as f64, z);
        (shares[side] - found.low, found.high - shares[side])
    });
    let reach = |one: f64, other: f64| {
        (one * one - 2.0 * common * one * other + other * other).max(0.0).sqrt()
    };
    let difference = shares[1] - shares[0];
    // What was seen in no game may still be there in one of many.
    let fewest = a.under.min(b.under) as f64;
    let unseen = Wilson::new(0.0, fewest, z).high;
    let (low, high) = (reach(below_b, above_a).max(unseen), reach(above_b, below_a).max(unseen));
    LossDifference {
        kind: at.kind(),
        name: at.to_string(),
        shares,
        interval: [difference - low, difference + high],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::losses::LossShare;
    use crate::simulate::Bots;
    use tsuro::bots::BotSpec;
    use tsuro::rules::Registry;
    use tsuro::ruleset::{BuiltIns, Variant};

    fn compared(rules: [&str; 2], bot: &str, games: u64, seed: &str) -> LossComparison {
        let variants =
            rules.map(|name| Variant::load(name, &BuiltIns, &Registry::default()).unwrap());
        let bots = Bots::new(vec![BotSpec::parse(bot).unwrap(); 3]);
        let sides =
            variants.each_ref().map(|one| Simulation::new(one, &bots, seed, games).threads(2));
        let counter = GameCounter::default();
        let (found, outcome) = compare_losses(sides.each_ref(), &counter);
        outcome.unwrap();
        assert_eq!(counter.games.into_inner(), 2 * games);
        found
    }

    #[test]
    fn the_maps_are_those_of_each_rule_set_alone() {
        let found = compared(["classic", "classic+hand=2"], "greedy", 60, "alone");
        let variant = Variant::load("classic+hand=2", &BuiltIns, &Registry::default()).unwrap();
        let bots = Bots::new(vec![BotSpec::parse("greedy").unwrap(); 3]);
        let alone = Simulation::new(&variant, &bots, "alone", 60);
        let counter = GameCounter::default();
        let (map, _) = crate::simulate_into(|| LossMap::of(&variant, 3), &alone, &counter, None);
        for kind in LossKind::ALL {
            assert_eq!(found.maps[1].shares(kind), map.shares(kind));
            let shares: Vec<f64> = map.shares(kind).iter().map(LossShare::share).collect();
            let compared: Vec<f64> =
                found.differences(kind).iter().map(|one| one.shares[1]).collect();
            assert_eq!(compared.len(), shares.len());
            assert_eq!(compared, shares);
        }
    }

    #[test]
    fn the_same_rules_differ_nowhere_and_are_never_said_to_be_equal() {
        let found = compared(["classic", "classic"], "greedy", 80, "same");
        for kind in LossKind::ALL {
            for one in found.differences(kind) {
                assert_eq!((one.difference(), one.verdict()), (0.0, "undecided"));
                assert!(one.interval[0] < 0.0 && one.interval[1] > 0.0, "{one:?}");
            }
        }
    }

    #[test]
    fn rules_that_lose_alike_are_seldom_told_apart() {
        // Whoever begins, all play alike; but the games are others.
        let differs = |run: u64| {
            let rules = ["classic", "classic+random-first"];
            let found = compared(rules, "random", 100, &format!("run {run}"));
            LossKind::ALL
                .into_iter()
                .any(|kind| found.differences(kind).iter().any(|one| one.verdict() != "undecided"))
        };
        assert!((0..30).filter(|&run| differs(run)).count() <= 8);
    }

    #[test]
    fn where_pieces_may_leave_the_board_more_are_lost_at_its_edge() {
        let found = compared(["classic", "classic+free-suicide"], "random", 400, "suicide");
        let squares = found.differences(LossKind::Square);
        let higher = squares.iter().filter(|one| one.verdict() == "higher");
        assert!(higher.count() > 0, "{squares:?}");
        let rows = found.table().csv();
        assert!(rows.starts_with("by,name,a,b,difference,low,high,verdict\nsquare,a1,"), "{rows}");
    }
}
