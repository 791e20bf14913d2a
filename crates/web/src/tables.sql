-- Tables at which people gather before a game.
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    changed INTEGER NOT NULL, -- seconds since 1970; also when it was used last
    word TEXT NOT NULL,       -- by which it is found
    host BLOB NOT NULL,       -- the hash of the host's token
    reference TEXT NOT NULL,  -- the rule set as the command line names it
    titles TEXT NOT NULL,     -- its title in each language, as a JSON object
    hash TEXT NOT NULL,       -- the rule hash
    rules TEXT NOT NULL,      -- the resolved rules, as in records
    clock INTEGER,            -- seconds a decision
    game TEXT                 -- the game that has begun
) STRICT;

CREATE TABLE places (
    gathering TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    name TEXT,                -- as in records; NULL: the seat is free
    token BLOB,               -- the hash of the seat's token; a bot has none
    PRIMARY KEY (gathering, seat)
) STRICT, WITHOUT ROWID;
