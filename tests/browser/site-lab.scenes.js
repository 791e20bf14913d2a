// The laboratory on a site without a server: what it measures goes on in a worker of the page.

import assert from "node:assert/strict";
import { until } from "./scene.js";
import { at, saved, siteScene } from "./site-scene.js";

/** The longest that a page may be busy with something else, in milliseconds. */
const LONGEST = 200;

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
    globalThis.longest = 0;
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      globalThis.longest = Math.max(globalThis.longest, now - last - 10);
      last = now;
    }, 10);
  });

async function checkPace(page) {
  const longest = await page.evaluate(() => globalThis.longest);
  assert(longest < LONGEST, `the page was busy for ${longest} ms`);
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

siteScene("a comparison is paused, survives a reload, and is saved", async ({ site, guest }) => {
  const page = await guest();
  await begin(page, site, { games: "400", bot: "easy" });
  await untilMore(page, 0);
  await watchPace(page);
  await page.getByRole("button", { name: "Pause" }).click();
  await inState(page, "Paused");
  const before = await played(page);
  assert(before < 400, "it is not over yet");
  await page.reload();
  await inState(page, "Paused");
  assert.equal(await played(page), before);
  await watchPace(page);
  await page.getByRole("button", { name: "Go on" }).click();
  await untilMore(page, before);
  await checkPace(page);
  const midst = await played(page);
  await page.reload();
  await until(async () => (await played(page)) > 0, "the page is there again");
  assert((await played(page)) >= before && midst < 400, "what was kept is still there");
  await inState(page, "Done");
  assert.equal(await played(page), 400);
  await page.locator(".finding").first().waitFor();

  const report = await saved(page, () =>
    page.getByRole("link", { name: "Read the whole report" }).click(),
  );
  assert.match(report.name, /^tsuro-\w+\.html$/);
  assert.match(report.text, /seas\+hand=4/);
  const numbers = await saved(page, () => page.locator("#report-json").click());
  assert.equal(typeof JSON.parse(numbers.text), "object");
  await page.goto(at(site, "lab"));
  await page.locator("#runs > li").getByText("Done").waitFor();
});

siteScene("a run is stopped while the page answers at once", async ({ site, guest }) => {
  const page = await guest();
  await begin(page, site, { games: "100000", bot: "random" });
  await untilMore(page, 0);
  await watchPace(page);
  await untilMore(page, await played(page));
  await checkPace(page);
  await page.getByRole("button", { name: "Stop …" }).click();
  await page.getByRole("button", { name: "Stop for good" }).click();
  await inState(page, "Stopped");
  const stopped = await played(page);
  await page.reload();
  await inState(page, "Stopped");
  assert.equal(await played(page), stopped);
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
