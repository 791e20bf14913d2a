-- The games of a server. Each script runs once, in one transaction; `PRAGMA user_version` says how many have run.
CREATE TABLE rules (
    hash TEXT PRIMARY KEY, -- the rule hash
    text TEXT NOT NULL     -- the resolved rules, as in records
) STRICT;

CREATE TABLE games (
    id TEXT PRIMARY KEY,
    created INTEGER NOT NULL, -- seconds since 1970
    changed INTEGER NOT NULL,
    reference TEXT NOT NULL,  -- the rule set as the command line names it
    titles TEXT NOT NULL,     -- its title in each language, as a JSON object
    rules TEXT NOT NULL REFERENCES rules (hash),
    seed TEXT NOT NULL,
    host BLOB NOT NULL,       -- the hash of the host's token
    clock INTEGER,            -- seconds a decision
    undos INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    state TEXT NOT NULL,      -- running, over, broken, expired, uploaded
    why TEXT,                 -- of a game that is broken
    winners TEXT,             -- seats, as a JSON list, of a game that is over
    record TEXT               -- of a game that is over, or uploaded
) STRICT;
CREATE INDEX games_changed ON games (changed DESC, id DESC);

CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,       -- as in records: a person's name, or the bot
    token BLOB,               -- the hash of the seat's token; a bot has none
    away INTEGER NOT NULL,    -- 1: a bot decides for the person
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- What was decided, and the events up to the next decision. Step 0 is the deal.
CREATE TABLE steps (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    step INTEGER NOT NULL,
    seat INTEGER,
    choice TEXT,              -- as `Choice` is written
    events TEXT NOT NULL,     -- lines of a record
    PRIMARY KEY (game, step)
) STRICT, WITHOUT ROWID;
