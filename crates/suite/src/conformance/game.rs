//! Plays one game from a row of numbers and checks everything that must hold on the way.

use super::secrets::Secrets;
use super::watched::Watch;
use super::{
    ABLE, DECLARED, END, ILLEGAL, LEAK, LEGAL, POSITION, REPLAY, REPORTED, SAME, STUCK, TAKEN_UP,
    TILES,
};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use tsuro::board::{Content, FACES, Face, KINDS, Laid, Size, Square};
use tsuro::game::unchecked::{NextStep, advance_turn, deal, deal_on, play_by_steps};
use tsuro::game::{
    self, Answer, BROKEN_RULE, Chance, ChanceDecl, Choice, Event, EventDecl, GameSeed,
    KeyWords as _, Lot, Luck, Marks, Memory, Moment, Outcome, Phase, PlayerCounts, Question, Rng,
    Rule as _, RunSeed, Seat, Shuffle, Sink, State, Timing, TimingSet, View, random_exchange,
    table,
};
use tsuro::record::{
    GameRecord, Header, RecordReader, Recorder, ReplayVerdict, Replayer, answer, read_position,
    view, write_position,
};
use tsuro::rules::{Registry, Rules};
use tsuro::ruleset::Variant;
use tsuro::session::Game;
use tsuro::with_rules;

/// Numbers in the row of a random game; all later choices are the first that is allowed.
const CHOICES: usize = 400;
/// The position is checked in detail once in this many turns.
const DETAILED_EVERY: u32 = 5;

/// A game to play: its players and the row of numbers that decides it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GameCase {
    pub players: u8,
    pub choices: Vec<u16>,
    seed: String,
    index: u32,
}

impl GameCase {
    pub(super) fn random(run: RunSeed, seed: &str, index: u32, players: u8) -> Self {
        let mut rng = run.game(u64::from(index)).stream(game::Purpose::BotPlace, 0, 0, 0);
        let choices = (0..CHOICES).map(|_| rng.below(1 << 12) as u16).collect();
        Self { players, choices, seed: seed.to_owned(), index }
    }

    /// Simpler rows weigh less.
    pub(super) fn weight(&self) -> (u8, usize, u64) {
        (
            self.players,
            self.choices.len(),
            self.choices.iter().map(|&choice| u64::from(choice)).sum(),
        )
    }

    pub(super) fn fewer_players(&self, counts: PlayerCounts) -> Vec<Self> {
        counts
            .iter()
            .take_while(|&players| players < self.players)
            .map(|players| Self { players, ..self.clone() })
            .collect()
    }

    pub(super) fn without(&self, from: usize, count: usize) -> Self {
        let mut choices = self.choices.clone();
        choices.drain(from.min(choices.len())..(from + count).min(self.choices.len()));
        Self { choices, ..self.clone() }
    }

    pub(super) fn zeroed(&self, from: usize, count: usize) -> Self {
        let mut choices = self.choices.clone();
        let end = (from + count).min(choices.len());
        choices[from.min(end)..end].fill(0);
        Self { choices, ..self.clone() }
    }

    pub(super) fn lower(&self, at: usize) -> Vec<Self> {
        let with = |value: u16| {
            let mut choices = self.choices.clone();
            choices[at] = value;
            Self { choices, ..self.clone() }
        };
        let value = self.choices.get(at).copied().unwrap_or_default();
        if value == 0 { Vec::new() } else { vec![with(value / 2), with(value - 1)] }
    }

    fn game_seed(&self) -> GameSeed {
        RunSeed::new(&self.seed).game(u64::from(self.index))
    }
}

/// Something that does not hold, with the game up to that point.
#[derive(Debug)]
pub(super) struct Breach {
    pub what: &'static str,
    pub why: String,
    /// The record, line by line.
    pub lines: Vec<String>,
    /// The position before the last turn, and what happened in it.
    pub last_turn: Option<(Value, Vec<Map<String, Value>>)>,
}

/// The check of one game.
pub(super) struct ConformanceTrial<'a> {
    variant: &'a Arc<Variant>,
    registry: &'a Registry,
    case: &'a GameCase,
    turns: u32,
}

