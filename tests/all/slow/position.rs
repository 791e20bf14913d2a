//! From and to the position form. Lists that have no order of their own are written in ascending order: hands, tiles (row by
//! row), daikaiju, supply, boxed tiles.

use super::board::{Board, Monster, Place};
use super::faces::distinct_rotations;
use super::hazard::facing_of;
use super::json::{ascending, face, faces, field, int, items, number, numbers, take_one, text};
use super::rules::{Rules, Score};
use super::travel::{Crossing, walk};
use super::{Game, Point};
use serde_json::{Value, json};

impl Game {
    /// A game that stands at the beginning of a turn. Without `pile`: every tile that is nowhere else, ascending.
    pub fn from_position(rules: &Value, position: &Value) -> Result<Game, String> {
        let rules = Rules::read(rules)?;
        let players = items(field(position, "players")?, "players")?;
        let mut game = Game::bare(rules, players.len(), 0)?;
        game.phase.to_set_up = 0;
        game.point = Point::Turn;
        game.read_board(position)?;
        for (seat, player) in players.iter().enumerate() {
            game.read_player(seat, player).map_err(|why| format!("players[{seat}]: {why}"))?;
        }
        game.read_tiles(position)?;
        game.active = int(position, "active")?;
        if !game.seats.get(game.active).is_some_and(|seat| seat.alive) {
            return Err(format!("`active`: seat {} is not in the game", game.active));
        }
        game.turn = position.get("turn").map_or(Ok(1), |turn| number(turn, "turn"))?;
        if let Some(holder) = position.get("dragon").filter(|d| !d.is_null()) {
            let holder = number(holder, "dragon")?;
            if holder >= game.seats.len() || !game.is_short(holder) {
                return Err(format!("`dragon`: seat {holder} cannot hold it"));
            }
            game.dragon = Some(holder);
        }
        game.read_scores(position)?;
        Ok(game)
    }

    /// The tiles and the daikaiju on the board.
    fn read_board(&mut self, position: &Value) -> Result<(), String> {
        for laid in items(position.get("tiles").unwrap_or(&json!([])), "tiles")? {
            let square = self.board.square_named(text(laid, "square")?)?;
            let tile = face(field(laid, "tile")?, "tile")?;
            let rotation = int(laid, "rotation")?;
            let Some(rotation) = distinct_rotations(tile).into_iter().find(|&r| usize::from(r) == rotation) else {
                return Err(format!("`tiles`: tile {tile} has no rotation {rotation} of its own"));
            };
            if !self.board.is_empty(square) {
                return Err(format!("`tiles`: {} is taken twice", square.name()));
            }
            self.board.lay(square, tile, rotation);
        }
        let Some(hazard) = &self.rules.hazard else {
            return Ok(());
        };
        for monster in items(position.get("daikaiju").unwrap_or(&json!([])), "daikaiju")? {
            let tile = int(monster, "tile")?;
            let square = self.board.square_named(text(monster, "square")?)?;
            let facing = facing_of(field(monster, "facing")?)?;
            if tile >= hazard.tiles.len() || self.board.monsters.iter().any(|m| m.tile == tile) {
                return Err(format!("`daikaiju`: there is no tile {tile}, or it is there twice"));
            }
            if !self.board.is_empty(square) {
                return Err(format!("`daikaiju`: {} is taken twice", square.name()));
            }
            self.board.monsters.push(Monster { tile, square, facing });
        }
        self.supply.retain(|tile| self.board.monsters.iter().all(|m| m.tile != *tile));
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
        Ok(())
    }

    fn read_player(&mut self, seat: usize, player: &Value) -> Result<(), String> {
        if player.get("out") == Some(&Value::Bool(true)) {
            self.seats[seat].alive = false;
            return Ok(());
        }
        let place = self.board.place_named(text(player, "at")?)?;
        if self.board.tile_at(place.square).is_some() {
            return Err(format!("`at`: {} faces an occupied square", place.name()));
        }
        match self.board.behind(place) {
            None if self.places().contains(&Some(place)) => {
                return Err(format!("`at`: the start mark {} is taken twice", place.name()));
            }
            Some(behind) if self.board.tile_at(behind).is_none() => {
                return Err(format!("`at`: no tile behind {}", place.name()));
            }
            _ => {}
        }
        self.seats[seat].place = Some(place);
        self.seats[seat].displaced = player.get("displaced") == Some(&Value::Bool(true));
        if !self.one_hand() {
            let hand = faces(field(player, "hand")?, "hand")?;
            self.seats[seat].hand = self.not_too_many(hand)?;
        }
        Ok(())
    }

