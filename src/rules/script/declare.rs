//! What a script declares: the map `RULE` at its top, read as it is written.
//!
//! Events, questions and looks are known by their addresses for as long as the program runs, so
//! each declaration is made once and never freed: scripts that declare the same share it, and a
//! program keeps no more than [`MOST_DECLARED`] bytes of them.

use super::literal::{Entry, Literal, LiteralValue, place_of};
use super::problem::ScriptProblem;
use super::sections::{self, ScriptPart};
use crate::game::{
    Abilities, AnswerKind, AskDecl, Cause, CauseDecl, ChanceDecl, CountDecl, EventDecl, HelpDecl,
    Key, KeyWord, Look, LookColor, MAX_FIELDS, MAX_HAND, OutcomeDecl, PieceFace, RuleDecl,
    RulePhase, SubjectDecl, Telling, Texts, TileDecl, TimingSet, UnitDecl, ValueKind,
};
use rhai::Position;
use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, Mutex, PoisonError};

/// The most bytes of declarations that a program keeps: thousands of scripts.
const MOST_DECLARED: usize = 32 << 20;

/// The longest text in a declaration, in bytes.
const LONGEST: usize = 2_000;

/// What a field of an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldKind {
    Number,
    Seat,
    Square,
    Place,
    Tile,
    Rotation,
    /// One of these words.
    Words(&'static [&'static str]),
}

impl FieldKind {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("number", Self::Number),
        ("seat", Self::Seat),
        ("square", Self::Square),
        ("place", Self::Place),
        ("tile", Self::Tile),
        ("rotation", Self::Rotation),
    ];
}

/// Something declared under a name.
pub(super) type Named<T> = &'static [(&'static str, T)];

/// How many copies of a special tile there are.
#[derive(Debug, Clone, Copy)]
pub(super) enum Copies {
    Number(u8),
    /// As many as this key says.
    Key(&'static str),
}

/// All that a script declares.
#[derive(Debug)]
pub(super) struct Declared {
    pub rule: RuleDecl,
    pub events: Named<(&'static EventDecl, &'static [FieldKind])>,
    pub asks: Named<&'static AskDecl>,
    pub chance: Named<&'static ChanceDecl>,
    pub causes: Named<&'static CauseDecl>,
    pub outcomes: Named<&'static OutcomeDecl>,
    pub marks: Named<&'static Look>,
    pub counts: Named<&'static CountDecl>,
    pub pieces: &'static [PieceFace],
    pub tiles: Named<(&'static TileDecl, Copies)>,
    /// For which of the causes a piece is out whose path ends before a blocked square, or that
    /// faces one when it should place.
    pub cause_of_blocked: Option<Cause>,
    pub cause_of_facing: Option<Cause>,
}

/// What is kept for good.
#[derive(Default)]
struct Kept {
    texts: HashSet<&'static str>,
    declared: HashMap<String, &'static Declared>,
    bytes: usize,
}

static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);

/// The same text, for good.
fn text(text: &str) -> &'static str {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.texts.get(text) {
        return known;
    }
    let new: &'static str = Box::leak(text.into());
    kept.bytes += new.len();
    kept.texts.insert(new);
    new
}

fn list<T>(items: Vec<T>) -> &'static [T] {
    Box::leak(items.into_boxed_slice())
}

fn one<T>(item: T) -> &'static T {
    Box::leak(Box::new(item))
}

/// What a script's functions say of its rule.
#[derive(Debug, Clone, Copy)]
pub(super) struct Implied {
    pub timings: TimingSet,
    pub abilities: Abilities,
}

/// The declaration that a script has written, with what its functions say.
///
/// # Errors
/// All that is wrong with it.
pub(super) fn declared(
    written: &Literal,
    implied: Implied,
) -> Result<&'static Declared, Vec<ScriptProblem>> {
    let mut canonical = format!("{:?}{:?}", implied.timings, implied.abilities);
    written.write(&mut canonical);
    {
        let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.declared.get(&canonical) {
            return Ok(known);
        }
        if kept.bytes + canonical.len() * 4 > MOST_DECLARED {
            let message = "this program has read too many different scripts: start it anew";
            return Err(vec![ScriptProblem::new(place_of(written.at), message)]);
        }
    }
    // Nothing is kept of a declaration with problems.
    let mut reader = Reader { problems: Vec::new(), dry: true };
    reader.rule(written, implied);
    if !reader.problems.is_empty() {
        return Err(reader.problems);
    }
    reader.dry = false;
    let found = reader.rule(written, implied).filter(|_| reader.problems.is_empty());
    let Some(declared) = found.map(one) else { return Err(reader.problems) };
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.bytes += canonical.len() * 4;
    Ok(kept.declared.entry(canonical).or_insert(declared))
}

