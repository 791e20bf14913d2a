//! What happens on the board.

use super::{MetricValue, metric};

metric!(
    SquaresFilled,
    "squares-filled",
    Space,
    Share,
    "0 to 1",
    Table,
    Detail,
    false,
    "The share of the squares with a tile at the end",
    MetricValue::Ratio(|facts, _| (facts.filled.into(), i64::from(facts.close * facts.squares)))
);

metric!(
    PathLength,
    "path-length",
    Space,
    Tiles,
    "from 0",
    Table,
    Detail,
    false,
    "Tiles crossed by a piece, fatal trips as far as they went; a tile crossed twice counts twice",
    MetricValue::Ratio(|facts, _| facts.detailed(facts.path, facts.seats))
);

metric!(
    Crossings,
    "crossings",
    Space,
    Count,
    "from 0",
    Table,
    Detail,
    false,
    "Pairs of a piece's own travelled segments that cross inside a tile, a piece",
    MetricValue::Ratio(|facts, _| facts.detailed(facts.crossings, facts.seats))
);

metric!(
    DaikaijuOnBoard,
    "daikaiju-on-board",
    Space,
    Count,
    "from 0",
    Table,
    Detail,
    false,
    "Daikaiju on the board at the end",
    MetricValue::Ratio(|facts, _| facts.detailed(facts.monsters, 1))
);

metric!(
    WakeTilesEaten,
    "wake-tiles-eaten",
    Space,
    Tiles,
    "from 0",
    Table,
    Detail,
    false,
    "Tiles taken off the board, a game",
    MetricValue::Ratio(|facts, _| facts.detailed(facts.eaten, 1))
);

metric!(
    TilesLeft,
    "tiles-left",
    Space,
    Tiles,
    "from 0",
    Table,
    Detail,
    false,
    "Tiles in the draw pile at the end",
    MetricValue::Ratio(|facts, _| facts.detailed(facts.pile, 1))
);

metric!(
    DragonTurns,
    "dragon-turns",
    Space,
    Share,
    "0 to 1",
    Table,
    Detail,
    false,
    "The share of the turns that began while somebody held the Dragon tile or the statue",
    MetricValue::Ratio(|facts, _| (facts.dragon.into(), i64::from(facts.close * facts.turns)))
);
