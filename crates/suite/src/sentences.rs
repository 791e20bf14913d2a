//! The sentences of events (`A moves to d3:H`), by which scenarios say what happens.
//!
//! One list of forms works in both directions: it makes the sentence of an event, and tells which
//! event a written sentence describes. Seats have letters, `A` for seat 0.

use super::causes::is_cause;
use super::letters::{letter, seat};
use serde_json::{Map, Value};
use std::sync::LazyLock;
use tsuro::game::{Destination, EventDecl, KeyWords as _, Seat};
use tsuro::rules::draw::TOKEN_WORDS;
use tsuro::rules::{Registry, RulePhase};

/// A word of a form.
#[derive(Debug, Clone, Copy)]
enum SentenceWord {
    /// The word itself.
    Is(&'static str),
    /// A seat's letter, from this field.
    Seat(&'static str),
    /// A place, square and port, from this field.
    Place(&'static str),
    /// Any other value of this field, and the text after it.
    Value(&'static str, &'static str),
    /// A word from this field that is allowed there, and the texts before and after it.
    OneOf(&'static str, fn(&str) -> bool, &'static str, &'static str),
    /// The numbers of the list in this field, and the text after the last.
    List(&'static str, &'static str),
    /// The letters of the seats in this field, and the text after the last.
    Seats(&'static str, &'static str),
}

use SentenceWord::{Is, List, OneOf, Place as PlaceOf, Seat as SeatOf, Seats, Value as ValueOf};

impl SentenceWord {
    /// Reads a word of a form: as it is, or `{field}` or `{field:kind}` with texts before and after
    /// it.
    fn new(word: &'static str) -> Self {
        let Some((before, rest)) = word.split_once('{') else { return Is(word) };
        let (inside, after) = rest.split_once('}').unwrap_or((rest, ""));
        let (field, kind) = inside.split_once(':').unwrap_or((inside, ""));
        match kind {
            "seat" => SeatOf(field),
            "place" => PlaceOf(field),
            "list" => List(field, after),
            "seats" => Seats(field, after),
            "cause" => OneOf(field, is_cause, before, after),
            "destination" => {
                OneOf(field, |word| Destination::from_word(word).is_some(), before, after)
            }
            "reason" => OneOf(field, |word| REASONS.contains(&word), before, after),
            "outcome" | "rule" => OneOf(field, |word| !word.is_empty(), before, after),
            _ => ValueOf(field, after),
        }
    }

    /// The field that it shows.
    fn field(self) -> Option<&'static str> {
        match self {
            Is(_) => None,
            SeatOf(field)
            | PlaceOf(field)
            | ValueOf(field, _)
            | OneOf(field, ..)
            | List(field, _)
            | Seats(field, _) => Some(field),
        }
    }
}

/// One form: the event, its words, and an example.
struct SentenceForm {
    event: &'static str,
    words: Vec<SentenceWord>,
    example: &'static str,
}

const REASONS: &[&str] = &["setup", "six", "minimum"];

/// The events with names of their own that rules of the crate have declared, each name once.
fn declared_events() -> Vec<&'static EventDecl> {
    let registry = Registry::default();
    let infos = RulePhase::ALL.iter().flat_map(|phase| registry.rules(*phase));
    let mut events: Vec<&'static EventDecl> = Vec::new();
    for &event in infos.flat_map(|info| info.events).filter(|event| !event.is_of_rule()) {
        if !events.iter().any(|known| known.name == event.name) {
            events.push(event);
        }
    }
    events
}

/// All forms, the forms of the core in the order of a turn. An event with two forms has the first
/// where no field of it is null.
static FORMS: LazyLock<Vec<SentenceForm>> = LazyLock::new(|| {
    let form = |(event, words, example): (_, &'static str, _)| SentenceForm {
        event,
        words: words.split(' ').map(SentenceWord::new).collect(),
        example,
    };
    let forms = [
        ("start", "{player:seat} starts at {mark:place}", "A starts at c1:A"),
        ("turn", "turn {number}: {player:seat}", "turn 7: B"),
        (
            "wake_removed",
            "tile {tile} is taken from {square} to the {to:destination}",
            "tile 33 is taken from c4 to the pile",
        ),
        ("relocated", "{player:seat} relocates to {mark:place}", "A relocates to d1:A"),
        ("placed", "{player:seat} places {laid} on {square}", "A places 14/2 on c3"),
        ("moved", "{player:seat} moves to {to:place}", "A moves to d3:H"),
        ("eliminated", "{player:seat} is out: {cause:cause}", "B is out: edge"),
        ("eliminated", "{player:seat} waits: {cause:cause}", "B waits: edge"),
        (
            "exchanged",
            "{player:seat} exchanges {gave:list} for {took:list}",
            "A exchanges 2 1 for 6 5",
        ),
        ("returned", "returned {tiles:list}: pile {pile:list}", "returned 5 6: pile 6 11 5"),
        ("drew", "{player:seat} draws {tile}", "A draws 7"),
        ("passed", "{player:seat} passes", "A passes"),
        ("chose", "{player:seat} chooses {choice} ({rule:rule})", "A chooses up (cannon)"),
        (
            "carried",
            "{player:seat} is carried to {to:place} ({rule:rule})",
            "A is carried to c3:B (whirlpool)",
        ),
        ("rule", "rule {rule}: {data}", "rule sinkholes: {\"sinkhole\":1,\"square\":\"f3\"}"),
        ("end", "end: {winners:seats}, {outcome:outcome}", "end: A C, tie"),
    ];
    let declared = declared_events()
        .into_iter()
        .flat_map(|decl| decl.forms.iter().map(|&(words, example)| (decl.name, words, example)));
    forms.into_iter().chain(declared).map(form).collect()
});

fn seat_of(value: &Value) -> String {
    value
        .as_u64()
        .and_then(|number| Seat::checked(number, 32))
        .map_or_else(|| value.to_string(), |seat| letter(seat).to_string())
}

/// The value of a field as one word.
fn word(event: &Map<String, Value>, field: &str) -> String {
    if field == "laid" {
        let turns = event.get("rotation").and_then(Value::as_u64).unwrap_or_default();
        let tile = word(event, "tile");
        return if turns == 0 { tile } else { format!("{tile}/{turns}") };
    }
    match event.get(field) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(items)) => {
            items.iter().map(Value::to_string).collect::<Vec<_>>().join(" ")
        }
        // An object without blanks inside, so that it is one word.
        Some(value) => value.to_string().replace(' ', ""),
        None => String::new(),
    }
}

