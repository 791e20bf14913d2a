//! [`Position`]: a game between two turns as plain data, to set a game up and to read one off.

use super::asking;
use super::ending;
use super::impossible::{PositionError, check_empty, check_there, error, off_board};
use super::interrupted::{self, AskedAbout, AskedDraw};
use super::legal::Choices;
use super::setup::Marks;
use crate::board::{Content, Face, KINDS, Laid, MAX_SIDE, Place, Shape, Square, Store};
use crate::game::basics::ability::Abilities;
use crate::game::basics::data::Meeting;
use crate::game::basics::timing::{Timing, TimingSet};
use crate::game::declare::look::RulePiece;
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::rule::terms::Occasion;
use crate::game::state::game_state::State;
use crate::game::table::core::{Aim, Asking, ChanceCounts, Phase};

/// One seat of a [`Position`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct PlayerPosition {
    /// Where its piece stands; `None` before it has chosen a start mark.
    pub at: Option<Place>,
    /// Whether its piece has left its start mark; `None`: it has, unless it stands at an edge.
    pub started: Option<bool>,
    /// Its tiles, none where the table has one open hand.
    pub hand: Vec<Face>,
    /// Whether its piece may move to another start mark in its next turn (S12).
    pub displaced: bool,
    /// Whether its piece waits off the board to come back in its next turn (V16).
    pub waits: bool,
    /// How many lives it has left, the one that it plays included; `None`: all that the rules give
    /// (V16).
    pub lives: Option<u8>,
    /// How many tiles it has played in turns of others, which are not replaced before the end of
    /// its own (W1).
    pub owed: u8,
}

/// Where in the course of a game a [`Position`] stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum PositionPhase {
    /// Between two turns, or after the end: the next turn begins with its hazard.
    #[default]
    Turn,
    /// The active seat chooses its start mark, the seats without a place after it (C1).
    Start,
    /// The active seat chooses the start mark on which its piece comes back (V16).
    Return,
    /// The active seat may move to another start mark (S12).
    Relocate {
        /// Whether it must.
        must: bool,
    },
    /// The active seat places a tile (C2).
    Place,
    /// The active seat may exchange tiles (C12).
    Exchange {
        /// The hands of the pieces that were just eliminated, by seat in ascending order; their
        /// tiles are not in the pile yet.
        offered: Vec<(Seat, Vec<Face>)>,
    },
    /// A rule asks a seat.
    Ask {
        /// The name of the rule.
        rule: String,
        /// The seat that is asked.
        player: Seat,
        /// The moment at which the rule acts.
        at: Timing,
        /// In the midst of something else, what it is about.
        about: Option<AskedAbout>,
    },
}

/// The last turn at which a game can be set up: whatever a rule set's turn limit, a game can go on
/// from there.
const LAST_TURN: u32 = 1_000_000_000;

/// The most points in a position, above or below zero, so that more can be added.
const MOST_POINTS: u64 = 1_000_000_000;

