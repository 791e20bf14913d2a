// The page of a game: played and watched live, or shown again.

import { api, byId, errorBox, gameTokens, h, rememberGame, startPage, t } from "./common.js";
import { ownGames } from "./own-games.js";
import { address, can, idInAddress } from "./transport.js";

const id = idInAddress();
const query = new URLSearchParams(location.search);
const isLink = () => location.hash.startsWith("#record="); // to a game that is in it
// Only what is shown is loaded, together with the words.
const loaded = isLink() ? null : query.has("replay") ? import("./replay.js") : import("./play.js");
addEventListener("hashchange", () => isLink() && location.reload());

/**
 * Whoever comes by another link than that of a seat may have one from the game before. Without an
 * answer nobody is made an onlooker of a game of one's own.
 */
async function findSeats() {
  if (!can.tokens || gameTokens(id) || location.hash) return;
  for (const wait of [500, 2000]) {
    try {
      return await ownGames();
    } catch {
      await new Promise((done) => setTimeout(done, wait));
    }
  }
  await ownGames();
}

if (await startPage(null)) {
  byId("main").append(h("p", { class: "hint", id: "loading" }, t("WebLoading")));
  try {
    if (isLink()) {
      const { openLinkedGame } = await import("./linked-game.js");
      await openLinkedGame(byId("main"));
    } else if (query.has("replay")) {
      const [{ Replay }, shown] = await Promise.all([
        loaded,
        api(`games/${id}/replay`),
        findSeats(),
      ]);
      const replay = new Replay(id, shown);
      replay.open(Number(query.get("turn")));
    } else {
      // Says in words why there is no such game, which a live connection cannot.
      const [{ Play }] = await Promise.all([loaded, api(`games/${id}`), findSeats()]);
      const own = gameTokens(id);
      if (own) rememberGame(own); // a game that is gone on with is kept before all others
      new Play(id);
    }
  } catch (error) {
    byId("main").append(
      h("h1", {}, "Tsuro"),
      errorBox(error),
      h("p", {}, h("a", { class: "button", href: address("launch") }, t("WebNewGame"))),
    );
  }
  byId("loading").remove();
}
