// The page of rules: a rule set of one's own as a form and as a text.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { examine } from "./examine.js";
import { scene } from "./scene.js";
import * as table from "./table.js";

const TEXT = `# Ours, since 2019.
schema = 1
name = "mine"
title = "Mine"
extends = "classic"

[tiles]
hand = 2 # as at home
`;
const LARGE = TEXT.replace("hand = 2", "hand = 9");

const area = (page) => page.locator("#editor-text");

/** Puts a text in the place of what is there, as pasting does. */
async function write(page, now) {
  await area(page).press("ControlOrMeta+a");
  await page.keyboard.insertText(now);
}

const fine = (page) => page.locator("#editor-state.good").waitFor();
const text = (page) => area(page).inputValue();
const key = (page, name) =>
  page.locator(".key", { has: page.locator("label code", { hasText: new RegExp(`^${name}$`) }) });
const differs = (page) => page.locator("#differs-list");

async function open(page, server, query = "?extends=classic") {
  await page.goto(`${server.address}/rules${query}`);
  await fine(page);
}

/** Waits until the text has a line. */
const hasLine = (page, line) =>
  page.waitForFunction(
    (wanted) => document.getElementById("editor-text").value.split("\n").includes(wanted),
    line,
  );

async function openTable(page, name) {
  const group = page.locator("#tables details", {
    has: page.locator("summary code", { hasText: `[${name}]` }),
  });
  if ((await group.getAttribute("open")) === null) await group.locator("summary").click();
}

scene(
  "a broken rule set shows its problems at their lines and keys, and is mended in the form",
  async ({ server, guest }) => {
    const page = await guest();
    await open(page, server);
    await write(page, `${LARGE}hnd = 2\n`);
    const problems = page.locator("#editor-problems");
    await problems.getByText("Line 8:").waitFor();
    await problems.getByText("Line 9:").waitFor();
    assert(await page.getByRole("button", { name: "Play it now" }).isDisabled());
    assert(await page.getByRole("button", { name: "Compare with its parent" }).isDisabled());

    const hand = key(page, "tiles.hand");
    await hand.getByText("too large").waitFor();
    const field = hand.getByRole("textbox");
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    assert.equal(await field.inputValue(), "9");
    await page.locator("#stray").getByText("hnd").first().waitFor();

    await page.getByRole("button", { name: "Delete this line: tiles.hnd" }).click();
    await problems.getByText("Line 9:").waitFor({ state: "detached" });
    assert.equal(await text(page), LARGE);
    await field.fill("4");
    await hasLine(page, "hand = 4 # as at home");
    await fine(page);
    assert.equal(await hand.locator(".error").count(), 0);
    assert(await page.getByRole("button", { name: "Play it now" }).isEnabled());
    await differs(page).getByText("4 tiles (instead of 3)").waitFor();
  },
);

scene(
  "what is changed in the form stands in the text, and the text keeps its comments",
  async ({ server, guest }) => {
    const page = await guest();
    await open(page, server);
    await write(page, TEXT);
    await differs(page).getByText("2 tiles (instead of 3)").waitFor();

    await page.getByText("House rules", { exact: true }).click();
    await page.getByRole("checkbox", { name: "Random first player" }).check();
    await hasLine(page, 'mixins = ["random-first"]');
    await page.getByRole("checkbox", { name: "Passing" }).check();
    await hasLine(page, 'mixins = ["random-first", "passing"]');
    await page.getByRole("checkbox", { name: "Random first player" }).uncheck();
    await hasLine(page, 'mixins = ["passing"]');

    const hand = key(page, "tiles.hand").getByRole("textbox");
    await hand.fill("4");
    await hasLine(page, "hand = 4 # as at home");
    assert(await hand.evaluate((field) => field === document.activeElement), "the focus stays");
    await openTable(page, "score");
    await key(page, "score.rule").getByRole("combobox").selectOption("longest-path");
    await hasLine(page, 'rule = "longest-path"');
    await key(page, "tiles.open").getByRole("checkbox").check();
    await hasLine(page, "open = true");
    await fine(page);
    assert((await text(page)).startsWith("# Ours, since 2019.\nschema = 1\n"));

    // Only what the text sets is shown, and goes when it is taken back.
    await page.getByRole("checkbox", { name: "Only what I changed" }).check();
    assert.equal(await key(page, "board.rows").isVisible(), false);
    await page.getByRole("button", { name: "Take back: score.rule" }).click();
    await key(page, "score.rule").waitFor({ state: "hidden" });
    assert(!(await text(page)).includes("longest-path"));
    await page.getByRole("checkbox", { name: "Only what I changed" }).uncheck();
    await page.getByRole("searchbox", { name: "Find a rule" }).fill("left to right");
    await key(page, "board.columns").waitFor();
    assert.equal(await key(page, "tiles.hand").isVisible(), false);
  },
);

