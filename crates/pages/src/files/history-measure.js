// The games of the history beside games of bots: which rules, which bots, and the report.

import {
  announce,
  api,
  byId,
  editions,
  english,
  errorBox,
  formatNumber,
  h,
  language,
  t,
} from "./common.js";
import { botsInWords } from "./lab-words.js";
import { saveFile } from "./own-rules.js";

const CHOICES = {
  "start mark": "WebMeasureMark",
  tile: "WebMeasureTile",
  exchange: "WebMeasureExchange",
  "answer to a rule": "WebMeasureAnswer",
};

const LEFT_OUT = {
  broken_off: "WebMeasureBrokenOff",
  damaged: "WebMeasureDamaged",
  views: "WebMeasureViews",
  twice: "WebMeasureTwice",
};

/** The fields of the filter: what a field is called, if its value does not say it. */
const FIELDS = {
  rules: "WebFilterGame",
  name: "WebFilterName",
  won: null,
  state: "WebFilterState",
};

let asked = 0;
let measured = ""; // the filter of the games that are measured, as a query

byId("measured-what").addEventListener("submit", (event) => event.preventDefault());
byId("measured-what").addEventListener("change", () => measureGames(measured, chosen()));

/** What is chosen in the form. */
function chosen() {
  const [rules, players] = byId("measured-group").value.split(" ");
  return { rules, players: Number(players), bots: byId("measured-bots").value };
}

/** Says whether the filter has changed since the games were measured. */
export function showFilter(filter) {
  byId("measured-stale").hidden = filter === measured;
}

/** A filter as requests have it. */
function filterOf(query) {
  const { won, ...texts } = Object.fromEntries(new URLSearchParams(query));
  const known = Object.entries(texts).filter(([name]) => name in FIELDS);
  return { ...Object.fromEntries(known), won: won === "true" };
}

/** A filter in words, with the values as the form shows them. */
function filterInWords(query) {
  const part = ([name, value]) => {
    if (name === "won") return t("WebFilterWon");
    const { options } = byId(`filter-${name}`);
    const shown = [...(options ?? [])].find((option) => option.value === value)?.textContent;
    return t("WebMeasureField", { field: t(FIELDS[name]), value: shown ?? value });
  };
  const known = [...new URLSearchParams(query)].filter(([name]) => name in FIELDS);
  return known.map(part).join(", ");
}

/**
 * Measures the games that a filter shows: those that are chosen, or those of which there are most;
 * and shows what is found.
 */
export async function measureGames(filter, choice = {}) {
  const number = ++asked;
  measured = filter;
  showFilter(filter);
  const body = { ...choice, filter: filterOf(filter) };
  byId("measured-state").replaceChildren(h("p", {}, t("WebMeasureWaits")));
  byId("measured-report").ariaBusy = "true";
  try {
    const [answer, { bots: levels }] = await Promise.all([api("measure", { body }), editions()]);
    if (number !== asked) return; // something else has been chosen since
    byId("measured-state").replaceChildren();
    fillForm(answer, levels);
    byId("measured-report").replaceChildren(...shown(answer).filter(Boolean));
    announce(claim(answer));
  } catch (error) {
    if (number !== asked) return;
    byId("measured-state").replaceChildren(errorBox(error));
    byId("measured-report").replaceChildren();
  }
  byId("measured-report").ariaBusy = null;
}

function fillForm({ groups, bots, chosen }, levels) {
  byId("measured-what").hidden = !chosen;
  if (!chosen) return;
  const option = (value, words) => h("option", { value }, words);
  byId("measured-group").replaceChildren(
    ...groups.map(({ hash, title, players, games }) =>
      option(
        `${hash} ${players}`,
        t("WebMeasureGames", { title, players, count: formatNumber(games) }),
      ),
    ),
  );
  byId("measured-group").value = `${chosen.hash} ${chosen.players}`;
  byId("measured-bots").replaceChildren(
    ...bots.map((word) => option(word, botsInWords(word, levels))),
  );
  byId("measured-bots").value = chosen.bots;
}

// ---- The report ---------------------------------------------------------------------------------

/** Whether bots predict people, in a sentence. */
function claim({ report }) {
  if (!report) return t("WebMeasureNone");
  const [{ games, players, few, bot_seats: seats, tables }] = report.groups;
  if (seats === games * players) return t("WebMeasureOnlyBots");
  if (few) return t("WebMeasureFew");
  const { predicts } = tables[0];
  if (predicts === null) return t("WebMeasureOpen");
  return t(predicts ? "WebMeasureAlike" : "WebMeasureApart");
}

/** What is shown of an answer. */
function shown(answer) {
  const { report, read, more } = answer;
  const group = report?.groups[0];
  return [
    h("p", { class: "claim" }, claim(answer)),
    readGames(read),
    ...(group ? found(group) : []),
    group?.times && times(group.times),
    group?.feedback && said(group.feedback),
    leftOut(answer),
    more && h("p", { class: "hint" }, t("WebMeasureMore", { count: formatNumber(read) })),
    report && h("p", { class: "hint" }, english(report.certainty)),
    report && downloads(answer.files),
  ];
}

