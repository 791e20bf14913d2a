//! Finds values that are each allowed but contradict each other, and values that can never have an
//! effect.
//!
//! Only the core's own keys are compared here; what a rule thinks of its keys it says itself, in
//! [`RuleCatalog::check`].

mod board;

use super::catalog::{RuleCatalog, RulePhase};
use super::problem::{Code, Problem};
use super::resolved::Resolved;
use crate::board::Wrap;
use crate::game::{
    Abilities, Cause, ForbiddenOutcome, KeyWords, MAX_SUPPLY, Meeting, PlacementFor, RuleDecl,
    Values,
};
use crate::rules::hazard::TAKEN;
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
        found.extend(never_applies(rules, catalog, max));
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

/// Warns of values that have no effect, if the file itself sets one of the keys: to make the value
/// of a parent void is often its purpose.
fn never_applies(rules: &Resolved, catalog: &dyn RuleCatalog, max: u32) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut warn = |key: &str, with: &[&str], word: Option<&str>, message: String, help: &str| {
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
        found.push(problem);
    };
    let exchange = rules.flag("bonus.exchange");
    let from = rules.int("bonus.min-players");
    if exchange && from > i64::from(max) {
        let message = format!("the exchange needs {from} players, but at most {max} can play");
        warn("bonus.min-players", &["bonus.exchange", "players.max"], None, message, "");
    }
    let open = rules.has_one_hand();
    let why_open = if rules.flag("tiles.open") { "tiles.open" } else { "score.rule" };
    if exchange && open {
        let message = "the exchange has no effect: the whole table has one hand".to_owned();
        warn(
            "bonus.exchange",
            &[why_open],
            None,
            message,
            "leave `bonus.exchange` out, or set it to `false`",
        );
    }
    if !exchange {
        let message =
            "`bonus.min-players` has no effect unless `bonus.exchange` is `true`".to_owned();
        warn(
            "bonus.min-players",
            &[],
            None,
            message,
            "set `exchange = true`, or leave `min-players` out",
        );
    }
    let (hand, tiles) = (rules.int("tiles.hand"), rules.int("turn.tiles"));
    if tiles > hand {
        let message = format!("a turn of {tiles} tiles never comes about: a hand holds {hand}");
        warn("turn.tiles", &["tiles.hand"], None, message, "");
    }
    let facts = rules.facts();
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
        warn(
            "board.missing",
            &["board.portals", "start.marks"],
            None,
            message,
            "give the island a start mark, or leave its squares out as well",
        );
    }
    // These warnings are about one word of a list, which the file itself has to have written.
    let pass = rules.choice::<Meeting>("movement.meeting") == Meeting::Pass;
    let abilities = rules.abilities(catalog);
    let calm =
        !abilities.contains(Abilities::TAKES_TILES) && !abilities.contains(Abilities::MOVES_PIECES);
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
            warn(
                key,
                &[],
                Some(word),
                message.to_owned(),
                &format!("leave `{word}` out of the list"),
            );
        }
    }
    let hazards: Vec<_> = rules.rules(RulePhase::Hazard).map(|rule| format!("`{rule}`")).collect();
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
        let phase = RulePhase::ALL.into_iter().find(|phase| catalog.rule(*phase, rule).is_some());
        let why = match phase.filter(|phase| *phase != RulePhase::Hazard) {
            Some(phase) => format!("`{rule}` is no rule of `{}` here", phase.table()),
            None => format!("the hazard {hazards}"),
        };
        let message = format!("`{word}` can never happen: {why}");
        warn(
            "placement.avoid",
            &[],
            Some(word),
            message,
            &format!("leave `{word}` out of the list"),
        );
    }
    let can_be_struck = abilities.contains(Abilities::CAN_BE_STRUCK);
    let chosen = RulePhase::ALL
        .into_iter()
        .flat_map(|phase| rules.rules(phase).filter_map(move |rule| catalog.rule(phase, rule)));
    for rule in chosen.filter(|info| info.abilities == Abilities::STRIKES && !can_be_struck) {
        let others = catalog
            .rules(RulePhase::Hazard)
            .iter()
            .filter(|info| info.abilities.contains(Abilities::CAN_BE_STRUCK));
        let others: Vec<_> = others.map(|info| format!("`{}`", info.name)).collect();
        let message = format!(
            "`{}` has nothing to strike: no other hazard has anything on the board",
            rule.name
        );
        let help = format!(
            "add a hazard with pieces of its own ({}), or leave `{}` out",
            others.join(", "),
            rule.name
        );
        let table = rule.phase.table();
        let key = if rule.phase.several() {
            format!("{table}.{}.rule", rule.name)
        } else {
            format!("{table}.rule")
        };
        warn(&key, &[], None, message, &help);
    }
    if rules.words("placement.avoid").next().is_none() {
        warn(
            "placement.unless",
            &[],
            None,
            "`placement.unless` has no effect: `placement.avoid` is empty".to_owned(),
            "",
        );
    }
    if open && rules.is_own("draw.returned") {
        let message = "`draw.returned` has no effect: the whole table has one hand".to_owned();
        warn("draw.returned", &[why_open], None, message, "");
    }
    found
}
