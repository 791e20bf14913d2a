// A file with the records of many games, in parts as requests may bring them.

const MOST_GAMES = 50; // of a part
const LARGEST = 2 * 1024 * 1024; // bytes of a part: a request escapes its quotation marks

const sizeOf = (text) => new Blob([text]).size;

/** Whether a game begins with a line. */
function begins(line) {
  if (!line.includes('"game"')) return false;
  try {
    return JSON.parse(line)?.event === "game";
  } catch {
    return false;
  }
}

/** The records of the games of a text. What is before the first game belongs to it. */
function gamesOf(text) {
  const games = [];
  for (const line of text.split("\n").filter((line) => line.trim() !== "")) {
    if (games.length === 0 || begins(line)) games.push([]);
    games.at(-1).push(`${line}\n`);
  }
  return games.map((lines) => lines.join(""));
}

/** The parts of a text: itself, if a request may bring all of it. */
export function partsOf(text) {
  const parts = [];
  let room = 0;
  let count = 0;
  for (const game of gamesOf(text)) {
    const size = sizeOf(game);
    if (size > room || count === MOST_GAMES) {
      parts.push("");
      [room, count] = [LARGEST, 0];
    }
    parts[parts.length - 1] += game;
    room -= size;
    count += 1;
  }
  return parts.length > 1 ? parts : [text];
}
