//! One game on the server: who holds which seat, and who is connected. Nothing here waits or
//! stores; [`super::hall`] does that.

mod calls;
mod lead;
mod talk;
mod watchers;

pub(super) use self::calls::ToCall;
pub(super) use self::watchers::{Text, Watcher};

use self::calls::Calls;
use self::lead::Lead;
use self::talk::TableTalk;
use super::guard::{Counted, Rate};
use super::ran::RanTime;
use super::store::{Origin, Standing, StoredEnd, StoredGame, StoredSeat, StoredStep};
use super::tasks::Waiting;
use super::token::TokenHash;
use super::turns::Place;
use std::net::IpAddr;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tsuro::game::{Choice, Illegal, Seat};
use tsuro::json::json;
use tsuro::record::{choice_time, feedback_of};
use tsuro::rules::Registry;
use tsuro::ruleset::Variant;
use tsuro::session::{Game, GameError};
use tsuro_faces::table::summary::places;
use tsuro_faces::words::Language;
use tsuro_pages::advice::Shares;
use tsuro_pages::comments::Comments;
use tsuro_pages::evening::EveningGame;
use tsuro_pages::refused::Refused;
use tsuro_pages::table::{QuestionNumber, SeatedGame, TableSeat, TableTexts, TakenBack, TalkRules};

/// The tokens of a table.
#[derive(Debug, Clone)]
pub(super) struct TableTokens {
    pub host: TokenHash,
    /// By seat; `None`: a bot.
    pub seats: Vec<Option<TokenHash>>,
}

/// A game and the clients that are connected to it.
pub(super) struct Table {
    at: SeatedGame,
    pub tokens: TableTokens,
    /// What it comes from, until the game is stored.
    pub origin: Option<Origin>,
    /// How many steps are stored, the deal among them.
    pub steps: u32,
    /// When the time of the decision is over.
    pub deadline: Option<Instant>,
    /// The question whose clock has begun to run, and when its time is over: it goes on where a
    /// person has come back, or another one has gone.
    timed: Option<(QuestionNumber, Instant)>,
    /// When the time of the decision is over as it was stored, until its clock runs again.
    due: Option<i64>,
    /// Seconds that each seat has in reserve.
    pub reserves: Vec<u32>,
    /// What waits for that time.
    pub clock_runs: Option<Waiting>,
    /// Whether a bot thinks; set to break it off.
    pub thinking: Option<Arc<AtomicBool>>,
    pub used: Instant,
    /// What bots last advised, and about which question.
    pub advised: Option<(QuestionNumber, Shares)>,
    /// The address on whose account its bots think: the address of the client that opened it;
    /// `None` until a client with a token comes to a game that was stored, or asks something of it.
    pub opener: Option<IpAddr>,
    /// Counts a game without persons as one of its address while it goes on.
    pub counted: Option<Counted>,
    /// Whether it has left the memory of the server: nothing may change it any more.
    pub is_gone: bool,
    talk: TableTalk,
    /// Who leads others through the game when it is over.
    leads: Option<Lead>,
    lead_rate: Rate<Seat>,
    calls: Calls,
    watchers: Vec<Watcher>,
    /// What was last told of the seats.
    seats_told: Vec<(Language, String)>,
}

// The rules of who may do what are here; the game at the table is as pages without a server have
// it.
impl Deref for Table {
    type Target = SeatedGame;

    fn deref(&self) -> &SeatedGame {
        &self.at
    }
}

impl DerefMut for Table {
    fn deref_mut(&mut self) -> &mut SeatedGame {
        &mut self.at
    }
}

