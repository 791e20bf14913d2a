//! [`Coverage`]: counts in how many games each rule of a rule set came into play.
//!
//! The list of what can happen is made from the resolved rule set and from the effects of its draw,
//! hazard and score rule ([`Rule::effects`]), rules from outside the crate included.
//! `rules check --deep`, comparisons and scenario runs share it, so they all use the same names.

use crate::board::{Place, Shape, Wrap};
use crate::game::{
    Abilities, Cause, DeciderNotice, EffectScene, Event, FirstPlayer, ForbiddenOutcome, Meeting,
    Observation, Onlooker, Outcome, Phase, Rule, RuleSet, Seat, SeatSet, TieBreak, View,
};
use crate::json::Json;
use crate::rules::hazard::{TAKEN, names};
use crate::rules::{RuleDecl, RulePhase};
use crate::ruleset::{Resolved, Variant};
use crate::with_rules;
use serde::Serialize;
use serde_json::Value;

/// Something that can happen under a rule set, and how often it happened.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct CoveragePoint {
    /// Its name: `placement/avoid-edge`, `tsunami/swept`. The part before the stroke is the name of
    /// the rule or of a table of the core.
    pub name: String,
    /// The full key in the rule-set file that makes it possible (`hazard.minimum`), if there is
    /// one.
    pub key: Option<String>,
    /// The phase of the rule that it belongs to; `None` for the core.
    #[serde(skip)]
    pub phase: Option<RulePhase>,
    /// The ids of the rules that it belongs to, as in `docs/rules.md`; may be empty.
    pub rules: &'static str,
    /// What happens: a sentence without a full stop.
    pub doc: &'static str,
    /// How many times it happened.
    pub times: u64,
    /// In how many games it happened.
    pub games: u64,
    #[serde(skip)]
    trigger: CoverageTrigger,
    /// Whether it happened in the present game.
    #[serde(skip)]
    in_this_game: bool,
}

