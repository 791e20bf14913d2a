// What all pages share. A page begins with
// `await startPage("new" | "history" | "lab" | "rules" | null)`; `t` works after it.

import { address, can, idInAddress, send, showPicture, SILENT, start } from "./transport.js";

// ---- Storage ------------------------------------------------------------------------------------

/** The value that this device keeps under a name, or `otherwise`. */
export function kept(name, otherwise = null) {
  try {
    return JSON.parse(localStorage.getItem(`tsuro.${name}`)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * Keeps a value on this device; `undefined` removes it. Whether it worked: storage can be full or
 * forbidden.
 */
export function keep(name, value) {
  try {
    if (value === undefined) localStorage.removeItem(`tsuro.${name}`);
    else localStorage.setItem(`tsuro.${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

// ---- Requests -----------------------------------------------------------------------------------

/**
 * What the server refused. `code` is one of the interface's codes, or `offline` where no answer
 * came.
 */
export class ApiError extends Error {
  constructor(status, code, message, body = {}) {
    super(message);
    Object.assign(this, { status, code, body });
  }
}

/**
 * A request to a path of the interface, like `games/k7fq2mxa`. Gives the `Response`, or throws an
 * `ApiError`.
 */
export async function request(path, options) {
  let response;
  try {
    response = await send(path, { lang: language(), ...options });
  } catch {
    throw new ApiError(0, "offline", t("WebOffline"));
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new ApiError(
    response.status,
    answer.code ?? "",
    answer.error ?? t("WebFailed", { status: response.status }),
    answer,
  );
}

/** A request whose answer is JSON. With a `body` it is a POST. */
export async function api(path, options) {
  const response = await request(path, options);
  try {
    return await response.json();
  } catch {
    throw new ApiError(response.status, "offline", t("WebOffline"));
  }
}

// ---- Words --------------------------------------------------------------------------------------

let words = {};

/** The code of the language in which the page is shown. */
export const language = () =>
  words.WebLanguageCode ?? kept("language") ?? navigator.language?.slice(0, 2) ?? "en";

async function loadWords() {
  const script = document.querySelector("script[type=module]")?.src.split("/").at(-1);
  const path = `words?of=${script}`;
  words = await api(path).catch((error) => {
    if (error.status === 0) throw error;
    return api(path, { lang: "en" });
  });
  document.documentElement.lang = language();
}

/** A text whose lines begin with no sign that belongs to what is before it: `5 %`, `Quoi ?`. */
export const whole = (text) => text.replace(/ (?=[%:;?!»](?:[\s.,;)]|$))|(?<=«) /g, "\u00a0");

/** The sentence of a key, with its `{names}` filled in. */
export function t(key, names = {}) {
  return whole((words[key] ?? key).replace(/\{(\w+)\}/g, (gap, name) => names[name] ?? gap));
}

/** Like [t], where names can stand for elements. Gives the parts of the sentence. */
export const tParts = (key, names) =>
  (words[key] ?? key)
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 ? (names[part] ?? "") : part));

/**
 * Fills in the elements of the page's HTML that name their sentences: `data-t` the text,
 * `data-t-label` the label.
 */
export function translate(root = document) {
  for (const element of root.querySelectorAll("[data-t]"))
    element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.dataset.tLabel));
  }
}

/** A number or a date in the page's language. */
export const formatNumber = (number) => new Intl.NumberFormat(language()).format(number);

/** Numbers of players in words: `2–8`, `2, 4 or 6`. */
export function countWords(counts) {
  const [first, last] = [counts[0], counts.at(-1)];
  if (last === 1) return t("WebOnePlayer");
  const isRange = counts.length > 2 && last - first === counts.length - 1;
  const list = new Intl.ListFormat(language(), { type: "disjunction" }).format(counts.map(String));
  return t("WebPlayers", { counts: isRange ? `${first}–${last}` : list });
}

/** How long ago some seconds since 1970 are, in words: `3 minutes ago`; after a week, the date. */
export function formatAgo(seconds) {
  const past = seconds - Date.now() / 1000;
  const unit = [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ].find(([, length]) => -past >= length);
  if (-past > 7 * 86400)
    return new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(seconds * 1000);
  const relative = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  return unit ? relative.format(Math.round(past / unit[1]), unit[0]) : relative.format(0, "second");
}

let editionsAsked;

/** The editions, bots, languages and clocks of the server; asked for once. */
export const editions = () => (editionsAsked ??= api("editions"));

// ---- Elements -----------------------------------------------------------------------------------

/**
 * An element. An attribute that is a function listens to the event of its name (`onclick`); `true`
 * and `false` set and leave out; `dataset` is an object. Children are nodes, texts (never markup),
 * arrays of these, or null.
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "value") continue;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children
      .flat(Infinity)
      .filter((child) => child !== null && child !== undefined && child !== false),
  );
  // A select takes a value only when it has its options.
  if (attributes?.value !== undefined) element.value = attributes.value;
  return element;
}

/** What is made of the board that the page shows. */
const boardLook = () => document.documentElement.dataset.look ?? "stone";

/**
 * The path of the picture of a tile. How a special one looks is known by the rules of the game
 * whose page this is.
 */
const tilePath = (tile, rotation) =>
  tile < 35
    ? `tiles/${tile}-${rotation}.svg?look=${boardLook()}`
    : `games/${encodeURIComponent(idInAddress())}/tiles/${tile}.svg?lang=${language()}`;

/** Shows a tile in an `<img>`. */
export const showTile = (image, tile, rotation = 0) => showPicture(image, tilePath(tile, rotation));

/** An `<img>` with a tile. */
export function tileImage(tile, rotation, attributes) {
  const image = h("img", attributes);
  showTile(image, tile, rotation);
  return image;
}

/** The first element with this id. */
export const byId = (id) => document.getElementById(id);

/** An SVG element from the text of a whole drawing, or of a part of one like `<g>…</g>`. */
export function svgFrom(text) {
  const whole = /^\s*<(\?xml|svg)\b/.test(text)
    ? text
    : `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`;
  const root = new DOMParser().parseFromString(whole, "image/svg+xml").documentElement;
  if (root.querySelector("parsererror") || root.nodeName === "parsererror")
    throw new Error("not an SVG drawing");
  // The server escapes what it draws; this is a second line of defence.
  for (const element of root.querySelectorAll("script, foreignObject, iframe, style, a"))
    element.remove();
  for (const element of [root, ...root.querySelectorAll("*")]) {
    for (const { name, value } of [...element.attributes]) {
      const leads = /(^|:)href$/i.test(name) && !/^(#|data:image\/)/.test(value);
      if (/^on/i.test(name) || leads) element.removeAttribute(name);
    }
  }
  return document.importNode(whole === text ? root : root.firstElementChild, true);
}

/**
 * The letters and names of seats without a name, as the server gives them: the names of the
 * colours first.
 */
const colors = () => t("Colors").split(" ");

export function seatLetter(seat) {
  const initials = colors().map((color) => color[0]);
  const rest = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"].filter(
    (letter) => !initials.includes(letter),
  );
  return [...initials, ...rest][seat] ?? "?";
}

export const seatName = (seat) => colors()[seat] ?? t("PlayerName", { letter: seatLetter(seat) });

/** The round mark of a seat: its colour and its letter. */
export function seatMark(seat, letter = seatLetter(seat)) {
  return h("span", { class: `seat-mark seat-${seat % 8}` }, letter);
}

/**
 * A text in English, whatever the language of the page: rules are documented and checked in
 * English.
 */
export const english = (text) => h("span", { lang: "en" }, text);

/**
 * What errors are called in the language of the page. What is wrong with a request itself is said
 * in English.
 */
const SAID = {
  "not-found": "WebErrorNotFound",
  forbidden: "WebErrorForbidden",
  late: "WebErrorLate",
  sealed: "WebErrorSealed",
  busy: "WebErrorBusy",
  "too-many-idle": "WebErrorTooManyIdle",
  "game-ended": "WebErrorGameEnded",
  "nothing-to-take-back": "WebErrorNothingBack",
  "not-agreed": "WebErrorNotAgreed",
  "other-asked": "WebErrorOtherAsked",
  "nobody-asked": "WebErrorNobodyAsked",
  "too-large": "WebErrorTooLarge",
  full: "WebErrorNoRoom",
  broken: "WebClosedBroken",
  unavailable: "WebErrorUnavailable",
  fault: "WebErrorFault",
  stale: "WebErrorStale",
  "other-version": "WebErrorOtherVersion",
};

/** The message of an error, as a sentence. */
export function messageOf({ message, body, code }) {
  const isEnglish = language() === "en";
  if (!isEnglish && SAID[code]) return h("span", {}, t(SAID[code]));
  return h("span", { lang: body?.error && !isEnglish ? "en" : null }, sentence(message));
}

/** An error in a box, to be put where it belongs. */
export function errorBox(error) {
  const help = error.code === "full" ? ` ${t("WebErrorFull")}` : null;
  if (!(error instanceof ApiError)) console.error(error);
  return h("p", { class: "error", role: "alert" }, messageOf(error), help);
}

/** A message, which may be a fragment, as a sentence. */
export const sentence = (text) =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

/** Copies a text, and says so. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without HTTPS there is no clipboard interface, and servers in a home network have none.
    const field = h("textarea", { value: text, readonly: true, class: "visually-hidden" });
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    if (!copied) return announce(t("WebNotCopied"));
  }
  announce(t("WebCopied"));
}

// ---- Games of this device -----------------------------------------------------------------------

const GAMES = 40;

/**
 * The games for which this device has tokens, the last one first:
 * `{id, host, seats: [{seat, token}], links, title, at, over}`. None where tokens give no right.
 */
export const keptGames = () =>
  can.tokens ? kept("games", []).filter((game) => game?.id && Array.isArray(game.seats)) : [];

/** Whether the person here wanted a game to be forgotten. */
export const isForgotten = (id) => kept("forgotten", []).includes(id);

/**
 * Keeps the tokens of a game: `seats` has the tokens that are played here, `links` the tokens that
 * were given away. Seats that were known stay. Whether this device could keep them.
 */
export function rememberGame({ id, host, seats = [], links, title, over }) {
  if (!can.tokens) return true;
  const old = gameTokens(id);
  const others = (old?.seats ?? []).filter(({ seat }) => !seats.some((mine) => mine.seat === seat));
  const game = { ...old, id, seats: [...others, ...seats], at: Date.now() };
  for (const [name, value] of Object.entries({ host, links, title, over }))
    if (value !== undefined) game[name] = value;
  const games = [game, ...keptGames().filter((other) => other.id !== id)];
  // A game that goes on can be longer ago than all that have ended since.
  while (games.length > GAMES) {
    const ended = games.findLastIndex(({ over }) => over);
    games.splice(ended, 1); // the last one, where none has ended
  }
  return keep("games", games);
}

/** The entry of a game in [keptGames], or undefined. */
export const gameTokens = (id) => keptGames().find((game) => game.id === id);

export function forgetGame(id) {
  keep(
    "games",
    keptGames().filter((game) => game.id !== id),
  );
  keep("forgotten", [id, ...kept("forgotten", [])].slice(0, GAMES));
}

/** Notes which of the games that are kept have ended. */
export function noteEnded(ids) {
  const isNews = ({ id, over }) => !over && ids.has(id);
  const games = keptGames();
  if (games.some(isNews))
    keep(
      "games",
      games.map((game) => (isNews(game) ? { ...game, over: true } : game)),
    );
}

// ---- The frame of a page ------------------------------------------------------------------------

let live;

/** Says a text to screen readers, when they are done with what they say. */
export function announce(text) {
  if (!live) {
    live = h("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
    document.body.append(live);
  }
  // The same text twice would be no change, and would not be said.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

const THEMES = ["auto", "light", "dark"];

/** The theme: `auto` (as the system has it), `light` or `dark`. */
export const theme = () => (THEMES.includes(kept("theme")) ? kept("theme") : "auto");

export function setTheme(name) {
  keep("theme", name);
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
}

function themeButton() {
  const button = h("button", { type: "button", class: "quiet theme-button" });
  const show = (name) => {
    button.dataset.now = name;
    const word = t({ auto: "WebThemeAuto", light: "WebThemeLight", dark: "WebThemeDark" }[name]);
    button.replaceChildren(h("span", { class: "if-wide" }, `${t("WebTheme")} ${word}`));
  };
  let now = theme();
  button.addEventListener("click", () => {
    now = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
    setTheme(now);
    show(now);
  });
  show(now);
  return button;
}

function languageSelect() {
  const select = h(
    "select",
    { "aria-label": t("WebLanguage") },
    h("option", { value: language() }, language()),
  );
  editions()
    .then(({ languages }) => {
      select.replaceChildren(
        ...languages.map(({ code, name }) => h("option", { value: code, lang: code }, name)),
      );
      select.value = language();
    })
    .catch(() => {});
  // All that is on a page was made in its language, so that a new one begins anew.
  select.addEventListener("change", () => {
    keep("language", select.value);
    location.reload();
  });
  return h(
    "span",
    { class: "language" },
    h("span", { class: "short", "aria-hidden": "true" }, language()),
    select,
  );
}

/** Fills the page's `<header id="header">`. `active`: `new`, `learn`, `history`, `lab`,
 * `how`, `rules` or null. */
export function renderHeader(active) {
  const link = (name, page, key) =>
    h("a", { href: address(page), "aria-current": name === active ? "page" : null }, t(key));
  byId("header").replaceChildren(
    h("a", { class: "brand", href: address("launch") }, "Tsuro"),
    h(
      "nav",
      { "aria-label": t("WebPages") },
      link("new", "launch", "WebNewGame"),
      link("learn", "learn", "WebLearn"),
      link("history", "history", "WebHistory"),
      link("lab", "lab", "WebLab"),
      link("how", "how-to-play", "WebHow"),
      link("rules", "rules", "WebRules"),
    ),
    h("div", { class: "settings" }, languageSelect(), themeButton()),
  );
}

// What is said on top of the page before there are words.
let untold = [];

/** Says a sentence on top of the page, as soon as there are words. */
function tell(key, names) {
  if (untold) return untold.push([key, names]);
  return byId("main").prepend(h("p", { class: "hint panel", role: "status" }, t(key, names)));
}

/**
 * Loads the words and makes the frame of the page. Whether it worked; if not, the page says why.
 */
export async function startPage(active) {
  start({ tell, language });
  try {
    await loadWords();
  } catch {
    byId("main").prepend(h("p", { class: "error", role: "alert" }, SILENT));
    return false;
  }
  translate();
  renderHeader(active);
  document.documentElement.dataset.ready = "";
  const told = untold;
  untold = null;
  told.forEach((said) => tell(...said));
  return true;
}
