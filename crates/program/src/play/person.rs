//! The decisions of a person: placement, start mark, exchange, another start mark, and answers to what rules ask.

use super::answer::{self, AnswerWord, number, word};
use super::dialogue::{Dialogue, Question};
use super::frame::{Card, Panel};
use super::stop::PlayStop;
use tsuro::board::{Face, Laid, Place, Rotation, StartMarks};
use tsuro::game::{self, Answer, AnswerKind, Choice, Entry, Exchange, Observation, Phase, Subject};
use tsuro::picture::{Pen, crossings};
use tsuro_faces::describe;
use tsuro_faces::words::{Language, TextKey};
use tsuro_lab::{Advice, advise};

/// The pen of labels.
const LABEL: Pen = Pen::ink(231).bold();
/// The pen of placements that put the player out.
const DANGER: Pen = Pen::ink(203).bold();
/// The pen of placements that are not allowed.
const FAINT: Pen = Pen::ink(243);

/// A way to place a tile of the hand, allowed or not.
struct PlacementOption {
    tile: Laid,
    /// The number of the tile in the hand, from 1.
    slot: usize,
    /// The number of the placement, from 1; `None` if it is not allowed.
    number: Option<usize>,
    /// Where the own piece would stand; `None` if it would be out.
    own_end: Option<Place>,
    /// Whether another piece would be out.
    kills: bool,
    consequences: String,
}

/// All ways to place a tile, in the order of the hand; of several equal tiles only the first.
fn options(see: &Observation<'_>, dialogue: &Dialogue) -> Vec<PlacementOption> {
    let narrator = dialogue.narrator();
    let legal = see.legal();
    let mut number = 0;
    let mut options = Vec::new();
    let mut done: Vec<Face> = Vec::new();
    for (slot, face) in see.hand().iter().enumerate() {
        if done.contains(&face) {
            continue;
        }
        done.push(face);
        for rotation in face.rotations() {
            let tile = Laid::new(face, rotation);
            let consequences = see.consequences(tile);
            let own = consequences.iter().find(|consequence| consequence.player == see.active());
            let allowed = legal.contains(&tile);
            number += usize::from(allowed);
            options.push(PlacementOption {
                tile,
                slot: slot + 1,
                number: allowed.then_some(number),
                // For its team, the seat may lay a tile where its own piece does not travel (W7).
                own_end: own.map_or_else(|| see.place(see.active()), |own| own.to),
                kills: consequences.iter().any(|consequence| consequence.player != see.active() && consequence.cause.is_some()),
                consequences: narrator.consequences(&consequences, see.active()),
            });
        }
    }
    options
}

impl PlacementOption {
    /// The text above its picture: `3›c4`, `3×` (out) or `-` (not allowed), with a `!` if it puts another player out.
    fn label(&self) -> (String, Pen) {
        let Some(number) = self.number else { return ("-".to_owned(), FAINT) };
        let kills = if self.kills { "!" } else { "" };
        match self.own_end {
            Some(to) => (format!("{number}›{}{kills}", to.square()), LABEL),
            None => (format!("{number}×{kills}"), DANGER),
        }
    }

    /// The choice in a sentence.
    fn sentence(&self, dialogue: &Dialogue) -> String {
        let narrator = dialogue.narrator();
        let number = self.number.map_or_else(|| "-".to_owned(), |number| number.to_string());
        let names = [
            ("number", number.as_str()),
            ("tile", &self.slot.to_string()),
            ("turned", narrator.turned(self.tile)),
            ("consequences", &self.consequences),
        ];
        narrator.language.say(TextKey::Choice, &names)
    }
}

/// The number of games that advice simulates after each placement: few enough that nobody has to wait.
const ADVICE_GAMES: u32 = 1000;

/// How often each choice wins in simulated games: one sentence for each, the best first. `names` gives the number of a
/// choice, and an answer in words.
fn advice(dialogue: &Dialogue, see: &Observation<'_>, key: TextKey, names: impl Fn(&Choice) -> (usize, String)) -> Vec<String> {
    let percent = |share: f64| format!("{:.0}", 100.0 * share);
    let sentence = |Advice { choice, share, interval: [low, high], .. }| {
        let (number, answer) = names(&choice);
        let shares = [("share", &*percent(share)), ("low", &percent(low)), ("high", &percent(high))];
        dialogue.words().say(key, &[&[("number", &*number.to_string()), ("answer", &answer)], &shares[..]].concat())
    };
    advise(see, ADVICE_GAMES, &mut dialogue.chance(see)).into_iter().map(sentence).collect()
}

