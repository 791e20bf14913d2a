//! Finds the words of a script that make it a module: `import`, `export`, and `await` at its top
//! level. What is in texts, comments and regular expressions is passed over. This is not a parser:
//! it knows only as much of the language as tells where these begin and end.

/// A word that makes a script a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    Import,
    Export,
}

/// The words of a script.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// Each import and export with its place in bytes, in order.
    pub(super) found: Vec<(usize, Word)>,
    /// The place of the first `await` that is in no function.
    pub(super) awaits: Option<usize>,
}

/// Finds the words of a script. If something is not closed, gives the place in bytes where it
/// begins.
pub(super) fn words(text: &str) -> Result<Words, usize> {
    let mut reader = Reader {
        text: text.as_bytes(),
        at: 0,
        open: Vec::new(),
        last: Last::Operator,
        words: Words::default(),
    };
    while reader.at < reader.text.len() {
        reader.token()?;
    }
    reader.end_arrows();
    reader.open.last().map_or(Ok(reader.words), |(_, begun)| Err(*begun))
}

/// What is open at a place of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    /// A block, class or object.
    Block,
    /// The body of a function.
    Function,
    /// The body of an arrow function that is an expression; it ends with what is around it.
    Arrow,
    /// The condition of an `if`, a loop and the like.
    Condition,
    /// Any other round bracket.
    Round,
    Square,
    /// An expression in a template.
    Gap,
}

/// What the last token was, as far as it decides what the next one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Last {
    /// After it, a slash divides.
    Value,
    /// After it, a slash begins a regular expression.
    Operator,
    /// `if`, `while` and the like, which a condition follows.
    Conditional,
    /// The end of arguments or parameters.
    Round,
    /// `=>`
    Arrow,
    /// `.`, which the name of a property follows.
    Dot,
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    open: Vec<(Open, usize)>,
    last: Last,
    words: Words,
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_$#\\".contains(&byte) || !byte.is_ascii()
}

