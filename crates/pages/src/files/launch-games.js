// On top of the launch page: the games that this device plays; and, when a table is opened, its
// links.

import {
  announce,
  api,
  byId,
  copy,
  editions,
  forgetGame,
  gameTokens,
  h,
  seatMark,
  seatName,
  t,
} from "./common.js";
import { ownGames } from "./own-games.js";
import { removeButton } from "./removing.js";
import { address, can, isLocal, shareAddress } from "./transport.js";

const LISTED = 12;

export async function showYourGames() {
  byId("all-mine").hidden = !can.tokens;
  if (can.tokens) byId("to-mine").href = address("mine");
  const entries = await (can.tokens ? gamesOfTokens() : allGames());
  const goesOn = ({ game }) => ["running", "gathering"].includes(game.state);
  const running = entries.filter(goesOn).slice(0, LISTED);
  byId("your-games-list").replaceChildren(...running.map(yourGame));
  // Games that have ended are on the page of all one's games.
  byId("your-games").hidden = entries.length === 0 || (running.length === 0 && !can.tokens);
}

async function gamesOfTokens() {
  const games = await ownGames().catch(() => []);
  const own = (game) => (game.state === "gathering" ? { id: game.id } : gameTokens(game.id));
  return games.map((game) => ({ kept: own(game), game })).filter(({ kept }) => kept);
}

/** Where tokens give no right, all games that go on. */
async function allGames() {
  const { games } = await api("games?state=running").catch(() => ({ games: [] }));
  return games.map((game) => ({ kept: { id: game.id }, game }));
}

function yourGame({ kept, game: { id, title, turn, names, state } }) {
  const isBefore = state === "gathering";
  const when = isBefore
    ? t("WebMineBefore")
    : turn === 0
      ? t("ReplayDeal")
      : t("WebGameTurn", { number: turn });
  const item = h(
    "li",
    { class: "row ends" },
    h(
      "span",
      {},
      h("strong", {}, title),
      ` · ${when}`,
      h("br"),
      h("span", { class: "hint" }, names.join(", ")),
    ),
    h(
      "span",
      { class: "row" },
      h(
        "a",
        {
          class: "button",
          href: address(isBefore ? "table" : "game", { id }),
          "aria-label": t("WebGoOnNamed", { title }),
        },
        t("WebGoOn"),
      ),
      kept.links?.length > 0 &&
        h(
          "button",
          {
            type: "button",
            "aria-label": t("WebLinksNamed", { title }),
            onclick: () => showLinks({ id, links: kept.links }),
          },
          t("WebLinks"),
        ),
      !isBefore && forgetButton(),
    ),
  );
  function forgetButton() {
    return can.remove
      ? removeButton(`games/${encodeURIComponent(id)}`, title, removed)
      : h(
          "button",
          {
            type: "button",
            class: "quiet",
            "aria-label": t("WebForgetNamed", { title }),
            onclick: forget,
          },
          t("WebForget"),
        );
  }
  function forget() {
    forgetGame(id);
    item.remove();
    announce(t("WebForgotten", { title }));
    removed();
  }
  function removed() {
    byId("your-games").hidden = byId("your-games-list").children.length === 0;
    byId("main").focus(); // the button that had the focus is gone
  }
  return item;
}

/** Shows the links of a table in place of the choice. `links`: `{seat, token, name}`. */
export async function showLinks({ id, links, table = address("game", { id }) }) {
  byId("setup").hidden = true;
  byId("your-games").hidden = true;
  byId("links").hidden = false;
  const { address: known } = await editions();
  // Links with an address of this device alone lead nowhere on others.
  byId("links-local").hidden = !isLocal() || Boolean(known);
  byId("links-local").textContent = t("WebOpenLocal");
  const url = (hash) => shareAddress("game", { id, hash }, known);
  const seats = links.map(({ seat, token, name }) =>
    linkEntry(url(token), {
      key: seat,
      what: t("WebLinkOf", { who: name ?? seatName(seat) }),
      mark: seatMark(seat),
    }),
  );
  byId("links-list").replaceChildren(
    ...seats,
    linkEntry(url(), { key: "watch", what: t("WebLinkWatch") }),
  );
  byId("to-table").href = table;
  byId("links-title").focus();
}

function linkEntry(url, { key, what, mark = null }) {
  const field = h("input", {
    id: `link-${key}`,
    readonly: true,
    value: url,
    class: "code",
    onfocus: () => field.select(),
  });
  const share = () => navigator.share({ title: "Tsuro", text: what, url }).catch(() => {});
  return h(
    "li",
    { class: "link" },
    h("label", { for: `link-${key}` }, mark, " ", what),
    field,
    h(
      "button",
      { type: "button", "aria-label": t("WebCopyNamed", { what }), onclick: () => copy(url) },
      t("WebCopy"),
    ),
    navigator.share &&
      h(
        "button",
        { type: "button", "aria-label": t("WebShareNamed", { what }), onclick: share },
        t("WebShare"),
      ),
  );
}
