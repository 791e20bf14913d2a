//! Games that are over, looked at afterwards. A review is searched on in slices, each for a client
//! that waits for it, and so ends with its clients. It is kept in memory for the next slice; after a
//! restart it begins anew.

use super::apart::{apart, is_scripted};
use super::opening::Opened;
use super::seats::named;
use super::{Hall, STAND_IN};
use crate::refused::Refused;
use crate::table::{Moment, Table, TableSeat};
use crate::tasks::blocking;
use crate::token::{Token, TokenHash, game_id};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tsuro::bots::BotSpec;
use tsuro::game::Seat;
use tsuro::json::Json;
use tsuro::session::{Game, GameError};
use tsuro_faces::words::{Language, Narrator};
use tsuro_faces::{Player, is_all_human};
use tsuro_lab::review::Review;

/// How long a slice begins new searches. Advice and pictures come before the next slice.
const SLICE: Duration = Duration::from_secs(1);
/// The most games of a pass for each number, so that a search is about as long as a piece of
/// advice; under scripts, whose games take longer, fewer.
const PASS: u32 = 192;
const SCRIPTED_PASS: u32 = 24;
/// The number of games for each number after which the search has done enough.
const ENOUGH: u32 = 20_000;
/// Reviews in memory, and of one address.
const KEPT: usize = 64;
const KEPT_EACH: usize = 4;
/// The seed of the search: the same game has the same review.
const SEED: &str = "review";

/// A review in memory.
struct KeptReview {
    key: String,
    from: IpAddr,
    review: Arc<Mutex<Review>>,
}

/// The reviews in memory, the one that was used last at the end.
#[derive(Default)]
pub(super) struct Reviews(Mutex<Vec<KeptReview>>);

impl Reviews {
    /// The review with this key, or the one that `make` makes, which is kept under it.
    fn get(
        &self,
        key: &str,
        from: IpAddr,
        make: impl FnOnce() -> Result<Review, GameError>,
    ) -> Result<Arc<Mutex<Review>>, GameError> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().position(|known| known.key == key);
        if let Some(at) = found {
            let known = kept.remove(at);
            let review = Arc::clone(&known.review);
            kept.push(known);
            return Ok(review);
        }
        drop(kept);
        let review = Arc::new(Mutex::new(make()?));
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address = |known: &KeptReview| known.from == from;
        if kept.iter().filter(|known| of_address(known)).count() >= KEPT_EACH {
            let oldest = kept.iter().position(of_address);
            oldest.map(|at| kept.remove(at));
        } else if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push(KeptReview { key: key.to_owned(), from, review: Arc::clone(&review) });
        Ok(review)
    }

    /// How many there are.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// A game that is over, as a review of it is told to a client.
pub(crate) struct ReviewedGame {
    game: Game,
    moment: Moment,
    pub seat: Seat,
    pub title: String,
    pub seats: Json,
    pub narrator: Narrator,
}

impl ReviewedGame {
    /// The game at a table for a seat; without one, for the first person, otherwise for seat 0.
    fn new(
        table: &Table,
        seat: Option<Seat>,
        token: Option<&TokenHash>,
        language: Language,
    ) -> Result<Self, Refused> {
        let game = over(table)?.clone();
        let own = token.map(|token| table.holds(std::slice::from_ref(token)).0).unwrap_or_default();
        let is_person = |seat: &Seat| table.seats[seat.index()].player.is_human();
        let first = || (0..game.seats()).map(Seat::new).find(is_person);
        let seat = seat.or(own.first().copied()).or_else(first).unwrap_or(Seat::new(0));
        if seat.number() >= game.seats() {
            return Err(Refused::Bad("seat: there is no such seat".to_owned()));
        }
        let reader = crate::telling::Reader { seat: None, language, pictures: true };
        let mut narrator = table.narrator(reader);
        narrator.you = own.contains(&seat).then_some(seat);
        Ok(Self {
            moment: table.moment(),
            game,
            seat,
            title: table.texts.title(language).to_owned(),
            seats: table.seat_list(language),
            narrator,
        })
    }
}

/// The game at a table, if it is over: before, a review would show what is hidden.
fn over(table: &Table) -> Result<&Game, Refused> {
    match table.decision() {
        None => Ok(&table.game),
        Some(_) => Err(Refused::Bad("reviews are of games that are over".to_owned())),
    }
}

/// Searches on for a slice.
fn search_on(review: &mut Review, is_scripted: bool, stop: &AtomicBool) {
    let until = Instant::now() + SLICE;
    let most = if is_scripted { SCRIPTED_PASS } else { PASS };
    let goes_on = |games| !stop.load(Ordering::Relaxed) && (games > 0 || Instant::now() < until);
    while !is_enough(review) && review.pass(most, 1, &goes_on) {}
}