/// A sink that records the game and counts the tiles that go into the box, or lie on the board as
/// special ones.
struct ConformanceSink<'a> {
    recorder: Recorder<Vec<u8>>,
    boxed: [u32; KINDS],
    events: u64,
    /// What the rule that has broken the game off does wrong.
    broken: Option<String>,
    /// What the rules have declared.
    declared: &'a [&'static EventDecl],
    /// An event that a rule has reported without having declared it.
    undeclared: Option<&'static EventDecl>,
    /// What the rules do, and the rule set to which they belong; `None`: nobody watches them.
    watch: Option<(&'a Watch, &'a Variant)>,
}

impl Sink for ConformanceSink<'_> {
    fn event(&mut self, event: &Event<'_>) {
        if let Event::WakeRemoved { tile, to: game::Destination::Box, .. }
        | Event::Shifted { tile, to: game::Spot::Box, .. } = event
        {
            self.boxed[tile.index()] += 1;
        }
        // It stays on the board for good.
        if let Event::Placed { tile, .. } = event
            && tile.face().is_special()
        {
            self.boxed[tile.face().index()] += 1;
        }
        match *event {
            Event::Broken { rule, fault, player, moment, why, .. } => {
                let why = why.map(|why| format!(": {why}")).unwrap_or_default();
                self.broken = Some(format!(
                    "the rule {rule:?} {}: seat {player}, at the moment {moment:?}{why}",
                    fault.deed()
                ));
            }
            Event::Declared { decl, .. }
                if !self.declared.iter().any(|own| std::ptr::eq(*own, decl)) =>
            {
                self.undeclared = Some(decl);
            }
            _ => {}
        }
        if let Some((watch, variant)) = self.watch {
            watch.hear(event, variant);
        }
        self.events += 1;
        self.recorder.event(event);
    }
}

/// Luck that notes what is drawn without being declared.
pub(super) struct ConformanceChance<'a> {
    luck: Luck,
    declared: &'a [&'static ChanceDecl],
    undeclared: Option<&'static ChanceDecl>,
    /// The seat that is to see no difference: the numbers that it does not see are other ones.
    /// `None`: all are as drawn.
    unseen_by: Option<Seat>,
}

impl<'a> ConformanceChance<'a> {
    pub(super) const fn new(
        luck: Luck,
        declared: &'a [&'static ChanceDecl],
        unseen_by: Option<Seat>,
    ) -> Self {
        Self { luck, declared, undeclared: None, unseen_by }
    }
}

impl Chance for ConformanceChance<'_> {
    fn first(&mut self, seats: u8) -> Seat {
        self.luck.first(seats)
    }
    fn deck<T: Shuffle>(&mut self, deck: &mut T) {
        self.luck.deck(deck);
    }
    fn reshuffle<T: Shuffle>(&mut self, at: Moment, pile: &mut T) {
        self.luck.reshuffle(at, pile);
    }
    fn numbers(&mut self, at: Moment, lot: &Lot<'_>) -> [u32; 2] {
        if !self.declared.contains(&lot.decl()) {
            self.undeclared = Some(lot.decl());
        }
        let [one, other] = self.luck.numbers(at, lot);
        let is_other =
            self.unseen_by.is_some_and(|seat| !lot.decl().is_seen_by(lot.seat(), Some(seat)));
        [if is_other { (one + 1) % lot.below()[0] } else { one }, other]
    }
}

/// What is wrong with a question and its answers, if anything is: the engine has seen to it that
/// there are any, and somebody who can choose.
fn wrong_answers(question: &Question) -> Option<String> {
    let options = &question.options;
    let blank = |option: &&Answer| {
        option.as_word().is_some_and(|word| word.is_empty() || word.contains(char::is_whitespace))
    };
    if let Some(option) = options.iter().find(blank) {
        return Some(format!(
            "the rule {:?} has the answer \"{option}\", which is not a word",
            question.asks.rule
        ));
    }
    let (shown, declared) = (question.about.len(), question.asks.about.len());
    if shown != declared {
        return Some(format!(
            "the rule {:?} shows {shown} things with its question, and declares {declared}",
            question.asks.rule
        ));
    }
    let twice = (1..options.len()).find(|&at| options[..at].contains(&options[at]))?;
    Some(format!("the rule {:?} has the answer {} twice", question.asks.rule, options[twice]))
}

