//! A slow, obvious second implementation of the rules, written from the rule pages alone. It shares
//! no code with the engine and judges it: it follows a game event by event and refuses the first
//! event that cannot be.
//!
//! How it works: the game stands at a *point* where a choice or a chance outcome is due. The event
//! that says what was chosen or rolled is checked and acted upon at once, up to the next such
//! point; everything that follows from it by the rules is put into a queue of *expected* events,
//! and the next events must be exactly those. What a turn still has to do after such a point is a
//! queue of *steps*.
//!
//! - `json`: reading fields
//! - `rules`: the rule set
//! - `faces`, `shape`, `board`, `travel`: ports, tiles, the squares, walking
//! - `setup`: deal, start marks, relocation
//! - `hazard`: the daikaiju
//! - `storm`: tsunami and cannon
//! - `uzushio`: the great whirlpool among the daikaiju
//! - `mystic_portal`: the portal, and the ships that it transports
//! - `wave`: the wave that capsizes ships
//! - `whirlpool`: pieces that are carried
//! - `lanterns`: stars and where lanterns lie
//! - `taihou`: cannons among the wake tiles
//! - `legal`, `turn`: placements and what follows them
//! - `steps`: the order of all that happens in a turn
//! - `draw`, `ending`, `score`: the rest of a turn
//! - `position`: from and to the position form
//! - `next`: what may follow
//! - `check`: whole streams
//! - `invariants`: what holds of every game
//! - `random_shape`: boards for tests

pub mod board;
pub mod cause;
pub mod check;
pub mod draw;
pub mod ending;
pub mod faces;
pub mod hazard;
pub mod interrupted;
pub mod invariants;
pub mod json;
pub mod keys;
pub mod lanterns;
pub mod legal;
pub mod mystic_portal;
pub mod next;
pub mod position;
pub mod random_shape;
pub mod rules;
pub mod score;
pub mod setup;
pub mod shape;
pub mod square;
pub mod steps;
pub mod storm;
pub mod taihou;
pub mod travel;
pub mod turn;
pub mod uzushio;
pub mod wave;
pub mod whirlpool;

pub use check::check_stream;
pub use next::Next;

use board::Board;
use cause::Cause;
use hazard::{Phase, Reason};
use json::{field, int, items, same_event, text};
use rules::{First, Rules, Score};
use serde_json::{Value, json};
use square::Place;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use steps::Step;

/// One seat.
#[derive(Clone, Debug)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is something that a piece is or is not, as the rules say it"
)]
pub struct Seat {
    alive: bool,
    /// Where its piece stands; none before it chose a mark, and once it is out.
    place: Option<Place>,
    /// V16: the lives that it has left, and whether its piece waits to come back.
    lives: usize,
    waits: bool,
    /// T4: it has left its start mark.
    started: bool,
    /// V11: the shots that its cannon has left.
    shots: usize,
    /// Empty where the table shares one hand (V3, V4).
    hand: Vec<u8>,
    /// S12: a daikaiju left the board across this ship.
    displaced: bool,
    /// W1: the tiles played in turns of others, which are not replaced before the end of its own.
    owed: usize,
    /// V15.
    stars: usize,
    /// V1.
    crossed: usize,
    /// V2: where the game began at a position: the points there, and what the path behind the piece
    /// was worth.
    brought: Option<(usize, usize)>,
    /// V2: the segments travelled: which tile, and the two ports.
    travelled: BTreeSet<(usize, u8, u8)>,
}

impl Seat {
    fn new(shots: usize, lives: usize) -> Seat {
        Seat {
            alive: true,
            place: None,
            lives,
            waits: false,
            started: false,
            shots,
            hand: Vec::new(),
            displaced: false,
            owed: 0,
            stars: 0,
            crossed: 0,
            brought: None,
            travelled: BTreeSet::new(),
        }
    }
}

