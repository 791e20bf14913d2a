// A game that is shown again.

import assert from "node:assert/strict";
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