/// The sentence of an event of a record; `None` for events without one (`game`, `deal`).
pub fn sentence(event: &Map<String, Value>) -> Option<String> {
    let name = event.get("event")?.as_str()?;
    let waits = event.get("waits") == Some(&Value::Bool(true));
    let tells_waiting =
        |form: &SentenceForm| form.words.iter().any(|word| matches!(word, Is("waits:")));
    let mut forms = FORMS.iter().filter(|form| form.event == name && tells_waiting(form) == waits);
    let is_null = |field| event.get(field).is_some_and(Value::is_null);
    let shows_all =
        |form: &&SentenceForm| !form.words.iter().filter_map(|word| word.field()).any(is_null);
    let form = forms.clone().find(shows_all).or_else(|| forms.next_back())?;
    let mut words: Vec<String> = Vec::new();
    for part in &form.words {
        match *part {
            Is(text) => words.push(text.to_owned()),
            SeatOf(field) => words.push(seat_of(event.get(field).unwrap_or(&Value::Null))),
            PlaceOf(field) => words.push(word(event, field)),
            ValueOf(field, after) | List(field, after) => words.push(word(event, field) + after),
            OneOf(field, _, before, after) => {
                words.push(format!("{before}{}{after}", word(event, field)));
            }
            Seats(field, after) => {
                let letters: Vec<String> = event
                    .get(field)
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten()
                    .map(seat_of)
                    .collect();
                words.push(
                    if letters.is_empty() { "nobody".to_owned() } else { letters.join(" ") }
                        + after,
                );
            }
        }
    }
    Some(words.join(" "))
}

/// The words of a sentence for comparison; every token has the name of the first.
fn words_of(sentence: &str) -> Vec<&str> {
    sentence
        .split_whitespace()
        .map(|word| if TOKEN_WORDS.contains(&word) { TOKEN_WORDS[0] } else { word })
        .collect()
}

/// Whether two words are the same JSON object: the order of its fields does not matter.
fn same_object(expected: &str, found: &str) -> bool {
    let object = |word: &str| {
        word.starts_with('{').then(|| serde_json::from_str::<Value>(word).ok()).flatten()
    };
    object(expected).is_some_and(|expected| Some(expected) == object(found))
}

/// Whether an expected sentence matches that of an event. In the expected one, `*` stands for any
/// word, and `…` (or `...`) at the end for all further words.
pub fn matches(expected: &str, found: &str) -> bool {
    let (expected, found) = (words_of(expected), words_of(found));
    let open = matches!(expected.last(), Some(&("…" | "...")));
    let expected = if open { &expected[..expected.len() - 1] } else { &expected[..] };
    (if open { found.len() >= expected.len() } else { found.len() == expected.len() })
        && expected.iter().zip(&found).all(|(expected, found)| {
            *expected == "*" || expected == found || same_object(expected, found)
        })
}

