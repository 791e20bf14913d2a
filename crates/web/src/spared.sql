-- Seconds that do not count for the age of a game: the clock of the machine has jumped, no server has run, or somebody
-- has looked on.
ALTER TABLE games ADD COLUMN spared INTEGER NOT NULL DEFAULT 0;

DROP INDEX games_uploaded;
DROP INDEX games_ended;
DROP INDEX games_running;
CREATE INDEX games_uploaded ON games (changed, spared) WHERE state = 'uploaded';
CREATE INDEX games_ended ON games (changed, spared) WHERE state NOT IN ('running', 'uploaded');
CREATE INDEX games_running ON games (changed, spared) WHERE state = 'running';
