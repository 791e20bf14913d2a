// The luck of a game to which the server is bound: what this browser adds to it and keeps of it.

import { api, keep, kept } from "./common.js";
import { can } from "./transport.js";

const GAMES = 60;

const notes = () => kept("luck", []).filter((note) => typeof note?.id === "string");
/** What is kept of the luck of a game, or undefined. */
export const noteOf = (id) => notes().find((note) => note.id === id);

/**
 * Keeps what this browser knows of the luck of a game: `{id, commitment, number, isAgain}`. With
 * `isAgain`, another player may have opened the game at the same moment, with another number. Of a
 * draw there are `commitments`, the list to which all were bound, and `leftOut`, who was not in it.
 */
export const note = (entry) =>
  keep("luck", [entry, ...notes().filter(({ id }) => id !== entry.id)].slice(0, GAMES));

/** 128 random bits, in hexadecimal digits. */
export const randomNumber = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/**
 * Opens a table by a request to a path, and gives the answer. The server is bound to its secret
 * before it learns the number that this browser adds.
 */
export async function openWithLuck(path, { body = {}, token } = {}) {
  const { commitment } = can.tokens ? await api("luck", { body: {} }) : { commitment: null };
  if (!commitment) return api(path, { body, token });
  const luck = { commitment, number: randomNumber() };
  const answer = await api(path, { body: { ...body, luck }, token });
  note({ id: answer.id, ...luck, isAgain: path.endsWith("/again") });
  return answer;
}
