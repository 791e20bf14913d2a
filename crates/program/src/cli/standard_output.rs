//! Whether there is a standard output to print on.

/// Whether the standard output is open for reading alone (`tsuro … 1<FILE`), so that nothing can be
/// printed.
///
/// The standard library takes every write to such a stream for done, and says nothing. A closed one
/// (`>&-`) cannot be told from one that is discarded: before `main`, Rust's runtime opens the
/// null device in its place for reading and writing, just as Python's `DEVNULL`, Node's `ignore`
/// and daemons do. So the null device is taken as it is given.
#[cfg(unix)]
pub(super) fn is_unwritable() -> bool {
    use rustix::fs::OFlags;
    let stream = std::io::stdout();
    rustix::fs::fcntl_getfl(&stream).is_ok_and(|flags| flags & OFlags::RWMODE == OFlags::RDONLY)
        && !is_null_device(&stream)
}

/// Elsewhere nothing tells of it.
#[cfg(not(unix))]
pub(super) fn is_unwritable() -> bool {
    false
}

/// Whether a stream is the null device.
#[cfg(unix)]
fn is_null_device(stream: impl std::os::fd::AsFd) -> bool {
    let (Ok(found), Ok(null)) = (rustix::fs::fstat(stream), rustix::fs::stat("/dev/null")) else {
        return false;
    };
    (found.st_dev, found.st_ino) == (null.st_dev, null.st_ino)
}
