//! The keys of a script's rule.

use super::kept::text;
use super::reader::Reader;
use crate::board::Square;
use crate::game::{Key, KeySentence, KeyWord, ValueKind};
use crate::rules::script::literal::{Entry, Literal, LiteralValue};
use crate::rules::script::sections;

impl Reader {
    pub(super) fn keys(&mut self, top: &[Entry]) -> Vec<Key> {
        let mut keys = Vec::new();
        for entry in self.section(top, "keys") {
            let what = format!("the key `{}`", entry.key);
            let fields = self.map(&entry.value, &what, sections::KEY);
            let name = self.name(&entry.key, entry.at, "a key");
            let usual = Self::entry(fields, "usual");
            let mut key = if let Some(range) = Self::entry(fields, "number") {
                self.number_key(name, range, usual, &what)
            } else if let Some(words) = Self::entry(fields, "words") {
                self.word_key(name, words, usual, &what)
            } else if let Some(squares) = Self::entry(fields, "squares") {
                self.squares_key(name, squares, usual, &what)
            } else if let Some(flag) = Self::entry(fields, "flag") {
                self.flag_key(name, flag, usual, &what)
            } else {
                self.problem(
                    entry.value.at,
                    format!(
                        "{what} says not what it takes: `number`, `flag`, `words` or `squares`"
                    ),
                );
                Key::flag(name)
            };
            if let Some(means) = Self::entry(fields, "means") {
                let means = self.string(means, &what);
                key = key.means(self.text(means));
            } else {
                self.problem(entry.value.at, format!("{what} does not say what it `means`"));
            }
            if Self::entry(fields, "says").is_some() {
                let says = self.part(fields, entry.value.at, "says", &what, &["value"]);
                key = key.rulebook(self.list(vec![KeySentence::any(says)]));
            }
            if let Some(rules) = Self::entry(fields, "rules") {
                let rules = self.string(rules, &what);
                key = key.rule(self.text(rules));
            }
            keys.push(key);
        }
        keys
    }

    /// A key with a number of a range.
    fn number_key(
        &mut self,
        name: &'static str,
        range: &Literal,
        usual: Option<&Literal>,
        what: &str,
    ) -> Key {
        let (mut min, mut max) = (0, 0);
        if let [least, most] = self.items(range, &format!("`number` of {what}")) {
            min = self.number(least, what, -1_000_000_000..=1_000_000_000);
            max = self.number(most, what, min..=1_000_000_000);
        } else {
            self.problem(
                range.at,
                format!("`number` of {what} has to be a list of two: the smallest and the largest"),
            );
        }
        let key = Key::number(name, min..=max);
        let Some(usual) = usual else { return key };
        key.default(self.number(usual, &format!("`usual` of {what}"), min..=max))
    }

    /// A key with one of some words.
    fn word_key(
        &mut self,
        name: &'static str,
        words: &Literal,
        usual: Option<&Literal>,
        what: &str,
    ) -> Key {
        let (mut known, mut all) = (Vec::new(), Vec::new());
        for word in self.map(words, &format!("`words` of {what}"), &[]) {
            let means = self.string(&word.value, what);
            let name = self.name(&word.key, word.at, "a word");
            all.push(KeyWord::new(name, self.text(means)));
            known.push(word.key.as_str());
        }
        let key = Key::choice(name, self.list(all));
        let Some(usual) = usual else { return key };
        let chosen = self.string(usual, &format!("`usual` of {what}"));
        if !known.contains(&chosen) {
            self.problem(usual.at, format!("`usual` of {what} cannot be {chosen:?}"))
                .unknown(chosen, &known);
        }
        // A dry run has no words.
        if self.dry { key } else { key.default_word(text(chosen)) }
    }

    /// A key with a list of squares.
    fn squares_key(
        &mut self,
        name: &'static str,
        squares: &Literal,
        usual: Option<&Literal>,
        what: &str,
    ) -> Key {
        let ends = self.items(squares, &format!("`squares` of {what}"));
        let mut len = [0, 256];
        for (end, written) in len.iter_mut().zip(ends) {
            *end = self.number(written, what, 0..=256);
        }
        let key = Key::new(name, ValueKind::Squares { len: (len[0] as usize, len[1] as usize) });
        let Some(usual) = usual else { return key };
        let mut listed = String::new();
        usual.write(&mut listed);
        for square in self.items(usual, &format!("`usual` of {what}")) {
            let name = self.string(square, what);
            if name.parse::<Square>().is_err() {
                self.problem(
                    square.at,
                    format!("`usual` of {what} has {name:?}, which is no square"),
                );
            }
        }
        key.default_toml(self.text(&listed))
    }

    /// A key that is true or false.
    fn flag_key(
        &mut self,
        name: &'static str,
        flag: &Literal,
        usual: Option<&Literal>,
        what: &str,
    ) -> Key {
        if !matches!(flag.value, LiteralValue::Flag(true)) {
            self.problem(
                flag.at,
                "a key of true or false is declared by `flag: true`, and its value by `usual`",
            );
        }
        let key = Key::flag(name);
        match usual.map(|usual| (usual, &usual.value)) {
            None => key,
            Some((_, LiteralValue::Flag(flag))) => key.default_flag(*flag),
            Some((usual, _)) => {
                let found = usual.describe();
                let message = format!("`usual` of {what} has to be true or false, not {found}");
                self.problem(usual.at, message);
                key
            }
        }
    }
}
