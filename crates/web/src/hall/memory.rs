//! How many games are in memory.

use super::{Hall, Room};
use crate::table::Table;
use std::sync::Arc;
use tokio::sync::OwnedMutexGuard;

impl Hall {
    /// How many games are in memory.
    #[cfg(test)]
    pub(crate) fn in_memory(&self) -> usize {
        self.rooms().len()
    }

    /// Games without connected clients leave the memory when there are too many in it. Games that
    /// were used last, and games in which a bot thinks or a clock runs, leave after all others. A
    /// game comes back from the database when a client asks for it; the game that has just come
    /// stays.
    pub(super) fn bound_memory(&self, just_come: &str) {
        let most = self.limits.in_memory;
        let rooms: Vec<Arc<Room>> = {
            let rooms = self.rooms();
            if rooms.len() <= most {
                return;
            }
            rooms
                .iter()
                .filter(|(id, _)| *id != just_come)
                .map(|(_, room)| Arc::clone(room))
                .collect()
        };
        // A tenth more, so that not each one that comes looks at all the others.
        let surplus = rooms.len() + 1 - most + most / 10;
        let idle = |table: &OwnedMutexGuard<Table>| !table.is_watched() && !table.is_gone;
        // Who holds one uses it.
        let mut idle: Vec<OwnedMutexGuard<Table>> =
            rooms.into_iter().filter_map(|room| room.try_lock_owned().ok()).filter(idle).collect();
        idle.sort_by_key(|table| {
            (table.thinking.is_some() || table.deadline.is_some(), table.used)
        });
        for mut table in idle.into_iter().take(surplus) {
            table.break_off();
            self.forget(&mut table);
        }
    }
}
