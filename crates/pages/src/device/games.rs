//! The games of a device.

use super::{Answered, Device, DeviceAsk, Keep, KeptError, Now, Said, language};
use crate::advice::{self, Shares};
use crate::afterwards;
use crate::comments::{Comments, KeptComment};
use crate::history::HistoryEntry;
use crate::pictures;
use crate::records::{BroughtGame, SentGames};
use crate::refused::{NotAnswered, NotTakenBack, Refused};
use crate::requests::{
    SeatChange, SentChoice, SentComment, SentConsent, SentFeedback, SentGoOn, SentMoment,
    SentPreview, SentReview, SentSeat, SentWhatIf,
};
use crate::reviewing::{self, ReviewedGame, new_review, over, search_on};
use crate::states::GameState;
use crate::table::{
    Addressee, Agreement, AskedTable, ONLOOKER, Presence, QuestionNumber, SeatedGame, TableSeat,
    TableTexts, named, to_go_on,
};
use crate::telling::{self, Reader};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tsuro::game::{Choice, Seat};
use tsuro::json::{Json, json};
use tsuro::record::Feedback;
use tsuro::session::{Game, GameError, Snapshot};
use tsuro_faces::words::{Language, TextKey};
use tsuro_faces::{Player, is_all_human};
use tsuro_lab::review::Review;

use super::routes::body;

/// The form of what is kept of a game.
const FORMAT: u32 = 1;
/// Reviews in memory.
const REVIEWS: usize = 4;

/// A review in memory, by the game, its moment and the seat.
pub(super) struct KeptReview {
    key: String,
    review: Review,
}

/// A game of the device.
pub(super) struct DeviceGame {
    at: SeatedGame,
    revision: u64,
    created: i64,
    changed: i64,
    /// Who reads it at its live connection.
    reader: Option<Reader>,
    /// What was last told of the seats.
    seats_told: String,
    advised: Option<(QuestionNumber, Shares)>,
}

/// A game as a page keeps it.
#[derive(Serialize, Deserialize)]
struct GameText {
    format: u32,
    reference: String,
    titles: String,
    /// By seat, as records name the players.
    names: Vec<String>,
    away: Vec<bool>,
    state: String,
    why: Option<String>,
    undos: u32,
    again: Option<String>,
    created: i64,
    changed: i64,
    game: Snapshot,
    #[serde(default)]
    comments: Vec<KeptComment>,
}

/// The first message of a live connection.
#[derive(Deserialize)]
struct Hello {
    #[serde(default)]
    pictures: bool,
    #[serde(default)]
    lang: Option<String>,
    #[serde(default)]
    number: Option<usize>,
    #[serde(default)]
    undos: Option<u32>,
}

/// A wish to take something back, as it is answered.
fn wish(number: QuestionNumber, waits: &[Seat]) -> Answered {
    Answered::json(&json!({ "number": number.0, "waits": waits }))
}

impl DeviceGame {
    fn new(at: SeatedGame, time: i64) -> Self {
        Self {
            at,
            revision: 0,
            created: time,
            changed: time,
            reader: None,
            seats_told: String::new(),
            advised: None,
        }
    }

    /// A game as it was kept.
    fn kept(id: &str, text: &str, device: &Device) -> Result<Self, KeptError> {
        let text: GameText = super::read_kept(text, FORMAT)?;
        let mut game = Game::restore(&text.game, device.rules.registry)?;
        game.note_undos(text.undos);
        let dealt = game.dealt().ok_or(GameError::NoDeal)?;
        let away = text.away.iter().copied().chain(std::iter::repeat(false));
        let seats = text.names.iter().zip(away);
        let mut at = SeatedGame::new(
            id.to_owned(),
            text.reference,
            TableTexts::stored(&text.titles, &dealt),
            dealt,
            seats.map(|(name, is_away)| TableSeat::recorded(name, is_away)).collect(),
            None,
        );
        at.set_game(game);
        at.state = GameState::from_word(&text.state).unwrap_or(GameState::Broken);
        (at.why, at.again) = (text.why, text.again);
        at.comments = Comments::kept(text.comments, at.game.seats());
        Ok(Self { created: text.created, changed: text.changed, ..Self::new(at, text.created) })
    }

