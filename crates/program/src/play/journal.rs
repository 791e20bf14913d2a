//! Listens to the game: records each event, and then tells it.

use super::console::{Console, News};
use super::transcript::Transcript;
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use tsuro::board::Square;
use tsuro::game::{DeciderNotice, Event, Memory, RuleSet, Seat, SeatSet, SeenEvent, Sink, View};
use tsuro::picture::BoardScene;
use tsuro::record::{Feedback, Header, RecordHead, Recorder, Script};
use tsuro_faces::table::show::Teller;
use tsuro_faces::words::TextKey;

/// What the deciders and the sinks of a game share.
pub(super) struct SharedLog {
    /// Where the game is shown.
    pub console: Console,
    /// Where the game is recorded.
    pub recorder: Recorder<Transcript>,
    /// For each seat, whether a person sits there.
    humans: Vec<bool>,
    /// What has happened.
    memory: Memory,
    /// How much of it the person at the terminal was told; with several, all of them.
    told: usize,
    /// Follows the board, to say what people who see it would see.
    teller: Option<Teller>,
    /// A placement that is not told yet: the way over the new tile belongs to the same sentence.
    laid: Option<LaidNews>,
    /// How many lines of the record have happened, its first line included.
    lines: usize,
    /// For each choice of a person, how many lines come before it.
    decisions: Vec<usize>,
    /// Whether what happens for the first time is explained, in a first game.
    pub explains: bool,
}

/// A placement that is about to be told.
struct LaidNews {
    player: Seat,
    square: Square,
    news: News,
    /// Whether it is only kept for the log, as it was told before.
    is_old: bool,
}

impl SharedLog {
    pub(super) fn new(console: Console, recorder: Recorder<Transcript>, humans: Vec<bool>) -> Self {
        Self {
            console,
            recorder,
            humans,
            memory: Memory::default(),
            told: 0,
            teller: None,
            laid: None,
            lines: 1,
            decisions: Vec::new(),
            explains: false,
        }
    }

    /// Begins to listen to a game, from its deal.
    pub(super) fn begin<R: RuleSet>(&mut self, view: &View<'_, R>) {
        self.console.forget_news();
        (self.told, self.lines) = (0, 1);
        self.memory =
            Memory::with_events(SeatSet::only(self.console.narrator.you.unwrap_or(Seat::new(0))));
        self.memory.hear(&DeciderNotice::Begins(*view));
        let narrator = &self.console.narrator;
        let scene = BoardScene::new(&view.observation(narrator.you), narrator.letters());
        (self.teller, self.laid) = (Some(Teller::new(scene, 0)), None);
    }

    /// Why nothing can be taken back, if that is so.
    pub(super) fn why_no_undo(&mut self) -> Option<TextKey> {
        let mut can_go_back = true;
        self.recorder.with(|transcript| {
            can_go_back = transcript.can_go_back();
            Ok(())
        });
        if !can_go_back {
            return Some(TextKey::NoUndoOnStream);
        }
        self.decisions.is_empty().then_some(TextKey::NothingBefore)
    }

    /// Notes a decision, if a person sits at this seat.
    pub(super) fn note_decision_of(&mut self, seat: Seat) {
        if self.humans.get(seat.index()) != Some(&true) {
            return;
        }
        // While a game is played again up to a choice that was taken back, all are noted already.
        if self.decisions.last().is_none_or(|&last| last < self.lines) {
            self.decisions.push(self.lines);
        }
    }

    /// Takes back the last choice of a person and all that came after it: gives the lines of the
    /// record that are left.
    ///
    /// # Errors
    /// The record cannot be changed.
    pub(super) fn take_back(&mut self, head: &mut RecordHead) -> io::Result<Vec<String>> {
        head.undos += 1;
        let count = self.decisions.pop().unwrap_or(1);
        let mut header =
            Header::new(&head.variant, &head.players, head.first, &head.seed, head.index);
        header.undos = head.undos;
        let mut first = Vec::new();
        header.write(&mut first);
        let first = String::from_utf8_lossy(&first).trim_end().to_owned();
        let mut left = Vec::new();
        self.recorder.with(|transcript| {
            left = transcript.go_back(count, first)?;
            Ok(())
        });
        self.record_error().map_or(Ok(left), Err)
    }

    /// Adds to the end of the record what a person says of the game; `false` if it cannot be added.
    pub(super) fn add_feedback(&mut self, feedback: Feedback) -> bool {
        let mut is_added = false;
        self.recorder.with(|transcript| {
            is_added = transcript.can_go_back() && transcript.add_feedback(feedback)?;
            transcript.sync()
        });
        is_added && self.recorder.error().is_none()
    }

    /// The whole game as the text of a record.
    pub(super) fn transcript(&mut self) -> String {
        let mut text = String::new();
        self.recorder.with(|transcript| {
            text = transcript.text();
            Ok(())
        });
        text
    }

