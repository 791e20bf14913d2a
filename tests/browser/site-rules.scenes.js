// Rule sets and games that people write, share and damage, on a site without a server.

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { until } from "./scene.js";
import { at, keptGames, saved, siteScene } from "./site-scene.js";
import * as table from "./table.js";

const BOTS = { rules: "classic", seats: ["here:Ann", "bot easy", "bot easy"] };
const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };

const area = (page) => page.locator("#editor-text");
const fine = (page) => page.locator("#editor-state.good").waitFor();
const scriptArea = (page, name) =>
  page.getByRole("textbox", { name: `Text of the script ${name}.rhai` });

/** A text as links have it. */
const packed = (text) => deflateRawSync(text).toString("base64url");

/** What is copied when `act` was done. */
async function copied(page, act) {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await act();
  return until(() => page.evaluate(() => navigator.clipboard.readText()), "it is copied");
}

/** Opens the page of rules, and begins a script there. */
async function beginScript(page, site, name) {
  await page.goto(at(site, "rules", "?extends=classic"));
  await fine(page);
  await page.getByLabel("Name of a new script").fill(name);
  await page.getByRole("button", { name: "Begin a script" }).click();
  await scriptArea(page, name).waitFor();
  await fine(page);
}

const play = (page) => page.getByRole("button", { name: "Play it now" }).click();

