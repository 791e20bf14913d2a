//! The tiles on the board, and for every path end its other end.
//!
//! A path is known only by its two ends: laying a tile joins ends, however long the paths are, and
//! where a piece would go is a walk inside one square. Only taking a tile away has to follow the
//! paths that it cut.
//!
//! # Example: a tile is taken away
//!
//! Four tiles lie on the board: face 31 (every path crosses to the opposite side) on b3, c2 and c3,
//! and face 0 (every path turns back) on d3. A rule takes the tile on c3, which three paths
//! cross.
//!
//! ```text
//!         b       c       d
//!  2           [ c2:31 ]
//!  3  [ b3:31 ][ c3:31 ][ d3:0 ]
//! ```
//!
//! [`Board::remove`] empties c3. Then it follows one half of each cut path to its end. The old
//! links give the end of the other half, unless the path returns to the square on both sides.
//! Afterwards the paths that leave c3 end here:
//!
//! | port of c3 | A | B | C | D | E | F | G | H |
//! |---|---|---|---|---|---|---|---|---|
//! | leads to | c2:B | c2:A | c3:D | c3:C | itself | itself | b3:H | b3:G |
//!
//! - A and B lead over c2 and off its far side. G and H lead over b3 likewise.
//! - C leads over d3 and back to c3. A tile that later joins C with D makes a path without ends:
//!   [`Board::route`] reports [`RouteEnd::Loop`].
//! - Beyond E and F there is no tile.
//!
//! Twelve points were written, and no other path was looked at.

use super::face::Laid;
use super::grid::Grid;
use super::packed::{self, ONES};
use super::port::{Port, PortMap, PortSet, Side};
use super::size::{PointIndex, Size, Store};
use super::square::{Place, Square};

/// Content code of a square without a tile: all bits, for [`packed::bytes_of_ones`].
const EMPTY: u8 = u8::MAX;
/// Content code of a square that a rule has blocked.
pub(crate) const BLOCKED: u8 = 254;
/// Content code of a square on which nothing can ever lie.
pub(crate) const CLOSED: u8 = 253;

/// Content code of a square at which paths end, and on which no tile can be laid.
pub(crate) const HAVEN: u8 = 250;

/// Content code of a square of which a seat does not see what lies on it.
pub(crate) const HIDDEN: u8 = 251;

/// What lies on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Content {
    /// Nothing: a tile can be laid here.
    Empty,
    /// Something of a rule's: no tile can be laid here, and paths end before the square.
    Blocked,
    /// Something of a rule's: no tile can be laid here, and paths end here as before an empty
    /// square: pieces that face it live.
    Haven,
    /// Nothing, for ever: a portal, a missing square, or a square outside the board (V5, V7).
    Closed,
    /// Something that the seat does not see, or nothing: a rule hides the square from it. Only what
    /// a seat sees has such squares. For the seat, paths end before them as before empty ones.
    Hidden,
    /// A tile lies here; paths go on along its lines.
    Tile(Laid),
}

/// Where the path leads that leaves an empty square at one of its ports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum PathExit {
    /// Off the board.
    Edge,
    /// Back into the same square, at this port.
    Again(Port),
    /// To a place that faces another square without a tile (perhaps a blocked one).
    At(Place),
}

/// In a packed place: the path does not end there, but off the board.
const OFF: u64 = 1 << 14;
/// The bits of a packed place that are its square, and whether the path ends there.
const SQUARE_AND_OFF: u64 = 0x7ff8;

/// Where all paths lead that leave an empty square.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PathExits([u64; 2]);

impl PathExits {
    /// Which of the eight numbers agree with `pattern` in the bits of `mask`.
    #[inline]
    fn matching(self, pattern: u64, mask: u64) -> PortSet {
        let [low, high] = self.0.map(|word| packed::equal(word, ONES * pattern, ONES * mask));
        PortSet::from_bits(low | high << 4)
    }

    /// The ports whose paths do not lead off the board.
    #[inline]
    pub(crate) fn inside(self) -> PortSet {
        self.matching(0, OFF)
    }

    /// The ports whose paths lead to `square`.
    #[inline]
    pub(crate) fn to(self, square: Square) -> PortSet {
        self.matching((square.index() as u64) << 3, SQUARE_AND_OFF)
    }

