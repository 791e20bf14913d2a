//! Who is served next, where many wait for a few places: one of each address in turn, and of one
//! address one of each table in turn. So a client that asks for much waits for it alone.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::timeout;
use tsuro_pages::refused::Refused;

/// The account for which a request waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// The address on whose account it is; `None` where that is not known: such a table counts as
    /// an address of its own.
    pub address: Option<IpAddr>,
    pub table: String,
    /// Whether it waits until no other request does.
    pub is_last: bool,
}

/// Who takes turns with others.
#[derive(PartialEq, Eq)]
enum Account {
    Address(IpAddr),
    Table(String),
}

impl Place {
    fn account(&self) -> Account {
        self.address.map_or_else(|| Account::Table(self.table.clone()), Account::Address)
    }
}

/// A request that waits.
struct Waiter {
    ready: oneshot::Sender<Turn>,
    /// Set when they no longer want their turn.
    stop: Arc<AtomicBool>,
}

impl Waiter {
    fn is_gone(&self) -> bool {
        self.ready.is_closed() || self.stop.load(Ordering::Relaxed)
    }
}

/// Things by their keys, the key whose turn is next first.
type Ring<K, T> = VecDeque<(K, T)>;

/// What is in a ring under a key; a new key comes last.
fn entry<K: PartialEq, T: Default>(ring: &mut Ring<K, T>, key: K) -> &mut T {
    let at = ring.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
        ring.push_back((key, T::default()));
        ring.len() - 1
    });
    &mut ring[at].1
}

/// The requests that wait, by account and table.
#[derive(Default)]
struct Line(Ring<Account, Ring<String, VecDeque<Waiter>>>);

impl Line {
    /// How many requests of an account wait; requests that have gone are taken out.
    fn count(&mut self, account: &Account) -> usize {
        let Some((_, tables)) = self.0.iter_mut().find(|(known, _)| known == account) else {
            return 0;
        };
        tables.retain_mut(|(_, waiters)| {
            waiters.retain(|waiter| !waiter.is_gone());
            !waiters.is_empty()
        });
        tables.iter().map(|(_, waiters)| waiters.len()).sum()
    }

    fn push(&mut self, account: Account, table: String, waiter: Waiter) {
        entry(entry(&mut self.0, account), table).push_back(waiter);
    }

    /// The next request. A request that has gone does not use up the turn of an account or of a
    /// table.
    fn pop(&mut self) -> Option<Waiter> {
        loop {
            let (account, mut tables) = self.0.pop_front()?;
            let mut next = None;
            while next.is_none()
                && let Some((table, mut waiters)) = tables.pop_front()
            {
                while next.as_ref().is_none_or(Waiter::is_gone)
                    && let Some(first) = waiters.pop_front()
                {
                    next = Some(first);
                }
                next = next.filter(|waiter| !waiter.is_gone());
                if !waiters.is_empty() {
                    tables.push_back((table, waiters));
                }
            }
            if !tables.is_empty() {
                self.0.push_back((account, tables));
            }
            if next.is_some() {
                return next;
            }
        }
    }
}

/// A number of places, and the lines before them.
struct Counter {
    free: usize,
    first: Line,
    last: Line,
}

/// Places that are taken in turn.
pub(super) struct Turns {
    counter: Mutex<Counter>,
    /// How many of one address may wait.
    most_each: usize,
}

impl Turns {
    /// Turns with `places` places, for which at most `most_each` requests from one address may
    /// wait.
    pub(super) fn new(places: usize, most_each: usize) -> Arc<Self> {
        Arc::new(Self {
            counter: Mutex::new(Counter {
                free: places,
                first: Line::default(),
                last: Line::default(),
            }),
            most_each,
        })
    }

