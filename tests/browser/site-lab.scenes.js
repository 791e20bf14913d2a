// The laboratory on a site without a server: what it measures goes on in a worker of the page.

import assert from "node:assert/strict";
import { until } from "./scene.js";
import { at, saved, siteScene } from "./site-scene.js";

/**
 * For how long a page that plays itself would be busy again and again, in milliseconds: a slice of
 * a run takes twice as long. A busy machine lets a page wait now and then, too, so that only half
 * of the waits are looked at.
 */
const LONG = 100;

const inState = (page, words) =>
  page.getByRole("heading", { level: 2, name: words, exact: true }).waitFor();

async function played(page) {
  const words = await page.locator("#count").textContent();
  return Number(words.split(" ")[0].replaceAll(",", ""));
}

const untilMore = (page, than) =>
  until(async () => (await played(page)) > than, `more than ${than} games are played`);

/** Begins to measure how long timers of the page wait. */
const watchPace = (page) =>
  page.evaluate(() => {
    globalThis.waits = [];
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      globalThis.waits.push(now - last - 10);
      last = now;
    }, 10);
  });

async function checkPace(page) {
  const waits = await page.evaluate(() => globalThis.waits.sort((a, b) => a - b));
  assert(waits.length > 20, `the page did something only ${waits.length} times`);
  const usual = waits[Math.floor(waits.length / 2)];
  assert(usual < LONG, `half of the time it was busy for more than ${usual} ms`);
}

/** Begins a comparison of two rule sets. */
async function begin(page, site, { games, bot }) {
  await page.goto(at(site, "lab", "?rules=seas&with=seas%2Bhand%3D4"));
  await page.locator("#start:not([disabled])").waitFor();
  const bots = page.getByRole("group", { name: "Who plays" });
  await bots.getByRole("checkbox", { name: bot, exact: true }).check();
  for (const other of await bots.getByRole("checkbox", { checked: true }).all())
    if ((await other.getAttribute("value")) !== bot) await other.uncheck();
  await page.getByLabel("Games of each variant").selectOption(games);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/lab-run\.html\?id=\w+$/);
}

async function stop(page) {
  await page.getByRole("button", { name: "Stop …" }).click();
  await page.getByRole("button", { name: "Stop for good" }).click();
  await inState(page, "Stopped");
}

siteScene("a comparison is paused, survives reloads, and is saved", async ({ site, guest }) => {
  const page = await guest();
  await begin(page, site, { games: "100000", bot: "easy" });
  await untilMore(page, 0);
  await page.getByRole("button", { name: "Pause" }).click();
  await inState(page, "Paused");
  const before = await played(page);
  await page.reload();
  await inState(page, "Paused");
  assert.equal(await played(page), before);
  await watchPace(page);
  await page.getByRole("button", { name: "Go on" }).click();
  await untilMore(page, before + 100);
  await checkPace(page);
  const midst = await played(page);
  await page.reload();
  await inState(page, "Playing");
  assert((await played(page)) >= before, "what was kept is still there");
  await watchPace(page);
  await untilMore(page, midst);
  await checkPace(page);
  await stop(page);
  await page.locator(".finding").first().waitFor();
  const stopped = await played(page);
  await page.reload();
  await inState(page, "Stopped");
  assert.equal(await played(page), stopped);

  const report = await saved(page, () =>
    page.getByRole("link", { name: "Read the whole report" }).click(),
  );
  assert.match(report.name, /^tsuro-\w+\.html$/);
  assert.match(report.text, /seas\+hand=4/);
  const numbers = await saved(page, () => page.locator("#report-json").click());
  assert.equal(typeof JSON.parse(numbers.text), "object");
  await page.goto(at(site, "lab"));
  await page.locator("#runs > li").getByText("Stopped").waitFor();
});

siteScene("a few hundred games are played to their end", async ({ site, guest }) => {
  const page = await guest();
  await begin(page, site, { games: "400", bot: "random" });
  await inState(page, "Done");
  assert.equal(await played(page), 400);
  await page.locator(".finding").first().waitFor();
});

siteScene("the suites of a rule set run while the page answers", async ({ site, guest }) => {
  const page = await guest();
  await page.goto(at(site, "suites", "?rules=classic"));
  await page.locator("#run:not([disabled])").waitFor();
  await watchPace(page);
  await page.getByRole("button", { name: "Run the scenarios" }).click();
  await page
    .locator("#counts")
    .getByText(/^Its own scenarios: (\d+) of \1 hold/)
    .waitFor();
  await page.getByRole("button", { name: "Try the changes" }).click();
  await page.locator("#tried").getByText("are noticed").waitFor();
  await checkPace(page);
});
