// The keys of the form of rules: a row for each, in boxes by their tables, and the search in them.

import { byId, h, t } from "./common.js";
import { makeField } from "./rules-field.js";

/** What the tables are called. */
const TABLES = {
  "": "WebRulesTable",
  board: "WebRulesTableBoard",
  players: "WebRulesTablePlayers",
  tiles: "WebRulesTableTiles",
  start: "WebRulesTableStart",
  turn: "WebRulesTableTurn",
  placement: "WebRulesTablePlacement",
  movement: "WebRulesTableMovement",
  draw: "WebRulesTableDraw",
  bonus: "WebRulesTableBonus",
  hazard: "WebRulesTableHazard",
  rule: "WebRulesTableRule",
  score: "WebRulesTableScore",
  end: "WebRulesTableEnd",
  presentation: "WebRulesTablePresentation",
  text: "WebRulesTableText",
};

/** The name of a table in words, if it has one. */
function tableWords(table) {
  const [kind] = table.split("."); // of several rules of a list each has a table
  const key = TABLES[kind];
  return key ? t(key) : null;
}

/** The box of a table. `own` is the number of its keys that the text sets. */
function makeTable(name) {
  const count = h("span", { class: "count" });
  const title = tableWords(name);
  const words = [
    title,
    title && " ",
    name && h("code", {}, name.includes(".") ? `[[${name}]]` : `[${name}]`),
    " ",
  ];
  const element = h(
    "details",
    {},
    h("summary", {}, h("h3", {}, words), count),
    h("div", { class: "keys" }),
  );
  return { element, count, rows: [], own: 0 };
}

/** The row of a key, which asks for changes of its value. */
function makeRow(entry, change) {
  const row = makeField(entry, async (value) => {
    let asked;
    const why = await change((text) => {
      asked = text;
      return { set: { [entry.key]: value } };
    });
    if (why) row.refuse(why, asked);
  });
  return row;
}

/** Puts an element before the first of those after it that are on the page. */
function putBefore(parent, element, later) {
  parent.insertBefore(element, later.find((next) => next?.isConnected) ?? null);
}

/** Says at a table how many of its keys the text sets, and whether one of them is wrong. */
function showCount(table) {
  const { element, count, rows } = table;
  const own = rows.filter(({ isOwn }) => isOwn).length;
  const bad = rows.some(({ isBad }) => isBad);
  count.textContent = [own > 0 && t("WebRulesOwnCount", { count: own }), bad && t("WebRulesBad")]
    .filter(Boolean)
    .join(" · ");
  count.className = bad ? "count bad" : "count";
  // A line that was written in the text is seen here at once.
  if (bad || own > table.own) element.open = true;
  table.own = own;
}

/** Opens a table while something is looked for; afterwards it is as it was before. */
function openWhile(isSearching, element) {
  if (isSearching && element.dataset.was === undefined)
    element.dataset.was = element.open ? "open" : "";
  if (isSearching) element.open = true;
  else if (element.dataset.was !== undefined) {
    element.open = element.dataset.was === "open";
    delete element.dataset.was;
  }
}

/** Shows the rows of a table that are looked for, and the table if there are some. */
function showFound(name, { element, rows }, text, isOwnOnly) {
  const isTable = tableWords(name)?.toLowerCase().includes(text);
  for (const row of rows) {
    const isFound = isTable || row.matches(text);
    row.element.hidden = !isFound || (isOwnOnly && !row.isOwn && !row.isBad);
  }
  element.hidden = rows.every((row) => row.element.hidden);
}

/** Makes the tables; `change(edit)` asks for a change, as in `makeForm`. */
export function makeTables(change) {
  const rows = new Map(); // by key
  const tables = new Map(); // by name

  byId("filter").addEventListener("input", filter);
  byId("only-own").addEventListener("change", filter);

  /** Makes the rows that are missing, and takes away those whose keys are not there any more. */
  function renew(keys, isWhole) {
    for (const entry of keys) if (!rows.has(entry.key)) rows.set(entry.key, makeRow(entry, change));
    const named = new Set(keys.map(({ key }) => key));
    // What is known of a text with errors may lack keys that it has.
    for (const [key, row] of rows) {
      if (named.has(key) || !isWhole) continue;
      row.element.remove();
      rows.delete(key);
    }
    for (const table of tables.values())
      table.rows = table.rows.filter((row) => row.element.isConnected);
  }

  /**
   * Puts the rows of the keys in their order. Rows that are there stay: a new one would lose the
   * focus.
   */
  function arrange(keys) {
    for (const [index, { key, table }] of keys.entries()) {
      if (!tables.has(table)) tables.set(table, makeTable(table));
      const { element, rows: its } = tables.get(table);
      const later = keys.slice(index + 1);
      const row = rows.get(key);
      if (!row.element.isConnected) {
        const after = later.filter((entry) => entry.table === table);
        putBefore(
          element.lastChild,
          row.element,
          after.map((entry) => rows.get(entry.key).element),
        );
        its.push(row);
      }
      if (!element.isConnected)
        putBefore(
          byId("tables"),
          element,
          later.map((entry) => tables.get(entry.table)?.element),
        );
    }
  }

  /** Shows the rows that are looked for. */
  function filter() {
    const text = byId("filter").value.trim().toLowerCase();
    const isOwnOnly = byId("only-own").checked;
    const isSearching = text !== "" || isOwnOnly;
    for (const [name, table] of tables) {
      showFound(name, table, text, isOwnOnly);
      openWhile(isSearching, table.element);
    }
    const isNone = [...tables.values()].every(({ element }) => element.hidden);
    byId("none-found").textContent = isNone && isSearching ? t("WebRulesNoneFound") : "";
  }

  return {
    hasRow: (key) => rows.has(key),
    /** Shows these keys of a text, which may have errors (`isWhole` is false then). */
    fill(keys, { problems, isWhole }, text) {
      renew(keys, isWhole);
      arrange(keys);
      for (const entry of keys) {
        const its = problems.filter(({ key }) => key === entry.key);
        rows.get(entry.key).fill(entry, its, text);
      }
      for (const table of tables.values()) showCount(table);
      filter();
    },
  };
}
