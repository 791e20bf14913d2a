//! Club evenings: games of the same people one after the other, and how everybody stands.

use crate::choose::name_in_words;
use crate::refused::Refused;
use crate::states::GameState;
use crate::table::TableTexts;
use std::collections::BTreeMap;
use tsuro::json::{Json, json};
use tsuro_faces::words::{Language, TextKey};
use tsuro_lab::{ColumnKind, DataTable, TableCell};

/// The most games of an evening.
const MOST_GAMES: u32 = 32;

/// The most tables that play the same deals.
const MOST_TABLES: u32 = 8;

/// Which game of an evening a game is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EveningGame {
    /// The name of the evening in addresses.
    pub evening: String,
    /// The number of games of the evening.
    pub games: u32,
    /// The number of the game, from 0.
    pub number: u32,
    /// The table, from 0.
    pub board: u32,
    /// Whether other tables may play the same deals.
    pub is_duplicate: bool,
}

impl EveningGame {
    /// The first game of an evening with this number of games.
    ///
    /// # Errors
    /// There are too many, or none.
    pub fn first(games: u32, is_duplicate: bool, evening: String) -> Result<Self, Refused> {
        match games {
            1..=MOST_GAMES => Ok(Self { games, is_duplicate, ..Self::alone(evening) }),
            _ => Err(Refused::Bad(format!("games: 1 to {MOST_GAMES}"))),
        }
    }

    /// A game by itself.
    pub fn alone(evening: String) -> Self {
        Self { evening, games: 1, number: 0, board: 0, is_duplicate: false }
    }

    /// The game after this one; `None`: it is the last.
    pub fn next(&self) -> Option<Self> {
        let number = self.number + 1;
        (number < self.games).then(|| Self { number, ..self.clone() })
    }

    /// As clients are told it; null of a game by itself.
    pub fn told(&self) -> Json {
        if self.games == 1 && !self.is_duplicate {
            return Json::NULL;
        }
        let (games, number) = (self.games, self.number);
        json!({
            "id": self.evening, "games": games, "number": number, "duplicate": self.is_duplicate,
        })
    }
}

/// A game of an evening as it is stored.
#[derive(Debug, Clone)]
pub struct EveningRound {
    /// The name of the game in addresses.
    pub game: String,
    /// The word of its state; `None`: the game has gone.
    pub state: Option<String>,
    /// The players, by seat, as records name them.
    pub names: Vec<String>,
    /// The number of seats that did better, by seat; `None`: the game has no result.
    pub places: Option<Vec<usize>>,
    /// The number of the game in the evening, from 0.
    pub number: u32,
    /// The table, from 0.
    pub board: u32,
    /// Whether only its own players see it: another table is still to play its deal.
    pub is_sealed: bool,
}

/// An evening as it is stored.
#[derive(Debug, Clone)]
pub struct Evening {
    /// The name in addresses.
    pub id: String,
    /// What the rules are called ([`TableTexts`]).
    pub titles: String,
    /// The number of games that are planned.
    pub games: u32,
    /// Whether other tables may play the same deals.
    pub is_duplicate: bool,
    /// The games that have begun, in their order.
    pub rounds: Vec<EveningRound>,
}

/// What one person has reached.
#[derive(Debug, Clone, Default, PartialEq)]
struct Row {
    name: String,
    games: u32,
    wins: u32,
    points: f64,
    /// The sum of the places.
    places: f64,
    /// The table, from 0.
    board: u32,
    /// The sum of what the points are above the mean of all tables at the same seat of the same
    /// deal.
    compared: f64,
}

/// The place of a seat, from 1, and its points: one for each seat that did worse, and a half for
/// each that did as well. So seats that tie share their places and points.
fn score(places: &[usize], seat: usize) -> (f64, f64) {
    let better = places.iter().filter(|place| **place < places[seat]).count() as f64;
    let equal = places.iter().filter(|place| **place == places[seat]).count() as f64 - 1.0;
    let points = places.len() as f64 - 1.0 - better - equal / 2.0;
    (1.0 + better + equal / 2.0, points)
}

