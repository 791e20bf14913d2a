//! Tables are opened: for a client that asks, and again for players who have finished a game.

use super::apart::apart;
use super::{Hall, Room};
use crate::gathering::{Gathered, Gathering, NewGathering, OpenedGathering, ROUND};
use crate::store::{Dealt, Origin, Write, now};
use crate::table::{Table, TableTokens};
use crate::token::{Token, TokenHash, game_id};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use tsuro::game::Seat;
use tsuro::json::Json;
use tsuro::ruleset::{Problems, Variant};
use tsuro::session::{Game, GameError};
use tsuro_faces::Player;
use tsuro_pages::evening::EveningGame;
use tsuro_pages::refused::{NotAnswered, Refused};
use tsuro_pages::requests::{SentBeginning, SentLuck};
use tsuro_pages::rules::AskedRules;
use tsuro_pages::table::{
    AskedTable, QuestionNumber, SeatedGame, TableSeat, TableTexts, TalkRules, TimeLimit,
    check_players,
};

/// A table that has been opened.
pub(crate) struct Opened {
    pub id: String,
    pub number: QuestionNumber,
    pub host: Token,
    pub seats: Vec<(Seat, Token)>,
}

/// What a game is opened with.
struct NewTable {
    /// The rules, what they are called, and as whoever opened the table named them.
    rules: (Arc<Variant>, TableTexts, String),
    players: Vec<Player>,
    tokens: TableTokens,
    clock: Option<TimeLimit>,
    talk: TalkRules,
    origin: Option<Origin>,
    /// Which game of an evening it is, if it is one.
    evening: Option<EveningGame>,
}

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
    ) -> Result<Opened, NotAnswered> {
        let rules = asked.rules();
        let (variant, texts) = apart(|| self.asked_for(&rules))?;
        let (players, clock) = (asked.players(&variant)?, asked.clock()?);
        let tokens: Vec<Option<Token>> =
            players.iter().map(|player| player.is_human().then(Token::random)).collect();
        let host = Token::random();
        let seats = tokens.iter().map(|token| token.as_ref().map(Token::hash)).collect();
        let new = NewTable {
            rules: (variant, texts, rules.reference()),
            players,
            tokens: TableTokens { host: host.hash(), seats },
            clock,
            talk: asked.talk,
            origin: None,
            evening: None,
        };
        let seed = self.luck.seed(asked.luck.as_ref())?;
        let (id, number) = self.open_as(new, seed, from).await?;
        let tokens = (0..).map(Seat::new).zip(tokens);
        let seats = tokens.filter_map(|(seat, token)| Some((seat, token?))).collect();
        Ok(Opened { id, number, host, seats })
    }

    /// Opens a table at which people gather before the game.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn gather(
        &self,
        asked: &AskedTable,
        from: IpAddr,
    ) -> Result<OpenedGathering, NotAnswered> {
        let rules = asked.rules();
        let (variant, texts) = apart(|| self.asked_for(&rules))?;
        let players = asked.gathered(&variant)?;
        let (reference, clock, talk) = (rules.reference(), asked.clock()?, asked.talk);
        let secret = self.luck.secret();
        let new =
            NewGathering { variant, texts, reference, clock, talk, players, secret, evening: None };
        Ok(self.gatherings.open(new, from, Instant::now())?)
    }

    /// The tables at which people gathered when the server was last stopped are there again.
    pub(super) fn restore_tables(&self) {
        // If the database cannot be read, no game can be opened either.
        for stored in self.store.tables().unwrap_or_default() {
            // Rules that this version does not know begin no game.
            if let Ok(variant) = self.compiled(&stored.rules_hash, &stored.rules) {
                self.gatherings.restore(stored, variant, Instant::now());
            }
        }
    }

    /// Begins the game of a table at which people have gathered.
    ///
    /// # Errors
    /// Why it does not begin.
    pub(crate) async fn begin_gathered(
        self: &Arc<Self>,
        table: &Gathering,
        token: TokenHash,
        sent: &SentBeginning,
        from: IpAddr,
    ) -> Result<String, Refused> {
        // Two tables that join an evening at once are two of them.
        let (_dealing, evening, seed) = match &table.evening {
            None => (None, EveningGame::first(sent.games, sent.duplicate, game_id())?, None),
            Some(evening) => {
                let dealing = self.dealing.lock().await;
                let (evening, seed) = self.join_evening(evening)?;
                (Some(dealing), evening, Some(seed))
            }
        };
        let begun = apart(|| table.begin(&token, sent.fill.as_deref(), Instant::now()))?;
        let opened = self.open_gathered(table, begun, (evening, seed), from).await;
        table.begun(opened.as_deref().ok());
        opened
    }

    async fn open_gathered(
        self: &Arc<Self>,
        table: &Gathering,
        Gathered { players, tokens, host }: Gathered,
        (evening, seed): (EveningGame, Option<String>),
        from: IpAddr,
    ) -> Result<String, Refused> {
        check_players(&players, &table.variant)?;
        let seed = match seed {
            Some(seed) => Some(seed),
            None => table.drawn(ROUND).await?,
        };
        let seed = seed.map_or_else(|| self.luck.seed(None), Ok)?;
        let new = NewTable {
            rules: (Arc::clone(&table.variant), table.texts.clone(), table.reference.clone()),
            players,
            tokens: TableTokens { host, seats: tokens },
            clock: table.clock,
            talk: table.talk,
            origin: Some(Origin::Table(table.id.clone())),
            evening: Some(evening),
        };
        self.open_as(new, seed, from).await.map(|(id, _)| id)
    }

    async fn open_as(
        self: &Arc<Self>,
        new: NewTable,
        seed: String,
        from: IpAddr,
    ) -> Result<(String, QuestionNumber), Refused> {
        let NewTable { rules, players, tokens, clock, talk, origin, evening } = new;
        let (variant, texts, reference) = rules;
        let seats: Vec<TableSeat> = players.into_iter().map(TableSeat::new).collect();
        let turn = self.turn_for_scripts(variant.resolved().is_scripted(), from).await?;
        let made = apart(|| {
            let game = Game::from_variant(variant, seats.len() as u8, &seed)?;
            Ok(SeatedGame::new(game_id(), reference, texts, game, seats, clock))
        });
        let made = made.map_err(|why: GameError| Refused::Bad(format!("seats: {why}")))?;
        drop(turn);
        let mut table = Table::new(made, tokens).with_talk(talk);
        (table.origin, table.evening) = (origin, evening);
        self.begin(table, from).await
    }

    pub(super) async fn begin(
        self: &Arc<Self>,
        mut table: Table,
        from: IpAddr,
    ) -> Result<(String, QuestionNumber), Refused> {
        table.opener = Some(from);
        if !table.has_person_beside(None) {
            table.counted = Some(self.one_more_idle(from)?);
        }
        let id = table.id.clone();
        let (stored, first) = table.to_stored(now());
        let origin = table.origin.take();
        self.store.write(Write::Game(Box::new(stored), first, origin)).await?;
        let number = table.moment();
        let room = Arc::new(Room::new(table));
        self.rooms().insert(id.clone(), Arc::clone(&room));
        self.bound_memory(&id);
        // A fault in the first question ends the game, which is there all the same.
        let _ = self.ask_next(&room, &mut *room.lock().await).await;
        Ok((id, number))
    }

    /// Opens the same table again; everybody who is connected is told. In an evening, everybody moves
    /// on by one seat. Gives the message with which they are told.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) async fn again(
        self: &Arc<Self>,
        id: &str,
        token: TokenHash,
        added: Option<&SentLuck>,
        from: IpAddr,
    ) -> Result<Json, Refused> {
        let (_, mut table) = self.lock_for(id, from, &[token]).await?;
        let (held, is_host) = table.holds(&[token]);
        if held.is_empty() && !is_host {
            return Err(Refused::Forbidden);
        }
        if table.decision().is_some() {
            return Err(Refused::Bad("this game goes on".to_owned()));
        }
        if let Some(again) = table.again_message() {
            // Two players press the button at once.
            return Ok(again);
        }
        let next = table.next_in_evening();
        let _dealing = match &next {
            Some(next) if next.is_duplicate => Some(self.dealing.lock().await),
            _ => None,
        };
        let dealt = next.as_ref().filter(|next| next.is_duplicate);
        let dealt = dealt.map(|next| self.store.dealt(&next.evening, next.number)).transpose()?;
        let is_turned = next.is_some();
        // A table that has waited too long does not play a deal that others have seen.
        let evening = next.filter(|_| !matches!(dealt, Some(Dealt::Known)));
        let mut seats: Vec<TableSeat> =
            table.seats.iter().map(|seat| TableSeat::new(seat.player.clone())).collect();
        let mut tokens = table.tokens.clone();
        if is_turned {
            seats.rotate_right(1);
            tokens.seats.rotate_right(1);
        }
        let seed = match dealt {
            Some(Dealt::Sealed(seed)) => seed,
            _ => self.luck.seed(added)?,
        };
        let variant = Arc::clone(table.game.variant());
        let turn = self.turn_for_scripts(variant.resolved().is_scripted(), from).await?;
        let made = apart(|| {
            let game = Game::from_variant(variant, seats.len() as u8, &seed)?;
            let (reference, texts) = (table.reference.clone(), table.texts.clone());
            Ok(SeatedGame::new(game_id(), reference, texts, game, seats, table.clock))
        });
        let next = made.map_err(|why: GameError| Refused::Bad(why.to_string()))?;
        drop(turn);
        let mut next = Table::new(next, tokens).with_talk(table.talk_rules());
        // People who have come to a table still play there when its evening is over.
        let alone = || table.evening.as_ref().map(|_| EveningGame::alone(game_id()));
        next.evening = evening.or_else(alone);
        next.origin = Some(Origin::Game(id.to_owned()));
        let (new, _) = Box::pin(self.begin(next, from)).await?;
        table.again = Some(new);
        let again = table.again_message().unwrap_or(Json::NULL);
        table.tell_all(&again);
        Ok(again)
    }
}
