//! What a person is asked: the choices, and which of them is proposed.

use super::proposal;
use crate::describe;
use crate::words::{Narrator, TextKey};
use tsuro::board::{Face, Laid, Place, Rotation, Square};
use tsuro::game::{
    AnswerKind, Choice, Exchange, Observation, Phase, Question, Subject, SubjectDecl,
};

/// A way to lay a tile of the hand, allowed or not.
#[derive(Debug, Clone)]
pub struct Card {
    /// The tile, turned as it would lie.
    pub tile: Laid,
    /// The place of the tile in the hand, from 0; of equal tiles the first.
    pub slot: usize,
    /// Why it is not allowed, in words.
    pub refused: Option<String>,
    /// Where the own piece would stand; `None`: it would be out.
    pub to: Option<Place>,
    /// Everybody's fate in words.
    pub fate: String,
}

/// A choice in a list.
#[derive(Debug, Clone)]
pub struct Item {
    /// What the engine is told.
    pub choice: Choice,
    /// What people read.
    pub words: String,
    /// The place on the board that the answer names.
    pub place: Option<Place>,
    /// The square that it is.
    pub square: Option<Square>,
    /// The tile that it is, or that is laid.
    pub tile: Option<Laid>,
}

/// A tile, square or number that a question shows.
#[derive(Debug, Clone)]
pub struct Topic {
    /// As the engine names it.
    pub subject: Subject,
    /// What it is, where the question does not say it.
    pub words: String,
}

/// A question with the choice that is pointed at.
#[derive(Debug, Clone)]
pub enum Ask {
    /// Which tile, and how it is turned.
    Cards {
        /// All ways, tile by tile in the order of the hand.
        cards: Vec<Card>,
        /// The one that is pointed at.
        at: usize,
    },
    /// One of a list.
    Items {
        /// The heading.
        title: String,
        /// What the question shows.
        about: Vec<Topic>,
        /// The choices.
        items: Vec<Item>,
        /// The one that is pointed at.
        at: usize,
    },
}

impl Ask {
    /// The question of the seat that decides.
    pub fn new(see: &Observation<'_>, narrator: &Narrator) -> Self {
        match see.phase() {
            Phase::Place => Self::cards(see, narrator),
            _ => Self::items(see, narrator),
        }
    }

    fn cards(see: &Observation<'_>, narrator: &Narrator) -> Self {
        let legal = see.legal();
        let mut done: Vec<Face> = Vec::new();
        let mut cards = Vec::new();
        for (slot, face) in see.hand().iter().enumerate() {
            if done.contains(&face) {
                continue;
            }
            done.push(face);
            for rotation in face.rotations() {
                let tile = Laid::new(face, rotation);
                let consequences = see.consequences(tile);
                let own =
                    consequences.iter().find(|consequence| consequence.player == see.active());
                // For its team, the seat may lay a tile where its own piece does not travel (W7).
                let to = own.map_or_else(|| see.place(see.active()), |own| own.to);
                let fate = narrator.consequences(&consequences, Some(see.active()));
                let refused = (!legal.contains(&tile))
                    .then(|| refusal(see, narrator, tile, &fate, to.is_some()));
                cards.push(Card { tile, slot, refused, to, fate });
            }
        }
        let numbered = cards.iter().enumerate();
        let allowed: Vec<(usize, Laid)> = numbered
            .filter(|(_, card)| card.refused.is_none())
            .map(|(number, card)| (number, card.tile))
            .collect();
        let at = proposal::placement(see, &allowed).unwrap_or(0);
        Self::Cards { cards, at }
    }