/// Reads a declaration and notes what is wrong with it.
struct Reader {
    problems: Vec<ScriptProblem>,
    /// Whether problems alone are looked for, and nothing is kept.
    dry: bool,
}

impl Reader {
    fn problem(&mut self, at: Position, message: impl Into<String>) -> &mut ScriptProblem {
        self.problems.push(ScriptProblem::new(place_of(at), message));
        let last = self.problems.len() - 1;
        &mut self.problems[last]
    }

    fn text(&self, found: &str) -> &'static str {
        if self.dry { "" } else { text(found) }
    }

    fn list<T>(&self, items: Vec<T>) -> &'static [T] {
        if self.dry { &[] } else { list(items) }
    }

    /// The entries of a map, each of which is one of these parts if there are any.
    fn map<'l>(&mut self, literal: &'l Literal, what: &str, parts: &[ScriptPart]) -> &'l [Entry] {
        let LiteralValue::Map(entries) = &literal.value else {
            self.problem(
                literal.at,
                format!("{what} has to be a map `#{{ … }}`, not {}", literal.describe()),
            );
            return &[];
        };
        let has = |name: &str| parts.is_empty() || parts.iter().any(|part| part.name == name);
        for entry in entries.iter().filter(|entry| !has(&entry.key)) {
            // A language.
            if has("en") && is_language(&entry.key) {
                continue;
            }
            let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
            self.problem(entry.at, format!("{what} has no `{}`", entry.key))
                .unknown(&entry.key, &names);
        }
        entries
    }

    fn entry<'l>(entries: &'l [Entry], key: &str) -> Option<&'l Literal> {
        entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    fn string<'l>(&mut self, literal: &'l Literal, what: &str) -> &'l str {
        match &literal.value {
            LiteralValue::Text(text) if text.len() <= LONGEST => text,
            LiteralValue::Text(_) => {
                self.problem(literal.at, format!("{what} has more than {LONGEST} bytes"));
                ""
            }
            _ => {
                self.problem(
                    literal.at,
                    format!("{what} has to be a text, not {}", literal.describe()),
                );
                ""
            }
        }
    }

    fn number(
        &mut self,
        literal: &Literal,
        what: &str,
        range: std::ops::RangeInclusive<i64>,
    ) -> i64 {
        match literal.value {
            LiteralValue::Number(number) if range.contains(&number) => number,
            _ => {
                let message = format!(
                    "{what} has to be a number from {} to {}, not {}",
                    range.start(),
                    range.end(),
                    literal.describe()
                );
                self.problem(literal.at, message);
                *range.start()
            }
        }
    }

    fn items<'l>(&mut self, literal: &'l Literal, what: &str) -> &'l [Literal] {
        let LiteralValue::List(items) = &literal.value else {
            self.problem(
                literal.at,
                format!("{what} has to be a list `[ … ]`, not {}", literal.describe()),
            );
            return &[];
        };
        items
    }

    /// The word that stands for one of these values.
    fn word<T: Copy>(
        &mut self,
        literal: &Literal,
        what: &str,
        words: &[(&'static str, T)],
    ) -> Option<T> {
        let LiteralValue::Text(text) = &literal.value else {
            self.problem(
                literal.at,
                format!("{what} has to be a text, not {}", literal.describe()),
            );
            return None;
        };
        let found = words.iter().find(|word| word.0 == text);
        if found.is_none() {
            let names: Vec<_> = words.iter().map(|word| word.0).collect();
            self.problem(literal.at, format!("{what} cannot be {text:?}")).unknown(text, &names);
        }
        found.map(|found| found.1)
    }

    /// The texts of a map, by languages.
    fn texts(&mut self, literal: &Literal, what: &str) -> Texts {
        let entries = self.map(literal, what, sections::TEXTS);
        self.texts_among(entries, literal.at, what)
    }

    /// The texts of a part that has to be there, with no other names in braces than these.
    fn part(
        &mut self,
        fields: &[Entry],
        at: Position,
        key: &str,
        what: &str,
        names: &[&str],
    ) -> Texts {
        let Some(literal) = Self::entry(fields, key) else {
            self.problem(at, format!("{what} has no `{key}`"));
            return Texts(&[]);
        };
        let what = format!("`{key}` of {what}");
        if let LiteralValue::Map(said) = &literal.value {
            self.names_only(said, names, &what);
        }
        self.texts(literal, &what)
    }

    fn texts_among(&mut self, entries: &[Entry], at: Position, what: &str) -> Texts {
        if Self::entry(entries, "en").is_none() {
            self.problem(at, format!("{what} has no text in English, `en`"));
        }
        let mut languages: Vec<&Entry> =
            entries.iter().filter(|entry| is_language(&entry.key)).collect();
        languages.sort_by_key(|entry| entry.key != "en");
        let mut texts = Vec::new();
        for entry in languages {
            let found = self.string(&entry.value, what);
            texts.push((self.text(&entry.key), self.text(found)));
        }
        Texts(self.list(texts))
    }

    /// Checks that a text names in braces no others than these.
    fn names_only(&mut self, entries: &[Entry], names: &[&str], what: &str) {
        for entry in entries.iter().filter(|entry| is_language(&entry.key)) {
            let LiteralValue::Text(text) = &entry.value.value else { continue };
            for part in text.split('{').skip(1) {
                let name = part.split('}').next().unwrap_or_default();
                if !names.contains(&name) {
                    let message = format!("{what} speaks of {{{name}}}, which it does not have");
                    self.problem(entry.value.at, message).unknown(name, names);
                }
            }
        }
    }

    /// A name for records: small letters, digits and hyphens.
    fn name(&mut self, name: &str, at: Position, what: &str) -> &'static str {
        let is_name = |name: &str| {
            let mut letters = name.bytes();
            name.len() <= 32
                && letters.next().is_some_and(|first| first.is_ascii_lowercase())
                && letters.all(|letter| {
                    letter.is_ascii_lowercase()
                        || letter.is_ascii_digit()
                        || matches!(letter, b'-' | b'_')
                })
        };
        if !is_name(name) {
            self.problem(
                at,
                format!(
                    "{what} cannot be called {name:?}: a name has up to 32 small \
                letters, digits and hyphens"
                ),
            );
        }
        self.text(name)
    }

    fn section<'l>(&mut self, top: &'l [Entry], key: &str) -> &'l [Entry] {
        Self::entry(top, key).map_or(&[], |literal| self.map(literal, &format!("`{key}`"), &[]))
    }

    fn rule(&mut self, written: &Literal, implied: Implied) -> Option<Declared> {
        let top = self.map(written, "`RULE`", sections::RULE);
        if !matches!(written.value, LiteralValue::Map(_)) {
            return None;
        }
        for needed in ["name", "summary"] {
            if Self::entry(top, needed).is_none() {
                self.problem(written.at, format!("`RULE` has no `{needed}`"));
            }
        }
        let name_at = Self::entry(top, "name").map_or(written.at, |literal| literal.at);
        let name = Self::entry(top, "name")
            .map_or("", |literal| self.string(literal, "the name of a rule"));
        let kept_name = self.name(name, name_at, "a rule");
        let summary = Self::entry(top, "summary")
            .map_or("", |literal| self.string(literal, "the summary of a rule"));
        let phases = RulePhase::ALL.map(|phase| (phase.table(), phase));
        let phase = Self::entry(top, "phase").map_or(Some(RulePhase::Rule), |literal| {
            self.word(literal, "the phase of a rule", &phases)
        });
        let keys = self.keys(top);
        let events = self.events(top, name);
        let asks = self.asks(top, kept_name);
        let chance = self.chance(top, kept_name, &events);
        let causes = self.causes(top, name);
        let outcomes = self.outcomes(top, name);
        let (marks, counts, pieces) = (self.marks(top), self.counts(top), self.pieces(top));
        let tiles = self.tiles(top, &keys);
        let cause_of_blocked = self.cause_of(top, "blocked", &causes);
        let cause_of_facing = self.cause_of(top, "facing", &causes);
        let help = self.help(top);
        if self.dry {
            return None;
        }
        let rule = RuleDecl {
            keys: list(keys),
            events: list(events.iter().map(|event| event.1.0).collect()),
            causes: list(causes.iter().map(|cause| cause.1).collect()),
            asks: list(asks.iter().map(|ask| ask.1).collect()),
            chance: list(chance.iter().map(|chance| chance.1).collect()),
            help: list(help),
            timings: implied.timings,
            abilities: implied.abilities,
            // Scripts are built by the registry, which has their text.
            ..RuleDecl::new(phase?, kept_name, text(summary), &|_| None)
        };
        let (events, asks, chance, causes) = (list(events), list(asks), list(chance), list(causes));
        let (outcomes, marks, counts, pieces, tiles) =
            (list(outcomes), list(marks), list(counts), list(pieces), list(tiles));
        Some(Declared {
            rule,
            events,
            asks,
            chance,
            causes,
            outcomes,
            marks,
            counts,
            pieces,
            tiles,
            cause_of_blocked,
            cause_of_facing,
        })
    }

    fn keys(&mut self, top: &[Entry]) -> Vec<Key> {
        let mut keys = Vec::new();
        for entry in self.section(top, "keys") {
            let what = format!("the key `{}`", entry.key);
            let fields = self.map(&entry.value, &what, sections::KEY);
            let name = self.name(&entry.key, entry.at, "a key");
            let default = Self::entry(fields, "usual");
            let mut key = if let Some(range) = Self::entry(fields, "number") {
                let ends = self.items(range, &format!("`number` of {what}"));
                let (mut min, mut max) = (0, 0);
                if let [least, most] = ends {
                    min = self.number(least, &what, -1_000_000_000..=1_000_000_000);
                    max = self.number(most, &what, min..=1_000_000_000);
                } else {
                    self.problem(
                        range.at,
                        format!(
                            "`number` of {what} has to be a list of two: \
                        the smallest and the largest"
                        ),
                    );
                }
                let mut key = Key::number(name, min..=max);
                if let Some(default) = default {
                    key =
                        key.default(self.number(default, &format!("`usual` of {what}"), min..=max));
                }
                key
            } else if let Some(words) = Self::entry(fields, "words") {
                let mut all = Vec::new();
                for word in self.map(words, &format!("`words` of {what}"), &[]) {
                    let means = self.string(&word.value, &what);
                    all.push((
                        self.name(&word.key, word.at, "a word"),
                        self.text(means),
                        word.key.as_str(),
                    ));
                }
                let known: Vec<&str> = all.iter().map(|word| word.2).collect();
                let chosen = default
                    .map(|default| (default, self.string(default, &format!("`usual` of {what}"))));
                if let Some((default, chosen)) = chosen
                    && !known.contains(&chosen)
                {
                    self.problem(default.at, format!("`usual` of {what} cannot be {chosen:?}"))
                        .unknown(chosen, &known);
                }
                let key = Key::choice(
                    name,
                    self.list(all.iter().map(|word| KeyWord::new(word.0, word.1)).collect()),
                );
                // A dry run has no words.
                chosen
                    .filter(|_| !self.dry)
                    .map_or(key, |(_, chosen)| key.default_word(text(chosen)))
            } else if let Some(squares) = Self::entry(fields, "squares") {
                let ends = self.items(squares, &format!("`squares` of {what}"));
                let mut len = [0, 256];
                for (end, written) in len.iter_mut().zip(ends) {
                    *end = self.number(written, &what, 0..=256);
                }
                let kind = ValueKind::Squares { len: (len[0] as usize, len[1] as usize) };
                let mut key = Key::new(name, kind);
                if let Some(default) = default {
                    let mut listed = String::new();
                    default.write(&mut listed);
                    for square in self.items(default, &format!("`usual` of {what}")) {
                        let name = self.string(square, &what);
                        if name.parse::<crate::board::Square>().is_err() {
                            self.problem(
                                square.at,
                                format!("`usual` of {what} has {name:?}, which is no square"),
                            );
                        }
                    }
                    key = key.default_toml(self.text(&listed));
                }
                key
            } else if let Some(flag) = Self::entry(fields, "flag") {
                if !matches!(flag.value, LiteralValue::Flag(true)) {
                    self.problem(
                        flag.at,
                        "a key of true or false is declared by `flag: true`, and \
                        its value by `usual`",
                    );
                }
                let mut key = Key::flag(name);
                if let Some(default) = default {
                    match default.value {
                        LiteralValue::Flag(flag) => key = key.default_flag(flag),
                        _ => {
                            self.problem(
                                default.at,
                                format!(
                                    "`usual` of {what} has to be true or false, not {}",
                                    default.describe()
                                ),
                            );
                        }
                    }
                }
                key
            } else {
                self.problem(
                    entry.value.at,
                    format!(
                        "{what} says not what it takes: `number`, `flag`, `words` or `squares`"
                    ),
                );
                Key::flag(name)
            };
            if let Some(means) = Self::entry(fields, "means") {
                let means = self.string(means, &what);
                key = key.means(self.text(means));
            } else {
                self.problem(entry.value.at, format!("{what} does not say what it `means`"));
            }
            if let Some(rules) = Self::entry(fields, "rules") {
                let rules = self.string(rules, &what);
                key = key.rule(self.text(rules));
            }
            keys.push(key);
        }
        keys
    }

    fn events(
        &mut self,
        top: &[Entry],
        rule: &str,
    ) -> Vec<(&'static str, (&'static EventDecl, &'static [FieldKind]))> {
        let mut events = Vec::new();
        for entry in self.section(top, "events") {
            let what = format!("the event `{}`", entry.key);
            let name = self.name(&entry.key, entry.at, "an event");
            let fields = self.map(&entry.value, &what, sections::EVENT);
            let (mut names, mut kinds, mut written) = (Vec::new(), Vec::new(), Vec::new());
            if let Some(list) = Self::entry(fields, "fields") {
                for field in self.map(list, &format!("`fields` of {what}"), &[]) {
                    let kind = if let LiteralValue::List(words) = &field.value.value {
                        let words: Vec<&str> =
                            words.iter().map(|word| self.string(word, &what)).collect();
                        let words = words.into_iter().map(|word| self.text(word)).collect();
                        Some(FieldKind::Words(self.list(words)))
                    } else {
                        self.word(
                            &field.value,
                            &format!("the field `{}` of {what}", field.key),
                            FieldKind::WORDS,
                        )
                    };
                    names.push(self.name(&field.key, field.at, "a field"));
                    written.push(field.key.as_str());
                    kinds.extend(kind);
                }
            }
            if names.len() > MAX_FIELDS {
                self.problem(entry.at, format!("{what} has more than {MAX_FIELDS} fields"));
            }
            let mut told = Vec::new();
            if fields.iter().any(|field| is_language(&field.key)) {
                self.names_only(fields, &written, &what);
                let mut telling = Telling::always(self.texts_among(fields, entry.value.at, &what));
                if let Some(you) = Self::entry(fields, "you") {
                    let said = self.map(you, &format!("`you` of {what}"), sections::YOU);
                    self.names_only(said, &written, &what);
                    let field =
                        Self::entry(said, "field").map_or("", |field| self.string(field, &what));
                    if !written.contains(&field) {
                        self.problem(
                            you.at,
                            format!(
                                "`you` of {what} needs a `field` of the event, which has the seat"
                            ),
                        );
                    }
                    let texts = self.texts_among(said, you.at, &what);
                    telling = telling.to_you(self.text(field), texts);
                }
                told.push(telling);
            }
            let reveals = self.flag(fields, "reveals");
            if self.dry {
                events.push((name, (&EventDecl::NOTHING, &[][..])));
                continue;
            }
            // The one event of a rule that is called as the rule itself needs no kind.
            let kind = (entry.key != rule).then_some(name);
            let decl = EventDecl::of_script(text(rule), list(names), list(told), kind, reveals);
            events.push((name, (one(decl), list(kinds))));
        }
        events
    }

    fn asks(&mut self, top: &[Entry], rule: &'static str) -> Vec<(&'static str, &'static AskDecl)> {
        let mut asks = Vec::new();
        for entry in self.section(top, "asks") {
            let what = format!("the question `{}`", entry.key);
            let name = self.name(&entry.key, entry.at, "a question");
            let fields = self.map(&entry.value, &what, sections::QUESTION);
            let kinds = [
                ("words", AnswerKind::Words(&[])),
                ("hand-tile", AnswerKind::HandTile),
                ("tile", AnswerKind::Tile),
                ("square", AnswerKind::Square),
                ("place", AnswerKind::Place),
                ("seat", AnswerKind::Seat),
                ("number", AnswerKind::Number),
            ];
            let mut kind = AnswerKind::Words(&[]);
            if let Some(words) = Self::entry(fields, "words") {
                let mut all = Vec::new();
                for word in self.map(words, &format!("`words` of {what}"), &[]) {
                    if word.key.len() > crate::game::MAX_ANSWER {
                        self.problem(
                            word.at,
                            format!(
                                "the word `{}` has more than {} bytes",
                                word.key,
                                crate::game::MAX_ANSWER
                            ),
                        );
                    }
                    let texts = self.texts(&word.value, &format!("the word `{}`", word.key));
                    all.push((self.text(&word.key), texts));
                }
                kind = AnswerKind::Words(self.list(all));
            } else if let Some(unit) = Self::entry(fields, "unit") {
                kind = AnswerKind::Amount(self.unit(unit, &what));
            } else if let Some(answers) = Self::entry(fields, "answers") {
                kind = self.word(answers, &format!("`answers` of {what}"), &kinds).unwrap_or(kind);
            } else {
                self.problem(
                    entry.value.at,
                    format!("{what} says not what its answers are: `answers`, `words` or `unit`"),
                );
            }
            let (mut about, mut shown) = (Vec::new(), Vec::new());
            if let Some(list) = Self::entry(fields, "about") {
                for subject in self.items(list, &format!("`about` of {what}")) {
                    if let LiteralValue::Text(name) = &subject.value {
                        shown.push(name.as_str());
                        about.push(SubjectDecl::new(self.text(name)));
                    } else {
                        let fields =
                            self.map(subject, &format!("`about` of {what}"), sections::SUBJECT);
                        let name =
                            Self::entry(fields, "name").map_or("", |name| self.string(name, &what));
                        let unit = Self::entry(fields, "unit").map(|unit| self.unit(unit, &what));
                        shown.push(name);
                        let name = self.text(name);
                        about.push(unit.map_or(SubjectDecl::new(name), |unit| {
                            SubjectDecl::counting(name, unit)
                        }));
                    }
                }
            }
            self.names_only(fields, &shown, &what);
            let mut ask = AskDecl::new(rule, kind, self.texts_among(fields, entry.value.at, &what))
                .about(self.list(about));
            ask.secret = self.flag(fields, "secret");
            ask.gives_up = self.flag(fields, "gives_up");
            let withheld =
                Self::entry(fields, "withheld").map(|words| self.words_of(words, kind, &what));
            ask.withheld = self.list(withheld.unwrap_or_default());
            let mut told = Vec::new();
            let (sentences, of) = (self.section(fields, "told"), format!("`told` of {what}"));
            for word in sentences {
                let answer = self.answer_of(&word.key, word.at, kind, &of);
                told.push((answer, self.part(sentences, word.at, &word.key, &of, &["who"])));
            }
            ask.told = self.list(told);
            if !self.dry {
                asks.push((name, one(ask)));
            }
        }
        asks
    }

    /// The words of a list, which are among the answers of a question.
    fn words_of(&mut self, list: &Literal, kind: AnswerKind, what: &str) -> Vec<&'static str> {
        let what = format!("`withheld` of {what}");
        let mut found = Vec::new();
        for item in self.items(list, &what) {
            let word = self.string(item, &what);
            found.push(self.answer_of(word, item.at, kind, &what));
        }
        found
    }

    /// A word that has to be among the answers of a question.
    fn answer_of(
        &mut self,
        word: &str,
        at: Position,
        kind: AnswerKind,
        what: &str,
    ) -> &'static str {
        if !self.dry
            && !matches!(
                kind, AnswerKind::Words(words) if words.iter().any(|(known, _)| *known == word)
            )
        {
            self.problem(at, format!("{what} has {word:?}, which is none of the answers"));
        }
        self.text(word)
    }

    fn flag(&mut self, fields: &[Entry], key: &str) -> bool {
        match Self::entry(fields, key).map(|literal| (literal.at, &literal.value)) {
            None => false,
            Some((_, LiteralValue::Flag(flag))) => *flag,
            Some((at, _)) => {
                self.problem(at, format!("`{key}` has to be true or false"));
                false
            }
        }
    }

    fn unit(&mut self, literal: &Literal, what: &str) -> UnitDecl {
        let what = format!("`unit` of {what}");
        let fields = self.map(literal, &what, sections::UNIT);
        let [one, several] =
            ["one", "several"].map(|key| self.part(fields, literal.at, key, &what, &[]));
        UnitDecl::new(one, several)
    }

    fn chance(
        &mut self,
        top: &[Entry],
        rule: &'static str,
        events: &[(&'static str, (&'static EventDecl, &'static [FieldKind]))],
    ) -> Vec<(&'static str, &'static ChanceDecl)> {
        let mut lots = Vec::new();
        for entry in self.section(top, "chance") {
            let what = format!("the lot `{}`", entry.key);
            let name = self.name(&entry.key, entry.at, "a lot");
            let fields = self.map(&entry.value, &what, sections::LOT);
            let mut lot = ChanceDecl::new(rule, self.texts_among(fields, entry.value.at, &what));
            if self.flag(fields, "dice") {
                lot = lot.as_dice();
            }
            if let Some(seen_by) = Self::entry(fields, "seen_by") {
                let words = [("everybody", 0), ("one-seat", 1), ("nobody", 2)];
                lot = match self.word(seen_by, &format!("`seen_by` of {what}"), &words) {
                    Some(1) => lot.seen_by_one_seat(),
                    Some(2) => lot.seen_by_nobody(),
                    _ => lot,
                };
            }
            if let Some(event) = Self::entry(fields, "event") {
                let named = self.string(event, &format!("`event` of {what}"));
                let field = Self::entry(fields, "field")
                    .map_or("", |field| self.string(field, &format!("`field` of {what}")));
                if !self.dry {
                    match events
                        .iter()
                        .find(|known| known.0 == named)
                        .map(|event| event.1.0)
                        .filter(|event| event.has(&[field]))
                    {
                        Some(event) => lot.event = Some((event, list(vec![text(field)]))),
                        None => {
                            self.problem(
                                event.at,
                                format!(
                                    "{what} names an event and a `field` of \
                                it that the rule does not have"
                                ),
                            );
                        }
                    }
                }
            }
            if !self.dry {
                lots.push((name, one(lot)));
            }
        }
        lots
    }

    fn causes(&mut self, top: &[Entry], rule: &str) -> Vec<(&'static str, &'static CauseDecl)> {
        let mut causes = Vec::new();
        for entry in self.section(top, "causes") {
            let what = format!("the cause `{}`", entry.key);
            let name = self.name(&entry.key, entry.at, "a cause");
            let fields = self.map(&entry.value, &what, sections::CAUSE);
            let texts = self.texts_among(fields, entry.value.at, &what);
            let means = Self::entry(fields, "means").map(|means| self.string(means, &what));
            let mut cause = CauseDecl::new(
                self.text(&format!("{rule}/{}", entry.key)),
                self.text(means.unwrap_or_default()),
                texts,
            );
            if means.is_none() {
                cause = cause.of_acts();
            }
            if !self.dry {
                causes.push((name, one(cause)));
            }
        }
        causes
    }

    /// The cause that the declaration names for something.
    fn cause_of(
        &mut self,
        top: &[Entry],
        key: &str,
        causes: &[(&'static str, &'static CauseDecl)],
    ) -> Option<Cause> {
        let literal = Self::entry(top, key)?;
        let name = self.string(literal, &format!("`{key}`"));
        let known: Vec<&str> =
            self.section(top, "causes").iter().map(|entry| entry.key.as_str()).collect();
        if !known.contains(&name) {
            self.problem(
                literal.at,
                format!("`{key}` names the cause {name:?}, which is not among the `causes`"),
            )
            .unknown(name, &known);
        }
        causes.iter().find(|cause| cause.0 == name).map(|cause| Cause::Rule(cause.1))
    }

    fn outcomes(&mut self, top: &[Entry], rule: &str) -> Vec<(&'static str, &'static OutcomeDecl)> {
        let mut outcomes = Vec::new();
        for entry in self.section(top, "outcomes") {
            let what = format!("the outcome `{}`", entry.key);
            let name = self.name(&entry.key, entry.at, "an outcome");
            let texts = self.texts(&entry.value, &what);
            if let LiteralValue::Map(fields) = &entry.value.value {
                self.names_only(fields, &["who"], &what);
            }
            if !self.dry {
                outcomes.push((
                    name,
                    one(OutcomeDecl::new(text(&format!("{rule}/{}", entry.key)), texts)),
                ));
            }
        }
        outcomes
    }

    fn look(
        &mut self,
        literal: &Literal,
        what: &str,
        parts: &[ScriptPart],
    ) -> Option<&'static Look> {
        const COLORS: &[(&str, LookColor)] = &[
            ("white", LookColor::White),
            ("gold", LookColor::Gold),
            ("red", LookColor::Red),
            ("blue", LookColor::Blue),
            ("green", LookColor::Green),
            ("purple", LookColor::Purple),
        ];
        let fields = self.map(literal, what, parts);
        let sign = Self::entry(fields, "sign")
            .map_or("", |sign| self.string(sign, &format!("the sign of {what}")));
        let mut letters = sign.chars();
        let (Some(sign), None) = (letters.next(), letters.next()) else {
            self.problem(literal.at, format!("{what} needs a `sign`: one character"));
            return None;
        };
        let color = Self::entry(fields, "color")
            .map_or(Some(LookColor::White), |color| self.word(color, "a colour", COLORS))?;
        let texts = self.texts_among(fields, literal.at, what);
        let over_tiles = self.flag(fields, "over_tiles");
        (!self.dry).then(|| one(Look { over_tiles, ..Look::new(sign, color, texts) }))
    }

    fn marks(&mut self, top: &[Entry]) -> Vec<(&'static str, &'static Look)> {
        let mut marks = Vec::new();
        for entry in self.section(top, "marks") {
            let name = self.name(&entry.key, entry.at, "a mark");
            marks.extend(
                self.look(&entry.value, &format!("the mark `{}`", entry.key), sections::MARK)
                    .map(|look| (name, look)),
            );
        }
        marks
    }

    fn pieces(&mut self, top: &[Entry]) -> Vec<PieceFace> {
        let Some(literal) = Self::entry(top, "pieces") else { return Vec::new() };
        let mut faces = Vec::new();
        for piece in self.items(literal, "`pieces`") {
            faces.extend(self.look(piece, "a piece", sections::PIECE).map(PieceFace::new));
        }
        faces
    }

    fn counts(&mut self, top: &[Entry]) -> Vec<(&'static str, &'static CountDecl)> {
        let mut counts = Vec::new();
        for entry in self.section(top, "counts") {
            let what = format!("the count `{}`", entry.key);
            let name = self.name(&entry.key, entry.at, "a count");
            let fields = self.map(&entry.value, &what, sections::COUNT);
            let names = &["who", "count"];
            let [label, said] =
                ["label", "text"].map(|key| self.part(fields, entry.value.at, key, &what, names));
            if !self.dry {
                counts.push((name, one(CountDecl::new(name, label, said))));
            }
        }
        counts
    }

    fn tiles(
        &mut self,
        top: &[Entry],
        keys: &[Key],
    ) -> Vec<(&'static str, (&'static TileDecl, Copies))> {
        let mut tiles = Vec::new();
        for entry in self.section(top, "tiles") {
            let what = format!("the tile `{}`", entry.key);
            let name = self.name(&entry.key, entry.at, "a tile");
            let look = self.look(&entry.value, &what, sections::TILE);
            let LiteralValue::Map(fields) = &entry.value.value else { continue };
            let number = Self::entry(fields, "number")
                .map(|number| self.number(number, &format!("the number of {what}"), 35..=39));
            let copies = match Self::entry(fields, "copies") {
                Some(Literal { value: LiteralValue::Text(key), at }) => {
                    if !self.dry
                        && !keys.iter().any(|known| {
                            known.name == key
                                && matches!(known.kind(), ValueKind::Int { min: 0.., max: ..=99 })
                        })
                    {
                        self.problem(
                            *at,
                            format!(
                                "`copies` of {what} names no key of the rule \
                            with numbers from 0 to 99"
                            ),
                        );
                    }
                    Copies::Key(self.text(key))
                }
                Some(number) => {
                    let what = format!("`copies` of {what}");
                    Copies::Number(self.number(number, &what, 0..=99) as u8)
                }
                None => {
                    self.problem(
                        entry.value.at,
                        format!("{what} does not say how many `copies` there are"),
                    );
                    Copies::Number(0)
                }
            };
            match number {
                Some(number) => {
                    let most = Self::entry(fields, "most_in_hand")
                        .map(|most| self.number(most, &format!("`most_in_hand` of {what}"), 1..=7));
                    let tile = |look| {
                        TileDecl::new(number as u8, look)
                            .most_in_hand(most.map_or(MAX_HAND as u8, |most| most as u8))
                    };
                    tiles.extend(look.map(|look| (name, (one(tile(look)), copies))));
                }
                None => {
                    self.problem(entry.value.at, format!("{what} has no `number`, from 35 to 39"));
                }
            }
        }
        tiles
    }

    fn help(&mut self, top: &[Entry]) -> Vec<HelpDecl> {
        let Some(literal) = Self::entry(top, "help") else { return Vec::new() };
        let fields = self.map(literal, "`help`", sections::HELP);
        let [heading, said] =
            ["heading", "text"].map(|key| self.part(fields, literal.at, key, "`help`", &[]));
        vec![HelpDecl::new(heading, said)]
    }
}

fn is_language(key: &str) -> bool {
    key.len() == 2 && key.bytes().all(|letter| letter.is_ascii_lowercase())
}
