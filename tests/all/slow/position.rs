//! From and to the position form, between two turns and at each choice within one (but for start
//! marks). Lists that have no order of their own are written in ascending order: hands, tiles (row
//! by row), daikaiju, supply, boxed tiles.

use super::board::{Board, Monster};
use super::faces::{distinct_rotations, exit};
use super::hazard::facing_of;
use super::interrupted::{about, placed, transport};
use super::json::{ascending, face, faces, field, int, items, number, numbers, take_one, text};
use super::mystic_portal::PORTAL;
use super::rules::{Rules, Score};
use super::square::Place;
use super::steps::Step;
use super::taihou::{MOST, TAIHOU, taihou_in};
use super::travel::{Crossing, walk};
use super::wave::Wave;
use super::{Game, Point};
use serde_json::{Value, json};

impl Game {
    /// A game that stands where the position says, between two turns or within one. Without `pile`:
    /// every tile that is nowhere else, ascending.
    pub fn from_position(rules: &Value, position: &Value) -> Result<Game, String> {
        let rules = Rules::read(rules)?;
        let asks = position.get("phase").is_some_and(|phase| phase == "ask");
        // V10: also where a tile is drawn that was asked about (W2).
        let drafting = asks
            && (position["question"]["rule"] == "draft"
                || position["question"]["about"]["midst"]["rule"] == "draft");
        let players = items(field(position, "players")?, "players")?;
        let mut game = Game::bare(rules, players.len(), 0)?;
        game.phase.to_set_up = 0;
        game.point = Point::Turn;
        game.read_board(position)?;
        for (seat, player) in players.iter().enumerate() {
            // V10: who is asked holds more than a hand.
            let surplus = if drafting && position["question"]["player"] == seat {
                game.rules.extra
            } else {
                0
            };
            game.read_player(seat, player, surplus)
                .map_err(|why| format!("players[{seat}]: {why}"))?;
        }
        game.read_tiles(position)?;
        game.active = int(position, "active")?;
        // In the midst of something, another player may be asked when the active one is out.
        let may_be_out = about(position).is_some_and(|about| about.get("placed").is_none())
            || transport(position).is_some();
        if !game.seats.get(game.active).is_some_and(|seat| seat.alive || may_be_out) {
            return Err(format!("`active`: seat {} is not in the game", game.active));
        }
        game.turn = position.get("turn").map_or(Ok(1), |turn| number(turn, "turn"))?;
        if let Some(holder) = position.get("dragon").filter(|d| !d.is_null()) {
            let holder = number(holder, "dragon")?;
            // Until its hand is given back, someone just eliminated still holds it (C9).
            let just_lost = position
                .get("offered")
                .is_some_and(|offered| offered.get(holder.to_string()).is_some());
            // W2: it has drawn, and gives the Dragon back next.
            let gives_back =
                about(position).is_some_and(|about| about.get("token") == Some(&json!(true)));
            if holder >= game.seats.len() || !(game.is_short(holder) || just_lost || gives_back) {
                return Err(format!("`dragon`: seat {holder} cannot hold it"));
            }
            game.dragon = Some(holder);
        }
        game.nobody_waits_for_transport(position)?;
        game.read_shots(position)?;
        game.read_scores(position)?;
        game.read_phase(position)?;
        Ok(game)
    }

    /// W3: after the transports of a placement no piece faces the portal.
    fn nobody_waits_for_transport(&self, position: &Value) -> Result<(), String> {
        let within = ["ask", "exchange"].map(Value::from);
        let waits = |seat: &super::Seat| {
            seat.place.is_some_and(|place| self.board.portal == Some(place.square))
        };
        if self.seats.iter().any(waits)
            && !position.get("phase").is_some_and(|phase| within.contains(phase))
        {
            return Err("`at`: a piece faces the Mystic portal".to_string());
        }
        Ok(())
    }

