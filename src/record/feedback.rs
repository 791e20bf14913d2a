//! [`Feedback`]: what a player says of a game after its end, without a name.

use super::read::event_name;
use crate::json::Json;
use crate::ruleset::is_hidden;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The longest remark, in characters.
pub const MAX_REMARK: usize = 500;

/// The most that is read of one game: one for each seat of the largest table.
const MOST: usize = crate::game::MAX_SEATS;

/// The field of the `end` line.
const FIELD: &str = "feedback";

/// How long a game felt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::exhaustive_enums, reason = "the answers to a question")]
pub enum FeltLength {
    /// It ended too early.
    TooShort,
    /// It was as long as it should be.
    Right,
    /// It went on for too long.
    TooLong,
}

/// What a player says of a game after its end, without a name. What was not answered is `None`.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Feedback {
    /// How much fun it was, from 1 to 5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fun: Option<u8>,
    /// How long it felt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<FeltLength>,
    /// Whether the player would play it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub again: Option<bool>,
    /// One line of text, of at most [`MAX_REMARK`] characters, without hidden characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

impl Feedback {
    /// Reads an answer as a record or a page has it. What is not an answer to a question counts as
    /// none; hidden characters of a remark become spaces, and the rest of a long one is cut off.
    pub fn read(value: &Value) -> Self {
        let fun = value["fun"].as_u64().and_then(|fun| u8::try_from(fun).ok());
        Self {
            fun: fun.filter(|fun| (1..=5).contains(fun)),
            length: FeltLength::deserialize(&value["length"]).ok(),
            again: value["again"].as_bool(),
            remark: value["remark"].as_str().and_then(one_line),
        }
    }

    /// Whether nothing was answered.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds this to what a record says after its end, in an order that does not tell who said it;
    /// `None` if the line is not that of an end, or has no room for more.
    pub fn added_to(self, end: &str) -> Option<String> {
        let mut all = feedback_of(end);
        if event_name(end).ok()? != "end" || all.len() >= MOST {
            return None;
        }
        all.push(self);
        written(end, all)
    }
}

/// What players said of a game, as the last line of its record has it.
pub fn feedback_of(end: &str) -> Vec<Feedback> {
    if !end.contains(FIELD) || event_name(end).ok().is_none_or(|name| name != "end") {
        return Vec::new();
    }
    let event: Map<String, Value> = serde_json::from_str(end).unwrap_or_default();
    let all = event.get(FIELD).and_then(Value::as_array).into_iter().flatten();
    all.take(MOST).map(Feedback::read).filter(|feedback| !feedback.is_empty()).collect()
}

/// The last line of a record with what players said.
pub(crate) fn written(end: &str, mut all: Vec<Feedback>) -> Option<String> {
    all.retain(|feedback| !feedback.is_empty());
    if all.is_empty() {
        return Some(end.to_owned());
    }
    all.sort();
    let mut line: Json = serde_json::from_str(end).ok()?;
    line.set(FIELD, all);
    Some(line.to_string())
}

/// A text as a remark; `None` if nothing is left of it.
fn one_line(text: &str) -> Option<String> {
    let spaced: String =
        text.chars().map(|character| if is_hidden(character) { ' ' } else { character }).collect();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let cut: String = words.join(" ").chars().take(MAX_REMARK).collect();
    Some(cut.trim_end().to_owned()).filter(|remark| !remark.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const END: &str = r#"{"event":"end","winners":[1],"outcome":"last-standing"}"#;

    #[test]
    fn what_is_no_answer_counts_as_none() {
        for value in [
            json!({ "fun": 0, "length": "long", "again": "yes", "remark": 5 }),
            json!({ "fun": 6, "length": 2, "again": 1, "remark": " \n\t " }),
            json!({ "fun": -1, "length": null, "again": [], "remark": "\u{202e}\u{7}" }),
            json!({ "fun": 1e300 }),
            json!("fun"),
            json!([5]),
            json!(null),
        ] {
            assert!(Feedback::read(&value).is_empty(), "{value}");
        }
    }

    #[test]
    fn a_remark_is_one_line_of_limited_length_without_hidden_characters() {
        let remark = |text: &str| Feedback::read(&json!({ "remark": text })).remark.unwrap();
        assert_eq!(
            remark(" two\r\nlines\u{1b}[31m \u{202e}and\u{0} more "),
            "two lines [31m and more"
        );
        assert_eq!(remark("<b>=1+1</b>"), "<b>=1+1</b>");
        let long = remark(&"é".repeat(2 * MAX_REMARK));
        assert_eq!(long.chars().count(), MAX_REMARK);
    }

    #[test]
    fn answers_stand_in_an_order_that_does_not_tell_whose_they_are() {
        let read = |fun: u8, remark: &str| Feedback::read(&json!({ "fun": fun, "remark": remark }));
        let one = read(4, "b").added_to(&read(2, "a").added_to(END).unwrap()).unwrap();
        let other = read(2, "a").added_to(&read(4, "b").added_to(END).unwrap()).unwrap();
        assert_eq!(one, other);
        assert!(one.starts_with(END.strip_suffix('}').unwrap()), "{one}");
        assert_eq!(feedback_of(&one), [read(2, "a"), read(4, "b")]);
        assert_eq!(Feedback::default().added_to(END).unwrap(), END, "nothing was answered");
        assert!(read(2, "a").added_to(r#"{"event":"turn","player":0}"#).is_none());
    }

    #[test]
    fn no_game_has_more_answers_than_a_table_has_seats() {
        let mut line = END.to_owned();
        for _ in 0..MOST {
            line = Feedback::read(&json!({ "again": true })).added_to(&line).unwrap();
        }
        assert!(Feedback::read(&json!({ "again": true })).added_to(&line).is_none());
        let many = json!({ "event": "end", "feedback": vec![json!({ "fun": 3 }); 1000] });
        assert_eq!(feedback_of(&many.to_string()).len(), MOST);
    }
}
