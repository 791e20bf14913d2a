// Which scenarios are played: the scenarios that come with the program, or a suite of one's own and
// its text.

import { api, byId, formatNumber, h, t } from "./common.js";
import { nameOf, ownRules, saveFile } from "./own-rules.js";
import { deleteSuite, keepSuite, ownSuites, titleOf } from "./own-suites.js";
import { askRules, rulesBody } from "./rules-chooser.js";
import { fileParts, makeText, textParts } from "./rules-text.js";
import { plain, written } from "./rules-written.js";

const NEW = "new";

/** Says how many scenarios come with the program. */
async function showCount() {
  try {
    const { suites } = await api("suites");
    const scenarios = suites.reduce((sum, suite) => sum + suite.scenarios, 0);
    byId("shipped-count").textContent = t("WebSuitesShippedCount", {
      scenarios: formatNumber(scenarios),
      suites: formatNumber(suites.length),
    });
  } catch {
    // The number is no more than a hint; what cannot be played is said when it is.
  }
}

/** Lists the suites of this browser; `id` is the chosen one, or null. */
function listSuites(id) {
  const options = ownSuites().map((suite) =>
    h("option", { value: suite.id }, shownTitle(suite.text)),
  );
  byId("own-which").replaceChildren(...options, h("option", { value: NEW }, t("WebSuitesNew")));
  byId("own-which").value = id ?? NEW;
}

/**
 * Makes the choice. `choice()` is what the chooser of rules has now; `changed()` is called at once
 * when there are other scenarios, and `check()` when they should be played: after a pause in
 * writing.
 */
export function makeSource({ choice, changed, check }) {
  let id = ownSuites().at(-1)?.id ?? null; // of the suite in the field
  let isBegun = false; // whether the field has a text

  byId("own-text").append(...textParts("suite", t("WebSuitesText")));
  byId("own-buttons").prepend(...fileParts("suite"));
  const field = makeText("suite", {
    changed: edited,
    check,
    opening: () => (id = null),
    fine: "WebSuitesFine",
    tooLarge: "WebSuitesTooLarge",
  });
  const text = () => byId("suite-text").value;
  const isOwn = () => byId("source-own").checked;

  for (const radio of [byId("source-shipped"), byId("source-own")])
    radio.addEventListener("change", choose);
  byId("own-which").addEventListener("change", async () => {
    const { value } = byId("own-which");
    id = value === NEW ? null : value;
    await open();
  });
  byId("own-download").addEventListener("click", () =>
    saveFile(`${fileName(text())}.toml`, text()),
  );
  byId("own-delete").addEventListener("click", async () => {
    if (!confirm(t("WebOwnDeleteAsk", { name: shownTitle(text()) }))) return;
    deleteSuite(id);
    id = ownSuites().at(-1)?.id ?? null;
    byId("own-which").focus(); // the button may go
    showKept();
    await open();
  });
  showCount();

  async function choose() {
    byId("own-suite").hidden = !isOwn();
    if (isOwn() && !isBegun) return open();
    changed();
    if (isOwn()) check();
  }

  /** Puts the chosen suite in the field: a kept one, or an example. */
  async function open() {
    const suite = ownSuites().find((other) => other.id === id);
    const wanted = id;
    const now = suite?.text ?? (await example(choice()));
    if (wanted !== id) return;
    isBegun = true;
    field.write(now);
    field.showProblems([]);
    byId("suite-state").textContent = ""; // known when it has been played
    showKept();
    changed();
    check();
  }

  function edited() {
    const isNew = id === null;
    const kept = keepSuite(id, text());
    id = kept.id;
    showKept(isNew || byId("own-which").selectedOptions[0]?.textContent !== shownTitle(text()));
    const words = t(kept.stored ? "WebSuitesKept" : "WebSuitesNotKept");
    if (byId("own-kept").textContent !== words) byId("own-kept").textContent = words;
    changed();
  }

  function showKept(isChanged = true) {
    byId("own-delete").hidden = id === null;
    if (isChanged) listSuites(id);
  }

  return { isOwn, text, showProblems: field.showProblems };
}

const shownTitle = (text) => titleOf(text) ?? t("WebSuitesNameless");

const fileName = (text) =>
  (titleOf(text) ?? "scenarios")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || "scenarios";

/** A short suite that holds for the chosen rules, or for what they change. */
async function example({ choice, answer }) {
  const about = await whatIsNamed(choice, answer);
  const { counts = [2], columns, rows } = about.answer;
  const corner = `${String.fromCharCode(96 + columns)}${rows}`;
  const names = { rules: about.name, fewest: counts[0], most: counts.at(-1), corner };
  const short = t("WebSuitesExample", names);
  const long = short + t("WebSuitesExampleTile", names);
  // The situation fits most rule sets, and not those with teams or an open hand.
  const played = await api("suites/run", { body: { rules: rulesBody(choice), suite: long } }).catch(
    () => null,
  );
  return played?.passed === 2 ? long : short;
}

/**
 * The rule set that an example is about, by the name that suites have for it: where options are
 * ticked, what they change.
 */
async function whatIsNamed({ own, rules, options }, answer) {
  const text = own && ownRules()[own].text;
  if (answer?.counts && options.length === 0 && (!own || nameOf(text)))
    return { name: own ? nameOf(text) : rules, answer };
  const base = own ? plain(written(text, "extends") ?? "") || "classic" : rules;
  return { name: base, ...(await askRules({ rules: base, options: [] })) };
}
