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
  startPage,
  t,
  whole,
} from "./common.js";
import { noteTable } from "./gathered.js";
import { resultsTable } from "./results-table.js";
import { address, idInAddress, offer, shareAddress } from "./transport.js";

const EVERY = 15_000; // ms

const id = idInAddress();
const path = `evenings/${encodeURIComponent(id)}`;

let told = ""; // as the server told of the evening last

/** Where several tables play the same deals, the places are by what stands beside the names. */
const columns = (tables) =>
  [
    ["WebEveningPlace", ({ place }) => formatNumber(place)],
    ["WebEveningName", ({ name }) => name],
    tables > 1 && ["WebEveningCompared", ({ compared }) => rounded(compared, "exceptZero")],
    ["WebEveningTotal", ({ points }) => formatNumber(points)],
    ["WebEveningMean", ({ mean_place: mean }) => (mean === null ? "–" : rounded(mean))],
    ["WebEveningWins", ({ wins }) => formatNumber(wins)],
    ["WebEveningRounds", ({ games }) => formatNumber(games)],
    tables > 1 && ["WebEveningTable", ({ table }) => formatNumber(table)],
  ].filter(Boolean);

const rounded = (number, signDisplay = "auto") =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: 2, signDisplay }).format(number);

/** How a game stands or ended, in words. */
function roundWords({ state, seats }) {
  if (seats.every(({ place }) => place === null)) {
    const names = seats.map(({ name }) => name).join(", ");
    return t(state === "running" ? "WebEveningRuns" : "WebEveningNone", { names });
  }
  const places = seats.toSorted((one, other) => one.place - other.place);
  return places.map(({ name, place }) => `${formatNumber(place)} ${name}`).join(" · ");
}

/** Which game it is, in words. */
const nameOf = ({ number, table }, { tables }) =>
  tables > 1
    ? t("WebEveningAt", { number: number + 1, table })
    : t("WebEveningGame", { number: number + 1 });

const roundItem = (round, evening) =>
  h(
    "li",
    { class: "row ends" },
    h("span", {}, h("strong", {}, nameOf(round, evening)), h("br"), roundWords(round)),
    round.state &&
      h(
        "a",
        {
          class: round.state === "running" ? "button primary" : "button",
          href: address("game", { id: round.game }),
          "aria-label": t("WebMineLookNamed", { title: nameOf(round, evening) }),
        },
        t("WebMineLook"),
      ),
  );

/** Opens another table that plays the same deals. */
async function openBeside(token) {
  byId("problem").replaceChildren();
  try {
    const opened = await api(`${path}/tables`, { body: {}, token });
    noteTable({ ...opened, tokens: [] });
    location.assign(address("table", { id: opened.id }));
  } catch (error) {
    byId("problem").replaceChildren(errorBox(error));
  }
}

/** Offers that to the people of the first table, as long as no game has ended. */
function showBeside({ open, rounds }) {
  const own = gameTokens(rounds[0]?.game);
  const token = own?.host ?? own?.seats[0]?.token;
  byId("beside").hidden = !open || !token;
  byId("beside").onclick = () => openBeside(token);
}

async function show() {
  const evening = await api(path);
  const text = JSON.stringify(evening);
  // What has the focus stays where nothing has changed.
  if (text === told) return;
  told = text;
  const { about, title, games, tables, standings, rounds } = evening;
  byId("points").textContent = whole(about);
  const played = rounds.filter(({ seats }) => seats.some(({ place }) => place !== null)).length;
  byId("about").textContent =
    `${title ?? ""} · ${t("WebEveningOf", { played, games: games * tables })}`;
  showBeside(evening);
  byId("standings").replaceChildren(resultsTable(columns(tables), standings));
  const focus = document.activeElement?.getAttribute("href");
  byId("games").replaceChildren(...rounds.map((round) => roundItem(round, evening)));
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
