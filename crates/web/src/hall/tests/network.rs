//! Clients behind a network that loses, delays, repeats and reorders what is sent, by a seed:
//! nothing is lost, and nothing is done twice.

use super::*;
use crate::table::Text;
use crate::token::TokenHash;
use serde_json::Value;
use tokio::task::JoinSet;
use tsuro::game::Rng;

/// Games that are played at the same time.
const AT_ONCE: u64 = 50;
/// More steps than any game of two needs.
const MOST_STEPS: u32 = 100_000;

/// A client of a seat, or of an onlooker: what it has been told, and what it does not know of.
struct Client {
    seats: Vec<Seat>,
    connection: Option<mpsc::Receiver<Text>>,
    /// The last moment of which it knows, as it says when it comes back.
    since: Option<(usize, u32)>,
    /// What has happened, in words.
    words: Vec<String>,
    asked: Option<QuestionNumber>,
    is_over: bool,
}

impl Client {
    fn new(seats: Vec<Seat>) -> Self {
        Self {
            seats,
            connection: None,
            since: None,
            words: Vec::new(),
            asked: None,
            is_over: false,
        }
    }

    /// Takes a message, as a page does.
    fn hear(&mut self, text: &str) {
        let message: Value = serde_json::from_str(text).unwrap();
        let number = message["number"].as_u64();
        match message["type"].as_str().unwrap() {
            "table" => {
                let told = message["told"].as_array().unwrap();
                self.words = told.iter().map(|words| words.as_str().unwrap().to_owned()).collect();
                let undos = message["undos"].as_u64().unwrap() as u32;
                self.since = Some((number.unwrap() as usize, undos));
                (self.asked, self.is_over) = (None, false);
            }
            "happened" => {
                let events = message["events"].as_array().unwrap();
                let words = events.iter().map(|told| told["words"].as_str().unwrap());
                self.words.extend(words.filter(|words| !words.is_empty()).map(str::to_owned));
                self.since.as_mut().unwrap().0 = number.unwrap() as usize;
                (self.asked, self.is_over) = (None, false);
            }
            "ask" => self.asked = number.map(QuestionNumber),
            "waits" => self.asked = None,
            "result" => self.is_over = true,
            _ => {}
        }
    }
}

/// A game of two behind such a network, with an onlooker.
struct Run {
    hall: Arc<Hall>,
    id: String,
    tokens: [TokenHash; 2],
    clients: [Client; 3],
    seed: u64,
    chance: Rng,
    /// Choices on their way: the seat, the question and the choice.
    sent: Vec<(usize, QuestionNumber, usize)>,
    applied: u32,
    taken_back: u32,
    connections: u64,
}

impl Run {
    async fn new(hall: &Arc<Hall>, seed: u64) -> Self {
        let from = IpAddr::from([10, 0, (seed / 200) as u8, (seed % 200) as u8]);
        let asked = asked("classic", &["here:Ann", "here:Bea"]);
        let opened = hall.open(asked, from).await.ok().unwrap();
        Self {
            hall: Arc::clone(hall),
            tokens: [0, 1].map(|seat: usize| opened.seats[seat].1.hash()),
            id: opened.id,
            clients: [vec![Seat::new(0)], vec![Seat::new(1)], Vec::new()].map(Client::new),
            seed,
            chance: Rng::new(seed, 0),
            sent: Vec::new(),
            applied: 0,
            taken_back: 0,
            connections: 0,
        }
    }