    /// V11: the shots that are left; all of them, where the position does not say.
    fn read_shots(&mut self, position: &Value) -> Result<(), String> {
        let (Some(shots), Some(state)) =
            (self.rules.cannon, position.get("rule-state").and_then(|state| state.get("cannon")))
        else {
            return Ok(());
        };
        let left = numbers(field(state, "left")?, "left")?;
        if left.len() != self.seats.len() || left.iter().any(|&left| left > shots) {
            return Err(format!(
                "`rule-state`: {left:?} are not the shots of {} ships",
                self.seats.len()
            ));
        }
        for (seat, left) in self.seats.iter_mut().zip(left) {
            seat.shots = left;
        }
        Ok(())
    }

    /// Where within a turn the game stands.
    fn read_phase(&mut self, position: &Value) -> Result<(), String> {
        let Some(phase) = position.get("phase").filter(|phase| !phase.is_null()) else {
            return Ok(());
        };
        self.point = Point::Busy;
        match phase.as_str() {
            Some("return") => {
                self.steps_before_placement();
                self.comes_back();
                if self.point != Point::Return {
                    return Err(format!("`phase`: seat {} does not come back here", self.active));
                }
            }
            Some("place") => {
                self.read_laid(position, 0, 0..=self.rules.turn_tiles - 1)?;
                if self.laid > 0 && !self.has_tile_to_lay(self.active) {
                    return Err(format!("`laid`: seat {} has no tile to go on with", self.active));
                }
                self.steps.push_back(Step::PlaceOrPass);
            }
            Some("relocate") => {
                self.steps.push_back(Step::Placement);
                self.point = Point::Relocate { must: position.get("must") == Some(&json!(true)) };
            }
            Some("exchange") => {
                self.read_after_placement(position)?;
                self.point = Point::Exchange { lost: self.read_offered(position)? };
            }
            Some("ask") => return self.read_question(position),
            _ => return Err(format!("`phase`: {phase} cannot be read")),
        }
        self.go_on();
        Ok(())
    }

    /// What is asked.
    fn read_question(&mut self, position: &Value) -> Result<(), String> {
        let question = field(position, "question")?;
        if let Some(about) = about(position) {
            let player = int(question, "player")?;
            let laid = usize::from(placed(position).is_some());
            self.read_laid(position, laid, laid..=self.rules.turn_tiles)?;
            self.read_about(position, about, text(question, "rule")?, player)?;
            self.go_on();
            return match &self.point {
                Point::Ask { player: asked, rule, .. }
                    if *asked == player && question["rule"] == **rule =>
                {
                    Ok(())
                }
                _ => Err(format!("`question`: there is nothing to ask seat {player}")),
            };
        }
        // W3.
        if text(question, "rule")? == "mystic-portal" {
            return self.read_transport(position, int(question, "player")?);
        }
        if int(question, "player")? != self.active {
            return Err(format!("`question`: nobody but seat {} can be asked", self.active));
        }
        match text(question, "rule")? {
            "draft" => {
                self.read_laid(position, 0, 0..=self.rules.turn_tiles)?;
                self.steps.push_back(Step::EndTurn);
                self.draft_surplus();
            }
            "cannon" => {
                self.read_laid(position, 0, 0..=0)?;
                self.steps.extend([Step::PhaseEnds, Step::Placement]);
                self.cannon();
            }
            "taihou" => {
                self.read_laid(position, 0, 0..=self.rules.turn_tiles - 1)?;
                self.may_fire_instead();
            }
            rule => return Err(format!("`question`: the rule `{rule}` asks nothing")),
        }
        if self.point == Point::Busy {
            return Err(format!("`question`: there is nothing to ask seat {}", self.active));
        }
        self.go_on();
        Ok(())
    }

    /// V13, W4: who may be carried after the placement, and who rolls against the wave.
    // reading: `travelled` are the pieces that whirlpools may carry (V13).
    pub(super) fn read_after_placement(&mut self, position: &Value) -> Result<(), String> {
        self.read_laid(position, 1, 1..=self.rules.turn_tiles)?;
        let travelled = numbers(position.get("travelled").unwrap_or(&json!([])), "travelled")?;
        let wave = position["daikaiju"]
            .as_array()
            .and_then(|list| list.iter().find_map(|entry| entry.get("rolling")));
        let rolling = numbers(wave.unwrap_or(&json!([])), "rolling")?;
        let in_order = |seats: &[usize]| -> Vec<usize> {
            let mut order = self.clockwise_from(self.active);
            order.retain(|seat| seats.contains(seat) && self.seats[*seat].alive);
            order
        };
        let (travelled, rolling) = (in_order(&travelled), in_order(&rolling));
        self.steps_after_placement(&travelled, &rolling);
        Ok(())
    }

