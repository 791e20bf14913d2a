//! All games of a server: opened, found, gone on with, and stored before any client sees what
//! happened.

mod apart;
mod beside;
mod calls;
#[cfg(test)]
mod clock_tests;
mod comments;
mod evening;
#[cfg(test)]
mod evening_tests;
mod idle;
mod memory;
pub(super) mod opening;
mod own_games;
mod pictures;
pub(super) mod review;
mod scripted;
pub(super) mod seats;
mod sweep;
pub(super) mod take_back;
#[cfg(test)]
mod tests;
mod thinking;
pub(super) mod upload;

use self::apart::apart;
use self::pictures::Pictures;
use self::review::Reviews;
use super::age::AgeClock;
use super::gathering::Gatherings;
use super::guard::Connections;
use super::hook::Caller;
use super::luck::GameLuck;
use super::ran::RanTime;
use super::store::{GameState, Store, StoreError, Write, now};
use super::table::Table;
use super::tasks::{Waiting, blocking, unbroken};
use super::token::TokenHash;
use super::turns::Turns;
use std::collections::HashMap;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedMutexGuard, RwLock};
use tsuro::bots::BotSpec;
use tsuro::game::{Choice, Seat};
use tsuro::ruleset::{Resolved, Variant};
use tsuro_faces::words::TextKey;
use tsuro_pages::history::{HistoryEntry, HistoryFilter};
use tsuro_pages::refused::Refused;
use tsuro_pages::rules::PageRules;
use tsuro_pages::table::{QuestionNumber, STAND_IN};

/// How long a search, or records that are brought, wait for others.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// How long a bot waits where the disk is full.
const FULL: Duration = Duration::from_secs(2);
/// Games without persons that one address may have go on at once.
const IDLE_EACH: usize = 4;
/// Pieces of advice, or pictures, or searches, or records that are brought, for which one address
/// may wait.
const EXTRAS_EACH: usize = 64;

/// The limits of a server.
#[derive(Debug, Clone)]
pub(super) struct Limits {
    /// Live connections, in all.
    pub connections: usize,
    /// Live connections from one address.
    pub connections_each: usize,
    /// The size of the database, in bytes.
    pub disk: u64,
    /// Seconds after which a game that is not continued expires.
    pub expiry: i64,
    /// Seconds after which what has ended is removed.
    pub keep: i64,
    /// Games in memory at once, besides games with connected clients.
    pub in_memory: usize,
}

/// A game that one request at a time can change.
pub(super) type Room = tokio::sync::Mutex<Table>;

/// All games.
pub(super) struct Hall {
    pub store: Store,
    pub rules: PageRules,
    pub limits: Limits,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// Rules that were compiled, by their hash.
    variants: Mutex<HashMap<String, Arc<Variant>>>,
    /// Bots that may think at once.
    thinkers: Arc<Turns>,
    /// Bots that may think at once where rules are scripts.
    scripted_thinkers: Arc<Turns>,
    /// What is done with games whose rules are scripts.
    scripted: Arc<Turns>,
    /// Advice, pictures and reviews of games, one at a time: bots do not wait for them.
    extras: Arc<Turns>,
    /// Boards of rule sets, for which no client waits long.
    boards: Arc<Turns>,
    pictures: Arc<Pictures>,
    reviews: Arc<Reviews>,
    /// Games without persons that go on, of each address.
    idle: Arc<Connections>,
    /// By what time games expire.
    age: tokio::sync::Mutex<AgeClock>,
    /// Held for reading while a game is loaded, and for writing while games expire: no game is
    /// loaded then.
    loads: RwLock<()>,
    /// Records that are brought, one after another.
    uploads: Arc<Turns>,
    /// Searches in the history, one after another.
    searches: Arc<Turns>,
    watchers: AtomicU64,
    /// By what time clocks of decisions run.
    ran: RanTime,
    /// Tells the server's owner whose turn it is, where that is wanted.
    pub caller: OnceLock<Caller>,
    pub luck: GameLuck,
    pub gatherings: Gatherings,
    /// Held while tables of an evening are given the same deal.
    dealing: tokio::sync::Mutex<()>,
}

