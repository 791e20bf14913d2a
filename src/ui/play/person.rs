//! The four decisions of a person.

use super::answer;
use super::answer::{AnswerWord, word};
use super::dialogue::{Dialogue, Question};
use super::frame::{Card, Panel};
use super::stop::PlayStop;
use super::told;
use crate::board::{Face, Laid, Place, Rotation};
use crate::game::{Exchange, Observation, Seat};
use crate::lab::{Advice, advise};
use crate::picture::{Pen, crossings};
use crate::ui::words::{Language, TextKey};

/// The pen of labels, of what must not be overlooked, and of what cannot be chosen.
const LABEL: Pen = Pen::ink(231).bold();
const DANGER: Pen = Pen::ink(203).bold();
const FAINT: Pen = Pen::ink(243);

/// A way to lay a tile of the hand.
struct PlacementOption {
    tile: Laid,
    /// Which tile of the hand it is, from 1.
    slot: usize,
    /// Its number among the legal ones, from 1.
    number: Option<usize>,
    own_end: Option<Place>,
    kills: bool,
    told: String,
}

/// All ways to lay a tile, tile by tile of the hand.
fn ways(see: &Observation<'_>, dialogue: &Dialogue) -> Vec<PlacementOption> {
    let narrator = dialogue.narrator();
    let legal = see.legal();
    let mut number = 0;
    let mut ways = Vec::new();
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
            ways.push(PlacementOption {
                tile,
                slot: slot + 1,
                number: allowed.then_some(number),
                own_end: own.and_then(|own| own.to),
                kills: consequences.iter().any(|consequence| consequence.player != see.active() && consequence.cause.is_some()),
                told: narrator.consequences(&consequences, see.active()),
            });
        }
    }
    ways
}

impl PlacementOption {
    /// What is written above its picture: `3›c4`, `3×`, `-`; with a `!` if it puts somebody else out.
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
            ("consequences", &self.told),
        ];
        narrator.language.say(TextKey::Choice, &names)
    }
}

/// How many games advice plays on after each placement: about as many as nobody has to wait for.
const ADVICE_GAMES: u32 = 1000;

/// What each placement is worth, one sentence a placement, the best first.
fn advice(dialogue: &Dialogue, see: &Observation<'_>, legal: &[&PlacementOption]) -> Vec<String> {
    let percent = |share: f64| format!("{:.0}", 100.0 * share);
    let sentence = |Advice { tile, share, interval: [low, high], .. }| {
        let number = legal.iter().find(|way| way.tile == tile).and_then(|way| way.number).unwrap_or_default();
        let names = [("number", &*number.to_string()), ("share", &percent(share)), ("low", &percent(low)), ("high", &percent(high))];
        dialogue.words().say(TextKey::Advised, &names)
    };
    advise(see, ADVICE_GAMES, &mut dialogue.chance(see)).into_iter().map(sentence).collect()
}

fn card(face: Face, label: String, pen: Pen) -> Card {
    Card { tile: Laid::new(face, Rotation::NONE), label, pen, ways: Vec::new() }
}

/// The hand as it is, for questions that are not about it.
fn hand_cards(see: &Observation<'_>) -> Vec<Vec<Card>> {
    let cards: Vec<Card> = see.hand().iter().map(|face| card(face, String::new(), LABEL)).collect();
    if cards.is_empty() { Vec::new() } else { vec![cards] }
}

/// One of two sentences: to the only person at the keyboard, or to the one of several whose turn it is.
fn address(dialogue: &Dialogue, seat: Seat, you: TextKey, other: TextKey, names: &[(&str, &str)]) -> String {
    let narrator = dialogue.narrator();
    if narrator.you == Some(seat) {
        return narrator.language.say(you, names);
    }
    let mut all = vec![("who", narrator.name(seat))];
    all.extend_from_slice(names);
    narrator.language.say(other, &all)
}

fn title(dialogue: &Dialogue, see: &Observation<'_>, key: TextKey) -> String {
    let narrator = dialogue.narrator();
    narrator.language.say(key, &[("who", narrator.who(see.active())), ("number", &see.turn().to_string())])
}

fn bad_number(words: Language, text: &str, last: usize) -> String {
    words.say(TextKey::BadNumber, &[("answer", text), ("last", &last.to_string())])
}

/// What is said to an answer that is none.
fn not_understood(words: Language, text: &str) -> String {
    if word(text, words) == Some(AnswerWord::Back) {
        return words.plain(TextKey::NothingToUndo);
    }
    words.say(TextKey::BadAnswer, &[("answer", &format!("{:?}", text.chars().take(40).collect::<String>()))])
}

