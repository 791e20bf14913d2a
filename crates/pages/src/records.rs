//! Records that clients bring.

use crate::bounds::{LONGEST_PLAYER, LONGEST_REFERENCE, cut, is_longer};
use crate::comments::Comments;
use crate::refused::Refused;
use crate::table::TableTexts;
use tsuro::rules::Registry;
use tsuro::session::Game;
use tsuro_faces::built_in;

/// Games that are brought at once.
const MOST_GAMES: usize = 50;
/// The longest record of one game, in bytes: records of the shipped rule sets have a tenth of it.
const LARGEST_GAME: usize = 256 * 1024;

/// The games of a text, not checked yet.
#[derive(Debug)]
pub struct SentGames(Vec<String>);

impl SentGames {
    /// Finds the games in a text.
    ///
    /// # Errors
    /// They are too many, too large, or none.
    pub fn split(text: &str) -> Result<Self, Refused> {
        let begins = |line: &str| {
            serde_json::from_str::<serde_json::Value>(line)
                .is_ok_and(|line| line["event"] == "game")
        };
        let mut games: Vec<String> = Vec::new();
        for line in text.lines() {
            match games.last_mut() {
                Some(game) if !(line.contains("\"game\"") && begins(line)) => {
                    game.push_str(line);
                    game.push('\n');
                }
                _ => games.push(format!("{line}\n")),
            }
            if games.len() > MOST_GAMES {
                return Err(Refused::Bad(format!(
                    "at most {MOST_GAMES} games at once: split the record"
                )));
            }
        }
        if games.is_empty() {
            return Err(Refused::Bad("there is no game in it".to_owned()));
        }
        if games.iter().any(|game| game.len() > LARGEST_GAME) {
            return Err(Refused::Bad(format!(
                "the record of a game has at most {LARGEST_GAME} bytes"
            )));
        }
        Ok(Self(games))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The record of each.
    pub fn records(&self) -> &[String] {
        &self.0
    }
}

/// A game from elsewhere whose record has been followed.
pub struct BroughtGame {
    /// The game.
    pub game: Game,
    /// Its record, as this program writes it, with the comments.
    pub record: String,
    /// The comments at its turns.
    pub comments: Comments,
    /// What its rules are called.
    pub texts: TableTexts,
    /// The players, by seat.
    pub names: Vec<String>,
}

impl BroughtGame {
    /// Follows a record.
    ///
    /// # Errors
    /// Why it is not the record of a game.
    pub fn new(text: &str, registry: &Registry) -> Result<Self, Refused> {
        let game = Game::from_record(text, registry).and_then(|game| Ok((game.record()?, game)));
        let (record, game) =
            game.map_err(|why| Refused::Bad(cut(&why.to_string(), LONGEST_REFERENCE)))?;
        let variant = game.variant();
        if is_longer(variant.name(), LONGEST_REFERENCE) {
            return Err(Refused::Bad(format!(
                "the name of the rules has more than {LONGEST_REFERENCE} characters"
            )));
        }
        // Rules in a record have no title.
        let built_in = built_in(variant, registry);
        let texts = TableTexts::new(built_in.as_ref().unwrap_or(variant.resolved()));
        let names = game.players().into_iter().map(|name| cut(&name, LONGEST_PLAYER)).collect();
        let comments = Comments::in_record(text, game.seats());
        let record = comments.record_with(&record);
        Ok(Self { game, record, comments, texts, names })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro_faces::words::Language;

    fn record() -> String {
        let mut game = Game::new("classic", 2, "1").unwrap();
        while let Some(decision) = game.decision() {
            game.play(&game.observe(decision.seat()).choices()[0].clone()).unwrap();
        }
        game.record().unwrap()
    }

    #[test]
    fn records_are_split_into_games_and_bounded() {
        let record = record();
        assert_eq!(SentGames::split(&record.repeat(MOST_GAMES)).unwrap().count(), MOST_GAMES);
        for (bad, why) in [
            (record.repeat(MOST_GAMES + 1), "at most 50 games"),
            (String::new(), "no game"),
            (format!("{record}{}", " ".repeat(LARGEST_GAME)), "at most 262144 bytes"),
        ] {
            assert!(SentGames::split(&bad).unwrap_err().to_string().contains(why), "{why}");
        }
    }

    #[test]
    fn a_name_of_rules_that_is_too_long_is_refused_and_those_of_players_are_cut() {
        let record = record();
        let (registry, long) = (Registry::default(), "x".repeat(100_000));
        let renamed = record.replacen("\"name\":\"classic\"", &format!("\"name\":\"{long}\""), 1);
        assert_ne!(renamed, record);
        let why = BroughtGame::new(&renamed, &registry).map(|_| ()).unwrap_err().to_string();
        assert!(why.len() < 2000, "{} bytes", why.len());
        let named = record.replacen("player 1", &long, 1);
        assert_ne!(named, record);
        let brought = BroughtGame::new(&named, &registry).unwrap();
        assert_eq!(brought.names[0].chars().count(), LONGEST_PLAYER);
    }

    #[test]
    fn a_record_of_built_in_rules_has_their_title_and_one_of_others_its_own() {
        let registry = Registry::default();
        let title = |record: &str| {
            let texts = BroughtGame::new(record, &registry).unwrap().texts;
            [Language::English, Language::French].map(|language| texts.title(language).to_owned())
        };
        let seas = Game::new("seas", 2, "1").unwrap().record().unwrap();
        assert_eq!(title(&seas), ["Tsuro of the Seas"; 2]);
        let others = Game::new("seas+tiles.hand=2", 2, "1").unwrap().record().unwrap();
        let renamed = others.replacen("\"name\":\"seas+tiles.hand=2\"", "\"name\":\"seas\"", 1);
        assert_eq!(title(&renamed), ["seas"; 2]);
    }
}
