//! Plays a [`ScriptRule`]: calls the functions of its script, and reads what they return.

use super::declare::Copies;
use super::hooks::Hook;
use super::live::{self, Live, Reach};
use super::program::engine;
use super::rule::ScriptRule;
use super::steps;
use super::values::{self, ScriptArgument, ScriptReturn, keep, of_json, to_json};
use super::verbs::{Going, RandomHandle, TableHandle, moment_name};
use crate::board::{Face, Laid, Rotation, Square};
use crate::game::{
    Abilities, Answer, BY_BLOCKED, Cause, Consequence, Crossing, Ending, MAX_ANSWER, Occasion,
    Outcome, Own, PieceFace, Plan, Progress, Question, Rng, Rule, RuleDecl, RulePiece, Seat, Setup,
    Shown, SquareMark, Subject, Table, TableView, Timing, Verdict, fail_with, is_guarded,
};
use crate::rules::rule_script::RuleScript;
use rhai::{Array, CallFnOptions, Dynamic, FuncArgs, INT, ImmutableString, Map, Scope};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::sync::Arc;

/// The rule of a script with these values of its keys.
pub(crate) fn rule_of(
    script: &Arc<RuleScript>,
    given: &serde_json::Map<String, Value>,
) -> Option<Box<dyn Rule>> {
    Some(Box::new(ScriptRule::new(Arc::clone(script), given)?))
}

/// What a rule of a script remembers in a game: `this` of its functions.
#[derive(Debug, Clone)]
struct ScriptMemory(Dynamic);

impl Serialize for ScriptMemory {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to_json(&self.0).map_err(serde::ser::Error::custom)?.serialize(to)
    }
}

impl<'de> Deserialize<'de> for ScriptMemory {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        of_json(&Value::deserialize(from)?).map(Self).map_err(serde::de::Error::custom)
    }
}

/// Something that a function returned, which is not what it should be.
fn returns(hook: Hook, what: &str, found: &Dynamic) -> String {
    let found =
        to_json(found).map_or_else(|_| found.type_name().to_owned(), |value| value.to_string());
    format!("`{}` has to return {what}, and not {found}", hook.name())
}