scene(
  "what is changed in the text stands in the form; late answers and the caret do no harm",
  async ({ server, guest }) => {
    const page = await guest();
    await open(page, server);
    await write(page, TEXT);
    const hand = key(page, "tiles.hand").getByRole("textbox");
    await page.waitForFunction(() => document.getElementById("key-tiles.hand").value === "2");

    // The answer to the first change comes after that to the second.
    let letCome;
    const held = new Promise((resolve) => (letCome = resolve));
    let isFirst = true;
    await page.route(/\/rules\/sheet/, async (route) => {
      const mine = isFirst;
      isFirst = false;
      const response = await route.fetch();
      if (mine) await held;
      await route.fulfill({ response });
    });
    const first = page.waitForRequest(/\/rules\/sheet/);
    await write(page, TEXT.replace("hand = 2", "hand = 5"));
    await first;
    await write(page, TEXT.replace("hand = 2", "hand = 4"));
    await differs(page).getByText("4 tiles (instead of 3)").waitFor();
    const late = page.waitForResponse(/\/rules\/sheet/);
    letCome();
    await late;
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    assert.equal(await hand.inputValue(), "4");
    await differs(page).getByText("4 tiles (instead of 3)").waitFor();

    // A person who writes in the middle goes on there.
    await area(page).evaluate((field) =>
      field.setSelectionRange(field.value.indexOf("4 #") + 1, field.value.indexOf("4 #") + 1),
    );
    await page.keyboard.press("Backspace");
    await page.keyboard.insertText("1");
    await differs(page).getByText("one tile (instead of 3)").waitFor();
    await page.keyboard.insertText("\nopen = true # and");
    await hasLine(page, "open = true # and # as at home");
    await page.waitForFunction(() => document.getElementById("key-tiles.open").checked);
    assert(await area(page).evaluate((field) => field === document.activeElement));

    // A text that cannot be read closes the form, and what was written is not lost with the page.
    await write(page, "schema = = 1");
    await page.getByText("The text has a mistake that keeps it from being read.").waitFor();
    assert(await hand.isDisabled());
    await page.unroute(/\/rules\/sheet/);
    await page.reload();
    await page.locator("#editor-problems > li").first().waitFor();
    assert.equal(await text(page), "schema = = 1");
    await page.getByRole("button", { name: "Discard changes" }).click();
    await fine(page);
    await openTable(page, "tiles");
    assert(await hand.isEnabled());
  },
);

scene("the differences in words and the board follow the rules", async ({ server, guest }) => {
  const page = await guest();
  await open(page, server, "?extends=seas");
  await page.getByRole("heading", { name: "What differs from Tsuro of the Seas" }).waitFor();
  await differs(page).getByText("Nothing differs.").waitFor();
  const board = page.getByRole("img", { name: "The board of My rules" });
  const before = await board.getAttribute("src");
  assert.equal(
    await board.evaluate((image) => image.decode().then(() => image.naturalWidth > 0)),
    true,
  );
  await openTable(page, "board");
  const columns = key(page, "board.columns").getByRole("textbox");
  await columns.fill("9");
  await differs(page).getByText("The board is 9 squares wide (instead of 7)").waitFor();
  assert.notEqual(await board.getAttribute("src"), before);
  await columns.fill("99");
  await key(page, "board.columns").getByText("too large").waitFor();
  assert.equal(await columns.inputValue(), "99");
  await page.getByText("The rules have an error now.").waitFor();

  // Keys of another rule come in their order, and go with it.
  await columns.fill("7");
  await fine(page);
  await openTable(page, "hazard");
  await key(page, "hazard.rule").getByRole("combobox").selectOption("tsunami");
  await key(page, "hazard.every").getByRole("textbox").waitFor();
  assert.equal(await key(page, "hazard.minimum").count(), 0);
});

