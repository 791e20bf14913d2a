//! The effects of the daikaiju rule: what daikaiju can do in a game, and which events show it.

use super::events;
use super::keys::{
    MINIMUM, MOVED_ONTO_WAKE, MOVEMENT_DICE, MOVES_ON, PLACED_ON_WAKE, REMOVED, SETUP,
};
use super::monsters::{Daikaiju, SpawnReason};
use crate::game::{Cause, Effect, EffectScene, Event, RuleFacts};

/// Whether an effect is possible with the rule's values.
type IsPossible = fn(&Daikaiju, &RuleFacts) -> bool;

const EFFECTS: &[(IsPossible, Effect)] = &[
    (
        Daikaiju::places_at_setup,
        Effect::new("set-up", "daikaiju are placed before the first turn", |scene| {
            placed_for(scene, SpawnReason::Setup)
        })
        .of_key(&SETUP)
        .rule("S1"),
    ),
    (
        |daikaiju, _| daikaiju.minimum > 0,
        Effect::new("minimum", "a daikaiju is placed because too few are on the board", |scene| {
            placed_for(scene, SpawnReason::Minimum)
        })
        .of_key(&MINIMUM)
        .rule("S10"),
    ),
    (
        Daikaiju::moves,
        Effect::new("six", "a daikaiju is placed because the die shows a 6", |scene| {
            placed_for(scene, SpawnReason::Six)
        })
        .of_key(&MOVES_ON)
        .rule("S5"),
    ),
    (
        Daikaiju::moves,
        Effect::new("moved", "a daikaiju moves", |scene| scene.event.is(&events::MOVED))
            .of_key(&MOVES_ON)
            .rule("S5"),
    ),
    (
        Daikaiju::moves,
        Effect::new("turned", "a daikaiju turns in place", |scene| scene.event.is(&events::TURNED))
            .of_key(&MOVES_ON)
            .rule("S5"),
    ),
    (
        Daikaiju::moves,
        Effect::new("left-the-board", "a daikaiju leaves the board", |scene| {
            matches!(scene.event.read(&events::MOVED), Some((_, _, None)))
        })
        .of_key(&REMOVED)
        .rule("S6"),
    ),
    (
        |daikaiju, facts| daikaiju.moves(facts) && daikaiju.tiles.len() > 1,
        Effect::new("destroyed", "a daikaiju moves onto another", |scene| {
            scene.event.is(&events::DESTROYED)
        })
        .of_key(&REMOVED)
        .rule("S8"),
    ),
    (
        |daikaiju, facts| daikaiju.moves(facts) && daikaiju.movement_dice > 1,
        Effect::new("second-die", "a second die moves the daikaiju in the same turn", |scene| {
            scene.event.is(&events::DIE) && scene.before != events::ROLL.decl().name
        })
        .of_key(&MOVEMENT_DICE)
        .rule("S5"),
    ),
    (
        Daikaiju::moves,
        Effect::new("moved-onto-wake", "a daikaiju moves onto a wake tile", |scene| {
            matches!(scene.event, Event::WakeRemoved { .. })
                && scene.before != events::PLACED.decl().name
        })
        .of_key(&MOVED_ONTO_WAKE)
        .rule("S7"),
    ),
    (
        Daikaiju::comes_in_turns,
        Effect::new("placed-on-wake", "a daikaiju is placed on a wake tile", |scene| {
            matches!(scene.event, Event::WakeRemoved { .. })
                && scene.before == events::PLACED.decl().name
        })
        .of_key(&PLACED_ON_WAKE)
        .rule("S9"),
    ),
    (
        Daikaiju::comes_in_turns,
        Effect::new("took-a-ship", "a daikaiju destroys a ship before the placement", |scene| {
            is_lost(scene) && !scene.laid
        })
        .rule("S7, S9, S11, S12"),
    ),
    (
        |_, _| true,
        Effect::new("sailed-into", "a ship sails into a daikaiju", |scene| {
            is_lost(scene) && scene.laid
        })
        .rule("S15"),
    ),
    (
        |_, _| true,
        Effect::new("relocated", "a ship moves to another start mark", |scene| {
            matches!(scene.event, Event::Relocated { .. })
        })
        .rule("S12"),
    ),
];

impl Daikaiju {
    /// The effects that are possible with the rule's values.
    pub(super) fn list_effects(&self, facts: &RuleFacts) -> Vec<Effect> {
        let possible = EFFECTS.iter().filter(|(is_possible, _)| is_possible(self, facts));
        possible.map(|(_, effect)| *effect).collect()
    }

    fn places_at_setup(&self, facts: &RuleFacts) -> bool {
        let invited =
            |players: &(u8, u8)| players.0 <= facts.max_players && facts.min_players <= players.1;
        self.setup.iter().any(|band| band.place > 0 && invited(&band.players))
    }

    fn moves(&self, _: &RuleFacts) -> bool {
        self.moves_on != 0
    }

    /// Whether some are placed after the first turn has begun.
    fn comes_in_turns(&self, facts: &RuleFacts) -> bool {
        self.moves(facts) || self.minimum > 0
    }
}

fn placed_for(scene: &EffectScene<'_>, wanted: SpawnReason) -> bool {
    scene.event.read(&events::PLACED).is_some_and(|(.., reason)| reason == wanted.word())
}

fn is_lost(scene: &EffectScene<'_>) -> bool {
    matches!(scene.event, Event::Eliminated { cause, .. } if *cause == Cause::Rule(&events::TAKEN))
}
