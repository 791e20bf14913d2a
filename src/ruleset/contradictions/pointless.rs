//! Warns of values that have no effect, if the file itself sets one of the keys: to make the value
//! of a parent void is often its purpose.

use super::board;
use crate::board::Wrap;
use crate::game::{Abilities, Cause, ForbiddenOutcome, KeyWords as _, Meeting};
use crate::rules::hazard::TAKEN;
use crate::ruleset::catalog::{RuleCatalog, RuleDecl, RulePhase};
use crate::ruleset::problem::{Code, Problem};
use crate::ruleset::resolved::Resolved;

/// All warnings; `max` is the number of players.
pub(super) fn warnings(rules: &Resolved, catalog: &dyn RuleCatalog, max: u32) -> Vec<Problem> {
    let mut warnings = Warnings { rules, catalog, found: Vec::new() };
    warnings.exchange(max);
    warnings.tiles_of_a_turn();
    warnings.squares_out_of_reach();
    warnings.words_of_no_effect();
    warnings.causes_of_other_rules();
    warnings.rules_that_strike();
    warnings.keys_of_no_effect();
    warnings.found
}

/// The warnings while they are collected.
struct Warnings<'r> {
    rules: &'r Resolved,
    catalog: &'r dyn RuleCatalog,
    found: Vec<Problem>,
}

