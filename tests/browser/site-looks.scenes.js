// The pages of a site without a server: what axe finds, whether they fit into windows, their words,
// and pictures of them.

import assert from "node:assert/strict";
import { examine } from "./examine.js";
import { Desk, startEngine } from "./site-engine.js";
import { at, siteScene } from "./site-scene.js";
import * as table from "./table.js";

const WINDOWS = [
  [360, 640],
  [1280, 800],
];

/** The pages that need no game, and what is there when they can be used. */
const PAGES = [
  ["index", "?rules=seas", "#play:not([disabled])"],
  ["learn", "", ".choice"],
  ["puzzles", "", ".hand .tile img[src]"],
  ["how-to-play", "", "figure svg"],
  ["rules", "?extends=seas", "#sheet #fields details:visible"],
  ["lab", "?rules=seas&with=seas%2Bhand%3D4", "#start:not([disabled])"],
  ["suites", "?rules=seas%2Bhand%3D4", ".scenario"],
  ["game", "?id=missing", ".notice, .error"],
  ["review", "?id=missing", ".error"],
  ["lab-run", "?id=missing", ".error"],
];

const { site: engine } = await startEngine();
const desk = new Desk(engine);
const [english, french] = ["en", "fr"].map((code) =>
  JSON.parse(desk.ask("words", undefined, code).body),
);

/** The parts of a sentence between its gaps that are long enough to be found. */
const parts = (sentence) => sentence.split(/\{\w+\}/).filter((part) => part.trim().length > 20);

/** Sentences that say that there is a server, though not that one is needed. */
const SERVERS = Object.keys(english)
  .filter((key) => /\bserver\b/i.test(english[key]) && !key.startsWith("WebSite"))
  .flatMap((key) => [...parts(english[key]), ...parts(french[key])]);

/** English sentences that a page in French does not say. */
const ENGLISH = Object.keys(english)
  .filter((key) => key.startsWith("Web") && english[key] !== french[key])
  .flatMap((key) => parts(english[key]));

/** What a page says, but for what is in another language and says so. */
const said = (page) =>
  page.evaluate(() => {
    const copy = document.body.cloneNode(true);
    for (const other of copy.querySelectorAll(
      `[lang]:not([lang=${document.documentElement.lang}])`,
    ))
      other.remove();
    return `${document.title}\n${copy.textContent}`.replaceAll("\u00a0", " ");
  });

/** Checks what the page says; in French, no sentence is in English. */
async function checkWords(page, isFrench) {
  const text = await said(page);
  const wrong = [...SERVERS, ...(isFrench ? ENGLISH : [])].filter((sentence) =>
    text.includes(sentence.replaceAll("\u00a0", " ")),
  );
  assert.deepEqual(wrong, [], page.url());
}

siteScene("looks of pages", async ({ site, guest }) => {
  const page = await guest();
  for (const [name, query, sign] of PAGES) {
    await page.goto(at(site, name, query));
    await page.locator(sign).first().waitFor();
    await checkWords(page, false);
    await examine(page, `site-${name}`, WINDOWS);
  }
});

siteScene("looks of a game, its result, its review and its replay", async ({ site, guest }) => {
  const page = await guest();
  const bots = { rules: "seas", seats: ["here:Ann", "bot easy", "bot easy"] };
  await table.openAndPlay(page, site, bots, 2);
  await examine(page, "site-question", WINDOWS);
  assert(await table.playOn(page));
  const id = new URL(page.url()).searchParams.get("id");
  const look = async (name, sign) => {
    await page.locator(sign).first().waitFor();
    await checkWords(page, false);
    await examine(page, `site-${name}`, WINDOWS);
  };
  await look("result", ".result-title");
  await page.goto(at(site, "review", `?id=${id}`));
  await page.locator(".curve").first().waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await look("review", ".curve");
  await page.goto(at(site, "game", `?id=${id}&replay`));
  await look("replay", ".player");
  await page.goto(at(site, "history"));
  await look("history", "#games > li");
  await page.goto(at(site, "lab", "?rules=classic"));
  await page.locator("#start:not([disabled])").waitFor();
  await page.getByLabel("Games of each variant").selectOption("100");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("heading", { level: 2, name: "Done", exact: true }).waitFor();
  await look("lab-run", ".finding");
});

siteScene("pages in French say nothing in English, and of no server", async ({ site, guest }) => {
  const page = await guest({ locale: "fr-FR" });
  assert(SERVERS.length > 10 && ENGLISH.length > 200, "there are sentences to look for");
  for (const [name, query, sign] of PAGES) {
    await page.goto(at(site, name, query));
    await page.locator(sign).first().waitFor();
    await checkWords(page, true);
  }
  await page.goto(`${site.address}/`);
  await table.chosen(page);
  await page.getByRole("button", { name: "Jouer", exact: true }).click();
  await page.waitForURL(/\/game\.html/);
  assert(await table.playOn(page));
  await checkWords(page, true);
  await page.goto(at(site, "history"));
  await page.locator("#games > li").waitFor();
  await checkWords(page, true);
});
