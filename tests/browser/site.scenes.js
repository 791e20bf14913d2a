// Whole games on a site without a server: by keyboard, by two persons, with reloads, in two tabs,
// and from a folder.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { until } from "./scene.js";
import { SiteFolder, tsuro } from "./site-host.js";
import { at, folder, keptGames, saved, siteScene } from "./site-scene.js";
import * as table from "./table.js";

const BOTS = { rules: "classic", seats: ["here:Ann", "bot easy", "bot easy"] };

/** What the program says of a record: each of its events is checked. */
async function check(text) {
  const folder = await mkdtemp(join(tmpdir(), "tsuro-record-"));
  const path = join(folder, "record.jsonl");
  await writeFile(path, text);
  try {
    return await tsuro("replay", "--check", path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What a person sees of a question: what is asked, the hand, and what has happened. */
const look = async (page) => ({
  question: await page.locator("#question-title").textContent(),
  hand: await page
    .locator(".hand button.tile")
    .evaluateAll((all) => all.map((tile) => tile.getAttribute("aria-label"))),
  told: await table.sentences(page),
});

async function tabAndEnter(page, locator) {
  await table.tabTo(page, locator);
  await page.keyboard.press("Enter");
}

siteScene("a whole game, its review, its replay and its record", async ({ site, guest }) => {
  const page = await guest();
  await page.goto(`${site.address}/`);
  await table.chosen(page);
  await tabAndEnter(page, page.getByRole("button", { name: "Play", exact: true }));
  await page.waitForURL(/\/some\/where\/game\.html\?id=\w+$/);
  const id = new URL(page.url()).searchParams.get("id");
  assert(await table.playOn(page));
  assert.match(await table.result(page).innerText(), /win|tie|share/);
  assert.equal(await page.locator(".question .standings li").count(), 4);

  const button = page.getByRole("button", { name: "Download the record" });
  const { name, text } = await saved(page, () => tabAndEnter(page, button));
  assert.equal(name, `tsuro-${id}.jsonl`);
  assert.match(await check(text), /1 game/);
  const picture = await saved(page, () =>
    tabAndEnter(page, page.getByRole("link", { name: "Picture", exact: true })),
  );
  assert.match(picture.text, /^<svg/);

  await tabAndEnter(page, page.getByRole("link", { name: "Review", exact: true }));
  await page.waitForURL(/\/review\.html\?id=/);
  await page.locator(".curve").first().waitFor();
  await tabAndEnter(page, page.getByRole("button", { name: "Stop" }));
  const found = page.locator(".search .hint");
  const games = async () => Number(/\d+/.exec(await found.textContent())[0]);
  const before = await games();
  await tabAndEnter(page, page.getByRole("button", { name: "Search on" }));
  await until(async () => (await games()) > before, "the review searches on");
  await tabAndEnter(page, page.getByRole("button", { name: "Stop" }));

  await tabAndEnter(page, page.getByRole("link", { name: "Watch from the start" }));
  await page.waitForURL(/\/game\.html\?id=\w+&replay$/);
  const slider = page.getByRole("slider", { name: "Moment of the game" });
  await table.tabTo(page, slider);
  await page.keyboard.press("ArrowRight");
  await page
    .getByText(/^(Turn|Before)/)
    .first()
    .waitFor();
  await page.reload();
  await slider.waitFor();

  await page.goto(at(site, "history"));
  await page.getByRole("heading", { name: "Games played in this browser" }).waitFor();
  await page.reload();
  await page.locator("#games > li").waitFor();
  const all = await saved(page, () => tabAndEnter(page, page.locator("#export")));
  assert.equal(all.text, text);
});

siteScene("a game by keyboard goes on at each fifth question anew", async ({ site, guest }) => {
  const page = await guest();
  await table.openTable(page, site, {
    rules: "seas+rough-seas+tide",
    seats: ["here:Ann", "here:Bea", "bot easy"],
  });
  let asked = 0;
  const again = async (_, now) => {
    asked += 1;
    if (asked % 5 > 0) return;
    const before = await look(page);
    await page.reload();
    await until(async () => (await table.state(page)) !== "rest", "somebody is asked");
    // Whoever has reloaded the page may be another person at the device.
    if (now === "ask") await table.pressEnter(page);
    let after;
    await until(
      async () => isDeepStrictEqual((after = await look(page)), before),
      "the page shows the same",
    ).catch(() => assert.deepEqual(after, before));
  };
  assert(await table.playOn(page, { before: again }));
  assert(asked > 5, `${asked} questions`);
  const [kept] = await keptGames(page);
  assert.equal(kept.state, "over");
  assert.match(kept.reference, /^seas\+rough-seas\+tide/);
});

/** Plays two persons at one device until a question of the second of them about a tile. */
async function untilTile(page, who) {
  const isIt = async () => {
    if ((await table.state(page)) !== "ask") return false;
    const isTile = (await table.tiles(page).count()) > 0;
    return isTile && (await page.locator(".seat.on-turn .name").innerText()) === who;
  };
  await table.playOn(page, { before: async () => !(await isIt()) });
  assert(await isIt(), `${who} is asked for a tile`);
}

siteScene("two persons take back, leave and come back", async ({ site, guest }) => {
  const page = await guest();
  await table.openTable(page, site, {
    rules: "classic+big-board",
    seats: ["here:Ann", "here:Bea"],
  });
  await untilTile(page, "Bea");
  const said = await table.sentences(page);
  await page.getByRole("button", { name: /^(Ask to t|T)ake back/ }).click();
  await page.getByRole("button", { name: "Bea agrees" }).click();
  await page.getByRole("button", { name: "I am Ann: show my tiles" }).waitFor();
  assert((await table.sentences(page)).length < said.length, "what Ann laid is taken back");
  // Ann leaves the page, and comes back: by the list of games, and by the browser's button.
  await page.goto(`${site.address}/`);
  await page.getByRole("link", { name: /^Go on: / }).click();
  await page.getByRole("button", { name: "I am Ann: show my tiles" }).waitFor();
  await table.playOn(page, { answers: 2 });
  await page.getByRole("link", { name: "How to play" }).click();
  await page.locator("figure svg").first().waitFor();
  await page.goBack();
  await table.playOn(page, { answers: 3 });
  const context = page.context();
  const address = page.url();
  await page.close();
  const next = await context.newPage();
  await next.goto(address);
  await table.handOver(next).waitFor();
  assert(await table.playOn(next));
});

siteScene("what one tab does, the other shows; both at once do it once", async (parts) => {
  const { site, guest } = parts;
  const one = await guest();
  await table.openTable(one, site, { ...BOTS, rules: "classic+big-board" });
  const other = await one.context().newPage();
  await other.goto(one.url());
  const pages = [one, other];
  const same = () =>
    until(async () => {
      const [here, there] = await Promise.all(pages.map(look));
      return here.hand.length > 0 && isDeepStrictEqual(here, there);
    }, "both tabs show the same");
  await table.playOn(one, { answers: 1 });
  await same();
  await table.playOn(other, { answers: 1 });
  await same();
  const told = await table.sentences(one);
  assert.equal(told.filter((words) => /^You lay a tile/.test(words)).length, 1);

  // Both lay at the same moment: one of them comes too late, and nobody is at a loss.
  await one.waitForTimeout(500); // pages pass over what comes just after a question
  const lay = () => document.querySelector("button.lay").click();
  await Promise.all(pages.map((page) => page.evaluate(lay)));
  await same();
  const laid = (await table.sentences(one)).filter((words) => /^You lay a tile/.test(words));
  assert.equal(laid.length, 2);
  assert(await table.playOn(pages));
  assert.equal((await keptGames(one)).length, 1);
});

siteScene(
  "from a folder a game is played, goes on after a reload, and is in the history",
  async ({ site, guest }) => {
    const page = await guest();
    await table.openTable(page, site, BOTS);
    await table.playOn(page, { answers: 2 });
    await table.untilAsked(page);
    const before = await look(page);
    await page.reload();
    await table.untilAsked(page);
    assert.deepEqual(await look(page), before);
    assert(await table.playOn(page));
    await page.getByRole("link", { name: "Games played" }).click();
    await page.getByRole("link", { name: /^Review: / }).click();
    await page.locator(".curve").first().waitFor();
    await page.getByRole("link", { name: "Learn", exact: true }).click();
    await page.getByRole("heading", { name: /^Lesson 1 of/ }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Copy the link" }).count(), 0);
  },
  { start: () => new SiteFolder(folder) },
);