    fn text(&self) -> GameText {
        let at = &self.at;
        GameText {
            format: FORMAT,
            reference: at.reference.clone(),
            titles: at.texts.to_text(),
            names: at.seats.iter().map(|seat| seat.player.record_name()).collect(),
            away: at.seats.iter().map(|seat| seat.is_away).collect(),
            state: at.state.word().to_owned(),
            why: at.why.clone(),
            undos: at.game.undos(),
            again: at.again.clone(),
            created: self.created,
            changed: self.changed,
            game: at.game.snapshot(),
            comments: at.comments.to_kept(),
        }
    }

    fn head(&self) -> HistoryEntry {
        let at = &self.at;
        let winners = at.game.ending().map(|ending| {
            let winners: Vec<u8> = ending.winners.iter().map(Seat::number).collect();
            json!(winners).to_string()
        });
        HistoryEntry {
            id: at.id.clone(),
            reference: at.reference.clone(),
            titles: at.texts.to_text(),
            state: at.state.word().to_owned(),
            why: at.why.clone(),
            winners,
            turn: at.game.turn(),
            created: self.created,
            changed: self.changed,
            names: at.seats.iter().map(|seat| seat.player.record_name()).collect(),
        }
    }

    /// The seats of persons: all of them are at this device.
    fn own(&self) -> Vec<Seat> {
        if self.at.state == GameState::Uploaded {
            return Vec::new();
        }
        let seats = (0..).map(Seat::new).zip(&self.at.seats);
        seats.filter(|(_, seat)| seat.player.is_human()).map(|(seat, _)| seat).collect()
    }

    /// Whether somebody reads it.
    pub(super) fn is_read(&self) -> bool {
        self.reader.is_some()
    }

    /// Who reads it.
    pub(super) fn reader(&self) -> Option<Reader> {
        self.reader
    }

    /// Whoever reads it goes on reading.
    pub(super) fn read_by(&mut self, reader: Option<Reader>) {
        self.reader = reader;
    }

    /// Whether a bot decides next at a table that somebody looks at.
    pub(super) fn bot_is_next(&self) -> bool {
        self.reader.is_some() && self.at.next_bot().is_some()
    }

    /// Makes messages for the reader, if there is one.
    fn say(
        &mut self,
        make: impl FnOnce(&SeatedGame, Addressee<'_>, Presence<'_>) -> Vec<Json>,
    ) -> Vec<Said> {
        let Some(reader) = self.reader else { return Vec::new() };
        let own = self.own();
        let to = Addressee { reader, mine: &own, is_host: self.at.state != GameState::Uploaded };
        let connected = |seat: Seat| usize::from(own.contains(&seat));
        let messages = make(&self.at, to, Presence { connected: &connected, ..Presence::NOBODY });
        let said = |message: Json| Said { id: self.at.id.clone(), text: message.to_string() };
        messages.into_iter().map(said).collect()
    }

    /// Where the same table was opened again.
    fn say_again(&self) -> Option<Said> {
        let text = json!({ "type": "again", "id": self.at.again.as_ref()? }).to_string();
        Some(Said { id: self.at.id.clone(), text })
    }

    /// Who sits where, if that has changed, and how the table stands.
    fn say_state(&mut self) -> Vec<Said> {
        let mut said = self.say_seats();
        said.extend(self.say(SeatedGame::state_messages));
        said
    }

    /// Who sits where, if that has changed.
    fn say_seats(&mut self) -> Vec<Said> {
        let Some(reader) = self.reader else { return Vec::new() };
        let mut now = String::new();
        let seats = self.say(|at, _, presence| {
            let seats = at.seat_list(reader.language, presence);
            let message = json!({ "type": "seats", "seats": seats });
            now = message.to_string();
            vec![message]
        });
        let is_new = now != self.seats_told;
        self.seats_told = now;
        if is_new { seats } else { Vec::new() }
    }

    fn say_notice(&mut self, key: TextKey, seat: Seat) -> Vec<Said> {
        self.say(|at, to, _| {
            let narrator = at.narrator(Reader { seat: None, ..to.reader });
            let words = to.reader.language.say(key, &[("who", narrator.name(seat))]);
            vec![json!({ "type": "notice", "words": words })]
        })
    }
}

impl Device {
    pub(super) fn game(&mut self, id: &str) -> Result<&mut DeviceGame, Refused> {
        self.games.get_mut(id).ok_or(Refused::NoGame)
    }

