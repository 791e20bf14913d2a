//! Lists everything that can happen under a rule set: what the keys of the core make possible, then
//! the effects of each rule.

use super::point::{CoveragePoint, CoverageTrigger};
use crate::board::{Shape, Wrap};
use crate::game::{
    Abilities, Cause, Event, FirstPlayer, ForbiddenOutcome, Meeting, Outcome, Rule, RuleFacts,
    TieBreak,
};
use crate::rules::hazard::{TAKEN, names};
use crate::rules::{RuleDecl, RulePhase};
use crate::ruleset::{Resolved, Variant};
use crate::with_rules;
use serde_json::Value;

/// Everything that can happen, in a fixed order.
pub(super) fn points(variant: &Variant) -> Vec<CoveragePoint> {
    let (open, abilities) =
        with_rules!(variant.rules(), |rules| (rules.basics.open, rules.basics.abilities));
    let mut points = CorePoints::list(variant.resolved(), abilities, open);
    let facts = variant.resolved().facts();
    for rule in with_rules!(variant.rules(), |rules| rules.list.parts()) {
        points.extend(points_of_rule(&**rule, facts, open));
    }
    let cause = with_rules!(variant.rules(), |rules| rules.basics.cause_of_blocked());
    // That of the first rule that has pieces is among the points of the core, which had it first.
    if abilities.contains(Abilities::BLOCKS) && cause != Cause::Rule(&TAKEN) {
        points.extend(points_of_cause(variant.resolved(), cause));
    }
    points
}

/// What a rule can do: that it forbids placements, and its effects.
fn points_of_rule(rule: &dyn Rule, facts: &RuleFacts, open: bool) -> Vec<CoveragePoint> {
    let RuleDecl { phase, name: rule_name, abilities, .. } = *rule.decl();
    let mut points = Vec::new();
    if abilities.contains(Abilities::FORBIDS) {
        let doc = if phase == RulePhase::Placement {
            "a placement is refused because the placement rule forbids it"
        } else {
            "a placement is refused because the rule forbids it"
        };
        let (name, trigger) =
            (format!("{rule_name}/forbids"), CoverageTrigger::Forbidden(rule_name));
        points.push(CoveragePoint::of_rule(phase, name, "rule", "", doc, trigger));
    }
    // Where the table has one hand, the core refills it and no rule draws (V3).
    if open && phase == RulePhase::Draw {
        return points;
    }
    let effects = rule.effects(facts);
    // Of a rule that forbids it is enough to know that; others say something, or have nothing to be
    // noticed by.
    let is_noticed =
        phase != RulePhase::Placement && abilities != Abilities::NONE || says_something(rule);
    if effects.is_empty() && is_noticed {
        let doc = "an event, a cause or an outcome of the rule's own";
        let (name, trigger) = (rule_name.to_owned(), CoverageTrigger::OutsideRule(rule_name));
        points.push(CoveragePoint::of_rule(phase, name, "rule", "", doc, trigger));
    }
    points.extend(effects.iter().map(|effect| {
        let key = if effect.key.is_empty() { "rule" } else { effect.key };
        let (name, trigger) =
            (format!("{rule_name}/{}", effect.name), CoverageTrigger::Scene(effect.shows));
        CoveragePoint::of_rule(phase, name, key, effect.rules, effect.doc, trigger)
    }));
    points
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

/// Pieces that are out for the cause of what blocks squares, and placements that avoid it.
fn points_of_cause(rules: &Resolved, cause: Cause) -> Vec<CoveragePoint> {
    let name = cause.name();
    let mut points = Vec::new();
    let avoided = rules.value("placement.avoid").and_then(Value::as_array);
    if avoided.is_some_and(|words| words.iter().any(|word| word == name)) {
        let (name, key) = (format!("placement/avoid-{name}"), Some("placement.avoid".to_owned()));
        let doc = "a placement is refused because of the hazard's own cause";
        points.push(CoveragePoint::new(name, key, "", doc, CoverageTrigger::Refused(cause)));
    }
    let doc = "a piece is out for the rule's own cause";
    let (name, trigger) = (name.to_owned(), CoverageTrigger::Out(cause));
    points.push(CoveragePoint::of_rule(RulePhase::Hazard, name, "rule", "", doc, trigger));
    points
}

/// The points of the core, while they are listed: what its own keys make possible.
struct CorePoints<'r> {
    rules: &'r Resolved,
    abilities: Abilities,
    /// Whether the table has one hand.
    open: bool,
    points: Vec<CoveragePoint>,
}

