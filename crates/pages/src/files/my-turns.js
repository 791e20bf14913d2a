// On every page of a server: how many games wait for the person, in the header and in the title,
// and a call when another one does.

import { byId, h, t } from "./common.js";
import { ownGames } from "./own-games.js";
import { address, idInAddress } from "./transport.js";

const EVERY = 60_000;

let known = null; // the games that waited when they were last looked for

/** The game of this page tells of itself. */
const isHere = (id) =>
  location.pathname.startsWith(address("game", { id })) && idInAddress() === id;

function show(count) {
  const header = byId("header");
  header?.querySelector(".waiting")?.remove();
  // Pages of games have titles of their own.
  if (!document.body.classList.contains("game"))
    document.title = (count > 0 ? "● " : "") + document.title.replace(/^● /, "");
  if (count === 0) return;
  const words = t(count === 1 ? "WebMineOneWaits" : "WebMineWait", { count });
  const sign = h("span", { "aria-hidden": "true" }, `● ${count}`);
  const said = h("span", { class: "visually-hidden" }, words);
  const link = { class: "waiting badge", href: address("mine"), title: words };
  header?.querySelector(".brand")?.after(h("a", link, sign, said));
}

async function look() {
  const games = await ownGames().catch(() => null);
  if (!games) return; // the next time perhaps
  const waiting = games.filter(({ id, waits }) => waits && !isHere(id));
  const news = waiting.filter(({ id }) => known && !known.has(id));
  known = new Set(waiting.map(({ id }) => id));
  show(waiting.length);
  if (news.length === 0) return;
  const { callForTurn } = await import("./turn-call.js");
  for (const { id, title } of news) callForTurn({ title, href: address("game", { id }) });
}

/** Looks now and then, for as long as the page is open. */
export function watchTurns() {
  look();
  setInterval(look, EVERY);
}
