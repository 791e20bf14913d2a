//! Positions at questions in the midst of something else: about a threat, about a tile that lies
//! and over which no piece has sailed, and about a tile that was drawn.

use super::ahead;
use super::impossible::{PositionError, check_empty, check_there, error};
use super::setup::Marks;
use crate::board::{Face, Laid, Size, Square};
use crate::game::basics::data::Basics;
use crate::game::basics::timing::{Timing, TimingSet};
use crate::game::pieces::seat::{Seat, SeatSet};
use crate::game::rule::contract::{Rule as _, RuleSet};
use crate::game::rule::midst::Midst;
use crate::game::state::game_state::State;
use crate::game::table::core::Core;
use crate::game::table::handle::TableView;
use crate::game::table::pending::{Danger, Round, Within};
use crate::game::table::travel;

/// The occasion of a question that interrupts something else.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AskedAbout {
    /// The piece of a rule on this square, or another block there, is about to put pieces out. If
    /// the piece has just come, the tile that it will take is still there.
    Piece(Square),
    /// A tile was placed on this square and lies there, and no piece has sailed over it. In the
    /// position it does not lie yet.
    Placed(Square, Laid),
    /// A tile was drawn.
    Drew(AskedDraw),
}

/// A draw of which rules hear, and how far the drawing has come.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct AskedDraw {
    /// The tile.
    pub tile: Face,
    /// Who has drawn it; `None`: the seat that is asked.
    pub by: Option<Seat>,
    /// The draws of which rules have not heard yet, in their order.
    pub further: Vec<(Seat, Face)>,
    /// Where all draw in turn, the seat from which on the next one is looked for; `None`: the
    /// drawing begins with the first.
    pub next: Option<Seat>,
    /// How many tiles the only seat has drawn that draws, where it draws a given number.
    pub drawn: u16,
    /// Whether the holder of the token has drawn, and passes it on next.
    pub token_is_due: bool,
    /// The act of rules that the drawn tile interrupted; `None`: the turn ends.
    pub midst: Option<Midst>,
}

impl AskedDraw {
    /// The draw of a tile, and nothing else.
    pub fn new(tile: Face) -> Self {
        Self {
            tile,
            by: None,
            further: Vec::new(),
            next: None,
            drawn: 0,
            token_is_due: false,
            midst: None,
        }
    }
}

/// Whether a question at this moment interrupts something else, so that a position has to say what.
pub(super) fn is_interruption(at: Timing) -> bool {
    TimingSet::NESTED.contains(at) || matches!(at, Timing::Ahead | Timing::Travelled)
}

/// The occasion of the question that is asked now. `None`: the question interrupts nothing, or more
/// than positions say.
pub(super) fn asked_about<R: RuleSet>(rules: &R, state: &State<R>) -> Option<AskedAbout> {
    let core = &state.core;
    let at = core.asking.at;
    let pending = core.pending.as_deref().filter(|_| is_interruption(at))?;
    let is_more = !pending.falling.is_empty()
        || !pending.carried.is_empty()
        || pending.is_judged
        || pending.forgone;
    if is_more || !core.fallen.is_empty() || !core.unreturned.is_empty() {
        return None;
    }
    if at == Timing::Drawn {
        let (by, tile) =
            pending.heard.filter(|_| pending.dangers.is_empty() && pending.trips.is_none())?;
        let midst = match pending.drawn_at {
            None => None,
            Some(outer) if outer == Timing::SetUp || is_interruption(outer) => return None,
            Some(outer) => {
                Some(rules.rule().midst(&state.own, at).filter(|midst| midst.at == outer)?)
            }
        };
        let Round { at: next, drawn, token_is_due } = pending.round;
        if !pending
            .drawn
            .iter()
            .chain([&(by, tile)])
            .all(|&(seat, tile)| core.hand(seat).contains(tile))
        {
            return None;
        }
        let by = (by != core.asking.seat).then_some(by);
        return Some(AskedAbout::Drew(AskedDraw {
            tile,
            by,
            further: pending.drawn.clone(),
            next,
            drawn,
            token_is_due,
            midst,
        }));
    }
    if pending.heard.is_some() || !pending.drawn.is_empty() {
        return None;
    }
    if pending.trips.is_some() {
        let square = core.laid_on?;
        let threatened = core.danger().map(|danger| danger.seats);
        let follows = if at == Timing::Threat {
            threatened == Some(SeatSet::only(core.asking.seat))
        } else {
            threatened.is_none()
        };
        return core
            .board
            .tile(square)
            .filter(|_| follows)
            .map(|tile| AskedAbout::Placed(square, tile));
    }
    let [Danger { square, seats }] = pending.dangers[..] else { return None };
    let came =
        rules.rule().arrived(TableView::new(rules.basics(), core), &mut state.own.clone(), square);
    let follows = match (pending.within, &came) {
        (Within::Facing, None) => true,
        (Within::Act(outer), Some(came)) => {
            came.at == outer && rules.rule().midst(&state.own, at).as_ref() == Some(came)
        }
        _ => false,
    };
    (follows && seats == threatened_at(rules.basics(), core, square, came.is_some()))
        .then_some(AskedAbout::Piece(square))
}

