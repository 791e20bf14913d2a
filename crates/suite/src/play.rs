//! Plays a scenario and notes what happens and the state at its end.
//!
//! It stops after its last turn, at the end of the game, or at a decision that it does not answer.

use super::chance::{ChanceKind, ChanceProblem, ScenarioChance};
use super::letters::letter;
use super::model::{IllegalPlacement, ScenarioDecision, Situation, Start, TurnBeginning};
use super::short::laid_text;
use serde_json::{Map, Value};
use tsuro::board::{Laid, Place, Size, Square};
use tsuro::game::unchecked::{NextStep, deal, play_by_steps};
use tsuro::game::{
    self, Answer, Choice, Choices, Core, DeciderNotice, Ending, Event, Exchange, GameSeed, Luck,
    Marks, Memory, Observation, Phase, RulePiece, RuleSet, RunSeed, Seat, Shown, Sink, State, View,
};
use tsuro::record::{Coverage, read_position, write_event, write_position};
use tsuro::rules::{Rules, printed_so_far};
use tsuro::ruleset::Variant;
use tsuro::with_rules;

/// Where a scenario stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScenarioStop {
    /// After its last turn, or at the end of the game.
    Played,
    /// At a decision that it does not answer.
    Asked(ScenarioDecision),
    /// At a choice that is not allowed: its kind, its number among the choices of that kind, and
    /// why.
    Refused(ScenarioDecision, usize, String),
    /// Before it began, because of an impossible position: the field, and why.
    Impossible(String, String),
}

/// The legal placements of one decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegalSet {
    /// The legal placements, ascending.
    pub legal: Vec<Laid>,
    /// The placements with their squares, where a tile may be laid on several (W7).
    pub on_squares: Vec<(Square, Laid)>,
    /// For each placement that the scenario names: why it is not legal, or `None`.
    pub(crate) why_not: Vec<(Laid, Option<IllegalPlacement>)>,
}

impl LegalSet {
    fn new(legal: impl Iterator<Item = Laid>) -> Self {
        Self { legal: legal.collect(), on_squares: Vec::new(), why_not: Vec::new() }
    }
}

/// The legal placements of a seat that places for its team.
fn legal_on_squares<Z: Size>(choices: &Choices<'_, Z>) -> LegalSet {
    let on_squares = choices.legal_on_squares();
    LegalSet {
        on_squares: on_squares.clone(),
        ..LegalSet::new(on_squares.into_iter().map(|placement| placement.1))
    }
}

/// The state where a scenario stopped.
#[derive(Debug, Clone, PartialEq)]
pub struct FinalState {
    /// The position, as in `docs/formats/positions.md`.
    pub position: Value,
    /// The place of each living piece, by seat.
    pub places: Vec<Option<Place>>,
    /// The hands by seat; where the table has one hand, only that.
    pub hands: Vec<Vec<u8>>,
    /// Whether the table has one hand.
    pub open: bool,
    /// The pile, next drawn first.
    pub pile: Vec<u8>,
    /// The holder of the Dragon tile or statue.
    pub holder: Option<Seat>,
    /// The tiles on the board.
    pub tiles: Vec<(Square, Laid)>,
    /// The pieces of rules on the board.
    pub rule_pieces: Vec<RulePiece>,
    /// The pieces of rules that can be placed, under rules that have a supply.
    pub supply: Option<Vec<u8>>,
    /// The pieces under the supply, in the order in which they come.
    pub under: Vec<u8>,
    /// The marks of rules on squares, and what rules count.
    pub shown: Vec<Shown>,
    /// Points, under rules that count them.
    pub scores: Option<Vec<i64>>,
    /// The player whose turn it is or who comes next.
    pub active: Seat,
    /// The player who decides, where it stopped at a decision; otherwise the same as `active`.
    pub decider: Seat,
    /// The number of the next turn.
    pub turn: u32,
}

