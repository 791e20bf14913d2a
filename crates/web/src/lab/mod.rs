//! The laboratory: runs of games between bots that measure and compare rule sets, beside the games
//! of people.
//!
//! One thread plays a little of each run that goes on, in turn, so that several share the cores
//! fairly. It leaves a core to the games of people where there is more than one. Where runs wait
//! for one with slow games, a few more threads play beside it. What was played is stored every few
//! seconds, and a run goes on from there after the server was stopped.

pub(super) mod http;
mod run;

use self::run::ServedRun;
use super::failure::Failure;
use super::hall::Hall;
use super::store::{RunState, StoreError, Write};
use super::tasks::blocking;
use super::token::{Token, TokenHash, game_id};
use super::turns::Turns;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tsuro::rules::Registry;
use tsuro_pages::refused::{NotAnswered, Refused};
use tsuro_pages::rules::PageRules;
use tsuro_pages::run::{AskedRun, LabRun};
use tsuro_pages::suites;
use tsuro_world::context::random_seed;

/// Runs that go on at once.
const MOST_RUNNING: usize = 20;
/// Runs of one address that go on at once.
const MOST_RUNNING_EACH: usize = 5;
/// A run for which others wait longer than this has slow games.
const LONGEST_TURN: Duration = Duration::from_secs(2);
/// Runs that are played at once, all but one of them with slow games.
const MOST_LANES: usize = 4;
/// How long a request for suites or a report waits for others.
const LONGEST_WAIT: Duration = Duration::from_secs(15);
/// Requests for suites, or reports, for which one address may wait.
const MOST_WAITING_EACH: usize = 64;
/// Runs that have ended are read again from the database when there are more in memory.
const MOST_KNOWN: usize = 100;

/// Gives way to all other threads, where the system can tell threads apart.
fn yield_to_games() {
    #[cfg(target_os = "linux")]
    {
        // If it may not, the games of people have a core of their own all the same.
        let _ = rustix::process::setpriority_process(None, 10);
    }
}

/// All runs of a server.
pub(super) struct Lab {
    hall: Arc<Hall>,
    runs: Mutex<Runs>,
    /// Told when there is something to play.
    wake: Condvar,
    /// The suites of the program, read at the first request for them.
    shipped: OnceLock<suites::Shipped>,
    /// Who plays suites: one after another, so that games are not held up.
    testing: Arc<Turns>,
    /// Who makes reports: likewise.
    reporting: Arc<Turns>,
}

#[derive(Default)]
struct Runs {
    known: HashMap<String, Arc<ServedRun>>,
    /// The running runs that wait for their turn, the next one first.
    queue: VecDeque<Arc<ServedRun>>,
    /// The runs that are played now, each with the time at which that began.
    playing: HashMap<String, Instant>,
}

impl Runs {
    /// Makes room for one more in memory.
    fn forget(&mut self) {
        if self.known.len() >= MOST_KNOWN {
            self.known.retain(|_, run| run.state() == RunState::Running);
        }
    }

    /// Whether one more may go on: of all, and of one address.
    fn has_room(&self, from: Option<IpAddr>) -> bool {
        let running = || self.known.values().filter(|run| run.state() == RunState::Running);
        let own = running().filter(|run| run.from.is_some() && run.from == from).count();
        running().count() < MOST_RUNNING && own < MOST_RUNNING_EACH
    }
}

impl Lab {
    /// The laboratory of a server, in which the runs of its database go on.
    ///
    /// # Errors
    /// The database cannot be read, or the system gives no thread.
    pub(super) fn open(hall: Arc<Hall>) -> Result<Arc<Self>, StoreError> {
        let running = hall.store.runs(Some(RunState::Running))?;
        let lab = Arc::new(Self {
            hall,
            runs: Mutex::default(),
            wake: Condvar::new(),
            shipped: OnceLock::new(),
            testing: Turns::new(1, MOST_WAITING_EACH),
            reporting: Turns::new(1, MOST_WAITING_EACH),
        });
        for (id, ..) in running {
            // A run that cannot be read is reported when a client looks for it.
            if let Ok(run) = lab.find(&id) {
                lab.queue(&run);
            }
        }
        let player = Arc::clone(&lab);
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let play = move || player.play_all(cores.saturating_sub(1).max(1), true);
        thread::Builder::new()
            .name("lab".to_owned())
            .spawn(play)
            .map_err(|_| StoreError::Stopping)?;
        Ok(lab)
    }

