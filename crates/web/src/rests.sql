-- When games of evenings ended, in seconds that servers have run: a table that goes on no more seals nothing for others,
-- and one whose server was stopped meanwhile has lost no time.
ALTER TABLE rounds ADD COLUMN rested INTEGER; -- NULL: the game goes on
UPDATE rounds SET rested = (SELECT seconds FROM ran) WHERE game IN (SELECT id FROM games WHERE state <> 'running');
CREATE TRIGGER games_rest AFTER UPDATE OF state ON games WHEN OLD.state = 'running' AND NEW.state <> 'running' BEGIN
    UPDATE rounds SET rested = (SELECT seconds FROM ran) WHERE game = NEW.id;
END;

-- Games whose deal is played, or is to be played, at some table: only their own players see them. A table goes on no more
-- when it has not gone on after a game for a day, or for as long as a decision may take there.
DROP VIEW sealed;
CREATE VIEW sealed (game) AS
SELECT own.game FROM rounds AS own JOIN evenings ON evenings.id = own.evening WHERE duplicate = 1 AND EXISTS (
    SELECT 1 FROM rounds AS last JOIN games ON games.id = last.game
    WHERE last.evening = own.evening AND (
        (last.number = own.number AND state = 'running')
        OR (
            last.number < own.number
            AND (state = 'running' OR rested + max(86400, coalesce(clock, 0) + reserve) > (SELECT seconds FROM ran))
            AND NOT EXISTS (
                SELECT 1 FROM rounds AS next WHERE next.evening = last.evening AND next.board = last.board
                    AND next.number > last.number
            )
        )
    )
);

-- The table at which the players of a game gathered. Such a table goes when its game begins.
ALTER TABLE games ADD COLUMN gathered TEXT;
UPDATE games SET gathered = (SELECT tables.id FROM tables WHERE tables.game = games.id);
CREATE INDEX games_gathered ON games (gathered) WHERE gathered IS NOT NULL;
DELETE FROM tables WHERE game IS NOT NULL;
ALTER TABLE tables DROP COLUMN game;
