// What a site keeps, and lets go of: games and runs that are deleted, links that are followed,
// records in one file, and whose seats and runs they are.

import assert from "node:assert/strict";
import { until } from "./scene.js";
import { at, keptGames, saved, siteScene, untilKept } from "./site-scene.js";
import * as table from "./table.js";

const BOTS = { rules: "classic", seats: ["here:Ann", "bot easy", "bot easy"] };

/** Runs in pages: questions are answered with yes. */
const agree = () => (globalThis.confirm = () => true);

siteScene("a game that is deleted is gone, also in another tab", async ({ site, guest }) => {
  const page = await guest();
  await page.context().addInitScript(agree);
  await table.openTable(page, site, BOTS);
  await table.untilAsked(page);
  const other = await page.context().newPage();
  await other.goto(at(site, "history"));
  await other.getByRole("button", { name: /^Delete: / }).click();
  await other.getByText("No game has been kept yet.").waitFor();
  assert.equal(await other.locator("#games > li").count(), 0);
  await page.getByText("There is no such game here.").waitFor();
  assert.deepEqual(await keptGames(page), []);
  await page.reload();
  await page.getByRole("alert").waitFor();
});

siteScene("a game in a link is kept when that is agreed to, and once", async ({ site, guest }) => {
  const page = await guest({ permissions: ["clipboard-read", "clipboard-write"] });
  await table.openTable(page, site, { rules: "classic", seats: ["bot easy", "bot easy"] });
  await page.getByRole("button", { name: "Copy the link" }).click({ timeout: 60_000 });
  const link = await until(
    () => page.evaluate(() => navigator.clipboard.readText()),
    "the link is copied",
  );
  const other = await guest();
  const show = other.getByRole("button", { name: "Show the game" });
  await other.goto(at(site, "history")); // with it there is a database
  await other.getByText("No game has been kept yet.").waitFor();
  await other.goto(link);
  await show.waitFor();
  assert.deepEqual(await keptGames(other), []);
  await show.click();
  await other.waitForURL(/\?id=(?!link)\w+&replay/);
  await other.getByRole("heading", { name: "Watch again: Tsuro" }).waitFor();
  const shown = other.url();
  await other.goto("about:blank");
  await other.goto(link);
  await other.waitForURL(shown);
  assert.equal((await keptGames(other)).length, 1);
  // When it was deleted, it is asked for again.
  await other.goto(at(site, "history"));
  await other.evaluate(agree);
  await other.getByRole("button", { name: /^Delete: / }).click();
  await other.locator("#games > li").waitFor({ state: "detached" });
  await other.goto(link);
  await show.click();
  await other.waitForURL(/\?id=(?!link)\w+&replay/);
});

siteScene("a run is played by one tab at a time, and paused from any", async ({ site, guest }) => {
  const page = await guest();
  await page.goto(at(site, "lab", "?rules=classic&with=classic%2Bhand%3D2"));
  await page.locator("#start:not([disabled])").waitFor();
  await page.getByLabel("Games of each variant").selectOption("20000");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/lab-run\.html\?id=\w+$/);
  const other = await page.context().newPage();
  // Notes how often the engine of this tab goes on.
  await other.addInitScript(() => {
    globalThis.slices = 0;
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.goOn) globalThis.slices += 1;
      return postMessage.call(this, message, ...rest);
    };
  });
  await other.goto(page.url());
  const count = (one) => one.locator("#count").textContent();
  const first = await until(() => count(other), "it shows the run");
  await until(async () => (await count(other)) !== first, "it shows what the first tab plays");
  assert.equal(await other.evaluate(() => slices), 0);
  await other.getByRole("button", { name: "Pause" }).click();
  for (const one of [page, other]) await one.getByRole("button", { name: "Go on" }).waitFor();
  await other.getByRole("button", { name: "Go on" }).click();
  for (const one of [page, other]) await one.getByRole("button", { name: "Pause" }).waitFor();
  assert.equal(await other.evaluate(() => slices), 0);
  // When the first tab is closed, the other one plays.
  await page.close();
  await until(() => other.evaluate(() => slices > 0), "the other tab plays");
});

