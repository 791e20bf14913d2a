-- The game that was opened for the same table, once it was.
ALTER TABLE games ADD COLUMN again TEXT;
