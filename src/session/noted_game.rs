//! A game to whose record people add how long they took, and what they say of it.

use super::Game;
use crate::game::{Choice, Event, Illegal, WholeEvents};
use crate::record::Feedback;

impl Game {
    /// Adds for the record what a player says of the game; `false` if it is not over, or has room
    /// for no more.
    pub fn add_feedback(&mut self, feedback: Feedback) -> bool {
        self.decision().is_none() && self.notes.add_feedback(feedback, self.seats().into())
    }

    /// What players have said of the game.
    pub fn feedback(&self) -> &[Feedback] {
        self.notes.feedback()
    }

    /// As [`Game::play`], and notes for the record how long the choice took, in milliseconds. That
    /// is not kept where no event tells the choice: to stay, and to exchange nothing.
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn play_timed(
        &mut self,
        choice: &Choice,
        milliseconds: u32,
    ) -> Result<WholeEvents<'_>, Illegal> {
        let (mark, untold) = (self.mark(), self.start.untold());
        self.play(choice)?;
        if self.start.untold() == untold {
            let line = self.lines_before(mark);
            self.notes.add_time(line, milliseconds);
        }
        Ok(self.events_since(mark))
    }

    /// What happened since a [mark](Game::mark), as lines of a record. Legal placements are not
    /// counted.
    pub fn lines_since(&self, mark: usize) -> String {
        let mut out = Vec::new();
        self.notes.write_lines(self.events_since(mark), self.lines_before(mark), &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// The number of lines that a record has, after its first one, of what happened before a mark.
    pub(super) fn lines_before(&self, mark: usize) -> usize {
        self.events_since(0).take(mark).filter(Event::is_written).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Snapshot;
    use crate::record::{GameRecord, RecordReader, Replayer, choice_time, feedback_of};
    use crate::rules::Registry;

    fn timed(rules: &str, choices: u32) -> Game {
        let mut game = Game::new(rules, 3, "times").unwrap();
        for number in 0..choices {
            let Some(decision) = game.decision() else { break };
            let choice = game.observe(decision.seat()).choices()[0].clone();
            // Every third choice has no time.
            if number % 3 == 2 {
                game.play(&choice).unwrap();
            } else {
                game.play_timed(&choice, 1000 + number).unwrap();
            }
        }
        game
    }

    fn times(record: &str) -> Vec<u32> {
        record.lines().filter_map(choice_time).collect()
    }

    #[test]
    fn a_record_has_the_times_that_are_known_and_is_otherwise_the_same() {
        for rules in ["classic", "luxury", "seas", "luxury-advanced", "draft"] {
            let (game, record) = (timed(rules, 12), timed(rules, 12).record().unwrap());
            let mut untimed = Game::new(rules, 3, "times").unwrap();
            while untimed.mark() < game.mark() {
                let decision = untimed.decision().unwrap();
                let choice = untimed.observe(decision.seat()).choices()[0].clone();
                untimed.play(&choice).unwrap();
            }
            assert!(!times(&record).is_empty());
            let without: Vec<String> = record
                .lines()
                .map(|line| {
                    let time = choice_time(line).map(|time| format!(",\"ms\":{time}}}"));
                    time.map_or(line.to_owned(), |time| line.replace(&time, "}"))
                })
                .collect();
            assert_eq!(without.join("\n") + "\n", untimed.record().unwrap(), "{rules}");
            let read = RecordReader::new(record.as_bytes()).game().unwrap().unwrap();
            Replayer::new(&Registry::default()).replay(&read).unwrap();
        }
    }

    #[test]
    fn times_stay_wherever_a_game_is_taken_up() {
        for rules in ["classic", "luxury", "seas", "luxury-advanced"] {
            let game = timed(rules, 12);
            let record = game.record().unwrap();
            let registry = Registry::default();
            let from_record = Game::from_record(&record, &registry).unwrap();
            let saved = serde_json::to_string(&game.snapshot()).unwrap();
            let saved: Snapshot = serde_json::from_str(&saved).unwrap();
            let others = [
                from_record.again_from_deal().unwrap(),
                from_record,
                Game::restore(&saved, &registry).unwrap(),
                game.clone().followed(),
                game.fork("times"),
            ];
            for other in others {
                assert_eq!(times(&other.record().unwrap()), times(&record), "{rules}");
            }
            assert!(!game.record_seen_by(crate::game::Seat::new(0)).unwrap().contains("\"ms\""));
            assert!(record.contains(game.lines_since(0).lines().last().unwrap()));
        }
    }

    #[test]
    fn a_choice_that_is_taken_back_takes_its_time_along() {
        let mut game = timed("luxury", 9);
        while game.undo().is_some() {
            let known = times(&game.record().unwrap());
            let again = Game::from_record(&game.record().unwrap(), &Registry::default()).unwrap();
            assert_eq!(times(&again.record().unwrap()), known);
            let mut other = game.clone();
            let decision = other.decision().unwrap();
            let choice = other.observe(decision.seat()).choices()[0].clone();
            other.play(&choice).unwrap();
            assert_eq!(times(&other.record().unwrap()), known, "no old time comes back");
        }
        assert_eq!(times(&game.record().unwrap()), [] as [u32; 0]);
    }

    #[test]
    fn what_players_say_stays_wherever_a_game_is_taken_up_and_goes_when_it_goes_on() {
        let mut game = timed("luxury", 2);
        let said =
            |fun: u8| Feedback::read(&serde_json::json!({ "fun": fun, "remark": "<i>\u{7}=1" }));
        assert!(!game.add_feedback(said(5)), "it is not over");
        while let Some(decision) = game.decision() {
            game.play(&game.observe(decision.seat()).choices()[0].clone()).unwrap();
        }
        let silent = game.record().unwrap();
        let added = [5, 2, 3, 1].map(|fun| game.add_feedback(said(fun)));
        assert_eq!(added, [true, true, true, false], "one for each seat");
        assert!(!game.add_feedback(Feedback::default()));
        let record = game.record().unwrap();
        let told = feedback_of(record.lines().last().unwrap());
        assert_eq!(told, [said(2), said(3), said(5)]);
        assert_eq!(record.lines().count(), silent.lines().count());
        let registry = Registry::default();
        let from_record = Game::from_record(&record, &registry).unwrap();
        let saved = serde_json::to_string(&game.snapshot()).unwrap();
        let restored = Game::restore(&serde_json::from_str(&saved).unwrap(), &registry).unwrap();
        for other in [from_record.again_from_deal().unwrap(), from_record, restored] {
            assert_eq!(other.record().unwrap(), record);
        }
        game.undo().unwrap();
        assert!(!game.record().unwrap().contains("feedback"));
    }

    #[test]
    fn only_whole_numbers_on_lines_of_choices_are_times() {
        let line = |event: &str, time: &str| format!("{{\"event\":\"{event}\",\"ms\":{time}}}");
        assert_eq!(choice_time(&line("placed", "4294967295")), Some(u32::MAX));
        for time in ["-1", "4294967296", "1e99", "1.5", "\"5\"", "null", "[5]", "true"] {
            assert_eq!(choice_time(&line("placed", time)), None, "{time}");
        }
        assert_eq!(choice_time(&line("moved", "5")), None);
        let record = timed("classic", 6).record().unwrap().replace("\"ms\":1000", "\"ms\":{}");
        let lines: Vec<String> = record.lines().map(str::to_owned).collect();
        let game = GameRecord { first_line: 1, lines, cut: false };
        Replayer::new(&Registry::default()).replay(&game).unwrap();
    }
}
