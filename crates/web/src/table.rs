//! One game on the server: who sits where, who looks on, and what they are told. Nothing here waits
//! or stores; [`super::hall`] does that.

mod asked_back;
mod messages;
mod seat;
mod take_back;
mod texts;
mod watchers;

pub(super) use self::asked_back::{Moment, TakenBack};
pub(super) use self::seat::{ONLOOKER, STAND_IN, TableSeat, Text, Watcher};
pub(super) use self::texts::TableTexts;

use self::asked_back::AskedBack;
use super::guard::Counted;
use super::refused::Refused;
use super::store::{GameState, Standing, StoredGame, StoredStep};
use super::tasks::Waiting;
use super::telling::{self, Reader};
use super::token::TokenHash;
use super::turns::Place;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tsuro::bots::BotSpec;
use tsuro::game::{Choice, Decision, Illegal, Seat};
use tsuro::json::{Json, json};
use tsuro::picture::BoardScene;
use tsuro::record::write_event;
use tsuro::rules::Registry;
use tsuro::ruleset::Variant;
use tsuro::session::{Game, GameError};
use tsuro_faces::table::show::Teller;
use tsuro_faces::words::{Language, Narrator};
use tsuro_faces::{Player, narrator};

/// A game and the clients that are connected to it.
pub(super) struct Table {
    pub id: String,
    pub reference: String,
    pub texts: TableTexts,
    pub game: Game,
    pub seats: Vec<TableSeat>,
    pub host: TokenHash,
    pub clock: Option<u16>,
    pub state: GameState,
    pub why: Option<String>,
    /// How many steps are stored, the deal among them.
    pub steps: u32,
    /// When the time of the decision is over.
    pub deadline: Option<Instant>,
    /// What waits for that time.
    pub clock_runs: Option<Waiting>,
    /// Whether a bot thinks; set to break it off.
    pub thinking: Option<Arc<AtomicBool>>,
    pub used: Instant,
    /// The game that was opened for the same table, once it was.
    pub again: Option<String>,
    /// What bots last advised, and about which question.
    pub advised: Option<(Moment, Vec<(usize, f64)>)>,
    /// The address on whose account its bots think: the address of the client that opened it;
    /// `None` until a client with a token comes to a game that was stored, or asks something of it.
    pub opener: Option<IpAddr>,
    /// Counts a game without persons as one of its address while it goes on.
    pub counted: Option<Counted>,
    /// Whether it has left the memory of the server: nothing may change it any more.
    pub is_gone: bool,
    /// The record of the moment from which it goes on; `None`: it began with its deal.
    beginning: Option<String>,
    /// The board before the first choice, and how many events there were.
    start: (BoardScene, usize),
    /// The board now as each seat sees it, and after them as onlookers do.
    tellers: Vec<Teller>,
    watchers: Vec<Watcher>,
    /// What was last told of the seats.
    seats_told: Vec<(Language, String)>,
    /// Who has asked the others to take something back.
    asked_back: Option<AskedBack>,
}

impl Table {
    /// A table at which a game begins.
    pub(super) fn new(
        id: String,
        reference: String,
        texts: TableTexts,
        mut game: Game,
        seats: Vec<TableSeat>,
        host: TokenHash,
        clock: Option<u16>,
    ) -> Self {
        game.name_players(&seats.iter().map(|seat| seat.player.record_name()).collect::<Vec<_>>());
        let letters = Narrator::new(Language::English, &vec![None; seats.len()]).letters().to_vec();
        let scene = BoardScene::new(&game.observe(None), &letters);
        Self {
            id,
            reference,
            texts,
            start: (scene.clone(), game.mark()),
            tellers: vec![
                Teller::new(scene, game.mark()).with_pile(game.observe(None).pile_len());
                seats.len() + 1
            ],
            game,
            seats,
            host,
            clock,
            state: GameState::Running,
            why: None,
            steps: 1,
            deadline: None,
            clock_runs: None,
            thinking: None,
            used: Instant::now(),
            again: None,
            advised: None,
            opener: None,
            counted: None,
            is_gone: false,
            beginning: None,
            watchers: Vec::new(),
            seats_told: Vec::new(),
            asked_back: None,
        }
    }

    /// A table as it was stored; its steps are played again.
    ///
    /// # Errors
    /// Why it does not go on from there: the game was stored by another version of the rules.
    pub(super) fn stored(
        stored: StoredGame,
        steps: &[StoredStep],
        variant: Arc<Variant>,
        registry: &Registry,
    ) -> Result<Self, GameError> {
        let seats: Vec<TableSeat> = stored.seats.iter().map(TableSeat::from_stored).collect();
        let game = match &stored.beginning {
            Some(record) => Game::from_record(record, registry)?,
            None => Game::from_variant(variant, seats.len() as u8, &stored.seed)?,
        };
        let texts = TableTexts::stored(&stored.titles, &game);
        let dealt = if stored.beginning.is_some() { game.dealt() } else { Some(game.clone()) };
        let mut table = Self::new(
            stored.id,
            stored.reference,
            texts,
            dealt.ok_or(GameError::NoDeal)?,
            seats,
            stored.host,
            stored.clock,
        );
        if stored.beginning.is_some() {
            table.begin_at(game)?;
        }
        let differs = |step: usize| GameError::Field {
            field: "steps",
            why: format!("step {step} does not lead where it led"),
        };
        for (number, step) in steps.iter().enumerate() {
            let before = if number == 0 { 0 } else { table.game.mark() };
            if let Some(choice) = &step.choice {
                let choice: Choice = serde_json::from_str(choice).map_err(|_| differs(number))?;
                table.game.play(&choice).map_err(|why| GameError::Step { step: number, why })?;
            }
            if lines(&table.game, before) != step.events {
                return Err(differs(number));
            }
        }
        table.game.note_undos(stored.undos);
        table.steps = steps.len() as u32;
        (table.state, table.why, table.again) = (stored.state, stored.why, stored.again);
        table.follow_again();
        Ok(table)
    }

