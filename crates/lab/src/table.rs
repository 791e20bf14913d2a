//! Tables: what is reported, row by row, for spreadsheets and for programs that work with data
//! frames.

use tsuro::ruleset::shown;

/// What the fields of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// Texts.
    Text,
    /// Whole numbers from 0.
    Count,
    /// Numbers.
    Number,
    /// Truth values.
    Truth,
}

/// A field of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum TableCell {
    /// Nothing is known, or there is nothing to know.
    Empty,
    /// A text.
    Text(String),
    /// A whole number.
    Count(u64),
    /// A number.
    Number(f64),
    /// A truth value.
    Truth(bool),
}

/// Makes fields of the values that reports are made of.
macro_rules! fields {
    ($($type:ty => $kind:ident),* $(,)?) => {$(
        impl From<$type> for TableCell {
            fn from(value: $type) -> Self {
                Self::$kind(value.into())
            }
        }
    )*};
}

fields! { &str => Text, String => Text, u8 => Count, u64 => Count, f64 => Number, bool => Truth }

impl<T: Into<Self>> From<Option<T>> for TableCell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}

/// Named columns, and rows with a field for each.
#[derive(Debug, Clone, PartialEq)]
pub struct DataTable {
    columns: Vec<(String, ColumnKind)>,
    rows: Vec<Vec<TableCell>>,
}

impl DataTable {
    /// A table; every row has a field for each column.
    pub fn new(
        columns: impl IntoIterator<Item = (String, ColumnKind)>,
        rows: impl IntoIterator<Item = Vec<TableCell>>,
    ) -> Self {
        Self { columns: columns.into_iter().collect(), rows: rows.into_iter().collect() }
    }

    /// A table with the columns of a comma-separated list. `texts`, `counts` and `truths` list the
    /// columns with texts, counts and truth values; the others have numbers.
    pub(crate) fn of_kinds(
        columns: &str,
        texts: &str,
        counts: &str,
        truths: &str,
        rows: impl IntoIterator<Item = Vec<TableCell>>,
    ) -> Self {
        let is_in = |list: &str, name: &str| list.split(',').any(|one| one == name);
        let kind = |name: &str| match name {
            _ if is_in(texts, name) => ColumnKind::Text,
            _ if is_in(counts, name) => ColumnKind::Count,
            _ if is_in(truths, name) => ColumnKind::Truth,
            _ => ColumnKind::Number,
        };
        Self::new(columns.split(',').map(|name| (name.to_owned(), kind(name))), rows)
    }

    /// The columns: their names, and what is in them.
    pub fn columns(&self) -> &[(String, ColumnKind)] {
        &self.columns
    }

    /// The rows, from top to bottom.
    pub fn rows(&self) -> &[Vec<TableCell>] {
        &self.rows
    }

    /// As comma-separated values (RFC 4180): a line with the names of the columns, and one for each
    /// row. Fields are quoted where they have to be, and hidden characters, line ends among them,
    /// stand as escapes. An apostrophe stands before a text that a spreadsheet would take for a
    /// formula.
    pub fn csv(&self) -> String {
        let names = self.columns.iter().map(|(name, _)| csv_field(&name.as_str().into()));
        let names = names.collect::<Vec<_>>().join(",");
        let line =
            |row: &Vec<TableCell>| row.iter().map(csv_field).collect::<Vec<_>>().join(",") + "\n";
        self.rows.iter().map(line).fold(format!("{names}\n"), |text, line| text + line.as_str())
    }
}

fn csv_field(field: &TableCell) -> String {
    match field {
        TableCell::Empty => String::new(),
        TableCell::Count(number) => number.to_string(),
        TableCell::Number(number) => number.to_string(),
        TableCell::Truth(truth) => truth.to_string(),
        TableCell::Text(text) => {
            // A spreadsheet would compute what begins like a formula.
            let guard = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
            let text = shown(text);
            let text = [guard, &*text].concat();
            if text.contains([',', '"']) {
                format!("\"{}\"", text.replace('"', "\"\""))
            } else {
                text
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_have_to_be() {
        let rows =
            [["a,b", "say \"no\""], ["plain text", "\u{9b}two\nlines"], ["=1+1", "@SUM(A1,B1)"]]
                .map(|row| row.map(TableCell::from).to_vec());
        let csv = DataTable::of_kinds("one,other", "one,other", "", "", rows).csv();
        assert_eq!(
            csv,
            "one,other\n\"a,b\",\"say \"\"no\"\"\"\nplain text,\\u{9b}two\\u{a}lines\n\
             '=1+1,\"'@SUM(A1,B1)\"\n"
        );
    }

    #[test]
    fn fields_without_a_value_are_empty() {
        let row = vec![
            TableCell::from(0.5),
            TableCell::from(None::<f64>),
            TableCell::from(Some(3_u64)),
            TableCell::from(true),
        ];
        let table = DataTable::of_kinds("a,b,c,d", "", "c", "d", [row]);
        assert_eq!(table.csv(), "a,b,c,d\n0.5,,3,true\n");
        let kinds: Vec<ColumnKind> = table.columns().iter().map(|(_, kind)| *kind).collect();
        assert_eq!(
            kinds,
            [ColumnKind::Number, ColumnKind::Number, ColumnKind::Count, ColumnKind::Truth]
        );
    }
}
