//! Tables at which people gather before a game begins. Each change is stored before anyone is told
//! of it.

mod draw;
mod kept;
mod word;

pub(super) use self::draw::ROUND;
use self::draw::{Draw, Drawn, used};
use super::store::{Orders, now};
use super::token::{Token, TokenHash, game_id};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tsuro::game::Seat;
use tsuro::json::{Json, json};
use tsuro::ruleset::Variant;
use tsuro_faces::Player;
use tsuro_faces::words::Language;
use tsuro_pages::refused::Refused;
use tsuro_pages::requests::{SentArrangement, SentLot, SentPlace};
use tsuro_pages::table::{TableTexts, TalkRules, TimeLimit, bot, named};

/// Tables at once; a word is one of 2,280.
const MOST: usize = 200;
/// Tables that one address has opened, at once.
const MOST_EACH: usize = 20;
/// A table for which nobody asks so long is not shown, and makes room for others.
const LEFT: Duration = Duration::from_secs(10 * 60);
/// A person whose page has not asked so long is shown as away.
const AWAY: Duration = Duration::from_secs(45);
/// How long an answer waits for a change.
const PATIENCE: Duration = Duration::from_secs(20);

/// A table at which people gather.
pub(super) struct Gathering {
    pub id: String,
    word: String,
    host: TokenHash,
    pub variant: Arc<Variant>,
    pub texts: TableTexts,
    pub reference: String,
    pub clock: Option<TimeLimit>,
    pub talk: TalkRules,
    /// The evening whose deals are played here, if it is another table's.
    pub evening: Option<String>,
    arranged: Mutex<Arranged>,
    /// Held while a change is stored. Those who only look on do not wait for the disk.
    changing: Mutex<()>,
    orders: Option<Orders>,
    /// Who has opened it; `None`: not known since a restart.
    opener: Option<IpAddr>,
    /// The number of changes, for those who wait for one.
    changes: watch::Sender<u64>,
}

/// Who sits where, and what has become of the table.
struct Arranged {
    places: Vec<Place>,
    used: Instant,
    begun: Begun,
    /// `None`: whoever runs the server has chosen the luck.
    draw: Option<Draw>,
}

/// Whether the game has begun.
#[derive(Clone, PartialEq, Eq)]
enum Begun {
    No,
    /// Its luck is drawn, and it is opened: nothing may change.
    Opening,
    /// As the game with this id.
    As(String),
}

/// A seat before the game; without a player it is free.
#[derive(Default, Clone)]
struct Place {
    player: Option<Player>,
    /// Of a person.
    token: Option<TokenHash>,
    /// When the person's page last asked.
    seen: Option<Instant>,
    /// To which number the person is bound.
    lot: Option<String>,
}

/// The players of a table whose game begins, and their tokens.
pub(super) struct Gathered {
    pub players: Vec<Player>,
    pub tokens: Vec<Option<TokenHash>>,
    pub host: TokenHash,
}

/// What a table is opened with.
pub(super) struct NewGathering {
    pub variant: Arc<Variant>,
    pub texts: TableTexts,
    pub reference: String,
    pub clock: Option<TimeLimit>,
    pub talk: TalkRules,
    /// By seat; `None`: free.
    pub players: Vec<Option<Player>>,
    /// To which the server is bound, unless the luck was chosen.
    pub secret: Option<String>,
    /// The evening whose deals are played there, if it is another table's.
    pub evening: Option<String>,
}

/// A table that has been opened, with the tokens of the host and of the persons at the host's
/// device.
pub(super) struct OpenedGathering {
    pub table: Arc<Gathering>,
    pub host: Token,
    pub seats: Vec<(Seat, Token)>,
}

/// A table as a browser is told of it that has tokens.
pub(super) enum OwnTable {
    /// Its game has not begun: an entry as of the history.
    Waits(Json),
    /// Its game has this id.
    Begun(String),
    /// The tokens are of no seat there.
    Foreign,
}

/// All tables at which people gather.
#[derive(Default)]
pub(super) struct Gatherings {
    tables: Mutex<HashMap<String, Arc<Gathering>>>,
    /// Where they are stored; `None`: nowhere.
    orders: Option<Orders>,
}

