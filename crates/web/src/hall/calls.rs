//! Persons are called for whom games wait.

use super::{Hall, Room};
use crate::hook::Call;
use crate::store::Write;
use crate::table::ToCall;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use tsuro_faces::words::Language;
use tsuro_pages::table::ONLOOKER;

/// Calls for games that one address has opened, each time that games are looked at.
const CALLS_EACH: usize = 2;

impl Hall {
    /// Has persons told who are not there and whose turn it is.
    pub(crate) fn call_persons(&self, now: Instant) {
        let Some(caller) = self.caller.get() else { return };
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        let mut each: HashMap<IpAddr, usize> = HashMap::new();
        for room in rooms {
            // What is held changes, and is looked at the next time.
            let Ok(mut table) = room.try_lock() else { continue };
            if table.is_gone {
                continue;
            }
            let seat = match table.next_call(now) {
                None => continue,
                Some(ToCall::Note) => {
                    self.store.note(Write::Called(table.id.clone()));
                    continue;
                }
                Some(ToCall::Person(seat)) => seat,
            };
            // Games of one client do not keep the others waiting. After a restart it is not known
            // whose they are.
            if let Some(opener) = table.opener {
                let calls = each.entry(opener).or_default();
                if *calls == CALLS_EACH {
                    continue;
                }
                *calls += 1;
            }
            let left = table.deadline.map(|end| end.saturating_duration_since(now).as_secs());
            let is_told = Arc::default();
            let is_called = caller.call(Call {
                game: table.id.clone(),
                seat: seat.number(),
                name: table.narrator(ONLOOKER).name(seat).to_owned(),
                title: table.texts.title(Language::English).to_owned(),
                left,
                is_told: Arc::clone(&is_told),
            });
            if is_called {
                table.note_call(seat, is_told, now);
            }
        }
    }
}
