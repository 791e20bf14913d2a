//! Panics that end what was being done, and not the program, also where code cannot unwind.
//!
//! [`caught`] catches a panic by unwinding. A program that is compiled without unwinding, such as a
//! module of WebAssembly, which is a tenth smaller without it, ends in a trap instead, and only
//! what called the module can catch a trap: [`catch_traps`] says how.

use std::any::Any;
#[cfg(not(panic = "unwind"))]
use std::sync::OnceLock;

/// How a program that cannot unwind catches what breaks off.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::exhaustive_structs, reason = "there is nothing else to do with a trap")]
pub struct Traps {
    /// Does something; false if it ended in a panic or by `trap`. Nothing of what it had begun is
    /// dropped then.
    pub catch: fn(&mut dyn FnMut()) -> bool,
    /// Ends what `catch` does.
    pub trap: fn() -> !,
}

#[cfg(not(panic = "unwind"))]
static TRAPS: OnceLock<Traps> = OnceLock::new();

/// Says how panics are caught in a program that cannot unwind; only the first time counts. Where
/// code unwinds, it is not needed and does nothing.
pub fn catch_traps(traps: Traps) {
    #[cfg(panic = "unwind")]
    let _ = traps;
    #[cfg(not(panic = "unwind"))]
    let _ = TRAPS.set(traps);
}

/// A panic that was caught.
#[derive(Debug)]
#[must_use]
pub struct Caught(#[cfg(panic = "unwind")] Box<dyn Any + Send>);

impl Caught {
    /// Goes on with it, up to the next one that catches it.
    pub fn go_on(self) -> ! {
        #[cfg(panic = "unwind")]
        std::panic::resume_unwind(self.0);
        #[cfg(not(panic = "unwind"))]
        trap()
    }
}

/// Does something. Nothing of what a panic leaves half done may be used but by what expects it.
///
/// # Errors
///
/// A panic of `work`, or a break that it makes on purpose. Without unwinding and without
/// [`catch_traps`], neither is caught.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Caught> {
    #[cfg(panic = "unwind")]
    {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).map_err(Caught)
    }
    #[cfg(not(panic = "unwind"))]
    {
        let Some(traps) = TRAPS.get() else { return Ok(work()) };
        let (mut work, mut done) = (Some(work), None);
        (traps.catch)(&mut || done = work.take().map(|work| work()));
        done.ok_or(Caught())
    }
}

/// What a panic was called with, as text.
pub fn message(panic: &(dyn Any + Send)) -> &str {
    let fixed = panic.downcast_ref::<&str>().copied();
    let text = fixed.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message")
}

/// Ends what [`caught`] does, as a panic does, but is not told as one.
#[cold]
pub(crate) fn break_off() -> ! {
    #[cfg(panic = "unwind")]
    std::panic::resume_unwind(Box::new("a rule broke off"));
    #[cfg(not(panic = "unwind"))]
    trap()
}

#[cfg(not(panic = "unwind"))]
fn trap() -> ! {
    TRAPS.get().map_or_else(|| panic!("nothing catches what breaks off"), |traps| (traps.trap)())
}
