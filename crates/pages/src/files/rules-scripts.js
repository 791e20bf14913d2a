// The scripts beside the text of a rule set: a field for each, a way to begin one, and what is
// wrong with them. The page has the elements #scripts, #script-new, #script-name, #script-refused
// and #script-list.

import { byId, h, t } from "./common.js";
import { saveFile } from "./own-rules.js";
import { fileParts, makeText, textParts } from "./rules-text.js";

/** A name as the server takes it: `My tide.rhai` is `my-tide`. */
const asName = (words) =>
  words
    .trim()
    .toLowerCase()
    .replace(/\.rhai$/, "")
    .replace(/[\s_]+/g, "-");

/** The elements of a script's field; `id` is the name of the field. */
function makeElement(id, name, drop) {
  const download = h(
    "button",
    { type: "button", onclick: () => saveFile(name, byId(`${id}-text`).value) },
    t("WebScriptDownload", { name }),
  );
  return h(
    "div",
    { class: "script", role: "group", "aria-labelledby": `${id}-title` },
    h("h3", { id: `${id}-title` }, h("code", {}, name)),
    ...textParts(id, t("WebScriptText", { name })),
    h(
      "div",
      { class: "row" },
      ...fileParts(id, ".rhai,text/plain"),
      download,
      h(
        "button",
        { type: "button", class: "quiet danger", onclick: drop },
        t("WebScriptDrop", { name }),
      ),
    ),
  );
}

/** A problem as the field of the text shows it: one of a file says which it is. */
const asElsewhere = ({ file, ...problem }) =>
  file
    ? { ...problem, line: undefined, words: `${file}:${problem.line}: ${problem.message}` }
    : problem;

/**
 * Makes the fields. `changed()` is called at once when the user has changed a script, and `check()`
 * after a pause. `edit(change)` asks the server for a change of text and scripts, and gives null or
 * why it was refused.
 */
export function makeScripts({ changed, check, edit }) {
  let shown = []; // {name, id, element, field}
  let count = 0;
  const value = ({ id }) => byId(`${id}-text`).value;

  byId("script-new").addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = asName(byId("script-name").value);
    const refused = await edit({ new_script: name });
    byId("script-refused").replaceChildren(refused ?? "");
    if (refused) return byId("script-name").focus();
    byId("script-name").value = "";
    const begun = shown.find((script) => script.name === `${name}.rhai`);
    if (begun) byId(`${begun.id}-text`).focus();
  });

  function add({ name, text }) {
    const id = `script-${(count += 1)}`;
    const element = makeElement(id, name, () => drop(name));
    byId("script-list").append(element);
    byId(`${id}-text`).value = text;
    const field = makeText(id, {
      changed,
      check,
      fine: "WebScriptFine",
      tooLarge: "WebScriptTooLarge",
    });
    return { name, id, element, field };
  }

  async function drop(name) {
    if (!confirm(t("WebScriptDropAsk", { name }))) return;
    const refused = await edit({ drop_script: name });
    byId("script-refused").replaceChildren(refused ?? "");
    if (!refused) byId("script-name").focus(); // the button has gone
  }

  return {
    /** The scripts as they are in their fields. */
    all: () => shown.map((script) => ({ name: script.name, text: value(script) })),

    /** Shows these scripts instead. Scripts that stay keep their fields. */
    write(scripts) {
      const old = shown;
      shown = scripts.map((script) => {
        const there = old.find(({ name }) => name === script.name);
        there?.field.write(script.text);
        return there ?? add(script);
      });
      for (const script of old) if (!shown.includes(script)) script.element.remove();
    },

    /**
     * Shows the problems that are in scripts. Gives the problems that are elsewhere, with a word on
     * each script that has some.
     */
    showProblems(problems) {
      const elsewhere = problems.filter(({ file }) => !shown.some(({ name }) => name === file));
      for (const { name, field } of shown) {
        const own = problems.filter(({ file }) => file === name);
        field.showProblems(own);
        if (own.length > 0)
          elsewhere.push({ severity: "error", words: t("WebScriptBad", { name }) });
      }
      return elsewhere.map(asElsewhere);
    },
  };
}
