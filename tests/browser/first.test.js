// What somebody meets in a first game: help, advice, settings, and the board at the end.

import assert from "node:assert/strict";
import { scene, until } from "./scene.js";
import * as table from "./table.js";

const PHONE = {
  viewport: { width: 360, height: 640 },
  hasTouch: true,
  isMobile: true,
};
const BOTS = { rules: "classic", seats: ["here:Ann", "bot easy", "bot easy"] };

const help = (page) => page.getByRole("button", { name: "Help", exact: true });
const box = (page) => page.getByRole("dialog", { name: "Help" });

/** Opens the help; gives its words, which begin at the top of the box. */
async function readHelp(page) {
  await help(page).click();
  await box(page).waitFor();
  assert.equal(await box(page).evaluate((dialog) => dialog.scrollTop), 0, "it opens at its top");
  const words = await box(page).innerText();
  await box(page).getByRole("button", { name: "Close" }).click();
  await box(page).waitFor({ state: "detached" });
  await table.letGo(page);
  return words;
}

/** Whether an element is in the window and not covered, wherever the page is scrolled to. */
async function staysInWindow(page, locator) {
  for (const top of [0, 150, 300, 600, 1e6]) {
    await page.evaluate((to) => scrollTo(0, to), top);
    const { y, height } = await locator.boundingBox();
    const where = `${page.url()}: at ${y}, scrolled to ${top}`;
    assert(y >= 0 && y + height <= page.viewportSize().height, where);
    const isOnTop = await locator.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    assert(isOnTop, `${where}: covered`);
  }
}

/** Runs in pages: the buttons of the bar that the help lies over. */
function coveredByHelp() {
  const help = document.querySelector(".help").getBoundingClientRect();
  const others = [...document.querySelectorAll(".actions button:not(.help, [hidden])")];
  return others
    .filter((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const isBeside = right <= help.left || left >= help.right;
      return !isBeside && bottom > help.top && top < help.bottom;
    })
    .map((button) => button.textContent);
}

scene("help on a phone is about this moment, and without keys", async ({ server, guest }) => {
  const page = await guest(PHONE);
  await table.openTable(page, server, BOTS);
  await table.untilAsked(page);
  await staysInWindow(page, help(page));
  const start = await readHelp(page);
  assert.match(start, /^Help\s+Choose the mark where your piece starts/);
  assert.doesNotMatch(start, /Keys|Click/);
  await table.openAndPlay(page, server, BOTS, 1);
  await staysInWindow(page, help(page));
  assert.deepEqual(await page.evaluate(coveredByHelp), []);
  const place = await readHelp(page);
  assert.match(place, /^Help\s+Lay one of your tiles on the lit square/);
  assert.match(place, /Tap a tile/);
  assert.doesNotMatch(place, /Keys|Click/);
  assert(place.split(/\s+/).length < 110, "in few words");
  await table.playOn(page);
  await staysInWindow(page, help(page));
  assert.match(await readHelp(page), /^Help\s+The game is over/);
});

/** A game of bots that is over. */
async function botsGame(server) {
  const seats = Array(3).fill({ kind: "bot", level: "easy" });
  const { id } = await server.post("games", { rules: "classic", seats });
  await until(async () => (await server.get(`games/${id}`)).state === "over", "the game is over");
  return id;
}

for (const [width, height] of [
  [1280, 800],
  [768, 1024],
  [390, 844],
  [780, 360],
]) {
  scene(`help stays in a window of ${width} × ${height} pixels`, async ({ server, guest }) => {
    const page = await guest({ viewport: { width, height } });
    const over = await botsGame(server);
    const pages = [
      [`game/${over}?replay`, ".player", /^Help\s+You watch a game again/],
      [`game/${over}/review`, ".curve", /^Help\s+100\s% is the chance to win/],
      ["learn", ".choices", /^Help\s+Choose an answer in the list/],
      ["puzzles?course=classic&lesson=3", ".hand", /^Help\s+Lay one of your tiles/],
    ];
    for (const [path, part, words] of pages) {
      await page.goto(`${server.address}/${path}`);
      await page.locator(part).first().waitFor();
      await staysInWindow(page, help(page));
      assert.match(await readHelp(page), words);
    }
    await table.openTable(page, server, BOTS);
    await table.untilAsked(page);
    await page.locator("summary", { hasText: "The board in words" }).click();
    await staysInWindow(page, help(page));
    assert.match(await readHelp(page), /^Help\s+Choose the mark where your piece starts/);
  });
}

scene("each level tells how its bots play, and what bots see", async ({ server, guest }) => {
  const page = await guest();
  await page.goto(`${server.address}/`);
  await table.chosen(page);
  const bot = page.locator("#seats > li").nth(1).getByRole("combobox");
  const told = page.locator("#bots-hint");
  for (const level of ["beginner", "easy", "medium", "hard", "expert", "master"]) {
    await bot.selectOption(`bot ${level}`);
    await told.getByText(new RegExp(`^${level}: .* ms for a decision\\.$`)).waitFor();
    assert.notEqual(await bot.getAttribute("title"), "");
  }
  await told.getByText("No bot sees hidden tiles.").waitFor();
});