/// A game at a moment at which somebody decides, between two turns, or at its end.
///
/// As JSON it is written and read under rules, by `Game::position` and
/// `Game::at`: the states of the rules are in it, and a pile that is left out follows from
/// the deck. So it has no `serde` of its own.
///
/// ```
/// use std::sync::Arc;
/// use tsuro::Game;
///
/// let mut game = Game::new("classic", 2, "any text")?;
/// let seat = game.decision().expect("the game has just begun").seat();
/// let choice = game.observe(seat).choices()[0].clone();
/// game.play(&choice)?;
///
/// // As JSON, which `docs/formats/positions.md` describes: what is past is not in it.
/// let position = game.position();
/// let again = Game::at(Arc::clone(game.variant()), &position, "other luck from here on")?;
/// assert_eq!(again.position(), position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Position {
    /// Where in the course of the game it stands.
    pub phase: PositionPhase,
    /// In the middle of a turn, how many outcomes of each kind of chance the turn has had: the next
    /// one of a kind is drawn with the next number.
    pub outcomes: ChanceCounts,
    /// How many tiles the turn has laid, where it may lay more than one (V8).
    pub laid: u8,
    /// In [`PositionPhase::Place`], the square that was chosen for the placement, where the team
    /// has several (W7); `None`: it is still to be chosen.
    pub aim: Option<Square>,
    /// After a placement, the seats whose pieces travelled in it, under rules that ask for them.
    pub travelled: SeatSet,
    /// The tiles on the board.
    pub tiles: Vec<(Square, Laid)>,
    /// The players by seat; `None`: eliminated.
    pub players: Vec<Option<PlayerPosition>>,
    /// Whose turn it is or comes; in [`PositionPhase::Start`], who chooses.
    pub active: Seat,
    /// The table's one open hand, if the rules have it (V3).
    pub open_hand: Option<Vec<Face>>,
    /// The draw pile from the top. Tiles of the deck that are nowhere in the position are out of
    /// the game.
    pub pile: Vec<Face>,
    /// The seat that holds the token; `None`: nobody.
    pub holder: Option<Seat>,
    /// The number of the turn in which it stands or that comes, from 1.
    pub turn: u32,
    /// The pieces of rules on the board.
    pub rule_pieces: Vec<RulePiece>,
    /// Squares that a rule blocks without a piece.
    pub blocked: Vec<Square>,
    /// Squares at which paths end and on which nothing is laid, where no state of a rule says so.
    pub havens: Vec<Square>,
    /// The indices of the pieces in the supply; `None`: all that are not on the board.
    pub supply: Option<Vec<u8>>,
    /// The indices of the pieces under the supply, in the order in which they come (W2).
    pub under: Vec<u8>,
    /// The points of each seat, if a rule has points to set.
    pub scores: Option<Vec<i64>>,
}

impl PositionPhase {
    /// Whether no start mark is chosen yet, or not all: a rule asks while the game is set up, or
    /// the marks are chosen.
    pub(crate) const fn is_before_first_turn(&self) -> bool {
        matches!(self, Self::Start | Self::Ask { at: Timing::SetUp, .. })
    }

    /// Whether a placement is made and another may follow.
    pub(crate) const fn is_after_placement(&self) -> bool {
        matches!(self, Self::Exchange { .. } | Self::Ask { at: Timing::AfterPlacement, .. })
    }

    /// Whether a rule asks after the placement.
    const fn asks_late(&self) -> bool {
        matches!(
            self,
            Self::Ask {
                at: Timing::AfterPlacement
                    | Timing::Drawing
                    | Timing::Drawn
                    | Timing::TurnEnds
                    | Timing::NextSeat,
                ..
            }
        )
    }

    /// The tile that was placed, and over which no piece has sailed.
    pub(crate) const fn placed(&self) -> Option<(Square, Laid)> {
        match self {
            &Self::Ask { about: Some(AskedAbout::Placed(square, tile)), .. } => {
                Some((square, tile))
            }
            _ => None,
        }
    }

    /// The square on which a piece of a rule threatens others, and to which it may just have come.
    const fn threatening(&self) -> Option<Square> {
        match self {
            &Self::Ask { about: Some(AskedAbout::Piece(square)), .. } => Some(square),
            _ => None,
        }
    }

    /// Whether the turn may have laid tiles.
    pub(crate) const fn has_laid(&self) -> bool {
        matches!(
            self,
            Self::Place
                | Self::Exchange { .. }
                | Self::Ask {
                    at: Timing::Due | Timing::Threat | Timing::Ahead | Timing::Drawn,
                    ..
                }
        ) || self.asks_late()
    }

    /// How many tiles it has laid at least, and at most, if a turn lays as many as this (V8).
    const fn may_have_laid(&self, turn_tiles: u8) -> (u8, u8) {
        match self {
            Self::Place | Self::Ask { at: Timing::Due, .. } => (0, turn_tiles - 1),
            _ if self.has_placed() => (1, turn_tiles),
            _ if self.threatening().is_some() => (0, 0),
            // A turn may also end with a pass.
            _ if self.has_laid() => (0, turn_tiles),
            _ => (0, 0),
        }
    }