scene("several hazards are ticked, and each has keys of its own", async ({ server, guest }) => {
  const page = await guest();
  await open(page, server, "?extends=seas");
  await page.locator("#hazards > summary").click();
  const box = (name) => page.locator("#hazards").getByRole("checkbox", { name, exact: true });
  assert(await box("daikaiju").isChecked());
  await box("cannon").focus();
  await page.keyboard.press("Space");
  await hasLine(page, "[[hazard]]");
  await hasLine(page, 'rule = "cannon"');
  await openTable(page, "[hazard.cannon]");
  const shots = key(page, "hazard.cannon.shots").getByRole("textbox");
  await shots.fill("3");
  await hasLine(page, "shots = 3");
  await shots.fill("99");
  await key(page, "hazard.cannon.shots").getByText("too large").waitFor();
  await shots.fill("2");
  await fine(page);
  await openTable(page, "[hazard.daikaiju]");
  assert.equal(await key(page, "hazard.daikaiju.minimum").getByRole("textbox").inputValue(), "3");
  assert.equal(await key(page, "hazard.minimum").count(), 0);
  await box("daikaiju").uncheck();
  await hasLine(page, "remove = true");
  await key(page, "hazard.daikaiju.minimum").waitFor({ state: "detached" });
  await box("cannon").uncheck();
  await hasLine(page, 'rule = "none"');

  // A list is written as on the command line, or as in the file.
  await openTable(page, "placement");
  await key(page, "placement.avoid").getByRole("textbox").fill("edge, loop");
  await hasLine(page, 'avoid = ["edge", "loop"]');
  await fine(page);
  await examine(page, "rules-hazards");
});

scene(
  "a rule set is saved, played, compared, downloaded and deleted",
  async ({ server, guest }) => {
    const page = await guest();
    await page.addInitScript(() => (window.confirm = () => true));
    await open(page, server);
    await write(page, TEXT);
    await differs(page).getByText("2 tiles (instead of 3)").waitFor();
    await page.getByText("Not saved yet.").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "mine.toml");
    assert.equal(await readFile(await download.path(), "utf8"), TEXT);

    await page.getByRole("button", { name: "Play it now" }).click();
    await page.waitForURL(/\/\?own=mine$/);
    await table.chosen(page);
    assert(await page.getByRole("radio", { name: "Mine", exact: true }).isChecked());
    await page.getByRole("button", { name: "Edit: mine" }).click();
    await page.getByRole("button", { name: "All keys …" }).click();
    await page.waitForURL(/\/rules\?own=mine$/);
    await fine(page);
    assert.equal(await text(page), TEXT);

    await key(page, "tiles.hand").getByRole("textbox").fill("4");
    await hasLine(page, "hand = 4 # as at home");
    await differs(page).getByText("4 tiles (instead of 3)").waitFor();
    await page.getByRole("button", { name: "Compare with its parent" }).click();
    await page.waitForURL(/\/lab\?rules=classic&own=mine$/);
    await page.locator("#start:not([disabled])").waitFor();
    assert.deepEqual(await page.locator("#variants strong").allTextContents(), [
      "A: Tsuro",
      "B: Mine",
    ]);

    await page.getByRole("link", { name: "Make rules", exact: true }).click();
    await fine(page);
    await page.getByLabel("Which rule set?").selectOption("Mine");
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.waitForURL(/\/rules\?own=mine$/);
    await fine(page);
    assert((await text(page)).includes("hand = 4 # as at home"));
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.waitForURL(/\/rules$/);
    await fine(page);
    assert.equal(
      await page
        .getByLabel("Which rule set?")
        .getByRole("option", { name: "Mine", exact: true })
        .count(),
      0,
    );
  },
);

scene("a rule set is made and played by keyboard alone", async ({ server, guest }) => {
  const page = await guest();
  await page.goto(`${server.address}/`);
  await table.chosen(page);
  await table.tabTo(page, page.getByRole("link", { name: "Make rules", exact: true }));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/rules$/);
  await fine(page);
  await table.tabTo(page, page.getByRole("searchbox", { name: "Find a rule" }));
  await page.keyboard.type("tiles in a hand");
  await table.tabTo(page, key(page, "tiles.hand").getByRole("textbox"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await hasLine(page, "hand = 2");
  await differs(page).getByText("2 tiles (instead of 3)").waitFor();
  await table.tabTo(page, page.getByRole("button", { name: "Take back: tiles.hand" }));
  await page.keyboard.press("Enter");
  await differs(page).getByText("Nothing differs.").waitFor();
  const hand = key(page, "tiles.hand").getByRole("textbox");
  assert(
    await hand.evaluate((field) => field === document.activeElement),
    "the focus is not lost with the button",
  );
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("4");
  await differs(page).getByText("4 tiles (instead of 3)").waitFor();
  await table.tabTo(page, area(page));
  await table.tabTo(page, page.getByRole("button", { name: "Play it now" }));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/\?own=mine$/);
  await table.chosen(page);
});

