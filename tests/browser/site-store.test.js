// What a site without a server keeps in a browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { ROOT } from "./server.js";

const STORE = join(ROOT, "crates/pages/src/files/site/store.js");

let browser;
let server;
let address;

before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    chromiumSandbox: process.getuid?.() !== 0,
  });
  server = createServer((request, response) => {
    const isStore = request.url === "/store.js";
    response.setHeader("Content-Type", isStore ? "text/javascript" : "text/html");
    response.end(isStore ? readFileSync(STORE) : "<!doctype html><title>A page</title>");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${server.address().port}/`;
});

after(async () => {
  await browser.close();
  server.close();
});

/**
 * A page with a store: `page.store(act)` runs `act(store, told)` there, where `told` says how often
 * the page was told that nothing is kept for long.
 */
async function openPage(context) {
  const page = await context.newPage();
  await page.goto(address);
  await page.evaluate(async () => {
    const { Store } = await import("/store.js");
    globalThis.told = 0;
    globalThis.store = new Store(() => (globalThis.told += 1));
  });
  page.store = (act) => page.evaluate(`(${act})(globalThis.store, globalThis.told)`);
  return page;
}

const FIRST = `(store) => store.put([
  { kind: "game", id: "a", revision: 1, head: { id: "a", turn: 1 }, text: "one" },
])`;
const SECOND = FIRST.replace("revision: 1", "revision: 2").replace('"one"', '"two"');
const READ = `(store) => store.get("game", "a")`;

test("what does not follow on what is kept is refused", async () => {
  const context = await browser.newContext();
  const [one, other] = [await openPage(context), await openPage(context)];
  assert.equal(await one.store(SECOND), false);
  assert.equal(await one.store(FIRST), true);
  assert.equal(await other.store(FIRST), false);
  assert.equal(await other.store(SECOND), true);
  assert.equal(await one.store(SECOND), false);
  assert.deepEqual(await one.store(READ), { revision: 2, text: "two" });
  // All or none.
  const both = `(store) => store.put([
    { kind: "run", id: "r", revision: 1, head: {}, text: "run" },
    { kind: "game", id: "a", revision: 2, head: {}, text: "late" },
  ])`;
  assert.equal(await one.store(both), false);
  assert.equal(await one.store(`(store) => store.get("run", "r")`), null);
  const remove = `(store) => store.put([{ kind: "game", id: "a", revision: 3, text: null }])`;
  assert.deepEqual(await one.store(`(store) => store.heads("game")`), [{ id: "a", turn: 1 }]);
  assert.equal(await one.store(remove), true);
  assert.equal(await other.store(READ), null);
  assert.deepEqual(await one.store(`(store) => store.heads("game")`), []);
  assert.equal(await one.store("(_, told) => told"), 0);
  await context.close();
});

test("without a database a tab keeps games, says so, and nothing is destroyed", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  await page.evaluate(
    () =>
      new Promise((done) => {
        const request = indexedDB.open("tsuro /", 9);
        request.onupgradeneeded = () => request.result.createObjectStore("newer");
        request.onsuccess = () => done(request.result.close());
      }),
  );
  const first = await openPage(context);
  assert.equal(await first.store(FIRST), true);
  assert.equal(await first.store(FIRST), false);
  assert.equal(await first.store(SECOND), true);
  assert.equal(await first.store("(_, told) => told"), 1);
  // The next page of the tab has it, and another tab has not.
  await first.reload();
  await first.evaluate(async () => {
    const { Store } = await import("/store.js");
    globalThis.told = 0;
    globalThis.store = new Store(() => (globalThis.told += 1));
  });
  assert.deepEqual(await first.store(READ), { revision: 2, text: "two" });
  assert.equal(await first.store("(_, told) => told"), 1);
  assert.deepEqual(await first.store(`(store) => store.heads("game")`), [{ id: "a", turn: 1 }]);
  const other = await openPage(context);
  assert.equal(await other.store(READ), null);
  const versions = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ version }) => version),
  );
  assert.deepEqual(versions, [9]);
  await context.close();
});