/// The result of a check: what does not hold, and how it is broken.
pub(super) type CheckResult = Result<(), (&'static str, String)>;

impl<'a> ConformanceTrial<'a> {
    pub(super) fn new(
        variant: &'a Arc<Variant>,
        registry: &'a Registry,
        case: &'a GameCase,
        turns: u32,
    ) -> Self {
        Self { variant, registry, case, turns }
    }

    /// Plays the game with all checks; the answer is its number of turns.
    pub(super) fn play(&self) -> Result<u64, Box<Breach>> {
        with_rules!(self.variant.rules(), |rules| {
            let watch = Arc::new(Watch::default());
            let (record, turns) = self.once(&watch.over(self.variant, rules), Some(&watch))?;
            let breach = |what: &'static str, why: String| {
                Box::new(Breach {
                    what,
                    why,
                    lines: record.lines().map(str::to_owned).collect(),
                    last_turn: None,
                })
            };
            let (again, _) = self.once(rules, None)?;
            if again != record {
                let line = record
                    .lines()
                    .zip(again.lines())
                    .position(|(one, other)| one != other)
                    .unwrap_or_default();
                return Err(breach(
                    SAME,
                    format!("line {} differs when the game is played again", line + 1),
                ));
            }
            let game = game_of(&record)
                .ok_or_else(|| breach(REPLAY, "the record cannot be read".to_owned()))?;
            let mut replayer = Replayer::new(self.registry);
            let replayed = replayer.replay_remembering(&game, &mut |_| {});
            let (replayed, memory) =
                replayed.map_err(|mismatch| breach(REPLAY, mismatch.to_string()))?;
            if replayed.verdict == ReplayVerdict::BrokenOff {
                return Err(breach(REPLAY, "the record breaks off".to_owned()));
            }
            check_forged(&game, &mut replayer).map_err(|(what, why)| breach(what, why))?;
            check_record_views(&game, &memory, self.case.players, rules.basics.open())
                .map_err(|(what, why)| breach(what, why))?;
            check_view_follows(
                &game,
                &memory,
                Seat::new((turns % u32::from(self.case.players)) as u8),
                &mut replayer,
            )
            .map_err(|(what, why)| breach(what, why))?;
            self.taken_up(&mut replayer).map_err(|(what, why)| breach(what, why))?;
            Ok(u64::from(turns))
        })
    }

    /// Plays through [`Game`]. At each decision the game goes on the same from its position, from a
    /// snapshot and from a copy.
    fn taken_up(&self, replayer: &mut Replayer<'_>) -> CheckResult {
        let refuse = |why: String| (TAKEN_UP, why);
        let variant = || Arc::clone(self.variant);
        let begun = Game::from_variant(
            variant(),
            self.case.players,
            &format!("{} {}", self.case.seed, self.case.index),
        );
        let mut game = begun.map_err(|why| refuse(why.to_string()))?;
        let mut numbers = self.case.choices.iter().copied();
        while let Some(decision) = game.decision() {
            let choices = game.observe(decision.seat()).choices();
            let number =
                numbers.next().map_or(0, |number| usize::from(number) % choices.len().max(1));
            let Some(choice) = choices.get(number) else {
                return Err(refuse(format!("{} has no choices", decision.kind())));
            };
            let (position, turn) = (game.position(), game.turn());
            let wrong =
                |how: String| refuse(format!("in turn {turn}, at {}: {how}", decision.kind()));
            let restored = Game::restore_under(variant(), &game.snapshot())
                .map_err(|why| wrong(why.to_string()))?;
            let mut others = vec![("the snapshot", restored), ("a copy", game.clone())];
            if !self.is_about_a_loss(&position) {
                let set_up = Game::at(variant(), &position, game.seed())
                    .map_err(|why| wrong(why.to_string()))?;
                others.push(("the position", set_up));
            }
            game.play(choice).map_err(|why| wrong(format!("{choice}: {why}")))?;
            for (what, mut other) in others {
                if other.position() != position {
                    return Err(wrong(format!(
                        "{what} {position} comes back as {}",
                        other.position()
                    )));
                }
                other.play(choice).map_err(|why| wrong(format!("{choice} from {what}: {why}")))?;
                if other.position() != game.position() {
                    return Err(wrong(format!(
                        "{choice} leads from {what} to {}, and in the game to {}",
                        other.position(),
                        game.position()
                    )));
                }
            }
        }
        let record = game.record().map_err(|why| refuse(why.to_string()))?;
        let game =
            game_of(&record).ok_or_else(|| refuse("the record cannot be read".to_owned()))?;
        replayer.replay(&game).map(|_| ()).map_err(|why| refuse(why.to_string()))
    }

    /// Whether a position stands at a question about pieces that are about to be lost, or in the
    /// midst of more than positions say.
    fn is_about_a_loss(&self, position: &Value) -> bool {
        const UNSAID: TimingSet =
            TimingSet::NESTED.or(TimingSet::new(&[Timing::Ahead, Timing::Travelled]));
        let Some(question) =
            position.get("question").filter(|question| question.get("about").is_none())
        else {
            return false;
        };
        let word = |name: &str| question.get(name).and_then(Value::as_str);
        let moment = word("when").and_then(Timing::from_word);
        let of_rule = || {
            with_rules!(self.variant.rules(), |rules| rules
                .list
                .timings_of(word("rule").unwrap_or_default()))
        };
        moment.map_or_else(of_rule, |moment| TimingSet::new(&[moment])).meets(UNSAID)
    }

    fn once<Z: Size>(
        &self,
        rules: &Rules<Z>,
        watch: Option<&Watch>,
    ) -> Result<(String, u32), Box<Breach>> {
        let seed = self.case.game_seed();
        let mut luck = ConformanceChance::new(Luck(seed), self.variant.chance(), None);
        let names = vec!["conformance".to_owned(); self.case.players.into()];
        let first = if rules.basics.first_at_random() {
            luck.first(self.case.players)
        } else {
            Seat::new(0)
        };
        let mut sink = ConformanceSink {
            recorder: Recorder::new(Vec::new()),
            boxed: [0; KINDS],
            events: 0,
            broken: None,
            declared: self.variant.events(),
            undeclared: None,
            watch: watch.map(|watch| (watch, &**self.variant)),
        };
        sink.recorder.begin(&Header::new(
            self.variant,
            &names,
            first,
            &self.case.seed,
            u64::from(self.case.index),
        ));
        let mut choices = self.case.choices.iter().copied();
        let mut choose = move |count: usize| {
            choices.next().map_or(0, |choice| usize::from(choice) % count.max(1))
        };
        let mut state = deal(rules, self.case.players, &mut luck, &mut sink);
        // The position before the turn that is played, and how many events there were.
        let mut before: Option<(Value, u64)> = None;
        let secrets = Secrets::new(self.variant, rules);
        let mut dealt = secrets.check_numbers(
            &table(rules, self.case.players),
            luck.declared,
            &luck.luck,
            |state, luck, hear| {
                deal_on(rules, state, luck, hear);
            },
        );
        let checked =
            play_by_steps(rules, &mut state, &mut luck, &mut sink, |state, luck, sink| {
                std::mem::replace(&mut dealt, Ok(()))?;
                let core = state.core();
                self.count_tiles(rules, state, &sink.boxed)?;
                if let Some(decl) = luck.undeclared {
                    return Err((
                        DECLARED,
                        format!(
                            "the rule {:?} draws numbers that it does not declare: {}",
                            decl.rule,
                            decl.text.in_language("en")
                        ),
                    ));
                }
                if let Some(decl) = sink.undeclared {
                    let kind =
                        decl.kind.map(|kind| format!(" of the kind {kind:?}")).unwrap_or_default();
                    let (name, fields) = (decl.name, decl.fields.join(", "));
                    return Err((
                        REPORTED,
                        format!(
                            "{name:?} reports an event{kind} that is not declared, with the \
                             fields: {fields}"
                        ),
                    ));
                }
                if let Some(why) = watch.and_then(Watch::undeclared) {
                    return Err((ABLE, why));
                }
                secrets.check_squares(state)?;
                let choice = match core.phase() {
                    Phase::Over => return Ok(None),
                    Phase::Turn => {
                        let turn = core.turn();
                        if turn >= self.turns && turn < rules.basics.turn_limit() {
                            return Err((
                                END,
                                format!("the game has not ended after {turn} turns"),
                            ));
                        }
                        let position = write_position(rules, state);
                        let is_detailed = turn.is_multiple_of(DETAILED_EVERY);
                        let fine = if is_detailed {
                            self.check_position(rules, state, &position)
                        } else {
                            Ok(())
                        };
                        before = Some((position, sink.events));
                        fine?;
                        secrets.check_numbers(
                            state,
                            luck.declared,
                            &luck.luck,
                            |state, luck, hear| {
                                advance_turn(rules, state, luck, hear);
                            },
                        )?;
                        secrets.check_told(state, None, &luck.luck)?;
                        return Ok(Some(NextStep::Turn));
                    }
                    _ => choice(rules, state, &mut choose)?,
                };
                if let Some(asked) =
                    View::new(rules, state).question().filter(|_| core.phase() == Phase::Ask)
                {
                    secrets.check_answer(state, &asked, &luck.luck)?;
                }
                if core.phase() != Phase::Start {
                    secrets.check_told(state, Some(&choice), &luck.luck)?;
                }
                Ok(Some(NextStep::Take(choice)))
            });
        let checked = checked.and_then(|()| match state.core().ending() {
            Some(ending) if ending.outcome == Outcome::Rule(&BROKEN_RULE) => {
                Err((STUCK, sink.broken.unwrap_or_default()))
            }
            Some(ending)
                if ending.outcome == Outcome::TurnLimit
                    && rules.basics.turn_limit() >= self.turns =>
            {
                Err((END, format!("only the turn limit of {} ends it", rules.basics.turn_limit())))
            }
            _ => Ok(()),
        });
        let turns = state.core().turn();
        let record = sink
            .recorder
            .finish()
            .ok()
            .and_then(|bytes| String::from_utf8(bytes).ok())
            .unwrap_or_default();
        match checked {
            Ok(()) => Ok((record, turns)),
            Err((what, why)) => {
                let why = if turns == 0 { why } else { format!("in turn {turns}, {why}") };
                Err(Box::new(Breach {
                    what,
                    why,
                    last_turn: last_turn(before, &record),
                    lines: record.lines().map(str::to_owned).collect(),
                }))
            }
        }
    }

    /// Checks that board, hands, pile and box together hold the deck, face by face.
    fn count_tiles<Z: Size>(
        &self,
        rules: &Rules<Z>,
        state: &State<Rules<Z>>,
        boxed: &[u32; KINDS],
    ) -> CheckResult {
        let core = state.core();
        let mut found = *boxed;
        for square in rules.basics.grid().squares() {
            if let Some(tile) = core.board().tile(square) {
                found[tile.face().index()] += 1;
            }
        }
        let hands = if rules.basics.open() { 1 } else { self.case.players };
        for seat in (0..hands).map(Seat::new) {
            core.hand(seat).iter().for_each(|tile| found[tile.index()] += 1);
        }
        core.pile().iter().for_each(|tile| found[tile.index()] += 1);
        for face in Face::all_kinds() {
            let (there, deck) = (found[face.index()], u32::from(rules.basics.copies_of(face)));
            if there != deck {
                return Err((
                    TILES,
                    format!("there are {there} tiles of face {face}, but {deck} in the deck"),
                ));
            }
        }
        Ok(())
    }

    /// Checks a position between two turns: it can be read back, its legal placements are accepted
    /// and others refused, and views leak nothing.
    fn check_position<Z: Size>(
        &self,
        rules: &Rules<Z>,
        state: &State<Rules<Z>>,
        position: &Value,
    ) -> CheckResult {
        let seed = self.case.game_seed();
        let again = read_position(rules, position, seed)
            .map_err(|error| (POSITION, format!("the position is refused: {error}")))?;
        let written = write_position(rules, &again);
        if written != *position {
            let differs = position
                .as_object()
                .into_iter()
                .flatten()
                .find(|(field, value)| written.get(field.as_str()) != Some(value));
            let field = differs.map_or("", |(field, _)| field.as_str());
            return Err((
                POSITION,
                format!("`{field}` is {} and comes back as {}", position[field], written[field]),
            ));
        }
        self.check_views(rules, state)?;
        let core = state.core();
        let faced = core.place(core.active()).square();
        let hand = core.hand(core.active());
        // A piece that waits chooses its start mark first (V16).
        if core.board().is_blocked(faced)
            || !hand.can_place()
            || core.waiting().contains(core.active())
        {
            return Ok(());
        }
        let on_square = |tile: Option<Laid>, square: Option<Square>| {
            let mut request = json!({ "position": position, "seed": "1" });
            if let Some(tile) = tile {
                request["place"] =
                    json!({ "tile": tile.face().number(), "rotation": tile.rotation().turns() });
            }
            if let Some(square) = square {
                request["place"]["square"] = json!(square);
            }
            answer(self.variant, &request)
        };
        let request = |tile: Option<Laid>| on_square(tile, None);
        // For its team a seat may place on the square of each of its pieces (W7).
        let mates = core
            .mates(core.active())
            .iter()
            .filter(|&mate| rules.basics.for_team() && core.placed().contains(mate));
        let mut squares: Vec<Option<Square>> =
            mates.map(|mate| Some(core.place(mate).square())).collect();
        if squares.is_empty() {
            squares.push(None);
        }
        let asked = request(None).map_err(|error| {
            (LEGAL, format!("the legal placements cannot be asked for: {error}"))
        })?;
        // What a rule asks in the placement's stead comes first (W2), and is answered in whole
        // games.
        if asked.get("options").is_some() {
            return Ok(());
        }
        let entry = |entry: &Value| {
            (number(entry, "tile"), number(entry, "rotation"), entry.get("square").cloned())
        };
        let legal: Vec<(u64, u64, Option<Value>)> =
            asked["legal"].as_array().into_iter().flatten().map(entry).collect();
        if legal.is_empty() {
            return Err((STUCK, format!("seat {} has no legal placement", core.active())));
        }
        for (face, square) in
            hand.distinct().flat_map(|face| squares.iter().map(move |&square| (face, square)))
        {
            for tile in face.rotations().map(|rotation| Laid::new(face, rotation)) {
                let on = square.map(|square| json!(square));
                let is_legal = legal.contains(&(
                    u64::from(face.number()),
                    u64::from(tile.rotation().turns()),
                    on,
                ));
                match (is_legal, on_square(Some(tile), square)) {
                    (true, Err(error)) => {
                        return Err((LEGAL, format!("{tile:?} is legal and refused: {error}")));
                    }
                    (false, Ok(_)) => {
                        return Err((ILLEGAL, format!("{tile:?} is not legal and accepted")));
                    }
                    _ => {}
                }
            }
        }
        // A face that is in no hand, and a special tile that is never placed.
        let wrong = [
            Face::all().find(|face| !hand.contains(*face)),
            hand.iter().find(|tile| tile.orientations() == 0),
        ];
        if let Some(face) = wrong
            .into_iter()
            .flatten()
            .find(|&face| request(Some(Laid::new(face, tsuro::board::Rotation::new(0)))).is_ok())
        {
            return Err((ILLEGAL, format!("tile {face} is not in the hand, and accepted")));
        }
        if request(None).as_ref() != Ok(&asked) {
            return Err((
                ILLEGAL,
                "the legal placements differ after refused placements".to_owned(),
            ));
        }
        Ok(())
    }

    /// Checks that what a seat sees does not depend on what it cannot know: after the hidden part
    /// is dealt again, every rule shows it the same.
    fn check_views<Z: Size>(&self, rules: &Rules<Z>, state: &State<Rules<Z>>) -> CheckResult {
        for seat in (0..self.case.players).map(Seat::new) {
            let before = View::new(rules, state).observation(Some(seat)).rule_views();
            let mut rng = Rng::new(u64::from(state.core().turn()), u64::from(seat.number()));
            let mut other = state.clone();
            rules.list.redeal(other.own_mut(), seat, &mut rng);
            let after = View::new(rules, &other).observation(Some(seat)).rule_views();
            if before != after {
                let names = rules.list.parts().iter().map(|rule| rule.decl().name);
                let name = names
                    .into_iter()
                    .find(|name| before.get(name) != after.get(name))
                    .unwrap_or_default();
                let (before, after) = (&before[name], &after[name]);
                let why = format!(
                    "the rule {name:?} shows seat {seat} {before} and, after the hidden part is \
                     dealt again, {after}"
                );
                return Err((LEAK, why));
            }
        }
        Ok(())
    }
}

