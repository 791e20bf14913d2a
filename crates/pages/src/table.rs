//! One game at a table: who sits where, and what its readers are told. Nothing here waits, stores
//! or sends.

mod asked_back;
mod clock;
mod messages;
mod opening;
mod questionnaire;
mod seat;
mod take_back;
mod texts;

pub use self::asked_back::{Agreement, QuestionNumber, TakenBack};
pub use self::clock::TimeLimit;
pub use self::messages::{Addressee, Presence};
pub use self::opening::{AskedTable, TalkRules, bot, check_players, named, to_go_on};
pub use self::seat::{ONLOOKER, STAND_IN, TableSeat};
pub use self::texts::TableTexts;

use self::asked_back::AskedBack;
use crate::comments::Comments;
use crate::evening::EveningGame;
use crate::refused::Refused;
use crate::states::GameState;
use crate::telling::{self, Reader};
use tsuro::board::Laid;
use tsuro::bots::BotSpec;
use tsuro::game::{Choice, Decision, Illegal, Seat, SeatSet};
use tsuro::json::{Json, json};
use tsuro::picture::BoardScene;
use tsuro::session::{Game, GameError};
use tsuro_faces::table::show::Teller;
use tsuro_faces::words::{Language, Narrator};
use tsuro_faces::{Player, narrator};

/// A game, and who sits where.
pub struct SeatedGame {
    /// The name of the game in addresses.
    pub id: String,
    /// The rules, as whoever opened the table named them.
    pub reference: String,
    /// What they are called.
    pub texts: TableTexts,
    /// The game.
    pub game: Game,
    /// Who sits where.
    pub seats: Vec<TableSeat>,
    /// The time that players have; `None`: as long as they want.
    pub clock: Option<TimeLimit>,
    /// What has become of it.
    pub state: GameState,
    /// Why it ended without a result.
    pub why: Option<String>,
    /// The game that was opened for the same table, once it was.
    pub again: Option<String>,
    /// Which game of an evening it is, if it is one.
    pub evening: Option<EveningGame>,
    /// What people have written at its turns after the end.
    pub comments: Comments,
    /// The record of the moment from which it goes on; `None`: it began with its deal.
    beginning: Option<String>,
    /// The board before the first choice, and how many events there were.
    start: (BoardScene, usize),
    /// The board now as each seat sees it, and after them as onlookers do.
    tellers: Vec<Teller>,
    /// Who has asked the others to take something back.
    asked_back: Option<AskedBack>,
    /// The seats whose persons have said what they think of the game.
    rated: SeatSet,
}

impl SeatedGame {
    /// A table at which a game begins; the game stands after its deal.
    pub fn new(
        id: String,
        reference: String,
        texts: TableTexts,
        mut game: Game,
        seats: Vec<TableSeat>,
        clock: Option<TimeLimit>,
    ) -> Self {
        game.name_players(&seats.iter().map(|seat| seat.player.record_name()).collect::<Vec<_>>());
        let letters = Narrator::new(Language::English, &vec![None; seats.len()]).letters().to_vec();
        let scene = BoardScene::new(&game.observe(None), &letters);
        Self {
            id,
            reference,
            texts,
            start: (scene.clone(), game.mark()),
            tellers: vec![
                Teller::new(scene, game.mark()).with_pile(game.observe(None).pile_len());
                seats.len() + 1
            ],
            game,
            seats,
            clock,
            state: GameState::Running,
            why: None,
            again: None,
            evening: None,
            comments: Comments::default(),
            beginning: None,
            asked_back: None,
            rated: SeatSet::EMPTY,
        }
    }

    /// Goes on from a moment of a game that was played before: choices are taken back up to there.
    ///
    /// # Errors
    /// If the game began at a position.
    pub fn begin_at(&mut self, mut game: Game) -> Result<(), GameError> {
        game.name_players(&self.game.players());
        self.beginning = Some(game.record()?);
        self.set_game(game);
        Ok(())
    }

    /// The record of the moment from which it goes on; `None`: it began with its deal.
    pub fn beginning(&self) -> Option<&str> {
        self.beginning.as_deref()
    }

