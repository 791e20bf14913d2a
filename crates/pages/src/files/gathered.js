// The tables before their games at which this browser has seats.

import { kept, keep } from "./common.js";

const TABLES = 20;

const notes = () => kept("tables", []).filter((note) => Array.isArray(note?.tokens));

/** What is kept of a table: `{id, host, tokens}`, with the tokens of the host and of seats. */
export const tableNote = (id) => notes().find((note) => note.id === id) ?? { id, tokens: [] };

/** Keeps the tokens of a table. Whether this browser could. */
export const noteTable = (note) =>
  keep("tables", [note, ...notes().filter(({ id }) => id !== note.id)].slice(0, TABLES));
