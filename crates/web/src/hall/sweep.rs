//! What is done now and then: games leave the memory, expire, and go.

use super::{Hall, Room};
use crate::store::{Write, now};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A game without connected clients leaves the memory after this time.
const FORGOTTEN: Duration = Duration::from_secs(300);
/// Games that are gone on with at once because nobody comes to them.
const WOKEN: usize = 20;
/// Seconds after which nobody is called any more for what has waited since before the server was
/// started.
const CALLED: i64 = 24 * 3600;
/// Seconds after which a table before its game goes that nobody has used.
const TABLES_KEPT: i64 = 7 * 24 * 3600;

impl Hall {
    /// Games without connected clients leave the memory, and games that are not continued expire.
    pub(crate) async fn sweep(self: &Arc<Self>) {
        let clock = Instant::now();
        self.wake_at(clock).await;
        self.sweep_at(now(), clock).await;
    }

    /// Goes on with games that nobody watches and whose clocks have run out, or for which a person is
    /// still to be called.
    pub(crate) async fn wake_at(self: &Arc<Self>, clock: Instant) {
        let ran = self.ran.at(clock);
        self.store.note(Write::Ran(ran));
        let mut due = self.store.due(ran).unwrap_or_default();
        if self.caller.get().is_some() {
            due.extend(self.store.uncalled(now() - CALLED).unwrap_or_default());
        }
        due.retain(|id| !self.rooms().contains_key(id));
        for id in due.iter().take(WOKEN) {
            // One that cannot be read is marked as broken.
            let _ = self.lock(id).await;
        }
    }

    /// As [`sweep`](Self::sweep), by these clocks: what the machine's says, in seconds since 1970,
    /// and one that only goes on.
    pub(crate) async fn sweep_at(&self, time: i64, clock: Instant) {
        self.reviews.sweep(clock);
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        for room in rooms {
            // Who holds it uses it.
            let Ok(mut table) = room.try_lock() else { continue };
            if !table.is_watched() && table.thinking.is_none() && table.used.elapsed() > FORGOTTEN {
                table.break_off();
                self.forget(&mut table);
            }
        }
        {
            let mut age = self.age.lock().await;
            if let Some(jump) = age.jump(time, clock)
                && self.store.write(Write::Jump(jump)).await.is_err()
            {
                return;
            }
            age.look(time, clock);
        }
        self.sweep_tables(time, clock).await;
        // What was not removed now is removed the next time.
        let _ = self.store.write(Write::Forget { before: time - self.limits.keep }).await;
        let before = time - self.limits.expiry;
        // A game that is loaded after this has expired, and one that was loaded before is in the
        // memory.
        let _none_is_loaded = self.loads.write().await;
        let mut expired = self.store.expired(before).unwrap_or_default();
        // What is in the memory is in use.
        let used: Vec<String> =
            expired.extract_if(.., |id| self.rooms().contains_key(id)).collect();
        if !used.is_empty() && self.store.write(Write::Used { games: used, time }).await.is_err() {
            return;
        }
        if !expired.is_empty() {
            // What has not expired now expires the next time.
            let _ = self.store.write(Write::Expire { before }).await;
        }
    }

    /// Tables before their games go when nobody has used them for long.
    async fn sweep_tables(&self, time: i64, clock: Instant) {
        let tables = self.gatherings.used_lately(clock);
        let used = Write::TablesUsed { tables, time };
        if self.store.write(used).await.is_err() {
            return;
        }
        self.gatherings.remove_begun(clock);
        let old = self.store.unused_tables(time - TABLES_KEPT).unwrap_or_default();
        if !old.is_empty() && self.store.write(Write::TablesGone(old.clone())).await.is_ok() {
            self.gatherings.remove(&old);
        }
    }
}
