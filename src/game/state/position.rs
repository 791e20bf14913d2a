//! [`Position`]: a game between two turns as plain data, to set a game up and to read one off.

use super::context::{scores, with_copy};
use super::core::Phase;
use super::game_state::State;
use crate::board::{Content, FACES, Face, Laid, Place, Square, Store};
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::rule::basics::Meeting;
use crate::game::rule::traits::{DrawRule, HazardRule, Monster, Occasion, RuleSet, ScoreRule};

/// One seat of a [`Position`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PlayerPosition {
    /// Where its piece stands. It has to be given to set a game up.
    pub at: Option<Place>,
    /// Its tiles; none if the table has one open hand.
    pub hand: Vec<Face>,
    /// Whether its piece may move to another start mark in its next turn (S12).
    pub displaced: bool,
}

/// The largest number of a turn in a position, so that turns can be counted on from there.
const LAST_TURN: u32 = 1_000_000_000;

/// The most points in a position, above or below zero, so that more can be added.
const MOST_POINTS: u64 = 1_000_000_000;

/// A game between two turns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The tiles on the board.
    pub tiles: Vec<(Square, Laid)>,
    /// The players by seat; `None`: eliminated.
    pub players: Vec<Option<PlayerPosition>>,
    /// The seat whose turn comes.
    pub active: Seat,
    /// The table's one open hand, if the rules have it (V3).
    pub open_hand: Option<Vec<Face>>,
    /// The draw pile from the top. Tiles of the deck that are nowhere in the position are out of the game.
    pub pile: Vec<Face>,
    /// The seat that holds the Dragon tile or the statue; `None`: nobody.
    pub holder: Option<Seat>,
    /// The number of the turn that comes, from 1.
    pub turn: u32,
    /// The daikaiju on the board.
    pub monsters: Vec<Monster>,
    /// Squares that a rule from outside the crate blocks without a daikaiju.
    pub blocked: Vec<Square>,
    /// The indices of the daikaiju in the supply; `None`: all that are not on the board.
    pub supply: Option<Vec<u8>>,
    /// The points of each seat, if the score rule has points to set.
    pub scores: Option<Vec<i64>>,
}

/// Why a game cannot be set up at a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {why}")]
pub struct PositionError {
    /// The field that is wrong, such as `players[2].at`.
    pub field: String,
    /// What is wrong with it, as a lower-case fragment.
    pub why: String,
}

fn error(field: impl Into<String>, why: impl Into<String>) -> PositionError {
    PositionError { field: field.into(), why: why.into() }
}

/// Sets a game up at a position. If it has any tiles, the board counts as [cut](crate::board::Board::is_cut).
///
/// # Errors
/// The first field that is wrong.
pub fn set_up<R: RuleSet>(rules: &R, position: &Position) -> Result<State<R>, PositionError> {
    let basics = rules.basics();
    let seats = count_seats(rules, position)?;
    check_copies(rules, position)?;
    let mut state = State::new(rules, seats);
    lay_tiles(rules, &mut state, position)?;
    block_squares(rules, &mut state, position)?;
    state.core.alive = SeatSet::EMPTY;
    for (player, seat) in position.players.iter().zip((0..seats).map(Seat::new)) {
        if let Some(player) = player {
            state.core.alive.insert(seat);
            seat_player(rules, &mut state, player, seat)?;
        }
    }
    let core = &mut state.core;
    if !core.alive.contains(position.active) {
        return Err(error("active", format!("{} is eliminated or not at the table", position.active.field())));
    }
    if let Some(hand) = &position.open_hand {
        if !core.open {
            return Err(error("hand", "there is no open hand under these rules; tiles are held by the players"));
        }
        core.hands.put(0, hand_of(hand, basics.hand, "hand")?);
    }
    if !(1..=LAST_TURN).contains(&position.turn) {
        return Err(error("turn", format!("the turn has to be a number from 1 to {LAST_TURN}")));
    }
    core.active = position.active;
    core.turn = position.turn - 1;
    core.phase = Phase::Turn;
    core.pile = position.pile.iter().copied().collect();
    if !position.tiles.is_empty() {
        core.board.set_cut();
    }
    set_holder(rules, &mut state, position.holder)?;
    if let Some(scores) = &position.scores {
        if let Some(index) = scores.iter().position(|points| points.unsigned_abs() > MOST_POINTS) {
            return Err(error(format!("scores[{index}]"), format!("{} is more than {MOST_POINTS} points", scores[index])));
        }
        let fits = scores.len() == usize::from(seats) && rules.score().set_scores(&mut state.score, scores);
        if !fits {
            return Err(error("scores", format!("these rules have no points to set, or not for {} players", scores.len())));
        }
    }
    let over = seats > 1 && with_copy(rules, &state.core, |table| rules.score().ending(table, &state.score, Occasion::Act)).is_some();
    if over { Err(error("players", "the game is over in this position")) } else { Ok(state) }
}

