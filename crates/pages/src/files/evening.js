// The page of a club evening: how everybody stands, and its games.

import {
  api,
  byId,
  copy,
  editions,
  errorBox,
  formatNumber,
  h,
  language,
  startPage,
  t,
} from "./common.js";
import { address, idInAddress, offer, shareAddress } from "./transport.js";

const EVERY = 15_000; // ms

const id = idInAddress();
const path = `evenings/${encodeURIComponent(id)}`;

let told = ""; // as the server told of the evening last

const COLUMNS = [
  ["WebEveningPlace", ({ place }) => formatNumber(place)],
  ["WebEveningName", ({ name }) => name],
  ["WebEveningTotal", ({ points }) => formatNumber(points)],
  ["WebEveningMean", ({ mean_place: mean }) => (mean === null ? "–" : rounded(mean))],
  ["WebEveningWins", ({ wins }) => formatNumber(wins)],
  ["WebEveningRounds", ({ games }) => formatNumber(games)],
];

const rounded = (number) =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: 2 }).format(number);

const standingsTable = (standings) =>
  h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        COLUMNS.map(([key]) => h("th", { scope: "col" }, t(key))),
      ),
    ),
    h(
      "tbody",
      {},
      standings.map((line) =>
        h(
          "tr",
          {},
          COLUMNS.map(([key, show]) =>
            key === "WebEveningName"
              ? h("th", { scope: "row" }, show(line))
              : h("td", {}, show(line)),
          ),
        ),
      ),
    ),
  );

/** How a game stands or ended, in words. */
function roundWords({ state, seats }) {
  if (seats.every(({ place }) => place === null)) {
    const names = seats.map(({ name }) => name).join(", ");
    return t(state === "running" ? "WebEveningRuns" : "WebEveningNone", { names });
  }
  const places = seats.toSorted((one, other) => one.place - other.place);
  return places.map(({ name, place }) => `${formatNumber(place)} ${name}`).join(" · ");
}

const roundItem = (round, index) =>
  h(
    "li",
    { class: "row ends" },
    h(
      "span",
      {},
      h("strong", {}, t("WebEveningGame", { number: index + 1 })),
      h("br"),
      roundWords(round),
    ),
    round.state &&
      h(
        "a",
        {
          class: round.state === "running" ? "button primary" : "button",
          href: address("game", { id: round.game }),
          "aria-label": `${t("WebMineLook")}: ${t("WebEveningGame", { number: index + 1 })}`,
        },
        t("WebMineLook"),
      ),
  );

async function show() {
  const evening = await api(path);
  const text = JSON.stringify(evening);
  // What has the focus stays where nothing has changed.
  if (text === told) return;
  told = text;
  const { title, games, standings, rounds } = evening;
  const played = rounds.filter(({ seats }) => seats.some(({ place }) => place !== null)).length;
  byId("about").textContent = `${title ?? ""} · ${t("WebEveningOf", { played, games })}`;
  byId("standings").replaceChildren(standingsTable(standings));
  const focus = document.activeElement?.getAttribute("href");
  byId("games").replaceChildren(...rounds.map(roundItem));
  if (focus)
    byId("games")
      .querySelector(`a[href="${CSS.escape(focus)}"]`)
      ?.focus();
}

if (await startPage(null)) {
  document.title = `${t("WebEvening")} · Tsuro`;
  offer(byId("csv"), `${path}/results.csv?lang=${language()}`, `tsuro-evening-${id}.csv`);
  try {
    const { address: known } = await editions();
    byId("copy").addEventListener("click", () => copy(shareAddress("evening", { id }, known)));
    await show();
    setInterval(() => document.hidden || show().catch(() => {}), EVERY);
  } catch (error) {
    byId("problem").replaceChildren(errorBox(error));
  }
}
