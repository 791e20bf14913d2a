//! C7, C8, L3, S17, V10: drawing.

use super::Game;
use super::json::{ascending, face, take_one};
use super::rules::Draw;
use serde_json::{Value, json};

impl Game {
    /// The draw at the end of a turn.
    pub(super) fn draw(&mut self) {
        if self.one_hand() {
            self.refill_common_hand();
        } else {
            let few_players = self.seats.len() < self.rules.draw_min_players;
            match self.rules.draw {
                Draw::Dragon | Draw::Statue if few_players => self.draw_for_two(),
                Draw::Dragon => self.draw_with_dragon(),
                Draw::Statue => self.draw_with_statue(),
                Draw::Refill => self.draw_up(),
                Draw::Draft => self.draw_to_draft(),
            }
        }
    }

    /// One tile from the pile, which is not empty.
    fn draw_one(&mut self, seat: usize) {
        let tile = self.pile.remove(0);
        self.hand_mut(seat).push(tile);
        self.expect(json!({"event": "drew", "player": seat, "tile": tile}));
    }

    /// C7, V8: only the active player draws, one tile, or as many as a turn has placements.
    // reading: also after a turn in which it placed fewer.
    fn draw_for_two(&mut self) {
        for _ in 0..self.rules.turn_tiles {
            if self.is_short(self.active) && !self.pile.is_empty() {
                self.draw_one(self.active);
            }
        }
    }

    /// C8: round and round from the holder of the Dragon, or from the active player.
    fn draw_with_dragon(&mut self) {
        let mut seat = self.dragon.unwrap_or(self.active);
        while self.living().into_iter().any(|s| self.is_short(s)) {
            if self.is_short(seat) {
                if self.pile.is_empty() {
                    if self.dragon.is_none() {
                        self.hand_dragon(Some(seat));
                    }
                    return;
                }
                self.draw_one(seat);
                if self.dragon == Some(seat) {
                    self.hand_dragon(None);
                }
            }
            seat = (seat + 1) % self.seats.len();
        }
    }

    /// L3: first the holder of the statue and those to whom it is passed, then the active player.
    fn draw_with_statue(&mut self) {
        while let Some(holder) = self.dragon {
            if self.pile.is_empty() {
                break;
            }
            self.draw_one(holder);
            // The others first, the holder last.
            let next = self.clockwise_after(holder).into_iter().find(|&seat| self.is_short(seat));
            if next != Some(holder) {
                self.hand_dragon(next);
            }
        }
        self.draw_up();
        if self.is_short(self.active) && self.dragon.is_none() {
            self.hand_dragon(Some(self.active));
        }
    }

    /// S17: the active player draws up to a full hand, as long as there are tiles.
    fn draw_up(&mut self) {
        while self.is_short(self.active) && !self.pile.is_empty() {
            self.draw_one(self.active);
        }
    }

    /// V10: the active player, if alive, draws `extra` tiles more than a hand holds, and then gives up the surplus.
    fn draw_to_draft(&mut self) {
        if !self.seats[self.active].alive {
            return;
        }
        while self.hand(self.active).len() < self.rules.hand + self.rules.extra && !self.pile.is_empty() {
            self.draw_one(self.active);
        }
        self.draft_surplus();
    }

    /// V10: with more tiles than a hand holds, the active player chooses one of its different faces.
    // reading: it chooses also where all its tiles have the same face.
    pub(super) fn draft_surplus(&mut self) {
        if self.hand(self.active).len() > self.rules.hand {
            let mut options = ascending(self.hand(self.active));
            options.dedup();
            self.ask(self.active, "draft", options.into_iter().map(Value::from).collect());
        }
    }

    /// V10: the tile goes under the pile.
    pub(super) fn draft_chose(&mut self, choice: &Value) -> Result<(), String> {
        let tile = face(choice, "choice")?;
        take_one(self.hand_mut(self.active), tile);
        self.pile.push(tile);
        self.draft_surplus();
        Ok(())
    }

    /// V3, V4, V8: the one hand is refilled at the end of each turn.
    // reading: also when the active player died by it, who is then still the one who drew; `draw.rule` does not matter.
    fn refill_common_hand(&mut self) {
        while self.common_hand.len() < self.rules.hand && !self.pile.is_empty() {
            self.draw_one(self.active);
        }
    }
}