/// What happened in a scenario.
#[derive(Debug, Clone)]
pub struct Trace {
    /// The events, as in records, without the deal.
    pub events: Vec<Map<String, Value>>,
    /// For each event: how many of the lines that scripts printed were printed before it.
    pub printed_before: Vec<usize>,
    /// The last decision on a placement.
    pub legal: Option<LegalSet>,
    /// The marks of the last decision on one.
    pub marks: Option<Vec<Place>>,
    /// How many turns have begun.
    pub turns: usize,
    /// Where it stopped.
    pub stop: ScenarioStop,
    /// The state there; `None` for an impossible position.
    pub after: Option<FinalState>,
    /// The end of the game.
    pub end: Option<Ending>,
    /// The first outcome of chance that is missing or cannot be.
    pub(crate) trouble: Option<ChanceProblem>,
    /// Given outcomes of chance that were not used: the kind, and the number of the first.
    pub(crate) left_chance: Vec<(ChanceKind, usize)>,
    /// Given choices that were not used: the kind, and the number of the first.
    pub(crate) left_choices: Vec<(ScenarioDecision, usize)>,
}

impl Trace {
    fn impossible(field: impl Into<String>, why: impl Into<String>) -> Self {
        Self {
            events: Vec::new(),
            printed_before: Vec::new(),
            legal: None,
            marks: None,
            turns: 0,
            stop: ScenarioStop::Impossible(field.into(), why.into()),
            after: None,
            end: None,
            trouble: None,
            left_chance: Vec::new(),
            left_choices: Vec::new(),
        }
    }

    /// What happened, as text: two traces that differ in anything that rules decide have different
    /// texts.
    pub(crate) fn fingerprint(&self) -> String {
        let Self { events, legal, marks, stop, after, end, .. } = self;
        let after = after.as_ref().map(|after| after.position.to_string());
        format!("{events:?} {legal:?} {marks:?} {stop:?} {after:?} {end:?}")
    }
}

/// Looks at the board before the scenario and after it.
pub type BoardLook<'a> = &'a mut dyn FnMut(LookMoment, &Observation<'_>);

/// When the board is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookMoment {
    /// Before anything happens.
    Before,
    /// Where the scenario stopped.
    After,
}

/// Observers of a scenario.
#[derive(Default)]
pub struct Onlookers<'a> {
    /// Looks at the board before and after.
    pub look: Option<BoardLook<'a>>,
    /// Whether it looks with the eyes of the seat that decides, and not as an onlooker.
    pub as_decider: bool,
    /// Keeps the events from where the scenario begins.
    pub memory: Option<&'a mut Memory>,
    /// Counts which rules come into play.
    pub coverage: Option<&'a mut Coverage>,
}

/// Collects the events as lines of JSON, and passes them on to the coverage.
struct TraceSink<'a> {
    lines: &'a mut Vec<u8>,
    printed_before: &'a mut Vec<usize>,
    memory: Option<&'a mut Memory>,
    coverage: Option<&'a mut Coverage>,
}

impl Sink for TraceSink<'_> {
    fn event(&mut self, event: &Event<'_>) {
        if !matches!(event, Event::Deal { .. }) {
            write_event(self.lines, event);
            self.printed_before.push(printed_so_far());
            if let Some(memory) = &mut self.memory {
                memory.event(event);
            }
        }
        if let Some(coverage) = &mut self.coverage {
            coverage.event(event);
        }
    }
}

impl TraceSink<'_> {
    fn before_placement(&mut self, before: &Observation<'_>) {
        if let Some(coverage) = &mut self.coverage {
            coverage.before_placement(before);
        }
    }
}

/// Plays a scenario. For each placement of `questions`, the trace says why it is not legal.
pub fn play(
    variant: &Variant,
    given: &Situation,
    questions: &[Laid],
    onlookers: Onlookers<'_>,
) -> Trace {
    with_rules!(variant.rules(), |rules| play_with(rules, given, questions, onlookers))
}