    /// The place to which the path from a port leads; of no meaning if it leads off the board.
    #[inline]
    pub(crate) const fn end(&self, port: Port) -> Place {
        let number = self.0[port.index() / 4] >> (16 * (port.index() % 4));
        Place::from_index((number & (OFF - 1)) as usize)
    }

    /// The port of the place to which each path leads.
    #[inline]
    pub(crate) const fn arrives(self) -> PortMap {
        let [low, high] = self.0;
        PortMap::from_bits(packed::nibbles(low) as u32 | (packed::nibbles(high) as u32) << 16)
    }
}

/// How a trip ends (T6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum RouteEnd {
    /// Off the board.
    Edge,
    /// Back where it began, heading the same way.
    Loop,
    /// Facing a square without a tile (perhaps a blocked one).
    At(Place),
    /// At a port of the new tile where another piece stood (C5).
    Met(Port),
}

/// The other end of a path that begins at an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PathEnd<Z: Size> {
    /// At this point of an edge.
    Edge(Z::Point),
    /// Facing a square without a tile (perhaps a blocked one).
    At(Place),
}

/// A trip across a tile that is about to be laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Route {
    /// How it ends.
    pub end: RouteEnd,
    /// How often it crosses the new tile: 1–4.
    pub crossings: u8,
}

/// The tiles on the board, and for each path end its other end.
#[derive(Debug, Clone)]
pub struct Board<Z: Size> {
    /// For each point at which a path ends, the point of its other end. A point without tiles on
    /// either side is a path of its own; entries of points inside a path are left over and never
    /// read.
    links: Z::PerPoint<Z::Point>,
    content: Z::PerSquare<u8>,
    filled: u16,
    blocked: u16,
    /// Whether the path behind a piece may lead elsewhere than to its start mark: a tile was taken
    /// away, or there are inner start marks.
    cut: bool,
}

/// The two halves of a path that a tile taken away cuts: where they begin at its square, and where
/// they end.
#[derive(Clone, Copy)]
struct CutPaths<Point> {
    near: Point,
    near_end: Point,
    far: Point,
    far_end: Point,
}

impl<Z: Size> Board<Z> {
    /// A board without tiles.
    pub fn new(grid: &Grid<Z>) -> Self {
        let mut links = <Z::PerPoint<Z::Point> as Store<_>>::filled(Z::Point::from_index(0));
        for index in 0..grid.points() {
            links.put(index, grid.opposite(index));
        }
        let mut content = <Z::PerSquare<u8> as Store<_>>::filled(CLOSED);
        grid.squares().for_each(|square| content.put(square.index(), EMPTY));
        // A path may arrive at an inner mark, which does not begin there.
        Self { links, content, filled: 0, blocked: 0, cut: grid.has_inner_marks() }
    }

    /// What lies on `square`.
    #[inline]
    pub fn content(&self, square: Square) -> Content {
        match self.content.at(square.index()) {
            EMPTY => Content::Empty,
            BLOCKED => Content::Blocked,
            HAVEN => Content::Haven,
            CLOSED => Content::Closed,
            HIDDEN => Content::Hidden,
            code => Content::Tile(Laid::from_code(code)),
        }
    }

    /// Writes the code of each square of the rectangle, row by row from the top: that of the
    /// [tile](Laid::code), 255 for an empty square, 254 for a blocked one, 253 for one on which
    /// nothing can lie, 251 for a hidden one, 250 for a [haven](Content::Haven).
    ///
    /// # Panics
    /// If `codes` has not one entry for each square of the rectangle.
    pub fn codes(&self, grid: &Grid<Z>, codes: &mut [u8]) {
        let columns = usize::from(grid.columns());
        assert_eq!(codes.len(), columns * usize::from(grid.rows()), "one code for each square");
        for row in 0..usize::from(grid.rows()) {
            let Some(known) = self.content.sixteen(16 * row) else { return };
            let rest = &mut codes[row * columns..];
            // What is copied too much is written over by the next rows.
            if let Some(sixteen) = rest.first_chunk_mut() {
                *sixteen = *known;
            } else {
                let len = rest.len().min(columns);
                rest[..len].copy_from_slice(&known[..len]);
            }
        }
    }

