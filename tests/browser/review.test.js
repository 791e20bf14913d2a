// The review of a game: from the result, a replay, the list of games and a link; on the board, to
// be tried out and gone on from.

import assert from "node:assert/strict";
import { examine } from "./examine.js";
import { scene, until } from "./scene.js";
import * as table from "./table.js";

const BOTS = { rules: "classic", seats: ["here:Ann", "bot easy", "bot easy"] };

const decisions = (page) => page.locator(".decisions button");
const choices = (page) => page.locator(".choices .choice");
const found = (page) => page.locator(".curve").first();

/**
 * A game of bots that is over, in which the first player could have done better; without a browser.
 */
async function botsGame(server, rules = "classic") {
  const seats = ["easy", "medium", "medium"].map((level) => ({ kind: "bot", level }));
  const { id } = await server.post("games", { rules, seats });
  await until(async () => (await server.get(`games/${id}`)).state === "over", "the game is over");
  return id;
}

scene("a finished game is reviewed by one click, and gone on from", async ({ server, guest }) => {
  const page = await guest();
  await table.openTable(page, server, BOTS);
  await table.playOn(page);
  const game = page.url();
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await page.waitForURL(/\/review$/);
  await found(page).waitFor();
  assert.equal(await page.getByLabel("Whose decisions").inputValue(), "0", "one's own first");
  await until(async () => (await decisions(page).count()) > 0, "a decision cost something");
  await page.getByRole("button", { name: "Stop" }).click();
  await examine(page, "review");
  // The best choice is on the board; another one is tried.
  const best = await table.board(page);
  assert(await choices(page).filter({ hasText: "best" }).getByRole("radio").isChecked());
  await choices(page).filter({ hasText: "made" }).getByRole("radio").check();
  const isBest = async () => (await table.board(page)) === best;
  await until(async () => !(await isBest()), "what was made is on the board");
  await choices(page).filter({ hasText: "best" }).getByRole("radio").check();
  await until(isBest, "what was tried is taken back");
  await page.getByRole("button", { name: "Go on from here" }).click();
  await page.waitForURL((url) => /\/game\/\w+$/.test(url.href) && url.href !== game);
  assert.equal(await table.untilAsked(page), "ask");
  assert(await table.playOn(page), "the table is played to its end");
});

scene("a review is one click from a replay, the history and a record", async (parts) => {
  const { server, guest } = parts;
  const id = await botsGame(server);
  const page = await guest();
  const isThere = async () => {
    await page.waitForURL(/\/review$/);
    await found(page).waitFor();
  };
  await page.goto(`${server.address}/game/${id}?replay`);
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await isThere();
  await page.goto(`${server.address}/history`);
  await page.getByRole("link", { name: /^Review: / }).click();
  await isThere();
  // A record from elsewhere: uploaded, it is shown, with the review one click away.
  const record = await (await fetch(`${server.address}/api/1/games/${id}/record`)).text();
  await page.goto(`${server.address}/history`);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: /^Upload a record/ }).click(),
  ]);
  await chooser.setFiles({ name: "a.jsonl", mimeType: "text/plain", buffer: Buffer.from(record) });
  await page.waitForURL(/\?replay/);
  await page.getByRole("link", { name: "Review", exact: true }).click();
  await isThere();
  // The link is for anybody.
  const other = await guest();
  await other.goto(page.url());
  await found(other).waitFor();
});

scene("a review grows while one waits, and is stopped", async ({ server, guest }) => {
  const page = await guest();
  const id = await botsGame(server, "seas");
  await page.goto(`${server.address}/game/${id}/review`);
  await found(page).waitFor();
  const progress = page.locator(".search .hint");
  const games = async () => Number((await progress.textContent()).match(/\d+/)[0]);
  await page.getByLabel("Search for").selectOption("until stopped");
  await until(async () => (await games()) > 100, "more games are searched");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("games were searched for each number").waitFor();
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.waitForTimeout(2500);
  assert.deepEqual(asked, [], "nothing is asked for after the stop");
  // The time is kept, and another player's decisions are looked at.
  await page.reload();
  await found(page).waitFor();
  assert.equal(
    await page.getByLabel("Search for").locator(":checked").innerText(),
    "until stopped",
  );
  await page.getByLabel("Whose decisions").selectOption("Blue");
  await page.getByText("Chances as far as Blue knew").waitFor();
  assert.match(page.url(), /seat=1$/);
});

scene(
  "two tabs review the same game, and a server that is started again goes on",
  async ({ server, guest }) => {
    const id = await botsGame(server);
    const [one, other] = [await guest(), await guest()];
    for (const page of [one, other]) {
      await page.goto(`${server.address}/game/${id}/review`);
      await found(page).waitFor();
      await page.getByLabel("Search for").selectOption("until stopped");
    }
    await other.close();
    await server.kill();
    await one.getByText("The server does not answer or is busy").waitFor();
    assert(await found(one).isVisible(), "what was found stays");
    await server.restart();
    await one.getByText("The server does not answer or is busy").waitFor({ state: "detached" });
    await one.getByRole("button", { name: "Stop" }).click();
  },
  { expects: /ERR_|Failed to load resource/ },
);

