//! The decisions of a person, asked in sentences. What is asked and what can be chosen is an
//! [`Ask`], as on every face.

use super::answer::{self, AnswerWord, number, word};
use super::dialogue::{Dialogue, Question};
use super::stop::PlayStop;
use std::time::Instant;
use tsuro::board::{Face, Laid, Place, Rotation, StartMarks};
use tsuro::game::{Answer, AnswerKind, Choice, Entry, Exchange, Observation, Phase};
use tsuro_faces::table::ask::{Ask, Card, Item, Topic};
use tsuro_faces::words::{Language, Narrator, TextKey};
use tsuro_lab::{Advice, advise};

/// A placement in a sentence.
fn card_line(card: &Card, number: usize, narrator: &Narrator) -> String {
    let (number, slot) = (number.to_string(), (card.slot + 1).to_string());
    let names = [
        ("number", &*number),
        ("tile", &slot),
        ("turned", narrator.turned(card.tile)),
        ("consequences", &card.fate),
    ];
    narrator.language.say(TextKey::Choice, &names)
}

/// The number of games that advice simulates after each choice: few enough that the person does not
/// have to wait.
const ADVICE_GAMES: u32 = 1000;

/// How often each choice wins in simulated games: one sentence for each, the best first. `names`
/// gives the number of a choice, and an answer in words.
fn advice(
    dialogue: &Dialogue,
    see: &Observation<'_>,
    key: TextKey,
    names: impl Fn(&Choice) -> (usize, String),
) -> Vec<String> {
    let percent = |share: f64| format!("{:.0}", 100.0 * share);
    let sentence = |Advice { choice, share, interval: [low, high], .. }| {
        let (number, answer) = names(&choice);
        let shares =
            [("share", &*percent(share)), ("low", &percent(low)), ("high", &percent(high))];
        let named = [("number", &*number.to_string()), ("answer", &answer)];
        dialogue.words().say(key, &[&named[..], &shares].concat())
    };
    advise(see, ADVICE_GAMES, &mut dialogue.chance(see)).into_iter().map(sentence).collect()
}

/// A list of choices, and how each is typed.
struct List<'a> {
    items: &'a [Item],
    /// The number of each item: an amount itself, a start mark's among all marks. Enter stands for
    /// the item without a number.
    numbers: Vec<Option<usize>>,
    /// What kind of answers they are, if they are answers.
    kind: Option<AnswerKind>,
    words: Language,
}

/// With more answers that are ports with tiles, each tile is named once, with its ports.
const MOST_LINES: usize = 12;

impl<'a> List<'a> {
    fn new(see: &Observation<'_>, items: &'a [Item], words: Language) -> Self {
        let kind = see.question().map(|question| question.asks.kind);
        let marks = see.all_marks();
        let number = |(index, item): (usize, &Item)| match (&item.choice, kind) {
            (Choice::Start(mark), _) => {
                marks.iter().position(|other| other == mark).map(|at| at + 1)
            }
            (Choice::Relocate(None), _) => None,
            (Choice::Rule(answer), Some(AnswerKind::Amount(_))) => {
                answer.as_number().map(|amount| amount as usize)
            }
            _ => Some(index + 1),
        };
        Self { items, numbers: items.iter().enumerate().map(number).collect(), kind, words }
    }

    /// The largest number that can be typed.
    fn last(&self) -> usize {
        self.numbers.iter().flatten().copied().max().unwrap_or(0)
    }

    /// The items in sentences: many amounts without a gap in one, and many ports with tiles by
    /// their tiles.
    fn lines(&self) -> Vec<String> {
        let numbers: Vec<usize> = self.numbers.iter().flatten().copied().collect();
        let is_amount = matches!(self.kind, Some(AnswerKind::Amount(_)));
        if let (true, [first, _, _, ..], [.., last]) = (is_amount, &numbers[..], self.items)
            && numbers.windows(2).all(|pair| pair[1] == pair[0] + 1)
        {
            let names = [("first", &*first.to_string()), ("last", &*last.words)];
            return vec![self.words.say(TextKey::AmountRange, &names)];
        }
        if self.items.len() > MOST_LINES && self.kind == Some(AnswerKind::Entry) {
            return self.entry_lines();
        }
        self.lines_of(TextKey::AnswerIs, |item| &item.words)
    }