    /// The empty squares: a bit for each by [`Square::index`], eight rows in each number.
    pub(crate) fn empty_squares(&self, grid: &Grid<Z>) -> [u128; 2] {
        let mut squares = [0; 2];
        for row in 0..usize::from(grid.rows()) {
            let Some(codes) = self.content.sixteen(16 * row) else { break };
            let codes = u128::from_le_bytes(*codes);
            let [left, right] = [codes, codes >> 64].map(|half| packed::bytes_of_ones(half as u64));
            let empty = u16::from_le_bytes([left, right]);
            squares[row / 8] |= u128::from(empty) << (row % 8 * 16);
        }
        squares
    }

    /// The tile on `square`, if there is one.
    #[inline]
    pub fn tile(&self, square: Square) -> Option<Laid> {
        let code = self.content.at(square.index());
        (code < Laid::LIMIT).then(|| Laid::from_code(code))
    }

    /// Whether nothing lies on `square`, as one comparison: [`Board::content`] tells its kinds
    /// apart by branches.
    #[inline]
    pub(crate) fn is_empty(&self, square: Square) -> bool {
        self.content.at(square.index()) == EMPTY
    }

    /// Whether `square` is blocked by a rule.
    #[inline]
    pub fn is_blocked(&self, square: Square) -> bool {
        self.content.at(square.index()) == BLOCKED
    }

    /// Whether paths end at `square`, and no tile can be laid on it.
    #[inline]
    pub(crate) fn is_haven(&self, square: Square) -> bool {
        self.content.at(square.index()) == HAVEN
    }

    /// Whether any square is blocked by a rule.
    #[inline]
    pub(crate) fn is_blocked_anywhere(&self) -> bool {
        self.blocked > 0
    }

    /// Whether every square has a tile or something of a rule's (T9).
    #[inline]
    pub fn is_full(&self, grid: &Grid<Z>) -> bool {
        self.filled >= grid.area()
    }

    /// The number of squares that have a tile or something of a rule's.
    pub fn filled(&self) -> u16 {
        self.filled
    }

    /// Whether a tile was ever taken away (or the board was set up by hand): then two pieces may
    /// stand at the ends of one path.
    #[inline]
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Marks the board as [cut](Board::is_cut), because it was not reached by laying tiles on an
    /// empty one.
    pub(crate) fn set_cut(&mut self) {
        self.cut = true;
    }

    /// Where the path leads that leaves the empty `square` at `port`.
    #[inline]
    pub fn exit(&self, grid: &Grid<Z>, square: Square, port: Port) -> PathExit {
        let point = grid.points_of(square)[port.index()];
        let end = self.links.at(point.index());
        if grid.at_edge(end) {
            return PathExit::Edge;
        }
        let facing = self.faced(grid, square, point, end);
        if facing.square() == square {
            PathExit::Again(facing.port())
        } else {
            PathExit::At(facing)
        }
    }

    /// The place that a path faces which leaves the empty `square` at `point` and ends at `end`, if
    /// that is no edge. Without branches.
    #[inline]
    fn faced(&self, grid: &Grid<Z>, square: Square, point: Z::Point, end: Z::Point) -> Place {
        let [one, other] = grid.sides(end);
        // The side on which there is no tile. Of a path without tiles it is the one away from the
        // square.
        let is_away = (self.content.at(one.square().index()) < Laid::LIMIT)
            | ((end == point) & (one.square() == square));
        if is_away { other } else { one }
    }

    /// Where all paths lead that leave the empty `square`, as [`Board::exit`] of each port. Without
    /// branches: the processor guesses wrongly which path ends where. Compiled once for all that call
    /// it: the engine for browsers is to be small.
    #[inline(never)]
    pub(crate) fn exits(&self, grid: &Grid<Z>, square: Square) -> PathExits {
        let mut words = [0; 2];
        // Not a `map` of the array, which is compiled into calls.
        for (word, points) in words.iter_mut().zip(grid.points_of(square).as_chunks::<4>().0) {
            for (lane, &point) in points.iter().enumerate() {
                let end = self.links.at(point.index());
                let place = self.faced(grid, square, point, end);
                let number = place.index() as u64 | (u64::from(grid.at_edge(end)) * OFF);
                *word |= number << (16 * lane);
            }
        }
        PathExits(words)
    }

