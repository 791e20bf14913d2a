// What was expected beside what was found, line by line.

import { h, sentence, t } from "./common.js";

/** A failure as a table with two columns; lines that only one of them has are marked. */
export function sideBySide({ message, expected = [], found = [] }, headings, title) {
  const words = h("p", { class: "message", lang: "en" }, withCode(sentence(message)));
  if (expected.length === 0 && found.length === 0) return words;
  const empty = (lines) =>
    lines.length === 0 && h("span", { class: "hint" }, t("WebSuitesNothing"));
  const cell = (text, other, nothing) => {
    if (text === undefined) return h("td", {}, nothing);
    return h("td", { lang: "en" }, text === other ? text : h("mark", {}, text));
  };
  const rows = aligned(expected, found).map(([before, after], index) =>
    h(
      "tr",
      {},
      cell(before, after, index === 0 && empty(expected)),
      cell(after, before, index === 0 && empty(found)),
    ),
  );
  return h(
    "div",
    {},
    words,
    h(
      "table",
      { class: "sides" },
      h("caption", { class: "visually-hidden" }, title),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          headings.map((heading) => h("th", { scope: "col" }, heading)),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}

/** A text whose parts between backticks are code. */
const withCode = (text) =>
  text.split("`").map((part, index) => (index % 2 ? h("code", {}, part) : part));

/**
 * Pairs of lines with as many equal ones as possible; of others, those at the same place stand
 * beside each other.
 */
function aligned(left, right) {
  const common = Array.from({ length: left.length + 1 }, () => new Array(right.length + 1).fill(0));
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1)
      common[i][j] =
        left[i] === right[j]
          ? common[i + 1][j + 1] + 1
          : Math.max(common[i + 1][j], common[i][j + 1]);
  const rows = [];
  const apart = [[], []];
  const flush = () => {
    const [before, after] = apart.map((lines) => lines.splice(0));
    for (let k = 0; k < Math.max(before.length, after.length); k += 1)
      rows.push([before[k], after[k]]);
  };
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      flush();
      rows.push([left[i++], right[j++]]);
    } else if (j === right.length || (i < left.length && common[i + 1][j] >= common[i][j + 1]))
      apart[0].push(left[i++]);
    else apart[1].push(right[j++]);
  }
  flush();
  return rows;
}
