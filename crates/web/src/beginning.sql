-- The record of the moment from which a game goes on that was played elsewhere or before.
ALTER TABLE games ADD COLUMN beginning TEXT;
