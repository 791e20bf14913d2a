//! Tournaments in parts: what the games depend on as a text, so that other processes can play some
//! of the deals, and the results of deals as a text, from which the standings are made in the end.

use super::{Finish, GameResult, Standings, Tournament, play_deals, seating_circle};
use crate::compare::{Part, PlanSide, checksum, has_checksum};
use crate::simulate::{GameCounter, RunError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use tsuro::bots::BotSpec;
use tsuro::game::{MAX_SEATS, RunSeed};
use tsuro::rules::Registry;
use tsuro::ruleset::{Variant, from_json};

/// How the text of a plan begins.
const BEGINNING: &str = "{\"tsuro_tournament\":";

/// The version of plans and parts.
const VERSION: u32 = 1;

/// The digits of places and of numbers of winners: a game has fewer seats than there are digits.
const RADIX: u32 = 36;

/// The most deals: all of them have numbers below this one.
const MOST_DEALS: u64 = 1_000_000_000_000;

/// Everything that the games of a tournament depend on, but for the numbers of the deals.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentPlan {
    tsuro_tournament: u32,
    /// The rule set.
    pub rules: PlanSide,
    /// The number of players at a table.
    pub players: u8,
    /// The contestants: names of bots, and `policy:NAME`.
    pub bots: Vec<String>,
    /// The seed of the run.
    pub seed: String,
}

/// Why a plan or a part cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TournamentError {
    /// The text was altered or cut off.
    #[error("it was altered or cut off ({0})")]
    Damaged(String),
    /// It belongs to something else.
    #[error("it has another {0}")]
    Foreign(&'static str),
    /// Two parts have the same deal.
    #[error("deal {0} was already added")]
    Twice(u64),
}

fn damaged(why: &(impl ToString + ?Sized)) -> TournamentError {
    TournamentError::Damaged(why.to_string())
}

impl TournamentPlan {
    /// The plan of a tournament.
    pub fn new(variant: &Variant, players: u8, bots: Vec<String>, seed: String) -> Self {
        Self { tsuro_tournament: VERSION, rules: PlanSide::new(variant), players, bots, seed }
    }

    /// Whether a text is that of a plan.
    pub fn is_one(text: &str) -> bool {
        text.starts_with(BEGINNING)
    }

    /// As a text.
    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads the text of a plan.
    ///
    /// # Errors
    /// It is not a plan of this version.
    pub fn read(text: &str) -> Result<Self, TournamentError> {
        let plan: Self = serde_json::from_str(text).map_err(|why| damaged(&why))?;
        if plan.tsuro_tournament != VERSION {
            return Err(TournamentError::Foreign("version"));
        }
        if plan.bots.len() < 2 || !(1..=MAX_SEATS as u8).contains(&plan.players) {
            return Err(damaged("its bots or players"));
        }
        Ok(plan)
    }

    /// The rule set of the plan.
    ///
    /// # Errors
    /// It cannot be read with the rules of `registry`, or is another one there.
    pub fn variant(&self, registry: &Registry) -> Result<Variant, TournamentError> {
        from_json(&self.rules.rules, registry)
            .ok()
            .and_then(|resolved| Variant::new(resolved, registry).ok())
            .filter(|variant| variant.hash() == self.rules.hash)
            .filter(|variant| variant.players().contains(self.players))
            .ok_or(TournamentError::Foreign("rule set"))
    }

    /// Plays these deals of the plan. `bots` are its contestants. `None`: `counter` has stopped it.
    /// Faults of bots that are programs are not kept.
    ///
    /// # Errors
    /// A bot made a choice that is not allowed.
    ///
    /// # Panics
    /// If there are no deals, or some have numbers from 1,000,000,000,000 on.
    pub fn play(
        &self,
        variant: &Variant,
        bots: &[BotSpec],
        deals: Range<u64>,
        threads: usize,
        counter: &GameCounter,
    ) -> Result<Option<TournamentPart>, RunError> {
        assert!(
            deals.start < deals.end && deals.end <= MOST_DEALS,
            "a plan has no deals {deals:?}"
        );
        let length = deals.end - deals.start;
        let asked =
            Tournament::new(variant, bots, self.players, length, &self.seed).threads(threads);
        let mut results = String::new();
        let mut played = 0;
        play_deals(&asked, deals.start, counter, |games| {
            played += 1;
            for game in games {
                write_game(game, &mut results);
            }
        })?;
        Ok((played == length).then(|| TournamentPart {
            plan: checksum(&self.write()),
            deals: vec![deals],
            results,
        }))
    }