impl Dialogue {
    /// A placement (C2).
    pub(super) fn place(&mut self, see: &Observation<'_>) -> Result<Laid, PlayStop> {
        self.hand_over(see)?;
        let words = self.words();
        let ways = ways(see, self);
        let legal: Vec<&PlacementOption> = ways.iter().filter(|way| way.number.is_some()).collect();
        let place = see.place(see.active()).map(|place| words.place(place)).unwrap_or_default();
        let names = [("number", &*see.turn().to_string()), ("place", &place)];
        let mut told = vec![address(self, see.active(), TextKey::PlacePlainYou, TextKey::PlacePlain, &names)];
        told.extend(legal.iter().map(|way| way.sentence(self)));
        let forced = legal.iter().all(|way| way.own_end.is_none());
        if forced {
            told.push(words.plain(TextKey::ForcedNote));
        }
        let panel = || {
            let mut panel = Panel::default();
            let mut slot = 0;
            for way in &ways {
                if way.slot != slot {
                    panel.cards.push(Vec::new());
                    slot = way.slot;
                }
                let (label, pen) = way.label();
                let card = Card { tile: way.tile, label, pen, ways: crossings(see, way.tile) };
                panel.cards.last_mut().into_iter().for_each(|row| row.push(card.clone()));
            }
            if forced {
                panel.foot.push(words.plain(TextKey::ForcedNote));
            } else {
                let legend = [
                    (legal.iter().any(|way| way.own_end.is_none()), TextKey::LegendOut),
                    (legal.iter().any(|way| way.kills), TextKey::LegendKills),
                    (legal.len() < ways.len(), TextKey::LegendNot),
                ];
                let shown: Vec<&str> = legend.iter().filter(|entry| entry.0).map(|entry| words.sentence(entry.1)).collect();
                if !shown.is_empty() {
                    panel.foot.push(shown.join("  "));
                }
            }
            panel
        };
        let mut scene = self.scene(see);
        loop {
            let question = Question {
                title: title(self, see, TextKey::TitlePlace),
                told: told.clone(),
                scene: scene.clone(),
                panel: &panel,
                help: &[TextKey::HelpPlace, TextKey::HelpTry, TextKey::HelpAdvise],
                prompt: TextKey::AskPlace,
            };
            let text = self.ask(see, &question)?;
            scene = self.scene(see);
            if word(&text, words) == Some(AnswerWord::Advise) {
                let lines = advice(self, see, &legal);
                self.page(&lines)?;
                continue;
            }
            let chosen = if text.is_empty() && legal.len() == 1 { Some(1) } else { answer::number(&text) };
            if text.is_empty() && legal.len() > 1 {
                self.show_again();
            } else if let Some(number) = answer::trial(&text) {
                match legal.get(number.wrapping_sub(1)) {
                    Some(way) => {
                        self.notice(way.sentence(self));
                        if !self.is_plain() {
                            scene = scene.trying(see, way.tile);
                            self.show_again();
                        }
                    }
                    None => self.notice(bad_number(words, &text, legal.len())),
                }
            } else if let Some(number) = chosen {
                if let Some(way) = legal.get(number.wrapping_sub(1)) {
                    self.decided(see.active());
                    return Ok(way.tile);
                }
                self.notice(bad_number(words, &text, legal.len()));
            } else if let Some(pairs) = answer::pairs(&text) {
                match ways.iter().find(|way| answer::joins(way.tile, pairs)) {
                    Some(way) if way.number.is_some() => {
                        self.decided(see.active());
                        return Ok(way.tile);
                    }
                    Some(way) if way.own_end.is_some() => {
                        self.notice(words.say(TextKey::NotLegalWake, &[("ports", &way.tile.to_string())]));
                    }
                    Some(way) => {
                        self.notice(words.say(TextKey::NotLegal, &[("ports", &way.tile.to_string()), ("consequences", &way.told)]));
                    }
                    None => self.notice(words.say(TextKey::NotHeld, &[("answer", &text)])),
                }
            } else {
                self.notice(not_understood(words, &text));
            }
        }
    }

    /// A start mark (C1).
    pub(super) fn start(&mut self, see: &Observation<'_>) -> Result<Place, PlayStop> {
        self.hand_over(see)?;
        let words = self.words();
        let free = see.start_marks();
        let rim = told::rim(see.columns(), see.rows());
        let count = ("count", &*free.len().to_string());
        let mut told = vec![address(self, see.active(), TextKey::StartPlainYou, TextKey::StartPlain, &[count])];
        let mut first = 0;
        for side in crate::board::Side::ALL {
            let on_side = rim.iter().filter(|mark| mark.port().side() == side).count();
            let names = [("side", words.side(side)), ("first", &*(first + 1).to_string()), ("last", &(first + on_side).to_string())];
            told.push(capital(&words.say(TextKey::MarkRange, &names)));
            first += on_side;
        }
        let mut scene = self.scene(see);
        let numbered = |mark: &Place| rim.iter().position(|other| other == mark).map(|index| (*mark, (index + 1).to_string()));
        scene.marks = if rim.len() < 100 { free.iter().filter_map(numbered).collect() } else { Vec::new() };
        let panel = || Panel { cards: hand_cards(see), ..Panel::default() };
        loop {
            let question = Question {
                title: title(self, see, TextKey::TitleStart),
                told: told.clone(),
                scene: scene.clone(),
                panel: &panel,
                help: &[TextKey::HelpStart],
                prompt: TextKey::AskStart,
            };
            let text = self.ask(see, &question)?;
            if word(&text, words) == Some(AnswerWord::Marks) {
                let line =
                    |(mark, number): (Place, String)| words.say(TextKey::MarkIs, &[("number", &number), ("place", &words.place(mark))]);
                self.page(&free.iter().filter_map(numbered).map(line).collect::<Vec<_>>())?;
                continue;
            }
            let mark = if text.is_empty() {
                Some(see.sample_mark(&mut self.chance(see)))
            } else if let Some(number) = answer::number(&text) {
                rim.get(number.wrapping_sub(1)).copied()
            } else {
                answer::place(&text)
            };
            match mark.filter(|mark| free.contains(mark)) {
                Some(mark) => {
                    self.decided(see.active());
                    return Ok(mark);
                }
                None if mark.is_some() || answer::number(&text).is_some() => {
                    self.notice(words.say(TextKey::BadMark, &[("answer", &text)]));
                }
                None => self.notice(not_understood(words, &text)),
            }
        }
    }