    fn runs(&self) -> MutexGuard<'_, Runs> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn registry(&self) -> &'static Registry {
        self.hall.rules.registry
    }

    /// Plays, a little of one run after another. Who does not stay ends when no run waits.
    fn play_all(&self, threads: usize, stays: bool) {
        yield_to_games();
        loop {
            let run = {
                let mut runs = self.runs();
                let run = loop {
                    match runs.queue.pop_front() {
                        Some(run) => break run,
                        None if stays => {
                            runs = self.wake.wait(runs).unwrap_or_else(PoisonError::into_inner);
                        }
                        None => return,
                    }
                };
                runs.playing.insert(run.id.clone(), Instant::now());
                run
            };
            let is_due =
                catch_unwind(AssertUnwindSafe(|| run.play(threads))).unwrap_or_else(|_| {
                    run.fail("a fault of the program");
                    true
                });
            if is_due
                && self.hall.store.write_and_wait(Write::Run(Box::new(run.to_stored()))).is_err()
            {
                run.fail("the server cannot store what was played");
            }
            self.runs().playing.remove(&run.id);
            if run.state() == RunState::Running {
                self.queue(&run);
            }
        }
    }

    /// Has a run played, unless it waits already, or is played now.
    fn queue(&self, run: &Arc<ServedRun>) {
        let mut runs = self.runs();
        if !runs.playing.contains_key(&run.id)
            && !runs.queue.iter().any(|waiting| waiting.id == run.id)
        {
            runs.queue.push_back(Arc::clone(run));
        }
        self.wake.notify_one();
    }

    /// Breaks off runs whose games do not end. Where runs wait for slow games, others play beside
    /// these.
    pub(super) fn watch(self: &Arc<Self>) {
        let (known, is_stuck) = {
            let runs = self.runs();
            let slow = runs.playing.values().filter(|since| since.elapsed() > LONGEST_TURN).count();
            let is_stuck = !runs.queue.is_empty()
                && slow > 0
                && slow == runs.playing.len()
                && slow < MOST_LANES;
            (runs.known.values().cloned().collect::<Vec<Arc<ServedRun>>>(), is_stuck)
        };
        for run in known {
            run.watch();
        }
        if is_stuck {
            let player = Arc::clone(self);
            // Without another thread they wait.
            let _ = thread::Builder::new()
                .name("lab".to_owned())
                .spawn(move || player.play_all(1, false));
        }
    }

    /// Begins a run.
    ///
    /// # Errors
    /// Why it is not begun.
    pub(super) async fn begin(
        self: &Arc<Self>,
        asked: AskedRun,
        from: IpAddr,
    ) -> Result<(String, Token), NotAnswered> {
        if !self.runs().has_room(Some(from)) {
            return Err(Refused::TooManyRuns.into());
        }
        let (id, token, lab) = (game_id(), Token::random(), Arc::clone(self));
        let (name, host) = (id.clone(), token.hash());
        let made = blocking(move || LabRun::new(name, asked, &lab.hall.rules, random_seed)).await;
        let run = made.map_err(|_| NotAnswered::bad("a fault of the program"))??;
        let run = Arc::new(ServedRun { run, host, from: Some(from) });
        {
            // Others may have begun while its rules were read.
            let mut runs = self.runs();
            if !runs.has_room(Some(from)) {
                return Err(Refused::TooManyRuns.into());
            }
            runs.forget();
            runs.known.insert(id.clone(), Arc::clone(&run));
        }
        if let Err(why) = self.store(&run).await {
            self.runs().known.remove(&id);
            return Err(why.into());
        }
        self.queue(&run);
        Ok((id, token))
    }

    async fn store(&self, run: &ServedRun) -> Result<(), StoreError> {
        self.hall.store.write(Write::Run(Box::new(run.to_stored()))).await
    }

    fn keep(&self, run: &Arc<ServedRun>) -> Arc<ServedRun> {
        let mut runs = self.runs();
        runs.forget();
        Arc::clone(runs.known.entry(run.id.clone()).or_insert_with(|| Arc::clone(run)))
    }

