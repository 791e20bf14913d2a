//! One game on the server: who sits where, who looks on, and what they are told. Nothing here waits
//! or stores; [`super::hall`] does that.

mod take_back;

pub(super) use self::take_back::{Moment, NotTakenBack, TakenBack};

use self::take_back::AskedBack;
use super::bounds::{LONGEST_SUMMARY, LONGEST_TITLE, cut};
use super::guard::Counted;
use super::store::{GameState, Standing, StoredGame, StoredSeat, StoredStep};
use super::tasks::Waiting;
use super::telling::{self, Reader};
use super::token::TokenHash;
use super::turns::Place;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tokio::sync::mpsc;
use tsuro::board::Square;
use tsuro::bots::BotSpec;
use tsuro::game::{Choice, Decision, Illegal, Seat};
use tsuro::json::{Json, json};
use tsuro::picture::{BoardScene, ink};
use tsuro::record::write_event;
use tsuro::rules::Registry;
use tsuro::ruleset::{Resolved, Variant};
use tsuro::session::{Game, GameError};
use tsuro_faces::table::show::{Teller, has_ways, piece_ways};
use tsuro_faces::words::{Language, Narrator, TextKey};
use tsuro_faces::{Player, SeatsError, narrator};
use tsuro_world::host::host;

/// The bot that decides for a person who has left.
pub(super) const STAND_IN: &str = "medium";

