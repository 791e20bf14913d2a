//! What is done so that scripts do not hold up other games.

use tokio::runtime::{Handle, RuntimeFlavor};

/// Runs what a script may make slow, without holding up the requests of others.
pub(super) fn apart<T>(work: impl FnOnce() -> T) -> T {
    let has_workers = Handle::try_current()
        .is_ok_and(|handle| handle.runtime_flavor() == RuntimeFlavor::MultiThread);
    if has_workers { tokio::task::block_in_place(work) } else { work() }
}