    /// Another start mark (S12).
    pub(super) fn relocate(&mut self, see: &Observation<'_>, must: bool) -> Result<Option<Place>, PlayStop> {
        self.hand_over(see)?;
        let words = self.words();
        let marks = see.relocation_marks();
        let mut told = vec![words.plain(if must { TextKey::RelocateMustPlain } else { TextKey::RelocateMayPlain })];
        let numbered: Vec<(Place, String)> = marks.iter().enumerate().map(|(index, &mark)| (mark, (index + 1).to_string())).collect();
        told.extend(
            numbered.iter().map(|(mark, number)| words.say(TextKey::MarkIs, &[("number", number), ("place", &words.place(*mark))])),
        );
        let mut scene = self.scene(see);
        scene.marks.clone_from(&numbered);
        let panel = || Panel { cards: hand_cards(see), foot: vec![told[0].clone()], ..Panel::default() };
        loop {
            let question = Question {
                title: title(self, see, TextKey::TitleRelocate),
                told: told.clone(),
                scene: scene.clone(),
                panel: &panel,
                help: &[TextKey::HelpRelocate],
                prompt: if must { TextKey::AskRelocateMust } else { TextKey::AskRelocateMay },
            };
            let text = self.ask(see, &question)?;
            if text.is_empty() {
                if !must {
                    self.decided(see.active());
                    return Ok(None);
                }
                self.notice(words.plain(TextKey::BadStay));
                continue;
            }
            let by_number = answer::number(&text).and_then(|number| marks.get(number.wrapping_sub(1)));
            let by_place = answer::place(&text).and_then(|place| marks.iter().find(|mark| **mark == place));
            if let Some(&mark) = by_number.or(by_place) {
                self.decided(see.active());
                return Ok(Some(mark));
            }
            self.notice(if answer::number(&text).is_some() { bad_number(words, &text, marks.len()) } else { not_understood(words, &text) });
        }
    }

    /// An exchange, swap by swap (C12).
    pub(super) fn exchange(&mut self, see: &Observation<'_>) -> Result<Exchange, PlayStop> {
        self.hand_over(see)?;
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
                match (exchange.gave.pop(), exchange.took.pop()) {
                    (Some(gave), Some(took)) => {
                        own.push(gave);
                        offered.push(took);
                        self.notice(words.plain(TextKey::SwapUndone));
                    }
                    _ => self.notice(words.plain(TextKey::NothingToUndo)),
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
                exchange.gave.push(gave);
                exchange.took.push(took);
                self.notice(words.say(TextKey::SwapTold, &[("gave", &told::ports(gave)), ("took", &told::ports(took))]));
            }
        }
        self.decided(see.active());
        Ok(exchange)
    }

    /// The index that was typed; otherwise the reason is noted.
    fn pick(&mut self, text: &str, count: usize) -> Option<usize> {
        let index = answer::number(text).map(|number| number.wrapping_sub(1));
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
            let one =
                |(index, face): (usize, &Face)| words.say(key, &[("number", &*(index + 1).to_string()), ("ports", &told::ports(*face))]);
            faces.iter().enumerate().map(one).collect::<Vec<_>>()
        };
        let mut told = vec![words.plain(TextKey::ExchangePlain)];
        told.extend(lines(TextKey::OwnTile, own));
        told.extend(lines(TextKey::TheirTile, offered));
        let row = |key: TextKey, faces: &[Face]| {
            let label = |index: usize| format!("{} {}", index + 1, words.sentence(key));
            faces.iter().enumerate().map(|(index, face)| card(*face, label(index), LABEL)).collect::<Vec<_>>()
        };
        let panel = || {
            let mut cards = vec![row(TextKey::PanelOwn, own)];
            cards.extend(row(TextKey::PanelOffered, offered).chunks(4).map(<[Card]>::to_vec));
            Panel { cards, ..Panel::default() }
        };
        let question = Question {
            title: title(self, see, TextKey::TitleExchange),
            told,
            scene: self.scene(see),
            panel: &panel,
            help: &[TextKey::HelpExchange],
            prompt,
        };
        self.ask(see, &question)
    }
}

/// With a capital letter at the front.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
