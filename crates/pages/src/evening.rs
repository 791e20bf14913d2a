//! Club evenings: games of the same people one after the other, and how everybody stands.

use crate::choose::name_in_words;
use crate::refused::Refused;
use crate::table::TableTexts;
use tsuro::json::{Json, json};
use tsuro_faces::words::{Language, TextKey};
use tsuro_lab::{ColumnKind, DataTable, TableCell};

/// The most games of an evening.
const MOST_GAMES: u32 = 32;

/// Which game of an evening a game is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EveningGame {
    /// The name of the evening in addresses.
    pub evening: String,
    /// The number of games of the evening.
    pub games: u32,
    /// The number of the game, from 0.
    pub number: u32,
}

impl EveningGame {
    /// The first game of an evening of so many games.
    ///
    /// # Errors
    /// There are too many, or none.
    pub fn first(games: u32, evening: String) -> Result<Self, Refused> {
        match games {
            1..=MOST_GAMES => Ok(Self { evening, games, number: 0 }),
            _ => Err(Refused::Bad(format!("games: 1 to {MOST_GAMES}"))),
        }
    }

    /// A game by itself.
    pub fn alone(evening: String) -> Self {
        Self { evening, games: 1, number: 0 }
    }

    /// The game after this one; `None`: it is the last.
    pub fn next(&self) -> Option<Self> {
        let number = self.number + 1;
        (number < self.games).then(|| Self { number, ..self.clone() })
    }

    /// As clients are told it; null of a game by itself.
    pub fn told(&self) -> Json {
        if self.games == 1 {
            return Json::NULL;
        }
        json!({ "id": self.evening, "games": self.games, "number": self.number })
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
    pub fn stored(game: String, state: Option<String>, names: &str, places: Option<&str>) -> Self {
        let names: Vec<String> = serde_json::from_str(names).unwrap_or_default();
        let places = places.and_then(|places| serde_json::from_str::<Vec<usize>>(places).ok());
        let places = places.filter(|places| places.len() == names.len());
        Self { game, state, names, places }
    }
}

impl Evening {
    /// How everybody stands, in the order of the seats of the first game.
    fn rows(&self) -> Vec<Row> {
        let people = self.rounds.first().map_or(0, |round| round.names.len());
        let mut rows = vec![Row::default(); people];
        for (number, round) in self.rounds.iter().enumerate() {
            for (person, row) in rows.iter_mut().enumerate() {
                // Everybody moves on by one seat from game to game.
                let seat = (person + number) % people;
                let Some(name) = round.names.get(seat) else { continue };
                row.name.clone_from(name);
                let Some(places) = &round.places else { continue };
                let (place, points) = score(places, seat);
                row.games += 1;
                row.wins += u32::from(places[seat] == 0);
                row.places += place;
                row.points += points;
            }
        }
        rows
    }

    /// As clients are told it: the standings, the best person first, and the games.
    pub fn told(&self, language: Language) -> Json {
        let mut rows = self.rows();
        rows.sort_by(|one, other| other.points.total_cmp(&one.points));
        let row = |row: &Row| {
            json!({
                "place": 1 + rows.iter().filter(|other| other.points > row.points).count(),
                "name": name_in_words(&row.name, language),
                "games": row.games,
                "wins": row.wins,
                "points": row.points,
                "mean_place": (row.games > 0).then(|| row.places / f64::from(row.games)),
            })
        };
        let round = |round: &EveningRound| {
            let seat = |(seat, name): (usize, &String)| {
                let score = round.places.as_ref().map(|places| score(places, seat));
                json!({
                    "name": name_in_words(name, language),
                    "place": score.map(|score| score.0),
                    "points": score.map(|score| score.1),
                })
            };
            json!({
                "game": round.game,
                "state": round.state,
                "seats": Json::list(round.names.iter().enumerate().map(seat)),
            })
        };
        let texts = TableTexts::from_text(&self.titles);
        json!({
            "id": self.id,
            "about": language.say(TextKey::WebEveningPoints, &[]),
            "title": texts.as_ref().map(|texts| texts.title(language)),
            "games": self.games,
            "standings": Json::list(rows.iter().map(row)),
            "rounds": Json::list(self.rounds.iter().map(round)),
        })
    }

    /// The results as comma-separated values: a line for each seat of each game that has a result.
    pub fn csv(&self, language: Language) -> String {
        let columns = [
            ("game", ColumnKind::Count),
            ("seat", ColumnKind::Count),
            ("name", ColumnKind::Text),
            ("place", ColumnKind::Number),
            ("points", ColumnKind::Number),
        ];
        let columns = columns.map(|(name, kind)| (name.to_owned(), kind));
        let mut rows = Vec::new();
        for (number, round) in self.rounds.iter().enumerate() {
            let Some(places) = &round.places else { continue };
            for (seat, name) in round.names.iter().enumerate() {
                let (place, points) = score(places, seat);
                rows.push(vec![
                    TableCell::Count(number as u64 + 1),
                    TableCell::Count(seat as u64 + 1),
                    name_in_words(name, language).into(),
                    TableCell::Number(place),
                    TableCell::Number(points),
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
        }
    }

    fn evening(rounds: Vec<EveningRound>) -> Evening {
        let titles = r#"{"en":["Tsuro",""]}"#.to_owned();
        Evening { id: "abcdefghij".to_owned(), titles, games: 3, rounds }
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
        assert_eq!(lines[0], "game,seat,name,place,points");
        assert_eq!((lines[1], lines[5]), ("1,1,Ann,1,2", "2,2,'=Ann,1,2"));
        assert_eq!(lines.len(), 7);
    }

    #[test]
    fn an_evening_has_two_games_or_more_and_ends() {
        let first = |games| EveningGame::first(games, "e".to_owned());
        assert_eq!(first(1).unwrap().told(), Json::NULL);
        assert!(first(0).is_err() && first(MOST_GAMES + 1).is_err());
        let game = first(2).unwrap();
        let next = game.next().unwrap();
        assert_eq!((next.number, next.next()), (1, None));
    }
}