fn play_with<Z: Size>(
    rules: &Rules<Z>,
    given: &Situation,
    questions: &[Laid],
    onlookers: Onlookers<'_>,
) -> Trace {
    let Onlookers { mut look, as_decider, memory, coverage } = onlookers;
    let seed = RunSeed::new(given.seed.as_deref().unwrap_or_default()).game(0);
    let mut chance = ScenarioChance::new(given, Luck(seed));
    let (mut lines, mut printed_before) = (Vec::new(), Vec::new());
    let mut sink =
        TraceSink { lines: &mut lines, printed_before: &mut printed_before, memory, coverage };
    let mut state = match begin(rules, given, seed, &mut chance, &mut sink) {
        Ok(state) => state,
        Err((field, why)) => return Trace::impossible(field, why),
    };
    let mut see = |moment: LookMoment, state: &State<Rules<Z>>| {
        if let Some(look) = &mut look {
            let seat = as_decider.then(|| state.core().decider());
            look(moment, &View::new(rules, state).observation(seat));
        }
    };
    see(LookMoment::Before, &state);
    if let Some(memory) = &mut sink.memory {
        memory.hear(&DeciderNotice::Begins(View::new(rules, &state)));
    }
    let mut script = ScenarioScript::new(rules, given, questions, &state);
    let played = play_by_steps(rules, &mut state, &mut chance, &mut sink, |state, chance, sink| {
        if chance.trouble.is_some() { Ok(None) } else { script.next(state, sink) }
    });
    let stop = played.map_or_else(|stop| stop, |()| ScenarioStop::Played);
    see(LookMoment::After, &state);
    let left_choices = script.left_over(&stop);
    let (trouble, left_chance) = (chance.trouble.clone(), chance.left_over());
    let (end, after) = (state.core().ending(), after(rules, &state));
    let (legal, marks, turns) = (script.legal, script.marks, script.begun);
    let events = serde_json::Deserializer::from_slice(&lines).into_iter().flatten().collect();
    Trace {
        events,
        printed_before,
        legal,
        marks,
        turns,
        stop,
        after: Some(after),
        end,
        trouble,
        left_chance,
        left_choices,
    }
}

/// Where a scenario begins; `Err`: the field that is impossible, and why.
fn begin<Z: Size>(
    rules: &Rules<Z>,
    given: &Situation,
    seed: GameSeed,
    chance: &mut ScenarioChance<'_>,
    sink: &mut TraceSink<'_>,
) -> Result<State<Rules<Z>>, (String, String)> {
    match &given.start {
        Start::Position(position) => {
            let state = read_position(rules, position, seed)
                .map_err(|error| (error.field, by_letters(error.why)))?;
            let is_open = |square: &&Square| rules.basics.grid().contains(**square);
            if let Some(square) = given.closed.iter().find(is_open) {
                let why = format!("{square} is drawn as `~`, but a tile can lie there");
                return Err(("board".to_owned(), why));
            }
            if let Some(coverage) = &mut sink.coverage {
                coverage.begin();
            }
            Ok(state)
        }
        Start::Deal { seats, .. } => {
            let counts = rules.basics.players();
            if !counts.contains(*seats) {
                let why = format!("{seats} players, but {counts} can play");
                return Err(("seats".to_owned(), why));
            }
            Ok(deal(rules, *seats, chance, sink))
        }
    }
}

/// How many of the given choices of each kind are used.
#[derive(Default)]
struct TakenChoices {
    place: usize,
    exchange: usize,
    relocate: usize,
    choose: usize,
    marks: usize,
}

/// Answers decisions with the choices of a scenario, and notes what could be chosen.
struct ScenarioScript<'a, Z: Size> {
    rules: &'a Rules<Z>,
    given: &'a Situation,
    questions: &'a [Laid],
    /// Whether there is a turn at all: a scenario that begins with the deal may end with it.
    is_in_game: bool,
    /// How many turns have begun.
    begun: usize,
    taken: TakenChoices,
    /// The legal placements of the last decision on one.
    legal: Option<LegalSet>,
    /// The marks of the last decision on one.
    marks: Option<Vec<Place>>,
}