impl<'r> CorePoints<'r> {
    fn list(rules: &'r Resolved, abilities: Abilities, open: bool) -> Vec<CoveragePoint> {
        let mut core = Self { rules, abilities, open, points: Vec::new() };
        core.of_board_and_start();
        core.of_placement();
        core.of_movement();
        core.of_turns_and_tiles();
        core.of_end();
        core.points
    }

    fn may(
        &mut self,
        possible: bool,
        name: &str,
        key: &str,
        ids: &'static str,
        doc: &'static str,
        trigger: CoverageTrigger,
    ) {
        if possible {
            let key = (!key.is_empty()).then(|| key.to_owned());
            self.points.push(CoveragePoint::new(name.to_owned(), key, ids, doc, trigger));
        }
    }

    fn facts(&self) -> &'r RuleFacts {
        self.rules.facts()
    }

    fn has_several_players(&self) -> bool {
        self.facts().max_players > 1
    }

    fn collides(&self) -> bool {
        self.rules.choice::<Meeting>("movement.meeting") == Meeting::Collide
    }

    fn takes_tiles(&self) -> bool {
        self.abilities.contains(Abilities::TAKES_TILES)
    }

    fn has_inner_marks(&self) -> bool {
        self.facts().shape.has_inner_marks(&self.facts().marks)
    }

    /// Whether paths can come to themselves, or to another ship's.
    fn paths_meet(&self) -> bool {
        self.takes_tiles()
            || self.abilities.contains(Abilities::MOVES_PIECES)
            || self.has_inner_marks()
    }

    fn of_board_and_start(&mut self) {
        use CoverageTrigger::{LaidAgain, Scene, SharedSquare, Stands, Starts};
        let (rules, facts, several) = (self.rules, self.facts(), self.has_several_players());
        let (shape, open) = (&facts.shape, self.open);
        let round = "a piece stands where the ends of the board meet";
        let is_round = shape.wrap() != Wrap::None;
        self.may(is_round, "board/round", "board.wrap", "V6", round, Stands(Shape::is_at_seam));
        let portal = "a piece stands at the line of a portal";
        let at_portal = Stands(Shape::is_before_portal);
        let has_portals = !shape.portals().is_empty();
        self.may(has_portals, "board/portal", "board.portals", "V7", portal, at_portal);
        let within = "a piece starts within the board, at a shore or on a line";
        let inside = Starts(|shape, at| !shape.is_on_rim(at));
        let has_any_within = shape.marks(&facts.marks).iter().any(|&mark| !shape.is_on_rim(mark));
        self.may(has_any_within, "start/within", "start.marks", "V5", within, inside);
        let again = "a turn lays another tile";
        let lays_again = rules.int("turn.tiles") > 1 && rules.int("tiles.hand") > 1;
        self.may(lays_again, "turn/again", "turn.tiles", "V8", again, LaidAgain);
        let drawn = rules.choice::<FirstPlayer>("players.first") == FirstPlayer::Random && several;
        let other = "a seat other than the first begins";
        let other_begins = Scene(|scene| match *scene.event {
            Event::Turn { number, player } => number == 1 && player.number() != 0,
            _ => false,
        });
        self.may(drawn, "players/first-random", "players.first", "C1, L2", other, other_begins);
        let shared = "two pieces start on two marks of the same square";
        let (key, shares) = ("start.share-square", rules.flag("start.share-square") && several);
        self.may(shares, "start/share-square", key, "T4", shared, SharedSquare);
        let refilled = "the one hand of the table is refilled";
        let drew = Scene(|scene| matches!(scene.event, Event::Drew { .. }));
        self.may(open, "tiles/open", "tiles.open", "V3, V4", refilled, drew);
    }

    fn of_placement(&mut self) {
        use CoverageTrigger::{Refused, SharedWake, Waived};
        let (rules, several) = (self.rules, self.has_several_players());
        for (cause, doc) in [
            (Cause::Edge, "a placement is refused because it runs off the board"),
            (Cause::Collision, "a placement is refused because it runs into another piece"),
            (Cause::Loop, "a placement is refused because it runs into an endless loop"),
            (Cause::Rule(&TAKEN), names::REFUSED),
        ] {
            let possible = match cause {
                Cause::Edge => self.facts().shape.has_edge(),
                Cause::Collision => self.collides() && several,
                Cause::Rule(_) => self.abilities.contains(Abilities::CAN_BE_STRUCK),
                Cause::Loop => self.paths_meet(),
            };
            let possible =
                possible && rules.words("placement.avoid").any(|word| word == cause.name());
            let name = format!("placement/avoid-{}", cause.name());
            self.may(possible, &name, "placement.avoid", "C3, L1, S13", doc, Refused(cause));
        }
        let waived = "a placement is legal though it should be avoided: no better one is left";
        let (key, avoids) = ("placement.unless", rules.words("placement.avoid").next().is_some());
        self.may(avoids, "placement/unless", key, "C3, L1", waived, Waived);
        let refused = "a placement is refused because two ships would be on one wake";
        let (key, never) = (
            "placement.never",
            rules.lists("placement.never", ForbiddenOutcome::SharedWake)
                && self.paths_meet()
                && several,
        );
        self.may(never, "placement/never-shared-wake", key, "S13", refused, SharedWake);
    }

    fn of_movement(&mut self) {
        use CoverageTrigger::{Joined, Out};
        let (key, several, collides) =
            ("movement.meeting", self.has_several_players(), self.collides());
        let (has_edge, edge) = (self.facts().shape.has_edge(), "a piece runs off the board");
        self.may(has_edge, "movement/edge", "", "C4, S15", edge, Out(Cause::Edge));
        let (collide, met) = (collides && several, "pieces that meet are out");
        self.may(collide, "movement/collision", key, "C5", met, Out(Cause::Collision));
        let (pass, passed) = (!collides && several, "pieces that meet pass each other");
        self.may(pass, "movement/pass", key, "S14", passed, Joined);
        let (loops, lost) =
            (self.takes_tiles() || self.has_inner_marks(), "a piece is lost in an endless loop");
        self.may(loops, "movement/loop", "", "S15", lost, Out(Cause::Loop));
    }

    fn of_turns_and_tiles(&mut self) {
        use CoverageTrigger::Scene;
        let (rules, several, has_hands) = (self.rules, self.has_several_players(), !self.open);
        let most = i64::from(self.facts().max_players);
        let passed = Scene(|scene| matches!(scene.event, Event::Passed { .. }));
        let doc = "a player without tiles passes";
        self.may(has_hands && several, "turn/passed", "", "C11", doc, passed);
        let exchanged = Scene(|scene| matches!(scene.event, Event::Exchanged { .. }));
        let doc = "tiles are exchanged with players just eliminated";
        let exchange = rules.flag("bonus.exchange")
            && has_hands
            && rules.int("bonus.min-players") <= most
            && several;
        self.may(exchange, "bonus/exchange", "bonus.exchange", "C12, L5, S16", doc, exchanged);
        let returned = Scene(|scene| matches!(scene.event, Event::Returned { .. }));
        let doc = "the tiles of eliminated players go back into the pile";
        let returns = has_hands && most > 2;
        self.may(returns, "draw/returned", "draw.returned", "C6, S16", doc, returned);
    }

    fn of_end(&mut self) {
        use CoverageTrigger::Scene;
        let waits = Scene(|scene| matches!(scene.event, Event::LifeLost { .. }));
        let doc = "a piece that is put out comes back later";
        let lives = self.rules.int("end.lives") > 1;
        self.may(lives, "end/second-life", "end.lives", "V16", doc, waits);
        // All are out at once, but not all of them win.
        let first_out = Scene(|scene| {
            matches!(
                scene.event,
                Event::End { ending, .. }
                    if scene.alive.is_empty() && ending.outcome == Outcome::LastStanding
            )
        });
        let doc = "the last pieces are out at once, and the active player counts as the first";
        let tie_break = self.rules.choice::<TieBreak>("end.tie-break") == TieBreak::ActiveFirst
            && self.has_several_players();
        self.may(tie_break, "end/active-first", "end.tie-break", "L6", doc, first_out);
    }
}
