//! Compiles resolved rules into the tables that the engine plays on: [`Variant`].

use super::loader::BuiltIns;
use super::loader::Loader;
use super::problem::{Code, Problem, Problems};
use super::resolved::{Resolved, TableValues};
use super::source::{Source, SourceId};
use crate::board::{Face, KINDS, Large, Size, Small};
use crate::game::{
    AIMED, Abilities, AskDecl, Basics, Cause, CauseSet, ChanceDecl, CountDecl, EventDecl,
    FirstPlayer, ForbiddenOutcome, HelpDecl, KeyWords as _, LIVES, Look, MAX_SUPPLY, PlacementFor,
    Plan, PlayerCounts, Rule, Values, WHERE_TO_PLACE,
};
use crate::rules::{AnyRules, Registry, RuleList, RulePhase, Rules};
use serde_json::Value;

/// A rule set ready to be played: its resolved values and the compiled rules.
///
/// ```
/// use std::sync::Arc;
/// use tsuro::Game;
/// use tsuro::rules::Registry;
/// use tsuro::ruleset::Variant;
///
/// // A text in the language of rule-set files; `Variant::load` takes the name of a built-in one.
/// let text = "schema = 1\nextends = \"classic\"\n[tiles]\nhand = 2\n";
/// let variant = Arc::new(Variant::from_text("two-tiles", text, &Registry::default())?);
/// assert_eq!(variant.players().to_string(), "2 to 8");
/// // Compiled once, for as many games as you like.
/// let games: Result<Vec<Game>, _> = (0..10)
///     .map(|number| Game::from_variant(Arc::clone(&variant), 4, &format!("game {number}")))
///     .collect();
/// assert_eq!(games?.len(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Variant {
    resolved: Resolved,
    json: String,
    hash: String,
    rules: AnyRules,
    /// What its rules have declared.
    events: Vec<&'static EventDecl>,
    asks: Vec<&'static AskDecl>,
    chance: Vec<&'static ChanceDecl>,
    marks: Vec<&'static Look>,
    counts: Vec<&'static CountDecl>,
    help: Vec<&'static HelpDecl>,
    has_hazard: bool,
}

impl Variant {
    /// Compiles resolved rules with the rules of `registry`.
    ///
    /// # Errors
    /// If a rule refuses its values. Rules that were resolved with the same registry are checked
    /// for that already.
    pub fn new(resolved: Resolved, registry: &Registry) -> Result<Self, Problems> {
        let registry = resolved.registry(registry);
        let facts = resolved.facts();
        let list = rule_list(&resolved, registry)?;
        let tiles = facts.tiles + special_tiles(&resolved, &list)?;
        let is_small = Small::fits(facts.columns(), facts.rows(), facts.max_players, tiles);
        let hash = resolved.hash(registry);
        let rules = if is_small && !list.abilities().contains(Abilities::HIDES) {
            AnyRules::Small(compile(&resolved, list, &hash))
        } else {
            AnyRules::Large(compile(&resolved, list, &hash))
        };
        let json = resolved.to_json_in_order().to_string();
        let chosen = RulePhase::ALL
            .into_iter()
            .flat_map(|phase| resolved.rules(phase).map(move |rule| (phase, rule)));
        let infos: Vec<_> = chosen
            .filter_map(|(phase, rule)| registry.rules(phase).iter().find(|info| info.name == rule))
            .collect();
        let events = infos.iter().flat_map(|info| info.events).copied().collect();
        let (for_team, lives) =
            crate::with_rules!(&rules, |rules| (rules.basics.for_team, rules.basics.lives > 1));
        let of_core = for_team.then_some(&WHERE_TO_PLACE);
        let asks = infos.iter().flat_map(|info| info.asks).copied().chain(of_core).collect();
        let chance = infos.iter().flat_map(|info| info.chance).copied().collect();
        let aimed = for_team.then_some(&AIMED);
        let marks = infos.iter().flat_map(|info| info.marks).copied().chain(aimed).collect();
        let lives = lives.then_some(&LIVES);
        let counts = infos.iter().flat_map(|info| info.counts).copied().chain(lives).collect();
        let has_hazard = infos.iter().any(|info| info.phase == RulePhase::Hazard && !info.idle);
        let help = infos.iter().flat_map(|info| info.help).collect();
        Ok(Self {
            resolved,
            json,
            hash,
            rules,
            events,
            asks,
            chance,
            marks,
            counts,
            help,
            has_hazard,
        })
    }

