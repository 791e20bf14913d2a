//! Tasks that end in time, tasks that come to their end, and tasks that take long.

use tokio::task::AbortHandle;
use tsuro_pages::refused::Refused;

/// A task that ends when it is dropped, because its result is no longer wanted.
#[derive(Debug)]
pub(super) struct Waiting(AbortHandle);

impl Waiting {
    pub(super) fn start(work: impl Future<Output = ()> + Send + 'static) -> Self {
        Self(tokio::spawn(work).abort_handle())
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Does work that must not be broken off in the middle, although the client that asked for it may
/// go or take too long: what was stored has to be told, too.
///
/// # Errors
/// It has panicked.
pub(super) async fn unbroken<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> Result<T, Refused> {
    tokio::spawn(work).await.map_err(|_| Refused::Broken)
}

/// Runs what takes long beside the requests of others; a panic in it ends only this.
///
/// # Errors
/// It has panicked.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refused> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Refused::Broken)
}