scene(
  "a game that goes on is not reviewed",
  async ({ server, guest }) => {
    const page = await guest();
    await table.openTable(page, server, BOTS);
    await table.untilAsked(page);
    await page.goto(`${page.url()}/review`);
    await page.getByRole("alert").getByText("Reviews are of games that are over.").waitFor();
    assert.equal(await found(page).count(), 0);
  },
  { expects: /status of 400/ },
);

scene("a review by keyboard alone", async ({ server, guest }) => {
  const page = await guest();
  const id = await botsGame(server);
  await page.goto(`${server.address}/game/${id}/review`);
  await until(async () => (await decisions(page).count()) > 0, "a decision cost something");
  const stop = page.getByRole("button", { name: "Stop" });
  await table.tabTo(page, stop);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Search on" }).waitFor();
  await table.tabTo(page, decisions(page).last());
  await page.keyboard.press("Enter");
  assert.equal(await decisions(page).last().getAttribute("aria-pressed"), "true");
  assert(
    await decisions(page)
      .last()
      .evaluate((button) => button === document.activeElement),
    "the focus stays",
  );
  const shown = () => page.locator(".now").innerText();
  const best = await choices(page).getByRole("radio").and(page.locator(":checked")).elementHandle();
  await table.tabTo(page, choices(page).getByRole("radio").and(page.locator(":checked")));
  const before = await shown();
  await page.keyboard.press("ArrowDown");
  assert(!(await best.isChecked()), "another choice is tried");
  assert.equal((await shown()).split(" – ")[0], before.split(" – ")[0]);
  await table.tabTo(page, page.getByRole("button", { name: "Go on from here" }));
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => /\/game\/\w+$/.test(url.href));
});

/** What screen readers say of the choices of the decision that is shown. */
const names = (page) =>
  choices(page).evaluateAll((labels) =>
    labels.map((label) => label.textContent.replace(/\s+/g, " ").trim()),
  );

scene("a review is read without seeing it", async ({ server, guest }) => {
  const page = await guest({ locale: "fr-FR" });
  const id = await botsGame(server, "classic");
  await page.goto(`${server.address}/game/${id}/review`);
  await until(async () => (await decisions(page).count()) > 0, "a decision cost something");
  const rows = page.locator(".curve").first().locator("tbody tr");
  await until(async () => /^Fin/.test(await rows.last().textContent()), "all turns are there");
  await page.getByRole("button", { name: "Arrêter" }).click();
  for (const decision of await decisions(page).all()) {
    await decision.click();
    const said = await names(page);
    const shown = await choices(page).locator(".said").allInnerTexts();
    if ((await page.locator(".choices img").count()) > 0)
      for (const name of said) assert.match(name, /^Tuile \d(, (non )?tournée( \S+ fois)?)?[  ]?:/);
    // Where two do the same, the tiles tell them apart.
    assert.equal(new Set(shown).size, shown.length, shown.join(" | "));
    const ids = await choices(page)
      .getByRole("radio")
      .evaluateAll((radios) => radios.map((radio) => radio.id));
    assert.equal(new Set(ids).size, ids.length);
  }
  // The letters of the table, also beside the board.
  const letters = await page.locator(".accounts tbody .seat-mark").allTextContents();
  const svg = await page.locator(".curve svg").first().textContent();
  for (const letter of ["R", "B", "G"]) {
    assert(letters.includes(letter), `${letter} is in the table`);
    assert(svg.includes(letter), `${letter} is at its curve`);
  }
  // The curves in numbers.
  await page.locator(".curve summary").first().click();
  assert.match(await rows.first().innerText(), /^Avant le premier tour(\s+\d+\u00a0%){3}$/);
  assert.match(await rows.last().innerText(), /^Fin\s/);
  await examine(page, "review-in-numbers");
});

scene("a review in French on a phone", async ({ server, guest }) => {
  const page = await guest({
    locale: "fr-FR",
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  const id = await botsGame(server, "seas");
  await page.goto(`${server.address}/game/${id}/review`);
  await page.getByRole("heading", { name: "Les décisions les plus coûteuses" }).waitFor();
  await page.getByRole("heading", { name: "Ce qui était de la chance" }).waitFor();
  await page.getByRole("button", { name: "Arrêter" }).tap();
  const words = await page.locator(".desk").evaluate((desk) => desk.textContent);
  assert.match(words, /\d\u00a0%/);
  assert.doesNotMatch(words, /\d %/, "no line parts a number from its per-cent sign");
  await examine(page, "review-french");
});
