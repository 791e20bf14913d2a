//! Which rules of a rule set have come into play in the games that were listened to.
//!
//! The list of what can happen is made from the resolved rule set and from what its draw, hazard and score rule say of themselves
//! ([`Rule::effects`](crate::game::Rule::effects)), those from outside the crate included. `rules check --deep`, comparisons and scenario runs
//! all use it, so they name the same things alike.

use crate::board::Place;
use crate::game::{
    Cause, DeciderNotice, EffectScene, Event, HazardRule, Observation, Onlooker, Outcome, Phase, RuleSet, Seat, SeatSet, View,
};
use crate::rules::RulePhase;
use crate::rules::hazard::Hazard;
use crate::ruleset::{Resolved, Variant};
use crate::with_rules;
use serde_json::{Value, json};

/// Something that can happen under a rule set, and how often it did.
#[derive(Debug, Clone)]
pub struct CoveragePoint {
    /// What it is called: `placement/avoid-edge`, `daikaiju/destroyed`. The part before the stroke is the rule's name, or the core's table.
    pub name: String,
    /// The full key of the rule-set file that it comes from (`hazard.minimum`), if it comes from one.
    pub key: Option<String>,
    /// The phase whose rule it belongs to; `None`: the core.
    pub phase: Option<RulePhase>,
    /// The rule ids it belongs to; may be empty.
    pub rules: &'static str,
    /// What happens: a sentence without a full stop.
    pub doc: &'static str,
    /// How often it happened.
    pub times: u64,
    /// In how many games it happened.
    pub games: u64,
    watch: CoverageWatch,
    /// Whether it happened in the present game.
    now: bool,
}