    /// The trip that a piece at port `from` of the empty `square` would make if `tile` were laid
    /// there. It stops at the first of the ports `others`, where other pieces stand (T6, C5).
    #[inline]
    pub fn route(
        &self,
        grid: &Grid<Z>,
        square: Square,
        tile: Laid,
        from: Port,
        others: PortSet,
    ) -> Route {
        let mut enter = from;
        let mut crossings = 1;
        loop {
            let leave = tile.exit(enter);
            if others.contains(leave) {
                return Route { end: RouteEnd::Met(leave), crossings };
            }
            match self.exit(grid, square, leave) {
                PathExit::Edge => return Route { end: RouteEnd::Edge, crossings },
                PathExit::At(place) => return Route { end: RouteEnd::At(place), crossings },
                PathExit::Again(port) if port == from => {
                    return Route { end: RouteEnd::Loop, crossings };
                }
                PathExit::Again(port) if others.contains(port) => {
                    return Route { end: RouteEnd::Met(port), crossings };
                }
                PathExit::Again(port) => enter = port,
            }
            crossings += 1;
        }
    }

    /// Where a piece at port `from` of the empty `square` would stand if `tile` were laid there and
    /// no other piece were in its way: facing a square without a tile (perhaps a blocked one).
    /// `None`: it would leave the board or go round for ever.
    #[inline]
    pub(crate) fn destination(
        &self,
        grid: &Grid<Z>,
        square: Square,
        tile: Laid,
        from: Port,
    ) -> Option<Place> {
        let mut enter = from;
        loop {
            match self.exit(grid, square, tile.exit(enter)) {
                PathExit::At(place) => return Some(place),
                PathExit::Again(port) if port != from => enter = port,
                PathExit::Again(_) | PathExit::Edge => return None,
            }
        }
    }

    /// The other end of the path that ends at `place`, which faces a square without a tile. On a
    /// board that is not [cut](Board::is_cut) it is the start mark of a piece at `place`.
    #[inline]
    pub(crate) fn origin(&self, grid: &Grid<Z>, place: Place) -> Z::Point {
        self.links.at(grid.point(place).index())
    }

    /// Where the path ends that begins at `origin`, a point of an edge.
    #[inline]
    pub(crate) fn end_of(&self, grid: &Grid<Z>, origin: Z::Point) -> PathEnd<Z> {
        let end = self.links.at(origin.index());
        if grid.at_edge(end) {
            return PathEnd::Edge(end);
        }
        let [one, other] = grid.sides(end);
        PathEnd::At(if self.content.at(one.square().index()) < Laid::LIMIT { other } else { one })
    }

    /// Lays `tile` on the empty `square`: joins four pairs of path ends.
    #[inline]
    pub fn lay(&mut self, grid: &Grid<Z>, square: Square, tile: Laid) {
        debug_assert_eq!(self.content(square), Content::Empty, "{square}");
        let points = grid.points_of(square);
        for (one, other) in tile.pairs() {
            let one = self.links.at(points[one.index()].index());
            let other = self.links.at(points[other.index()].index());
            self.link(one, other);
        }
        self.content.put(square.index(), tile.code());
        self.filled += 1;
    }

    /// Puts a tile that is placed on the empty `square`: lays it, or makes the square a
    /// [haven](Content::Haven) if it is special.
    #[inline]
    pub(crate) fn place(&mut self, grid: &Grid<Z>, square: Square, tile: Laid) {
        if tile.face().is_special() {
            self.set_haven(square, true);
        } else {
            self.lay(grid, square, tile);
        }
    }

    /// Takes the tile away from `square`, and links the ends of the paths that it cut. Returns the
    /// tile; `None` (and no change) if there is none.
    pub fn remove(&mut self, grid: &Grid<Z>, square: Square) -> Option<Laid> {
        let tile = self.tile(square)?;
        self.content.put(square.index(), EMPTY);
        self.filled -= 1;
        self.cut = true;
        self.cut_paths(grid, square, tile);
        Some(tile)
    }

