//! Ratings of the people who play often on a server.

use std::collections::BTreeMap;
use tsuro::json::{Json, json};
use tsuro_faces::Player;
use tsuro_faces::words::{Language, TextKey};
use tsuro_lab::{PlayerRatings, Rating};

/// The least number of games with others who are rated, for a rating.
const LEAST: usize = 10;
/// The most people who are rated: those with the most games.
const MOST: usize = 40;
/// The probability with which an interval contains the true rating.
const CONFIDENCE: f64 = 0.95;

/// A game that has a result: the names of its persons, with the number of seats that did better.
pub struct RatedGame(Vec<(String, usize)>);

impl RatedGame {
    /// The persons of a game, whose players records name so, and the number of seats that did
    /// better than each. Bots and persons without a name are left out.
    pub fn new(names: &[String], places: &[usize]) -> Self {
        let host = crate::host();
        let person = |(name, place): (&String, &usize)| match Player::from_record(name, &host) {
            Ok(Player::Human(Some(name))) => Some((name, *place)),
            _ => None,
        };
        Self(names.iter().zip(places).filter_map(person).collect())
    }

    /// Its persons who are rated, by their numbers, if there are two or more.
    fn rated(&self, people: &BTreeMap<&str, usize>) -> Option<Vec<(usize, usize)>> {
        let rated = self.0.iter();
        let rated = rated.filter_map(|(name, place)| Some((*people.get(name.as_str())?, *place)));
        let rated: Vec<(usize, usize)> = rated.collect();
        (rated.len() > 1).then_some(rated)
    }
}

/// The ratings of the people who play often.
pub struct RegularRatings {
    /// The number of games that count.
    games: usize,
    /// Their names, the numbers of their games, and their ratings; the best first.
    people: Vec<(String, usize, Rating)>,
}

impl RegularRatings {
    /// The ratings from some games.
    pub fn new(games: &[RatedGame]) -> Self {
        let people = regulars(games);
        let mut ratings = PlayerRatings::new(people.len());
        let (mut count, mut played) = (0, vec![0; people.len()]);
        for game in games.iter().filter_map(|game| game.rated(&people)) {
            ratings.add(&game);
            count += 1;
            for (person, _) in game {
                played[person] += 1;
            }
        }
        let person = |(name, person): (&str, usize)| {
            (name.to_owned(), played[person], ratings.rating(person))
        };
        let mut people: Vec<_> = people.into_iter().map(person).collect();
        people.sort_by(|one, other| other.2.mean.total_cmp(&one.2.mean));
        Self { games: count, people }
    }

    /// As clients are told them.
    pub fn told(&self, language: Language) -> Json {
        let (games, least) = (self.games.to_string(), LEAST.to_string());
        let about = [
            language.say(TextKey::WebRatingsAbout, &[("games", &games), ("least", &least)]),
            language.say(TextKey::WebRatingsScale, &[]),
            language.say(TextKey::WebRatingsNames, &[]),
        ];
        let person = |(name, games, rating): &(String, usize, Rating)| {
            let [low, high] = rating.interval(CONFIDENCE).map(f64::round);
            json!({
                "name": name, "games": games, "rating": rating.mean.round(), "low": low,
                "high": high,
            })
        };
        json!({
            "about": about,
            "games": self.games,
            "least": LEAST,
            "confidence": CONFIDENCE,
            "people": Json::list(self.people.iter().map(person)),
        })
    }
}

/// The people who have played often enough with each other, with their numbers.
fn regulars(games: &[RatedGame]) -> BTreeMap<&str, usize> {
    let names = games.iter().flat_map(|game| &game.0).map(|(name, _)| name.as_str());
    let mut people: BTreeMap<&str, usize> = names.map(|name| (name, 0)).collect();
    loop {
        for (number, person) in people.values_mut().enumerate() {
            *person = number;
        }
        let mut played = vec![0; people.len()];
        for (person, _) in games.iter().filter_map(|game| game.rated(&people)).flatten() {
            played[person] += 1;
        }
        let mut often: Vec<usize> = played.clone();
        often.sort_unstable_by(|one, other| other.cmp(one));
        let least = often.get(MOST).map_or(LEAST, |more| LEAST.max(more + 1));
        let before = people.len();
        people.retain(|_, person| played[*person] >= least);
        if people.len() == before {
            return people;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn game(names: &[&str], places: &[usize]) -> RatedGame {
        RatedGame::new(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), places)
    }

    fn told(games: &[RatedGame]) -> Value {
        RegularRatings::new(games).told(Language::English).into()
    }

    #[test]
    fn people_are_rated_by_their_places_among_each_other_with_intervals() {
        let mut games: Vec<RatedGame> = (0..40)
            .map(|number| game(&["Ann", "easy", "Bea"], &[[0, 2, 1], [1, 2, 0]][number % 4 / 3]))
            .collect();
        // Cai has not played often enough, and a person without a name is nobody.
        games.extend((0..9).map(|_| game(&["Cai", "Ann"], &[0, 1])));
        games.extend((0..20).map(|_| game(&["human", "Ann"], &[0, 1])));
        let told = told(&games);
        assert_eq!(told["games"], 40);
        let people = told["people"].as_array().unwrap();
        let names: Vec<&str> = people.iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["Ann", "Bea"]);
        let number = |at: usize, field: &str| people[at][field].as_f64().unwrap();
        // 30 of 40 games: with half a win each way, the odds are 30.5 to 10.5.
        let apart = 400.0 * libm::log10(30.5 / 10.5);
        assert!((number(0, "rating") - number(1, "rating") - apart).abs() < 2.0, "{told}");
        for at in 0..2 {
            assert!(number(at, "low") < number(at, "rating"), "{told}");
            assert!(number(at, "rating") < number(at, "high"), "{told}");
        }
        assert!(number(0, "low") > 1500.0, "40 games tell them apart: {told}");
    }

    #[test]
    fn who_plays_only_with_people_who_are_not_rated_is_not_rated() {
        let mut games: Vec<RatedGame> =
            (0..30).map(|number| game(&["Ann", &format!("Guest {number}")], &[0, 1])).collect();
        assert_eq!(told(&games)["people"], serde_json::json!([]));
        games.extend((0..LEAST).map(|_| game(&["Ann", "Bea"], &[0, 1])));
        assert_eq!(told(&games)["people"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn the_number_of_people_who_are_rated_is_limited() {
        let pair = |one: usize| {
            let names = [format!("P{one}"), format!("Q{one}")];
            // The first ones play more often.
            (0..LEAST + 60 - one).map(move |_| RatedGame::new(&names, &[0, 1]))
        };
        let games: Vec<RatedGame> = (0..60).flat_map(pair).collect();
        let told = told(&games);
        let people = told["people"].as_array().unwrap();
        assert!(people.len() <= MOST && people.len() > MOST - 3, "{}", people.len());
        assert!(people.iter().any(|person| person["name"] == "P0"));
    }
}
