//! A scene that follows a game event by event, so that what happened can be shown one thing after
//! another.

use super::scene::BoardScene;
use crate::board::{Content, Place, Port, Square};
use crate::game::{Cause, Event, PieceStep, RulePiece, Seat, SeenEvent};

/// A step of a piece across one tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_structs, reason = "a square and the two ports of a step")]
pub struct Segment {
    /// The square of the tile.
    pub square: Square,
    /// The port at which the piece enters.
    pub enter: Port,
    /// The port at which it leaves.
    pub leave: Port,
}

/// A path crosses each square of the largest board at most four times.
const LONGEST: usize = 4 * 256;

impl BoardScene {
    /// Brings the scene to where the game is after `event`, and returns the way of the piece that
    /// travelled in it, tile by tile; of a piece that is out, up to where it left the board or met
    /// what put it out.
    ///
    /// What blocks squares and what rules show is followed by the events that a game tells if it is
    /// [followed](crate::Game::followed); pieces of rules, where their events tell of them, by
    /// those alone as well.
    pub fn follow(&mut self, event: &Event<'_>) -> Vec<Segment> {
        match *event {
            Event::Start { player, mark } | Event::Relocated { player, mark } => {
                self.fallen.retain(|fallen| fallen.0 != player);
                self.on_start_mark.insert(player);
                self.stand(player, mark);
            }
            Event::Placed { player, tile, square, .. } => {
                self.set_content(
                    square,
                    if tile.face().is_special() { Content::Haven } else { Content::Tile(tile) },
                );
                self.focus = None;
                self.travellers.stood.clone_from(&self.pieces);
                // The active piece travels first.
                let facing = self
                    .pieces
                    .iter()
                    .filter(|piece| piece.1.square() == square)
                    .map(|piece| piece.0);
                self.travellers.waiting = facing.collect();
                self.travellers.waiting.sort_by_key(|&seat| seat != player);
            }
            Event::Moved { player, to } => {
                let way = self.way(player, Some(to));
                self.trace_way(player, &way);
                self.on_start_mark.remove(player);
                self.stand(player, to);
                return way;
            }
            Event::Carried { player, to, .. } => {
                self.on_start_mark.remove(player);
                self.stand(player, to);
            }
            Event::Laid { square, tile, .. } | Event::Turned { square, tile, .. } => {
                self.set_content(square, Content::Tile(tile));
                self.forget_trails(square);
                self.travel_from(square);
                if matches!(event, Event::Turned { .. }) {
                    self.travellers.waiting.clear();
                }
            }
            Event::Content { square, content: content @ Content::Tile(_) } => {
                self.set_content(square, content);
                self.travel_from(square);
            }
            Event::Content { square, content } => {
                if !matches!(self.content(square), Content::Tile(_)) {
                    self.set_content(square, content);
                }
            }
            Event::Shows { pieces, shown } => {
                self.rule_pieces = pieces.to_vec();
                self.show(shown);
            }
            Event::Eliminated { player, cause } => {
                let (way, end) = self.last_way(player, cause);
                self.lose(player, end);
                return way;
            }
            Event::LifeLost { player, cause } => {
                let (way, end) = self.last_way(player, cause);
                self.take_life(player, end);
                return way;
            }
            Event::WakeRemoved { square, .. } => {
                let is_blocked = self.rule_piece_on(square).is_some();
                self.set_content(
                    square,
                    if is_blocked { Content::Blocked } else { Content::Empty },
                );
                self.forget_trails(square);
            }
            _ => event.piece_step().into_iter().for_each(|step| self.follow_rule_piece(step)),
        }
        Vec::new()
    }

    /// As [`BoardScene::follow`], by an event as a seat [saw](crate::Game::events_seen_by) it, for a
    /// scene as that seat sees it.
    pub fn follow_seen(&mut self, event: &SeenEvent<'_>) -> Vec<Segment> {
        match *event {
            SeenEvent::Public(ref event) => return self.follow(event),
            SeenEvent::Placed { player, tile, square, .. } => {
                return self.follow(&Event::Placed { player, tile, square, legal: 0 });
            }
            SeenEvent::Unseen { event: "eliminated", player, .. } => {
                self.lose(player, None);
            }
            SeenEvent::Sight(sight) => {
                for &(square, content) in sight
                    .squares
                    .iter()
                    .filter(|known| self.content(known.0) != known.1)
                    .collect::<Vec<_>>()
                {
                    self.set_content(square, content);
                    self.forget_trails(square);
                }
                for &(player, place) in &sight.pieces {
                    self.pieces.retain(|piece| piece.0 != player);
                    if let Some(place) = place {
                        self.stand(player, place);
                    }
                }
                self.follow(&Event::Shows { pieces: &sight.rule_pieces, shown: &sight.shown });
            }
            _ => {}
        }
        Vec::new()
    }