    fn not_too_many(&self, hand: Vec<u8>) -> Result<Vec<u8>, String> {
        if hand.len() > self.rules.hand {
            return Err(format!("`hand`: more than {} tiles: {hand:?}", self.rules.hand));
        }
        Ok(hand)
    }

    /// The pile, and the count of all tiles.
    // reading: V3, V4: the one hand of the table is `hand`, beside `players`.
    fn read_tiles(&mut self, position: &Value) -> Result<(), String> {
        if self.one_hand() {
            let hand = faces(field(position, "hand")?, "hand")?;
            self.common_hand = self.not_too_many(hand)?;
        }
        self.boxed = faces(position.get("boxed").unwrap_or(&json!([])), "boxed")?;
        let given = position.get("pile").map(|pile| faces(pile, "pile")).transpose()?;
        let mut rest = self.rules.deck();
        let mut used = [self.boxed.clone(), self.common_hand.clone()].concat();
        used.extend(self.seats.iter().flat_map(|seat| &seat.hand));
        used.extend(self.board.squares().into_iter().filter_map(|s| self.board.tile_at(s)).map(|laid| laid.tile));
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
    // reading: V2: what a piece had travelled before the position is the path behind it, back to where it begins. (Where
    // daikaiju have eaten tiles, a position does not say everything.)
    fn read_scores(&mut self, position: &Value) -> Result<(), String> {
        match self.rules.score {
            Score::LastStanding | Score::Solo => return Ok(()),
            Score::LongestPath | Score::MostCrossings => {}
        }
        for seat in 0..self.seats.len() {
            if let Some(place) = self.seats[seat].place {
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
            if self.rules.score == Score::LongestPath {
                self.seats[seat].crossed = points;
            } else {
                self.seats[seat].brought = Some((points, self.seats[seat].own_crossings()));
            }
        }
        Ok(())
    }

    /// The game in position form, at a turn boundary.
    pub fn position(&self) -> Value {
        let mut tiles = Vec::new();
        for square in self.board.squares() {
            if let Some(laid) = self.board.tile_at(square) {
                tiles.push(json!({"square": square.name(), "tile": laid.tile, "rotation": laid.rotation}));
            }
        }
        let mut players = Vec::new();
        for seat in &self.seats {
            let Some(place) = seat.place.filter(|_| seat.alive) else {
                players.push(json!({"out": true}));
                continue;
            };
            let mut player = json!({"at": place.name()});
            if !self.one_hand() {
                player["hand"] = json!(ascending(&seat.hand));
            }
            if seat.displaced {
                player["displaced"] = json!(true);
            }
            players.push(player);
        }
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
            let mut monsters = self.board.monsters.clone();
            monsters.sort_by_key(|m| m.tile);
            let written = |m: &Monster| json!({"tile": m.tile, "square": m.square.name(), "facing": m.facing});
            position["daikaiju"] = monsters.iter().map(written).collect();
            position["supply"] = json!(self.supply);
        }
        if matches!(self.rules.score, Score::LongestPath | Score::MostCrossings) {
            position["scores"] = json!(self.scores());
        }
        position
    }
}

/// The path that leads to a piece, followed back until it leaves the board, meets a square without a tile, or comes round.
fn path_behind(board: &Board, place: Place) -> Vec<Crossing> {
    match board.across(place) {
        Some(back) => walk(board, back).0,
        None => Vec::new(),
    }
}

/// A position in one spelling: lists without an order of their own ascending, and without the box, of which only some tell.
pub fn in_one_spelling(mut position: Value) -> Value {
    fn ascending(list: &mut Value) {
        if let Some(list) = list.as_array_mut() {
            list.sort_by_key(|entry| entry.get("tile").unwrap_or(entry).as_u64());
        }
    }
    let fields = position.as_object_mut().unwrap();
    fields.remove("boxed");
    fields.remove("rule-state");
    for name in ["daikaiju", "supply", "hand"] {
        fields.get_mut(name).map(ascending);
    }
    for player in fields["players"].as_array_mut().unwrap() {
        player.get_mut("hand").map(ascending);
    }
    position
}