    fn items(see: &Observation<'_>, narrator: &Narrator) -> Self {
        let words = narrator.language;
        let question = see.question();
        // The square that a piece enters at a port.
        let entered = question
            .iter()
            .flat_map(|question| &question.about)
            .find_map(|subject| subject.square());
        let place = |choice: &Choice| match choice {
            Choice::Start(mark) | Choice::Relocate(Some(mark)) => Some(*mark),
            Choice::Rule(answer) => {
                answer.place().or_else(|| Some(Place::new(entered?, answer.as_entry()?.port)))
            }
            _ => None,
        };
        let kind = question.as_ref().map(|question| question.asks.kind);
        let choices: Vec<Choice> =
            if see.phase() == Phase::Exchange { exchanges(see) } else { see.choices() };
        let answer =
            |choice: &Choice| if let Choice::Rule(answer) = choice { Some(*answer) } else { None };
        let item = |choice: Choice| Item {
            words: choice_in_words(&choice, question.as_ref(), narrator),
            place: place(&choice),
            square: answer(&choice)
                .filter(|_| kind == Some(AnswerKind::Square))
                .and_then(|answer| answer.square()),
            tile: answer(&choice).and_then(|answer| match kind {
                Some(kind) if kind.is_tile() => {
                    answer.face().map(|face| Laid::new(face, Rotation::NONE))
                }
                _ => answer.as_entry()?.tile,
            }),
            choice,
        };
        let at = proposal::choice(see, &choices);
        let items = choices.into_iter().map(item).collect();
        let topic = |question: &Question, (decl, &subject): (&SubjectDecl, &Subject)| {
            let words =
                describe::in_words(see, question, (decl, subject), narrator).unwrap_or_default();
            Topic { subject, words }
        };
        let about = question
            .iter()
            .flat_map(|asked| {
                asked.asks.about.iter().zip(&asked.about).map(|pair| topic(asked, pair))
            })
            .collect();
        let title = match see.phase() {
            Phase::Start => words.plain(TextKey::AskMark),
            Phase::Relocate { .. } => words.plain(TextKey::AskMove),
            Phase::Exchange => words.plain(TextKey::ExchangePlain),
            _ => question
                .map(|question| describe::question_in_words(see, &question, narrator))
                .unwrap_or_default(),
        };
        Self::Items { title, about, items, at }
    }

    /// The choice that is pointed at; `None`: it is not allowed.
    pub fn choice(&self) -> Option<Choice> {
        match self {
            Self::Cards { cards, at } => cards
                .get(*at)
                .filter(|card| card.refused.is_none())
                .map(|card| Choice::Place(card.tile)),
            Self::Items { items, at, .. } => items.get(*at).map(|item| item.choice.clone()),
        }
    }

    /// The place in the hand of the tile that is pointed at.
    pub fn slot(&self) -> Option<usize> {
        if let Self::Cards { cards, at } = self {
            cards.get(*at).map(|card| card.slot)
        } else {
            None
        }
    }

    /// Points at a choice, if it is one of these.
    pub fn point_at(&mut self, choice: &Choice) {
        match self {
            Self::Cards { cards, at } => {
                let found = cards.iter().position(|card| *choice == Choice::Place(card.tile));
                *at = found.unwrap_or(*at);
            }
            Self::Items { items, at, .. } => {
                *at = items.iter().position(|item| item.choice == *choice).unwrap_or(*at);
            }
        }
    }

    /// Points at the next choice, or with `back` the one before; round at the ends.
    pub fn step(&mut self, back: bool) {
        let (at, count) = match self {
            Self::Cards { cards, at } => (at, cards.len()),
            Self::Items { items, at, .. } => (at, items.len()),
        };
        if count > 0 {
            *at = (*at + if back { count - 1 } else { 1 }) % count;
        }
    }

    /// Points at a tile of the hand, the way it was turned last or a way that is allowed.
    pub fn pick_slot(&mut self, slot: usize) {
        if let Self::Cards { cards, at } = self {
            let of_slot = |card: &Card| card.slot == slot;
            let good = |card: &Card| of_slot(card) && card.refused.is_none() && card.to.is_some();
            if let Some(found) =
                cards.iter().position(good).or_else(|| cards.iter().position(of_slot))
            {
                *at = found;
            }
        }
    }

