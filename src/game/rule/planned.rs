//! [`Basics`] for a rule: its data, and what the engine does for the rule.

use super::contract::Rule;
use crate::board::{Board, FACES, Grid, Size};
use crate::game::basics::ability::Abilities;
use crate::game::basics::data::{
    AvoidException, Basics, BoardStyle, CauseSet, Drawing, Meeting, Plan, ReturnOrder, TieBreak,
};
use crate::game::basics::drift::Drift;
use crate::game::basics::key::RuleFacts;
use crate::game::basics::timing::{Timing, TimingSet};
use crate::game::declare::event::CauseDecl;
use crate::game::declare::texts::Texts;
use crate::game::declare::tile::SPECIALS;
use crate::game::event::Cause;
use crate::game::pieces::hand::MAX_HAND;
use crate::game::pieces::seat::PlayerCounts;

/// Why a piece is out that comes upon a blocked square, where no rule has a cause of its own.
pub static BY_BLOCKED: CauseDecl = CauseDecl::new(
    "blocked",
    "running into a blocked square",
    Texts(&[("en", "stopped by a blocked square"), ("fr", "arrêté par une case bloquée")]),
);

impl<Z: Size> Basics<Z> {
    /// The data for games under `rule`, on the board, for the players and with the hands of
    /// `facts`. The deck has a tile of each face, or as many copies of each as `facts.tiles` is a
    /// multiple of 35; all else is as in the classic game.
    ///
    /// # Panics
    /// If a game with these measures does not [fit](Size::fits) into the tables of this size, or if
    /// the rule [hides](Abilities::HIDES) squares and the size does not allow it.
    pub fn new(facts: &RuleFacts, rule: &dyn Rule) -> Self {
        let copies = (facts.tiles / FACES as u16).max(1);
        let tiles = copies * FACES as u16;
        let fits = Z::fits(facts.columns(), facts.rows(), facts.max_players, tiles);
        assert!(
            fits,
            "{} by {} squares, {} seats and {tiles} tiles do not fit",
            facts.columns(),
            facts.rows(),
            facts.max_players
        );
        assert!(
            Z::HIDES || !rule.abilities().contains(Abilities::HIDES),
            "a rule that hides squares needs the size `Large`"
        );
        let basics = Self::plain(facts).planned_by(rule);
        assert!(
            basics.deck.len() <= Z::TILES,
            "a deck of {} tiles does not fit",
            basics.deck.len()
        );
        basics
    }

    /// The data of the classic game, before any rule is planned for.
    pub(crate) fn plain(facts: &RuleFacts) -> Self {
        let copies = (facts.tiles / FACES as u16).max(1);
        let grid = Grid::<Z>::new(&facts.shape, &facts.marks);
        Self {
            rules_hash: "".into(),
            empty: Board::new(&grid),
            grid,
            players: PlayerCounts::new(facts.min_players, facts.max_players, 1),
            teams: 0,
            first_at_random: false,
            hand: facts.hand,
            copies: std::array::from_fn(|kind| if kind < FACES { copies } else { 0 }),
            specials: [None; SPECIALS],
            limits_hands: false,
            open: false,
            share_square: false,
            turn_tiles: 1,
            avoid: CauseSet::default().with(Cause::Edge).with(Cause::Collision),
            never_share_wake: false,
            cause_of_blocked: Cause::Rule(&BY_BLOCKED),
            unless: AvoidException::NoOtherMove,
            meeting: Meeting::Collide,
            returned: ReturnOrder::Shuffle,
            exchange_from: None,
            tie_break: TieBreak::None,
            lives: 1,
            turn_limit: 10_000,
            deck: (0..FACES as u8)
                .flat_map(|face| std::iter::repeat_n(face, copies.into()))
                .collect(),
            timings: TimingSet::default(),
            calling_dice: u16::MAX,
            rare_moments: false,
            plain_ends: false,
            follows_trips: false,
            abilities: Abilities::NONE,
            hand_limit: facts.hand,
            drawing: Drawing::Nobody,
            last_standing: false,
            cause_of_facing: None,
            one_hand: false,
            together: false,
            for_team: false,
            named_by_dice: None,
            drift: None,
            look: BoardStyle::Stone,
        }
    }

    /// Adds what the engine does for `rule`.
    #[must_use]
    pub(crate) fn planned_by(self, rule: &dyn Rule) -> Self {
        let mut plan = Plan::default();
        rule.plan(&mut plan);
        let of =
            |is_so: bool, moments: TimingSet| if is_so { moments } else { TimingSet::default() };
        let (returns, for_team) =
            (of(self.lives > 1, TimingSet::RETURNS), of(self.for_team, TimingSet::FOR_TEAM));
        let places_specials =
            plan.specials.iter().flatten().any(|(tile, _)| tile.face.is_placed_special());
        let counts_crossings = rule.abilities().contains(Abilities::COUNTS_CROSSINGS);
        let (mut copies, mut deck) = (self.copies, self.deck);
        for (tile, count) in plan.specials.into_iter().flatten() {
            copies[tile.face.index()] = count;
            deck.extend(std::iter::repeat_n(tile.face.number(), count.into()));
        }
        Self {
            copies,
            deck,
            limits_hands: plan
                .specials
                .iter()
                .flatten()
                .any(|(tile, _)| usize::from(tile.most) < MAX_HAND),
            specials: plan.specials.map(|special| special.map(|(tile, _)| tile)),
            open: self.open || plan.one_hand,
            one_hand: plan.one_hand,
            together: plan.together,
            timings: rule
                .timings()
                .or(returns)
                .or(for_team)
                .or(of(places_specials, TimingSet::SPECIALS)),
            calling_dice: rule.calling_dice().unwrap_or(u16::MAX),
            rare_moments: counts_crossings
                || self.for_team
                || places_specials
                || rule.timings().contains(Timing::Due),
            plain_ends: self.lives == 1
                && !self.for_team
                && !(self.open || plan.one_hand)
                && self.turn_tiles == 1
                && plan.last_standing
                && !rule.timings().meets(TimingSet::AFTER_TRAVEL),
            follows_trips: counts_crossings || self.for_team,
            // Its placements are judged in any case, so the placements for one piece alone need not
            // be asked after it.
            abilities: if self.for_team || places_specials {
                rule.abilities().and(Abilities::FORBIDS)
            } else {
                rule.abilities()
            },
            hand_limit: self.hand + plan.extra_tiles,
            teams: plan.teams,
            players: PlayerCounts::new(
                self.players.fewest(),
                self.players.most(),
                plan.teams.max(1),
            ),
            drawing: plan.drawing,
            last_standing: plan.last_standing,
            cause_of_facing: plan.cause_of_facing,
            named_by_dice: plan.named_by_dice,
            drift: Drift::new(plan.drift),
            look: plan.look.unwrap_or(self.look),
            cause_of_blocked: plan.cause_of_blocked.unwrap_or(self.cause_of_blocked),
            ..self
        }
    }
}