    fn find(&self, id: &str) -> Result<Arc<ServedRun>, Refused> {
        let known = self.runs().known.get(id).cloned();
        if let Some(run) = known {
            return Ok(run);
        }
        let stored = self.hall.store.run(id)?.ok_or(Refused::NoGame)?;
        let run = ServedRun::stored(stored, self.registry()).map_err(Refused::Bad)?;
        Ok(self.keep(&Arc::new(run)))
    }

    /// Makes something of a run.
    ///
    /// # Errors
    /// There is no such run, or it cannot be read.
    async fn with<T: Send + 'static>(
        self: &Arc<Self>,
        id: String,
        make: impl FnOnce(&LabRun, &Registry) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let lab = Arc::clone(self);
        blocking(move || Ok(make(&*lab.find(&id)?, lab.registry()))).await?
    }

    /// Makes the report of a run for an address, beside the games.
    ///
    /// # Errors
    /// Too many others are made; or as [`Self::with`].
    async fn report<T: Send + 'static>(
        self: &Arc<Self>,
        id: String,
        from: IpAddr,
        make: impl FnOnce(&LabRun, &Registry) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let turn = self.reporting.wait_at_most(LONGEST_WAIT, from).await?;
        // Others wait until it is made, even if no client waits for it any more.
        self.with(id, move |run, registry| (make(run, registry), turn).0).await
    }

    /// Does something with suites for an address, beside the games.
    ///
    /// # Errors
    /// Too many others do; or what the work says.
    async fn test<T: Send + 'static>(
        self: &Arc<Self>,
        from: IpAddr,
        work: impl FnOnce(&PageRules, &suites::Shipped) -> Result<T, NotAnswered> + Send + 'static,
    ) -> Result<T, Failure> {
        let turn = self.testing.wait_at_most(LONGEST_WAIT, from).await?;
        let lab = Arc::clone(self);
        let work = move || {
            (
                work(
                    &lab.hall.rules,
                    lab.shipped.get_or_init(|| suites::Shipped::new(lab.registry())),
                ),
                turn,
            )
                .0
        };
        Ok(blocking(work).await??)
    }

    /// Changes the state of a run, for the client that began it.
    ///
    /// # Errors
    /// Why it does not change.
    async fn change(
        self: &Arc<Self>,
        id: String,
        token: TokenHash,
        wanted: RunState,
    ) -> Result<(), Refused> {
        let lab = Arc::clone(self);
        let run = blocking(move || lab.find(&id)).await??;
        if !run.host.is_same(&token) {
            return Err(Refused::Forbidden);
        }
        let is_new = {
            let runs = self.runs();
            if wanted == RunState::Running
                && run.state() != RunState::Running
                && !runs.has_room(run.from)
            {
                return Err(Refused::TooManyRuns);
            }
            run.go_to(wanted).map_err(Refused::Bad)?
        };
        if is_new {
            self.store(&run).await?;
        }
        if wanted == RunState::Running {
            self.queue(&run);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{HERE, hall};

    #[tokio::test]
    async fn suites_of_one_address_keep_that_of_another_waiting_for_a_single_one() {
        let folder = tempfile::tempdir().unwrap();
        let lab = Lab::open(hall(folder.path())).unwrap();
        let crowd = IpAddr::from([10, 0, 0, 1]);
        let taken = lab.testing.wait_at_most(LONGEST_WAIT, crowd).await.ok().unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut all = Vec::new();
        for number in 0..=20 {
            let (lab, order) = (Arc::clone(&lab), Arc::clone(&order));
            let from = if number == 20 { HERE } else { crowd };
            let work = move |_: &PageRules, _: &suites::Shipped| {
                order.lock().unwrap().push(number);
                Ok(())
            };
            all.push(tokio::spawn(async move { lab.test(from, work).await.is_ok() }));
        }
        while lab.testing.waiting() < all.len() {
            tokio::task::yield_now().await;
        }
        drop(taken);
        for one in all {
            assert!(one.await.unwrap());
        }
        assert_eq!(order.lock().unwrap()[..3], [0, 20, 1]);
    }
}
