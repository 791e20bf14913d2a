//! [`Paths`]: where the paths lead from squares without a tile, found once for all tiles that a seat
//! may lay on one square.
//!
//! A tile changes only paths that lead to its square. So a path from another square is followed on
//! the board without the tile: if it ends before the tile's square, the tile leads it from the port
//! at which it arrives to another one, and from there it goes on as it would without the tile. No
//! tile has to be laid, and no board copied.

use crate::board::{
    Board, Face, Grid, Laid, PathExits, Place, Port, PortMap, PortSet, Size, Square,
};
use arrayvec::ArrayVec;

/// The most squares whose paths are kept: those of eight pieces, and those at the ends of the eight
/// paths from the tile's square. Once there are more, the newest is replaced.
const MOST: usize = 16;

/// The squares that are told apart without a comparison: of four rows.
const SLOTS: usize = 64;

/// Where the paths lead from a square without a tile.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Leads {
    /// The ports whose paths lead to other squares that a piece can face.
    open: PortSet,
    /// The ports whose paths lead back into the square.
    again: PortSet,
    /// The port at which each path of `again` arrives; of no meaning for other paths.
    back: PortMap,
}

impl Leads {
    /// The paths of `square` on `board`.
    pub(super) fn new<Z: Size>(board: &Board<Z>, grid: &Grid<Z>, square: Square) -> Self {
        Self::of(board, board.exits(grid, square), square)
    }

    /// The paths that leave `square` so.
    #[inline]
    fn of<Z: Size>(board: &Board<Z>, exits: PathExits, square: Square) -> Self {
        let again = exits.to(square);
        let mut open = exits.inside().without(again);
        if board.is_blocked_anywhere() {
            for port in open.iter() {
                if board.is_blocked(exits.end(port).square()) {
                    open = open.without(PortSet::EMPTY.with(port));
                }
            }
        }
        Self { open, again, back: exits.arrives() }
    }

    /// The open ways of a piece at the port `own`, if others stood at the ports `others`.
    pub(super) fn ways(self, own: Port, others: PortSet) -> u8 {
        let taken = others.with(own);
        // Whether a piece lives whose path comes back depends on the tile.
        let again = self.again.without(taken);
        let comes_back = |port: &Port| !taken.contains(self.back.at(*port));
        self.open.without(taken).len() + again.iter().filter(comes_back).count() as u8
    }

    /// How many different placements of a tile on the square would keep a piece alive that stands at
    /// the port `own`, if others stood at the ports `others`.
    #[inline]
    pub(super) fn continuations(self, own: Port, face: Face, others: PortSet) -> u8 {
        if face.is_special() {
            return face.orientations();
        }
        let at_once = face.leaving(own, self.open.without(others)).count();
        let again = self.again.without(others);
        if again.is_empty() {
            at_once
        } else {
            at_once + self.lives_later(own, face, again, others)
        }
    }

    /// How many different placements of `face` lead a piece from the port `own` out at one of the
    /// ports `again`, and after that keep it alive, if others stood at the ports `others`.
    #[inline(never)]
    fn lives_later(self, own: Port, face: Face, again: PortSet, others: PortSet) -> u8 {
        let taken = others.with(own);
        let mut count = 0;
        for (rotation, first) in face.leaving(own, again).iter() {
            let tile = Laid::new(face, rotation);
            let mut leave = first;
            count += loop {
                let enter = self.back.at(leave);
                if taken.contains(enter) {
                    break 0;
                }
                leave = tile.exit(enter);
                if !again.contains(leave) {
                    break u8::from(self.open.contains(leave) & !others.contains(leave));
                }
            };
        }
        count
    }
}

/// The ways open to a piece that no tile moves: some whatever the tile, the others by where it
/// leads them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Standing {
    /// The ports of its square whose paths lead to the tile's square.
    pub through: PortSet,
    /// The number of ways that are open without a path over the tile.
    pub sure: u8,
    /// The ports of the tile's square at which the other ways arrive.
    arrive: PortSet,
    /// The ports of the tile's square from which they go on so that they are open.
    open: PortSet,
}

