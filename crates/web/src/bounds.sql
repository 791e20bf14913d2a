-- Names, titles and references of old games and runs are cut to what new ones may have (`bounds.rs`).
UPDATE games SET reference = substr(reference, 1, 1000) WHERE length(reference) > 1000;
UPDATE games SET titles = CASE WHEN json_valid(titles) THEN (
    SELECT json_group_object(key, json_array(substr(json_extract(value, '$[0]'), 1, 100), substr(json_extract(value, '$[1]'), 1, 500)))
    FROM json_each(titles)
) ELSE '{}' END WHERE length(titles) > 100;
UPDATE seats SET name = substr(name, 1, 100) WHERE length(name) > 100;
UPDATE runs SET names = CASE WHEN json_valid(names) THEN (
    SELECT json_group_array(substr(value, 1, 1000)) FROM json_each(names)
) ELSE '[]' END WHERE length(names) > 1000;

-- What names are looked for by: in small letters of all languages.
ALTER TABLE seats ADD COLUMN folded TEXT NOT NULL DEFAULT '';
UPDATE seats SET folded = folded(name);
CREATE INDEX seats_folded ON seats (folded);

-- What goes first when room is needed, and what expires.
CREATE INDEX games_uploaded ON games (changed) WHERE state = 'uploaded';
CREATE INDEX games_ended ON games (changed) WHERE state NOT IN ('running', 'uploaded');
CREATE INDEX games_running ON games (changed) WHERE state = 'running';
CREATE INDEX games_rules ON games (rules);

-- The highest number of a game that has gone: no game after it gets the same luck.
CREATE TABLE gone (number INTEGER NOT NULL) STRICT;
INSERT INTO gone VALUES (0);
CREATE TRIGGER games_gone AFTER DELETE ON games BEGIN
    UPDATE gone SET number = max(number, old.rowid);
END;
