//! [`Core`]: the part of the state that every game has: board, pieces, hands, pile, and whose turn
//! it is.

use super::pending::{Danger, Fall, LastingState, Pending, Within};
use crate::board::{Board, Content, Face, Place, Port, Size, Square, SquareSet, Store};
use crate::game::basics::data::Basics;
use crate::game::basics::timing::Timing;
use crate::game::chance::Moment;
use crate::game::declare::ask::{AnswerKind, AskDecl};
use crate::game::declare::chance::ChanceStream;
use crate::game::declare::event::CauseDecl;
use crate::game::declare::look::{CountDecl, Look, LookColor, Shown, SquareMark};
use crate::game::declare::texts::Texts;
use crate::game::event::Ending;
use crate::game::pieces::hand::{Hand, Pile};
use crate::game::pieces::places::Places;
use crate::game::pieces::seat::{MAX_SEATS, Seat, SeatSet};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// The lives that a piece has left (V16).
pub(crate) static LIVES: CountDecl = CountDecl::new(
    "lives",
    Texts(&[("en", "lives"), ("fr", "vies")]),
    Texts(&[("en", "{who}: lives left: {count}."), ("fr", "{who} : vies restantes : {count}.")]),
);

/// The square on which a tile is placed, where it was chosen among several (W7).
pub(crate) static AIMED: Look = Look::new(
    '◎',
    LookColor::White,
    Texts(&[
        ("en", "the square on which a tile is placed"),
        ("fr", "la case où l’on pose une tuile"),
    ]),
);

/// What is asked where the active seat may place a tile for its team (W7). No event tells the
/// answer: `placed` does.
pub(crate) static WHERE_TO_PLACE: AskDecl = AskDecl::new(
    "placement",
    AnswerKind::Square,
    Texts(&[
        ("en", "On which square do you place a tile?"),
        ("fr", "Sur quelle case posez-vous une tuile ?"),
    ]),
);

/// The cause of a piece that could come back, and finds no start mark (V16).
pub static NO_MARK: CauseDecl = CauseDecl::new(
    "no-mark",
    "finding no start mark to come back",
    Texts(&[
        ("en", "no start mark is free to come back"),
        ("fr", "aucune marque de départ n’est libre pour revenir"),
    ]),
)
.of_acts();

/// The decision for which a game waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(
    clippy::exhaustive_enums,
    reason = "whoever takes the steps of a game has to know what each waits for"
)]
pub enum Phase {
    /// The active seat's start mark (C1); after the first turn has begun, that on which its piece
    /// comes back (V16).
    Start,
    /// No decision: the next turn can begin.
    Turn,
    /// Another start mark for the active seat's piece (S12).
    Relocate {
        /// Whether the piece must move; otherwise it may stay.
        must: bool,
    },
    /// The active seat's placement (C2).
    Place,
    /// The active seat's exchange, or an empty one to decline (C12).
    Exchange,
    /// The answer of a seat to the question of a rule, see [`Core::decider`].
    Ask,
    /// No decision: the game is over.
    Over,
}

/// Who is asked by a rule, and where the engine goes on with the answer; of no meaning outside
/// [`Phase::Ask`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::game) struct Asking {
    pub seat: Seat,
    pub at: Timing,
    /// The number of questions that were asked in this turn before, up to 255.
    pub number: u8,
}

/// On which square the active seat places its tile (W7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::game) enum Aim {
    /// On the one that its own piece faces.
    #[default]
    Own,
    /// It is asked, since its team has several.
    Asked,
    /// On this one.
    At(Square),
}

/// How many outcomes of each kind of chance this turn has had. The next one of a kind is addressed
/// by the next number (0–65,535).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct ChanceCounts {
    /// Rolls of two dice.
    pub dice: u16,
    /// Rolls of one die.
    pub die: u16,
    /// Pieces drawn from a hazard's supply.
    pub spawn: u16,
    /// Shuffles of the pile.
    pub reshuffle: u16,
    /// Numbers picked for rules.
    pub rule: u16,
    /// Questions that rules have asked. They are no chance outcomes; a bot that answers by chance
    /// is given other random numbers for each.
    #[serde(skip_serializing_if = "is_zero")]
    pub questions: u16,
}