/// Checks that a record with an illegal placement is refused at that line.
fn check_forged(game: &GameRecord, replayer: &mut Replayer<'_>) -> CheckResult {
    let Some(at) = game.lines.iter().position(|line| line.starts_with("{\"event\":\"placed\""))
    else {
        return Ok(());
    };
    let mut event: Value = serde_json::from_str(&game.lines[at]).unwrap_or_default();
    let player = number(&event, "player") as usize;
    let deal: Value =
        game.lines.get(1).and_then(|line| serde_json::from_str(line).ok()).unwrap_or_default();
    let hand = &deal["hands"]
        [if deal["hands"].as_array().is_some_and(|hands| hands.len() == 1) { 0 } else { player }];
    let held =
        |face: &u64| hand.as_array().into_iter().flatten().any(|tile| tile.as_u64() == Some(*face));
    let Some(other) = (0..FACES as u64).find(|face| !held(face)) else { return Ok(()) };
    event["tile"] = json!(other);
    event["rotation"] = json!(0);
    let mut lines = game.lines.clone();
    lines[at] = event.to_string();
    let mut forged = game.clone();
    (forged.lines, forged.cut) = (lines, false);
    match replayer.replay(&forged) {
        Err(mismatch) if mismatch.line == game.first_line + at => Ok(()),
        Err(mismatch) => Err((
            ILLEGAL,
            format!(
                "an illegal placement in line {} is noticed only in line {}",
                at + 1,
                mismatch.line
            ),
        )),
        Ok(_) => Err((
            ILLEGAL,
            format!("a record with an illegal placement in line {} is accepted", at + 1),
        )),
    }
}

