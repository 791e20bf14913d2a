//! Recorded games as a table without names: a row for each game.

use crate::compare::FeedbackSums;
use crate::metrics::GameFacts;
use crate::table::{DataTable, TableCell};
use tsuro::record::{RecordHead, choice_time};

const COLUMNS: &str = "rules_hash,rules,players,bot_seats,turns,tiles,undos,seconds,answers,fun,\
                       too_short,right,too_long,again,not_again,remarks";
const TEXTS: &str = "rules_hash,rules,remarks";
const COUNTS: &str =
    "players,bot_seats,turns,tiles,undos,answers,too_short,right,too_long,again,not_again";

/// Recorded games without names, in the order in which they were read.
#[derive(Debug, Default)]
pub struct RecordedRows(Vec<Vec<TableCell>>);

impl RecordedRows {
    /// Adds a game: how it began, the number of seats with the name of a bot, what it came to, and
    /// its record, of which the known times of choices and the answers of players are taken.
    pub fn add(&mut self, head: &RecordHead, bot_seats: u64, facts: &GameFacts, lines: &[String]) {
        let mut said = FeedbackSums::default();
        said.add(lines);
        let times: Vec<u32> = lines.iter().filter_map(|line| choice_time(line)).collect();
        let seconds: f64 = times.iter().map(|&time| f64::from(time) / 1000.0).sum();
        let mut row: Vec<TableCell> = vec![
            head.variant.hash().into(),
            head.variant.name().into(),
            u64::from(facts.seats).into(),
            bot_seats.into(),
            u64::from(facts.turns).into(),
            u64::from(facts.placed).into(),
            u64::from(head.undos).into(),
            (!times.is_empty()).then_some(seconds).into(),
            said.answers.into(),
            said.mean_fun().into(),
        ];
        row.extend(said.length.into_iter().chain(said.again).map(TableCell::from));
        row.push(said.remarks.join(" / ").into());
        self.0.push(row);
    }

    /// All games.
    pub fn table(&self) -> DataTable {
        DataTable::of_kinds(COLUMNS, TEXTS, COUNTS, "", self.0.iter().cloned())
    }
}