/// Where the game stands: what choice or chance is due once the expected events are through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Point {
    /// In the middle of working out consequences; never seen from outside.
    Busy,
    Deal,
    Start,
    Turn,
    /// V16: the active seat chooses the mark on which its piece comes back.
    Return,
    /// V15: the lanterns are to be put on the board.
    Lanterns,
    /// V15: the lantern that lay here moves on.
    LanternMoves {
        from: square::Square,
    },
    /// V12: a line of the board is to be swept.
    Sweep,
    /// S2, S5, S10: a daikaiju is to be placed.
    Spawn(Reason),
    Roll,
    Die,
    /// W5: the die of the uzushio.
    UzushioDie,
    /// W3: two dice name the square to which this ship is transported.
    TransportRoll {
        seat: usize,
    },
    /// W3: two dice name the square to which this daikaiju is carried on.
    DaikaijuCarried {
        tile: usize,
    },
    /// W4: this ship rolls against the wave.
    WaveRoll {
        seat: usize,
    },
    /// S12: the active ship relocates; it may decline unless it must.
    Relocate {
        must: bool,
    },
    Place,
    /// V10, V11, W2, W3: a rule asks a player, who has these answers.
    Ask {
        player: usize,
        rule: &'static str,
        options: Vec<Value>,
    },
    /// C12: the active player may exchange with those just eliminated, who had these hands.
    Exchange {
        lost: Vec<(usize, Vec<u8>)>,
    },
    /// C6: the pile is to be shuffled, with these tiles of the dead in it.
    Shuffle {
        dead: Vec<usize>,
        tiles: Vec<u8>,
    },
    Over,
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Arc<Rules>,
    board: Board,
    seats: Vec<Seat>,
    /// V3, V4: the one hand of the table.
    common_hand: Vec<u8>,
    /// The next tile drawn is the first.
    pile: Vec<u8>,
    /// Tiles removed from the game (S9).
    boxed: Vec<u8>,
    /// V15: where lanterns lie, and whether they were put there.
    lanterns: Vec<square::Square>,
    lanterns_lie: bool,
    /// Daikaiju tiles that can be placed.
    supply: Vec<usize>,
    /// W2: those under the supply, in the order in which they come.
    under: Vec<usize>,
    /// W2: the daikaiju at which a player is asked to fire.
    threat: Option<usize>,
    /// W3: the square that is named for a ship that is transported.
    transport: Option<square::Square>,
    /// W3: the new tile's square while the holder of the portal is asked.
    interrupted: Option<square::Square>,
    /// W3: the ship that the portal took before the others sail.
    carried_away: Option<usize>,
    /// W4: where it is on the board.
    wave: Option<wave::Wave>,
    /// The holder of the Dragon tile or of the Destiny statue.
    dragon: Option<usize>,
    first: usize,
    /// Whose turn it is; at a turn boundary, whose turn comes.
    active: usize,
    /// The number of the turn; at a turn boundary, of the turn that comes.
    turn: usize,
    /// V8: how many tiles the turn has laid.
    laid: usize,
    phase: Phase,
    /// What the turn still has to do.
    steps: VecDeque<Step>,
    expected: VecDeque<Value>,
    point: Point,
}

impl Game {
    /// The `game` event.
    pub fn new(game_event: &Value) -> Result<Game, String> {
        if text(game_event, "event")? != "game" {
            return Err(format!("expected a `game` event, found {game_event}"));
        }
        if int(game_event, "format")? != 1 {
            return Err("`format` must be 1".to_string());
        }
        let rules = Rules::read(field(game_event, "rules")?)?;
        let count = items(field(game_event, "players")?, "players")?.len();
        if count < rules.players_min || count > rules.players_max {
            return Err(format!(
                "{count} players, but the rules are for {} to {}",
                rules.players_min, rules.players_max
            ));
        }
        let first = int(game_event, "first")?;
        if first >= count {
            return Err(format!("`first`: there is no seat {first}"));
        }
        // C1, L2.
        if rules.first == First::Seat && first != 0 {
            return Err(format!("`first` must be seat 0 under these rules, not {first}"));
        }
        Game::bare(rules, count, first)
    }

