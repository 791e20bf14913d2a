//! Choices that are taken back. A player alone can take back its own last choice, as long as it has
//! shown nothing that was hidden; where several persons play, anything else needs all of them.

use super::SeatedGame;
use super::asked_back::{Agreement, AskedBack, QuestionNumber, TakenBack};
use crate::refused::{NotTakenBack, Refused};
use crate::states::GameState;
use crate::telling::Reader;
use tsuro::game::{Event, Phase, Seat, SeatSet, SeenEvent};
use tsuro::json::{Json, json};
use tsuro::session::Game;
use tsuro_faces::words::TextKey;

/// By how much each taking back moves the numbers on: no game has this many events.
const TAKEN_BACK: u64 = 1_000_000;

/// Whether an event follows from what everybody sees and from the choice alone.
const fn is_plain(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::Start { .. }
            | Event::Turn { .. }
            | Event::WakeRemoved { .. }
            | Event::Relocated { .. }
            | Event::Placed { .. }
            | Event::Moved { .. }
            | Event::Eliminated { .. }
            | Event::LifeLost { .. }
            | Event::Passed { .. }
            | Event::Carried { .. }
    )
}

/// Whether a game has shown no player anything since a mark that was hidden then.
fn shows_nothing(game: &Game, mark: usize) -> bool {
    // Some questions show what no event tells: an exchange the hands of the eliminated, that of a
    // rule perhaps a tile.
    let is_plain_question =
        matches!(game.observe(None).phase(), Phase::Start | Phase::Relocate { .. } | Phase::Place);
    let looks = |seat| {
        game.events_seen_by(Seat::new(seat), mark).any(|event| matches!(event, SeenEvent::Sight(_)))
    };
    is_plain_question
        && game.events_since(mark).all(|event| is_plain(&event))
        && !(0..game.seats()).any(looks)
}

impl SeatedGame {
    /// What the question that stands is numbered by.
    pub fn moment(&self) -> QuestionNumber {
        QuestionNumber(u64::from(self.game.undos()) * TAKEN_BACK + self.game.mark() as u64)
    }

    /// The seats of persons, also of persons for whom a bot decides: they may come back.
    pub(super) fn persons(&self) -> impl Iterator<Item = Seat> {
        (0..)
            .zip(&self.seats)
            .filter(|(_, seat)| seat.player.is_human())
            .map(|(number, _)| Seat::new(number))
    }

    /// Whether several persons play.
    pub fn is_shared(&self) -> bool {
        self.persons().count() > 1
    }

    /// Checks that choices can be taken back at all. Where several persons play the end is the end:
    /// the record shows everybody the tiles that were to come. Where other tables play the same
    /// deal, each plays it as it comes.
    ///
    /// # Errors
    /// Why they cannot.
    pub fn check_taking_back(&self) -> Result<(), NotTakenBack> {
        let goes_on = match self.state {
            GameState::Running => self.persons().next().is_some(),
            GameState::Over => self.persons().count() == 1,
            GameState::Broken | GameState::Expired | GameState::Uploaded => false,
        };
        if self.evening.as_ref().is_some_and(|evening| evening.is_duplicate) {
            Err(NotTakenBack::SameDeal)
        } else if goes_on {
            Ok(())
        } else {
            Err(NotTakenBack::Ended)
        }
    }

    /// The game before the last decision at this seat; `None`: it has made none.
    pub fn taken_back(&self, seat: Seat) -> Option<TakenBack> {
        let mut game = self.game.clone();
        let mut steps = 0;
        loop {
            game.undo()?;
            steps += 1;
            if game.decision().is_some_and(|decision| decision.seat() == seat) {
                break;
            }
        }
        game.note_undos(self.game.undos() + 1);
        let is_own = steps == 1 && shows_nothing(&self.game, game.mark());
        Some(TakenBack { game, steps, concerns_others: self.is_shared() && !is_own })
    }

    /// Goes back to a game before.
    pub fn go_back_to(&mut self, game: Game) {
        self.asked_back = None;
        self.rated = SeatSet::EMPTY;
        self.state = GameState::Running;
        self.comments.clear();
        self.set_game(game);
    }

