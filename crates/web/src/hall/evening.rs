//! Tables that play the same deals in an evening.

use super::Hall;
use crate::gathering::{NewGathering, OpenedGathering};
use crate::store::Dealt;
use crate::tasks::blocking;
use crate::token::TokenHash;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use tsuro_pages::evening::EveningGame;
use tsuro_pages::refused::Refused;

impl Hall {
    /// Opens another table, to which people come, that plays the deals of an evening.
    ///
    /// # Errors
    /// The client is not of the first table, or a game of the evening has ended.
    pub(crate) async fn gather_beside(
        self: &Arc<Self>,
        id: String,
        token: TokenHash,
        from: IpAddr,
    ) -> Result<OpenedGathering, Refused> {
        let evening = self.store.evening(&id)?.ok_or(Refused::NoGame)?;
        evening.open_tables().ok_or(Refused::Late)?;
        let first = evening.rounds.into_iter().next().ok_or(Refused::NoGame)?;
        let (_, table) = self.lock(&first.game).await?;
        let (seats, is_host) = table.holds(&[token]);
        if seats.is_empty() && !is_host {
            return Err(Refused::Forbidden);
        }
        let new = NewGathering {
            variant: Arc::clone(table.game.variant()),
            texts: table.texts.clone(),
            reference: table.reference.clone(),
            clock: table.clock,
            talk: table.talk_rules(),
            players: vec![None; table.seats.len()],
            // The luck is that of the first table.
            secret: None,
            evening: Some(id),
        };
        drop(table);
        let hall = Arc::clone(self);
        blocking(move || hall.gatherings.open(new, from, Instant::now())).await?
    }

    /// The first game of another table of an evening, and the seed of its deal.
    ///
    /// # Errors
    /// A game of the evening has ended, so its deals are known.
    pub(super) fn join_evening(&self, id: &str) -> Result<(EveningGame, String), Refused> {
        let evening = self.store.evening(id)?.ok_or(Refused::NoGame)?;
        let board = evening.open_tables().ok_or(Refused::Late)?;
        let Dealt::Sealed(seed) = self.store.dealt(id, 0)? else { return Err(Refused::Late) };
        let game = EveningGame::first(evening.games, true, evening.id)?;
        Ok((EveningGame { board, ..game }, seed))
    }

    /// Checks that everybody may look at a game.
    ///
    /// # Errors
    /// Another table is still to play its deal.
    pub(crate) async fn check_unsealed(self: &Arc<Self>, id: &str) -> Result<(), Refused> {
        let (hall, id) = (Arc::clone(self), id.to_owned());
        if blocking(move || hall.store.is_sealed(&id)).await?? {
            Err(Refused::Sealed)
        } else {
            Ok(())
        }
    }
}