impl ScriptRule {
    /// Calls a function. An error breaks the game off; where a game is only looked at, or no sink
    /// hears it, the function counts as one that the script does not have, and `None` comes back.
    fn call<'a>(
        &'a self,
        hook: Hook,
        reach: Reach<'a>,
        rng: Option<&'a mut Rng>,
        this: &mut Dynamic,
        args: impl FuncArgs,
    ) -> Option<Dynamic> {
        let is_acting = matches!(reach, Reach::Acts(_));
        let live = Live { reach, rule: self, rng };
        steps::begin_call(hook.most_steps());
        let options = CallFnOptions::new().eval_ast(false).bind_this_ptr(&mut *this);
        let result = live::within(live, || {
            engine().call_fn_with_options::<Dynamic>(
                options,
                &mut Scope::new(),
                self.script.ast(),
                hook.name(),
                args,
            )
        });
        // What only looks is asked any number of times.
        if is_acting {
            steps::end_call();
        }
        match result {
            Ok(found) => Some(found),
            Err(error) => self.fail(&self.script.error_text(&error, hook), hook, this),
        }
    }

    /// Breaks the game off, where that is possible.
    #[cold]
    fn fail<T>(&self, why: &str, hook: Hook, this: &Dynamic) -> Option<T> {
        if is_guarded() {
            let mut state =
                to_json(this).map_or_else(|_| "?".to_owned(), |value| value.to_string());
            if state.len() > 200 {
                state = state.chars().take(200).chain("…".chars()).collect();
            }
            let at = if hook == Hook::Verdict {
                Timing::BeforePlacement
            } else {
                Timing::AfterPlacement
            };
            fail_with(
                &self.script.declared().rule.name,
                at,
                &format!("{why} (in `{}`, with `this` = {state})", hook.name()),
            );
        }
        None
    }

    /// As [`Self::fail`], of what a function returned.
    fn refuse<T>(&self, why: &str, hook: Hook) -> Option<T> {
        self.fail(&format!("{}: {why}", self.script.file_name()), hook, &Dynamic::UNIT)
    }

    /// Calls a function that may change what the rule remembers.
    fn act_on<'a>(
        &'a self,
        hook: Hook,
        reach: Reach<'a>,
        own: &mut Own,
        args: impl FuncArgs,
    ) -> Option<Dynamic> {
        let ScriptMemory(this) = own.get_mut();
        let result = self.call(hook, reach, None, this, args);
        match keep(this) {
            Ok(()) => result,
            Err(why) => {
                *this = Dynamic::UNIT;
                self.refuse(&why, hook)
            }
        }
    }

    /// Calls a function that only looks.
    fn look<'a>(
        &'a self,
        hook: Hook,
        reach: Reach<'a>,
        own: &Own,
        args: impl FuncArgs,
    ) -> Option<Dynamic> {
        if !self.has(hook) {
            return None;
        }
        let mut this = own.get::<ScriptMemory>().0.clone();
        self.call(hook, reach, None, &mut this, args)
    }

    fn has(&self, hook: Hook) -> bool {
        self.script.has(hook)
    }

    /// How the rule goes on after a moment or `act`.
    fn progress(&self, hook: Hook, found: Option<Dynamic>) -> Progress {
        let Some(found) = found.filter(|found| !found.is_unit()) else { return Progress::Done };
        match found.clone().try_cast::<Going>() {
            Some(Going::Ask(seat)) => Progress::Ask(seat),
            Some(Going::Again) => Progress::Again,
            Some(Going::Strike(square)) => Progress::Strike(square),
            Some(Going::Sink(square)) => Progress::Sink(square),
            Some(Going::Covered(square)) => Progress::Covered(square),
            None => self
                .refuse(
                    &returns(
                        hook,
                        "ask(…), again(), strike(…), sink(…), covered(…) or nothing",
                        &found,
                    ),
                    hook,
                )
                .unwrap_or(Progress::Done),
        }
    }

    /// What a function that looks returned, if it is true or false.
    fn is_so(&self, hook: Hook, found: Option<Dynamic>) -> bool {
        let Some(found) = found else { return false };
        found
            .as_bool()
            .ok()
            .or_else(|| self.refuse(&returns(hook, "true or false", &found), hook))
            .unwrap_or_default()
    }

    /// The question in what `question` returned: a map with `ask`, `options` and `about`, or a list
    /// of options.
    fn asked(&self, found: &Dynamic) -> Result<Question, String> {
        const WHAT: &str = "#{ask, options, about} or a list of options";
        let wrong = || returns(Hook::Question, WHAT, found);
        let asks = self.script.declared().asks;
        let (mut ask, mut options, mut about) =
            (asks.first().filter(|_| asks.len() == 1), Dynamic::UNIT, Array::new());
        if let Some(map) = found.read_lock::<Map>() {
            for (key, value) in &*map {
                match key.as_str() {
                    "ask" => {
                        ask = value
                            .read_lock::<ImmutableString>()
                            .and_then(|name| asks.iter().find(|ask| ask.0 == name.as_str()));
                    }
                    "options" => options = value.clone(),
                    "about" => about = value.clone().try_cast().ok_or_else(wrong)?,
                    _ => return Err(wrong()),
                }
            }
        } else {
            options = found.clone();
        }
        let ask = ask.ok_or("`question` does not say which of the `asks` of `RULE` it asks")?.1;
        let options = options.try_cast::<Array>().ok_or_else(wrong)?;
        let options = options
            .iter()
            .map(|option| answer(option).ok_or_else(wrong))
            .collect::<Result<Vec<_>, _>>()?;
        if about.len() != ask.about.len() {
            return Err(format!(
                "`question` is about {} things, and its declaration about {}",
                about.len(),
                ask.about.len()
            ));
        }
        let about = about
            .iter()
            .map(|value| subject(value).ok_or_else(wrong))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Question::new(ask, options).about(about))
    }

    /// The end of the game in what `ending` returned.
    fn ended(&self, found: &Dynamic) -> Option<Ending> {
        let map = found.read_lock::<Map>()?;
        let winners = values::seats(&map.get("winners")?.read_lock::<Array>()?)?;
        let outcome = map.get("outcome")?.read_lock::<ImmutableString>()?;
        let own = self
            .script
            .declared()
            .outcomes
            .iter()
            .find(|known| known.0 == outcome.as_str())
            .map(|known| Outcome::Rule(known.1));
        let outcome = own
            .or_else(|| Outcome::ALL.into_iter().find(|known| known.name() == outcome.as_str()))?;
        Some(Ending::new(winners, outcome))
    }

    /// One thing in what `shows` returned.
    fn shown(&self, found: &Dynamic) -> Option<Shown> {
        let map = found.read_lock::<Map>()?;
        let declared = self.script.declared();
        if let Some(name) = map.get("mark") {
            let name = name.read_lock::<ImmutableString>()?;
            let look = declared.marks.iter().find(|mark| mark.0 == name.as_str())?.1;
            let square = Square::take(map.get("square")?.clone().try_cast()?).ok()?;
            return Some(Shown::Mark(SquareMark::new(square, look)));
        }
        let name = map.get("count")?.read_lock::<ImmutableString>()?;
        let count = declared.counts.iter().find(|count| count.0 == name.as_str())?.1;
        let number = map.get("number")?.as_int().ok()?;
        match map.get("player") {
            Some(seat) => Some(Shown::Seat(
                count,
                Seat::take(seat.as_int().ok()?).ok()?,
                number.try_into().ok()?,
            )),
            None => Some(Shown::Table(count, number.try_into().ok()?)),
        }
    }

    /// A list that the rule keeps under a name.
    fn kept_list<T>(own: &Own, name: &str, read: impl Fn(&Dynamic) -> Option<T>) -> Option<Vec<T>> {
        let this = own.get::<ScriptMemory>().0.read_lock::<Map>()?;
        this.get(name)?.read_lock::<Array>()?.iter().map(read).collect()
    }

    fn set_kept(own: &mut Own, name: &str, value: Dynamic) -> bool {
        let ScriptMemory(this) = own.get_mut();
        this.write_lock::<Map>()
            .filter(|map| map.contains_key(name))
            .map(|mut map| map.insert(name.into(), value))
            .is_some()
    }
}

