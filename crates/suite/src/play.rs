//! Plays a scenario and notes what happens and the state at its end.
//!
//! It stops after its last turn, at the end of the game, or at a decision that it does not answer.

use super::chance::{ChanceKind, ChanceProblem, ScenarioChance};
use super::model::{IllegalPlacement, ScenarioDecision, Situation, Start, TurnBeginning};
use serde_json::{Map, Value};
use tsuro::board::{Laid, Place, Size, Square};
use tsuro::game::unchecked::{NextStep, deal, play_by_steps};
use tsuro::game::{
    self, Answer, Choice, Choices, Ending, Event, Exchange, Luck, Marks, Observation, Phase,
    RulePiece, RuleSet, RunSeed, Seat, Shown, Sink, State, View,
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
    /// At a choice that is not allowed: its kind, its number among those of that kind, and why.
    Refused(ScenarioDecision, usize, String),
    /// Before it began, because of an impossible position: the field, and why.
    Impossible(String, String),
}

/// The legal placements of one decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegalSet {
    /// The legal placements, ascending.
    pub legal: Vec<Laid>,
    /// The same with their squares, where a tile may be laid on several (W7).
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
    /// Those under the supply, in the order in which they come.
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
    /// Counts which rules come into play.
    pub coverage: Option<&'a mut Coverage>,
}

/// Collects the events as lines of JSON, and passes them on to the coverage.
struct TraceSink<'a> {
    lines: &'a mut Vec<u8>,
    printed_before: &'a mut Vec<usize>,
    coverage: Option<&'a mut Coverage>,
}