fn number(value: &Value, field: &str) -> u64 {
    value[field].as_u64().unwrap_or(u64::MAX)
}

fn game_of(record: &str) -> Option<GameRecord> {
    RecordReader::new(record.as_bytes()).game().ok().flatten()
}

/// The last turn of a record: its position, and its events without the beginning of the turn.
fn last_turn(
    before: Option<(Value, u64)>,
    record: &str,
) -> Option<(Value, Vec<Map<String, Value>>)> {
    let (position, events) = before?;
    // The first line is the record's header, not an event.
    let events = record
        .lines()
        .skip(events as usize + 1)
        .filter_map(|line| serde_json::from_str::<Map<String, Value>>(line).ok());
    let events =
        events.filter(|event| event.get("event").and_then(Value::as_str) != Some("turn")).collect();
    Some((position, events))
}

/// Checks that no seat's view of the record shows another hand, the order of the pile, or the seed.
fn check_record_views(game: &GameRecord, memory: &Memory, players: u8, open: bool) -> CheckResult {
    for seat in (0..players).map(Seat::new) {
        for (index, line) in view(game, memory, seat).lines().enumerate() {
            let Ok(event) = serde_json::from_str::<Map<String, Value>>(line) else { continue };
            let shows = |value: Option<&Value>| {
                value
                    .and_then(Value::as_array)
                    .is_some_and(|list| list.iter().any(Value::is_number))
            };
            let name = event.get("event").and_then(Value::as_str).unwrap_or_default();
            let others =
                event.get("hands").and_then(Value::as_array).into_iter().flatten().enumerate();
            let other_hand = !open
                && others
                    .into_iter()
                    .any(|(owner, hand)| owner != seat.index() && shows(Some(hand)));
            let foreign =
                event.get("player").and_then(Value::as_u64) != Some(u64::from(seat.number()));
            // A tile that was put out of the game for all to see is named in its draw.
            let was_shown = |(owner, tile): (Seat, Face)| {
                event.get("player") == Some(&json!(owner.number()))
                    && event.get("tile") == Some(&json!(tile.number()))
            };
            let drawn = name == "drew"
                && foreign
                && !open
                && event.get("tile").is_some_and(Value::is_number);
            let drawn = drawn && !memory.shown_draws().any(was_shown);
            if shows(event.get("pile"))
                || other_hand
                || drawn
                || event.get("seed").is_some_and(Value::is_string)
            {
                return Err((
                    LEAK,
                    format!("line {} shows seat {seat} what it cannot know", index + 1),
                ));
            }
        }
    }
    Ok(())
}