fn answer(value: &Dynamic) -> Option<Answer> {
    if let Ok(number) = value.as_int() {
        return number.try_into().ok().map(Answer::number);
    }
    let word = value.read_lock::<ImmutableString>()?;
    (!word.is_empty() && word.len() <= MAX_ANSWER).then(|| Answer::word(&word))
}

fn subject(value: &Dynamic) -> Option<Subject> {
    if let Ok(number) = value.as_int() {
        return u32::try_from(number).ok().map(Subject::Number);
    }
    if let Some(map) = value.read_lock::<Map>() {
        let number = |key: &str| map.get(key).and_then(|value| value.as_int().ok());
        if let Some(seat) = number("player") {
            return Seat::take(seat).ok().map(Subject::Seat);
        }
        let rotation = Rotation::take(number("rotation").unwrap_or_default()).ok()?;
        return Face::take(number("tile")?)
            .ok()
            .map(|face| Subject::Tile(Laid::new(face, rotation)));
    }
    let text = value.read_lock::<ImmutableString>()?;
    text.parse().map(Subject::Square).or_else(|_| text.parse().map(Subject::Place)).ok()
}

fn piece(value: &Dynamic) -> Option<RulePiece> {
    let map = value.read_lock::<Map>()?;
    let tile = map.get("tile").map_or(Some(0), |tile| tile.as_int().ok()?.try_into().ok())?;
    let facing = map.get("facing").map_or(Some(0), |facing| facing.as_int().ok())?;
    let square = Square::take(map.get("square")?.clone().try_cast()?).ok()?;
    Some(RulePiece::new(tile, square, Rotation::take(facing).ok()?))
}

fn answer_value(answer: Answer) -> Dynamic {
    match answer.as_number() {
        Some(number) => INT::from(number).into(),
        None => answer.as_word().unwrap_or_default().into(),
    }
}

