//! `tsuro serve`: the games in a browser.
//!
//! A request comes through the door (`http`), which knows who may ask. The `hall` has all games; a
//! `table` has one, with the clients that are connected to it. What is decided there is played,
//! stored (`store`), and only then told (`telling`) over the live connections (`connection`). Bots
//! think beside, and come back with a choice like a person does.

#![allow(
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    reason = "nothing of it is published yet: what uses it is in this workspace, and changes with \
        it"
)]

mod address;
mod age;
mod app;
mod carry;
mod connection;
mod descriptors;
mod failure;
mod flight;
mod gathering;
mod guard;
mod hall;
mod hook;
mod http;
mod lab;
mod lan;
mod luck;
mod pages;
mod ran;
mod ratings;
mod request;
mod store;
mod table;
mod tags;
mod tasks;
mod token;
mod turns;
mod wire;

#[cfg(test)]
mod tests;

use self::address::{Proxy, counted_as};
use self::app::App;
use self::carry::Carried;
use self::descriptors::Room;
use self::flight::Flight;
use self::guard::{Counted, Names, Rate};
use self::hall::{Hall, Limits};
use self::hook::{Caller, Listener, TurnHook};
use self::lab::Lab;
use self::ratings::KeptRatings;
use self::store::Store;
pub use self::store::back_up;
use self::wire::Wire;
use axum::Extension;
use axum::extract::ConnectInfo;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpSocket;
use tokio::sync::{Notify, Semaphore};
use tsuro::rules::Registry;
use tsuro_pages::rules::PageRules;
pub use tsuro_pages::table::TimeLimit;
use tsuro_pages::{how_to_play, lessons};
use tsuro_world::RuleFiles;
use tsuro_world::files::{SOURCE, Savings, SavingsError};
use tsuro_world::interrupt;

/// How many files of pages an address may ask for while it makes a request of another kind.
const FILES_TO_A_REQUEST: f64 = 10.0;

/// How a server is started.
#[derive(Debug, Clone)]
pub struct ServeOptions {
    /// The address at which it listens; `None`: this machine alone.
    pub host: Option<IpAddr>,
    /// Whether it listens to the whole network.
    pub lan: bool,
    /// 0: one that is free.
    pub port: u16,
    /// The folder with its database.
    pub data: PathBuf,
    /// Names by which a server in front of it is known.
    pub names: Vec<String>,
    /// The address of a server in front of it, which forwards what others ask.
    pub proxy: Option<IpAddr>,
    /// The most live connections.
    pub connections: usize,
    /// The most live connections of one address.
    pub connections_each: usize,
    /// The most requests a second from one address; of files of pages, ten times as many.
    pub rate: u32,
    /// The most games that one address opens in an hour.
    pub games: u32,
    /// In mebibytes.
    pub disk: u64,
    /// In days.
    pub expiry: u32,
    /// In days.
    pub keep: u32,
    /// The luck of all games; `None`: a luck of its own for each.
    pub seed: Option<String>,
    /// Whether the tables that wait for players are shown to everybody.
    pub lobby: bool,
    /// Whether people are rated who come to tables.
    pub ratings: bool,
    /// The time for decisions that pages propose.
    pub clock: Option<TimeLimit>,
    /// How long clients may take.
    pub patience: Patience,
}

/// How long clients may take.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For the head of a request.
    head: Duration,
    /// For a request with its body, until it is answered.
    request: Duration,
    /// For reading some of an answer.
    reading: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { head: seconds(10), request: seconds(30), reading: seconds(10) }
    }
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// It cannot listen there.
    #[error("{address} cannot be listened at: {why}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        why: io::Error,
    },
    /// Another server has the folder.
    #[error("{}: {why}; another server uses this folder, or it cannot be used", .data.display())]
    Folder {
        /// The folder.
        data: PathBuf,
        /// What is wrong.
        why: SavingsError,
    },
    /// The database cannot be used.
    #[error("{}: {why}", .data.display())]
    Store {
        /// The folder.
        data: PathBuf,
        /// What is wrong.
        why: store::StoreError,
    },
    /// What is to hear of turns is neither a program nor an address.
    #[error("--on-turn {0}")]
    OnTurn(String),
    /// The system gives no threads.
    #[error("the server cannot start: {0}")]
    System(io::Error),
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
    options: ServeOptions,
    room: Room,
    /// Keeps other servers out of the folder; taken out when it stops.
    lock: Option<Savings>,
}

