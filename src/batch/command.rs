//! [`Command`]: what all lanes of a batch do in one call.

/// What all lanes do in one call.
#[derive(Clone, Copy)]
pub(super) enum Command<'a> {
    /// Begin anew.
    Reset,
    /// Take the caller's action, one for each lane.
    Step(&'a [u16]),
    /// Take the action of the opponent that is asked, in the lanes that have one.
    Answer(&'a [Option<u16>]),
}