impl Hall {
    /// A hall over a database.
    pub(super) fn new(
        store: Store,
        rules: PageRules,
        limits: Limits,
        seed: Option<String>,
    ) -> Arc<Self> {
        let luck = GameLuck::new(seed, store.last_number().unwrap_or_default());
        // One core stays free for the players.
        let thinkers = std::thread::available_parallelism()
            .map_or(1, |cores| cores.get().saturating_sub(1).max(1));
        // If the database cannot be read, no game is found that could expire.
        let newest = store.newest().ok().flatten();
        let orders = store.orders();
        let ran = RanTime::new(store.ran().unwrap_or_default(), Instant::now());
        let hall = Arc::new(Self {
            age: tokio::sync::Mutex::new(AgeClock::new(
                newest,
                now(),
                Instant::now(),
                limits.expiry.min(limits.keep),
            )),
            store,
            rules,
            limits,
            rooms: Mutex::default(),
            variants: Mutex::default(),
            thinkers: Turns::new(thinkers, usize::MAX),
            scripted_thinkers: Turns::new(1, usize::MAX),
            scripted: Turns::new(1, usize::MAX),
            extras: Turns::new(1, EXTRAS_EACH),
            boards: Turns::new(2, EXTRAS_EACH),
            pictures: Arc::default(),
            reviews: Arc::default(),
            idle: Arc::default(),
            loads: RwLock::default(),
            uploads: Turns::new(1, EXTRAS_EACH),
            searches: Turns::new(1, EXTRAS_EACH),
            watchers: AtomicU64::new(0),
            ran,
            caller: OnceLock::new(),
            luck,
            gatherings: Gatherings::new(orders),
            dealing: tokio::sync::Mutex::default(),
        });
        hall.restore_tables();
        hall
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number for a new connection.
    pub(super) fn next_watcher(&self) -> u64 {
        self.watchers.fetch_add(1, Ordering::Relaxed)
    }

    /// The same rules under the same name are compiled once. Without a name they are the rules of a
    /// stored game.
    fn shared(&self, variant: Variant, name: &str) -> Arc<Variant> {
        let mut variants = self.variants.lock().unwrap_or_else(PoisonError::into_inner);
        // Rules that no game uses any more go.
        if variants.len() > 200 {
            variants.retain(|_, variant| Arc::strong_count(variant) > 1);
        }
        Arc::clone(variants.entry(key(variant.hash(), name)).or_insert_with(|| Arc::new(variant)))
    }

    /// A game, locked, from memory or from the database.
    ///
    /// # Errors
    /// There is no such game, or it cannot be read.
    pub(super) async fn lock(
        self: &Arc<Self>,
        id: &str,
    ) -> Result<(Arc<Room>, OwnedMutexGuard<Table>), Refused> {
        self.locked(id, None).await
    }

    /// A game, locked for a client at an address that has these tokens.
    ///
    /// # Errors
    /// As [`Hall::lock`].
    pub(super) async fn lock_for(
        self: &Arc<Self>,
        id: &str,
        from: IpAddr,
        tokens: &[TokenHash],
    ) -> Result<(Arc<Room>, OwnedMutexGuard<Table>), Refused> {
        let (room, mut table) = self.locked(id, Some((from, tokens))).await?;
        table.note_client(from, tokens);
        self.count_idle(&mut table);
        Ok((room, table))
    }

    async fn locked(
        self: &Arc<Self>,
        id: &str,
        client: Option<(IpAddr, &[TokenHash])>,
    ) -> Result<(Arc<Room>, OwnedMutexGuard<Table>), Refused> {
        loop {
            let room = self.room(id, client).await?;
            let table = Arc::clone(&room).lock_owned().await;
            // It may have left the memory before it was locked.
            if !table.is_gone {
                return Ok((room, table));
            }
        }
    }

    async fn room(
        self: &Arc<Self>,
        id: &str,
        client: Option<(IpAddr, &[TokenHash])>,
    ) -> Result<Arc<Room>, Refused> {
        if let Some(room) = self.rooms().get(id) {
            return Ok(Arc::clone(room));
        }
        let loads = self.loads.read().await;
        let hall = Arc::clone(self);
        let name = id.to_owned();
        let mut table = match blocking(move || hall.load(&name)).await {
            Ok(table) => table?,
            Err(why) => {
                self.store_break(id).await;
                return Err(why);
            }
        };
        if let Some((from, tokens)) = client {
            table.note_client(from, tokens);
        }
        let room = Arc::new(Room::new(table));
        // Another request may have been faster.
        let room = Arc::clone(self.rooms().entry(id.to_owned()).or_insert(room));
        drop(loads);
        self.bound_memory(id);
        let (hall, opened) = (Arc::clone(self), Arc::clone(&room));
        let _ =
            unbroken(async move { drop(hall.ask_next(&opened, &mut *opened.lock().await).await) })
                .await;
        Ok(room)
    }

    /// Rules that were stored, compiled.
    fn compiled(&self, hash: &str, rules: &str) -> Result<Arc<Variant>, Refused> {
        let registry = self.rules.registry;
        let known = self
            .variants
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&key(hash, ""))
            .map(Arc::clone);
        let compile = || {
            let rules = serde_json::from_str(rules).map_err(|_| Refused::Broken)?;
            let resolved = Resolved::from_json(&rules, registry).map_err(|_| Refused::Broken)?;
            Ok(self.shared(Variant::new(resolved, registry).map_err(|_| Refused::Broken)?, ""))
        };
        known.map_or_else(compile, Ok)
    }