    /// Whether a person made the choice of which an event tells.
    fn is_of_person(&self, event: &Event<'_>) -> bool {
        event.chooser().is_some_and(|seat| self.humans.get(seat.index()) == Some(&true))
    }

    /// Tells an event in words, or only keeps it for the log if it was told before.
    fn tell(&mut self, event: &Event<'_>, is_old: bool) {
        self.lines += usize::from(event.is_written());
        self.memory.event(event);
        let narrator = &self.console.narrator;
        let mut exact = narrator.clone();
        exact.coordinates = true;
        let events = self.memory.events(narrator.you);
        let told = std::mem::replace(&mut self.told, events.len());
        let Some(teller) = &mut self.teller else { return };
        let mut all = Vec::new();
        for (number, event) in events.enumerate().skip(told) {
            // Whose turn it is, the question and the placement say.
            let is_turn = matches!(event, SeenEvent::Public(Event::Turn { .. }));
            let is_move = matches!(event, SeenEvent::Public(Event::Moved { .. }));
            let laid = match event {
                SeenEvent::Placed { player, square, .. }
                | SeenEvent::Public(Event::Placed { player, square, .. }) => Some((player, square)),
                _ => None,
            };
            let in_detail = teller.clone().tell((number, event), &exact);
            let shown = teller.tell((number, event), narrator);
            let first = shown.as_ref().and_then(|shown| shown.first.clone());
            let first = first.filter(|_| self.explains);
            let shown = shown.filter(|_| !is_turn);
            let way = shown.as_ref().and_then(|shown| shown.way.as_ref()).filter(|_| is_move);
            let way = way.map(|(seat, way)| (*seat, way.len()));
            let words = shown.map(|shown| shown.words).unwrap_or_default();
            let in_detail = in_detail.map(|shown| shown.words).unwrap_or_default();
            all.push((News { words, exact: in_detail }, laid, way, first));
        }
        for (mut news, laid, way, first) in all {
            let before = self.laid.take();
            if let (Some(before), Some((seat, tiles))) = (&before, way)
                && before.player == seat
            {
                let narrator = &self.console.narrator;
                news.words = narrator.lays_and_goes(seat, before.square, tiles);
                news.exact = format!("{} {}", before.news.exact, news.exact);
            } else {
                self.laid = before;
                self.tell_placement();
            }
            match (laid, &first) {
                (Some((player, square)), None) => {
                    self.laid = Some(LaidNews { player, square, news, is_old });
                }
                _ => self.say(news, is_old),
            }
            if let Some(first) = first {
                self.say(News { exact: first.clone(), words: first }, is_old);
            }
        }
    }

    fn say(&mut self, news: News, is_old: bool) {
        if news.words.is_empty() {
            return;
        }
        if is_old { self.console.keep(news) } else { self.console.tell(news) }
    }

    /// Tells the placement that waits for a way over its tile, if there is one.
    pub(super) fn tell_placement(&mut self) {
        if let Some(LaidNews { news, is_old, .. }) = self.laid.take() {
            self.say(news, is_old);
        }
    }

    /// Waits until the record is on the disk.
    pub(super) fn sync(&mut self) {
        self.recorder.with(Transcript::sync);
    }

    /// Records an event. Decisions of persons are synced to the disk at once; decisions of bots
    /// would be computed again.
    fn record(&mut self, event: &Event<'_>) {
        self.recorder.event(event);
        if self.is_of_person(event) {
            self.sync();
        }
    }

    /// Why the record cannot be written any more, if it cannot.
    pub(super) fn record_error(&self) -> Option<io::Error> {
        let error = self.recorder.error()?;
        Some(error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error))
    }
}

/// The sink of a game.
pub(super) struct Journal(pub Rc<RefCell<SharedLog>>);

impl Sink for Journal {
    fn event(&mut self, event: &Event<'_>) {
        let mut shared = self.0.borrow_mut();
        let shared = &mut *shared;
        shared.record(event);
        shared.tell(event, false);
    }
}

/// The sink of a resumed game: what was recorded has been told before, and is only kept for the
/// log.
pub(super) struct ResumedSink<'s, 'a, S> {
    /// The record, and how far it has been replayed.
    pub script: &'s RefCell<Script<'a>>,
    /// Where the log is kept.
    pub shared: Rc<RefCell<SharedLog>>,
    /// The sink of new events.
    pub then: S,
}

impl<S: Sink> Sink for ResumedSink<'_, '_, S> {
    fn event(&mut self, event: &Event<'_>) {
        if !self.script.borrow().is_used_up() {
            let mut shared = self.shared.borrow_mut();
            if let Some(player) =
                event.chooser().filter(|_| !matches!(event, Event::Exchanged { .. }))
            {
                shared.console.mark_seen(player);
            }
            shared.tell(event, true);
        }
        self.then.event(event);
    }
}
