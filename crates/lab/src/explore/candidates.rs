//! The candidates of a search: every combination of the values of some keys.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use tsuro::rules::Registry;
use tsuro::ruleset::{Loader, Variant};

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

/// A key and the values that are tried, as they are written in rule sets.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "callers make them of what they were given")]
pub struct VariedKey {
    /// The key.
    pub key: String,
    /// The values.
    pub values: Vec<String>,
}

impl VariedKey {
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
        for places in grid(&lengths, most) {
            let mut reference = base.to_owned();
            for (VariedKey { key, values }, &place) in varied.iter().zip(&places) {
                let _ = write!(reference, "+{key}={}", values[place]);
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
                    } else {
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
    let root = (0..60).fold(2.0f64, |root, _| (1.0 + root).powf(1.0 / (dimensions + 1.0)));
    let place = |sample: usize, key: usize| {
        let share = (0.5 + (sample + 1) as f64 / root.powi(key as i32 + 1)).fract();
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
mod tests {
    use super::*;

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