/// The number by which an answer is typed: an amount is its own.
fn answer_number(question: &game::Question, index: usize) -> usize {
    match (question.asks.kind, question.options.get(index).and_then(Answer::as_number)) {
        (AnswerKind::Amount(_), Some(amount)) => amount as usize,
        _ => index + 1,
    }
}

/// The answers in sentences; many amounts without a gap in one.
fn answer_lines(question: &game::Question, named: &[String], words: Language) -> Vec<String> {
    let numbers: Vec<usize> = (0..named.len()).map(|index| answer_number(question, index)).collect();
    let is_amount = matches!(question.asks.kind, AnswerKind::Amount(_));
    if let (true, [first, _, _, ..], [.., last]) = (is_amount, &numbers[..], named)
        && numbers.windows(2).all(|pair| pair[1] == pair[0] + 1)
    {
        return vec![words.say(TextKey::AmountRange, &[("first", &*first.to_string()), ("last", last)])];
    }
    if question.options.len() > MOST_LINES && question.asks.kind == AnswerKind::Entry {
        return entry_lines(question, words);
    }
    let line = |(number, answer): (&usize, &String)| words.say(TextKey::AnswerIs, &[("number", &*number.to_string()), ("answer", answer)]);
    numbers.iter().zip(named).map(line).collect()
}

/// With more answers that are ports with tiles, each tile is named once, with its ports.
const MOST_LINES: usize = 12;

/// Answers that are ports with tiles: a line for each tile as it lies, and how one is typed.
fn entry_lines(question: &game::Question, words: Language) -> Vec<String> {
    let entries: Vec<Entry> = question.options.iter().filter_map(Answer::as_entry).collect();
    let mut tiles: Vec<Laid> = entries.iter().filter_map(|entry| entry.tile).collect();
    tiles.sort_unstable();
    tiles.dedup();
    let ports =
        |tile: Laid| entries.iter().filter(|entry| entry.tile == Some(tile)).map(|entry| entry.port.to_string()).collect::<Vec<_>>();
    let line = |&tile: &Laid| words.say(TextKey::EntryPorts, &[("tile", &*tile.to_string()), ("ports", &ports(tile).join(", "))]);
    let example =
        entries.iter().find(|entry| entry.tile.is_some()).map(|entry| AnswerKind::Entry.text(Answer::Entry(*entry), words.code()));
    let how = example.map(|example| words.say(TextKey::EntryHow, &[("example", &example)]));
    tiles.iter().map(line).chain(how).collect()
}

/// The answer that was typed, by its number or in words, as an index; `None` if it is none of them.
fn typed_answer(dialogue: &Dialogue, question: &game::Question, text: &str) -> Option<usize> {
    if let Some(number) = number(text) {
        return (0..question.options.len()).find(|&index| answer_number(question, index) == number);
    }
    let (kind, narrator) = (question.asks.kind, dialogue.narrator());
    let same = |one: &str| one.to_lowercase() == text.to_lowercase();
    let is_meant = |option: &Answer| match kind {
        _ if same(&option.to_string()) || same(&narrator.answer(kind, *option)) => true,
        AnswerKind::Place => option.place().is_some_and(|place| answer::place(text) == Some(place)),
        AnswerKind::Entry => option.as_entry().is_some_and(|entry| entered(entry, text)),
        AnswerKind::Seat => option.seat().is_some_and(|seat| same(narrator.name(seat))),
        AnswerKind::HandTile | AnswerKind::Tile => {
            let joins = |face: Face| answer::pairs(text).is_some_and(|pairs| answer::joins(Laid::new(face, Rotation::NONE), pairs));
            // A special tile has no paths by which it could be named.
            option.face().filter(|face| !face.is_special()).is_some_and(joins)
        }
        _ => false,
    };
    question.options.iter().position(is_meant)
}

/// Whether a port and the pairs of a tile, as in `C: AC BD EG FH`, were typed for an answer.
fn entered(entry: Entry, text: &str) -> bool {
    let (port, pairs) = text.split_at_checked(1).unwrap_or(("", ""));
    let pairs = pairs.trim_start_matches([':', ' ']);
    let tile = if pairs.is_empty() {
        entry.tile.is_none()
    } else {
        entry.tile.zip(answer::pairs(pairs)).is_some_and(|(tile, pairs)| answer::joins(tile, pairs))
    };
    port.to_uppercase() == entry.port.to_string() && tile
}