fn count_seats<R: RuleSet>(rules: &R, position: &Position) -> Result<u8, PositionError> {
    let (fewest, most) = rules.basics().players;
    let seats = position.players.len();
    u8::try_from(seats)
        .ok()
        .filter(|seats| (fewest..=most).contains(seats))
        .ok_or_else(|| error("players", format!("there are {seats}, but {fewest} to {most} can play")))
}

/// Checks that the position has no more tiles of a face than the deck.
fn check_copies<R: RuleSet>(rules: &R, position: &Position) -> Result<(), PositionError> {
    let mut left: [i32; FACES] = rules.basics().copies.map(i32::from);
    let hands = position.players.iter().flatten().flat_map(|player| &player.hand).chain(position.open_hand.iter().flatten());
    let places = [
        ("tiles", position.tiles.iter().map(|tile| tile.1.face()).collect::<Vec<_>>()),
        ("players", hands.copied().collect()),
        ("pile", position.pile.clone()),
    ];
    for (field, tiles) in places {
        for tile in tiles {
            left[tile.index()] -= 1;
            if left[tile.index()] < 0 {
                let copies = rules.basics().copies[tile.index()];
                return Err(error(field, format!("more than {copies} of tile {tile}, which is all that the deck has")));
            }
        }
    }
    Ok(())
}

/// Checks that `square` is on the board and empty; `taken` says what may be there already.
fn check_empty<R: RuleSet>(
    rules: &R,
    state: &State<R>,
    square: Square,
    field: impl FnOnce() -> String,
    taken: &str,
) -> Result<(), PositionError> {
    if !rules.basics().grid.contains(square) {
        return Err(error(field(), format!("{square} is off the board")));
    }
    if state.core.board.content(square) == Content::Empty { Ok(()) } else { Err(error(field(), format!("{square} {taken}"))) }
}

fn lay_tiles<R: RuleSet>(rules: &R, state: &mut State<R>, position: &Position) -> Result<(), PositionError> {
    for (index, &(square, tile)) in position.tiles.iter().enumerate() {
        check_empty(rules, state, square, || format!("tiles[{index}].square"), "has a tile already")?;
        state.core.board.lay(&rules.basics().grid, square, tile);
    }
    Ok(())
}

/// Blocks the squares of the daikaiju and those that a rule blocks in another way, and gives the hazard rule its state.
fn block_squares<R: RuleSet>(rules: &R, state: &mut State<R>, position: &Position) -> Result<(), PositionError> {
    for (index, monster) in position.monsters.iter().enumerate() {
        check_empty(rules, state, monster.square, || format!("daikaiju[{index}].square"), "has a tile or a daikaiju already")?;
        state.core.board.block(monster.square);
    }
    for (index, &square) in position.blocked.iter().enumerate() {
        check_empty(rules, state, square, || format!("blocked[{index}]"), "has a tile, or is blocked already")?;
        state.core.board.block(square);
    }
    if rules.hazard().supply(&state.hazard).is_none() && position.supply.is_some() {
        return Err(error("supply", "the rule set has no daikaiju"));
    }
    rules.hazard().set_monsters(&mut state.hazard, &position.monsters, None).map_err(|why| error("daikaiju", why))?;
    match position.supply.as_deref() {
        None => Ok(()),
        supply => rules.hazard().set_monsters(&mut state.hazard, &position.monsters, supply).map_err(|why| error("supply", why)),
    }
}

fn hand_of(tiles: &[Face], size: u8, field: &str) -> Result<Hand, PositionError> {
    if tiles.len() > size.into() {
        return Err(error(field, format!("{} tiles, but a hand has {size}", tiles.len())));
    }
    Ok(tiles.iter().copied().collect())
}