    /// The rule set that `reference` names, ready to be played: [`load`](super::load) and
    /// [`Variant::new`] in one.
    ///
    /// # Errors
    /// All its problems.
    pub fn load(
        reference: &str,
        loader: &dyn Loader,
        registry: &Registry,
    ) -> Result<Self, Problems> {
        Self::new(super::load(reference, loader, registry)?, registry)
    }

    /// The rule set of a text in the language of the files, called `name` in problems. Its parents
    /// and mixins have to be built in.
    ///
    /// # Errors
    /// All its problems.
    pub fn from_text(name: &str, text: &str, registry: &Registry) -> Result<Self, Problems> {
        let source = Source::new(SourceId::File(name.into()), name, text);
        Self::new(super::resolve(source, &BuiltIns, registry)?, registry)
    }

    /// The rules as the JSON object of a record's first line, in one line; made once, since every
    /// game has it.
    pub fn json(&self) -> &str {
        &self.json
    }

    /// The rule set as it was resolved.
    pub fn resolved(&self) -> &Resolved {
        &self.resolved
    }

    /// Its name with overrides: `classic+tiles.hand=4`.
    pub fn name(&self) -> &str {
        self.resolved.name()
    }

    /// The rule hash: the same for rule sets that mean the same.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Its name with the first digits of its rule hash, as reports show it.
    pub fn name_with_hash(&self) -> String {
        format!("{} (rules {})", self.name(), self.hash.get(..12).unwrap_or_default())
    }

    /// The compiled rules, by the size of their board; see [`with_rules!`](crate::with_rules).
    pub fn rules(&self) -> &AnyRules {
        &self.rules
    }

    /// The events that its rules have declared, phase by phase.
    pub fn events(&self) -> &[&'static EventDecl] {
        &self.events
    }

    /// What its rules have declared to ask, phase by phase.
    pub fn asks(&self) -> &[&'static AskDecl] {
        &self.asks
    }

    /// The numbers that its rules have declared to draw, phase by phase.
    pub fn chance(&self) -> &[&'static ChanceDecl] {
        &self.chance
    }

    /// The marks that its rules have declared to show on squares, phase by phase.
    pub fn marks(&self) -> &[&'static Look] {
        &self.marks
    }

    /// What its rules have declared to count, phase by phase.
    pub fn counts(&self) -> &[&'static CountDecl] {
        &self.counts
    }

    /// What its rules add to the help, phase by phase.
    pub fn help(&self) -> &[&'static HelpDecl] {
        &self.help
    }

    /// Whether it has a hazard (S19).
    pub fn has_hazard(&self) -> bool {
        self.has_hazard
    }

    /// Whether `end.tie-break` can decide who wins (L6): where the last piece on the board wins, or
    /// a rule [says](Abilities::BREAKS_TIES) that it asks.
    pub fn breaks_ties(&self) -> bool {
        crate::with_rules!(&self.rules, |rules| {
            rules.basics.last_standing || rules.basics.abilities().contains(Abilities::BREAKS_TIES)
        })
    }

    /// The numbers of players with which it can be played.
    pub fn players(&self) -> PlayerCounts {
        crate::with_rules!(&self.rules, |rules| rules.basics.players)
    }
}

/// The rules of a rule set, built from their values.
fn rule_list(resolved: &Resolved, registry: &Registry) -> Result<RuleList, Problems> {
    let mut problems = Problems::default();
    let tables = RulePhase::ALL
        .into_iter()
        .flat_map(|phase| resolved.tables_of(phase.table()).map(move |table| (phase, table)));
    // Not `collect` into an option, which would stop at the first rule that has problems.
    let built: Vec<Option<Box<dyn Rule>>> = tables
        .map(|(phase, table)| rule(resolved, phase, table, registry, &mut problems))
        .collect();
    let rules: Option<Vec<Box<dyn Rule>>> = built.into_iter().collect();
    let list = rules.filter(|_| !problems.has_errors()).map(RuleList::new);
    if let Some((guest, host)) = list.as_ref().and_then(RuleList::guest_without_room) {
        let message =
            format!("there is no number left for the piece of `{guest}` among those of `{host}`");
        let help = format!(
            "the pieces of `{host}` and its guests are numbered from 0 to {}: leave some out",
            MAX_SUPPLY - 1
        );
        problems.push(Problem::error(Code::Contradiction, message).help(help));
    }
    list.filter(|_| !problems.has_errors()).ok_or(problems)
}

