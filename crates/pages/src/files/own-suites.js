// Test suites of one's own, kept in this browser: [{id, text}], in the order in which they were
// begun.

import { keep, kept } from "./common.js";
import { plain, written } from "./rules-written.js";

// What storage does not take can still be played until the page is closed.
let all = kept("suites", []).filter((suite) => suite?.id && typeof suite.text === "string");

export const ownSuites = () => all;

/** Keeps a text; `id` is null for a new suite. Gives its id, and whether the browser keeps it. */
export function keepSuite(id, text) {
  const suite = { id: id ?? Date.now().toString(36), text };
  all = all.some((other) => other.id === suite.id)
    ? all.map((other) => (other.id === suite.id ? suite : other))
    : [...all, suite];
  return { id: suite.id, stored: keep("suites", all) };
}

export function deleteSuite(id) {
  all = all.filter((suite) => suite.id !== id);
  keep("suites", all);
}

/** The title that a suite gives itself, if it does. */
export const titleOf = (text) => plain(written(text, "title") ?? "") || undefined;
