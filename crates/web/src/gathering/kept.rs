//! How tables before their games are stored, and come back after a restart.

use super::{Arranged, Begun, Draw, Gathering, Gatherings, LEFT, Place};
use crate::store::{Orders, StoredPlace, StoredTable, Write};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::sync::watch;
use tsuro::ruleset::Variant;
use tsuro_faces::Player;
use tsuro_pages::refused::Refused;
use tsuro_pages::table::{TableSeat, TableTexts};

impl Gatherings {
    /// No tables yet, and where they will be stored.
    pub(in super::super) fn new(orders: Orders) -> Self {
        Self { orders: Some(orders), ..Self::default() }
    }

    /// A table is there again.
    pub(in super::super) fn restore(
        &self,
        stored: StoredTable,
        variant: Arc<Variant>,
        now: Instant,
    ) {
        let place = |StoredPlace { name, token, lot }| {
            let player = name.map(|name: String| TableSeat::recorded(&name, false).player);
            Place { player, token, seen: token.map(|_| now), lot }
        };
        let texts = TableTexts::from_text(&stored.titles);
        let table = Gathering {
            texts: texts.unwrap_or_else(|| TableTexts::new(variant.resolved())),
            id: stored.id,
            word: stored.word,
            host: stored.host,
            variant,
            reference: stored.reference,
            clock: stored.clock,
            talk: stored.talk,
            evening: stored.evening,
            arranged: Mutex::new(Arranged {
                draw: stored.secret.map(Draw::new),
                places: stored.places.into_iter().map(place).collect(),
                // Whoever is there asks soon.
                used: now.checked_sub(LEFT * 2).unwrap_or(now),
                begun: Begun::No,
            }),
            changing: Mutex::default(),
            orders: self.orders.clone(),
            opener: None,
            changes: watch::Sender::new(1),
        };
        self.all().insert(table.id.clone(), Arc::new(table));
    }

    /// Stores a table that is new; others have made room for it.
    pub(super) fn store_new(&self, table: &Gathering, gone: Vec<String>) -> Result<(), Refused> {
        if let Some(orders) = self.orders.as_ref().filter(|_| !gone.is_empty()) {
            orders.write_and_wait(Write::TablesGone(gone))?;
        }
        let places = table.arranged().places.clone();
        table.store(&places)
    }

    /// The ids of the tables for which somebody has asked a short time ago.
    pub(in super::super) fn used_lately(&self, now: Instant) -> Vec<String> {
        let all = self.all();
        all.values().filter(|table| !table.is_left(now)).map(|table| table.id.clone()).collect()
    }

    /// Tables go whose games have begun and for which nobody asks any more.
    pub(in super::super) fn remove_begun(&self, now: Instant) {
        let is_begun = |table: &Gathering| matches!(table.arranged().begun, Begun::As(_));
        self.all().retain(|_, table| !table.is_left(now) || !is_begun(table));
    }

    /// Tables go.
    pub(in super::super) fn remove(&self, tables: &[String]) {
        let mut all = self.all();
        for table in tables {
            all.remove(table);
        }
    }
}

impl Gathering {
    /// Stores who sits where.
    pub(super) fn store(&self, places: &[Place]) -> Result<(), Refused> {
        let Some(orders) = &self.orders else { return Ok(()) };
        let place = |place: &Place| StoredPlace {
            name: place.player.as_ref().map(Player::record_name),
            token: place.token,
            lot: place.lot.clone(),
        };
        let table = StoredTable {
            id: self.id.clone(),
            word: self.word.clone(),
            host: self.host,
            reference: self.reference.clone(),
            titles: self.texts.to_text(),
            rules_hash: self.variant.hash().to_owned(),
            rules: self.variant.json().to_owned(),
            clock: self.clock,
            talk: self.talk,
            secret: self.draw(|draw| draw.secret().to_owned()),
            evening: self.evening.clone(),
            places: places.iter().map(place).collect(),
        };
        Ok(orders.write_and_wait(Write::Table(Box::new(table)))?)
    }
}
