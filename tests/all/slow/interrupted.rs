//! Positions at questions in the midst of something else (W2, W3): at a daikaiju that threatens, a
//! tile that lies and over which no piece has sailed, or a Taihou that was drawn; and at the
//! questions of a transport.

use super::faces::distinct_rotations;
use super::json::{face, field, int, number, numbers, text};
use super::rules::Draw;
use super::square::Square;
use super::steps::Step;
use super::taihou::TAIHOU;
use super::{Game, Point};
use serde_json::{Value, json};

/// The occasion of the question of a position.
pub(super) fn about(position: &Value) -> Option<&Value> {
    position.get("question")?.get("about")
}

/// The tile that was placed and does not lie yet, with its square.
pub(super) fn placed(position: &Value) -> Option<&Value> {
    about(position)?.get("placed")
}

/// W3: how far the transports have come.
pub(super) fn transport(position: &Value) -> Option<&Value> {
    position.get("rule-state")?.get("mystic-portal")
}

impl Game {
    /// The square on which a daikaiju threatens; the tile there is still to be taken.
    pub(super) fn threatened_square(&self, position: &Value) -> Result<Option<Square>, String> {
        match about(position).and_then(|about| about.get("daikaiju")) {
            Some(square) => {
                self.board.shape.square_named(square.as_str().unwrap_or_default()).map(Some)
            }
            None => Ok(None),
        }
    }

    /// The occasion of the question that is asked now, if it is in the midst of something.
    pub(super) fn write_about(&self) -> Option<Value> {
        let Point::Ask { rule, options, .. } = &self.point else { return None };
        if *rule == "mystic-portal" {
            let (square, laid) = (self.interrupted?, self.board.tile_at(self.interrupted?)?);
            return Some(json!({
                "placed": {
                    "square": square.name(), "tile": laid.tile, "rotation": laid.rotation
                }
            }));
        }
        if *rule != "taihou" {
            return None;
        }
        if options.contains(&json!("keep")) {
            return Some(json!({"drew": TAIHOU}));
        }
        let daikaiju = self.threat?;
        if let Some(square) = self.to_sail() {
            let laid = self.board.tile_at(square)?;
            return Some(json!({
                "placed": {
                    "square": square.name(), "tile": laid.tile, "rotation": laid.rotation
                }
            }));
        }
        let monster = self.board.monsters.iter().find(|monster| monster.tile == daikaiju)?;
        Some(json!({"daikaiju": monster.square.name()}))
    }

    /// The square of a tile that lies, and over which the ships have not sailed.
    pub(super) fn to_sail(&self) -> Option<Square> {
        self.steps
            .iter()
            .find_map(|step| if let Step::Sail(square) = step { Some(*square) } else { None })
    }

    /// Goes to the question that the position stands at.
    // W3: the holder of the portal is asked after all that may fire.
    pub(super) fn read_about(
        &mut self,
        position: &Value,
        about: &Value,
        rule: &str,
        player: usize,
    ) -> Result<(), String> {
        if let Some(placed) = about.get("placed") {
            self.read_placed(placed)?;
        } else if let Some(square) = self.threatened_square(position)? {
            self.read_threat(position, square)?;
        } else if int(about, "drew")? == usize::from(TAIHOU) && self.hand(player).contains(&TAIHOU)
        {
            self.read_draw(position, about, player)?;
            self.ask(player, "taihou", vec![json!("keep"), json!("show")]);
        } else {
            return Err(format!("`about`: seat {player} has nothing to answer about {about}"));
        }
        // Those before it have held their fire.
        while let Some(Step::AskToFire { seat, .. }) = self.steps.front()
            && (*seat != player || rule == "mystic-portal")
        {
            self.steps.pop_front();
        }
        Ok(())
    }

    /// W3: the square is named to which a ship is transported.
    pub(super) fn read_transport(&mut self, position: &Value, player: usize) -> Result<(), String> {
        let state = transport(position).ok_or("`question`: nobody is transported")?;
        if int(state, "player")? != player {
            return Err(format!("`question`: seat {player} is not transported"));
        }
        let square = self.board.shape.square_named(text(state, "square")?)?;
        self.read_after_placement(position)?;
        // The lantern has moved on, and the transports have begun.
        self.steps.drain(..2);
        self.go_to(player, square, numbers(field(state, "trips")?, "trips")?);
        Ok(())
    }