/// The paths of one square on the board without the tile that is tried.
#[derive(Debug, Clone, Copy)]
struct Known {
    square: Square,
    /// The ports whose paths lead to the tile's square. The map of `leads` says at which of its
    /// ports they arrive.
    through: PortSet,
    /// The ports of the tile's square whose paths lead here.
    home: PortSet,
    /// Where the other paths lead.
    leads: Leads,
}

/// The paths of a board without a tile that is tried on one square.
#[derive(Debug)]
pub(super) struct Paths {
    /// The tile's square.
    aimed: Square,
    /// Where its own paths lead.
    beyond: Leads,
    exits: PathExits,
    known: ArrayVec<Known, MOST>,
    /// By the last digits of a square's number, the number of entries of `known` up to that of the
    /// square; 0, or that of another square: it has none.
    slots: [u8; SLOTS],
}

impl Paths {
    /// The paths of `board`, on which a tile will be tried on the square `aimed`, whose paths lead
    /// as `exits` says.
    pub(super) fn new<Z: Size>(board: &Board<Z>, aimed: Square, exits: PathExits) -> Self {
        let beyond = Leads::of(board, exits, aimed);
        Self { aimed, beyond, exits, known: ArrayVec::new(), slots: [0; SLOTS] }
    }

    /// The index of the paths of `square` on `board`, which has no tile on the tile's square.
    #[inline]
    fn known<Z: Size>(&mut self, board: &Board<Z>, grid: &Grid<Z>, square: Square) -> usize {
        let slot = usize::from(self.slots[square.index() % SLOTS]).wrapping_sub(1);
        match self.known.get(slot) {
            Some(known) if known.square == square => slot,
            _ => self.add(board, grid, square),
        }
    }

    /// Finds the paths of `square`, and returns their index.
    #[inline(never)]
    fn add<Z: Size>(&mut self, board: &Board<Z>, grid: &Grid<Z>, square: Square) -> usize {
        let known = self.find(board, grid, square);
        if self.known.is_full() {
            self.known.pop();
        }
        self.known.push(known);
        self.slots[square.index() % SLOTS] = self.known.len() as u8;
        self.known.len() - 1
    }

    fn find<Z: Size>(&self, board: &Board<Z>, grid: &Grid<Z>, square: Square) -> Known {
        let exits = board.exits(grid, square);
        let through = exits.to(self.aimed);
        let mut leads = Leads::of(board, exits, square);
        leads.open = leads.open.without(through);
        Known { square, through, home: self.exits.to(square), leads }
    }

    /// The ways open to a piece that stays at `at`, on another square than the tile's, if others
    /// stood at the ports `others`.
    pub(super) fn standing<Z: Size>(
        &mut self,
        board: &Board<Z>,
        grid: &Grid<Z>,
        at: Place,
        others: PortSet,
    ) -> Standing {
        let (index, square) = (self.known(board, grid, at.square()), at.square());
        let Known { through, home, leads, .. } = self.known[index];
        if board.is_blocked(square) {
            return Standing { through, ..Standing::default() };
        }
        let taken = others.with(at.port());
        let arrive = through.without(taken).iter();
        let arrive = arrive.fold(PortSet::EMPTY, |ports, port| ports.with(leads.back.at(port)));
        let mut open = self.beyond.open;
        for port in home.iter() {
            if taken.contains(self.exits.end(port).port()) {
                open = open.without(PortSet::EMPTY.with(port));
            }
        }
        Standing { through, sure: leads.ways(at.port(), others), arrive, open }
    }

    /// How many ways are open to a piece that stays if `tile` lies on the tile's square, and no
    /// piece is led to a port from which one of them begins or at which it would end.
    #[inline]
    pub(super) fn ways(&self, standing: Standing, tile: Laid) -> u8 {
        let mut ways = standing.sure;
        for port in standing.arrive.iter() {
            ways += u8::from(standing.open.contains(self.last_exit(tile, port, PortSet::EMPTY)));
        }
        ways
    }

