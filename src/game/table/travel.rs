//! What a placement does to the pieces: which travel, where to, and which meet (T6, T7, C5, S14).

use super::core::Core;
use super::pending::Resolution;
use crate::board::{Laid, Place, PortSet, RouteEnd, Size, Square};
use crate::game::basics::data::{Basics, Meeting};
use crate::game::event::Cause;
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use arrayvec::ArrayVec;

impl Resolution {
    /// Every seat whose piece is touched, from `active` clockwise, and how its trip ends; `None`:
    /// it collides.
    pub(in crate::game) fn ends(
        &self,
        active: Seat,
    ) -> impl Iterator<Item = (Seat, Option<RouteEnd>)> {
        let touched = self.met.or(self.trips.iter().map(|trip| trip.0).collect());
        let end = |seat| {
            self.trips
                .iter()
                .find(|trip| trip.0 == seat && !self.met.contains(seat))
                .map(|trip| trip.1)
        };
        touched.clockwise_from(active).map(move |seat| (seat, end(seat)))
    }

    /// The seats whose pieces meet the piece of `seat`, as long as none of the meeting pieces was
    /// put elsewhere.
    pub(in crate::game) fn partners<Z: Size>(&self, core: &Core<Z>, seat: Seat) -> SeatSet {
        let reaches = |one: Seat, other: Seat| match self.trips.iter().find(|trip| trip.0 == one) {
            Some((_, RouteEnd::Met(port))) => {
                core.place(other) == Place::new(core.place(one).square(), *port)
            }
            Some((_, RouteEnd::At(place))) => core.place(other) == *place,
            _ => false,
        };
        self.met
            .without(SeatSet::only(seat))
            .iter()
            .filter(|&other| reaches(seat, other) || reaches(other, seat))
            .collect()
    }
}

/// Why a piece is out whose trip ends so; `None`: it lives.
#[inline]
pub(in crate::game) fn cause<Z: Size>(
    basics: &Basics<Z>,
    core: &Core<Z>,
    end: RouteEnd,
) -> Option<Cause> {
    match end {
        RouteEnd::Edge => Some(Cause::Edge),
        RouteEnd::Loop => Some(Cause::Loop),
        RouteEnd::Met(_) => Some(Cause::Collision),
        RouteEnd::At(place) => {
            core.board.is_blocked(place.square()).then_some(basics.cause_of_blocked)
        }
    }
}

/// The seats of the pieces that the lying tile will put out, as things are: of the pieces that wait
/// to travel, and of the pieces that they will meet.
pub(in crate::game) fn ahead<Z: Size>(basics: &Basics<Z>, core: &Core<Z>) -> SeatSet {
    causes_ahead(basics, core).map(|(seat, _)| seat).collect()
}

/// The same seats, each with the cause that will put its piece out.
pub(in crate::game) fn causes_ahead<Z: Size>(
    basics: &Basics<Z>,
    core: &Core<Z>,
) -> impl Iterator<Item = (Seat, Cause)> {
    let trips = core.pending.as_ref().and_then(|pending| pending.trips.as_ref());
    trips.into_iter().flat_map(|trips| causes(basics, core, trips))
}

/// The seats of the pieces that trips put out, from the active one clockwise, with what puts them
/// out.
pub(in crate::game) fn causes<Z: Size>(
    basics: &Basics<Z>,
    core: &Core<Z>,
    trips: &Resolution,
) -> impl Iterator<Item = (Seat, Cause)> {
    let of =
        |end: Option<RouteEnd>| end.map_or(Some(Cause::Collision), |end| cause(basics, core, end));
    trips.ends(core.active).filter_map(move |(seat, end)| Some((seat, of(end)?)))
}

/// At a threat, the seats of all pieces that the danger will put out: the seats of the threat
/// itself, and the seats whose pieces the lying tile leads to its square.
pub(in crate::game) fn threatened<Z: Size>(core: &Core<Z>) -> SeatSet {
    let Some(danger) = core.danger() else { return SeatSet::EMPTY };
    let trips = core.pending.as_ref().and_then(|pending| pending.trips.as_ref());
    let ends = trips.into_iter().flat_map(|trips| trips.ends(core.active));
    let leads = |end: Option<RouteEnd>| {
        matches!(
            end, Some(RouteEnd::At(to)) if to.square() == danger.square
        )
    };
    danger.seats.or(ends.filter(|&(_, end)| leads(end)).map(|(seat, _)| seat).collect())
}