scene("looks of the page of rules", async ({ server, guest }) => {
  const page = await guest();
  await open(page, server, "?extends=seas");
  await examine(page, "rules");
  for (const group of await page.locator("#form details").all())
    await group.evaluate((element) => (element.open = true));
  await examine(page, "rules-all");
  await write(page, `${LARGE}hnd = 2\n`);
  await page.locator("#stray li").waitFor();
  await examine(page, "rules-errors");
});

scene("the page of rules in French", async ({ server, guest }) => {
  const page = await guest({ locale: "fr-FR" });
  const [english, french] = await Promise.all(
    ["en", "fr"].map((code) => server.get(`words?lang=${code}`)),
  );
  const sentences = Object.entries(english).filter(
    ([key, words]) =>
      key.startsWith("WebRules") &&
      words.includes(" ") &&
      !words.includes("{") &&
      words !== french[key],
  );
  assert(sentences.length > 15, "there are sentences to look for");
  await open(page, server);
  await write(page, TEXT);
  await differs(page).getByText("2 tuiles (au lieu de 3)").waitFor();
  const shown = await page.evaluate(() => {
    const copy = document.body.cloneNode(true);
    // Keys are described in English, as in the documents.
    for (const element of copy.querySelectorAll("[lang=en]")) element.remove();
    return `${document.title}\n${copy.textContent}`;
  });
  for (const [, words] of sentences) assert(!shown.includes(words), `“${words}”`);
  assert.deepEqual(shown.match(/\bWeb[A-Z]\w+|\{\w+\}/g), null);
  await page.getByRole("heading", { name: "Ce qui change par rapport à Tsuro" }).waitFor();
});

scene(
  "a change that the server refuses is explained at its key",
  async ({ server, guest }) => {
    const page = await guest();
    await open(page, server);
    await write(page, TEXT);
    await differs(page).getByText("2 tiles (instead of 3)").waitFor();
    const refusal = { status: 400, json: { error: "set: not here", code: "bad-request" } };
    await page.route(/\/rules\/edit/, (route) => route.fulfill(refusal));
    const hand = key(page, "tiles.hand");
    await hand.getByRole("textbox").fill("5");
    await hand.getByRole("textbox").press("Enter");
    await hand.getByRole("alert").getByText("Set: not here.").waitFor();
    assert.equal(await text(page), TEXT);
    await write(page, TEXT.replace("hand = 2", "hand = 4"));
    await differs(page).getByText("4 tiles (instead of 3)").waitFor();
    assert.equal(await hand.getByRole("alert").count(), 0);
    assert.equal(await hand.getByRole("textbox").inputValue(), "4");
  },
  { expects: /status of 400/ },
);

scene(
  "a script is begun, corrected where it says what is wrong, and played",
  async ({ server, guest }) => {
    const page = await guest();
    await open(page, server);
    await page.getByLabel("Name of a new script").fill("Rocks");
    await page.getByRole("button", { name: "Begin a script" }).click();
    await hasLine(page, 'scripts = ["rocks.rhai"]');
    await fine(page);
    const script = page.getByRole("textbox", { name: "Text of the script rocks.rhai" });
    const begun = await script.inputValue();
    // Its keys are in the form.
    await openTable(page, "rule");
    await key(page, "rule.every").getByRole("textbox").fill("6");
    await hasLine(page, "every = 6");

    await script.fill(begun.replace("table.block(square)", "table.blok(square)"));
    const line = begun.split("\n").findIndex((text) => text.includes("table.block(square)")) + 1;
    const group = page.getByRole("group", { name: "rocks.rhai" });
    await group.getByRole("button", { name: `Line ${line}:` }).click();
    assert.equal(
      await script.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)),
      "blok",
    );
    await page.getByText("The script rocks.rhai has an error.").waitFor();
    assert(await page.getByRole("button", { name: "Play it now" }).isDisabled());
    await script.fill(begun);
    await fine(page);
    await examine(page, "rules-script");

    await page.getByRole("button", { name: "Play it now" }).click();
    await page.waitForURL(/own=/);
    await page.getByRole("heading", { name: "My rules" }).waitFor();
    await page.goBack();
    assert.equal(await script.inputValue(), begun);
  },
);

const TALKS = `const RULE = #{
    name: "talks",
    summary: "it says what it does",
    events: #{ said: #{ fields: #{ turn: "number" },
        en: "It is said in turn {turn}.", fr: "C'est dit au tour {turn}." } },
};
fn before_placement(table) {
    print("turn " + table.turn());
    table.tell("said", #{ turn: table.turn() });
}
`;