/// How a coverage point is noticed.
#[derive(Debug, Clone, Copy)]
enum CoverageTrigger {
    /// By an event that the function accepts.
    Scene(fn(&EffectScene<'_>) -> bool),
    /// By any event, cause or outcome of this rule from outside the crate.
    OutsideRule(&'static str),
    /// By a piece that is eliminated for this reason.
    Out(Cause),
    /// By a placement that is not legal because it would eliminate the active piece for this
    /// reason.
    Refused(Cause),
    /// By a placement that should be avoided, but is legal because all others are as bad.
    Waived,
    /// By a placement that is not legal because two ships would be on one wake.
    SharedWake,
    /// By a placement that is not legal because the rule of this name forbids it.
    Forbidden(&'static str),
    /// By a tile that joins the ports of two pieces.
    Joined,
    /// By a start mark on a square where another piece stands.
    SharedSquare,
    /// By a piece that starts, or comes to stand, at a place of which this is true.
    Stands(fn(&Shape, Place) -> bool),
    /// By a start mark of which this is true.
    Starts(fn(&Shape, Place) -> bool),
    /// By a tile that is not the first of its turn.
    LaidAgain,
}

/// Follows games of one rule set, and counts which of its rules come into play.
#[derive(Debug, Clone)]
pub struct Coverage {
    points: Vec<CoveragePoint>,
    games: u64,
    /// Of the present game: the name of the last event.
    before: &'static str,
    alive: SeatSet,
    /// Whether a tile was placed in this turn.
    laid: bool,
    /// Where the pieces stand, by seat.
    at: Vec<Option<Place>>,
    shape: Shape,
}

impl Coverage {
    /// Lists everything that can happen under `variant`; nothing has happened yet.
    pub fn new(variant: &Variant) -> Self {
        let (open, abilities) =
            with_rules!(variant.rules(), |rules| (rules.basics.open, rules.basics.abilities));
        let mut points = core_points(variant.resolved(), abilities, open);
        let facts = variant.resolved().facts();
        let cause = with_rules!(variant.rules(), |rules| rules.basics.cause_of_blocked());
        for rule in with_rules!(variant.rules(), |rules| rules.list.parts()) {
            let RuleDecl { phase, name: rule_name, abilities, .. } = *rule.decl();
            let forbids = abilities.contains(Abilities::FORBIDS);
            if forbids {
                let doc = if phase == RulePhase::Placement {
                    "a placement is refused because the placement rule forbids it"
                } else {
                    "a placement is refused because the rule forbids it"
                };
                let name = format!("{rule_name}/forbids");
                points.push(CoveragePoint::of_rule(
                    phase,
                    name,
                    "rule",
                    "",
                    doc,
                    CoverageTrigger::Forbidden(rule_name),
                ));
            }
            // Where the table has one hand, the core refills it and no rule draws (V3).
            if open && phase == RulePhase::Draw {
                continue;
            }
            let effects = rule.effects(facts);
            // Of a rule that forbids it is enough to know that; others say something, or have
            // nothing to be noticed by.
            let is_noticed = phase != RulePhase::Placement && abilities != Abilities::NONE
                || says_something(&**rule);
            if effects.is_empty() && is_noticed {
                let doc = "an event, a cause or an outcome of the rule's own";
                points.push(CoveragePoint::of_rule(
                    phase,
                    rule_name.to_owned(),
                    "rule",
                    "",
                    doc,
                    CoverageTrigger::OutsideRule(rule_name),
                ));
            }
            points.extend(effects.iter().map(|effect| {
                let key = if effect.key.is_empty() { "rule" } else { effect.key };
                let (name, trigger) =
                    (format!("{rule_name}/{}", effect.name), CoverageTrigger::Scene(effect.shows));
                CoveragePoint::of_rule(phase, name, key, effect.rules, effect.doc, trigger)
            }));
        }
        // That of the first rule that has pieces is among the points of the core, which had it
        // first.
        if abilities.contains(Abilities::BLOCKS) && cause != Cause::Rule(&TAKEN) {
            let name = cause.name();
            let avoided = variant.resolved().value("placement.avoid").and_then(Value::as_array);
            if avoided.is_some_and(|words| words.iter().any(|word| word == name)) {
                let (name, key) =
                    (format!("placement/avoid-{name}"), Some("placement.avoid".to_owned()));
                let doc = "a placement is refused because of the hazard's own cause";
                points.push(CoveragePoint::new(
                    name,
                    key,
                    "",
                    doc,
                    CoverageTrigger::Refused(cause),
                ));
            }
            let doc = "a piece is out for the rule's own cause";
            points.push(CoveragePoint::of_rule(
                RulePhase::Hazard,
                name.to_owned(),
                "rule",
                "",
                doc,
                CoverageTrigger::Out(cause),
            ));
        }
        let mut coverage = Self {
            points,
            games: 0,
            before: "",
            alive: SeatSet::EMPTY,
            laid: false,
            at: Vec::new(),
            shape: facts.shape.clone(),
        };
        coverage.begin();
        coverage.games = 0;
        coverage
    }

    /// Begins a game. Only needed for games that are set up from a position: a deal does it by
    /// itself.
    pub fn begin(&mut self) {
        self.games += 1;
        self.before = "";
        self.alive = SeatSet::first(crate::game::MAX_SEATS as u8);
        self.laid = false;
        self.at = vec![None; crate::game::MAX_SEATS];
        for point in &mut self.points {
            point.in_this_game = false;
        }
    }

    /// Everything that can happen, in a fixed order.
    pub fn points(&self) -> &[CoveragePoint] {
        &self.points
    }

    /// The points that never happened.
    pub fn never(&self) -> impl Iterator<Item = &CoveragePoint> {
        self.points.iter().filter(|point| point.times == 0)
    }

    /// The number of games that began.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Adds the counts of another coverage of the same rule set.
    ///
    /// # Panics
    /// If the rule sets differ.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(
            self.points.len(),
            other.points.len(),
            "coverage of different rule sets cannot be added"
        );
        self.games += other.games;
        for (point, other) in self.points.iter_mut().zip(&other.points) {
            debug_assert_eq!(point.name, other.name);
            point.times += other.times;
            point.games += other.games;
        }
    }

    /// Adds the counts of a rule set that differs in some keys. Points that exist only there are
    /// left out.
    pub fn add_known(&mut self, other: &Self) {
        self.games += other.games;
        for point in &mut self.points {
            if let Some(counted) = other.points.iter().find(|counted| counted.name == point.name) {
                point.times += counted.times;
                point.games += counted.games;
            }
        }
    }

    /// A list with an object for each point: `name`, `key`, `rules`, `doc`, `times`, `games`.
    pub fn to_json(&self) -> Value {
        Json::serialized(&self.points).into()
    }

    /// Counts the points that an event triggers.
    pub fn event(&mut self, event: &Event<'_>) {
        match *event {
            Event::Deal { .. } => self.begin(),
            Event::Turn { .. } => self.laid = false,
            Event::Eliminated { player, .. } => self.alive.remove(player),
            Event::Waits { player, .. } => self.at[player.index()] = None,
            Event::Placed { player, tile, square, .. } => {
                if self.laid {
                    self.count(|trigger| matches!(trigger, CoverageTrigger::LaidAgain));
                }
                self.laid = true;
                let here =
                    |at: &Option<Place>| at.filter(|at| at.square() == square).map(Place::port);
                let ports: Vec<_> =
                    self.alive.iter().filter_map(|seat| here(&self.at[seat.index()])).collect();
                let own = self.at[player.index()].map(Place::port);
                if ports.iter().any(|&port| Some(port) != own && ports.contains(&tile.exit(port))) {
                    self.count(|trigger| matches!(trigger, CoverageTrigger::Joined));
                }
            }
            Event::Start { player, mark }
                if self.is_any_other(player, |at| at.square() == mark.square()) =>
            {
                self.count(|trigger| matches!(trigger, CoverageTrigger::SharedSquare));
            }
            _ => {}
        }
        let scene = EffectScene {
            before: self.before,
            laid: self.laid,
            ..EffectScene::new(event, self.alive)
        };
        self.count(|trigger| match trigger {
            CoverageTrigger::Scene(shows) => shows(&scene),
            CoverageTrigger::OutsideRule(rule) => is_of_rule(rule, event),
            CoverageTrigger::Out(wanted) => {
                matches!(
                    event,
                    Event::Eliminated { cause, .. } | Event::Waits { cause, .. } if *cause == wanted
                )
            }
            _ => false,
        });
        match *event {
            Event::Start { player, mark } | Event::Relocated { player, mark } => {
                self.stands(player, mark, true);
            }
            Event::Moved { player, to } => self.stands(player, to, false),
            _ => {}
        }
        self.before = event.name();
    }

    /// Counts which placements the rules refuse, and which they allow though they should be
    /// avoided, as the placing seat sees them.
    pub fn before_placement(&mut self, before: &Observation<'_>) {
        self.alive = before.alive();
        for seat in self.alive.iter() {
            self.at[seat.index()] = before.place(seat);
        }
        let (legal, all) = (before.legal(), before.placements());
        for tile in all {
            if legal.contains(&tile) {
                continue;
            }
            let (fate, forbidden) = (before.fate(tile), before.forbidden_by(tile));
            self.count(|trigger| match trigger {
                CoverageTrigger::Forbidden(rule) => forbidden == Some(rule),
                CoverageTrigger::SharedWake => forbidden.is_none() && fate.shares_wake,
                CoverageTrigger::Refused(cause) => {
                    forbidden.is_none() && !fate.shares_wake && fate.cause == Some(cause)
                }
                _ => false,
            });
        }
        let fates: Vec<_> = legal.iter().map(|&tile| before.fate(tile).cause).collect();
        let avoided: Vec<Cause> = self
            .points
            .iter()
            .filter_map(|point| {
                if let CoverageTrigger::Refused(cause) = point.trigger { Some(cause) } else { None }
            })
            .collect();
        if fates.iter().flatten().any(|cause| avoided.contains(cause)) {
            self.count(|trigger| matches!(trigger, CoverageTrigger::Waived));
        }
    }

    /// Notes where a piece stands now, and whether that is a start mark.
    fn stands(&mut self, player: Seat, at: Place, is_start: bool) {
        self.at[player.index()] = Some(at);
        for point in &mut self.points {
            let happened = match point.trigger {
                CoverageTrigger::Stands(is) => is(&self.shape, at),
                CoverageTrigger::Starts(is) => is_start && is(&self.shape, at),
                _ => false,
            };
            if happened {
                point.happened();
            }
        }
    }

    /// Counts every point with such a trigger.
    fn count(&mut self, is_triggered: impl Fn(CoverageTrigger) -> bool) {
        self.points
            .iter_mut()
            .filter(|point| is_triggered(point.trigger))
            .for_each(CoveragePoint::happened);
    }

    /// Whether the place of any other live piece satisfies `is_wanted`.
    fn is_any_other(&self, player: Seat, is_wanted: impl Fn(Place) -> bool) -> bool {
        self.alive
            .iter()
            .filter(|&seat| seat != player)
            .filter_map(|seat| self.at[seat.index()])
            .any(is_wanted)
    }
}

impl CoveragePoint {
    fn happened(&mut self) {
        self.times += 1;
        self.games += u64::from(!self.in_this_game);
        self.in_this_game = true;
    }

    fn new(
        name: String,
        key: Option<String>,
        rules: &'static str,
        doc: &'static str,
        trigger: CoverageTrigger,
    ) -> Self {
        Self {
            name,
            key,
            phase: None,
            rules,
            doc,
            times: 0,
            games: 0,
            trigger,
            in_this_game: false,
        }
    }

    fn of_rule(
        phase: RulePhase,
        name: String,
        key: &str,
        rules: &'static str,
        doc: &'static str,
        trigger: CoverageTrigger,
    ) -> Self {
        Self {
            phase: Some(phase),
            ..Self::new(name, Some(format!("{}.{key}", phase.table())), rules, doc, trigger)
        }
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

/// Whether the event, its cause or its outcome is that of this rule from outside the crate.
fn is_of_rule(rule: &str, event: &Event<'_>) -> bool {
    let of = |name: &str| name.split_once('/').is_some_and(|(of, _)| of == rule);
    match event {
        Event::Declared { decl, .. } => decl.is_of(rule),
        Event::Laid { rule: name, .. }
        | Event::Turned { rule: name, .. }
        | Event::Broken { rule: name, .. }
        | Event::Carried { rule: name, .. } => *name == rule,
        Event::Picked { decl, .. } => decl.rule == rule,
        Event::Chose { asks, .. } => asks.rule == rule,
        Event::Eliminated { cause: Cause::Rule(cause), .. } => of(cause.name),
        Event::End { ending, .. } => {
            matches!(ending.outcome, Outcome::Rule(outcome) if of(outcome.name))
        }
        _ => false,
    }
}

/// Whether a rule acts, and declares something that shows it.
fn says_something(rule: &dyn Rule) -> bool {
    let decl = rule.decl();
    let says = !decl.events.is_empty()
        || !decl.asks.is_empty()
        || !decl.causes.is_empty()
        || !decl.chance.is_empty();
    says && !rule.timings().is_empty()
}

/// The points of the core: what its own keys make possible.
fn core_points(rules: &Resolved, abilities: Abilities, open: bool) -> Vec<CoveragePoint> {
    use CoverageTrigger::{
        Joined, LaidAgain, Out, Refused, Scene, SharedSquare, SharedWake, Stands, Starts, Waived,
    };
    let mut points = Vec::new();
    let most = i64::from(rules.facts().max_players);
    let (several, collide) =
        (most > 1, rules.choice::<Meeting>("movement.meeting") == Meeting::Collide);
    let takes_tiles = abilities.contains(Abilities::TAKES_TILES);
    let calm = !takes_tiles && !abilities.contains(Abilities::MOVES_PIECES);
    let mut may = |possible: bool, name: &str, key: &str, ids, doc, trigger| {
        if possible {
            points.push(CoveragePoint::new(
                name.to_owned(),
                (!key.is_empty()).then(|| key.to_owned()),
                ids,
                doc,
                trigger,
            ));
        }
    };
    let facts = rules.facts();
    let inner_marks = facts.shape.has_inner_marks(&facts.marks);
    let round = "a piece stands where the ends of the board meet";
    may(
        facts.shape.wrap() != Wrap::None,
        "board/round",
        "board.wrap",
        "V6",
        round,
        Stands(Shape::is_at_seam),
    );
    let portal = "a piece stands at the line of a portal";
    may(
        !facts.shape.portals().is_empty(),
        "board/portal",
        "board.portals",
        "V7",
        portal,
        Stands(Shape::is_before_portal),
    );
    let within = "a piece starts within the board, at a shore or on a line";
    let has_any_within =
        facts.shape.marks(&facts.marks).iter().any(|&mark| !facts.shape.is_on_rim(mark));
    may(
        has_any_within,
        "start/within",
        "start.marks",
        "V5",
        within,
        Starts(|shape, at| !shape.is_on_rim(at)),
    );
    let again = "a turn lays another tile";
    may(
        rules.int("turn.tiles") > 1 && rules.int("tiles.hand") > 1,
        "turn/again",
        "turn.tiles",
        "V8",
        again,
        LaidAgain,
    );
    let random = Scene(
        |scene| matches!(*scene.event, Event::Turn { number: 1, player } if player.number() != 0),
    );
    let drawn = rules.choice::<FirstPlayer>("players.first") == FirstPlayer::Random && several;
    may(
        drawn,
        "players/first-random",
        "players.first",
        "C1, L2",
        "a seat other than the first begins",
        random,
    );
    let shared = "two pieces start on two marks of the same square";
    may(
        rules.flag("start.share-square") && several,
        "start/share-square",
        "start.share-square",
        "T4",
        shared,
        SharedSquare,
    );
    let refilled = Scene(|scene| matches!(scene.event, Event::Drew { .. }));
    may(
        open,
        "tiles/open",
        "tiles.open",
        "V3, V4",
        "the one hand of the table is refilled",
        refilled,
    );
    for (cause, doc) in [
        (Cause::Edge, "a placement is refused because it runs off the board"),
        (Cause::Collision, "a placement is refused because it runs into another piece"),
        (Cause::Loop, "a placement is refused because it runs into an endless loop"),
        (Cause::Rule(&TAKEN), names::REFUSED),
    ] {
        let possible = match cause {
            Cause::Edge => facts.shape.has_edge(),
            Cause::Collision => collide && several,
            Cause::Rule(_) => abilities.contains(Abilities::CAN_BE_STRUCK),
            Cause::Loop => !calm || inner_marks,
        };
        let possible = possible && rules.words("placement.avoid").any(|word| word == cause.name());
        let name = format!("placement/avoid-{}", cause.name());
        may(possible, &name, "placement.avoid", "C3, L1, S13", doc, Refused(cause));
    }
    let waived = "a placement is legal though it should be avoided: no better one is left";
    may(
        rules.words("placement.avoid").next().is_some(),
        "placement/unless",
        "placement.unless",
        "C3, L1",
        waived,
        Waived,
    );
    let never = rules.lists("placement.never", ForbiddenOutcome::SharedWake)
        && (!calm || inner_marks)
        && several;
    let refused = "a placement is refused because two ships would be on one wake";
    may(never, "placement/never-shared-wake", "placement.never", "S13", refused, SharedWake);
    may(
        facts.shape.has_edge(),
        "movement/edge",
        "",
        "C4, S15",
        "a piece runs off the board",
        Out(Cause::Edge),
    );
    may(
        collide && several,
        "movement/collision",
        "movement.meeting",
        "C5",
        "pieces that meet are out",
        Out(Cause::Collision),
    );
    may(
        !collide && several,
        "movement/pass",
        "movement.meeting",
        "S14",
        "pieces that meet pass each other",
        Joined,
    );
    may(
        takes_tiles || inner_marks,
        "movement/loop",
        "",
        "S15",
        "a piece is lost in an endless loop",
        Out(Cause::Loop),
    );
    let passed = Scene(|scene| matches!(scene.event, Event::Passed { .. }));
    may(!open && several, "turn/passed", "", "C11", "a player without tiles passes", passed);
    let exchanged = Scene(|scene| matches!(scene.event, Event::Exchanged { .. }));
    let from = rules.int("bonus.min-players");
    let exchange = rules.flag("bonus.exchange") && !open && from <= most && several;
    may(
        exchange,
        "bonus/exchange",
        "bonus.exchange",
        "C12, L5, S16",
        "tiles are exchanged with players just eliminated",
        exchanged,
    );
    let returned = Scene(|scene| matches!(scene.event, Event::Returned { .. }));
    may(
        !open && most > 2,
        "draw/returned",
        "draw.returned",
        "C6, S16",
        "the tiles of eliminated players go back into the pile",
        returned,
    );
    // All are out at once, but not all of them win.
    let first_out = Scene(|scene| {
        matches!(
            scene.event,
            Event::End { ending, .. }
                if scene.alive.is_empty() && ending.outcome == Outcome::LastStanding
        )
    });
    let waits = Scene(|scene| matches!(scene.event, Event::Waits { .. }));
    may(
        rules.int("end.lives") > 1,
        "end/second-life",
        "end.lives",
        "V16",
        "a piece that is put out comes back later",
        waits,
    );
    let tie_break = rules.choice::<TieBreak>("end.tie-break") == TieBreak::ActiveFirst && several;
    may(
        tie_break,
        "end/active-first",
        "end.tie-break",
        "L6",
        "the last pieces are out at once, and the active player counts as the first",
        first_out,
    );
    points
}
