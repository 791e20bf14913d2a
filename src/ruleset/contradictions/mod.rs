//! Finds values that are each allowed but contradict each other, and values that can never have an
//! effect.
//!
//! Only the core's own keys are compared here; what a rule thinks of its keys it says itself, in
//! [`RuleCatalog::check`].

mod board;
mod pointless;

use super::catalog::{RuleCatalog, RulePhase};
use super::problem::{Code, Problem};
use super::resolved::Resolved;
use crate::game::{Abilities, MAX_SUPPLY, PlacementFor, RuleDecl, Values};
use std::collections::BTreeSet;

/// All contradictions and warnings. Keys in `broken` could not be read and are not compared.
pub(super) fn check(
    rules: &Resolved,
    catalog: &dyn RuleCatalog,
    broken: &BTreeSet<String>,
) -> Vec<Problem> {
    let mut found = Vec::new();
    let sound = |keys: &[&str]| keys.iter().all(|key| !broken.contains(*key));
    let facts = rules.facts();
    let (min, max) = (u32::from(facts.min_players), u32::from(facts.max_players));
    if sound(&["players.min", "players.max"]) && min > max {
        let problem = Problem::error(
            Code::PlayerRange,
            format!("`players.min` is {min}, but `players.max` is {max}"),
        );
        found.push(rules.locate(problem, "players.min", &["players.min", "players.max"], None));
    }
    let keys = ["players.max", "tiles.hand", "tiles.copies", "tiles.open", "score.rule"];
    if sound(&keys) {
        found.extend(hands(rules, max));
    }
    let keys = [
        "players.max",
        "board.columns",
        "board.rows",
        "board.missing",
        "board.wrap",
        "board.portals",
        "start.share-square",
        "start.marks",
    ];
    if sound(&keys) {
        found.extend(board::check(rules, max));
    }
    found.extend(needs(rules, catalog, broken));
    if broken.is_empty() {
        found.extend(guests(rules, catalog));
    }
    if sound(&["placement.for", "score.rule"]) {
        found.extend(teams(rules, catalog));
    }
    if broken.is_empty() {
        found.extend(pointless::warnings(rules, catalog, max));
    }
    found
}

/// A placement for the team needs teams (W7).
fn teams(rules: &Resolved, catalog: &dyn RuleCatalog) -> Option<Problem> {
    let for_team = rules.choice::<PlacementFor>("placement.for") == PlacementFor::Team;
    if !for_team || rules.abilities(catalog).contains(Abilities::TEAMS) {
        return None;
    }
    let with_teams = RulePhase::ALL
        .into_iter()
        .flat_map(|phase| catalog.rules(phase))
        .filter(|rule| rule.abilities.contains(Abilities::TEAMS));
    let with_teams: Vec<String> = with_teams
        .map(|rule| format!("`{}.rule = \"{}\"`", rule.phase.table(), rule.name))
        .collect();
    let problem =
        Problem::error(Code::Contradiction, "`placement.for` is \"team\", but there are no teams");
    let help = format!("choose {}, or leave `placement.for` out", with_teams.join(" or "));
    Some(rules.locate(problem, "placement.for", &["placement.for", "score.rule"], Some(help)))
}

