//! Games that are over, looked at afterwards. A review is searched on in slices, each for a client
//! that waits for it, and so ends with its clients. It is kept in memory for the next slice; after a
//! restart it begins anew.

use super::Hall;
use super::apart::apart;
use super::opening::Opened;
use crate::table::{Table, TableTokens};
use crate::tasks::blocking;
use crate::token::{Token, TokenHash, game_id};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tsuro::game::Seat;
use tsuro::json::Json;
use tsuro::session::GameError;
use tsuro_faces::words::Language;
use tsuro_faces::{Player, is_all_human};
use tsuro_lab::review::Review;
use tsuro_pages::afterwards::what_if;
use tsuro_pages::refused::Refused;
use tsuro_pages::requests::SentWhatIf;
use tsuro_pages::reviewing::{ReviewedGame, new_review, over, search_on};
use tsuro_pages::table::{SeatedGame, to_go_on};

/// Reviews in memory, and of one address: a household has one address. More of an address than it
/// has slices in the time that a request waits would remove each other before they get on.
const KEPT: usize = 64;
const KEPT_EACH: usize = 16;
/// A review that nobody has asked for leaves the memory after this time.
const FORGOTTEN: Duration = Duration::from_secs(900);

/// A review in memory.
struct KeptReview {
    key: String,
    from: IpAddr,
    review: Arc<Mutex<Review>>,
    used: Instant,
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
            let mut known = kept.remove(at);
            known.used = Instant::now();
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
        let (key, used) = (key.to_owned(), Instant::now());
        kept.push(KeptReview { key, from, review: Arc::clone(&review), used });
        Ok(review)
    }

    /// Reviews that nobody has asked for for a long time leave the memory.
    pub(super) fn sweep(&self, clock: Instant) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|known| clock.saturating_duration_since(known.used) < FORGOTTEN);
    }

    /// How many there are.
    #[cfg(test)]
    fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
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
        let look = |table: &mut Table| {
            let own = token.as_ref().map(|token| table.holds(std::slice::from_ref(token)).0);
            ReviewedGame::new(table, seat, &own.unwrap_or_default(), language)
        };
        self.with(id, look).await??;
        let beside = self.turn_beside(&self.extras, from, id, true).await?;
        // Meanwhile the end may have been taken back.
        let reviewed = self.with(id, look).await??;
        let key = format!("{id} {} {}", reviewed.moment.0, reviewed.seat);
        let reviews = Arc::clone(&self.reviews);
        let told = beside.run(move |stop| {
            let game = &reviewed.game;
            let review = reviews
                .get(&key, from, || new_review(game, reviewed.seat))
                .map_err(|why| Refused::Bad(why.to_string()))?;
            let mut review = review.lock().unwrap_or_else(PoisonError::into_inner);
            search_on(&mut review, game.variant().resolved().is_scripted(), stop);
            Ok::<_, Refused>(tell(&review, &reviewed))
        });
        let told = told.await??;
        self.with(id, |table| over(table).map(drop)).await??;
        Ok(told)
    }

    /// What else could have been laid at a placement of a game that is over.
    ///
    /// # Errors
    /// The game goes on, or there is no such placement.
    pub(crate) async fn what_if(
        self: &Arc<Self>,
        id: &str,
        sent: SentWhatIf,
        language: Language,
        from: IpAddr,
    ) -> Result<Json, Refused> {
        let look = |table: &mut Table| ReviewedGame::new(table, None, &[], language);
        let reviewed = self.with(id, look).await??;
        let turn =
            self.turn_for_scripts(reviewed.game.variant().resolved().is_scripted(), from).await?;
        blocking(move || {
            // Also of a request that has ended in the meantime.
            let _turn = turn;
            what_if(&reviewed, &sent)
        })
        .await?
    }

    /// Opens a table for a client at an address, at which a game that is over goes on from the
    /// decision at a [mark](tsuro::session::Game::mark): the client decides for the seat, bots for
    /// the others. If the rules are for persons alone, the client decides for all.
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
        let turn = self.turn_for_scripts(game.variant().resolved().is_scripted(), from).await?;
        let played = move || {
            let game = game.at_mark(mark).filter(|game| game.decision().is_some());
            (game.and_then(|game| Some((game.dealt()?, game))), turn)
        };
        let none = || Refused::Bad(format!("mark: no decision comes after {mark} events"));
        let (found, turn) = blocking(played).await?;
        let (dealt, game) = found.ok_or_else(none)?;
        let seats = to_go_on(&players, seat, is_all_human(game.variant()))?;
        let tokens: Vec<Option<Token>> =
            seats.iter().map(|seat| seat.player.is_human().then(Token::random)).collect();
        let hashes = tokens.iter().map(|token| token.as_ref().map(Token::hash)).collect();
        let host = Token::random();
        let made = apart(|| {
            let mut table = SeatedGame::new(game_id(), reference, texts, dealt, seats, None);
            table.begin_at(game)?;
            Ok(table)
        });
        // The scripts of the rules have run to build the table.
        drop(turn);
        let table = made.map_err(|why: GameError| Refused::Bad(why.to_string()))?;
        let table = Table::new(table, TableTokens { host: host.hash(), seats: hashes });
        let (id, number) = self.begin(table, from).await?;
        let tokens = (0..).map(Seat::new).zip(tokens);
        let tokens = tokens.filter_map(|(seat, token)| Some((seat, token?))).collect();
        Ok(Opened { id, number, host, seats: tokens })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{HERE, hall};
    use tsuro::session::Game;
    use tsuro_lab::review::SEED;
    use tsuro_pages::records::SentGames;
    use tsuro_pages::reviewing::{self, SLICE};
    use tsuro_pages::table::QuestionNumber;

    const ENGLISH: Language = Language::English;
    /// What a record has for a name that is markup.
    const MARKUP: &str = "<b onclick=x>&\"";

    /// The record of a game after this number of choices; of all of them if there are fewer.
    fn record(rules: &str, seed: &str, choices: usize) -> String {
        let mut game = Game::new(rules, 3, seed).unwrap();
        for _ in 0..choices {
            let Some(decision) = game.decision() else { break };
            game.play(&game.observe(decision.seat()).choices()[0].clone()).unwrap();
        }
        game.name_players(&[MARKUP, "Ann", "easy"]);
        game.record().unwrap()
    }

    async fn uploaded(hall: &Arc<Hall>, record: &str) -> String {
        let later = Instant::now() + Duration::from_secs(60);
        hall.upload(SentGames::split(record).unwrap(), later, HERE).await.unwrap().0
    }

    /// A slice of a review, as it is told.
    async fn told(hall: &Arc<Hall>, id: &str, seat: Option<u8>) -> Result<Json, Refused> {
        let who = (None, ENGLISH, HERE);
        hall.review(id, seat.map(Seat::new), who, |review, of| reviewing::told(review, of, None))
            .await
    }

    fn number(told: &Json, path: &str) -> u64 {
        let told: serde_json::Value = serde_json::from_str(&told.to_string()).unwrap();
        told.pointer(path).and_then(serde_json::Value::as_u64).unwrap_or_else(|| panic!("{path}"))
    }

    #[tokio::test]
    async fn games_that_go_on_have_no_review_whoever_asks() {
        let folder = tempfile::tempdir().unwrap();
        let hall = hall(folder.path());
        let asked = serde_json::json!({
            "rules": "classic", "seats": [{ "kind": "here" }, { "kind": "link" }],
        });
        let opened = hall.open(serde_json::from_value(asked).unwrap(), HERE).await.ok().unwrap();
        let own = Some(opened.seats[0].1.hash());
        for token in [None, own, Some(opened.host.hash())] {
            for seat in [None, Some(Seat::new(0)), Some(Seat::new(1))] {
                let told = hall.review(&opened.id, seat, (token, ENGLISH, HERE), |_, _| ()).await;
                assert!(matches!(told, Err(Refused::Bad(why)) if why.contains("that are over")));
            }
        }
        let gone_on = hall.go_on(&opened.id, Seat::new(0), 0, HERE).await;
        assert!(matches!(gone_on, Err(Refused::Bad(_))));
        assert!(matches!(told(&hall, "nothere", None).await, Err(Refused::NoGame)));
        assert_eq!(hall.reviews.count(), 0);
    }

    #[tokio::test]
    async fn a_review_gets_better_and_all_who_ask_share_it() {
        let folder = tempfile::tempdir().unwrap();
        let hall = hall(folder.path());
        let id = uploaded(&hall, &record("classic", "shared", 100)).await;
        let one = told(&hall, &id, Some(1)).await.unwrap();
        let (left, right) = tokio::join!(told(&hall, &id, Some(1)), told(&hall, &id, Some(1)));
        let reach = |told: &Json| (number(told, "/known/0"), number(told, "/known/1"));
        assert!(reach(&left.unwrap()) >= reach(&one) && reach(&right.unwrap()) >= reach(&one));
        assert_eq!(hall.reviews.count(), 1);
        assert!(told(&hall, &id, Some(3)).await.is_err(), "there is no such seat");
        // Of no seat it is that of the first person.
        assert_eq!(number(&told(&hall, &id, None).await.unwrap(), "/seat"), 0);
    }

    #[tokio::test]
    async fn records_of_no_turn_and_of_games_that_were_broken_off_are_reviewed() {
        let folder = tempfile::tempdir().unwrap();
        let hall = hall(folder.path());
        for (choices, rules) in [(0, "classic"), (4, "classic"), (5, "seas"), (6, "luxury")] {
            let text = record(rules, "broken off", choices);
            let game = Game::from_record(&text, &tsuro::rules::Registry::default()).unwrap();
            let points = game.decision_points().unwrap().len() as u64;
            let id = uploaded(&hall, &text).await;
            let mut now = told(&hall, &id, Some(0)).await.unwrap();
            for _ in 0..200 {
                if now.to_string().contains("\"whole\":true") {
                    break;
                }
                now = told(&hall, &id, Some(0)).await.unwrap();
            }
            assert_eq!(number(&now, "/known/1"), points, "{rules}");
        }
    }

    #[tokio::test]
    async fn an_address_keeps_few_reviews_in_memory_and_another_one_keeps_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let hall = hall(folder.path());
        let make = || {
            let game = Game::new("classic", 2, "few").unwrap();
            Review::new(&game, Seat::new(0), SEED)
        };
        let other = IpAddr::from([10, 0, 0, 1]);
        let kept = hall.reviews.get("its own", other, make).unwrap();
        for number in 0..1000 {
            hall.reviews.get(&number.to_string(), HERE, make).unwrap();
        }
        assert_eq!(hall.reviews.count(), KEPT_EACH + 1);
        assert!(Arc::ptr_eq(&kept, &hall.reviews.get("its own", other, make).unwrap()));
        for last in 0..=255 {
            let address = IpAddr::from([10, 0, 1, last]);
            hall.reviews.get(&format!("of {last}"), address, make).unwrap();
        }
        assert_eq!(hall.reviews.count(), KEPT);
        hall.reviews.sweep(Instant::now());
        assert_eq!(hall.reviews.count(), KEPT);
        hall.reviews.sweep(Instant::now() + FORGOTTEN);
        assert_eq!(hall.reviews.count(), 0, "what nobody asks for is forgotten");
    }

    #[tokio::test]
    async fn the_pages_of_a_household_do_not_remove_each_others_reviews() {
        let folder = tempfile::tempdir().unwrap();
        let hall = hall(folder.path());
        let game = Game::new("classic", 2, "few").unwrap();
        let get = |page: usize| {
            let make = || Review::new(&game, Seat::new(0), SEED);
            hall.reviews.get(&page.to_string(), HERE, make).unwrap()
        };
        let first: Vec<_> = (0..10).map(get).collect();
        for (page, review) in first.iter().enumerate() {
            assert!(Arc::ptr_eq(review, &get(page)), "page {page}");
        }
    }

    #[tokio::test]
    async fn a_client_that_goes_ends_its_search() {
        let folder = tempfile::tempdir().unwrap();
        let hall = hall(folder.path());
        let id = uploaded(&hall, &record("seas", "gone", 100)).await;
        let asked = told(&hall, &id, Some(0));
        assert!(tokio::time::timeout(Duration::from_millis(50), asked).await.is_err());
        // The place is free long before a slice would end.
        let place = crate::turns::Place { address: None, table: String::new(), is_last: false };
        let stop = Arc::default();
        let free = hall.extras.wait(place, &stop);
        assert!(tokio::time::timeout(SLICE / 2, free).await.unwrap().is_ok());
        assert!(told(&hall, &id, Some(0)).await.is_ok());
    }

    #[tokio::test]
    async fn a_game_goes_on_from_a_moment_also_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let whole = record("seas", "goes on", 7);
        let game = Game::from_record(&whole, &tsuro::rules::Registry::default()).unwrap();
        let points = game.decision_points().unwrap();
        let point = &points[points.len() - 2];
        let seat = Seat::new(0);
        let (id, token, moment) = {
            let hall = hall(folder.path());
            let id = uploaded(&hall, &whole).await;
            let mark = point.mark();
            assert!(hall.go_on(&id, Seat::new(5), mark, HERE).await.is_err());
            let opened = hall.go_on(&id, seat, mark, HERE).await.unwrap();
            assert_eq!(opened.seats.len(), 1, "bots decide for the others");
            let token = opened.seats[0].1.hash();
            let moment = asked(&hall, &opened.id, seat).await;
            // Nothing before the moment is taken back.
            let undone = hall.undo(&opened.id, token, seat, moment, HERE).await;
            assert!(matches!(undone, Err(Refused::TakeBack(_))));
            hall.choose(&opened.id, token, seat, moment, (0, None), HERE).await.unwrap();
            let moment = asked(&hall, &opened.id, seat).await;
            (opened.id, token, moment)
        };
        let hall = hall(folder.path());
        assert_eq!(asked(&hall, &id, seat).await, moment);
        let name = hall.with(&id, |table| table.game.players()[0].clone()).await.unwrap();
        assert_eq!(name, MARKUP);
        let back = hall.undo(&id, token, seat, moment, HERE).await.unwrap();
        assert!(back.waits.is_empty() && back.number != moment);
    }

    /// The number of the question that a seat is asked.
    async fn asked(hall: &Arc<Hall>, id: &str, seat: Seat) -> QuestionNumber {
        for _ in 0..3000 {
            let open = |table: &mut Table| {
                table.check_open(seat, table.moment()).is_ok().then(|| table.moment())
            };
            if let Some(moment) = hall.with(id, open).await.unwrap() {
                return moment;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the person is not asked");
    }

    #[tokio::test]
    async fn a_mark_that_is_none_opens_no_table() {
        let folder = tempfile::tempdir().unwrap();
        let hall = hall(folder.path());
        let id = uploaded(&hall, &record("classic", "none", 100)).await;
        for mark in [1_000_000, usize::MAX] {
            let gone_on = hall.go_on(&id, Seat::new(0), mark, HERE).await;
            assert!(matches!(gone_on, Err(Refused::Bad(_))), "{mark}");
        }
    }
}
