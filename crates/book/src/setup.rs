//! What lies where before the first turn, for each number of players: found out by dealing games.

use crate::BookError;
use crate::model::Block;
use crate::parts::{Parts, dealt};
use crate::words::Word;
use std::collections::BTreeMap;
use std::sync::Arc;
use tsuro::game::{Observation, RulePiece};
use tsuro::ruleset::Variant;
use tsuro_faces::words::Language;

/// How many games are dealt for each number of players, to see what depends on luck.
const DEALS: u64 = 8;

/// The pieces of rules on the board by their names, in each deal.
type Deals = Vec<BTreeMap<&'static str, usize>>;

/// The table, with a row for each number of players.
pub(crate) fn table(
    variant: &Arc<Variant>,
    parts: &Parts,
    language: Language,
) -> Result<Block, BookError> {
    let mut deals: Vec<Deals> = Vec::new();
    let mut rows: Vec<Vec<(String, String)>> = Vec::new();
    for players in parts.players.iter() {
        let mut found = Vec::new();
        for number in 0..DEALS {
            let game = dealt(variant, players, number)?;
            found.push(on_board(&game.observe(None), parts, language));
        }
        deals.push(found);
        let game = dealt(variant, players, 0)?;
        rows.push(row(&game.observe(None), players, parts, language));
    }
    for (title, names) in columns(&deals, parts, language) {
        for (row, deals) in rows.iter_mut().zip(&deals) {
            row.push((title.clone(), counted(deals, &names)));
        }
    }
    let titles = |row: &Vec<(String, String)>| row.iter().map(|(title, _)| title.clone()).collect();
    let head = rows.first().map(titles).unwrap_or_default();
    let cells = |row: Vec<(String, String)>| row.into_iter().map(|(_, cell)| cell).collect();
    Ok(Block::Table { head, rows: rows.into_iter().map(cells).collect() })
}

/// What does not depend on luck: each cell with the title of its column.
fn row(
    see: &Observation<'_>,
    players: u8,
    parts: &Parts,
    language: Language,
) -> Vec<(String, String)> {
    let text = |word: Word| word.text(language).to_owned();
    let (hand, tiles) = if see.is_open() {
        (Word::ColumnOpen, see.hand().len())
    } else {
        (Word::ColumnHand, see.hand_len(see.first()))
    };
    let mut row = vec![
        (text(Word::ColumnPlayers), players.to_string()),
        (text(hand), tiles.to_string()),
        (text(Word::ColumnPile), see.pile_len().to_string()),
    ];
    if let Some((name, fewest)) = parts.token {
        let is_used = if players >= fewest { Word::Yes } else { Word::No };
        row.push((name.in_language(language.code()).to_owned(), text(is_used)));
    }
    if see.teams() > 0 {
        row.push((text(Word::ColumnTeams), see.teams().to_string()));
    }
    row
}

fn on_board(
    see: &Observation<'_>,
    parts: &Parts,
    language: Language,
) -> BTreeMap<&'static str, usize> {
    let mut found = BTreeMap::new();
    let name = |piece: RulePiece| {
        Some(parts.pieces.get(usize::from(piece.tile))?.look.name.in_language(language.code()))
    };
    for name in see.rule_pieces().into_iter().filter_map(name) {
        *found.entry(name).or_default() += 1;
    }
    found
}

/// The columns of the pieces of rules, each with its title and the names that it counts: a name of
/// which all deals have as many, and one column for the names that luck divides.
fn columns(deals: &[Deals], parts: &Parts, language: Language) -> Vec<(String, Vec<&'static str>)> {
    let is_there =
        |name: &&'static str| deals.iter().flatten().any(|deal| deal.contains_key(*name));
    let is_same = |name: &&'static str| {
        let are_same =
            |deals: &Deals| deals.windows(2).all(|pair| pair[0].get(*name) == pair[1].get(*name));
        deals.iter().all(are_same)
    };
    let names = parts.pieces_by_name(language).into_iter().map(|(name, _)| name);
    let (fixed, by_luck): (Vec<&str>, Vec<&str>) = names.filter(is_there).partition(is_same);
    let mut columns: Vec<_> = fixed.into_iter().map(|name| (name.to_owned(), vec![name])).collect();
    if !by_luck.is_empty() {
        columns.push((by_luck.join(" / "), by_luck));
    }
    columns
}

/// How many pieces of these names the deals have: a number, or the least and the most.
fn counted(deals: &Deals, names: &[&str]) -> String {
    let count = |deal: &BTreeMap<&str, usize>| -> usize {
        names.iter().filter_map(|name| deal.get(name)).sum()
    };
    let (least, most) =
        (deals.iter().map(count).min(), deals.iter().map(count).max().unwrap_or_default());
    match least {
        Some(least) if least < most => format!("{least}–{most}"),
        _ => most.to_string(),
    }
}
