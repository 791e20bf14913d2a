//! The questions about a game after its end: how much fun it was, how long, whether it would be
//! played again, and a remark. Nobody is named by the answers.

use super::input::Key;
use super::widgets::Field;
use serde_json::json;
use tsuro::record::Feedback;
use tsuro_faces::words::{Language, TextKey};

/// The questions that are answered by a number, with the largest one.
const NUMBERS: [(TextKey, u8); 3] =
    [(TextKey::RateFun, 5), (TextKey::RateLength, 3), (TextKey::RateAgain, 2)];

/// What a person has answered so far, and what is being typed.
#[derive(Default)]
pub(super) struct Questionnaire {
    numbers: Vec<Option<u8>>,
    pub field: Field,
}

/// How it goes on after a key.
pub(super) enum Asked {
    /// The same question, or the next one.
    On,
    /// What was typed is no answer: a number up to this one is needed.
    Wrong(u8),
    /// The person has left; nothing is noted.
    Left,
    /// All is answered.
    Done(Feedback),
}

impl Questionnaire {
    /// The question, in words.
    pub(super) fn question(&self, words: Language) -> &'static str {
        let number = NUMBERS.get(self.numbers.len());
        words.sentence(number.map_or(TextKey::RateRemark, |number| number.0))
    }

    /// Takes a key.
    pub(super) fn key(&mut self, key: Key) -> Asked {
        match key {
            Key::Escape => return Asked::Left,
            Key::Enter => {}
            _ => {
                self.field.key(key);
                return Asked::On;
            }
        }
        let text = std::mem::take(&mut self.field.text);
        let Some(&(_, last)) = NUMBERS.get(self.numbers.len()) else {
            return Asked::Done(self.feedback(&text));
        };
        let number = text.trim().parse().ok().filter(|number| (1..=last).contains(number));
        if number.is_none() && !text.trim().is_empty() {
            return Asked::Wrong(last);
        }
        self.numbers.push(number);
        Asked::On
    }

    fn feedback(&self, remark: &str) -> Feedback {
        let answer = |question: usize| self.numbers.get(question).copied().flatten();
        let length =
            answer(1).and_then(|at| ["too-short", "right", "too-long"].get(usize::from(at) - 1));
        Feedback::read(&json!({
            "fun": answer(0), "length": length, "again": answer(2).map(|at| at == 1),
            "remark": remark,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Types an answer.
    fn answer(asked: &mut Questionnaire, text: &str) -> Asked {
        text.chars().for_each(|letter| drop(asked.key(Key::Char(letter))));
        asked.key(Key::Enter)
    }

    #[test]
    fn each_answer_is_noted_or_left_out_and_a_wrong_number_asks_again() {
        let mut asked = Questionnaire::default();
        assert_eq!(asked.question(Language::English), Language::English.sentence(TextKey::RateFun));
        assert!(matches!(answer(&mut asked, "6"), Asked::Wrong(5)));
        assert!(matches!(answer(&mut asked, "4"), Asked::On));
        assert!(matches!(answer(&mut asked, "long"), Asked::Wrong(3)));
        assert!(matches!(answer(&mut asked, ""), Asked::On));
        assert!(matches!(answer(&mut asked, "2"), Asked::On));
        let Asked::Done(found) = answer(&mut asked, "more wind") else { panic!("it is over") };
        let wanted = json!({ "fun": 4, "again": false, "remark": "more wind" });
        assert_eq!(found, Feedback::read(&wanted));
        assert!(matches!(Questionnaire::default().key(Key::Escape), Asked::Left));
    }
}