    /// Points at the next tile of the hand.
    pub(crate) fn next_slot(&mut self, back: bool) {
        if let Self::Cards { cards, at } = self {
            let mut slots: Vec<usize> = cards.iter().map(|card| card.slot).collect();
            slots.dedup();
            let Some(now) =
                cards.get(*at).and_then(|card| slots.iter().position(|&slot| slot == card.slot))
            else {
                return;
            };
            let next = slots[(now + if back { slots.len() - 1 } else { 1 }) % slots.len()];
            self.pick_slot(next);
        }
    }

    /// Turns the tile that is pointed at, or points at the next choice of a list.
    pub fn turn_or_step(&mut self, back: bool) {
        if let Self::Cards { .. } = self { self.turn(back) } else { self.step(back) }
    }

    /// Points at the next tile of the hand, or at the next choice of a list.
    pub fn slot_or_step(&mut self, back: bool) {
        if let Self::Cards { .. } = self { self.next_slot(back) } else { self.step(back) }
    }

    /// Turns the tile that is pointed at.
    pub fn turn(&mut self, back: bool) {
        if let Self::Cards { cards, at } = self {
            let Some(slot) = cards.get(*at).map(|card| card.slot) else { return };
            let ways: Vec<usize> =
                (0..cards.len()).filter(|&way| cards[way].slot == slot).collect();
            if let Some(now) = ways.iter().position(|way| way == at) {
                *at = ways[(now + if back { ways.len() - 1 } else { 1 }) % ways.len()];
            }
        }
    }
}

/// Why a placement is not allowed.
fn refusal(
    see: &Observation<'_>,
    narrator: &Narrator,
    tile: Laid,
    fate: &str,
    lives: bool,
) -> String {
    let rule = see.forbidden_by(tile);
    let key = match (rule, lives) {
        (Some(_), _) => TextKey::NotLegalRule,
        (None, true) => TextKey::NotLegalWake,
        (None, false) => TextKey::NotLegal,
    };
    let names = [
        ("ports", narrator.language.sentence(TextKey::ThisOne)),
        ("rule", rule.unwrap_or_default()),
        ("consequences", fate),
    ];
    narrator.language.say(key, &names)
}

/// The exchanges that a list offers: none first, then each swap of one tile, then the larger ones.
pub fn exchanges(see: &Observation<'_>) -> Vec<Choice> {
    let mut all: Vec<Exchange> = see.exchanges();
    all.sort_by_key(|exchange| exchange.gave().len());
    all.into_iter().map(Choice::Exchange).collect()
}

/// A choice in words. `question` is what a rule asks, where it is an answer to that.
pub(super) fn choice_in_words(
    choice: &Choice,
    question: Option<&Question>,
    narrator: &Narrator,
) -> String {
    let words = narrator.language;
    match choice {
        Choice::Start(mark) | Choice::Relocate(Some(mark)) => words.place(*mark),
        Choice::Relocate(None) => words.plain(TextKey::StayHere),
        Choice::Rule(answer) => question.map_or_else(
            || answer.to_string(),
            |question| narrator.answer(question.asks.kind, *answer),
        ),
        Choice::Exchange(exchange) => swap(exchange, narrator),
        Choice::Place(tile) => tile.to_string(),
        other => other.to_string(),
    }
}

fn swap(exchange: &Exchange, narrator: &Narrator) -> String {
    let words = narrator.language;
    if exchange.is_empty() {
        return words.plain(TextKey::NoExchange);
    }
    let ports = |faces: &[Face]| {
        words.list(&faces.iter().map(|&face| narrator.tile(face)).collect::<Vec<_>>())
    };
    words.say(
        TextKey::SwapNotice,
        &[("gave", &ports(exchange.gave())), ("took", &ports(exchange.took()))],
    )
}