fn card(see: &Observation<'_>, face: Face, label: String, pen: Pen) -> Card {
    Card { tile: Laid::new(face, Rotation::NONE), special: see.special(face), label, pen, ways: Vec::new() }
}

/// A tile that a question is about.
fn shown_card(see: &Observation<'_>, tile: Laid) -> Card {
    Card { tile, ..card(see, tile.face(), "?".to_owned(), LABEL) }
}

/// The hand, for questions about something else.
fn hand_cards(see: &Observation<'_>) -> Vec<Vec<Card>> {
    let cards: Vec<Card> = see.hand().iter().map(|face| card(see, face, String::new(), LABEL)).collect();
    if cards.is_empty() { Vec::new() } else { vec![cards] }
}

/// The heading of a question.
fn title(dialogue: &Dialogue, see: &Observation<'_>, key: TextKey) -> String {
    let narrator = dialogue.narrator();
    let (nth, count) = nth_tile(see);
    let names = [("who", narrator.who(see.active())), ("number", &see.turn().to_string()), ("nth", &nth), ("count", &count)];
    narrator.language.say(key, &names)
}

/// Which tile of the turn is to be placed, and how many a turn lays.
fn nth_tile(see: &Observation<'_>) -> (String, String) {
    ((see.laid() + 1).to_string(), see.turn_tiles().to_string())
}

fn bad_number(words: Language, text: &str, last: usize) -> String {
    words.say(TextKey::BadNumber, &[("answer", text), ("last", &last.to_string())])
}

/// Start marks with their numbers, one sentence for each.
fn mark_lines(words: Language, marks: &[(Place, String)]) -> Vec<String> {
    let line = |(mark, number): &(Place, String)| words.say(TextKey::MarkIs, &[("number", number), ("place", &words.place(*mark))]);
    marks.iter().map(line).collect()
}

