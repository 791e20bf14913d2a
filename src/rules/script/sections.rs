//! What the map `RULE` of a script can have: the lists by which it is read, and which the reference
//! of scripts prints.

/// Something that a map has by name.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ScriptPart {
    /// How it is called.
    pub name: &'static str,
    /// What stands there: a text, a list, a map.
    pub holds: &'static str,
    /// What it is for.
    pub doc: &'static str,
}

const fn part(name: &'static str, holds: &'static str, doc: &'static str) -> ScriptPart {
    ScriptPart { name, holds, doc }
}

const EN: ScriptPart = part("en", "text", "What people are told in English; needed");
const FR: ScriptPart =
    part("fr", "text", "The same in French; other languages by their two letters");

/// The texts of something in each language.
pub(super) const TEXTS: &[ScriptPart] = &[EN, FR];

pub(super) const RULE: &[ScriptPart] = &[
    part("name", "text", "The name by which files choose the rule; needed"),
    part(
        "summary",
        "text, or a map of texts",
        "What it does, in a few words; needed. Of a map, `en` is needed and `fr` is the same in French",
    ),
    part(
        "phase",
        "text",
        "The table of the rule set that it stands in: \"rule\" (as usual), \"placement\", \
         \"draw\", \"hazard\" or \"score\"",
    ),
    part("keys", "map of keys", "What files can set; `key(\"name\")` is the value"),
    part(
        "events",
        "map of events",
        "What is told and recorded; `table.tell(\"name\", #{ … })` tells it",
    ),
    part(
        "asks",
        "map of questions",
        "What players are asked; `question` returns one of them as `ask`",
    ),
    part("chance", "map of lots", "What is drawn by lot; `table.chance(\"name\", below)` draws"),
    part("causes", "map of causes", "Why pieces are out; `table.eliminate(seat, \"name\")`"),
    part("outcomes", "map of outcomes", "How games end; `ending` returns one of them as `outcome`"),
    part("marks", "map of marks", "What is seen on squares; `mark(\"name\", square)` in `shows`"),
    part("counts", "map of counts", "Numbers that all see; `count(\"name\", number)` in `shows`"),
    part("pieces", "list of pieces", "Pieces of the rule, by their numbers from 0"),
    part("tiles", "map of tiles", "Special tiles in the deck"),
    part("blocked", "text", "Why a piece is out that comes upon a blocked square"),
    part(
        "facing",
        "text",
        "Why a piece is out if the square in front of it is blocked when its turn begins; usually \
         the cause of `blocked`",
    ),
    part("help", "map", "A section of the help, with its heading and its text"),
];

pub(super) const KEY: &[ScriptPart] = &[
    part("number", "list of two", "It takes a whole number from the first to the second"),
    part("flag", "true", "It takes true or false"),
    part("words", "map of texts", "It takes one of these words, each with what it means"),
    part(
        "squares",
        "list of two",
        "A list of squares; the two numbers say how few and how many it may hold",
    ),
    part(
        "usual",
        "as it takes",
        "Its value where a file does not set it; without it files have to",
    ),
    part("means", "text", "What it is for; needed"),
    part(
        "says",
        "map of texts",
        "What a rulebook tells players of its value, a whole sentence with `{value}`; without it \
         they are told nothing",
    ),
    part("rules", "text", "The id of the rule in a book of rules"),
];

pub(super) const EVENT: &[ScriptPart] = &[
    part(
        "fields",
        "map",
        "What it tells: each field with \"number\", \"seat\", \"square\", \"place\", \"tile\" or \
         \"rotation\", or a list of words",
    ),
    part(
        "en",
        "text",
        "What people are told, with fields in braces: \"The wind gathers over {square}.\"",
    ),
    FR,
    part("you", "map", "What the seat in the field `field` is told instead"),
    part("reveals", "true or false", "Whether it may tell what was hidden before"),
];

pub(super) const YOU: &[ScriptPart] =
    &[part("field", "text", "The field of the event that has the seat"), EN, FR];