    /// Reads a game again, if what is kept is not what is known.
    pub(super) fn read_game(&mut self, id: &str, ask: &DeviceAsk) -> Result<(), NotAnswered> {
        let Some(kept) = &ask.kept else {
            self.games.remove(id);
            return Err(Refused::NoGame.into());
        };
        self.note(id);
        if self.games.get(id).is_some_and(|known| known.revision == kept.revision) {
            return Ok(());
        }
        let mut game = DeviceGame::kept(id, &kept.text, self)
            .map_err(|why| Refused::OtherVersion(why.to_string()))?;
        game.revision = kept.revision;
        // Whoever reads it goes on reading, and is told all of it.
        let before = self.games.insert(id.to_owned(), game);
        let Some(before) = before else { return Ok(()) };
        if before.reader.is_some() {
            self.enter(id, before.reader, None)?;
            let game = self.game(id)?;
            if game.at.again != before.at.again {
                let said = game.say_again();
                self.said.extend(said);
            }
        }
        Ok(())
    }

    /// A game has changed: it is kept.
    fn changed(&mut self, id: &str, time: i64) -> Result<(), Refused> {
        self.note(id);
        let game = self.game(id)?;
        game.changed = time;
        let text = serde_json::to_string(&game.text()).map_err(|_| Refused::Broken)?;
        game.revision += 1;
        let keep = Keep {
            kind: "game",
            id: id.to_owned(),
            revision: game.revision,
            head: Json::serialized(game.head()),
            text,
        };
        self.keep.push(keep);
        Ok(())
    }

    /// A game that is new.
    fn begin(&mut self, at: SeatedGame, time: i64) -> Result<Answered, NotAnswered> {
        let id = at.id.clone();
        let game = DeviceGame::new(at, time);
        let seat = |seat: Seat| json!({ "seat": seat, "token": format!("{id}-{seat}") });
        let seats = Json::List(game.own().into_iter().map(seat).collect());
        let number = game.at.moment();
        self.games.insert(id.clone(), game);
        self.changed(&id, time)?;
        Ok(Answered::json(&json!({ "id": id, "number": number.0, "host": id, "seats": seats })))
    }

    /// Opens a table.
    pub(super) fn open(
        &mut self,
        asked: &AskedTable,
        language: Language,
        now: &mut Now<'_>,
    ) -> Result<Answered, NotAnswered> {
        let rules = asked.rules();
        let variant = Arc::new(self.rules.variant(&rules)?);
        if asked.has_guests() {
            return Err(NotAnswered::bad("seats: friends elsewhere need a server"));
        }
        if asked.clock()?.is_some() {
            return Err(NotAnswered::bad("clock: at one device there is none"));
        }
        let said = |why: Refused| NotAnswered::from(why).said_in(language);
        let players = asked.players(&variant).map_err(said)?;
        let texts = TableTexts::new(variant.resolved());
        let seats: Vec<TableSeat> = players.into_iter().map(TableSeat::new).collect();
        let game = Game::from_variant(variant, seats.len() as u8, &now.seed())
            .map_err(|why| NotAnswered::bad(format!("seats: {why}")))?;
        let at = SeatedGame::new(now.name(), rules.reference(), texts, game, seats, None);
        self.begin(at, now.time)
    }

    /// Keeps the games of a record.
    pub(super) fn bring(&mut self, text: &str, now: &mut Now<'_>) -> Result<Answered, NotAnswered> {
        let games = SentGames::split(text)?;
        let brought: Vec<BroughtGame> = games
            .records()
            .iter()
            .map(|record| BroughtGame::new(record, self.rules.registry))
            .collect::<Result<_, _>>()?;
        let (mut first, count) = (None, brought.len());
        for BroughtGame { game, comments, texts, names, .. } in brought {
            let id = now.name();
            let dealt = game.dealt().ok_or_else(|| NotAnswered::bad("it has no deal"))?;
            let reference = game.variant().name().to_owned();
            let seats = names.iter().map(|name| TableSeat::recorded(name, false)).collect();
            let mut at = SeatedGame::new(id.clone(), reference, texts, dealt, seats, None);
            at.set_game(game);
            (at.state, at.comments) = (GameState::Uploaded, comments);
            self.games.insert(id.clone(), DeviceGame::new(at, now.time));
            self.changed(&id, now.time)?;
            first = first.or(Some(id));
        }
        Ok(Answered::json(&json!({ "id": first, "count": count })))
    }