    /// Cuts the four paths that led across `tile`, which was taken away from `square`.
    ///
    /// The ends of a whole path know each other, so following one half of it tells the ends of
    /// both: the half that begins where no tile lies beyond the line, if there is one, since that
    /// ends at once.
    fn cut_paths(&mut self, grid: &Grid<Z>, square: Square, tile: Laid) {
        let points = grid.points_of(square);
        let open = self.open_ports(grid, square);
        // Whether a half ends at another port of the same square, as one comparison.
        let returns = |end: Place, near: Port| {
            (end.index() ^ Place::new(square, near).index()).wrapping_sub(1) < Port::COUNT - 1
        };
        let mut both_return = false;
        let mut halves =
            [CutPaths { near: points[0], near_end: points[0], far: points[0], far_end: points[0] };
                4];
        // No `map`, since the compiler would not inline what that is given.
        for (half, (one, other)) in halves.iter_mut().zip(tile.pairs()) {
            let (mut near, mut far) = open.first_of(other, one);
            let mut end = self.follow(grid, Place::new(square, near));
            if returns(end, near) {
                (near, far) = (far, near);
                end = self.follow(grid, Place::new(square, near));
                both_return |= returns(end, near);
            }
            let near_end = grid.point(end);
            let far_end = self.links.at(near_end.index());
            *half = CutPaths {
                near: points[near.index()],
                near_end,
                far: points[far.index()],
                far_end,
            };
        }
        if both_return {
            return self.cut_paths_that_return(grid, square, open);
        }
        // A path that crossed the tile twice has had both its ends found from outside; what lies
        // between is a path from the tile to the tile.
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        // Whether there is any, first, as one branch in place of six that are as random.
        if pairs.iter().fold(0, |any, &(one, other)| {
            any | u8::from(halves[one].far_end == halves[other].near_end)
        }) != 0
        {
            for (one, other) in pairs {
                if halves[one].far_end == halves[other].near_end {
                    (halves[one].far_end, halves[other].far_end) =
                        (halves[other].far, halves[one].far);
                }
            }
        }
        for CutPaths { near, near_end, far, far_end } in halves {
            self.link(near, near_end);
            self.link(far, far_end);
        }
    }

    /// Links the ends at all eight ports of `square`, from which a tile was taken away, by
    /// following each. One path came back to the tile on both sides, so its ends do not tell what
    /// lies between.
    // `#[cold]` here, on `faces_block` and `tell_each_removed`, `inline(never)` on the
    // `resolve_step` of the rule of Seas and `inline(always)` on `finish_trip` together save 1.8 to
    // 2.7 % of the instructions of a random game of Seas (`benches/instructions.sh`).
    #[cold]
    fn cut_paths_that_return(&mut self, grid: &Grid<Z>, square: Square, open: PortSet) {
        for port in Port::all() {
            let start = Place::new(square, port);
            let end =
                if open.contains(port) { grid.beyond(start) } else { self.follow(grid, start) };
            self.link(grid.point(start), grid.point(end));
        }
    }

    /// Makes two points the ends of one path.
    #[inline]
    fn link(&mut self, one: Z::Point, other: Z::Point) {
        self.links.put(one.index(), other);
        self.links.put(other.index(), one);
    }

    /// The ports of `square` beyond which no tile lies.
    #[inline]
    fn open_ports(&self, grid: &Grid<Z>, square: Square) -> PortSet {
        Side::ALL.into_iter().fold(PortSet::EMPTY, |open, side| {
            // At an edge this is the square itself, which has no tile now.
            let tiled = self.content.at(grid.beside(square, side).index()) < Laid::LIMIT;
            if tiled { open } else { open.with_side(side) }
        })
    }

    /// Follows the path that leaves the square of `start` at `start`, tile after tile, to the place
    /// where it ends: facing a square without a tile, or, at an edge, seen from the last tile's
    /// square.
    #[inline]
    fn follow(&self, grid: &Grid<Z>, start: Place) -> Place {
        let mut at = start;
        loop {
            let beyond = grid.beyond(at);
            let code = self.content.at(beyond.square().index());
            // One branch for both reasons to stop, which are as random as the tiles: at an edge the
            // code is made one that no tile has. With the same where the pieces of Seas move it
            // saves 2 to 3 % of the time of a game of Seas (docs/performance.md).
            let edge = u8::from(beyond == at).wrapping_neg();
            if code | edge >= Laid::LIMIT {
                return beyond;
            }
            at = Place::new(beyond.square(), Laid::from_code(code).exit(beyond.port()));
        }
    }

