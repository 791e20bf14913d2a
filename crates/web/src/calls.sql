-- Whether the person for whom a game waits was called. Nobody is called for what waited before there was this.
ALTER TABLE games ADD COLUMN called INTEGER NOT NULL DEFAULT 0;
UPDATE games SET called = 1;