    /// Whether a placement is made, and nothing comes between it and the question but its own
    /// consequences.
    pub(crate) const fn has_placed(&self) -> bool {
        self.is_after_placement() || self.placed().is_some()
    }

    /// Whether the turn has begun.
    const fn is_mid_turn(&self) -> bool {
        !matches!(self, Self::Turn) && !self.is_before_first_turn()
    }
}

impl Position {
    /// The tiles that are offered in an exchange.
    pub(crate) fn offered(&self) -> impl Iterator<Item = Face> {
        let offered =
            if let PositionPhase::Exchange { offered } = &self.phase { &offered[..] } else { &[] };
        offered.iter().flat_map(|(_, hand)| hand.iter().copied())
    }
}

/// Sets a game up at a position. If it has any tiles, the board counts as
/// [cut](crate::board::Board::is_cut).
///
/// # Errors
/// The first field that is wrong.
pub fn set_up<R: RuleSet>(rules: &R, position: &Position) -> Result<State<R>, PositionError> {
    let basics = rules.basics();
    let seats = count_seats(rules, position)?;
    if let PositionPhase::Ask { at, about, .. } = &position.phase {
        let stands = |square| {
            position.rule_pieces.iter().any(|piece| piece.square == square)
                || position.blocked.contains(&square)
        };
        interrupted::check_about(*at, about.as_ref(), stands)?;
    }
    check_copies(rules, position)?;
    let mut state = State::new(rules, seats);
    lay_tiles(rules, &mut state, position)?;
    block_squares(rules, &mut state, position)?;
    state.core.alive = SeatSet::EMPTY;
    state.core.on_board = SeatSet::EMPTY;
    for (player, seat) in position.players.iter().zip((0..seats).map(Seat::new)) {
        let Some(player) = player else { continue };
        // Seats that have no start mark yet have no piece that could be in the way of another.
        if player.at.is_some() || !position.phase.is_before_first_turn() {
            state.core.alive.insert(seat);
            give_lives(rules, &mut state, player, seat)?;
            if !player.waits {
                state.core.on_board.insert(seat);
                seat_piece(rules, &mut state, player, seat)?;
            }
        }
        let asks = matches!(
            position.phase,
            PositionPhase::Ask { player, at: Timing::Drawing | Timing::Drawn, .. } if player == seat
        );
        fill_hand(
            rules,
            &mut state,
            player,
            seat,
            if asks { basics.hand_limit } else { basics.hand },
        )?;
    }
    if position.phase.is_before_first_turn() {
        state.core.alive = SeatSet::first(seats);
        state.core.on_board = SeatSet::first(seats);
    }
    let core = &mut state.core;
    // A rule may still ask another seat in the turn in which the active one was eliminated.
    let may_be_out = position.phase.asks_late() || position.phase.threatening().is_some();
    if !core.alive.contains(position.active) && (!may_be_out || position.active.number() >= seats) {
        return Err(error(
            "active",
            format!("{} is eliminated or not at the table", position.active.field()),
        ));
    }
    if let Some(hand) = &position.open_hand {
        if !core.open {
            return Err(error(
                "hand",
                "there is no open hand under these rules; tiles are held by the players",
            ));
        }
        core.hands.put(0, hand_of(hand, basics.hand, "hand")?);
    }
    if !(1..=LAST_TURN).contains(&position.turn) {
        return Err(error("turn", format!("the turn has to be a number from 1 to {LAST_TURN}")));
    }
    if position.turn > basics.turn_limit {
        return Err(error("turn", format!("the game is over after turn {}", basics.turn_limit)));
    }
    core.active = position.active;
    core.pile = position.pile.iter().copied().collect();
    if !position.tiles.is_empty() {
        core.board.set_cut();
    }
    enter_phase(rules, &mut state, position)?;
    set_holder(rules, &mut state, position)?;
    if let Some(scores) = &position.scores {
        if let Some(index) = scores.iter().position(|points| points.unsigned_abs() > MOST_POINTS) {
            return Err(error(
                format!("scores[{index}]"),
                format!("{} is more than {MOST_POINTS} points", scores[index]),
            ));
        }
        let fits =
            scores.len() == usize::from(seats) && rules.rule().set_scores(&mut state.own, scores);
        if !fits {
            return Err(error(
                "scores",
                format!("these rules have no points to set, or not for {} players", scores.len()),
            ));
        }
    }
    // Points that a trip has brought are judged only when somebody falls, or when the turn ends:
    // until then the only survivor may lead.
    let counts_points = basics.counts_crossings() && basics.abilities.contains(Abilities::ENDS);
    let counts = counts_points || basics.timings.contains(Timing::Travelled);
    let may_lead = counts && position.phase.has_laid() && !state.core.alive.is_empty();
    if (seats > 1 || basics.counts_pieces())
        && !may_lead
        && ending::ending(rules, &state, Occasion::Act).is_some()
    {
        Err(error("players", "the game is over in this position"))
    } else {
        Ok(state)
    }
}

