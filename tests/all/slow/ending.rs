//! C10, L6, L7, S18, T9, V: how the game ends, and how a turn ends.

use super::rules::{Score, TieBreak};
use super::{Game, Point};
use serde_json::json;

impl Game {
    /// The game is over.
    fn finish(&mut self, outcome: &str, winners: &[usize]) {
        let mut end = json!({"event": "end", "winners": winners, "outcome": outcome});
        if let Some(scores) = self.scores() {
            end["scores"] = json!(scores);
        }
        self.expect(end);
        self.point = Point::Over;
    }

    /// V: the highest scores win.
    // reading: V4: the winners are the markers alive, all of them and no other.
    fn finish_by_score(&mut self) {
        let scores = self.scores().unwrap_or_default();
        let best = scores.iter().copied().max().unwrap_or(0);
        let winners: Vec<usize> = match self.rules.score {
            Score::Solo => self.living(),
            _ => (0..scores.len()).filter(|&seat| scores[seat] == best).collect(),
        };
        self.finish("score", &winners);
    }

    /// Ends the game if these eliminations end it. `dead` are those taken by one placement or by one daikaiju; `met_active`,
    /// for a placement, those who collided with the active player.
    pub(super) fn ended_by_elimination(&mut self, dead: &[usize], met_active: Option<&[usize]>) -> bool {
        let living = self.living();
        if self.rules.score != Score::LastStanding {
            let over = living.is_empty() || self.only_survivor_leads();
            if over {
                self.finish_by_score();
            }
            return over;
        }
        match living.len() {
            // C10, S18: one is left.
            1 => self.finish("last-standing", &living),
            // C10, L7, S18: those eliminated together tie.
            0 => {
                let mut all = dead.to_vec();
                all.sort_unstable();
                let mut winners = all.clone();
                if let (TieBreak::ActiveFirst, Some(met)) = (self.rules.tie_break, met_active) {
                    // L6: the others win, except those who collided with the active player.
                    winners.retain(|seat| *seat != self.active && !met.contains(seat));
                }
                match winners.len() {
                    0 => self.finish("tie", &all),
                    1 if all.len() > 1 => self.finish("last-standing", &winners),
                    _ => self.finish("tie", &winners),
                }
            }
            _ => return false,
        }
        true
    }

    /// V1, V2: the only survivor has more points than everyone else.
    fn only_survivor_leads(&self) -> bool {
        let counts = matches!(self.rules.score, Score::LongestPath | Score::MostCrossings);
        let (Some(scores), [survivor]) = (self.scores(), &self.living()[..]) else {
            return false;
        };
        let others: Vec<usize> = (0..scores.len()).filter(|seat| seat != survivor).collect();
        counts && !others.is_empty() && others.iter().all(|&seat| scores[seat] < scores[*survivor])
    }

    /// C10: no live player has a tile, and the pile is empty.
    fn tiles_gone(&self) -> bool {
        self.pile.is_empty() && self.living().into_iter().all(|seat| self.hand(seat).is_empty())
    }

    /// The end of a turn: is the game over, and if not, whose turn is next?
    pub(super) fn end_turn(&mut self) {
        let living = self.living();
        let full = self.board.is_full() && living.len() >= 2;
        match self.rules.score {
            // C10, T9.
            Score::LastStanding => {
                if full || (self.tiles_gone() && living.len() >= 2) {
                    self.finish("shared", &living);
                    return;
                }
            }
            // reading: T9 ends these games too, by score; the only survivor may also come to lead by a later trip.
            Score::LongestPath | Score::MostCrossings | Score::Solo => {
                if full || self.tiles_gone() || self.only_survivor_leads() {
                    self.finish_by_score();
                    return;
                }
            }
        }
        if self.turn >= self.rules.turn_limit {
            self.finish("turn-limit", &living);
            return;
        }
        // T8: clockwise, also when the active player died.
        let next = self.clockwise_after(self.active).into_iter().find(|&seat| self.seats[seat].alive);
        self.active = next.expect("someone is alive");
        self.turn += 1;
        self.point = Point::Turn;
    }
}
