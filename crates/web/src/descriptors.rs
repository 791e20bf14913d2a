//! How many files and connections the system lets the program have open.

/// Descriptors that are no connections: the database, its log and their readers, the lock, a copy
/// that is made, the listener, the runtime's own, and the three that every program has.
const OWN: usize = 48;
/// Connections beside the live ones.
const BESIDE: usize = 256;

/// How many connections there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Room {
    /// Of all kinds.
    pub all: usize,
    /// Live ones, which stay; the others are kept for requests.
    pub live: usize,
}

impl Room {
    /// Room for the `wanted` number of live connections, as far as the process may open
    /// `descriptors`; `None`: the system sets no limit.
    pub(super) fn new(wanted: usize, descriptors: Option<usize>) -> Self {
        let most =
            descriptors.map_or(usize::MAX, |descriptors| descriptors.saturating_sub(OWN).max(2));
        let all = most.min(wanted.saturating_add(BESIDE));
        Self { all, live: wanted.min(all - BESIDE.min(all / 2)) }
    }
}

/// Lets the program have as many files open as the system allows it; how many that are, where it is
/// limited.
pub(super) fn raise() -> Option<usize> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // Some systems take no number above one of their own, whatever they say: then it stays as
        // it is.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
        getrlimit(Resource::Nofile).current.map(|most| usize::try_from(most).unwrap_or(usize::MAX))
    }
    #[cfg(not(unix))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_descriptors_are_kept_for_requests() {
        assert_eq!(Room::new(2000, None), Room { all: 2256, live: 2000 });
        assert_eq!(Room::new(2000, Some(1 << 20)), Room { all: 2256, live: 2000 });
        assert_eq!(Room::new(2000, Some(1024)), Room { all: 976, live: 720 });
        assert_eq!(Room::new(2000, Some(248)), Room { all: 200, live: 100 });
        assert_eq!(Room::new(10, Some(1024)), Room { all: 266, live: 10 });
        assert_eq!(Room::new(2000, Some(3)), Room { all: 2, live: 1 });
    }
}
