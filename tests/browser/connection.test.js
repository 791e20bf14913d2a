// A live connection that ends, and what the page makes of it. The tests stand between the page and
// the server.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { scene, until } from "./scene.js";
import * as table from "./table.js";

const TABLE = { rules: "classic+big-board", seats: ["here:Ann", "bot easy", "bot easy"] };

/**
 * Lets the live connections of a page pass through: `hellos` are the first messages of all,
 * `passed` the messages that the page has got, and `kept` the messages that it has not, as `keeps`
 * was set. `end(reason)` closes the last connection.
 */
async function between(page) {
  const proxy = { hellos: [], passed: [], kept: [], keeps: false };
  await page.routeWebSocket(/\/live$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      proxy.hellos.push(JSON.parse(text));
      server.send(text);
    });
    server.onMessage((text) => {
      (proxy.keeps ? proxy.kept : proxy.passed).push(JSON.parse(text));
      if (!proxy.keeps) socket.send(text);
    });
    proxy.send = (message) => socket.send(JSON.stringify(message));
    proxy.end = async (options) => {
      await server.close();
      await socket.close(options);
    };
  });
  return proxy;
}

scene(
  "a page that was too slow comes back by itself, and has lost nothing",
  async ({ server, guest }) => {
    const page = await guest();
    const proxy = await between(page);
    await table.openAndPlay(page, server, TABLE, 2);
    const { number } = proxy.passed.findLast(({ type }) => ["table", "happened"].includes(type));
    const tables = proxy.hellos.length;

    // An answer is given, but what comes of it does not reach the page.
    proxy.keeps = true;
    const isAnswered = async () => {
      await page.keyboard.press("Enter");
      return proxy.kept.some(({ type }) => type === "happened");
    };
    await until(isAnswered, "the server tells of the answer");
    const before = await table.sentences(page);
    proxy.keeps = false;
    await proxy.end({ code: 1013, reason: "slow" });

    await until(() => proxy.hellos.length > tables, "the page connects again");
    assert.equal(proxy.hellos.length, tables + 1);
    assert.equal(proxy.hellos.at(-1).number, number, "it goes on from what it was told");
    await until(
      async () => (await table.sentences(page)).length > before.length,
      "the page tells what it had missed",
    );
    await table.untilAsked(page);
    assert.equal(await page.locator(".notice").count(), 0, "nothing has to be said about it");
    let at = number;
    for (const message of proxy.passed.slice(
      proxy.passed.findLastIndex((message) => message.number === number) + 1,
    )) {
      assert.notEqual(message.type, "table");
      if (message.type !== "happened") continue;
      assert.equal(
        message.number,
        at + message.events.length,
        "no event is missing, and none comes twice",
      );
      at = message.number;
    }
    assert(at > number);
    const told = await table.sentences(page);
    await page.reload();
    await table.untilAsked(page);
    assert.deepEqual(told, await table.sentences(page));
  },
);

scene(
  "a game that a fault has ended says so, asks nothing, and gives its record",
  async ({ server, guest }) => {
    const page = await guest();
    const proxy = await between(page);
    await table.openAndPlay(page, server, TABLE, 2);
    const told = await table.sentences(page);
    const connections = proxy.hellos.length;
    const { undo, choices } = {
      undo: page.getByRole("button", { name: "Take back" }),
      choices: [],
    };
    page.on(
      "request",
      (request) => request.url().endsWith("/choose") && choices.push(request.url()),
    );
    await undo.waitFor();

    proxy.send({ type: "closed", why: "broken" });
    await proxy.end({ code: 1000, reason: "" });
    const notice = page.locator(".notice");
    await notice.getByText("This game was ended by a fault of the program.").waitFor();
    await page.getByRole("status").getByText("Not connected", { exact: true }).waitFor();
    assert.equal(await table.state(page), "rest");
    assert.equal(await table.tiles(page).count(), 0);
    assert.equal(
      await page.locator(".lit rect, .offer").count(),
      0,
      "nothing on the board asks for anything",
    );
    assert.equal(await undo.isVisible(), false);
    assert.equal(await page.getByText("▸ decides").count(), 0);
    for (const key of ["Enter", "Enter", "u", "a"]) await page.keyboard.press(key);
    assert.deepEqual(choices, []);
    assert.deepEqual(await table.sentences(page), told, "what happened can still be read");

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      notice.getByRole("button", { name: "Download the record" }).click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.equal(lines[0].event, "game");
    assert(lines.some(({ event }) => event === "placed"));
    assert.equal(proxy.hellos.length, connections, "the page does not connect again");
  },
);
