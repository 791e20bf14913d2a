// Rule sets of one's own, kept in this browser by their names: {name: {text, title}}.

import { announce, h, keep, kept, t } from "./common.js";
import { plain, written } from "./rules-written.js";

// What storage does not take can still be played until the page is closed.
let all = kept("rules", {});

export const ownRules = () => all;

/** Keeps a rule set; gives its name and whether the browser keeps it. `old` is the name that it had before. */
export function keepOwn(text, old, nameless) {
  const name = nameOf(text) ?? nameless;
  const { [old]: _, ...others } = all;
  all = { ...others, [name]: { text, title: plain(written(text, "title") ?? "") || name } };
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