    /// Pieces that face this square, on which a tile lies now, will travel as after a placement.
    fn travel_from(&mut self, square: Square) {
        self.travellers.stood.clone_from(&self.pieces);
        self.travellers.waiting = self
            .pieces
            .iter()
            .filter(|piece| piece.1.square() == square)
            .map(|piece| piece.0)
            .collect();
    }

    fn stand(&mut self, player: Seat, at: Place) {
        self.pieces.retain(|piece| piece.0 != player);
        let index = self.pieces.partition_point(|piece| piece.0 < player);
        self.pieces.insert(index, (player, at));
    }

    /// The way of a piece that has not travelled yet, to `to` or to its end, without a trail.
    fn way(&mut self, player: Seat, to: Option<Place>) -> Vec<Segment> {
        let Some(waiting) = self.travellers.waiting.iter().position(|&seat| seat == player) else {
            return Vec::new();
        };
        self.travellers.waiting.remove(waiting);
        let Some(from) = self.pieces.iter().find(|piece| piece.0 == player).map(|piece| piece.1)
        else {
            return Vec::new();
        };
        let mut way = Vec::new();
        let mut at = from;
        while let Content::Tile(tile) = self.content(at.square()) {
            let (square, enter, leave) = (at.square(), at.port(), tile.exit(at.port()));
            way.push(Segment { square, enter, leave });
            match self.shape.across(Place::new(square, leave)) {
                Some(next) if Some(next) != to && next != from && way.len() < LONGEST => at = next,
                _ => break,
            }
        }
        way
    }

    /// Leaves the trail of a piece along its way.
    fn trace_way(&mut self, player: Seat, way: &[Segment]) {
        for step in way {
            self.trace(player, step.square, step.enter, step.leave);
        }
    }

    /// The way of a piece that is lost, and where it ends: before the edge or what took the piece,
    /// at a meeting, or, without a way, where the piece stood.
    fn last_way(&mut self, player: Seat, cause: Cause) -> (Vec<Segment>, Option<Place>) {
        let stood = self.stands_at(player);
        let way = self.way(player, None);
        // Beyond a meeting the line is the way of the other piece.
        let way = if cause == Cause::Collision { self.up_to_a_meeting(player, way) } else { way };
        self.trace_way(player, &way);
        let end = way.last().map(|step| Place::new(step.square, step.leave)).or(stood);
        (way, end)
    }

    /// The part of a way up to where another piece stood when the tile was laid.
    fn up_to_a_meeting(&self, player: Seat, mut way: Vec<Segment>) -> Vec<Segment> {
        let stood = |place: Place| {
            self.travellers.stood.iter().any(|&(seat, at)| seat != player && at == place)
        };
        let meets = |(nth, step): (usize, &Segment)| {
            let came = nth > 0 && stood(Place::new(step.square, step.enter));
            if came {
                Some(nth)
            } else {
                stood(Place::new(step.square, step.leave)).then_some(nth + 1)
            }
        };
        if let Some(length) = way.iter().enumerate().find_map(meets) {
            way.truncate(length);
        }
        way
    }

    /// A piece is no longer on a square; another may have come there before it went.
    fn leave(&mut self, tile: u8, square: Square) {
        let others = |piece: &&RulePiece| {
            piece.tile != tile && piece.square == square && !piece.lies_over(&self.faces)
        };
        // A tile that the piece was about to take may still be there.
        let is_filled = matches!(self.content(square), Content::Tile(_) | Content::Haven);
        if !is_filled && !self.lies_over(tile) && self.rule_pieces.iter().find(others).is_none() {
            self.set_content(square, Content::Empty);
        }
    }

    /// Blocks the square to which a piece comes, unless it lies over it, or something is there that
    /// an event of its own removes.
    fn come(&mut self, tile: u8, square: Square) {
        let is_filled = matches!(self.content(square), Content::Tile(_) | Content::Haven);
        if !is_filled && !self.lies_over(tile) {
            self.set_content(square, Content::Blocked);
        }
    }

    fn lies_over(&self, tile: u8) -> bool {
        self.faces.get(usize::from(tile)).is_some_and(|face| face.lies_over)
    }

    fn follow_rule_piece(&mut self, step: PieceStep) {
        match step {
            PieceStep::Put(piece) => {
                self.rule_pieces.push(piece);
                self.come(piece.tile, piece.square);
            }
            PieceStep::Moves { tile, from, to } => {
                self.leave(tile, from);
                match to {
                    Some(to) => {
                        self.rule_pieces
                            .iter_mut()
                            .filter(|piece| piece.tile == tile)
                            .for_each(|piece| piece.square = to);
                        self.come(tile, to);
                    }
                    None => self.rule_pieces.retain(|piece| piece.tile != tile),
                }
            }
            PieceStep::Turns(turned) => {
                self.rule_pieces
                    .iter_mut()
                    .filter(|piece| piece.tile == turned.tile)
                    .for_each(|piece| piece.facing = turned.facing);
            }
            PieceStep::Gone { tile, square } => {
                self.leave(tile, square);
                self.rule_pieces.retain(|piece| piece.tile != tile);
            }
        }
    }
}