siteScene("more games than a request brings come from one file", async ({ site, guest }) => {
  const page = await guest();
  await table.openTable(page, site, { rules: "classic", seats: ["bot easy", "bot easy"] });
  await table.result(page).waitFor();
  await page.goto(at(site, "history"));
  const { text } = await saved(page, () =>
    page.getByRole("link", { name: "Download all records" }).click(),
  );
  const put = (text) =>
    page.locator("#upload-file").setInputFiles({
      name: "games.jsonl",
      mimeType: "text/plain",
      buffer: Buffer.from(text),
    });
  await put(text.repeat(120));
  await page.getByText("120 games are here now.").waitFor();
  await page.getByText("Games listed: 50").waitFor();
  assert.equal((await keptGames(page)).length, 121);
  // What is wrong is in the second part: the first one stays.
  await put(`${text.repeat(60)}{"event":"game"}\n`);
  await page.getByText("50 games are here now.").waitFor();
  await page.locator("#upload-state .error").waitFor();
  const all = await saved(page, () =>
    page.getByRole("link", { name: "Download all records" }).click(),
  );
  assert.equal(all.text.split('"event":"game"').length - 1, 171);
});

/** Runs in pages: engines do not come to an end when they go on. */
function hangWorkers() {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (!message.goOn) postMessage.call(this, message, ...rest);
  };
}

siteScene(
  "an engine that works for ever is ended, and the run that it played is stopped",
  async ({ site, guest }) => {
    const page = await guest();
    await page.goto(at(site, "lab", "?rules=classic&with=classic%2Bhand%3D2"));
    await page.locator("#start:not([disabled])").waitFor();
    await page.addInitScript(hangWorkers);
    await page.clock.install();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForURL(/\/lab-run\.html\?id=\w+$/);
    await page.locator("#count").filter({ hasText: /\d/ }).waitFor();
    const stopped = page.getByRole("heading", { level: 2, name: "Stopped", exact: true });
    await until(async () => {
      await page.clock.runFor(20_000);
      return stopped.isVisible();
    }, "the run is stopped");
  },
  { expects: /works too long/ },
);

siteScene("a bot plays for somebody who has left the table", async ({ site, guest }) => {
  const page = await guest();
  await table.openTable(page, site, {
    rules: "classic",
    seats: ["here:Ann", "here:Ben", "bot easy"],
  });
  await page.getByRole("button", { name: "Let a bot play: Ben" }).click();
  await page.getByRole("button", { name: "Take your seat back: Ben" }).click();
  await page.getByRole("button", { name: "Let a bot play: Ben" }).waitFor();
  // Nothing but the game itself is needed for that.
  await page.evaluate(() => localStorage.clear());
  await page.goto(at(site, "history"));
  await page.getByRole("link", { name: /^Go on: / }).click();
  await page.getByRole("button", { name: "Let a bot play: Ben" }).waitFor();
});

siteScene("a host that drops the endings of pages has them offline", async ({ site, guest }) => {
  site.dropsEndings = true;
  const page = await guest();
  await page.goto(at(site, "learn"));
  await page.locator(".choice").first().waitFor();
  assert.match(page.url(), /\/learn$/);
  await untilKept(page);
  await site.goOffline();
  for (const name of ["learn", "learn.html"]) {
    await page.goto(`${site.address}/${name}`);
    await page.locator(".choice").first().waitFor();
    assert(page.url().endsWith(`/${name}`));
  }
  await table.openTable(page, site, BOTS);
  await table.untilAsked(page);
});

siteScene("pictures come in the language of the page", async ({ site, guest }) => {
  const page = await guest({ locale: "fr-FR" });
  await page.addInitScript(() => {
    globalThis.languages = [];
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...rest) {
      if (message.ask?.path.endsWith(".svg")) languages.push(message.ask.lang);
      return postMessage.call(this, message, ...rest);
    };
  });
  await page.goto(`${site.address}/`);
  await until(() => page.evaluate(() => languages.length > 0), "pictures are asked for");
  assert(await page.evaluate(() => languages.every((language) => language === "fr")));
});
