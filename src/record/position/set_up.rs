//! What rules lay, block and remember when they set up a game, and what positions therefore have to
//! say or cannot.

use crate::board::{Face, Size};
use crate::game::{
    self, Abilities, Luck, Own, Plan, PositionError, Rule, RulePiece, RunSeed, Setup, State, Timing,
};
use crate::record::fields::error;
use crate::rules::Rules;
use crate::rules::printed::unheard;

/// The field in which positions have the square of a special tile that lies, if its rule has one of
/// its own.
pub(crate) fn own_field_of<Z: Size>(rules: &Rules<Z>, tile: Face) -> Option<&'static str> {
    let is_of = |rule: &dyn Rule| {
        let mut plan = Plan::default();
        rule.plan(&mut plan);
        plan.puts_into_deck(tile)
    };
    rules.list.parts().iter().find(|rule| is_of(&***rule))?.decl().in_field
}

/// Checks that a rule can make squares havens that are in no field of their own.
pub(super) fn check_havens<Z: Size>(rules: &Rules<Z>) -> Result<(), PositionError> {
    let placed = || {
        rules
            .basics
            .specials()
            .iter()
            .flatten()
            .map(|tile| tile.face)
            .filter(|tile| tile.is_placed_special())
    };
    if rules.basics.abilities().contains(Abilities::BLOCKS)
        || placed().any(|tile| own_field_of(rules, tile).is_none())
    {
        return Ok(());
    }
    let why = "only a rule from outside the program makes squares havens";
    let own = placed()
        .find_map(|tile| own_field_of(rules, tile))
        .map(|field| format!("; for the tile that lies there is \"{field}\""));
    Err(error("havens", format!("{why}{}", own.unwrap_or_default())))
}

/// Checks that a rule can put something under a supply: one that strikes, or that has not said what
/// it does.
pub(super) fn check_under<Z: Size>(rules: &Rules<Z>) -> Result<(), PositionError> {
    let sinks = |can: Abilities| can.contains(Abilities::STRIKES) || can.contains(Abilities::ANY);
    if rules.list.parts().iter().any(|rule| sinks(rule.abilities())) {
        return Ok(());
    }
    Err(error("under", "no rule here shoots anything down, so nothing can lie under the supply"))
}

/// The fields of what rules change on the board when they set up a game, other than by their
/// pieces.
pub(super) fn changed_by_set_up<Z: Size>(rules: &Rules<Z>, seats: u8) -> Vec<&'static str> {
    if !rules.list.timings().contains(Timing::SetUp) {
        return Vec::new();
    }
    let squares = || rules.basics.grid.squares();
    let blocks = |dealt: &State<Rules<Z>>| {
        let (pieces, faces) = (
            RulePiece::sorted(|each| rules.list.each_piece(dealt.own(), each)),
            rules.list.faces(),
        );
        let has_piece =
            |square| pieces.iter().any(|piece| piece.square == square && !piece.lies_over(&faces));
        squares().any(|square| dealt.core().board().is_blocked(square) && !has_piece(square))
    };
    let lays = |dealt: &State<Rules<Z>>| {
        squares().any(|square| dealt.core().board().tile(square).is_some())
    };
    let dealt: Vec<_> = set_ups(rules, seats).collect();
    let fields = [("blocked", dealt.iter().any(blocks)), ("tiles", dealt.iter().any(lays))];
    fields.into_iter().filter(|field| field.1).map(|field| field.0).collect()
}

/// Some games as rules set them up: what they do shows only for some luck.
fn set_ups<Z: Size>(rules: &Rules<Z>, seats: u8) -> impl Iterator<Item = State<Rules<Z>>> {
    (0..4).map(move |game| {
        unheard(|| {
            game::unchecked::deal(rules, seats, &mut Luck(RunSeed::new("").game(game)), &mut ())
        })
    })
}

/// Whether a rule changes its state when it sets up a game: then a position that says nothing of it
/// would drop what was set up.
pub(super) fn sets_something_up<Z: Size>(
    rules: &Rules<Z>,
    state: &State<Rules<Z>>,
    name: &str,
) -> bool {
    if !rules.list.timings_of(name).contains(Timing::SetUp) {
        return false;
    }
    let seats = state.core().seats();
    set_ups(rules, seats).any(|dealt| {
        let mut told = rules.list.start(&Setup::new(seats, rules.basics.grid().shape()));
        let rule_pieces = RulePiece::sorted(|each| rules.list.each_piece(dealt.own(), each));
        let supply: Option<Vec<u8>> =
            rules.list.supply(dealt.own()).map(|supply| supply.iter().collect());
        // What the fields of pieces and supply tell of it is told.
        let fits = rules.list.set_pieces(&mut told, &rule_pieces, supply.as_deref()).is_ok();
        let own = |state: &Own| rules.list.saved(state).find(|saved| saved.0 == name);
        !fits || own(dealt.own()) != own(&told)
    })
}