    /// How many digits the results of a deal have.
    fn width(&self) -> usize {
        self.bots.len() * (usize::from(self.players) + 1)
    }
}

fn digit(number: usize) -> char {
    char::from_digit(number as u32, RADIX).unwrap_or('?')
}

/// Writes the number of winners and the places of the seats.
fn write_game(game: &GameResult, results: &mut String) {
    results.push(digit(game.finishes.iter().filter(|finish| finish.share > 0.0).count()));
    results.extend(game.finishes.iter().map(|finish| digit(finish.place)));
}

/// Reads the games of a deal, whose contestants are `members` of a larger list. `None`: they are
/// not the results of a deal.
fn read_games(
    results: &str,
    members: &[usize],
    players: u8,
    run: RunSeed,
    deal: u64,
) -> Option<Vec<GameResult>> {
    let digits: Option<Vec<usize>> =
        results.chars().map(|digit| digit.to_digit(RADIX).map(|number| number as usize)).collect();
    let (digits, seats) = (digits?, usize::from(players));
    if digits.len() != members.len() * (seats + 1) {
        return None;
    }
    let circle = seating_circle(members.len(), run, deal);
    let game = |(game, digits): (usize, &[usize])| {
        let (&winners, places) = digits.split_first()?;
        // Winners come first, so those with a place before this number have won.
        let has_won = |place: usize| place < winners;
        let fits = places.iter().all(|&place| {
            place < seats && place == places.iter().filter(|&&other| other < place).count()
        });
        if !fits || places.iter().filter(|&&place| has_won(place)).count() != winners {
            return None;
        }
        let finish = |&place: &usize| Finish {
            share: if has_won(place) { 1.0 / winners as f64 } else { 0.0 },
            place,
        };
        Some(GameResult {
            seats: (0..seats).map(|seat| members[circle[(game + seat) % members.len()]]).collect(),
            finishes: places.iter().map(finish).collect(),
            faults: vec![Vec::new(); seats],
        })
    };
    digits.chunks(seats + 1).enumerate().map(game).collect()
}

/// The results of some deals of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentPart {
    /// The SHA-256 of the text of the plan.
    plan: String,
    /// The deals, ascending.
    deals: Vec<Range<u64>>,
    /// For each game of each deal the number of winners and the place of each seat, a digit each.
    results: String,
}

impl TournamentPart {
    /// As a text with a checksum.
    pub fn write(&self) -> String {
        Part::with_checksum(&serde_json::to_string(self).unwrap_or_default())
    }

    /// Reads a part of a plan.
    ///
    /// # Errors
    /// The text was altered, or is of another plan.
    pub fn read(text: &str, plan: &TournamentPlan) -> Result<Self, TournamentError> {
        if !has_checksum(text) {
            return Err(damaged("the checksum does not fit"));
        }
        let part: Self = serde_json::from_str(text).map_err(|why| damaged(&why))?;
        if part.plan != checksum(&plan.write()) {
            return Err(TournamentError::Foreign("plan"));
        }
        let mut end = 0;
        for range in &part.deals {
            if range.start >= range.end || range.start < end || range.end > MOST_DEALS {
                return Err(damaged("its deals"));
            }
            end = range.end;
        }
        let deals: u64 = part.deals.iter().map(|range| range.end - range.start).sum();
        if deals.checked_mul(plan.width() as u64) != Some(part.results.len() as u64) {
            return Err(damaged("the number of its results"));
        }
        let (run, members): (_, Vec<usize>) =
            (RunSeed::new(&plan.seed), (0..plan.bots.len()).collect());
        for (deal, results) in part.by_deal(plan) {
            read_games(results, &members, plan.players, run, deal)
                .ok_or_else(|| damaged(&format!("the results of deal {deal}")))?;
        }
        Ok(part)
    }

    /// The deals, as ascending ranges.
    pub fn deals(&self) -> &[Range<u64>] {
        &self.deals
    }

    /// The results as digits.
    pub fn results(&self) -> &str {
        &self.results
    }

    fn by_deal<'a>(&'a self, plan: &TournamentPlan) -> impl Iterator<Item = (u64, &'a str)> {
        let width = plan.width();
        self.deals.iter().cloned().flatten().enumerate().map(move |(at, deal)| {
            (deal, self.results.get(at * width..(at + 1) * width).unwrap_or_default())
        })
    }
}

