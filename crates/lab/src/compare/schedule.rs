//! When results are looked at during play. The schedule depends on the number of blocks alone, so
//! that a run that stops because of its results stops at the same block on any number of threads,
//! and after any interruption.

/// Number of blocks before the first look.
const FIRST: u64 = 128;

/// The number of blocks, above `blocks`, after which the results are looked at next; `u64::MAX` is
/// the last look.
pub fn next_look(blocks: u64) -> u64 {
    let mut look = FIRST;
    while look <= blocks && look < u64::MAX {
        look = look.saturating_add((look / 8).max(1));
    }
    look
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_do_not_depend_on_where_a_run_was_interrupted() {
        let first = next_look(0);
        assert_eq!((first, next_look(first - 1), next_look(first)), (128, 128, 144));
        let late = next_look(1_000_000);
        assert!(late > 1_000_000 && late < 1_130_000 && next_look(late - 1) == late);
        assert_eq!((next_look(u64::MAX - 1), next_look(u64::MAX)), (u64::MAX, u64::MAX));
    }
}
