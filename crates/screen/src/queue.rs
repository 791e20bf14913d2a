//! What waits to be shown, one thing after another, each for its time.

use std::collections::VecDeque;
use std::time::Duration;
use tsuro::board::Place;
use tsuro::game::Seat;
use tsuro_faces::table::show::{STEP, ShownEvent};

/// How fast things are shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pace {
    /// 1 is the usual speed; 0: everything at once.
    pub speed: f32,
}

impl Pace {
    /// A time of `millis` milliseconds at the usual speed.
    pub(super) fn scaled(self, millis: u64) -> Duration {
        if self.speed <= 0.0 {
            Duration::ZERO
        } else {
            Duration::from_millis(millis).div_f32(self.speed)
        }
    }
}

/// The things that are still to be shown, oldest first.
#[derive(Default)]
pub(super) struct Show {
    /// Each with the pace at which it was added.
    queue: VecDeque<(ShownEvent, Pace)>,
    /// How long the first has been shown.
    elapsed: Duration,
}

impl Show {
    /// Adds things that have happened.
    pub(super) fn add(&mut self, events: impl Iterator<Item = ShownEvent>, pace: Pace) {
        self.queue.extend(events.map(|event| (event, pace)));
    }

    /// What is being shown.
    pub(super) fn current(&self) -> Option<&ShownEvent> {
        self.queue.front().map(|(event, _)| event)
    }

    /// Lets time pass; returns what has been shown to its end. Of what `stands` holds for, time
    /// never ends the showing; what `breaks` holds for is the last that is returned.
    pub(super) fn pass(
        &mut self,
        time: Duration,
        stands: impl Fn(&ShownEvent) -> bool,
        breaks: impl Fn(&ShownEvent) -> bool,
    ) -> Vec<ShownEvent> {
        self.elapsed += time;
        let mut done = Vec::new();
        while let Some((first, pace)) = self.queue.front() {
            let lasts = pace.scaled(first.stands);
            if self.elapsed < lasts || stands(first) {
                break;
            }
            self.elapsed -= lasts;
            done.extend(self.queue.pop_front().map(|(event, _)| event));
            if done.last().is_some_and(&breaks) {
                break;
            }
        }
        if self.queue.is_empty() {
            self.elapsed = Duration::ZERO;
        }
        done
    }

    /// Ends what is being shown, and everything that waits as long as `goes_on` holds for what has
    /// been ended.
    pub(super) fn skip(&mut self, goes_on: impl Fn(&ShownEvent) -> bool) -> Vec<ShownEvent> {
        self.elapsed = Duration::ZERO;
        let mut done = Vec::new();
        while let Some((event, _)) = self.queue.pop_front() {
            let goes_on = goes_on(&event);
            done.push(event);
            if !goes_on {
                break;
            }
        }
        done
    }

    /// Where a travelling piece is now, on its way: the place that it has reached.
    pub(super) fn traveller(&self) -> Option<(Seat, Place)> {
        let (event, pace) = self.queue.front()?;
        let (seat, way) = event.way.as_ref()?;
        let done = self.elapsed.as_nanos().checked_div(pace.scaled(STEP).as_nanos())?;
        let step = way.get(usize::try_from(done).ok()?)?;
        Some((*seat, Place::new(step.square, step.leave)))
    }

    /// Whether there is nothing to show.
    pub(super) fn is_over(&self) -> bool {
        self.queue.is_empty()
    }
}
