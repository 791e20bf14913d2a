//! The candidates of a search: every combination of the values of some keys, and of house rules.

use std::collections::{BTreeMap, BTreeSet};
use tsuro::rules::Registry;
use tsuro::ruleset::{HOUSE_RULES, Loader, Problems, Variant};

/// The most values in a range.
const LONGEST: i64 = 10_000;

/// Why a key with its values cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CandidateError {
    /// It is not written as a key with values.
    #[error("{0}: a key and its values are written KEY=FROM..TO or KEY=ONE,OTHER")]
    Form(String),
    /// A range is empty or too long.
    #[error(
        "{0}: a range goes from the smaller to the larger number and has at most {LONGEST} numbers"
    )]
    Range(String),
}

/// A key and the values that are tried, as they are written in rule sets; or the choice of house
/// rules.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "callers make them of what they were given")]
pub struct VariedKey {
    /// The key; [`HOUSE`] for the choice of house rules.
    pub key: String,
    /// The values. A choice of house rules has their names, with `+` between them.
    pub values: Vec<String>,
}

/// The name of the choice of house rules, which no key has.
pub const HOUSE: &str = "house";

impl VariedKey {
    /// The choice of at most `together` of these house rules, each of which is on or off: none, one
    /// each, two each, and so on, but no more than `most` choices.
    pub fn house(rules: &[String], together: usize, most: usize) -> Self {
        let mut chosen: Vec<Vec<usize>> = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..together.min(rules.len()) {
            let end = chosen.len();
            for place in from..end {
                let next = chosen[place].last().map_or(0, |last| last + 1);
                for rule in (next..rules.len()).take(most.saturating_sub(chosen.len())) {
                    chosen.push([&chosen[place][..], &[rule]].concat());
                }
            }
            from = end;
        }
        let name = |chosen: &Vec<usize>| {
            chosen.iter().map(|&rule| rules[rule].as_str()).collect::<Vec<_>>().join("+")
        };
        Self { key: HOUSE.to_owned(), values: chosen.iter().map(name).collect() }
    }

    /// What is added to the name of a rule set for the value at `place`.
    fn change(&self, place: usize) -> String {
        let value = &self.values[place];
        match (self.key.as_str(), value.as_str()) {
            (HOUSE, "") => String::new(),
            (HOUSE, rules) => format!("+{rules}"),
            (key, value) => format!("+{key}={value}"),
        }
    }

    /// The setting of the value at `place`, in words: `tiles.hand=3`, or `+holes`.
    pub fn setting(&self, place: usize) -> String {
        let change = self.change(place);
        if self.key == HOUSE { change } else { change.trim_start_matches('+').to_owned() }
    }

    /// Reads `tiles.hand=2..5` or `board.columns=5,7`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, CandidateError> {
        let wrong = || CandidateError::Form(text.to_owned());
        let (key, values) = text.split_once('=').ok_or_else(wrong)?;
        let values: Vec<String> = match values.split_once("..") {
            Some((from, to)) => {
                let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
                let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
                if to < from || to.checked_sub(from).is_none_or(|length| length >= LONGEST) {
                    return Err(CandidateError::Range(text.to_owned()));
                }
                (from..=to).map(|value| value.to_string()).collect()
            }
            None => values.split(',').map(|value| value.trim().to_owned()).collect(),
        };
        let key = key.trim().to_owned();
        if key.is_empty() || values.iter().any(String::is_empty) {
            Err(wrong())
        } else {
            Ok(Self { key, values })
        }
    }
}

/// The word for all house rules that come with the program.
const ALL: &str = "all";

/// Why house rules cannot be tried.
#[derive(Debug, thiserror::Error)]
pub enum HouseError {
    /// One is listed twice.
    #[error("{0} is listed twice")]
    Twice(String),
    /// One cannot be added to the rule set.
    #[error("{name} cannot be added")]
    Unfit {
        /// The house rule.
        name: String,
        /// What is wrong.
        problems: Problems,
    },
    /// None of those that come with the program can be added to the rule set.
    #[error("no house rule can be added to {0}")]
    NoneFits(String),
}

