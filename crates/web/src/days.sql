-- Clocks over days. They run in seconds that servers have run with this database, whatever the machine's clock says.
ALTER TABLE games ADD COLUMN reserve INTEGER NOT NULL DEFAULT 0; -- seconds that each seat has beside its clock
ALTER TABLE games ADD COLUMN waits INTEGER; -- the seat that decides next; NULL: none, or not known
ALTER TABLE games ADD COLUMN due INTEGER;   -- when its time is over; NULL: no clock runs, or it has not begun to
CREATE INDEX games_due ON games (due) WHERE state = 'running' AND clock IS NOT NULL AND waits IS NOT NULL;
ALTER TABLE seats ADD COLUMN reserve INTEGER; -- seconds that are left in reserve; NULL: all
ALTER TABLE tables ADD COLUMN reserve INTEGER NOT NULL DEFAULT 0;

-- How long servers have run with this database.
CREATE TABLE ran (seconds INTEGER NOT NULL) STRICT;
INSERT INTO ran VALUES (0);
