//! Slow work that can wait: advice, pictures and reviews. Each address gets its turn, nothing is done for a
//! client that has gone, and a client that waited while another one was given the same result gets
//! that result, too.

use super::Hall;
use crate::table::Table;
use crate::tasks::blocking;
use crate::token::TokenHash;
use crate::turns::{Place, Turn, Turns};
use axum::body::Bytes;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tsuro::game::Seat;
use tsuro_pages::advice::{Shares, shares};
use tsuro_pages::refused::Refused;
use tsuro_pages::table::QuestionNumber;

/// A turn to do something, and the flag that breaks it off.
pub(super) struct Beside {
    turn: Turn,
    stop: BreaksOff,
}

/// Sets its flag when it is dropped: the client has gone, or its time is up.
struct BreaksOff(Arc<AtomicBool>);

impl Drop for BreaksOff {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Beside {
    /// Does it; the turn ends with the work, also where no client waits for the result any more.
    pub(super) async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let Self { turn, stop } = self;
        let flag = Arc::clone(&stop.0);
        blocking(move || (work(&flag), turn).0).await
    }
}

impl Hall {
    /// Waits for a turn; with `is_last`, until nothing else waits for one.
    pub(super) async fn turn_beside(
        &self,
        turns: &Arc<Turns>,
        from: IpAddr,
        table: &str,
        is_last: bool,
    ) -> Result<Beside, Refused> {
        let stop = BreaksOff(Arc::default());
        let place = Place { address: Some(from), table: table.to_owned(), is_last };
        Ok(Beside { turn: turns.wait(place, &stop.0).await?, stop })
    }

    /// What bots think of the choices of a person.
    ///
    /// # Errors
    /// Why there is no advice.
    pub(crate) async fn advice(
        self: &Arc<Self>,
        id: &str,
        token: TokenHash,
        seat: Seat,
        number: QuestionNumber,
        from: IpAddr,
    ) -> Result<Shares, Refused> {
        let look = |table: &mut Table| {
            table.check_token(seat, &token)?;
            table.check_open(seat, number)?;
            let known = table.advised.clone().filter(|(at, _)| *at == number);
            Ok::<_, Refused>(known.map(|(_, advice)| advice).ok_or_else(|| table.game.clone()))
        };
        if let Ok(known) = self.with(id, look).await?? {
            return Ok(known);
        }
        let beside = self.turn_beside(&self.extras, from, id, false).await?;
        // It may be known by now, or the question no longer stand.
        let game = match self.with(id, look).await?? {
            Ok(known) => return Ok(known),
            Err(game) => game,
        };
        let advice = beside.run(move |stop| shares(&game, seat, stop)).await?;
        let kept = advice.clone();
        self.with(id, |table| table.advised = Some((number, kept))).await?;
        Ok(advice)
    }

    /// A picture of a game, named by `key`, as `draw` makes it; `draw` is told when its client has
    /// gone. The next client that waits for the picture draws it then.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) async fn picture<E: From<Refused> + Send + 'static>(
        &self,
        from: IpAddr,
        key: String,
        draw: impl FnOnce(&AtomicBool) -> Result<Vec<u8>, E> + Send + 'static,
    ) -> Result<Bytes, E> {
        self.drawn(&self.extras, from, key, draw).await
    }

    /// The board of a rule set, named by `key`, as `draw` makes it.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) async fn board<E: From<Refused> + Send + 'static>(
        &self,
        from: IpAddr,
        key: String,
        draw: impl FnOnce(&AtomicBool) -> Result<Vec<u8>, E> + Send + 'static,
    ) -> Result<Bytes, E> {
        self.drawn(&self.boards, from, key, draw).await
    }

    /// A picture that was drawn a moment ago.
    pub(crate) fn known_picture(&self, key: &str) -> Option<Bytes> {
        self.pictures.get(key)
    }

    async fn drawn<E: From<Refused> + Send + 'static>(
        &self,
        turns: &Arc<Turns>,
        from: IpAddr,
        key: String,
        draw: impl FnOnce(&AtomicBool) -> Result<Vec<u8>, E> + Send + 'static,
    ) -> Result<Bytes, E> {
        if let Some(known) = self.known_picture(&key) {
            return Ok(known);
        }
        let beside = self.turn_beside(turns, from, &key, false).await?;
        if let Some(known) = self.known_picture(&key) {
            return Ok(known);
        }
        let pictures = Arc::clone(&self.pictures);
        let work = move |stop: &AtomicBool| {
            let picture = Bytes::from(draw(stop)?);
            pictures.keep(key, picture.clone());
            Ok(picture)
        };
        beside.run(work).await?
    }
}