/// The house rules of a list, which may say `all`: those that come with the program and change the
/// rule set `base`.
///
/// # Errors
/// Why they cannot be tried.
pub fn house_rules(
    base: &str,
    asked: &[String],
    players: &[u8],
    from: (&dyn Loader, &Registry),
) -> Result<Vec<String>, HouseError> {
    let tried = |name: &str| {
        let house = VariedKey::house(&[name.to_owned()], 1, 2);
        Candidates::load(base, &[house], players, 2, from)
    };
    let mut rules: Vec<String> = Vec::new();
    for name in asked.iter().map(|name| name.trim()) {
        if name == ALL {
            let shipped = HOUSE_RULES.iter().map(|rule| rule.name);
            let fitting = shipped.filter(|name| tried(name).variants.len() == 2);
            rules.extend(fitting.map(str::to_owned));
            if rules.is_empty() {
                return Err(HouseError::NoneFits(base.to_owned()));
            }
            continue;
        }
        let is_unfit = tried(name).variants.len() < 2;
        if let (true, Err(problems)) =
            (is_unfit, Variant::load(&format!("{base}+{name}"), from.0, from.1))
        {
            return Err(HouseError::Unfit { name: name.to_owned(), problems });
        }
        rules.push(name.to_owned());
    }
    let twice = (1..rules.len()).find(|&at| rules[..at].contains(&rules[at]));
    twice.map_or(Ok(()), |at| Err(HouseError::Twice(rules[at].clone())))?;
    Ok(rules)
}

/// The rule sets of a search.
#[derive(Debug)]
pub struct Candidates {
    /// The rule sets that can be played with all numbers of players that were asked for.
    pub variants: Vec<Variant>,
    /// The name of each of them, and for each key the place of its value.
    pub names: Vec<(String, Vec<usize>)>,
    /// Combinations that cannot be played, with the reason.
    pub refused: Vec<(String, String)>,
}

impl Candidates {
    /// Loads the combinations of the values with the rule set `base`: all of them, or `most` that
    /// are spread evenly. They are judged for the numbers of `players` that are asked for: one that
    /// more players cannot play, since the tiles or the start marks are too few for them, is a rule
    /// set for as many as can.
    pub fn load(
        base: &str,
        varied: &[VariedKey],
        players: &[u8],
        most: usize,
        (loader, registry): (&dyn Loader, &Registry),
    ) -> Self {
        let lengths: Vec<usize> = varied.iter().map(|varied| varied.values.len()).collect();
        let mut candidates = Self { variants: Vec::new(), names: Vec::new(), refused: Vec::new() };
        let is_varied =
            varied.iter().any(|varied| ["max", "players.max"].contains(&varied.key.as_str()));
        let whole = Variant::load(base, loader, registry)
            .ok()
            .filter(|_| !is_varied)
            .map_or(0, |base| base.players().most());
        let asked = players.iter().copied().max().unwrap_or(whole);
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        for places in grid(&lengths, most) {
            let mut reference = base.to_owned();
            for (varied, &place) in varied.iter().zip(&places) {
                reference.push_str(&varied.change(place));
            }
            let mut variant = Variant::load(&reference, loader, registry);
            if variant.is_err() {
                let fewer = (asked..whole)
                    .rev()
                    .map(|players| format!("{reference}+players.max={players}"));
                let mut loaded = fewer.filter_map(|fewer| {
                    Some((Variant::load(&fewer, loader, registry).ok()?, fewer))
                });
                if let Some((for_fewer, named)) = loaded.next() {
                    (variant, reference) = (Ok(for_fewer), named);
                }
            }
            match variant {
                Ok(variant) => {
                    let counts = variant.players();
                    if let Some(players) =
                        players.iter().find(|&&players| !counts.contains(players))
                    {
                        candidates.refused.push((
                            reference,
                            format!("it is for {counts} players, not {players}"),
                        ));
                    } else if let Some(known) = known.get(variant.hash()) {
                        candidates.refused.push((reference, format!("it is the same as {known}")));
                    } else {
                        known.insert(variant.hash().to_owned(), reference.clone());
                        candidates.variants.push(variant);
                        candidates.names.push((reference, places));
                    }
                }
                Err(problems) => {
                    let why = problems
                        .iter()
                        .next()
                        .map_or_else(String::new, |problem| problem.message.clone());
                    candidates.refused.push((reference, why));
                }
            }
        }
        candidates
    }
}

