//! Writes what a seat sees into an array.

#[cfg(feature = "batch")]
use super::action::{ActionError, ActionId};
use super::exchange::PartialExchange;
use super::fields::{BoardForm, JOINED, JOINS, NOWHERE, byte};
use super::layout::{Layout, OUTLOOK_OWN, PORTAL};
use super::near::Near;
use super::space::{clockwise, onwards};
use crate::board::{BLOCKED, CLOSED, HAVEN, HIDDEN, Laid, Place, Port, Square};
use crate::game::{
    Cause, MAX_SEATS, MAX_SUPPLY, Observation, Phase, RulePiece, RuleSet, Seat, SeatSet, Shown,
    View, Whereabouts,
};

/// The most bytes of the fields of the board as tokens: squares, pieces, pieces of rules.
const MOST_TOKENS: usize = 256 + 2 * MAX_SEATS + 2 * MAX_SUPPLY;

impl Layout {
    /// Writes what a seat sees; an onlooker sees the table as seat 0 without a hand. `partial` is
    /// what the seat has given and taken in its exchange, which has no effect otherwise.
    ///
    /// # Panics
    /// If the array has not [`Layout::len`] bytes, or the game is at a table of another size or
    /// another board.
    pub fn write(&self, sees: &Observation<'_>, partial: &PartialExchange, array: &mut [u8]) {
        self.write_board_and_numbers(sees, partial, array);
        if let Some(outlook) = self.at.outlook {
            self.write_outlook(sees, &mut array[outlook..], |_| {});
        }
    }

    /// The same, and calls `each` with every action that the seat may take now, in no fixed order.
    ///
    /// # Errors
    /// A rule asks what has no numbers.
    #[cfg(feature = "batch")]
    pub(crate) fn write_listing(
        &self,
        sees: &Observation<'_>,
        partial: &PartialExchange,
        array: &mut [u8],
        mut each: impl FnMut(ActionId),
    ) -> Result<(), ActionError> {
        self.write_board_and_numbers(sees, partial, array);
        match self.at.outlook {
            Some(outlook) if sees.places_now() => {
                self.write_outlook(sees, &mut array[outlook..], |tile| {
                    each(self.actions.of_placement(tile));
                });
                Ok(())
            }
            _ => self.actions.each_legal(sees, partial, each),
        }
    }

    /// Writes all fields but the outlook, in which it writes 0.
    fn write_board_and_numbers(
        &self,
        sees: &Observation<'_>,
        partial: &PartialExchange,
        array: &mut [u8],
    ) {
        assert_eq!(array.len(), self.len, "an array has as many bytes as its layout");
        assert_eq!(sees.seats(), self.seats, "a layout is for one number of seats");
        let me = sees.seat().unwrap_or(Seat::new(0));
        let (board, numbers) = array.split_at_mut(self.board_len());
        let mut tokens = [0; MOST_TOKENS];
        let tokens = &mut tokens[..self.token_len()];
        match self.form {
            BoardForm::Tokens => self.write_tokens(sees, me, board),
            BoardForm::Planes => {
                self.write_tokens(sees, me, tokens);
                self.expand_board(tokens, board);
            }
        }
        // In parts: of 2 KiB and more, it is done by an instruction that takes half as long again.
        numbers.chunks_mut(1024).for_each(|part| part.fill(0));
        self.write_numbers(sees, me, partial, array);
        if let Some(near) = &self.near {
            let squares = self.area();
            if self.form == BoardForm::Tokens {
                tokens[..squares].copy_from_slice(&array[..squares]);
            }
            near.write(sees, me, self.form, &tokens[..squares], array);
        }
        if let Some(known) = self.at.known {
            for (face, at) in sees.knowledge() {
                if let Whereabouts::Hand(seat) = at {
                    array[known
                        + usize::from(clockwise(me, seat, self.seats)) * self.kinds
                        + face.index()] += 1;
                }
            }
        }
    }