    fn load(&self, id: &str) -> Result<Table, Refused> {
        let (stored, steps) = self.store.game(id)?.ok_or(Refused::NoGame)?;
        let registry = self.rules.registry;
        if stored.state == GameState::Uploaded {
            return Table::uploaded(&stored, registry).map_err(|_| Refused::Broken);
        }
        let variant = self.compiled(&stored.rules_hash, &stored.rules)?;
        Table::stored(stored, &steps, variant, registry).map_err(|_| Refused::Broken)
    }

    /// A game, locked.
    ///
    /// # Errors
    /// As [`Hall::lock`].
    pub(super) async fn with<T>(
        self: &Arc<Self>,
        id: &str,
        act: impl FnOnce(&mut Table) -> T,
    ) -> Result<T, Refused> {
        let (_, mut table) = self.lock(id).await?;
        self.guarded(&mut table, act).await
    }

    /// Makes the choice of a person.
    ///
    /// # Errors
    /// Why nothing was chosen.
    pub(super) async fn choose(
        self: &Arc<Self>,
        id: &str,
        token: TokenHash,
        seat: Seat,
        number: QuestionNumber,
        (pick, time): (usize, Option<u32>),
        from: IpAddr,
    ) -> Result<QuestionNumber, Refused> {
        let (room, mut table) = self.lock_for(id, from, &[token]).await?;
        table.check_token(seat, &token)?;
        table.check_open(seat, number)?;
        if table.next_bot().is_some() {
            return Err(Refused::Stale);
        }
        let choice = self.guarded(&mut table, |table| table.choice(seat, pick)).await??;
        // A bot that thinks because the clock ran out comes too late.
        table.break_off();
        self.take(&room, &mut table, seat, (&choice, time)).await
    }

    /// Makes a choice: plays it, stores it, then tells it.
    async fn take(
        self: &Arc<Self>,
        room: &Arc<Room>,
        table: &mut Table,
        seat: Seat,
        (choice, time): (&Choice, Option<u32>),
    ) -> Result<QuestionNumber, Refused> {
        let played = self.guarded(table, |table| table.step(seat, choice, time)).await?;
        let (next, step, standing) = played.map_err(|why| Refused::Illegal(why.to_string()))?;
        let left = standing.reserve.map(|(_, left)| left);
        let write = Write::Step { game: table.id.clone(), step: table.steps, what: step, standing };
        if let Err(why) = self.store.write(write).await {
            return Err(self.unsure(table, why));
        }
        if let (Some(left), Some(reserve)) = (left, table.reserves.get_mut(seat.index())) {
            *reserve = left;
        }
        self.guarded(table, |table| table.go_on_to(next)).await?;
        self.ask_next(room, table).await?;
        Ok(table.moment())
    }

    /// After a change that was perhaps not stored, the database says how the game stands.
    fn unsure(&self, table: &mut Table, why: StoreError) -> Refused {
        if !why.may_pass() {
            self.forget(table);
            table.close("stopping");
        }
        why.into()
    }

    /// Does something with a game; a panic in it ends the game.
    ///
    /// # Errors
    /// It has panicked.
    async fn guarded<T>(
        &self,
        table: &mut Table,
        act: impl FnOnce(&mut Table) -> T,
    ) -> Result<T, Refused> {
        let turn = self.turn_of_scripts(table).await?;
        let guarded = || catch_unwind(AssertUnwindSafe(|| act(table)));
        let done = if turn.is_some() { apart(guarded) } else { guarded() };
        drop(turn);
        match done {
            Ok(done) => Ok(done),
            Err(_) => Err(self.break_game(table).await),
        }
    }

