//! Files of values in the words for bots: `values=FILE`, and `values=FILE#HASH`, which takes the file
//! only if it still has the text that it had when the word was written.

use super::{BotError, BotSpec, Host, LEARNED};
use crate::bots::values::{Judge, Trained};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::sync::Arc;

/// The digits of a hash: as many as tell the files of a person apart.
const DIGITS: usize = 16;

/// How the part of a word begins that names a file.
const KEY: &str = "values=";

/// The first digits of the SHA-256 of a text, in hexadecimal.
fn hash_of(text: &str) -> String {
    let digest = Sha256::digest(text);
    digest.iter().take(DIGITS / 2).fold(String::new(), |mut hash, byte| {
        let _ = write!(hash, "{byte:02x}");
        hash
    })
}

/// The file, and the hash that it has to have.
fn split_hash(word: &str) -> (&str, Option<&str>) {
    let is_hash = |hash: &str| {
        hash.len() == DIGITS && hash.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    };
    match word.rsplit_once('#') {
        Some((file, hash)) if is_hash(hash) => (file, Some(hash)),
        _ => (word, None),
    }
}

/// What `values=` names in the word for a bot, if that is a file.
fn named_file(word: &str) -> Option<&str> {
    let (name, argument) = word.split_once(':')?;
    if !matches!(name, LEARNED | "ismcts" | "ismcts-ms") {
        return None;
    }
    let mut named = argument.split(':').filter_map(|part| part.strip_prefix(KEY));
    named.next().filter(|file| *file != LEARNED)
}

/// The text of a file, and what was learned in it.
fn read_file(
    bot: &'static str,
    word: &str,
    host: Option<&Arc<dyn Host>>,
) -> Result<(String, Trained), BotError> {
    let wrong = |why| BotError::Values { bot, file: word.chars().take(200).collect(), why };
    let host = host.ok_or_else(|| wrong("no files can be read here".to_owned()))?;
    let (file, hash) = split_hash(word);
    let text = host.values(file).map_err(wrong)?;
    let trained = Trained::from_text(&text).map_err(|why| wrong(why.to_string()))?;
    match (hash, hash_of(&text)) {
        (Some(hash), found) if hash != found => {
            Err(wrong(format!("the file has changed: its hash is {found}")))
        }
        _ => Ok((text, trained)),
    }
}

/// The values that a word names: the shipped ones, or those of a file.
pub(super) fn read_values(
    bot: &'static str,
    word: &str,
    host: Option<&Arc<dyn Host>>,
) -> Result<Judge, BotError> {
    if word == LEARNED {
        return Ok(Judge::Shipped);
    }
    let (_, trained) = read_file(bot, word, host)?;
    Ok(Judge::Given(Arc::new(trained.values)))
}

impl BotSpec {
    /// The word for a bot as plans have it: with the hash of the file of values that it names, so
    /// that nobody goes on with another file. Any other word stays as it is.
    ///
    /// # Errors
    /// The file cannot be used.
    pub fn with_hash(word: &str, host: &Arc<dyn Host>) -> Result<String, BotError> {
        let word = word.trim();
        let Some(file) = named_file(word).filter(|file| split_hash(file).1.is_none()) else {
            return Ok(word.to_owned());
        };
        let (text, _) = read_file(LEARNED, file, Some(host))?;
        let named = format!("{KEY}{file}");
        Ok(word.replacen(&named, &format!("{named}#{}", hash_of(&text)), 1))
    }

    /// Reads the word of a plan for a bot whose file of values is known by its hash: all but the
    /// values themselves. `None`: it names no such file.
    pub(super) fn without_file(word: &str) -> Option<Result<Self, BotError>> {
        let file = named_file(word).filter(|file| split_hash(file).1.is_some())?;
        let shipped = word.replacen(&format!("{KEY}{file}"), &format!("{KEY}{LEARNED}"), 1);
        let argument = word.split_once(':').map(|(_, argument)| argument.to_owned());
        Some(Self::parse(&shipped).map(|spec| Self {
            argument: argument.unwrap_or_default(),
            lacks_file: true,
            ..spec
        }))
    }

