// Keeps the pages for times without a connection. `VERSION` and `FILES`, the addresses of all files
// from here, stand before this text. All that a page loads is of one version: that of the cache
// from which it came. A new version waits until no page of the old one is open.

const MARK = `tsuro ${registration.scope} `;
const CACHE = MARK + VERSION;

/** The engine once more, for pages that are opened from a folder, where there is no service. */
const FOLDER = "assets/folder.js";

/**
 * Fills the cache. The host is asked whether what the browser has of a file is what there is: the
 * page has just loaded the largest of them. While a site is being replaced, its files may be of two
 * versions.
 */
async function fill() {
  const cache = await caches.open(CACHE);
  const files = FILES.filter((file) => file !== FOLDER);
  await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
  const now = await fetch("service.js", { cache: "reload" });
  if (!(await now.text()).includes(JSON.stringify(VERSION))) {
    await caches.delete(CACHE);
    throw new Error("the site has another version by now");
  }
}

/** Deletes the caches of other versions; there may be other sites at this host. */
async function clear() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(MARK) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function answer(request) {
  const address = new URL(request.url);
  address.search = address.hash = "";
  if (address.pathname.endsWith("/")) address.pathname += "index.html";
  const cache = await caches.open(CACHE);
  return (await cache.match(address)) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(clear()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(registration.scope))
    event.respondWith(answer(event.request));
});
