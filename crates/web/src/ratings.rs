//! The ratings of people who play often, where the server rates them.

use crate::hall::Hall;
use crate::tasks::blocking;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;
use tsuro_pages::ratings::RegularRatings;
use tsuro_pages::refused::Refused;

/// How long ratings stand before they are computed again.
const FRESH: Duration = Duration::from_secs(60);

/// The ratings as they were computed last. They are computed once at a time.
#[derive(Default)]
pub(super) struct KeptRatings(Mutex<Option<(Instant, Arc<RegularRatings>)>>);

impl KeptRatings {
    /// The ratings now.
    ///
    /// # Errors
    /// The database cannot be read.
    pub(super) async fn now(&self, hall: &Arc<Hall>) -> Result<Arc<RegularRatings>, Refused> {
        let mut kept = self.0.lock().await;
        if let Some((at, ratings)) = &*kept
            && at.elapsed() < FRESH
        {
            return Ok(Arc::clone(ratings));
        }
        let hall = Arc::clone(hall);
        let rate = move || hall.store.rated_games().map(|games| RegularRatings::new(&games));
        let ratings = Arc::new(blocking(rate).await??);
        *kept = Some((Instant::now(), Arc::clone(&ratings)));
        Ok(ratings)
    }
}