impl Reader<'_> {
    /// Reads a token, or the space or comment before it.
    fn token(&mut self) -> Result<(), usize> {
        let begun = self.at;
        let rest = &self.text[begun..];
        let first = rest[0];
        match rest {
            [b'/', b'/', ..] => {
                self.at += rest.iter().take_while(|byte| **byte != b'\n').count();
                return Ok(());
            }
            [b'/', b'*', ..] => {
                let len = rest[2..].windows(2).position(|two| two == b"*/").ok_or(begun)?;
                self.at += len + 4;
                return Ok(());
            }
            _ if first.is_ascii_whitespace() => {
                self.at += 1;
                return Ok(());
            }
            _ => {}
        }
        if self.last == Last::Arrow && first != b'{' {
            self.open.push((Open::Arrow, begun));
            self.last = Last::Operator;
        }
        let begins_value = matches!(self.last, Last::Operator | Last::Conditional);
        match first {
            b'"' | b'\'' => self.quoted(first),
            b'`' => {
                self.at += 1;
                self.template(begun)
            }
            b'/' if begins_value => self.pattern(),
            b'(' | b'[' | b'{' => {
                self.open_bracket(first);
                Ok(())
            }
            b')' | b']' | b'}' => self.close_bracket(first),
            _ if is_of_word(first) => {
                self.word();
                Ok(())
            }
            _ => {
                self.sign(rest);
                Ok(())
            }
        }
    }

    fn quoted(&mut self, quote: u8) -> Result<(), usize> {
        let begun = self.at;
        self.at += 1;
        loop {
            match self.text.get(self.at) {
                None | Some(b'\n') => return Err(begun),
                Some(b'\\') => self.at += 2,
                Some(byte) => {
                    self.at += 1;
                    if *byte == quote {
                        self.last = Last::Value;
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Reads the text of a template, up to its end or to an expression in it.
    fn template(&mut self, begun: usize) -> Result<(), usize> {
        loop {
            match &self.text[self.at.min(self.text.len())..] {
                [] => return Err(begun),
                [b'\\', ..] => self.at += 2,
                [b'$', b'{', ..] => {
                    self.open.push((Open::Gap, begun));
                    self.at += 2;
                    self.last = Last::Operator;
                    return Ok(());
                }
                [b'`', ..] => {
                    self.at += 1;
                    self.last = Last::Value;
                    return Ok(());
                }
                _ => self.at += 1,
            }
        }
    }

    /// Reads a regular expression, without the letters after it.
    fn pattern(&mut self) -> Result<(), usize> {
        let begun = self.at;
        let mut is_in_class = false;
        self.at += 1;
        loop {
            match self.text.get(self.at) {
                None | Some(b'\n') => return Err(begun),
                Some(b'\\') => self.at += 1,
                Some(b'[') => is_in_class = true,
                Some(b']') => is_in_class = false,
                Some(b'/') if !is_in_class => {
                    self.at += 1;
                    self.last = Last::Value;
                    return Ok(());
                }
                Some(_) => {}
            }
            self.at += 1;
        }
    }

    fn open_bracket(&mut self, bracket: u8) {
        let kind = match (bracket, self.last) {
            (b'(', Last::Conditional) => Open::Condition,
            (b'(', _) => Open::Round,
            (b'[', _) => Open::Square,
            (_, Last::Arrow | Last::Round) => Open::Function,
            _ => Open::Block,
        };
        self.open.push((kind, self.at));
        self.at += 1;
        self.last = Last::Operator;
    }

    fn close_bracket(&mut self, bracket: u8) -> Result<(), usize> {
        self.end_arrows();
        let place = self.at;
        let (kind, begun) = self.open.pop().ok_or(place)?;
        self.at += 1;
        self.last = match (bracket, kind) {
            (b'}', Open::Gap) => return self.template(begun),
            (b')', Open::Condition) => Last::Operator,
            (b')', Open::Round) => Last::Round,
            (b']', Open::Square) | (b'}', Open::Block | Open::Function) => Last::Value,
            _ => return Err(begun),
        };
        Ok(())
    }

    fn end_arrows(&mut self) {
        while self.open.last().is_some_and(|(kind, _)| *kind == Open::Arrow) {
            self.open.pop();
        }
    }

    fn word(&mut self) {
        let begun = self.at;
        let len = self.text[begun..].iter().take_while(|byte| is_of_word(**byte)).count();
        self.at += len;
        if self.last == Last::Dot {
            self.last = Last::Value;
            return;
        }
        self.last = match &self.text[begun..self.at] {
            b"import" => {
                self.words.found.push((begun, Word::Import));
                Last::Value
            }
            b"export" => {
                self.words.found.push((begun, Word::Export));
                Last::Operator
            }
            b"await" => {
                let mut kinds = self.open.iter().map(|(kind, _)| kind);
                if !kinds.any(|kind| matches!(kind, Open::Function | Open::Arrow)) {
                    self.words.awaits.get_or_insert(begun);
                }
                Last::Operator
            }
            b"if" | b"while" | b"for" | b"switch" | b"catch" | b"with" => Last::Conditional,
            b"return" | b"typeof" | b"case" | b"in" | b"of" | b"delete" | b"void" | b"throw"
            | b"new" | b"do" | b"else" | b"instanceof" | b"yield" => Last::Operator,
            _ => Last::Value,
        };
    }

    fn sign(&mut self, rest: &[u8]) {
        let len = match rest {
            [b'=', b'>', ..] => {
                self.last = Last::Arrow;
                2
            }
            // They stand before or after a value, and change nothing about what may follow.
            [b'+', b'+', ..] | [b'-', b'-', ..] => 2,
            [b'.', b'.', b'.', ..] => {
                self.last = Last::Operator;
                3
            }
            [b'.', ..] => {
                self.last = Last::Dot;
                1
            }
            [first, ..] => {
                if matches!(first, b',' | b';') {
                    self.end_arrows();
                }
                self.last = Last::Operator;
                1
            }
            [] => 0,
        };
        self.at += len;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines in which words are found.
    fn lines(text: &str) -> Vec<(usize, Word)> {
        let line = |at: usize| text[..at].matches('\n').count() + 1;
        words(text).unwrap().found.into_iter().map(|(at, word)| (line(at), word)).collect()
    }

    #[test]
    fn words_in_texts_comments_and_patterns_are_passed_over() {
        let text = r#"const a = "import x"; // import y
/* export
import */
const b = `
import c ${ [1, "}`"].map((d) => `${d}
export `)} \` \${
import`;
const e = /[/"]import('|")/.test(f) ? g / h / import_ : g.import;
if (a) /"/.exec(b);
import { i } from "./j.js";
"#;
        assert_eq!(lines(text), [(10, Word::Import)]);
    }

    #[test]
    fn imports_within_code_are_found() {
        let text = "const a = `${import(\"./b.js\")}`;\nexport const c = () => import('./d.js');\n";
        assert_eq!(lines(text), [(1, Word::Import), (2, Word::Export), (2, Word::Import)]);
    }

    #[test]
    fn an_await_in_no_function_is_at_the_top_level() {
        let awaits = |text: &str| words(text).unwrap().awaits.is_some();
        for text in [
            "await a;",
            "if (await a()) {\n}",
            "if (a) {\n  await b;\n}",
            "for await (const a of b) {\n}",
            "const a = [async () => await b, await c];",
            "const a = async () => await b;\nawait a();",
            "try {\n} catch {\n  await a;\n}",
            "const a = `${await b}`;",
            "const a = [...await b];",
        ] {
            assert!(awaits(text), "{text}");
        }
        for text in [
            "async function a() {\n  if (b) {\n    await c;\n  }\n}",
            "const a = async (b) => await b;",
            "const a = async (b) => (c(b), { d: await b });",
            "const a = async () => {\n  for await (const b of c) {\n    await b;\n  }\n};",
            "class A {\n  async b() {\n    await c;\n  }\n}",
            "const a = { async b() {\n    await c;\n  } };",
            "a.await; // await",
            "const a = \"await\";",
        ] {
            assert!(!awaits(text), "{text}");
        }
    }

    #[test]
    fn what_is_not_closed_is_named_where_it_begins() {
        for (text, place) in [
            ("a(", 1),
            ("a(b]", 1),
            ("a)", 1),
            ("a = \"b\n\"", 4),
            ("a = 'b\\", 4),
            ("a = `b${c}", 4),
            ("a = `b\\", 4),
            ("a = /b\n/", 4),
            ("a /* b", 2),
            ("() => a; {", 9),
        ] {
            assert_eq!(words(text).unwrap_err(), place, "{text}");
        }
    }
}