    /// A game with nothing dealt and nothing placed.
    fn bare(rules: Rules, count: usize, first: usize) -> Result<Game, String> {
        let mut game = Game {
            board: Board::new(rules.shape.clone()),
            seats: vec![Seat::new(rules.cannon.unwrap_or(0), rules.lives); count],
            common_hand: Vec::new(),
            pile: Vec::new(),
            boxed: Vec::new(),
            lanterns: Vec::new(),
            lanterns_lie: false,
            supply: Vec::new(),
            under: Vec::new(),
            threat: None,
            transport: None,
            interrupted: None,
            carried_away: None,
            wave: None,
            dragon: None,
            first,
            active: first,
            turn: 1,
            laid: 0,
            phase: Phase::default(),
            steps: VecDeque::new(),
            expected: VecDeque::new(),
            point: Point::Deal,
            rules: Arc::new(rules),
        };
        let rules = game.rules.clone();
        if let Some(hazard) = &rules.hazard {
            game.supply = (0..hazard.tiles.len()).collect();
            // W4.
            if rules.wave.is_some() {
                game.supply.push(hazard.tiles.len());
            }
            // W5.
            if rules.uzushio.is_some() {
                game.supply.push(hazard.tiles.len() + 1);
            }
            // S1.
            game.phase.to_set_up = hazard
                .setup
                .iter()
                .find(|setup| (setup.from..=setup.to).contains(&count))
                .map(|setup| setup.place)
                .ok_or_else(|| format!("`hazard.setup` has no line for {count} players"))?;
        }
        // T4.
        let marks = rules.shape.marks();
        let mut squares: Vec<_> = marks.iter().map(|mark| mark.square).collect();
        squares.sort_unstable();
        squares.dedup();
        let room = if rules.share_square { marks.len() } else { squares.len() };
        if count == 0 || count > room {
            return Err(format!("{count} players, but start marks for {room}"));
        }
        // V9.
        if !count.is_multiple_of(rules.teams) {
            return Err(format!("{count} players cannot play in {} teams", rules.teams));
        }
        // V13. reading: a whirlpool cannot lie on a missing square; on a portal it never acts,
        // since no piece faces one.
        for whirlpool in &rules.whirlpools {
            let square = rules
                .shape
                .square_of_rectangle(whirlpool)
                .map_err(|why| format!("`hazard.squares`: {why}"))?;
            if !rules.shape.exists(square) {
                return Err(format!("`hazard.squares`: {whirlpool} is missing"));
            }
        }
        let hands = if game.one_hand() { 1 } else { count };
        if hands * rules.hand > rules.deck().len() {
            return Err(format!("the deck is too small for {hands} hands of {}", rules.hand));
        }
        Ok(game)
    }

    /// Feeds the next event in order. After an error the game stands where it stood before.
    pub fn apply(&mut self, event: &Value) -> Result<(), String> {
        let mut after = self.clone();
        after.take(event)?;
        *self = after;
        Ok(())
    }

    /// True after `end`.
    pub fn is_over(&self) -> bool {
        self.point == Point::Over && self.expected.is_empty()
    }

    /// True where the next event begins a turn.
    pub fn at_turn(&self) -> bool {
        self.point == Point::Turn && self.expected.is_empty()
    }

    /// T3, C3, L1, S13: the distinct legal placements of the active seat, by tile, then rotation.
    /// It is usable once all events before `placed` were fed; at a turn boundary it answers for the
    /// position as it stands.
    pub fn legal(&self) -> Vec<(u8, u8)> {
        self.legal_placements().into_iter().map(|(_, tile, rotation)| (tile, rotation)).collect()
    }

    /// Leaves out an optional event (`relocated` or `exchanged`) that may come now, so that `next`
    /// shows what follows.
    pub fn decline(&mut self) -> Result<(), String> {
        if !self.expected.is_empty() {
            return Err(format!("nothing to decline: expected {}", self.expected[0]));
        }
        match self.point.clone() {
            Point::Relocate { must: false } => self.point = Point::Busy,
            Point::Exchange { lost } => self.give_back_lost(&lost),
            _ => return Err("nothing to decline here".to_string()),
        }
        self.go_on();
        Ok(())
    }

    /// Begins the turn that comes without its `turn` event.
    pub fn begin_turn(&mut self) -> Result<(), String> {
        if !self.at_turn() {
            return Err("not at a turn boundary".to_string());
        }
        self.turn_begins();
        Ok(())
    }

    /// Begins the turn that comes at its placement: without its `turn` event and without what comes
    /// before the placement.
    pub fn begin_at_placement(&mut self) -> Result<(), String> {
        if !self.at_turn() {
            return Err("not at a turn boundary".to_string());
        }
        self.laid = 0;
        self.steps = VecDeque::from([Step::Placement]);
        self.point = Point::Busy;
        self.go_on();
        Ok(())
    }