impl Table {
    /// A table to which clients can come.
    pub(super) fn new(at: SeatedGame, tokens: TableTokens) -> Self {
        let reserves = at.clock.map_or_else(Vec::new, |clock| vec![clock.reserve; at.seats.len()]);
        Self {
            reserves,
            timed: None,
            due: None,
            at,
            tokens,
            origin: None,
            steps: 1,
            deadline: None,
            clock_runs: None,
            thinking: None,
            used: Instant::now(),
            advised: None,
            opener: None,
            counted: None,
            is_gone: false,
            talk: TableTalk::new(TalkRules::default()),
            leads: None,
            lead_rate: Rate::new(lead::AT_ONCE, lead::EACH_SECOND),
            calls: Calls::default(),
            watchers: Vec::new(),
            seats_told: Vec::new(),
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
        let game = match &stored.beginning {
            Some(record) => Game::from_record(record, registry)?,
            None => Game::from_variant(variant, stored.seats.len() as u8, &stored.seed)?,
        };
        let dealt = if stored.beginning.is_some() { game.dealt() } else { Some(game.clone()) };
        let mut table = Self::from_stored(&stored, dealt.ok_or(GameError::NoDeal)?);
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
                let played = match step.events.lines().next().and_then(choice_time) {
                    Some(time) => table.game.play_timed(&choice, time).map(drop),
                    None => table.game.play(&choice).map(drop),
                };
                played.map_err(|why| GameError::Step { step: number, why })?;
            }
            let said = step.events.lines().last().map(feedback_of).unwrap_or_default();
            for feedback in said {
                table.game.add_feedback(feedback);
            }
            if table.game.lines_since(before) != step.events {
                return Err(differs(number));
            }
        }
        table.game.note_undos(stored.undos);
        table.steps = steps.len() as u32;
        table.again = stored.again;
        table.evening = stored.evening;
        if let Some(record) = &stored.record {
            table.comments = Comments::in_record(record, table.game.seats());
        }
        if stored.is_called {
            table.note_called_before();
        }
        table.follow_again();
        Ok(table)
    }

    /// What was stored of it, but for the game, which stands after its deal.
    fn from_stored(stored: &StoredGame, dealt: Game) -> Self {
        let seat = |seat: &StoredSeat| TableSeat::recorded(&seat.name, seat.is_away);
        let mut at = SeatedGame::new(
            stored.id.clone(),
            stored.reference.clone(),
            TableTexts::stored(&stored.titles, &dealt),
            dealt,
            stored.seats.iter().map(seat).collect(),
            stored.clock,
        );
        (at.state, at.why) = (stored.state, stored.why.clone());
        let seats = stored.seats.iter().map(|seat| seat.token).collect();
        let mut table =
            Self::new(at, TableTokens { host: stored.host, seats }).with_talk(stored.talk);
        for (reserve, seat) in table.reserves.iter_mut().zip(&stored.seats) {
            *reserve = seat.reserve.unwrap_or(*reserve);
        }
        table.due = stored.due;
        table
    }

    /// A record from elsewhere, at a table to which no player can sit down.
    ///
    /// # Errors
    /// Why the record is not one.
    pub(super) fn uploaded(stored: &StoredGame, registry: &Registry) -> Result<Self, GameError> {
        let record = stored.record.as_deref().unwrap_or_default();
        let game = Game::from_record(record, registry)?;
        let mut table = Self::from_stored(stored, game.dealt().ok_or(GameError::NoDeal)?);
        table.set_game(game);
        table.comments = Comments::in_record(record, table.game.seats());
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
            host: self.tokens.host,
            clock: self.clock,
            talk: self.talk_rules(),
            undos: 0,
            state: self.state,
            why: None,
            seats: (0..self.seats.len()).map(|seat| self.stored_seat(seat)).collect(),
            record: None,
            beginning: self.beginning().map(str::to_owned),
            again: None,
            evening: self.evening.clone(),
            winners: None,
            waits: waits(&self.game),
            is_called: false,
            due: None,
            turn: self.game.turn(),
            created: now,
            changed: now,
        };
        (game, StoredStep { seat: None, choice: None, events: self.game.lines_since(0) })
    }

    /// A seat as it is stored.
    pub(super) fn stored_seat(&self, seat: usize) -> StoredSeat {
        let TableSeat { player, is_away } = &self.seats[seat];
        let token = self.tokens.seats.get(seat).copied().flatten();
        let reserve = self.reserves.get(seat).copied();
        StoredSeat { name: player.record_name(), token, is_away: *is_away, reserve }
    }

    /// Its bots think on the account of a client that has one of its tokens, where no address is
    /// known yet.
    pub(super) fn note_client(&mut self, from: IpAddr, tokens: &[TokenHash]) {
        let (seats, is_host) = self.holds(tokens);
        if !seats.is_empty() || is_host {
            self.opener.get_or_insert(from);
        }
    }

    /// Which game of its evening follows this one; `None`: it is in none, or the last.
    pub(super) fn next_in_evening(&self) -> Option<EveningGame> {
        self.evening.as_ref()?.next()
    }

    /// On whose account its bots think, and whether they wait for the bots of games in which a
    /// person plays who is there.
    pub(super) fn place(&self) -> Place {
        let is_there =
            self.watchers.iter().any(|watcher| !watcher.seats.is_empty() || watcher.is_host);
        let is_last = !is_there || !self.has_person_beside(None);
        Place { address: self.opener, table: self.id.clone(), is_last }
    }

    /// Checks that a token is that of a seat.
    ///
    /// # Errors
    /// It is not.
    pub(super) fn check_token(&self, seat: Seat, token: &TokenHash) -> Result<(), Refused> {
        let own = self.tokens.seats.get(seat.index()).and_then(Option::as_ref);
        if own.is_some_and(|own| own.is_same(token)) { Ok(()) } else { Err(Refused::Forbidden) }
    }

    /// The seats of some tokens, and whether one is that of the host.
    pub(super) fn holds(&self, tokens: &[TokenHash]) -> (Vec<Seat>, bool) {
        let has = |own: &TokenHash| tokens.iter().any(|token| token.is_same(own));
        let seats = (0..).zip(&self.tokens.seats);
        let seats = seats.filter(|(_, token)| token.as_ref().is_some_and(has));
        (seats.map(|(seat, _)| Seat::new(seat)).collect(), has(&self.tokens.host))
    }

    /// The game after a choice, and the step to store; `time` is how long a person took for the
    /// choice, in milliseconds, if that is known.
    ///
    /// # Errors
    /// Why the choice is not allowed.
    pub(super) fn step(
        &self,
        seat: Seat,
        choice: &Choice,
        time: Option<u32>,
    ) -> Result<(Game, StoredStep, Standing), Illegal> {
        let next = self.after(choice, time)?;
        let step = StoredStep {
            seat: Some(seat.number()),
            choice: serde_json::to_string(choice).ok(),
            events: next.lines_since(self.game.mark()),
        };
        let reserve = self.reserve_after(seat, Instant::now());
        let reserve = reserve.map(|reserve| (seat.number(), reserve));
        let standing = Standing { reserve, ..standing(&next) };
        Ok((next, step, standing))
    }

    /// What a seat has left in reserve if it decides now; `None`: no clock runs.
    fn reserve_after(&self, seat: Seat, now: Instant) -> Option<u32> {
        let (deadline, reserve) = (self.deadline?, *self.reserves.get(seat.index())?);
        let left = deadline.saturating_duration_since(now).as_millis().div_ceil(1000);
        Some(u32::try_from(left).unwrap_or(u32::MAX).min(reserve))
    }

    /// Starts the clock of the decision for which the table waits, or goes on with it: when its
    /// time is over. A choice that the server has stored is followed by a clock of its own.
    pub(super) fn start_clock(&mut self, ran: &RanTime, now: Instant) -> Option<Instant> {
        let (seat, number) = (self.decision()?.seat(), self.moment());
        let reserve = self.reserves.get(seat.index()).copied()?;
        let whole = Duration::from_secs(u64::from(self.clock?.each) + u64::from(reserve));
        let begun = self.timed.filter(|(timed, _)| *timed == number);
        let left = self.due.take().map_or(whole, |due| ran.until(due, now, whole));
        let deadline = begun.map_or(now + left, |(_, deadline)| deadline);
        (self.timed, self.deadline) = (Some((number, deadline)), Some(deadline));
        self.deadline
    }

    /// Goes on to a game whose step is stored, and tells everybody.
    pub(super) fn go_on_to(&mut self, game: Game) {
        let before = self.go_to(game);
        self.steps += 1;
        self.due = None;
        if self.decision().is_none() {
            self.counted = None;
        }
        self.each_reader(|table, reader| (Some(table.happened(before, reader)), ()));
        self.follow(before);
    }

    /// Goes back to a game whose steps are stored, and tells everybody.
    pub(super) fn take_back_to(&mut self, back: TakenBack) {
        self.break_off();
        self.steps -= back.steps;
        self.due = None;
        self.go_back_to(back.game);
        self.check_lead();
        self.tell_table();
    }

    /// The program has failed in it: it does not go on.
    pub(super) fn end_by_fault(&mut self) {
        self.break_off();
        self.fail();
        self.counted = None;
    }

    /// What a bot thinks about is no longer wanted.
    pub(super) fn break_off(&mut self) {
        if let Some(stop) = self.thinking.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// How a game stands, for lists.
pub(super) fn standing(game: &Game) -> Standing {
    let ended = game.ending().map(|ending| {
        let winners: Vec<u8> = ending.winners.iter().map(Seat::number).collect();
        StoredEnd {
            winners: json!(winners).to_string(),
            places: json!(places(game)).to_string(),
            record: game.record().unwrap_or_default(),
        }
    });
    Standing { turn: game.turn(), undos: game.undos(), waits: waits(game), reserve: None, ended }
}

/// The seat that decides next.
fn waits(game: &Game) -> Option<u8> {
    game.decision().map(|decision| decision.seat().number())
}