    /// Where the paths from the square of `at` lead but for its own, if `tile` lies on the tile's
    /// square. A piece at `at` never leaves the square by its own port.
    pub(super) fn leads<Z: Size>(
        &mut self,
        board: &Board<Z>,
        grid: &Grid<Z>,
        at: Place,
        tile: Laid,
    ) -> Leads {
        let index = self.known(board, grid, at.square());
        let known = &self.known[index];
        let mut leads = known.leads;
        let onwards = self.beyond.open.without(known.home);
        for port in known.through.without(PortSet::EMPTY.with(at.port())).iter() {
            // A path from elsewhere crosses each line of the tile once at most. Few come back, so
            // that the processor guesses rightly; which of the others go on it would not.
            let leave = self.last_exit(tile, leads.back.at(port), PortSet::EMPTY);
            leads.open = leads.open.with_if(port, onwards.contains(leave));
            if known.home.contains(leave) && self.beyond.open.contains(leave) {
                leads.again = leads.again.with(port);
                leads.back.set(port, self.exits.end(leave).port());
            }
        }
        leads
    }

    /// Where a piece at a port of the tile's square is led by a tile, and whether it lives, if it
    /// would meet others at the ports `others`. The place is of no meaning if it is out.
    #[inline]
    pub(super) fn trip(&self, tile: Laid, from: Port, others: PortSet) -> (Place, bool) {
        let leave = self.last_exit(tile, from, others);
        // A path that goes round is not open where it comes back.
        (self.exits.end(leave), self.beyond.open.without(others).contains(leave))
    }

    /// The port at which a path that arrives at the port `from` of the tile leaves it for the last
    /// time, or before it comes to one of `stops` or back to `from`.
    #[inline]
    fn last_exit(&self, tile: Laid, from: Port, stops: PortSet) -> Port {
        let again = self.beyond.again.without(stops);
        let mut leave = tile.exit(from);
        while again.contains(leave) {
            let enter = self.beyond.back.at(leave);
            if stops.with(from).contains(enter) {
                break;
            }
            leave = tile.exit(enter);
        }
        leave
    }
}

#[cfg(test)]
mod tests {
    use crate::Game;
    use crate::bots::{Bot as _, Random};
    use crate::rules::Registry;
    use crate::ruleset::{BuiltIns, Variant};
    use std::sync::Arc;

    /// Rule sets with boards, pieces, tiles and ways of meeting that differ.
    const RULES: [&str; 14] = [
        "classic",
        "classic+doughnut",
        "kaiju-classic+doughnut",
        "mystic-portal",
        "luxury",
        "seas",
        "storm-seas",
        "globe",
        "portals",
        "islands",
        "veterans",
        "classic-advanced",
        "teams",
        "double-turn",
    ];

    #[test]
    fn compared_placements_look_as_each_does_on_a_board_of_its_own() {
        let mut compared = 0;
        for rules in RULES {
            for (players, seed) in [(2, "paths"), (4, "paths"), (8, "more paths")] {
                let variant = Variant::load(rules, &BuiltIns, &Registry::default()).unwrap();
                let players = variant.players().nearest(players);
                let mut game = Game::from_variant(Arc::new(variant), players, seed).unwrap();
                while let Some(decision) = game.decision() {
                    let mut stream = game.bot_stream();
                    let see = game.observe(decision.seat());
                    let mut looked = Vec::new();
                    see.each_outlook(false, |tile, _, outlook, _| {
                        looked.push(tile);
                        assert_eq!(*outlook, see.outlook(tile), "{rules}: {tile}");
                        compared += 1;
                    });
                    looked.sort_unstable();
                    assert!(looked.into_iter().eq(see.legal()), "{rules}");
                    let choice = Random.choose(&see, &mut stream).unwrap();
                    game.play(&choice).unwrap();
                }
            }
        }
        assert!(compared > 5_000, "{compared} placements");
    }
}