/// What chosen rules need of others: that they are chosen, and the words at their keys.
fn needs(rules: &Resolved, catalog: &dyn RuleCatalog, broken: &BTreeSet<String>) -> Vec<Problem> {
    let mut found = Vec::new();
    for (phase, name) in RulePhase::ALL
        .into_iter()
        .flat_map(|phase| rules.rules(phase).map(move |name| (phase, name)))
    {
        let Some(rule) = catalog.rule(phase, name) else { continue };
        let full = if phase.several() {
            format!("{}.{name}.rule", phase.table())
        } else {
            format!("{}.rule", phase.table())
        };
        if rule.needs_hands
            && [&*full, "tiles.open", "score.rule"].iter().all(|key| !broken.contains(*key))
            && rules.has_one_hand()
        {
            let open = if rules.flag("tiles.open") { "tiles.open" } else { "score.rule" };
            let message =
                format!("`{name}` needs a hand for each player, but the whole table has one");
            let help = format!("leave `{open}` out, or the rule `{name}`");
            found.push(rules.locate(
                Problem::error(Code::Contradiction, message),
                &full,
                &[&full, open],
                Some(help),
            ));
        }
        for need in rule.needs {
            let table = need.phase.table();
            let is_broken = |key: &str| {
                broken.contains(&format!("{table}.{key}"))
                    || broken.contains(&format!("{table}.{}.{key}", need.rule))
            };
            if is_broken("rule") || broken.contains(&full) {
                continue;
            }
            let other = rules.tables_of(table).find(|other| other.rule == Some(need.rule));
            match (need.value, other) {
                (None, None) => {
                    let message = format!(
                        "`{name}` needs the rule `{}` of `[{table}]`: {}",
                        need.rule, need.why
                    );
                    let help = format!(
                        "add `{table}.rule = \"{}\"`, or choose another `{}.rule`",
                        need.rule,
                        phase.table()
                    );
                    let rule = format!("{table}.rule");
                    found.push(rules.locate(
                        Problem::error(Code::Contradiction, message),
                        &full,
                        &[&full, &rule],
                        Some(help),
                    ));
                }
                (Some((key, word)), Some(other))
                    if other.values.get(key).is_some_and(|value| value != word)
                        && !is_broken(key) =>
                {
                    let message =
                        format!("`{name}` needs `{table}.{key} = \"{word}\"`: {}", need.why);
                    let help = format!("set `{key} = \"{word}\"` beside the rule `{}`", need.rule);
                    let key = other.full(key);
                    found.push(rules.locate(
                        Problem::error(Code::Contradiction, message),
                        &key,
                        &[&key, &full],
                        Some(help),
                    ));
                }
                _ => {}
            }
        }
    }
    found
}

/// Finds rules that put a piece into the supply of another rule, where the pieces of that rule
/// leave no number free.
fn guests(rules: &Resolved, catalog: &dyn RuleCatalog) -> Vec<Problem> {
    let chosen = RulePhase::ALL
        .into_iter()
        .flat_map(|phase| rules.rules(phase).filter_map(move |rule| catalog.rule(phase, rule)));
    let problem = |info: &RuleDecl| {
        let guest = info.guest?;
        let (name, host) = (info.name, guest.host);
        let table =
            rules.tables_of(host.phase.table()).find(|table| table.rule == Some(host.name))?;
        let pieces = catalog.pieces(
            host.phase,
            host.name,
            &mut Values::new(host.name, &table.values, rules.facts()),
        );
        let most = MAX_SUPPLY - 1 - usize::from(guest.place);
        if pieces <= most {
            return None;
        }
        let message = format!(
            "`{name}` has no number: `{}` has {pieces} pieces, and beside it can have {most}",
            host.name
        );
        let table = info.phase.table();
        let key = if info.phase.several() {
            format!("{table}.{name}.rule")
        } else {
            format!("{table}.rule")
        };
        let help = format!("leave pieces of `{}` out, or leave `{name}` out", host.name);
        Some(rules.locate(Problem::error(Code::Contradiction, message), &key, &[&key], Some(help)))
    };
    chosen.filter_map(problem).collect()
}

fn hands(rules: &Resolved, max: u32) -> Option<Problem> {
    let facts = rules.facts();
    let (hand, tiles) = (u32::from(facts.hand), u32::from(facts.tiles));
    // Open tiles (V3) and solo games (V4) have one hand for all players.
    let one_hand = rules.has_one_hand();
    let hands = if one_hand { 1 } else { max };
    if hands * hand <= tiles {
        return None;
    }
    let message = if one_hand {
        format!("the hand of {hand} tiles cannot be dealt from a deck of {tiles}")
    } else {
        format!(
            "{max} players with {hand} tiles each need {}, but the deck has {tiles}",
            hands * hand
        )
    };
    let help = if one_hand {
        "add copies, or make the hand smaller".to_owned()
    } else {
        format!(
            "this deck is enough for {} players; lower `players.max` or `tiles.hand`, or add \
             copies",
            tiles / hand
        )
    };
    let problem = Problem::error(Code::NotEnoughTiles, message);
    let keys = ["players.max", "tiles.hand", "tiles.copies"];
    let keys = if one_hand { &keys[1..] } else { &keys[..] };
    Some(rules.locate(problem, keys[0], keys, Some(help)))
}
