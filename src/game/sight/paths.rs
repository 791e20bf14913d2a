//! [`Paths`]: where the paths lead from squares without a tile, found once for all tiles that a seat
//! may lay on one square.
//!
//! A tile changes only paths that lead to its square. So a path from another square is followed on
//! the board without the tile: if it ends before the tile's square, the tile leads it from the port
//! at which it arrives to another one, and from there it goes on as it would without the tile. No
//! tile has to be laid, and no board copied.

use crate::board::{
    Board, Face, Grid, Laid, PathExit, Place, Port, PortSet, Rotation, Size, Square,
};
use arrayvec::ArrayVec;

/// The most squares whose paths are kept: those of eight pieces, and those at the ends of the eight
/// paths from the tile's square. Once there are more, the newest is replaced.
const MOST: usize = 16;

/// Maps each port to a port, packed into 32 bits: the processor waits for arrays of bytes that are
/// written one by one and read at once.
#[derive(Debug, Clone, Copy, Default)]
struct PortMap(u32);

impl PortMap {
    #[inline]
    const fn at(self, port: Port) -> Port {
        Port::new((self.0 >> (4 * port.index())) as u8)
    }

    /// Sets the port of one that has none yet.
    #[inline]
    const fn set(&mut self, port: Port, to: Port) {
        self.0 |= (to.index() as u32) << (4 * port.index());
    }
}

/// Where the paths lead from a square without a tile.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Leads {
    /// The ports whose paths lead to other squares that a piece can face.
    open: PortSet,
    /// The ports whose paths lead back into the square.
    again: PortSet,
    /// The port at which each path of `again` arrives.
    back: PortMap,
}

impl Leads {
    /// The paths of `square` on `board`.
    pub(super) fn new<Z: Size>(board: &Board<Z>, grid: &Grid<Z>, square: Square) -> Self {
        let mut leads = Self::default();
        for port in Port::all() {
            leads.note(board, port, board.exit(grid, square, port));
        }
        leads
    }

    /// Notes where the path from a port leads.
    #[inline]
    fn note<Z: Size>(&mut self, board: &Board<Z>, port: Port, exit: PathExit) {
        match exit {
            PathExit::Edge => {}
            PathExit::Again(back) => self.come_back(port, back),
            PathExit::At(to) if board.is_blocked(to.square()) => {}
            PathExit::At(_) => self.open = self.open.with(port),
        }
    }

    /// Notes that the path from a port comes back.
    #[inline]
    fn come_back(&mut self, port: Port, back: Port) {
        self.again = self.again.with(port);
        self.back.set(port, back);
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
    pub(super) fn continuations(self, own: Port, face: Face, others: PortSet) -> u8 {
        if face.is_special() {
            return face.orientations();
        }
        let mut count = 0;
        for turns in 0..face.orientations() {
            count += u8::from(self.lives(own, Laid::new(face, Rotation::new(turns)), others));
        }
        count
    }

    /// Whether a piece at the port `own` would live if `tile` were laid on the square and others
    /// stood at the ports `others`.
    #[inline]
    fn lives(self, own: Port, tile: Laid, others: PortSet) -> bool {
        let taken = others.with(own);
        let mut enter = own;
        loop {
            let leave = tile.exit(enter);
            if others.contains(leave) {
                return false;
            }
            if !self.again.contains(leave) {
                return self.open.contains(leave);
            }
            enter = self.back.at(leave);
            if taken.contains(enter) {
                return false;
            }
        }
    }
}

/// The paths of one square on the board without the tile that is tried.
#[derive(Debug, Clone, Copy)]
struct Known {
    square: Square,
    /// The ports whose paths lead to the tile's square.
    through: PortSet,
    /// At which of its ports those arrive.
    arrives: PortMap,
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
    /// The ends of those that lead to other squares.
    ends: [Place; Port::COUNT],
    known: ArrayVec<Known, MOST>,
}

impl Paths {
    /// The paths of `board`, on which a tile will be tried on the square `aimed`.
    pub(super) fn new<Z: Size>(board: &Board<Z>, grid: &Grid<Z>, aimed: Square) -> Self {
        let (mut beyond, known) = (Leads::default(), ArrayVec::new());
        let mut ends = [Place::new(aimed, Port::new(0)); Port::COUNT];
        for port in Port::all() {
            let exit = board.exit(grid, aimed, port);
            beyond.note(board, port, exit);
            if let PathExit::At(to) = exit {
                ends[port.index()] = to;
            }
        }
        Self { aimed, beyond, ends, known }
    }

