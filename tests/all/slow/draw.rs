//! C7, C8, L3, S17, V10: drawing.

use super::Game;
use super::json::{ascending, face, take_one};
use super::rules::Draw;
use super::steps::Step;
use super::taihou::TAIHOU;
use serde_json::{Value, json};

impl Game {
    /// The draw at the end of a turn.
    // W1: what the active player has played in turns of others is replaced now.
    pub(super) fn draw(&mut self) {
        self.seats[self.active].owed = 0;
        if self.one_hand() {
            self.refill_common_hand();
            return;
        }
        let few_players = self.seats.len() < self.rules.draw_min_players;
        self.steps.push_front(match self.rules.draw {
            Draw::Dragon | Draw::Statue if few_players => Step::DrawForTwo(self.rules.turn_tiles),
            Draw::Dragon => Step::DrawInTurn(self.dragon.unwrap_or(self.active)),
            Draw::Statue => Step::DrawWithStatue,
            Draw::Refill => Step::DrawUp,
            Draw::Draft => Step::DrawToDraft,
        });
    }

    /// These steps come next, in this order.
    fn then(&mut self, steps: &[Step]) {
        for step in steps.iter().rev() {
            self.steps.push_front(step.clone());
        }
    }

    /// One tile from the pile, which is not empty.
    pub(super) fn draw_one(&mut self, seat: usize) {
        let tile = self.pile.remove(0);
        self.hand_mut(seat).push(tile);
        self.expect(json!({"event": "drew", "player": seat, "tile": tile}));
        if tile == TAIHOU {
            self.taihou_drawn(seat);
        }
    }

    /// C7, V8: only the active player draws, one tile, or as many as a turn has placements.
    // reading: also after a turn in which it placed fewer; W2: one shown and the one in its place
    // are one tile drawn.
    pub(super) fn draw_for_two(&mut self, left: usize) {
        if left > 0 && self.is_short(self.active) && !self.pile.is_empty() {
            self.then(&[Step::DrawOne(self.active), Step::DrawForTwo(left - 1)]);
        }
    }

    /// C8: round and round from the holder of the Dragon, or from the active player.
    pub(super) fn draw_with_dragon(&mut self, seat: usize) {
        if !self.living().into_iter().any(|s| self.is_short(s)) {
            return;
        }
        let next = Step::DrawInTurn((seat + 1) % self.seats.len());
        if !self.is_short(seat) {
            self.then(&[next]);
        } else if !self.pile.is_empty() {
            self.then(&[Step::DrawOne(seat), Step::GivesDragonBack(seat), next]);
        } else if self.dragon.is_none() {
            self.hand_dragon(Some(seat));
        }
    }

    /// C8: the holder draws, then gives the Dragon back.
    pub(super) fn gives_dragon_back(&mut self, seat: usize) {
        if self.dragon == Some(seat) {
            self.hand_dragon(None);
        }
    }

    /// L3: first the holder of the statue and the players to whom it is passed, then the active
    /// player.
    pub(super) fn draw_with_statue(&mut self) {
        match self.dragon {
            Some(holder) if !self.pile.is_empty() => {
                self.then(&[
                    Step::DrawOne(holder),
                    Step::StatuePasses(holder),
                    Step::DrawWithStatue,
                ]);
            }
            _ => self.then(&[Step::DrawUp, Step::StatueTaken]),
        }
    }

    /// L3: the others first, the holder last.
    pub(super) fn statue_passes(&mut self, holder: usize) {
        let next = self.clockwise_after(holder).into_iter().find(|&seat| self.is_short(seat));
        if next != Some(holder) {
            self.hand_dragon(next);
        }
    }

    pub(super) fn statue_taken(&mut self) {
        if self.is_short(self.active) && self.dragon.is_none() {
            self.hand_dragon(Some(self.active));
        }
    }

    /// S17: the active player draws up to a full hand, as long as there are tiles.
    pub(super) fn draw_up(&mut self) {
        if self.is_short(self.active) && !self.pile.is_empty() {
            self.then(&[Step::DrawOne(self.active), Step::DrawUp]);
        }
    }

    /// V10: the active player, if alive, draws `extra` tiles more than a hand holds, and then gives
    /// up the surplus.
    pub(super) fn draw_to_draft(&mut self) {
        if !self.seats[self.active].alive {
            return;
        }
        if self.hand(self.active).len() < self.rules.hand + self.rules.extra
            && !self.pile.is_empty()
        {
            self.then(&[Step::DrawOne(self.active), Step::DrawToDraft]);
        } else {
            self.draft_surplus();
        }
    }

    /// V10: with more tiles than a hand holds, the active player chooses one of its different
    /// faces.
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
    // reading: also when the active player died by it, who is then still the one who drew;
    // `draw.rule` does not matter.
    fn refill_common_hand(&mut self) {
        while self.common_hand.len() < self.rules.hand && !self.pile.is_empty() {
            self.draw_one(self.active);
        }
    }
}