/// By what it is noticed.
#[derive(Debug, Clone, Copy)]
enum CoverageWatch {
    /// An event.
    Scene(fn(&EffectScene<'_>) -> bool),
    /// An event, a cause or an outcome of this rule from outside the crate.
    Own(&'static str),
    /// A piece that is out for this reason.
    Out(Cause),
    /// A placement that is not legal because of what it would do to the active piece.
    Refused(Cause),
    /// A placement that is legal though it is to be avoided.
    Waived,
    /// A placement that is not legal because two ships would be on one wake.
    SharedWake,
    /// A tile that joins the ports of two pieces.
    Joined,
    /// A start on a square where another stands.
    SharedSquare,
}

/// Listens to games of one rule set, and counts what comes into play.
#[derive(Debug, Clone)]
pub struct Coverage {
    points: Vec<CoveragePoint>,
    games: u64,
    /// What is known of the present game.
    before: &'static str,
    holder: Option<Seat>,
    alive: SeatSet,
    laid: bool,
    at: Vec<Option<Place>>,
}

impl Coverage {
    /// Everything that can happen under `variant`, none of it seen.
    pub fn new(variant: &Variant) -> Self {
        let open = with_rules!(variant.rules(), |rules| rules.basics.open);
        let mut points = core_points(variant.resolved(), open);
        let facts = variant.resolved().facts();
        let (parts, hazard) = with_rules!(variant.rules(), |rules| {
            let draw = (RulePhase::Draw, rules.draw.own_name(), rules.draw.effects(facts));
            let hazard = (RulePhase::Hazard, rules.hazard.own_name(), rules.hazard.effects(facts));
            let score = (RulePhase::Score, rules.score.own_name(), rules.score.effects(facts));
            let cause = matches!(rules.hazard, Hazard::Any(_)).then(|| rules.hazard.cause());
            ([draw, hazard, score], cause)
        });
        for (phase, own, (rule, effects)) in parts {
            // Where the table has one hand, the core refills it and the draw rule is not asked (V3).
            if open && phase == RulePhase::Draw {
                continue;
            }
            if let (Some(name), true) = (own, effects.is_empty()) {
                let doc = "the rule shows itself: an event, a cause or an outcome of its own";
                points.push(CoveragePoint::of_rule(phase, name.to_owned(), "rule", "", doc, CoverageWatch::Own(name)));
            }
            points.extend(effects.iter().map(|effect| {
                let key = if effect.key.is_empty() { "rule" } else { effect.key };
                CoveragePoint::of_rule(
                    phase,
                    format!("{rule}/{}", effect.name),
                    key,
                    effect.rules,
                    effect.doc,
                    CoverageWatch::Scene(effect.shows),
                )
            }));
        }
        if let Some(cause @ Cause::Rule(name)) = hazard {
            if variant
                .resolved()
                .value("placement.avoid")
                .and_then(Value::as_array)
                .is_some_and(|list| list.iter().any(|word| word == name))
            {
                let doc = "a placement is refused because of the hazard's own cause";
                points.push(CoveragePoint::new(
                    format!("placement/avoid-{name}"),
                    Some("placement.avoid".to_owned()),
                    "",
                    doc,
                    CoverageWatch::Refused(cause),
                ));
            }
            let doc = "a piece is out by the rule's own cause";
            points.push(CoveragePoint::of_rule(RulePhase::Hazard, name.to_owned(), "rule", "", doc, CoverageWatch::Out(cause)));
        }
        let mut coverage = Self { points, games: 0, before: "", holder: None, alive: SeatSet::EMPTY, laid: false, at: Vec::new() };
        coverage.begin();
        coverage.games = 0;
        coverage
    }

    /// A game begins. A deal says so by itself; a game that is set up from a position needs this.
    pub fn begin(&mut self) {
        self.games += 1;
        self.before = "";
        self.holder = None;
        self.alive = SeatSet::first(crate::game::MAX_SEATS as u8);
        self.laid = false;
        self.at = vec![None; crate::game::MAX_SEATS];
        for point in &mut self.points {
            point.now = false;
        }
    }

    /// Everything that can happen, in a fixed order.
    pub fn points(&self) -> &[CoveragePoint] {
        &self.points
    }

    /// What never happened.
    pub fn never(&self) -> impl Iterator<Item = &CoveragePoint> {
        self.points.iter().filter(|point| point.times == 0)
    }

    /// How many games began.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adds what others of the same rule set counted.
    ///
    /// # Panics
    /// If the other is of another rule set.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(self.points.len(), other.points.len(), "coverage of different rule sets cannot be added");
        self.games += other.games;
        for (point, other) in self.points.iter_mut().zip(&other.points) {
            debug_assert_eq!(point.name, other.name);
            point.times += other.times;
            point.games += other.games;
        }
    }

    /// Adds what another counted under rules that differ in some keys; what can only happen there is left out.
    pub fn add_known(&mut self, other: &Self) {
        self.games += other.games;
        for point in &mut self.points {
            if let Some(counted) = other.points.iter().find(|counted| counted.name == point.name) {
                point.times += counted.times;
                point.games += counted.games;
            }
        }
    }

    /// One object a point: `name`, `key`, `rules`, `doc`, `times`, `games`.
    pub fn to_json(&self) -> Value {
        let one = |point: &CoveragePoint| {
            json!({
                "name": point.name, "key": point.key, "rules": point.rules, "doc": point.doc, "times": point.times, "games": point.games,
            })
        };
        self.points.iter().map(one).collect()
    }

    /// Counts what an event shows.
    pub fn event(&mut self, event: &Event<'_>) {
        match *event {
            Event::Deal { .. } => self.begin(),
            Event::Turn { .. } => self.laid = false,
            Event::Eliminated { player, .. } => self.alive.remove(player),
            Event::Placed { player, tile, square, .. } => {
                self.laid = true;
                let here = |at: &Option<Place>| at.filter(|at| at.square() == square).map(Place::port);
                let ports: Vec<_> = self.alive.iter().filter_map(|seat| here(&self.at[seat.index()])).collect();
                let own = self.at[player.index()].map(Place::port);
                if ports.iter().any(|&port| Some(port) != own && ports.contains(&tile.exit(port))) {
                    self.note(|watch| matches!(watch, CoverageWatch::Joined));
                }
            }
            Event::Start { player, mark } if self.another(player, |at| at.square() == mark.square()) => {
                self.note(|watch| matches!(watch, CoverageWatch::SharedSquare));
            }
            _ => {}
        }
        let scene = EffectScene { before: self.before, holder: self.holder, laid: self.laid, ..EffectScene::new(event, self.alive) };
        self.note(|watch| match watch {
            CoverageWatch::Scene(shows) => shows(&scene),
            CoverageWatch::Own(rule) => is_own(rule, event),
            CoverageWatch::Out(wanted) => matches!(event, Event::Eliminated { cause, .. } if *cause == wanted),
            _ => false,
        });
        match *event {
            Event::Start { player, mark } | Event::Relocated { player, mark } => self.at[player.index()] = Some(mark),
            Event::Moved { player, to } => self.at[player.index()] = Some(to),
            Event::Dragon { holder } => self.holder = holder,
            _ => {}
        }
        self.before = event.name();
    }

    /// Counts what the rules refuse and waive in a position, as the seat that is about to place sees it.
    pub fn before_placement(&mut self, before: &Observation<'_>) {
        self.alive = before.alive();
        self.holder = before.holder();
        for seat in self.alive.iter() {
            self.at[seat.index()] = before.place(seat);
        }
        let (legal, all) = (before.legal(), before.placements());
        for tile in all {
            let (fate, allowed) = (before.fate(tile), legal.contains(&tile));
            self.note(|watch| match watch {
                CoverageWatch::Refused(cause) => !allowed && !fate.shares_wake && fate.cause == Some(cause),
                CoverageWatch::SharedWake => !allowed && fate.shares_wake,
                _ => false,
            });
        }
        let fates: Vec<_> = legal.iter().map(|&tile| before.fate(tile).cause).collect();
        let avoided: Vec<Cause> = self
            .points
            .iter()
            .filter_map(|point| if let CoverageWatch::Refused(cause) = point.watch { Some(cause) } else { None })
            .collect();
        if fates.iter().flatten().any(|cause| avoided.contains(cause)) {
            self.note(|watch| matches!(watch, CoverageWatch::Waived));
        }
    }

    /// Counts every point whose watch is one of these.
    fn note(&mut self, seen: impl Fn(CoverageWatch) -> bool) {
        for point in &mut self.points {
            if seen(point.watch) {
                point.times += 1;
                point.games += u64::from(!point.now);
                point.now = true;
            }
        }
    }

    /// Whether another piece stands where `seen` says.
    fn another(&self, player: Seat, seen: impl Fn(Place) -> bool) -> bool {
        self.alive.iter().filter(|&seat| seat != player).filter_map(|seat| self.at[seat.index()]).any(seen)
    }
}

impl CoveragePoint {
    fn new(name: String, key: Option<String>, rules: &'static str, doc: &'static str, watch: CoverageWatch) -> Self {
        Self { name, key, phase: None, rules, doc, times: 0, games: 0, watch, now: false }
    }

    fn of_rule(phase: RulePhase, name: String, key: &str, rules: &'static str, doc: &'static str, watch: CoverageWatch) -> Self {
        Self { phase: Some(phase), ..Self::new(name, Some(format!("{}.{key}", phase.table())), rules, doc, watch) }
    }
}

impl<R: RuleSet> Onlooker<R> for Coverage {
    const LISTENS: bool = true;

    fn hear(&mut self, notice: &DeciderNotice<'_, R>) {
        if let DeciderNotice::Happened(event) = notice {
            self.event(event);
        }
    }

    fn before_decision(&mut self, view: &View<'_, R>) {
        if view.core().phase() == Phase::Place {
            self.before_placement(&view.observation(Some(view.core().active())));
        }
    }
}

/// Whether the event is one of a rule from outside the crate, or has a cause or outcome of its own.
fn is_own(rule: &str, event: &Event<'_>) -> bool {
    let of = |name: &str| name.split_once('/').is_some_and(|(of, _)| of == rule);
    match event {
        Event::Rule { rule: name, .. } => *name == rule,
        Event::Eliminated { cause: Cause::Rule(name), .. } => of(name),
        Event::End { ending, .. } => matches!(ending.outcome, Outcome::Rule(name) if of(name)),
        _ => false,
    }
}

/// What the core's own keys can bring about.
fn core_points(rules: &Resolved, open: bool) -> Vec<CoveragePoint> {
    let mut points = Vec::new();
    let word = |key: &str| rules.value(key).and_then(Value::as_str).unwrap_or_default();
    let flag = |key: &str| rules.value(key).and_then(Value::as_bool).unwrap_or_default();
    let words = |key: &str| rules.value(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect::<Vec<_>>();
    let most = i64::from(rules.facts().max_players);
    let (several, collide) = (most > 1, word("movement.meeting") == "collide");
    let calm = word("hazard.rule") == "none";
    let mut may = |possible: bool, name: &str, key: &str, ids, doc, watch| {
        if possible {
            points.push(CoveragePoint::new(name.to_owned(), (!key.is_empty()).then(|| key.to_owned()), ids, doc, watch));
        }
    };
    let random = CoverageWatch::Scene(|scene| matches!(*scene.event, Event::Turn { number: 1, player } if player.number() != 0));
    may(
        word("players.first") == "random" && several,
        "players/first-random",
        "players.first",
        "C1, L2",
        "another than the first seat begins",
        random,
    );
    let shared = "two pieces start on two marks of the same square";
    may(flag("start.share-square") && several, "start/share-square", "start.share-square", "T4", shared, CoverageWatch::SharedSquare);
    let refilled = CoverageWatch::Scene(|scene| matches!(scene.event, Event::Drew { .. }));
    may(open, "tiles/open", "tiles.open", "V3, V4", "the one hand of the table is refilled", refilled);
    for (cause, doc) in [
        (Cause::Edge, "a placement is refused because it runs off the board"),
        (Cause::Collision, "a placement is refused because it runs into another piece"),
        (Cause::Loop, "a placement is refused because it runs into an endless loop"),
        (Cause::Daikaiju, "a placement is refused because it runs into a daikaiju"),
    ] {
        let possible = match cause {
            Cause::Edge => true,
            Cause::Collision => collide && several,
            Cause::Daikaiju => word("hazard.rule") == "daikaiju",
            _ => !calm,
        };
        let listed = words("placement.avoid").contains(&cause.name());
        may(
            listed && possible,
            &format!("placement/avoid-{}", cause.name()),
            "placement.avoid",
            "C3, L1, S13",
            doc,
            CoverageWatch::Refused(cause),
        );
    }
    let waived = "a placement is legal though it is to be avoided: nothing better is left";
    may(!words("placement.avoid").is_empty(), "placement/unless", "placement.unless", "C3, L1", waived, CoverageWatch::Waived);
    let never = words("placement.never").contains(&"shared-wake") && !calm && several;
    let refused = "a placement is refused because two ships would be on one wake";
    may(never, "placement/never-shared-wake", "placement.never", "S13", refused, CoverageWatch::SharedWake);
    may(true, "movement/edge", "", "C4, S15", "a piece runs off the board", CoverageWatch::Out(Cause::Edge));
    may(
        collide && several,
        "movement/collision",
        "movement.meeting",
        "C5",
        "pieces that meet are out",
        CoverageWatch::Out(Cause::Collision),
    );
    may(!collide && several, "movement/pass", "movement.meeting", "S14", "pieces that meet pass each other", CoverageWatch::Joined);
    may(
        word("hazard.rule") == "daikaiju",
        "movement/loop",
        "",
        "S15",
        "a piece is lost in an endless loop",
        CoverageWatch::Out(Cause::Loop),
    );
    let passed = CoverageWatch::Scene(|scene| matches!(scene.event, Event::Passed { .. }));
    may(!open && several, "turn/passed", "", "C11", "a player without tiles passes", passed);
    let exchanged = CoverageWatch::Scene(|scene| matches!(scene.event, Event::Exchanged { .. }));
    let from = rules.value("bonus.min-players").and_then(Value::as_i64).unwrap_or_default();
    let exchange = flag("bonus.exchange") && !open && from <= most && several;
    may(exchange, "bonus/exchange", "bonus.exchange", "C12, L5, S16", "tiles are exchanged with players just eliminated", exchanged);
    let returned = CoverageWatch::Scene(|scene| matches!(scene.event, Event::Returned { .. }));
    may(!open && most > 2, "draw/returned", "draw.returned", "C6, S16", "the tiles of eliminated players go back into the pile", returned);
    // All are out at once, and yet not all of them win.
    let first_out = CoverageWatch::Scene(
        |scene| matches!(scene.event, Event::End { ending, .. } if scene.alive.is_empty() && ending.outcome == Outcome::LastStanding),
    );
    let tie_break = word("end.tie-break") == "active-first" && several;
    may(tie_break, "end/active-first", "end.tie-break", "L6", "all go at once, and the active player counts as the first", first_out);
    points
}