/// The text of a rule-set file with every value, so that it does not depend on the files that it
/// was made from.
pub fn rule_set_text(variant: &Variant, seed: &str) -> String {
    format!(
        "# Found by `tsuro explore` (seed {}): {}\n\n{}",
        one_line(seed),
        one_line(variant.name()),
        variant.resolved().to_toml(false)
    )
}

/// Text that stays within a TOML comment.
fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// Combinations of one value of each key, as indices: all of them, or `most` that are spread evenly
/// over the grid.
fn grid(lengths: &[usize], most: usize) -> BTreeSet<Vec<usize>> {
    let number = lengths
        .iter()
        .try_fold(1, |product: usize, &length| product.checked_mul(length))
        .unwrap_or(usize::MAX);
    if number <= most {
        let place = |index: usize, key: usize| {
            index / lengths[key + 1..].iter().product::<usize>() % lengths[key]
        };
        return (0..number)
            .map(|index| (0..lengths.len()).map(|key| place(index, key)).collect())
            .collect();
    }
    // The additive recurrence whose steps are powers of the root of x^(d+1) = x + 1: of all such
    // sequences known, it leaves the smallest gaps in d dimensions (M. Roberts, 2018).
    let dimensions = lengths.len() as f64;
    let root = (0..60).fold(2.0f64, |root, _| libm::pow(1.0 + root, 1.0 / (dimensions + 1.0)));
    let place = |sample: usize, key: usize| {
        let share =
            (0.5 + (sample + 1) as f64 / libm::pow(root, f64::from(key as u32 + 1))).fract();
        ((share * lengths[key] as f64) as usize).min(lengths[key] - 1)
    };
    let mut chosen = BTreeSet::new();
    // If nearly all combinations are wanted, the last ones come up late.
    for sample in 0..most.saturating_mul(100) {
        if chosen.len() == most {
            break;
        }
        chosen.insert((0..lengths.len()).map(|key| place(sample, key)).collect());
    }
    chosen
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    #[test]
    fn house_rules_are_on_or_off_a_few_at_a_time() {
        let rules = ["a", "b", "c"].map(str::to_owned);
        let chosen = |together, most| VariedKey::house(&rules, together, most).values;
        assert_eq!(chosen(1, 100), ["", "a", "b", "c"]);
        assert_eq!(chosen(2, 100), ["", "a", "b", "c", "a+b", "a+c", "b+c"]);
        assert_eq!(chosen(9, 100).len(), 8);
        assert_eq!(chosen(2, 5), ["", "a", "b", "c", "a+b"]);
        let house = VariedKey::house(&rules, 2, 100);
        assert_eq!((house.change(0), house.setting(4)), (String::new(), "+a+b".to_owned()));
        let key = VariedKey::parse("tiles.hand=2..3").unwrap();
        assert_eq!(
            (key.change(1), key.setting(0)),
            ("+tiles.hand=3".into(), "tiles.hand=2".into())
        );
    }

    #[test]
    fn a_grid_is_played_whole_or_evenly_in_part() {
        let whole: Vec<Vec<usize>> = grid(&[2, 3], 6).into_iter().collect();
        assert_eq!(whole, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        let part = grid(&[40, 50], 100);
        assert_eq!(part.len(), 100);
        // Four by five fields of a hundred combinations each, with five samples on average: none is
        // empty, none has twice as many.
        for field in 0..20 {
            let here = part
                .iter()
                .filter(|places| places[0] / 10 == field / 5 && places[1] / 10 == field % 5)
                .count();
            assert!((1..10).contains(&here), "{here} in field {field}");
        }
        assert_eq!(grid(&[10, 10], 99).len(), 99);
    }
}