impl Warnings<'_> {
    /// Warns of the value of a key, or of one word of its list, which other keys make void. Without
    /// a help where that is empty.
    fn warn(&mut self, key: &str, with: &[&str], word: Option<&str>, message: &str, help: &str) {
        let rules = self.rules;
        let keys: Vec<_> = [key].into_iter().chain(with.iter().copied()).collect();
        // A built-in house rule lists what may be to avoid under any rules into which it is mixed.
        if !keys.iter().any(|key| rules.is_own(key))
            || word.is_some() && rules.is_of_a_built_in(key)
        {
            return;
        }
        let problem = Problem::warning(Code::NeverApplies, message);
        let mut problem =
            rules.locate(problem, key, &keys, (!help.is_empty()).then(|| help.to_owned()));
        if let Some(item) =
            word.and_then(|word| rules.item_place(key, |_, item| item.as_text() == Some(word)))
        {
            Resolved::narrow(&mut problem, &item);
        }
        self.found.push(problem);
    }

    /// The key for which the whole table has one hand.
    fn why_one_hand(&self) -> &'static str {
        if self.rules.flag("tiles.open") { "tiles.open" } else { "score.rule" }
    }

    fn exchange(&mut self, max: u32) {
        let exchange = self.rules.flag("bonus.exchange");
        let from = self.rules.int("bonus.min-players");
        if exchange && from > i64::from(max) {
            let message = format!("the exchange needs {from} players, but at most {max} can play");
            let with = ["bonus.exchange", "players.max"];
            self.warn("bonus.min-players", &with, None, &message, "");
        }
        if exchange && self.rules.has_one_hand() {
            let message = "the exchange has no effect: the whole table has one hand";
            let help = "leave `bonus.exchange` out, or set it to `false`";
            self.warn("bonus.exchange", &[self.why_one_hand()], None, message, help);
        }
        if !exchange {
            let message = "`bonus.min-players` has no effect unless `bonus.exchange` is `true`";
            let help = "set `exchange = true`, or leave `min-players` out";
            self.warn("bonus.min-players", &[], None, message, help);
        }
    }

    fn tiles_of_a_turn(&mut self) {
        let (hand, tiles) = (self.rules.int("tiles.hand"), self.rules.int("turn.tiles"));
        if tiles > hand {
            let message = format!("a turn of {tiles} tiles never comes about: a hand holds {hand}");
            self.warn("turn.tiles", &["tiles.hand"], None, &message, "");
        }
    }

    fn squares_out_of_reach(&mut self) {
        let facts = self.rules.facts();
        let far = board::out_of_reach(&facts.shape, &facts.marks);
        if let [first, ..] = far[..]
            && far.len() < facts.shape.squares().count()
        {
            let what = if far.len() == 1 {
                format!("to `{first}`")
            } else {
                format!("to {} squares, such as `{first}`", far.len())
            };
            let message = format!("no path leads {what}: no start mark can reach it");
            let with = ["board.portals", "start.marks"];
            let help = "give the island a start mark, or leave its squares out as well";
            self.warn("board.missing", &with, None, &message, help);
        }
    }

    /// These warnings concern one word of a list, which the file itself has to have written.
    fn words_of_no_effect(&mut self) {
        let rules = self.rules;
        let pass = rules.choice::<Meeting>("movement.meeting") == Meeting::Pass;
        let abilities = rules.abilities(self.catalog);
        let calm = !abilities.contains(Abilities::TAKES_TILES)
            && !abilities.contains(Abilities::MOVES_PIECES);
        let facts = rules.facts();
        // A path may come to a mark where no path begins, and come round to it again.
        let inner_marks = facts.shape.has_inner_marks(&facts.marks);
        let words = [
            (
                "placement.avoid",
                Cause::Edge.name(),
                !facts.shape.has_edge(),
                "there is no edge to avoid: no path can leave this board",
            ),
            (
                "placement.avoid",
                TAKEN.name,
                !abilities.contains(Abilities::CAN_BE_STRUCK),
                "there is nothing on the board to avoid: no hazard has anything there",
            ),
            // Every path leads back to a start mark as long as no tile is removed, and a closed one
            // does not. Round worlds and portals avoid loops all the same, so that a hazard can be
            // added to them.
            (
                "placement.avoid",
                Cause::Loop.name(),
                calm && !inner_marks
                    && facts.shape.wrap() == Wrap::None
                    && facts.shape.portals().is_empty(),
                "there are no endless loops to avoid: they need tiles to be removed",
            ),
            (
                "placement.avoid",
                Cause::Collision.name(),
                pass,
                "there are no collisions to avoid: pieces that meet pass each other",
            ),
            (
                "placement.never",
                ForbiddenOutcome::SharedWake.word(),
                calm && !inner_marks,
                "two pieces can share a wake only where tiles are removed",
            ),
        ];
        for (key, word, pointless, message) in words {
            if pointless && rules.words(key).any(|listed| listed == word) {
                self.warn_of_word(key, word, message);
            }
        }
    }

    fn warn_of_word(&mut self, key: &str, word: &str, message: &str) {
        let help = format!("leave `{word}` out of the list");
        self.warn(key, &[], Some(word), message, &help);
    }

    /// Causes to avoid that belong to rules which are not chosen.
    fn causes_of_other_rules(&mut self) {
        let (rules, catalog) = (self.rules, self.catalog);
        let hazards: Vec<_> =
            rules.rules(RulePhase::Hazard).map(|rule| format!("`{rule}`")).collect();
        let hazards = format!(
            "{} {}",
            if hazards.len() == 1 { "rule is" } else { "rules are" },
            hazards.join(" and ")
        );
        for word in rules.words("placement.avoid") {
            let Some((rule, _)) = word.split_once('/') else { continue };
            if RulePhase::ALL.iter().any(|phase| rules.has_rule(*phase, rule)) {
                continue;
            }
            let phase =
                RulePhase::ALL.into_iter().find(|phase| catalog.rule(*phase, rule).is_some());
            let why = match phase.filter(|phase| *phase != RulePhase::Hazard) {
                Some(phase) => format!("`{rule}` is no rule of `{}` here", phase.table()),
                None => format!("the hazard {hazards}"),
            };
            let message = format!("`{word}` can never happen: {why}");
            self.warn_of_word("placement.avoid", word, &message);
        }
    }

    /// Rules that can do nothing but strike, where nothing can be struck.
    fn rules_that_strike(&mut self) {
        let (rules, catalog) = (self.rules, self.catalog);
        let can_be_struck = |abilities: Abilities| abilities.contains(Abilities::CAN_BE_STRUCK);
        if can_be_struck(rules.abilities(catalog)) {
            return;
        }
        let chosen = RulePhase::ALL
            .into_iter()
            .flat_map(|phase| rules.rules(phase).filter_map(move |rule| catalog.rule(phase, rule)));
        for rule in chosen.filter(|info| info.abilities == Abilities::STRIKES) {
            let others = catalog.rules(RulePhase::Hazard).iter();
            let others: Vec<_> = others
                .filter(|info| can_be_struck(info.abilities))
                .map(|info| format!("`{}`", info.name))
                .collect();
            let message = format!(
                "`{}` has nothing to strike: no other hazard has anything on the board",
                rule.name
            );
            let help = format!(
                "add a hazard with pieces of its own ({}), or leave `{}` out",
                others.join(", "),
                rule.name
            );
            self.warn(&key_of(rule), &[], None, &message, &help);
        }
    }

    fn keys_of_no_effect(&mut self) {
        if self.rules.words("placement.avoid").next().is_none() {
            let message = "`placement.unless` has no effect: `placement.avoid` is empty";
            self.warn("placement.unless", &[], None, message, "");
        }
        if self.rules.has_one_hand() && self.rules.is_own("draw.returned") {
            let message = "`draw.returned` has no effect: the whole table has one hand";
            self.warn("draw.returned", &[self.why_one_hand()], None, message, "");
        }
    }
}

/// The key that chooses a rule.
fn key_of(rule: &RuleDecl) -> String {
    let table = rule.phase.table();
    if rule.phase.several() {
        format!("{table}.{}.rule", rule.name)
    } else {
        format!("{table}.rule")
    }
}