    /// The index of the paths of `square` on `board`, which has no tile on the tile's square.
    fn known<Z: Size>(&mut self, board: &Board<Z>, grid: &Grid<Z>, square: Square) -> usize {
        if let Some(index) = self.known.iter().position(|known| known.square == square) {
            return index;
        }
        let known = self.find(board, grid, square);
        if self.known.is_full() {
            self.known.pop();
        }
        self.known.push(known);
        self.known.len() - 1
    }

    #[inline(never)]
    fn find<Z: Size>(&self, board: &Board<Z>, grid: &Grid<Z>, square: Square) -> Known {
        let (mut through, mut arrives) = (PortSet::EMPTY, PortMap::default());
        let mut leads = Leads::default();
        for port in Port::all() {
            match board.exit(grid, square, port) {
                PathExit::At(to) if to.square() == self.aimed => {
                    through = through.with(port);
                    arrives.set(port, to.port());
                }
                exit => leads.note(board, port, exit),
            }
        }
        Known { square, through, arrives, leads }
    }

    /// Where the paths from the square of `at` lead but for its own, if none leads to the tile's
    /// square.
    pub(super) fn untouched<Z: Size>(
        &mut self,
        board: &Board<Z>,
        grid: &Grid<Z>,
        at: Place,
    ) -> Option<Leads> {
        let index = self.known(board, grid, at.square());
        let known = &self.known[index];
        known.through.is_empty().then_some(known.leads)
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
        let (index, square) = (self.known(board, grid, at.square()), at.square());
        let known = &self.known[index];
        let mut leads = known.leads;
        for port in known.through.without(PortSet::EMPTY.with(at.port())).iter() {
            // A path from elsewhere crosses each line of the tile once at most.
            match self.end(tile, known.arrives.at(port), None) {
                Some(to) if to.square() == square => leads.come_back(port, to.port()),
                Some(_) => leads.open = leads.open.with(port),
                None => {}
            }
        }
        leads
    }

    /// Where a piece that stands alone at a port of the tile's square is led by a tile; `None`: it
    /// is out.
    #[inline]
    pub(super) fn trip(&self, tile: Laid, from: Port) -> Option<Place> {
        self.end(tile, from, Some(from))
    }

    /// Where a path that arrives at the port `from` of the tile leads: to a place that a piece can
    /// face. A path that comes to the port `stop` goes round.
    fn end(&self, tile: Laid, from: Port, stop: Option<Port>) -> Option<Place> {
        let mut enter = from;
        loop {
            let leave = tile.exit(enter);
            if !self.beyond.again.contains(leave) {
                return self.beyond.open.contains(leave).then(|| self.ends[leave.index()]);
            }
            enter = self.beyond.back.at(leave);
            if stop == Some(enter) {
                return None;
            }
        }
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
    const RULES: [&str; 13] = [
        "classic",
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
                    see.each_outlook(see.legal(), false, |tile, _, outlook, _| {
                        assert_eq!(*outlook, see.outlook(tile), "{rules}: {tile}");
                        compared += 1;
                    });
                    let choice = Random.choose(&see, &mut stream).unwrap();
                    game.play(&choice).unwrap();
                }
            }
        }
        assert!(compared > 5_000, "{compared} placements");
    }
}