/// Brings the game to the phase in which the position stands.
fn enter_phase<R: RuleSet>(
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
        PositionPhase::Return => {
            if !core.waiting().contains(active) || !Marks::coming_back(basics, core).is_there_any()
            {
                return Err(error(
                    "phase",
                    format!(
                        "{} does not wait, or finds no start mark to come back",
                        active.field()
                    ),
                ));
            }
            Phase::Start
        }
        PositionPhase::Start => Phase::Start,
        &PositionPhase::Relocate { must } => {
            if !core.on_start_mark.contains(active)
                || !Marks::new(basics, core).has_relocation(active)
            {
                return Err(error(
                    "phase",
                    format!("there is no start mark to which {} could relocate", active.field()),
                ));
            }
            Phase::Relocate { must }
        }
        PositionPhase::Place => {
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
            Phase::Place
        }
        PositionPhase::Exchange { offered } => {
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
                    format!(
                        "an exchange needs tiles on both sides: {} and those offered",
                        active.field()
                    ),
                ));
            }
            core.short.insert(active);
            Phase::Exchange
        }
        &PositionPhase::Ask { player, at, .. } => {
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
            Phase::Ask
        }
    };
    Ok(())
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

/// Who chose first among the seats, of which those before the active one have their start marks.
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

fn count_seats<R: RuleSet>(rules: &R, position: &Position) -> Result<u8, PositionError> {
    let counts = rules.basics().players;
    let seats = position.players.len();
    u8::try_from(seats)
        .ok()
        .filter(|&seats| counts.contains(seats))
        .ok_or_else(|| error("players", format!("there are {seats}, but {counts} can play")))
}

/// Checks that the position has no more tiles of a face than the deck.
fn check_copies<R: RuleSet>(rules: &R, position: &Position) -> Result<(), PositionError> {
    let mut left: [i32; KINDS] = rules.basics().copies.map(i32::from);
    let hands = position
        .players
        .iter()
        .flatten()
        .flat_map(|player| &player.hand)
        .chain(position.open_hand.iter().flatten());
    let places = [
        ("offered", position.offered().collect()),
        ("tiles", position.tiles.iter().map(|tile| tile.1.face()).collect::<Vec<_>>()),
        (
            "question.about.placed.tile",
            position.phase.placed().map(|placed| placed.1.face()).into_iter().collect(),
        ),
        ("players", hands.copied().collect()),
        ("pile", position.pile.clone()),
    ];
    for (field, tiles) in places {
        for tile in tiles {
            left[tile.index()] -= 1;
            if left[tile.index()] < 0 {
                let copies = rules.basics().copies[tile.index()];
                return Err(error(
                    field,
                    format!("more than {copies} of tile {tile}, which is all that the deck has"),
                ));
            }
        }
    }
    Ok(())
}

fn lay_tiles<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    position: &Position,
) -> Result<(), PositionError> {
    for (index, &(square, tile)) in position.tiles.iter().enumerate() {
        check_empty(
            rules,
            state,
            square,
            || format!("tiles[{index}].square"),
            "has a tile already",
        )?;
        if tile.face().is_special() {
            return Err(error(
                format!("tiles[{index}].tile"),
                format!("tile {tile} is never laid on the board"),
            ));
        }
        state.core.board.lay(&rules.basics().grid, square, tile);
    }
    Ok(())
}