    /// A game leaves the memory.
    fn forget(&self, table: &mut Table) {
        table.is_gone = true;
        table.clock_runs = None;
        self.rooms().remove(&table.id);
    }

    /// Ends a game in which the program failed. What was stored of it is kept.
    async fn break_game(&self, table: &mut Table) -> Refused {
        table.end_by_fault();
        self.store_break(&table.id).await;
        table.tell_notice(TextKey::WebFault, None);
        table.close("broken");
        Refused::Broken
    }

    async fn store_break(&self, id: &str) {
        let end = Write::End {
            game: id.to_owned(),
            state: GameState::Broken,
            why: Some("a fault of the program".to_owned()),
        };
        // If this is not stored, the next one to come finds the fault again.
        let _ = self.store.write(end).await;
    }

    /// After a change: asks the player who decides next, starts the clock, or has a bot think.
    ///
    /// # Errors
    /// The next question has panicked.
    async fn ask_next(
        self: &Arc<Self>,
        room: &Arc<Room>,
        table: &mut Table,
    ) -> Result<(), Refused> {
        self.guarded(table, |table| self.wait_for_next(room, table)).await
    }

    fn wait_for_next(self: &Arc<Self>, room: &Arc<Room>, table: &mut Table) {
        table.used = Instant::now();
        self.count_idle(table);
        (table.deadline, table.clock_runs) = (None, None);
        let waits = table.decision();
        let bot = table.next_bot();
        let now = Instant::now();
        if let (Some(decision), None) = (waits, &bot)
            && let Some(deadline) = table.start_clock(&self.ran, now)
        {
            let left = deadline.saturating_duration_since(now).as_secs();
            let due = Some(self.ran.at(now).saturating_add_unsigned(left));
            self.store.note(Write::Due { game: table.id.clone(), due });
            let clock = Arc::clone(self).run_clock(
                Arc::clone(room),
                decision.seat(),
                table.moment(),
                deadline,
            );
            table.clock_runs = Some(Waiting::start(clock));
        }
        table.tell_seats();
        table.tell_state();
        if let Some((seat, bot)) = bot
            && table.thinking.is_none()
        {
            self.begin_to_think(room, table, seat, bot);
        }
    }

    /// After a while, has a bot decide whose choice could not be stored.
    fn try_again(self: Arc<Self>, room: Arc<Room>) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(async move {
            tokio::time::sleep(FULL).await;
            let mut table = room.lock().await;
            if !table.is_gone && table.next_bot().is_some() {
                let _ = self.ask_next(&room, &mut table).await;
            }
        })
    }

    /// When the time of a person is over, a bot decides.
    fn run_clock(
        self: Arc<Self>,
        room: Arc<Room>,
        seat: Seat,
        number: QuestionNumber,
        deadline: Instant,
    ) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(async move {
            tokio::time::sleep_until(deadline.into()).await;
            let mut table = room.lock().await;
            let is_late = table.deadline == Some(deadline)
                && !table.is_gone
                && table.check_open(seat, number).is_ok()
                && table.next_bot().is_none();
            let Some(bot) = BotSpec::parse(STAND_IN).ok().filter(|_| is_late) else {
                return;
            };
            table.tell_notice(TextKey::WebClockOver, Some(seat));
            table.break_off();
            self.begin_to_think(&room, &mut table, seat, bot);
        })
    }

    /// The server stops: everybody is told.
    pub(super) async fn close(&self) {
        self.store.note(Write::Ran(self.ran.at(Instant::now())));
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        for room in rooms {
            room.lock().await.close("stopping");
        }
    }

    /// Entries of the history, for a client at an address.
    ///
    /// # Errors
    /// The database cannot be read, or too many search it.
    pub(super) async fn list(
        self: &Arc<Self>,
        wanted: HistoryFilter,
        from: IpAddr,
    ) -> Result<(Vec<HistoryEntry>, bool), Refused> {
        let turn = if wanted.is_search() {
            Some(self.searches.wait_at_most(LONGEST_WAIT, from).await?)
        } else {
            None
        };
        let hall = Arc::clone(self);
        let list = move || {
            // Also of a request that has ended in the meantime.
            let _turn = turn;
            hall.store.list(&wanted)
        };
        Ok(blocking(list).await??)
    }
}

/// How compiled rules are found again: their hash leaves out the name, which records have.
fn key(hash: &str, name: &str) -> String {
    format!("{hash} {name}")
}