    /// A line for each item that has a number.
    fn lines_of<'t>(&'t self, key: TextKey, text: impl Fn(&'t Item) -> &'t str) -> Vec<String> {
        let name = if key == TextKey::MarkIs { "place" } else { "answer" };
        let line = |(number, item): (&Option<usize>, &'t Item)| {
            let number = (*number)?.to_string();
            Some(self.words.say(key, &[("number", &*number), (name, text(item))]))
        };
        self.numbers.iter().zip(self.items).filter_map(line).collect()
    }

    /// Answers that are ports with tiles: a line for each tile as it lies, and how one is typed.
    fn entry_lines(&self) -> Vec<String> {
        let entries: Vec<Entry> =
            self.items.iter().filter_map(|item| as_answer(item)?.as_entry()).collect();
        let mut tiles: Vec<Laid> = entries.iter().filter_map(|entry| entry.tile).collect();
        tiles.sort_unstable();
        tiles.dedup();
        let ports = |tile: Laid| {
            let of_tile = entries.iter().filter(|entry| entry.tile == Some(tile));
            of_tile.map(|entry| entry.port.to_string()).collect::<Vec<_>>().join(", ")
        };
        let line = |&tile: &Laid| {
            self.words
                .say(TextKey::EntryPorts, &[("tile", &*tile.to_string()), ("ports", &ports(tile))])
        };
        let example = entries.iter().find(|entry| entry.tile.is_some()).map(|entry| {
            let example = AnswerKind::Entry.text(Answer::Entry(*entry), self.words.code());
            self.words.say(TextKey::EntryHow, &[("example", &example)])
        });
        tiles.iter().map(line).chain(example).collect()
    }

    /// The item that was typed, by its number or in words.
    fn typed(&self, text: &str, narrator: &Narrator) -> Option<&'a Item> {
        if let Some(number) = number(text) {
            let at = self.numbers.iter().position(|own| *own == Some(number))?;
            return self.items.get(at);
        }
        let same = |one: &str| one.to_lowercase() == text.to_lowercase();
        let is_meant = |item: &&Item| {
            if item.place.is_some() && item.place == answer::place(text) || same(&item.words) {
                return true;
            }
            let (Some(kind), Some(option)) = (self.kind, as_answer(item)) else { return false };
            match kind {
                _ if same(&option.to_string()) => true,
                AnswerKind::Entry => option.as_entry().is_some_and(|entry| is_entry(entry, text)),
                AnswerKind::Seat => option.seat().is_some_and(|seat| same(narrator.name(seat))),
                // A special tile has no paths by which it could be named.
                AnswerKind::HandTile | AnswerKind::Tile => {
                    let face = option.face().filter(|face| !face.is_special());
                    let tile = face.map(|face| Laid::new(face, Rotation::NONE));
                    let is_named = |(tile, pairs)| answer::joins(tile, pairs);
                    tile.zip(answer::pairs(text)).is_some_and(is_named)
                }
                _ => false,
            }
        };
        self.items.iter().find(is_meant)
    }
}

/// The answer that an item gives to the question of a rule.
fn as_answer(item: &Item) -> Option<Answer> {
    if let Choice::Rule(answer) = item.choice { Some(answer) } else { None }
}

/// Whether a port and the pairs of a tile, as in `C: AC BD EG FH`, were typed for an answer.
fn is_entry(entry: Entry, text: &str) -> bool {
    let (port, pairs) = text.split_at_checked(1).unwrap_or(("", ""));
    let pairs = pairs.trim_start_matches([':', ' ']);
    let tile = if pairs.is_empty() {
        entry.tile.is_none()
    } else {
        entry.tile.zip(answer::pairs(pairs)).is_some_and(|(tile, pairs)| answer::joins(tile, pairs))
    };
    port.to_uppercase() == entry.port.to_string() && tile
}

fn bad_number(words: Language, text: &str, last: usize) -> String {
    words.say(TextKey::BadNumber, &[("answer", text), ("last", &last.to_string())])
}

