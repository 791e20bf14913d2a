//! [`ActionSpace`]: the numbers of everything that can be chosen under a rule set.

use super::action::{Action, ActionError, ActionId, AnswerOption, MAX_LISTED};
use super::exchange::PartialExchange;
use crate::board::{FACES, Face, Laid, Place, Port, Rotation, Square};
use crate::game::{Answer, AnswerKind, AskDecl, Choice, Entry, Observation, Phase, Question, Seat};
use crate::ruleset::Variant;
use crate::with_rules;
use serde::Serialize;

/// The number of action numbers for placements: four for each face, of which 105 are ever used
/// (T3).
const PLACEMENTS: u16 = 4 * FACES as u16;
/// The number of answers with a port of one square: none with a tile, or with each that could be
/// laid.
const ENTRIES: u16 = 1 + PLACEMENTS;
/// The entry of the table of marks for a place that is none.
const NO_MARK: u16 = u16::MAX;

/// The numbers of all actions under one rule set, the same at every table and in every position.
///
/// | numbers | action | there if |
/// |---|---|---|
/// | 0–139 | lay a tile, by its [`Laid::code`] | always |
/// | 140 + *m* | start mark or relocation, by the mark's number | always |
/// | then 1 | pass: decline or end an exchange, stay on the mark | exchanges or hazards |
/// | then 35 | exchange: give a tile of this face | the rules have an exchange (C12) |
/// | then 35 | exchange: take a tile of this face | the same |
/// | then some | the answers to each question of a rule | a rule asks |
/// | then some | lay a special tile, by its number from 36 | some can be laid |
///
/// A tile's code is `4 × face + rotation` with the smallest rotation that looks the same (T3), a
/// mark's number is the one in [`Observation::all_marks`], and a rule
/// [declares](crate::game::RuleDecl::asks) its questions.
///
/// Answers are numbered by the kind of the question: words in the order of their declaration, faces
/// by number, squares row by row (`row × columns + column`), places by `8 × square + port`, ports
/// with a tile by `141 × port`, and with a tile 1 and its action number more, seats clockwise from
/// the one that answers, other numbers by their index in the list of answers. Where rules put
/// special tiles into the deck, all special tiles up to the last one used come after the 35 faces,
/// in exchanges and in answers.
#[derive(Debug, Clone)]
pub struct ActionSpace {
    marks: Vec<Place>,
    /// The number of the mark at each place.
    mark_numbers: Vec<u16>,
    columns: u8,
    rows: u8,
    /// The number of kinds of tiles: 35 where there are no special ones.
    kinds: u16,
    pass: Option<u16>,
    /// The first number of the faces given; the numbers of the faces taken follow.
    give: Option<u16>,
    questions: Vec<QuestionNumbers>,
    /// The first number of the special tiles that can be laid; special tiles that cannot be laid
    /// have numbers, too.
    lays: Option<u16>,
    len: u16,
}

/// The numbers of the answers to a question.
#[derive(Debug, Clone, Copy)]
struct QuestionNumbers {
    asks: &'static AskDecl,
    first: u16,
    count: u16,
}

/// A group of actions that stand one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ActionGroup {
    /// Its name: `place`, `mark`, `pass`, `give`, `take`, or `answer:` and the name of the rule
    /// that asks.
    pub name: String,
    /// The number of its first action.
    pub first: u16,
    /// How many actions it has.
    pub count: u16,
    /// What they mean.
    pub meaning: String,
}

/// The port and the tile that this number of an answer stands for; `None` for rotations that look
/// like a smaller one.
fn entry(number: u16) -> Option<Entry> {
    let port = Port::new((number / ENTRIES) as u8);
    let tile = match number % ENTRIES {
        0 => None,
        tile => Some(Laid::checked((tile - 1) as u8)?),
    };
    Answer::entry(port, tile).as_entry()
}