/// How long connected clients have to read that the server stops.
const FAREWELL: Duration = Duration::from_millis(500);
/// What the system keeps of each connection that its reader has not taken yet, in bytes, each way.
const UNREAD: u32 = 64 * 1024;
/// Connections that wait until the server takes them.
const BACKLOG: u32 = 1024;
/// Moving pictures of an address: at once, and then each second. A whole game takes some seconds,
/// and others wait for it.
const FILMS_AT_ONCE: f64 = 5.0;
const FILMS_EACH_SECOND: f64 = 0.1;
/// Words of tables that an address tries: at once, and then each second.
const WORDS_AT_ONCE: f64 = 10.0;
const WORDS_EACH_SECOND: f64 = 0.2;
/// Requests of an address that play test suites: at once, and then each second. A page asks about
/// once a second while it looks for changes that no scenario notices.
const TESTS_AT_ONCE: f64 = 30.0;
const TESTS_EACH_SECOND: f64 = 2.0;
/// A day, in seconds.
const DAY: i64 = 24 * 3600;
/// Games in memory at once, besides games with connected clients.
const GAMES_IN_MEMORY: usize = 1000;
/// Connections of one address beside the live ones.
const BESIDE_EACH: usize = 64;

/// Removes the games and runs in a folder that have ended and have not changed for `days` days; a
/// server may be running. Returns what was removed, in words.
///
/// # Errors
/// Why not all of it was removed, in words.
pub fn prune(data: &Path, days: u32) -> Result<String, String> {
    if !store::file_in(data).is_file() {
        return Err(format!("{}: there are no games of a server", data.display()));
    }
    // While a server has it, others write as they are asked to, and the file keeps its size.
    let lock = Savings::open(&store::lock_in(data), b"", SOURCE).ok();
    let before = if days == 0 { i64::MAX } else { store::now() - i64::from(days) * DAY };
    let pruned = store::prune(data, before, lock.is_some()).map_err(|why| why.to_string());
    let rest =
        if lock.is_some() { "" } else { "; the server that runs uses the room for other games" };
    if let Some((lock, _)) = lock {
        // A lock that stays does no harm.
        let _ = lock.remove();
    }
    let count =
        |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    pruned.map(|pruned| {
        format!(
            "removed: {}, {} of the laboratory{rest}",
            count(pruned.games, "game"),
            count(pruned.runs, "run")
        )
    })
}

/// Whether bytes are a message that a client may send: the first one of a live connection, or the
/// body of a request. For fuzzing: nothing may panic, whatever the bytes.
#[doc(hidden)]
pub fn is_message(bytes: &[u8]) -> bool {
    connection::read_hello(bytes).is_ok() || http::is_body(bytes)
}

