// The history page: the games of the server, the last changed first.

import {
  announce,
  api,
  byId,
  editions,
  english,
  errorBox,
  formatAgo,
  formatNumber,
  gameTokens,
  h,
  request,
  seatMark,
  startPage,
  t,
} from "./common.js";
import { partsOf } from "./records-file.js";
import { removeButton } from "./removing.js";
import { address, can, offer, setAddress } from "./transport.js";

const PAUSE = 300; // ms without typing before a name is looked for
const LARGEST = 4 * 1024 * 1024; // bytes of a request with records
const LARGEST_FILE = 64 * 1024 * 1024; // bytes

const STATES = {
  running: "WebStateRunning",
  over: "WebStateOver",
  broken: "WebStateBroken",
  expired: "WebStateExpired",
  uploaded: "WebStateUploaded",
};

let asked = 0;
let last = null; // the last entry that is listed
let measuring = null; // what measures the games, once somebody has asked for it

async function prepareFilter() {
  const all = () => h("option", { value: "" }, t("WebAll"));
  byId("filter-state").append(
    all(),
    ...Object.entries(STATES).map(([value, key]) => h("option", { value }, t(key))),
  );
  byId("filter-rules").append(all());
  try {
    const { editions: list } = await editions();
    byId("filter-rules").append(
      ...list.map(({ reference, title }) => h("option", { value: reference }, title)),
    );
  } catch {
    // The list of games says why.
  }
  // The address keeps the choice, so that it can be shared and gone back to.
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = byId(`filter-${name}`);
    if (field?.type === "checkbox") field.checked = value === field.value;
    else if (field) field.value = value;
  }
  const form = byId("filter");
  let timer;
  form.addEventListener("change", () => load(false));
  form.addEventListener("input", ({ target }) => {
    clearTimeout(timer);
    if (target.id === "filter-name") timer = setTimeout(() => load(false), PAUSE);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
}

/** What is set in the filter. */
const filter = () =>
  new URLSearchParams([...new FormData(byId("filter"))].filter(([, value]) => value));

/** Lists what fits the filter: from the beginning, or what comes after the last entry. */
async function load(isMore) {
  const number = ++asked;
  const query = filter();
  setAddress(address("history", { query: String(query) }));
  measuring?.showFilter(String(query));
  const isFiltered = query.size > 0;
  if (isMore && last) query.set("before", `${last.changed}.${last.id}`);
  byId("state").textContent = t("WebLoading");
  try {
    const { games, more } = await api(`games?${query}`);
    if (number !== asked) return; // another filter has been set since
    const entries = games.map(entry);
    if (isMore) byId("games").append(...entries);
    else byId("games").replaceChildren(...entries);
    last = games.at(-1) ?? last;
    byId("more").hidden = !more;
    showCount(isFiltered);
    // The button may be gone; the first new entry is what was asked for.
    if (isMore) entries[0]?.querySelector("a, button")?.focus();
  } catch (error) {
    if (number === asked) byId("state").replaceChildren(errorBox(error));
  }
}

function showCount(isFiltered) {
  const count = byId("games").children.length;
  byId("state").textContent =
    count > 0 ? t("WebListed", { count }) : t(isFiltered ? "WebNoGamesFound" : "WebNoGames");
}

function entry(game) {
  const { id, title, state, names, winners, turn, changed, why } = game;
  return h(
    "li",
    { class: "panel" },
    h(
      "div",
      { class: "row ends" },
      h("h2", {}, title),
      h("span", { class: `badge ${state}` }, t(STATES[state] ?? state)),
    ),
    h(
      "p",
      { class: "names" },
      names.map((name, seat) => player(name, seat, winners)),
    ),
    h(
      "p",
      { class: "hint" },
      `${turns(state, turn)} · `,
      h(
        "time",
        {
          datetime: new Date(changed * 1000).toISOString(),
          title: new Date(changed * 1000).toLocaleString(document.documentElement.lang),
        },
        formatAgo(changed),
      ),
      why && [" · ", english(why)],
    ),
    h("div", { class: "row" }, actions(game)),
  );
}

/** How far a game has come, in words. */
function turns(state, turn) {
  if (turn === 0) return t("ReplayDeal");
  return t(state === "running" || turn === 1 ? "WebGameTurn" : "WebGameTurns", { number: turn });
}

function player(name, seat, winners) {
  const hasWon = winners?.includes(seat) ?? false; // null while a game goes on
  const word =
    hasWon && h("span", { class: "badge" }, t(winners.length > 1 ? "WebWinnerTie" : "WebWinner"));
  return h("span", { class: hasWon ? "won" : null }, seatMark(seat), name, word);
}

// What can be done with a game, and the same with its title.
const GO_ON = ["WebGoOn", "WebGoOnNamed"];
const WATCH = ["WebWatch", "WebWatchNamed"];
const REPLAY = ["WebReplay", "WebReplayNamed"];
const REVIEW = ["WebReview", "WebReviewNamed"];

function actions({ id, title, state }) {
  const link = (href, [key, named]) =>
    h("a", { class: "button", href, "aria-label": t(named, { title }) }, t(key));
  const tokens = gameTokens(id);
  const isOwn = Boolean(tokens) || !can.tokens;
  const isRunning = state === "running";
  const token = tokens?.seats[0]?.token;
  return [
    isRunning
      ? link(address("game", { id }), isOwn ? GO_ON : WATCH)
      : link(address("game", { id, query: "replay" }), REPLAY),
    !isRunning && link(address("review", { id }), REVIEW),
    // Of a game that goes on, only a seat may have the record: what it has seen.
    (!isRunning || token || !can.tokens) &&
      h(
        "button",
        {
          type: "button",
          "aria-label": t("WebDownloadNamed", { title }),
          onclick: (event) => download(id, token, event.target),
        },
        t("WebDownload"),
      ),
    can.remove && removeButton(`games/${encodeURIComponent(id)}`, title, removed),
  ];
  function removed() {
    showCount(location.search !== "");
    byId("state").focus();
  }
}

/** Saves a record. A plain link could not carry the token. */
async function download(id, token, button) {
  const row = button.parentElement;
  row.querySelector(".error")?.remove();
  button.disabled = true;
  try {
    const response = await request(`games/${encodeURIComponent(id)}/record`, { token });
    const url = URL.createObjectURL(await response.blob());
    h("a", { href: url, download: `tsuro-${id}.jsonl` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
    announce(t("WebDownloaded"));
  } catch (error) {
    row.append(errorBox(error));
  }
  button.disabled = false;
  button.focus();
}

async function upload({ target }) {
  const [file] = target.files;
  target.value = "";
  if (!file) return;
  const state = byId("upload-state");
  state.replaceChildren(h("p", {}, t("WebUploading")));
  const tooLarge = () => state.replaceChildren(h("p", { class: "error" }, t("WebUploadTooLarge")));
  if (file.size > LARGEST_FILE) return tooLarge();
  let bodies;
  try {
    bodies = partsOf(await file.text()).map((text) => ({ text }));
  } catch (error) {
    // The file was changed or removed after it was chosen.
    return state.replaceChildren(errorBox(error));
  }
  // A single record can be as large as this; escapes make a request larger than its part.
  if (bodies.some((body) => new Blob([JSON.stringify(body)]).size > LARGEST)) return tooLarge();
  await bring(bodies, state);
}

/** Brings the games of requests, one after the other, and says how many came. */
async function bring(bodies, state) {
  let [came, last] = [0, null];
  const counted = () => came > 0 && h("p", {}, t("WebUploaded", { count: formatNumber(came) }));
  const show = (...children) => state.replaceChildren(...children.filter(Boolean));
  try {
    for (const body of bodies) {
      const { id, count } = await api("records", { body });
      [came, last] = [came + count, id];
      show(h("p", {}, t("WebUploading")), counted());
    }
    if (came === 1) return location.assign(address("game", { id: last, query: "replay" }));
    show(counted());
  } catch (error) {
    show(counted(), errorBox(error));
  }
  if (came > 0) load(false);
}

/** Puts the games beside those of bots. Few visitors do, so what is for it comes with the click. */
async function measure() {
  byId("measured").hidden = false;
  byId("measured-title").focus();
  try {
    measuring = await import("./history-measure.js");
    await measuring.measureGames(String(filter()));
  } catch (error) {
    byId("measured-state").replaceChildren(errorBox(error));
  }
}

if (await startPage("history")) {
  document.title = `${t("WebHistory")} – Tsuro`;
  if (!can.invite) byId("history-title").textContent = t("WebSiteHistory");
  offer(byId("export"), "export", "tsuro-games.jsonl");
  byId("upload").addEventListener("click", () => byId("upload-file").click());
  byId("upload-file").addEventListener("change", upload);
  byId("measure").addEventListener("click", measure);
  // A click that comes while the server is asked for the filter is not lost.
  await prepareFilter();
  byId("more").addEventListener("click", () => load(true));
  load(false);
}