    /// S15: the tile lies.
    fn read_placed(&mut self, placed: &Value) -> Result<(), String> {
        let square = self.board.shape.square_named(text(placed, "square")?)?;
        let (tile, rotation) = (face(field(placed, "tile")?, "tile")?, int(placed, "rotation")?);
        let Some(rotation) =
            distinct_rotations(tile).into_iter().find(|&r| usize::from(r) == rotation)
        else {
            return Err(format!("`placed`: tile {tile} has no rotation {rotation} of its own"));
        };
        if !self.board.is_empty(square) {
            return Err(format!("`placed`: {} is taken", square.name()));
        }
        let result = self.try_placement(square, tile, rotation);
        self.board.lay(square, tile, rotation);
        self.ask_before_sailing(square, &result);
        Ok(())
    }

    /// S7, S9, S11, S12: a daikaiju has come, or stands before the active ship when the phase is
    /// over.
    fn read_threat(&mut self, position: &Value, square: Square) -> Result<(), String> {
        let monster = self
            .board
            .monster_at(square)
            .ok_or_else(|| format!("`about`: no daikaiju on {}", square.name()))?;
        let Some(phase) = position.get("rule-state").and_then(|state| state.get("daikaiju")) else {
            self.steps.push_back(Step::Placement);
            self.ask_owners(&[self.active], monster.tile, Step::Doomed);
            return Ok(());
        };
        if int(phase, "arrives")? != monster.tile {
            return Err(format!("`arrives`: it is daikaiju {} that has come", monster.tile));
        }
        self.phase.placing = phase.get("placing") == Some(&json!(true));
        self.phase.dice_left = phase.get("dice").map_or(Ok(0), |dice| number(dice, "dice"))?;
        self.phase.value = int(phase, "die")?;
        self.phase.to_act = numbers(phase.get("to-act").unwrap_or(&json!([])), "to-act")?.into();
        self.steps_before_placement();
        self.steps.retain(|step| !matches!(step, Step::Wave | Step::Tsunami | Step::Daikaiju));
        self.steps.push_front(Step::DaikaijuGoOn);
        let was_placed = phase.get("was-placed") == Some(&json!(true));
        let to =
            if was_placed { self.hazard().placed_on_wake } else { self.hazard().moved_onto_wake };
        self.arrives(monster.tile, square, to);
        Ok(())
    }

    /// C7, C8, L3, S17, V10: how the drawing goes on.
    fn read_draw(&mut self, position: &Value, about: &Value, by: usize) -> Result<(), String> {
        let is_passed_on = about.get("token") == Some(&json!(true));
        let steps = match self.rules.draw {
            Draw::Dragon | Draw::Statue if self.seats.len() < self.rules.draw_min_players => {
                let drawn = about.get("drawn").map_or(Ok(1), |drawn| number(drawn, "drawn"))?;
                vec![Step::DrawForTwo(self.rules.turn_tiles.saturating_sub(drawn))]
            }
            Draw::Dragon => {
                let next = Step::DrawInTurn(int(about, "next")?);
                if is_passed_on { vec![Step::GivesDragonBack(by), next] } else { vec![next] }
            }
            Draw::Statue if is_passed_on => vec![Step::StatuePasses(by), Step::DrawWithStatue],
            Draw::Statue => vec![Step::DrawUp, Step::StatueTaken],
            Draw::Refill => vec![Step::DrawUp],
            Draw::Draft => {
                if position["rule-state"]["draft"]["drawing"] != true
                    || about["midst"]["rule"] != "draft"
                {
                    return Err("`about`: nobody drafts".to_string());
                }
                vec![Step::DrawToDraft]
            }
        };
        self.steps.extend(steps);
        self.steps.push_back(Step::EndTurn);
        Ok(())
    }
}
