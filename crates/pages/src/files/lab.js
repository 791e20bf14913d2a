// The page of the laboratory: which variants are compared, by which games, and the runs of the
// server.

import {
  api,
  byId,
  editions,
  errorBox,
  formatNumber,
  h,
  sentence,
  startPage,
  t,
} from "./common.js";
import { choicesOf, labAddress, suitesAddress } from "./lab-address.js";
import { makeGames } from "./lab-games.js";
import { rememberRun, showRuns } from "./lab-runs.js";
import { makeVariants } from "./lab-variants.js";
import { letterOf } from "./lab-words.js";
import { lastPlayed, makeChooser, rulesBody } from "./rules-chooser.js";
import { address, can, setAddress } from "./transport.js";

let variants;
let games;

async function start() {
  const [server, { metrics }] = await Promise.all([editions(), api("metrics")]);
  games = makeGames({ bots: server.bots, metrics }, showStart);
  variants = makeVariants({ open: (choice) => chooser.choose(choice), changed });
  const chooser = makeChooser(server, {
    changed: (now) => variants.update(now),
    edited: (old, name) => variants.renamed(old, name),
  });
  byId("setup").addEventListener("submit", begin);
  const named = choicesOf(location.search);
  await variants.begin(named.length > 0 ? named : [lastPlayed(server)]);
}

function changed() {
  const all = variants.all();
  const answers = all.map(({ answer }) => answer).filter(Boolean);
  const [first = [], ...others] = answers.map(({ counts }) => counts ?? []);
  // While an answer is on its way, the numbers stay as they are.
  if (answers.length === all.length) {
    games.setVariants(
      first.filter((count) => others.every((counts) => counts.includes(count))),
      all.length,
    );
    setAddress(labAddress(all.map(({ choice }) => choice)));
    // What is compared with the first is what has changes to look at.
    byId("to-suites").href = suitesAddress(all.at(-1).choice);
  }
  showStart();
}

function showStart() {
  const all = variants.all();
  const bad = all.findIndex((_, index) => variants.fault(index));
  const isWaiting = all.some(({ answer, refusal }) => !answer && !refusal);
  const why =
    bad >= 0 ? `${letterOf(bad)}: ${variants.fault(bad)}` : isWaiting ? null : games.fault();
  byId("start").disabled = Boolean(why) || isWaiting;
  const what = {
    letters: all.map((_, index) => letterOf(index)).join(", "),
    games: formatNumber(games.games()),
  };
  byId("start-what").textContent = why
    ? sentence(why)
    : t(all.length > 1 ? "WebLabWhat" : "WebLabWhatAlone", what);
}

async function begin(event) {
  event.preventDefault();
  if (byId("start").disabled) return;
  const rules = variants.all().map(({ choice }) => rulesBody(choice));
  byId("start").disabled = true;
  byId("start-error").replaceChildren(h("p", { role: "status" }, t("WebLabStarting")));
  try {
    const { id, token } = await api("runs", { body: { rules, ...games.body() } });
    games.keep();
    // Where nothing can be kept, the address has to carry the token.
    location.assign(address("run", { id, hash: rememberRun(id, token) ? "" : token }));
    byId("start-error").replaceChildren();
  } catch (error) {
    byId("start-error").replaceChildren(errorBox(error));
  }
  showStart();
}

if (await startPage("lab")) {
  document.title = `${t("WebLab")} – Tsuro`;
  if (!can.invite) byId("runs-hint").textContent = t("WebSiteRuns");
  showRuns();
  try {
    await start();
  } catch (error) {
    byId("choose-variants").prepend(errorBox(error));
  }
}
