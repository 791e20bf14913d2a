// Tables of people with their results.

import { h, t } from "./common.js";

/**
 * A table with a line for each entry. `columns` are keys of their titles and what they show of an
 * entry; the second one names the person.
 */
export const resultsTable = (columns, entries) =>
  h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        columns.map(([key]) => h("th", { scope: "col" }, t(key))),
      ),
    ),
    h(
      "tbody",
      {},
      entries.map((entry) =>
        h(
          "tr",
          {},
          columns.map(([, show], column) =>
            column === 1 ? h("th", { scope: "row" }, show(entry)) : h("td", {}, show(entry)),
          ),
        ),
      ),
    ),
  );
