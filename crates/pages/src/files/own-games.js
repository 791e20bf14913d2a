// How the games of this browser stand, as the server knows it without showing any of them.

import {
  api,
  forgetGame,
  gameTokens,
  isForgotten,
  keptGames,
  noteEnded,
  rememberGame,
} from "./common.js";
import { noteTable, tableNote, tablesBefore } from "./gathered.js";

const MOST_TOKENS = 32;

const tokens = (seats = []) => seats.map(({ token }) => token).slice(0, MOST_TOKENS);

/**
 * Keeps the tokens for a game that follows one that is kept (`was`), or the table at which its
 * players gathered: `seats` and `links` are the seats to which they belong there.
 */
function takeAlong({ id, was, title, seats, links, host, state }) {
  const game = gameTokens(was);
  const table = tableNote(was);
  const old = game ?? { host: table.host, seats: table.tokens.map((token) => ({ token })) };
  if (!game) noteTable({ ...table, game: id });
  if (gameTokens(id) || isForgotten(id)) return;
  const moved = (list, to) =>
    list
      .map((entry, index) => ({ ...entry, seat: to[index] ?? null }))
      .filter(({ seat }) => seat !== null);
  rememberGame({
    id,
    host: host ? old.host : undefined,
    seats: moved(old.seats, seats),
    links: old.links && moved(old.links, links),
    title,
    over: state !== "running",
  });
}

/**
 * The games for which this browser has tokens, as the history lists them, with `waits` (whether one
 * waits for a person here), `who` it waits for and the seconds that are `left`: those that wait
 * first, the most urgent one before the others, then those that go on, then the rest. Among them
 * are the tables of which the game has not begun (`state` is "gathering"), and what has begun since
 * the browser was here last, which is kept from then on.
 */
export async function ownGames() {
  const games = keptGames();
  const asked = [
    ...games.map(({ id, host, seats, links }) => ({ id, host, seats, links })),
    ...tablesBefore().map(({ id, host, tokens }) => ({
      id,
      host,
      seats: tokens.map((token) => ({ token })),
    })),
  ].map(({ id, host, seats, links }) => ({
    id,
    host: host ?? undefined,
    tokens: tokens(seats),
    links: tokens(links),
  }));
  if (asked.length === 0) return [];
  const answer = await api("mine", { body: { games: asked } });
  answer.games.filter(({ was }) => was).forEach(takeAlong);
  const found = new Map(answer.games.map((game) => [game.id, game]));
  for (const { id } of games) if (!found.has(id)) forgetGame(id);
  const isOver = ({ state }) => !["running", "gathering"].includes(state);
  noteEnded(new Set(answer.games.filter(isOver).map(({ id }) => id)));
  const rank = ({ waits, state }) => (waits ? 0 : state === "running" ? 1 : 2);
  const urgency = ({ left }) => left ?? Infinity;
  return [...found.values()].toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.waits && urgency(a) !== urgency(b) ? urgency(a) - urgency(b) : b.changed - a.changed),
  );
}