    /// The same bot with the file of values that it lacks because a plan names it. Other bots stay
    /// as they are.
    ///
    /// # Errors
    /// The file cannot be used, or has changed; without a host, no file can be read.
    pub fn with_file(&self, host: Option<&Arc<dyn Host>>) -> Result<Self, BotError> {
        if self.lacks_file { Self::read(&self.to_string(), host) } else { Ok(self.clone()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Bot;
    use crate::bots::ismcts::Clock;
    use crate::bots::values::shipped;
    use std::collections::HashMap;

    /// A host whose files are these.
    struct Files(HashMap<&'static str, String>);

    impl Host for Files {
        fn clock(&self, _: u32) -> Box<dyn Clock> {
            unreachable!("no bot with a clock is made")
        }
        fn values(&self, file: &str) -> Result<String, String> {
            self.0.get(file).cloned().ok_or_else(|| "there is no such file".to_owned())
        }
        fn program(&self, _: &str, _: &[String]) -> Box<dyn Bot> {
            unreachable!("no program is started")
        }
    }

    fn host() -> Arc<dyn Host> {
        let texts: Vec<&str> = shipped().map(|(_, text)| text).collect();
        let layout = texts[0].lines().find(|line| line.starts_with("layout")).unwrap();
        let foreign = texts[0].replacen(layout, "layout = \"pieces-0\"", 1);
        Arc::new(Files(HashMap::from([
            ("a#b.toml", texts[0].to_owned()),
            ("seas.toml", texts[2].to_owned()),
            ("foreign.toml", foreign),
        ])))
    }

    #[test]
    fn the_word_of_a_plan_has_the_hash_of_its_file_and_is_read_without_it() {
        let host = host();
        for word in ["learned:values=a#b.toml:sharp=3", "ismcts:5:values=a#b.toml:moves=2"] {
            let planned = BotSpec::with_hash(word, &host).unwrap();
            assert_eq!(planned.len(), word.len() + 1 + DIGITS, "{planned}");
            assert_eq!(BotSpec::with_hash(&planned, &host).unwrap(), planned, "it has one");
            let spec = BotSpec::parse_planned(&planned).unwrap();
            assert_eq!(spec.to_string(), planned);
            let whole = spec.with_file(Some(&host)).unwrap();
            let given = BotSpec::parse_on(word, &host).unwrap();
            assert_eq!((&whole.judge, whole.search), (&given.judge, given.search), "{word}");
            assert_eq!(whole.sharp, spec.sharp);
            assert_eq!(given.strength(), spec.strength());
            // Where no files are read, nobody plays with it.
            let refused = spec.with_file(None).unwrap_err().to_string();
            assert!(refused.contains("no files can be read here"), "{refused}");
        }
        for word in ["greedy", " learned ", "learned:values=learned", "exec:x:values=seas.toml"] {
            assert_eq!(BotSpec::with_hash(word, &host).unwrap(), word.trim());
        }
        assert!(BotSpec::parse_planned("learned:values=seas.toml").is_err(), "it has no hash");
    }

    #[test]
    fn a_file_that_has_changed_or_does_not_fit_is_refused_with_the_reason() {
        let host = host();
        let planned = BotSpec::with_hash("learned:values=a#b.toml", &host).unwrap();
        let (_, hash) = planned.rsplit_once('#').unwrap();
        for (word, why) in [
            (format!("learned:values=seas.toml#{hash}"), "the file has changed: its hash is"),
            ("learned:values=foreign.toml".to_owned(), "pieces-0"),
            ("learned:values=none.toml".to_owned(), "there is no such file"),
        ] {
            let refused = BotSpec::parse_on(&word, &host).unwrap_err().to_string();
            assert!(refused.contains(why), "{word}: {refused}");
            if let Ok(spec) = BotSpec::parse_planned(&word) {
                assert_eq!(spec.with_file(Some(&host)).unwrap_err().to_string(), refused);
            } else {
                assert_eq!(BotSpec::with_hash(&word, &host).unwrap_err().to_string(), refused);
            }
        }
    }
}
