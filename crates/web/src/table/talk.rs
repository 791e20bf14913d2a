//! What people at a table say to each other: reactions, and texts where the host allows them. It is
//! in memory only.

use super::{Table, Text, Watcher};
use crate::guard::Rate;
use crate::token::TokenHash;
use std::collections::VecDeque;
use std::time::Instant;
use tsuro::game::Seat;
use tsuro::json::{Json, json};
use tsuro_pages::refused::Refused;
use tsuro_pages::requests::{SentComment, SentTalk, Talk};
use tsuro_pages::table::TalkRules;
use tsuro_pages::written::checked;

/// The reactions; pages have a picture and words for each (`talk.js`).
const REACTIONS: [&str; 8] =
    ["hello", "luck", "wow", "oops", "well-played", "thinking", "thanks", "good-game"];
/// The number of texts that the server sends to a person who comes later.
const KEPT: usize = 50;
/// What a seat may say at once.
const AT_ONCE: f64 = 5.0;
/// What a seat may say in a second, after that.
const EACH_SECOND: f64 = 0.5;

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

    /// Checks that a person may write at a turn of the game: the host may, and also remove what
    /// others wrote; the others may where the host lets people write.
    ///
    /// # Errors
    /// The token is not that of the seat, it is not allowed, or it is too much.
    pub(crate) fn check_comment(
        &mut self,
        token: &TokenHash,
        sent: &SentComment,
        now: Instant,
    ) -> Result<(), Refused> {
        let seat = sent.seat.ok_or(Refused::Forbidden)?.0;
        let host = sent.host.as_deref().map(TokenHash::new);
        let is_host = host.is_some_and(|host| host.is_same(&self.tokens.host));
        let removes = sent.text.trim().is_empty();
        if !(is_host && removes) {
            self.check_token(seat, token)?;
        }
        if !(is_host || removes || self.talk.rules.chat) {
            return Err(Refused::Bad("text: the host has not allowed it".to_owned()));
        }
        if self.talk.rate.take(seat, now) { Ok(()) } else { Err(Refused::Busy) }
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

#[cfg(test)]
mod tests {
    use super::*;

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
