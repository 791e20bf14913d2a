// The page of this browser's games: what waits for the person first, then what goes on, then what
// has ended. All of them go to another device by a link that serves once.

import {
  announce,
  api,
  byId,
  copy,
  editions,
  errorBox,
  formatAgo,
  h,
  keptGames,
  rememberGame,
  startPage,
  t,
} from "./common.js";
import { timeWords } from "./clock.js";
import { noteTable, tableNote, tablesBefore } from "./gathered.js";
import { ownGames } from "./own-games.js";
import { settingBox, soundsAreOn } from "./settings.js";
import { canNotify, notifies, setNotifies } from "./turn-call.js";
import { address, isLocal, setAddress, shareAddress, showPicture } from "./transport.js";

const EVERY = 20_000; // ms
const MOST_SEATS = 32;
const GROUPS = [
  ["WebMineWaiting", ({ waits }) => waits],
  ["WebMineRunning", ({ waits, state }) => !waits && state === "running"],
  ["WebMineBefore", ({ state }) => state === "gathering"],
  ["WebMineEnded", ({ state }) => !["running", "gathering"].includes(state)],
];

// ---- The list -----------------------------------------------------------------------------------

/** How a game stands, in words. */
function standing({ waits, who, left, state, changed }) {
  const time = left === null ? null : t("WebTimeLeft", { time: timeWords(left) });
  const what = waits
    ? t("WebYourTurn")
    : state === "running" && who
      ? t("WebWaits", { who })
      : state === "gathering"
        ? null
        : formatAgo(changed);
  return [what, time].filter(Boolean).join(" · ");
}

const gameItem = (game) =>
  h(
    "li",
    { class: "row ends" },
    h(
      "span",
      {},
      h("strong", {}, game.title),
      h("br"),
      h("span", { class: "hint" }, game.names.join(", ")),
      h("br"),
      h("span", {}, standing(game)),
    ),
    h(
      "a",
      {
        class: game.waits ? "button primary" : "button",
        href: address(game.state === "gathering" ? "table" : "game", { id: game.id }),
        "aria-label": t(game.state === "running" ? "WebGoOnNamed" : "WebMineLookNamed", {
          title: game.title,
        }),
      },
      t(game.state === "running" ? "WebGoOn" : "WebMineLook"),
    ),
  );

async function showGames() {
  const games = await ownGames();
  const focus = document.activeElement?.getAttribute("href");
  const sections = GROUPS.map(([title, fits]) => [title, games.filter(fits)])
    .filter(([, found]) => found.length > 0)
    .map(([title, found]) =>
      h(
        "section",
        { class: "panel" },
        h("h2", {}, `${t(title)} (${found.length})`),
        h("ul", { class: "plain" }, found.map(gameItem)),
      ),
    );
  byId("games").replaceChildren(
    ...(sections.length > 0 ? sections : [h("p", { class: "hint" }, t("WebMineNone"))]),
  );
  // The link that had the focus has been made anew.
  if (focus)
    [...byId("games").querySelectorAll("a")]
      .find((link) => link.getAttribute("href") === focus)
      ?.focus();
}

// ---- How one is told ----------------------------------------------------------------------------

function showTold() {
  const box = h("input", { type: "checkbox", id: "notify" });
  box.checked = notifies();
  const problem = h("p", { role: "status" });
  box.addEventListener("change", async () => {
    const isDone = await setNotifies(box.checked);
    if (!isDone) box.checked = false;
    problem.textContent = isDone ? "" : t("WebMineNotifyNot");
  });
  byId("told").replaceChildren(
    settingBox("sounds", "WebSetSounds", soundsAreOn()),
    canNotify()
      ? h("p", { class: "row setting" }, box, h("label", { for: "notify" }, t("WebMineNotify")))
      : h("p", { class: "hint" }, t("WebMineNotifyNone")),
    problem,
  );
}

// ---- To another device --------------------------------------------------------------------------

async function carry() {
  try {
    const body = { text: JSON.stringify([...keptGames(), ...tablesBefore()]) };
    const { token } = await api("carry", { body });
    const { address: known } = await editions();
    const url = shareAddress("mine", { hash: token }, known);
    const field = h("input", {
      id: "carry-link",
      class: "code",
      readonly: true,
      value: url,
    });
    const code = h("img", {
      id: "qr",
      width: 200,
      height: 200,
      alt: t("WebGatherQr"),
    });
    showPicture(code, `qr.svg?address=${encodeURIComponent(url)}`);
    byId("carried").replaceChildren(
      isLocal() && !known ? h("p", { class: "error" }, t("WebOpenLocal")) : "",
      h("p", { role: "status" }, t("WebMineCarryOnce")),
      h("label", { for: "carry-link" }, t("WebMineCarryLink")),
      field,
      h("button", { type: "button", onclick: () => copy(url) }, t("WebCopyLink")),
      code,
    );
    field.focus();
    field.select();
  } catch (error) {
    byId("carried").replaceChildren(errorBox(error));
  }
}

const isToken = (token) => typeof token === "string" && /^[\w-]{22}$/.test(token);

/** Whether it is what another browser has kept of a game. */
function isGame({ id, host, seats, links }) {
  const areSeats = (list) =>
    Array.isArray(list) &&
    list.length <= MOST_SEATS &&
    list.every((entry) => Number.isInteger(entry?.seat) && isToken(entry.token));
  return (
    typeof id === "string" &&
    (host === undefined || isToken(host)) &&
    areSeats(seats) &&
    (links === undefined || areSeats(links))
  );
}

/** The same of a table before its game. */
const isTable = ({ id, host, tokens }) =>
  typeof id === "string" &&
  Array.isArray(tokens) &&
  tokens.length <= MOST_SEATS &&
  (host === undefined ? tokens : [host, ...tokens]).every(isToken);

/** What another browser has kept, as far as it is that. */
function entriesIn(text) {
  try {
    const entries = JSON.parse(text);
    return Array.isArray(entries) ? entries.filter((entry) => entry).reverse() : [];
  } catch {
    return [];
  }
}

async function take(token) {
  byId("problem").replaceChildren();
  try {
    const { text } = await api("carry/take", { body: { token } });
    const brought = entriesIn(text);
    const [games, tables] = [brought.filter(isGame), brought.filter(isTable)];
    for (const { id, host, tokens } of tables) {
      const old = tableNote(id); // this device may have seats at the same table
      const all = [...new Set([...old.tokens, ...tokens])];
      noteTable({ ...old, host: host ?? old.host, tokens: all });
    }
    for (const { id, host, seats, links, title, over } of games)
      rememberGame({ id, host, seats, links, title, over: Boolean(over) });
    byId("bring").hidden = true;
    announce(t("WebMineBrought", { count: games.length + tables.length }));
    await showGames();
    byId("title").focus();
  } catch (error) {
    const gone = h("p", { class: "error", role: "alert" }, t("WebMineBringGone"));
    byId("problem").replaceChildren(error.code === "not-found" ? gone : errorBox(error));
  }
}

function offerToTake() {
  const token = location.hash.slice(1);
  if (!/^[\w-]{22}$/.test(token)) return;
  setAddress(location.href.split("#")[0]);
  byId("bring").hidden = false;
  byId("take").addEventListener("click", () => take(token));
}

if (await startPage("mine")) {
  document.title = `${t("WebMine")} · Tsuro`;
  byId("carry").addEventListener("click", carry);
  offerToTake();
  showTold();
  try {
    await showGames();
    setInterval(() => document.hidden || showGames().catch(() => {}), EVERY);
  } catch (error) {
    byId("problem").replaceChildren(errorBox(error));
  }
}
