//! Pictures that were drawn a moment ago.

use axum::body::Bytes;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The pictures that are kept, in bytes, and how long each is kept: until the clients that wait for
/// it have it.
const PICTURES: usize = 16 << 20;
const KEPT: Duration = Duration::from_secs(60);

/// Pictures that were drawn a moment ago, the oldest first.
#[derive(Default)]
pub(super) struct Pictures(Mutex<VecDeque<(Instant, String, Bytes)>>);

impl Pictures {
    fn all(&self) -> MutexGuard<'_, VecDeque<(Instant, String, Bytes)>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let old = all.iter().take_while(|(drawn, ..)| drawn.elapsed() > KEPT).count();
        all.drain(..old);
        all
    }

    pub(super) fn get(&self, key: &str) -> Option<Bytes> {
        self.all().iter().find(|(_, known, _)| known == key).map(|(.., picture)| picture.clone())
    }

    pub(super) fn keep(&self, key: String, picture: Bytes) {
        let mut all = self.all();
        all.push_back((Instant::now(), key, picture));
        let mut bytes: usize = all.iter().map(|(_, key, picture)| key.len() + picture.len()).sum();
        while bytes > PICTURES
            && let Some((_, key, picture)) = all.pop_front()
        {
            bytes -= key.len() + picture.len();
        }
    }
}
