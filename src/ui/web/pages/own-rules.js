// Rule sets of one's own, kept in this browser by their names: {name: {text, title}}.

import { keep, kept } from "./common.js";

// What storage does not take can still be played until the page is closed.
let all = kept("rules", {});

export const ownRules = () => all;

/** Keeps a rule set; gives its name and whether the browser keeps it. `old` is the name that it had before. */
export function keepOwn(text, old, nameless) {
  const name = said(text, "name") ?? nameless;
  const { [old]: _, ...others } = all;
  all = { ...others, [name]: { text, title: said(text, "title") ?? name } };
  return { name, stored: keep("rules", all) };
}

export function deleteOwn(name) {
  const { [name]: _, ...others } = all;
  all = others;
  keep("rules", all);
}

/** A text at the top of a TOML file. The server reads it properly; this is for the list only. */
function said(text, key) {
  const top = text.split(/^\s*\[/m)[0];
  return top.match(new RegExp(`^\\s*${key}\\s*=\\s*(["'])(.+?)\\1`, "m"))?.[2];
}