/// The results of a tournament to which parts are added.
#[derive(Debug, Clone)]
pub struct TournamentSums {
    plan: TournamentPlan,
    /// The SHA-256 of the text of the plan.
    checksum: String,
    deals: BTreeMap<u64, Box<str>>,
}

impl TournamentSums {
    /// No results yet.
    pub fn new(plan: TournamentPlan) -> Self {
        let checksum = checksum(&plan.write());
        Self { plan, checksum, deals: BTreeMap::new() }
    }

    /// The plan.
    pub const fn plan(&self) -> &TournamentPlan {
        &self.plan
    }

    /// Adds a part.
    ///
    /// # Errors
    /// It is of another plan, or has a deal that was already added; nothing changes then.
    pub fn add(&mut self, part: &TournamentPart) -> Result<(), TournamentError> {
        if part.plan != self.checksum {
            return Err(TournamentError::Foreign("plan"));
        }
        if let Some((deal, _)) =
            part.by_deal(&self.plan).find(|(deal, _)| self.deals.contains_key(deal))
        {
            return Err(TournamentError::Twice(deal));
        }
        let deals = part.by_deal(&self.plan).map(|(deal, results)| (deal, results.into()));
        self.deals.extend(deals);
        Ok(())
    }

    /// The deals that were added, as ascending ranges.
    pub fn ranges(&self) -> Vec<Range<u64>> {
        let mut ranges: Vec<Range<u64>> = Vec::new();
        for &deal in self.deals.keys() {
            match ranges.last_mut() {
                Some(range) if range.end == deal => range.end += 1,
                _ => ranges.push(deal..deal + 1),
            }
        }
        ranges
    }

    /// Everything that was added as one part.
    pub fn part(&self) -> TournamentPart {
        TournamentPart {
            plan: self.checksum.clone(),
            deals: self.ranges(),
            results: self.deals.values().map(AsRef::as_ref).collect(),
        }
    }

    /// The standings after the deals below `end`, added in the order of their numbers: those of one
    /// process that has played them.
    pub fn standings(&self, end: u64) -> Standings {
        let members: Vec<usize> = (0..self.plan.bots.len()).collect();
        let mut league = LeagueStandings::new(members.len(), self.plan.players);
        for (&deal, results) in self.deals.range(..end) {
            league.add(&members, &self.plan.seed, deal, results);
        }
        league.0
    }
}

/// The standings of a league: of contestants that play tournaments in different companies. All
/// strengths are fitted to all results at once, as in one tournament.
#[derive(Debug, Clone)]
pub struct LeagueStandings(Standings);

impl LeagueStandings {
    /// The standings before the first game.
    pub fn new(contestants: usize, players: u8) -> Self {
        Self(Standings::new(contestants, players))
    }

    /// Adds the results of a deal of a tournament with this seed, whose contestants are `members`
    /// of the league. Returns whether they are the results of a deal; otherwise nothing changes.
    pub fn add(&mut self, members: &[usize], seed: &str, deal: u64, results: &str) -> bool {
        let games = read_games(results, members, self.0.players(), RunSeed::new(seed), deal);
        games.is_some_and(|games| {
            self.0.add(&games);
            true
        })
    }