pub(super) const QUESTION: &[ScriptPart] = &[
    part("words", "map of maps", "The answers are these words, each with its texts"),
    part(
        "answers",
        "text",
        "The answers are \"hand-tile\", \"tile\", \"square\", \"place\", \"seat\" or \"number\"",
    ),
    part("unit", "map", "The answers are amounts of it, `one` and `several`"),
    part(
        "about",
        "list",
        "What it is about, by names that stand in braces in its texts: a text, or a map with \
         `name` and `unit`",
    ),
    part("secret", "true or false", "Whether others see neither question nor answer"),
    part("gives_up", "true or false", "Whether the answer, a tile, leaves the hand"),
    part(
        "told",
        "map of maps",
        "What people are told of such an answer, in texts with `{who}`; otherwise the question and \
         the answer",
    ),
    part(
        "withheld",
        "list",
        "Secret answers: if a seat gives one, no other player learns the answer, nor that the \
         seat was asked",
    ),
    part("en", "text", "The question in English; needed"),
    FR,
];

pub(super) const SUBJECT: &[ScriptPart] = &[
    part("name", "text", "Its name in braces"),
    part("unit", "map", "What it counts, `one` and `several`"),
];

pub(super) const UNIT: &[ScriptPart] = &[
    part("one", "map", "What one of it is called, in each language"),
    part("several", "map", "What several are called"),
];

pub(super) const LOT: &[ScriptPart] = &[
    part("en", "text", "What happens when it is drawn, in English: \"a rock falls\"; needed"),
    FR,
    part("dice", "true or false", "Whether it is rolled as dice are, and shown so"),
    part(
        "seen_by",
        "text",
        "Who sees what was drawn: \"everybody\" (as usual), \"one-seat\" or \"nobody\"",
    ),
    part(
        "event",
        "text",
        "The event that tells what was drawn, in its field `field`, so that other programs can set \
         it",
    ),
    part("field", "text", "The field of that event"),
];

pub(super) const CAUSE: &[ScriptPart] = &[
    part("en", "text", "How a piece went, in English: \"stopped by a rock\"; needed"),
    FR,
    part(
        "means",
        "text",
        "What a placement does that puts a piece out for this cause: \"running into a rock\". \
         Without it, only acts of the rule use the cause",
    ),
];

const SIGN: ScriptPart = part("sign", "text", "One character");
const COLOR: ScriptPart = part(
    "color",
    "text",
    "\"white\" (as usual), \"gold\", \"red\", \"blue\", \"green\" or \"purple\"",
);
const NAMED: ScriptPart = part(
    "en",
    "text",
    "What it is called within a sentence, with its article: \"a sinkhole\"; needed",
);

pub(super) const MARK: &[ScriptPart] = &[
    SIGN,
    COLOR,
    NAMED,
    FR,
    part("over_tiles", "true or false", "Whether it is seen on a tile as well"),
];

pub(super) const PIECE: &[ScriptPart] = &[
    SIGN,
    COLOR,
    NAMED,
    FR,
    part(
        "picture",
        "text",
        "A picture behind its sign: SVG path data in a square of 100 by 100, filled by the even-odd \
         rule",
    ),
];

pub(super) const COUNT: &[ScriptPart] = &[
    part("label", "map", "What it is called beside the board, in each language"),
    part("text", "map", "What people are told, with `{count}` and, of a seat, `{who}`"),
];

pub(super) const TILE: &[ScriptPart] = &[
    part(
        "number",
        "number",
        "Its number in records, from 35 to 39; 36 and 38 can be placed, and make their squares \
         havens",
    ),
    part("copies", "number or text", "How many there are, or the key that says so"),
    part(
        "most_in_hand",
        "number",
        "How many of them a hand may hold; without it as many as of other tiles",
    ),
    part("sign", "text", "One character"),
    part("color", "text", "As of marks"),
    part("en", "text", "What it is called within a sentence, with its article; needed"),
    FR,
];

pub(super) const HELP: &[ScriptPart] =
    &[part("heading", "map", "Its heading, in each language"), part("text", "map", "Its text")];

/// What has which parts, in the order of the reference.
pub const SECTIONS: &[(&str, &[ScriptPart])] = &[
    ("`RULE` itself", RULE),
    ("A key", KEY),
    ("An event", EVENT),
    ("What one seat is told, `you`", YOU),
    ("A question", QUESTION),
    ("What a question is about, if it counts", SUBJECT),
    ("A unit", UNIT),
    ("A lot", LOT),
    ("A cause", CAUSE),
    ("An outcome", TEXTS),
    ("A mark", MARK),
    ("A piece", PIECE),
    ("A count", COUNT),
    ("A special tile", TILE),
    ("The help", HELP),
];