impl Server {
    /// Opens the database and listens.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn start(
        options: ServeOptions,
        files: RuleFiles,
        registry: &'static Registry,
    ) -> Result<Self, ServeError> {
        let data = || options.data.clone();
        let folder = |why: SavingsError| ServeError::Folder { data: data(), why };
        store::make_private(&options.data).map_err(|why| folder(why.into()))?;
        let (lock, _) =
            Savings::open(&store::lock_in(&options.data), b"", SOURCE).map_err(folder)?;
        let everywhere = IpAddr::from(Ipv4Addr::UNSPECIFIED);
        let here = options.host.unwrap_or(if options.lan {
            everywhere
        } else {
            Ipv4Addr::LOCALHOST.into()
        });
        let address = SocketAddr::new(here, options.port);
        let listened = listen(address).and_then(|listener| Ok((listener.local_addr()?, listener)));
        let (address, listener) = listened.map_err(|why| ServeError::Listen { address, why })?;
        let room = Room::new(options.connections, descriptors::raise());
        let limits = Limits {
            connections: room.live,
            connections_each: options.connections_each,
            disk: options.disk * 1024 * 1024,
            expiry: i64::from(options.expiry) * DAY,
            keep: i64::from(options.keep) * DAY,
            in_memory: GAMES_IN_MEMORY,
        };
        let store = Store::open(&options.data, limits.disk)
            .map_err(|why| ServeError::Store { data: data(), why })?;
        // What listens to version 4 is not reached by version 6.
        let others = if address.ip().is_unspecified() { lan::addresses() } else { Vec::new() };
        let others = others
            .into_iter()
            .filter(|other| other.is_ipv4() || address.is_ipv6())
            .map(|other| url(other, address.port()));
        let others: Vec<String> = others.collect();
        let hall = Hall::new(store, rules_of(files, registry), limits, options.seed.clone());
        let lab =
            Lab::open(Arc::clone(&hall)).map_err(|why| ServeError::Store { data: data(), why })?;
        let app = App {
            hall,
            lab,
            courses: lessons::Courses::default(),
            how_to_play: how_to_play::HowToPlay::default(),
            others,
            proxy: Proxy(options.proxy),
            longest_request: options.patience.request,
            flight: Flight::new(),
            names: Names::new(
                &names(address.ip()),
                &options.names,
                address.port(),
                address.ip().is_unspecified(),
            ),
            requests: Rate::new(f64::from(options.rate) * 2.0, f64::from(options.rate)),
            files: Rate::new(
                f64::from(options.rate) * 2.0 * FILES_TO_A_REQUEST,
                f64::from(options.rate) * FILES_TO_A_REQUEST,
            ),
            openings: Rate::new(f64::from(options.games), f64::from(options.games) / 3600.0),
            words: Rate::new(WORDS_AT_ONCE, WORDS_EACH_SECOND),
            lobby: options.lobby,
            ratings: options.ratings.then(KeptRatings::default).map(Arc::new),
            usual_clock: options.clock,
            carried: Carried::default(),
            runs: Rate::new(f64::from(options.games), f64::from(options.games) / 3600.0),
            films: Rate::new(FILMS_AT_ONCE, FILMS_EACH_SECOND),
            tests: Rate::new(TESTS_AT_ONCE, TESTS_EACH_SECOND),
            connections: Arc::default(),
        };
        Ok(Self { listener, app: Arc::new(app), options, room, lock: Some(lock) })
    }

    /// The most live connections, if the system lets the server have fewer open than it was told.
    pub fn fewer_connections(&self) -> Option<usize> {
        (self.room.live < self.options.connections).then_some(self.room.live)
    }

    fn port(&self) -> u16 {
        self.listener.local_addr().map_or(0, |address| address.port())
    }

    /// The address at which this machine reaches it.
    pub fn address(&self) -> String {
        let here = self
            .options
            .host
            .filter(|host| !host.is_unspecified())
            .unwrap_or(Ipv4Addr::LOCALHOST.into());
        url(here, self.port())
    }

    /// The addresses at which others reach it, the likeliest first.
    pub fn addresses_for_others(&self) -> Vec<String> {
        self.app.others.clone()
    }

    /// An address as a picture in characters that phones read.
    pub fn qr(address: &str) -> Option<String> {
        lan::qr(address)
    }

    /// Has a program run, or a message posted to an address, when it is the turn of a person who is
    /// not there.
    ///
    /// # Errors
    /// What begins like an address is none, or the system gives no thread.
    pub fn call_for_turns(&self, listener: &str, text: &str) -> Result<(), ServeError> {
        let here = || self.app.others.first().cloned().unwrap_or_else(|| self.address());
        let address = self.options.names.first().map(|name| format!("https://{name}/"));
        let hook = TurnHook {
            listener: Listener::named(listener).map_err(ServeError::OnTurn)?,
            text: text.to_owned(),
            address: address.unwrap_or_else(here),
        };
        let caller = Caller::start(hook).map_err(ServeError::System)?;
        // The first one stays.
        let _ = self.app.hall.caller.set(caller);
        Ok(())
    }

    /// Serves until the program is interrupted.
    ///
    /// # Errors
    /// The system gives no threads.
    pub fn run(self) -> Result<(), ServeError> {
        let stop = Arc::new(Notify::new());
        let wake = Arc::clone(&stop);
        interrupt::note_and_wake(move || wake.notify_one());
        self.run_until(&stop)
    }

    /// Serves until it is told to stop.
    fn run_until(mut self, stop: &Arc<Notify>) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(ServeError::System)?;
        let (hall, lock) = (Arc::clone(&self.app.hall), self.lock.take());
        let done = runtime.block_on(self.serve(stop));
        runtime.shutdown_timeout(FAREWELL);
        // What comes after this is refused, and nothing is left beside the file of the games.
        hall.store.close();
        // A lock that stays does no harm.
        drop(lock.map(Savings::remove));
        done
    }

    async fn serve(self, stop: &Notify) -> Result<(), ServeError> {
        let listener =
            tokio::net::TcpListener::from_std(self.listener).map_err(ServeError::System)?;
        let router = http::routes(Arc::clone(&self.app));
        let sockets = Arc::default();
        let room = Arc::new(Semaphore::new(self.room.all));
        let (hall, lab) = (Arc::clone(&self.app.hall), Arc::clone(&self.app.lab));
        let calling = Arc::clone(&hall);
        tokio::spawn(async move {
            let mut moment = tokio::time::interval(Duration::from_secs(5));
            loop {
                moment.tick().await;
                lab.watch();
                calling.call_persons(Instant::now());
            }
        });
        tokio::spawn(async move {
            let mut minute = tokio::time::interval(Duration::from_secs(60));
            loop {
                minute.tick().await;
                hall.sweep().await;
            }
        });
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = stop.notified() => break,
            };
            let Ok((stream, from)) = accepted else {
                // Too many open files, say: others may close theirs.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            };
            let Ok(permit) = Arc::clone(&room).try_acquire_owned() else { continue };
            // Connections of the proxy come from all clients behind it.
            let most = if self.app.proxy.is_at(from.ip()) {
                self.room.all
            } else {
                self.options.connections_each + BESIDE_EACH
            };
            let Some(counted) = Counted::new(&sockets, counted_as(from.ip()), most) else {
                continue;
            };
            let _ = stream.set_nodelay(true);
            let Patience { head, reading, .. } = self.options.patience;
            let service =
                TowerToHyperService::new(router.clone().layer(Extension(ConnectInfo(from))));
            tokio::spawn(async move {
                let connection = hyper::server::conn::http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(head)
                    .max_buf_size(UNREAD as usize)
                    .serve_connection(TokioIo::new(Wire::new(stream, reading)), service)
                    .with_upgrades();
                // Who breaks off is gone.
                let _ = connection.await;
                drop((permit, counted));
            });
        }
        self.app.hall.close().await;
        tokio::time::sleep(FAREWELL).await;
        Ok(())
    }
}

/// The rule sets that ship, and those in the folder of whoever runs the server.
fn rules_of(files: RuleFiles, registry: &'static Registry) -> PageRules {
    let loader = Arc::new(files);
    let own = Arc::clone(&loader);
    PageRules { loader, own_names: Arc::new(move || own.user_names()), registry }
}

/// Listens at an address.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    // Connections have the buffer sizes of the socket at which they were made.
    socket.set_send_buffer_size(UNREAD)?;
    socket.set_recv_buffer_size(UNREAD)?;
    socket.bind(address)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let _entered = runtime.enter();
    socket.listen(BACKLOG)?.into_std()
}

fn url(address: IpAddr, port: u16) -> String {
    format!("http://{}/", SocketAddr::new(address, port))
}

/// The names by which a server at an address is known.
fn names(address: IpAddr) -> Vec<String> {
    let mut names = vec![
        "localhost".to_owned(),
        Ipv4Addr::LOCALHOST.to_string(),
        "::1".to_owned(),
        address.to_string(),
    ];
    if address.is_unspecified() {
        names.extend(lan::addresses().iter().map(IpAddr::to_string));
        names.extend(lan::host_names());
    }
    names
}