impl EveningRound {
    /// A game from what is stored of it: its names and places are JSON lists.
    /// `place` is the number of the game in the evening, its table, and whether it is sealed.
    pub fn stored(
        game: String,
        state: Option<String>,
        names: &str,
        places: Option<&str>,
        (number, board, is_sealed): (u32, u32, bool),
    ) -> Self {
        let names: Vec<String> = serde_json::from_str(names).unwrap_or_default();
        let places = places.and_then(|places| serde_json::from_str::<Vec<usize>>(places).ok());
        let places = places.filter(|places| places.len() == names.len());
        Self { game, state, names, places, number, board, is_sealed }
    }

    /// The place of a seat, from 1, and its points; `None`: the game has no result.
    fn score(&self, seat: usize) -> Option<(f64, f64)> {
        self.places.as_ref().map(|places| score(places, seat))
    }

    fn is_first(&self, seat: usize) -> bool {
        self.places.as_ref().is_some_and(|places| places[seat] == 0)
    }

    /// Whether it is still played.
    fn goes_on(&self) -> bool {
        self.places.is_none() && self.state.as_deref() == Some(GameState::Running.word())
    }
}

impl Evening {
    /// How everybody stands, by table, in the order of the seats of its first game.
    fn rows(&self) -> Vec<Row> {
        let mut rows: BTreeMap<(u32, usize), Row> = BTreeMap::new();
        for round in &self.rounds {
            let seats = round.names.len();
            for (seat, name) in round.names.iter().enumerate() {
                // Everybody moves on by one seat from game to game.
                let person = (seat + seats - round.number as usize % seats) % seats;
                let row = rows.entry((round.board, person)).or_default();
                (row.name, row.board) = (name.clone(), round.board);
                let Some((place, points)) = round.score(seat) else { continue };
                row.games += 1;
                row.wins += u32::from(round.is_first(seat));
                row.places += place;
                row.points += points;
                row.compared += self.compared(round, seat).unwrap_or(0.0);
            }
        }
        rows.into_values().collect()
    }

    /// By how much the points of a seat are above the mean of all tables at this seat of this deal;
    /// `None`: no other table has a result of it.
    fn compared(&self, round: &EveningRound, seat: usize) -> Option<f64> {
        let same = self.rounds.iter().filter(|other| other.number == round.number);
        let points: Vec<f64> =
            same.filter_map(|other| other.score(seat)).map(|score| score.1).collect();
        let own = round.score(seat)?.1;
        (points.len() > 1).then(|| own - points.iter().sum::<f64>() / points.len() as f64)
    }

    /// The number of tables, if another one may still play the same deals: none has a result yet.
    pub fn open_tables(&self) -> Option<u32> {
        let tables = self.rounds.iter().filter(|round| round.number == 0).count() as u32;
        let is_open = self.is_duplicate
            && tables < MOST_TABLES
            && self.rounds.iter().all(EveningRound::goes_on);
        is_open.then_some(tables)
    }

    /// As clients are told it: the standings, the best person first, and the games.
    pub fn told(&self, language: Language) -> Json {
        let mut rows = self.rows();
        let tables = rows.last().map_or(1, |row| row.board + 1);
        let key = |row: &Row| if tables > 1 { row.compared } else { row.points };
        rows.sort_by(|one, other| key(other).total_cmp(&key(one)));
        let row = |row: &Row| {
            json!({
                "place": 1 + rows.iter().filter(|other| key(other) > key(row)).count(),
                "name": name_in_words(&row.name, language),
                "table": row.board + 1,
                "games": row.games,
                "wins": row.wins,
                "points": row.points,
                "mean_place": (row.games > 0).then(|| row.places / f64::from(row.games)),
                "compared": (tables > 1).then_some(row.compared),
            })
        };
        let round = |round: &EveningRound| {
            let seat = |(seat, name): (usize, &String)| {
                let score = round.score(seat);
                json!({
                    "name": name_in_words(name, language),
                    "place": score.map(|score| score.0),
                    "points": score.map(|score| score.1),
                })
            };
            json!({
                "game": round.game,
                "number": round.number,
                "table": round.board + 1,
                "state": round.state,
                "sealed": round.is_sealed,
                "seats": Json::list(round.names.iter().enumerate().map(seat)),
            })
        };
        let texts = TableTexts::from_text(&self.titles);
        let about = if tables > 1 { TextKey::WebEveningDeals } else { TextKey::WebEveningPoints };
        json!({
            "id": self.id,
            "about": language.say(about, &[]),
            "title": texts.as_ref().map(|texts| texts.title(language)),
            "games": self.games,
            "tables": tables,
            "open": self.open_tables().is_some(),
            "standings": Json::list(rows.iter().map(row)),
            "rounds": Json::list(self.rounds.iter().map(round)),
        })
    }

