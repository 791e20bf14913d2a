//! A game at a table of persons and bots: what is played, thought about, shown and kept. Knows
//! nothing of screens.

use super::queue::{Pace, Show};
use super::thinking::{Thinking, Thought};
use std::time::Duration;
use tsuro::board::Square;
use tsuro::bots::Bot;
use tsuro::game::{Choice, Decision, Illegal, Seat};
use tsuro::picture::BoardScene;
use tsuro::session::{Game, GameError};
use tsuro_faces::Player;
use tsuro_faces::setup::TableSetup;
use tsuro_faces::table::show::piece_ways;
use tsuro_faces::table::show::{ShownEvent, Teller};
use tsuro_faces::words::{Narrator, TextKey};
use tsuro_lab::Advice;
use tsuro_world::files::{GameFile, WriteError};

/// What a table waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SittingState {
    /// Something that happened is being shown.
    Show,
    /// A person decides.
    Person(Decision),
    /// A bot thinks.
    Bot(Seat),
    /// Nothing: the game is over.
    Over,
}

/// Why a table cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum SittingError {
    /// A bot of the program chose what is not allowed, or nothing.
    #[error("the bot at seat {0} chose nothing that is allowed")]
    Bot(Seat),
    /// The record cannot be made.
    #[error("{0}")]
    Record(#[from] GameError),
    /// The record cannot be written.
    #[error("{0}")]
    Write(#[from] WriteError),
}

/// A game at a table.
pub(super) struct Sitting {
    pub game: Game,
    pub setup: TableSetup,
    pub narrator: Narrator,
    pub pace: Pace,
    /// Whether each thing that happens is shown until a person goes on.
    pub is_stepwise: bool,
    /// What the choices of the person who decides are worth, the best first; `None`: the person has
    /// not asked for advice. Empty where there is no advice.
    pub advice: Option<Vec<Advice>>,
    /// Where the game is kept, while it is.
    pub file: Option<GameFile>,
    /// Why it is no longer kept.
    pub unkept: Option<WriteError>,
    thinking: Thinking,
    show: Show,
    /// Tells what happens; its board is that after everything that waits to be shown.
    teller: Teller,
    /// The board as it is shown now.
    shown: BoardScene,
    /// What has been shown, in words.
    log: Vec<String>,
    /// How much of it had been told when a person decided last.
    decided: usize,
    /// Whether it explains what happens for the first time, as in a first game.
    pub explains: bool,
    /// Persons whose pieces have been shown to be out, oldest first, until the face takes them.
    outs: Vec<(Seat, Option<Square>)>,
    /// How many events have been taken over into the show.
    mark: usize,
    /// How long the person who decides has been asked.
    asked: Duration,
}

impl Sitting {
    /// A table at which `game` goes on; what has happened before is not shown again.
    pub(super) fn new(
        game: Game,
        setup: TableSetup,
        narrator: Narrator,
        file: Option<GameFile>,
        pace: Pace,
    ) -> Self {
        let shown = seen_by(&game, &narrator);
        let bots: Vec<Option<Box<dyn Bot>>> = setup
            .players
            .iter()
            .map(|player| if let Player::Bot(bot) = player { Some(bot.make()) } else { None })
            .collect();
        let mark = game.mark();
        let mut sitting = Self {
            setup,
            pace,
            is_stepwise: false,
            advice: None,
            file,
            unkept: None,
            thinking: Thinking::new(bots),
            show: Show::default(),
            teller: Teller::new(shown.clone(), mark).with_pile(game.observe(None).pile_len()),
            shown,
            decided: 0,
            explains: false,
            log: Vec::new(),
            outs: Vec::new(),
            mark,
            asked: Duration::ZERO,
            game,
            narrator,
        };
        sitting.tell_again();
        sitting
    }

    /// Tells everything again that has happened so far, without showing it.
    fn tell_again(&mut self) {
        (self.log, self.decided) = (Vec::new(), 0);
        let Some(dealt) = self.game.dealt() else { return };
        // What was set up before the first choice is on the board from the beginning.
        self.log.extend(dealt.events_since(0).filter_map(|event| self.narrator.event(&event)));
        let scene = BoardScene::new(&dealt.observe(None), self.narrator.letters());
        let pile = dealt.observe(None).pile_len();
        let mut teller = Teller::new(scene, dealt.mark()).with_pile(pile);
        let told = self.game.events_seen_by(self.narrator.you, dealt.mark()).numbered();
        let all = told.filter_map(|event| teller.tell(event, &self.narrator)).collect();
        self.tell(all);
        self.outs.clear();
    }

    /// Tells what happens with the names of ports, or without. While something waits to be shown,
    /// what has been told stays as it is.
    pub(super) fn swap_coordinates(&mut self) {
        self.narrator.coordinates ^= true;
        if self.show.is_over() {
            self.tell_again();
        }
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.setup.players[seat.index()].is_human()
    }

    /// What the table waits for.
    pub(super) fn waits(&self) -> SittingState {
        if !self.show.is_over() {
            return SittingState::Show;
        }
        match self.game.decision() {
            None => SittingState::Over,
            Some(decision) if self.is_person(decision.seat()) => SittingState::Person(decision),
            Some(decision) => SittingState::Bot(decision.seat()),
        }
    }

    /// The number of persons at the table.
    pub(super) fn persons(&self) -> usize {
        self.setup.players.iter().filter(|player| player.is_human()).count()
    }

    /// Lets time pass: shows what happened, and asks the bots.
    ///
    /// # Errors
    /// Why the game cannot go on.
    pub(super) fn pass(&mut self, time: Duration) -> Result<(), SittingError> {
        if matches!(self.waits(), SittingState::Person(_)) {
            self.asked += time;
        }
        let (stepwise, players) = (self.is_stepwise, &self.setup.players);
        let puts_out_a_person = |event: &ShownEvent| {
            event.out.is_some_and(|(seat, _)| players[seat.index()].is_human())
        };
        let done = self.show.pass(time, |event| stepwise && !event.is_turn, puts_out_a_person);
        self.tell(done);
        if !self.outs.is_empty() {
            return Ok(());
        }
        let waits = self.waits();
        if let SittingState::Bot(seat) = waits
            && !self.thinking.is_open()
        {
            self.thinking.ask(&self.game, seat, false);
        }
        match (waits, self.thinking.answer()) {
            (SittingState::Bot(seat), Thought::Failed | Thought::Advice(_)) => {
                Err(SittingError::Bot(seat))
            }
            (SittingState::Bot(seat), Thought::Choice(choice, faults)) => {
                for fault in faults {
                    let words = self.narrator.language;
                    let names =
                        [("who", self.narrator.name(seat)), ("what", &*words.fault(&fault))];
                    self.log.push(words.say(TextKey::BotFault, &names));
                }
                self.play(&choice, None).map_err(|_| SittingError::Bot(seat))?;
                // Bots decide the same again, so their choices are kept with the choices of
                // persons; a game of bots is kept at its end.
                if self.game.decision().is_none() { self.keep() } else { Ok(()) }
            }
            (SittingState::Person(_), Thought::Advice(advice)) => {
                self.advice = Some(advice);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Asks for advice on the decision of a person.
    pub(super) fn ask_advice(&mut self) {
        if let SittingState::Person(decision) = self.waits() {
            self.thinking.ask(&self.game, decision.seat(), true);
        }
    }

    /// Whether a bot thinks, or advice is worked out.
    pub(super) fn is_thinking(&self) -> bool {
        self.thinking.is_open()
    }

    /// Plays a choice; `time` is how long a person took for it.
    fn play(&mut self, choice: &Choice, time: Option<Duration>) -> Result<(), Illegal> {
        let milliseconds = time.map(|time| u32::try_from(time.as_millis()).unwrap_or(u32::MAX));
        match milliseconds {
            Some(milliseconds) => self.game.play_timed(choice, milliseconds).map(drop),
            None => self.game.play(choice).map(drop),
        }?;
        self.asked = Duration::ZERO;
        let (teller, narrator) = (&mut self.teller, &self.narrator);
        let told = self.game.events_seen_by(narrator.you, self.mark).numbered();
        let explains = self.explains;
        let shown = told.filter_map(|event| teller.tell(event, narrator));
        self.show.add(shown.map(|event| explained(event, explains)), self.pace);
        self.mark = self.game.mark();
        // Rules from outside the crate may have changed what events do not tell.
        self.teller.scene = self.now();
        Ok(())
    }

    /// The board as the game stands.
    fn now(&self) -> BoardScene {
        seen_by(&self.game, &self.narrator)
    }

    /// Makes a choice of the person who decides, and keeps the game.
    ///
    /// # Errors
    /// Why the choice is not allowed (then nothing has changed), or the game cannot be kept.
    pub(super) fn choose(&mut self, choice: &Choice) -> Result<Result<(), Illegal>, SittingError> {
        self.thinking.break_off();
        self.advice = None;
        if let Err(why) = self.play(choice, Some(self.asked)) {
            return Ok(Err(why));
        }
        self.keep()?;
        Ok(Ok(()))
    }

    /// Writes the game as it is, in one step.
    ///
    /// A file that the user named was not written, and why. Where the user named no file, the game
    /// goes on without one.
    pub(super) fn keep(&mut self) -> Result<(), SittingError> {
        if let Some(file) = &mut self.file
            && let Err(why) = file.keep(&self.game.record()?)
        {
            if file.is_asked_for {
                return Err(why.into());
            }
            (self.file, self.unkept) = (None, Some(why));
        }
        Ok(())
    }

    /// Whether choices can be taken back: not where that would show a person another one's hand.
    pub(super) fn can_take_back(&self) -> bool {
        let persons = self.persons();
        persons == 1 || (persons > 0 && self.game.observe(None).is_open())
    }

    /// Takes back everything since the last decision of a person, that one included; `false`: there
    /// is none.
    ///
    /// # Errors
    /// The game cannot be kept.
    pub(super) fn take_back(&mut self) -> Result<bool, SittingError> {
        let mut undone = self.game.clone();
        loop {
            if undone.undo().is_none() {
                return Ok(false);
            }
            let decides = undone.decision().map(Decision::seat);
            if decides.is_some_and(|seat| self.is_person(seat)) {
                break;
            }
        }
        self.thinking.break_off();
        self.advice = None;
        undone.note_undos(undone.undos() + 1);
        self.game = undone;
        self.asked = Duration::ZERO;
        self.show = Show::default();
        self.mark = self.game.mark();
        let pile = self.game.observe(None).pile_len();
        self.teller = Teller::new(self.now(), self.mark).with_pile(pile);
        self.shown = self.teller.scene.clone();
        self.outs.clear();
        self.tell_again();
        self.shown = self.teller.scene.clone();
        self.keep()?;
        Ok(true)
    }

    /// Ends what is being shown; with `all`, all that waits to be shown.
    pub(super) fn skip(&mut self, all: bool) {
        let players = &self.setup.players;
        let done = self.show.skip(|event| {
            all && !event.out.is_some_and(|(seat, _)| players[seat.index()].is_human())
        });
        self.tell(done);
    }

    fn tell(&mut self, done: Vec<ShownEvent>) {
        for event in done {
            if event.chooser.is_some_and(|seat| self.is_person(seat)) {
                self.decided = self.log.len();
            }
            if !event.words.is_empty() {
                self.log.push(event.words);
            }
            self.outs.extend(event.out.filter(|&(seat, _)| self.is_person(seat)));
            self.shown = event.scene;
        }
        if self.show.is_over() {
            self.shown = self.teller.scene.clone();
        }
    }

    /// A person whose piece has just been shown to be out, and where, once.
    pub(super) fn take_out(&mut self) -> Option<(Seat, Option<Square>)> {
        if self.outs.is_empty() { None } else { Some(self.outs.remove(0)) }
    }

    /// The board as it is to be drawn now, with a travelling piece where it is on its way.
    pub(super) fn scene(&self) -> BoardScene {
        let mut scene = self.show.current().map_or(&self.shown, |event| &event.scene).clone();
        if let Some((seat, at)) = self.show.traveller() {
            scene.pieces.retain(|piece| piece.0 != seat);
            scene.pieces.push((seat, at));
        }
        scene
    }

    /// What is being shown.
    pub(super) fn happening(&self) -> Option<&ShownEvent> {
        self.show.current()
    }

    /// All that was told so far, oldest first.
    pub(super) fn log(&self) -> &[String] {
        &self.log
    }

    /// What was told since a person decided last.
    pub(super) fn news(&self) -> &[String] {
        &self.log[self.decided.min(self.log.len())..]
    }

    /// The squares to which pieces of rules may move next, each with the numbers of the die that
    /// move one there (S5).
    pub(super) fn piece_ways(&self) -> Vec<(Square, String)> {
        piece_ways(&self.scene())
    }
}

/// The board as the only person at the table sees it; with several, what all see.
fn seen_by(game: &Game, narrator: &Narrator) -> BoardScene {
    let mut scene = BoardScene::new(&game.observe(narrator.you), narrator.letters());
    // The square of a decision is highlighted when that is asked.
    scene.focus = None;
    scene
}

/// An event with what it means, if it is the first of its kind and that is wanted. It stands as long
/// as it takes to read that.
fn explained(mut event: ShownEvent, wanted: bool) -> ShownEvent {
    if let Some(first) = event.first.take().filter(|_| wanted) {
        if !event.words.is_empty() {
            event.words.push(' ');
        }
        event.words.push_str(&first);
        event.stands = event.stands.max(READING);
    }
    event
}

/// How long an explanation stands, in milliseconds.
const READING: u64 = 5000;

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use tsuro::record::choice_time;
    use tsuro::rules::Registry;
    use tsuro::ruleset::{BuiltIns, Variant};
    use tsuro_faces::words::Language;

    #[test]
    fn a_record_says_how_long_a_person_was_asked() {
        let variant = Variant::load("classic", &BuiltIns, &Registry::default()).unwrap();
        let variant = Arc::new(variant);
        let players = vec![Player::Human(None), Player::Human(None)];
        let narrator = tsuro_faces::narrator(&players, &variant, Language::English);
        let game = Game::from_variant(Arc::clone(&variant), 2, "asked").unwrap();
        let setup = TableSetup { variant, players, seed: None };
        let mut sitting = Sitting::new(game, setup, narrator, None, Pace { speed: 1.0 });
        for seconds in [3, 40, 5] {
            // What is shown before the question does not count.
            sitting.skip(true);
            sitting.pass(Duration::from_secs(seconds)).unwrap();
            let seat = sitting.game.decision().unwrap().seat();
            let choice = sitting.game.observe(seat).choices()[0].clone();
            sitting.choose(&choice).unwrap().unwrap();
        }
        let record = sitting.game.record().unwrap();
        let times: Vec<u32> = record.lines().filter_map(choice_time).collect();
        assert_eq!(times, [3000, 40_000, 5000]);
        assert!(sitting.take_back().unwrap());
        let record = sitting.game.record().unwrap();
        assert_eq!(record.lines().filter_map(choice_time).count(), 2);
    }
}