    /// The number of squares of the rectangle.
    pub(super) fn area(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// The number of bytes of the board's fields as tokens.
    fn token_len(&self) -> usize {
        self.area() + 2 * usize::from(self.seats) + 2 * usize::from(self.rule_pieces)
    }

    /// The number of a square: row by row from the top.
    #[inline]
    fn number_of(&self, square: Square) -> u8 {
        square.row() * self.columns + square.column()
    }

    fn write_tokens(&self, sees: &Observation<'_>, me: Seat, tokens: &mut [u8]) {
        self.write_board(
            me,
            |codes| sees.codes(codes),
            |seat| sees.place(seat),
            |each| sees.each_rule_piece(each),
            tokens,
        );
    }

    /// Writes the board as tokens with nothing hidden.
    pub(super) fn write_whole_tokens<R: RuleSet>(
        &self,
        view: View<'_, R>,
        me: Seat,
        tokens: &mut [u8],
    ) {
        let core = view.core();
        let place = |seat| core.placed().contains(seat).then(|| core.place(seat));
        self.write_board(
            me,
            |codes| view.codes(codes),
            place,
            |each| view.each_rule_piece(each),
            tokens,
        );
    }

    fn write_board(
        &self,
        me: Seat,
        codes: impl FnOnce(&mut [u8]),
        place: impl Fn(Seat) -> Option<Place>,
        each_rule_piece: impl FnOnce(&mut dyn FnMut(RulePiece)),
        tokens: &mut [u8],
    ) {
        let (squares, rest) = tokens.split_at_mut(self.area());
        let (pieces, rule_pieces) = rest.split_at_mut(2 * usize::from(self.seats));
        codes(squares);
        for &(square, is_portal) in &self.closed {
            squares[usize::from(square)] = if is_portal { PORTAL } else { CLOSED };
        }
        pieces.fill(NOWHERE);
        for (seat, place) in
            SeatSet::first(self.seats).iter().filter_map(|seat| Some((seat, place(seat)?)))
        {
            let slot = 2 * usize::from(clockwise(me, seat, self.seats));
            pieces[slot] = self.number_of(place.square());
            pieces[slot + 1] = place.port().index() as u8;
        }
        if !rule_pieces.is_empty() {
            rule_pieces.fill(NOWHERE);
            each_rule_piece(&mut |rule_piece| {
                if let Some([square, facing]) =
                    rule_pieces.as_chunks_mut().0.get_mut(usize::from(rule_piece.tile))
                {
                    *square = self.number_of(rule_piece.square);
                    *facing = rule_piece.facing.turns();
                }
            });
        }
    }

    /// Makes the planes of an array of tokens: all other fields are the same in both forms.
    ///
    /// # Panics
    /// If this is not a layout of planes, if either array is not as long as its layout says, or if
    /// `layout` is not the one of tokens for the same rule set and table.
    pub fn expand(&self, layout: &Self, tokens: &[u8], array: &mut [u8]) {
        let table = |layout: &Self| {
            (layout.seats, layout.columns, layout.rows, layout.rule_pieces, layout.version())
        };
        let same = table(self) == table(layout);
        assert!(
            same && self.form == BoardForm::Planes && layout.form == BoardForm::Tokens,
            "tokens are expanded to planes of the same table"
        );
        assert_eq!(
            (tokens.len(), array.len()),
            (layout.len, self.len),
            "arrays have as many bytes as their layouts"
        );
        let (tokens, numbers) = tokens.split_at(layout.board_len());
        let (board, rest) = array.split_at_mut(self.board_len());
        self.expand_board(tokens, board);
        let (Some(own), Some(short)) = (&self.near, &layout.near) else {
            return rest.copy_from_slice(numbers);
        };
        let from = |near: &Near, board: usize| (near.window - board, near.end - board);
        let (own_from, own_to) = from(own, self.board_len());
        let (short_from, short_to) = from(short, layout.board_len());
        rest[..own_from].copy_from_slice(&numbers[..short_from]);
        rest[own_to..].copy_from_slice(&numbers[short_to..]);
        let window = &mut rest[own_from..own_to];
        window.fill(0);
        own.write_window(self.form, &numbers[short_from..short_to], window);
    }

    fn expand_board(&self, tokens: &[u8], planes: &mut [u8]) {
        let area = self.area();
        planes.fill(0);
        let (squares, rest) = tokens.split_at(area);
        let (pieces, rule_pieces) = rest.split_at(2 * usize::from(self.seats));
        let joins = &mut planes[..JOINS * area];
        for (square, &code) in squares.iter().enumerate() {
            // Most squares of most positions are empty: writing for all of them, without this
            // branch, takes a little longer.
            if code < Laid::LIMIT {
                for plane in JOINED[usize::from(code)] {
                    joins[usize::from(plane) * area + square] = 1;
                }
            }
        }
        for (plane, wanted) in [
            (self.at.missing, CLOSED),
            (self.at.portal, PORTAL),
            (self.at.blocked, BLOCKED),
            (self.at.haven, HAVEN),
            (self.at.hidden, HIDDEN),
        ] {
            if let Some(plane) = plane {
                for (entry, &code) in planes[plane..plane + area].iter_mut().zip(squares) {
                    *entry = (code == wanted).into();
                }
            }
        }
        for (seat, &[square, port]) in pieces.as_chunks().0.iter().enumerate() {
            if port != NOWHERE {
                planes[self.at.pieces
                    + (seat * Port::COUNT + usize::from(port)) * area
                    + usize::from(square)] = 1;
                if seat == 0 {
                    planes[self.at.facing + usize::from(square)] = 1;
                }
            }
        }
        for (tile, &[square, facing]) in rule_pieces.as_chunks().0.iter().enumerate() {
            if facing != NOWHERE {
                planes[self.at.piece_facing + usize::from(facing) * area + usize::from(square)] = 1;
                planes[self.at.piece_tile + tile * area + usize::from(square)] = 1;
            }
        }
    }

    /// Writes the fields that both forms have into an array that has 0 in them.
    fn write_numbers(
        &self,
        sees: &Observation<'_>,
        me: Seat,
        partial: &PartialExchange,
        array: &mut [u8],
    ) {
        let decides = sees.is_to_decide();
        self.write_decision(sees, decides && partial.giving().is_some(), array);
        self.write_seats(sees, me, array);
        self.write_tiles(sees, array);
        if let Some(exchange) = self.at.exchange
            && decides
            && sees.phase() == Phase::Exchange
        {
            self.write_exchange(sees, partial, &mut array[exchange..]);
        }
        if let Some(supply) = self.at.supply {
            let there = sees.supply().unwrap_or_default();
            for tile in 0..self.rule_pieces {
                array[supply + usize::from(tile)] = there.contains(tile).into();
            }
        }
    }

    /// Writes what is waited for.
    fn write_decision(&self, sees: &Observation<'_>, is_giving: bool, array: &mut [u8]) {
        let (at, phase) = (&self.at, sees.phase());
        let number = match phase {
            Phase::Start => Some(0),
            Phase::Relocate { must } => Some(1 + usize::from(must)),
            Phase::Place => Some(3),
            Phase::Exchange => Some(4 + usize::from(is_giving)),
            Phase::Ask => Some(6),
            Phase::Turn | Phase::Over => None,
        };
        if let Some(number) = number {
            array[at.phase + number] = 1;
        }
        if phase == Phase::Ask
            && let Some(question) = sees.question()
            && let Some(number) = self.actions.question(&question)
        {
            array[at.question + number] = 1;
        }
    }

    /// Writes what is said of each seat.
    fn write_seats(&self, sees: &Observation<'_>, me: Seat, array: &mut [u8]) {
        let (at, phase) = (&self.at, sees.phase());
        let slot = |seat: Seat| usize::from(clockwise(me, seat, self.seats));
        let waits = phase.decision().is_some();
        let one = |seat: Seat, is: bool| if is { SeatSet::only(seat) } else { SeatSet::EMPTY };
        for (field, seats) in [
            (Some(at.alive), sees.alive()),
            (Some(at.decides), one(sees.decider(), waits)),
            (Some(at.active), one(sees.active(), phase != Phase::Over)),
            (Some(at.on_mark), sees.on_start_mark()),
            (at.displaced, sees.displaced()),
            (at.holder, sees.holder().map_or(SeatSet::EMPTY, SeatSet::only)),
        ] {
            if let Some(field) = field {
                seats.iter().for_each(|seat| array[field + slot(seat)] = 1);
            }
        }
        for seat in SeatSet::first(self.seats).iter() {
            array[at.tiles + slot(seat)] = byte(sees.hand_len(seat));
        }
        if let Some(points) = at.points {
            sees.each_points(|seat, count| array[points + slot(seat)] = byte(count.max(0)));
        }
        if !at.tallies.is_empty() {
            sees.shows(|shown| {
                if let Shown::Seat(decl, seat, count) = shown
                    && let Some((_, field)) = at.tallies.iter().find(|tally| tally.0 == decl.name)
                {
                    array[field + slot(seat)] = count;
                }
            });
        }
    }

    /// Writes how far the game is, and where its tiles are.
    fn write_tiles(&self, sees: &Observation<'_>, array: &mut [u8]) {
        let at = &self.at;
        array[at.pile..at.pile + 3].copy_from_slice(&[
            byte(sees.pile_len()),
            byte(sees.turn()),
            sees.laid(),
        ]);
        for face in sees.hand().iter() {
            array[at.hand + face.index()] += 1;
        }
        sees.count_unseen(&mut array[at.unseen..at.unseen + self.kinds]);
    }

    /// Writes the seat's own exchange: tiles offered, given, being given, and taken.
    fn write_exchange(&self, sees: &Observation<'_>, partial: &PartialExchange, array: &mut [u8]) {
        sees.offered().iter().for_each(|face| array[face.index()] += 1);
        partial.exchange().gave().iter().for_each(|face| array[self.kinds + face.index()] += 1);
        partial.giving().iter().for_each(|face| array[2 * self.kinds + face.index()] = 1);
        partial.exchange().took().iter().for_each(|face| array[3 * self.kinds + face.index()] += 1);
    }

    /// Writes what every legal placement would do, in rows that have 0 in them, and calls `legal`
    /// with each.
    fn write_outlook(&self, sees: &Observation<'_>, rows: &mut [u8], mut legal: impl FnMut(Laid)) {
        let me = sees.seat().unwrap_or(Seat::new(0));
        let (seats, width) = (usize::from(self.seats), self.outlook_width());
        let is_wide = self.near.is_some();
        sees.each_outlook(is_wide, |tile, fate, outlook, mut rooms| {
            legal(tile);
            if tile.face().is_special() {
                // There is a row for each tile with paths.
                return;
            }
            let row = &mut rows[usize::from(tile.code()) * width..][..width];
            let cause = fate.cause.map_or(0, |cause: Cause| cause.slot() as u8 + 1);
            let (square, port) = outlook.to.map_or((NOWHERE, NOWHERE), |to| {
                (self.number_of(to.square()), to.port().index() as u8)
            });
            let (own, mut rest) = row.split_at_mut(OUTLOOK_OWN);
            // Byte by byte: the processor waits where an array is written so and then copied.
            own[0] = 1;
            own[1] = fate.cause.is_none().into();
            own[2] = cause;
            own[3] = fate.shares_wake.into();
            own[4] = outlook.continuations;
            own[5] = square;
            own[6] = port;
            let mut room =
                |place: Place| rooms.as_mut().map_or(0, |rooms| rooms.at(place.square()));
            if is_wide {
                rest[0] = outlook.to.map_or(0, &mut room);
                rest[1] = outlook.danger;
                rest = &mut rest[2..];
            }
            let (out, ways) = rest.split_at_mut(seats);
            let mut seat = me;
            for (out, ways) in out.iter_mut().zip(&mut *ways) {
                *out = outlook.out.contains(seat).into();
                *ways = outlook.ways(seat);
                seat = onwards(seat, 1, self.seats);
            }
            if is_wide {
                for slot in 0..seats {
                    let to = outlook.is_on_board(seat).then(|| outlook.place(seat));
                    let row = &mut ways[slot..];
                    row[seats] = to.map_or(NOWHERE, |to| self.number_of(to.square()));
                    row[2 * seats] = to.map_or(NOWHERE, |to| to.port().index() as u8);
                    row[3 * seats] = to.map_or(0, &mut room);
                    seat = onwards(seat, 1, self.seats);
                }
            }
        });
    }
}

#[cfg(test)]
mod tests;
