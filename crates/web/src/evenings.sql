-- Club evenings: games of the same people one after the other. A game by itself of people who came to a table is one, too.
CREATE TABLE evenings (
    id TEXT PRIMARY KEY,
    changed INTEGER NOT NULL, -- seconds since 1970
    titles TEXT NOT NULL,     -- the title of the rule set in each language, as a JSON object
    games INTEGER NOT NULL,   -- how many are planned
    duplicate INTEGER NOT NULL -- 1: other tables may play the same deals
) STRICT;
CREATE INDEX evenings_changed ON evenings (changed);

-- Their games. The results stay when a game goes.
CREATE TABLE rounds (
    evening TEXT NOT NULL REFERENCES evenings (id) ON DELETE CASCADE,
    board INTEGER NOT NULL,  -- the table, from 0
    number INTEGER NOT NULL, -- of the game in the evening, from 0; games with the same number have the same deal
    game TEXT NOT NULL,
    seed TEXT NOT NULL,      -- of its deal
    names TEXT NOT NULL,     -- as in records, by seat, as a JSON list
    places TEXT,             -- the number of seats that did better, by seat, as a JSON list; NULL: no result
    PRIMARY KEY (evening, board, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX rounds_game ON rounds (game);

-- Games whose deal is played, or is to be played, at some table: only their own players see them. A table that has not
-- gone on for a day after a game goes on no more.
CREATE VIEW sealed (game) AS
SELECT own.game FROM rounds AS own JOIN evenings ON evenings.id = own.evening WHERE duplicate = 1 AND EXISTS (
    SELECT 1 FROM rounds AS last JOIN games ON games.id = last.game
    WHERE last.evening = own.evening AND (
        (last.number = own.number AND state = 'running')
        OR (
            last.number < own.number AND (state = 'running' OR games.changed + spared > unixepoch() - 86400)
            AND NOT EXISTS (
                SELECT 1 FROM rounds AS next WHERE next.evening = last.evening AND next.board = last.board
                    AND next.number > last.number
            )
        )
    )
);

ALTER TABLE tables ADD COLUMN evening TEXT; -- the evening whose deals are played there
