//! A bot that is a program: for each decision it gets one line of JSON and answers with one number
//! (`docs/formats/bot-programs.md`).
//!
//! Such a program cannot hold the game up for longer than its timeout: threads read its output and
//! write its input, what it writes is kept within bounds, and if it has no valid answer, the bot
//! `safe` chooses for it.

use crate::program::{NOT_STARTED, Program};
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tsuro::board::Laid;
use tsuro::bots::{Bot, Fault, Safe};
use tsuro::game::{Choice, Observation, Rng};
use tsuro::record::write_request;

/// The longest answer, in bytes.
pub const LONGEST: u64 = 4096;
/// Capacity of the buffer of unread lines; the thread that reads the program's output waits when it
/// is full.
const UNREAD_LINES: usize = 16;
/// The most lines that a program may send unasked; more are a flood.
const UNASKED_LINES: u32 = 64;
/// After this many late answers in a row the program is not asked any more.
const LATE_ANSWERS: u32 = 3;
/// How often a program that ended is started again.
const RESTARTS: u32 = 2;
/// The fault of a program whose line is longer than [`LONGEST`].
const TOO_LONG: Fault = Fault::Flood { what: "a line of more than 4,096 bytes" };
/// How often to check, while waiting for an answer, whether it is still needed.
const CHECK_EVERY: Duration = Duration::from_millis(50);
/// How much of the standard error is kept: its last bytes.
const KEPT: usize = 4096;

/// The end of what a program wrote on its standard error. Clones share the same text.
#[derive(Debug, Clone, Default)]
pub struct ErrorOutput(Arc<Mutex<VecDeque<u8>>>);

impl ErrorOutput {
    /// The text, with invalid UTF-8 replaced.
    pub fn text(&self) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes.iter().copied().collect::<Vec<u8>>()).into_owned()
    }

    fn add(&self, more: &[u8]) {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        bytes.extend(more);
        let excess = bytes.len().saturating_sub(KEPT);
        bytes.drain(..excess);
    }
}

/// A line of a program's output.
#[derive(Debug, PartialEq, Eq)]
pub enum OutputLine {
    /// A line, without its end and the space around it.
    Answer(String),
    /// A line longer than [`LONGEST`]; nothing is read after it.
    TooLong,
    /// The program could not be started, for this reason; nothing is read after it.
    NotStarted(String),
}

/// A program that is running.
struct RunningProgram {
    // Dropped first, so that the program's input ends before it is killed.
    requests: Sender<Vec<u8>>,
    lines: Receiver<OutputLine>,
    program: Program,
    /// The number of requests that were not answered in time; their answers are ignored when they
    /// come.
    owed: u32,
    /// The number of lines that came without a request.
    unasked: u32,
    /// The number of events of the game that it has been sent.
    events_sent: usize,
    /// Whether it has not been asked yet.
    is_new: bool,
}

