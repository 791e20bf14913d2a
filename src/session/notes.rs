//! What people add to the record of a game: how long they took, and what they say of it.

use crate::game::{Event, WholeEvents};
use crate::record::{Feedback, choice_time, feedback_of, with_feedback, write_timed_event};
use serde::{Deserialize, Serialize};

/// What people add to a record.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayNotes {
    /// How long choices took, in milliseconds, each with the number of the line of the record that
    /// tells the choice; the line after the first has the number 0. Lines are in ascending order.
    #[serde(default)]
    times: Vec<(usize, u32)>,
    /// What players said after the end.
    #[serde(default)]
    feedback: Vec<Feedback>,
}

impl PlayNotes {
    /// The notes that a record has.
    pub(super) fn of_lines(lines: &[String]) -> Self {
        let events = lines.iter().skip(1).enumerate();
        let times = events.filter_map(|(number, line)| Some((number, choice_time(line)?)));
        let feedback = lines.last().map(|line| feedback_of(line)).unwrap_or_default();
        Self { times: times.collect(), feedback }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.times.is_empty() && self.feedback.is_empty()
    }

    /// Notes how long the choice took that a line tells, in milliseconds.
    pub(super) fn add_time(&mut self, line: usize, milliseconds: u32) {
        self.times.push((line, milliseconds));
    }

    /// Adds what a player said, unless `most` have spoken.
    pub(super) fn add_feedback(&mut self, feedback: Feedback, most: usize) -> bool {
        let is_added = self.feedback.len() < most && !feedback.is_empty();
        if is_added {
            self.feedback.push(feedback);
        }
        is_added
    }

    pub(super) fn feedback(&self) -> &[Feedback] {
        &self.feedback
    }

    /// The times of the first `lines` lines, after which the game goes on.
    pub(super) fn before(&self, lines: usize) -> Self {
        let times = self.times.iter().copied().filter(|(line, _)| *line < lines);
        Self { times: times.collect(), feedback: Vec::new() }
    }

    /// The notes of a game that has this number of lines.
    pub(super) fn of_game(&self, lines: usize) -> Self {
        Self { feedback: self.feedback.clone(), ..self.before(lines) }
    }

    /// Appends events as lines of a record, of which the first has the number `from`.
    pub(super) fn write_lines(&self, events: WholeEvents<'_>, from: usize, out: &mut Vec<u8>) {
        for (line, event) in (from..).zip(events.filter(Event::is_written)) {
            let known = self.times.binary_search_by_key(&line, |(line, _)| *line);
            let time = known.ok().and_then(|at| self.times.get(at)).map(|(_, time)| *time);
            let before = out.len();
            write_timed_event(out, &event, time);
            if matches!(event, Event::End { .. }) && !self.feedback.is_empty() {
                self.write_feedback(before, out);
            }
        }
    }
}

impl PlayNotes {
    /// Adds what players said to the last line, which begins at a place in `out`.
    fn write_feedback(&self, line: usize, out: &mut Vec<u8>) {
        let end = String::from_utf8_lossy(&out[line..]).trim_end().to_owned();
        if let Some(end) = with_feedback(&end, self.feedback.clone()) {
            out.truncate(line);
            out.extend_from_slice(end.as_bytes());
            out.push(b'\n');
        }
    }
}
