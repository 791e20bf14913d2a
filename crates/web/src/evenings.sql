-- Club evenings: games of the same people one after the other. A game by itself of people who came to a table is one, too.
CREATE TABLE evenings (
    id TEXT PRIMARY KEY,
    changed INTEGER NOT NULL, -- seconds since 1970
    titles TEXT NOT NULL,     -- the title of the rule set in each language, as a JSON object
    games INTEGER NOT NULL    -- how many are planned
) STRICT;
CREATE INDEX evenings_changed ON evenings (changed);

-- Their games. The results stay when a game goes.
CREATE TABLE rounds (
    evening TEXT NOT NULL REFERENCES evenings (id) ON DELETE CASCADE,
    number INTEGER NOT NULL, -- of the game in the evening, from 0
    game TEXT NOT NULL,
    names TEXT NOT NULL,     -- as in records, by seat, as a JSON list
    places TEXT,             -- the number of seats that did better, by seat, as a JSON list; NULL: no result
    PRIMARY KEY (evening, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX rounds_game ON rounds (game);