impl RunningProgram {
    fn start(words: &[String], errors: &ErrorOutput) -> io::Result<Self> {
        let mut program = Program::start(words)?;
        let (input, output, errors_from) = program.pipes();
        let (requests, to_write) = mpsc::channel::<Vec<u8>>();
        let (send, lines) = mpsc::sync_channel(UNREAD_LINES);
        if let Some(mut input) = input {
            std::thread::spawn(move || {
                for request in to_write {
                    if input.write_all(&request).and_then(|()| input.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        if let Some(output) = output {
            std::thread::spawn(move || {
                let mut output = BufReader::new(output);
                let mut first = true;
                while let Some(line) = read_line(&mut output) {
                    let line =
                        if std::mem::take(&mut first) { line.or_not_started() } else { line };
                    let last = !matches!(line, OutputLine::Answer(_));
                    if send.send(line).is_err() || last {
                        return;
                    }
                }
            });
        }
        if let Some(mut output) = errors_from {
            let errors = errors.clone();
            std::thread::spawn(move || {
                let mut bytes = [0; 1024];
                while let Ok(count @ 1..) = output.read(&mut bytes) {
                    errors.add(&bytes[..count]);
                }
            });
        }
        Ok(Self { program, requests, lines, owed: 0, unasked: 0, events_sent: 0, is_new: true })
    }

    /// Sends a request and waits for its answer; `None` if the answer is not needed any more.
    fn ask(
        &mut self,
        request: Vec<u8>,
        last: usize,
        timeout: Duration,
        see: &Observation<'_>,
    ) -> Result<Option<usize>, Fault> {
        let end = Instant::now() + timeout;
        // Lines from before the request are not its answer.
        loop {
            match self.lines.try_recv() {
                Ok(OutputLine::Answer(_)) if self.owed > 0 => self.owed -= 1,
                Ok(OutputLine::Answer(_)) if self.unasked < UNASKED_LINES => self.unasked += 1,
                Ok(OutputLine::Answer(_)) => {
                    return Err(Fault::Flood { what: "line after line that nobody asked for" });
                }
                Ok(OutputLine::TooLong) => return Err(TOO_LONG),
                Ok(OutputLine::NotStarted(why)) => return Err(Fault::NotStarted { why }),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Err(self.gone()),
            }
        }
        if self.requests.send(request).is_err() {
            return Err(self.gone());
        }
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(CHECK_EVERY)) {
                Ok(OutputLine::Answer(_)) if self.owed > 0 => self.owed -= 1,
                Ok(OutputLine::Answer(answer)) => return read_answer(&answer, last).map(Some),
                Ok(OutputLine::TooLong) => return Err(TOO_LONG),
                Ok(OutputLine::NotStarted(why)) => return Err(Fault::NotStarted { why }),
                Err(RecvTimeoutError::Timeout) if see.is_stopped() => {
                    self.owed += 1;
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) if left > CHECK_EVERY => {}
                Err(RecvTimeoutError::Timeout) => {
                    self.owed += 1;
                    return Err(Fault::Late { milliseconds: timeout.as_millis() as u64 });
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            }
        }
    }

    /// The fault of a program that closed its output, with its exit status if it ends at once.
    fn gone(&mut self) -> Fault {
        for _ in 0..20 {
            if let Some(status) = self.program.status() {
                return Fault::Gone { status: status.to_string() };
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Fault::Gone { status: String::new() }
    }
}

impl OutputLine {
    /// Reads the first line of a program, which may say that it could not be started.
    fn or_not_started(self) -> Self {
        match self {
            Self::Answer(text) => match text.strip_prefix(NOT_STARTED) {
                Some(why) => Self::NotStarted(why.to_owned()),
                None => Self::Answer(text),
            },
            line => line,
        }
    }
}

/// Reads the next line that a program writes; `None` at the end of its output.
pub fn read_line(output: &mut impl BufRead) -> Option<OutputLine> {
    let mut bytes = Vec::new();
    match output.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) if bytes.last() != Some(&b'\n') && bytes.len() as u64 == LONGEST => {
            Some(OutputLine::TooLong)
        }
        Ok(_) => Some(OutputLine::Answer(String::from_utf8_lossy(&bytes).trim().to_owned())),
    }
}

/// Reads an answer: the number of a choice, from 0 to `last`.
///
/// # Errors
/// The answer is not such a number.
pub fn read_answer(answer: &str, last: usize) -> Result<usize, Fault> {
    let number = answer.parse::<usize>().ok().filter(|&number| number <= last);
    number.ok_or_else(|| Fault::Answer { answer: answer.chars().take(40).collect(), last })
}

/// How long a program may take for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For its first answer after each start: it may have to load what it needs, and that is not
    /// thinking.
    pub first: Duration,
    /// For each further answer.
    pub answer: Duration,
}

/// A bot that asks a program for its choices.
pub struct ExecBot {
    words: Vec<String>,
    patience: Patience,
    errors: ErrorOutput,
    running: Option<RunningProgram>,
    /// How often the program may still be started.
    starts: u32,
    /// Why the program is not asked any more; `None` while it is.
    given_up: Option<&'static str>,
    /// The number of late answers in a row.
    late: u32,
    faults: Vec<Fault>,
}

impl ExecBot {
    /// A bot that asks the program with these command-line words. The program is started at the
    /// first decision.
    pub fn new(words: &[String], patience: Patience, errors: ErrorOutput) -> Self {
        Self {
            words: words.to_vec(),
            patience,
            errors,
            running: None,
            starts: 1 + RESTARTS,
            given_up: None,
            late: 0,
            faults: Vec::new(),
        }
    }

    /// The program's choice; `None` after a fault, which is noted, or if no choice is needed any
    /// more.
    fn ask(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Option<Choice> {
        let mut choices = see.choices();
        if choices.is_empty() {
            return None;
        }
        match self.answer(see, &choices, rng.one_way().bits()) {
            Ok(number) => number.map(|number| choices.swap_remove(number)),
            Err(fault) => {
                self.faults.push(fault);
                None
            }
        }
    }

    fn answer(
        &mut self,
        see: &Observation<'_>,
        choices: &[Choice],
        random: u32,
    ) -> Result<Option<usize>, Fault> {
        if let Some(after) = self.given_up {
            return Err(Fault::Unasked { after });
        }
        let answer = self.ask_program(see, choices, random);
        match &answer {
            Ok(_) => self.late = 0,
            Err(Fault::Late { .. }) => {
                self.late += 1;
                if self.late == LATE_ANSWERS {
                    self.give_up("late answers in a row");
                }
            }
            Err(Fault::Flood { .. }) => self.give_up("a flood of output"),
            Err(Fault::Gone { .. } | Fault::NotStarted { .. }) if self.starts == 0 => {
                self.give_up("ending again and again");
            }
            Err(Fault::Gone { .. } | Fault::NotStarted { .. }) => self.running = None,
            Err(_) => {}
        }
        answer
    }

    /// Asks the program, which is started first if it is not running.
    fn ask_program(
        &mut self,
        see: &Observation<'_>,
        choices: &[Choice],
        random: u32,
    ) -> Result<Option<usize>, Fault> {
        let running = if let Some(running) = &mut self.running {
            running
        } else {
            self.starts -= 1;
            let started = RunningProgram::start(&self.words, &self.errors);
            self.running.insert(started.map_err(|why| Fault::NotStarted { why: why.to_string() })?)
        };
        let request = write_request(see, choices, running.events_sent, random);
        running.events_sent = see.events().len();
        let Patience { first, answer } = self.patience;
        let timeout = if std::mem::take(&mut running.is_new) { first } else { answer };
        running.ask(request, choices.len() - 1, timeout, see)
    }

    fn give_up(&mut self, after: &'static str) {
        self.running = None;
        self.given_up = Some(after);
    }
}

impl Bot for ExecBot {
    fn choose(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Option<Choice> {
        self.ask(see, rng).or_else(|| Safe.choose(see, rng))
    }

    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        match self.choose(see, rng) {
            Some(Choice::Place(tile)) => tile,
            _ => Safe.place(see, rng),
        }
    }

    fn new_game(&mut self) {
        if let Some(running) = &mut self.running {
            running.events_sent = 0;
        }
    }

    /// Ends the program; it may be started as often as at first, unless it was given up.
    fn start_afresh(&mut self) {
        self.running = None;
        self.starts = 1 + RESTARTS;
    }

    fn faults(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.faults)
    }
}
