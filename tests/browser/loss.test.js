// The loss of one's own piece: at its pace, told when the board shows it, and shown once more to
// whoever comes back before they have gone on.

import assert from "node:assert/strict";
import { scene, until } from "./scene.js";
import * as table from "./table.js";

const FREE = {
  rules: "classic+free-suicide",
  seats: ["here:Ann", "bot easy", "bot easy", "bot easy"],
};
const MOVING = { speed: "usual", reducedMotion: "no-preference" };

/** Leaves the board as soon as a tile lets one; ends at the loss. */
async function leave(page) {
  await table.playOn(page, {
    before: async () => void (await table.turnTo(page, "†")),
    atLoss: async () => false,
  });
  await table.loss(page).waitFor();
}

const words = async (page) =>
  (await table.loss(page).getByRole("heading").innerText()).replace(/^† /, "");

/** Runs in pages: notes what the log told while which square was crossed, and each journey. */
function watch() {
  window.told = [];
  window.journeys = 0;
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node.nodeName === "LI" && node.parentElement?.matches(".sentences"))
        window.told.push([node.textContent, document.querySelector(".board .cross rect") !== null]);
      if (node instanceof Element && (node.matches(".trail") || node.querySelector(".trail")))
        window.journeys += 1;
    }
  }).observe(document, { childList: true, subtree: true });
}

scene("one's own loss is shown again after a reload, until one goes on", async (parts) => {
  const { server, guest } = parts;
  const page = await guest();
  await table.openTable(page, server, FREE);
  await leave(page);
  const said = await words(page);
  assert.match(said, /you are out/i);
  for (const [x, y] of [
    [360, 640],
    [1280, 720],
  ]) {
    await page.setViewportSize({ width: x, height: y });
    await page.reload();
    await table.loss(page).waitFor();
    assert.equal(await words(page), said);
    assert(await page.locator(".board .way").isVisible(), "the way is drawn");
    assert(await page.locator(".board .cross rect").isVisible(), "the place is marked");
  }
  await table.goOn(page);
  await table.result(page).waitFor();
  await page.reload();
  await table.result(page).waitFor();
  assert.equal(await table.loss(page).count(), 0, "it was seen");
});

scene("a loss that was taken back and comes again is shown again", async ({ server, guest }) => {
  const page = await guest();
  await table.openTable(page, server, FREE);
  await leave(page);
  await table.goOn(page);
  // What the bots still do would overtake the wish to take back.
  await table.result(page).waitFor();
  await page.getByRole("button", { name: "Take back" }).first().click();
  await table.layButton(page).waitFor();
  await leave(page);
  await page.reload();
  await table.loss(page).waitFor();
});

scene(
  "a loss that was taken back elsewhere, and comes again, is shown",
  async ({ server, guest }) => {
    const page = await guest();
    await table.openTable(page, server, FREE);
    await leave(page);
    await table.goOn(page);
    await table.result(page).waitFor();
    const game = page.url();
    const notes = () => page.evaluate(() => JSON.parse(localStorage.getItem("tsuro.losses")));
    const [[number]] = Object.values(await notes());
    const [{ seats }] = await page.evaluate(() => JSON.parse(localStorage.getItem("tsuro.games")));
    await page.goto(`${server.address}/how-to-play`);
    // On another device, the same loss at the same event.
    const other = await guest();
    await other.goto(`${game}#${seats[0].token}`);
    await table.loss(other).waitFor();
    await table.goOn(other);
    await table.result(other).waitFor();
    await other.getByRole("button", { name: "Take back" }).first().click();
    await table.layButton(other).waitFor();
    await leave(other);
    await page.goto(game);
    await table.loss(page).waitFor();
    await table.goOn(page);
    await table.result(page).waitFor();
    assert.deepEqual(Object.values(await notes()), [[number, 1]], "only the taking back differs");
    await page.reload();
    await table.result(page).waitFor();
    assert.equal(await table.loss(page).count(), 0, "it was seen");
  },
);

scene("a loss is told when the board shows it, with motion", async ({ server, guest }) => {
  const page = await guest(MOVING);
  await page.addInitScript(watch);
  await table.openTable(page, server, FREE);
  await leave(page);
  const said = await words(page);
  const [told, journeys] = await page.evaluate(() => [window.told, window.journeys]);
  assert(journeys > 0, "pieces are seen on their way");
  const at = told.findIndex(([line]) => line === said);
  assert(at >= 0, `the log tells of it: ${told.map(([line]) => line).join(" | ")}`);
  assert(told[at][1], "its place is marked when it is told");
  // The server is ahead of what is shown; the list of players and the board in words are not.
  const outs = told.filter(([line]) => /\bout\b/.test(line)).length;
  assert.equal(await page.locator(".seat.out").count(), outs, "who is out is out in the log");
  await page.locator("summary", { hasText: "The board in words" }).click();
  await page.getByText("They follow when the board has shown everything.").waitFor();
  assert.equal(await page.locator(".described table").count(), 0);
  await table.loss(page).getByRole("button").last().click();
  await table.result(page).waitFor();
  await page.locator(".described table").waitFor();
});

scene("motion is switched off and on", async ({ server, guest }) => {
  const page = await guest({ ...MOVING, speed: "fast" });
  await page.addInitScript(watch);
  await table.openTable(page, server, {
    rules: "classic",
    seats: ["here:Ann", "bot easy", "bot easy"],
  });
  await table.untilAsked(page);
  await page.locator("summary", { hasText: "Settings" }).click();
  const motion = page.getByRole("checkbox", { name: "Pieces are seen on their way" });
  assert(await motion.isChecked(), "as the system has it");
  await motion.uncheck();
  await table.letGo(page);
  await page.evaluate(() => (window.journeys = 0));
  await table.playOn(page, { answers: 2 });
  await table.untilAsked(page);
  assert.equal(await page.evaluate(() => window.journeys), 0);
  await motion.check();
  await table.letGo(page);
  await table.playOn(page, { answers: 1 });
  await until(() => page.evaluate(() => window.journeys > 0), "pieces are seen on their way");
});
