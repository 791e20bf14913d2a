//! The report of a tournament: JSON, a table, and text.

use crate::Standings;
use crate::table::DataTable;
use serde_json::Value;
use std::fmt::Write as _;
use tsuro::bots::BotSpec;
use tsuro::json::{Json, json};
use tsuro::ruleset::Variant;

const COLUMNS: &str = "name,games,share,low,high,fair,rating,rating_low,rating_high,faults";

/// A number with at most three decimals, so that 57 % of one is not 56.99999999999999.
pub fn rounded(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}

/// The standings, with the settings of the tournament.
#[derive(Debug)]
#[expect(clippy::exhaustive_structs, reason = "the caller fills in every field")]
pub struct TournamentReport<'a> {
    /// The rule set.
    pub variant: &'a Variant,
    /// The contestants.
    pub bots: &'a [BotSpec],
    /// The number of players at a table.
    pub players: u8,
    /// The seed of the run.
    pub seed: &'a str,
    /// The standings.
    pub standings: &'a Standings,
    /// Confidence level of the intervals, 0–1.
    pub confidence: f64,
    /// Whether the user interrupted it.
    pub interrupted: bool,
    /// Why it was stopped before its end, if it was.
    pub stopped: Option<String>,
}

impl TournamentReport<'_> {
    /// As one JSON document.
    pub fn json(&self) -> Value {
        self.json_in_order().into()
    }

    /// As [`Self::json`], with the fields in the documented order.
    pub fn json_in_order(&self) -> Json {
        let all = 0..self.bots.len();
        let bot = |index: usize| {
            let standing = self.standings.standing(index, self.confidence);
            let against = |other: usize| {
                let versus = self.standings.versus(index, other);
                json!({ "before": versus.before, "equal": versus.equal, "behind": versus.behind })
            };
            json!({
                "name": self.bots[index].to_string(),
                "share": standing.share,
                "interval": standing.interval,
                "fair": standing.fair,
                "games": standing.games,
                "rating": standing.rating.mean,
                "rating_interval": standing.rating_interval,
                "faults": standing.faults.count(),
                "fault_kinds": standing.faults,
                "against": Json::list(all.clone().map(against)),
            })
        };
        json!({
            "games": self.standings.games(),
            "players": self.players,
            "bots": Json::list(all.clone().map(bot)),
            "rules": self.variant.name(),
            "rules_hash": self.variant.hash(),
            "confidence": self.confidence,
            "seed": self.seed,
            "reproducible": self.bots.iter().all(BotSpec::is_reproducible),
            "interrupted": self.interrupted,
            "stopped": self.stopped,
        })
    }

    /// As a table: a row for each bot, in the order in which they were named.
    pub fn table(&self) -> DataTable {
        let rows = self.bots.iter().enumerate().map(|(index, bot)| {
            let standing = self.standings.standing(index, self.confidence);
            let ([low, high], [rating_low, rating_high]) =
                (standing.interval, standing.rating_interval);
            let mut row = vec![bot.to_string().into(), standing.games.into()];
            let numbers = [
                standing.share,
                low,
                high,
                standing.fair,
                standing.rating.mean,
                rating_low,
                rating_high,
            ];
            row.extend(numbers.map(Into::into));
            row.push(standing.faults.count().into());
            row
        });
        DataTable::of_kinds(COLUMNS, "name", "games,faults", "", rows)
    }

    /// As text: the standings, the highest rating first, and how often each bot came before each
    /// other.
    pub fn text(&self) -> String {
        let names: Vec<String> = self.bots.iter().map(|bot| shorten(&bot.to_string())).collect();
        let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or_default().max(3);
        let mut text = format!(
            "{} games of {}, {} players, seed {}\n\n",
            self.standings.games(),
            self.variant.name_with_hash(),
            self.players,
            self.seed
        );
        let mut order: Vec<usize> = (0..names.len()).collect();
        let rating = |index: usize| self.standings.standing(index, self.confidence).rating.mean;
        order.sort_by(|&one, &other| rating(other).total_cmp(&rating(one)));
        let sure = format!("{} %", rounded(100.0 * self.confidence));
        let _ = writeln!(
            text,
            "{:<widest$}   wins %  {sure:>10}   fair  rating  {sure:>9}  faults",
            "bot"
        );
        for &index in &order {
            let standing = self.standings.standing(index, self.confidence);
            let ([low, high], [rating_low, rating_high]) =
                (standing.interval, standing.rating_interval);
            let _ = writeln!(
                text,
                "{:<widest$}    {:5.1}  {:4.1}–{:<5.1} {:5.1}   {:5.0}  \
                 {rating_low:4.0}–{rating_high:<4.0}  {:6}",
                names[index],
                100.0 * standing.share,
                100.0 * low,
                100.0 * high,
                100.0 * standing.fair,
                standing.rating.mean,
                standing.faults.count(),
            );
        }
        let share = |index: usize| self.standings.standing(index, self.confidence).share;
        if order.windows(2).any(|two| share(two[0]) < share(two[1])) {
            text += "\nThe order is that of the ratings, which count every place at which a bot \
                finished and against whom; the share counts wins alone.\n";
        }
        let _ = writeln!(
            text,
            "\nShare of games (%) in which the bot of the row came before the bot of the column, \
             ties counting half:\n"
        );
        // Columns have numbers: names are too long, and often begin alike.
        let digits = order.len().to_string().len();
        let _ = write!(text, "{:<digits$}  {:<widest$}", "", "");
        for number in 1..=order.len() {
            let _ = write!(text, "  {number:>5}");
        }
        text.push('\n');
        for (number, &index) in (1..).zip(&order) {
            let _ = write!(text, "{number:>digits$}  {:<widest$}", names[index]);
            for &other in &order {
                let versus = self.standings.versus(index, other);
                let met = versus.before + versus.equal + versus.behind;
                let _ = match met {
                    0 => write!(text, "  {:>5}", "·"),
                    _ => write!(
                        text,
                        "  {:>5.1}",
                        100.0 * (versus.before as f64 + versus.equal as f64 / 2.0) / met as f64
                    ),
                };
            }
            text.push('\n');
        }
        text
    }
}

/// Shortens a long name to its beginning and its end (where commands differ), so that it fits into
/// a table.
fn shorten(name: &str) -> String {
    const WIDEST: usize = 32;
    const BEGINNING: usize = 12;
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= WIDEST {
        return name.to_owned();
    }
    let end = letters.len() - (WIDEST - BEGINNING - 1);
    letters[..BEGINNING].iter().chain(&['…']).chain(&letters[end..]).collect()
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(shorten("exec:python3 mine.py"), "exec:python3 mine.py");
        let short = shorten("exec:python3 /home/ann/bots/mine.py --depth 3");
        assert_eq!(
            (short.as_str(), short.chars().count()),
            ("exec:python3…s/mine.py --depth 3", 32)
        );
    }
}
