//! Setting a game up at a position: where in the course of a turn it stands.

use super::asking;
use super::impossible::{PositionError, error};
use super::interrupted;
use super::legal::Choices;
use super::position::{Position, PositionPhase};
use super::position_players::hand_of;
use super::setup::Marks;
use crate::board::{Face, Size, Square, Store};
use crate::game::basics::data::Basics;
use crate::game::basics::timing::Timing;
use crate::game::pieces::seat::Seat;
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::state::game_state::State;
use crate::game::table::core::{Asking, ChanceCounts, Core, Phase};

/// Brings the game to the phase in which the position stands.
pub(super) fn enter_phase<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    position: &Position,
) -> Result<(), PositionError> {
    let basics = rules.basics();
    let core = &mut state.core;
    let active = core.active;
    core.laid = tiles_laid(position, basics.turn_tiles)?;
    core.turn = position.turn;
    core.asked = position.outcomes;
    core.travellers = position.travelled;
    if !position.phase.is_mid_turn() {
        core.turn -= 1;
    }
    if matches!(position.phase, PositionPhase::Turn | PositionPhase::Start) {
        core.asked = ChanceCounts::default();
    }
    if position.phase.is_before_first_turn() {
        core.first = first_to_choose(position, basics.moves_pieces())?;
    }
    let stands = match &position.phase {
        PositionPhase::Relocate { .. } | PositionPhase::Place => true,
        PositionPhase::Ask { at, .. } => *at != Timing::SetUp && *at < Timing::AfterPlacement,
        _ => false,
    };
    if stands && core.waiting().contains(active) {
        return Err(error(
            "phase",
            format!("{} waits to come back, and chooses its start mark first", active.field()),
        ));
    }
    core.phase = match &position.phase {
        PositionPhase::Turn => Phase::Turn,
        PositionPhase::Start => Phase::Start,
        PositionPhase::Return => return_to_mark(basics, core)?,
        &PositionPhase::Relocate { must } => relocate(basics, core, must)?,
        PositionPhase::Place => place(basics, core)?,
        PositionPhase::Exchange { offered } => offer(basics, core, offered)?,
        &PositionPhase::Ask { player, at, .. } => ask(core, position, player, at)?,
    };
    Ok(())
}

/// The active seat chooses the start mark on which its piece comes back.
fn return_to_mark<Z: Size>(basics: &Basics<Z>, core: &Core<Z>) -> Result<Phase, PositionError> {
    let active = core.active;
    if !core.waiting().contains(active) || !Marks::coming_back(basics, core).is_there_any() {
        return Err(error(
            "phase",
            format!("{} does not wait, or finds no start mark to come back", active.field()),
        ));
    }
    Ok(Phase::Start)
}

/// The active seat may move to another start mark.
fn relocate<Z: Size>(
    basics: &Basics<Z>,
    core: &Core<Z>,
    must: bool,
) -> Result<Phase, PositionError> {
    let active = core.active;
    if !core.on_start_mark.contains(active) || !Marks::new(basics, core).has_relocation(active) {
        return Err(error(
            "phase",
            format!("there is no start mark to which {} could relocate", active.field()),
        ));
    }
    Ok(Phase::Relocate { must })
}

/// The active seat places a tile.
fn place<Z: Size>(basics: &Basics<Z>, core: &mut Core<Z>) -> Result<Phase, PositionError> {
    let active = core.active;
    let faced = core.place(active).square();
    if !basics.for_team && core.board.is_blocked(faced) {
        return Err(error(
            format!("{}.at", active.field()),
            format!("no tile can be placed on {faced}, which is blocked"),
        ));
    }
    if !core.hand(active).can_place() {
        return Err(error("phase", format!("{} has no tile to place", active.field())));
    }
    core.travellers = core.facing(faced);
    Ok(Phase::Place)
}

/// The active seat may exchange tiles with these hands.
fn offer<Z: Size>(
    basics: &Basics<Z>,
    core: &mut Core<Z>,
    offered: &[(Seat, Vec<Face>)],
) -> Result<Phase, PositionError> {
    let active = core.active;
    if basics.exchange_from.is_none_or(|fewest| core.seats < fewest) || core.open {
        return Err(error(
            "phase",
            "there is no exchange under these rules, or not with so few players",
        ));
    }
    for (seat, hand) in offered {
        let field = format!("offered.{}", seat.number());
        if seat.number() >= core.seats || core.alive.contains(*seat) {
            return Err(error(field, "only the tiles of an eliminated player are offered"));
        }
        core.hands.put(seat.index(), hand_of(hand, basics.hand, &field)?);
        core.fallen.insert(*seat);
    }
    core.unreturned = core.fallen;
    if core.hand(active).is_empty()
        || core.taken_from().iter().all(|seat| core.hand(seat).is_empty())
    {
        return Err(error(
            "offered",
            format!("an exchange needs tiles on both sides: {} and those offered", active.field()),
        ));
    }
    core.short.insert(active);
    Ok(Phase::Exchange)
}