/// Whether a review has done enough.
pub(crate) fn is_enough(review: &Review) -> bool {
    review.passes() > 0 && review.games() >= ENOUGH
}

impl Hall {
    /// Searches on in a game that is over, and tells what the search has come to.
    ///
    /// # Errors
    /// Why there is no review.
    pub(crate) async fn review<T: Send + 'static>(
        self: &Arc<Self>,
        id: &str,
        seat: Option<Seat>,
        (token, language, from): (Option<TokenHash>, Language, IpAddr),
        tell: impl FnOnce(&Review, &ReviewedGame) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let look = |table: &mut Table| ReviewedGame::new(table, seat, token.as_ref(), language);
        self.with(id, look).await??;
        let beside = self.turn_beside(&self.extras, from, id, true).await?;
        // Meanwhile the end may have been taken back.
        let reviewed = self.with(id, look).await??;
        let key = format!("{id} {} {}", reviewed.moment.0, reviewed.seat);
        let reviews = Arc::clone(&self.reviews);
        let told = beside.run(move |stop| {
            let game = &reviewed.game;
            let review = reviews
                .get(&key, from, || Review::new(game, reviewed.seat, SEED))
                .map_err(|why| Refused::Bad(why.to_string()))?;
            let mut review = review.lock().unwrap_or_else(PoisonError::into_inner);
            search_on(&mut review, is_scripted(game.variant()), stop);
            Ok::<_, Refused>(tell(&review, &reviewed))
        });
        let told = told.await??;
        self.with(id, |table| over(table).map(drop)).await??;
        Ok(told)
    }

    /// Opens a table for a client at an address, at which a game that is over goes on from the
    /// decision at a [mark](Game::mark): the client decides for the seat, bots for the others. If
    /// the rules are for persons alone, the client decides for all.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) async fn go_on(
        self: &Arc<Self>,
        id: &str,
        seat: Seat,
        mark: usize,
        from: IpAddr,
    ) -> Result<Opened, Refused> {
        let look = |table: &mut Table| {
            let game = over(table)?.clone();
            let seats: Vec<Player> = table.seats.iter().map(|seat| seat.player.clone()).collect();
            Ok::<_, Refused>((game, seats, table.reference.clone(), table.texts.clone()))
        };
        let (game, players, reference, texts) = self.with(id, look).await??;
        if seat.number() >= game.seats() {
            return Err(Refused::Bad("seat: there is no such seat".to_owned()));
        }
        let turn = self.turn_for_scripts(is_scripted(game.variant()), from).await?;
        let played = move || {
            let game = game.at_mark(mark).filter(|game| game.decision().is_some());
            (game.and_then(|game| Some((game.dealt()?, game))), turn).0
        };
        let none = || Refused::Bad("mark: no decision comes after so many events".to_owned());
        let (dealt, game) = blocking(played).await?.ok_or_else(none)?;
        let (seats, tokens) = Self::seats_to_go_on(&players, seat, is_all_human(game.variant()))?;
        let host = Token::random();
        let made = apart(|| {
            let mut table =
                Table::new(game_id(), reference, texts, dealt, seats, host.hash(), None);
            table.begin_at(game)?;
            Ok(table)
        });
        let table = made.map_err(|why: GameError| Refused::Bad(why.to_string()))?;
        let (id, number) = self.begin(table, from).await?;
        Ok(Opened { id, number, host, seats: tokens })
    }

    /// Who plays where a game goes on.
    fn seats_to_go_on(
        players: &[Player],
        own: Seat,
        is_all_human: bool,
    ) -> Result<(Vec<TableSeat>, Vec<(Seat, Token)>), Refused> {
        let (mut seats, mut tokens) = (Vec::new(), Vec::new());
        for (number, player) in (0..).zip(players) {
            let seat = Seat::new(number);
            let player = if seat == own || is_all_human {
                if player.is_human() { player.clone() } else { named("", &[])? }
            } else if player.is_human() {
                BotSpec::parse(STAND_IN)
                    .map(Player::Bot)
                    .map_err(|why| Refused::Bad(why.to_string()))?
            } else {
                player.clone()
            };
            let token = player.is_human().then(Token::random);
            seats.push(TableSeat {
                player,
                token: token.as_ref().map(Token::hash),
                is_away: false,
            });
            tokens.extend(token.map(|token| (seat, token)));
        }
        Ok((seats, tokens))
    }
}