impl<'a, Z: Size> ScenarioScript<'a, Z> {
    fn new(
        rules: &'a Rules<Z>,
        given: &'a Situation,
        questions: &'a [Laid],
        state: &State<Rules<Z>>,
    ) -> Self {
        let is_in_game =
            matches!(given.start, Start::Deal { .. }) || state.core().phase() != Phase::Turn;
        Self {
            rules,
            given,
            questions,
            is_in_game,
            begun: 0,
            taken: TakenChoices::default(),
            legal: None,
            marks: None,
        }
    }

    /// How the scenario goes on; `None`: it has been played.
    fn next(
        &mut self,
        state: &State<Rules<Z>>,
        sink: &mut TraceSink<'_>,
    ) -> Result<Option<NextStep>, ScenarioStop> {
        let (core, view) = (state.core(), View::new(self.rules, state));
        let choice = match core.phase() {
            Phase::Over => return Ok(None),
            Phase::Turn => return self.turn(core),
            Phase::Start => self.start_mark(core)?,
            Phase::Relocate { must } => self.relocation(core, must)?,
            Phase::Place => self.placement(core, &view, sink)?,
            // The square is part of the placement (W7).
            Phase::Ask if view.aims() => self.aim(core, &view)?,
            Phase::Ask => self.answer(&view)?,
            Phase::Exchange => self.exchange(core, &view)?,
        };
        Ok(Some(NextStep::Take(choice)))
    }

    /// Whether all turns have been played.
    fn is_played(&self) -> bool {
        let (begun, placements) = (self.begun, self.given.place.len());
        match self.given.turns {
            Some(turns) => begun == turns,
            // One turn may make several placements (V8), and a turn may make none.
            None => {
                (self.is_in_game || begun > 0)
                    && (self.taken.place == placements || begun == placements.max(1))
            }
        }
    }

    /// The beginning of the next turn.
    fn turn(&mut self, core: &Core<Z>) -> Result<Option<NextStep>, ScenarioStop> {
        if self.is_played() {
            return Ok(None);
        }
        self.begun += 1;
        if self.begun > 1 || self.given.begin != TurnBeginning::Placement {
            return Ok(Some(NextStep::Turn));
        }
        let faced = core.place(core.active()).square();
        if core.board().is_blocked(faced) && core.placed().contains(core.active()) {
            let why = format!(
                "the active piece faces a piece of a rule at {faced}: only its whole turn can be \
                 played (begin = \"turn\")"
            );
            return Err(ScenarioStop::Impossible(format!("{}.at", core.active().field()), why));
        }
        Ok(Some(NextStep::Placement))
    }

    fn start_mark(&mut self, core: &Core<Z>) -> Result<Choice, ScenarioStop> {
        let chosen = self.given.marks.get(self.taken.marks).map(|(mark, _)| *mark);
        let free = self.marks.insert(Marks::new(&self.rules.basics, core).at_start());
        let mark = chosen.ok_or(ScenarioStop::Asked(ScenarioDecision::Mark))?;
        if !free.contains(&mark) {
            let why = format!("{mark} may not be chosen as a start mark here");
            return Err(ScenarioStop::Refused(ScenarioDecision::Mark, self.taken.marks, why));
        }
        self.taken.marks += 1;
        Ok(Choice::Start(mark))
    }

    fn relocation(&mut self, core: &Core<Z>, must: bool) -> Result<Choice, ScenarioStop> {
        let chosen = self.given.relocate.get(self.taken.relocate).map(|(mark, _)| *mark);
        let free = Marks::new(&self.rules.basics, core).to_relocate(core.active());
        let free = self.marks.insert(free);
        let chosen = chosen.ok_or(ScenarioStop::Asked(ScenarioDecision::Relocation))?;
        let why_not = match chosen {
            Some(mark) if !free.contains(&mark) => Some(format!(
                "{mark} is not a free start mark on the same side without tile or piece of a rule"
            )),
            None if must => Some("the ship has to relocate".to_owned()),
            _ => None,
        };
        let (decision, at) = (ScenarioDecision::Relocation, self.taken.relocate);
        if let Some(why) = why_not {
            return Err(ScenarioStop::Refused(decision, at, why));
        }
        self.taken.relocate += 1;
        Ok(Choice::Relocate(chosen))
    }