    /// Goes on from a moment of a game that was played before: choices are taken back up to there.
    ///
    /// # Errors
    /// If the game began at a position.
    pub(super) fn begin_at(&mut self, mut game: Game) -> Result<(), GameError> {
        game.name_players(&self.game.players());
        self.beginning = Some(game.record()?);
        self.game = game;
        self.follow_again();
        Ok(())
    }

    /// A record from elsewhere, at a table to which no player can sit down.
    ///
    /// # Errors
    /// Why the record is not one.
    pub(super) fn uploaded(stored: StoredGame, registry: &Registry) -> Result<Self, GameError> {
        let game = Game::from_record(stored.record.as_deref().unwrap_or_default(), registry)?;
        let seats = stored.seats.iter().map(TableSeat::from_stored).collect();
        let dealt = game.dealt().ok_or(GameError::NoDeal)?;
        let texts = TableTexts::stored(&stored.titles, &game);
        let mut table =
            Self::new(stored.id, stored.reference, texts, dealt, seats, stored.host, None);
        table.game = game;
        (table.state, table.why) = (stored.state, stored.why);
        table.follow_again();
        Ok(table)
    }

    /// As it is stored.
    pub(super) fn to_stored(&self, now: i64) -> (StoredGame, StoredStep) {
        let variant = self.game.variant();
        let game = StoredGame {
            id: self.id.clone(),
            reference: self.reference.clone(),
            titles: self.texts.to_text(),
            rules_hash: variant.hash().to_owned(),
            rules: variant.json().to_owned(),
            seed: self.game.seed().to_owned(),
            host: self.host,
            clock: self.clock,
            undos: 0,
            state: self.state,
            why: None,
            seats: self.seats.iter().map(TableSeat::stored).collect(),
            record: None,
            beginning: self.beginning.clone(),
            again: None,
            winners: None,
            turn: self.game.turn(),
            created: now,
            changed: now,
        };
        (game, StoredStep { seat: None, choice: None, events: lines(&self.game, 0) })
    }

    /// The decision that a person or bot makes next.
    pub(super) fn decision(&self) -> Option<Decision> {
        if self.state == GameState::Running { self.game.decision() } else { None }
    }

    /// The bot that decides next, if one does.
    pub(super) fn next_bot(&self) -> Option<(Seat, BotSpec)> {
        let seat = self.decision()?.seat();
        Some((seat, self.seats.get(seat.index())?.bot()?))
    }

    /// Whether a person decides at a seat besides this one.
    pub(super) fn has_person_beside(&self, seat: Option<Seat>) -> bool {
        (0..).zip(&self.seats).any(|(number, other)| {
            other.player.is_human() && !other.is_away && Some(Seat::new(number)) != seat
        })
    }

    /// Its bots think on the account of a client that has one of its tokens, where no address is
    /// known yet.
    pub(super) fn note_client(&mut self, from: IpAddr, tokens: &[TokenHash]) {
        let (seats, is_host) = self.holds(tokens);
        if !seats.is_empty() || is_host {
            self.opener.get_or_insert(from);
        }
    }

    /// On whose account its bots think, and whether they wait for the bots of games in which a
    /// person plays who is there.
    pub(super) fn place(&self) -> Place {
        let is_there =
            self.watchers.iter().any(|watcher| !watcher.seats.is_empty() || watcher.is_host);
        let is_last = !is_there || !self.has_person_beside(None);
        Place { address: self.opener, table: self.id.clone(), is_last }
    }

    /// Checks that a question is still open.
    ///
    /// # Errors
    /// Why it is not.
    pub(super) fn check_open(&self, seat: Seat, number: Moment) -> Result<(), Refused> {
        match self.state {
            GameState::Broken => return Err(Refused::Broken),
            GameState::Running | GameState::Over => {}
            GameState::Expired | GameState::Uploaded => {
                return Err(Refused::Bad("this game does not go on".to_owned()));
            }
        }
        let is_open = self.decision().is_some_and(|decision| decision.seat() == seat)
            && number == self.moment();
        if is_open { Ok(()) } else { Err(Refused::Stale) }
    }