impl Gatherings {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Arc<Gathering>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a table.
    ///
    /// # Errors
    /// There are too many.
    pub(super) fn open(
        &self,
        new: NewGathering,
        from: IpAddr,
        now: Instant,
    ) -> Result<OpenedGathering, Refused> {
        let mut all = self.all();
        let gone = make_room(&mut all, from, now)?;
        let is_new = |word: &String| all.values().all(|table| table.word != *word);
        let word = std::iter::repeat_with(word::random_word).find(is_new).unwrap_or_default();
        let (host, mut tokens) = (Token::random(), Vec::new());
        let place = |(seat, player): (u8, Option<Player>)| {
            let token = player.as_ref().filter(|player| player.is_human()).map(|_| Token::random());
            let hash = token.as_ref().map(Token::hash);
            tokens.extend(token.map(|token| (Seat::new(seat), token)));
            Place { player, token: hash, seen: hash.map(|_| now), lot: None }
        };
        let table = Arc::new(Gathering {
            id: game_id(),
            word,
            host: host.hash(),
            variant: new.variant,
            texts: new.texts,
            reference: new.reference,
            clock: new.clock,
            talk: new.talk,
            evening: new.evening,
            arranged: Mutex::new(Arranged {
                places: (0..).zip(new.players).map(place).collect(),
                used: now,
                begun: Begun::No,
                draw: new.secret.map(Draw::new),
            }),
            changing: Mutex::default(),
            orders: self.orders.clone(),
            opener: Some(from),
            changes: watch::Sender::new(1),
        });
        all.insert(table.id.clone(), Arc::clone(&table));
        drop(all);
        if let Err(why) = self.store_new(&table, gone) {
            self.all().remove(&table.id);
            return Err(why);
        }
        Ok(OpenedGathering { table, host, seats: tokens })
    }

    /// The table with an id.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn get(&self, id: &str) -> Result<Arc<Gathering>, Refused> {
        self.all().get(id).map(Arc::clone).ok_or(Refused::NoGame)
    }

    /// The table with a word.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn find(&self, word: &str, now: Instant) -> Result<Arc<Gathering>, Refused> {
        let (word, all) = (word::typed(word), self.all());
        let mut found = all.values().filter(|table| table.word == word && !table.is_left(now));
        found.next().map(Arc::clone).ok_or(Refused::NoGame)
    }

    /// The tables that wait for players, for people at the same server.
    pub(super) fn lobby(&self, language: Language, now: Instant) -> Json {
        let all = self.all();
        let waiting = all.values().filter_map(|table| table.entry(language, now));
        let mut waiting: Vec<(String, Json)> = waiting.collect();
        waiting.sort_by(|one, other| one.0.cmp(&other.0));
        Json::List(waiting.into_iter().map(|(_, entry)| entry).collect())
    }
}