/// Blocks the squares of the pieces of rules and those that a rule blocks in another way, and gives
/// the rules their pieces.
fn block_squares<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    position: &Position,
) -> Result<(), PositionError> {
    let faces = if position.rule_pieces.is_empty() { Vec::new() } else { rules.rule().faces() };
    for (index, rule_piece) in position.rule_pieces.iter().enumerate() {
        let (square, field) = (rule_piece.square, || format!("rule_pieces[{index}].square"));
        if rule_piece.lies_over(&faces) {
            check_there(rules, square, field)?;
            continue;
        }
        if position.phase.threatening() == Some(square) && state.core.board.tile(square).is_some() {
            continue;
        }
        check_empty(rules, state, square, field, "is not empty")?;
        state.core.board.block(square);
    }
    for (index, &square) in position.blocked.iter().enumerate() {
        check_empty(
            rules,
            state,
            square,
            || format!("blocked[{index}]"),
            "has a tile, or is blocked already",
        )?;
        state.core.board.block(square);
    }
    for (index, &square) in position.havens.iter().enumerate() {
        check_empty(
            rules,
            state,
            square,
            || format!("havens[{index}]"),
            "has a tile, or is blocked",
        )?;
        state.core.board.set_haven(square, true);
    }
    if rules.rule().supply(&state.own).is_none() && position.supply.is_some() {
        return Err(error("supply", "the rule set has nothing that could be in it"));
    }
    rules
        .rule()
        .set_pieces(&mut state.own, &position.rule_pieces, None)
        .map_err(|why| error("rule_pieces", why))?;
    match position.supply.as_deref() {
        None => Ok(()),
        supply => rules
            .rule()
            .set_pieces(&mut state.own, &position.rule_pieces, supply)
            .map_err(|why| error("supply", why)),
    }?;
    if let Some(tile) = position
        .under
        .iter()
        .find(|tile| position.supply.as_ref().is_some_and(|supply| supply.contains(tile)))
    {
        return Err(error("under", format!("tile {tile} is in the supply as well")));
    }
    rules
        .rule()
        .set_under_supply(&mut state.own, &position.under)
        .map_err(|why| error("under", why))?;
    for square in position.rule_pieces.iter().map(|piece| piece.square) {
        if rules.rule().holds(&state.own, square) {
            state.core.hold(square, true);
        }
    }
    Ok(())
}

/// Makes the squares havens of which rules say so, once they have their states. `dealt`: the pile
/// is the rest of the deck, in which their tiles are not. `field_of`: the field that says where
/// such a tile lies.
///
/// # Errors
/// If there is no such square or something on it, or a piece faces it that would have to place a
/// tile there.
pub(crate) fn open_havens<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    dealt: bool,
    field_of: impl Fn(Face, Square) -> String,
) -> Result<(), PositionError> {
    let haven = |square: Square| Some((square, rules.rule().haven(&state.own, square)?));
    // Of the largest board: a rule restores its square without knowing the board.
    let squares =
        (0..MAX_SIDE).flat_map(|row| (0..MAX_SIDE).map(move |column| Square::new(column, row)));
    let havens: Vec<(Square, Face)> = squares.filter_map(haven).collect();
    for (square, tile) in havens {
        check_empty(
            rules,
            state,
            square,
            || field_of(tile, square),
            "is not empty, but a rule has something there",
        )?;
        state.core.board.set_haven(square, true);
        let core = &mut state.core;
        let in_hands = core
            .alive
            .iter()
            .flat_map(|seat| core.hand(seat).iter())
            .filter(|&held| held == tile)
            .count();
        let in_pile = (0..core.pile.len()).filter(|&depth| core.pile.at(depth) == tile).count();
        let copies = usize::from(rules.basics().copies[tile.index()]);
        if dealt && in_pile > 0 {
            core.pile.take_first(tile);
        } else if in_hands + in_pile >= copies {
            return Err(error(
                "players",
                format!("tile {tile} is on {square}, and the deck has {copies} of it"),
            ));
        }
        let asks_after =
            state.core.phase == Phase::Ask && state.core.asking.at == Timing::AfterPlacement;
        if let Some(seat) = state.core.facing(square).iter().next().filter(|_| !asks_after) {
            return Err(error(
                format!("{}.at", seat.field()),
                format!("a piece cannot face {square}, on which a rule has something"),
            ));
        }
    }
    Ok(())
}