    /// V8: how many tiles the turn has laid, up to the number that is possible here.
    // reading: at an exchange, the one that led to it is among them, and it is the only one where
    // the position does not say.
    fn read_laid(
        &mut self,
        position: &Value,
        unsaid: usize,
        possible: std::ops::RangeInclusive<usize>,
    ) -> Result<(), String> {
        self.laid = position.get("laid").map_or(Ok(unsaid), |laid| number(laid, "laid"))?;
        if possible.contains(&self.laid) {
            return Ok(());
        }
        Err(format!(
            "`laid`: a turn of {} tiles cannot stand here with {}",
            self.rules.turn_tiles, self.laid
        ))
    }

    /// C12: the hands just lost, by seat.
    fn read_offered(&self, position: &Value) -> Result<Vec<(usize, Vec<u8>)>, String> {
        let offered = field(position, "offered")?;
        let mut lost = Vec::new();
        for seat in self.clockwise_from(self.active) {
            if let Some(hand) = offered.get(seat.to_string()) {
                if self.seats[seat].alive {
                    return Err(format!("`offered`: seat {seat} is alive"));
                }
                lost.push((seat, faces(hand, "offered")?));
            }
        }
        Ok(lost)
    }

    /// The tiles and the daikaiju on the board.
    fn read_board(&mut self, position: &Value) -> Result<(), String> {
        for laid in items(position.get("tiles").unwrap_or(&json!([])), "tiles")? {
            let square = self.board.shape.square_named(text(laid, "square")?)?;
            let tile = face(field(laid, "tile")?, "tile")?;
            let rotation = int(laid, "rotation")?;
            if tile >= TAIHOU {
                return Err(format!("`tiles`: {tile} is no wake tile"));
            }
            let Some(rotation) =
                distinct_rotations(tile).into_iter().find(|&r| usize::from(r) == rotation)
            else {
                return Err(format!("`tiles`: tile {tile} has no rotation {rotation} of its own"));
            };
            if !self.board.is_empty(square) {
                return Err(format!("`tiles`: {} is taken twice", square.name()));
            }
            self.board.lay(square, tile, rotation);
        }
        // W3.
        if let Some(portal) = position.get("portal").filter(|portal| !portal.is_null()) {
            let portal = self.board.shape.square_named(portal.as_str().unwrap_or_default())?;
            if !self.rules.portal || !self.board.is_empty(portal) {
                return Err(format!("`portal`: it cannot lie on {}", portal.name()));
            }
            self.board.portal = Some(portal);
        }
        // V15.
        if self.rules.score == Score::Lanterns {
            for square in items(field(position, "lanterns")?, "lanterns")? {
                self.lanterns
                    .push(self.board.shape.square_named(square.as_str().unwrap_or_default())?);
            }
            self.lanterns_lie = true;
        }
        let Some(hazard) = &self.rules.hazard else {
            return Ok(());
        };
        // W2: one that has just come stands on a tile.
        let has_come = self.threatened_square(position)?;
        for monster in items(position.get("daikaiju").unwrap_or(&json!([])), "daikaiju")? {
            let tile = int(monster, "tile")?;
            let square = self.board.shape.square_named(text(monster, "square")?)?;
            let facing = facing_of(field(monster, "facing")?)?;
            // W4: the wave has the first number after theirs, and may share its square.
            if self.rules.wave.is_some() && tile == hazard.tiles.len() {
                if self.wave.is_some() {
                    return Err("`daikaiju`: the wave is there twice".to_string());
                }
                let (moves, by) = (int(monster, "moves")?, int(monster, "by")?);
                if by >= self.seats.len() {
                    return Err(format!("`by`: there is no seat {by}"));
                }
                self.wave = Some(Wave { square, facing, moves, by });
                continue;
            }
            // W5: the uzushio has the second number after theirs.
            let is_there = tile < hazard.tiles.len()
                || self.rules.uzushio.is_some() && tile == hazard.tiles.len() + 1;
            if !is_there || self.board.monsters.iter().any(|m| m.tile == tile) {
                return Err(format!("`daikaiju`: there is no tile {tile}, or it is there twice"));
            }
            let may_be_filled = has_come == Some(square) && self.board.monster_at(square).is_none();
            if !self.board.is_empty(square) && !may_be_filled {
                return Err(format!("`daikaiju`: {} is taken twice", square.name()));
            }
            self.board.monsters.push(Monster { tile, square, facing });
        }
        let wave = self.wave.map(|_| hazard.tiles.len());
        self.supply.retain(|&tile| {
            Some(tile) != wave && self.board.monsters.iter().all(|m| m.tile != tile)
        });
        if let Some(supply) = position.get("supply") {
            let mut given = numbers(supply, "supply")?;
            given.sort_unstable();
            let count = given.len();
            given.dedup();
            if given.len() != count || given.iter().any(|tile| !self.supply.contains(tile)) {
                return Err(format!("`supply`: {supply} are not daikaiju tiles off the board"));
            }
            self.supply = given;
        }
        self.read_under(position)?;
        Ok(())
    }

