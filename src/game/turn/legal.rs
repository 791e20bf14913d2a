//! Legal placements (C3, L1, S13).
//!
//! A placement is one of the different orientations of one of the different faces in the hand (T3).
//! Placements that put two ships on one wake are illegal where the rules forbid it (unless all do
//! so). Of the others, a placement that puts the active piece out for a cause in `placement.avoid`
//! is illegal (unless `placement.unless` applies). Rules can forbid more (V14).

use crate::board::{Laid, PathExits, Place, Port, PortMap, PortSet, RouteEnd, Size, Square};
use crate::game::basics::data::{AvoidException, Basics, CauseSet, Meeting};
use crate::game::chance::Rng;
use crate::game::event::{Cause, Consequence};
use crate::game::pieces::hand::{Hand, MAX_HAND, Orientations};
use crate::game::pieces::seat::{MAX_SEATS, SeatSet};
use crate::game::rule::contract::{Rule, RuleSet};
use crate::game::rule::own::Own;
use crate::game::rule::terms::Verdict;
use crate::game::state::game_state::State;
use crate::game::table::core::Core;
use crate::game::table::handle::TableView;
use crate::game::table::travel;
use arrayvec::ArrayVec;

/// The most placements from which a player can choose: five different faces in four orientations.
pub(crate) const MAX_PLACEMENTS: usize = MAX_HAND * 4;

/// A list of placements.
pub type Placements = ArrayVec<Laid, MAX_PLACEMENTS>;

/// What a placement would do to the active piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct Fate {
    /// Why the piece would be out; `None`: it would live.
    pub cause: Option<Cause>,
    /// Whether two ships would be on one wake (S13); always `false` where the rules allow that.
    pub shares_wake: bool,
}

/// The number of random placements that are looked at one by one before all are.
const DRAWS: u32 = 4;

impl Fate {
    /// Whether the active piece lives and no two ships are on one wake.
    #[inline]
    const fn is_harmless(self) -> bool {
        self.cause.is_none() && !self.shares_wake
    }
}

/// The rule that forbids placements, with its state; `None`: none does.
pub(in crate::game) type Judge<'a> = Option<(&'a dyn Rule, &'a Own)>;

/// The judge of a game.
#[inline]
pub(in crate::game) fn judge<'a, R: RuleSet>(rules: &'a R, own: &'a Own) -> Judge<'a> {
    if rules.basics().forbids() { Some((rules.rule(), own)) } else { None }
}

/// The placements from which the active seat can choose at one moment, and which of them are legal.
#[allow(clippy::struct_excessive_bools, reason = "each is asked by itself in a hot path")]
#[derive(Debug, Clone, Copy)]
pub struct Choices<'a, Z: Size> {
    basics: &'a Basics<Z>,
    core: &'a Core<Z>,
    hand: Hand,
    at: Place,
    /// The ports at which the active piece would meet another that travels with it.
    others: PortSet,
    /// Whether paths behind pieces may be broken, so that the other pieces have to be looked at as
    /// well.
    paths_cut: bool,
    /// Whether the active piece would travel alone.
    alone: bool,
    judge: Judge<'a>,
    /// Whether a placement's fate alone never tells whether it is legal: other pieces may collide
    /// with the active one, or a rule forbids placements.
    is_unclear: bool,
}

