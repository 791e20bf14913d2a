// How the games of this browser stand, as the server knows it without showing any of them.

import { api, keptGames } from "./common.js";

const MOST_TOKENS = 32;

/** The tokens of a game with which somebody here decides. */
const tokensOf = ({ seats }) => seats.map(({ token }) => token).slice(0, MOST_TOKENS);

/**
 * The games for which this browser has tokens, as the history lists them, with `waits` (whether one
 * waits for a person here), `who` it waits for and the seconds that are `left`: those that wait
 * first, the most urgent one before the others, then those that go on, then the rest.
 */
export async function ownGames() {
  const games = keptGames().map((game) => ({
    id: game.id,
    tokens: tokensOf(game),
  }));
  if (games.length === 0) return [];
  const answer = await api("mine", { body: { games } });
  const rank = ({ waits, state }) => (waits ? 0 : state === "running" ? 1 : 2);
  const urgency = ({ left }) => left ?? Infinity;
  return answer.games.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.waits && urgency(a) !== urgency(b) ? urgency(a) - urgency(b) : b.changed - a.changed),
  );
}