    /// A number below a bound, by the seed.
    fn below(&mut self, bound: usize) -> usize {
        self.chance.below(bound as u32) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    /// A client connects, and says what it knows.
    async fn connect(&mut self, client: usize) {
        self.connections += 1;
        let known = &mut self.clients[client];
        let (watcher, told) = watcher(self.connections, known.seats.clone());
        let since = known.since;
        known.connection = Some(told);
        self.hall.with(&self.id, |table| table.enter(watcher, since)).await.unwrap();
    }

    /// Everything that waits for a client arrives.
    fn hear_all(&mut self, client: usize) {
        let client = &mut self.clients[client];
        while let Some(Ok(text)) = client.connection.as_mut().map(mpsc::Receiver::try_recv) {
            client.hear(&text);
        }
    }

    /// A choice arrives. The client does not hear whether it was taken: only as the answer to the
    /// question that stands.
    async fn deliver(&mut self, index: usize) {
        let (seat, number, pick) = self.sent.swap_remove(index);
        let (token, at) = (self.tokens[seat], Seat::new(seat as u8));
        let asked = self.hall.with(&self.id, |table| table.moment()).await.unwrap();
        match self.hall.choose(&self.id, token, at, number, (pick, None), HERE).await {
            Ok(_) => {
                assert_eq!(number, asked, "an answer to a question that no longer stands");
                self.applied += 1;
            }
            Err(Refused::Stale | Refused::Bad(_)) => {}
            Err(why) => panic!("{why:?}"),
        }
    }

    /// A person takes back its last choice, and the other one agrees.
    async fn take_back(&mut self, seat: usize) {
        let steps = async |run: &Self| {
            run.hall.with(&run.id, |table| (table.steps, table.moment())).await.unwrap()
        };
        let (before, number) = steps(self).await;
        let (hall, at) = (&self.hall, |seat: usize| Seat::new(seat as u8));
        let wish = hall.undo(&self.id, self.tokens[seat], at(seat), number, HERE).await;
        if wish.is_ok_and(|wish| !wish.waits.is_empty()) {
            let other = 1 - seat;
            let agreed = hall.consent(&self.id, self.tokens[other], at(other), number, true, HERE);
            assert!(agreed.await.is_ok());
        }
        self.taken_back += before - steps(self).await.0;
    }

    /// One thing happens somewhere; `false` when the game is over and a client has heard of it.
    async fn step(&mut self) -> bool {
        let client = self.below(3);
        if self.clients[client].connection.is_none() {
            if self.one_in(2) {
                self.connect(client).await;
            }
        } else if self.one_in(12) {
            // What was on its way is lost.
            self.clients[client].connection = None;
        } else if let Ok(text) = self.clients[client].connection.as_mut().unwrap().try_recv() {
            self.clients[client].hear(&text);
        }
        if let Some(number) = self.clients[client].asked
            && self.one_in(2)
        {
            let pick = self.below(4);
            // A request is lost, arrives, or arrives twice.
            let copies = self.below(3);
            self.sent.extend(vec![(client, number, pick); copies]);
        }
        if !self.sent.is_empty() && self.one_in(3) {
            let index = self.below(self.sent.len());
            self.deliver(index).await;
        }
        if client < 2 && self.applied > 0 && self.one_in(150) {
            self.take_back(client).await;
        }
        !self.clients.iter().any(|client| client.is_over)
    }

    async fn play(mut self) {
        for step in 0.. {
            assert!(step < MOST_STEPS, "the game of seed {} hangs", self.seed);
            if !self.step().await {
                break;
            }
        }
        // What is still on its way comes late, and changes nothing.
        while !self.sent.is_empty() {
            let applied = self.applied;
            self.deliver(0).await;
            assert_eq!(self.applied, applied);
        }
        let steps = self.hall.with(&self.id, |table| table.steps).await.unwrap();
        assert_eq!(steps - 1, self.applied - self.taken_back, "each choice is taken once");
        for client in 0..3 {
            if self.clients[client].connection.is_none() {
                self.connect(client).await;
            }
            self.hear_all(client);
            let heard = std::mem::take(&mut self.clients[client].words);
            self.clients[client].since = None;
            self.connect(client).await;
            self.hear_all(client);
            assert_eq!(heard, self.clients[client].words, "client {client}");
        }
    }
}

/// Plays the games of these seeds.
async fn play_all(seeds: std::ops::Range<u64>) {
    let folder = tempfile::tempdir().unwrap();
    let hall = hall(folder.path());
    let mut running = JoinSet::new();
    for seed in seeds {
        if running.len() as u64 == AT_ONCE {
            running.join_next().await.unwrap().unwrap();
        }
        let hall = Arc::clone(&hall);
        running.spawn(async move { Run::new(&hall, seed).await.play().await });
    }
    while let Some(ended) = running.join_next().await {
        ended.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_or_done_twice_behind_a_bad_network() {
    play_all(0..1000).await;
}