    /// W2: the daikaiju under the supply.
    // reading: where the position does not say what the supply is, they are not in it.
    fn read_under(&mut self, position: &Value) -> Result<(), String> {
        let Some(under) = position.get("under") else {
            return Ok(());
        };
        self.under = numbers(under, "under")?;
        if position.get("supply").is_none() {
            let under = &self.under;
            self.supply.retain(|tile| !under.contains(tile));
        }
        let tiles = self.rules.hazard.as_ref().map_or(0, |hazard| hazard.tiles.len());
        let elsewhere = |tile: &usize| {
            self.supply.contains(tile) || self.board.monsters.iter().any(|m| m.tile == *tile)
        };
        if self.under.iter().any(|tile| *tile >= tiles || elsewhere(tile)) {
            return Err(format!("`under`: {under} are not daikaiju tiles that are nowhere else"));
        }
        Ok(())
    }

    fn read_player(&mut self, seat: usize, player: &Value, surplus: usize) -> Result<(), String> {
        if player.get("out") == Some(&Value::Bool(true)) {
            self.seats[seat].alive = false;
            return Ok(());
        }
        self.seats[seat].lives =
            player.get("lives").map_or(Ok(self.rules.lives), |lives| number(lives, "lives"))?;
        self.seats[seat].owed = player.get("owed").map_or(Ok(0), |owed| number(owed, "owed"))?;
        // V16.
        if player.get("waits") == Some(&Value::Bool(true)) {
            if !(1..self.rules.lives).contains(&self.seats[seat].lives) {
                return Err(format!("`lives`: nobody waits with {} lives", self.seats[seat].lives));
            }
            self.seats[seat].waits = true;
            if !self.one_hand() {
                let hand = faces(field(player, "hand")?, "hand")?;
                self.seats[seat].hand = self.not_too_many(hand, surplus)?;
            }
            return Ok(());
        }
        let place = self.board.shape.place_named(text(player, "at")?)?;
        if self.board.tile_at(place.square).is_some() {
            return Err(format!("`at`: {} faces an occupied square", place.name()));
        }
        let said = player.get("started").and_then(Value::as_bool);
        let started = said.unwrap_or(self.has_left_any_mark(place));
        let waits_there = |other: &super::Seat| !other.started && other.place == Some(place);
        if !started && self.seats.iter().any(waits_there) {
            return Err(format!("`at`: the start mark {} is taken twice", place.name()));
        }
        if said.is_none()
            && self.board.behind(place).is_some_and(|behind| self.board.tile_at(behind).is_none())
        {
            return Err(format!("`at`: no tile behind {}", place.name()));
        }
        self.seats[seat].started = started;
        self.seats[seat].place = Some(place);
        self.seats[seat].displaced = player.get("displaced") == Some(&Value::Bool(true));
        if !self.one_hand() {
            let hand = faces(field(player, "hand")?, "hand")?;
            self.seats[seat].hand = self.not_too_many(hand, surplus)?;
        }
        Ok(())
    }

