//! Changes of texts: what typing errors, bad disks and attackers do to TOML and JSON.

use tsuro::game::Rng;

/// Pieces that are hard for any reader: numbers at the ends of their ranges, characters that no
/// text should have.
const PIECES: [&str; 25] = [
    "0",
    "1",
    "-1",
    "31",
    "32",
    "255",
    "1024",
    "4294967295",
    "9223372036854775807",
    "18446744073709551615",
    "170141183460469231731687303715884105727",
    "1e308",
    "nan",
    "0x7f",
    "true",
    "null",
    "[]",
    "{}",
    "\"\"",
    "\"170141183460469231731687303715884105727\"",
    "\u{feff}",
    "\u{202e}",
    "\u{9b}31m",
    "\u{1b}[31m",
    "\\u001b[31m",
];

/// Makes one to three changes. Parts of `others` may be inserted.
pub fn mutate(bytes: &mut Vec<u8>, pieces: &[&str], others: &[Vec<u8>], rng: &mut Rng) {
    for _ in 0..=rng.below(3) {
        change(bytes, pieces, others, rng);
    }
}

fn below(len: usize, rng: &mut Rng) -> usize {
    rng.below(u32::try_from(len).unwrap_or(u32::MAX).max(1)) as usize
}

fn piece<'a>(pieces: &[&'a str], rng: &mut Rng) -> &'a str {
    let at = below(pieces.len() + PIECES.len(), rng);
    pieces.get(at).copied().unwrap_or_else(|| PIECES[at - pieces.len()])
}

fn change(bytes: &mut Vec<u8>, pieces: &[&str], others: &[Vec<u8>], rng: &mut Rng) {
    let at = below(bytes.len() + 1, rng);
    let end = (at + rng.below(24) as usize).min(bytes.len());
    let lists = rng.below(3) == 0;
    match rng.below(11) {
        0 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
        1 => drop(bytes.drain(at..end)),
        2 => drop(bytes.splice(at..at, bytes[at..end].repeat(1 + rng.below(8) as usize))),
        3 => drop(bytes.splice(at..at, piece(pieces, rng).bytes())),
        4 if !others.is_empty() => {
            let other = &others[below(others.len(), rng)];
            let from = below(other.len() + 1, rng);
            let to = (from + rng.below(200) as usize).min(other.len());
            drop(bytes.splice(at..at, other[from..to].iter().copied()));
        }
        5 => lines(bytes, rng),
        // Replacing a value keeps the form of the text, and so reaches the deepest code.
        6 | 7 => {
            if let Some((from, to)) = value(bytes, at, lists) {
                drop(bytes.splice(from..to, piece(pieces, rng).bytes()));
            }
        }
        _ => {
            let other = below(bytes.len() + 1, rng);
            if let (Some((from, to)), Some((start, end))) =
                (value(bytes, at, lists), value(bytes, other, lists))
            {
                let taken = bytes[start..end].to_vec();
                drop(bytes.splice(from..to, taken));
            }
        }
    }
}

/// The next number, word or quoted text from `at` on; with `lists`, also the next list or table.
fn value(bytes: &[u8], at: usize, lists: bool) -> Option<(usize, usize)> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    let opens = |byte: u8| lists && matches!(byte, b'[' | b'{');
    // Not from the middle of a word.
    let begins = |at: usize| {
        opens(bytes[at])
            || bytes[at] == b'"'
            || (is_word(bytes[at]) && (at == 0 || !is_word(bytes[at - 1])))
    };
    let from = (at..bytes.len()).find(|&at| begins(at))?;
    let len = if bytes[from] == b'"' {
        let quote = bytes[from + 1..].iter().position(|&byte| matches!(byte, b'"' | b'\n'))?;
        quote + 2
    } else if opens(bytes[from]) {
        let mut depth = 0_u32;
        let closes = bytes[from..].iter().position(|&byte| {
            depth += u32::from(matches!(byte, b'[' | b'{'));
            depth -= u32::from(matches!(byte, b']' | b'}'));
            depth == 0
        });
        closes? + 1
    } else {
        bytes[from..].iter().take_while(|&&byte| is_word(byte)).count()
    };
    Some((from, (from + len).min(bytes.len())))
}

/// Drops a line, doubles it, exchanges it with another, or cuts the text after it.
fn lines(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    if lines.is_empty() {
        return;
    }
    let (one, other) = (below(lines.len(), rng), below(lines.len(), rng));
    match rng.below(4) {
        0 => drop(lines.remove(one)),
        1 => lines.insert(other, lines[one]),
        2 => lines.swap(one, other),
        _ => lines.truncate(one + 1),
    }
    *bytes = lines.concat();
}

/// Changes a buffer of libFuzzer, of which `size` bytes are used and `max_size` may be; every other
/// time by libFuzzer's own mutation. Returns the new size.
#[allow(dead_code, reason = "only the targets of libFuzzer change in place")]
pub fn in_place(
    target: &super::Target,
    data: &mut [u8],
    size: usize,
    max_size: usize,
    seed: u32,
    usual: fn(&mut [u8], usize, usize) -> usize,
) -> usize {
    if seed.is_multiple_of(2) {
        return usual(data, size, max_size);
    }
    let mut bytes = data[..size].to_vec();
    mutate(&mut bytes, target.pieces, &[], &mut Rng::new(seed.into(), 1));
    bytes.truncate(max_size);
    data[..bytes.len()].copy_from_slice(&bytes);
    bytes.len()
}
