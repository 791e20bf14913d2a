//! Choices are taken back: at once, or when all persons at the table have agreed.

use super::{Hall, Room};
use crate::store::Write;
use crate::table::{Table, standing};
use crate::token::TokenHash;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::OwnedMutexGuard;
use tsuro::game::Seat;
use tsuro_faces::words::TextKey;
use tsuro_pages::refused::{NotTakenBack, Refused};
use tsuro_pages::table::{Agreement, QuestionNumber, TakenBack};

/// What became of a wish to take back.
pub(crate) struct Wish {
    pub number: QuestionNumber,
    /// The seats that have to agree first; empty: it is taken back, or a person did not agree.
    pub waits: Vec<Seat>,
}

impl Hall {
    /// Takes back to the last decision of a person, or asks the others whether they agree.
    ///
    /// # Errors
    /// Why nothing is taken back.
    pub(crate) async fn undo(
        self: &Arc<Self>,
        id: &str,
        token: TokenHash,
        seat: Seat,
        number: QuestionNumber,
        from: IpAddr,
    ) -> Result<Wish, Refused> {
        let (room, mut table) = self.lock_to_take_back(id, token, seat, number, from).await?;
        let back = self.last_of(&mut table, seat).await?;
        if back.concerns_others {
            let is_new = self.guarded(&mut table, |table| table.ask_back(seat)).await??;
            if is_new {
                self.guarded(&mut table, Table::tell_asked_back).await?;
            }
            return Ok(Wish { number, waits: table.asked_of() });
        }
        self.take_back(&room, &mut table, back, from).await
    }

    /// A person agrees, or does not, to what another one wants to take back.
    ///
    /// No person has asked, or nothing is taken back.
    pub(crate) async fn consent(
        self: &Arc<Self>,
        id: &str,
        token: TokenHash,
        seat: Seat,
        number: QuestionNumber,
        agrees: bool,
        from: IpAddr,
    ) -> Result<Wish, Refused> {
        let (room, mut table) = self.lock_to_take_back(id, token, seat, number, from).await?;
        let agreed = self.guarded(&mut table, |table| table.agree(seat, agrees)).await??;
        if matches!(agreed, Agreement::Refused) {
            table.tell_notice(TextKey::WebTakeBackRefused, Some(seat));
        }
        let Agreement::All(by) = agreed else {
            self.guarded(&mut table, Table::tell_asked_back).await?;
            return Ok(Wish { number, waits: table.asked_of() });
        };
        let back = self.last_of(&mut table, by).await?;
        self.take_back(&room, &mut table, back, from).await
    }

    async fn lock_to_take_back(
        self: &Arc<Self>,
        id: &str,
        token: TokenHash,
        seat: Seat,
        number: QuestionNumber,
        from: IpAddr,
    ) -> Result<(Arc<Room>, OwnedMutexGuard<Table>), Refused> {
        let (room, table) = self.lock_for(id, from, &[token]).await?;
        table.check_token(seat, &token)?;
        if number != table.moment() {
            return Err(Refused::Stale);
        }
        table.check_taking_back()?;
        Ok((room, table))
    }

    async fn last_of(&self, table: &mut Table, seat: Seat) -> Result<TakenBack, Refused> {
        let back = self.guarded(table, |table| table.taken_back(seat)).await?;
        back.ok_or_else(|| NotTakenBack::Nothing.into())
    }

    async fn take_back(
        self: &Arc<Self>,
        room: &Arc<Room>,
        table: &mut Table,
        back: TakenBack,
        from: IpAddr,
    ) -> Result<Wish, Refused> {
        // A game that was over goes on again.
        self.count_without(table, None, from)?;
        let write = Write::Undo {
            game: table.id.clone(),
            step: table.steps - back.steps,
            standing: standing(&back.game),
        };
        if let Err(why) = self.store.write(write).await {
            return Err(self.unsure(table, why));
        }
        self.guarded(table, |table| table.take_back_to(back)).await?;
        self.ask_next(room, table).await?;
        Ok(Wish { number: table.moment(), waits: Vec::new() })
    }
}
