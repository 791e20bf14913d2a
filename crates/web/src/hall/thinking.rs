//! Bots that think, in turn by address and table.

use super::scripted::limited;
use super::{Hall, Room};
use crate::table::Table;
use crate::tasks::blocking;
use crate::token::TokenHash;
use crate::turns::Turn;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tsuro::bots::BotSpec;
use tsuro::game::Seat;
use tsuro_pages::refused::Refused;
use tsuro_pages::table::STAND_IN;

/// What goes on until a bot has decided.
type Thought = Pin<Box<dyn Future<Output = ()> + Send>>;

impl Hall {
    /// Lets a client at an address, which has these tokens, come to a game. Where its bots have
    /// waited until no others do, because no client was there, they wait among the others now.
    ///
    /// # Errors
    /// As [`Hall::lock`].
    pub(crate) async fn enter<T>(
        self: &Arc<Self>,
        id: &str,
        from: IpAddr,
        tokens: &[TokenHash],
        enter: impl FnOnce(&mut Table) -> T,
    ) -> Result<T, Refused> {
        let (room, mut table) = self.lock_for(id, from, tokens).await?;
        let was_last = table.place().is_last;
        let entered = self.guarded(&mut table, enter).await?;
        if was_last
            && !table.place().is_last
            && table.thinking.is_some()
            && let Some(decision) = table.decision()
        {
            // Where the clock has run out for a person, the same bot decides as for persons who
            // have left.
            let bot =
                table.next_bot().map(|(_, bot)| bot).or_else(|| BotSpec::parse(STAND_IN).ok());
            table.break_off();
            if let Some(bot) = bot {
                self.begin_to_think(&room, &mut table, decision.seat(), bot);
            }
        }
        Ok(entered)
    }

    /// Has a bot decide at a table at which none thinks, when its turn comes.
    pub(super) fn begin_to_think(
        self: &Arc<Self>,
        room: &Arc<Room>,
        table: &mut Table,
        seat: Seat,
        bot: BotSpec,
    ) {
        let stop = Arc::new(AtomicBool::new(false));
        table.thinking = Some(Arc::clone(&stop));
        let (hall, room, place) = (Arc::clone(self), Arc::clone(room), table.place());
        let is_scripted = table.game.variant().resolved().is_scripted();
        tokio::spawn(async move {
            let thinkers = if is_scripted { &hall.scripted_thinkers } else { &hall.thinkers };
            if let Ok(turn) = thinkers.wait(place, &stop).await {
                hall.think(room, seat, bot, stop, turn).await;
            }
        });
    }

    /// Has a bot decide. Boxed, because what it decides may have the next bot decide.
    fn think(
        self: Arc<Self>,
        room: Arc<Room>,
        seat: Seat,
        bot: BotSpec,
        stop: Arc<AtomicBool>,
        turn: Turn,
    ) -> Thought {
        Box::pin(async move {
            let game = {
                let table = room.lock().await;
                if stop.load(Ordering::Relaxed) || table.is_gone {
                    return;
                }
                table.game.clone()
            };
            let (flag, watch) = if game.variant().resolved().is_scripted() {
                let (flag, watch) = limited(&stop);
                (flag, Some(watch))
            } else {
                (Arc::clone(&stop), None)
            };
            let choice = blocking(move || {
                let see = game.observe(seat).stopped_by(&flag);
                bot.make().choose(&see, &mut game.bot_stream())
            })
            .await;
            drop((turn, watch));
            let mut table = room.lock().await;
            // What was thought about was taken back, or a person has the seat again.
            if stop.load(Ordering::Relaxed) || table.is_gone {
                return;
            }
            table.thinking = None;
            match choice {
                Ok(Some(choice)) => {
                    if let Err(Refused::NotKept(why)) =
                        self.take(&room, &mut table, seat, (&choice, None)).await
                        && why.may_pass
                    {
                        tokio::spawn(Arc::clone(&self).try_again(Arc::clone(&room)));
                    }
                }
                Ok(None) | Err(_) => drop(self.break_game(&mut table).await),
            }
        })
    }
}