impl Sink for TraceSink<'_> {
    fn event(&mut self, event: &Event<'_>) {
        if !matches!(event, Event::Deal { .. }) {
            write_event(self.lines, event);
            self.printed_before.push(printed_so_far());
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

/// How many of the given choices of each kind are used.
struct TakenChoices {
    place: usize,
    exchange: usize,
    relocate: usize,
    choose: usize,
    marks: usize,
}

fn play_with<Z: Size>(
    rules: &Rules<Z>,
    given: &Situation,
    questions: &[Laid],
    onlookers: Onlookers<'_>,
) -> Trace {
    let Onlookers { mut look, coverage } = onlookers;
    let seed = RunSeed::new(given.seed.as_deref().unwrap_or_default()).game(0);
    let mut chance = ScenarioChance::new(given, Luck(seed));
    let (mut lines, mut printed_before) = (Vec::new(), Vec::new());
    let mut sink = TraceSink { lines: &mut lines, printed_before: &mut printed_before, coverage };
    let mut state = match &given.start {
        Start::Position(position) => match read_position(rules, position, seed) {
            Ok(state) => {
                if let Some(square) =
                    given.closed.iter().find(|&&square| rules.basics.grid().contains(square))
                {
                    let why = format!("{square} is drawn as `~`, but a tile can lie there");
                    return Trace::impossible("board", why);
                }
                if let Some(coverage) = &mut sink.coverage {
                    coverage.begin();
                }
                state
            }
            Err(error) => return Trace::impossible(error.field, by_letters(error.why)),
        },
        Start::Deal { seats, .. } => {
            let counts = rules.basics.players();
            if !counts.contains(*seats) {
                return Trace::impossible(
                    "seats",
                    format!("{seats} players, but {counts} can play"),
                );
            }
            deal(rules, *seats, &mut chance, &mut sink)
        }
    };
    let mut see = |moment: LookMoment, state: &State<Rules<Z>>| {
        if let Some(look) = &mut look {
            look(moment, &View::new(rules, state).observation(None));
        }
    };
    see(LookMoment::Before, &state);
    let mut taken = TakenChoices { place: 0, exchange: 0, relocate: 0, choose: 0, marks: 0 };
    let (mut legal, mut marks) = (None, None);
    let mut begun = 0;
    // Whether there is a turn at all: a scenario that begins with the deal may end with it.
    let is_in_game =
        matches!(given.start, Start::Deal { .. }) || state.core().phase() != Phase::Turn;
    let is_played = |begun: usize, placed: usize| match given.turns {
        Some(turns) => begun == turns,
        // One turn may make several placements (V8), and a turn may make none.
        None => {
            (is_in_game || begun > 0)
                && (placed == given.place.len() || begun == given.place.len().max(1))
        }
    };
    let played = play_by_steps(rules, &mut state, &mut chance, &mut sink, |state, chance, sink| {
        if chance.trouble.is_some() {
            return Ok(None);
        }
        let (core, view) = (state.core(), View::new(rules, state));
        let refuse = |decision, at, why| Err(ScenarioStop::Refused(decision, at, why));
        let choice = match core.phase() {
            Phase::Over => return Ok(None),
            Phase::Turn if is_played(begun, taken.place) => return Ok(None),
            Phase::Turn => {
                begun += 1;
                if begun > 1 || given.begin != TurnBeginning::Placement {
                    return Ok(Some(NextStep::Turn));
                }
                let faced = core.place(core.active()).square();
                if core.board().is_blocked(faced) && core.placed().contains(core.active()) {
                    let why = format!(
                        "the active piece faces a piece of a rule at {faced}: only its whole turn \
                         can be played (begin = \"turn\")"
                    );
                    return Err(ScenarioStop::Impossible(
                        format!("{}.at", core.active().field()),
                        why,
                    ));
                }
                return Ok(Some(NextStep::Placement));
            }
            Phase::Start => {
                let free = Marks::new(&rules.basics, core).at_start();
                let chosen = given.marks.get(taken.marks).map(|(mark, _)| *mark);
                let is_fine = chosen.is_none_or(|mark| free.contains(&mark));
                marks = Some(free);
                let Some(mark) = chosen else {
                    return Err(ScenarioStop::Asked(ScenarioDecision::Mark));
                };
                if !is_fine {
                    return refuse(
                        ScenarioDecision::Mark,
                        taken.marks,
                        format!("{mark} may not be chosen as a start mark here"),
                    );
                }
                taken.marks += 1;
                Choice::Start(mark)
            }
            Phase::Relocate { must } => {
                let free = Marks::new(&rules.basics, core).to_relocate(core.active());
                let chosen = given.relocate.get(taken.relocate).map(|(mark, _)| *mark);
                let why_not = match chosen {
                    Some(Some(mark)) if !free.contains(&mark) => Some(format!(
                        "{mark} is not a free start mark on the same side without tile or piece of \
                         a rule"
                    )),
                    Some(None) if must => Some("the ship has to relocate".to_owned()),
                    _ => None,
                };
                marks = Some(free);
                let Some(mark) = chosen else {
                    return Err(ScenarioStop::Asked(ScenarioDecision::Relocation));
                };
                if let Some(why) = why_not {
                    return refuse(ScenarioDecision::Relocation, taken.relocate, why);
                }
                taken.relocate += 1;
                Choice::Relocate(mark)
            }
            Phase::Place => {
                let choices = view.choices();
                let set = choices.legal();
                let hand = core.hand(core.active());
                let kept_from = |tile: Laid| match choices.fate(tile) {
                    fate if fate.shares_wake => Some(IllegalPlacement::SharedWake),
                    fate => fate.cause.map(|cause| IllegalPlacement::Out(cause.name())),
                };
                let why_not = |tile: Laid| match set.contains(&tile) {
                    _ if !hand.contains(tile.face()) => Some(IllegalPlacement::NotInHand),
                    true => None,
                    false => choices
                        .forbidden_by(tile)
                        .map(IllegalPlacement::Rule)
                        .or_else(|| kept_from(tile)),
                };
                let of_all = if choices.is_for_team() {
                    legal_on_squares(&choices)
                } else {
                    LegalSet::new(set.iter().copied())
                };
                legal = Some(LegalSet {
                    why_not: questions.iter().map(|&tile| (tile, why_not(tile))).collect(),
                    ..of_all
                });
                let see = view.observation(Some(core.active()));
                let Some((tile, _)) = given.place.get(taken.place) else {
                    sink.before_placement(&see);
                    return Err(ScenarioStop::Asked(ScenarioDecision::Placement));
                };
                let here = see.placing_square();
                let name = super::short::laid_text(*tile);
                if let Some(square) = given
                    .place_on
                    .get(taken.place)
                    .copied()
                    .flatten()
                    .filter(|&square| Some(square) != here)
                {
                    return refuse(
                        ScenarioDecision::Placement,
                        taken.place,
                        format!("{name} is not legal on {square}"),
                    );
                }
                if !set.contains(tile) {
                    let why = match why_not(*tile) {
                        Some(IllegalPlacement::NotInHand) => {
                            format!(
                                "{name} is not in the hand of {}",
                                super::letters::letter(core.active())
                            )
                        }
                        why => format!(
                            "{name} is not legal here: `{}`",
                            why.map_or("rules", IllegalPlacement::name)
                        ),
                    };
                    return refuse(ScenarioDecision::Placement, taken.place, why);
                }
                taken.place += 1;
                sink.before_placement(&see);
                Choice::Place(*tile)
            }
            // The square is part of the placement (W7).
            Phase::Ask if view.aims() => {
                let Some((tile, _)) = given.place.get(taken.place) else {
                    legal = Some(legal_on_squares(&view.choices()));
                    return Err(ScenarioStop::Asked(ScenarioDecision::Placement));
                };
                let own = core.place(core.active()).square();
                let square = given.place_on.get(taken.place).copied().flatten().unwrap_or(own);
                if !options(&view).contains(&square.into()) {
                    let why =
                        format!("{} is not legal on {square}", super::short::laid_text(*tile));
                    return refuse(ScenarioDecision::Placement, taken.place, why);
                }
                Choice::Rule(square.into())
            }
            Phase::Ask => {
                let Some(&(answer, _)) = given.choose.get(taken.choose) else {
                    return Err(ScenarioStop::Asked(ScenarioDecision::Answer));
                };
                let options = options(&view);
                if !options.contains(&answer) {
                    let options: Vec<String> = options.iter().map(Answer::to_string).collect();
                    let why = format!(
                        "{answer} is not an answer here: allowed are {}",
                        options.join(", ")
                    );
                    return refuse(ScenarioDecision::Answer, taken.choose, why);
                }
                taken.choose += 1;
                Choice::Rule(answer)
            }
            Phase::Exchange => {
                let Some((exchange, _)) = given.exchange.get(taken.exchange) else {
                    return Err(ScenarioStop::Asked(ScenarioDecision::Exchange));
                };
                let allows = |exchange: &Exchange| {
                    view.observation(Some(core.active())).allows_exchange(exchange)
                };
                let Some(exchange) = exchange.ok().filter(allows) else {
                    let why =
                        "these tiles are not in the hands of the two players, or not equally many"
                            .to_owned();
                    return refuse(ScenarioDecision::Exchange, taken.exchange, why);
                };
                taken.exchange += 1;
                Choice::Exchange(exchange)
            }
        };
        Ok(Some(NextStep::Take(choice)))
    });
    let stop = played.map_or_else(|stop| stop, |()| ScenarioStop::Played);
    see(LookMoment::After, &state);
    let refused =
        |asked: ScenarioDecision| matches!(stop, ScenarioStop::Refused(kind, ..) if kind == asked);
    let counts = [
        (ScenarioDecision::Placement, taken.place, given.place.len()),
        (ScenarioDecision::Exchange, taken.exchange, given.exchange.len()),
        (ScenarioDecision::Relocation, taken.relocate, given.relocate.len()),
        (ScenarioDecision::Answer, taken.choose, given.choose.len()),
        (ScenarioDecision::Mark, taken.marks, given.marks.len()),
    ];
    let left_choices = counts
        .into_iter()
        .filter(|&(asked, used, len)| used < len && !refused(asked))
        .map(|(asked, used, _)| (asked, used));
    let left_choices = left_choices.collect();
    let (trouble, left_chance) = (chance.trouble.clone(), chance.left_over());
    let (end, after) = (state.core().ending(), after(rules, &state));
    let events = serde_json::Deserializer::from_slice(&lines).into_iter().flatten().collect();
    Trace {
        events,
        printed_before,
        legal,
        marks,
        stop,
        after: Some(after),
        end,
        trouble,
        left_chance,
        left_choices,
    }
}

/// The answers to the question that is asked now.
fn options<R: RuleSet>(view: &View<'_, R>) -> Vec<Answer> {
    view.question().map(|question| question.options).unwrap_or_default()
}

/// An error message about a position with letters for the pieces, where the position has
/// `players[0]`.
fn by_letters(why: String) -> String {
    (0..tsuro::game::MAX_SEATS as u8).map(Seat::new).fold(why, |why, seat| {
        why.replace(&seat.field(), &super::letters::letter(seat).to_string())
    })
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
