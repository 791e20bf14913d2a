//! C10, L6, L7, S18, T9, V, V9, W6: how the game ends, and how a turn ends.

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
        self.steps.clear();
        self.point = Point::Over;
    }

    /// V9: the team of a seat; without teams, each seat is its own.
    fn team(&self, seat: usize) -> usize {
        if self.rules.score == Score::LastTeam { seat % self.rules.teams } else { seat }
    }

    /// V9: whether two seats play for the same team.
    pub(super) fn team_mates(&self, one: usize, other: usize) -> bool {
        self.team(one) == self.team(other)
    }

    /// V9: the teams of some seats, ascending.
    fn teams_of(&self, seats: &[usize]) -> Vec<usize> {
        let mut teams: Vec<usize> = seats.iter().map(|&seat| self.team(seat)).collect();
        teams.sort_unstable();
        teams.dedup();
        teams
    }

    /// V9: the game is over, and all seats of the teams of these seats have won, the dead too.
    fn finish_for_teams_of(&mut self, outcome: &str, seats: &[usize]) {
        let teams = self.teams_of(seats);
        let winners: Vec<usize> =
            (0..self.seats.len()).filter(|&seat| teams.contains(&self.team(seat))).collect();
        self.finish(outcome, &winners);
    }

    /// V9: ends the game if at most one team has someone alive.
    fn ended_for_teams(&mut self, dead: &[usize], met_active: Option<&[usize]>) -> bool {
        let living = self.living();
        match self.teams_of(&living).len() {
            1 => self.finish_for_teams_of("last-team", &living),
            0 => {
                let named = self.named_by_tie_break(dead, met_active);
                match self.teams_of(&named).len() {
                    0 => self.finish_for_teams_of("tie", dead),
                    1 => self.finish_for_teams_of("last-team", &named),
                    _ => self.finish_for_teams_of("tie", &named),
                }
            }
            _ => return false,
        }
        true
    }

    /// L6: where one placement eliminates all that were left, the winners that the tie-break names:
    /// the others than the active player, except the players who collided with it. None without the
    /// tie-break.
    fn named_by_tie_break(&self, dead: &[usize], met_active: Option<&[usize]>) -> Vec<usize> {
        match (self.rules.tie_break, met_active) {
            (TieBreak::ActiveFirst, Some(met)) => dead
                .iter()
                .copied()
                .filter(|&seat| seat != self.active && !met.contains(&seat))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// V: the highest scores win.
    // reading: V4: the winners are the markers alive, all of them and no other.
    pub(super) fn finish_by_score(&mut self) {
        let scores = self.scores().unwrap_or_default();
        let best = scores.iter().copied().max().unwrap_or(0);
        let winners: Vec<usize> = match self.rules.score {
            // W6: no player, where all daikaiju were not outlasted: then no player is alive.
            Score::Solo | Score::Outlast => self.living(),
            _ => (0..scores.len()).filter(|&seat| scores[seat] == best).collect(),
        };
        self.finish("score", &winners);
    }

    /// Ends the game if these eliminations end it. `dead` are the players taken by one placement or
    /// by one daikaiju; `met_active`, for a placement, the players who collided with the active
    /// one.
    pub(super) fn ended_by_elimination(
        &mut self,
        dead: &[usize],
        met_active: Option<&[usize]>,
    ) -> bool {
        let living = self.living();
        if self.rules.score == Score::LastTeam {
            return self.ended_for_teams(dead, met_active);
        }
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
                let mut named = self.named_by_tie_break(dead, met_active);
                named.sort_unstable();
                match named.len() {
                    0 => self.finish("tie", &all),
                    1 if all.len() > 1 => self.finish("last-standing", &named),
                    _ => self.finish("tie", &named),
                }
            }
            _ => return false,
        }
        true
    }

    /// W6: how many daikaiju are out of the game.
    pub(super) fn daikaiju_out(&self) -> usize {
        self.rules.hazard.as_ref().map_or(0, |hazard| hazard.tiles.len()) - self.daikaiju_in_play()
    }

    /// W4, W5, W6: how many daikaiju are on the board, in the supply or under it; wave and uzushio
    /// are none.
    fn daikaiju_in_play(&self) -> usize {
        let on_board = self.board.monsters.iter().map(|monster| monster.tile);
        let off_board = self.supply.iter().chain(&self.under).copied();
        on_board
            .chain(off_board)
            .filter(|&tile| !self.is_uzushio(tile) && !self.is_wave(tile))
            .count()
    }

    /// W6: the game ends at once when no daikaiju is left.
    pub(super) fn end_if_outlasted(&mut self) {
        if self.rules.score == Score::Outlast && self.daikaiju_in_play() == 0 {
            self.finish_by_score();
        }
    }

    /// V1, V2: the only survivor has more points than everyone else.
    fn only_survivor_leads(&self) -> bool {
        let counts =
            matches!(self.rules.score, Score::LongestPath | Score::MostCrossings | Score::Lanterns);
        let (Some(scores), [survivor]) = (self.scores(), &self.living()[..]) else {
            return false;
        };
        let others: Vec<usize> = (0..scores.len()).filter(|seat| seat != survivor).collect();
        counts && !others.is_empty() && others.iter().all(|&seat| scores[seat] < scores[*survivor])
    }

    /// C10, W1: no live player has anything but Taihou, and the pile is empty.
    fn tiles_gone(&self) -> bool {
        self.pile.is_empty() && self.living().into_iter().all(|seat| !self.has_tile_to_lay(seat))
    }

    /// The end of a turn: is the game over, and if not, whose turn is next?
    pub(super) fn end_turn(&mut self) {
        let living = self.living();
        let full = self.board.is_full() && living.len() >= 2;
        match self.rules.score {
            // C10, T9. reading: a player who plays alone shares with no other; there is no other
            // end but being out.
            Score::LastStanding => {
                if self.board.is_full() || self.tiles_gone() {
                    self.finish("shared", &living);
                    return;
                }
            }
            // V9.
            Score::LastTeam => {
                if full || self.tiles_gone() {
                    self.finish_for_teams_of("shared", &living);
                    return;
                }
            }
            // W6: neither the end of the tiles nor a full board is one.
            Score::Outlast => {}
            // reading: T9 ends these games too, by score; the only survivor may also come to lead
            // by a later trip.
            Score::LongestPath | Score::MostCrossings | Score::Solo | Score::Lanterns => {
                if full || self.tiles_gone() || self.only_survivor_leads() {
                    self.finish_by_score();
                    return;
                }
            }
        }
        if self.turn >= self.rules.turn_limit {
            match self.rules.score {
                Score::LastTeam => self.finish_for_teams_of("turn-limit", &living),
                _ => self.finish("turn-limit", &living),
            }
            return;
        }
        // T8: clockwise, also when the active player died.
        let next =
            self.clockwise_after(self.active).into_iter().find(|&seat| self.seats[seat].alive);
        self.active = next.expect("someone is alive");
        self.turn += 1;
        self.steps.clear();
        self.point = Point::Turn;
    }
}
