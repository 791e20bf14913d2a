// Keeps the pages for times without a connection. `VERSION` and `FILES`, the addresses of all files
// from here with the SHA-256 of each, stand before this text, and `OFFLINE`: null, or the address
// of the page that a server has for times without it. All that a page of a site loads is of one
// version: that of the cache from which it came. A new version waits until no page of the old one
// is open.

const MARK = `tsuro ${registration.scope} `;
const CACHE = MARK + VERSION;

/** The engine once more, for pages that are opened from a folder, where there is no service. */
const FOLDER = "assets/folder.js";

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Loads a file, and keeps it if it is that of this version: while a site is being replaced, its
 * files may be of two versions.
 */
async function load(cache, [path, hash]) {
  // The host is asked whether what the browser has of a file is what there is: the page has just
  // loaded the largest of them.
  const response = await fetch(path, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const bytes = await response.arrayBuffer();
  if ((await sha256(bytes)) !== hash) throw new Error(`${path} is of another version`);
  // Some hosts lead from `game.html` to `game`. Browsers do not show as a page what came from
  // another address, so that it is kept as if it came from its own.
  const headers = { "Content-Type": response.headers.get("Content-Type") ?? "" };
  await cache.put(path, new Response(bytes, { headers }));
}

async function fill() {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(FILES.filter(([path]) => path !== FOLDER).map((file) => load(cache, file)));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Deletes the caches of other versions; there may be other sites at this host. */
async function clear() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(MARK) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** What is kept for an address. A host may give pages addresses without their endings. */
async function answer(request) {
  const address = new URL(request.url);
  address.search = address.hash = "";
  const { pathname } = address;
  const paths = pathname.endsWith("/") ? [`${pathname}index.html`] : [pathname, `${pathname}.html`];
  const cache = await caches.open(CACHE);
  for (const path of paths) {
    const kept = await cache.match(new URL(path, address));
    if (kept) return kept;
  }
  return fetch(request);
}

/** Whether the answer to a request may be something that is kept. */
function mayBeKept({ method, mode, url }) {
  if (method !== "GET" || !url.startsWith(registration.scope)) return false;
  if (!OFFLINE) return true;
  const { pathname } = new URL(url);
  const isPage = mode === "navigate" && !pathname.startsWith("/api/");
  return isPage || FILES.some(([path]) => path === pathname);
}

async function keptFor({ mode, url }) {
  const cache = await caches.open(CACHE);
  return cache.match(mode === "navigate" ? OFFLINE : url);
}

/** What a server answers, or what is kept for times without it. */
async function answerOfServer(request) {
  try {
    const answer = await fetch(request);
    // So answers a server in front of one that is not there.
    if (![502, 503, 504].includes(answer.status)) return answer;
    return (await keptFor(request)) ?? answer;
  } catch (error) {
    const kept = await keptFor(request);
    if (kept) return kept;
    throw error;
  }
}
addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(clear()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (mayBeKept(request)) event.respondWith(OFFLINE ? answerOfServer(request) : answer(request));
});

/** Shows the page of the game whose notification was clicked: where it is open, or else anew. */
async function open(path) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path) ?? pages[0];
  if (!page) return clients.openWindow(path);
  await page.focus();
  // A page that the service does not control cannot be led on by it.
  if (new URL(page.url).pathname !== path)
    await page.navigate(path).catch(() => clients.openWindow(path));
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