scene(
  "a game is gone through event by event, with what a script prints",
  async ({ server, guest }) => {
    const page = await guest();
    await open(page, server);
    await page.getByLabel("Name of a new script").fill("talks");
    await page.getByRole("button", { name: "Begin a script" }).click();
    await hasLine(page, 'scripts = ["talks.rhai"]');
    const script = page.getByRole("textbox", { name: "Text of the script talks.rhai" });
    await script.fill(TALKS);
    await fine(page);
    await page.getByRole("button", { name: "Play through a game" }).click();
    const trial = page.getByRole("region", { name: "A game, event by event" }).first();
    const said = trial.getByRole("button", { name: "It is said in turn 2." });
    await said.waitFor();
    const line = page.locator("#trial-list > li").filter({ hasText: "It is said in turn 2." });
    assert.equal(await line.locator(".printed li").textContent(), "talks.rhai, line 8: turn 2");
    await trial.getByText("Before the first turn").waitFor();

    // Forwards and back again, the board is the same.
    const board = page.locator("#trial-board svg");
    const drawn = () =>
      board.evaluate(
        (svg) =>
          svg.querySelectorAll("[data-square]").length +
          svg.outerHTML.replace(/<g class="over">.*?<\/g>/g, ""),
      );
    const first = await drawn();
    await said.click();
    await trial.getByRole("status").getByText("It is said in turn 2.").waitFor();
    assert.equal(
      await page.locator("#trial-printed li").textContent(),
      "talks.rhai, line 8: turn 2",
    );
    assert.equal(await said.getAttribute("aria-current"), "step");
    assert.notEqual(await drawn(), first);
    await trial.getByRole("button", { name: "A step on" }).click();
    await trial
      .getByRole("status")
      .getByText(/Event \d+ of \d+/)
      .waitFor();
    await trial.getByRole("button", { name: "To the end" }).click();
    await trial.getByRole("button", { name: "To the beginning" }).click();
    assert.equal(await drawn(), first);
    await examine(page, "rules-trial");

    const before = await page.locator("#trial-list").textContent();
    await page.getByRole("button", { name: "Another game" }).click();
    await page.waitForFunction(
      (was) => document.getElementById("trial-list").textContent !== was,
      before,
    );

    // Rules that have changed say so, and what is wrong with them is said.
    await script.fill(TALKS.replace("table.tell(", "table.tel("));
    await trial.getByText("The rules have changed since this game.").waitFor();
    await page.getByRole("button", { name: "Play through a game" }).click();
    await trial.getByRole("alert").getByText("tel").waitFor();
  },
  { expects: /status of 422/ },
);

scene(
  "a rule set with a script is compared with its parent, and is among one's own",
  async ({ server, guest }) => {
    const page = await guest();
    await open(page, server);
    await page.getByLabel("Name of a new script").fill("rocks");
    await page.getByRole("button", { name: "Begin a script" }).click();
    await hasLine(page, 'scripts = ["rocks.rhai"]');
    await fine(page);
    await page.getByRole("button", { name: "Compare with its parent" }).click();
    await page.waitForURL(/\/lab\?rules=classic&own=/);
    await page.locator("#start:not([disabled])").waitFor();
    assert.deepEqual(await page.locator("#variants strong").allTextContents(), [
      "A: Tsuro",
      "B: My rules",
    ]);
    const bots = page.getByRole("group", { name: "Who plays" });
    await bots.getByRole("checkbox", { name: "random", exact: true }).check();
    for (const other of await bots.getByRole("checkbox", { checked: true }).all()) {
      if ((await other.getAttribute("value")) !== "random") await other.uncheck();
    }
    await page.getByLabel("Games of each variant").selectOption("400");
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("heading", { level: 2, name: "Done", exact: true }).waitFor();
    await page.getByRole("heading", { name: "Turns" }).first().waitFor();

    // On the launch page it is one's own rule set, house rules in scripts can be added to it, and
    // it is played.
    await page.goto(`${server.address}/?own=mine`);
    await table.chosen(page);
    assert(await page.getByRole("radio", { name: "My rules", exact: true }).isChecked());
    await page.getByRole("checkbox", { name: "Tide", exact: true }).check();
    await page.locator("#differs-list").getByText("tide").first().waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForURL(/\/game\//);
    await table.playOn(page, { answers: 1 });
    await table.untilAsked(page);
  },
);