/// Which start marks have which numbers: a sentence for each side of the board along which they are
/// numbered, or for some within the board. A list in no order is told mark by mark.
fn mark_ranges(words: Language, see: &Observation<'_>) -> Vec<String> {
    let all = see.all_marks();
    let side_of = |mark: Place| see.shape().is_on_rim(mark).then(|| mark.port().side());
    let runs: Vec<&[Place]> = all.chunk_by(|&one, &other| side_of(one) == side_of(other)).collect();
    if runs.len() > 5 {
        let line = |(mark, number): (&Place, usize)| {
            let names = [("number", &*number.to_string()), ("place", &words.place(*mark))];
            words.say(TextKey::MarkIs, &names)
        };
        return all.iter().zip(1..).map(line).collect();
    }
    let is_order = |marks: &StartMarks| *all == *see.shape().marks(marks);
    let is_clockwise = is_order(&StartMarks::Rim) || is_order(&StartMarks::Shore);
    let mut sentences =
        if is_clockwise { vec![words.plain(TextKey::MarkClockwise)] } else { Vec::new() };
    let mut first = 0;
    for run in runs {
        let names =
            [("first", &*(first + 1).to_string()), ("last", &(first + run.len()).to_string())];
        sentences.push(match side_of(run[0]) {
            Some(side) => {
                words.say(TextKey::MarkRange, &[names[0], names[1], ("side", words.side(side))])
            }
            None => words.say(TextKey::MarkRangeWithin, &names),
        });
        first += run.len();
    }
    sentences
}

/// The reply to an answer that makes no sense.
fn not_understood(words: Language, text: &str) -> String {
    if word(text, words) == Some(AnswerWord::Back) {
        return words.plain(TextKey::NothingToUndo);
    }
    if word(text, words).is_some() {
        return words.say(TextKey::NotAtThisQuestion, &[("answer", &answer::quote(text))]);
    }
    let bad = words.say(TextKey::BadAnswer, &[("answer", &answer::quote(text))]);
    let guess = answer::guessed(text, words);
    [bad].into_iter().chain(guess).collect::<Vec<_>>().join(" ")
}

impl Dialogue {
    /// Asks the person at the seat that decides, who is given the screen first.
    pub(super) fn decide(&mut self, see: &Observation<'_>) -> Result<Choice, PlayStop> {
        self.hand_over(see)?;
        let asked = Instant::now();
        let choice = if see.phase() == Phase::Exchange {
            Choice::Exchange(self.exchange(see)?)
        } else {
            match Ask::new(see, &self.narrator()) {
                Ask::Cards { cards, at } => self.place(see, &cards, at)?,
                Ask::Items { title, about, items, at } => {
                    self.choose(see, (&title, &about), &items, at)?
                }
            }
        };
        self.after_decision(see.decider());
        if choice.is_told() {
            self.note_time(asked.elapsed());
        }
        Ok(choice)
    }

    /// What is asked when a tile is to be placed, and the placements in sentences.
    fn placement_lines(&self, see: &Observation<'_>, legal: &[&Card]) -> Vec<String> {
        let (words, narrator, seat) = (self.words(), self.narrator(), see.active());
        let place = see.place(seat).map(|place| words.place(place)).unwrap_or_default();
        let names = [("number", &*see.turn().to_string()), ("place", &place)];
        let mut sentences =
            vec![narrator.about(seat, TextKey::PlacePlainYou, TextKey::PlacePlain, &names)];
        let own_square = see.place(seat).map(Place::square);
        if let Some(square) = see.placing_square().filter(|&square| own_square != Some(square)) {
            sentences.push(words.say(TextKey::PlaceOn, &[("square", &square.to_string())]));
        }
        if see.turn_tiles() > 1 {
            let (nth, count) = ((see.laid() + 1).to_string(), see.turn_tiles().to_string());
            sentences.push(words.say(TextKey::PlaceNth, &[("nth", &nth), ("count", &count)]));
        }
        sentences
            .extend(legal.iter().zip(1..).map(|(card, number)| card_line(card, number, &narrator)));
        if legal.iter().all(|card| card.to.is_none()) {
            sentences.push(words.plain(TextKey::ForcedNote));
        }
        sentences
    }

