//! Bots that think, in turn by address and table.

use super::{Hall, Room, blocking};
use crate::bots::BotSpec;
use crate::game::Seat;
use crate::ui::web::table::{Refused, Table};
use crate::ui::web::turns::Turn;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What goes on until a bot has decided.
type Thought = Pin<Box<dyn Future<Output = ()> + Send>>;

impl Hall {
    /// Has a bot decide at a table at which none thinks, when its turn comes.
    pub(super) fn begin_to_think(self: &Arc<Self>, room: &Arc<Room>, table: &mut Table, seat: Seat, bot: BotSpec) {
        let stop = Arc::new(AtomicBool::new(false));
        table.thinking = Some(Arc::clone(&stop));
        let (hall, room, place) = (Arc::clone(self), Arc::clone(room), table.place());
        tokio::spawn(async move {
            if let Ok(turn) = hall.thinkers.wait(place, &stop).await {
                hall.think(room, seat, bot, stop, turn).await;
            }
        });
    }

    /// Has a bot decide. Boxed, because what it decides may have the next bot decide.
    fn think(self: Arc<Self>, room: Arc<Room>, seat: Seat, bot: BotSpec, stop: Arc<AtomicBool>, turn: Turn) -> Thought {
        Box::pin(async move {
            let game = {
                let table = room.lock().await;
                if stop.load(Ordering::Relaxed) || table.is_gone {
                    return;
                }
                table.game.clone()
            };
            let flag = Arc::clone(&stop);
            let choice = blocking(move || {
                let see = game.observe(seat).stopped_by(&flag);
                bot.make().choose(&see, &mut game.bot_stream())
            })
            .await;
            drop(turn);
            let mut table = room.lock().await;
            // What was thought about was taken back, or a person has the seat again.
            if stop.load(Ordering::Relaxed) || table.is_gone {
                return;
            }
            table.thinking = None;
            match choice {
                Ok(Some(choice)) => {
                    if let Err(Refused::Store(why)) = self.take(&room, &mut table, seat, &choice).await
                        && why.may_pass()
                    {
                        tokio::spawn(Arc::clone(&self).try_again(Arc::clone(&room)));
                    }
                }
                Ok(None) | Err(_) => drop(self.break_game(&mut table).await),
            }
        })
    }
}