scene("there is advice on start marks", async ({ server, guest }) => {
  const page = await guest();
  await table.openTable(page, server, BOTS);
  await table.untilAsked(page);
  await page.getByRole("button", { name: "Advice" }).click();
  const shares = page.locator(".choice .share", { hasText: "%" });
  await shares.first().waitFor();
  assert.equal(await shares.count(), await page.getByRole("radio").count());
  const best = page.locator(".choice:has(:checked) .share");
  const all = await shares.allTextContents();
  assert.equal(
    parseInt(await best.textContent()),
    Math.max(...all.map((share) => parseInt(share))),
  );
});

scene("the end is in colour, with the letters of those who are out", async ({ server, guest }) => {
  const page = await guest();
  await table.openTable(page, server, BOTS);
  await table.playOn(page);
  const outs = await page.locator(".seat.out").count();
  const fallen = page.locator("[data-fallen]");
  const trails = () =>
    page.locator(".board [data-square] path").evaluateAll((paths) => {
      const colors = paths.map((path) => path.getAttribute("stroke"));
      return ["#f2545b", "#55a8f5", "#5cc960"].map(
        (color) => colors.filter((known) => known === color).length,
      );
    });
  assert(outs > 0);
  assert.equal(await fallen.count(), outs);
  const shown = await trails();
  assert(
    shown.every((paths) => paths > 0),
    `each piece has coloured paths: ${shown}`,
  );
  await page.reload();
  await table.result(page).waitFor();
  assert.deepEqual(await trails(), shown, "also where nobody has watched");
  assert.equal(await fallen.count(), outs);
});

scene("sentences name ports when one wants them", async ({ server, guest }) => {
  const page = await guest();
  await table.openTable(page, server, BOTS);
  await table.playOn(page, { answers: 3 });
  const log = page.locator(".sentences");
  const ports = /[A-H]{2} [A-H]{2} [A-H]{2} [A-H]{2}/;
  const short = await log.innerText();
  assert.doesNotMatch(short, ports);
  assert.match(short, /lays? a tile on [a-f]\d\./);
  assert.match(short, /path over|tile on [a-f]\d (leads|sends)/);
  await page.locator("summary", { hasText: "Settings" }).click();
  await page.getByRole("checkbox", { name: "Sentences name every side and port" }).check();
  assert.match(await log.innerText(), ports);
  await page.reload();
  await log.locator("li").first().waitFor();
  assert.match(await log.innerText(), ports, "it is kept");
});

/** Runs in pages: counts tones, and how often the device shakes. */
function countSounds() {
  window.tones = 0;
  window.shakes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) {
    window.tones += 1;
    return start.apply(this, at);
  };
  Object.defineProperty(Navigator.prototype, "vibrate", {
    configurable: true,
    value: () => (window.shakes += 1),
  });
}

scene("lessons and replays have sounds and motion as a table has", async ({ server, guest }) => {
  const page = await guest({ speed: "usual", reducedMotion: "no-preference" });
  await page.addInitScript(countSounds);
  await page.goto(`${server.address}/learn`);
  await page.locator("summary", { hasText: "Settings" }).click();
  await page.getByRole("checkbox", { name: "Sounds" }).check();
  await page.locator(".choice", { hasText: "c3" }).click();
  await page.goto(`${server.address}/learn?course=basics&lesson=2`);
  await page.locator(".hand").waitFor();
  await page.locator(".hand .tile").first().click();
  await page.locator(".actions .lay").click();
  await page.locator(".lesson-verdict h2").waitFor();
  assert((await page.evaluate(() => window.tones)) > 0, "the tile and the way are heard");
  const seats = ["easy", "easy"].map((level) => ({ kind: "bot", level }));
  const { id } = await server.post("games", { rules: "classic", seats });
  await page.goto(`${server.address}/game/${id}?replay`);
  await page.locator("summary", { hasText: "Settings" }).click();
  assert(await page.getByRole("checkbox", { name: "Sounds" }).isChecked());
  assert.equal(await page.getByRole("checkbox", { name: "Vibrate" }).count(), 0);
});

scene("one's turn is heard in a tab that is in the background", async ({ server, guest }) => {
  const page = await guest();
  await page.addInitScript(countSounds);
  await page.addInitScript(() => localStorage.setItem("tsuro.sounds", "true"));
  await table.openTable(page, server, BOTS);
  await table.untilAsked(page);
  await table.letGo(page);
  const before = await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    return window.tones;
  });
  await table.playOn(page, { answers: 1 });
  await table.untilAsked(page);
  assert.equal((await page.evaluate(() => window.tones)) - before, 2, "the two tones of the turn");
});

scene("sounds are switched on, and vibration off", async ({ server, guest }) => {
  const page = await guest({ speed: "fast" });
  await page.addInitScript(countSounds);
  await table.openTable(page, server, BOTS);
  await table.untilAsked(page);
  assert.match(await page.title(), /^● Your turn/);
  assert.equal(await page.evaluate(() => window.tones), 0);
  await page.locator("summary", { hasText: "Settings" }).click();
  await page.getByRole("checkbox", { name: "Sounds" }).check();
  await table.letGo(page);
  await table.playOn(page, { answers: 1 });
  await table.untilAsked(page);
  const [tones, shakes] = await page.evaluate(() => [window.tones, window.shakes]);
  assert(tones > 0 && shakes > 0, `${tones} tones, shaken ${shakes} times`);
  await page.getByRole("checkbox", { name: "Vibrate when it is my turn" }).uncheck();
  await table.letGo(page);
  await table.playOn(page, { answers: 1 });
  await table.untilAsked(page);
  assert.equal(await page.evaluate(() => window.shakes), shakes);
});
