// A game that is shown again.

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { scene, until } from "./scene.js";
import * as table from "./table.js";

scene(
  "a replay ends with the board of the game, and its links lead to their turns",
  async ({ server, guest }) => {
    const page = await guest();
    await table.openTable(page, server, { rules: "seas", seats: ["here", "bot easy", "bot easy"] });
    assert(await table.playOn(page));
    const game = page.url();
    const last = await table.board(page);
    const told = await table.sentences(page);

    await page.getByRole("link", { name: "Watch from the start" }).click();
    const slider = page.getByRole("slider", { name: "Moment of the game" });
    await slider.waitFor();
    assert.equal(await slider.inputValue(), "0");
    const first = await table.board(page);
    assert.notEqual(first, last);
    await slider.press("End");
    assert.equal(await slider.inputValue(), await slider.getAttribute("max"));
    assert.equal(await table.board(page), last, "the final board");
    // The game tells of the daikaiju that came before the first start mark; the replay begins with
    // them on the board.
    const shown = await table.sentences(page);
    assert.deepEqual(shown, table.asOthersAreTold(told, "Red").slice(-shown.length));
    assert.deepEqual(
      told.slice(0, -shown.length).filter((words) => !words.startsWith("A daikaiju comes to ")),
      [],
    );

    // The address names the turn, and leads there.
    const where = page.locator(".where");
    await page.getByRole("button", { name: "The turn before" }).click();
    await page.getByRole("button", { name: "The turn before" }).click();
    const words = await where.textContent();
    assert.match(words, /^Turn \d+ of \d+$/);
    const turn = Number(words.match(/\d+/)[0]);
    const there = await table.board(page);
    assert.equal(new URL(page.url()).search, `?replay&turn=${turn}`);
    await page.goto(`${game}?replay&turn=${turn}`);
    await until(async () => (await where.textContent()) === words, "the turn is shown");
    assert.equal(await table.board(page), there);

    // Back to the beginning, and forwards step by step: the same board comes out.
    await slider.press("Home");
    assert.equal(await table.board(page), first);
    const steps = Number(await slider.getAttribute("max"));
    for (let step = 0; step < steps; step += 1) await slider.press("ArrowRight");
    assert.equal(await slider.inputValue(), String(steps));
    assert.equal(await table.board(page), last);
  },
);

scene("a button copies a link to the turn that is shown", async ({ server, guest }) => {
  const seats = Array(3).fill({ kind: "bot", level: "easy" });
  const { id } = await server.post("games", { rules: "classic", seats });
  await until(async () => (await server.get(`games/${id}`)).state === "over", "it is over");
  const page = await guest({ permissions: ["clipboard-read", "clipboard-write"] });
  const copied = async () => {
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await table.tabTo(page, page.getByRole("button", { name: "Copy a link to this turn" }));
    await page.keyboard.press("Enter");
    return until(() => page.evaluate(() => navigator.clipboard.readText()), "it is copied");
  };
  await page.goto(`${server.address}/game/${id}?replay`);
  const address = new RegExp(`^http://[^/]+/game/${id}\\?replay`);
  assert.match(await copied(), new RegExp(`${address.source}$`), "no turn before the first");
  for (const turn of [1, 2]) {
    await page.keyboard.press("PageDown");
    assert.match(await copied(), new RegExp(`${address.source}&turn=${turn}$`));
  }
  const other = await guest();
  await other.goto(`${server.address}/game/${id}?replay&turn=2`);
  await other.locator(".where", { hasText: /^Turn 2 of/ }).waitFor();

  // A link that has the game in it leads to its turn, too.
  const record = await (await fetch(`${server.address}/api/1/games/${id}/record`)).text();
  const packed = deflateRawSync(record).toString("base64url");
  await other.goto(`${server.address}/game/link?turn=3#record=${packed}`);
  await other.getByRole("button", { name: "Show the game" }).click();
  await other.locator(".where", { hasText: /^Turn 3 of/ }).waitFor();
});
