// The page of test suites: a rule set plays the scenarios, and scenarios that come out differently
// show what the rule set changes.

import { announce, api, byId, copy, editions, errorBox, h, startPage, t } from "./common.js";
import { choicesOf, labAddress, suitesAddress } from "./lab-address.js";
import { ownRules } from "./own-rules.js";
import { lastPlayed, makeChooser, rulesBody } from "./rules-chooser.js";
import { makeChanges } from "./suites-changes.js";
import { makeResults } from "./suites-results.js";
import { makeSource } from "./suites-source.js";
import { can, setAddress } from "./transport.js";

let chooser;
let source;
let results;
let changes;

let asked = 0; // runs: answers to older ones are dropped
let chosen = null; // what the results and the changes have to belong to

async function start() {
  const server = await editions();
  results = makeResults();
  source = makeSource({
    choice: () => chooser.now(),
    changed: sourceChanged,
    check: () => run({ isQuiet: true }),
  });
  changes = makeChanges(body);
  chooser = makeChooser(server, { changed: rulesChanged });
  byId("run").addEventListener("click", () => run({ isAsked: true }));
  byId("copy-link").addEventListener("click", () => copy(location.href));

  const named = choicesOf(location.search);
  const known = named.find(({ own }) => !own || ownRules()[own]);
  if (named.length > 0 && !known) {
    byId("not-here").hidden = false;
    byId("not-here").textContent = t("WebSuitesNotHere", { name: named[0].own });
  }
  byId("choose").open = !known;
  await chooser.choose(known ?? lastPlayed(server));
  if (known && !byId("run").disabled) await run();
}

/** What is played, as requests have it. */
const body = () => ({
  rules: rulesBody(chooser.now().choice),
  ...(source.isOwn() ? { suite: source.text() } : {}),
});

function rulesChanged({ choice, answer, refusal }) {
  if (answer) {
    setAddress(suitesAddress(choice));
    const changes = choice.options.length > 0 ? [{ ...choice, options: [] }] : [];
    byId("compare-lab").href = labAddress([...changes, choice]);
    showChoice(choice, answer);
  }
  if (refusal || answer?.broken) byId("choose").open = true;
  const isPlayable = Boolean(answer && !answer.broken);
  byId("run").disabled = !isPlayable;
  for (const id of ["compare-lab", "copy-link"]) byId(id).hidden = !isPlayable;
  // A rule set of this browser is in no other.
  if (choice.own || !can.links) byId("copy-link").hidden = true;
  if (isPlayable) moved();
  changes.allow(isPlayable);
}

function showChoice({ options }, { title, differences, broken }) {
  const lines = options.length > 0 && !broken ? differences : [];
  byId("what-rules").replaceChildren(
    h("p", {}, h("strong", {}, title)),
    lines.length > 0
      ? h(
          "ul",
          {},
          lines.map((line) => h("li", {}, line)),
        )
      : "",
  );
}

function sourceChanged() {
  if (!byId("run").disabled) moved();
}

/** Results of other rules or scenarios than the chosen ones are marked as old. */
function moved() {
  const now = JSON.stringify(body());
  if (now === chosen) return;
  if (chosen !== null) changes.moved();
  chosen = now;
  results.moved(now);
}

/**
 * Plays the scenarios. `isAsked`: the user waits for the results, and is taken there; `isQuiet`: a
 * text is being written.
 */
async function run({ isAsked = false, isQuiet = false } = {}) {
  if (byId("run").disabled) return;
  const number = ++asked;
  const sent = body();
  const isOwn = source.isOwn();
  const state = byId("run-state");
  if (!isQuiet) state.replaceChildren(h("p", {}, t("WebSuitesRunning")));
  try {
    const answer = await api("suites/run", { body: sent });
    if (number !== asked) return;
    state.replaceChildren();
    const problems = answer.problems ?? [];
    if (isOwn) source.showProblems(problems);
    if (problems.some(({ severity }) => severity === "error")) {
      results.hide();
      state.replaceChildren(h("p", {}, t("WebSuitesBroken")));
      return;
    }
    const words = results.show(answer, sent, isOwn);
    if (isAsked) byId("results-title").focus();
    else announce(words);
  } catch (error) {
    if (number !== asked) return;
    state.replaceChildren(errorBox(error));
  }
}

if (await startPage("lab")) {
  document.title = `${t("WebSuites")} – Tsuro`;
  if (!can.invite) byId("own-hint").textContent = t("WebSiteSuitesOwnHint");
  try {
    await start();
  } catch (error) {
    byId("what").prepend(errorBox(error));
  }
}
