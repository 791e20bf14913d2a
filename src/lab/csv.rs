//! Tables as comma-separated values (RFC 4180): the one place that writes them.

use crate::ruleset::shown;

/// A line with the names of the columns, which `columns` has with commas between them, and a line for each row. Fields
/// are quoted where they have to be, and hidden characters, line ends among them, stand as escapes.
pub(crate) fn csv_table<const COLUMNS: usize>(columns: &str, rows: impl IntoIterator<Item = [String; COLUMNS]>) -> String {
    let line = |row: [String; COLUMNS]| row.map(|field| csv_field(&field)).join(",") + "\n";
    rows.into_iter().map(line).fold(format!("{columns}\n"), |text, line| text + &line)
}

fn csv_field(field: &str) -> String {
    let field = shown(field);
    if field.contains([',', '"']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_have_to_be() {
        let rows = [["a,b", "say \"no\""], ["plain text", "\u{9b}two\nlines"]].map(|row| row.map(str::to_owned));
        assert_eq!(csv_table("one,other", rows), "one,other\n\"a,b\",\"say \"\"no\"\"\"\nplain text,\\u{9b}two\\u{a}lines\n");
    }
}
