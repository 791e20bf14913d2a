// The form of a rule set: house rules to tick, and a row for each key, by their tables.

import { byId, h, sentence, t } from "./common.js";
import { makeField } from "./rules-field.js";
import { showProblem } from "./rules-text.js";
import { makeTicks } from "./rules-ticks.js";
import { mixinsOf, standsAlone, withoutLine } from "./rules-written.js";

/** The name of a table in words, if it has one. */
function tableWords(table) {
  const [kind] = table.split("."); // of several rules of a list each has a table
  const key = `WebRulesTable${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  return t(key) === key ? null : t(key);
}

/**
 * Makes the form. `change(edit)` asks for a change: an edit as the server takes it, or a function
 * that makes one of a text; it gives null, or why it was refused. `write(text)` puts another text
 * in the place of the present one, and `goTo` goes to a place of it. `parents` are the rule sets
 * that can be extended.
 */
export function makeForm({ change, write, goTo, parents }) {
  const rows = new Map(); // by key
  const tables = new Map(); // by name: {element, rows, count, own}

  const mixinTicks = makeTicks(byId("mixins"), {
    tick: (name, isOn) =>
      change((text) => ({
        mixins: [...mixinsOf(text).filter((other) => other !== name), ...(isOn ? [name] : [])],
      })),
  });
  // What can be written several times: hazards, and other rules.
  const lists = ["hazards", "rules"].map((list) => {
    const ask = async (edit) => {
      const why = await change(edit);
      byId(`${list}-wrong`).replaceChildren(
        why ? h("li", { class: "error", role: "alert" }, why) : "",
      );
    };
    const acts = {
      tick: (name, isOn) => ask({ [list]: { [name]: isOn } }),
      moveUp: (name) => ask({ earlier: name }),
    };
    return [list, makeTicks(byId(list), { lang: "en", ...acts })];
  });

  byId("filter").addEventListener("input", filter);
  byId("only-own").addEventListener("change", filter);

  function rowOf(entry) {
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

  function tableOf(name) {
    if (!tables.has(name)) {
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
      tables.set(name, { element, count, rows: [], own: 0 });
    }
    return tables.get(name);
  }

  /**
   * Puts the rows of the keys in their order. Rows that are there stay: a new one would lose the
   * focus.
   */
  function arrange(keys, isWhole) {
    for (const entry of keys) if (!rows.has(entry.key)) rows.set(entry.key, rowOf(entry));
    const named = new Set(keys.map(({ key }) => key));
    // What is known of a text with errors may lack keys that it has.
    for (const [key, row] of rows) {
      if (named.has(key) || !isWhole) continue;
      row.element.remove();
      rows.delete(key);
    }
    for (const table of tables.values())
      table.rows = table.rows.filter((row) => row.element.isConnected);
    for (const [index, { key, table }] of keys.entries()) {
      const { element, rows: its } = tableOf(table);
      const row = rows.get(key);
      if (!row.element.isConnected) {
        const later = keys
          .slice(index + 1)
          .filter((entry) => entry.table === table)
          .map((entry) => rows.get(entry.key));
        element.lastChild.insertBefore(
          row.element,
          later.find((next) => next.element.isConnected)?.element ?? null,
        );
        its.push(row);
      }
      if (!element.isConnected) {
        const later = keys.slice(index + 1).map((entry) => tables.get(entry.table)?.element);
        byId("tables").insertBefore(element, later.find((next) => next?.isConnected) ?? null);
      }
    }
  }

  /** Shows a sheet of a text. */
  function fill(sheet, text) {
    const { keys, problems, mixins } = sheet;
    const isText = problems.every(({ code }) => code !== "syntax");
    byId("fields").disabled = !isText;
    byId("form-closed").hidden = isText;
    if (!isText) return;
    const isWhole = sheet.title !== null;
    // Keys of a rule that the parent has and the text exchanges hold no more.
    const holds = ({ own, value, inherited }) =>
      own || !isWhole || value !== null || inherited === null;
    // Mixins are boxes to tick, and there is only one schema.
    const shown = keys
      .filter((entry) => entry.key !== "mixins" && entry.key !== "schema" && holds(entry))
      .map((entry) => (entry.key === "extends" ? { ...entry, words: parents } : entry));
    arrange(shown, isWhole);
    for (const entry of shown)
      rows.get(entry.key).fill(
        entry,
        problems.filter(({ key }) => key === entry.key),
        text,
      );
    mixinTicks.fill(mixins);
    showWrong(
      "mixins",
      problems.filter(({ key }) => key === "mixins"),
    );
    for (const [list, ticks] of lists)
      ticks.fill(
        sheet[list].map(({ rule, doc, ...more }) => ({
          name: rule,
          title: rule,
          summary: sentence(doc),
          ...more,
        })),
      );
    showStray(
      problems.filter(({ key }) => key && key !== "mixins" && !rows.has(key)),
      text,
    );
    for (const table of tables.values()) {
      const { element, count, rows: its } = table;
      const [own, bad] = [its.filter(({ isOwn }) => isOwn).length, its.some(({ isBad }) => isBad)];
      count.textContent = [
        own > 0 && t("WebRulesOwnCount", { count: own }),
        bad && t("WebRulesBad"),
      ]
        .filter(Boolean)
        .join(" · ");
      count.className = bad ? "count bad" : "count";
      // A line that was written in the text is seen here at once.
      if (bad || own > table.own) element.open = true;
      table.own = own;
    }
    filter();
  }

  function filter() {
    const text = byId("filter").value.trim().toLowerCase();
    const isOn = text !== "" || byId("only-own").checked;
    for (const [name, { element, rows: its }] of tables) {
      const isTable = tableWords(name)?.toLowerCase().includes(text);
      for (const row of its) {
        const isFound = isTable || row.matches(text);
        row.element.hidden = !isFound || (byId("only-own").checked && !row.isOwn && !row.isBad);
      }
      element.hidden = its.every((row) => row.element.hidden);
      // While something is looked for, all that is found is open.
      if (isOn && element.dataset.was === undefined)
        element.dataset.was = element.open ? "open" : "";
      if (isOn) element.open = true;
      else if (element.dataset.was !== undefined) {
        element.open = element.dataset.was === "open";
        delete element.dataset.was;
      }
    }
    const isNone = [...tables.values()].every(({ element }) => element.hidden);
    byId("none-found").textContent = isNone && isOn ? t("WebRulesNoneFound") : "";
  }

  function showWrong(id, problems) {
    if (problems.length > 0) byId(id).open = true;
    byId(`${id}-wrong`).replaceChildren(...problems.map((problem) => showProblem(problem, goTo)));
  }

  /** Shows problems of keys and tables that do not exist, or that have no row. */
  function showStray(problems, text) {
    byId("stray").replaceChildren(
      ...problems.map((problem) => {
        const item = showProblem(problem, goTo);
        if (problem.code === "unknown-key" && standsAlone(text, problem.line)) {
          const leave = () => {
            byId("filter").focus(); // the button goes with the line
            write(withoutLine(text, problem.line));
          };
          item.append(
            h(
              "button",
              {
                type: "button",
                "aria-label": t("WebRulesLeaveOutNamed", { key: problem.key }),
                onclick: leave,
              },
              t("WebRulesLeaveOut"),
            ),
          );
        }
        return item;
      }),
    );
  }

  return { fill };
}