impl ChanceCounts {
    /// How many of these numbers were drawn.
    #[inline]
    pub(in crate::game) const fn count_mut(&mut self, stream: ChanceStream) -> &mut u16 {
        match stream {
            ChanceStream::Dice => &mut self.dice,
            ChanceStream::Die => &mut self.die,
            ChanceStream::Spawn => &mut self.spawn,
            ChanceStream::Rule => &mut self.rule,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u16) -> bool {
    *count == 0
}

/// The state of a game without that of its rules. Only the turn engine and the verbs of rules
/// change it.
#[derive(Debug, Clone)]
pub struct Core<Z: Size> {
    pub(in crate::game) board: Board<Z>,
    pub(in crate::game) places: Places<Z>,
    pub(in crate::game) hands: Z::PerSeat<Hand>,
    pub(in crate::game) pile: Pile<Z>,
    pub(in crate::game) seats: u8,
    /// The number of teams; 0: each seat plays for itself (V9).
    pub(in crate::game) teams: u8,
    /// Whether the table has one open hand, which is then the first of `hands` (V3).
    pub(in crate::game) open: bool,
    pub(in crate::game) first: Seat,
    pub(in crate::game) active: Seat,
    pub(in crate::game) turn: u32,
    pub(in crate::game) alive: SeatSet,
    /// The live seats whose pieces stand on the board or have not come to it yet: all but the seats
    /// that wait to come back (V16).
    pub(in crate::game) on_board: SeatSet,
    /// Live seats whose pieces are still on their start marks.
    pub(in crate::game) on_start_mark: SeatSet,
    /// Live seats whose pieces may relocate in their next turn (S12).
    pub(in crate::game) displaced: SeatSet,
    /// In [`Phase::Place`], the seats whose pieces face the square on which the tile will lie, and
    /// will travel (T7).
    pub(in crate::game) travellers: SeatSet,
    /// Seats eliminated by the move that is being judged.
    pub(in crate::game) fallen: SeatSet,
    /// What is not dealt with yet; `None`: nothing. Apart, since most rule sets have none of it,
    /// and a copy of a game should be small.
    pub(in crate::game) pending: Option<Box<Pending>>,
    /// The square on which the last tile of this turn was laid.
    pub(in crate::game) laid_on: Option<Square>,
    /// The seat whose turn comes next, if a rule has said so.
    pub(in crate::game) next: Option<Seat>,
    /// Seats with fewer tiles than a full hand, eliminated ones included; meaningless where the
    /// table has one open hand.
    pub(in crate::game) short: SeatSet,
    /// Seats eliminated by a placement because their pieces met the active piece (L6).
    pub(in crate::game) met_active: SeatSet,
    /// Eliminated seats whose hands are not yet returned to the pile.
    pub(in crate::game) unreturned: SeatSet,
    /// Squares from which rules took tiles, and of which a rule that counts crossings has not been
    /// told yet.
    pub(in crate::game) removed: SquareSet<Z>,
    /// How many tiles the active seat has placed in this turn (V8).
    pub(in crate::game) laid: u8,
    pub(in crate::game) phase: Phase,
    pub(in crate::game) asking: Asking,
    /// On which square the next tile is placed; of no meaning but before and at a placement.
    pub(in crate::game) aim: Aim,
    /// The seat that holds the token.
    pub(in crate::game) holder: Option<Seat>,
    pub(in crate::game) ending: Option<Ending>,
    pub(in crate::game) asked: ChanceCounts,
}

impl<Z: Size> Core<Z> {
    /// A table before the deal: the pile is the deck in ascending order.
    pub(in crate::game) fn new(basics: &Basics<Z>, seats: u8) -> Self {
        Self {
            board: basics.empty.clone(),
            places: Places::filled(Place::new(Square::new(0, 0), Port::new(0))),
            hands: <Z::PerSeat<Hand> as Store<_>>::filled(Hand::default()),
            pile: basics.deck.iter().map(|&tile| Face::from_raw(tile)).collect(),
            seats,
            teams: basics.teams,
            open: basics.open,
            first: Seat::new(0),
            active: Seat::new(0),
            turn: 0,
            alive: SeatSet::first(seats),
            on_board: SeatSet::first(seats),
            on_start_mark: SeatSet::EMPTY,
            displaced: SeatSet::EMPTY,
            travellers: SeatSet::EMPTY,
            fallen: SeatSet::EMPTY,
            pending: None,
            laid_on: None,
            next: None,
            short: SeatSet::EMPTY,
            met_active: SeatSet::EMPTY,
            unreturned: SeatSet::EMPTY,
            removed: SquareSet::default(),
            laid: 0,
            phase: Phase::Start,
            asking: Asking { seat: Seat::new(0), at: Timing::SetUp, number: 0 },
            aim: Aim::Own,
            holder: None,
            ending: None,
            asked: ChanceCounts::default(),
        }
    }

    /// The board with its tiles and paths.
    #[inline]
    pub fn board(&self) -> &Board<Z> {
        &self.board
    }

    /// The number of seats at the start (T8).
    #[inline]
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The seat that went first.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// The seat whose turn it is, or that chooses a start mark.
    #[inline]
    pub fn active(&self) -> Seat {
        self.active
    }

    /// The seat that decides: the one that a rule asks, otherwise the active one.
    #[inline]
    pub fn decider(&self) -> Seat {
        if self.phase == Phase::Ask { self.asking.seat } else { self.active }
    }

    /// The number of the turn, from 1; 0 before the first.
    #[inline]
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// How many tiles the active seat has placed in this turn (V8).
    pub fn laid(&self) -> u8 {
        self.laid
    }

    /// The decision for which the game waits.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// How the game ended; `None` until it has.
    #[inline]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The seats not eliminated.
    #[inline]
    pub fn alive(&self) -> SeatSet {
        self.alive
    }

    /// The live seats whose pieces have a start mark and are still on it.
    #[inline]
    pub fn on_start_mark(&self) -> SeatSet {
        self.on_start_mark
    }

    /// The live seats whose pieces may move to another start mark in their next turn (S12).
    pub fn displaced(&self) -> SeatSet {
        self.displaced
    }

    /// The seats eliminated by the move that is being judged: by one placement, or by one act of
    /// the hazard (S18).
    pub fn fallen(&self) -> SeatSet {
        self.fallen
    }

    /// The seats that play for the same team as `seat`, itself included, dead or alive (V9).
    pub fn mates(&self, seat: Seat) -> SeatSet {
        match self.teams {
            0 => SeatSet::only(seat),
            teams => SeatSet::first(self.seats)
                .iter()
                .filter(|mate| mate.number() % teams == seat.number() % teams)
                .collect(),
        }
    }

    /// The fallen seats from whose hands the active one may take tiles: the seats of other teams
    /// (C12, V9).
    #[inline]
    pub(in crate::game) fn taken_from(&self) -> SeatSet {
        if self.teams == 0 { self.fallen } else { self.fallen.without(self.mates(self.active)) }
    }

    /// The tiles that the active seat may take in an exchange: the hands of the seats just
    /// eliminated, seat by seat (C12).
    pub fn offered(&self) -> impl Iterator<Item = Face> {
        self.taken_from().iter().flat_map(|seat| self.hand(seat).iter())
    }

    /// The fallen seats whose pieces met the active piece (L6).
    pub fn met_active(&self) -> SeatSet {
        self.met_active
    }

    /// Where a seat's piece stands, or stood last if it is eliminated. Meaningless before it has a
    /// start mark.
    #[inline]
    pub fn place(&self, seat: Seat) -> Place {
        self.places.at(seat)
    }

    /// The square on which the active seat places its next tile.
    #[inline]
    pub(in crate::game) fn aimed(&self) -> Square {
        if let Aim::At(square) = self.aim { square } else { self.place(self.active).square() }
    }

    /// The squares on which the active seat could lay a tile for its team: the square of its own
    /// piece first, then clockwise the squares that the team's other pieces on the board face,
    /// without squares that have a tile or a piece of a rule (W7).
    pub(in crate::game) fn team_squares(&self) -> ArrayVec<Square, MAX_SEATS> {
        let mut squares = ArrayVec::new();
        let own = self.place(self.active).square();
        if self.board.content(own) != Content::Haven {
            squares.push(own);
        }
        for mate in self.mates(self.active).and(self.on_board).clockwise_from(self.active) {
            let square = self.place(mate).square();
            if !squares.contains(&square) && self.board.content(square) == Content::Empty {
                squares.push(square);
            }
        }
        squares
    }

    /// Calls `each` with the mark of the square on which a tile is placed, where it was chosen
    /// among several.
    pub(in crate::game) fn each_aim(&self, basics: &Basics<Z>, each: &mut dyn FnMut(Shown)) {
        if basics.for_team
            && self.phase == Phase::Place
            && let Aim::At(square) = self.aim
        {
            each(Shown::Mark(SquareMark::new(square, &AIMED)));
        }
    }

    /// The live seats with a piece on the board.
    pub fn placed(&self) -> SeatSet {
        match self.phase {
            Phase::Start if self.turn == 0 => SeatSet::first(self.seats)
                .clockwise_from(self.first)
                .take_while(|&seat| seat != self.active)
                .collect(),
            Phase::Ask if self.asks_at_set_up() => SeatSet::EMPTY,
            _ => self.on_board,
        }
    }

    /// The live seats whose pieces wait to come back: they are off the board until their next turn
    /// (V16).
    pub fn waiting(&self) -> SeatSet {
        self.alive.without(self.on_board)
    }

    /// Whether a rule holds a square that is blocked.
    pub(in crate::game) fn is_held(&self, square: Square) -> bool {
        let (word, bit) = (square.index() / 64, square.index() % 64);
        self.pending.as_ref().is_some_and(|pending| pending.kept.held[word] >> bit & 1 != 0)
            && self.board.is_blocked(square)
    }

    /// Notes whether a rule holds a square.
    pub(in crate::game) fn hold(&mut self, square: Square, is_held: bool) {
        let (word, bit) = (square.index() / 64, 1 << (square.index() % 64));
        if is_held {
            self.pending().kept.held[word] |= bit;
        } else if let Some(pending) = &mut self.pending {
            pending.kept.held[word] &= !bit;
            self.forget_pending();
        }
    }

    /// Whether the active seat chooses the start mark on which its piece comes back (V16).
    pub(crate) fn comes_back(&self) -> bool {
        self.phase == Phase::Start && self.turn > 0
    }

    /// How many lives a seat has left, the one that it plays included; of no meaning for an
    /// eliminated one (V16).
    pub(in crate::game) fn lives(&self, basics: &Basics<Z>, seat: Seat) -> u8 {
        basics.lives.saturating_sub(self.kept().lost_lives.get(seat))
    }

    /// Sets how many lives a seat has lost.
    pub(in crate::game) fn set_lost_lives(&mut self, seat: Seat, lost: u8) {
        if lost > 0 || self.pending.is_some() {
            self.pending().kept.lost_lives.set(seat, lost);
        }
    }

    fn kept(&self) -> LastingState {
        self.pending.as_ref().map_or_else(LastingState::default, |pending| pending.kept)
    }

    /// Sets that number.
    pub(in crate::game) fn set_owed(&mut self, seat: Seat, owed: u8) {
        if owed > 0 || self.pending.is_some() {
            self.pending().kept.owed.set(seat, owed);
        }
    }

    /// How many tiles a seat draws fewer until the end of its own turn (W1).
    pub(in crate::game) fn owed(&self, seat: Seat) -> usize {
        self.kept().owed.get(seat).into()
    }

    /// Calls `each` with the lives that each seat has left, where pieces have several.
    pub(in crate::game) fn each_lives(&self, basics: &Basics<Z>, each: &mut dyn FnMut(Shown)) {
        if basics.lives > 1 {
            SeatSet::first(self.seats)
                .iter()
                .for_each(|seat| each(Shown::Seat(&LIVES, seat, self.lives(basics, seat))));
        }
    }

    /// The index of a seat's hand: all seats share the first where the table has one open hand
    /// (V3).
    #[inline]
    pub(in crate::game) fn slot(&self, seat: Seat) -> usize {
        if self.open { 0 } else { seat.index() }
    }

    /// The hand of a seat, or the table's open one.
    #[inline]
    pub fn hand(&self, seat: Seat) -> Hand {
        self.hands.at(self.slot(seat))
    }

    /// The seat that holds the token (C8, L3); `None`: no seat.
    #[inline]
    pub fn holder(&self) -> Option<Seat> {
        self.holder
    }

    /// The draw pile.
    #[inline]
    pub fn pile(&self) -> &Pile<Z> {
        &self.pile
    }

    /// Notes that a piece is about to be lost, unless it is noted already.
    #[inline(never)]
    pub(in crate::game) fn fall(&mut self, fall: Fall) {
        if !self.about_to_fall().contains(fall.seat) {
            self.pending.get_or_insert_default().falling.push(fall);
        }
    }

    /// What is not dealt with yet, to be changed.
    pub(in crate::game) fn pending(&mut self) -> &mut Pending {
        self.pending.get_or_insert_default()
    }

    /// Drops what has been dealt with.
    pub(in crate::game) fn forget_pending(&mut self) {
        let is_over = |pending: &Pending| {
            let hears = pending.heard.is_some()
                || !pending.drawn.is_empty()
                || pending.forgone
                || pending.is_judged;
            pending.falling.is_empty()
                && pending.dangers.is_empty()
                && pending.trips.is_none()
                && !hears
        };
        if self.pending.as_deref().is_some_and(is_over) {
            self.forget_all_pending();
        }
    }

    /// Drops all but what is kept for longer than a turn.
    pub(in crate::game) fn forget_all_pending(&mut self) {
        let kept = self.kept();
        match &mut self.pending {
            Some(pending) if kept != LastingState::default() => {
                **pending = Pending { kept, ..Pending::default() }
            }
            pending => *pending = None,
        }
    }

    /// Whether a rule asks while the game is set up.
    pub(in crate::game) fn asks_at_set_up(&self) -> bool {
        let mut at = Some(self.asking.at);
        let pending = self.pending.as_deref();
        if matches!(at, Some(Timing::Threat | Timing::Met | Timing::Loss)) {
            at = pending.and_then(|pending| {
                if let Within::Act(outer) = pending.within { Some(outer) } else { None }
            });
        }
        if at == Some(Timing::Drawn) {
            at = pending.and_then(|pending| pending.drawn_at);
        }
        at == Some(Timing::SetUp)
    }

    /// The threat of which rules hear.
    #[inline]
    pub(in crate::game) fn danger(&self) -> Option<Danger> {
        self.pending.as_ref()?.dangers.first().copied()
    }

    /// The seats of all threats of which rules have not heard.
    pub(in crate::game) fn threatened(&self) -> SeatSet {
        self.pending
            .iter()
            .flat_map(|pending| &pending.dangers)
            .fold(SeatSet::EMPTY, |all, danger| all.or(danger.seats))
    }

    /// The pieces about to be lost, in the order in which they fell.
    #[inline]
    pub(in crate::game) fn falling(&self) -> &[Fall] {
        self.pending.as_ref().map_or(&[], |pending| &pending.falling)
    }

    /// The piece of a seat, if it is about to be lost.
    pub(in crate::game) fn fall_of(&self, seat: Seat) -> Option<&Fall> {
        self.falling().iter().find(|fall| fall.seat == seat)
    }

    /// The seats about to be lost.
    pub(in crate::game) fn about_to_fall(&self) -> SeatSet {
        self.falling().iter().map(|fall| fall.seat).collect()
    }

    /// Whether the piece of `seat` could stand on `mark` as at the start.
    pub(in crate::game) fn is_free_mark(
        &self,
        basics: &Basics<Z>,
        seat: Seat,
        mark: Place,
    ) -> bool {
        let others = self.on_board.without(self.about_to_fall()).without(SeatSet::only(seat));
        let shares = |place: Place| place.square() == mark.square() && !basics.share_square;
        let is_taken = others.iter().any(|other| {
            let place = self.place(other);
            place == mark || self.on_start_mark.contains(other) && shares(place)
        });
        basics.grid.is_mark(mark)
            && self.board.content(mark.square()) == Content::Empty
            && !is_taken
    }

    /// The marks on which the piece of `seat` could stand as at the start.
    pub(in crate::game) fn free_marks(&self, basics: &Basics<Z>, seat: Seat) -> Vec<Place> {
        basics
            .grid
            .marks()
            .iter()
            .copied()
            .filter(|&mark| self.is_free_mark(basics, seat, mark))
            .collect()
    }

    /// Whether everything that has happened to pieces is judged, and rules have heard of all tiles
    /// drawn.
    #[inline]
    pub(in crate::game) fn is_settled(&self) -> bool {
        let is_over = |pending: &Pending| {
            pending.falling.is_empty()
                && pending.drawn.is_empty()
                && pending.dangers.is_empty()
                && !pending.is_judged
        };
        self.fallen.is_empty() && self.pending.as_deref().is_none_or(is_over)
    }

    /// Whether the end of the game is to be judged although perhaps no piece is out; the call
    /// clears the flag.
    #[inline]
    pub(in crate::game) fn take_judged(&mut self) -> bool {
        let is_judged =
            self.pending.as_mut().is_some_and(|pending| std::mem::take(&mut pending.is_judged));
        if is_judged {
            self.forget_pending();
        }
        is_judged
    }

    /// Whether nothing has happened that comes before the next act of a rule at this moment.
    #[inline]
    pub(in crate::game) fn is_settled_at(&self, at: Timing) -> bool {
        match at {
            // What falls or is drawn in the midst of a loss waits until that is settled; so do
            // draws while rules hear of one. What happens when pieces have travelled is judged with
            // the placement.
            Timing::Threat | Timing::Ahead | Timing::Met | Timing::Loss | Timing::Travelled => true,
            Timing::Drawn => {
                self.fallen.is_empty() && self.falling().is_empty() && self.danger().is_none()
            }
            _ => self.is_settled(),
        }
    }

    /// Whether no live seat has a tile to place and the pile is empty (C10).
    pub(in crate::game) fn tiles_are_gone(&self) -> bool {
        self.pile.is_empty() && self.nobody_can_place()
    }

    /// Whether no live seat has a tile to place. Compiled apart: inside the loop of turns, the
    /// compiler would prepare for it in every turn.
    #[cold]
    #[inline(never)]
    fn nobody_can_place(&self) -> bool {
        !self.alive.iter().any(|seat| self.hand(seat).can_place())
    }

    /// The live seats with fewer tiles than a full hand.
    #[inline]
    pub(in crate::game) fn short_of_tiles(&self) -> SeatSet {
        self.short.and(self.alive)
    }

    /// The live seats whose pieces face `square`.
    #[inline]
    pub fn facing(&self, square: Square) -> SeatSet {
        self.places.facing(square, self.seats).and(self.on_board)
    }

    /// The live seats whose pieces stand at `place`.
    #[inline]
    pub(crate) fn standing_at(&self, place: Place) -> SeatSet {
        self.places.standing_at(place, self.seats).and(self.on_board)
    }

    /// The live seats whose pieces stand on the tile of `square`, which they crossed last: `square`
    /// is across the line at their port (T5).
    #[expect(
        clippy::needless_bitwise_bool,
        reason = "who is left, and where, is random: items 8 and 11 of `docs/performance.md`, What \
            helped"
    )]
    pub fn standing_on(&self, basics: &Basics<Z>, square: Square) -> SeatSet {
        let there = (0..self.seats).fold(0, |there, seat| {
            let place = self.place(Seat::new(seat));
            // At an edge, where there is no square behind a piece, this is the place itself.
            let behind = basics.grid.beyond(place);
            there | u32::from((behind.square() == square) & (behind != place)) << seat
        });
        SeatSet::from_bits(there).and(self.on_board.without(self.on_start_mark))
    }

