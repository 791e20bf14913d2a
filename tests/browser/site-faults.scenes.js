// What goes wrong on a site without a server: an engine that breaks, storage that is forbidden or
// full, and two tabs with one run of the laboratory.

import assert from "node:assert/strict";
import { until } from "./scene.js";
import { at, keptGames, siteScene } from "./site-scene.js";
import * as table from "./table.js";

const BOTS = { rules: "classic", seats: ["here:Ann", "bot easy", "bot easy"] };

/**
 * Runs in pages: workers fail at some questions, by their numbers, of those that have this in their
 * path.
 */
function breakWorkers({ numbers, part }) {
  let asked = 0;
  const Usual = Worker;
  globalThis.Worker = class extends Usual {
    postMessage(message) {
      asked += message.ask?.path.includes(part) ? 1 : 0;
      const isBad = message.ask?.path.includes(part) && numbers.includes(asked);
      if (!isBad) return super.postMessage(message);
      const data = { number: message.number, fault: "unreachable" };
      queueMicrotask(() => this.onmessage({ data }));
    }
  };
}

siteScene(
  "a game goes on after the engine broke",
  async ({ site, guest }) => {
    const page = await guest();
    await table.openTable(page, site, BOTS);
    await page.addInitScript(breakWorkers, { numbers: [3, 9, 15], part: "games/" });
    await page.reload();
    await table.untilAsked(page);
    for (let answers = 0; answers < 60; answers += 1) {
      await until(async () => (await table.state(page)) !== "rest", "the page goes on");
      const now = await table.state(page);
      if (now === "result") break;
      if (now === "loss") await table.goOn(page);
      else await page.keyboard.press("Enter");
      await page.waitForTimeout(300);
    }
    await table.result(page).waitFor();
    const [game] = await keptGames(page);
    assert.equal(game.state, "over");
  },
  { expects: /unreachable/ },
);

siteScene(
  "an engine that always breaks is said to be broken",
  async ({ site, guest }) => {
    const page = await guest();
    await table.openTable(page, site, BOTS);
    await table.untilAsked(page);
    await page.addInitScript(breakWorkers, { numbers: [1, 2, 3, 4], part: "/live" });
    await page.reload();
    await page.getByText("ended by a fault").or(page.getByText("A fault of the program")).waitFor();
  },
  { expects: /unreachable/ },
);

/** Runs in pages: the browser forbids the database. */
function forbidDatabase() {
  IDBFactory.prototype.open = () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
}

/** Runs in pages: nothing more can be kept in the database. */
function fillDatabase() {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  };
}

for (const [what, act, words] of [
  ["forbidden", forbidDatabase, "This browser lets the page keep nothing"],
  ["full", fillDatabase, "There is no room left in this browser"],
]) {
  siteScene(`a game is played where storage is ${what}, and the page says so`, async (parts) => {
    const { site, guest } = parts;
    const page = await guest();
    await page.addInitScript(act);
    await table.openTable(page, site, BOTS);
    await page.getByText(words).waitFor();
    await table.playOn(page, { answers: 1 });
    await table.untilAsked(page);
    await page.reload();
    await page.getByText(words).waitFor();
    assert(await table.playOn(page));
    await page.goto(at(site, "history"));
    await page.locator("#games > li").waitFor();
  });
}

siteScene("a run that two tabs show is played once", async ({ site, guest }) => {
  const page = await guest();
  await page.goto(at(site, "lab", "?rules=classic&with=classic%2Bhand%3D2"));
  await page.locator("#start:not([disabled])").waitFor();
  await page.getByLabel("Games of each variant").selectOption("2000");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/lab-run\.html\?id=\w+$/);
  const other = await page.context().newPage();
  await other.goto(page.url());
  const pages = [page, other];
  const played = async (one) => {
    const words = await one.locator("#count").textContent();
    return Number(words.split(" ")[0].replaceAll(",", ""));
  };
  let last = 0;
  const grows = async () => {
    const now = await played(other);
    assert(now >= last, "what was played is not lost");
    last = now;
    const heading = other.getByRole("heading", { level: 2, name: "Done", exact: true });
    return heading.isVisible();
  };
  await until(grows, "the run is done");
  for (const one of pages) {
    await one.getByRole("heading", { level: 2, name: "Done", exact: true }).waitFor();
    assert.equal(await played(one), 2000);
  }
});
