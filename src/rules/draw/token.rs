//! What the Dragon tile and the Destiny statue have in common: at most one seat holds the token, and it changes hands.

use crate::game::{Effect, EffectScene, EventRole, Key, RuleEvent, RuleFacts, Seat, Telling, Values};

/// The event in which a token changes hands, told in these ways: it is set aside, or a seat takes it. Its name in records
/// is that of the first such token.
pub(super) const fn token_event(told: &'static [Telling]) -> RuleEvent<(Option<Seat>, Option<Seat>)> {
    RuleEvent::named("dragon", &["holder", "from"], told)
        .hiding(1)
        .in_suites(&[("{holder:seat} takes the dragon", "A takes the dragon"), ("nobody holds the dragon", "nobody holds the dragon")])
        .in_role(EventRole::Holder)
}

/// The key `min-players` of a rule with a token.
pub(super) const fn min_players_key(default: i64, rules: &'static str, doc: &'static str) -> Key {
    Key::number("min-players", 1..=32).default(default).rule(rules).means(doc)
}

/// The value of `min-players`.
pub(super) fn read_min_players(values: &Values<'_>) -> Option<u8> {
    u8::try_from(values.int("min-players")).ok()
}

/// The effects of a rule with a token: a player takes it, its holder gives it away, it leaves an eliminated holder.
/// Each comes with its name, its rule id and what happens. There are none where too few can play for a token.
pub(super) fn token_effects(min_players: u8, facts: &RuleFacts, [taken, given, left]: [[&'static str; 3]; 3]) -> Vec<Effect> {
    if facts.max_players < min_players {
        return Vec::new();
    }
    let effect = |[name, rules, doc]: [&'static str; 3], shows| Effect { name, key: "", rules, doc, shows };
    vec![
        effect(taken, |scene| matches!(token_move(scene), Some((None, Some(_))))),
        effect(given, |scene| matches!(token_move(scene), Some((Some(from), _)) if scene.alive.contains(from))),
        effect(left, |scene| matches!(token_move(scene), Some((Some(from), _)) if !scene.alive.contains(from))),
    ]
}

/// The seats from which and to which the token goes, if the event is such a move.
fn token_move(scene: &EffectScene<'_>) -> Option<(Option<Seat>, Option<Seat>)> {
    Some((scene.event.field("from")?, scene.event.new_holder()?))
}
