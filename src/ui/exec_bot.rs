//! A bot that is a program of its own: one line of JSON out for each decision, one number back (`docs/formats/bot-programs.md`).
//!
//! Nothing that it does stops the game for longer than it may take: its output is read and its input written by threads, what it writes is
//! kept within bounds, and where it has no answer the choice of `safe` is made in its place.

use crate::board::{Laid, Place};
use crate::bots::{Bot, Fault, Safe};
use crate::game::{Choice, Exchange, Observation, Rng};
use crate::record::{choices, write_request};
use crate::ui::program::{NOT_STARTED, Program};
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The longest answer, in bytes.
pub const LONGEST: u64 = 4096;
/// How many lines may lie ready unread; whoever writes more has to wait.
const READY: usize = 16;
/// So many lines that nobody asked for may come. More is a flood.
const UNASKED: u32 = 64;
/// After so many late answers in a row nobody waits any more.
const PATIENCE: u32 = 3;
/// How often a program that ended is started again.
const RESTARTS: u32 = 2;
const TOO_LONG: Fault = Fault::Flood { what: "a line of more than 4,096 bytes" };
/// While an answer is awaited, how often it is looked whether it is still needed.
const LOOK: Duration = Duration::from_millis(50);
/// How much of the standard error is kept, in bytes.
const KEPT: usize = 4096;

/// The end of what a program wrote on its standard error. All clones share one text.
#[derive(Debug, Clone, Default)]
pub struct ErrorOutput(Arc<Mutex<VecDeque<u8>>>);

impl ErrorOutput {
    /// As text.
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

/// What comes from a program.
#[derive(Debug, PartialEq, Eq)]
pub enum OutputLine {
    /// A line, without its end and the space around it.
    Answer(String),
    /// A line longer than any answer; nothing is read behind it.
    TooLong,
    /// The program could not be started, for this reason; nothing is read behind it.
    NotStarted(String),
}

/// A program that runs.
struct RunningProgram {
    // The first to be dropped: its input ends before the program does.
    requests: Sender<Vec<u8>>,
    lines: Receiver<OutputLine>,
    program: Program,
    /// Requests that were not answered in time: so many answers are still to come and mean nothing any more.
    owed: u32,
    /// Lines that came without being asked for.
    unasked: u32,
    /// How many events of the game it was told.
    told: usize,
}

impl RunningProgram {
    fn start(words: &[String], errors: &ErrorOutput) -> io::Result<Self> {
        let mut program = Program::start(words)?;
        let (input, output, errors_from) = program.pipes();
        let (requests, to_write) = mpsc::channel::<Vec<u8>>();
        let (send, lines) = mpsc::sync_channel(READY);
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
                    let line = if std::mem::take(&mut first) { line.or_not_started() } else { line };
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
        Ok(Self { program, requests, lines, owed: 0, unasked: 0, told: 0 })
    }

    /// Sends a request and waits for the answer to it; `None` where it is not needed any more.
    fn ask(&mut self, request: Vec<u8>, last: usize, timeout: Duration, see: &Observation<'_>) -> Result<Option<usize>, Fault> {
        let end = Instant::now() + timeout;
        // What was written before it was asked for cannot be an answer.
        loop {
            match self.lines.try_recv() {
                Ok(OutputLine::Answer(_)) if self.owed > 0 => self.owed -= 1,
                Ok(OutputLine::Answer(_)) if self.unasked < UNASKED => self.unasked += 1,
                Ok(OutputLine::Answer(_)) => return Err(Fault::Flood { what: "line after line that nobody asked for" }),
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
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(OutputLine::Answer(_)) if self.owed > 0 => self.owed -= 1,
                Ok(OutputLine::Answer(answer)) => return read_answer(&answer, last).map(Some),
                Ok(OutputLine::TooLong) => return Err(TOO_LONG),
                Ok(OutputLine::NotStarted(why)) => return Err(Fault::NotStarted { why }),
                Err(RecvTimeoutError::Timeout) if see.is_stopped() => {
                    self.owed += 1;
                    return Ok(None);
                }
                Err(RecvTimeoutError::Timeout) if left > LOOK => {}
                Err(RecvTimeoutError::Timeout) => {
                    self.owed += 1;
                    return Err(Fault::Late { milliseconds: timeout.as_millis() as u64 });
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            }
        }
    }

    /// It closed its output: how it ended, if it does so at once.
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
    /// The first line of a program: whether it is a program at all.
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

/// The next line that a program wrote; `None`: there is none any more.
pub fn read_line(output: &mut impl BufRead) -> Option<OutputLine> {
    let mut bytes = Vec::new();
    match output.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) if bytes.last() != Some(&b'\n') && bytes.len() as u64 == LONGEST => Some(OutputLine::TooLong),
        Ok(_) => Some(OutputLine::Answer(String::from_utf8_lossy(&bytes).trim().to_owned())),
    }
}

/// The number of the choice that an answer names, where there are those from 0 to `last`.
///
/// # Errors
/// It names none.
pub fn read_answer(answer: &str, last: usize) -> Result<usize, Fault> {
    let number = answer.parse::<usize>().ok().filter(|&number| number <= last);
    number.ok_or_else(|| Fault::Answer { answer: answer.chars().take(40).collect(), last })
}

/// A bot that asks a program.
pub struct ExecBot {
    words: Vec<String>,
    timeout: Duration,
    errors: ErrorOutput,
    running: Option<RunningProgram>,
    /// How often it may still be started.
    starts: u32,
    /// Why it is not asked any more, if it is not.
    given_up: Option<&'static str>,
    /// Late answers in a row.
    late: u32,
    faults: Vec<Fault>,
}

impl ExecBot {
    /// A bot that asks the program with these words and waits so long for each answer. The program is started with the first decision.
    pub fn new(words: &[String], timeout: Duration, errors: ErrorOutput) -> Self {
        Self { words: words.to_vec(), timeout, errors, running: None, starts: 1 + RESTARTS, given_up: None, late: 0, faults: Vec::new() }
    }