    /// The results as comma-separated values: a line for each seat of each game that has a result.
    pub fn csv(&self, language: Language) -> String {
        let columns = [
            ("game", ColumnKind::Count),
            ("table", ColumnKind::Count),
            ("seat", ColumnKind::Count),
            ("name", ColumnKind::Text),
            ("place", ColumnKind::Number),
            ("points", ColumnKind::Number),
            ("compared", ColumnKind::Number),
        ];
        let columns = columns.map(|(name, kind)| (name.to_owned(), kind));
        let mut rows = Vec::new();
        for round in &self.rounds {
            for (seat, name) in round.names.iter().enumerate() {
                let Some((place, points)) = round.score(seat) else { continue };
                rows.push(vec![
                    TableCell::Count(u64::from(round.number) + 1),
                    TableCell::Count(u64::from(round.board) + 1),
                    TableCell::Count(seat as u64 + 1),
                    name_in_words(name, language).into(),
                    TableCell::Number(place),
                    TableCell::Number(points),
                    self.compared(round, seat).into(),
                ]);
            }
        }
        DataTable::new(columns, rows).csv()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json as value};

    fn round(names: [&str; 3], places: Option<[usize; 3]>) -> EveningRound {
        EveningRound {
            game: "k7fq2mxa".to_owned(),
            state: Some("over".to_owned()),
            names: names.map(str::to_owned).to_vec(),
            places: places.map(|places| places.to_vec()),
            number: 0,
            board: 0,
            is_sealed: false,
        }
    }

    /// An evening of one table.
    fn evening(mut rounds: Vec<EveningRound>) -> Evening {
        let titles = r#"{"en":["Tsuro",""]}"#.to_owned();
        (0..).zip(&mut rounds).for_each(|(number, round)| round.number = number);
        Evening { id: "abcdefghij".to_owned(), titles, games: 3, is_duplicate: false, rounds }
    }

    fn told(evening: &Evening) -> Value {
        evening.told(Language::English).into()
    }

    /// Name, place, points and mean place of each line.
    fn standings(evening: &Evening) -> Vec<(String, u64, f64, f64)> {
        let told = told(evening);
        let line = |line: &Value| {
            let number = |field: &str| line[field].as_f64().unwrap();
            let name = line["name"].as_str().unwrap().to_owned();
            (name, line["place"].as_u64().unwrap(), number("points"), number("mean_place"))
        };
        told["standings"].as_array().unwrap().iter().map(line).collect()
    }

    #[test]
    fn people_are_followed_from_seat_to_seat_and_ties_share_points_and_places() {
        let evening = evening(vec![
            // Ann wins before Cai; then Cai and Ann tie at the top, from other seats.
            round(["Ann", "Bea", "Cai"], Some([0, 2, 1])),
            round(["Cai", "Ann", "Bea"], Some([0, 0, 2])),
            round(["Bea", "Cai", "Ann"], None),
        ]);
        let expected = [("Ann", 1, 3.5, 1.25), ("Cai", 2, 2.5, 1.75), ("Bea", 3, 0.0, 3.0)];
        assert_eq!(standings(&evening), expected.map(|(name, a, b, c)| (name.to_owned(), a, b, c)));
        let told = told(&evening);
        assert_eq!(told["standings"][0]["wins"], 2);
        assert_eq!(
            told["rounds"][1]["seats"][1],
            value!({"name": "Ann", "place": 1.5, "points": 1.5})
        );
        assert_eq!(told["rounds"][2]["seats"][0]["place"], Value::Null);
    }