/// How many special tiles the rules put into the deck: each number is one rule's, and the deck has
/// room for them.
fn special_tiles(resolved: &Resolved, list: &RuleList) -> Result<u16, Problems> {
    let mut problems = Problems::default();
    let mut all: Vec<(Face, u16, &str)> = Vec::new();
    for rule in list.parts() {
        let (mut plan, name) = (Plan::default(), rule.decl().name);
        rule.plan(&mut plan);
        for (tile, copies) in plan.specials.into_iter().flatten() {
            if let Some((_, _, other)) = all.iter().find(|known| known.0 == tile.face) {
                let message = format!(
                    "the rules `{other}` and `{name}` both have a special tile with the number {}",
                    tile.face
                );
                problems.push(Problem::error(Code::Contradiction, message));
            }
            all.push((tile.face, copies, name));
        }
    }
    let tiles = all.iter().map(|tile| tile.1).sum();
    if usize::from(resolved.facts().tiles + tiles) > Large::TILES {
        problems.push(Problem::error(
            Code::DeckSize,
            format!(
                "with the special tiles of its rules the deck has more than {} tiles",
                Large::TILES
            ),
        ));
    }
    if problems.has_errors() { Err(problems) } else { Ok(tiles) }
}

fn compile<Z: Size>(resolved: &Resolved, list: RuleList, hash: &str) -> Rules<Z> {
    let mut basics = basics(resolved).planned_by(&list);
    basics.rules_hash = hash.into();
    basics.look = resolved.presentation().look.unwrap_or(basics.look);
    if resolved.words("placement.avoid").any(|word| word == basics.cause_of_blocked.name()) {
        basics.avoid = basics.avoid.with(basics.cause_of_blocked);
    }
    Rules { basics, list }
}

/// Builds the rule that a table chooses.
fn rule(
    resolved: &Resolved,
    phase: RulePhase,
    table: &TableValues,
    registry: &Registry,
    problems: &mut Problems,
) -> Option<Box<dyn Rule>> {
    let name = table.rule?;
    let mut given = Values::new(name, &table.values, resolved.facts());
    let rule = registry.build(phase, name, &mut given);
    let found = given.into_problems();
    let whole = rule.is_none() && found.is_empty();
    for problem in found {
        problems.push(resolved.contradiction(&table.name, problem));
    }
    if whole {
        let message =
            format!("the {} rule `{name}` cannot be made from these values", phase.table());
        problems.push(Problem::error(Code::Contradiction, message).key(table.full("rule")));
    }
    rule
}