    /// Whether a piece has left its start mark, where the position does not say: not at an edge,
    /// inner or outer, also where the edge lies beyond portals.
    // reading: which marks the rule set has does not matter.
    fn has_left_any_mark(&self, place: Place) -> bool {
        self.board.behind(place).is_some()
    }

    fn not_too_many(&self, hand: Vec<u8>, surplus: usize) -> Result<Vec<u8>, String> {
        if hand.len() > self.rules.hand + surplus {
            return Err(format!("`hand`: more than {} tiles: {hand:?}", self.rules.hand));
        }
        // W2.
        if taihou_in(&hand) > MOST {
            return Err(format!("`hand`: more than {MOST} Taihou: {hand:?}"));
        }
        Ok(hand)
    }

    /// The pile, and the count of all tiles.
    // reading: V3, V4: the one hand of the table is `hand`, beside `players`.
    fn read_tiles(&mut self, position: &Value) -> Result<(), String> {
        if self.one_hand() {
            let hand = faces(field(position, "hand")?, "hand")?;
            self.common_hand = self.not_too_many(hand, 0)?;
        }
        self.boxed = faces(position.get("boxed").unwrap_or(&json!([])), "boxed")?;
        let given = position.get("pile").map(|pile| faces(pile, "pile")).transpose()?;
        let mut rest = self.rules.deck();
        let mut used = [self.boxed.clone(), self.common_hand.clone()].concat();
        used.extend(self.seats.iter().flat_map(|seat| &seat.hand));
        used.extend(
            self.board
                .squares()
                .into_iter()
                .filter_map(|s| self.board.tile_at(s))
                .map(|laid| laid.tile),
        );
        used.extend(self.board.portal.map(|_| PORTAL));
        used.extend(offered_tiles(position)?);
        if let Some(placed) = placed(position) {
            used.push(face(field(placed, "tile")?, "tile")?);
        }
        used.extend(given.iter().flatten());
        for tile in used {
            if !take_one(&mut rest, tile) {
                return Err(format!("more copies of tile {tile} than the deck has"));
            }
        }
        self.pile = given.unwrap_or(rest);
        Ok(())
    }

    /// V1, V2: the scores so far; zeros, if there are none.
    // reading: V2: where the position does not say what a piece had travelled, it is the path
    // behind it, back to where it begins, and nothing for a piece on its start mark, even where a
    // path ends at its back.
    fn read_scores(&mut self, position: &Value) -> Result<(), String> {
        match self.rules.score {
            Score::LastStanding | Score::LastTeam | Score::Solo | Score::Outlast => return Ok(()),
            Score::LongestPath | Score::MostCrossings | Score::Lanterns => {}
        }
        let said = position
            .get("rule-state")
            .and_then(|state| state.get("most-crossings"))
            .and_then(Value::as_array);
        for seat in 0..self.seats.len() {
            if let Some(squares) = said.and_then(|said| said.get(seat)).and_then(Value::as_object) {
                for (square, numbers_of_segments) in squares {
                    let square = self.board.shape.square_named(square)?;
                    let laid = self
                        .board
                        .tile_at(square)
                        .ok_or_else(|| format!("`most-crossings`: no tile on {}", square.name()))?;
                    let segments = (0..8)
                        .map(|port| (port, exit(laid.tile, laid.rotation, port)))
                        .filter(|(low, high)| low < high);
                    let segments: Vec<(u8, u8)> = segments.collect();
                    for number in numbers(numbers_of_segments, "most-crossings")? {
                        let (low, high) = *segments
                            .get(number)
                            .ok_or_else(|| format!("`most-crossings`: no segment {number}"))?;
                        self.seats[seat].travelled.insert((laid.serial, low, high));
                    }
                }
            } else if let Some(place) = self.seats[seat].place.filter(|_| self.seats[seat].started)
            {
                let trip = path_behind(&self.board, place);
                self.score_trip(seat, &trip);
            }
        }
        let none = json!(vec![0; self.seats.len()]);
        let scores = position.get("scores").unwrap_or(&none);
        let given = numbers(scores, "scores")?;
        if given.len() != self.seats.len() {
            return Err(format!("`scores` must be {} numbers, not {scores}", self.seats.len()));
        }
        for (seat, points) in given.into_iter().enumerate() {
            if self.rules.score == Score::Lanterns {
                self.seats[seat].stars = points;
            } else if self.rules.score == Score::LongestPath {
                self.seats[seat].crossed = points;
            } else {
                self.seats[seat].brought = Some((points, self.seats[seat].own_crossings()));
            }
        }
        Ok(())
    }