    /// What is answered of a game that was read.
    pub(super) fn of_game(
        &mut self,
        id: &str,
        (method, rest): (&str, &[&str]),
        ask: &DeviceAsk,
        now: &mut Now<'_>,
    ) -> Result<Answered, NotAnswered> {
        let language = language(ask.lang.as_deref());
        match (method, rest) {
            ("GET", rest) => self.look_at_game(id, rest, language),
            (_, ["live"]) => self.live(id, &body(ask)?),
            (_, ["leave"]) => {
                self.game(id)?.reader = None;
                Ok(Answered::json(&json!({})))
            }
            // What another page has kept was read, and told, before.
            (_, ["touch"]) => Ok(Answered::json(&json!({}))),
            (_, ["choose"]) => self.choose(id, &body(ask)?, now),
            (_, ["undo"]) => self.undo(id, &body(ask)?, now),
            (_, ["comment"]) => self.comment(id, &body(ask)?),
            (_, ["consent"]) => self.consent(id, &body(ask)?, now),
            (_, ["seats"]) => self.change_seat(id, body(ask)?, language, now),
            (_, ["again"]) => self.again(id, now),
            (_, ["feedback"]) => self.rate(id, &body(ask)?, now),
            (_, ["go-on"]) => self.go_on_from(id, &body(ask)?, now),
            (_, ["review"]) => self.review(id, &body(ask)?, language),
            (_, ["what-if"]) => {
                let sent: SentWhatIf = body(ask)?;
                let of = ReviewedGame::new(&self.game(id)?.at, None, &[], language)?;
                Ok(Answered::json(&afterwards::what_if(&of, &sent)?))
            }
            (_, ["advice"]) => self.advice(id, &body(ask)?),
            (_, ["preview"]) => {
                let SentPreview { seat, number, tile, rotation } = body(ask)?;
                let game = self.game(id)?;
                game.at.check_open(seat.0, number)?;
                let patch = game.at.preview(seat.0, (tile, rotation), language)?;
                Ok(Answered::json(&json!({ "patch": patch })))
            }
            _ => Err(NotAnswered::Nothing("there is nothing here")),
        }
    }

    fn look_at_game(
        &mut self,
        id: &str,
        rest: &[&str],
        language: Language,
    ) -> Result<Answered, NotAnswered> {
        let game = self.game(id)?;
        let at = &game.at;
        Ok(match rest {
            [] => Answered::json(&game.head().listed(language)),
            ["replay"] => {
                Answered::json(&at.replay(Reader { language, pictures: true, ..ONLOOKER }))
            }
            ["described"] => {
                let own = game.own();
                let seat = if let [seat] = own[..] { Some(seat) } else { None };
                let reader = Reader { seat, language, pictures: false };
                let see = at.game.observe(seat);
                Answered::json(&telling::described(&see, &at.narrator(reader)))
            }
            ["record"] => {
                // Until the end a record has what its player has seen, as with a server.
                let record = match (at.decision(), &game.own()[..]) {
                    (None, _) => at.game.record(),
                    (Some(_), [seat]) => at.game.record_seen_by(*seat),
                    (Some(_), _) => return Err(Refused::Forbidden.into()),
                };
                let record = record.map_err(|why| NotAnswered::bad(why.to_string()))?;
                let record = at.comments.record_with(&record);
                Answered::file("application/jsonl", format!("tsuro-{id}.jsonl"), record)
            }
            ["tiles", name] => Answered::svg(pictures::special_tile(at, name, language)?),
            ["picture.svg"] => {
                if at.decision().is_some() {
                    return Err(NotAnswered::bad("pictures are of games that are over"));
                }
                let picture = pictures::board(&at.game, &at.letters(), language);
                let svg = picture.svg(at.texts.title(language));
                Answered::file("image/svg+xml", format!("tsuro-{id}.svg"), svg)
            }
            _ => return Err(NotAnswered::Nothing("there is nothing here")),
        })
    }