/// The seats that a piece of a rule threatens on a square: if it has just come, the seats whose
/// pieces stand on the tile there; and the active seat, if its piece faces the square.
fn threatened_at<Z: Size>(
    basics: &Basics<Z>,
    core: &Core<Z>,
    square: Square,
    has_come: bool,
) -> SeatSet {
    let mut seats = if core.board.tile(square).is_some() {
        core.standing_on(basics, square)
    } else {
        SeatSet::EMPTY
    };
    let is_near = core.facing(square).contains(core.active)
        && !(has_come && core.on_start_mark.contains(core.active));
    if is_near {
        seats.insert(core.active);
    }
    seats
}

/// Checks that a position says of a question what it has to. `stands`: whether something on a
/// square could threaten pieces.
pub(super) fn check_about(
    at: Timing,
    about: Option<&AskedAbout>,
    stands: impl Fn(Square) -> bool,
) -> Result<(), PositionError> {
    if let Some(&AskedAbout::Piece(square)) = about
        && !stands(square)
    {
        return Err(error(
            "question.about",
            format!("there is no piece on {square} that could threaten anybody"),
        ));
    }
    let fits = match (at, about) {
        (Timing::Threat, Some(AskedAbout::Piece(_)))
        | (Timing::Threat | Timing::Ahead, Some(AskedAbout::Placed(..)))
        | (Timing::Drawn, Some(AskedAbout::Drew(_))) => true,
        (_, about) => about.is_none() && !is_interruption(at),
    };
    match at {
        _ if fits => Ok(()),
        Timing::Met | Timing::Loss | Timing::Travelled => Err(error(
            "question.when",
            "no position stands at a question about a loss or pieces that have just travelled: it \
             does not say who is about to be lost",
        )),
        Timing::Threat | Timing::Ahead | Timing::Drawn if about.is_none() => Err(error(
            "question.about",
            "missing: a question about a threat, pieces that are about to sail, or a drawn tile \
             has to say what it is about",
        )),
        _ => Err(error("question.about", "that is not what a question is about at this moment")),
    }
}

/// Takes up the act that the question of a position interrupted, once the states of the rules are
/// what they were.
pub(super) fn resume_midst<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    about: &AskedAbout,
    player: Seat,
    at: Timing,
) -> Result<(), PositionError> {
    match about {
        &AskedAbout::Piece(square) => resume_threat(rules, state, square),
        &AskedAbout::Placed(square, tile) => {
            resume_placement(rules, state, (square, tile), player, at)
        }
        AskedAbout::Drew(draw) => resume_draw(rules, state, draw, player),
    }
}

fn resume_threat<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    square: Square,
) -> Result<(), PositionError> {
    const FIELD: &str = "question.about";
    let basics = rules.basics();
    if state.core.is_held(square) {
        return Err(error(
            FIELD,
            format!("nobody is asked about what is on {square}, which cannot be struck"),
        ));
    }
    let came = rules.rule().arrived(TableView::new(basics, &state.core), &mut state.own, square);
    let seats = threatened_at(basics, &state.core, square, came.is_some());
    let within = match &came {
        Some(midst) if rules.rule().resume_midst(&mut state.own, midst) => Within::Act(midst.at),
        Some(_) => {
            return Err(error(FIELD, format!("the piece on {square} cannot have come there now")));
        }
        None if !state.core.board.is_blocked(square) => {
            return Err(error(FIELD, format!("no piece has come to {square}")));
        }
        None => Within::Facing,
    };
    let core = &mut state.core;
    if seats.is_empty() {
        return Err(error(FIELD, format!("the piece on {square} threatens nobody")));
    }
    if within == Within::Facing
        && core.on_start_mark.contains(core.active)
        && Marks::new(basics, core).has_relocation(core.active)
    {
        return Err(error(
            FIELD,
            format!("{} is not threatened, but has to relocate", core.active.field()),
        ));
    }
    let pending = core.pending();
    (pending.dangers, pending.within) = (vec![Danger { square, seats }], within);
    Ok(())
}