    /// Follows a path forward from `from`, the place at which it enters a square, and calls `step`
    /// with the square and its two ports for each tile on it, until it leaves the tiles, comes back
    /// to `from`, or `step` says stop. Its cost grows with the path: for drawing and for rules that
    /// count what lies on a path, not for moving pieces.
    pub fn walk(
        &self,
        grid: &Grid<Z>,
        from: Place,
        mut step: impl FnMut(Square, Port, Port) -> bool,
    ) {
        let mut at = from;
        while let Some(tile) = self.tile(at.square()) {
            let exit = tile.exit(at.port());
            if !step(at.square(), at.port(), exit) {
                return;
            }
            match grid.across(Place::new(at.square(), exit)) {
                Some(next) if next != from => at = next,
                _ => return,
            }
        }
    }

    /// How the trip of a piece ends that is put at `from`: there if that faces no tile, otherwise
    /// where the path leads.
    pub(crate) fn trip(&self, grid: &Grid<Z>, from: Place) -> RouteEnd {
        let mut at = from;
        while let Some(tile) = self.tile(at.square()) {
            match grid.across(Place::new(at.square(), tile.exit(at.port()))) {
                None => return RouteEnd::Edge,
                Some(next) if next == from => return RouteEnd::Loop,
                Some(next) => at = next,
            }
        }
        RouteEnd::At(at)
    }

    /// Blocks the empty `square`.
    pub fn block(&mut self, square: Square) {
        debug_assert_eq!(self.content(square), Content::Empty, "{square}");
        self.content.put(square.index(), BLOCKED);
        self.filled += 1;
        self.blocked += 1;
    }

    /// Frees the blocked `square`.
    pub fn unblock(&mut self, square: Square) {
        debug_assert_eq!(self.content(square), Content::Blocked, "{square}");
        self.content.put(square.index(), EMPTY);
        self.filled -= 1;
        self.blocked -= 1;
    }

    /// Makes the empty `square` a [haven](Content::Haven), or a haven empty again.
    pub(crate) fn set_haven(&mut self, square: Square, is_haven: bool) {
        debug_assert_eq!(
            self.content(square),
            if is_haven { Content::Empty } else { Content::Haven },
            "{square}"
        );
        self.content.put(square.index(), if is_haven { HAVEN } else { EMPTY });
        self.filled = if is_haven { self.filled + 1 } else { self.filled - 1 };
    }

    /// Frees the blocked square `from` and blocks the empty square `to` instead; they may be the
    /// same.
    #[inline]
    pub(crate) fn move_block(&mut self, from: Square, to: Square) {
        debug_assert_eq!(self.content(from), Content::Blocked, "{from}");
        self.content.put(from.index(), EMPTY);
        debug_assert_eq!(self.content(to), Content::Empty, "{to}");
        self.content.put(to.index(), BLOCKED);
    }

    /// Hides `square`, which is on the board: takes away what lies there, and returns its tile. The
    /// board counts as [cut](Board::is_cut), whatever lay there.
    pub(crate) fn hide(&mut self, grid: &Grid<Z>, square: Square) -> Option<Laid> {
        match self.content(square) {
            Content::Blocked => self.unblock(square),
            Content::Haven => self.set_haven(square, false),
            _ => {}
        }
        let tile = self.remove(grid, square);
        self.content.put(square.index(), HIDDEN);
        self.cut = true;
        tile
    }