/// The compiled values of the core's own keys.
fn basics<Z: Size>(resolved: &Resolved) -> Basics<Z> {
    let facts = resolved.facts();
    let mut copies = [0; KINDS];
    let listed = resolved.value("tiles.copies").and_then(Value::as_array).into_iter().flatten();
    for (slot, count) in copies.iter_mut().zip(listed) {
        *slot = count.as_u64().unwrap_or_default() as u16;
    }
    Basics {
        first_at_random: resolved.choice::<FirstPlayer>("players.first") == FirstPlayer::Random,
        copies,
        open: resolved.flag("tiles.open"),
        share_square: resolved.flag("start.share-square"),
        turn_tiles: resolved.int("turn.tiles") as u8,
        avoid: resolved
            .words("placement.avoid")
            .filter_map(Cause::from_word)
            .fold(CauseSet::default(), CauseSet::with),
        never_share_wake: resolved.lists("placement.never", ForbiddenOutcome::SharedWake),
        for_team: resolved.choice::<PlacementFor>("placement.for") == PlacementFor::Team,
        unless: resolved.choice("placement.unless"),
        meeting: resolved.choice("movement.meeting"),
        returned: resolved.choice("draw.returned"),
        exchange_from: resolved
            .flag("bonus.exchange")
            .then(|| resolved.int("bonus.min-players") as u8),
        tie_break: resolved.choice("end.tie-break"),
        lives: resolved.int("end.lives") as u8,
        turn_limit: resolved.int("end.turn-limit") as u32,
        deck: copies
            .iter()
            .zip(0u8..)
            .flat_map(|(&count, face)| std::iter::repeat_n(face, count.into()))
            .collect(),
        ..Basics::plain(facts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{BoardStyle, Event, Luck, RuleSet, RunSeed, Sink, Uniform, play};
    use crate::rules::{Registry, Rules};
    use crate::ruleset::{BUILT_INS, BuiltIns, HOUSE_RULES, load};
    use crate::with_rules;
    use std::fmt::Write as _;

    /// The same rules, whose turns never end the short way.
    #[derive(Debug)]
    struct LongWay<Z: Size> {
        basics: Basics<Z>,
        rules: &'static Rules<Z>,
    }

    impl<Z: Size> RuleSet for LongWay<Z> {
        type Size = Z;
        type Rule = RuleList;

        fn basics(&self) -> &Basics<Z> {
            &self.basics
        }

        fn rule(&self) -> &RuleList {
            &self.rules.list
        }
    }

    /// Writes down what happens.
    #[derive(Default)]
    struct Written(String);

    impl Sink for Written {
        fn event(&mut self, event: &Event<'_>) {
            let _ = writeln!(self.0, "{event:?}");
        }
    }

    #[test]
    fn the_look_is_what_the_rules_suggest_unless_the_file_says_otherwise() {
        let look = |reference: &str| {
            let variant = Variant::load(reference, &BuiltIns, &Registry::default()).unwrap();
            (with_rules!(variant.rules(), |rules| rules.basics.look), variant.hash().to_owned())
        };
        assert_eq!(look("classic").0, BoardStyle::Stone);
        assert_eq!(look("seas").0, BoardStyle::Sea);
        assert_eq!(look("seas-calm").0, BoardStyle::Sea);
        assert_eq!(look("classic+presentation.look=sea"), (BoardStyle::Sea, look("classic").1));
        assert_eq!(look("seas+presentation.look=stone"), (BoardStyle::Stone, look("seas").1));
    }

    #[test]
    fn a_turn_that_ends_plainly_ends_as_it_would_the_long_way() {
        let registry = Registry::default();
        let mut plain = 0;
        for built_in in BUILT_INS.iter().chain(HOUSE_RULES) {
            // Rule sets of games live as long as the program.
            let variant: &Variant = Box::leak(Box::new(
                Variant::new(load(built_in.name, &BuiltIns, &registry).unwrap(), &registry)
                    .unwrap(),
            ));
            plain += with_rules!(variant.rules(), |rules| {
                let mut long = LongWay { basics: rules.basics.clone(), rules };
                long.basics.plain_ends = false;
                for seats in rules.basics.players().iter().filter(|_| rules.basics.plain_ends) {
                    for index in 0..20 {
                        let seed = RunSeed::new("plain").game(index);
                        let (mut one, mut other) = (Written::default(), Written::default());
                        let (Ok(_), Ok(_)) = (
                            play(rules, seats, &mut Uniform(seed), &mut Luck(seed), &mut one),
                            play(&long, seats, &mut Uniform(seed), &mut Luck(seed), &mut other),
                        );
                        assert!(one.0 == other.0, "{}, {seats} seats, game {index}", built_in.name);
                    }
                }
                usize::from(rules.basics.plain_ends)
            });
        }
        assert!(plain > 15, "{plain} rule sets end turns plainly");
    }

    #[test]
    fn ties_are_broken_where_the_last_piece_wins_or_a_rule_says_so() {
        let registry = Registry::default();
        let broken = |rules: &str| {
            let resolved = load(rules, &BuiltIns, &registry).unwrap();
            Variant::new(resolved, &registry).unwrap().breaks_ties()
        };
        for rules in ["classic", "seas", "teams", "draft"] {
            assert!(broken(rules), "{rules}");
        }
        for rules in ["solo", "longest-path", "most-crossings", "lanterns", "solo-seas"] {
            assert!(!broken(rules), "{rules}");
        }
    }
}