    fn placement(
        &mut self,
        core: &Core<Z>,
        view: &View<'_, Rules<Z>>,
        sink: &mut TraceSink<'_>,
    ) -> Result<Choice, ScenarioStop> {
        let choices = view.choices();
        let set = choices.legal();
        let why_not = |tile: Laid| why_not_legal(core, &choices, &set, tile);
        let of_all = if choices.is_for_team() {
            legal_on_squares(&choices)
        } else {
            LegalSet::new(set.iter().copied())
        };
        self.legal = Some(LegalSet {
            why_not: self.questions.iter().map(|&tile| (tile, why_not(tile))).collect(),
            ..of_all
        });
        let see = view.observation(Some(core.active()));
        let at = self.taken.place;
        let refuse = |why| Err(ScenarioStop::Refused(ScenarioDecision::Placement, at, why));
        let Some(&(tile, _)) = self.given.place.get(at) else {
            sink.before_placement(&see);
            return Err(ScenarioStop::Asked(ScenarioDecision::Placement));
        };
        let name = laid_text(tile);
        let asked = self.asked_square();
        if let Some(square) = asked.filter(|&square| Some(square) != see.placing_square()) {
            return refuse(format!("{name} is not legal on {square}"));
        }
        if !set.contains(&tile) {
            return refuse(match why_not(tile) {
                Some(IllegalPlacement::NotInHand) => {
                    format!("{name} is not in the hand of {}", letter(core.active()))
                }
                why => format!(
                    "{name} is not legal here: `{}`",
                    why.map_or("rules", IllegalPlacement::name)
                ),
            });
        }
        self.taken.place += 1;
        sink.before_placement(&see);
        Ok(Choice::Place(tile))
    }

    /// The square that the scenario names for its next placement.
    fn asked_square(&self) -> Option<Square> {
        self.given.place_on.get(self.taken.place).copied().flatten()
    }

    /// The square of a placement for the team.
    fn aim(&mut self, core: &Core<Z>, view: &View<'_, Rules<Z>>) -> Result<Choice, ScenarioStop> {
        let at = self.taken.place;
        let tile = self.given.place.get(at).map(|(tile, _)| laid_text(*tile));
        // A lesson asks for the tile alone: the square is that of its model answer.
        if tile.is_none() && self.asked_square().is_none() {
            self.legal = Some(legal_on_squares(&view.choices()));
            return Err(ScenarioStop::Asked(ScenarioDecision::Placement));
        }
        let own = core.place(core.active()).square();
        let square = self.asked_square().unwrap_or(own);
        if !options(view).contains(&square.into()) {
            let tile = tile.as_deref().unwrap_or("a tile");
            let why = format!("{tile} is not legal on {square}");
            return Err(ScenarioStop::Refused(ScenarioDecision::Placement, at, why));
        }
        Ok(Choice::Rule(square.into()))
    }

    /// The answer to the question of a rule.
    fn answer(&mut self, view: &View<'_, Rules<Z>>) -> Result<Choice, ScenarioStop> {
        let at = self.taken.choose;
        let Some(&(answer, _)) = self.given.choose.get(at) else {
            return Err(ScenarioStop::Asked(ScenarioDecision::Answer));
        };
        let options = options(view);
        if !options.contains(&answer) {
            let options: Vec<String> = options.iter().map(Answer::to_string).collect();
            let why = format!("{answer} is not an answer here: allowed are {}", options.join(", "));
            return Err(ScenarioStop::Refused(ScenarioDecision::Answer, at, why));
        }
        self.taken.choose += 1;
        Ok(Choice::Rule(answer))
    }

