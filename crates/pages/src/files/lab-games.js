// Which games the laboratory plays, and what of them matters to the reader.

import { byId, formatNumber, h, keep, kept, t } from "./common.js";
import { paceOf } from "./lab-runs.js";
import { duration } from "./lab-words.js";

const USUAL = { players: [4], bots: ["medium"], games: 100_000, margin: "1%" };
const GAMES = [100, 400, 2000, 20_000, 100_000, 1_000_000];
const MARGINS = ["1%", "2%", "5%"];
const SKILL = "skill-edge";

/** Shows all that can be chosen, and ticks what was chosen last. */
function fillForm({ bots, metrics }, saved) {
  const random = { word: "random", title: t("WebLabBotRandom"), about: t("WebLabAboutRandom") };
  byId("bots").replaceChildren(
    ...[random, ...bots.filter(({ lab }) => lab)].map(({ word, title, about }) =>
      tick("bot", word, title, saved.bots.includes(word), about),
    ),
  );
  if (ticked("bots").length === 0) byId("bots").querySelector("input").checked = true;
  const headline = metrics.filter((metric) => metric.headline);
  const matters = saved.matters ?? headline.map(({ name }) => name);
  const metricTick = ({ name, title }) => tick("metric", name, title, matters.includes(name));
  byId("headline").replaceChildren(...headline.map(metricTick));
  byId("metrics").replaceChildren(...metrics.filter((metric) => !metric.headline).map(metricTick));
  byId("metrics-more").open = ticked("metrics").length > 0;
  fill("count", GAMES, saved.games, (games) => formatNumber(games));
  fill("margin", MARGINS, saved.margin, (margin) =>
    t("WebLabMarginOf", { margin: margin.replace("%", "\u00a0%") }),
  );
}

/** How long the games may take: known only from earlier runs with these bots. */
function timeWords(games, sides) {
  const pace = paceOf(ticked("bots"));
  return pace
    ? t("WebLabEstimate", { time: duration(games * pace * sides * ticked("players").length) })
    : "";
}

/** Makes the form; `changed()` is called after each change of it. */
export function makeGames(offered, changed) {
  const saved = { ...USUAL, ...kept("lab", {}) };
  let wanted = saved.players; // numbers of players, where the rules allow them
  let counts = [];
  let sides = 1;

  fillForm(offered, saved);
  byId("choose-games").addEventListener("change", ({ target }) => {
    if (target.name === "players") wanted = ticked("players").map(Number);
    showHints();
    changed();
  });

  function showHints() {
    const games = Number(byId("count").value);
    byId("count-hint").textContent = [
      whatGamesBuy(games, sides, byId("margin").value),
      timeWords(games, sides),
    ].join(" ");
    byId("margin-field").hidden = sides === 1;
    byId("skill-hint").hidden = !ticked("headline").includes(SKILL) || ticked("bots").length > 1;
  }

  return {
    /** The numbers of players that all variants allow, and how many variants there are. */
    setVariants(allowed, variants) {
      sides = variants;
      if (String(allowed) !== String(counts)) {
        counts = allowed;
        const fitting = wanted.filter((count) => counts.includes(count));
        const nearest = [...counts].sort(
          (a, b) => Math.abs(a - USUAL.players[0]) - Math.abs(b - USUAL.players[0]),
        )[0];
        const now = fitting.length > 0 ? fitting : [nearest];
        byId("players").replaceChildren(...counts.map((count) => chip(count, now.includes(count))));
      }
      showHints();
    },
    /** Why nothing can be played with what is ticked, or null. */
    fault() {
      if (counts.length === 0) return t("WebLabNoCount");
      if (ticked("players").length === 0) return t("WebLabTickPlayers");
      return ticked("bots").length === 0 ? t("WebLabTickBots") : null;
    },
    games: () => Number(byId("count").value),
    /** The part of a request that is about the games. */
    body() {
      const margins = sides > 1 ? { margins: [byId("margin").value] } : {};
      return {
        players: ticked("players").map(Number),
        bots: ticked("bots"),
        games: Number(byId("count").value),
        matters: [...ticked("headline"), ...ticked("metrics")],
        ...margins,
      };
    },
    /** Keeps what is chosen for the next time. */
    keep() {
      const { players, bots, games, matters } = this.body();
      keep("lab", { players, bots, games, matters, margin: byId("margin").value });
    },
  };
}

/**
 * What a number of games can find, at worst: a share near one half, no luck in common, five metrics
 * judged together. The quantile of 1 % (2.58) gives the interval of a verdict, and 0.84 more finds
 * the difference four times in five.
 */
function whatGamesBuy(games, sides, margin) {
  const points =
    sides === 1 ? 196 * Math.sqrt(0.25 / games) : parseFloat(margin) + 342 * Math.sqrt(0.5 / games);
  const rounded = formatNumber(points < 2 ? Math.round(points * 10) / 10 : Math.round(points));
  return t(sides === 1 ? "WebLabBuysAlone" : "WebLabBuys", { points: rounded });
}

const ticked = (id) => [...byId(id).querySelectorAll("input:checked")].map(({ value }) => value);

function fill(id, values, chosen, words) {
  byId(id).replaceChildren(...values.map((value) => h("option", { value }, words(value))));
  if (values.includes(chosen)) byId(id).value = chosen;
}

function tick(group, value, title, isTicked, about) {
  const id = `${group}-${value}`;
  return h(
    "li",
    {},
    h("input", {
      type: "checkbox",
      name: group,
      id,
      value,
      checked: isTicked,
      "aria-describedby": about && `${id}-about`,
    }),
    h("label", { for: id }, title),
    about && h("span", { class: "hint", id: `${id}-about` }, about),
  );
}

const chip = (count, isTicked) =>
  h(
    "label",
    { class: "chip" },
    h("input", { type: "checkbox", name: "players", value: count, checked: isTicked }),
    count,
  );