    /// Checks that a token is that of a seat.
    ///
    /// # Errors
    /// It is not.
    pub(super) fn check_token(&self, seat: Seat, token: &TokenHash) -> Result<(), Refused> {
        let own = self.seats.get(seat.index()).and_then(|seat| seat.token.as_ref());
        if own.is_some_and(|own| own.is_same(token)) { Ok(()) } else { Err(Refused::Forbidden) }
    }

    /// The seats of some tokens, and whether one is that of the host.
    pub(super) fn holds(&self, tokens: &[TokenHash]) -> (Vec<Seat>, bool) {
        let has = |own: &TokenHash| tokens.iter().any(|token| token.is_same(own));
        let seats = (0..).zip(&self.seats).filter(|(_, seat)| seat.token.as_ref().is_some_and(has));
        (seats.map(|(seat, _)| Seat::new(seat)).collect(), has(&self.host))
    }

    /// The choice that a question numbers.
    ///
    /// # Errors
    /// There is none with this number.
    pub(super) fn choice(&self, seat: Seat, pick: usize) -> Result<Choice, Refused> {
        let choices = telling::choices(&self.game.observe(seat));
        let count = choices.len();
        choices.into_iter().nth(pick).ok_or_else(|| {
            Refused::Bad(format!("pick {pick}: there are {count} choices, numbered from 0"))
        })
    }

    /// The game after a choice, and the step to store.
    ///
    /// # Errors
    /// Why the choice is not allowed.
    pub(super) fn after(
        &self,
        seat: Seat,
        choice: &Choice,
    ) -> Result<(Game, StoredStep, Standing), Illegal> {
        let mut next = self.game.clone();
        let before = next.mark();
        next.play(choice)?;
        let step = StoredStep {
            seat: Some(seat.number()),
            choice: serde_json::to_string(choice).ok(),
            events: lines(&next, before),
        };
        let standing = standing(&next);
        Ok((next, step, standing))
    }

    /// Goes on to a game whose step is stored, and tells everybody.
    pub(super) fn go_to(&mut self, game: Game) {
        let before = self.game.mark();
        self.game = game;
        self.steps += 1;
        self.asked_back = None;
        self.state =
            if self.game.decision().is_none() { GameState::Over } else { GameState::Running };
        if self.state == GameState::Over {
            self.counted = None;
        }
        self.each_reader(|table, reader| {
            let mut teller = table.teller(reader.seat).clone();
            let events = telling::happened(
                &table.game,
                before,
                &mut teller,
                &table.narrator(reader),
                reader,
            );
            (
                Some(json!({
                    "type": "happened", "number": table.game.mark(), "events": Json::List(events)
                })),
                (),
            )
        });
        let (game, narrator) = (&self.game, self.narrator(ONLOOKER));
        for (seat, teller) in (0..).zip(&mut self.tellers) {
            let seat = Seat::checked(seat, game.seats());
            game.events_seen_by(seat, before)
                .numbered()
                .for_each(|event| drop(teller.tell(event, &narrator)));
        }
    }

    /// The board now as a seat sees it (`None`: as onlookers do).
    fn teller(&self, seat: Option<Seat>) -> &Teller {
        &self.tellers[seat.map_or(self.seats.len(), Seat::index)]
    }

    /// Follows the game again from its beginning.
    fn follow_again(&mut self) {
        let readers =
            (0..=self.game.seats()).map(|seat| Seat::checked(seat.into(), self.game.seats()));
        self.tellers =
            readers.map(|seat| self.told_again(seat, Language::English).teller).collect();
    }

    /// The program has failed in it: it does not go on.
    pub(super) fn fail(&mut self) {
        self.break_off();
        self.state = GameState::Broken;
        (self.asked_back, self.counted) = (None, None);
    }

    /// What a bot thinks about is no longer wanted.
    pub(super) fn break_off(&mut self) {
        if let Some(stop) = self.thinking.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// The narrator of the game for a reader.
    pub(super) fn narrator(&self, reader: Reader) -> Narrator {
        let players: Vec<Player> = self.seats.iter().map(|seat| seat.player.clone()).collect();
        let mut narrator = narrator(&players, self.game.variant(), reader.language);
        narrator.you = reader.seat;
        narrator
    }

    /// The letters of the pieces, by seat: the same in every language, as all share one table.
    pub(super) fn letters(&self) -> Vec<char> {
        let seats = (0..self.game.seats()).map(Seat::new);
        seats.map(|seat| self.start.0.letter(seat)).collect()
    }

    /// The board as a seat sees it now.
    pub(super) fn scene(&self, seat: Seat) -> &BoardScene {
        &self.teller(Some(seat)).scene
    }
}

/// The events from a mark on, as lines of a record.
fn lines(game: &Game, from: usize) -> String {
    let mut out = Vec::new();
    game.events_since(from).for_each(|event| write_event(&mut out, &event));
    String::from_utf8_lossy(&out).into_owned()
}

/// How a game stands, for lists.
pub(super) fn standing(game: &Game) -> Standing {
    let ended = game.ending().map(|ending| {
        let winners: Vec<u8> = ending.winners.iter().map(Seat::number).collect();
        (json!(winners).to_string(), game.record().unwrap_or_default())
    });
    Standing { turn: game.turn(), undos: game.undos(), ended }
}
