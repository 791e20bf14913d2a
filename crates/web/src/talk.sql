-- What people may say at a table, and the draw for the luck before a game.
ALTER TABLE games ADD COLUMN chat INTEGER NOT NULL DEFAULT 0;      -- whether people may write
ALTER TABLE games ADD COLUMN onlookers INTEGER NOT NULL DEFAULT 0; -- whether onlookers are told what is said

ALTER TABLE tables ADD COLUMN chat INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN onlookers INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN secret TEXT; -- to which the server is bound; NULL: the luck was chosen
ALTER TABLE places ADD COLUMN lot TEXT;    -- the number to which the person is bound, by its hash