    /// Checks the board's invariant, slowly: the link of every path end is the end that one finds
    /// by following the path.
    pub fn links_hold(&self, grid: &Grid<Z>) -> bool {
        grid.squares().flat_map(|square| Port::all().map(move |port| Place::new(square, port))).all(
            |place| {
                // A path ends where one side of its point has a tile and the other has none.
                let tiled = |place: Option<Place>| {
                    place.is_some_and(|place| self.tile(place.square()).is_some())
                };
                if tiled(Some(place)) && tiled(grid.across(place)) {
                    return true;
                }
                let start = if tiled(Some(place)) { grid.across(place) } else { Some(place) };
                let end = match start {
                    Some(start) => self.follow(grid, start),
                    // A point of an edge seen from its tile: the path leads inwards from there.
                    None => match self.tile(place.square()) {
                        Some(tile) => {
                            self.follow(grid, Place::new(place.square(), tile.exit(place.port())))
                        }
                        None => place,
                    },
                };
                let (point, end) = (grid.point(place), grid.point(end));
                self.links.at(point.index()) == end && self.links.at(end.index()) == point
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::any_shape;
    use super::super::{Face, Large, Rotation, Shape, Small, StartMarks};
    use super::*;
    use proptest::prelude::*;

    fn laid(face: u8, rotation: u8) -> Laid {
        Laid::new(Face::new(face).unwrap(), Rotation::new(rotation))
    }

    fn place(text: &str) -> Place {
        text.parse().unwrap()
    }

    #[test]
    fn a_route_counts_each_crossing_of_the_new_tile_and_ends_where_it_would_begin_again() {
        let grid = Grid::<Small>::new(&Shape::rectangle(6, 6), &StartMarks::Rim);
        let mut board = Board::new(&grid);
        // b1 sends C back to D (face 0: AB CD EF GH), so a1's C comes back at a1's D.
        board.lay(&grid, place("b1:A").square(), laid(0, 0));
        let square = place("a1:A").square();
        // Face 31 joins AE BF CG DH: G to C, back in at D, D to H: off the board. It crosses the
        // tile twice without a loop.
        let route = board.route(
            &grid,
            square,
            laid(31, 0),
            Port::from_letter('G').unwrap(),
            PortSet::EMPTY,
        );
        assert_eq!(route, Route { end: RouteEnd::Edge, crossings: 2 });
        // A piece between the two tiles comes round to where it was: a loop.
        let route =
            board.route(&grid, square, laid(0, 0), Port::from_letter('C').unwrap(), PortSet::EMPTY);
        assert_eq!(route.end, RouteEnd::Loop);
    }

    fn play_out<Z: Size>(shape: &Shape, steps: &[(u8, u8, u8)]) {
        let grid = Grid::<Z>::new(shape, &StartMarks::Rim);
        let mut board = Board::new(&grid);
        let squares: Vec<_> = grid.squares().collect();
        for &(square, face, rotation) in steps.iter().filter(|_| !squares.is_empty()) {
            let square = squares[usize::from(square) % squares.len()];
            match board.content(square) {
                Content::Tile(tile) => assert_eq!(board.remove(&grid, square), Some(tile)),
                _ => board.lay(&grid, square, laid(face % 35, rotation)),
            }
            assert!(board.links_hold(&grid), "after {square} on {:?}", grid.shape());
            let bare = squares.iter().filter(|&&square| board.tile(square).is_none());
            bare.for_each(|&square| assert_exits_agree(&board, &grid, square));
        }
    }

    /// What is found for all ports at once is what is found for each.
    fn assert_exits_agree<Z: Size>(board: &Board<Z>, grid: &Grid<Z>, square: Square) {
        let exits = board.exits(grid, square);
        let again = exits.to(square);
        for port in Port::all() {
            let is_inside = exits.inside().contains(port);
            let exit = match (is_inside, again.contains(port)) {
                (false, false) => PathExit::Edge,
                (true, true) => PathExit::Again(exits.arrives().at(port)),
                (true, false) => PathExit::At(exits.end(port)),
                (false, true) => panic!("{square}:{port} leads off the board and back"),
            };
            assert_eq!(exit, board.exit(grid, square, port), "{square}:{port}");
            assert!(!is_inside || exits.to(exits.end(port).square()).contains(port));
        }
    }

    fn any_steps() -> impl Strategy<Value = Vec<(u8, u8, u8)>> {
        prop::collection::vec((any::<u8>(), any::<u8>(), any::<u8>()), 0..60)
    }

    proptest! {
        #[test]
        fn links_stay_symmetric_whatever_is_laid_and_taken_away(steps in any_steps()) {
            play_out::<Small>(&Shape::rectangle(6, 6), &steps);
            play_out::<Small>(&Shape::rectangle(7, 7), &steps);
            play_out::<Large>(&Shape::rectangle(3, 3), &steps);
            play_out::<Large>(&Shape::rectangle(16, 16), &steps);
        }

        #[test]
        fn links_stay_symmetric_on_any_shape(shape in any_shape(), steps in any_steps()) {
            play_out::<Small>(&shape, &steps);
        }
    }
}
