//! Whether there is a standard output to print on.

/// Whether the program was started with its standard output closed (`tsuro … >&-`).
///
/// Before `main`, Rust's runtime replaces a closed standard stream by the null device, opened for reading and writing:
/// every write then succeeds and is lost. Shells open the null device for writing only (`>/dev/null`), so a stream on
/// it that can be read as well is taken for a closed one. Programs that open it both ways to discard the output, as
/// Python's `DEVNULL` does, are refused by mistake; the message says what to do. If standard error is such a stream
/// too, nobody could read the message, and the output counts as discarded on purpose.
#[cfg(unix)]
pub(super) fn is_closed() -> bool {
    is_readable_null(std::io::stdout()) && !is_readable_null(std::io::stderr())
}

/// Elsewhere a closed standard output cannot be told from a discarded one.
#[cfg(not(unix))]
pub fn is_closed() -> bool {
    false
}

/// Whether a stream is the null device, opened for reading and writing.
#[cfg(unix)]
fn is_readable_null(stream: impl std::os::fd::AsFd) -> bool {
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