/// A rule asks a player.
fn ask<Z: Size>(
    core: &mut Core<Z>,
    position: &Position,
    player: Seat,
    at: Timing,
) -> Result<Phase, PositionError> {
    let placed = position.players.iter().flatten().any(|player| player.at.is_some());
    if at == Timing::SetUp && placed {
        return Err(error("players", "nobody has a place while a rule sets the game up"));
    }
    if !core.alive.contains(player) {
        return Err(error(
            "question.player",
            format!("{} is eliminated or not at the table", player.field()),
        ));
    }
    // Whether that rule asks is found out when it has its state again.
    core.asking = Asking {
        seat: player,
        at,
        number: core.asked.questions.saturating_sub(1).min(u8::MAX.into()) as u8,
    };
    Ok(Phase::Ask)
}

/// How many tiles the turn has laid, checked against how many it may lay (V8).
fn tiles_laid(position: &Position, turn_tiles: u8) -> Result<u8, PositionError> {
    let (fewest, most) = position.phase.may_have_laid(turn_tiles);
    if (fewest..=most).contains(&position.laid) {
        return Ok(position.laid);
    }
    let possible = if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") };
    Err(error(
        "laid",
        format!(
            "{} tiles laid: at this moment of a turn of these rules it can be {possible}",
            position.laid
        ),
    ))
}

/// The seat that chose first; the seats from it to before the active one have their start marks.
fn first_to_choose(position: &Position, rules_lay_tiles: bool) -> Result<Seat, PositionError> {
    if position.turn != 1 || !(position.tiles.is_empty() || rules_lay_tiles) {
        let field = if position.turn == 1 { "tiles" } else { "turn" };
        return Err(error(field, "start marks are chosen before the first turn"));
    }
    if let Some(seat) = position.players.iter().position(Option::is_none) {
        return Err(error(
            Seat::new(seat as u8).field(),
            "nobody is eliminated while start marks are chosen",
        ));
    }
    let seats = position.players.len() as u8;
    let chosen = |seat: u8| {
        position.players[usize::from(seat)].as_ref().is_some_and(|player| player.at.is_some())
    };
    let before = |steps: u8| (position.active.number() + seats - steps) % seats;
    let count = (0..seats).filter(|&seat| chosen(seat)).count() as u8;
    match (1..=count).map(before).find(|&seat| !chosen(seat)) {
        None if count < seats => Ok(Seat::new(before(count))),
        _ => {
            let why = format!(
                "start marks are chosen in turn, and {} is to choose now",
                position.active.field()
            );
            Err(error("players", why))
        }
    }
}

/// Lets the rule go on that asks in the position, once the states of the rules are what they were.
///
/// # Errors
/// If that rule asks nothing.
pub(crate) fn resume_question<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    position: &Position,
) -> Result<(), PositionError> {
    if position.phase == PositionPhase::Place && rules.basics().for_team {
        return resume_aim(rules, state, position.aim);
    }
    let PositionPhase::Ask { rule, player, at, about } = &position.phase else { return Ok(()) };
    if let Some(about) = about {
        interrupted::resume_midst(rules, state, about, *player, *at)?;
    }
    let is_there = rules.rule().resume(&mut state.own, rule, *at);
    let asked = is_there.then(|| asking::question(rules, state)).flatten();
    match asked {
        Some(question) if question.asks.rule == rule && !question.options.is_empty() => Ok(()),
        _ => Err(error(
            "question",
            format!("the rule {rule:?} has nothing to ask {} here", player.field()),
        )),
    }
}

/// Lets the active seat choose the square of its placement, or place on the one that it has chosen
/// (W7).
fn resume_aim<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    aim: Option<Square>,
) -> Result<(), PositionError> {
    if !asking::aims(rules, state, &mut ()) {
        return Err(error(
            "phase",
            format!("{} has no square on which to place a tile", state.core.active.field()),
        ));
    }
    let Some(square) = aim else { return Ok(()) };
    if !Choices::new(rules, state).team_squares().contains(&square) {
        return Err(error(
            "square",
            format!("{} has no legal placement on {square}", state.core.active.field()),
        ));
    }
    asking::aim_at(rules, state, Some(square), &mut ());
    Ok(())
}
