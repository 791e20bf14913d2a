//! The clients that are connected to a table: they come and go, and are told what happens.

use super::Table;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::mpsc;
use tsuro::game::Seat;
use tsuro::json::{Json, json};
use tsuro_faces::words::{Language, TextKey};
use tsuro_pages::table::{Addressee, Presence};
use tsuro_pages::telling::Reader;

/// More messages than this wait for a client that is far behind.
const FAR_BEHIND: usize = 16;

/// A message that is sent as it is.
pub(crate) type Text = Arc<str>;

/// A connected client.
pub(crate) struct Watcher {
    pub number: u64,
    pub sender: mpsc::Sender<Text>,
    /// The seats whose tokens they have.
    pub seats: Vec<Seat>,
    pub is_host: bool,
    pub reader: Reader,
}

impl Watcher {
    fn addressee(&self) -> Addressee<'_> {
        Addressee { reader: self.reader, mine: &self.seats, is_host: self.is_host }
    }
}

impl Table {
    /// Calls `act` with who is there and how much time is left.
    fn with_presence<T>(&self, act: impl FnOnce(Presence<'_>) -> T) -> T {
        let connected =
            |seat| self.watchers.iter().filter(|watcher| watcher.seats.contains(&seat)).count();
        let left = self.deadline.map(|deadline| {
            deadline.saturating_duration_since(Instant::now()).as_millis().div_ceil(1000) as u64
        });
        act(Presence { connected: &connected, left, reserves: &self.reserves })
    }

    /// Sends everybody a message made for who they are; the answer is what the last call of `make`
    /// gave beside it.
    pub(super) fn each_reader<T>(
        &mut self,
        mut make: impl FnMut(&Self, Reader) -> (Option<Json>, T),
    ) -> Option<T> {
        let mut made: Vec<(Reader, Option<Text>)> = Vec::new();
        let mut last = None;
        for number in 0..self.watchers.len() {
            let reader = self.watchers[number].reader;
            if !made.iter().any(|(known, _)| *known == reader) {
                let (message, beside) = make(self, reader);
                made.push((reader, message.map(|message| message.to_string().into())));
                last = Some(beside);
            }
        }
        self.watchers.retain(|watcher| {
            let text = made
                .iter()
                .find(|(known, _)| *known == watcher.reader)
                .and_then(|(_, text)| text.as_ref());
            // Who reads too slowly is disconnected, and comes back.
            text.is_none_or(|text| watcher.sender.try_send(Arc::clone(text)).is_ok())
        });
        last
    }

    /// Sends all clients what the game is now. The message is long, and made for each client, so it
    /// does not wait for a client that is far behind: that one is disconnected, and is told when it
    /// comes back.
    pub(crate) fn tell_table(&mut self) {
        self.watchers.retain(|watcher| {
            watcher.sender.max_capacity() - watcher.sender.capacity() <= FAR_BEHIND
        });
        for number in 0..self.watchers.len() {
            let watcher = &self.watchers[number];
            let now = self.with_presence(|presence| self.table_now(watcher.addressee(), presence));
            let text = now.to_string().into();
            // One that cannot be sent this is removed with the next message.
            let _ = watcher.sender.try_send(text);
        }
    }

    /// Tells everybody who is there, if that has changed.
    pub(crate) fn tell_seats(&mut self) {
        let mut languages: Vec<Language> =
            self.watchers.iter().map(|watcher| watcher.reader.language).collect();
        languages.sort_by_key(|language| language.code());
        languages.dedup();
        let now: Vec<(Language, String)> = languages
            .into_iter()
            .map(|language| (language, self.seats_message(language)))
            .collect();
        if now != self.seats_told {
            self.watchers.retain(|watcher| {
                let text = now.iter().find(|(language, _)| *language == watcher.reader.language);
                text.is_none_or(|(_, text)| watcher.sender.try_send(text.as_str().into()).is_ok())
            });
            self.seats_told = now;
        }
    }

    /// Tells everybody something that is no event.
    pub(crate) fn tell_notice(&mut self, key: TextKey, seat: Option<Seat>) {
        self.each_reader(|table, reader| {
            let narrator = table.narrator(Reader { seat: None, ..reader });
            let who = seat.map_or("", |seat| narrator.name(seat));
            (
                Some(
                    json!({ "type": "notice", "words": reader.language.say(key, &[("who", who)]) }),
                ),
                (),
            )
        });
    }

    /// Sends everybody a message that is the same for all.
    pub(crate) fn tell_all(&mut self, message: &Json) {
        let text: Text = message.to_string().into();
        self.watchers.retain(|watcher| watcher.sender.try_send(Arc::clone(&text)).is_ok());
    }

    /// Tells which players the table waits for, and asks them; or what the game came to.
    pub(crate) fn tell_state(&mut self) {
        for watcher in &self.watchers {
            let messages =
                self.with_presence(|presence| self.state_messages(watcher.addressee(), presence));
            for message in messages {
                let _ = watcher.sender.try_send(message.to_string().into());
            }
        }
    }

    /// A client comes: it is told everything, or what has happened since it went.
    pub(crate) fn enter(&mut self, watcher: Watcher, since: Option<(usize, u32)>) {
        let (messages, is_known) = self
            .with_presence(|presence| self.first_messages(watcher.addressee(), presence, since));
        for message in messages {
            let _ = watcher.sender.try_send(message.to_string().into());
        }
        if is_known {
            self.seats_told.clear();
            // Who was at the table when it was opened again, but not connected, is told now.
            if let Some(again) = self.again_message() {
                let _ = watcher.sender.try_send(again.to_string().into());
            }
        }
        if let Some(talk) = self.talk_message(&watcher) {
            let _ = watcher.sender.try_send(talk.to_string().into());
        }
        self.tell_lead(&watcher);
        self.watchers.push(watcher);
        self.used = Instant::now();
        self.tell_seats();
    }

    /// The message that the table has been opened again, once it was.
    pub(crate) fn again_message(&self) -> Option<Json> {
        let id = self.again.as_deref()?;
        Some(json!({ "type": "again", "id": id, "turned": self.next_in_evening().is_some() }))
    }

    fn seats_message(&self, language: Language) -> String {
        let seats = self.with_presence(|presence| self.seat_list(language, presence));
        json!({ "type": "seats", "seats": seats }).to_string()
    }

    /// Tells everybody who wants to take something back, and who has to agree.
    pub(crate) fn tell_asked_back(&mut self) {
        self.each_reader(|table, reader| (Some(table.asked_back_message(reader)), ()));
    }

    /// A client goes.
    pub(crate) fn leave(&mut self, number: u64) {
        self.watchers.retain(|watcher| watcher.number != number);
        self.used = Instant::now();
        self.check_lead();
        self.tell_seats();
    }

    /// Whether a person at this seat is connected.
    pub(crate) fn is_connected(&self, seat: Seat) -> bool {
        self.watchers.iter().any(|watcher| watcher.seats.contains(&seat))
    }

    /// Whether any client is connected.
    pub(crate) fn is_watched(&self) -> bool {
        !self.watchers.is_empty()
    }

    /// Everybody's connection ends.
    pub(crate) fn close(&mut self, why: &str) {
        self.break_off();
        self.tell_all(&json!({ "type": "closed", "why": why }));
        self.watchers.clear();
    }
}
