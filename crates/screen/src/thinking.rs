//! Bots think in a thread of their own, so that the screen never waits for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use tsuro::bots::{Bot, Fault};
use tsuro::game::{Choice, Seat};
use tsuro::session::Game;
use tsuro_lab::{Advice, advise};

/// How many games a piece of advice simulates after each choice.
const ADVICE_GAMES: u32 = 400;

/// What the thread is asked.
struct ThoughtRequest {
    game: Game,
    seat: Seat,
    /// What the choices of the seat are worth, and not what its bot would do.
    advice: bool,
    /// Tells answers to this question from late ones to a question before.
    number: u64,
    stop: Arc<AtomicBool>,
}

/// The bots of a table.
pub(super) struct Thinking {
    ask: Sender<ThoughtRequest>,
    answers: Receiver<(u64, Thought)>,
    asked: u64,
    /// Set while a question is open, to break it off.
    open: Option<Arc<AtomicBool>>,
}

/// What has become of a question.
pub(super) enum Thought {
    /// Nothing yet.
    None,
    /// The choice, with what went wrong with a bot that is a program.
    Choice(Choice, Vec<Fault>),
    /// What each choice is worth, the best first.
    Advice(Vec<Advice>),
    /// The bot chose nothing, or its thread has ended.
    Failed,
}

impl Thinking {
    /// Bots by seat; `None` where a person sits.
    pub(super) fn new(mut bots: Vec<Option<Box<dyn Bot>>>) -> Self {
        let (ask, questions) = channel::<ThoughtRequest>();
        let (answer, answers) = channel();
        thread::spawn(move || {
            bots.iter_mut().flatten().for_each(|bot| bot.new_game());
            for ThoughtRequest { game, seat, advice, number, stop } in questions {
                let see = game.observe(seat).stopped_by(&stop);
                let thought = if advice {
                    Thought::Advice(advise(&see, ADVICE_GAMES, &mut game.bot_stream().one_way()))
                } else if let Some(bot) = bots.get_mut(seat.index()).and_then(Option::as_mut) {
                    let choice = bot.choose(&see, &mut game.bot_stream());
                    choice.map_or(Thought::Failed, |choice| Thought::Choice(choice, bot.faults()))
                } else {
                    Thought::Failed
                };
                // The receiver no longer waits for a thought that was broken off.
                if !stop.load(Ordering::Relaxed) && answer.send((number, thought)).is_err() {
                    return;
                }
            }
        });
        Self { ask, answers, asked: 0, open: None }
    }

    /// Whether something is being thought about.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Asks the bot of `seat`, whose decision it is; with `advice`, what the choices of the person
    /// there are worth.
    pub(super) fn ask(&mut self, game: &Game, seat: Seat, advice: bool) {
        self.break_off();
        self.asked += 1;
        let stop = Arc::new(AtomicBool::new(false));
        self.open = Some(Arc::clone(&stop));
        // If the thread has ended, the answer tells.
        let _ = self.ask.send(ThoughtRequest {
            game: game.clone(),
            seat,
            advice,
            number: self.asked,
            stop,
        });
    }

    /// The answer, if there is one.
    pub(super) fn answer(&mut self) -> Thought {
        if self.open.is_none() {
            return Thought::None;
        }
        loop {
            match self.answers.try_recv() {
                Ok((number, _)) if number != self.asked => {}
                Ok((_, thought)) => {
                    self.open = None;
                    return thought;
                }
                Err(TryRecvError::Empty) => return Thought::None,
                Err(TryRecvError::Disconnected) => {
                    self.open = None;
                    return Thought::Failed;
                }
            }
        }
    }

    /// What is thought about now is no longer wanted.
    pub(super) fn break_off(&mut self) {
        if let Some(stop) = self.open.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.break_off();
    }
}