    /// The program's choice; `None` where it has none, which was noted as a fault, or where none is needed any more.
    fn ask(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Option<Choice> {
        let mut choices = choices(see);
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

    fn answer(&mut self, see: &Observation<'_>, choices: &[Choice], random: u32) -> Result<Option<usize>, Fault> {
        if let Some(after) = self.given_up {
            return Err(Fault::Unasked { after });
        }
        let answer = self.ask_program(see, choices, random);
        match &answer {
            Ok(_) => self.late = 0,
            Err(Fault::Late { .. }) => {
                self.late += 1;
                if self.late == PATIENCE {
                    self.give_up("late answers in a row");
                }
            }
            Err(Fault::Flood { .. }) => self.give_up("a flood of output"),
            Err(Fault::Gone { .. } | Fault::NotStarted { .. }) if self.starts == 0 => self.give_up("ending again and again"),
            Err(Fault::Gone { .. } | Fault::NotStarted { .. }) => self.running = None,
            Err(_) => {}
        }
        answer
    }

    /// Asks the program, which is started first where it does not run.
    fn ask_program(&mut self, see: &Observation<'_>, choices: &[Choice], random: u32) -> Result<Option<usize>, Fault> {
        let running = if let Some(running) = &mut self.running {
            running
        } else {
            self.starts -= 1;
            let started = RunningProgram::start(&self.words, &self.errors);
            self.running.insert(started.map_err(|why| Fault::NotStarted { why: why.to_string() })?)
        };
        let request = write_request(see, choices, running.told, random);
        running.told = see.events().len();
        running.ask(request, choices.len() - 1, self.timeout, see)
    }

    fn give_up(&mut self, after: &'static str) {
        self.running = None;
        self.given_up = Some(after);
    }
}

impl Bot for ExecBot {
    fn start(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Place {
        match self.ask(see, rng) {
            Some(Choice::Start(mark)) => mark,
            _ => Safe.start(see, rng),
        }
    }

    fn place(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Laid {
        match self.ask(see, rng) {
            Some(Choice::Place(tile)) => tile,
            _ => Safe.place(see, rng),
        }
    }

    fn exchange(&mut self, see: &Observation<'_>, rng: &mut Rng) -> Exchange {
        match self.ask(see, rng) {
            Some(Choice::Exchange(exchange)) => exchange,
            _ => Safe.exchange(see, rng),
        }
    }

    fn relocate(&mut self, see: &Observation<'_>, must: bool, rng: &mut Rng) -> Option<Place> {
        match self.ask(see, rng) {
            Some(Choice::Relocate(mark)) => mark,
            _ => Safe.relocate(see, must, rng),
        }
    }

    fn new_game(&mut self) {
        if let Some(running) = &mut self.running {
            running.told = 0;
        }
    }

    /// The program ends, and may be started as often as the first time. If it was given up, it stays so.
    fn start_afresh(&mut self) {
        self.running = None;
        self.starts = 1 + RESTARTS;
    }

    fn faults(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.faults)
    }
}