/** How many games were read, and of which filter. */
function readGames(read) {
  const [count, filter] = [formatNumber(read), filterInWords(measured)];
  return h("p", {}, t(filter ? "WebMeasureFiltered" : "WebMeasureRead", { count, filter }));
}

function found({ words, tables: [table] }) {
  const [listed, others] = [true, false].map((isListed) =>
    table.metrics.filter((metric) => metric.listed === isListed && metric.shown.verdict),
  );
  return [
    h("p", {}, english(words)),
    h("p", {}, english(table.words)),
    h("p", { class: "hint" }, t("WebMeasurePlayed", { count: formatNumber(table.bot_games) })),
    listed.length > 0 && metrics(listed),
    others.length > 0 && h("details", {}, h("summary", {}, t("WebMeasureOthers")), metrics(others)),
  ];
}

/**
 * A table: the titles of its columns, and rows of which the first cell names the row. The last
 * column has words where `endsInWords`; all others have numbers.
 */
function table(titles, rows, endsInWords = false) {
  const number = (column) => ({
    class: column > 0 && !(endsInWords && column === titles.length - 1) ? "number" : null,
  });
  const head = (title, column) => h("th", { scope: "col", ...number(column) }, title);
  const cell = (text, column) =>
    column === 0 ? h("th", { scope: "row" }, text) : h("td", number(column), text);
  return h(
    "div",
    { class: "wide", tabindex: "0", role: "group", "aria-label": titles[0] },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, titles.map(head))),
      h(
        "tbody",
        {},
        rows.map((row) => h("tr", {}, row.map(cell))),
      ),
    ),
  );
}

const metrics = (findings) =>
  table(
    [
      "WebMeasureMetric",
      "WebMeasureOfBots",
      "WebMeasurePeople",
      "WebMeasureDifference",
      "WebInterval",
      "WebMeasureVerdict",
    ].map((key) => t(key)),
    findings.map(({ title, shown: { a, b, difference, interval, verdict } }) => [
      english(title),
      a,
      b,
      difference,
      interval,
      english(verdict),
    ]),
    true,
  );

const tenths = (number) =>
  new Intl.NumberFormat(language(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(number);

function times({ kinds, minutes, minutes_assumed: assumed }) {
  const seconds = (value) => t("WebMeasureSeconds", { seconds: tenths(value) });
  return h(
    "section",
    {},
    h("h3", {}, t("WebMeasureTimes")),
    minutes !== null &&
      h("p", {}, t("WebMeasurePace", { minutes: tenths(minutes), assumed: tenths(assumed) })),
    table(
      [
        "WebMeasureChoice",
        "WebMeasureKnown",
        "WebMeasureMedian",
        "WebMeasureHigh",
        "WebMeasureMean",
      ].map((key) => t(key)),
      kinds.map(({ choice, known, median, high, mean }) => [
        t(CHOICES[choice]),
        formatNumber(known),
        seconds(median),
        seconds(high),
        seconds(mean),
      ]),
    ),
  );
}

function said({ fun, mean_fun: mean, remarks, again, not_again: notAgain, ...lengths }) {
  const { too_short: short, right, too_long: long } = lengths;
  const count = fun.reduce((sum, one) => sum + one, 0);
  const item = (isKnown, key, names) => isKnown && h("li", {}, t(key, names));
  return h(
    "section",
    {},
    h("h3", {}, t("WebMeasureSaid")),
    h(
      "ul",
      {},
      item(count > 0, "WebMeasureFun", { mean: tenths(mean ?? 0), count }),
      item(short + right + long > 0, "WebMeasureLength", { short, right, long }),
      item(again + notAgain > 0, "WebMeasureAgain", { yes: again, no: notAgain }),
      remarks.map((remark) => h("li", {}, h("q", {}, remark))),
    ),
  );
}

function leftOut({ left_out: counts, reasons }) {
  const known = Object.entries(LEFT_OUT).filter(([name]) => counts[name] > 0);
  if (known.length === 0) return null;
  const item = ([name, key]) => h("li", {}, t(key, { count: formatNumber(counts[name]) }));
  return h(
    "section",
    {},
    h("h3", {}, t("WebMeasureLeftOut")),
    h("ul", {}, known.map(item)),
    reasons.map((reason) => h("p", { class: "hint" }, english(reason))),
  );
}

function downloads({ page, metrics: values, games }) {
  const button = (key, name, text) =>
    h("button", { type: "button", onclick: () => saveFile(name, text) }, t(key));
  return h(
    "p",
    { class: "row" },
    button("WebMeasurePage", "tsuro-measured.html", page),
    button("WebMeasureMetricsCsv", "tsuro-measured.csv", values),
    button("WebMeasureGamesCsv", "tsuro-measured-games.csv", games),
  );
}
