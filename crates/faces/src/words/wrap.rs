//! Breaks texts into lines.

/// Breaks a text at spaces into lines of at most `width` characters, as far as its words allow.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    // Coloured lines are short, and their length in characters is not what is seen.
    if text.contains('\x1b') || text.chars().count() <= width {
        return vec![text.to_owned()];
    }
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let length = lines.last().map_or(0, |line| line.chars().count());
        if length > 0 && length + 1 + word.chars().count() > width {
            lines.push(format!("  {word}"));
        } else if let Some(line) = lines.last_mut() {
            if length > 0 {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_spaces() {
        assert_eq!(
            wrap("four to five two four fives six two eleven", 20),
            ["four to five two", "  four fives six two", "  eleven"]
        );
        assert_eq!(wrap("short", 20), ["short"]);
        assert_eq!(wrap("averyveryverylongword", 5), ["averyveryverylongword"]);
    }
}
