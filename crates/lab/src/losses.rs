//! Where games are lost: on which squares pieces are eliminated, from which start marks, and by
//! which tiles.

use crate::metrics::Trails;
use crate::simulate::GameSums;
use crate::stats::{ALPHA, Wilson, normal_quantile};
use crate::summary::Summary;
use crate::table::{DataTable, TableCell};
use std::collections::BTreeMap;
use std::fmt;
use tsuro::board::{Face, Place, Shape, Square};
use tsuro::game::{Cause, Ending, Event, MAX_SEATS, RuleSet as _, Seat, Sink};
use tsuro::json::{Json, json};
use tsuro::ruleset::Variant;
use tsuro::with_rules;

/// By what losses are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LossKind {
    /// By the square on which a piece was when it was eliminated: that of the last tile which it
    /// crossed, or without a trip the square that it faced. The share is that of the games in which
    /// it happened.
    Square,
    /// By the start mark of the eliminated piece. The share is that of the pieces which began
    /// there.
    Mark,
    /// By the tile whose placement eliminated a piece. The share is that of its placements.
    Tile,
}

impl LossKind {
    /// All kinds, in the order of reports.
    pub const ALL: [Self; 3] = [Self::Square, Self::Mark, Self::Tile];

    /// The name in JSON and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Mark => "mark",
            Self::Tile => "tile",
        }
    }
}

/// How often there was a loss at one square, from one start mark or by one tile.
#[derive(Debug, Clone, PartialEq)]
pub struct LossShare {
    /// By what it is counted.
    pub kind: LossKind,
    /// The square (`a1`), the start mark (`a1:A`) or the number of the tile.
    pub name: String,
    /// The games, pieces or placements that were counted.
    pub of: u64,
    /// In how many of them there was a loss.
    pub lost: u64,
    /// The 95 % interval of the share, which holds for all shares of one kind together.
    pub interval: Wilson,
}

impl LossShare {
    /// The share with a loss.
    pub fn share(&self) -> f64 {
        self.lost as f64 / self.of as f64
    }
}

/// Losses and what they are counted of.
pub(crate) type Lost = [u64; 2];

/// At what a loss is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LossAt {
    Square(Square),
    Mark(Place),
    Tile(Face),
}

impl LossAt {
    /// By what it is counted.
    pub(crate) const fn kind(self) -> LossKind {
        match self {
            Self::Square(_) => LossKind::Square,
            Self::Mark(_) => LossKind::Mark,
            Self::Tile(_) => LossKind::Tile,
        }
    }
}

impl fmt::Display for LossAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => square.fmt(f),
            Self::Mark(place) => place.fmt(f),
            Self::Tile(face) => face.fmt(f),
        }
    }
}

/// A sink that counts where pieces are lost, beside a [`Summary`].
#[derive(Debug)]
pub struct LossMap {
    /// The summary of the same games.
    pub summary: Summary,
    shape: Shape,
    /// Whole numbers, so that maps add up to the same in any order.
    counts: BTreeMap<LossAt, Lost>,
    /// Eliminations before the placement of a turn, which no tile has brought.
    without_tile: u64,
    trails: Trails,
    /// The start mark of each piece of the game that is played.
    marks: [Option<Place>; MAX_SEATS],
    /// Where each piece is: the square that it faces, or that on which its trip ended.
    at: [Option<Square>; MAX_SEATS],
    /// The squares with a loss in the game that is played, each once.
    lost_on: Vec<Square>,
    /// The tile placed in this turn, and whether it has eliminated a piece.
    tile: Option<(Face, bool)>,
}

impl LossMap {
    /// The map of no games, for `players` seats on a board of this shape.
    pub fn new(players: u8, shape: &Shape) -> Self {
        Self {
            summary: Summary::new(players),
            shape: shape.clone(),
            counts: shape.squares().map(|square| (LossAt::Square(square), [0; 2])).collect(),
            without_tile: 0,
            trails: Trails::default(),
            marks: [None; MAX_SEATS],
            at: [None; MAX_SEATS],
            lost_on: Vec::new(),
            tile: None,
        }
    }

    /// The map of no games of a rule set.
    pub fn of(variant: &Variant, players: u8) -> Self {
        with_rules!(variant.rules(), |rules| Self::new(players, rules.basics().grid().shape()))
    }

    /// The board.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Number of eliminations before the placement of a turn, which no tile has brought.
    pub fn without_tile(&self) -> u64 {
        self.without_tile
    }

    /// All losses, in the order of squares, start marks and tiles.
    pub(crate) const fn counts(&self) -> &BTreeMap<LossAt, Lost> {
        &self.counts
    }