/// Which start marks have which numbers: a sentence for each side of the board along which they are numbered, or for some
/// within the board.
fn mark_ranges(words: Language, see: &Observation<'_>) -> Vec<String> {
    let all = see.all_marks();
    let side_of = |mark: Place| see.shape().is_on_rim(mark).then(|| mark.port().side());
    let runs: Vec<&[Place]> = all.chunk_by(|&one, &other| side_of(one) == side_of(other)).collect();
    // A list in no order is told mark by mark.
    if runs.len() > 5 {
        return mark_lines(words, &all.iter().zip(1..).map(|(&mark, number): (_, usize)| (mark, number.to_string())).collect::<Vec<_>>());
    }
    let is_clockwise = *all == *see.shape().marks(&StartMarks::Rim) || *all == *see.shape().marks(&StartMarks::Shore);
    let mut sentences = if is_clockwise { vec![words.plain(TextKey::MarkClockwise)] } else { Vec::new() };
    let mut first = 0;
    for run in runs {
        let names = [("first", &*(first + 1).to_string()), ("last", &(first + run.len()).to_string())];
        sentences.push(match side_of(run[0]) {
            Some(side) => words.say(TextKey::MarkRange, &[names[0], names[1], ("side", words.side(side))]),
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
    words.say(TextKey::BadAnswer, &[("answer", &answer::quote(text))])
}

impl Dialogue {
    /// Asks the person at the seat that decides, who is given the screen first.
    pub(super) fn decide(&mut self, see: &Observation<'_>) -> Result<Choice, PlayStop> {
        self.hand_over(see)?;
        Ok(match see.phase() {
            Phase::Start => Choice::Start(self.start(see)?),
            Phase::Exchange => Choice::Exchange(self.exchange(see)?),
            Phase::Relocate { must } => Choice::Relocate(self.relocate(see, must)?),
            Phase::Ask => Choice::Rule(self.answer(see)?),
            Phase::Place | Phase::Turn | Phase::Over => Choice::Place(self.place(see)?),
        })
    }

    /// Asks for a placement (C2).
    fn place(&mut self, see: &Observation<'_>) -> Result<Laid, PlayStop> {
        let (words, seat) = (self.words(), see.active());
        let options = options(see, self);
        let legal: Vec<&PlacementOption> = options.iter().filter(|option| option.number.is_some()).collect();
        let place = see.place(seat).map(|place| words.place(place)).unwrap_or_default();
        let names = [("number", &*see.turn().to_string()), ("place", &place)];
        let mut sentences = vec![self.narrator().about(seat, TextKey::PlacePlainYou, TextKey::PlacePlain, &names)];
        if let Some(square) = see.placing_square().filter(|&square| see.place(seat).map(Place::square) != Some(square)) {
            sentences.push(words.say(TextKey::PlaceOn, &[("square", &square.to_string())]));
        }
        if see.turn_tiles() > 1 {
            let (nth, count) = nth_tile(see);
            sentences.push(words.say(TextKey::PlaceNth, &[("nth", &nth), ("count", &count)]));
        }
        sentences.extend(legal.iter().map(|option| option.sentence(self)));
        let forced = legal.iter().all(|option| option.own_end.is_none());
        if forced {
            sentences.push(words.plain(TextKey::ForcedNote));
        }
        let panel = || {
            let card = |option: &PlacementOption| {
                let (label, pen) = option.label();
                Card { tile: option.tile, special: see.special(option.tile.face()), label, pen, ways: crossings(see, option.tile) }
            };
            let row = |options: &[PlacementOption]| options.iter().map(card).collect();
            let legend = [
                (forced, TextKey::ForcedNote),
                (!forced && legal.iter().any(|option| option.own_end.is_none()), TextKey::LegendOut),
                (!forced && legal.iter().any(|option| option.kills), TextKey::LegendKills),
                (!forced && legal.len() < options.len(), TextKey::LegendNot),
            ];
            let legend: Vec<&str> = legend.iter().filter(|entry| entry.0).map(|entry| words.sentence(entry.1)).collect();
            Panel {
                cards: options.chunk_by(|one, other| one.slot == other.slot).map(row).collect(),
                foot: if legend.is_empty() { Vec::new() } else { vec![legend.join("  ")] },
                ..Panel::default()
            }
        };
        let mut question = Question {
            title: title(self, see, if see.turn_tiles() > 1 { TextKey::TitlePlaceNth } else { TextKey::TitlePlace }),
            sentences,
            scene: self.scene(see),
            panel: &panel,
            help: &[TextKey::HelpPlace, TextKey::HelpTry, TextKey::HelpAdvise],
            prompt: TextKey::AskPlace,
        };
        loop {
            let text = self.ask(see, &question)?;
            question.scene = self.scene(see);
            let by_number = |number: usize| legal.get(number.wrapping_sub(1));
            let chosen = if text.is_empty() && legal.len() == 1 { Some(1) } else { number(&text) };
            if word(&text, words) == Some(AnswerWord::Advise) {
                let number = |choice: &Choice| legal.iter().find(|option| *choice == Choice::Place(option.tile))?.number;
                let lines = advice(self, see, TextKey::AdviceShare, |choice| (number(choice).unwrap_or_default(), String::new()));
                self.page(&lines);
            } else if text.is_empty() && legal.len() > 1 {
                self.show_again();
            } else if let Some(number) = answer::trial(&text) {
                match by_number(number) {
                    Some(option) => {
                        self.notice(option.sentence(self));
                        if !self.is_plain() {
                            question.scene = question.scene.trying(see, option.tile);
                            self.show_again();
                        }
                    }
                    None => self.notice(bad_number(words, &text, legal.len())),
                }
            } else if let Some(number) = chosen {
                match by_number(number) {
                    Some(option) => return Ok(self.after_decision(seat, option.tile)),
                    None => self.notice(bad_number(words, &text, legal.len())),
                }
            } else if let Some(pairs) = answer::pairs(&text) {
                match options.iter().find(|option| answer::joins(option.tile, pairs)) {
                    Some(option) if option.number.is_some() => return Ok(self.after_decision(seat, option.tile)),
                    Some(PlacementOption { tile, own_end, consequences, .. }) => {
                        let rule = see.forbidden_by(*tile);
                        let key = match own_end {
                            _ if rule.is_some() => TextKey::NotLegalRule,
                            Some(_) => TextKey::NotLegalWake,
                            None => TextKey::NotLegal,
                        };
                        let names = [("ports", &*tile.to_string()), ("rule", rule.unwrap_or_default()), ("consequences", consequences)];
                        self.notice(words.say(key, &names));
                    }
                    None => self.notice(words.say(TextKey::NotHeld, &[("answer", &text)])),
                }
            } else {
                self.notice(not_understood(words, &text));
            }
        }
    }

    /// Asks for a start mark (C1).
    fn start(&mut self, see: &Observation<'_>) -> Result<Place, PlayStop> {
        let (words, seat) = (self.words(), see.active());
        let free = see.start_marks();
        let all = see.all_marks();
        let count = ("count", &*free.len().to_string());
        let mut sentences = vec![self.narrator().about(seat, TextKey::StartPlainYou, TextKey::StartPlain, &[count])];
        sentences.extend(mark_ranges(words, see));
        sentences.extend(describe::shape(see.shape(), words));
        let mut scene = self.scene(see);
        let numbered = |mark: &Place| all.iter().position(|other| other == mark).map(|index| (*mark, (index + 1).to_string()));
        // Three digits do not fit on a mark.
        scene.marks = if all.len() < 100 { free.iter().filter_map(numbered).collect() } else { Vec::new() };
        let panel = || Panel { cards: hand_cards(see), ..Panel::default() };
        let question = Question {
            title: title(self, see, TextKey::TitleStart),
            sentences,
            scene,
            panel: &panel,
            help: &[TextKey::HelpStart],
            prompt: TextKey::AskStart,
        };
        loop {
            let text = self.ask(see, &question)?;
            if word(&text, words) == Some(AnswerWord::Marks) {
                let marks: Vec<_> = free.iter().filter_map(numbered).collect();
                self.page(&mark_lines(words, &marks));
                continue;
            }
            let mark = if text.is_empty() {
                Some(see.sample_mark(&mut self.chance(see)))
            } else if let Some(number) = number(&text) {
                all.get(number.wrapping_sub(1)).copied()
            } else {
                answer::place(&text)
            };
            match mark.filter(|mark| free.contains(mark)) {
                Some(mark) => return Ok(self.after_decision(seat, mark)),
                None if mark.is_some() || number(&text).is_some() => {
                    self.notice(words.say(TextKey::BadMark, &[("answer", &text)]));
                }
                None => self.notice(not_understood(words, &text)),
            }
        }
    }

    /// Asks for another start mark; unless it `must` move, the piece may stay (S12).
    fn relocate(&mut self, see: &Observation<'_>, must: bool) -> Result<Option<Place>, PlayStop> {
        let words = self.words();
        let marks = see.relocation_marks();
        let (reason, prompt) = if must {
            (words.plain(TextKey::RelocateMustPlain), TextKey::AskRelocateMust)
        } else {
            (words.plain(TextKey::RelocateMayPlain), TextKey::AskRelocateMay)
        };
        let numbered: Vec<(Place, String)> = marks.iter().zip(1..).map(|(&mark, number)| (mark, number.to_string())).collect();
        let panel = || Panel { cards: hand_cards(see), foot: vec![reason.clone()], ..Panel::default() };
        let mut question = Question {
            title: title(self, see, TextKey::TitleRelocate),
            sentences: [vec![reason.clone()], mark_lines(words, &numbered)].concat(),
            scene: self.scene(see),
            panel: &panel,
            help: &[TextKey::HelpRelocate],
            prompt,
        };
        question.scene.marks = numbered;
        loop {
            let text = self.ask(see, &question)?;
            let number = number(&text);
            let by_number = number.and_then(|number| marks.get(number.wrapping_sub(1)));
            let by_place = answer::place(&text).and_then(|place| marks.iter().find(|mark| **mark == place));
            match by_number.or(by_place) {
                Some(&mark) => return Ok(self.after_decision(see.active(), Some(mark))),
                None if text.is_empty() && !must => return Ok(self.after_decision(see.active(), None)),
                None if text.is_empty() => self.notice(words.plain(TextKey::BadStay)),
                None if number.is_some() => self.notice(bad_number(words, &text, marks.len())),
                None => self.notice(not_understood(words, &text)),
            }
        }
    }

    /// Asks what a rule asks.
    fn answer(&mut self, see: &Observation<'_>) -> Result<Answer, PlayStop> {
        let (words, seat, narrator) = (self.words(), see.decider(), self.narrator());
        let Some(asked) = see.question() else { return Ok(see.sample_answer(&mut self.chance(see))) };
        let text = describe::asked(see, &asked, &narrator);
        let named: Vec<String> = asked.options.iter().map(|&option| narrator.answer(asked.asks.kind, option)).collect();
        let lines = answer_lines(&asked, &named, words);
        let about = describe::subjects(see, &asked, &narrator);
        let heading = words.say(TextKey::TitleAnswer, &[("who", narrator.who(seat)), ("question", &text)]);
        let first = if narrator.you == Some(seat) { text } else { heading.clone() };
        let mut scene = self.scene(see);
        let numbers = || asked.options.iter().zip(1..);
        scene.marks = numbers().filter_map(|(option, number): (_, usize)| Some((option.place()?, number.to_string()))).collect();
        scene.focus = asked.about.iter().find_map(|subject| subject.square()).or(scene.focus);
        let is_tile = asked.asks.kind.is_tile();
        let shown = asked.about.iter().filter_map(|subject| if let Subject::Tile(tile) = subject { Some(*tile) } else { None });
        let shown: Vec<Laid> = shown.collect();
        let panel = || {
            let tiles = numbers().filter_map(|(option, number): (_, usize)| Some(card(see, option.face()?, number.to_string(), LABEL)));
            let cards: Vec<Card> = tiles.collect();
            Panel {
                cards: [
                    shown.chunks(4).map(|tiles| tiles.iter().map(|&tile| shown_card(see, tile)).collect()).collect(),
                    if is_tile { cards.chunks(4).map(<[Card]>::to_vec).collect() } else { hand_cards(see) },
                ]
                .concat(),
                foot: if is_tile { about.clone() } else { [&about[..], &[lines.join(" ")]].concat() },
                ..Panel::default()
            }
        };
        let question = Question {
            title: heading,
            sentences: [vec![first], about.clone(), lines.clone()].concat(),
            scene,
            panel: &panel,
            help: &[TextKey::HelpAnswer, TextKey::HelpAdviseAnswer],
            prompt: TextKey::AskAnswer,
        };
        loop {
            let text = self.ask(see, &question)?;
            if word(&text, words) == Some(AnswerWord::Advise) {
                let index = |choice: &Choice| asked.options.iter().position(|&option| *choice == Choice::Rule(option)).unwrap_or_default();
                let lines =
                    advice(self, see, TextKey::AdviceAnswer, |choice| (answer_number(&asked, index(choice)), named[index(choice)].clone()));
                self.page(&lines);
                continue;
            }
            let only = text.is_empty() && asked.options.len() == 1;
            match if only { Some(0) } else { typed_answer(self, &asked, &text) } {
                Some(index) => return Ok(self.after_decision(seat, asked.options[index])),
                None if text.is_empty() => self.show_again(),
                None if number(&text).is_some() && matches!(asked.asks.kind, AnswerKind::Amount(_)) => {
                    self.notice(words.say(TextKey::BadAmount, &[("answer", &text)]));
                }
                None if number(&text).is_some() => self.notice(bad_number(words, &text, asked.options.len())),
                None => self.notice(not_understood(words, &text)),
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
        Ok(self.after_decision(see.active(), exchange))
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

    fn ask_exchange(&mut self, see: &Observation<'_>, own: &[Face], offered: &[Face], prompt: TextKey) -> Result<String, PlayStop> {
        let words = self.words();
        let lines = |key: TextKey, faces: &[Face]| {
            let one = |(index, face): (usize, &Face)| {
                words.say(key, &[("number", &*(index + 1).to_string()), ("ports", &self.narrator().tile(*face))])
            };
            faces.iter().enumerate().map(one).collect::<Vec<_>>()
        };
        let sentences =
            [vec![words.plain(TextKey::ExchangePlain)], lines(TextKey::OwnTile, own), lines(TextKey::TheirTile, offered)].concat();
        let row = |key: TextKey, faces: &[Face]| {
            let label = |index: usize| format!("{} {}", index + 1, words.sentence(key));
            faces.iter().enumerate().map(|(index, face)| card(see, *face, label(index), LABEL)).collect::<Vec<_>>()
        };
        let panel = || {
            let mut cards = vec![row(TextKey::PanelOwn, own)];
            cards.extend(row(TextKey::PanelOffered, offered).chunks(4).map(<[Card]>::to_vec));
            Panel { cards, ..Panel::default() }
        };
        let question = Question {
            title: title(self, see, TextKey::TitleExchange),
            sentences,
            scene: self.scene(see),
            panel: &panel,
            help: &[TextKey::HelpExchange],
            prompt,
        };
        self.ask(see, &question)
    }
}
