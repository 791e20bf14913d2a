//! What people at a table say to each other: reactions, and texts where the host allows them. It is
//! in memory only.

use super::{Table, Text, Watcher};
use crate::guard::Rate;
use crate::token::TokenHash;
use std::collections::VecDeque;
use std::time::Instant;
use tsuro::game::Seat;
use tsuro::json::{Json, json};
use tsuro::ruleset::shown;
use tsuro_pages::refused::Refused;
use tsuro_pages::requests::{SentTalk, Talk};
use tsuro_pages::table::TalkRules;

/// The reactions; pages have a picture and words for each (`talk.js`).
const REACTIONS: [&str; 8] =
    ["hello", "luck", "wow", "oops", "well-played", "thinking", "thanks", "good-game"];
/// The longest text, in characters.
const LONGEST: usize = 200;
/// The number of texts that the server sends to a person who comes later.
const KEPT: usize = 50;
/// What a seat may say at once.
const AT_ONCE: f64 = 5.0;
/// What a seat may say in a second, after that.
const EACH_SECOND: f64 = 0.5;
/// What stands in addresses, and is not needed at a table.
const OF_ADDRESSES: [&str; 4] = ["://", "www.", "mailto:", "@"];

/// What is said at a table.
pub(super) struct TableTalk {
    rules: TalkRules,
    texts: VecDeque<(Seat, String)>,
    rate: Rate<Seat>,
}

impl TableTalk {
    pub(super) fn new(rules: TalkRules) -> Self {
        Self { rules, texts: VecDeque::new(), rate: Rate::new(AT_ONCE, EACH_SECOND) }
    }

    fn is_heard_by(&self, watcher: &Watcher) -> bool {
        self.rules.onlookers || watcher.is_host || !watcher.seats.is_empty()
    }
}

impl Table {
    /// What the host lets people say.
    pub(crate) const fn talk_rules(&self) -> TalkRules {
        self.talk.rules
    }

    /// The table, at which people may say what the host allows.
    pub(crate) fn with_talk(mut self, rules: TalkRules) -> Self {
        self.talk = TableTalk::new(rules);
        self
    }

    /// A person says something to those who may hear it.
    ///
    /// # Errors
    /// The token is not that of the seat, it is not allowed, or it is too much.
    pub(crate) fn say(
        &mut self,
        token: &TokenHash,
        sent: SentTalk,
        now: Instant,
    ) -> Result<(), Refused> {
        let seat = sent.seat.0;
        self.check_token(seat, token)?;
        let said = match sent.talk()? {
            Talk::Reaction(code) => Talk::Reaction(reaction(&code)?.to_owned()),
            Talk::Text(text) if self.talk.rules.chat => Talk::Text(checked(&text)?),
            Talk::Text(_) => {
                return Err(Refused::Bad("text: the host has not allowed it".to_owned()));
            }
        };
        if !self.talk.rate.take(seat, now) {
            return Err(Refused::Busy);
        }
        let message = match said {
            Talk::Reaction(code) => json!({ "type": "said", "seat": seat, "reaction": code }),
            Talk::Text(text) => {
                let message = json!({ "type": "said", "seat": seat, "text": &text });
                if self.talk.texts.len() == KEPT {
                    self.talk.texts.pop_front();
                }
                self.talk.texts.push_back((seat, text));
                message
            }
        };
        let message: Text = message.to_string().into();
        let Self { watchers, talk, .. } = self;
        watchers.retain(|watcher| {
            !talk.is_heard_by(watcher) || watcher.sender.try_send(Text::clone(&message)).is_ok()
        });
        Ok(())
    }

    /// What a client that comes is told of what was said; `None`: it may not hear it.
    pub(super) fn talk_message(&self, watcher: &Watcher) -> Option<Json> {
        let said = |(seat, text): &(Seat, String)| json!({ "seat": seat, "text": text });
        self.talk.is_heard_by(watcher).then(|| {
            json!({
                "type": "talk", "chat": self.talk.rules.chat,
                "said": Json::list(self.talk.texts.iter().map(said)),
            })
        })
    }
}

fn reaction(code: &str) -> Result<&'static str, Refused> {
    let known = REACTIONS.into_iter().find(|known| *known == code);
    known.ok_or_else(|| Refused::Bad(format!("reaction: one of {}", REACTIONS.join(", "))))
}

/// A text as it is passed on.
///
/// # Errors
/// It is empty or too long, or has hidden characters or an address.
fn checked(text: &str) -> Result<String, Refused> {
    let bad = |why: &str| Err(Refused::Bad(format!("text: {why}")));
    let text = text.trim();
    if text.is_empty() || text.chars().count() > LONGEST {
        return bad(&format!("1 to {LONGEST} characters"));
    }
    if shown(text) != text {
        return bad("control characters and invisible characters are not allowed");
    }
    if has_address(text) {
        return bad("addresses are not allowed");
    }
    Ok(text.to_owned())
}

/// Whether a text has what could be an address: also a name like `example.org`, and numbers like
/// `10.0.0.1`. Letters that browsers read as others in an address are read so here.
fn has_address(text: &str) -> bool {
    let plain: String = text.chars().map(plain).collect();
    let plain = plain.to_lowercase();
    let is_name = |word: &str| {
        let parts: Vec<&str> = word.split('.').collect();
        parts.windows(2).any(|pair| {
            let after = pair[1].chars().take_while(|letter| letter.is_alphabetic()).count();
            pair[0].ends_with(char::is_alphanumeric) && after >= 2
        }) || parts.len() > 3
            && parts.iter().all(|part| part.starts_with(|digit: char| digit.is_ascii_digit()))
    };
    OF_ADDRESSES.iter().any(|part| plain.contains(part)) || plain.split_whitespace().any(is_name)
}

/// Full-width forms and other full stops as ASCII has them.
fn plain(letter: char) -> char {
    match letter {
        '\u{3002}' | '\u{ff61}' => '.',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_short_and_have_no_address_and_nothing_hidden() {
        let long = "ä".repeat(LONGEST);
        for fine in
            ["Well played!", "3.5 of 4... e.g. a5", "<b>Ann</b> & 'Bea'", "😀", &long, " x "]
        {
            assert_eq!(checked(fine).unwrap(), fine.trim());
        }
        for wrong in [
            "",
            "  ",
            &format!("{long}x"),
            "one\ntwo",
            "\u{7}",
            "a\u{202e}b",
            "a\u{200b}b",
            "javascript://x",
            "see WWW.x",
            "example.org",
            "(Example.Org/path)",
            "ex\u{ff41}mple\u{3002}org",
            "http\u{ff1a}//x",
            "mailto:x",
            "ann@home",
            "10.0.0.1:80",
        ] {
            assert!(matches!(checked(wrong), Err(Refused::Bad(_))), "{wrong:?}");
        }
    }

    #[test]
    fn only_the_eight_reactions_are_known() {
        for code in REACTIONS {
            assert_eq!(reaction(code).unwrap(), code);
        }
        for wrong in ["", "Wow", "wow ", "smile"] {
            assert!(matches!(reaction(wrong), Err(Refused::Bad(_))), "{wrong:?}");
        }
    }
}