impl Gathering {
    fn arranged(&self) -> MutexGuard<'_, Arranged> {
        self.arranged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn changing(&self) -> MutexGuard<'_, ()> {
        self.changing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_left(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.arranged().used) > LEFT
    }

    fn entry(&self, language: Language, now: Instant) -> Option<(String, Json)> {
        if self.is_left(now) {
            return None;
        }
        let arranged = self.arranged();
        let free = arranged.places.iter().filter(|place| place.player.is_none()).count();
        (arranged.begun == Begun::No && free > 0).then(|| {
            let entry = json!({
                "id": self.id, "title": self.texts.title(language), "free": free,
                "seats": arranged.places.len(),
            });
            (self.id.clone(), entry)
        })
    }

    /// The arrangement, to be changed; whoever waits for a change is told afterwards.
    fn change<T>(
        &self,
        change: impl FnOnce(&mut Vec<Place>) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let _changing = self.changing();
        let mut places = {
            let arranged = self.arranged();
            if arranged.begun != Begun::No {
                return Err(Refused::Stale);
            }
            arranged.places.clone()
        };
        let done = change(&mut places)?;
        self.store(&places)?;
        self.arranged().places = places;
        self.tell();
        Ok(done)
    }

    fn tell(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Waits until there have been other than `known` changes, for a while.
    pub(super) async fn wait(&self, known: Option<u64>) {
        let mut changes = self.changes.subscribe();
        let is_new = changes.wait_for(|changes| Some(*changes) != known);
        // If nothing changes, the client is told the same again.
        let _ = tokio::time::timeout(PATIENCE, is_new).await;
    }

    /// The table, for a client with a token.
    pub(super) fn told(&self, token: Option<TokenHash>, language: Language, now: Instant) -> Json {
        let changes = *self.changes.borrow();
        let mut arranged = self.arranged();
        arranged.used = now;
        let (mut mine, mut lots) = (Vec::new(), Vec::new());
        for (seat, place) in (0..).zip(&mut arranged.places) {
            if place.is_of(token.as_ref()) {
                place.seen = Some(now);
                mine.push(Seat::new(seat));
                lots.push(place.lot.clone());
            }
        }
        let seats =
            (0..).zip(&arranged.places).map(|(seat, place)| place.told(seat, language, now));
        let game = if let Begun::As(game) = &arranged.begun { Some(game.as_str()) } else { None };
        json!({
            "changes": changes,
            "id": self.id,
            "word": self.word,
            "title": self.texts.title(language),
            "summary": self.texts.summary(language),
            "rules": self.reference,
            "clock": self.clock.map(|clock| clock.each),
            "reserve": self.clock.map(|clock| clock.reserve),
            "seats": Json::list(seats),
            "mine": mine,
            "lots": lots,
            "host": self.is_host(token.as_ref()),
            "drawing": arranged.begun == Begun::Opening,
            "luck": arranged.draw.as_ref().map(Draw::told),
            "game": game,
            "evening": self.evening,
        })
    }

    /// The table, for a browser with these tokens.
    pub(super) fn own(
        &self,
        tokens: &[TokenHash],
        host: Option<&TokenHash>,
        language: Language,
    ) -> OwnTable {
        let arranged = self.arranged();
        if let Begun::As(game) = &arranged.begun {
            return OwnTable::Begun(game.clone());
        }
        let is_own = |place: &Place| tokens.iter().any(|token| place.is_of(Some(token)));
        if !self.is_host(host) && !arranged.places.iter().any(is_own) {
            return OwnTable::Foreign;
        }
        let names = arranged.places.iter().filter_map(|place| place.named(language).1);
        OwnTable::Waits(json!({
            "id": self.id,
            "title": self.texts.title(language),
            "rules": self.reference,
            "state": "gathering",
            "names": names.collect::<Vec<_>>(),
            "waits": false,
            "left": Json::NULL,
            "who": Json::NULL,
            "changed": now(),
        }))
    }

    fn is_host(&self, token: Option<&TokenHash>) -> bool {
        token.is_some_and(|token| token.is_same(&self.host))
    }

    /// A person sits down; the token of the seat.
    ///
    /// # Errors
    /// The seat is taken, the name cannot be used, or the game has begun.
    pub(super) fn sit(&self, sent: &SentPlace, now: Instant) -> Result<Token, Refused> {
        self.change(|places| {
            let seat = sent.seat.0.index();
            let others: Vec<Player> =
                places.iter().filter_map(|place| place.player.clone()).collect();
            let place = places.get_mut(seat).ok_or_else(no_seat)?;
            if place.player.is_some() {
                return Err(Refused::Stale);
            }
            let player = named(&sent.name, &others)?;
            let token = Token::random();
            *place = Place {
                player: Some(player),
                token: Some(token.hash()),
                seen: Some(now),
                lot: None,
            };
            Ok(token)
        })
    }

    /// The host changes who sits where, or a person leaves.
    ///
    /// # Errors
    /// It is not for this client, or the game has begun.
    pub(super) fn arrange(&self, token: &TokenHash, sent: &SentArrangement) -> Result<(), Refused> {
        let is_host = self.is_host(Some(token));
        self.change(|places| {
            let seat = sent.seat.0.index();
            let place = places.get_mut(seat).ok_or_else(no_seat)?;
            let is_own = place.is_of(Some(token));
            if !is_host && (!is_own || !sent.leaves()) {
                return Err(Refused::Forbidden);
            }
            match (&sent.level, sent.to) {
                (None, None) => *place = Place::default(),
                (Some(level), None) => {
                    *place = Place { player: Some(bot(level)?), ..Place::default() };
                }
                (None, Some(to)) if to.0.index() < places.len() => places.swap(seat, to.0.index()),
                _ => return Err(no_seat()),
            }
            Ok(())
        })
    }

    /// The players of the game that the host begins, with bots of a level at the free seats. Until
    /// [`begun`](Self::begun) is called nothing changes. The luck is to be [drawn](Self::drawn).
    ///
    /// # Errors
    /// The client is not the host, a seat is free, or the game has begun.
    pub(super) fn begin(
        &self,
        token: &TokenHash,
        level: Option<&str>,
        now: Instant,
    ) -> Result<Gathered, Refused> {
        if !self.is_host(Some(token)) {
            return Err(Refused::Forbidden);
        }
        let fill = level.map(bot).transpose()?;
        let _changing = self.changing();
        let mut arranged = self.arranged();
        if arranged.begun != Begun::No {
            return Err(Refused::Stale);
        }
        let players = arranged.places.iter().map(|place| place.player.clone().or(fill.clone()));
        let players: Option<Vec<Player>> = players.collect();
        let players = players.ok_or_else(|| Refused::Bad("seats: one is free".to_owned()))?;
        let tokens = arranged.places.iter().map(|place| place.token).collect();
        arranged.begun = Begun::Opening;
        arranged.begin_draw(now);
        Ok(Gathered { players, tokens, host: self.host })
    }

    /// A person is bound to a number, or shows the one to which they were bound.
    ///
    /// # Errors
    /// The token is not that of a seat, it is not the time for that, or it does not fit.
    pub(super) fn lot(&self, token: &TokenHash, sent: &SentLot) -> Result<(), Refused> {
        let seat_of = |places: &[Place]| {
            let seat = places.iter().position(|place| place.is_of(Some(token)));
            seat.ok_or(Refused::Forbidden)
        };
        if sent.number.is_none() {
            return self.change(|places| {
                let seat = seat_of(places)?;
                self.draw(|draw| draw.check(&sent.commitment)).ok_or(Refused::Stale)??;
                if places.iter().any(|place| place.lot.as_ref() == Some(&sent.commitment)) {
                    return Err(used());
                }
                places[seat].lot = Some(sent.commitment.clone());
                Ok(())
            });
        }
        let mut arranged = self.arranged();
        let seat = Seat::new(seat_of(&arranged.places)? as u8);
        let Arranged { begun: Begun::Opening, draw: Some(draw), .. } = &mut *arranged else {
            return Err(Refused::Stale);
        };
        draw.show(seat, sent)?;
        drop(arranged);
        self.tell();
        Ok(())
    }

    /// Draws the luck of the game that begins: its seed, or `None` if whoever runs the server has
    /// chosen the luck. In each round pages have so long to show their numbers.
    ///
    /// # Errors
    /// There are too many numbers.
    pub(super) async fn drawn(&self, round: Duration) -> Result<Option<String>, Refused> {
        loop {
            self.tell();
            let mut changes = self.changes.subscribe();
            let is_complete = |_: &u64| self.draw(|draw| draw.is_complete()).unwrap_or(true);
            let _ = tokio::time::timeout(round, changes.wait_for(is_complete)).await;
            match self.draw(Draw::close).transpose()? {
                None => return Ok(None),
                Some(Drawn::Seed(seed)) => return Ok(Some(seed)),
                Some(Drawn::Again) => {}
            }
        }
    }

    fn draw<T>(&self, act: impl FnOnce(&mut Draw) -> T) -> Option<T> {
        self.arranged().draw.as_mut().map(act)
    }

    /// The game has begun; `None`: it could not be opened.
    pub(super) fn begun(&self, game: Option<&str>) {
        self.arranged().begun = game.map_or(Begun::No, |game| Begun::As(game.to_owned()));
        self.tell();
    }
}

