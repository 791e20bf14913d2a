//! Comments at turns of games that are over.

use super::Hall;
use crate::store::Write;
use crate::tasks::blocking;
use crate::token::TokenHash;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use tsuro::json::json;
use tsuro_pages::afterwards::commented;
use tsuro_pages::refused::Refused;
use tsuro_pages::requests::SentComment;

impl Hall {
    /// A person writes at a turn; it is stored in the record, and everybody is told.
    ///
    /// # Errors
    /// Why nothing was written.
    pub(crate) async fn comment(
        self: &Arc<Self>,
        id: &str,
        token: TokenHash,
        sent: SentComment,
        from: IpAddr,
    ) -> Result<(), Refused> {
        let (_, mut table) = self.lock_for(id, from, &[token]).await?;
        table.check_comment(&token, &sent, Instant::now())?;
        let comments = commented(&table, &sent)?;
        let (game, written) = (table.game.clone(), comments.clone());
        let record = blocking(move || game.record().map(|record| written.record_with(&record)));
        let record = record.await?.map_err(|why| Refused::Bad(why.to_string()))?;
        let write = Write::Comments { game: table.id.clone(), record };
        if let Err(why) = self.store.write(write).await {
            return Err(self.unsure(&mut table, why));
        }
        table.comments = comments;
        let SentComment { seat, turn, text, .. } = sent;
        let seat = seat.map(|seat| seat.0);
        table.tell_all(&json!({
            "type": "comment", "turn": turn, "seat": seat, "text": text.trim(),
        }));
        Ok(())
    }
}