    fn exchange(
        &mut self,
        core: &Core<Z>,
        view: &View<'_, Rules<Z>>,
    ) -> Result<Choice, ScenarioStop> {
        let at = self.taken.exchange;
        let Some((exchange, _)) = self.given.exchange.get(at) else {
            return Err(ScenarioStop::Asked(ScenarioDecision::Exchange));
        };
        let allows =
            |exchange: &Exchange| view.observation(Some(core.active())).allows_exchange(exchange);
        let Some(exchange) = exchange.ok().filter(allows) else {
            let why = "these tiles are not in the hands of the two players, or not equally many";
            return Err(ScenarioStop::Refused(ScenarioDecision::Exchange, at, why.to_owned()));
        };
        self.taken.exchange += 1;
        Ok(Choice::Exchange(exchange))
    }

    /// The choices that were not used, without one at which the scenario stopped: the kind, and
    /// the number of the first.
    fn left_over(&self, stop: &ScenarioStop) -> Vec<(ScenarioDecision, usize)> {
        let (given, taken) = (self.given, &self.taken);
        let counts = [
            (ScenarioDecision::Placement, taken.place, given.place.len()),
            (ScenarioDecision::Exchange, taken.exchange, given.exchange.len()),
            (ScenarioDecision::Relocation, taken.relocate, given.relocate.len()),
            (ScenarioDecision::Answer, taken.choose, given.choose.len()),
            (ScenarioDecision::Mark, taken.marks, given.marks.len()),
        ];
        let refused = if let ScenarioStop::Refused(kind, ..) = stop { Some(*kind) } else { None };
        let left =
            counts.into_iter().filter(|&(asked, used, len)| used < len && refused != Some(asked));
        left.map(|(asked, used, _)| (asked, used)).collect()
    }
}

/// Why a placement is not in the set of the legal ones.
fn why_not_legal<Z: Size>(
    core: &Core<Z>,
    choices: &Choices<'_, Z>,
    legal: &[Laid],
    tile: Laid,
) -> Option<IllegalPlacement> {
    if !core.hand(core.active()).contains(tile.face()) {
        return Some(IllegalPlacement::NotInHand);
    }
    if legal.contains(&tile) {
        return None;
    }
    choices.forbidden_by(tile).map(IllegalPlacement::Rule).or_else(|| match choices.fate(tile) {
        fate if fate.shares_wake => Some(IllegalPlacement::SharedWake),
        fate => fate.cause.map(|cause| IllegalPlacement::Out(cause.name())),
    })
}

/// The answers to the question that is asked now.
fn options<R: RuleSet>(view: &View<'_, R>) -> Vec<Answer> {
    view.question().map(|question| question.options).unwrap_or_default()
}

/// An error message about a position with letters for the pieces, where the position has
/// `players[0]`.
fn by_letters(why: String) -> String {
    (0..tsuro::game::MAX_SEATS as u8)
        .map(Seat::new)
        .fold(why, |why, seat| why.replace(&seat.field(), &letter(seat).to_string()))
}

fn after<Z: Size>(rules: &Rules<Z>, state: &State<Rules<Z>>) -> FinalState {
    let core = state.core();
    let position = game::position(rules, state);
    let numbers =
        |tiles: &[tsuro::board::Face]| tiles.iter().map(|tile| tile.number()).collect::<Vec<u8>>();
    let open = position.open_hand.is_some();
    let hands = match &position.open_hand {
        Some(hand) => vec![numbers(hand)],
        None => (0..core.seats())
            .map(|seat| core.hand(Seat::new(seat)).iter().map(tsuro::board::Face::number).collect())
            .collect(),
    };
    // Before its start mark is chosen, a piece has no place.
    let see = View::new(rules, state).observation(None);
    let mut shown = Vec::new();
    see.shows(|one| shown.push(one));
    let stands = |seat: Seat| core.alive().contains(seat) && core.placed().contains(seat);
    FinalState {
        position: write_position(rules, state),
        places: (0..core.seats())
            .map(Seat::new)
            .map(|seat| stands(seat).then(|| core.place(seat)))
            .collect(),
        hands,
        open,
        pile: numbers(&position.pile),
        holder: position.holder,
        tiles: position.tiles,
        rule_pieces: position.rule_pieces,
        supply: position.supply,
        under: position.under,
        shown,
        scores: see.scores(),
        active: core.active(),
        decider: core.decider(),
        turn: position.turn,
    }
}
