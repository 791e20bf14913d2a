//! The effects of the daikaiju rule: what daikaiju can do in a game, and which events show it.

use super::keys::{
    MINIMUM, MOVED_ONTO_WAKE, MOVEMENT_DICE, MOVES_ON, PLACED_ON_WAKE, REMOVED, SETUP,
};
use super::{Daikaiju, SpawnReason, events};
use crate::game::{Cause, Effect, EffectScene, Event, RuleFacts};

impl Daikaiju {
    /// The effects that are possible with the rule's values.
    pub(super) fn list_effects(&self, facts: &RuleFacts) -> Vec<Effect> {
        let mut list = Vec::new();
        let mut may = |possible, name, key, rules, doc, shows| {
            if possible {
                list.push(Effect { name, key, rules, doc, shows });
            }
        };
        let invited =
            |players: &(u8, u8)| players.0 <= facts.max_players && facts.min_players <= players.1;
        let at_setup = self.setup.iter().any(|band| band.place > 0 && invited(&band.players));
        let several = self.tiles.len() > 1;
        let moving = self.moves_on != 0;
        may(
            at_setup,
            "set-up",
            SETUP.name(),
            "S1",
            "daikaiju are placed before the first turn",
            |scene| placed_for(scene, SpawnReason::Setup),
        );
        may(
            self.minimum > 0,
            "minimum",
            MINIMUM.name(),
            "S10",
            "a daikaiju is placed because too few are on the board",
            |scene| placed_for(scene, SpawnReason::Minimum),
        );
        may(
            moving,
            "six",
            MOVES_ON.name(),
            "S5",
            "a daikaiju is placed because the die shows a 6",
            |scene| placed_for(scene, SpawnReason::Six),
        );
        may(moving, "moved", MOVES_ON.name(), "S5", "a daikaiju moves", |scene| {
            scene.event.is(&events::MOVED)
        });
        may(moving, "turned", MOVES_ON.name(), "S5", "a daikaiju turns in place", |scene| {
            scene.event.is(&events::TURNED)
        });
        may(
            moving,
            "left-the-board",
            REMOVED.name(),
            "S6",
            "a daikaiju leaves the board",
            |scene| matches!(scene.event.read(&events::MOVED), Some((_, _, None))),
        );
        may(
            moving && several,
            "destroyed",
            REMOVED.name(),
            "S8",
            "a daikaiju moves onto another",
            |scene| scene.event.is(&events::DESTROYED),
        );
        may(
            moving && self.movement_dice > 1,
            "second-die",
            MOVEMENT_DICE.name(),
            "S5",
            "a second die moves the daikaiju in the same turn",
            |scene| scene.event.is(&events::DIE) && scene.before != events::ROLL.decl().name,
        );
        may(
            moving,
            "moved-onto-wake",
            MOVED_ONTO_WAKE.name(),
            "S7",
            "a daikaiju moves onto a wake tile",
            |scene| {
                matches!(scene.event, Event::WakeRemoved { .. })
                    && scene.before != events::PLACED.decl().name
            },
        );
        may(
            moving || self.minimum > 0,
            "placed-on-wake",
            PLACED_ON_WAKE.name(),
            "S9",
            "a daikaiju is placed on a wake tile",
            |scene| {
                matches!(scene.event, Event::WakeRemoved { .. })
                    && scene.before == events::PLACED.decl().name
            },
        );
        may(
            moving || self.minimum > 0,
            "took-a-ship",
            "",
            "S7, S9, S11, S12",
            "a daikaiju destroys a ship before the placement",
            |scene| is_lost(scene) && !scene.laid,
        );
        may(true, "sailed-into", "", "S15", "a ship sails into a daikaiju", |scene| {
            is_lost(scene) && scene.laid
        });
        may(true, "relocated", "", "S12", "a ship moves to another start mark", |scene| {
            matches!(scene.event, Event::Relocated { .. })
        });
        list
    }
}

fn placed_for(scene: &EffectScene<'_>, wanted: SpawnReason) -> bool {
    scene.event.read(&events::PLACED).is_some_and(|(.., reason)| reason == wanted.word())
}

fn is_lost(scene: &EffectScene<'_>) -> bool {
    matches!(scene.event, Event::Eliminated { cause, .. } if *cause == Cause::Rule(&events::TAKEN))
}