siteScene("a rule set with a script is written, mended, tried, kept and shared", async (parts) => {
  const { site, guest } = parts;
  const page = await guest(CLIPBOARD);
  await beginScript(page, site, "rocks");
  const script = scriptArea(page, "rocks");
  const begun = await script.inputValue();
  await script.fill(begun.replace("table.block(square)", "table.blok(square)"));
  await page.getByText("The script rocks.rhai has an error.").waitFor();
  const line = begun.split("\n").findIndex((text) => text.includes("table.block(square)")) + 1;
  const group = page.getByRole("group", { name: "rocks.rhai" });
  await group.getByRole("button", { name: `Line ${line}:` }).waitFor();
  assert(await page.getByRole("button", { name: "Play it now" }).isDisabled());
  await script.fill(begun);
  await fine(page);
  await page.getByRole("button", { name: "Play through a game" }).click();
  await page.locator("#trial-list .line").first().waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("mine is kept in this browser.").waitFor();
  const link = await copied(page, () =>
    page.getByRole("button", { name: "Copy the link" }).click(),
  );
  assert.match(link, /\/some\/where\/rules\.html#rules=[\w-]+$/);

  const other = await guest();
  await other.goto(link);
  await other.getByText("These rules came in a link.").waitFor();
  assert.equal(await scriptArea(other, "rocks").inputValue(), begun);
  await fine(other);
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await other.getByText("mine is kept in this browser.").waitFor();
  for (const one of [page, other]) {
    await play(one);
    await one.waitForURL(/index\.html\?own=mine|\?own=mine/);
    await table.chosen(one);
    await one.getByRole("button", { name: "Play", exact: true }).click();
    await one.waitForURL(/\/game\.html/);
    await table.playOn(one, { answers: 2 });
    await table.untilAsked(one);
    await one.reload();
    await table.untilAsked(one);
  }
});

siteScene("a game is shared as a link, and nothing of it is asked of anybody", async (parts) => {
  const { site, guest } = parts;
  const page = await guest(CLIPBOARD);
  await table.openTable(page, site, BOTS);
  await table.playOn(page);
  const link = await copied(page, () =>
    page.getByRole("button", { name: "Copy the link" }).click(),
  );
  const button = page.getByRole("button", { name: "Download the record" });
  const { text } = await saved(page, () => button.click());
  const other = await guest();
  await other.goto(link);
  await other.getByRole("button", { name: "Show the game" }).click();
  await other.waitForURL(/\/game\.html\?id=(?!link)\w+&replay/);
  await other.getByRole("heading", { name: "Watch again: Tsuro" }).waitFor();
  await other.getByRole("link", { name: "Review", exact: true }).click();
  await other.locator(".curve").first().waitFor();
  const [game] = await keptGames(other);
  assert.equal(game.state, "uploaded");
  await other.goto(at(site, "history"));
  const again = await saved(other, () => other.locator("#games button").first().click());
  assert.equal(again.text, text);
});

siteScene("a link that is damaged, or holds too much, says so", async ({ site, guest }) => {
  const rules = JSON.stringify({ text: 'schema = 1\nname = "a"\nextends = "seas"\n' });
  for (const [name, hash, words] of [
    ["rules", `rules=${packed(rules).slice(0, -9)}`, "The link is damaged"],
    ["rules", "rules=%00", "The link is damaged"],
    ["rules", `rules=${packed('{"text":1}')}`, "The link is damaged"],
    ["rules", `rules=${packed(JSON.stringify({ text: "a".repeat(300_000) }))}`, "too large"],
    ["game", "record=%%%", "The link is damaged"],
    ["game", `record=${packed("a".repeat(9_000_000))}`, "too large"],
  ]) {
    const page = await guest();
    await page.goto(at(site, name, `${name === "game" ? "?id=link" : ""}#${hash}`));
    await page.getByRole("alert").filter({ hasText: words }).waitFor();
  }
});

/** Uploads a text as a record. */
async function upload(page, site, text) {
  await page.goto(at(site, "history"));
  await page.locator("#state:not(:empty)").waitFor();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: /^Upload a record/ }).click(),
  ]);
  await chooser.setFiles({ name: "a.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) });
}

const refusal = (page) => page.locator("#upload-state .error");

siteScene("names that look like markup are names, and damaged records refused", async (parts) => {
  const { site, guest } = parts;
  const page = await guest();
  const name = "<img src=x>";
  await table.openTable(page, site, { ...BOTS, seats: [`here:${name}`, "bot easy"] });
  await table.playOn(page);
  const button = page.getByRole("button", { name: "Download the record" });
  const { text } = await saved(page, () => button.click());
  assert(text.includes(name));

  const other = await guest();
  const lines = text.split("\n");
  for (const [what, wrong] of [
    ["nothing", ""],
    // Not at the end of a line: a record that breaks off there is one.
    ["half of it", text.slice(0, text.indexOf('"', text.length / 2))],
    ["no JSON", text.replace("{", "[")],
    ["a line less", lines.filter((_, index) => index !== 3).join("\n")],
    ["another text", "x".repeat(200_000)],
    ["many brackets", "[".repeat(100_000)],
    ["too much", "[".repeat(5_000_000)],
  ]) {
    await upload(other, site, wrong);
    await refusal(other).waitFor();
    assert.notEqual((await refusal(other).innerText()).trim(), "", what);
  }
  await upload(other, site, text);
  await other.waitForURL(/\/game\.html\?id=\w+&replay/);
  await other.getByRole("slider", { name: "Moment of the game" }).press("End");
  await other.getByText(name).filter({ visible: true }).first().waitFor();
  await other.goto(at(site, "history"));
  await other.locator("#games .names").getByText(name).waitFor();
  assert.equal(await other.locator("#games img").count(), 0);
});

const ENDLESS = `const RULE = #{ name: "endless", summary: "it never ends" };
fn before_placement(table) { loop {} }
`;

siteScene("an endless script is said to be one, and the page goes on", async ({ site, guest }) => {
  const page = await guest();
  await beginScript(page, site, "endless");
  await scriptArea(page, "endless").fill(ENDLESS);
  await fine(page);
  const begun = Date.now();
  await page.getByRole("button", { name: "Play through a game" }).click();
  await page.locator("#trial-list").getByText("endless.rhai:2:").waitFor();
  assert(Date.now() - begun < 10_000, `it took ${Date.now() - begun} ms`);
  await play(page);
  await page.waitForURL(/own=/);
  await table.chosen(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(/\/game\.html/);
  await table.playOn(page);
  await table.result(page).getByText("because a rule is broken").waitFor();
  await page.goto(`${site.address}/?rules=classic`);
  await table.openTable(page, site, BOTS);
  assert(await table.playOn(page), "another game is played to its end");
});

siteScene("a huge text is refused in words, and the page goes on", async ({ site, guest }) => {
  const page = await guest();
  await page.goto(at(site, "rules", "?extends=classic"));
  await fine(page);
  const before = await area(page).inputValue();
  await area(page).fill(`${before}\n# ${"a".repeat(1_200_000)}\n`);
  await page.locator("#editor-state:not(.good)").waitFor();
  await area(page).fill(before);
  await fine(page);
});
