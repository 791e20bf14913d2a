//! [`BoardValues`]: what was learned of the worth of positions, as tables, and the files that have
//! them.

mod file;
mod goal;
mod layout;
mod share;
mod shipped;

pub use file::{Trained, ValuesError, VersusGreedy};
pub use goal::Goal;
pub use layout::{ENTRIES, LAYOUT, NO_ENTRY, TABLES};
pub use shipped::{Judge, shipped};

use crate::game::{Features, MAX_SEATS, PieceFeatures, Seat, SeatSet};
use arrayvec::ArrayVec;
use layout::Circumstances;
use std::fmt;

/// Tables by which a board is judged. The worth of a piece is the sum of one entry of each table,
/// and its share of the win doubles with every 32 units; so do the odds that it is kept, where nobody
/// plays against another.
#[derive(Clone, PartialEq, Eq)]
pub struct BoardValues {
    entries: Box<[i8]>,
    goal: Goal,
    knows_points: bool,
}

/// All of the win: shares are parts of it.
pub const WIN: u32 = 1 << 16;

impl fmt::Debug for BoardValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BoardValues({} entries)", self.entries.len())
    }
}

/// Tables without knowledge: all pieces are worth the same.
impl Default for BoardValues {
    fn default() -> Self {
        Self { entries: vec![0; ENTRIES].into(), goal: Goal::Win, knows_points: false }
    }
}

/// A piece on a judged board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct JudgedPiece {
    /// Whose it is.
    pub seat: Seat,
    /// Its share of the win, the chance that it is kept ([`Goal::Pieces`]), or what all come to
    /// together ([`Goal::Together`]), of [`WIN`].
    pub share: u32,
    /// Which entries were added up, one of each table.
    pub entries: [u16; TABLES],
}

impl BoardValues {
    /// Tables with these entries; `None` if they are not [`ENTRIES`], or [`NO_ENTRY`] is not 0.
    pub fn new(entries: impl Into<Box<[i8]>>) -> Option<Self> {
        let entries = entries.into();
        (entries.len() == ENTRIES && entries[usize::from(NO_ENTRY)] == 0).then(|| Self {
            knows_points: layout::knows_points(&entries),
            goal: Goal::Win,
            entries,
        })
    }

    /// The same tables for games with this goal.
    #[must_use]
    pub fn for_goal(self, goal: Goal) -> Self {
        Self { goal, ..self }
    }

    /// The goal of the games that they were trained on.
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// Whether they can judge games with this goal, in which points are counted or not.
    pub fn knows(&self, goal: Goal, counts_points: bool) -> bool {
        self.goal == goal && (!goal.is_shared() || !counts_points || self.knows_points)
    }

    /// The entries of all tables, one table after the other.
    pub fn entries(&self) -> &[i8] {
        &self.entries
    }

    /// What the piece is worth of which these are the entries.
    fn worth(&self, entries: [u16; TABLES]) -> i32 {
        entries.iter().map(|&entry| i32::from(self.entries[usize::from(entry)])).sum()
    }

    /// Whether they were trained where points are counted.
    pub const fn knows_points(&self) -> bool {
        self.knows_points
    }

    /// The pieces on a board with their shares, in the order in which they move; then
    /// the seats that are out, where points are counted.
    pub fn judge(&self, features: &Features) -> ArrayVec<JudgedPiece, MAX_SEATS> {
        let open = layout::is_open(features);
        let entries = |at: usize| layout::entries(&Circumstances::of(features, open, at));
        let pieces = features.pieces.iter().enumerate();
        let pieces = pieces.map(|(at, piece)| (piece.seat, entries(at)));
        let out = features.out.iter();
        let out = out.map(|&(seat, lead)| (seat, layout::entries_out(features, lead)));
        let mut judged: ArrayVec<JudgedPiece, MAX_SEATS> = pieces
            .chain(out)
            .map(|(seat, entries)| JudgedPiece { seat, share: 0, entries })
            .collect();
        let worths: ArrayVec<i32, MAX_SEATS> =
            judged.iter().map(|piece| self.worth(piece.entries)).collect();
        let best = worths.iter().copied().max().unwrap_or(0);
        let sum: u64 = worths.iter().map(|&worth| share::part(best.abs_diff(worth))).sum();
        // Each piece makes it more or less likely that all live and win.
        let together = share::chance(worths.iter().sum());
        for (judged, &worth) in judged.iter_mut().zip(&worths) {
            judged.share = match self.goal {
                Goal::Win | Goal::Own => {
                    (share::part(best.abs_diff(worth)) * u64::from(WIN) / sum) as u32
                }
                Goal::Pieces => share::chance(worth),
                Goal::Together => together,
            };
        }
        judged
    }

    /// What `side` comes to on a judged board, of [`WIN`]: its share of the win, the share of its
    /// pieces that are kept, or what all come to together.
    pub(in crate::bots) fn of_side(&self, judged: &[JudgedPiece], side: SeatSet) -> u32 {
        let own = judged.iter().filter(|piece| side.contains(piece.seat)).map(|piece| piece.share);
        match self.goal {
            Goal::Win | Goal::Own => own.sum(),
            Goal::Pieces => own.sum::<u32>() / u32::from(side.len()).max(1),
            Goal::Together => own.max().unwrap_or(0),
        }
    }
}