/// The events as sentences. Beginnings of turns and placements are left out unless `expected` has
/// such sentences, since they repeat what is given.
pub fn story(events: &[Map<String, Value>], expected: &[String]) -> Vec<String> {
    let spoken = |name: &str| expected.iter().any(|sentence| event_of(sentence, 32) == Ok(name));
    let (turns, placements) = (spoken("turn"), spoken("placed"));
    events
        .iter()
        .filter(|event| match event.get("event").and_then(Value::as_str) {
            Some("turn") => turns,
            Some("placed") => placements,
            _ => true,
        })
        .filter_map(sentence)
        .collect()
}

/// Why no event can have a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ImpossibleSentence {
    /// No form fits; the example of a similar one.
    NoForm(Option<&'static str>),
    /// It names a seat that the scenario does not have.
    NoSeat(char),
}

/// The name of the event that a sentence describes, with `seats` seats.
///
/// # Errors
/// If no event can have this sentence.
pub(super) fn event_of(expected: &str, seats: u8) -> Result<&'static str, ImpossibleSentence> {
    let words = words_of(expected);
    let mut missing = None;
    for form in FORMS.iter() {
        match fits(&form.words, &words, seats) {
            WordMatch::Yes => return Ok(form.event),
            WordMatch::NoSeat(letter) => missing = Some(letter),
            WordMatch::No => {}
        }
    }
    if let Some(letter) = missing {
        return Err(ImpossibleSentence::NoSeat(letter));
    }
    let near = FORMS
        .iter()
        .max_by_key(|form| likeness(form, &words, seats))
        .filter(|form| likeness(form, &words, seats) > 0);
    Err(ImpossibleSentence::NoForm(near.map(|form| form.example)))
}

/// How similar a sentence is to a form: fixed words count 3, values at their place 2, and each word
/// too many or too few −1.
fn likeness(form: &SentenceForm, words: &[&str], seats: u8) -> i64 {
    let stem = |word: &str| word.trim_end_matches('s').to_owned();
    let fixed = form
        .words
        .iter()
        .filter(
            |part| matches!(part, Is(text) if words.iter().any(|word| stem(word) == stem(text))),
        )
        .count();
    let in_place = form
        .words
        .iter()
        .zip(words)
        .filter(|&(part, word)| {
            !matches!(part, Is(_)) && matches!(fits(&[*part], &[*word], seats), WordMatch::Yes)
        })
        .count();
    3 * fixed as i64 + 2 * in_place as i64 - form.words.len().abs_diff(words.len()) as i64
}

/// The events that suites may name, each with an example of its sentence.
pub fn examples() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    FORMS.iter().map(|form| (form.event, form.example))
}

/// Whether an event with this name can happen in a scenario.
pub(super) fn is_event(name: &str) -> bool {
    FORMS.iter().any(|form| form.event == name)
}

enum WordMatch {
    Yes,
    NoSeat(char),
    No,
}

fn fits(form: &[SentenceWord], words: &[&str], seats: u8) -> WordMatch {
    let Some((&first, rest)) = words.split_first() else {
        return if form.is_empty() { WordMatch::Yes } else { WordMatch::No };
    };
    if rest.is_empty() && matches!(first, "…" | "...") {
        return WordMatch::Yes;
    }
    let Some((&part, form_rest)) = form.split_first() else { return WordMatch::No };
    let number = |text: &str| text.parse::<u32>().is_ok();
    let letter = |text: &str| seat(text).map(|seat| seat.number() < seats);
    let fine = match part {
        _ if first == "*" => true,
        Is(text) => first == text,
        SeatOf(_) => match letter(first) {
            Some(false) => return no_seat(first, form_rest, rest, seats),
            known => known.is_some(),
        },
        PlaceOf(_) => first.parse::<tsuro::board::Place>().is_ok(),
        ValueOf(field, after) => match first.strip_suffix(after) {
            Some(value) => value_fits(field, value),
            None => false,
        },
        OneOf(_, is_word, before, after) => {
            let inner = first.strip_prefix(before).and_then(|text| text.strip_suffix(after));
            inner.is_some_and(|inner| is_word(inner) || inner.contains('/'))
        }
        List(_, after) => return list(form, words, seats, after, number),
        Seats(_, after) => {
            if first.strip_suffix(after) == Some("nobody") {
                return fits(form_rest, rest, seats);
            }
            let letters = words
                .iter()
                .map(|word| word.strip_suffix(after).unwrap_or(word))
                .take_while(|word| letter(word).is_some());
            if let Some(missing) = letters
                .filter(|word| letter(word) == Some(false))
                .find_map(|word| word.chars().next())
            {
                return WordMatch::NoSeat(missing);
            }
            return list(form, words, seats, after, |text| letter(text).is_some());
        }
    };
    if fine { fits(form_rest, rest, seats) } else { WordMatch::No }
}