    /// Asks the others to take back what this seat decided last; whether they are asked only now.
    ///
    /// # Errors
    /// Something has been asked already.
    pub fn ask_back(&mut self, seat: Seat) -> Result<bool, Refused> {
        match &self.asked_back {
            Some(asked) if asked.is_refused => Err(NotTakenBack::Disagreed.into()),
            Some(asked) if asked.seat != seat => Err(NotTakenBack::OtherAsked.into()),
            Some(_) => Ok(false),
            None => {
                self.asked_back = Some(AskedBack { seat, agreed: vec![seat], is_refused: false });
                Ok(true)
            }
        }
    }

    /// A person agrees, or does not.
    ///
    /// # Errors
    /// No person has asked.
    pub fn agree(&mut self, seat: Seat, agrees: bool) -> Result<Agreement, Refused> {
        let Some(asked) = self.asked_back.as_mut().filter(|asked| !asked.is_refused) else {
            return Err(NotTakenBack::NobodyAsked.into());
        };
        let by = asked.seat;
        asked.is_refused = !agrees;
        if agrees && !asked.agreed.contains(&seat) {
            asked.agreed.push(seat);
        }
        Ok(match agrees {
            true if self.asked_of().is_empty() => Agreement::All(by),
            true => Agreement::Waits,
            false => Agreement::Refused,
        })
    }

    /// Whether a person waits for the others to agree.
    pub fn is_asked_back(&self) -> bool {
        self.asked_back.as_ref().is_some_and(|asked| !asked.is_refused)
    }

    /// The persons who have not agreed yet to what was asked.
    pub fn asked_of(&self) -> Vec<Seat> {
        let Some(asked) = self.asked_back.as_ref().filter(|asked| !asked.is_refused) else {
            return Vec::new();
        };
        self.persons().filter(|seat| !asked.agreed.contains(seat)).collect()
    }

    /// Who asks whom to take back; without a seat: no request is open any more.
    pub fn asked_back_message(&self, reader: Reader) -> Json {
        let waits = self.asked_of();
        let mut message = json!({
            "type": "take_back", "number": self.moment().0, "seat": Json::NULL, "waits": waits,
            "words": "",
        });
        if let Some(asked) = self.asked_back.as_ref().filter(|asked| !asked.is_refused) {
            let narrator = self.narrator(Reader { seat: None, ..reader });
            let name = |seat: Seat| narrator.name(seat).to_owned();
            let others: Vec<String> = self.asked_of().into_iter().map(name).collect();
            let names =
                [("who", narrator.name(asked.seat)), ("others", &reader.language.list(&others))];
            message.set("words", reader.language.say(TextKey::WebTakeBackAsked, &names));
            message.set("seat", asked.seat);
        }
        message
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsuro::record::write_seen;
    use tsuro::ruleset::BUILT_INS;

    /// What a seat has been told since a mark, and what it is asked now.
    fn seen_and_asked(game: &Game, seat: Seat, mark: usize) -> (Vec<u8>, Vec<String>) {
        let see = game.observe(seat);
        let mut lines = Vec::new();
        see.events().skip(mark).for_each(|event| write_seen(&mut lines, &event));
        let asked =
            game.decision().filter(|decision| decision.seat() == seat).map(|_| see.choices());
        (lines, asked.into_iter().flatten().map(|choice| format!("{choice:?}")).collect())
    }

    #[test]
    fn what_is_taken_back_alone_would_have_looked_the_same_whatever_is_hidden() {
        let (mut alone, mut together) = (0, 0);
        for edition in BUILT_INS {
            for seed in 0..3 {
                let mut game = (1..=8)
                    .rev()
                    .find_map(|players| {
                        Game::new(edition.name, players, &format!("taken back {seed}")).ok()
                    })
                    .unwrap();
                let mut turn = 0;
                while let Some(decision) = game.decision() {
                    let (seat, before) = (decision.seat(), game.clone());
                    let choices = game.observe(seat).choices();
                    let Some(choice) = choices.get(turn * 7 % choices.len().max(1)).cloned() else {
                        break;
                    };
                    turn += 1;
                    game.play(&choice).unwrap();
                    if !shows_nothing(&game, before.mark()) {
                        together += 1;
                        continue;
                    }
                    alone += 1;
                    for other in 0..2 {
                        let mut other = before.redealt(seat, &format!("another world {other}"));
                        other.play(&choice).unwrap();
                        let (here, there) = (
                            seen_and_asked(&game, seat, before.mark()),
                            seen_and_asked(&other, seat, before.mark()),
                        );
                        assert_eq!(here, there, "{} {seed}: {choice:?}", edition.name);
                    }
                }
            }
        }
        assert!(alone > 100 && together > 1000, "{alone} {together}");
    }
}
