// The form of a rule set: house rules to tick, and a row for each key, by their tables.

import { byId, h, sentence, t } from "./common.js";
import { makeTables } from "./rules-tables.js";
import { showProblem } from "./rules-text.js";
import { makeTicks } from "./rules-ticks.js";
import { mixinsOf, standsAlone, withoutLine } from "./rules-written.js";

/** The house rules to tick. */
function makeMixins(change) {
  return makeTicks(byId("mixins"), {
    tick: (name, isOn) =>
      change((text) => ({
        mixins: [...mixinsOf(text).filter((other) => other !== name), ...(isOn ? [name] : [])],
      })),
  });
}

/** The list of what can be written several times: `hazards`, or other `rules`. */
function makeList(list, change) {
  const ask = async (edit) => {
    const why = await change(edit);
    byId(`${list}-wrong`).replaceChildren(
      why ? h("li", { class: "error", role: "alert" }, why) : "",
    );
  };
  return makeTicks(byId(list), {
    lang: "en",
    tick: (name, isOn) => ask({ [list]: { [name]: isOn } }),
    moveUp: (name) => ask({ earlier: name }),
  });
}

/** An entry of such a list as `makeTicks` has it. */
const tickOf = ({ rule, doc, ...more }) => ({
  name: rule,
  title: rule,
  summary: sentence(doc),
  ...more,
});

/** The keys of a sheet that have rows. */
function shownKeys({ keys, title }, parents) {
  // Keys of a rule that the parent has and the text exchanges hold no more.
  const holds = ({ own, value, inherited }) =>
    own || title === null || value !== null || inherited === null;
  // Mixins are boxes to tick, and there is only one schema.
  return keys
    .filter((entry) => entry.key !== "mixins" && entry.key !== "schema" && holds(entry))
    .map((entry) => (entry.key === "extends" ? { ...entry, words: parents } : entry));
}

/**
 * Makes the form. `change(edit)` asks for a change: an edit as the server takes it, or a function
 * that makes one of a text; it gives null, or why it was refused. `write(text)` puts another text
 * in the place of the present one, and `goTo` goes to a place of it. `parents` are the rule sets
 * that can be extended.
 */
export function makeForm({ change, write, goTo, parents }) {
  const tables = makeTables(change);
  const mixinTicks = makeMixins(change);
  const lists = ["hazards", "rules"].map((list) => [list, makeList(list, change)]);

  /** Shows a sheet of a text. */
  function fill(sheet, text) {
    const { problems } = sheet;
    const isText = problems.every(({ code }) => code !== "syntax");
    byId("fields").disabled = !isText;
    byId("form-closed").hidden = isText;
    if (!isText) return;
    tables.fill(shownKeys(sheet, parents), { problems, isWhole: sheet.title !== null }, text);
    mixinTicks.fill(sheet.mixins);
    showWrong(
      "mixins",
      problems.filter(({ key }) => key === "mixins"),
    );
    for (const [list, ticks] of lists) ticks.fill(sheet[list].map(tickOf));
    showStray(
      problems.filter(({ key }) => key && key !== "mixins" && !tables.hasRow(key)),
      text,
    );
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
        if (problem.code === "unknown-key" && standsAlone(text, problem.line))
          item.append(leaveOutButton(problem, text));
        return item;
      }),
    );
  }

  /** A button that takes the line of a problem out of the text. */
  function leaveOutButton({ key, line }, text) {
    const leave = () => {
      byId("filter").focus(); // the button goes with the line
      write(withoutLine(text, line));
    };
    return h(
      "button",
      { type: "button", "aria-label": t("WebRulesLeaveOutNamed", { key }), onclick: leave },
      t("WebRulesLeaveOut"),
    );
  }

  return { fill };
}