/// Matches a list of words that ends with a word with `after`, and the rest of the form.
fn list(
    form: &[SentenceWord],
    words: &[&str],
    seats: u8,
    after: &str,
    item: impl Fn(&str) -> bool,
) -> WordMatch {
    for taken in 1..=words.len() {
        let last = words[taken - 1];
        if last == "…" || last == "..." {
            return WordMatch::Yes;
        }
        let fine = |word: &str| word == "*" || item(word);
        if !words[..taken - 1].iter().all(|word| fine(word)) {
            return WordMatch::No;
        }
        if last.strip_suffix(after).is_some_and(fine) {
            match fits(&form[1..], &words[taken..], seats) {
                WordMatch::No => {}
                found => return found,
            }
        }
    }
    WordMatch::No
}

fn no_seat(first: &str, form: &[SentenceWord], rest: &[&str], seats: u8) -> WordMatch {
    match fits(form, rest, seats) {
        WordMatch::No => WordMatch::No,
        _ => WordMatch::NoSeat(first.chars().next().unwrap_or('?')),
    }
}

fn value_fits(field: &str, text: &str) -> bool {
    match field {
        "square" | "from" | "to" => text.parse::<tsuro::board::Square>().is_ok(),
        "laid" => super::short::laid(text).is_ok(),
        "rule" | "data" | "choice" => !text.is_empty(),
        _ => text.parse::<u32>().is_ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::rules::hazard::names::PIECES;

    #[test]
    fn every_form_reads_its_own_example() {
        for (event, example) in examples() {
            assert_eq!(event_of(example, 3), Ok(event), "{example}");
        }
    }

    #[test]
    fn an_event_becomes_the_sentence_that_is_read_back() {
        let words =
            |json: &str| sentence(&serde_json::from_str(json).expect("an event")).expect("words");
        for (json, expected) in [
            (r#"{"event":"moved","player":0,"to":"d3:H"}"#, "A moves to d3:H"),
            (
                &*format!(r#"{{"event":"{PIECES}_moved","tile":0,"from":"a3","to":null}}"#),
                &*format!("{PIECES} 0 leaves the board from a3"),
            ),
            (r#"{"event":"dragon","holder":null}"#, "nobody holds the dragon"),
            (r#"{"event":"end","winners":[0,2],"outcome":"tie"}"#, "end: A C, tie"),
            (r#"{"event":"end","winners":[],"outcome":"tie"}"#, "end: nobody, tie"),
            (r#"{"event":"returned","tiles":[5,6],"pile":[6,11,5]}"#, "returned 5 6: pile 6 11 5"),
            (
                r#"{"event":"placed","player":1,"tile":14,"rotation":2,"square":"c3","legal":4}"#,
                "B places 14/2 on c3",
            ),
            (
                r#"{"event":"eliminated","player":0,"cause":"sinkholes/swallowed"}"#,
                "A is out: sinkholes/swallowed",
            ),
            (
                r#"{"event":"chose","player":1,"rule":"draft","options":4,"choice":14}"#,
                "B chooses 14 (draft)",
            ),
            (
                r#"{"event":"chose","player":0,"rule":"cannon","options":2,"choice":"up"}"#,
                "A chooses up (cannon)",
            ),
            (
                r#"{"event":"carried","player":2,"to":"c3:B","rule":"whirlpool"}"#,
                "C is carried to c3:B (whirlpool)",
            ),
        ] {
            assert_eq!(words(json), expected);
            assert!(event_of(expected, 3).is_ok(), "{expected}");
        }
    }

    #[test]
    fn part_of_a_sentence_is_enough() {
        assert!(matches("A draws *", "A draws 7"));
        assert!(matches("returned …", "returned 5 6: pile 6 11 5"));
        assert!(matches("A takes the statue", "A takes the dragon"));
        assert!(!matches("A draws *", "A draws"));
        assert!(!matches("A moves to d3:H", "A moves to d3:G"));
    }

    #[test]
    fn a_sentence_that_can_never_be_met_is_refused_and_others_are_not() {
        assert_eq!(event_of("D moves to d3:H", 3), Err(ImpossibleSentence::NoSeat('D')));
        assert_eq!(event_of("end: A D, tie", 3), Err(ImpossibleSentence::NoSeat('D')));
        assert_eq!(
            event_of("A move to d3:H", 3),
            Err(ImpossibleSentence::NoForm(Some("A moves to d3:H")))
        );
        assert_eq!(
            event_of("B is out: boredom", 3),
            Err(ImpossibleSentence::NoForm(Some("B is out: edge")))
        );
        assert_eq!(
            event_of("A moves to d3", 3),
            Err(ImpossibleSentence::NoForm(Some("A moves to d3:H")))
        );
        assert_eq!(event_of("xyz", 3), Err(ImpossibleSentence::NoForm(None)));
    }
}