/// Why a request is refused.
#[derive(Debug, Clone, thiserror::Error)]
pub(super) enum Refused {
    #[error("there is no such game")]
    NoGame,
    #[error("the token is not that of this seat")]
    Forbidden,
    #[error("something has happened since the question was asked")]
    Stale,
    #[error("{0}")]
    Illegal(String),
    #[error("{0}")]
    Bad(String),
    #[error("name: {}", .0.in_words(Language::English))]
    Name(SeatsError),
    #[error("too many requests: try again in a moment")]
    Busy,
    #[error("one address may not open so many games in an hour")]
    TooManyGames,
    #[error("one address may not begin so many runs in an hour, or have so many go on at once")]
    TooManyRuns,
    #[error("one address may have only {0} games without persons go on at once")]
    TooManyIdle(usize),
    #[error(transparent)]
    TakeBack(#[from] NotTakenBack),
    #[error("this game was ended by a fault of the program")]
    Broken,
    #[error("{0}")]
    Store(#[from] super::store::StoreError),
}

/// A message that is sent as it is.
pub(super) type Text = Arc<str>;

/// A seat and who decides there.
pub(super) struct TableSeat {
    pub player: Player,
    /// `None`: a bot.
    pub token: Option<TokenHash>,
    /// Whether a bot decides for the person.
    pub is_away: bool,
}

impl TableSeat {
    /// A seat as it was stored; a player that this program does not have is a person without a
    /// name.
    fn from_stored(stored: &StoredSeat) -> Self {
        let player = Player::from_record(&stored.name, &host(1).1).unwrap_or(Player::Human(None));
        Self { player, token: stored.token, is_away: stored.is_away }
    }

    pub(super) fn stored(&self) -> StoredSeat {
        StoredSeat { name: self.player.record_name(), token: self.token, is_away: self.is_away }
    }

    /// The bot that decides there, if one does.
    fn bot(&self) -> Option<BotSpec> {
        match &self.player {
            Player::Bot(bot) => Some(bot.clone()),
            Player::Human(_) if self.is_away => BotSpec::parse(STAND_IN).ok(),
            Player::Human(_) => None,
        }
    }
}

/// Somebody who is connected.
pub(super) struct Watcher {
    pub number: u64,
    pub sender: mpsc::Sender<Text>,
    /// The seats whose tokens they have.
    pub seats: Vec<Seat>,
    pub is_host: bool,
    pub reader: Reader,
}

/// A game and those who are connected to it.
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
    /// The address on whose account its bots think: that of whoever opened it; `None` until
    /// somebody who has a token comes to a game that was stored, or asks something of it.
    pub opener: Option<IpAddr>,
    /// Counts a game without persons as one of its address while it goes on.
    pub counted: Option<Counted>,
    /// Whether it has left the memory of the server: nothing may change it any more.
    pub is_gone: bool,
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

/// A game at a moment: what was told until then, the board, and the number of events.
struct TableSnapshot {
    sentences: Vec<String>,
    teller: Teller,
    number: usize,
}

/// More messages than this wait for a client that is far behind.
const FAR_BEHIND: usize = 16;

/// As many sentences as a client is sent of what has happened before it came.
const MOST_TOLD: usize = 2000;

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
            tellers: vec![Teller::new(scene, game.mark()); seats.len() + 1],
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
    ) -> Result<Self, GameError> {
        let seats: Vec<TableSeat> = stored.seats.iter().map(TableSeat::from_stored).collect();
        let game = Game::from_variant(variant, seats.len() as u8, &stored.seed)?;
        let texts = TableTexts::stored(&stored.titles, &game);
        let mut table =
            Self::new(stored.id, stored.reference, texts, game, seats, stored.host, stored.clock);
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

    /// A record from elsewhere, at a table to which nobody can sit down.
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

    /// Its bots think on the account of whoever has a token of it, where nobody's address is known
    /// yet.
    pub(super) fn note_client(&mut self, from: IpAddr, tokens: &[TokenHash]) {
        let (seats, is_host) = self.holds(tokens);
        if !seats.is_empty() || is_host {
            self.opener.get_or_insert(from);
        }
    }

    /// On whose account its bots think, and whether they wait for those of games in which a person
    /// plays: one who is there.
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
            game.told(seat, before)
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

    /// Who tells the game to somebody.
    pub(super) fn narrator(&self, reader: Reader) -> Narrator {
        let players: Vec<Player> = self.seats.iter().map(|seat| seat.player.clone()).collect();
        let mut narrator = narrator(&players, self.game.variant(), reader.language);
        narrator.you = reader.seat;
        narrator
    }

    /// The game before the first choice.
    fn at_start(&self, narrator: &Narrator) -> TableSnapshot {
        let (scene, set_up) = &self.start;
        let sentences = self
            .game
            .events_since(0)
            .take(*set_up)
            .filter_map(|event| narrator.event(&event))
            .collect();
        TableSnapshot { sentences, teller: Teller::new(scene.clone(), *set_up), number: *set_up }
    }

    /// The game now.
    fn told_again(&self, seat: Option<Seat>, language: Language) -> TableSnapshot {
        let narrator = self.narrator(Reader { seat, language, pictures: false });
        let TableSnapshot { mut sentences, mut teller, number } = self.at_start(&narrator);
        for (number, event) in self.game.told(seat, number).numbered() {
            let Some(shown) = teller.tell((number, event), &narrator) else { continue };
            let words =
                telling::in_words(narrator.seen(&event).as_deref(), shown.reason.as_deref());
            sentences.extend(Some(words).filter(|words| !words.is_empty()));
        }
        sentences.drain(..sentences.len().saturating_sub(MOST_TOLD));
        TableSnapshot { sentences, teller, number: self.game.mark() }
    }

    /// Everything from the beginning, to be shown again.
    pub(super) fn replay(&self, reader: Reader) -> Json {
        let narrator = self.narrator(reader);
        let mut start = self.at_start(&narrator);
        let table = self.table_message(reader, &[], false, &start);
        let happened =
            telling::happened(&self.game, start.number, &mut start.teller, &narrator, reader);
        let mut replay = json!({ "table": table, "happened": Json::List(happened) });
        if self.game.decision().is_none() {
            replay.set("result", telling::result(&self.game, &narrator));
        }
        replay
    }

    /// The message with the whole table as it is now.
    fn table_now(&self, reader: Reader, mine: &[Seat], is_host: bool) -> Json {
        self.table_message(reader, mine, is_host, &self.told_again(reader.seat, reader.language))
    }

    /// The message with the whole table at a moment.
    fn table_message(
        &self,
        reader: Reader,
        mine: &[Seat],
        is_host: bool,
        moment: &TableSnapshot,
    ) -> Json {
        let mut message = json!({
            "type": "table",
            "id": self.id,
            "title": self.texts.title(reader.language),
            "summary": self.texts.summary(reader.language),
            "rules": self.reference,
            "number": moment.number,
            "undos": self.game.undos(),
            "state": self.state.word(),
            "over": self.decision().is_none(),
            "why": self.why,
            "clock": self.clock,
            "seats": self.seat_list(reader.language),
            "mine": mine,
            "host": is_host,
            "can_undo": self.can_take_back() && !mine.is_empty(),
            "shared": self.is_shared(),
            "turn": telling::turn(moment.teller.turn),
            "told": moment.sentences,
            "help": self.help(reader.language),
            "has_ways": has_ways(&moment.teller.scene),
        });
        if reader.pictures {
            message.set(
                "board",
                telling::board(
                    &moment.teller.scene,
                    self.texts.title(reader.language),
                    reader.language,
                ),
            );
        }
        message
    }

    /// What the rules add to the help.
    fn help(&self, language: Language) -> Json {
        let code = language.code();
        Json::list(self.game.variant().help().iter().map(|help| {
            let signs = help
                .signs
                .iter()
                .map(|(sign, words)| json!({ "sign": sign, "words": words.in_language(code) }));
            json!({
                "heading": help.heading.in_language(code), "text": help.text.in_language(code),
                "signs": Json::list(signs),
            })
        }))
    }

    fn seat_list(&self, language: Language) -> Json {
        let narrator = self.narrator(Reader { seat: None, language, pictures: false });
        let see = self.game.observe(None);
        let seat = |(number, seat): (u8, &TableSeat)| {
            let at = Seat::new(number);
            let team = (see.teams() > 0).then(|| (number % see.teams() + 1).to_string());
            let connected =
                self.watchers.iter().filter(|watcher| watcher.seats.contains(&at)).count();
            json!({
                "seat": number,
                "name": narrator.name(at),
                "letter": self.start.0.letter(at),
                "color": ink(at).rgb,
                "kind": if seat.player.is_human() { "person" } else { "bot" },
                "named": seat.player.name().is_some(),
                "bot": matches!(seat.player, Player::Bot(_)).then(|| seat.player.kind(language)),
                "connected": connected,
                "away": seat.is_away,
                "alive": see.alive().contains(at),
                "team": team.map(|team| language.say(TextKey::PanelTeam, &[("team", &team)])),
            })
        };
        Json::List((0..).zip(&self.seats).map(seat).collect())
    }

    /// Sends everybody a message made for who they are; the answer is what the last call of `make`
    /// gave beside it.
    fn each_reader<T>(
        &mut self,
        mut make: impl FnMut(&Self, Reader) -> (Option<Json>, T),
    ) -> Option<T> {
        let mut made: Vec<(Reader, Option<Text>)> = Vec::new();
        let mut last = None;
        for number in 0..self.watchers.len() {
            let reader = self.watchers[number].reader;
            if !made.iter().any(|(known, _)| *known == reader) {
                let (message, beside) = make(self, reader);
                made.push((reader, message.map(|message| message.to_string().into())));
                last = Some(beside);
            }
        }
        self.watchers.retain(|watcher| {
            let text = made
                .iter()
                .find(|(known, _)| *known == watcher.reader)
                .and_then(|(_, text)| text.as_ref());
            // Who reads too slowly is disconnected, and comes back.
            text.is_none_or(|text| watcher.sender.try_send(Arc::clone(text)).is_ok())
        });
        last
    }

    /// Sends everybody what the game is now. That is long, and made for each, so it waits for
    /// nobody who is far behind: they are disconnected, and are told when they come back.
    pub(super) fn tell_table(&mut self) {
        self.watchers.retain(|watcher| {
            watcher.sender.max_capacity() - watcher.sender.capacity() <= FAR_BEHIND
        });
        for number in 0..self.watchers.len() {
            let watcher = &self.watchers[number];
            let text =
                self.table_now(watcher.reader, &watcher.seats, watcher.is_host).to_string().into();
            // One that cannot be sent this is removed with the next message.
            let _ = watcher.sender.try_send(text);
        }
    }

    /// Tells everybody who is there, if that has changed.
    pub(super) fn tell_seats(&mut self) {
        let mut languages: Vec<Language> =
            self.watchers.iter().map(|watcher| watcher.reader.language).collect();
        languages.sort_by_key(|language| language.code());
        languages.dedup();
        let now: Vec<(Language, String)> = languages
            .into_iter()
            .map(|language| {
                (
                    language,
                    json!({ "type": "seats", "seats": self.seat_list(language) }).to_string(),
                )
            })
            .collect();
        if now != self.seats_told {
            self.watchers.retain(|watcher| {
                let text = now.iter().find(|(language, _)| *language == watcher.reader.language);
                text.is_none_or(|(_, text)| watcher.sender.try_send(text.as_str().into()).is_ok())
            });
            self.seats_told = now;
        }
    }

    /// Tells everybody something that is no event.
    pub(super) fn tell_notice(&mut self, key: TextKey, seat: Option<Seat>) {
        self.each_reader(|table, reader| {
            let narrator = table.narrator(Reader { seat: None, ..reader });
            let who = seat.map_or("", |seat| narrator.name(seat));
            (
                Some(
                    json!({ "type": "notice", "words": reader.language.say(key, &[("who", who)]) }),
                ),
                (),
            )
        });
    }

    /// Sends everybody a message that is the same for all.
    pub(super) fn tell_all(&mut self, message: &Json) {
        let text: Text = message.to_string().into();
        self.watchers.retain(|watcher| watcher.sender.try_send(Arc::clone(&text)).is_ok());
    }

    /// Tells for whom the table waits, and asks them; or what the game came to.
    pub(super) fn tell_state(&mut self) {
        let watchers: Vec<(Reader, Vec<Seat>, mpsc::Sender<Text>)> = self
            .watchers
            .iter()
            .map(|watcher| (watcher.reader, watcher.seats.clone(), watcher.sender.clone()))
            .collect();
        for (reader, seats, sender) in watchers {
            for message in self.state_messages(reader, &seats) {
                let _ = sender.try_send(message.to_string().into());
            }
        }
    }

    /// Seconds left on the clock.
    fn left(&self) -> Option<u64> {
        self.deadline.map(|deadline| {
            deadline.saturating_duration_since(Instant::now()).as_millis().div_ceil(1000) as u64
        })
    }

    fn state_messages(&self, reader: Reader, seats: &[Seat]) -> Vec<Json> {
        if matches!(self.state, GameState::Broken | GameState::Expired) {
            return vec![json!({ "type": "closed", "why": self.state.word() })];
        }
        let narrator = self.narrator(reader);
        let Some(decision) = self.game.decision() else {
            let mut result = telling::result(&self.game, &narrator);
            result.set("number", self.moment().0);
            return vec![result];
        };
        let seat = decision.seat();
        let bot = self.next_bot().is_some();
        let mut waits = json!({
            "type": "waits", "seat": seat, "name": narrator.name(seat), "bot": bot,
            "left": self.left(), "number": self.moment().0,
        });
        if reader.pictures {
            let ways = piece_ways(&self.teller(reader.seat).scene);
            let way = |(square, dice): &(Square, String)| {
                json!({
                    "square": square.to_string(), "dice": dice
                })
            };
            waits.set("ways", Json::List(ways.iter().map(way).collect()));
        }
        let mut messages = vec![waits];
        if !bot && seats.contains(&seat) {
            // On a device that several persons share, a question is told to the one whose it is.
            let narrator = self.narrator(Reader { seat: Some(seat), ..reader });
            let mut ask = json!({
                "type": "ask", "seat": seat, "number": self.moment().0, "left": self.left()
            });
            if let Json::Object(fields) = telling::ask(&self.game.observe(seat), &narrator) {
                for (name, value) in fields {
                    ask.set(&name, value);
                }
            }
            messages.push(ask);
        }
        if self.is_asked_back() {
            messages.push(self.asked_back_message(reader));
        }
        messages
    }

    /// Somebody comes: they are told everything, or what has happened since they went.
    pub(super) fn enter(&mut self, watcher: Watcher, since: Option<(usize, u32)>) {
        let reader = watcher.reader;
        let known = since.filter(|&(number, undos)| {
            undos == self.game.undos() && (self.start.1..=self.game.mark()).contains(&number)
        });
        let first = match known {
            Some((number, _)) => {
                let mut teller = Teller::new(self.start.0.clone(), self.start.1);
                let narrator = self.narrator(reader);
                let known = self
                    .game
                    .told_until(reader.seat, number)
                    .numbered()
                    .filter(|event| event.0 > self.start.1);
                known.for_each(|event| drop(teller.tell(event, &narrator)));
                let events = telling::happened(&self.game, number, &mut teller, &narrator, reader);
                json!({
                    "type": "happened", "number": self.game.mark(), "events": Json::List(events)
                })
            }
            None => self.table_now(reader, &watcher.seats, watcher.is_host),
        };
        let _ = watcher.sender.try_send(first.to_string().into());
        for message in self.state_messages(reader, &watcher.seats) {
            let _ = watcher.sender.try_send(message.to_string().into());
        }
        if known.is_some() {
            self.seats_told.clear();
            // Who was at the table when it was opened again, but not connected, is told now.
            if let Some(again) = &self.again {
                let _ = watcher
                    .sender
                    .try_send(json!({ "type": "again", "id": again }).to_string().into());
            }
        }
        self.watchers.push(watcher);
        self.used = Instant::now();
        self.tell_seats();
    }

    /// Somebody goes.
    pub(super) fn leave(&mut self, number: u64) {
        self.watchers.retain(|watcher| watcher.number != number);
        self.used = Instant::now();
        self.tell_seats();
    }

    /// Whether a person at this seat is connected.
    pub(super) fn is_connected(&self, seat: Seat) -> bool {
        self.watchers.iter().any(|watcher| watcher.seats.contains(&seat))
    }

    /// Whether anybody is connected.
    pub(super) fn is_watched(&self) -> bool {
        !self.watchers.is_empty()
    }

    /// Everybody's connection ends.
    pub(super) fn close(&mut self, why: &str) {
        self.break_off();
        self.tell_all(&json!({ "type": "closed", "why": why }));
        self.watchers.clear();
    }

    /// The board as a seat sees it now.
    pub(super) fn scene(&self, seat: Seat) -> &BoardScene {
        &self.teller(Some(seat)).scene
    }
}

/// Somebody who sees what everybody sees.
pub(super) const ONLOOKER: Reader =
    Reader { seat: None, language: Language::English, pictures: false };

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

/// The title and the summary of a rule set by language: the rules of a record do not have them.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
pub(super) struct TableTexts(BTreeMap<String, [String; 2]>);

impl TableTexts {
    pub(super) fn new(resolved: &Resolved) -> Self {
        let texts = resolved.texts();
        let one = |code: &str| {
            [cut(texts.title_in(code), LONGEST_TITLE), cut(texts.summary_in(code), LONGEST_SUMMARY)]
        };
        Self(
            Language::ALL
                .iter()
                .map(|language| (language.code().to_owned(), one(language.code())))
                .collect(),
        )
    }

    /// As they are stored.
    pub(super) fn to_text(&self) -> String {
        Json::serialized(&self.0).to_string()
    }

    /// Those that were stored with a game.
    fn stored(text: &str, game: &Game) -> Self {
        Self::from_text(text).unwrap_or_else(|| Self::new(game.variant().resolved()))
    }

    /// Reads what is stored.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    pub(super) fn title(&self, language: Language) -> &str {
        self.0.get(language.code()).map_or("", |texts| &texts[0])
    }

    fn summary(&self, language: Language) -> &str {
        self.0.get(language.code()).map_or("", |texts| &texts[1])
    }
}