/// How a piece would fare, and where it would be, if it sailed from somewhere
/// ([`Table::sail_from`](crate::game::Table::sail_from)).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Landing {
    /// Where it would stand; `None`: it would be out.
    pub at: Option<Place>,
    /// Whether another piece would stand there.
    pub is_shared: bool,
}

/// How the piece of `seat` would fare that sails from `from`, over `tile` if that is laid there.
pub(in crate::game) fn landing<Z: Size>(
    basics: &Basics<Z>,
    core: &Core<Z>,
    seat: Seat,
    from: Place,
    tile: Option<Laid>,
) -> Landing {
    let mut core = core.clone();
    core.places.put(seat, from);
    core.board.set_cut();
    core.active = seat;
    let is_alive = |end: RouteEnd| cause(basics, &core, end).is_none();
    let (end, out) = if let Some(tile) = tile {
        let resolution = resolve(basics, &core, from.square(), tile);
        let ends: ArrayVec<_, MAX_SEATS> = resolution.ends(seat).collect();
        let end = ends.iter().find(|end| end.0 == seat).and_then(|end| end.1);
        let out: SeatSet =
            ends.iter().filter(|(_, end)| !end.is_some_and(is_alive)).map(|end| end.0).collect();
        for (other, end) in ends {
            if let Some(RouteEnd::At(to)) = end {
                core.places.put(other, to);
            }
        }
        (end.filter(|_| !out.contains(seat)), out)
    } else {
        let end = core.board.trip(&basics.grid, from);
        let meets = |to: Place| !core.standing_at(to).without(SeatSet::only(seat)).is_empty();
        let collides =
            matches!(end, RouteEnd::At(to) if basics.meeting == Meeting::Collide && meets(to));
        (Some(end).filter(|&end| is_alive(end) && !collides), SeatSet::EMPTY)
    };
    let at = end.and_then(|end| if let RouteEnd::At(to) = end { Some(to) } else { None });
    let others = |to| core.standing_at(to).without(out).without(SeatSet::only(seat));
    Landing { at, is_shared: at.is_some_and(|to| !others(to).is_empty()) }
}

/// The ports of `square` at which the pieces of `seats` stand.
#[inline]
pub(in crate::game) fn ports_of<Z: Size>(core: &Core<Z>, seats: SeatSet) -> PortSet {
    seats.iter().fold(PortSet::EMPTY, |ports, seat| ports.with(core.place(seat).port()))
}

/// Works out what laying `tile` on the empty `square` would do, without laying it.
pub fn resolve<Z: Size>(
    basics: &Basics<Z>,
    core: &Core<Z>,
    square: Square,
    tile: Laid,
) -> Resolution {
    let travellers = core.facing(square);
    let mut resolution =
        Resolution { trips: ArrayVec::new(), met: SeatSet::EMPTY, met_active: SeatSet::EMPTY };
    if tile.face().is_special() {
        // No piece travels over it.
        return resolution;
    }
    let collide = basics.meeting == Meeting::Collide;
    for seat in travellers.clockwise_from(core.active) {
        let rest = travellers.without(SeatSet::only(seat));
        let others = if collide { ports_of(core, rest) } else { PortSet::EMPTY };
        let end = core.board.route(&basics.grid, square, tile, core.place(seat).port(), others).end;
        resolution.trips.push((seat, end));
        let partners = match end {
            RouteEnd::Met(port) => {
                rest.iter().filter(|&other| core.place(other).port() == port).collect()
            }
            // While no tile was ever taken away, the path behind every piece leads to its own start
            // mark, so no other piece can arrive on it.
            RouteEnd::At(place) if collide && core.board.is_cut() => core
                .on_board
                .without(travellers)
                .iter()
                .filter(|&other| core.place(other) == place)
                .collect(),
            _ => SeatSet::EMPTY,
        };
        if !partners.is_empty() {
            resolution.met = resolution.met.or(partners).or(SeatSet::only(seat));
            if seat == core.active {
                resolution.met_active = resolution.met_active.or(partners);
            } else if partners.contains(core.active) {
                resolution.met_active.insert(seat);
            }
        }
    }
    resolution
}
