// The tables before their games at which this browser has seats.

import { kept, keep } from "./common.js";

const TABLES = 20;

const notes = () => kept("tables", []).filter((note) => Array.isArray(note?.tokens));

/**
 * What is kept of a table: `{id, host, tokens, game}`, with the tokens of the host and of seats,
 * and its game once that is known to have begun.
 */
export const tableNote = (id) => notes().find((note) => note.id === id) ?? { id, tokens: [] };

/** Of the tables whose games are not known to have begun. */
export const tablesBefore = () => notes().filter(({ game }) => !game);

/** Keeps the tokens of a table. Whether this browser could. */
export const noteTable = (note) =>
  keep("tables", [note, ...notes().filter(({ id }) => id !== note.id)].slice(0, TABLES));
