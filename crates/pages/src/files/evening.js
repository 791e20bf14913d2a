// The page of a club evening: how everybody stands, and its games.

import {
  api,
  byId,
  copy,
  editions,
  errorBox,
  formatNumber,
  gameTokens,
  h,
  language,
  rememberGame,
  startPage,
  t,
  whole,
} from "./common.js";
import { movedOn } from "./moved-on.js";
import { resultsTable } from "./results-table.js";
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
          "aria-label": t("WebMineLookNamed", {
            title: t("WebEveningGame", { number: index + 1 }),
          }),
        },
        t("WebMineLook"),
      ),
  );

/** Takes the seats of this browser along to games that have begun while it was not there. */
function takeAlong(rounds) {
  let last;
  for (const { game, seats } of rounds) {
    const own = gameTokens(game) ?? (last && movedOn(last, game, seats.length));
    if (own && !gameTokens(game)) rememberGame(own);
    last = own;
  }
}

async function show() {
  const evening = await api(path);
  const text = JSON.stringify(evening);
  // What has the focus stays where nothing has changed.
  if (text === told) return;
  told = text;
  const { about, title, games, standings, rounds } = evening;
  byId("points").textContent = whole(about);
  const played = rounds.filter(({ seats }) => seats.some(({ place }) => place !== null)).length;
  byId("about").textContent = `${title ?? ""} · ${t("WebEveningOf", { played, games })}`;
  takeAlong(rounds);
  byId("standings").replaceChildren(resultsTable(COLUMNS, standings));
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
    const { address: known, ratings } = await editions();
    byId("ratings").hidden = !ratings;
    byId("ratings").href = address("ratings");
    byId("copy").addEventListener("click", () => copy(shareAddress("evening", { id }, known)));
    await show();
    setInterval(() => document.hidden || show().catch(() => {}), EVERY);
  } catch (error) {
    byId("problem").replaceChildren(errorBox(error));
  }
}