    /// The standings of all contestants.
    pub const fn standings(&self) -> &Standings {
        &self.0
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;
    use crate::tournament::tournament;
    use tsuro::ruleset::BuiltIns;

    fn asked() -> (Variant, Vec<BotSpec>, TournamentPlan) {
        let variant = Variant::load("seas", &BuiltIns, &Registry::default()).unwrap();
        let names = ["greedy", "random", "safe"].map(str::to_owned);
        let bots = names.iter().map(|name| BotSpec::parse(name).unwrap()).collect();
        let plan = TournamentPlan::new(&variant, 4, names.to_vec(), "parts".to_owned());
        (variant, bots, plan)
    }

    fn part(plan: &TournamentPlan, bots: &[BotSpec], deals: Range<u64>) -> TournamentPart {
        let variant = plan.variant(&Registry::default()).unwrap();
        let part = plan.play(&variant, bots, deals, 2, &GameCounter::default()).unwrap().unwrap();
        TournamentPart::read(&part.write(), plan).unwrap()
    }

    #[test]
    fn parts_in_any_order_give_the_standings_of_one_process() {
        let (variant, bots, plan) = asked();
        let text = plan.write();
        assert!(TournamentPlan::is_one(&text));
        let plan = TournamentPlan::read(&text).unwrap();
        let whole = Tournament::new(&variant, &bots, 4, 14, "parts");
        let (whole, outcome) = tournament(&whole, &GameCounter::default());
        outcome.unwrap();
        let mut sums = TournamentSums::new(plan.clone());
        for deals in [11..16, 0..3, 3..11] {
            sums.add(&part(&plan, &bots, deals)).unwrap();
        }
        assert_eq!(sums.ranges(), std::iter::once(0..16).collect::<Vec<_>>());
        // The deals after the goal do not count.
        let standings = sums.standings(14);
        assert_eq!(standings.games(), whole.games());
        for contestant in 0..3 {
            assert_eq!(standings.standing(contestant, 0.95), whole.standing(contestant, 0.95));
            for other in 0..3 {
                assert_eq!(standings.versus(contestant, other), whole.versus(contestant, other));
            }
        }
        let joined = TournamentPart::read(&sums.part().write(), &plan).unwrap();
        let mut again = TournamentSums::new(plan.clone());
        again.add(&joined).unwrap();
        assert_eq!(again.part(), joined);
        assert_eq!(again.add(&part(&plan, &bots, 5..6)), Err(TournamentError::Twice(5)));
    }

    #[test]
    fn parts_that_were_altered_or_are_of_another_plan_are_refused() {
        let (variant, bots, plan) = asked();
        let found = part(&plan, &bots, 2..4);
        let text = found.write();
        let other = TournamentPlan::new(&variant, 4, plan.bots.clone(), "other".to_owned());
        assert_eq!(TournamentPart::read(&text, &other), Err(TournamentError::Foreign("plan")));
        for end in [text.len() / 2, text.len() - 3] {
            TournamentPart::read(&text[..end], &plan).unwrap_err();
        }
        // With a checksum that fits.
        let changed = |results: String, deals: &[(u64, u64)]| {
            let deals = deals.iter().map(|&(start, end)| start..end).collect();
            TournamentPart { deals, results, ..found.clone() }.write()
        };
        let results = found.results();
        TournamentPart::read(&changed(results.to_owned(), &[(2, 4)]), &plan).unwrap();
        for text in [
            changed(format!("9{}", &results[1..]), &[(2, 4)]),
            changed(format!("{}z", &results[..results.len() - 1]), &[(2, 4)]),
            changed(format!("10000{}", &results[5..]), &[(2, 4)]),
            changed(format!("é{}", &results[2..]), &[(2, 4)]),
            changed(results.to_owned(), &[(2, 5)]),
            changed(results.to_owned(), &[(2, 3), (2, 3)]),
            changed(results.to_owned(), &[(4, 2)]),
            changed(results.to_owned(), &[(0, u64::MAX)]),
        ] {
            TournamentPart::read(&text, &plan).unwrap_err();
        }
    }

    /// Two tournaments of two in a league of three are rated like one with all games.
    #[test]
    fn a_league_adds_up_tournaments_of_some_of_its_contestants() {
        let (_, bots, plan) = asked();
        let pair = |one: usize, other: usize, seed: &str| {
            let names = [one, other].map(|bot| plan.bots[bot].clone()).to_vec();
            let specs = [one, other].map(|bot| bots[bot].clone());
            let plan = TournamentPlan { bots: names, seed: seed.to_owned(), ..plan.clone() };
            (plan.clone(), part(&plan, &specs, 0..12))
        };
        let mut league = LeagueStandings::new(3, 4);
        for (members, seed) in [([0, 1], "a"), ([2, 1], "b")] {
            let (plan, part) = pair(members[0], members[1], seed);
            for (deal, results) in part.by_deal(&plan) {
                assert!(league.add(&members, seed, deal, results));
                assert!(!league.add(&members, seed, deal, &results[1..]));
            }
        }
        let standings = league.standings();
        assert_eq!(standings.games(), 48);
        assert_eq!(standings.versus(0, 2), super::super::Versus::default());
        let means = standings.means();
        assert!(means[0] > means[1], "{means:?}");
        let best = standings.standing(0, 0.95);
        assert_eq!((best.rating.mean, best.games), (means[0], 24));
        let above = standings.difference(0, 1);
        assert!((above.mean - (means[0] - means[1])).abs() < 1e-9);
        assert!(above.deviation > 1.0 && standings.difference(1, 1).deviation < 1e-9);
    }
}
