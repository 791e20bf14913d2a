//! [`GameFilm`]: a recorded game as pictures, one after another.

use super::counts;
use super::palette::Ground;
use super::still::BoardPicture;
use crate::game::{Event, EventRole, Observation, Seat, SeenEvent};
use crate::record::{GameRecord, Mismatch, ReadError, RecordReader, Replayer};
use crate::rules::Registry;

/// How long the first picture stands, in milliseconds.
const FIRST: u32 = 1000;
/// How long the last picture stands, in milliseconds.
const LAST: u32 = 5000;
/// The most pictures of a film: of a longer game some are left out. Whole games of all editions
/// have fewer.
const MOST: usize = 1000;

/// A picture of a [`GameFilm`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FilmStep {
    /// What it shows.
    pub picture: BoardPicture,
    /// How long it stands, in milliseconds.
    pub stands: u32,
}

/// A game from its first decision on: a picture for each event that changes the board, or the hand
/// if one is shown. It is made from what one seat sees, or what the seats see that decide, and
/// shows no hand unless it is of one seat.
///
/// It has at most 1,000 pictures: of a game with more of them, it has every second one, every third
/// one, and so on.
#[derive(Debug, Clone)]
pub struct GameFilm {
    steps: Vec<FilmStep>,
}

/// Why a record cannot be shown as a film.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilmError {
    /// The text is not a record.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// There is no game in the text.
    #[error("the record has no game")]
    NoGame,
    /// The record does not follow its rules.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    /// The pixels cannot be made.
    #[cfg(feature = "raster")]
    #[error(transparent)]
    Raster(#[from] super::raster::RasterError),
    /// The seat whose view is asked for is not at the table.
    #[error("there is no seat {}: there are {seats} seats, counted from 0", .seat.number())]
    NoSeat {
        /// The seat that was asked for.
        seat: Seat,
        /// The number of seats.
        seats: u8,
    },
}

