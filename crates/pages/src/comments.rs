//! Comments that people write at turns of a game that is over. They are kept in its record: the
//! event that begins a turn has them in a field that readers of records skip.

use crate::refused::Refused;
use crate::written::checked;
use serde::Deserialize;
use std::collections::BTreeMap;
use tsuro::game::Seat;
use tsuro::json::{Json, json};

/// A comment as it is kept beside a game: the turn, the seat and the text.
pub type KeptComment = (u32, Option<u8>, String);

/// A comment in the event that begins its turn.
#[derive(Deserialize)]
struct Listed {
    #[serde(default)]
    seat: Option<u8>,
    text: String,
}

/// The most comments of a seat in a game.
const MOST_EACH: usize = 100;
/// The field of the event.
const FIELD: &str = "comments";

/// The comments at a game: one of each seat at each turn. Who has no seat in it writes notes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Comments(BTreeMap<(u32, Option<Seat>), String>);

impl Comments {
    /// The comments in the record of a game with this number of seats. A comment that could not
    /// be written here is left out.
    pub fn in_record(record: &str, seats: u8) -> Self {
        let mut comments = Self::default();
        for line in record.lines().filter(|line| line.contains(FIELD)) {
            let Ok(event) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            let (Some(turn), Some(listed)) = (turn_begun(&event), event[FIELD].as_array()) else {
                continue;
            };
            for comment in listed {
                if let Ok(Listed { seat, text }) = Listed::deserialize(comment) {
                    comments.add((turn, seat, text), seats);
                }
            }
        }
        comments
    }

    /// Comments that were kept beside a game with this number of seats.
    pub fn kept(kept: Vec<KeptComment>, seats: u8) -> Self {
        let mut comments = Self::default();
        for comment in kept {
            comments.add(comment, seats);
        }
        comments
    }

    /// As they are kept beside a game.
    pub fn to_kept(&self) -> Vec<KeptComment> {
        let number = |seat: &Option<Seat>| seat.map(Seat::number);
        self.0.iter().map(|((turn, seat), text)| (*turn, number(seat), text.clone())).collect()
    }

    /// Adds what somebody may have written.
    fn add(&mut self, (turn, seat, text): KeptComment, seats: u8) {
        let known = seat.map(|seat| Seat::checked(u64::from(seat), seats));
        if known != Some(None) {
            let _ = self.write(turn, known.flatten(), &text);
        }
    }

    /// The record with the comments.
    pub fn record_with(&self, record: &str) -> String {
        if self.0.is_empty() {
            return record.to_owned();
        }
        let with = |line: &str| {
            let event = serde_json::from_str::<serde_json::Value>(line).ok();
            let turn = event.as_ref().and_then(turn_begun)?;
            let listed = self.at(turn);
            let open = line.trim_end().strip_suffix('}').filter(|_| !listed.is_empty())?;
            Some(format!("{open},\"{FIELD}\":{}}}\n", Json::List(listed)))
        };
        record
            .split_inclusive('\n')
            .map(|line| with(line).unwrap_or_else(|| line.to_owned()))
            .collect()
    }

    /// A seat writes at a turn, in place of what it has written there; an empty text removes that.
    ///
    /// # Errors
    /// What is wrong with the text, or the seat has written too many.
    pub fn write(&mut self, turn: u32, seat: Option<Seat>, text: &str) -> Result<(), Refused> {
        let place = (turn, seat);
        if text.trim().is_empty() {
            self.0.remove(&place);
            return Ok(());
        }
        let text = checked(text)?;
        let others = self.0.keys().filter(|known| known.1 == seat && **known != place).count();
        if others >= MOST_EACH {
            return Err(Refused::Bad(format!("text: at most {MOST_EACH} comments of a player")));
        }
        self.0.insert(place, text);
        Ok(())
    }

    /// Removes all of them.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// As clients are told all of them.
    pub fn told(&self) -> Json {
        Json::list(
            self.0
                .iter()
                .map(|((turn, seat), text)| json!({ "turn": turn, "seat": seat, "text": text })),
        )
    }

    fn at(&self, turn: u32) -> Vec<Json> {
        let listed = self.0.range((turn, None)..(turn.saturating_add(1), None));
        listed
            .map(|((_, seat), text)| match seat {
                Some(seat) => json!({ "seat": seat, "text": text }),
                None => json!({ "text": text }),
            })
            .collect()
    }
}

/// The turn that an event begins.
fn turn_begun(event: &serde_json::Value) -> Option<u32> {
    let number = (event["event"] == "turn").then(|| event["number"].as_u64()).flatten()?;
    u32::try_from(number).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::rules::Registry;
    use tsuro::session::Game;

    fn record() -> String {
        let mut game = Game::new("classic", 2, "1").unwrap();
        while let Some(decision) = game.decision() {
            game.play(&game.observe(decision.seat()).choices()[0].clone()).unwrap();
        }
        game.record().unwrap()
    }

    #[test]
    fn comments_are_in_the_record_and_the_game_follows_from_it_all_the_same() {
        let (record, one) = (record(), Some(Seat::new(1)));
        let mut comments = Comments::default();
        assert_eq!(comments.record_with(&record), record);
        comments.write(1, one, " \"<b>so</b>\" ").unwrap();
        comments.write(1, None, "a note").unwrap();
        let with = comments.record_with(&record);
        let field =
            r#""number":1,"comments":[{"text":"a note"},{"seat":1,"text":"\"<b>so</b>\""}]}"#;
        assert!(with.contains(field), "{with}");
        assert_eq!(Comments::in_record(&with, 2), comments);
        let game = Game::from_record(&with, &Registry::default()).unwrap();
        assert_eq!(game.record().unwrap(), record);
        // Written again, they are there once.
        assert_eq!(Comments::in_record(&with, 2).record_with(&record), with);
    }

    #[test]
    fn a_seat_has_one_comment_at_a_turn_and_an_empty_one_removes_it() {
        let (mut comments, one) = (Comments::default(), Some(Seat::new(1)));
        comments.write(3, one, "first").unwrap();
        comments.write(3, one, "second").unwrap();
        assert_eq!(comments.told().to_string(), r#"[{"turn":3,"seat":1,"text":"second"}]"#);
        assert!(comments.write(3, one, "see example.org").is_err());
        comments.write(3, one, " ").unwrap();
        assert_eq!(comments, Comments::default());
        for turn in 0..MOST_EACH as u32 {
            comments.write(turn, one, "many").unwrap();
        }
        assert!(comments.write(1000, one, "too many").is_err());
        comments.write(0, one, "another").unwrap();
        comments.write(1000, None, "of somebody else").unwrap();
    }

    #[test]
    fn what_a_record_has_in_place_of_comments_is_left_out() {
        let record = record();
        for wrong in [
            r#""a text""#,
            "[7]",
            r#"[{"seat":2,"text":"there is no such seat"}]"#,
            r#"[{"seat":-1,"text":"nor this one"}]"#,
            r#"[{"seat":0,"text":"www.example.org"}]"#,
            r#"[{"seat":0,"text":["a list"]}]"#,
            r#"[{"seat":0}]"#,
        ] {
            let edited = record.replacen(
                "\"number\":1}",
                &format!("\"number\":1,\"comments\":{wrong}}}"),
                1,
            );
            assert_ne!(edited, record);
            assert_eq!(Comments::in_record(&edited, 2), Comments::default(), "{wrong}");
        }
    }
}