    /// All shares of one kind, in the order of their squares, marks or numbers.
    pub fn shares(&self, kind: LossKind) -> Vec<LossShare> {
        let of_kind = self.counts.iter().filter(|(at, _)| at.kind() == kind);
        let counts: Vec<(String, Lost)> =
            of_kind.map(|(at, &lost)| (at.to_string(), lost)).collect();
        // Bonferroni: who looks for the worst square has looked at all of them.
        let z = normal_quantile(1.0 - ALPHA / 2.0 / counts.len().max(1) as f64);
        let share = |(name, [lost, of]): (String, Lost)| LossShare {
            kind,
            name,
            of,
            lost,
            interval: Wilson::new(lost as f64 / of as f64, of as f64, z),
        };
        counts.into_iter().filter(|(_, [_, of])| *of > 0).map(share).collect()
    }

    /// All shares, a row for each.
    pub fn table(&self) -> DataTable {
        let rows = LossKind::ALL.into_iter().flat_map(|kind| self.shares(kind)).map(|share| {
            vec![
                TableCell::from(share.kind.name()),
                share.name.clone().into(),
                share.of.into(),
                share.lost.into(),
                share.share().into(),
                share.interval.low.into(),
                share.interval.high.into(),
            ]
        });
        DataTable::of_kinds("by,name,of,lost,share,low,high", "by,name", "of,lost", "", rows)
    }

    /// All shares as JSON: a list for each kind.
    pub fn to_json(&self) -> Json {
        let list = |kind| {
            Json::list(self.shares(kind).into_iter().map(|share| {
                json!({
                    "name": share.name.as_str(),
                    "of": share.of,
                    "lost": share.lost,
                    "share": share.share(),
                    "interval": [share.interval.low, share.interval.high],
                })
            }))
        };
        json!({
            "squares": list(LossKind::Square),
            "marks": list(LossKind::Mark),
            "tiles": list(LossKind::Tile),
            "without_tile": self.without_tile,
        })
    }

    /// Notes where a trip has ended.
    fn travel(&mut self, player: Seat, met: bool) {
        if let Some(end) = self.trails.travel(player, met) {
            self.at[player.index()] = Some(end);
        }
    }

    fn eliminate(&mut self, player: Seat, cause: Cause) {
        if let Some((face, was_fatal)) = &mut self.tile {
            let first = !std::mem::replace(was_fatal, true);
            self.counts.entry(LossAt::Tile(*face)).or_default()[0] += u64::from(first);
            self.travel(player, cause == Cause::Collision);
        } else {
            self.without_tile += 1;
        }
        if let Some(square) = self.at[player.index()]
            && !self.lost_on.contains(&square)
        {
            self.lost_on.push(square);
        }
        if let Some(mark) = self.marks[player.index()] {
            self.counts.entry(LossAt::Mark(mark)).or_default()[0] += 1;
        }
        self.trails.eliminate(player);
    }

    /// Notes where a piece stands.
    fn put(&mut self, player: Seat, place: Place) {
        self.at[player.index()] = Some(place.square());
        self.trails.put(player, place);
    }
}

impl GameSums for LossMap {
    fn begin(&mut self) {
        self.trails.clear(&self.shape, self.summary.players());
        (self.marks, self.at, self.tile) = ([None; MAX_SEATS], [None; MAX_SEATS], None);
    }

    fn end(&mut self, ending: Ending, turns: u32, game: u64) {
        self.summary.end(ending, turns, game);
        for square in self.lost_on.drain(..) {
            self.counts.entry(LossAt::Square(square)).or_default()[0] += 1;
        }
        for (at, [_, of]) in &mut self.counts {
            *of += u64::from(at.kind() == LossKind::Square);
        }
    }

    fn merge(&mut self, other: &Self) {
        self.summary.merge(&other.summary);
        for (&at, [lost, of]) in &other.counts {
            let sum = self.counts.entry(at).or_default();
            *sum = [sum[0] + lost, sum[1] + of];
        }
        self.without_tile += other.without_tile;
    }

    fn games(&self) -> u64 {
        self.summary.games()
    }
}

impl Sink for LossMap {
    fn counts_legal(&self) -> bool {
        false
    }

