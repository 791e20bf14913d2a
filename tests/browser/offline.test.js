// The pages of a server as a program of the device, and while the server cannot be reached.

import assert from "node:assert/strict";
import { createServer, request } from "node:http";
import { examine } from "./examine.js";
import { scene, until } from "./scene.js";
import * as table from "./table.js";

const PHONE = { viewport: { width: 360, height: 780 } };

/** All that the browser has kept, by its address. */
const keptFiles = (page) =>
  page.evaluate(async () => {
    const kept = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        kept[new URL(request.url).pathname] = await (await cache.match(request)).text();
    }
    return kept;
  });

scene(
  "without its server a page says what cannot be done and what can, and opens when it is back",
  async ({ server, guest }) => {
    const page = await guest(PHONE);
    await table.openTable(page, server, {
      rules: "classic+big-board",
      seats: ["here:Ann", "bot easy"],
    });
    await table.untilAsked(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await until(async () => (await page.evaluate(() => caches.keys())).length > 0, "it is kept");
    await page.reload();
    await table.untilAsked(page);
    await server.kill();
    await page.reload();
    await page.getByRole("heading", { name: "The server cannot be reached" }).waitFor();
    await page.getByText("Without it you cannot open, join or play a game").waitFor();
    await page.getByText("Nothing is lost.").waitFor();
    assert.equal(await page.locator(".games li:visible").count(), 1);
    await examine(page, "offline");

    // Nothing but this page is kept: no table, no token, no answer of the interface.
    const kept = await keptFiles(page);
    assert.deepEqual(Object.keys(kept).sort(), [
      "/offline",
      "/static/base.css",
      "/static/icon.svg",
      "/static/offline.js",
      "/static/theme.js",
    ]);
    const games = await page.evaluate(() => localStorage.getItem("tsuro.games"));
    const [{ id, seats }] = JSON.parse(games);
    for (const secret of [id, ...seats.map(({ token }) => token)])
      assert.ok(!Object.values(kept).some((text) => text.includes(secret)), secret);

    await page.evaluate(() => localStorage.setItem("tsuro.language", '"fr"'));
    await page.goto(`${server.address}/history`);
    await page.getByRole("heading", { name: "Le serveur ne répond pas" }).waitFor();
    await page.goto(`${server.address}/game/${id}`);
    await page.evaluate(() => localStorage.setItem("tsuro.language", '"en"'));
    await server.restart();
    await table.untilAsked(page);
  },
  { serviceWorkers: "allow", expects: /ERR_(CONNECTION|FAILED|INTERNET)|WebSocket/ },
);

scene(
  "behind a proxy that answers for a server that is gone the page is the same",
  async ({ server, guest }) => {
    const { port, hostname } = new URL(server.address);
    // As one does that ends TLS.
    const proxy = createServer((asked, answer) => {
      const headers = { ...asked.headers, host: `${hostname}:${port}` };
      const onward = request(
        { hostname, port, path: asked.url, method: asked.method, headers },
        (from) => {
          answer.writeHead(from.statusCode, from.headers);
          from.pipe(answer);
        },
      );
      onward.on("error", () => answer.writeHead(502).end("Bad Gateway"));
      asked.pipe(onward);
    });
    await new Promise((listening) => proxy.listen(0, "127.0.0.1", listening));
    try {
      const page = await guest();
      const address = `http://127.0.0.1:${proxy.address().port}/mine`;
      await page.goto(address);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await until(async () => (await page.evaluate(() => caches.keys())).length > 0, "it is kept");
      await page.reload();
      await page.getByRole("heading", { name: "My games" }).waitFor();
      await server.kill();
      await page.reload();
      await page.getByRole("heading", { name: "The server cannot be reached" }).waitFor();
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  },
  { serviceWorkers: "allow", expects: /status of 502|WebSocket/ },
);

scene("pages are installed as a program", async ({ server, guest }) => {
  const page = await guest();
  await page.goto(server.address);
  const manifest = await page.evaluate(async () => {
    const { href } = document.querySelector('link[rel="manifest"]');
    const answer = await fetch(href);
    return { ...(await answer.json()), type: answer.headers.get("Content-Type") };
  });
  assert.equal(manifest.type, "application/manifest+json");
  assert.deepEqual([manifest.start_url, manifest.display], ["/", "standalone"]);
  assert.deepEqual(
    manifest.icons.map(({ sizes }) => sizes),
    ["any", "192x192", "512x512"],
  );
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
  for (const icon of [...manifest.icons, { src: touch, type: "image/png", sizes: "180x180" }]) {
    const answer = await fetch(server.address + icon.src);
    assert.equal(answer.headers.get("Content-Type"), icon.type);
    if (icon.type !== "image/png") continue;
    const bytes = new DataView(await answer.arrayBuffer());
    // Width and height are in the first part of such a file.
    assert.equal(`${bytes.getUint32(16)}x${bytes.getUint32(20)}`, icon.sizes);
  }
  // What the browser itself says against it: only that this window is a private one.
  const browser = await page.context().newCDPSession(page);
  const against = async () => {
    const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
    return installabilityErrors.map(({ errorId }) => errorId);
  };
  await until(async () => (await against()).length === 1, "it has looked at all of that");
  assert.deepEqual(await against(), ["in-incognito"]);
});