fn hand_of(tiles: &[Face], size: u8, field: &str) -> Result<Hand, PositionError> {
    if tiles.len() > size.into() {
        return Err(error(field, format!("{} tiles, but a hand has {size}", tiles.len())));
    }
    Ok(tiles.iter().copied().collect())
}

/// Gives a seat the lives that it has left (V16).
fn give_lives<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    player: &PlayerPosition,
    seat: Seat,
) -> Result<(), PositionError> {
    let all = rules.basics().lives;
    if player.waits && all == 1 {
        return Err(error(
            format!("{}.waits", seat.field()),
            "under these rules nobody comes back",
        ));
    }
    let most = if player.waits { all - 1 } else { all };
    let left = player.lives.unwrap_or(most);
    if !(1..=most).contains(&left) {
        return Err(error(
            format!("{}.lives", seat.field()),
            format!("{left} lives, where it can have 1 to {most}"),
        ));
    }
    state.core.set_lost_lives(seat, all - left);
    Ok(())
}

fn seat_piece<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    player: &PlayerPosition,
    seat: Seat,
) -> Result<(), PositionError> {
    let basics = rules.basics();
    let core = &mut state.core;
    let at_field = || format!("{}.at", seat.field());
    let place = player.at.ok_or_else(|| error(at_field(), "missing"))?;
    if !basics.grid.contains(place.square()) {
        return Err(error(at_field(), off_board(basics.grid.shape(), place.square())));
    }
    if matches!(core.board.content(place.square()), Content::Tile(_)) {
        return Err(error(
            at_field(),
            format!("a piece cannot face {}, which has a tile", place.square()),
        ));
    }
    let on_mark = player.started.map_or(basics.grid.across(place).is_none(), |started| !started);
    if on_mark && !basics.grid.is_mark(place) {
        return Err(match player.started {
            Some(_) => {
                error(format!("{}.started", seat.field()), format!("{place} is not a start mark"))
            }
            None => {
                error(at_field(), format!("{place} is no start mark and has no tile behind it"))
            }
        });
    }
    let behind = basics.grid.across(place).map(|behind| core.board.content(behind.square()));
    let says_started = player.started == Some(true);
    let was_carried = says_started && (basics.moves_pieces() || behind.is_none());
    if !on_mark && !was_carried && !matches!(behind, Some(Content::Tile(_))) {
        let why = if basics.grid.is_mark(place) && player.started.is_none() {
            format!(
                "{place} has no tile behind it; `started = false` says that the piece is still on \
                 its start mark"
            )
        } else {
            format!("{place} is not on the rim and has no tile behind it")
        };
        return Err(error(at_field(), why));
    }
    let earlier = || core.on_board.iter().filter(|&other| other != seat);
    if let Some(other) = earlier().find(|&other| core.place(other) == place) {
        // A piece that was carried to a mark has left its own, and stands there beside the one that
        // has not.
        if on_mark && core.on_start_mark.contains(other) {
            return Err(error(
                at_field(),
                format!("the start mark {place} is taken by {}", other.field()),
            ));
        }
        if basics.meeting == Meeting::Collide {
            return Err(error(
                at_field(),
                format!(
                    "{} stands at {place} already, and pieces that meet are out",
                    other.field()
                ),
            ));
        }
    }
    let shares = || {
        earlier().any(|other| {
            core.on_start_mark.contains(other) && core.place(other).square() == place.square()
        })
    };
    if on_mark && !basics.share_square && shares() {
        return Err(error(
            at_field(),
            format!(
                "another piece is on a start mark of {}, and squares may not be shared",
                place.square()
            ),
        ));
    }
    core.places.put(seat, place);
    if on_mark {
        core.on_start_mark.insert(seat);
    }
    if player.displaced {
        if !on_mark {
            return Err(error(
                format!("{}.displaced", seat.field()),
                "only a piece on its start mark can be displaced",
            ));
        }
        core.displaced.insert(seat);
    }
    Ok(())
}

