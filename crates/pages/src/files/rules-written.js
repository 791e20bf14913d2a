// What stands in the text of a rule set, read without a parser: enough for names, and for values
// that the server cannot say because the text has errors. The server reads texts properly.

/** A value as one would write it in an option: a text without its quotes. */
export const plain = (value) => (/^"[^"\\]*"$|^'[^']*'$/.test(value) ? value.slice(1, -1) : value);

const isWhole = (value) =>
  ["[]", "{}"].every(([open, close]) => value.split(open).length === value.split(close).length);

/**
 * The value of a key like `tiles.hand` or `name`, as it is written on the key's line; undefined if
 * it is not all there.
 */
export function written(text, key) {
  const end = key.lastIndexOf(".");
  let table = "";
  for (const line of text.split("\n")) {
    const header = line.match(/^\s*\[+\s*([\w.-]+)\s*\]+\s*(#.*)?$/);
    if (header) table = header[1];
    const [, name, value] =
      line.match(/^\s*([\w-]+)\s*=\s*("(?:[^"\\]|\\.)*"|'[^']*'|[^#]*)/) ?? [];
    if (table === key.slice(0, Math.max(end, 0)) && name === key.slice(end + 1))
      return isWhole(value) ? value.trim() : undefined;
  }
  return undefined;
}

/** The mixins that a text names, also mixins that no list offers. */
export function mixinsOf(text) {
  const [top] = text.split(/^\s*\[/m);
  const [, list = ""] = top.match(/^\s*mixins\s*=\s*\[([^\]]*)\]/m) ?? [];
  return [...list.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one, other]) => one ?? other);
}

/** Whether a line sets a key and is complete, so that it can be taken out by itself. */
export function standsAlone(text, line) {
  const found = text.split("\n")[line - 1] ?? "";
  return /^\s*[\w."-]+\s*=/.test(found) && isWhole(found) && !/"""|'''/.test(found);
}

export const withoutLine = (text, line) =>
  text
    .split("\n")
    .filter((_, index) => index !== line - 1)
    .join("\n");
