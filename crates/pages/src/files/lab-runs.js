// The runs of the laboratory: their tokens and how fast they were, which this device keeps, and the
// list.

import { api, byId, errorBox, formatAgo, h, keep, kept, t } from "./common.js";
import { gamesInWords, stateInWords } from "./lab-words.js";
import { removeButton } from "./removing.js";
import { address, can } from "./transport.js";

const RUNS = 40; // whose tokens are kept

/** The runs for which this device has a token, the last one first: `{id, token}`. */
const keptRuns = () => kept("runs", []).filter((run) => run?.id && run.token);

/** The token of a run, if it is one's own. Where tokens give no right, all are. */
export const runToken = (id) => (can.tokens ? keptRuns().find((run) => run.id === id)?.token : id);

/** Keeps the token of a run. Whether this device could. */
export const rememberRun = (id, token) =>
  !can.tokens ||
  keep("runs", [{ id, token }, ...keptRuns().filter((run) => run.id !== id)].slice(0, RUNS));

const PACES = 20; // that are kept
const paceKey = (bots) => [...bots].sort().join(",");

/**
 * How long a game of each rule set at each table took the last time with these bots, in seconds, if
 * that is known.
 */
export const paceOf = (bots) => kept("labPace", {})[paceKey(bots)];

/** Keeps how fast a run was. */
export function keepPace({ bots, games, seconds, rules, players }) {
  const pace = seconds / (games * rules.length * players.length);
  const { [paceKey(bots)]: _, ...others } = kept("labPace", {});
  keep(
    "labPace",
    Object.fromEntries([[paceKey(bots), pace], ...Object.entries(others)].slice(0, PACES)),
  );
}

/** Lists the runs of the server, the runs of this device first. */
export async function showRuns() {
  byId("runs-state").textContent = t("WebLoading");
  try {
    const { runs } = await api("runs");
    const own = runs.filter(({ id }) => runToken(id));
    const others = runs.filter(({ id }) => !runToken(id));
    byId("runs").replaceChildren(...[...own, ...others].map(entry));
    showCount(runs.length);
  } catch (error) {
    byId("runs-state").replaceChildren(errorBox(error));
  }
}

const showCount = (count) => (byId("runs-state").textContent = count > 0 ? "" : t("WebLabNoRuns"));

function entry(run) {
  const { id, state, names, changed } = run;
  return h(
    "li",
    { class: "row ends" },
    h(
      "span",
      {},
      h("a", { href: address("run", { id }) }, names.join(" · ")),
      h("br"),
      h("span", { class: "hint" }, `${gamesInWords(run)} · ${formatAgo(changed)}`),
    ),
    h(
      "span",
      { class: "row" },
      can.tokens && runToken(id) && h("span", { class: "badge" }, t("WebLabYours")),
      h("span", { class: `badge ${state}` }, stateInWords(state)),
      can.remove && removeButton(`runs/${encodeURIComponent(id)}`, names.join(" · "), removed),
    ),
  );
  function removed() {
    showCount(byId("runs").children.length);
    byId("runs-state").focus();
  }
}
