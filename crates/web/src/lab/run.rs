//! One run of the server: who began it.

use crate::store::StoredRun;
use crate::token::TokenHash;
use std::net::IpAddr;
use std::ops::Deref;
use tsuro::rules::Registry;
use tsuro_pages::run::{KeptRun, LabRun};

/// A run, and the token of the client that began it.
pub(super) struct ServedRun {
    pub run: LabRun,
    pub host: TokenHash,
    /// Who began it, if that was since the server started.
    pub from: Option<IpAddr>,
}

impl Deref for ServedRun {
    type Target = LabRun;

    fn deref(&self) -> &LabRun {
        &self.run
    }
}

impl ServedRun {
    /// A run as it was stored.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(super) fn stored(stored: StoredRun, registry: &Registry) -> Result<Self, String> {
        let StoredRun { id, host, kept } = stored;
        Ok(Self { run: LabRun::kept(id, &kept, registry)?, host, from: None })
    }

    /// As it is stored.
    pub(super) fn to_stored(&self) -> StoredRun {
        let kept: KeptRun = self.to_keep();
        StoredRun { id: self.id.clone(), host: self.host, kept }
    }
}
