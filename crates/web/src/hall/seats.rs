//! Who decides at a seat changes: a bot for a person, the person again, or the person's name.

use super::Hall;
use crate::store::Write;
use crate::table::{Table, standing};
use crate::token::TokenHash;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use tsuro::game::Seat;
use tsuro::record::Feedback;
use tsuro_faces::Player;
use tsuro_faces::words::TextKey;
use tsuro_pages::refused::Refused;
use tsuro_pages::requests::{SeatChange, SentTalk};
use tsuro_pages::table::named;

impl Hall {
    /// A person says something at a table.
    ///
    /// # Errors
    /// Why nobody hears it.
    pub(crate) async fn say(
        self: &Arc<Self>,
        id: &str,
        token: TokenHash,
        sent: SentTalk,
        from: IpAddr,
    ) -> Result<(), Refused> {
        let (_, mut table) = self.lock_for(id, from, &[token]).await?;
        table.say(&token, sent, Instant::now())
    }

    /// A person says what it thinks of a game that is over; the record has it without a name.
    ///
    /// # Errors
    /// The token is not that of the seat, the person is not asked, or it cannot be stored.
    pub(crate) async fn rate(
        self: &Arc<Self>,
        id: &str,
        token: TokenHash,
        seat: Seat,
        said: Feedback,
        from: IpAddr,
    ) -> Result<(), Refused> {
        let (_, mut table) = self.lock_for(id, from, &[token]).await?;
        table.check_token(seat, &token)?;
        let rate = |table: &mut Table| {
            let rated = table.rated(seat, said)?;
            let end = standing(&rated).ended.ok_or(Refused::Broken)?;
            Ok::<_, Refused>((rated, table.comments.record_with(&end.record)))
        };
        let (rated, record) = self.guarded(&mut table, rate).await??;
        let write = Write::Feedback { game: table.id.clone(), step: table.steps - 1, record };
        self.store.write(write).await.map_err(|why| self.unsure(&mut table, why))?;
        table.keep_rated(seat, rated);
        Ok(())
    }

    /// Changes who decides at a seat.
    ///
    /// # Errors
    /// Why that is not to be.
    pub(crate) async fn change_seat(
        self: &Arc<Self>,
        id: &str,
        token: TokenHash,
        seat: Seat,
        change: SeatChange,
        from: IpAddr,
    ) -> Result<(), Refused> {
        let (room, mut table) = self.lock_for(id, from, &[token]).await?;
        let (held, is_host) = table.holds(&[token]);
        let own = held.contains(&seat);
        if !table.seats.get(seat.index()).is_some_and(|seat| seat.player.is_human()) {
            return Err(Refused::Bad("seat: no person sits there".to_owned()));
        }
        if table.decision().is_none() && !matches!(change, SeatChange::Name(_)) {
            return Err(Refused::Bad("this game is over".to_owned()));
        }
        let mut changed = table.stored_seat(seat.index());
        let (player, notice) = match change {
            // Where a clock runs, who is away has until it is over.
            SeatChange::Away if !own && !is_host && table.clock.is_some() => {
                return Err(Refused::Bad("seat: a clock runs, so only the host may".to_owned()));
            }
            SeatChange::Away
                if own || ((is_host || !held.is_empty()) && !table.is_connected(seat)) =>
            {
                changed.is_away = true;
                (None, Some(TextKey::WebBotTookOver))
            }
            SeatChange::Away if is_host || !held.is_empty() => {
                return Err(Refused::Bad("seat: the person there is connected".to_owned()));
            }
            SeatChange::Back if own => {
                changed.is_away = false;
                (None, Some(TextKey::WebPlaysAgain))
            }
            SeatChange::Name(name) if own => {
                let others = (0..).zip(&table.seats).filter(|(number, _)| *number != seat.index());
                let others: Vec<Player> = others.map(|(_, seat)| seat.player.clone()).collect();
                let player = named(&name, &others)?;
                changed.name = player.record_name();
                (Some(player), None)
            }
            _ => return Err(Refused::Forbidden),
        };
        let is_away = changed.is_away;
        if is_away {
            self.count_without(&mut table, Some(seat), from)?;
        }
        let write = Write::Seat { game: table.id.clone(), seat: seat.number(), what: changed };
        if let Err(why) = self.store.write(write).await {
            return Err(self.unsure(&mut table, why));
        }
        let was_away = std::mem::replace(&mut table.seats[seat.index()].is_away, is_away);
        if let Some(player) = player {
            table.seats[seat.index()].player = player;
            let names: Vec<String> =
                table.seats.iter().map(|seat| seat.player.record_name()).collect();
            table.game.name_players(&names);
        }
        table.tell_seats();
        if was_away != is_away {
            if let Some(notice) = notice {
                table.tell_notice(notice, Some(seat));
            }
            table.break_off();
            self.ask_next(&room, &mut table).await?;
        }
        Ok(())
    }
}
