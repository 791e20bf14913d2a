// What came out when scenarios were played: in numbers, and a list that can be searched.

import { byId, copy, formatNumber, h, t } from "./common.js";
import { scenarioItem } from "./suites-scenario.js";

/** The groups of the list in their order: which runs they have, and what they are called. */
const GROUPS = [
  { name: "failed", title: "WebSuitesFailing", has: (run) => !holds(run) && !run.inherited },
  { name: "differs", title: "WebSuitesDiffering", has: (run) => !holds(run) && run.inherited },
  { name: "passed", title: "WebSuitesHolding", has: (run) => holds(run) },
];

/** Entries of a group that are shown at first. */
const MOST = 50;

const holds = ({ status }) => status === "passed";

/** Sentences that say how many scenarios came out how. */
function countWords({ runs, planned, passed, failed, skipped }) {
  const group = (isInherited, all, some) => {
    const played = runs.filter(({ inherited }) => inherited === isInherited);
    const bad = played.filter((run) => !holds(run)).length;
    return played.length > 0 && t(bad > 0 ? some : all, { played: played.length, failed: bad });
  };
  const played = passed + failed;
  return [
    played < planned && t("WebSuitesTime", { played, planned }),
    planned === 0 && t("WebSuitesNone"),
    group(false, "WebSuitesHold", "WebSuitesFail"),
    group(true, "WebSuitesSame", "WebSuitesDiffer"),
    skipped > 0 && t("WebSuitesSkipped", { skipped }),
  ].filter(Boolean);
}

/** A group of the list, if it has entries; a long one has a button that shows the rest. */
function makeGroup({ name, title }, items, showFitting) {
  const entries = items.filter(({ group }) => group === name).map(({ element }) => element);
  if (entries.length === 0) return [];
  const group = { name, isWhole: false };
  const showRest = () => {
    const next = entries.filter(({ hidden }) => !hidden).at(-1);
    group.isWhole = true;
    showFitting();
    entries
      .slice(entries.indexOf(next) + 1)
      .find(({ hidden }) => !hidden)
      ?.querySelector("summary")
      .focus(); // the button is gone
  };
  group.more = h("button", { type: "button", onclick: showRest });
  group.section = h(
    "section",
    {},
    h("h3", {}, t(title)),
    h("ul", { class: "plain" }, entries),
    group.more,
  );
  return [group];
}

/** Shows the entries of a group that are looked for; of many, the first ones. */
function showEntries({ name, section, more, isWhole }, items, fitting) {
  const [all, own] = [items, fitting].map((some) => some.filter(({ group }) => group === name));
  const shown = new Set(isWhole ? own : own.slice(0, MOST));
  for (const item of all) item.element.hidden = !shown.has(item);
  section.hidden = own.length === 0;
  more.hidden = shown.size === own.length;
  more.textContent = t("WebSuitesMore", { count: formatNumber(own.length - shown.size) });
}

/** Makes the list of what was played. `fill(items)` shows items `{run, element, group}` instead. */
function makeList() {
  let items = [];
  let groups = []; // {name, section, more, isWhole}

  byId("filter").addEventListener("input", showFitting);
  byId("show-all").addEventListener("change", showFitting);

  function showFitting() {
    const wanted = byId("filter").value.trim().toLowerCase();
    const fits = ({ title, rule }) =>
      wanted === "" || [title, ...rule].some((text) => text.toLowerCase().includes(wanted));
    const isListed = ({ group }) => group !== "passed" || byId("show-all").checked;
    const listed = items.filter(isListed);
    const fitting = listed.filter(({ run }) => fits(run));
    for (const group of groups) showEntries(group, items, fitting);
    const words = { shown: formatNumber(fitting.length), all: formatNumber(items.length) };
    byId("shown").textContent =
      fitting.length === 0 && listed.length > 0
        ? t("WebSuitesNoneFound")
        : t("WebSuitesShown", words);
  }

  return {
    fill(now) {
      items = now;
      groups = GROUPS.flatMap((group) => makeGroup(group, items, showFitting));
      byId("groups").replaceChildren(...groups.map(({ section }) => section));
      byId("find").hidden = byId("shown").hidden = items.length === 0;
      showFitting();
    },
  };
}

export function makeResults() {
  const list = makeList();
  // Keys of scenarios that are open: they stay so when a suite is played again.
  let open = new Set();
  let shown = null; // what was played, as a text

  byId("command-copy").addEventListener("click", () => copy(byId("command").textContent));

  /** The entries of an answer; those that were open before are open. */
  function itemsOf({ runs, rules }, sent, isOwnSuite) {
    const before = open;
    open = new Set();
    return runs.map((run) => {
      const key = JSON.stringify([run.suite, run.title, run.rules]);
      const group = GROUPS.find(({ has }) => has(run)).name;
      const toggled = (isOpen) => (isOpen ? open.add(key) : open.delete(key));
      const about = { rules, group, sent, isOwnSuite, isOpen: before.has(key), toggled };
      return { run, group, element: scenarioItem(run, about) };
    });
  }

  return {
    /** Shows an answer of `run` to what was `sent`. Gives what it says in words. */
    show(answer, sent, isOwnSuite) {
      shown = JSON.stringify(sent);
      byId("results").hidden = false;
      byId("stale").hidden = true;
      byId("results-title").textContent = t("WebSuitesResults", { title: answer.title });
      const counts = countWords(answer);
      byId("counts").replaceChildren(...counts.map((words) => h("li", {}, words)));
      const hadFocus = byId("groups").contains(document.activeElement);
      list.fill(itemsOf(answer, sent, isOwnSuite));
      if (hadFocus) byId("results-title").focus(); // what had the focus is gone
      byId("repeat").hidden = !answer.command;
      byId("command").textContent = answer.command ?? "";
      return counts.join(" ");
    },
    /** Something else has been chosen. */
    moved(now) {
      byId("stale").hidden = now === shown;
    },
    hide() {
      byId("results").hidden = true;
    },
  };
}