/// Judges boards one after another that differ little, as those after the placements of a choice:
/// a piece that is as it was is not looked up again.
#[derive(Debug)]
pub struct Judgement<'a> {
    values: &'a BoardValues,
    /// How much of the last board was covered, and whether all hands were known.
    board: (u8, bool),
    pieces: ArrayVec<PieceFeatures, MAX_SEATS>,
    /// What each piece is worth.
    worths: [i32; MAX_SEATS],
}

impl<'a> Judgement<'a> {
    /// A judgement by these tables.
    pub const fn new(values: &'a BoardValues) -> Self {
        let pieces = ArrayVec::new_const();
        Self { values, board: (0, false), pieces, worths: [0; MAX_SEATS] }
    }

    /// The share of the win that `side` has together, or what all come to together, of [`WIN`];
    /// 0 if no piece is left. It is not for [`Goal::Pieces`].
    pub fn share(&mut self, features: &Features, side: SeatSet) -> u32 {
        self.look_up(features);
        let worths = &self.worths[..features.pieces.len()];
        let Some(best) = worths.iter().copied().max() else { return 0 };
        if self.values.goal == Goal::Together {
            return share::chance(worths.iter().sum());
        }
        let (mut own, mut sum) = (0, 0);
        for (piece, worth) in features.pieces.iter().zip(worths) {
            let part = share::part(best.abs_diff(*worth));
            sum += part;
            own += if side.contains(piece.seat) { part } else { 0 };
        }
        (own * u64::from(WIN) / sum) as u32
    }

    /// Looks up what each piece is worth that is not as it was, or has a rival that is not.
    fn look_up(&mut self, features: &Features) {
        let (open, pieces) = (layout::is_open(features), &features.pieces);
        let (board, mut changed) = ((features.covered, open), SeatSet::EMPTY);
        if board != self.board || pieces.len() != self.pieces.len() {
            self.board = board;
            self.pieces.clone_from(pieces);
            changed = pieces.iter().map(|piece| piece.seat).collect();
        } else {
            let both = self.pieces.iter_mut().zip(pieces);
            for (before, now) in both.filter(|(before, now)| before != now) {
                *before = *now;
                changed.insert(now.seat);
            }
        }
        for (at, piece) in pieces.iter().enumerate() {
            if changed.contains(piece.seat) | changed.contains(piece.rival.unwrap_or(piece.seat)) {
                let now = Circumstances::of(features, open, at);
                self.worths[at] = self.values.worth(layout::entries(&now));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::bots::{Bot as _, Random};

    #[test]
    fn a_judgement_of_boards_in_turn_is_that_of_each_board() {
        // Entries of all sizes, in no order.
        let mut entries: Box<[i8]> = (0..ENTRIES).map(|at| (at * 37 % 101) as i8 - 50).collect();
        assert!(BoardValues::new(entries.clone()).is_none(), "the last one has to be 0");
        entries[usize::from(NO_ENTRY)] = 0;
        let values = BoardValues::new(entries).unwrap();
        let mut compared = 0;
        for (rules, players) in [("classic", 8), ("seas", 4), ("luxury", 2)] {
            let mut game = Game::new(rules, players, "judged").unwrap();
            while let Some(decision) = game.decision() {
                let mut stream = game.bot_stream();
                let see = game.observe(decision.seat());
                let side = SeatSet::only(decision.seat());
                let mut judgement = Judgement::new(&values);
                let legal = see.legal();
                if !legal.is_empty() {
                    see.features_after(&legal, |_, features| {
                        let judged = values.judge(features);
                        let own = judged.iter().find(|piece| piece.seat == decision.seat());
                        let share = own.map_or(0, |piece| piece.share);
                        assert_eq!(judgement.share(features, side), share);
                        assert!(
                            judged
                                .iter()
                                .flat_map(|piece| piece.entries)
                                .all(|entry| { entry < NO_ENTRY })
                        );
                        compared += 1;
                    });
                }
                let choice = Random.choose(&see, &mut stream).unwrap();
                game.play(&choice).unwrap();
            }
        }
        assert!(compared > 300, "{compared} boards");
    }

    #[test]
    fn who_is_out_may_have_a_share_where_points_are_counted() {
        let mut game = Game::new("longest-path", 4, "points").unwrap();
        let values = BoardValues::default();
        let mut out = 0;
        while let Some(decision) = game.decision() {
            let features = game.observe(decision.seat()).features();
            let judged = values.judge(&features);
            assert_eq!(judged.len(), 4);
            // Tables without knowledge give all the same.
            assert!(judged.iter().all(|piece| piece.share == WIN / 4));
            for &(seat, lead) in &features.out {
                let entries = judged.iter().find(|piece| piece.seat == seat).unwrap().entries;
                assert_eq!(entries.iter().filter(|&&entry| entry == NO_ENTRY).count(), TABLES - 1);
                let scores = game.observe(decision.seat()).scores().unwrap();
                let others = (0..4).filter(|&other| other != seat.index());
                let best = others.map(|other| scores[other]).max().unwrap();
                assert_eq!(i64::from(lead), scores[seat.index()] - best);
                out += 1;
            }
            let mut stream = game.bot_stream();
            let choice = Random.choose(&game.observe(decision.seat()), &mut stream).unwrap();
            game.play(&choice).unwrap();
        }
        assert!(out > 0, "a seat is out before the end");
        assert!(!values.knows_points());
    }
}