    fn event(&mut self, event: &Event<'_>) {
        self.summary.event(event);
        match *event {
            Event::Start { player, mark } => {
                // A piece with several lives begins once.
                if self.marks[player.index()].replace(mark).is_none() {
                    self.counts.entry(LossAt::Mark(mark)).or_default()[1] += 1;
                }
                self.put(player, mark);
            }
            Event::Relocated { player, mark } => self.put(player, mark),
            Event::Turn { .. } => self.tile = None,
            Event::Placed { tile, square, .. } => {
                self.tile = Some((tile.face(), false));
                self.counts.entry(LossAt::Tile(tile.face())).or_default()[1] += 1;
                self.trails.place(square, tile);
            }
            Event::Moved { player, to } => {
                self.trails.travel(player, false);
                self.put(player, to);
            }
            Event::Eliminated { player, cause } => self.eliminate(player, cause),
            Event::LifeLost { player, cause } => {
                self.travel(player, cause == Cause::Collision);
                self.trails.eliminate(player);
            }
            Event::WakeRemoved { square, .. } => self.trails.remove(square),
            _ => {}
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;
    use tsuro::board::{Laid, Port, Rotation};
    use tsuro::game::{Outcome, SeatSet};

    /// The tile on a1 and b1.
    fn across() -> Laid {
        let mut all = Face::all()
            .flat_map(|face| face.rotations().map(move |rotation| Laid::new(face, rotation)));
        all.find(|tile| tile.to_string() == "AC BD EH FG").unwrap()
    }

    /// A game on 6×6. A and B cross a1 and b1; then A places a tile on b2 that leads it back over
    /// b1 and off the board at a1; a rule takes B before the next placement.
    fn play(map: &mut LossMap) {
        let place = |text: &str| text.parse::<Place>().unwrap();
        let square = |text: &str| text.parse::<Square>().unwrap();
        let (a, b) = (Seat::new(0), Seat::new(1));
        let across = across();
        let back = (0..35).filter_map(Face::new).map(|face| Laid::new(face, Rotation::NONE));
        let port = |letter: &str| Port::from_letter(letter.chars().next().unwrap()).unwrap();
        let back = back.into_iter().find(|tile| tile.exit(port("B")) == port("A")).unwrap();
        let placed =
            |player, tile, on| Event::Placed { player, tile, square: square(on), legal: 0 };
        map.begin();
        let mut number = 0;
        let mut turn = |player| {
            number += 1;
            Event::Turn { player, number }
        };
        for event in [
            Event::Start { player: a, mark: place("a1:A") },
            Event::Start { player: b, mark: place("b1:B") },
            turn(a),
            placed(a, across, "a1"),
            Event::Moved { player: a, to: place("b1:H") },
            turn(b),
            placed(b, across, "b1"),
            Event::Moved { player: b, to: place("c1:G") },
            Event::Moved { player: a, to: place("b2:B") },
            turn(a),
            placed(a, back, "b2"),
            Event::Eliminated { player: a, cause: Cause::Edge },
            turn(b),
            Event::Eliminated { player: b, cause: Cause::Edge },
        ] {
            map.event(&event);
        }
        map.end(Ending::new(SeatSet::EMPTY, Outcome::Tie), 4, 0);
    }

    fn lost(map: &LossMap, kind: LossKind) -> Vec<(String, u64, u64)> {
        let shares = map.shares(kind).into_iter().filter(|share| share.lost > 0);
        shares.map(|share| (share.name, share.lost, share.of)).collect()
    }

    #[test]
    fn a_loss_counts_where_the_path_ends_from_its_mark_and_by_its_tile() {
        let empty = || LossMap::new(2, &Shape::rectangle(6, 6));
        let mut map = empty();
        play(&mut map);
        let found = |map: &LossMap| LossKind::ALL.map(|kind| lost(map, kind));
        let named = |name: &str, lost, of| (name.to_owned(), lost, of);
        let [squares, marks, tiles] = found(&map);
        assert_eq!(squares, [named("a1", 1, 1), named("c1", 1, 1)]);
        assert_eq!(marks, [named("a1:A", 1, 1), named("b1:B", 1, 1)]);
        assert_eq!((tiles.len(), tiles[0].1, tiles[0].2), (1, 1, 1));
        assert_eq!((map.without_tile(), map.shares(LossKind::Square).len()), (1, 36));
        // Sums of two games, whichever way they come together.
        let mut twice = empty();
        play(&mut twice);
        play(&mut twice);
        let mut merged = empty();
        merged.merge(&map);
        merged.merge(&map);
        assert_eq!(found(&merged), found(&twice));
        assert_eq!(lost(&twice, LossKind::Square)[0], named("a1", 2, 2));
        // The tile that lay on a1 and b1 eliminated nobody in four placements.
        let harmless = twice.shares(LossKind::Tile).into_iter().find(|tile| tile.lost == 0);
        assert_eq!(
            harmless.map(|tile| (tile.name, tile.of)),
            Some((across().face().to_string(), 4))
        );
    }

    #[test]
    fn few_games_have_wide_intervals() {
        let mut map = LossMap::new(2, &Shape::rectangle(6, 6));
        play(&mut map);
        let shares = map.shares(LossKind::Square);
        // One game tells nearly nothing, neither where there was a loss nor where there was none.
        for share in shares {
            assert!(share.interval.high - share.interval.low > 0.9, "{share:?}");
        }
    }
}
