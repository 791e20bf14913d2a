//! When results are looked at: after numbers of blocks that depend on nothing but the number before, so that a run that stops by what it sees
//! stops at the same block however it was played.

/// Blocks before the first look.
const FIRST: u64 = 128;

/// The first look after so many blocks; for all of them that can be counted, the last that can be.
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
    fn looks_do_not_depend_on_where_a_run_was_broken_off() {
        let first = next_look(0);
        assert_eq!((first, next_look(first - 1), next_look(first)), (128, 128, 144));
        let late = next_look(1_000_000);
        assert!(late > 1_000_000 && late < 1_130_000 && next_look(late - 1) == late);
        assert_eq!((next_look(u64::MAX - 1), next_look(u64::MAX)), (u64::MAX, u64::MAX));
    }
}