impl<'a, Z: Size> Choices<'a, Z> {
    /// The choices of the active seat, which has a tile to place, in
    /// [`Phase::Place`](crate::game::Phase::Place).
    ///
    /// Where rules hide squares, they are what the seat makes of what it sees.
    #[expect(
        clippy::inline_always,
        reason = "5 % of a random game of classic, by `benches/instructions.sh`"
    )]
    #[inline(always)]
    pub fn new<R: RuleSet<Size = Z>>(rules: &'a R, state: &'a State<R>) -> Self {
        Self::with_judge(
            rules.basics(),
            state.seen_core(rules, Some(state.core.active)),
            judge(rules, &state.own),
        )
    }

    /// The choices of the active seat, as this judge sees them.
    #[expect(clippy::inline_always, reason = "as `new`")]
    #[inline(always)]
    pub(in crate::game) fn with_judge(
        basics: &'a Basics<Z>,
        core: &'a Core<Z>,
        judge: Judge<'a>,
    ) -> Self {
        let at = core.place(core.active);
        let collide = basics.meeting == Meeting::Collide;
        let paths_cut = core.board.is_cut() && (collide || basics.never_share_wake);
        let rest = core.travellers.without(SeatSet::only(core.active));
        let others =
            if collide && !rest.is_empty() { travel::ports_of(core, rest) } else { PortSet::EMPTY };
        let alone = rest.is_empty();
        let is_unclear = (paths_cut && !alone && collide) || judge.is_some();
        // Placements for the team (W7) always have a judge. They are looked at apart, so that
        // others do not pay for them.
        Self {
            basics,
            core,
            hand: core.hand(core.active),
            at,
            others,
            paths_cut,
            alone,
            judge,
            is_unclear,
        }
    }

    /// The same choices without what rules say of them.
    pub(crate) fn without_judge(self) -> Self {
        Self { judge: None, ..self }
    }

    /// The name of the rule, if one is why `tile`, a different placement of the hand, is not legal.
    pub fn forbidden_by(&self, tile: Laid) -> Option<&'static str> {
        let (rule, own) = self.judge?;
        let index = self.all().position(|other| other == tile)?;
        if self.masks(None).forbidden >> index & 1 == 0 {
            return None;
        }
        let consequences: ArrayVec<Consequence, MAX_SEATS> =
            self.aimed().consequences(tile).collect();
        rule.forbidden_by(TableView::new(self.basics, self.core), own, tile, &consequences)
    }

    /// All different placements, legal or not, in the order of the tiles in the hand.
    pub fn all(&self) -> impl Iterator<Item = Laid> + use<Z> {
        self.hand
            .distinct()
            .flat_map(|face| face.rotations().map(move |rotation| Laid::new(face, rotation)))
    }

    /// Whether the fate of the active piece, or whether wakes are shared, depends on the trips of
    /// other pieces.
    #[inline]
    const fn depends_on_others(&self) -> bool {
        self.paths_cut && !self.alone
    }

    /// What laying `tile` would do to the active piece.
    #[inline]
    pub fn fate(&self, tile: Laid) -> Fate {
        if tile.face().is_special() {
            // Pieces stay where they are.
            return Fate { cause: None, shares_wake: false };
        }
        if self.is_for_team() {
            return self.aimed().team_fate(tile);
        }
        if self.depends_on_others() {
            return self.fate_among_others(tile);
        }
        // Where the active piece travels alone, or no path is broken, its own trip tells its fate.
        match self
            .core
            .board
            .route(&self.basics.grid, self.at.square(), tile, self.at.port(), self.others)
            .end
        {
            RouteEnd::At(place) => self.fate_at(place),
            end => Fate { cause: self.cause(end), shares_wake: false },
        }
    }

    /// The fate of the active piece if its trip ends at `place`, where a piece that does not travel
    /// may stand already.
    #[inline]
    fn fate_at(&self, place: Place) -> Fate {
        let cause = self.cause(RouteEnd::At(place));
        if !self.paths_cut || !self.is_taken(place) {
            return Fate { cause, shares_wake: false };
        }
        match self.basics.meeting {
            Meeting::Collide => Fate { cause: Some(Cause::Collision), shares_wake: false },
            Meeting::Pass => {
                Fate { cause, shares_wake: self.basics.never_share_wake && cause.is_none() }
            }
        }
    }

    /// Whether a piece that does not travel stands at `place`.
    #[inline]
    fn is_taken(&self, place: Place) -> bool {
        !self.core.standing_at(place).without(self.core.travellers).is_empty()
    }

    fn fate_among_others(&self, tile: Laid) -> Fate {
        match self.basics.meeting {
            Meeting::Collide => self.colliding_fate(tile),
            Meeting::Pass => self.passing_fate(tile),
        }
    }

    /// The fate of the active piece where pieces that meet collide, so that no two are left on one
    /// wake.
    fn colliding_fate(&self, tile: Laid) -> Fate {
        let resolution = travel::resolve(self.basics, self.core, self.at.square(), tile);
        let cause = if resolution.met.contains(self.core.active) {
            Some(Cause::Collision)
        } else {
            resolution.trips.first().and_then(|&(_, end)| self.cause(end))
        };
        Fate { cause, shares_wake: false }
    }

    /// The fate where ships pass each other. Two are on one wake if they come to stand at the same
    /// place from different ones (S13).
    fn passing_fate(&self, tile: Laid) -> Fate {
        let core = self.core;
        let (mut after, mut alive, mut fate) = (core.places.clone(), core.on_board, None);
        let travellers =
            if self.is_for_team() { core.facing(self.at.square()) } else { core.travellers };
        for seat in travellers.clockwise_from(core.active) {
            let end = core
                .board
                .route(
                    &self.basics.grid,
                    self.at.square(),
                    tile,
                    core.place(seat).port(),
                    PortSet::EMPTY,
                )
                .end;
            let cause = self.cause(end);
            match end {
                RouteEnd::At(place) if cause.is_none() => after.put(seat, place),
                _ => alive.remove(seat),
            }
            // The active piece comes first.
            fate = fate.or(Some(cause));
        }
        let joins = |seat| {
            let there = after.standing_at(after.at(seat), core.seats).and(alive);
            there.iter().any(|other| core.place(other) != core.place(seat))
        };
        let shares_wake = self.basics.never_share_wake && travellers.and(alive).iter().any(joins);
        Fate { cause: fate.flatten(), shares_wake }
    }

    /// Why the active piece is out if its trip ends so; `None`: it lives.
    #[inline]
    fn cause(&self, end: RouteEnd) -> Option<Cause> {
        travel::cause(self.basics, self.core, end)
    }

    /// Whether the active piece is out for a cause that placements should avoid.
    #[inline]
    fn avoided(&self, fate: Fate) -> bool {
        fate.cause.is_some_and(|cause| self.basics.avoid.contains(cause))
    }

    /// The legal placements, as bits in the order of [`Choices::all`].
    #[inline]
    fn mask(&self) -> u32 {
        self.masks(None).legal
    }

    /// The masks of the square that the active piece faces. `exits`: where its paths lead, if that
    /// is known.
    fn masks(&self, exits: Option<PathExits>) -> Masks {
        if self.is_for_team() {
            return self
                .team_masks()
                .into_iter()
                .find(|masks| masks.0 == self.core.aimed())
                .map_or(Masks::NONE, |masks| masks.1);
        }
        let all = u32::MAX >> (32 - self.hand.orientations().len());
        let (mut shares, mut avoided, mut alive) = (0u32, 0u32, 0u32);
        if self.depends_on_others() || self.basics.places_specials() {
            for (index, tile) in self.all().enumerate() {
                let fate = self.fate(tile);
                shares |= u32::from(fate.shares_wake) << index;
                avoided |= u32::from(self.avoided(fate)) << index;
                alive |= u32::from(fate.cause.is_none()) << index;
            }
        } else {
            let (paths, piece) =
                (PathEnds::new(self, exits), (self.hand, self.at.port(), self.others));
            if self.avoids_every_end() {
                [alive] = paths.masks(piece, [paths.alive]);
                avoided = all & !alive;
            } else {
                [alive, avoided] = paths.masks(piece, [paths.alive, paths.avoided]);
            }
            if !paths.shares.ports.is_empty() {
                [shares] = paths.masks(piece, [paths.shares]);
            }
        }
        let allowed = if shares == all { all } else { all & !shares };
        match self.judge {
            None => Masks { legal: self.wished(allowed, avoided, alive), forbidden: 0 },
            Some((rule, own)) => self.judged(allowed, avoided, alive, rule, own),
        }
    }

    /// The placements among `allowed` that do nothing in `placement.avoid`: all of `allowed` if
    /// `placement.unless` applies (C3, L1).
    #[inline]
    fn wished(&self, allowed: u32, avoided: u32, alive: u32) -> u32 {
        let wished = allowed & !avoided;
        let falls_away = match self.basics.unless {
            AvoidException::NoOtherMove => wished == 0,
            AvoidException::NoSafeMove => allowed & alive == 0,
        };
        if falls_away { allowed } else { wished }
    }

    /// [`Choices::wished`], and what the rule says of them before and afterwards (V14).
    #[cold]
    fn judged(&self, allowed: u32, avoided: u32, alive: u32, rule: &dyn Rule, own: &Own) -> Masks {
        let table = TableView::new(self.basics, self.core);
        let unless_none_is_left =
            |tiles: u32, dropped: u32| if tiles & !dropped == 0 { tiles } else { tiles & !dropped };
        let (mut never, mut unwanted) = (0, 0);
        for (index, tile) in self.all().enumerate().filter(|&(index, _)| allowed >> index & 1 != 0)
        {
            let consequences: ArrayVec<Consequence, MAX_SEATS> = self.consequences(tile).collect();
            match rule.verdict(table, own, tile, &consequences) {
                Verdict::Allowed => {}
                Verdict::Avoided => unwanted |= 1 << index,
                Verdict::Never => never |= 1 << index,
            }
        }
        let left = unless_none_is_left(allowed, never);
        let wished = self.wished(left, avoided, alive);
        let legal = unless_none_is_left(wished, unwanted);
        Masks { legal, forbidden: (allowed & !left) | (wished & !legal) }
    }

    /// What laying `tile` would do to every piece that it touches: the active one first, then
    /// clockwise.
    pub(in crate::game) fn consequences(&self, tile: Laid) -> impl Iterator<Item = Consequence> {
        let resolution = travel::resolve(self.basics, self.core, self.at.square(), tile);
        let mut ends: ArrayVec<_, MAX_SEATS> = resolution.ends(self.core.active).collect();
        if tile.face().is_special() {
            let stays = |seat| (seat, Some(RouteEnd::At(self.core.place(seat))));
            ends.extend(
                self.core.facing(self.at.square()).clockwise_from(self.core.active).map(stays),
            );
        }
        ends.into_iter().map(|(player, end)| {
            let cause = end.map_or(Some(Cause::Collision), |end| self.cause(end));
            let to =
                end.and_then(|end| if let RouteEnd::At(place) = end { Some(place) } else { None });
            Consequence { player, to: to.filter(|_| cause.is_none()), cause }
        })
    }

    /// The legal placements, in ascending order of face and rotation.
    pub fn legal(&self) -> Placements {
        let mask = self.mask();
        // Sorting the tiles before they are turned takes less time than sorting the placements.
        let (mut tiles, mut before) = (ArrayVec::<_, MAX_HAND>::new(), 0);
        for face in self.hand.distinct() {
            tiles.push((face, before));
            before += face.orientations();
        }
        tiles.sort_unstable();
        let mut legal = Placements::new();
        for (face, before) in tiles {
            for turns in 0..face.orientations() {
                if mask >> (before + turns) & 1 != 0 {
                    legal.push(Laid::smallest(face, turns));
                }
            }
        }
        legal
    }

    /// Calls `each` with every legal placement, in the order of the tiles in the hand: faster than
    /// a sorted list. `exits`: where the paths lead of the square that the active piece faces, if
    /// that is known.
    #[inline]
    pub(in crate::game) fn each_legal(&self, exits: Option<PathExits>, mut each: impl FnMut(Laid)) {
        let (mut left, orientations) = (self.masks(exits).legal, self.hand.orientations());
        while left != 0 {
            each(orientations.at(left.trailing_zeros()));
            left &= left - 1;
        }
    }

    /// The number of legal placements, at least 1, on all squares from which the seat chooses (W7).
    pub fn count(&self) -> u16 {
        if self.is_for_team() {
            return self.team_masks().iter().map(|masks| masks.1.legal.count_ones() as u16).sum();
        }
        self.mask().count_ones() as u16
    }

    /// Whether `tile` is a legal placement.
    pub fn allows(&self, tile: Laid) -> bool {
        if tile.face().orientations() == 0 || !self.hand.contains(tile.face()) {
            return false;
        }
        // Most placements break nothing; only where one does, the others decide whether it is legal
        // all the same.
        let fate = self.fate(tile);
        let is_tile = |other| other == tile;
        (!fate.shares_wake && !self.avoided(fate) && self.judge.is_none() && !self.is_for_team())
            || self.all().position(is_tile).is_some_and(|index| self.mask() >> index & 1 != 0)
    }

    /// Whether `tile` is in the hand and lets the active piece live on a board whose paths are all
    /// whole, where that is enough to be legal. `false` says nothing. It answers nearly always, and
    /// takes a third of the time of [`Choices::allows`].
    #[inline]
    pub(in crate::game) fn plainly_allows(basics: &Basics<Z>, core: &Core<Z>, tile: Laid) -> bool {
        let at = core.place(core.active);
        let leads_to = || core.board.destination(&basics.grid, at.square(), tile, at.port());
        let lives = || leads_to().is_some_and(|place| !core.board.is_blocked(place.square()));
        !core.board.is_cut()
            && !basics.forbids()
            && !tile.face().is_special()
            && core.hand(core.active).contains(tile.face())
            && lives()
    }

    /// A random legal placement, all equally likely.
    ///
    /// Most placements are legal, so it draws one of all and looks at that one alone; only after a
    /// few misses it looks at all.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "with `Uniform::place`, 1.9 to 4.5 % of the instructions of a random game, by \
            `benches/instructions.sh`"
    )]
    pub fn sample(&self, rng: &mut Rng) -> Laid {
        let orientations = self.hand.orientations();
        let drawn = rng.below(orientations.len());
        let tile = orientations.at(drawn);
        match self.quick_verdict(tile) {
            QuickVerdict::Legal => tile,
            quick_verdict => self.sample_again(orientations, drawn, quick_verdict, rng),
        }
    }

    /// Goes on after the first draw was not plainly legal. A draw that is legal is always taken, so
    /// all that are legal stay equally likely.
    fn sample_again(
        &self,
        orientations: Orientations,
        mut drawn: u32,
        mut quick_verdict: QuickVerdict,
        rng: &mut Rng,
    ) -> Laid {
        if self.judge.is_none() && self.avoids_every_end() {
            for _ in 1..DRAWS {
                if quick_verdict == QuickVerdict::Unclear
                    && self.fate(orientations.at(drawn)).is_harmless()
                {
                    return orientations.at(drawn);
                }
                drawn = rng.below(orientations.len());
                quick_verdict = self.quick_verdict(orientations.at(drawn));
                if quick_verdict == QuickVerdict::Legal {
                    return orientations.at(drawn);
                }
            }
        }
        let mut mask = self.mask();
        if mask >> drawn & 1 != 0 {
            return orientations.at(drawn);
        }
        for _ in 0..rng.below(mask.count_ones()) {
            mask &= mask - 1;
        }
        orientations.at(mask.trailing_zeros())
    }

    /// Whether `placement.avoid` has every cause for which the active piece could be out in this
    /// position. Then a placement that puts it out is legal only if all do.
    fn avoids_every_end(&self) -> bool {
        let board = &self.core.board;
        let mut ends = CauseSet::default().with(Cause::Edge);
        if self.basics.meeting == Meeting::Collide && (board.is_cut() || !self.others.is_empty()) {
            ends = ends.with(Cause::Collision);
        }
        if board.is_cut() {
            ends = ends.with(Cause::Loop);
        }
        if board.is_blocked_anywhere() {
            ends = ends.with(self.basics.cause_of_blocked);
        }
        self.basics.avoid.contains_all(ends)
    }

    /// What can be said about `tile` without following the other pieces. Asking for the whole
    /// [`Fate`] instead would cost a random game 0.4 to 0.5 % more instructions, and 1.6 to 2 % in
    /// programs that embed the crate (`benches/instructions.sh`).
    #[inline]
    fn quick_verdict(&self, tile: Laid) -> QuickVerdict {
        if self.is_unclear {
            return QuickVerdict::Unclear;
        }
        // Where no path is broken, a path that does not end before a square leads to the rim: off
        // the board, or to the start mark of a piece that the active one meets. Where pieces pass
        // each other, none keeps another on the board.
        match self.core.board.destination(&self.basics.grid, self.at.square(), tile, self.at.port())
        {
            Some(place) if self.core.board.is_blocked(place.square()) => QuickVerdict::Out,
            Some(_) if self.depends_on_others() => QuickVerdict::Unclear,
            Some(place) if self.paths_cut && self.is_taken(place) => QuickVerdict::Unclear,
            Some(_) => QuickVerdict::Legal,
            None => QuickVerdict::Out,
        }
    }
}

