//! What dice say, as tables.

use crate::model::Block;
use crate::parts::Parts;
use crate::words::{Word, say};
use tsuro::board::Square;
use tsuro_faces::words::Language;

/// What dice say; nothing where no rule rolls some.
pub(crate) fn tables(parts: &Parts, language: Language) -> Vec<Block> {
    let text = |word: Word| word.text(language).to_owned();
    let mut blocks = Vec::new();
    if !parts.dice.is_used() {
        return blocks;
    }
    blocks.push(Block::Heading(2, text(Word::Dice)));
    let rolled = &parts.dice.rolled;
    if !rolled.is_empty() {
        blocks.push(Block::Paragraph(text(Word::DiceRolled)));
        let sentences = rolled.iter().map(|text| text.in_language(language.code()).to_owned());
        blocks.push(Block::List(sentences.collect()));
    }
    if let Some(sums) = &parts.dice.sums {
        let sums: Vec<String> = sums.iter().map(u8::to_string).collect();
        let sums = language.list(&sums);
        blocks.push(Block::Paragraph(say(language, Word::DiceSums, &[("sums", &sums)])));
    }
    if let Some([columns, rows]) = parts.dice.squares {
        blocks.push(Block::Paragraph(text(Word::DiceSquares)));
        let row = |word, names: [u8; 6], named: &dyn Fn(u8) -> String| {
            [text(word)].into_iter().chain(names.map(named)).collect::<Vec<String>>()
        };
        let column = |column: u8| Square::new(column, 0).to_string().replace('1', "");
        blocks.push(Block::Table {
            head: row(Word::DieShows, [1, 2, 3, 4, 5, 6], &|number| number.to_string()),
            rows: vec![
                row(Word::DiceColumn, columns, &column),
                row(Word::DiceRow, rows, &|row| (row + 1).to_string()),
            ],
        });
    }
    let rows = parts.dice_rows(language);
    if !rows.is_empty() {
        blocks.push(Block::Paragraph(text(Word::DicePieces)));
        let head = [
            Word::DicePiece,
            Word::DiceUp,
            Word::DiceRight,
            Word::DiceDown,
            Word::DiceLeft,
            Word::DiceTurn,
        ];
        blocks.push(Block::Table { head: head.map(text).to_vec(), rows });
    }
    blocks
}
