// A test with a site that needs no server: `siteScene("what holds", async ({ site, guest }) => …)`.

import { after } from "node:test";
import { scene, until } from "./scene.js";
import { makeSite, removeSite, SiteHost } from "./site-host.js";

/** The folder with the site as the program writes it. */
export const folder = await makeSite();
after(() => removeSite(folder));

/** A test like [scene], where `site` is a [SiteHost], or what `start` gives. */
export const siteScene = (name, body, { start = () => SiteHost.start(folder), ...rest } = {}) =>
  scene(name, ({ server: site, guest }) => body({ site, guest }), {
    start,
    serviceWorkers: "allow",
    ...rest,
  });

/** The address of a page: `index`, `history`. */
export const at = (site, page, rest = "") => `${site.address}/${page}.html${rest}`;

export { saved } from "./scene.js";

/**
 * What this browser keeps: `get(id)` is a game or null, and `all` are its names. It is read
 * without the page's modules.
 */
export async function keptGames(page) {
  return page.evaluate(async () => {
    const result = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await result(indexedDB.open(`tsuro ${new URL(".", location.href).pathname}`));
    const games = database.transaction("games").objectStore("games");
    const [names, texts] = await Promise.all([result(games.getAllKeys()), result(games.getAll())]);
    database.close();
    return names.map((id, index) => ({ id, ...texts[index], ...JSON.parse(texts[index].text) }));
  });
}

/** Puts what `entries` has into what this browser keeps: `{store, key, value}`. */
export async function putKept(page, entries) {
  await page.evaluate(async (entries) => {
    const database = await new Promise((resolve, reject) => {
      const request = indexedDB.open(`tsuro ${new URL(".", location.href).pathname}`);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const names = [...new Set(entries.map(({ store }) => store))];
    const transaction = database.transaction(names, "readwrite");
    for (const { store, key, value } of entries) transaction.objectStore(store).put(value, key);
    await new Promise((done) => (transaction.oncomplete = done));
    database.close();
  }, entries);
}

/** Waits until the pages are kept for times without a connection. */
export const untilKept = (page) =>
  until(
    () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return registration?.active?.state === "activated";
      }),
    "the service is active",
  );