    fn counter(&self) -> MutexGuard<'_, Counter> {
        self.counter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a turn. A caller that drops the future, or sets `stop`, no longer waits.
    ///
    /// # Errors
    /// Too many of the address wait, or `stop` was set.
    pub(super) async fn wait(
        self: &Arc<Self>,
        place: Place,
        stop: &Arc<AtomicBool>,
    ) -> Result<Turn, Refused> {
        let (ready, turn) = oneshot::channel();
        {
            let mut counter = self.counter();
            let line = if place.is_last { &mut counter.last } else { &mut counter.first };
            let account = place.account();
            if line.count(&account) >= self.most_each {
                return Err(Refused::Busy);
            }
            line.push(account, place.table, Waiter { ready, stop: Arc::clone(stop) });
        }
        self.serve();
        turn.await.map_err(|_| Refused::Busy)
    }

    /// Waits so long for a turn of an address.
    ///
    /// # Errors
    /// It did not come, or too many of the address wait.
    pub(super) async fn wait_at_most(
        self: &Arc<Self>,
        longest: Duration,
        address: IpAddr,
    ) -> Result<Turn, Refused> {
        let place = Place { address: Some(address), table: String::new(), is_last: false };
        timeout(longest, self.wait(place, &Arc::default())).await.unwrap_or(Err(Refused::Busy))
    }

    /// How many wait.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        let counter = self.counter();
        let lines = [&counter.first, &counter.last].into_iter().flat_map(|line| &line.0);
        lines.flat_map(|(_, tables)| tables).map(|(_, waiters)| waiters.len()).sum()
    }

    /// Gives the free places to the requests that are next.
    fn serve(self: &Arc<Self>) {
        loop {
            let next = {
                let mut counter = self.counter();
                if counter.free == 0 {
                    return;
                }
                let Some(next) = counter.first.pop().or_else(|| counter.last.pop()) else { return };
                counter.free -= 1;
                next
            };
            // If they have gone just now, the turn comes back and is dropped.
            let _ = next.ready.send(Turn(Arc::clone(self)));
        }
    }
}