    /// Asks for a placement (C2). Enter takes the card that is proposed, the one at `at`.
    fn place(
        &mut self,
        see: &Observation<'_>,
        cards: &[Card],
        at: usize,
    ) -> Result<Choice, PlayStop> {
        let (words, narrator) = (self.words(), self.narrator());
        let is_legal = |card: &&Card| card.refused.is_none();
        let legal: Vec<&Card> = cards.iter().filter(is_legal).collect();
        let proposed = cards.iter().take(at).filter(is_legal).count() + 1;
        let question = Question {
            sentences: self.placement_lines(see, &legal),
            help: &[TextKey::HelpPlace, TextKey::HelpTry, TextKey::HelpAdvise, TextKey::HelpPorts],
            prompt: words.say(TextKey::AskPlace, &[("number", &proposed.to_string())]),
        };
        loop {
            let text = self.ask(see, &question)?;
            let by_number = |number: usize| legal.get(number.wrapping_sub(1)).copied();
            let typed = if text.is_empty() { Some(proposed) } else { number(&text) };
            if word(&text, words) == Some(AnswerWord::Advise) {
                let number = |choice: &Choice| {
                    let of = legal.iter().position(|card| *choice == Choice::Place(card.tile));
                    of.map_or(0, |at| at + 1)
                };
                let names = |choice: &Choice| (number(choice), String::new());
                let lines = advice(self, see, TextKey::AdviceShare, names);
                self.page(&lines);
            } else if let Some(number) = answer::trial(&text) {
                self.notice(match by_number(number) {
                    Some(card) => card_line(card, number, &narrator),
                    None => bad_number(words, &text, legal.len()),
                });
            } else if let Some(number) = typed {
                match by_number(number) {
                    Some(card) => return Ok(Choice::Place(card.tile)),
                    None => self.notice(bad_number(words, &text, legal.len())),
                }
            } else if let Some(pairs) = answer::pairs(&text) {
                match cards.iter().find(|card| answer::joins(card.tile, pairs)) {
                    Some(Card { refused: None, tile, .. }) => return Ok(Choice::Place(*tile)),
                    Some(Card { refused: Some(why), .. }) => self.notice(why.clone()),
                    None => self.notice(words.say(TextKey::NotHeld, &[("answer", &text)])),
                }
            } else {
                self.notice(not_understood(words, &text));
            }
        }
    }

    /// What is asked and can be chosen, in sentences.
    fn question_lines(
        &self,
        see: &Observation<'_>,
        title: &str,
        about: &[Topic],
        list: &List<'_>,
    ) -> Vec<String> {
        let (words, narrator) = (self.words(), self.narrator());
        let seat = see.decider();
        let mut sentences = match see.phase() {
            Phase::Start => {
                let count = ("count", &*list.items.len().to_string());
                vec![narrator.about(seat, TextKey::StartPlainYou, TextKey::StartPlain, &[count])]
            }
            Phase::Relocate { must: true } => vec![words.plain(TextKey::RelocateMustPlain)],
            Phase::Relocate { must: false } => vec![words.plain(TextKey::RelocateMayPlain)],
            _ if narrator.you == Some(seat) => vec![title.to_owned()],
            _ => {
                let names = [("who", narrator.who(seat)), ("question", title)];
                vec![words.say(TextKey::TitleAnswer, &names)]
            }
        };
        sentences.extend(
            about.iter().map(|topic| topic.words.clone()).filter(|words| !words.is_empty()),
        );
        if see.phase() == Phase::Start {
            sentences.extend(mark_ranges(words, see));
            sentences.extend(tsuro_faces::describe::shape(see.shape(), words));
        } else {
            sentences.extend(list.lines());
        }
        sentences
    }

    /// Asks for one of a list: a start mark (C1), another start mark (S12), or an answer to what a
    /// rule asks. Enter takes the start mark that is proposed, the one at `at`.
    fn choose(
        &mut self,
        see: &Observation<'_>,
        (title, about): (&str, &[Topic]),
        items: &[Item],
        at: usize,
    ) -> Result<Choice, PlayStop> {
        let (words, narrator, phase) = (self.words(), self.narrator(), see.phase());
        let list = List::new(see, items, words);
        let (help, prompt): (&[TextKey], TextKey) = match phase {
            Phase::Start => (&[TextKey::HelpStart, TextKey::HelpAdviseAnswer], TextKey::AskStart),
            Phase::Relocate { must } => (
                &[TextKey::HelpRelocate, TextKey::HelpAdviseAnswer],
                if must { TextKey::AskRelocateMust } else { TextKey::AskRelocateMay },
            ),
            _ => (&[TextKey::HelpAnswer, TextKey::HelpAdviseAnswer], TextKey::AskAnswer),
        };
        let proposed = list.numbers.get(at).copied().flatten().unwrap_or(1);
        let question = Question {
            sentences: self.question_lines(see, title, about, &list),
            help,
            prompt: words.say(prompt, &[("number", &proposed.to_string())]),
        };
        loop {
            let text = self.ask(see, &question)?;
            match (word(&text, words), phase) {
                (Some(AnswerWord::Marks), Phase::Start | Phase::Relocate { .. }) => {
                    self.page(&list.lines_of(TextKey::MarkIs, |item| &item.words));
                    continue;
                }
                (Some(AnswerWord::Advise), _) => {
                    let names = |choice: &Choice| {
                        let at = items
                            .iter()
                            .position(|item| item.choice == *choice)
                            .unwrap_or_default();
                        (list.numbers[at].unwrap_or_default(), items[at].words.clone())
                    };
                    let lines = advice(self, see, TextKey::AdviceAnswer, names);
                    self.page(&lines);
                    continue;
                }
                _ => {}
            }
            let by_enter = || match phase {
                Phase::Start => items.get(at),
                Phase::Relocate { must: false } => items.iter().find(|item| item.place.is_none()),
                _ => items.first().filter(|_| items.len() == 1),
            };
            let chosen = if text.is_empty() { by_enter() } else { list.typed(&text, &narrator) };
            if let Some(item) = chosen {
                return Ok(item.choice.clone());
            }
            let is_amount = matches!(list.kind, Some(AnswerKind::Amount(_)));
            match (phase, number(&text)) {
                (Phase::Relocate { .. }, _) if text.is_empty() => {
                    self.notice(words.plain(TextKey::BadStay));
                }
                _ if text.is_empty() => self.show_again(),
                (Phase::Start, Some(_)) => {
                    self.notice(words.say(TextKey::BadMark, &[("answer", &text)]));
                }
                (Phase::Start, None) if answer::place(&text).is_some() => {
                    self.notice(words.say(TextKey::BadMark, &[("answer", &text)]));
                }
                (_, Some(_)) if is_amount => {
                    self.notice(words.say(TextKey::BadAmount, &[("answer", &text)]));
                }
                (_, Some(_)) => self.notice(bad_number(words, &text, list.last())),
                (_, None) => self.notice(not_understood(words, &text)),
            }
        }
    }

