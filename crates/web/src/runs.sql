-- Runs of the laboratory.
CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    created INTEGER NOT NULL, -- seconds since 1970
    changed INTEGER NOT NULL,
    host BLOB NOT NULL,       -- the hash of the token of whoever began it
    asked TEXT NOT NULL,      -- what was asked for, as a JSON object
    names TEXT NOT NULL,      -- the names of the rule sets, as a JSON list
    state TEXT NOT NULL,      -- running, paused, stopped, done, failed
    why TEXT,                 -- of a run that failed
    games INTEGER NOT NULL,   -- of each rule set at each table
    planned INTEGER NOT NULL,
    seconds REAL NOT NULL,    -- for which it has played
    part TEXT NOT NULL        -- the plan and the sums, as a part file
) STRICT;
CREATE INDEX runs_changed ON runs (changed DESC, id DESC);