    /// Somebody begins to read a game.
    fn live(&mut self, id: &str, hello: &Hello) -> Result<Answered, NotAnswered> {
        let own = self.game(id)?.own();
        let seat = if let [seat] = own[..] { Some(seat) } else { None };
        let language = language(hello.lang.as_deref());
        let reader = Reader { seat, language, pictures: hello.pictures };
        self.enter(id, Some(reader), hello.number.zip(hello.undos))?;
        Ok(Answered::json(&json!({})))
    }

    fn enter(
        &mut self,
        id: &str,
        reader: Option<Reader>,
        since: Option<(usize, u32)>,
    ) -> Result<(), Refused> {
        let game = self.game(id)?;
        game.reader = reader;
        game.seats_told.clear();
        let mut is_known = false;
        let mut said = game.say(|at, to, presence| {
            let (messages, knows) = at.first_messages(to, presence, since);
            is_known = knows;
            messages
        });
        if is_known {
            said.extend(game.say_seats());
            said.extend(game.say_again());
        }
        self.said.extend(said);
        Ok(())
    }

    fn choose(
        &mut self,
        id: &str,
        sent: &SentChoice,
        now: &Now<'_>,
    ) -> Result<Answered, NotAnswered> {
        let game = self.game(id)?;
        game.at.check_open(sent.seat.0, sent.number)?;
        if game.at.next_bot().is_some() {
            return Err(Refused::Stale.into());
        }
        let choice = game.at.choice(sent.seat.0, sent.pick)?;
        self.take(id, (&choice, sent.ms), now.time)?;
        Ok(Answered::json(&json!({ "number": self.game(id)?.at.moment().0 })))
    }

    /// Plays a choice, and tells it. The choice comes with how long a person took for it, in
    /// milliseconds, if that is known.
    fn take(
        &mut self,
        id: &str,
        (choice, milliseconds): (&Choice, Option<u32>),
        time: i64,
    ) -> Result<(), Refused> {
        let game = self.game(id)?;
        let next =
            game.at.after(choice, milliseconds).map_err(|why| Refused::Illegal(why.to_string()))?;
        let before = game.at.go_to(next);
        let mut said = game.say(|at, to, _| vec![at.happened(before, to.reader)]);
        game.at.follow(before);
        said.extend(game.say_state());
        self.said.extend(said);
        self.changed(id, time)
    }

    /// A bot decides.
    pub(super) fn bot_decides(&mut self, id: &str, now: &mut Now<'_>) -> Result<(), Refused> {
        let game = self.game(id)?;
        let Some((seat, bot)) = game.at.next_bot() else { return Ok(()) };
        let see = game.at.game.observe(seat);
        let choice = bot.make().choose(&see, &mut game.at.game.bot_stream());
        match choice {
            Some(choice) => self.take(id, (&choice, None), now.time),
            None => self.end_by_fault(id, now.time),
        }
    }

    /// Ends a game in which the program failed. What was kept of it stays.
    pub(super) fn end_by_fault(&mut self, id: &str, time: i64) -> Result<(), Refused> {
        let game = self.game(id)?;
        game.at.fail();
        game.at.why = Some("a fault of the program".to_owned());
        let mut said = game.say(|_, to, _| {
            let words = to.reader.language.plain(TextKey::WebFault);
            vec![json!({ "type": "notice", "words": words })]
        });
        said.extend(game.say_state());
        self.said.extend(said);
        self.changed(id, time)
    }

    /// Checks that something can be taken back at this moment.
    fn check_back(&mut self, id: &str, number: QuestionNumber) -> Result<&mut DeviceGame, Refused> {
        let game = self.game(id)?;
        if number != game.at.moment() {
            return Err(Refused::Stale);
        }
        game.at.check_taking_back()?;
        Ok(game)
    }

    fn undo(
        &mut self,
        id: &str,
        sent: &SentMoment,
        now: &Now<'_>,
    ) -> Result<Answered, NotAnswered> {
        let game = self.check_back(id, sent.number)?;
        let back = game.at.taken_back(sent.seat.0).ok_or(Refused::from(NotTakenBack::Nothing))?;
        if back.concerns_others {
            if game.at.ask_back(sent.seat.0)? {
                let said = game.say(|at, to, _| vec![at.asked_back_message(to.reader)]);
                self.said.extend(said);
            }
            return Ok(wish(sent.number, &self.game(id)?.at.asked_of()));
        }
        self.take_back(id, back.game, now.time)
    }

