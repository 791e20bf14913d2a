// A club evening: several games at one table, seats that turn, and the standings.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { examine } from "./examine.js";
import { scene } from "./scene.js";
import { Server } from "./server.js";
import * as table from "./table.js";

const PHONE = { viewport: { width: 320, height: 640 }, locale: "fr-FR" };
const own = (options) => ({ start: () => Server.start(null, undefined, options) });

/** The lines of the standings, without the head. */
const standings = (page) =>
  page
    .locator("#standings tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));

/** Plays a game to its end: everybody leaves the board as soon as that can be. */
async function playOut(pages) {
  const out = (page) => table.turnTo(page, "†").then(() => {});
  assert(await table.playOn(pages, { before: out }));
}

/** An onlooker of a game that is over goes on to the one after it. */
async function goOn(page, from, to) {
  await page.goto(from);
  await page.getByRole("link", { name: "The next game has begun" }).click();
  await page.waitForURL(to);
}

scene(
  "two games with seats that turn, and the standings of both",
  async ({ server, guest }) => {
    const [ann, bea, eve] = [await guest(), await guest({ ...PHONE }), await guest()];
    await table.gather(ann, server, "classic+free-suicide", ["here:Ann", "open", "here:Cai"]);
    await bea.goto(ann.url());
    await bea.getByLabel("Nom\u00a0:").fill("Bea");
    await bea.getByRole("button", { name: /^S’asseoir ici/ }).click();
    await bea.getByRole("button", { name: /^Quitter la place/ }).waitFor();

    // By keyboard alone; another number is refused before it is sent.
    await table.tabTo(ann, ann.getByLabel("Games in a row:"));
    await ann.keyboard.press("ControlOrMeta+a");
    await ann.keyboard.type("2");
    await examine(ann, "gather-evening");
    await ann.keyboard.press("Enter");
    for (const page of [ann, bea]) await page.waitForURL(/\/game\//);
    await ann.getByRole("link", { name: "Game 1 of 2 of the evening" }).waitFor();
    await bea.getByRole("link", { name: "Partie 1 sur 2 de la soirée" }).waitFor();
    await eve.goto(
      await ann
        .locator("a[href^='/evening/']")
        .first()
        .evaluate((a) => a.href),
    );
    await eve.getByText("goes on: Ann, Bea, Cai").waitFor();
    assert.deepEqual(
      (await standings(eve)).map(([place, name, points, mean]) => [place, name, points, mean]),
      ["Ann", "Bea", "Cai"].map((name) => ["1", name, "0", "–"]),
    );

    await playOut([ann, bea]);
    const first = new URL(ann.url()).pathname;
    await bea.getByRole("button", { name: "Partie suivante (2 sur 2)" }).click();
    for (const page of [ann, bea])
      await page.waitForURL((url) => url.pathname.startsWith("/game/") && url.pathname !== first);
    // A page that was away has its seat from the page of the evening.
    const second = bea.url();
    // Whoever comes by the link of the first game finds the next one.
    await goOn(await guest(), server.address + first, second);
    await bea.evaluate((id) => {
      const games = JSON.parse(localStorage.getItem("tsuro.games"));
      localStorage.setItem("tsuro.games", JSON.stringify(games.filter((game) => game.id !== id)));
    }, new URL(second).pathname.split("/")[2]);
    await bea.goto(eve.url());
    await bea.getByRole("link", { name: /Partie 2$/ }).click();
    await bea.waitForURL(second);
    // Cai has moved on to the first seat, and Ann has the tokens of both.
    const names = async (page) =>
      (await page.locator(".seats > li").allTextContents()).map(
        (text) => /Ann|Bea|Cai/.exec(text)[0],
      );
    await ann.locator(".seats > li").first().waitFor();
    assert.deepEqual(await names(ann), ["Cai", "Ann", "Bea"]);
    await playOut([ann, bea]);

    await bea.getByRole("link", { name: "Classement" }).click();
    await bea.waitForURL(/\/evening\//);
    await bea.getByText("parties avec résultat\u00a0: 2 sur 2").waitFor();
    await ann.getByRole("link", { name: "Standings" }).click();
    await ann.getByText("games with a result: 2 of 2").waitFor();
    const lines = await standings(ann);
    assert.equal(
      lines.reduce((sum, [, , points]) => sum + Number(points), 0),
      6,
    );
    assert.deepEqual(lines.map(([, name]) => name).sort(), ["Ann", "Bea", "Cai"]);
    await examine(ann, "evening");
    await examine(bea, "evening-fr");
    await table.tabTo(ann, ann.getByRole("link", { name: "Results as CSV" }));
    const [file] = await Promise.all([ann.waitForEvent("download"), ann.keyboard.press("Enter")]);
    const csv = (await readFile(await file.path(), "utf8")).trim().split("\n");
    assert.equal(csv[0], "game,table,seat,name,place,points,compared");
    assert.equal(csv.length, 7);
    assert.match(csv[4], /^2,1,1,Cai,/);
    // A game that went on goes to its page from here.
    await ann.getByRole("link", { name: /Game 1$/ }).click();
    await ann.waitForURL((url) => url.pathname === first);
  },
  own(),
);

scene(
  "two tables play the same deal, and nobody else sees it before both have",
  async ({ server, guest }) => {
    const [ann, bea, eve] = [await guest(), await guest(), await guest()];
    await table.gather(ann, server, "classic+free-suicide", ["here:Ann", "open"]);
    await ann.getByLabel("At the free seats:").selectOption("easy");
    await ann.getByLabel("Others may play the same deals at other tables").check();
    await ann.getByRole("button", { name: "Begin the game" }).click();
    await ann.waitForURL(/\/game\//);
    const first = ann.url();
    await ann.getByRole("link", { name: "Game 1 of 1 of the evening" }).click();
    await ann.getByRole("button", { name: "Open another table with the same deals" }).click();
    await ann.waitForURL(/\/table\//);
    await ann.getByRole("link", { name: /^This table plays the same deals/ }).waitFor();
    await table.sit(bea, ann.url(), "Bea");
    await ann.getByLabel("At the free seats:").selectOption("easy");
    await ann.getByRole("button", { name: "Begin the game" }).click();
    await bea.waitForURL(/\/game\//);
    await eve.goto(first);
    await eve.getByText("Another table still plays the same deal").waitFor();

    // Bea ends first, and may not yet look at the whole game.
    await playOut([bea]);
    await bea.getByText("Another table still plays the same deal").waitFor();
    assert.equal(await bea.getByRole("button", { name: "Download the record" }).count(), 0);
    await ann.goto(first);
    await playOut([ann]);
    await eve.reload();
    await table.result(eve).waitFor();
    await bea.getByRole("link", { name: "Standings" }).click();
    await bea.getByText("games with a result: 2 of 2").waitFor();
    await bea.getByRole("columnheader", { name: "Compared" }).waitFor();
    await bea.getByText("Game 1, table 2").waitFor();
    await examine(bea, "evening-tables");
  },
  { ...own(), expects: /status of 403/ },
);

scene(
  "people are rated where the server does that, and nowhere else",
  async ({ server, guest }) => {
    const page = await guest();
    await page.goto(`${server.address}/ratings`);
    await page.getByText("Nobody has played enough games yet.").waitFor();
    // A rated table as the server tells of it.
    const person = (name, rating) => ({
      name,
      games: 40,
      rating,
      low: rating - 90,
      high: rating + 90,
    });
    const people = [person("Ann", 1571), person("W".repeat(20), 1429)];
    const told = { about: ["From 57 games of people."], people };
    await page.route("**/api/1/ratings*", (route) => route.fulfill({ json: told }));
    await page.reload();
    await page.getByText("From 57 games of people.").waitFor();
    assert.deepEqual(
      await page.locator("#ratings tbody tr").first().locator("th, td").allTextContents(),
      ["1", "Ann", "1571 (1481 – 1661)", "40"],
    );
    await examine(page, "ratings");
    const other = await Server.start(null);
    try {
      await page.unroute("**/api/1/ratings*");
      await page.goto(`${other.address}/ratings`);
      await page.getByText("This server rates nobody.").waitFor();
    } finally {
      await other.remove();
    }
  },
  // The other server goes while its page may still ask.
  { ...own(["--ratings"]), expects: /status of 404|ERR_CONNECTION/ },
);

scene(
  "an evening that is not there says so",
  async ({ server, guest }) => {
    const page = await guest();
    await page.goto(`${server.address}/evening/nosuch`);
    await page.getByRole("alert").waitFor();
  },
  { ...own(), expects: /status of 404/ },
);