/// Placements as bits in the order of [`Choices::all`].
#[derive(Debug, Clone, Copy)]
struct Masks {
    legal: u32,
    /// The placements that are not legal because a rule forbids them.
    forbidden: u32,
}

impl Masks {
    const NONE: Self = Self { legal: 0, forbidden: 0 };
}

/// What each placement on one square does, as bits in the order of [`Choices::all`].
struct SquareMasks {
    shares: u32,
    avoided: u32,
    alive: u32,
    never: u32,
    unwanted: u32,
}

/// Placements for the team: the placements on all of its squares are judged together (W7).
impl<Z: Size> Choices<'_, Z> {
    /// The squares on which the active seat has a legal placement, that of its own piece first,
    /// then clockwise.
    #[cold]
    pub(in crate::game) fn team_squares(&self) -> ArrayVec<Square, MAX_SEATS> {
        self.team_masks()
            .into_iter()
            .filter(|masks| masks.1.legal != 0)
            .map(|masks| masks.0)
            .collect()
    }

    /// Whether a tile may be laid on one of several squares.
    #[inline]
    pub const fn is_for_team(&self) -> bool {
        self.basics.for_team
    }

    /// All legal placements with their squares, ascending by square, face and rotation: on one
    /// square, unless the seat places for its team (W7).
    #[cold]
    pub fn legal_on_squares(&self) -> Vec<(Square, Laid)> {
        if !self.is_for_team() {
            return self.legal().into_iter().map(|tile| (self.at.square(), tile)).collect();
        }
        let mut legal: Vec<(Square, Laid)> = Vec::new();
        for (square, masks) in self.team_masks() {
            legal.extend(
                self.all()
                    .enumerate()
                    .filter(|(index, _)| masks.legal >> index & 1 != 0)
                    .map(|(_, tile)| (square, tile)),
            );
        }
        legal.sort_unstable();
        legal
    }

    /// The same choices on the square that was chosen for the team.
    pub(in crate::game) fn aimed(&self) -> Self {
        if self.is_for_team() { self.on(self.core.aimed()) } else { *self }
    }

    /// The same choices on another square.
    fn on(&self, square: Square) -> Self {
        Self { at: Place::new(square, self.at.port()), ..*self }
    }

    /// What `tile` would do to the pieces of the team that face the square: a cause that placements
    /// should avoid counts before any other.
    #[cold]
    fn team_fate(&self, tile: Laid) -> Fate {
        let pieces = self.core.mates(self.core.active).and(self.core.facing(self.at.square()));
        let out = self
            .consequences(tile)
            .filter(|one| pieces.contains(one.player))
            .filter_map(|one| one.cause);
        let cause = out.min_by_key(|&cause| !self.basics.avoid.contains(cause));
        let shares_wake = self.basics.meeting == Meeting::Pass
            && self.basics.never_share_wake
            && self.passing_fate(tile).shares_wake;
        Fate { cause, shares_wake }
    }

    /// Which placements are legal on each square.
    fn team_masks(&self) -> ArrayVec<(Square, Masks), MAX_SEATS> {
        let all = u32::MAX >> (32 - self.hand.orientations().len());
        let squares: ArrayVec<(Square, SquareMasks), MAX_SEATS> = self
            .core
            .team_squares()
            .into_iter()
            .map(|square| (square, self.on(square).square_masks()))
            .collect();
        // Each step leaves out what it drops, on all squares, unless that is all there is.
        let keep = |left: &mut [u32], dropped: &dyn Fn(&SquareMasks) -> u32| {
            let kept: ArrayVec<u32, MAX_SEATS> = left
                .iter()
                .zip(&squares)
                .map(|(&left, (_, masks))| left & !dropped(masks))
                .collect();
            if kept.iter().any(|&kept| kept != 0) {
                left.copy_from_slice(&kept);
            }
        };
        let mut left: ArrayVec<u32, MAX_SEATS> = squares.iter().map(|_| all).collect();
        keep(&mut left, &|masks| masks.shares);
        let allowed = left.clone();
        keep(&mut left, &|masks| masks.never);
        let mut forbidden: ArrayVec<u32, MAX_SEATS> =
            allowed.iter().zip(&left).map(|(allowed, left)| allowed & !left).collect();
        let is_safe =
            || left.iter().zip(&squares).any(|(left, (_, masks))| left & masks.alive != 0);
        if self.basics.unless == AvoidException::NoOtherMove || is_safe() {
            keep(&mut left, &|masks| masks.avoided);
        }
        let wished = left.clone();
        keep(&mut left, &|masks| masks.unwanted);
        wished
            .iter()
            .zip(&left)
            .zip(&mut forbidden)
            .for_each(|((wished, left), forbidden)| *forbidden |= wished & !left);
        let masks =
            left.into_iter().zip(forbidden).map(|(legal, forbidden)| Masks { legal, forbidden });
        squares.iter().map(|square| square.0).zip(masks).collect()
    }

    fn square_masks(&self) -> SquareMasks {
        let mut masks = SquareMasks { shares: 0, avoided: 0, alive: 0, never: 0, unwanted: 0 };
        for (index, tile) in self.all().enumerate() {
            let fate = self.team_fate(tile);
            masks.shares |= u32::from(fate.shares_wake) << index;
            masks.avoided |= u32::from(self.avoided(fate)) << index;
            masks.alive |= u32::from(fate.cause.is_none()) << index;
            if let Some((rule, own)) = self.judge {
                let consequences: ArrayVec<Consequence, MAX_SEATS> =
                    self.consequences(tile).collect();
                match rule.verdict(TableView::new(self.basics, self.core), own, tile, &consequences)
                {
                    Verdict::Allowed => {}
                    Verdict::Avoided => masks.unwanted |= 1 << index,
                    Verdict::Never => masks.never |= 1 << index,
                }
            }
        }
        masks
    }
}