    /// Stands at another moment of the game that was dealt.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
        self.follow_again();
    }

    /// The decision that a person or bot makes next.
    pub fn decision(&self) -> Option<Decision> {
        if self.state == GameState::Running { self.game.decision() } else { None }
    }

    /// The bot that decides next, if one does.
    pub fn next_bot(&self) -> Option<(Seat, BotSpec)> {
        let seat = self.decision()?.seat();
        Some((seat, self.seats.get(seat.index())?.bot()?))
    }

    /// Whether a person decides at a seat besides this one.
    pub fn has_person_beside(&self, seat: Option<Seat>) -> bool {
        (0..).zip(&self.seats).any(|(number, other)| {
            other.player.is_human() && !other.is_away && Some(Seat::new(number)) != seat
        })
    }

    /// Checks that a question is still open.
    ///
    /// # Errors
    /// Why it is not.
    pub fn check_open(&self, seat: Seat, number: QuestionNumber) -> Result<(), Refused> {
        match self.state {
            GameState::Broken => return Err(Refused::Broken),
            GameState::Running | GameState::Over => {}
            GameState::Expired | GameState::Uploaded => {
                return Err(Refused::Bad("this game does not go on".to_owned()));
            }
        }
        let is_open = self.decision().is_some_and(|decision| decision.seat() == seat)
            && number == self.moment();
        if is_open { Ok(()) } else { Err(Refused::Stale) }
    }

    /// The choice that a question numbers.
    ///
    /// # Errors
    /// There is none with this number.
    pub fn choice(&self, seat: Seat, pick: usize) -> Result<Choice, Refused> {
        let choices = telling::choices(&self.game.observe(seat));
        let count = choices.len();
        choices.into_iter().nth(pick).ok_or_else(|| {
            Refused::Bad(format!("pick {pick}: there are {count} choices, numbered from 0"))
        })
    }

    /// What the board would look like with a tile of a hand, by its number and its rotation, as a
    /// patch of the board that the seat sees.
    ///
    /// # Errors
    /// The hand does not have it.
    pub fn preview(
        &self,
        seat: Seat,
        (tile, rotation): (u8, u8),
        language: Language,
    ) -> Result<Json, Refused> {
        let see = self.game.observe(seat);
        let face = see.hand().iter().find(|face| face.number() == tile);
        let laid = face.and_then(|face| {
            Some(Laid::new(face, face.rotations().find(|known| known.turns() == rotation)?))
        });
        let laid = laid.ok_or_else(|| {
            Refused::Bad("tile: not a tile of the hand in one of its orientations".to_owned())
        })?;
        let now = &self.teller(Some(seat)).scene;
        let tried = now.clone().trying(&see, laid);
        Ok(telling::patch(now, &tried, language))
    }

    /// The game after a choice; `time` is how long a person took for it, in milliseconds, if that
    /// is known.
    ///
    /// # Errors
    /// Why the choice is not allowed.
    pub fn after(&self, choice: &Choice, time: Option<u32>) -> Result<Game, Illegal> {
        let mut next = self.game.clone();
        match time {
            Some(time) => next.play_timed(choice, time).map(drop),
            None => next.play(choice).map(drop),
        }?;
        Ok(next)
    }

    /// Goes on to the game after a choice. Before [`follow`](Self::follow) is called with the mark
    /// that this gives back, [`happened`](Self::happened) tells of the choice.
    pub fn go_to(&mut self, game: Game) -> usize {
        let before = self.game.mark();
        self.game = game;
        self.asked_back = None;
        self.state =
            if self.game.decision().is_none() { GameState::Over } else { GameState::Running };
        before
    }

    /// The message of what has happened since a mark, at which all boards still stand.
    pub fn happened(&self, before: usize, reader: Reader) -> Json {
        let mut teller = self.teller(reader.seat).clone();
        let narrator = self.narrator(reader);
        let events = telling::happened(&self.game, before, &mut teller, &narrator, reader);
        json!({ "type": "happened", "number": self.game.mark(), "events": Json::List(events) })
    }

    /// Everybody's board follows what has happened since a mark.
    pub fn follow(&mut self, before: usize) {
        let (game, narrator) = (&self.game, self.narrator(ONLOOKER));
        for (seat, teller) in (0..).zip(&mut self.tellers) {
            let seat = Seat::checked(seat, game.seats());
            game.events_seen_by(seat, before)
                .numbered()
                .for_each(|event| drop(teller.tell(event, &narrator)));
        }
    }

    /// The board now as a seat sees it (`None`: as onlookers do).
    fn teller(&self, seat: Option<Seat>) -> &Teller {
        &self.tellers[seat.map_or(self.seats.len(), Seat::index)]
    }

    /// Follows the game again from its beginning.
    pub fn follow_again(&mut self) {
        let readers =
            (0..=self.game.seats()).map(|seat| Seat::checked(seat.into(), self.game.seats()));
        self.tellers =
            readers.map(|seat| self.told_again(seat, Language::English).teller).collect();
    }

    /// The program has failed in it: it does not go on.
    pub fn fail(&mut self) {
        self.state = GameState::Broken;
        self.asked_back = None;
    }

    /// The narrator of the game for a reader.
    pub fn narrator(&self, reader: Reader) -> Narrator {
        let players: Vec<Player> = self.seats.iter().map(|seat| seat.player.clone()).collect();
        let mut narrator = narrator(&players, self.game.variant(), reader.language);
        narrator.you = reader.seat;
        narrator
    }

    /// The letters of the pieces, by seat: the same in every language, as all share one table.
    pub fn letters(&self) -> Vec<char> {
        let seats = (0..self.game.seats()).map(Seat::new);
        seats.map(|seat| self.start.0.letter(seat)).collect()
    }
}
