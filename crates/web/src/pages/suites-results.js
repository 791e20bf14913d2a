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

export function makeResults() {
  let items = []; // {run, element, group}
  let groups = []; // {name, section, more, isWhole}
  // Keys of scenarios that are open: they stay so when a suite is played again.
  let open = new Set();
  let shown = null; // what was played, as a text

  byId("filter").addEventListener("input", showFitting);
  byId("show-all").addEventListener("change", showFitting);
  byId("command-copy").addEventListener("click", () => copy(byId("command").textContent));

  function showFitting() {
    const wanted = byId("filter").value.trim().toLowerCase();
    const fits = ({ title, rule }) =>
      wanted === "" || [title, ...rule].some((text) => text.toLowerCase().includes(wanted));
    const isListed = ({ group }) => group !== "passed" || byId("show-all").checked;
    const listed = items.filter(isListed);
    const fitting = listed.filter(({ run }) => fits(run));
    for (const { name, section, more, isWhole } of groups) {
      const [all, own] = [items, fitting].map((some) => some.filter(({ group }) => group === name));
      const shown = new Set(isWhole ? own : own.slice(0, MOST));
      for (const item of all) item.element.hidden = !shown.has(item);
      section.hidden = own.length === 0;
      more.hidden = shown.size === own.length;
      more.textContent = t("WebSuitesMore", { count: formatNumber(own.length - shown.size) });
    }
    const words = { shown: formatNumber(fitting.length), all: formatNumber(items.length) };
    byId("shown").textContent =
      fitting.length === 0 && listed.length > 0
        ? t("WebSuitesNoneFound")
        : t("WebSuitesShown", words);
  }

  /** A group of the list, if it has entries; a long one has a button that shows the rest. */
  function makeGroup({ name, title }) {
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

  return {
    /** Shows an answer of `run` to what was `sent`. Gives what it says in words. */
    show(answer, sent, isOwnSuite) {
      shown = JSON.stringify(sent);
      byId("results").hidden = false;
      byId("stale").hidden = true;
      byId("results-title").textContent = t("WebSuitesResults", { title: answer.title });
      const counts = countWords(answer);
      byId("counts").replaceChildren(...counts.map((words) => h("li", {}, words)));
      const before = open;
      open = new Set();
      const groupOf = (run) => GROUPS.find(({ has }) => has(run)).name;
      items = answer.runs.map((run) => {
        const key = JSON.stringify([run.suite, run.title, run.rules]);
        const group = groupOf(run);
        const toggled = (isOpen) => (isOpen ? open.add(key) : open.delete(key));
        return {
          run,
          group,
          element: scenarioItem(run, {
            rules: answer.rules,
            group,
            sent,
            isOwnSuite,
            isOpen: before.has(key),
            toggled,
          }),
        };
      });
      groups = GROUPS.flatMap(makeGroup);
      const hadFocus = byId("groups").contains(document.activeElement);
      byId("groups").replaceChildren(...groups.map(({ section }) => section));
      if (hadFocus) byId("results-title").focus(); // what had the focus is gone
      byId("find").hidden = byId("shown").hidden = items.length === 0;
      byId("repeat").hidden = !answer.command;
      byId("command").textContent = answer.command ?? "";
      showFitting();
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