impl GameFilm {
    /// The film of a recorded game, up to the first decision of which `until` is true, or to where
    /// the record ends. With `view` it is what that seat sees, its hand included.
    ///
    /// ```
    /// use tsuro::Game;
    /// use tsuro::picture::GameFilm;
    /// use tsuro::record::{RecordReader, Replayer};
    /// use tsuro::rules::Registry;
    ///
    /// let mut game = Game::new("classic", 2, "any text")?;
    /// while let Some(decision) = game.decision() {
    ///     let choice = game.observe(decision.seat()).choices()[0].clone();
    ///     game.play(&choice)?;
    /// }
    /// let (record, registry) = (game.record()?, Registry::default());
    /// let read = RecordReader::new(record.as_bytes()).game()?.expect("a game");
    /// let film = GameFilm::from_record(&mut Replayer::new(&registry), &read, None, |see| {
    ///     see.turn() > 3
    /// })?;
    /// // Two pieces are set, and three tiles are laid, each of which a piece follows.
    /// assert_eq!(film.steps().len(), 1 + 2 + 3 * 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The record does not follow its rules, or has no such seat.
    pub fn from_record(
        replayer: &mut Replayer<'_>,
        game: &GameRecord,
        view: Option<Seat>,
        until: impl Fn(&Observation<'_>) -> bool,
    ) -> Result<Self, FilmError> {
        let head = replayer.head(game)?;
        if let Some(seat) = view.filter(|seat| seat.number() >= head.seats()) {
            return Err(FilmError::NoSeat { seat, seats: head.seats() });
        }
        let mut maker = FilmMaker { steps: Vec::new(), events: 0, is_over: false };
        replayer.replay_seen_by(game, view, &mut |see| maker.look(&see, view, &until))?;
        let mut steps = bounded(maker.steps);
        let most =
            steps.iter().map(|step| counts::count(&step.picture.scene)).max().unwrap_or_default();
        for step in &mut steps {
            step.picture.scene.count_lines = most;
        }
        Ok(Self { steps })
    }

    /// The film of the first game of a record: what [`Game::record`](crate::Game::record) writes,
    /// for example.
    ///
    /// # Errors
    /// The text is not a record, or as [`GameFilm::from_record`].
    pub fn of_record(
        record: &str,
        registry: &Registry,
        view: Option<Seat>,
    ) -> Result<Self, FilmError> {
        let game = RecordReader::new(record.as_bytes()).game()?.ok_or(FilmError::NoGame)?;
        Self::from_record(&mut Replayer::new(registry), &game, view, |_| false)
    }

    /// The same film, drawn on this ground.
    #[must_use]
    pub fn on_ground(mut self, ground: Ground) -> Self {
        for step in &mut self.steps {
            step.picture.scene.ground = ground;
        }
        self
    }

    /// The same film with these letters on the pieces, by seat.
    #[must_use]
    pub fn lettered(mut self, letters: &[char]) -> Self {
        for step in &mut self.steps {
            step.picture.scene.letters = letters.to_vec();
        }
        self
    }

    /// A film of one picture.
    pub fn still(picture: BoardPicture) -> Self {
        Self { steps: vec![FilmStep { picture, stands: LAST }] }
    }

    /// The pictures in their order; there is at least one.
    pub fn steps(&self) -> &[FilmStep] {
        &self.steps
    }
}

/// Leaves pictures out until there are not too many; the first and the last one stay.
fn bounded(mut steps: Vec<FilmStep>) -> Vec<FilmStep> {
    let last = steps.len().saturating_sub(1);
    let each = last.div_ceil(MOST - 1).max(1);
    let mut numbers = 0..;
    steps.retain(|_| {
        numbers.next().is_some_and(|number: usize| number == last || number.is_multiple_of(each))
    });
    if let Some(last) = steps.last_mut() {
        last.stands = LAST;
    }
    steps
}

/// Makes the pictures while the game is played again.
struct FilmMaker {
    steps: Vec<FilmStep>,
    /// How many events have been shown.
    events: usize,
    is_over: bool,
}

impl FilmMaker {
    fn look(
        &mut self,
        see: &Observation<'_>,
        view: Option<Seat>,
        until: &impl Fn(&Observation<'_>) -> bool,
    ) {
        if self.is_over {
            return;
        }
        let mut here =
            if view.is_some() { BoardPicture::with_hand(see) } else { BoardPicture::new(see) };
        // The highlight of a decision would come and go in every turn.
        here.scene.focus = None;
        let now = self.steps.last().map(|step| step.picture.clone());
        let Some(mut now) = now else {
            self.events = see.events().len();
            self.steps.push(FilmStep { picture: here, stands: FIRST });
            self.is_over = until(see);
            return;
        };
        let shown = self.steps.len();
        let events = see.events().skip(self.events);
        self.events = see.events().len();
        for event in events {
            let event = match event {
                SeenEvent::Public(event) => event,
                SeenEvent::Placed { player, tile, square, .. } => {
                    if let Some((_, hand)) =
                        now.hand.as_mut().filter(|held| held.0 == player || see.is_open())
                        && let Some(at) = hand.iter().position(|&face| face == tile.face())
                    {
                        hand.remove(at);
                    }
                    Event::Placed { player, tile, square, legal: 0 }
                }
                _ => continue,
            };
            now.scene.follow(&event);
            self.show(&now, stands(&event));
        }
        // What a rule blocks, marks and shows is in no event that a seat is told.
        let differs = see
            .shape()
            .rectangle_squares()
            .any(|square| see.content(square) != now.scene.content(square));
        if differs
            || now.scene.pieces != here.scene.pieces
            || now.scene.square_marks != here.scene.square_marks
        {
            now.scene = here.scene;
        } else if now.scene.counts != here.scene.counts || now.scene.scores != here.scene.scores {
            // What is counted changes with what was shown last.
            (now.scene.counts, now.scene.scores) = (here.scene.counts, here.scene.scores);
            if let Some(last) = self.steps[shown..].last_mut() {
                last.picture.scene.counts.clone_from(&now.scene.counts);
                last.picture.scene.scores.clone_from(&now.scene.scores);
            }
        }
        (now.turn, now.hand) = (here.turn, here.hand);
        self.show(&now, 400);
        self.is_over = until(see);
    }

    /// Adds a picture unless it looks as the last one.
    fn show(&mut self, picture: &BoardPicture, stands: u32) {
        if self.steps.last().is_none_or(|last| picture.changed_since(&last.picture).is_some()) {
            self.steps.push(FilmStep { picture: picture.clone(), stands });
        }
    }
}

/// How long the board stands after an event, in milliseconds.
fn stands(event: &Event<'_>) -> u32 {
    match event {
        Event::Eliminated { .. } | Event::LifeLost { .. } => 1000,
        Event::Placed { .. } => 300,
        Event::Moved { .. } => 500,
        _ if !matches!(event.role(), EventRole::Other | EventRole::Dice) => 500,
        _ => 400,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Game;

    #[test]
    fn a_long_film_is_thinned_out_and_keeps_both_ends() {
        let game = Game::new("classic", 2, "any").unwrap();
        let step = |stands| FilmStep { picture: BoardPicture::new(&game.observe(None)), stands };
        for (pictures, left) in [
            (1, 1),
            (2, 2),
            (MOST, MOST),
            (MOST + 1, MOST / 2 + 1),
            (MOST + 2, MOST / 2 + 2),
            (10 * MOST, 910),
        ] {
            let steps: Vec<u32> = bounded((0..pictures as u32).map(step).collect())
                .iter()
                .map(|step| step.stands)
                .collect();
            assert_eq!(steps.len(), left, "{pictures}");
            assert_eq!(steps[0], if pictures == 1 { LAST } else { 0 });
            assert_eq!(*steps.last().unwrap(), LAST);
        }
        assert!(bounded(Vec::new()).is_empty());
    }
}