    fn take(&mut self, event: &Value) -> Result<(), String> {
        let name = text(event, "event")?;
        if let Some(wanted) = self.expected.pop_front() {
            return same_event(&wanted, event);
        }
        match self.point.clone() {
            Point::Busy => Err("the checker is confused".to_string()),
            Point::Over => Err(format!("the game is over, found {event}")),
            Point::Deal => self.take_deal(named(name, "deal", event)?),
            Point::Start => self.take_start(named(name, "start", event)?),
            Point::Return => self.take_return(named(name, "start", event)?),
            Point::Turn => {
                same_event(&self.turn_event(), event)?;
                self.turn_begins();
                Ok(())
            }
            Point::Lanterns => self.take_lanterns(named(name, "rule", event)?),
            Point::LanternMoves { from } => {
                self.take_lantern_moves(from, named(name, "rule", event)?)
            }
            Point::Sweep => self.take_sweep(named(name, "rule", event)?),
            Point::Spawn(reason) => self.take_spawn(reason, named(name, "daikaiju_placed", event)?),
            Point::Roll => self.take_roll(named(name, "roll", event)?),
            Point::Die => self.take_die(named(name, "die", event)?),
            Point::WaveRoll { seat } => self.take_wave_roll(seat, named(name, "rule", event)?),
            Point::TransportRoll { seat } => {
                self.take_transport_roll(seat, named(name, "rule", event)?)
            }
            Point::DaikaijuCarried { tile } => {
                self.take_daikaiju_carried(tile, named(name, "daikaiju_moved", event)?)
            }
            Point::UzushioDie => self.take_uzushio_die(named(name, "die", event)?),
            Point::Relocate { must: false } | Point::Exchange { .. }
                if name != "relocated" && name != "exchanged" =>
            {
                self.decline()?;
                self.take(event)
            }
            Point::Relocate { .. } => self.take_relocated(named(name, "relocated", event)?),
            Point::Place => self.take_placed(named(name, "placed", event)?),
            Point::Ask { player, rule, options } => {
                self.take_chose(player, rule, &options, named(name, "chose", event)?)
            }
            Point::Exchange { lost } => {
                self.take_exchanged(&lost, named(name, "exchanged", event)?)
            }
            Point::Shuffle { dead, tiles } => {
                self.take_shuffle(&dead, &tiles, named(name, "returned", event)?)
            }
        }
    }

    /// An event that must come now.
    fn expect(&mut self, event: Value) {
        self.expected.push_back(event);
    }

    fn turn_event(&self) -> Value {
        json!({"event": "turn", "player": self.active, "number": self.turn})
    }

    /// V3, V4: the whole table plays from one hand.
    fn one_hand(&self) -> bool {
        self.rules.open || self.rules.score == Score::Solo
    }

    /// The hand from which a seat plays.
    fn hand(&self, seat: usize) -> &Vec<u8> {
        if self.one_hand() { &self.common_hand } else { &self.seats[seat].hand }
    }

    fn hand_mut(&mut self, seat: usize) -> &mut Vec<u8> {
        if self.one_hand() { &mut self.common_hand } else { &mut self.seats[seat].hand }
    }

    /// The live seats, ascending.
    fn living(&self) -> Vec<usize> {
        (0..self.seats.len()).filter(|&seat| self.seats[seat].alive).collect()
    }

    /// T8: all seats clockwise, `seat` first.
    fn clockwise_from(&self, seat: usize) -> Vec<usize> {
        let count = self.seats.len();
        (0..count).map(|step| (seat + step) % count).collect()
    }

    /// T8: all seats clockwise, the one after `seat` first and `seat` last.
    fn clockwise_after(&self, seat: usize) -> Vec<usize> {
        self.clockwise_from((seat + 1) % self.seats.len())
    }

    /// V16: takes a piece off the board that comes back in its next turn.
    fn waits(&mut self, seat: usize, cause: Cause) {
        self.seats[seat].lives -= 1;
        self.seats[seat].waits = true;
        self.seats[seat].place = None;
        self.seats[seat].displaced = false;
        self.expect(
            json!({"event": "eliminated", "player": seat, "cause": cause.word(), "waits": true}),
        );
    }

    /// Takes a piece off the board, with its event. The hand stays until it is given back.
    fn eliminate(&mut self, seat: usize, cause: Cause) {
        self.seats[seat].alive = false;
        self.seats[seat].waits = false;
        self.seats[seat].place = None;
        self.seats[seat].displaced = false;
        self.expect(json!({"event": "eliminated", "player": seat, "cause": cause.word()}));
    }
}

/// Checks the name of an event.
fn named<'a>(name: &str, wanted: &str, event: &'a Value) -> Result<&'a Value, String> {
    if name == wanted { Ok(event) } else { Err(format!("expected `{wanted}`, found {event}")) }
}