/// Whether a piece may move to another start mark (S12): only rules with a cause of facing ask for
/// it. Rule sets with a hazard have always had the numbers.
pub(super) fn has_relocation(variant: &Variant) -> bool {
    variant.has_hazard()
        || with_rules!(variant.rules(), |rules| rules.basics.cause_of_facing.is_some())
}

impl ActionSpace {
    /// The actions under a rule set.
    pub fn new(variant: &Variant) -> Self {
        let (marks, columns, rows, exchanges, kinds, places_specials) =
            with_rules!(variant.rules(), |rules| {
                let grid = rules.basics.grid();
                (
                    grid.marks().to_vec(),
                    grid.columns(),
                    grid.rows(),
                    rules.basics.exchange_from.is_some(),
                    rules.basics.kinds() as u16,
                    rules.basics.places_specials(),
                )
            });
        let relocates = has_relocation(variant);
        let mut mark_numbers =
            vec![NO_MARK; Square::masked(15, 15).index() * Port::COUNT + Port::COUNT];
        for (number, mark) in (0..).zip(&marks) {
            mark_numbers[mark.index()] = number;
        }
        let mut len = PLACEMENTS + marks.len() as u16;
        let mut add = |count: u16| {
            let first = len;
            len += count;
            first
        };
        let pass = (exchanges || relocates).then(|| add(1));
        let give = exchanges.then(|| add(2 * kinds));
        let squares = u16::from(columns) * u16::from(rows);
        let seats = variant.players().most();
        let questions = variant.asks().iter().map(|&asks| {
            let count = match asks.kind {
                AnswerKind::Words(words) => words.len() as u16,
                AnswerKind::HandTile | AnswerKind::Tile => kinds,
                AnswerKind::Square => squares,
                AnswerKind::Place => squares * Port::COUNT as u16,
                AnswerKind::Entry => ENTRIES * Port::COUNT as u16,
                AnswerKind::Seat => seats.into(),
                AnswerKind::Number | AnswerKind::Amount(_) => MAX_LISTED.into(),
            };
            QuestionNumbers { asks, first: add(count), count }
        });
        let questions = questions.collect();
        let lays = places_specials.then(|| add(kinds - FACES as u16));
        Self { marks, mark_numbers, columns, rows, kinds, pass, give, questions, lays, len }
    }

    /// The number of actions: the length of a mask.
    #[expect(clippy::len_without_is_empty, reason = "there are always actions")]
    pub fn len(&self) -> usize {
        self.len.into()
    }

    /// The action number `number`; `None` if it is not below [`ActionSpace::len`].
    pub fn id(&self, number: usize) -> Option<ActionId> {
        u16::try_from(number).ok().filter(|&number| number < self.len).map(ActionId)
    }

