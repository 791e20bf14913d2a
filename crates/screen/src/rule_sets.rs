//! What the launch does with rule sets that only a screen with files can: list the user's own, draw
//! small boards, and save.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tsuro::picture::{Canvas, thumbnail};
use tsuro::ruleset::{self, BUILT_INS, BuiltIns, Loader as _, Variant};
use tsuro_faces::sketch;
use tsuro_faces::table::choosing::{Choosing, first_message};
use tsuro_world::context::Context;
use tsuro_world::files::{self, Existing, WriteError};

/// The names of the editions that ship, and of the user's own rule sets.
pub(super) fn listed(context: &Context) -> [Vec<String>; 2] {
    [BUILT_INS.iter().map(|edition| edition.name.to_owned()).collect(), context.files.user_names()]
}

/// How long tiles are laid for a sketch at most: shipped rule sets need some milliseconds, while
/// scripts may take their time.
const SKETCHING: Duration = Duration::from_secs(1);

/// The board of a rule set.
pub(super) struct BoardSketch {
    pub columns: u8,
    pub rows: u8,
    /// With a few tiles, a character high for each row.
    pub drawing: Canvas,
}

/// The board of a rule set with a few tiles.
pub(super) fn board_sketch(variant: &Arc<Variant>) -> Option<BoardSketch> {
    let began = Instant::now();
    let scene = sketch(variant, &|| began.elapsed() < SKETCHING)?;
    Some(BoardSketch {
        columns: scene.shape().columns(),
        rows: scene.shape().rows(),
        drawing: thumbnail(&scene),
    })
}

/// Writes what is chosen as a rule set of the user's own.
///
/// # Errors
/// Why there is none, in words.
pub(super) fn save(
    choosing: &Choosing,
    name: &str,
    context: &Context,
) -> Result<PathBuf, SaveError> {
    let folder = context.files.user.clone().ok_or(SaveError::NoFolder)?;
    if !ruleset::is_name(name)
        || name.starts_with('.')
        || BuiltIns.names().iter().any(|built_in| built_in == name)
    {
        return Err(SaveError::Name(name.to_owned()));
    }
    let reference = &choosing.chosen.reference;
    let own = ruleset::load(reference, &context.files, &context.registry)
        .map_err(|why| SaveError::Rules(first_message(&why)))?;
    let text = ruleset::template(name, reference, &own, &context.registry);
    files::make_folder(&folder)?;
    let path = folder.join(format!("{name}.toml"));
    files::write_whole(&path, text.as_bytes(), Existing::Refuse)?;
    Ok(path)
}

/// Why a rule set of one's own was not written.
#[derive(Debug, thiserror::Error)]
pub(super) enum SaveError {
    /// There is no folder for them.
    #[error("you have no rule-set folder of your own: set TSURO_RULESETS to one")]
    NoFolder,
    /// The name cannot be that of a rule set.
    #[error(
        "`{0}` cannot be the name: letters, digits and hyphens, and not the name of a rule set \
         that ships"
    )]
    Name(String),
    /// The rules cannot be loaded.
    #[error("{0}")]
    Rules(String),
    /// The file cannot be written.
    #[error("{0}")]
    Write(#[from] WriteError),
}
