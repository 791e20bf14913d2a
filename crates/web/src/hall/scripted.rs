//! Games whose rules are scripts. What a script does is not known before it has done it, so such
//! games wait for each other, by address, and no other game waits for them.

use super::Hall;
use crate::table::Table;
use crate::tasks::Waiting;
use crate::turns::{Place, Turn};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tsuro_pages::refused::Refused;

/// How long a bot thinks about a decision under scripts: then it takes the best that it has found.
const LONGEST_THOUGHT: Duration = Duration::from_secs(5);

impl Hall {
    /// A turn to go on with a game, where its rules are scripts.
    ///
    /// # Errors
    /// None comes any more.
    pub(super) async fn turn_of_scripts(&self, table: &Table) -> Result<Option<Turn>, Refused> {
        if !table.game.variant().resolved().is_scripted() {
            return Ok(None);
        }
        self.scripted.wait(table.place(), &Arc::default()).await.map(Some)
    }

    /// A turn to do something with rules for an address, where they are scripts.
    ///
    /// # Errors
    /// Too many of the address wait.
    pub(crate) async fn turn_for_scripts(
        &self,
        is_scripted: bool,
        from: IpAddr,
    ) -> Result<Option<Turn>, Refused> {
        if !is_scripted {
            return Ok(None);
        }
        let place = Place { address: Some(from), table: String::new(), is_last: false };
        self.scripted.wait(place, &Arc::default()).await.map(Some)
    }
}

/// The flag that breaks off a bot that thinks under scripts, set when `stop` is set or the time is
/// up. The watch ends when it is dropped.
pub(super) fn limited(stop: &Arc<AtomicBool>) -> (Arc<AtomicBool>, Waiting) {
    let flag = Arc::new(AtomicBool::new(false));
    let (set, stop) = (Arc::clone(&flag), Arc::clone(stop));
    let watch = Waiting::start(async move {
        let began = Instant::now();
        while began.elapsed() < LONGEST_THOUGHT && !stop.load(Ordering::Relaxed) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        set.store(true, Ordering::Relaxed);
    });
    (flag, watch)
}