impl Rule for ScriptRule {
    fn decl(&self) -> &'static RuleDecl {
        &self.script.declared().rule
    }

    fn plan(&self, plan: &mut Plan) {
        let declared = self.script.declared();
        // Of several rules, the first that names a cause counts.
        plan.cause_of_blocked = plan.cause_of_blocked.or(declared.cause_of_blocked);
        // A script may block the square that a piece faces, which cannot place there.
        let blocks = declared.rule.abilities.contains(Abilities::BLOCKS);
        let of_blocked = blocks.then(|| plan.cause_of_blocked.unwrap_or(Cause::Rule(&BY_BLOCKED)));
        plan.cause_of_facing = plan.cause_of_facing.or(declared.cause_of_facing).or(of_blocked);
        for (_, (tile, copies)) in declared.tiles {
            let copies = match copies {
                Copies::Number(number) => *number,
                Copies::Key(key) => self
                    .key(key)
                    .and_then(|value| u8::try_from(value.as_int().ok()?).ok())
                    .unwrap_or_default(),
            };
            if copies > 0 {
                plan.put_into_deck(tile, copies);
            }
        }
    }

    fn start(&self, setup: &Setup<'_>) -> Own {
        let mut this = Dynamic::UNIT;
        if self.has(Hook::Start) {
            steps::begin_moment();
            let shape = setup.shape;
            let setup = values::map([
                ("seats", setup.seats.give()),
                ("columns", shape.columns().give()),
                ("rows", shape.rows().give()),
                ("squares", shape.squares().collect::<Vec<_>>().give()),
            ]);
            let mut nothing = Dynamic::UNIT;
            this = self
                .call(Hook::Start, Reach::Nothing, None, &mut nothing, (setup,))
                .unwrap_or_default();
            if let Err(why) = keep(&mut this) {
                this = self.refuse(&why, Hook::Start).unwrap_or_default();
            }
        }
        Own::new(ScriptMemory(this))
    }

    fn enter(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        let hook = Hook::Moment(at);
        if !self.has(hook) {
            return Progress::Done;
        }
        steps::begin_moment();
        let found = self.act_on(hook, Reach::Acts(table.again()), own, (TableHandle,));
        let progress = self.progress(hook, found);
        if progress != Progress::Done {
            return progress;
        }
        if table.is_settled(at) { self.act(table, own, at) } else { Progress::Again }
    }

    fn act(&self, table: &mut Table<'_>, own: &mut Own, at: Timing) -> Progress {
        if !self.has(Hook::Act) {
            return Progress::Done;
        }
        let moment = moment_name(at);
        let found = self.act_on(Hook::Act, Reach::Acts(table.again()), own, (TableHandle, moment));
        self.progress(Hook::Act, found)
    }

    fn question(&self, table: TableView<'_>, own: &Own, seat: Seat) -> Option<Question> {
        let found = self.look(
            Hook::Question,
            Reach::Looks(table.again()),
            own,
            (TableHandle, seat.give()),
        )?;
        if found.is_unit() {
            return None;
        }
        self.asked(&found).map_or_else(|why| self.refuse(&why, Hook::Question), Some)
    }

    fn answer(&self, table: &mut Table<'_>, own: &mut Own, seat: Seat, answer: Answer) {
        if self.has(Hook::Answer) {
            let _ = self.act_on(
                Hook::Answer,
                Reach::Acts(table.again()),
                own,
                (TableHandle, seat.give(), answer_value(answer)),
            );
        }
    }

    fn strike(&self, table: &mut Table<'_>, own: &mut Own, square: Square) -> bool {
        self.has(Hook::Strike) && {
            let found = self.act_on(
                Hook::Strike,
                Reach::Acts(table.again()),
                own,
                (TableHandle, square.give()),
            );
            self.is_so(Hook::Strike, found)
        }
    }

    fn placed(&self, own: &mut Own, tile: Face, square: Square) {
        if self.has(Hook::Placed) {
            let _ = self.act_on(Hook::Placed, Reach::Nothing, own, (tile.give(), square.give()));
        }
    }

    fn crossed(&self, own: &mut Own, crossing: &Crossing) {
        if self.has(Hook::Crossed) {
            let told = values::map([
                ("player", crossing.seat.give()),
                ("square", crossing.square.give()),
                ("tile", crossing.tile.face().give()),
                ("rotation", crossing.tile.rotation().give()),
                ("from", crossing.from.give()),
                ("to", crossing.to.give()),
            ]);
            let _ = self.act_on(Hook::Crossed, Reach::Nothing, own, (told,));
        }
    }

    fn removed(&self, own: &mut Own, square: Square) {
        if self.has(Hook::Removed) {
            let _ = self.act_on(Hook::Removed, Reach::Nothing, own, (square.give(),));
        }
    }

    fn verdict(
        &self,
        table: TableView<'_>,
        own: &Own,
        tile: Laid,
        consequences: &[Consequence],
    ) -> Verdict {
        if !self.has(Hook::Verdict) {
            return Verdict::Allowed;
        }
        let fates: Array = consequences.iter().map(|fate| fate.give()).collect();
        let Some(found) = self.look(
            Hook::Verdict,
            Reach::Looks(table.again()),
            own,
            (TableHandle, tile.give(), fates),
        ) else {
            return Verdict::Allowed;
        };
        let word = found.read_lock::<ImmutableString>().map(|word| word.clone());
        match word.as_deref() {
            Some("allowed") => Verdict::Allowed,
            Some("avoided") => Verdict::Avoided,
            Some("never") => Verdict::Never,
            _ if found.is_unit() => Verdict::Allowed,
            _ => {
                let what = "\"allowed\", \"avoided\" or \"never\"";
                self.refuse(&returns(Hook::Verdict, what, &found), Hook::Verdict)
                    .unwrap_or(Verdict::Allowed)
            }
        }
    }

    fn hides(&self, table: TableView<'_>, own: &Own, seat: Seat, square: Square) -> bool {
        if !self.has(Hook::Hides) {
            return false;
        }
        let found = self.look(
            Hook::Hides,
            Reach::Looks(table.again()),
            own,
            (TableHandle, seat.give(), square.give()),
        );
        // What fails keeps the secret.
        let Some(found) = found else { return true };
        found
            .as_bool()
            .ok()
            .or_else(|| self.refuse(&returns(Hook::Hides, "true or false", &found), Hook::Hides))
            .unwrap_or(true)
    }

    fn ending(&self, table: TableView<'_>, own: &Own, occasion: Occasion) -> Option<Ending> {
        let word = match occasion {
            Occasion::Travelled => "travelled",
            Occasion::Placement => "placement",
            Occasion::Act => "act",
            Occasion::TurnEnd => "turn-end",
            Occasion::TurnLimit => "turn-limit",
        };
        let found = self
            .look(Hook::Ending, Reach::Looks(table.again()), own, (TableHandle, word))
            .filter(|found| !found.is_unit())?;
        self.ended(&found).or_else(|| {
            let what =
                "#{winners, outcome} or nothing, with an outcome of the rule's or of the game's";
            self.refuse(&returns(Hook::Ending, what, &found), Hook::Ending)
        })
    }

    fn scores(&self, _: TableView<'_>, own: &Own) -> Option<Vec<i64>> {
        Self::kept_list(own, "scores", |value| value.as_int().ok())
    }

    fn points(&self, own: &Own, seat: Seat) -> Option<i64> {
        let this = own.get::<ScriptMemory>().0.read_lock::<Map>()?;
        this.get("scores")?.read_lock::<Array>()?.get(seat.index())?.as_int().ok()
    }

    fn set_scores(&self, own: &mut Own, scores: &[i64]) -> bool {
        Self::set_kept(own, "scores", scores.to_vec().give())
    }

    fn faces(&self) -> Vec<PieceFace> {
        self.script.declared().pieces.to_vec()
    }

    fn each_piece(&self, own: &Own, each: &mut dyn FnMut(RulePiece)) {
        if !self.script.declared().pieces.is_empty() {
            Self::kept_list(own, "pieces", piece).into_iter().flatten().for_each(each);
        }
    }

    fn set_pieces(
        &self,
        own: &mut Own,
        pieces: &[RulePiece],
        _: Option<&[u8]>,
    ) -> Result<(), String> {
        let of = |piece: &RulePiece| {
            values::map([
                ("tile", piece.tile.give()),
                ("square", piece.square.give()),
                ("facing", piece.facing.give()),
            ])
        };
        let list: Array = pieces.iter().map(of).collect();
        if Self::set_kept(own, "pieces", list.into()) || pieces.is_empty() {
            Ok(())
        } else {
            Err("the rule set has none".into())
        }
    }

    fn shows(&self, own: &Own, turn: u32, each: &mut dyn FnMut(Shown)) {
        let Some(found) = self.look(Hook::Shows, Reach::Nothing, own, (INT::from(turn),)) else {
            return;
        };
        let shown = found
            .read_lock::<Array>()
            .and_then(|list| list.iter().map(|item| self.shown(item)).collect::<Option<Vec<_>>>());
        let what = "a list of mark(…), count(…) and count_for(…), with marks and counts of `RULE`";
        let shown = shown.or_else(|| self.refuse(&returns(Hook::Shows, what, &found), Hook::Shows));
        shown.into_iter().flatten().for_each(each);
    }

    fn view(&self, own: &Own, seat: Option<Seat>) -> Value {
        let Some(found) = self.look(Hook::View, Reach::Nothing, own, (seat.give(),)) else {
            return Value::Null;
        };
        let what = "what can be written down";
        to_json(&found)
            .ok()
            .or_else(|| self.refuse(&returns(Hook::View, what, &found), Hook::View))
            .unwrap_or_default()
    }

    fn redeal(&self, own: &mut Own, seat: Seat, rng: &mut Rng) {
        if self.has(Hook::Redeal) {
            let ScriptMemory(this) = own.get_mut();
            let _ = self.call(
                Hook::Redeal,
                Reach::Nothing,
                Some(rng),
                this,
                (seat.give(), RandomHandle),
            );
            if let Err(why) = keep(this) {
                let _: Option<()> = self.refuse(&why, Hook::Redeal);
            }
        }
    }
}
