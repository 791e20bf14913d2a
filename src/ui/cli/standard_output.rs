//! Whether there is a standard output at all.

/// Whether the program was started with its standard output closed (`tsuro … >&-`).
///
/// Before `main`, Rust's runtime opens the null device in the place of a closed standard stream, for reading and writing: from then on every
/// write succeeds and goes nowhere. Shells open it for writing only (`>/dev/null`), so one that can be read as well is taken for a closed
/// one. The same is found where another program opens the null device both ways to throw the output away, as Python's `DEVNULL` does; that
/// such a call is refused is the price, and the message says what to do. Where standard error is of the same kind, nobody could read that
/// message, and the output is taken as thrown away on purpose.
#[cfg(unix)]
pub fn is_closed() -> bool {
    opened_both_ways_on_null(std::io::stdout()) && !opened_both_ways_on_null(std::io::stderr())
}

/// Elsewhere a closed standard output cannot be told from one that nobody reads.
#[cfg(not(unix))]
pub fn is_closed() -> bool {
    false
}

#[cfg(unix)]
fn opened_both_ways_on_null(stream: impl std::os::fd::AsFd) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let stream = stream.as_fd();
    let both_ways = rustix::fs::fcntl_getfl(stream).is_ok_and(|flags| flags & rustix::fs::OFlags::RWMODE == rustix::fs::OFlags::RDWR);
    both_ways
        && stream
            .try_clone_to_owned()
            .ok()
            .and_then(|stream| std::fs::File::from(stream).metadata().ok())
            .is_some_and(|found| std::fs::metadata("/dev/null").is_ok_and(|null| (found.dev(), found.ino()) == (null.dev(), null.ino())))
}
