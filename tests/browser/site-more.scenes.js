// What a site keeps, and lets go of: games and runs that are deleted, links that are followed,
// records in one file, and whose seats and runs they are.

import assert from "node:assert/strict";
import { until } from "./scene.js";
import { at, keptGames, siteScene } from "./site-scene.js";
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
  await other.getByText("No game has been played").or(other.locator("#state:empty")).waitFor();
  assert.equal(await other.locator("#games > li").count(), 0);
  await page.getByText("There is no such game here.").waitFor();
  assert.deepEqual(await keptGames(page), []);
  await page.reload();
  await page.getByRole("alert").waitFor();
});
