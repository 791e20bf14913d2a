//! Setting a game up at a position: its players, with their pieces and hands.

use super::impossible::{PositionError, error, off_board};
use super::interrupted::{AskedAbout, AskedDraw};
use super::position::{PlayerPosition, Position, PositionPhase};
use crate::board::{Content, Face, Place, Size, Store};
use crate::game::basics::data::{Basics, Meeting};
use crate::game::basics::timing::Timing;
use crate::game::pieces::hand::Hand;
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::rule::contract::RuleSet;
use crate::game::state::game_state::State;
use crate::game::table::core::Core;

/// Seats the players with their pieces, lives and hands.
pub(super) fn seat_players<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    position: &Position,
) -> Result<(), PositionError> {
    let basics = rules.basics();
    state.core.alive = SeatSet::EMPTY;
    state.core.on_board = SeatSet::EMPTY;
    for (player, seat) in position.players.iter().zip((0..state.core.seats).map(Seat::new)) {
        let Some(player) = player else { continue };
        // Seats that have no start mark yet have no piece that could be in the way of another.
        if player.at.is_some() || !position.phase.is_before_first_turn() {
            state.core.alive.insert(seat);
            give_lives(rules, state, player, seat)?;
            if !player.waits {
                state.core.on_board.insert(seat);
                seat_piece(rules, state, player, seat)?;
            }
        }
        let asks = matches!(
            position.phase,
            PositionPhase::Ask { player, at: Timing::Drawing | Timing::Drawn, .. } if player == seat
        );
        fill_hand(rules, state, player, seat, if asks { basics.hand_limit } else { basics.hand })?;
    }
    if position.phase.is_before_first_turn() {
        state.core.alive = SeatSet::first(state.core.seats);
        state.core.on_board = SeatSet::first(state.core.seats);
    }
    Ok(())
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

/// Puts a piece where it stands.
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
    let on_mark = stands_on_mark(basics, core, player, seat, place)?;
    check_company(basics, core, seat, place, on_mark)?;
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

/// Whether a piece that could stand at `place` is still on its start mark.
fn stands_on_mark<Z: Size>(
    basics: &Basics<Z>,
    core: &Core<Z>,
    player: &PlayerPosition,
    seat: Seat,
    place: Place,
) -> Result<bool, PositionError> {
    let at_field = || format!("{}.at", seat.field());
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
    Ok(on_mark)
}

/// Checks that a piece can stand beside the pieces that were seated before it.
fn check_company<Z: Size>(
    basics: &Basics<Z>,
    core: &Core<Z>,
    seat: Seat,
    place: Place,
    on_mark: bool,
) -> Result<(), PositionError> {
    let at_field = || format!("{}.at", seat.field());
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

pub(super) fn hand_of(tiles: &[Face], size: u8, field: &str) -> Result<Hand, PositionError> {
    if tiles.len() > size.into() {
        return Err(error(field, format!("{} tiles, but a hand has {size}", tiles.len())));
    }
    Ok(tiles.iter().copied().collect())
}

/// Gives the token to its holder, who has to be short of tiles.
pub(super) fn set_holder<R: RuleSet>(
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