    /// The questions that have numbers, in the order of [`Variant::asks`].
    pub(super) fn questions(&self) -> impl ExactSizeIterator<Item = &'static AskDecl> {
        self.questions.iter().map(|question| question.asks)
    }

    /// The number of a question that is waited for.
    pub(super) fn question(&self, question: &Question) -> Option<usize> {
        self.questions.iter().position(|known| known.asks == question.asks)
    }

    /// Whether there are actions for an exchange (C12).
    pub(super) fn exchanges(&self) -> bool {
        self.give.is_some()
    }

    /// The groups of actions, in the order of their numbers.
    pub fn groups(&self) -> Vec<ActionGroup> {
        let group = |name: &str, first, count, meaning: &str| ActionGroup {
            name: name.into(),
            first,
            count,
            meaning: meaning.into(),
        };
        let mut groups = vec![
            group(
                "place",
                0,
                PLACEMENTS,
                "4 x face + rotation, with the smallest rotation that looks the same",
            ),
            group(
                "mark",
                PLACEMENTS,
                self.marks.len() as u16,
                "start mark or relocation, by the number of the mark",
            ),
        ];
        groups.extend(self.pass.map(|first| {
            group("pass", first, 1, "decline or end the exchange, or stay on the start mark")
        }));
        if let Some(give) = self.give {
            groups.push(group("give", give, self.kinds, "exchange: give a tile, by face"));
            groups.push(group(
                "take",
                give + self.kinds,
                self.kinds,
                "exchange: take a tile, by face",
            ));
        }
        groups.extend(self.questions.iter().map(|question| {
            let meaning = match question.asks.kind {
                AnswerKind::Words(words) => {
                    words.iter().map(|word| word.0).collect::<Vec<_>>().join(", ")
                }
                AnswerKind::HandTile | AnswerKind::Tile => "a tile, by face".into(),
                AnswerKind::Square => "a square: row x columns + column".into(),
                AnswerKind::Place => "a place: 8 x (row x columns + column) + port".into(),
                AnswerKind::Entry => {
                    "a port: 141 x port, with a tile 1 + its action number more".into()
                }
                AnswerKind::Seat => "a seat, clockwise from the one that answers".into(),
                AnswerKind::Number | AnswerKind::Amount(_) => {
                    "an answer, by its index in the list of answers".into()
                }
            };
            group(
                &format!("answer:{}", question.asks.rule),
                question.first,
                question.count,
                &meaning,
            )
        }));
        groups.extend(self.lays.map(|first| {
            group(
                "lay",
                first,
                self.kinds - FACES as u16,
                "lay a special tile, by its number from 35",
            )
        }));
        groups
    }

    /// What an action number stands for; `None` for the 35 numbers of rotations that look like a
    /// smaller one (T3).
    pub fn action(&self, id: ActionId) -> Option<Action> {
        let number = id.0;
        if number < PLACEMENTS {
            return Laid::checked(number as u8).map(Action::Place);
        }
        if let Some(&mark) = self.marks.get(usize::from(number - PLACEMENTS)) {
            return Some(Action::Mark(mark));
        }
        if self.pass == Some(number) {
            return Some(Action::Pass);
        }
        let swap = self
            .give
            .and_then(|give| number.checked_sub(give))
            .filter(|&swap| swap < 2 * self.kinds);
        if let Some(swap) = swap {
            let face = Face::from_raw((swap % self.kinds) as u8);
            return Some(if swap < self.kinds { Action::Give(face) } else { Action::Take(face) });
        }
        if let Some(special) = self.lays.and_then(|lays| number.checked_sub(lays)) {
            let face = Face::from_raw(FACES as u8 + special as u8);
            return face
                .is_placed_special()
                .then(|| Action::Place(Laid::new(face, Rotation::NONE)));
        }
        let holds = |question: &QuestionNumbers| {
            (question.first..question.first + question.count).contains(&number)
        };
        let question = self.questions.iter().position(holds)?;
        let QuestionNumbers { asks, first, .. } = self.questions[question];
        let number = number - first;
        let square = |number: u16| {
            Square::masked(
                (number % u16::from(self.columns)) as u8,
                (number / u16::from(self.columns)) as u8,
            )
        };
        let option = match asks.kind {
            AnswerKind::Words(words) => AnswerOption::Word(words[usize::from(number)].0),
            AnswerKind::HandTile | AnswerKind::Tile => {
                AnswerOption::Face(Face::from_raw(number as u8))
            }
            AnswerKind::Square => AnswerOption::Square(square(number)),
            AnswerKind::Place => {
                AnswerOption::Place(Place::new(square(number / 8), Port::new((number % 8) as u8)))
            }
            AnswerKind::Entry => AnswerOption::Entry(entry(number)?),
            AnswerKind::Seat => AnswerOption::Seat(number as u8),
            AnswerKind::Number | AnswerKind::Amount(_) => AnswerOption::Listed(number as u8),
        };
        Some(Action::Answer { question: question as u8, option })
    }

    /// The number of an action; `None` if there is no such action under these rules.
    pub fn number(&self, action: Action) -> Option<ActionId> {
        let number = match action {
            Action::Place(tile) => self.placement(tile)?,
            Action::Mark(mark) => self.mark(mark)?,
            Action::Pass => self.pass?,
            Action::Give(face) => self.give? + u16::from(face.number()),
            Action::Take(face) => self.give? + self.kinds + u16::from(face.number()),
            Action::Answer { question, option } => {
                let QuestionNumbers { asks, first, count } =
                    *self.questions.get(usize::from(question))?;
                let square = |square: Square| {
                    let inside = square.column() < self.columns && square.row() < self.rows;
                    inside.then(|| {
                        u16::from(square.row()) * u16::from(self.columns)
                            + u16::from(square.column())
                    })
                };
                let number = match (asks.kind, option) {
                    (AnswerKind::Words(words), AnswerOption::Word(word)) => {
                        words.iter().position(|known| known.0 == word)? as u16
                    }
                    (AnswerKind::HandTile | AnswerKind::Tile, AnswerOption::Face(face)) => {
                        face.number().into()
                    }
                    (AnswerKind::Square, AnswerOption::Square(at)) => square(at)?,
                    (AnswerKind::Place, AnswerOption::Place(at)) => {
                        8 * square(at.square())? + at.port().index() as u16
                    }
                    (AnswerKind::Entry, AnswerOption::Entry(entry)) => {
                        ENTRIES * entry.port.index() as u16
                            + entry.tile.map_or(0, |tile| 1 + u16::from(tile.code()))
                    }
                    (AnswerKind::Seat, AnswerOption::Seat(number)) => number.into(),
                    (AnswerKind::Number | AnswerKind::Amount(_), AnswerOption::Listed(at)) => {
                        at.into()
                    }
                    _ => return None,
                };
                first + Some(number).filter(|&number| number < count)?
            }
        };
        Some(ActionId(number))
    }

    /// The number of a placement; `None`: there is no such special tile under these rules.
    #[inline]
    fn placement(&self, tile: Laid) -> Option<u16> {
        if tile.face().is_special() {
            return Some(self.lays? + u16::from(tile.face().number()) - FACES as u16)
                .filter(|&number| number < self.len);
        }
        Some(tile.code().into())
    }

    /// The number of a legal placement.
    #[inline]
    pub(super) fn of_placement(&self, tile: Laid) -> ActionId {
        ActionId(self.placement(tile).unwrap_or(u16::from(tile.code())))
    }

    /// The number of a start mark's action.
    fn mark(&self, mark: Place) -> Option<u16> {
        let number = *self.mark_numbers.get(mark.index())?;
        (number != NO_MARK).then(|| PLACEMENTS + number)
    }

    /// Calls `each` with every action that the seat may take now, in no fixed order; with none if
    /// it has nothing to decide.
    ///
    /// # Errors
    /// If a rule asks what has no numbers; see [`RuleDecl::asks`](crate::game::RuleDecl::asks).
    #[inline]
    pub fn each_legal(
        &self,
        sees: &Observation<'_>,
        partial: &PartialExchange,
        mut each: impl FnMut(ActionId),
    ) -> Result<(), ActionError> {
        if !sees.is_to_decide() {
            return Ok(());
        }
        let mut mark = |mark: Place| {
            each(ActionId(
                self.mark(mark).unwrap_or_else(|| unreachable!("{mark} is a start mark")),
            ));
        };
        match sees.phase() {
            Phase::Place => sees.each_legal(|tile| {
                each(self.of_placement(tile));
            }),
            Phase::Start => sees.each_start_mark(mark),
            Phase::Relocate { must } => {
                sees.each_relocation_mark(&mut mark);
                if let Some(pass) = self.pass.filter(|_| !must) {
                    each(ActionId(pass));
                }
            }
            Phase::Exchange => self.each_swap(sees, partial, each),
            Phase::Ask => {
                let Some(question) = sees.question() else { return Ok(()) };
                for answer in &question.options {
                    each(self.answer(&question, answer, sees)?);
                }
            }
            Phase::Turn | Phase::Over => {}
        }
        Ok(())
    }

    fn each_swap(
        &self,
        sees: &Observation<'_>,
        partial: &PartialExchange,
        mut each: impl FnMut(ActionId),
    ) {
        let give = self.give.unwrap_or_else(|| unreachable!("the rules have an exchange"));
        if partial.giving().is_some() {
            partial
                .takes_now(sees)
                .for_each(|face| each(ActionId(give + self.kinds + u16::from(face.number()))));
        } else {
            partial
                .gives_now(sees)
                .for_each(|face| each(ActionId(give + u16::from(face.number()))));
            self.pass.into_iter().for_each(|pass| each(ActionId(pass)));
        }
    }

    /// Writes 1 for every action that the seat may take now, and 0 for all others.
    ///
    /// # Errors
    /// As [`ActionSpace::each_legal`].
    ///
    /// # Panics
    /// If the mask has not [`ActionSpace::len`] entries.
    pub fn write_mask(
        &self,
        sees: &Observation<'_>,
        partial: &PartialExchange,
        mask: &mut [u8],
    ) -> Result<(), ActionError> {
        assert_eq!(mask.len(), self.len(), "a mask has one entry for each action");
        mask.fill(0);
        self.each_legal(sees, partial, |id| mask[id.index()] = 1)
    }

    /// The number of an answer to a question.
    fn answer(
        &self,
        question: &Question,
        answer: &Answer,
        sees: &Observation<'_>,
    ) -> Result<ActionId, ActionError> {
        let rule = question.asks.rule;
        let number = self.question(question).ok_or(ActionError::Undeclared { rule })?;
        let option = match question.asks.kind {
            AnswerKind::Words(words) => words
                .iter()
                .find(|word| answer.as_word() == Some(word.0))
                .map(|word| AnswerOption::Word(word.0)),
            AnswerKind::HandTile | AnswerKind::Tile => answer.face().map(AnswerOption::Face),
            AnswerKind::Square => answer.square().map(AnswerOption::Square),
            AnswerKind::Place => answer.place().map(AnswerOption::Place),
            AnswerKind::Entry => answer.as_entry().map(AnswerOption::Entry),
            AnswerKind::Seat => answer
                .seat()
                .map(|seat| AnswerOption::Seat(clockwise(sees.decider(), seat, sees.seats()))),
            AnswerKind::Number | AnswerKind::Amount(_) => {
                let index = question.options.iter().position(|option| option == answer);
                index.and_then(|index| u8::try_from(index).ok()).map(AnswerOption::Listed)
            }
        };
        let id = option
            .and_then(|option| self.number(Action::Answer { question: number as u8, option }));
        id.ok_or(ActionError::Answer { rule, answer: *answer })
    }

    /// Takes an action of the seat that `sees`. The answer is the choice that it makes, for
    /// [`Game::play`](crate::Game::play); `None`: a tile of an exchange was given or taken, which
    /// `partial` keeps, and the seat goes on. A choice leaves `partial` empty for the next
    /// exchange.
    ///
    /// # Errors
    /// Why the action cannot be taken; then nothing has changed.
    pub fn take(
        &self,
        sees: &Observation<'_>,
        partial: &mut PartialExchange,
        id: ActionId,
    ) -> Result<Option<Choice>, ActionError> {
        let before = *partial;
        let choice = self.take_listed(sees, partial, id)?;
        if let Some(choice) = &choice {
            sees.check(choice).map_err(|why| {
                *partial = before;
                ActionError::Illegal { id, why }
            })?;
        }
        Ok(choice)
    }

    /// As [`ActionSpace::take`] for an action that is known to be among the actions of
    /// [`ActionSpace::each_legal`]: the rules are not asked again.
    pub(crate) fn take_listed(
        &self,
        sees: &Observation<'_>,
        partial: &mut PartialExchange,
        id: ActionId,
    ) -> Result<Option<Choice>, ActionError> {
        if !sees.is_to_decide() {
            return Err(ActionError::NotToDecide);
        }
        let needed = sees.phase().decision().ok_or(ActionError::NotToDecide)?;
        let action = self.action(id).ok_or(ActionError::NoAction { id })?;
        let choice = match (action, sees.phase()) {
            (Action::Place(tile), Phase::Place) => Choice::Place(tile),
            (Action::Mark(mark), Phase::Start) => Choice::Start(mark),
            (Action::Mark(mark), Phase::Relocate { .. }) => Choice::Relocate(Some(mark)),
            (Action::Pass, Phase::Relocate { .. }) => Choice::Relocate(None),
            (Action::Give(face), Phase::Exchange)
                if partial.gives_now(sees).any(|given| given == face) =>
            {
                partial.give(face);
                return Ok(None);
            }
            (Action::Take(face), Phase::Exchange)
                if partial.takes_now(sees).any(|taken| taken == face) =>
            {
                partial.take(face);
                return Ok(None);
            }
            (Action::Pass, Phase::Exchange) if partial.giving().is_none() => {
                Choice::Exchange(*partial.exchange())
            }
            (Action::Give(_) | Action::Take(_) | Action::Pass, Phase::Exchange) => {
                return Err(ActionError::Exchange { id, action });
            }
            (Action::Answer { .. }, Phase::Ask) => {
                let question = sees.question().ok_or(ActionError::NotToDecide)?;
                let is_it = |answer: &Answer| {
                    self.answer(&question, answer, sees).is_ok_and(|found| found == id)
                };
                let found = question.options.iter().copied().find(is_it);
                Choice::Rule(found.ok_or(ActionError::OtherDecision { id, action, needed })?)
            }
            _ => return Err(ActionError::OtherDecision { id, action, needed }),
        };
        *partial = PartialExchange::default();
        Ok(Some(choice))
    }

    /// The row of actions that makes a choice which the seat has now: one, or for an exchange the
    /// tiles given and taken and a pass. An exchange that gives and takes the same face is made
    /// without it.
    ///
    /// # Errors
    /// If there is no such choice under these rules, or a rule asks what has no numbers.
    pub fn row(
        &self,
        sees: &Observation<'_>,
        choice: &Choice,
    ) -> Result<Vec<ActionId>, ActionError> {
        let (mut row, add) = (Vec::new(), |action| {
            self.number(action).ok_or_else(|| ActionError::NoNumber { choice: choice.clone() })
        });
        match choice {
            Choice::Place(tile) => row.push(add(Action::Place(*tile))?),
            Choice::Start(mark) | Choice::Relocate(Some(mark)) => {
                row.push(add(Action::Mark(*mark))?);
            }
            Choice::Relocate(None) => row.push(add(Action::Pass)?),
            Choice::Exchange(exchange) => {
                for (gave, took) in PartialExchange::row(exchange) {
                    row.extend([add(Action::Give(gave))?, add(Action::Take(took))?]);
                }
                row.push(add(Action::Pass)?);
            }
            Choice::Rule(answer) => row.push(self.answer(
                &sees.question().ok_or(ActionError::NotToDecide)?,
                answer,
                sees,
            )?),
        }
        Ok(row)
    }
}

/// The seat that sits `places` places clockwise from `me` at a table of `seats`.
#[inline]
pub(super) const fn onwards(me: Seat, places: u8, seats: u8) -> Seat {
    let seat = me.number() + places;
    Seat::new(if seat < seats { seat } else { seat - seats })
}

/// How many places clockwise from `me` a seat sits at a table of `seats`.
#[inline]
pub(super) const fn clockwise(me: Seat, seat: Seat, seats: u8) -> u8 {
    let (me, seat) = (me.number(), seat.number());
    if seat >= me { seat - me } else { seat + seats - me }
}