fn fill_hand<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    player: &PlayerPosition,
    seat: Seat,
    most: u8,
) -> Result<(), PositionError> {
    let basics = rules.basics();
    let core = &mut state.core;
    let hand_field = format!("{}.hand", seat.field());
    if core.open && !player.hand.is_empty() {
        return Err(error(
            hand_field,
            "under these rules the table has one open hand, which is the field `hand` of the \
             position",
        ));
    }
    if !core.open {
        let hand = hand_of(&player.hand, most, &hand_field)?;
        if let Some(tile) = basics.too_many_in(hand) {
            return Err(error(
                hand_field,
                format!(
                    "more than {} of tile {tile}, which is all that a hand may hold",
                    basics.most_in_hand(tile)
                ),
            ));
        }
        core.hands.put(seat.index(), hand);
        core.set_owed(seat, player.owed);
        if player.hand.len() + usize::from(player.owed) < basics.hand.into() {
            core.short.insert(seat);
        }
    }
    Ok(())
}

/// Gives the token to its holder, who has to be short of tiles.
fn set_holder<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    position: &Position,
) -> Result<(), PositionError> {
    let Some(seat) = position.holder else { return Ok(()) };
    // A player whose piece was eliminated in this placement still holds it while tiles are
    // exchanged (C9).
    if !state.core.alive.or(state.core.unreturned).contains(seat) {
        return Err(error("token", format!("{} is eliminated or not at the table", seat.field())));
    }
    let passes_it_on = matches!(
        position.phase,
        PositionPhase::Ask {
            about: Some(AskedAbout::Drew(AskedDraw { token_is_due: true, .. })),
            ..
        }
    );
    let is_full = state.core.hand(seat).len() + state.core.owed(seat) >= rules.basics().hand.into();
    if is_full && !passes_it_on && !rules.basics().moves_pieces() {
        return Err(error(
            "token",
            format!("{} has a full hand, but the holder has to be short of tiles", seat.field()),
        ));
    }
    if rules.basics().token().is_none() {
        return Err(error("token", "under these rules there is nothing to hold"));
    }
    state.core.holder = position.holder;
    Ok(())
}

/// Whether a reader who is not told takes a piece at `place` rightly for one that has left its
/// start mark, or for one that has not; `content` is what lies on a square.
pub(crate) fn started_follows(
    shape: &Shape,
    place: Place,
    is_started: bool,
    content: impl Fn(Square) -> Content,
) -> bool {
    let behind = shape.across(place);
    is_started == behind.is_some()
        && (is_started || shape.is_on_rim(place))
        && behind.is_none_or(|behind| matches!(content(behind.square()), Content::Tile(_)))
}

/// The square that the active seat has chosen for its placement among several (W7).
fn chosen_square<R: RuleSet>(rules: &R, state: &State<R>) -> Option<Square> {
    let Aim::At(square) = state.core.aim else { return None };
    let chosen = rules.basics().for_team
        && state.core.phase == Phase::Place
        && Choices::new(rules, state).team_squares().len() > 1;
    chosen.then_some(square)
}

