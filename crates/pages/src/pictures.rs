//! Pictures of tiles and of games that are over, as SVG.

use crate::refused::NotAnswered;
use crate::table::SeatedGame;
use tsuro::board::{Face, Laid};
use tsuro::game::{BoardStyle, KeyWords};
use tsuro::picture::{BoardPicture, special_svg, tile_svg};
use tsuro::session::Game;
use tsuro_faces::words::Language;

/// There is no such tile.
const NO_TILE: NotAnswered = NotAnswered::Nothing("there is no such tile");

/// The picture of a tile that is called `NUMBER-ROTATION.svg`, on a board of a look; without a
/// look, on stone.
///
/// # Errors
/// There is no such tile, or no such look.
pub fn tile(name: &str, look: Option<&str>) -> Result<String, NotAnswered> {
    let look = match look {
        None => BoardStyle::default(),
        Some(word) => BoardStyle::from_word(word).ok_or_else(|| {
            let words: Vec<_> = BoardStyle::WORDS.iter().map(|word| word.name).collect();
            NotAnswered::bad(format!("look: one of {}", words.join(", ")))
        })?,
    };
    let tile = || {
        let (face, rotation) = name.strip_suffix(".svg")?.split_once('-')?;
        let face = Face::new(face.parse().ok()?)?;
        let rotation = face.rotations().find(|known| known.turns().to_string() == rotation)?;
        Some(Laid::new(face, rotation))
    };
    let tile = tile().ok_or(NO_TILE)?;
    Ok(tile_svg(tile, &tile.to_string(), look, &|_| None))
}

/// The picture of a special tile of a game's rules that is called `NUMBER.svg`.
///
/// # Errors
/// There is no such tile.
pub fn special_tile(
    table: &SeatedGame,
    name: &str,
    language: Language,
) -> Result<String, NotAnswered> {
    let number = name.strip_suffix(".svg").and_then(|number| Face::of_tile(number.parse().ok()?));
    let see = table.game.observe(None);
    let look = number.and_then(|number| see.special(number)).ok_or(NO_TILE)?;
    Ok(special_svg(look, see.look(), language.code()))
}

/// The last board of a game, with the letters that its pieces have at the table.
pub fn board(game: &Game, letters: &[char], language: Language) -> BoardPicture {
    let mut picture = BoardPicture::new(&game.observe(None));
    letters.clone_into(&mut picture.scene.letters);
    picture.scene = picture.scene.in_language(language.code());
    picture
}
