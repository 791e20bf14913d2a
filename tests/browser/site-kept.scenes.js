// What a site keeps in a browser: its pages for times without a connection, the games when another
// version of the pages meets them, and what no version wrote.

import assert from "node:assert/strict";
import { after } from "node:test";
import { until } from "./scene.js";
import { DATABASE, otherVersion, removeSite } from "./site-host.js";
import { at, folder, keptGames, putKept, siteScene, untilKept } from "./site-scene.js";
import * as table from "./table.js";

const BOTS = { rules: "classic", seats: ["here:Ann", "bot easy", "bot easy"] };

const [first, second] = await Promise.all(["one", "two"].map((name) => otherVersion(folder, name)));
after(() => Promise.all([first, second].map(removeSite)));

/** Each page, and what is there when it can be used. */
const PAGES = {
  index: "#play:not([disabled])",
  learn: ".choice",
  puzzles: ".hand .tile",
  "how-to-play": "figure svg",
  rules: "#sheet #fields details:visible",
  lab: "#start:not([disabled])",
  suites: "#run:not([disabled])",
  history: "#games > li",
};

siteScene("without a connection all pages open, and games go on", async ({ site, guest }) => {
  const page = await guest();
  await table.openTable(page, site, BOTS);
  await table.playOn(page, { answers: 2 });
  await table.untilAsked(page);
  const game = page.url();
  await untilKept(page);
  await site.goOffline();
  await page.reload();
  await table.untilAsked(page);
  for (const [name, sign] of Object.entries(PAGES)) {
    await page.goto(at(site, name));
    await page.locator(sign).first().waitFor();
  }
  await page.goto(at(site, "learn"));
  await page.locator(".choice", { hasText: "c3" }).click();
  await page.locator(".actions .lay").click();
  await page.getByRole("heading", { name: "Right!" }).waitFor();
  await page.goto(at(site, "suites", "?rules=seas%2Bhand%3D4"));
  await page.locator(".scenario").first().waitFor();

  await page.goto(`${site.address}/`);
  await page.getByRole("link", { name: /^Go on: / }).click();
  await page.waitForURL(game);
  assert(await table.playOn(page));
  await table.openTable(page, site, { ...BOTS, rules: "seas" });
  await table.playOn(page, { answers: 1 });
  await table.untilAsked(page);
  assert.equal((await keptGames(page)).length, 2);
  // A page of another tab, too.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await table.layButton(other).waitFor();
});

siteScene("the first visit loads large files once, and later ones nothing", async (parts) => {
  const { site, guest } = parts;
  const page = await guest();
  await page.goto(`${site.address}/`);
  await table.chosen(page);
  await untilKept(page);
  for (const name of ["assets/engine.wasm", "assets/tsuro.js"]) assert.equal(site.sent[name], 1);
  assert.equal(site.sent["assets/folder.js"], undefined, "that is for folders alone");
  const before = { ...site.sent };
  await page.reload();
  await table.chosen(page);
  await page.goto(at(site, "learn"));
  await page.locator(".choice").first().waitFor();
  assert.deepEqual(site.sent, before);
});

/** Notes, in pages, of which version a worker's answers are. */
function noteWorkers() {
  globalThis.workerVersions = new Set();
  const Usual = Worker;
  globalThis.Worker = class extends Usual {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => workerVersions.add(data.version));
    }
  };
}

/** The versions of all parts of a page that tell them. */
const versions = (page) =>
  page.evaluate(() => [
    ...new Set([
      document.body.dataset.version,
      bundleVersion,
      themeVersion,
      getComputedStyle(document.documentElement).getPropertyValue("--version"),
      ...workerVersions,
    ]),
  ]);

siteScene("two versions never mix, and a game goes on in the other", async ({ site, guest }) => {
  site.show(first);
  const page = await guest();
  const context = page.context();
  await context.addInitScript(noteWorkers);
  await table.openTable(page, site, BOTS);
  await untilKept(page);
  await table.playOn(page, { answers: 2 });
  await table.untilAsked(page);
  assert.deepEqual(await versions(page), ["one"]);
  const game = page.url();

  // While a page of the old version is open, new ones are of the same.
  site.show(second);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  const waits = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration.waiting?.state === "installed";
    });
  await until(waits, "the new version waits");
  await page.reload();
  await table.untilAsked(page);
  assert.deepEqual(await versions(page), ["one"]);
  const other = await context.newPage();
  await other.goto(at(site, "learn"));
  await other.locator(".choice").first().waitFor();
  assert.deepEqual(await versions(other), ["one"]);

  // When the last one is closed, all are of the new one.
  await Promise.all([page.close(), other.close()]);
  const blank = await context.newPage();
  const next = await until(async () => {
    await blank.goto(at(site, "learn"));
    await blank.locator(".choice").first().waitFor();
    const [version, ...others] = await versions(blank);
    assert.deepEqual(others, []);
    if (version === "two") return blank;
    await blank.goto("about:blank");
    return false;
  }, "the new version is there");
  await site.goOffline();
  await next.goto(game);
  await table.untilAsked(next);
  assert.deepEqual(await versions(next), ["two"]);
  assert(await table.playOn(next));
  const caches = await next.evaluate(async () => (await globalThis.caches.keys()).length);
  assert.equal(caches, 1, "the old version is not kept any more");
});