    /// The game in position form, between two turns or at a choice within one.
    pub fn position(&self) -> Value {
        let mut tiles = Vec::new();
        for square in self.board.squares() {
            // W2: the tile that the question interrupts does not lie yet.
            if let Some(laid) =
                self.board.tile_at(square).filter(|_| self.to_sail() != Some(square))
            {
                tiles.push(
                    json!({"square": square.name(), "tile": laid.tile, "rotation": laid.rotation}),
                );
            }
        }
        let players: Vec<Value> = self.seats.iter().map(|seat| self.written(seat)).collect();
        let mut position = json!({
            "tiles": tiles,
            "players": players,
            "active": self.active,
            "pile": self.pile,
            "dragon": self.dragon,
            "turn": self.turn,
        });
        if self.one_hand() {
            position["hand"] = json!(ascending(&self.common_hand));
        }
        if !self.boxed.is_empty() {
            position["boxed"] = json!(ascending(&self.boxed));
        }
        if self.rules.hazard.is_some() {
            self.write_hazard(&mut position);
        }
        if let Some(portal) = self.board.portal {
            position["portal"] = json!(portal.name());
        }
        if self.rules.score == Score::Lanterns {
            let mut names: Vec<String> = self.lanterns.iter().map(|square| square.name()).collect();
            names.sort();
            position["lanterns"] = json!(names);
        }
        if matches!(self.rules.score, Score::LongestPath | Score::MostCrossings | Score::Lanterns) {
            position["scores"] = json!(self.scores());
        }
        if self.rules.cannon.is_some() {
            let left: Vec<usize> = self.seats.iter().map(|seat| seat.shots).collect();
            position["rule-state"] = json!({"cannon": {"left": left}});
        }
        self.write_phase(&mut position);
        position
    }

    /// A player in position form.
    fn written(&self, seat: &super::Seat) -> Value {
        if seat.waits {
            let mut player = json!({"waits": true, "lives": seat.lives});
            if !self.one_hand() {
                player["hand"] = json!(ascending(&seat.hand));
            }
            if seat.owed > 0 {
                player["owed"] = json!(seat.owed);
            }
            return player;
        }
        let Some(place) = seat.place.filter(|_| seat.alive) else {
            return json!({"out": true});
        };
        let mut player = json!({"at": place.name()});
        if !self.one_hand() {
            player["hand"] = json!(ascending(&seat.hand));
        }
        // reading: of the pieces that have not left their marks, pieces on the outer rim alone need
        // no word, although a shore would say as much.
        let said_by_place = if seat.started {
            self.has_left_any_mark(place)
        } else {
            self.board.shape.is_rim(place)
        };
        let lies = |square| self.board.tile_at(square).is_some() && self.to_sail() != Some(square);
        let no_tile_behind = self.board.behind(place).is_some_and(|behind| !lies(behind));
        if !said_by_place || no_tile_behind {
            player["started"] = json!(seat.started);
        }
        if seat.lives < self.rules.lives {
            player["lives"] = json!(seat.lives);
        }
        if seat.owed > 0 {
            player["owed"] = json!(seat.owed);
        }
        if seat.displaced {
            player["displaced"] = json!(true);
        }
        player
    }