    fn consent(
        &mut self,
        id: &str,
        sent: &SentConsent,
        now: &Now<'_>,
    ) -> Result<Answered, NotAnswered> {
        let game = self.check_back(id, sent.number)?;
        let agreed = game.at.agree(sent.seat.0, sent.agrees)?;
        if let Agreement::All(by) = agreed {
            let back = game.at.taken_back(by).ok_or(Refused::from(NotTakenBack::Nothing))?;
            return self.take_back(id, back.game, now.time);
        }
        let mut said = Vec::new();
        if matches!(agreed, Agreement::Refused) {
            said.extend(game.say_notice(TextKey::WebTakeBackRefused, sent.seat.0));
        }
        said.extend(game.say(|at, to, _| vec![at.asked_back_message(to.reader)]));
        let waits = game.at.asked_of();
        self.said.extend(said);
        Ok(wish(sent.number, &waits))
    }

    fn take_back(
        &mut self,
        id: &str,
        game_before: Game,
        time: i64,
    ) -> Result<Answered, NotAnswered> {
        let game = self.game(id)?;
        game.at.go_back_to(game_before);
        let mut said = game.say(|at, to, presence| vec![at.table_now(to, presence)]);
        said.extend(game.say_state());
        let number = game.at.moment();
        self.said.extend(said);
        self.changed(id, time)?;
        Ok(wish(number, &[]))
    }

    fn change_seat(
        &mut self,
        id: &str,
        sent: SentSeat,
        language: Language,
        now: &Now<'_>,
    ) -> Result<Answered, NotAnswered> {
        let seat = sent.seat.0;
        let change = sent.change()?;
        let game = self.game(id)?;
        if !game.own().contains(&seat) {
            return Err(NotAnswered::bad("seat: no person sits there"));
        }
        if game.at.decision().is_none() && !matches!(change, SeatChange::Name(_)) {
            return Err(NotAnswered::bad("this game is over"));
        }
        let was_away = game.at.seats[seat.index()].is_away;
        let (is_away, notice) = match change {
            SeatChange::Away => (true, Some(TextKey::WebBotTookOver)),
            SeatChange::Back => (false, Some(TextKey::WebPlaysAgain)),
            SeatChange::Name(name) => {
                let others = (0..).zip(&game.at.seats).filter(|(other, _)| *other != seat.index());
                let others: Vec<Player> = others.map(|(_, seat)| seat.player.clone()).collect();
                let player = named(&name, &others);
                let player = player.map_err(|why| NotAnswered::from(why).said_in(language))?;
                game.at.seats[seat.index()].player = player;
                let names: Vec<String> =
                    game.at.seats.iter().map(|seat| seat.player.record_name()).collect();
                game.at.game.name_players(&names);
                (was_away, None)
            }
        };
        game.at.seats[seat.index()].is_away = is_away;
        let mut said = Vec::new();
        if was_away != is_away {
            said.extend(notice.map(|key| game.say_notice(key, seat)).into_iter().flatten());
        }
        said.extend(game.say_state());
        self.said.extend(said);
        self.changed(id, now.time)?;
        Ok(Answered::json(&json!({})))
    }

    /// A person says what it thinks of a game that is over.
    fn rate(
        &mut self,
        id: &str,
        sent: &SentFeedback,
        now: &Now<'_>,
    ) -> Result<Answered, NotAnswered> {
        let game = self.game(id)?;
        let seat = sent.seat.0;
        let rated = game.at.rated(seat, Feedback::read(&sent.feedback))?;
        game.at.keep_rated(seat, rated);
        self.changed(id, now.time)?;
        Ok(Answered::json(&json!({})))
    }

