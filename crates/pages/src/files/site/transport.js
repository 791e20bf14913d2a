// How the pages reach what answers them: here an engine in a worker of the page, so that they need
// no server. What the other modules import of it is what they import of the one for a server.

import { ask, gameHeads, PICTURES, remove, setTell, USUAL } from "./desk.js";
import { connectTo } from "./lives.js";

/** The files of the pages, which are beside each other. */
const FILES = {
  launch: "index.html",
  game: "game.html",
  review: "review.html",
  "how-to-play": "how-to-play.html",
  learn: "learn.html",
  puzzles: "puzzles.html",
  lab: "lab.html",
  suites: "suites.html",
  run: "lab-run.html",
  rules: "rules.html",
  history: "history.html",
};

/** Whether the pages were opened from a folder of this device. */
const isFolder = location.protocol === "file:";

/** What pages can offer: nothing that needs a server. */
export const can = {
  invite: false,
  film: false,
  clock: false,
  tabs: false,
  remove: true,
  tokens: false,
  links: !isFolder,
  packed: !isFolder && typeof CompressionStream === "function",
};

export const SILENT =
  "Tsuro: the engine of the game could not be loaded. Le moteur du jeu n’a pas pu être chargé.";

let tell = () => {};
let language = () => null;

/**
 * Begins; called once, by each page. `tell(key, names)` says a sentence on the page, and
 * `language()` gives the code of its language.
 */
export function start(how) {
  ({ tell, language } = how);
  setTell(tell);
  if (isFolder) return;
  // Without it the pages work as long as there is a connection.
  navigator.serviceWorker?.register("service.js").catch((error) => console.info(error));
}

// ---- Requests -----------------------------------------------------------------------------------

/** Gives an answer of the engine as a `Response`. All seats are at this device: no tokens. */
export async function send(path, { method, body, signal, lang } = {}) {
  signal?.throwIfAborted();
  if (path === "export") return allRecords();
  if (method === "DELETE") return removeKept(path);
  if (path === "measure") body = { asked: body, history: await lastRecords(body.filter) };
  const [plain, query = ""] = path.split("?");
  const request = {
    method: method ?? (body === undefined ? "GET" : "POST"),
    path: plain,
    query,
    body: body === undefined ? null : JSON.stringify(body),
    lang: lang ?? null,
  };
  // Pictures are many, and nothing depends on them.
  const queue = plain.endsWith(".svg") ? PICTURES : USUAL;
  const { status, type, body: text, name } = await ask(request, queue, { signal });
  const headers = { "Content-Type": type ?? "application/json" };
  if (name) headers["X-Name"] = name;
  return new Response(text ?? "", { status, headers });
}

/** Removes what has this path: `games/ID` or `runs/ID`. */
async function removeKept(path) {
  const [kinds, id] = path.split("/");
  await remove(kinds === "games" ? "game" : "run", decodeURIComponent(id));
  return new Response("{}", { headers: { "Content-Type": "application/json" } });
}

const ENDED = ["over", "uploaded"];
const MOST_MEASURED = 500; // games that the engine measures at once

/** What could not be done, as the page says it. */
class Told extends Error {
  constructor(key, names) {
    super(key);
    Object.assign(this, { key, names });
  }
}

const endedHeads = async () => (await gameHeads()).filter((head) => ENDED.includes(head?.state));

const recordOf = ({ id }) => send(`games/${encodeURIComponent(id)}/record`);

/** The records of all games that are over or were uploaded: of all, or there is no file. */
async function allRecords() {
  const texts = [];
  for (const head of await endedHeads()) {
    const { id, names = [] } = head;
    const response = await recordOf(head);
    if (!response.ok) throw new Told("WebSiteNoExport", { names: names.join(", ") || id });
    texts.push(await response.text());
  }
  return new Response(texts.join(""), { headers: { "Content-Type": "application/jsonl" } });
}

/**
 * The records of the last games that a filter shows; a text is empty where there is none to be
 * read.
 */
async function lastRecords(filter = {}) {
  const [records, query] = [[], new URLSearchParams(Object.entries(filter))];
  for (;;) {
    const response = await send(`games?${query}`);
    // What is wrong with the filter is said of the request itself.
    const { games, more } = response.ok ? await response.json() : { games: [], more: false };
    for (const game of games.filter(({ state }) => ENDED.includes(state))) {
      if (records.length === MOST_MEASURED) return { records, more: true };
      const record = await recordOf(game);
      records.push(record.ok ? await record.text() : "");
    }
    if (!more) return { records, more };
    const { changed, id } = games.at(-1);
    query.set("before", `${changed}.${id}`);
  }
}

/**
 * Opens the live connection to a game. `onmessage` gets the text of each message, `onclose` the
 * code and the reason of the end.
 */
export const connect = (id, heard) => connectTo(id, heard);

/** The addresses of the pictures that were asked for, or that will come, by their paths. */
const pictures = new Map();

async function draw(path) {
  const response = await send(path, { lang: language() });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return URL.createObjectURL(await response.blob());
}

/** Shows a picture of the engine in an `<img>`. */
export function showPicture(image, path) {
  if (image.dataset.shows === path) return;
  image.dataset.shows = path;
  const known = pictures.get(path);
  if (typeof known === "string") return (image.src = known);
  const coming = known ?? draw(path);
  pictures.set(path, coming);
  return coming.then(
    (source) => {
      pictures.set(path, source);
      if (image.dataset.shows === path) image.src = source;
    },
    () => {
      pictures.delete(path);
      if (image.dataset.shows !== path) return;
      delete image.dataset.shows;
      image.dispatchEvent(new Event("error"));
    },
  );
}

/** Lets an `<a>` save an answer of the engine as a file, under the name that the engine knows. */
export function offer(link, path, name) {
  link.href = "#";
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    if (link.ariaBusy === "true") return;
    link.ariaBusy = "true";
    try {
      const response = await send(path, { lang: language() });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      save(await response.blob(), name || response.headers.get("X-Name") || "tsuro");
    } catch (error) {
      console.warn(error);
      tell(error.key ?? "WebSiteNoFile", error.names);
    }
    link.ariaBusy = null;
  });
  return link;
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// ---- Addresses ----------------------------------------------------------------------------------

/** The address of a page; `query` and `hash` without their signs. */
export function address(page, { id, query, hash } = {}) {
  const all = [id && `id=${encodeURIComponent(id)}`, query].filter(Boolean).join("&");
  return FILES[page] + (all ? `?${all}` : "") + (hash ? `#${hash}` : "");
}

/** The id of the game or run whose page this is. */
export const idInAddress = () => new URLSearchParams(location.search).get("id") ?? "";

/** Gives the page another address, without loading it. `isNew`: one can go back to the old one. */
export function setAddress(href, { isNew = false } = {}) {
  try {
    if (isNew) history.pushState(null, "", href);
    else history.replaceState(null, "", href);
  } catch {
    // Some browsers leave pages from a folder their addresses.
  }
}

/** A site has no address of this computer alone. */
export const isLocal = () => false;

/** The address of a page for other devices. */
export const shareAddress = (page, parts) => new URL(address(page, parts), location.href).href;
