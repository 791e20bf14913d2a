//! Command lines that people can type.

/// Words as one line that a shell splits into the same words.
pub fn shell_line<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    // Only a zero byte cannot be quoted, and no argument, path or TOML text has one.
    shlex::try_join(words).unwrap_or_default()
}