/// What can be said about a placement without following the other pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum QuickVerdict {
    /// The active piece lives, and no two ships are on one wake.
    Legal,
    /// The active piece is out.
    Out,
    /// It depends on other pieces.
    Unclear,
}

/// Where the active piece comes from each port of its square: the same for all placements, where it
/// travels alone or no path is broken. Found once for all placements of a turn (item 10 of
/// `docs/performance.md`, "What helped").
struct PathEnds {
    /// The ports whose paths come back into the square, and where they do.
    again: PortSet,
    back: PortMap,
    /// Where it lives.
    alive: Ends,
    /// Where it is out for a cause that placements should avoid.
    avoided: Ends,
    /// Where two ships would be on one wake.
    shares: Ends,
}

/// Some of the ways in which a trip can end.
#[derive(Clone, Copy, Default)]
struct Ends {
    /// At the end of a path that begins at one of these ports.
    ports: PortSet,
    /// Round for ever.
    round: bool,
    /// Before another piece.
    met: bool,
}

impl PathEnds {
    fn new<Z: Size>(choices: &Choices<'_, Z>, exits: Option<PathExits>) -> Self {
        let avoids = |cause| choices.basics.avoid.contains(cause);
        let (board, square) = (&choices.core.board, choices.at.square());
        let exits = exits.unwrap_or_else(|| board.exits(&choices.basics.grid, square));
        let (inside, again) = (exits.inside(), exits.to(square));
        let (mut alive, mut shares) = (inside.without(again), PortSet::EMPTY);
        let mut avoided = if avoids(Cause::Edge) { inside.others() } else { PortSet::EMPTY };
        if choices.paths_cut || board.is_blocked_anywhere() {
            for port in alive.iter() {
                let fate = choices.fate_at(exits.end(port));
                shares = shares.with_if(port, fate.shares_wake);
                if let Some(cause) = fate.cause {
                    alive = alive.without(PortSet::EMPTY.with(port));
                    avoided = avoided.with_if(port, avoids(cause));
                }
            }
        }
        let at = |ports| Ends { ports, ..Ends::default() };
        let (round, met) = (avoids(Cause::Loop), avoids(Cause::Collision));
        Self {
            again,
            back: exits.arrives(),
            alive: at(alive),
            avoided: Ends { ports: avoided, round, met },
            shares: at(shares),
        }
    }

