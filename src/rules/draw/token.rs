//! What the Dragon tile and the Destiny statue have in common: at most one seat holds the token, and it changes hands.

use crate::game::{
    DrawRule, Effect, EffectScene, EventDecl, EventRole, FieldValue, Key, Progress, Rule, RuleContext, RuleFacts, Seat, SeatSet, Telling,
    Texts, Values,
};
use serde_json::{Value, json};

/// A draw rule with a token. Its state is the seat that holds it.
pub(super) trait TokenRule: Rule {
    /// The token's name, see [`DrawRule::token`].
    const TOKEN: Texts;
    /// The event in which it changes hands: `holder`, and, not written, `from`, who held it before.
    const PASSES: &'static EventDecl;

    /// With fewer seats only the active player draws, and there is no token (C7).
    fn min_players(&self) -> u8;

    /// Draws for the table of at least [`TokenRule::min_players`] seats, and moves the token.
    fn draw_with_token<T: RuleContext + ?Sized>(&self, table: &mut T, holder: &mut Option<Seat>);
}

impl<R: TokenRule> DrawRule for R {
    type State = Option<Seat>;

    fn start(&self, _: u8) -> Option<Seat> {
        None
    }

    /// The token of an eliminated holder goes clockwise to the next live player with fewer tiles than a full hand, or
    /// is set aside (C9, L4).
    fn hands_returned<T: RuleContext + ?Sized>(&self, table: &mut T, holder: &mut Option<Seat>, gone: SeatSet) {
        if let Some(seat) = *holder
            && gone.contains(seat)
        {
            give_token::<Self, T>(table, holder, table.short_of_tiles().next_after(seat));
        }
    }

    // It saves a random game of classic for two 1.3 % of its instructions (`benches/instructions.sh`), and costs one for four or eight 0.2
    // to 0.3 %.
    #[inline(never)]
    fn draw<T: RuleContext + ?Sized>(&self, table: &mut T, holder: &mut Option<Seat>) -> Progress {
        if table.seats() >= self.min_players() {
            self.draw_with_token(table, holder);
        } else {
            let active = table.active();
            // As many as it has placed at most, and at least one where it has passed with an empty hand (C7, C11, V8).
            for _ in 0..table.turn_tiles() {
                if !table.alive().contains(active) || table.draw_one(active).is_none() {
                    break;
                }
            }
        }
        Progress::Done
    }

    fn token(&self) -> Option<Texts> {
        Some(R::TOKEN)
    }

    fn holder(&self, holder: &Option<Seat>) -> Option<Seat> {
        *holder
    }

    fn view(&self, holder: &Option<Seat>, _: Option<Seat>) -> Value {
        json!({ "holder": holder.map(Seat::number) })
    }

    fn set_holder(&self, state: &mut Option<Seat>, holder: Option<Seat>) -> bool {
        *state = holder;
        true
    }
}

/// Moves the token to `to` (`None`: it is set aside), and reports it.
pub(super) fn give_token<R: TokenRule, T: RuleContext + ?Sized>(table: &mut T, holder: &mut Option<Seat>, to: Option<Seat>) {
    let from = std::mem::replace(holder, to);
    table.tell(R::PASSES, &[to.into(), from.into()]);
}

/// The event in which a token changes hands, told in these ways: it is set aside, or a seat takes it. Its name in records
/// is that of the first such token.
pub(super) const fn token_event(told: &'static [Telling]) -> EventDecl {
    EventDecl::new("dragon", &["holder", "from"])
        .hiding(1)
        .told(told)
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
pub(super) fn token_effects(rule: &impl TokenRule, facts: &RuleFacts, [taken, given, left]: [[&'static str; 3]; 3]) -> Vec<Effect> {
    if facts.max_players < rule.min_players() {
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
    let seat = |field| match scene.event.field(field) {
        Some(FieldValue::Seat(seat)) => Some(seat),
        _ => None,
    };
    (scene.event.role() == EventRole::Holder).then(|| (seat("from"), seat("holder")))
}
