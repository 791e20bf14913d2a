// Rule sets of one's own, kept in this browser by their names: {name: {text, title, scripts}}, the
// last only where there are any.

import { announce, h, keep, kept, t } from "./common.js";
import { plain, written } from "./rules-written.js";

// What storage does not take can still be played until the page is closed.
let all = kept("rules", {});

export const ownRules = () => all;

/** The text and the scripts of a rule set as requests have them. */
export const textBody = ({ text, scripts = [] }) =>
  scripts.length > 0 ? { text, scripts } : { text };

/**
 * Keeps a rule set, `{text, scripts}`; gives its name and whether the browser keeps it. `old` is
 * the name that it had before.
 */
export function keepOwn(rules, old, nameless) {
  const { text } = rules;
  const name = nameOf(text) ?? nameless;
  const { [old]: _, ...others } = all;
  all = {
    ...others,
    [name]: { ...textBody(rules), title: plain(written(text, "title") ?? "") || name },
  };
  return { name, stored: keep("rules", all) };
}

export function deleteOwn(name) {
  const { [name]: _, ...others } = all;
  all = others;
  keep("rules", all);
}

/** The name that a rule set gives itself, if it does. */
export const nameOf = (text) => plain(written(text, "name") ?? "") || undefined;

/** Saves a rule set as a file. */
export function saveFile(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
  announce(t("WebLabSaved", { name }));
}