    /// The daikaiju, the wave among them, and their supply.
    fn write_hazard(&self, position: &mut Value) {
        let mut monsters = self.board.monsters.clone();
        monsters.sort_by_key(|m| m.tile);
        let written = |m: &Monster| {
            json!({
                "tile": m.tile, "square": m.square.name(), "facing": m.facing
            })
        };
        let mut written: Vec<Value> = monsters.iter().map(written).collect();
        if let Some(wave) = self.wave {
            let number = self.hazard().tiles.len();
            let mut entry = json!({
                "tile": number, "square": wave.square.name(), "facing": wave.facing,
                "moves": wave.moves, "by": wave.by,
            });
            let mut rolling = self.to_roll();
            rolling.sort_unstable();
            if !rolling.is_empty() {
                entry["rolling"] = json!(rolling);
            }
            written.push(entry);
            written.sort_by_key(|m| m["tile"].as_u64());
        }
        position["daikaiju"] = json!(written);
        position["supply"] = json!(self.supply);
        if !self.under.is_empty() {
            position["under"] = json!(self.under);
        }
    }

    fn write_phase(&self, position: &mut Value) {
        // V8.
        let in_the_turn =
            matches!(self.point, Point::Place | Point::Exchange { .. } | Point::Ask { .. });
        if in_the_turn && self.rules.turn_tiles > 1 && self.laid > 0 {
            position["laid"] = json!(self.laid);
        }
        match &self.point {
            Point::Place => position["phase"] = json!("place"),
            Point::Return => position["phase"] = json!("return"),
            Point::Relocate { must } => {
                position["phase"] = json!("relocate");
                position["must"] = json!(must);
            }
            Point::Exchange { lost } => {
                position["phase"] = json!("exchange");
                for (seat, hand) in lost {
                    position["offered"][seat.to_string()] = json!(ascending(hand));
                }
                let mut travelled = self.to_carry();
                travelled.sort_unstable();
                if !travelled.is_empty() {
                    position["travelled"] = json!(travelled);
                }
            }
            Point::Ask { player, rule, .. } => {
                position["phase"] = json!("ask");
                position["question"] = json!({"rule": rule, "player": player});
                if let Some(about) = self.write_about() {
                    position["question"]["about"] = about;
                }
            }
            _ => {}
        }
    }
}

/// C12: the tiles of the hands just lost.
fn offered_tiles(position: &Value) -> Result<Vec<u8>, String> {
    let hands = position.get("offered").and_then(Value::as_object);
    let hands = hands.into_iter().flat_map(|offered| offered.values());
    Ok(hands.map(|hand| faces(hand, "offered")).collect::<Result<Vec<_>, _>>()?.concat())
}

/// The path that leads to a piece, followed back until it leaves the board, meets a square without
/// a tile, or comes round.
fn path_behind(board: &Board, place: Place) -> Vec<Crossing> {
    match board.shape.across(place) {
        Some(back) => walk(board, back).0,
        None => Vec::new(),
    }
}

/// A position in one spelling: lists without an order of their own ascending, without the box, of
/// which only some tell, and of the states of rules only the ones that the format page knows.
pub fn in_one_spelling(mut position: Value) -> Value {
    fn ascending(list: &mut Value) {
        if let Some(list) = list.as_array_mut() {
            list.sort_by_key(|entry| {
                (entry.get("tile").unwrap_or(entry).as_u64(), entry.as_str().map(str::to_owned))
            });
        }
    }
    let fields = position.as_object_mut().unwrap();
    fields.remove("boxed");
    let state = fields.remove("rule-state");
    if let Some(cannon) = state.and_then(|state| state.get("cannon").cloned()) {
        fields.insert("rule-state".to_string(), json!({"cannon": cannon}));
    }
    for name in ["daikaiju", "supply", "hand", "lanterns"] {
        fields.get_mut(name).map(ascending);
    }
    for hand in fields
        .get_mut("offered")
        .and_then(Value::as_object_mut)
        .into_iter()
        .flat_map(|hands| hands.values_mut())
    {
        ascending(hand);
    }
    for player in fields["players"].as_array_mut().unwrap() {
        player.get_mut("hand").map(ascending);
    }
    position
}
