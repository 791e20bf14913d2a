// How the pages reach what answers them: here a server. Its interface, the live connections of
// games, and the addresses of pages: no other module knows these, so that the same pages can be
// answered in another way.

const API = "/api/1/";
const REST = 1500; // ms before a page looks for games that wait

/** The paths of the pages; of those of a game or a run, with its id. */
const PATHS = {
  launch: () => "/",
  table: (id) => `/table/${id}`,
  evening: (id) => `/evening/${id}`,
  game: (id) => `/game/${id}`,
  review: (id) => `/game/${id}/review`,
  "how-to-play": () => "/how-to-play",
  learn: () => "/learn",
  puzzles: () => "/puzzles",
  lab: () => "/lab",
  suites: () => "/lab/suites",
  run: (id) => `/lab/${id}`,
  rules: () => "/rules",
  history: () => "/history",
  mine: () => "/mine",
  ratings: () => "/ratings",
};

/**
 * What there is: seats for people at other devices (`invite`), games as moving pictures (`film`),
 * limits for decisions (`clock`), answers that open in a tab (`tabs`), games and runs that can be
 * removed (`remove`, with the method `DELETE`), seats and runs that are of whoever has their tokens
 * (`tokens`; without, all are one's own), addresses that lead others to the same page (`links`),
 * and such that have a rule set or a game in them (`packed`).
 */
export const can = {
  invite: true,
  film: true,
  clock: true,
  tabs: true,
  remove: false,
  tokens: true,
  links: true,
  packed: typeof CompressionStream === "function",
};

/** What a page says when not even its words have come. */
export const SILENT = "Tsuro: the server does not answer. Le serveur ne répond pas.";

/**
 * Begins; called once, by each page. `tell(key, names)`, which says a sentence, and `language()`
 * are not needed here. Browsers know services only over TLS and at the server's own machine.
 */
export function start() {
  for (const link of [
    { rel: "manifest", href: "/site.webmanifest" },
    { rel: "apple-touch-icon", href: "/static/icon-180.png" },
  ])
    document.head.append(Object.assign(document.createElement("link"), link));
  navigator.serviceWorker?.register("/service.js").catch((error) => console.info(error));
  // It needs this module itself, and what the page is for comes first.
  const watch = () => import("./my-turns.js").then(({ watchTurns }) => watchTurns());
  setTimeout(() => watch().catch(() => {}), REST);
}

// ---- Requests -----------------------------------------------------------------------------------

/** Sends a request to a path of the interface. Gives the `Response`; fails if none came. */
export function send(path, { method, body, token, signal, lang } = {}) {
  const url = new URL(API + path, location.origin);
  if (lang) url.searchParams.set("lang", lang);
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  return fetch(url, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  });
}

/**
 * Opens the live connection to a game. `onmessage` gets the text of each message, `onclose` the
 * code and the reason of the end.
 */
export function connect(id, { onopen, onmessage, onclose }) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const path = `${API}games/${encodeURIComponent(id)}/live`;
  const socket = new WebSocket(`${scheme}://${location.host}${path}`);
  socket.onopen = () => onopen();
  socket.onmessage = ({ data }) => onmessage(data);
  socket.onclose = ({ code, reason }) => onclose(code, reason);
  return { send: (text) => socket.send(text), close: () => socket.close() };
}

/** Shows a picture of the interface in an `<img>`. */
export function showPicture(image, path) {
  // Setting the same one again would load it again.
  if (image.getAttribute("src") !== API + path) image.src = API + path;
}

/**
 * Lets an `<a>` save an answer of the interface as a file. Without a name, the server names it;
 * with null, it opens instead.
 */
export function offer(link, path, name = "") {
  link.href = API + path;
  if (name !== null) link.download = name;
  return link;
}

// ---- Addresses ----------------------------------------------------------------------------------

/** The address of a page; `query` and `hash` without their signs. */
export const address = (page, { id = "", query, hash } = {}) =>
  PATHS[page](encodeURIComponent(id)) + (query ? `?${query}` : "") + (hash ? `#${hash}` : "");

/** The id of the game or run whose page this is. */
export const idInAddress = () => decodeURIComponent(location.pathname.split("/")[2] ?? "");

/** Gives the page another address, without loading it. `isNew`: one can go back to the old one. */
export const setAddress = (href, { isNew = false } = {}) =>
  isNew ? history.pushState(null, "", href) : history.replaceState(null, "", href);

/** Whether the address of this page leads other devices to themselves. */
export const isLocal = () => /^(localhost|127\.|\[::1\])/.test(location.hostname);

/**
 * The address of a page for other devices. `known` is an address at which they reach the server, if
 * there is one.
 */
export const shareAddress = (page, parts, known) =>
  new URL(address(page, parts), isLocal() && known ? known : location.origin).href;