/// A place, free again when this is dropped.
pub(super) struct Turn(Arc<Turns>);

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.counter().free += 1;
        self.0.serve();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    type Waiting = Pin<Box<dyn Future<Output = Result<Turn, Refused>>>>;

    /// One taken place, and the requests that wait for it.
    struct Queue {
        turns: Arc<Turns>,
        taken: Option<Turn>,
        waiting: Vec<(String, Waiting)>,
    }

    fn poll(waiting: &mut Waiting) -> Poll<Result<Turn, Refused>> {
        waiting.as_mut().poll(&mut Context::from_waker(Waker::noop()))
    }

    impl Queue {
        fn new(most_each: usize) -> Self {
            let turns = Turns::new(1, most_each);
            let mut queue = Self { turns, taken: None, waiting: Vec::new() };
            queue.come("first", 255, "first", false);
            let Poll::Ready(Ok(turn)) = poll(&mut queue.waiting.remove(0).1) else {
                panic!("the place is free")
            };
            queue.taken = Some(turn);
            queue
        }

        fn come(&mut self, name: &str, address: u8, table: &str, is_last: bool) -> Arc<AtomicBool> {
            self.come_from(name, Some(IpAddr::from([10, 0, 0, address])), table, is_last)
        }

        fn come_from(
            &mut self,
            name: &str,
            address: Option<IpAddr>,
            table: &str,
            is_last: bool,
        ) -> Arc<AtomicBool> {
            let place = Place { address, table: table.to_owned(), is_last };
            let (turns, stop) = (Arc::clone(&self.turns), Arc::new(AtomicBool::new(false)));
            let flag = Arc::clone(&stop);
            let mut waiting: Waiting = Box::pin(async move { turns.wait(place, &flag).await });
            if self.taken.is_some() {
                assert!(poll(&mut waiting).is_pending(), "{name} waits");
            }
            self.waiting.push((name.to_owned(), waiting));
            stop
        }

        /// Lets the place be taken by the waiting requests, one after another; returns their order.
        fn served(&mut self) -> Vec<String> {
            let mut order = Vec::new();
            loop {
                self.taken = None;
                let mut next = None;
                self.waiting.retain_mut(|(name, waiting)| match (&next, poll(waiting)) {
                    (None, Poll::Ready(Ok(turn))) => {
                        next = Some((name.clone(), turn));
                        false
                    }
                    (Some(_), Poll::Ready(Ok(_))) => panic!("one place is taken by one"),
                    (_, Poll::Ready(Err(_))) => false,
                    (_, Poll::Pending) => true,
                });
                let Some((name, turn)) = next else { return order };
                order.push(name);
                self.taken = Some(turn);
            }
        }
    }

    #[test]
    fn a_hundred_tables_of_one_address_keep_another_one_waiting_for_a_single_turn() {
        let mut queue = Queue::new(usize::MAX);
        for table in 0..100 {
            queue.come(&format!("expert {table}"), 1, &format!("table {table}"), false);
        }
        queue.come("easy", 2, "their table", false);
        let order = queue.served();
        assert_eq!(order.len(), 101);
        assert_eq!(order.iter().position(|name| name == "easy"), Some(1));
    }

    #[test]
    fn addresses_take_turns_and_so_do_the_tables_of_each() {
        let mut queue = Queue::new(usize::MAX);
        for (name, address, table) in [
            ("a1", 1, "a"),
            ("a2", 1, "a"),
            ("a3", 1, "a"),
            ("b1", 1, "b"),
            ("c1", 2, "c"),
            ("c2", 2, "c"),
        ] {
            queue.come(name, address, table, false);
        }
        assert_eq!(queue.served(), ["a1", "c1", "b1", "c2", "a2", "a3"]);
    }

    #[test]
    fn a_table_of_which_no_address_is_known_takes_turns_like_an_address() {
        let mut queue = Queue::new(usize::MAX);
        for (name, table) in [("a1", "a"), ("a2", "a"), ("a3", "a"), ("b1", "b")] {
            queue.come_from(name, None, table, false);
        }
        queue.come("c1", 1, "c", false);
        queue.come("d1", 1, "d", false);
        assert_eq!(queue.served(), ["a1", "b1", "c1", "a2", "d1", "a3"]);
    }

    #[test]
    fn tables_without_a_person_wait_while_others_wait() {
        let mut queue = Queue::new(usize::MAX);
        for (name, address, is_last) in [
            ("bots 1", 1, true),
            ("person 1", 1, false),
            ("bots 2", 2, true),
            ("person 2", 2, false),
        ] {
            queue.come(name, address, name, is_last);
        }
        assert_eq!(queue.served(), ["person 1", "person 2", "bots 1", "bots 2"]);
    }

    #[test]
    fn who_has_gone_uses_up_no_turn() {
        let mut queue = Queue::new(usize::MAX);
        for (name, table) in [("a1", "a"), ("a2", "a"), ("b1", "b"), ("b2", "b")] {
            queue.come(name, 1, table, false);
        }
        queue.come("c1", 2, "c", false).store(true, Ordering::Relaxed);
        queue.come("d1", 3, "d", false);
        // The client of the first one is gone.
        drop(queue.waiting.remove(0));
        assert_eq!(queue.served(), ["a2", "d1", "b1", "b2"]);
        assert_eq!(queue.turns.counter().free, 1);
    }

    #[test]
    fn an_address_has_so_many_wait_and_others_have_theirs() {
        let mut queue = Queue::new(3);
        let refused = |queue: &mut Queue, address| {
            let place = Place {
                address: Some(IpAddr::from([10, 0, 0, address])),
                table: "more".to_owned(),
                is_last: false,
            };
            let (turns, stop) = (Arc::clone(&queue.turns), Arc::new(AtomicBool::new(false)));
            let mut waiting: Waiting = Box::pin(async move { turns.wait(place, &stop).await });
            let refused = matches!(poll(&mut waiting), Poll::Ready(Err(Refused::Busy)));
            refused
        };
        for number in 0..3 {
            queue.come(&format!("a{number}"), 1, &format!("a{number}"), false);
        }
        assert!(refused(&mut queue, 1));
        queue.come("b", 2, "b", false);
        drop(queue.waiting.remove(1));
        assert!(!refused(&mut queue, 1), "one of them has gone");
        assert_eq!(queue.served(), ["a0", "b", "a2"]);
    }
}