    /// Whether the state is consistent between two acts: every path end is linked with its other
    /// end, and every piece stands at an edge, on its start mark or on a tile, and faces a square
    /// without a tile (T5). Debug builds check it after every act.
    pub(in crate::game) fn is_sound(&self, basics: &Basics<Z>) -> bool {
        let is_tile = |square| matches!(self.board.content(square), Content::Tile(_));
        self.board.links_hold(&basics.grid)
            && self.on_board.without(self.about_to_fall()).iter().all(|seat| {
                let place = self.place(seat);
                let behind =
                    basics.grid.across(place).is_none_or(|behind| is_tile(behind.square()));
                !is_tile(place.square())
                    && (behind || basics.moves_pieces() || self.on_start_mark.contains(seat))
            })
    }

    /// Begins the next turn of the active seat.
    #[inline]
    pub(in crate::game) fn begin_turn(&mut self) {
        self.turn += 1;
        self.laid = 0;
        self.laid_on = None;
        self.asked = ChanceCounts::default();
        self.fallen = SeatSet::EMPTY;
        self.met_active = SeatSet::EMPTY;
    }

    /// The moment of the next chance outcome of the purpose whose `count` is chosen, which is
    /// counted on.
    #[inline]
    pub(in crate::game) fn next_moment(
        &mut self,
        count: impl FnOnce(&mut ChanceCounts) -> &mut u16,
    ) -> Moment {
        let count = count(&mut self.asked);
        let nth = *count;
        *count = nth.wrapping_add(1);
        Moment { turn: self.turn, nth }
    }
}
