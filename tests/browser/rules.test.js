// A rule set of one's own, and names that look like markup.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { scene } from "./scene.js";
import * as table from "./table.js";

const BROKEN = `schema = 1
name = "mine"
title = "Mine"
extends = "classic"

[tiles]
hand = "four"
`;

scene(
  "a broken rule set is refused at its line, and is played when it is mended",
  async ({ server, guest }) => {
    const page = await guest();
    await page.goto(`${server.address}/`);
    await table.chosen(page);
    await page.getByRole("button", { name: "Write or paste rules …" }).click();
    const box = page.getByRole("dialog", { name: "A rule set of your own" });
    const status = box.getByRole("status");
    await status.getByText("The rules are fine.").waitFor();

    await table.paste(page, BROKEN);
    const problem = box.getByRole("listitem");
    await problem.getByText("Line 7:").waitFor();
    const { problems } = await server.post("rules/check", { text: BROKEN });
    assert.equal(problems[0].line, 7);
    await problem.getByText(problems[0].message).waitFor();
    await status.getByText("One problem").waitFor();

    // The message leads to its line.
    await problem.getByRole("button").click();
    const field = box.getByLabel("Rules, as a TOML file");
    assert(await field.evaluate((area) => area === document.activeElement));
    const selected = await field.evaluate(({ value, selectionStart, selectionEnd }) =>
      value.slice(selectionStart, selectionEnd),
    );
    assert.match(selected, /four/);

    // Kept as it is, it cannot be played, and the page says why.
    await box.getByRole("button", { name: "Keep and choose" }).click();
    await page.getByRole("alert").getByText(problems[0].message).first().waitFor();
    assert(await page.getByRole("button", { name: "Play", exact: true }).isDisabled());

    await page.getByRole("button", { name: "Edit: mine" }).click();
    await table.paste(page, BROKEN.replace('"four"', "4"));
    await status.getByText("The rules are fine.").waitFor();
    await box.getByRole("button", { name: "Keep and choose" }).click();
    await table.chosen(page);
    assert(await page.getByRole("radio", { name: "Mine", exact: true }).isChecked());
    await page.locator("#problems:empty").waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForURL(/\/game\//);
    await page.getByRole("heading", { level: 1, name: "Mine" }).waitFor();
    await table.playOn(page, { answers: 1 });
    await table.untilAsked(page);
    assert.equal(await page.locator(".hand button.tile").count(), 4, "a hand has four tiles now");
  },
);

// Names have at most 20 characters.
const NAMES = ["<svg onload=ran()>", "<img src=/evil>", "&lt;b&gt;<b>x"];
const TITLE = "<img src=/evil onerror=ran()><script>ran()</script>";
const HOSTILE = `schema = 1
name = "<b onclick=ran()>x"
title = "${TITLE}"
summary = "<iframe src=/evil></iframe><svg onload=ran()>"
extends = "classic"
`;

/** Watches a page for what markup in a text would do: ask for a file, or run. */
async function watch(page, evil) {
  page.on("request", (request) => request.url().includes("evil") && evil.push(request.url()));
  await page.addInitScript(() => (window.ran = () => (window.hasRun = true)));
}

/** Checks that a page shows these texts, and that none has become anything else. */
async function checkTexts(page, texts) {
  // A name may also be in a list that is not open.
  for (const text of texts)
    await page.getByText(text, { exact: false }).filter({ visible: true }).first().waitFor();
  const made = "[onload], [onerror], [onclick], iframe, img[src*=evil], main script";
  assert.equal(await page.locator(made).count(), 0);
  const hasRun = await page.evaluate(() => window.hasRun);
  assert.equal(hasRun, undefined, `something has run on ${page.url()}`);
}

/** Chooses the hostile rule set, whose errors are shown before they are mended. */
async function writeHostile(page) {
  await page.getByRole("button", { name: "Write or paste rules …" }).click();
  await table.paste(page, HOSTILE.replace("schema", '"<img src=/evil onerror=ran()>" = 1\nschema'));
  await page.locator("#editor-problems > li").first().waitFor();
  await checkTexts(page, []);
  // Names of rule sets have no such signs; titles may have them.
  await table.paste(page, HOSTILE);
  await page.locator("#editor-problems").getByText("Line 2:").waitFor();
  await checkTexts(page, []);
  await table.paste(page, HOSTILE.replace(/^name.*\n/m, ""));
  await page.locator("#editor-state").getByText("The rules are fine.").waitFor();
  await page.getByRole("button", { name: "Keep and choose" }).click();
  await page.locator("#chosen").getByText(TITLE).waitFor();
  await table.chosen(page);
  await checkTexts(page, [TITLE]);
}

/** Opens a table for three, and goes to it. Gives the link for the second player. */
async function openHostile(page) {
  await page.getByLabel("Number of players", { exact: true }).selectOption("3");
  const rows = page.locator("#seats > li");
  await rows.nth(1).getByRole("combobox").selectOption("link");
  for (const [index, name] of NAMES.slice(0, 2).entries())
    await rows.nth(index).getByRole("textbox").fill(name);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("heading", { name: "The table is open" }).waitFor();
  await checkTexts(page, [NAMES[1]]);
  const link = await page.getByRole("textbox", { name: /Link for/ }).inputValue();
  await page.getByRole("link", { name: "Go to the table" }).click();
  await page.waitForURL(/\/game\//);
  await checkTexts(page, [TITLE, NAMES[0], NAMES[1]]);
  return link;
}

/** Downloads the record of the one game of the history, and uploads it again. */
async function uploadAgain(page) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Download the record:/ }).click(),
  ]);
  const record = await readFile(await download.path(), "utf8");
  assert(record.includes(NAMES[2]));
  await page
    .locator("#upload-file")
    .setInputFiles({ name: "game.jsonl", mimeType: "text/plain", buffer: Buffer.from(record) });
  await page.waitForURL(/\/game\/.*replay/);
}

scene(
  "names and titles that look like markup are texts on all pages",
  async ({ server, guest }) => {
    const page = await guest();
    const other = await guest();
    const evil = [];
    for (const one of [page, other]) await watch(one, evil);

    await page.goto(`${server.address}/`);
    await table.chosen(page);
    await writeHostile(page);
    const link = await openHostile(page);
    await table.takeSeat(other, link, NAMES[2]);
    await checkTexts(page, [TITLE, NAMES[0], NAMES[2]]);
    await checkTexts(other, [TITLE, NAMES[0], NAMES[2]]);
    await page.getByText("The board in words", { exact: true }).click();
    await page.locator(".described li").first().waitFor();
    await table.letGo(page);
    await checkTexts(page, [TITLE]);
    assert(await table.playOn([page, other]));
    await checkTexts(page, [NAMES[2]]);
    await checkTexts(other, [NAMES[0]]);

    await page.getByRole("link", { name: "Watch from the start" }).click();
    await page.getByRole("slider").press("End");
    await checkTexts(page, [TITLE, NAMES[0], NAMES[2]]);
    await page.goto(`${server.address}/history`);
    await page.locator("#games > li").first().waitFor();
    await checkTexts(page, [TITLE, NAMES[0], NAMES[2]]);

    await uploadAgain(page);
    await page.getByRole("slider").press("End");
    await checkTexts(page, [NAMES[0], NAMES[2]]);
    assert.deepEqual(evil, []);
  },
);
