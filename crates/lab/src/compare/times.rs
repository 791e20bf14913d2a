//! How long the choices of recorded games took, and how long games take at that pace.

use crate::metrics::{GameFacts, Pace};
use tsuro::record::timed_choice;

/// A longer choice counts as this long in a mean, in milliseconds: somebody had left the table.
pub const LONGEST: u32 = 300_000;

/// The fewest choices of a kind of which a pace is told.
const FEWEST: usize = 30;

/// A kind of choice of which times are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "the choices of all games")]
pub enum TimedKind {
    /// A start mark, at the start or later.
    Mark,
    /// A placement.
    Tile,
    /// An exchange that was made.
    Exchange,
    /// The answer to a question of a rule.
    Answer,
}

impl TimedKind {
    /// All kinds, in the order of reports.
    pub const ALL: [Self; 4] = [Self::Mark, Self::Tile, Self::Exchange, Self::Answer];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mark => "start mark",
            Self::Tile => "tile",
            Self::Exchange => "exchange",
            Self::Answer => "answer to a rule",
        }
    }

    /// The kind of choice that an event of a record tells.
    fn of_event(name: &str) -> Option<Self> {
        Some(match name {
            "start" | "relocated" => Self::Mark,
            "placed" => Self::Tile,
            "exchanged" => Self::Exchange,
            "chose" => Self::Answer,
            _ => return None,
        })
    }
}

/// How long the choices of recorded games took, in milliseconds.
#[derive(Debug, Clone, Default)]
pub struct ChoiceTimes {
    /// By the place of the kind in [`TimedKind::ALL`]; in order once they were summed up.
    times: [Vec<u32>; TimedKind::ALL.len()],
}

/// The times of one kind of choice, in seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct KindTimes {
    /// The kind.
    pub kind: TimedKind,
    /// Number of choices whose time is known; at least 1.
    pub choices: usize,
    /// Half of them took at most this long.
    pub median: f64,
    /// Nine in ten took at most this long.
    pub high: f64,
    /// Their mean; a choice counts at most [`LONGEST`].
    pub mean: f64,
}

/// The times of recorded games, and how long the games take at that pace.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RecordedTimes {
    /// The kinds of choices of which times are known.
    pub kinds: Vec<KindTimes>,
    /// The pace of the people: what their choices do not tell, and what fewer than 30 of them tell,
    /// is as assumed. `None` if that is all of it.
    pub pace: Option<Pace>,
    /// How long the games take by the assumed pace, and by that of the people, in minutes a game.
    pub minutes: (f64, Option<f64>),
}

impl ChoiceTimes {
    /// Adds the times of a game; there may be none.
    pub fn add(&mut self, lines: &[String]) {
        for (name, time) in lines.iter().filter_map(|line| timed_choice(line)) {
            if let Some(kind) = TimedKind::of_event(&name) {
                self.times[kind as usize].push(time);
            }
        }
    }

    /// What the times of these games come to; `None` if none is known.
    pub fn of_games(mut self, games: &[GameFacts]) -> Option<RecordedTimes> {
        self.times.iter_mut().for_each(|times| times.sort_unstable());
        let kinds: Vec<KindTimes> =
            TimedKind::ALL.into_iter().filter_map(|kind| self.of_kind(kind)).collect();
        if kinds.is_empty() {
            return None;
        }
        let mean = |kind| {
            let known = kinds.iter().find(|known| known.kind == kind && known.choices >= FEWEST);
            known.map(|known| known.mean)
        };
        let (tile, exchange) = (mean(TimedKind::Tile), mean(TimedKind::Exchange));
        let fitted = Pace {
            tile: tile.unwrap_or(Pace::ASSUMED.tile),
            exchange: exchange.unwrap_or(Pace::ASSUMED.exchange),
            ..Pace::ASSUMED
        };
        let pace = tile.or(exchange).map(|_| fitted);
        let minutes = |pace: &Pace| {
            let seconds: f64 = games.iter().map(|facts| facts.seconds_at(pace)).sum();
            seconds / 60.0 / games.len().max(1) as f64
        };
        let minutes = (minutes(&Pace::ASSUMED), pace.as_ref().map(minutes));
        Some(RecordedTimes { kinds, pace, minutes })
    }

    fn of_kind(&self, kind: TimedKind) -> Option<KindTimes> {
        let times = &self.times[kind as usize];
        let choices = times.len();
        let last = choices.checked_sub(1)?;
        let seconds = |time: u32| f64::from(time) / 1000.0;
        let at = |tenths: usize| seconds(times[(choices * tenths).div_ceil(10).min(choices) - 1]);
        let sum: f64 = times.iter().map(|&time| seconds(time.min(LONGEST))).sum();
        let (median, high) = (at(5), at(9));
        debug_assert!(high <= seconds(times[last]), "the times are in order");
        Some(KindTimes { kind, choices, median, high, mean: sum / choices as f64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(event: &str, time: u32) -> String {
        format!("{{\"event\":\"{event}\",\"player\":0,\"ms\":{time}}}")
    }

    fn is_near(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-9
    }

    /// A game of two with 10 tiles and an exchange.
    fn facts() -> GameFacts {
        GameFacts { placed: 10, exchanged: 1, ..GameFacts::new(2) }
    }

    #[test]
    fn times_are_told_by_kind_and_a_long_absence_counts_as_five_minutes() {
        let mut times = ChoiceTimes::default();
        let lines: Vec<String> = (1..=40).map(|number| line("placed", 1000 * number)).collect();
        times.add(&lines);
        times.add(&[line("start", 500), line("moved", 7), line("placed", u32::MAX)]);
        let RecordedTimes { kinds, pace, minutes } = times.of_games(&[facts()]).unwrap();
        let [mark, tile] = kinds[..] else { panic!("{kinds:?}") };
        assert_eq!(
            (mark.kind, mark.choices, mark.median, mark.high),
            (TimedKind::Mark, 1, 0.5, 0.5)
        );
        assert_eq!(
            (tile.kind, tile.choices, tile.median, tile.high),
            (TimedKind::Tile, 41, 21.0, 37.0)
        );
        assert!(is_near(tile.mean, (820.0 + 300.0) / 41.0), "{}", tile.mean);
        // An exchange is as assumed, as nobody made one.
        let pace = pace.unwrap();
        assert_eq!((pace.tile, pace.exchange), (tile.mean, Pace::ASSUMED.exchange));
        assert!(is_near(minutes.0, (40.0 + 120.0 + 10.0) / 60.0), "{}", minutes.0);
        assert!(is_near(minutes.1.unwrap(), (40.0 + 10.0 * tile.mean + 10.0) / 60.0));
    }

    #[test]
    fn few_times_say_nothing_of_the_pace_and_none_say_nothing() {
        let mut times = ChoiceTimes::default();
        assert!(times.clone().of_games(&[facts()]).is_none());
        times.add(&vec![line("placed", 1000); FEWEST - 1]);
        let found = times.clone().of_games(&[facts()]).unwrap();
        assert!(found.pace.is_none() && found.minutes.1.is_none());
        times.add(&[line("placed", 1000)]);
        assert!(is_near(times.of_games(&[facts()]).unwrap().pace.unwrap().tile, 1.0));
    }
}