impl Arranged {
    /// Begins a draw of the persons who are bound to a number. Other persons are left out at once:
    /// nobody has to wait for those who have left the table.
    fn begin_draw(&mut self, now: Instant) {
        let Some(draw) = &mut self.draw else { return };
        let (mut bound, mut away) = (Vec::new(), Vec::new());
        for (seat, place) in (0..).map(Seat::new).zip(&mut self.places) {
            match place.lot.take() {
                Some(lot) if !place.is_away(now) => bound.push((seat, lot)),
                None if place.token.is_none() => {}
                _ => away.push(seat),
            }
        }
        draw.begin(bound, away);
    }
}

/// Makes room for a table that an address opens: the ids of the tables that go. Those whose games
/// have begun go first, then those for which nobody has asked for the longest time.
///
/// # Errors
/// People are at too many tables.
fn make_room(
    all: &mut HashMap<String, Arc<Gathering>>,
    from: IpAddr,
    now: Instant,
) -> Result<Vec<String>, Refused> {
    let mut gone = Vec::new();
    loop {
        let of_address = |table: &Gathering| table.opener == Some(from);
        let is_own = all.values().filter(|table| of_address(table)).count() >= MOST_EACH;
        if !is_own && all.len() < MOST {
            return Ok(gone);
        }
        let left =
            all.values().filter(|table| table.is_left(now) && (!is_own || of_address(table)));
        let first = left.min_by_key(|table| {
            let arranged = table.arranged();
            (arranged.begun == Begun::No, arranged.used)
        });
        let first = first.ok_or(Refused::Busy)?.id.clone();
        all.remove(&first);
        gone.push(first);
    }
}

fn no_seat() -> Refused {
    Refused::Bad("seat: there is no such seat".to_owned())
}

impl Place {
    fn is_of(&self, token: Option<&TokenHash>) -> bool {
        matches!((self.token, token), (Some(own), Some(token)) if own.is_same(token))
    }

    fn is_away(&self, now: Instant) -> bool {
        self.seen.is_some_and(|seen| now.saturating_duration_since(seen) > AWAY)
    }

    /// Who is there: a word, and a name.
    fn named(&self, language: Language) -> (&'static str, Option<String>) {
        match &self.player {
            None => ("open", None),
            Some(player) if player.is_human() => ("person", player.name()),
            Some(player) => ("bot", Some(player.kind(language))),
        }
    }

    fn told(&self, seat: u8, language: Language, now: Instant) -> Json {
        let (kind, name) = self.named(language);
        let (is_away, is_bound) = (self.is_away(now), self.lot.is_some());
        json!({ "seat": seat, "kind": kind, "name": name, "away": is_away, "bound": is_bound })
    }
}

#[cfg(test)]
mod tests;