    #[test]
    fn who_has_as_many_points_has_the_same_place() {
        let all = evening(vec![round(["Ann", "Bea", "Cai"], Some([0, 0, 0]))]);
        assert!(
            standings(&all)
                .iter()
                .all(|(_, place, points, mean)| { (*place, *points, *mean) == (1, 1.0, 2.0) })
        );
        let none = evening(vec![round(["Ann", "Bea", "Cai"], None)]);
        assert_eq!(told(&none)["standings"][0]["mean_place"], Value::Null);
    }

    #[test]
    fn a_new_name_is_that_of_the_same_person_and_a_formula_is_none() {
        let evening = evening(vec![
            round(["Ann", "Bea", "Cai"], Some([0, 1, 2])),
            round(["Cai", "=Ann", "Bea"], Some([2, 0, 1])),
        ]);
        assert_eq!(standings(&evening)[0], ("=Ann".to_owned(), 1, 4.0, 1.0));
        let csv = evening.csv(Language::English);
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines[0], "game,table,seat,name,place,points,compared");
        assert_eq!((lines[1], lines[5]), ("1,1,1,Ann,1,2,", "2,1,2,'=Ann,1,2,"));
        assert_eq!(lines.len(), 7);
    }

    #[test]
    fn an_evening_has_two_games_or_more_and_ends() {
        let first = |games| EveningGame::first(games, false, "e".to_owned());
        assert_eq!(first(1).unwrap().told(), Json::NULL);
        assert!(first(0).is_err() && first(MOST_GAMES + 1).is_err());
        let game = first(2).unwrap();
        let next = game.next().unwrap();
        assert_eq!((next.number, next.next()), (1, None));
    }

    #[test]
    fn tables_with_the_same_deals_are_compared_seat_by_seat() {
        let at = |number, board, names, places| EveningRound {
            number,
            board,
            ..round(names, Some(places))
        };
        let rounds = vec![
            at(0, 0, ["Ann", "Bea", "Cai"], [0, 1, 2]),
            at(0, 1, ["Dan", "Eve", "Fay"], [2, 1, 0]),
            // Only one table has played the second deal.
            at(1, 0, ["Cai", "Ann", "Bea"], [2, 0, 1]),
        ];
        let evening = Evening { is_duplicate: true, ..evening(Vec::new()) };
        let evening = Evening { rounds, ..evening };
        let told = told(&evening);
        let lines = told["standings"].as_array().unwrap().iter();
        let lines = lines.map(|line| (line["name"].as_str().unwrap(), line["compared"].as_f64()));
        let expected = [("Ann", 1.0), ("Fay", 1.0), ("Bea", 0.0), ("Eve", 0.0), ("Cai", -1.0)];
        let expected = expected.iter().chain(&[("Dan", -1.0)]);
        let found: Vec<_> = lines.collect();
        assert_eq!(found, expected.map(|(name, by)| (*name, Some(*by))).collect::<Vec<_>>());
        assert_eq!((&told["tables"], &told["standings"][1]["table"]), (&value!(2), &value!(2)));
        assert!(
            evening.csv(Language::English).contains("\n2,1,2,Ann,1,2,\n"),
            "nothing to compare"
        );
    }

    #[test]
    fn another_table_plays_the_same_deals_only_before_any_game_has_ended() {
        let going = || EveningRound {
            state: Some("running".to_owned()),
            ..round(["Ann", "Bea", "Cai"], None)
        };
        let evening = |rounds, is_duplicate| Evening { is_duplicate, ..evening(rounds) };
        assert_eq!(evening(vec![going()], true).open_tables(), Some(1));
        assert_eq!(evening(vec![going()], false).open_tables(), None);
        let mut ended = going();
        ended.places = Some(vec![0, 1, 2]);
        assert_eq!(evening(vec![ended], true).open_tables(), None);
        let broken = EveningRound { state: Some("broken".to_owned()), ..going() };
        assert_eq!(evening(vec![broken], true).open_tables(), None);
        let tables = (0..MOST_TABLES).map(|board| EveningRound { board, ..going() });
        let full = Evening { rounds: tables.collect(), ..evening(Vec::new(), true) };
        assert_eq!(full.open_tables(), None);
    }
}