/// The position of a game, in whatever phase it is.
pub fn position<R: RuleSet>(rules: &R, state: &State<R>) -> Position {
    let core = &state.core;
    let board = &core.board;
    // Points that follow from the rest, as the pieces left in V4, are not part of a position.
    let scores = ending::scores(rules, state)
        .filter(|scores| rules.rule().set_scores(&mut state.own.clone(), scores));
    let placed = core.placed();
    let rule_pieces = RulePiece::sorted(|each| rules.rule().each_piece(&state.own, each));
    let faces = if rule_pieces.is_empty() { Vec::new() } else { rules.rule().faces() };
    let has_rule_piece = |square: Square| {
        rule_pieces.iter().any(|piece| piece.square == square && !piece.lies_over(&faces))
    };
    let phase = match core.phase {
        Phase::Start if core.turn > 0 => PositionPhase::Return,
        Phase::Start => PositionPhase::Start,
        Phase::Turn | Phase::Over => PositionPhase::Turn,
        Phase::Relocate { must } => PositionPhase::Relocate { must },
        Phase::Place => PositionPhase::Place,
        Phase::Ask if core.aim == Aim::Asked => PositionPhase::Place,
        Phase::Ask => {
            let rule = asking::question(rules, state).map_or("", |question| question.asks.rule);
            let about = interrupted::asked_about(rules, state);
            PositionPhase::Ask {
                rule: rule.to_owned(),
                player: core.asking.seat,
                at: core.asking.at,
                about,
            }
        }
        Phase::Exchange => PositionPhase::Exchange {
            offered: core
                .fallen
                .iter()
                .map(|seat| (seat, core.hand(seat).iter().collect()))
                .collect(),
        },
    };
    let to_lie = phase.placed().map(|placed| placed.0);
    // A tile that is placed and about which a rule asks is not on the board yet.
    let content = |square: Square| {
        if to_lie == Some(square) { Content::Empty } else { board.content(square) }
    };
    let follows = |place, is_started| {
        started_follows(rules.basics().grid.shape(), place, is_started, content)
    };
    let player = |seat: Seat| {
        let at = placed.contains(seat).then(|| core.place(seat));
        let is_started = !core.on_start_mark.contains(seat);
        core.alive.contains(seat).then(|| PlayerPosition {
            at,
            started: at.and_then(|place| (!follows(place, is_started)).then_some(is_started)),
            hand: if core.open { Vec::new() } else { core.hand(seat).iter().collect() },
            displaced: core.displaced.contains(seat),
            waits: core.waiting().contains(seat),
            lives: Some(core.lives(rules.basics(), seat))
                .filter(|&left| left < rules.basics().lives),
            owed: core.owed(seat) as u8,
        })
    };
    let (mid_turn, counts) =
        (phase.is_mid_turn(), !matches!(phase, PositionPhase::Turn | PositionPhase::Start));
    let travels_matter = rules.basics().timings.meets(TimingSet::new(&[
        Timing::AfterPlacement,
        Timing::TurnEnds,
        Timing::NextSeat,
    ]));
    let after_placement = travels_matter
        && (phase.is_after_placement()
            || matches!(phase, PositionPhase::Ask { at, .. } if at > Timing::AfterPlacement));
    Position {
        laid: if phase.has_laid() { core.laid } else { 0 },
        phase,
        outcomes: if counts { core.asked } else { ChanceCounts::default() },
        aim: chosen_square(rules, state),
        travelled: if after_placement {
            core.travellers.and(core.on_board)
        } else {
            SeatSet::EMPTY
        },
        havens: {
            let is_left = |square: &Square| {
                board.content(*square) == Content::Haven
                    && rules.rule().haven(&state.own, *square).is_none()
            };
            rules.basics().grid.squares().filter(is_left).collect()
        },
        blocked: rules
            .basics()
            .grid
            .squares()
            .filter(|&square| board.is_blocked(square) && !has_rule_piece(square))
            .collect(),
        tiles: {
            let lies = |square: &Square| to_lie != Some(*square);
            rules
                .basics()
                .grid
                .squares()
                .filter(lies)
                .filter_map(|square| Some((square, board.tile(square)?)))
                .collect()
        },
        players: (0..core.seats).map(Seat::new).map(player).collect(),
        active: core.active,
        open_hand: core.open.then(|| core.hands.at(0).iter().collect()),
        pile: core.pile.iter().collect(),
        holder: core.holder,
        turn: core.turn + u32::from(!mid_turn),
        rule_pieces,
        supply: rules.rule().supply(&state.own).map(|supply| supply.iter().collect()),
        under: rules.rule().under_supply(&state.own),
        scores,
    }
}