    /// Asks for an exchange, one swap after another (C12).
    fn exchange(&mut self, see: &Observation<'_>) -> Result<Exchange, PlayStop> {
        let words = self.words();
        let mut own: Vec<Face> = see.hand().iter().collect();
        let mut offered = see.offered();
        let mut exchange = Exchange::default();
        while !own.is_empty() && !offered.is_empty() {
            let text = self.ask_exchange(see, &own, &offered, TextKey::AskGive)?;
            if text.is_empty() {
                break;
            }
            if word(&text, words) == Some(AnswerWord::Back) {
                match exchange.pop() {
                    Some((gave, took)) => {
                        own.push(gave);
                        offered.push(took);
                        self.notice(words.plain(TextKey::SwapUndone));
                    }
                    None => self.notice(words.plain(TextKey::NothingToUndo)),
                }
                self.show_again();
                continue;
            }
            let Some(give) = self.pick(&text, own.len()) else { continue };
            self.show_again();
            let take = loop {
                let text = self.ask_exchange(see, &own[give..=give], &offered, TextKey::AskTake)?;
                if word(&text, words) == Some(AnswerWord::Back) {
                    break None;
                }
                if let Some(take) = self.pick(&text, offered.len()) {
                    break Some(take);
                }
            };
            self.show_again();
            if let Some(take) = take {
                let (gave, took) = (own.remove(give), offered.remove(take));
                exchange.push(gave, took);
                let [gave, took] = [gave, took].map(|tile| self.narrator().tile(tile));
                self.notice(words.say(TextKey::SwapNotice, &[("gave", &gave), ("took", &took)]));
            }
        }
        Ok(exchange)
    }

    /// The index that was typed; otherwise notes what is wrong with the answer.
    fn pick(&mut self, text: &str, count: usize) -> Option<usize> {
        let index = number(text).map(|number| number.wrapping_sub(1));
        match index {
            Some(index) if index < count => return Some(index),
            Some(_) => self.notice(bad_number(self.words(), text, count)),
            None => self.notice(not_understood(self.words(), text)),
        }
        None
    }

    fn ask_exchange(
        &mut self,
        see: &Observation<'_>,
        own: &[Face],
        offered: &[Face],
        prompt: TextKey,
    ) -> Result<String, PlayStop> {
        let (words, narrator) = (self.words(), self.narrator());
        let prompt = words.plain(prompt);
        let mut sentences = vec![words.plain(TextKey::ExchangePlain)];
        for (key, faces) in [(TextKey::OwnTile, own), (TextKey::TheirTile, offered)] {
            sentences.extend(faces.iter().zip(1..).map(|(face, number): (_, usize)| {
                let names = [("number", &*number.to_string()), ("ports", &narrator.tile(*face))];
                words.say(key, &names)
            }));
        }
        self.ask(see, &Question { sentences, help: &[TextKey::HelpExchange], prompt })
    }
}
