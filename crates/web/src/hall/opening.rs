//! Tables are opened: for a client that asks, and again for players who have finished a game.

use super::apart::{apart, is_scripted};
use super::seats::named;
use super::{Hall, Room};
use crate::refused::Refused;
use crate::rules::AskedRules;
use crate::sent::SentScript;
use crate::store::{StoreError, Write, now};
use crate::table::{Moment, STAND_IN, Table, TableSeat, TableTexts};
use crate::token::{Token, TokenHash, game_id};
use std::net::IpAddr;
use std::sync::Arc;
use tsuro::bots::{BotSpec, LEVELS};
use tsuro::game::Seat;
use tsuro::json::json;
use tsuro::ruleset::{Problems, Variant};
use tsuro::session::{Game, GameError};
use tsuro_faces::Player;

/// A seat of a table that is opened.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskedSeat {
    kind: SeatKind,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    level: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum SeatKind {
    /// A person at the device that opens the table.
    #[serde(rename = "here")]
    ThisDevice,
    Link,
    Bot,
}

/// A table that is opened.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskedTable {
    #[serde(default)]
    rules: Option<String>,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    scripts: Vec<SentScript>,
    #[serde(default)]
    options: Vec<String>,
    seats: Vec<AskedSeat>,
    #[serde(default)]
    clock: Option<u16>,
}

/// A table that has been opened.
pub(crate) struct Opened {
    pub id: String,
    pub number: Moment,
    pub host: Token,
    pub seats: Vec<(Seat, Token)>,
}

/// Why a table was not opened.
pub(crate) enum NotOpened {
    Rules(Problems),
    Refused(Refused),
}

impl From<Refused> for NotOpened {
    fn from(why: Refused) -> Self {
        Self::Refused(why)
    }
}

impl From<StoreError> for NotOpened {
    fn from(why: StoreError) -> Self {
        Self::Refused(why.into())
    }
}

/// The longest time for a decision, in seconds.
const LONGEST_CLOCK: u16 = 12 * 3600;

impl Hall {
    /// The rules that a client asks for, and what it calls them.
    fn asked_for(&self, rules: &AskedRules) -> Result<(Arc<Variant>, TableTexts), Problems> {
        let variant = self.rules.variant(rules)?;
        let texts = TableTexts::new(variant.resolved());
        let name = variant.name().to_owned();
        Ok((self.shared(variant, &name), texts))
    }

