//! Games without persons: an address may have a few go on at once.

use super::{Hall, IDLE_EACH};
use crate::guard::Counted;
use crate::table::Table;
use std::net::IpAddr;
use tsuro::game::Seat;
use tsuro_pages::refused::Refused;

impl Hall {
    /// Counts one more game without persons.
    ///
    /// # Errors
    /// The address has too many already.
    pub(super) fn one_more_idle(&self, from: IpAddr) -> Result<Counted, Refused> {
        Counted::new(&self.idle, from, IDLE_EACH).ok_or(Refused::TooManyIdle(IDLE_EACH))
    }

    /// Counts a game that is to go on without the person at a seat, if no person decides at another
    /// one. If the game does not go on in this way, it is no longer counted at the next request for
    /// it.
    ///
    /// # Errors
    /// The address has too many already.
    pub(super) fn count_without(
        &self,
        table: &mut Table,
        seat: Option<Seat>,
        from: IpAddr,
    ) -> Result<(), Refused> {
        if table.counted.is_none() && !table.has_person_beside(seat) {
            table.counted = Some(self.one_more_idle(table.opener.unwrap_or(from))?);
        }
        Ok(())
    }

    /// Counts a game that goes on without persons, also where its address has too many: one that
    /// was stored is not refused. Any other game is not counted.
    pub(super) fn count_idle(&self, table: &mut Table) {
        if table.decision().is_none() || table.has_person_beside(None) {
            table.counted = None;
        } else if table.counted.is_none()
            && let Some(from) = table.opener
        {
            table.counted = Counted::new(&self.idle, from, usize::MAX);
        }
    }
}