/// Checks that the view of a seat follows from itself.
fn check_view_follows(
    game: &GameRecord,
    memory: &Memory,
    seat: Seat,
    replayer: &mut Replayer<'_>,
) -> CheckResult {
    let refuse = |why: String| (REPLAY, format!("the view of seat {seat}: {why}"));
    let seen =
        game_of(&view(game, memory, seat)).ok_or_else(|| refuse("it cannot be read".to_owned()))?;
    replayer.check_view(&seen).map(|_| ()).map_err(|why| refuse(why.to_string()))
}

/// What is chosen at a decision; otherwise what is wrong with what can be chosen.
fn choice<Z: Size>(
    rules: &Rules<Z>,
    state: &State<Rules<Z>>,
    choose: &mut impl FnMut(usize) -> usize,
) -> Result<Choice, (&'static str, String)> {
    let core = state.core();
    let (view, seat) = (View::new(rules, state), core.active());
    Ok(match core.phase() {
        Phase::Start => {
            let marks = Marks::new(&rules.basics, core).at_start();
            if marks.is_empty() {
                return Err((STUCK, format!("seat {seat} has no start mark to choose")));
            }
            Choice::Start(marks[choose(marks.len())])
        }
        Phase::Relocate { must } => {
            let marks = Marks::new(&rules.basics, core).to_relocate(seat);
            if marks.is_empty() {
                return Err((STUCK, format!("seat {seat} has no mark to relocate to")));
            }
            Choice::Relocate(marks.get(choose(marks.len() + usize::from(!must))).copied())
        }
        Phase::Ask => {
            let seat = core.decider();
            let Some(asked) = view.question() else {
                return Err((
                    STUCK,
                    format!("seat {seat} is asked, and there is no question any more"),
                ));
            };
            if let Some(wrong) = wrong_answers(&asked) {
                return Err((STUCK, format!("seat {seat} is asked: {wrong}")));
            }
            Choice::Rule(asked.options[choose(asked.options.len())])
        }
        Phase::Exchange => {
            let seen = view.observation(Some(seat));
            let mut rng = Rng::new(choose(1 << 12) as u64, 0);
            let exchange = random_exchange(seen.hand(), seen.offered(), &mut rng);
            if !exchange.is_empty() && !seen.allows_exchange(&exchange) {
                return Err((
                    LEGAL,
                    format!("{exchange:?} consists of tiles that are offered, and is not allowed"),
                ));
            }
            Choice::Exchange(exchange)
        }
        Phase::Place | Phase::Turn | Phase::Over => {
            let faced = core.place(seat).square();
            if core.board().content(faced) != Content::Empty {
                let what = if core.board().is_blocked(faced) { "is blocked" } else { "has a tile" };
                return Err((
                    STUCK,
                    format!("seat {seat} has to place a tile on {faced}, which {what}"),
                ));
            }
            let legal = view.choices().legal();
            if legal.is_empty() {
                return Err((STUCK, format!("seat {seat} has no legal placement")));
            }
            Choice::Place(legal[choose(legal.len())])
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::game::{AnswerKind, AskDecl, SubjectDecl, Texts};

    const BID: AskDecl =
        AskDecl::new("auction", AnswerKind::Number, Texts(&[("en", "For {lot}?")]))
            .about(&[SubjectDecl::new("lot")]);

    #[test]
    fn a_question_that_shows_other_than_it_declares_is_found() {
        let bid = || Question::new(&BID, [Answer::number(1)]);
        assert_eq!(wrong_answers(&bid().about([7.into()])), None);
        let wrong = wrong_answers(&bid()).unwrap();
        assert_eq!(wrong, r#"the rule "auction" shows 0 things with its question, and declares 1"#);
        assert!(
            wrong_answers(&bid().about([7.into(), 8.into()])).unwrap().contains("shows 2 things")
        );
    }
}