    /// For each of some ways to end, the placements with which the trip of a piece ends so: bits in
    /// the order of [`Choices::all`]. The piece has a hand, stands at a port, and would meet others.
    fn masks<const N: usize>(
        &self,
        (hand, from, others): (Hand, Port, PortSet),
        ends: [Ends; N],
    ) -> [u32; N] {
        let again = self.again.without(others);
        let (mut masks, mut index) = ([0; N], 0);
        for face in hand.distinct() {
            for (mask, ends) in masks.iter_mut().zip(&ends) {
                let met = if ends.met { others } else { PortSet::EMPTY };
                let at_once = ends.ports.without(others).or(met);
                *mask |= face.leaving(from, at_once).bits() << index;
                for (rotation, leave) in face.leaving(from, again).iter() {
                    let tile = Laid::new(face, rotation);
                    let is_so = self.ends_so(tile, from, leave, others, *ends);
                    *mask |= u32::from(is_so) << (index + rotation.turns());
                }
            }
            index += face.orientations();
        }
        masks
    }

    /// Whether a trip ends so that leaves the tile first at `leave`, whose path comes back: as
    /// [`Board::route`](crate::board::Board::route).
    fn ends_so(
        &self,
        tile: Laid,
        from: Port,
        mut leave: Port,
        others: PortSet,
        ends: Ends,
    ) -> bool {
        while self.again.contains(leave) {
            let enter = self.back.at(leave);
            if enter == from {
                return ends.round;
            }
            leave = tile.exit(enter);
            if others.contains(enter) || others.contains(leave) {
                return ends.met;
            }
        }
        ends.ports.contains(leave)
    }
}