    /// Opens the same table again.
    fn again(&mut self, id: &str, now: &mut Now<'_>) -> Result<Answered, NotAnswered> {
        let game = self.game(id)?;
        if game.at.decision().is_some() {
            return Err(NotAnswered::bad("this game goes on"));
        }
        if game.own().is_empty() && game.at.state == GameState::Uploaded {
            return Err(Refused::Forbidden.into());
        }
        if let Some(again) = &game.at.again {
            return Ok(Answered::json(&json!({ "id": again })));
        }
        let seats: Vec<TableSeat> =
            game.at.seats.iter().map(|seat| TableSeat::new(seat.player.clone())).collect();
        let variant = Arc::clone(game.at.game.variant());
        let next = Game::from_variant(variant, seats.len() as u8, &now.seed())
            .map_err(|why| NotAnswered::bad(why.to_string()))?;
        let (reference, texts) = (game.at.reference.clone(), game.at.texts.clone());
        let new = now.name();
        let at = SeatedGame::new(new.clone(), reference, texts, next, seats, None);
        game.at.again = Some(new.clone());
        self.changed(id, now.time)?;
        self.begin(at, now.time)?;
        Ok(Answered::json(&json!({ "id": new })))
    }

    /// Opens a table at which a game that is over goes on from a decision.
    fn go_on_from(
        &mut self,
        id: &str,
        sent: &SentGoOn,
        now: &mut Now<'_>,
    ) -> Result<Answered, NotAnswered> {
        let game = self.game(id)?;
        let (seat, mark) = (sent.seat.0, sent.mark);
        let ended = over(&game.at)?;
        if seat.number() >= ended.seats() {
            return Err(NotAnswered::bad("seat: there is no such seat"));
        }
        let at_mark = ended.at_mark(mark).filter(|game| game.decision().is_some());
        let found = at_mark.and_then(|game| Some((game.dealt()?, game)));
        let none = || NotAnswered::bad(format!("mark: no decision comes after {mark} events"));
        let (dealt, from) = found.ok_or_else(none)?;
        let players: Vec<Player> = game.at.seats.iter().map(|seat| seat.player.clone()).collect();
        let seats = to_go_on(&players, seat, is_all_human(from.variant()))?;
        let (reference, texts) = (game.at.reference.clone(), game.at.texts.clone());
        let mut at = SeatedGame::new(now.name(), reference, texts, dealt, seats, None);
        at.begin_at(from).map_err(|why| NotAnswered::bad(why.to_string()))?;
        self.begin(at, now.time)
    }

    /// Searches on in a game that is over, and tells what the search has come to.
    fn review(
        &mut self,
        id: &str,
        sent: &SentReview,
        language: Language,
    ) -> Result<Answered, NotAnswered> {
        let game = self.game(id)?;
        let own = game.own();
        let seat = sent.seat.map(|seat| seat.0);
        let reviewed = ReviewedGame::new(&game.at, seat, &own, language)?;
        let key = format!("{id} {} {}", reviewed.moment.0, reviewed.seat);
        let known = self.reviews.iter().position(|known| known.key == key);
        let mut kept = if let Some(at) = known {
            self.reviews.remove(at)
        } else {
            let review = new_review(&reviewed.game, reviewed.seat)
                .map_err(|why| NotAnswered::bad(why.to_string()))?;
            KeptReview { key, review }
        };
        // Nobody breaks a slice off.
        let stop = AtomicBool::new(false);
        search_on(&mut kept.review, reviewed.game.variant().resolved().is_scripted(), &stop);
        let told = reviewing::told(&kept.review, &reviewed, sent.known);
        self.reviews.truncate(REVIEWS - 1);
        self.reviews.insert(0, kept);
        Ok(Answered::json(&told))
    }

    /// Writes at a turn of a game that is over: for a person of it, or as a note.
    fn comment(&mut self, id: &str, sent: &SentComment) -> Result<Answered, NotAnswered> {
        let game = self.game(id)?;
        let own = game.own();
        if sent.seat.is_some_and(|seat| !own.contains(&seat.0)) {
            return Err(Refused::Forbidden.into());
        }
        game.at.comments = afterwards::commented(&game.at, sent)?;
        let time = game.changed; // of the game itself, which stays where lists have it
        self.changed(id, time)?;
        Ok(Answered::json(&json!({})))
    }

    fn advice(&mut self, id: &str, sent: &SentMoment) -> Result<Answered, NotAnswered> {
        let game = self.game(id)?;
        game.at.check_open(sent.seat.0, sent.number)?;
        let advice = match &game.advised {
            Some((at, advice)) if *at == sent.number => advice.clone(),
            _ => advice::shares(&game.at.game, sent.seat.0, &AtomicBool::new(false)),
        };
        game.advised = Some((sent.number, advice.clone()));
        Ok(Answered::json(&advice::told(&advice)))
    }
}
