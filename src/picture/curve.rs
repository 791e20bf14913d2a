//! The curves of paths across a tile, which text and SVG share.

use crate::board::{Port, Side};

/// A point of a tile with sides of length 1: `x` to the right, `y` down. Also a vector.
pub(super) type Point = (f64, f64);

/// The distance of the ports from the corners: `x` along the top and bottom, `y` along the left and
/// right.
#[derive(Debug, Clone, Copy)]
pub(super) struct Inset {
    pub x: f64,
    pub y: f64,
}

impl Inset {
    /// A third of the side, as on printed tiles.
    pub(super) const THIRD: Self = Self { x: 1.0 / 3.0, y: 1.0 / 3.0 };

    /// The position of a port.
    pub(super) fn port(self, port: Port) -> Point {
        let Self { x, y } = self;
        [
            (x, 0.0),
            (1.0 - x, 0.0),
            (1.0, y),
            (1.0, 1.0 - y),
            (1.0 - x, 1.0),
            (x, 1.0),
            (0.0, 1.0 - y),
            (0.0, y),
        ][port.index()]
    }
}

/// The unit vector from a side into the tile.
pub(super) fn inwards(side: Side) -> Point {
    match side {
        Side::Top => (0.0, 1.0),
        Side::Right => (-1.0, 0.0),
        Side::Bottom => (0.0, -1.0),
        Side::Left => (1.0, 0.0),
    }
}

/// The cubic Bézier curve from one port to another. It meets the sides at right angles, so that
/// paths continue smoothly on the next tile.
pub(super) fn curve(inset: Inset, one: Port, other: Port) -> [Point; 4] {
    let (from, to) = (inset.port(one), inset.port(other));
    let (into, out_of) = (inwards(one.side()), inwards(other.side()));
    let distance = libm::hypot(from.0 - to.0, from.1 - to.1);
    let reach = if one.side() == other.side() {
        // A bend that does not reach the paths that run straight across at the depth of the next
        // ports.
        0.8 * if matches!(one.side(), Side::Top | Side::Bottom) { inset.y } else { inset.x }
    } else if distance < 0.5 {
        0.25
    } else {
        0.3 + 0.15 * distance
    };
    let control =
        |end: Point, direction: Point| (end.0 + direction.0 * reach, end.1 + direction.1 * reach);
    [from, control(from, into), control(to, out_of), to]
}

/// The point of a curve at `along`, from 0 (its beginning) to 1 (its end).
pub(super) fn at(curve: [Point; 4], along: f64) -> Point {
    let left = 1.0 - along;
    let weights = [
        left * left * left,
        3.0 * left * left * along,
        3.0 * left * along * along,
        along * along * along,
    ];
    let sum = |coordinate: fn(Point) -> f64| {
        curve.iter().zip(weights).map(|(&point, weight)| coordinate(point) * weight).sum()
    };
    (sum(|point| point.0), sum(|point| point.1))
}