fn resume_placement<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    (square, tile): (Square, Laid),
    player: Seat,
    at: Timing,
) -> Result<(), PositionError> {
    let field = |name: &str| format!("question.about.placed.{name}");
    check_there(rules, square, || field("square"))?;
    check_empty(rules, state, square, || field("square"), "is not empty")?;
    if tile.face().is_special() {
        return Err(error(field("tile"), format!("no piece sails over tile {}", tile.face())));
    }
    let (basics, core) = (rules.basics(), &mut state.core);
    let active = core.active;
    let is_faced = if basics.for_team {
        core.team_squares().contains(&square)
    } else {
        core.place(active).square() == square
    };
    if !is_faced || !core.on_board.contains(active) {
        return Err(error(
            field("square"),
            format!("{} cannot have placed a tile on {square}", active.field()),
        ));
    }
    core.laid_on = Some(square);
    core.travellers = core.facing(square);
    let trips = travel::resolve(basics, core, square, tile);
    let mut dangers = ahead::dangers_of(basics, core, &trips);
    if at == Timing::Threat {
        let heard = dangers.iter().position(|danger| danger.seats == SeatSet::only(player));
        let Some(heard) = heard else {
            return Err(error(
                "question.player",
                format!(
                    "the tile on {square} leads {} to nothing that threatens it",
                    player.field()
                ),
            ));
        };
        dangers.drain(..heard);
    } else {
        dangers.clear();
    }
    core.board.lay(&basics.grid, square, tile);
    let pending = core.pending();
    (pending.dangers, pending.trips, pending.within) = (dangers, Some(trips), Within::Placement);
    if at == Timing::Ahead && travel::ahead(basics, core).is_empty() {
        return Err(error(
            "question.about.placed",
            format!("the tile on {square} puts nobody out"),
        ));
    }
    Ok(())
}

fn resume_draw<R: RuleSet>(
    rules: &R,
    state: &mut State<R>,
    draw: &AskedDraw,
    player: Seat,
) -> Result<(), PositionError> {
    let seats = state.core.seats;
    let field = |name: &str| format!("question.about.{name}");
    let by = draw.by.unwrap_or(player);
    let all = draw
        .further
        .iter()
        .map(|further| ("further", further.0))
        .chain([("by", by)])
        .chain(draw.next.map(|next| ("next", next)));
    if let Some((name, seat)) = all.into_iter().find(|(_, seat)| seat.number() >= seats) {
        return Err(error(field(name), format!("{} is not at the table", seat.field())));
    }
    let unheld = |draw: &&(Seat, Face)| !state.core.hand(draw.0).contains(draw.1);
    if let Some((seat, tile)) = [(by, draw.tile)].iter().chain(&draw.further).find(unheld) {
        let name = if (*seat, *tile) == (by, draw.tile) { "drew" } else { "further" };
        return Err(error(field(name), format!("{} does not hold tile {tile}", seat.field())));
    }
    if draw.token_is_due && state.core.holder.is_none() {
        return Err(error(field("token"), "nobody holds anything that could be passed on"));
    }
    if let Some(midst) = &draw.midst {
        let can_be = midst.at != Timing::SetUp && !is_interruption(midst.at);
        if !can_be || !rules.rule().resume_midst(&mut state.own, midst) {
            return Err(error(field("midst"), "no such rule acts at that moment"));
        }
    }
    let pending = state.core.pending();
    (pending.heard, pending.heard_of) = (Some((by, draw.tile)), 1);
    pending.drawn.clone_from(&draw.further);
    pending.drawn_at = draw.midst.as_ref().map(|midst| midst.at);
    pending.round = Round { at: draw.next, drawn: draw.drawn, token_is_due: draw.token_is_due };
    Ok(())
}