    /// Opens a table for a client at an address, and stores it.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) async fn open(
        self: &Arc<Self>,
        asked: AskedTable,
        from: IpAddr,
    ) -> Result<Opened, NotOpened> {
        let bad = |why: String| NotOpened::Refused(Refused::Bad(why));
        let rules = AskedRules {
            rules: asked.rules,
            text: asked.text,
            scripts: asked.scripts,
            options: asked.options,
        };
        let (variant, texts) = apart(|| self.asked_for(&rules)).map_err(NotOpened::Rules)?;
        if asked.clock.is_some_and(|clock| !(5..=LONGEST_CLOCK).contains(&clock)) {
            return Err(bad(format!("clock: 5 to {LONGEST_CLOCK} seconds")));
        }
        let counts = variant.players();
        if !u8::try_from(asked.seats.len()).is_ok_and(|players| counts.contains(players)) {
            return Err(bad(format!(
                "seats: {} players, where {counts} can play",
                asked.seats.len()
            )));
        }
        let (mut seats, mut tokens) = (Vec::new(), Vec::new());
        for seat in &asked.seats {
            let others: Vec<Player> =
                seats.iter().map(|seat: &TableSeat| seat.player.clone()).collect();
            let player = Self::player(seat, &others)?;
            let token = player.is_human().then(Token::random);
            let number = Seat::new(seats.len() as u8);
            seats.push(TableSeat {
                player,
                token: token.as_ref().map(Token::hash),
                is_away: false,
            });
            tokens.extend(token.map(|token| (number, token)));
        }
        if tokens.is_empty() && tsuro_faces::is_all_human(&variant) {
            return Err(bad("seats: under these rules persons play".to_owned()));
        }
        let host = Token::random();
        let turn = self.turn_for_scripts(is_scripted(&variant), from).await?;
        let seed = self.luck.seed();
        let made = apart(|| {
            let game = Game::from_variant(variant, seats.len() as u8, &seed)?;
            Ok(Table::new(
                game_id(),
                rules.reference(),
                texts,
                game,
                seats,
                host.hash(),
                asked.clock,
            ))
        });
        let table = made.map_err(|why: GameError| bad(format!("seats: {why}")))?;
        drop(turn);
        let (id, number) = self.begin(table, from).await?;
        Ok(Opened { id, number, host, seats: tokens })
    }

    fn player(seat: &AskedSeat, others: &[Player]) -> Result<Player, Refused> {
        match seat.kind {
            SeatKind::Bot => {
                let word = seat.level.as_deref().unwrap_or(STAND_IN);
                // How long bots think is not for clients to say.
                let level = LEVELS.iter().find(|(level, _)| *level == word);
                let levels =
                    || LEVELS.iter().map(|(level, _)| *level).collect::<Vec<_>>().join(", ");
                let (level, _) =
                    level.ok_or_else(|| Refused::Bad(format!("level: one of {}", levels())))?;
                BotSpec::parse(level)
                    .map(Player::Bot)
                    .map_err(|why| Refused::Bad(format!("level: {why}")))
            }
            SeatKind::ThisDevice | SeatKind::Link => {
                named(seat.name.as_deref().unwrap_or_default(), others)
            }
        }
    }

    pub(super) async fn begin(
        self: &Arc<Self>,
        mut table: Table,
        from: IpAddr,
    ) -> Result<(String, Moment), Refused> {
        table.opener = Some(from);
        if !table.has_person_beside(None) {
            table.counted = Some(self.one_more_idle(from)?);
        }
        let id = table.id.clone();
        let (stored, first) = table.to_stored(now());
        self.store.write(Write::Game(Box::new(stored), first)).await?;
        let number = table.moment();
        let room = Arc::new(Room::new(table));
        self.rooms().insert(id.clone(), Arc::clone(&room));
        self.bound_memory(&id);
        // A fault in the first question ends the game, which is there all the same.
        let _ = self.ask_next(&room, &mut *room.lock().await).await;
        Ok((id, number))
    }

    /// Opens the same table again; everybody who is connected is told.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) async fn again(
        self: &Arc<Self>,
        id: &str,
        token: TokenHash,
        from: IpAddr,
    ) -> Result<String, Refused> {
        let (_, mut table) = self.lock_for(id, from, &[token]).await?;
        let (held, is_host) = table.holds(&[token]);
        if held.is_empty() && !is_host {
            return Err(Refused::Forbidden);
        }
        if table.decision().is_some() {
            return Err(Refused::Bad("this game goes on".to_owned()));
        }
        if let Some(again) = table.again.clone() {
            // Two players press the button at once.
            return Ok(again);
        }
        let seats: Vec<TableSeat> = table
            .seats
            .iter()
            .map(|seat| TableSeat {
                player: seat.player.clone(),
                token: seat.token,
                is_away: false,
            })
            .collect();
        let variant = Arc::clone(table.game.variant());
        let turn = self.turn_for_scripts(is_scripted(&variant), from).await?;
        let made = apart(|| {
            let game = Game::from_variant(variant, seats.len() as u8, &self.luck.seed())?;
            Ok(Table::new(
                game_id(),
                table.reference.clone(),
                table.texts.clone(),
                game,
                seats,
                table.host,
                table.clock,
            ))
        });
        let next = made.map_err(|why: GameError| Refused::Bad(why.to_string()))?;
        drop(turn);
        let (new, _) = Box::pin(self.begin(next, from)).await?;
        // If this is not stored, a client that asks after a restart opens another one.
        let _ = self.store.write(Write::Again { game: id.to_owned(), next: new.clone() }).await;
        table.again = Some(new.clone());
        table.tell_all(&json!({ "type": "again", "id": new }));
        Ok(new)
    }
}
