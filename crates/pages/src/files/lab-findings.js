// What a run has found: for each rule set that is compared a section with sentences, what differs
// in the rules, and a row for each finding. Sections and rows stay as elements while their contents
// change, so that readers keep their place.

import { h, t } from "./common.js";
import { drawInterval, emptyPlot, Trace } from "./lab-plot.js";
import { letterOf, tableInWords } from "./lab-words.js";

/** Signs of verdicts, beside their words. */
const SIGNS = {
  higher: "▲",
  lower: "▼",
  "slightly-higher": "△",
  "slightly-lower": "▽",
  equivalent: "=",
  undecided: "?",
};

/** Puts a text into an element only where it has changed: readers may have selected it. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Makes the sections below `place`. `levels` are the bots of `editions`. */
export function makeFindings(place, levels) {
  const sections = new Map();

  /** Shows how a run stands; gives the verdicts that have changed, in words. */
  return function show(run) {
    return run.sections.flatMap((section, index) => {
      let shown = sections.get(index);
      if (!shown) {
        shown = makeSection(run, section, levels);
        sections.set(index, shown);
        place.append(shown.element);
      }
      return shown.show(run, section, run.words[index] ?? "");
    });
  };
}

function makeSection(run, { rules: side, differences }, levels) {
  const isCompared = run.rules.length > 1;
  const id = `section-${side}`;
  const words = h("p", { class: "found" });
  const lists = [h("ul", { class: "plain findings" }), h("ul", { class: "plain findings" })];
  const signs = legend(isCompared);
  const missing = h("ul", { class: "plain findings" });
  const also = h("h3", {}, t("WebLabAlso"));
  const rows = new Map();
  const letters = { letter: letterOf(side), first: letterOf(0) };
  const { title } = run.rules[side];
  const element = h(
    "section",
    { class: "panel section", "aria-labelledby": id },
    h("h2", { id }, t(isCompared ? "WebLabSection" : "WebLabSectionAlone", { ...letters, title })),
    words,
    isCompared && rulesInWords(differences, letters),
    signs,
    lists[0],
    missing,
    also,
    lists[1],
  );

  function show(now, section, found) {
    setText(words, found || t("WebLabNothingYet"));
    const changes = [];
    const groups = [[], []];
    for (const finding of section.findings) {
      const key = [finding.name, finding.players, finding.bots].join(" ");
      if (!rows.has(key)) rows.set(key, makeRow(now, finding, letters, levels));
      const change = rows.get(key).show(finding, now.games);
      if (change) changes.push(change);
      groups[isWanted(now.matters, finding) ? 0 : 1].push(rows.get(key).element);
    }
    groups.forEach((group, index) => arrange(lists[index], group));
    // What is ticked and has no value says why.
    const none = now.games > 0 ? (section.missing ?? []) : [];
    if (missing.children.length !== none.length) missing.replaceChildren(...none.map(emptyRow));
    signs.hidden = section.findings.length === 0;
    also.hidden = groups[0].length === 0 || groups[1].length === 0;
    return changes;
  }

  return { element, show };
}

/**
 * Whether a finding matters to the person who began the run; of seats the number is left out.
 */
const isWanted = (matters, { name }) =>
  !matters?.length || matters.includes(name) || matters.includes(name.replace(/(-\d+)+$/, ""));

/** Puts elements into a list in their order; moves none that stands where it should. */
function arrange(list, elements) {
  elements.forEach((element, index) => {
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
  while (list.children.length > elements.length) list.lastElementChild.remove();
}

function rulesInWords(differences, { letter, first }) {
  const row = ({ key, doc, words: [a, b] }) =>
    h(
      "li",
      {},
      h("span", {}, doc),
      " ",
      h("code", {}, key),
      h("br"),
      h("span", {}, `${first}: ${a}`),
      " → ",
      h("strong", {}, `${letter}: ${b}`),
    );
  return h(
    "details",
    { class: "rules", open: true },
    h("summary", {}, t("WebLabRulesDiffer")),
    differences.length > 0
      ? h("ul", {}, differences.map(row))
      : h("p", { class: "hint" }, t("WebLabRulesSame")),
  );
}

function legend(isCompared) {
  const item = (kind, key) => h("li", {}, h("span", { class: `swatch ${kind}` }), t(key));
  return h(
    "ul",
    { class: "plain legend" },
    item("interval", isCompared ? "WebLabLegendInterval" : "WebLabLegendValue"),
    isCompared && item("joint", "WebLabLegendJoint"),
    isCompared && item("margin", "WebLabLegendMargin"),
    isCompared && item("zero", "WebLabLegendZero"),
    item("earlier", "WebLabLegendEarlier"),
  );
}

const WHY = { bots: "WebLabNoBots", games: "WebLabNoValue" };

const emptyRow = ({ title, why }) =>
  h(
    "li",
    { class: "finding none" },
    h("h4", {}, title),
    h("p", { class: "hint" }, t(WHY[why] ?? WHY.games)),
  );

function makeRow(run, { title, players, bots }, { letter, first }, levels) {
  const trace = new Trace();
  const plot = emptyPlot();
  const isCompared = run.rules.length > 1;
  const hasTables = run.players.length > 1 || run.bots.length > 1;
  const text = (kind) => h("span", { class: kind });
  const [a, b, difference, interval, sign, verdict] = [
    "a",
    "b",
    "difference",
    "interval",
    "sign",
    "words",
  ].map(text);
  sign.setAttribute("aria-hidden", "true");
  const line = h("p", { class: "verdict" }, sign, " ", verdict);
  const value = (name, shown) =>
    h("span", { class: "side" }, h("span", { class: "letter" }, name), " ", shown);
  const element = h(
    "li",
    { class: "finding" },
    h(
      "h4",
      {},
      title,
      hasTables && h("span", { class: "hint" }, ` ${tableInWords(players, bots, levels)}`),
    ),
    h("p", { class: "values" }, value(first, a), isCompared && value(letter, b)),
    h("p", { class: "change" }, difference, " ", interval),
    plot,
    isCompared && line,
  );
  let last;

  /** Shows a finding; gives what to say of its verdict, if that has changed. */
  function show(finding, games) {
    const { shown } = finding;
    setText(a, shown.a);
    setText(b, shown.b ?? "");
    setText(difference, shown.difference ?? "");
    setText(interval, shown.interval ? t("WebLabInterval", { interval: shown.interval }) : "");
    setText(sign, SIGNS[finding.verdict] ?? "");
    setText(verdict, shown.verdict ?? "");
    line.dataset.verdict = finding.verdict ?? "";
    const now = isCompared ? finding.interval : finding.a_interval;
    trace.add(games, now);
    const drawn = {
      value: isCompared ? finding.difference : finding.a,
      interval: now,
      isDifference: isCompared,
    };
    drawInterval(plot, { ...drawn, joint: finding.joint_interval, margin: finding.margin }, trace);
    const hasChanged = last !== undefined && last !== finding.verdict;
    last = finding.verdict;
    return hasChanged && isCompared ? `${title}: ${shown.verdict}` : null;
  }

  return { element, show };
}
