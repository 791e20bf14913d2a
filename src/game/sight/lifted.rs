//! [`Lifted`]: what lies on squares that are hidden from a seat, taken up to be laid anew by
//! chance.

use crate::board::{Board, Content, Face, Laid, Place, Port, Rotation, Size, Square, Store as _};
use crate::game::basics::data::Basics;
use crate::game::chance::Rng;
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::rule::contract::RuleSet;
use crate::game::state::game_state::State;
use crate::game::table::core::{Core, Phase};

/// How often squares are drawn before what was hidden goes back where it was: pieces find no place
/// on few boards that are nearly full.
const TRIES: u32 = 32;

/// The hidden squares of a table from which all tiles were taken; these are in the pile.
#[derive(Debug)]
pub(super) struct Lifted {
    /// The hidden squares that are not blocked. What blocks a square is a rule's, which deals its
    /// own state anew.
    squares: Vec<Square>,
    /// Where tiles lay.
    tiled: Vec<Square>,
    /// The squares on which pieces stand that the seat sees, so that it knows of a tile there.
    held: Vec<Square>,
    /// The seats whose pieces face hidden squares.
    pieces: Vec<Seat>,
}

impl Lifted {
    /// Takes the tiles off the squares that `seat` does not see, into the pile; `None` (and no
    /// change): it sees all.
    pub(super) fn new<R: RuleSet>(rules: &R, state: &mut State<R>, seat: Seat) -> Option<Self> {
        let mut squares = state.hidden_squares(rules, Some(seat));
        if squares.is_empty() {
            return None;
        }
        let (grid, core) = (&rules.basics().grid, &mut state.core);
        squares.retain(|&square| !core.board.is_blocked(square));
        let tiled: Vec<Square> =
            squares.iter().copied().filter(|&square| core.board.tile(square).is_some()).collect();
        let (pieces, seen): (Vec<Seat>, Vec<Seat>) =
            core.placed().iter().partition(|&other| squares.contains(&core.place(other).square()));
        let behind =
            seen.iter().filter_map(|&other| Some(grid.across(core.place(other))?.square()));
        let held = behind.filter(|square| tiled.contains(square)).collect();
        for &square in &tiled {
            core.board
                .remove(grid, square)
                .into_iter()
                .for_each(|tile| core.pile.push(tile.face()));
        }
        core.board.set_cut();
        Some(Self { squares, tiled, held, pieces })
    }

    /// Draws as many tiles as were lifted, and lays them on hidden squares, so that every piece can
    /// stand somewhere. The hands of `unseen` were dealt anew.
    pub(super) fn lay<Z: Size>(
        &self,
        basics: &Basics<Z>,
        core: &mut Core<Z>,
        unseen: SeatSet,
        rng: &mut Rng,
    ) {
        let faces = self.draw_faces(core, unseen, rng);
        let tiles: Vec<Laid> = faces
            .into_iter()
            .map(|face| Laid::new(face, Rotation::new(rng.below(4) as u8)))
            .collect();
        let drawn = (0..TRIES).find_map(|_| {
            let squares = self.draw_squares(rng);
            Some((self.draw_places(basics, &core.board, &squares, rng)?, squares))
        });
        let (places, squares) = drawn.unwrap_or_else(|| (Vec::new(), self.tiled.clone()));
        for (&square, &tile) in squares.iter().zip(&tiles) {
            core.board.lay(&basics.grid, square, tile);
        }
        for (&seat, &place) in self.pieces.iter().zip(&places) {
            core.places.put(seat, place);
            core.displaced.remove(seat);
            core.on_start_mark.remove(seat);
            if basics.grid.across(place).is_none() {
                core.on_start_mark.insert(seat);
            }
        }
        // With whom the active piece would move.
        if core.phase == Phase::Place {
            core.travellers = core.facing(core.aimed());
        }
    }

    /// Draws from the pile; where that has too few tiles with paths, hands give some for special
    /// ones.
    fn draw_faces<Z: Size>(&self, core: &mut Core<Z>, unseen: SeatSet, rng: &mut Rng) -> Vec<Face> {
        let (wanted, mut faces, mut special) = (self.tiled.len(), Vec::new(), Vec::new());
        while faces.len() < wanted
            && let Some(tile) = core.pile.draw()
        {
            if tile.is_special() { special.push(tile) } else { faces.push(tile) }
        }
        for other in unseen.iter() {
            let mut hand = core.hand(other);
            while faces.len() < wanted
                && let Some(face) = hand.iter().find(|tile| !tile.is_special())
                && let Some(tile) = special.pop()
            {
                hand.take(face);
                hand.push(tile);
                faces.push(face);
            }
            core.hands.put(other.index(), hand);
        }
        if !special.is_empty() {
            for tile in special {
                core.pile.push(tile);
            }
            rng.shuffle(core.pile.len(), |one, other| core.pile.swap(one, other));
        }
        faces
    }

    /// Squares for the tiles: the squares on which pieces stand, and any others.
    fn draw_squares(&self, rng: &mut Rng) -> Vec<Square> {
        let mut others: Vec<Square> =
            self.squares.iter().copied().filter(|square| !self.held.contains(square)).collect();
        rng.shuffle(others.len(), |one, other| others.swap(one, other));
        let held = self.tiled.iter().copied().filter(|square| self.held.contains(square));
        held.chain(others).take(self.tiled.len()).collect()
    }

    /// Places for the pieces if tiles lie on these squares: before hidden squares that are empty,
    /// on a tile or at an edge, one piece at each.
    fn draw_places<Z: Size>(
        &self,
        basics: &Basics<Z>,
        board: &Board<Z>,
        tiled: &[Square],
        rng: &mut Rng,
    ) -> Option<Vec<Place>> {
        let is_tile = |square: Square| {
            tiled.contains(&square) || matches!(board.content(square), Content::Tile(_))
        };
        let empty = self.squares.iter().filter(|square| !tiled.contains(square));
        let all = empty.flat_map(|&square| Port::all().map(move |port| Place::new(square, port)));
        let mut free: Vec<Place> = all
            .filter(|&place| {
                basics.grid.across(place).is_none_or(|behind| is_tile(behind.square()))
            })
            .collect();
        let mut draw = || {
            if free.is_empty() {
                None
            } else {
                Some(free.swap_remove(rng.below(free.len() as u32) as usize))
            }
        };
        self.pieces.iter().map(|_| draw()).collect()
    }
}
