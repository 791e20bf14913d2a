//! A person at a table leads others through its game when it is over. It is in memory only.

use super::{Table, Text, Watcher};
use crate::token::TokenHash;
use std::time::Instant;
use tsuro::game::Seat;
use tsuro::json::{Json, json};
use tsuro_pages::refused::Refused;
use tsuro_pages::requests::SentLead;

/// What a person who leads may show at once, and in a second after that: pages wait between two
/// moments that they send.
pub(super) const AT_ONCE: f64 = 20.0;
pub(super) const EACH_SECOND: f64 = 5.0;

/// What the person who leads shows.
pub(super) struct Lead {
    seat: Seat,
    at: u32,
    laid: Option<(u8, u8)>,
}

impl Table {
    /// A person begins to lead, shows another moment, or ends it; everybody is told.
    ///
    /// # Errors
    /// The token is not that of the seat, the game goes on, the person is not connected, another
    /// one leads, or it is too much.
    pub(crate) fn lead(
        &mut self,
        token: &TokenHash,
        sent: &SentLead,
        now: Instant,
    ) -> Result<(), Refused> {
        let seat = sent.seat.0;
        self.check_token(seat, token)?;
        if self.decision().is_some() {
            return Err(Refused::Bad("nobody leads before the game is over".to_owned()));
        }
        if !self.is_connected(seat) {
            return Err(Refused::Bad("seat: nobody there is connected".to_owned()));
        }
        if self.leads.as_ref().is_some_and(|lead| lead.seat != seat) {
            return Err(Refused::Bad("seat: another person leads".to_owned()));
        }
        if !self.lead_rate.take(seat, now) {
            return Err(Refused::Busy);
        }
        self.leads = sent.at.map(|at| Lead { seat, at, laid: sent.laid });
        self.tell_all(&self.lead_message());
        Ok(())
    }

    /// What is told of who leads.
    fn lead_message(&self) -> Json {
        match &self.leads {
            None => json!({ "type": "lead", "seat": Json::NULL }),
            Some(Lead { seat, at, laid }) => {
                let laid = laid.map(|(tile, rotation)| json!([tile, rotation]));
                json!({ "type": "lead", "seat": seat, "at": at, "laid": laid })
            }
        }
    }

    /// Tells a client that comes who leads, if somebody does.
    pub(super) fn tell_lead(&self, watcher: &Watcher) {
        if self.leads.is_some() {
            let text: Text = self.lead_message().to_string().into();
            let _ = watcher.sender.try_send(text);
        }
    }

    /// Nobody leads any more who is not connected, or where the game goes on.
    pub(crate) fn check_lead(&mut self) {
        let Some(Lead { seat, .. }) = self.leads else { return };
        if !self.is_connected(seat) || self.decision().is_some() {
            self.leads = None;
            self.tell_all(&self.lead_message());
        }
    }
}