fn seat_player<R: RuleSet>(rules: &R, state: &mut State<R>, player: &PlayerPosition, seat: Seat) -> Result<(), PositionError> {
    let basics = rules.basics();
    let core = &mut state.core;
    let at_field = || format!("{}.at", seat.field());
    let place = player.at.ok_or_else(|| error(at_field(), "missing"))?;
    if !basics.grid.contains(place.square()) {
        return Err(error(at_field(), format!("{place} is off the board")));
    }
    if matches!(core.board.content(place.square()), Content::Tile(_)) {
        return Err(error(at_field(), format!("a piece cannot face {}, which has a tile", place.square())));
    }
    let on_mark = basics.grid.is_mark(place);
    let behind = basics.grid.across(place).map(|behind| core.board.content(behind.square()));
    if !on_mark && !matches!(behind, Some(Content::Tile(_))) {
        return Err(error(at_field(), format!("{place} is not on the rim and has no tile behind it")));
    }
    let earlier = || core.alive.iter().filter(|&other| other != seat);
    if let Some(other) = earlier().find(|&other| core.place(other) == place) {
        if on_mark {
            return Err(error(at_field(), format!("the start mark {place} is taken by {}", other.field())));
        }
        if basics.meeting == Meeting::Collide {
            return Err(error(at_field(), format!("{} stands at {place} already, and pieces that meet are out", other.field())));
        }
    }
    let shares = || earlier().any(|other| core.on_start_mark.contains(other) && core.place(other).square() == place.square());
    if on_mark && !basics.share_square && shares() {
        return Err(error(at_field(), format!("another piece is on a start mark of {}, and squares may not be shared", place.square())));
    }
    core.places.put(seat, place);
    if on_mark {
        core.on_start_mark.insert(seat);
    }
    if player.displaced {
        if !on_mark {
            return Err(error(format!("{}.displaced", seat.field()), "only a piece on its start mark can be displaced"));
        }
        core.displaced.insert(seat);
    }
    let hand_field = format!("{}.hand", seat.field());
    if core.open && !player.hand.is_empty() {
        return Err(error(hand_field, "under these rules the table has one open hand, which is the field `hand` of the position"));
    }
    if !core.open {
        core.hands.put(seat.index(), hand_of(&player.hand, basics.hand, &hand_field)?);
        if player.hand.len() < basics.hand.into() {
            core.short.insert(seat);
        }
    }
    Ok(())
}

/// Gives the Dragon tile or the statue to its holder, who has to be short of tiles.
fn set_holder<R: RuleSet>(rules: &R, state: &mut State<R>, holder: Option<Seat>) -> Result<(), PositionError> {
    let Some(seat) = holder else { return Ok(()) };
    if !state.core.alive.contains(seat) {
        return Err(error("dragon", format!("{} is eliminated or not at the table", seat.field())));
    }
    if state.core.hand(seat).len() >= rules.basics().hand.into() {
        return Err(error("dragon", format!("{} has a full hand, but the holder has to be short of tiles", seat.field())));
    }
    if rules.draw().set_holder(&mut state.draw, holder) {
        Ok(())
    } else {
        Err(error("dragon", "under these rules there is nothing to hold"))
    }
}

/// The position of a game, which is between two turns or over.
pub fn position<R: RuleSet>(rules: &R, state: &State<R>) -> Position {
    let core = &state.core;
    let board = &core.board;
    // Points that follow from the rest, as the pieces left in V4, are not part of a position.
    let scores = scores(rules, state).filter(|scores| rules.score().set_scores(&mut state.score.clone(), scores));
    let player = |seat: Seat| {
        core.alive.contains(seat).then(|| PlayerPosition {
            at: Some(core.place(seat)),
            hand: if core.open { Vec::new() } else { core.hand(seat).iter().collect() },
            displaced: core.displaced.contains(seat),
        })
    };
    let monsters = rules.hazard().monsters(&state.hazard);
    let has_monster = |square: Square| monsters.iter().any(|monster| monster.square == square);
    Position {
        blocked: rules.basics().grid.squares().filter(|&square| board.is_blocked(square) && !has_monster(square)).collect(),
        tiles: rules.basics().grid.squares().filter_map(|square| Some((square, board.tile(square)?))).collect(),
        players: (0..core.seats).map(Seat::new).map(player).collect(),
        active: core.active,
        open_hand: core.open.then(|| core.hands.at(0).iter().collect()),
        pile: core.pile.iter().collect(),
        holder: rules.draw().holder(&state.draw),
        turn: core.turn + 1,
        monsters,
        supply: rules.hazard().supply(&state.hazard),
        scores,
    }
}