/** Opens the database as other pages, or pages of another version, may have left it. */
const openOther = (page, version) =>
  page.evaluate(
    ([name, version]) =>
      new Promise((done, failed) => {
        const request = indexedDB.open(name, version);
        request.onupgradeneeded = () => request.result.createObjectStore("theirs").put("kept", 1);
        request.onsuccess = () => done(request.result.close());
        request.onerror = () => failed(request.error);
      }),
    [DATABASE, version],
  );

/** Runs in pages: what others keep in the database, with its version. */
const readOther = (name) =>
  new Promise((done, failed) => {
    const request = indexedDB.open(name);
    request.onerror = () => failed(request.error);
    request.onsuccess = () => {
      const { result } = request;
      const got = result.transaction("theirs").objectStore("theirs").get(1);
      got.onsuccess = () => done([result.version, got.result]);
    };
  });

for (const version of [1, 2]) {
  siteScene(
    `a database of other pages is left alone, and games are played: version ${version}`,
    async ({ site, guest }) => {
      const page = await guest();
      await page.goto(at(site, "assets/icon").replace(".html", ".svg"));
      await openOther(page, version);
      await table.openTable(page, site, BOTS);
      await page.getByText("This browser lets the page keep nothing").waitFor();
      await table.playOn(page, { answers: 1 });
      await table.untilAsked(page);
      await page.reload();
      await table.untilAsked(page);
      assert(await table.playOn(page));
      assert.deepEqual(await page.evaluate(readOther, DATABASE), [version, "kept"]);
    },
    { expects: /favicon/ }, // a picture that is opened as a page has none
  );
}

siteScene("what another version kept is neither lost nor in the way", async ({ site, guest }) => {
  const page = await guest();
  await table.openTable(page, site, BOTS);
  assert(await table.playOn(page));
  const later = { revision: 7, text: '{"format":2,"all":"else"}' };
  const head = { id: "later", head: { id: "later", format: 2 } };
  const odd = { revision: 1, text: "{" };
  const [{ revision, text, head: own, ...game }] = await keptGames(page);
  const broken = { revision: 3, text: JSON.stringify({ ...game, game: { schema: 99 } }) };
  await putKept(page, [
    { store: "games", key: "later", value: later },
    { store: "heads", key: ["game", "later"], value: head },
    { store: "games", key: "odd", value: odd },
    { store: "heads", key: ["game", "odd"], value: { id: "odd", head: null } },
    { store: "games", key: "broken", value: broken },
    { store: "runs", key: "run", value: later },
    { store: "heads", key: ["run", "run"], value: head },
  ]);
  await page.goto(at(site, "history"));
  await page.locator("#games > li").waitFor();
  for (const id of ["later", "odd", "broken", "nothing"]) {
    for (const [name, rest] of [
      ["game", ""],
      ["game", "&replay"],
      ["review", ""],
    ]) {
      await page.goto(at(site, name, `?id=${id}${rest}`));
      await page.locator(".error, .notice").first().waitFor();
    }
  }
  await page.goto(at(site, "lab"));
  await page.locator("#start:not([disabled])").waitFor();
  await page.goto(at(site, "lab-run", "?id=run"));
  await page.getByRole("alert").first().waitFor();
  await page.goto(`${site.address}/`);
  await table.chosen(page);
  const texts = await page.evaluate(
    (name) =>
      new Promise((done) => {
        indexedDB.open(name).onsuccess = ({ target: { result } }) => {
          const store = result.transaction("games").objectStore("games");
          store.get("later").onsuccess = ({ target }) => done(target.result);
        };
      }),
    DATABASE,
  );
  assert.deepEqual(texts, later, "what cannot be read is still there");
});
