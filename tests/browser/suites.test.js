// Test suites: a designer sees which rules a house rule changes, and writes scenarios of their own.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { examine } from "./examine.js";
import { scene } from "./scene.js";
import * as table from "./table.js";

const CHANGED = "?rules=seas%2Bhand%3D4";

/** Waits for results; `title` is that of the rule set that was played. */
const results = (page, title = "") =>
  page.getByRole("heading", { level: 2, name: `What came out: ${title}` }).waitFor();
const runButton = (page) => page.getByRole("button", { name: "Run the scenarios" });
const scenarios = (page, group = "details") => page.locator(`.scenario:not([hidden]) > ${group}`);
const counts = (page) => page.locator("#counts");
const field = (page) => page.getByRole("textbox", { name: "Scenarios, as a TOML file" });
const hasFocus = (locator) => locator.evaluate((element) => element === document.activeElement);

async function open(page, server, query = CHANGED) {
  await page.goto(`${server.address}/lab/suites${query}`);
  await results(page);
}

/** What is opened has come. */
const isWhole = (details) => details.locator(".look ul").first().waitFor();

/** Chooses a suite of one's own, with a text in its field. */
async function writeSuite(page, text) {
  await page.getByRole("radio", { name: "A suite of your own" }).check();
  await page.waitForFunction(() => document.getElementById("suite-text").value !== "");
  if (text !== undefined) await table.paste(page, text, "Scenarios, as a TOML file");
}

scene(
  "a designer sees which rules a changed key touches, and shares the link",
  async ({ server, guest }) => {
    const page = await guest();
    await page.goto(`${server.address}/lab?rules=seas&with=seas%2Bhand%3D4`);
    await page.locator("#start:not([disabled])").waitFor();
    await page.getByRole("link", { name: "Which rules does a house rule change?" }).click();
    await page.waitForURL(/\/lab\/suites\?rules=seas%2Bhand%3D4$/);
    await results(page);
    const answer = await server.post("suites/run", { rules: { rules: "seas+hand=4" } });
    const differing = answer.runs.filter((run) => run.inherited && run.status !== "passed");
    assert(differing.length > 0, "a larger hand changes what some scenarios are about");
    await counts(page).getByText(`${differing.length} of `).waitFor();
    assert.equal(await scenarios(page, ".differs").count(), differing.length);
    assert.equal(await page.locator("#what-rules li").count(), 1, "what differs is said");

    const first = scenarios(page, ".differs").first();
    await first.locator("summary").click();
    await isWhole(first);
    const rows = first.getByRole("table").first();
    await rows.getByRole("columnheader", { name: "By these rules" }).waitFor();
    assert((await first.locator("mark").count()) > 0, "what differs is marked");
    const picture = page.locator(".differs .picture").first();
    for (const other of (await scenarios(page, ".differs").all()).slice(1, 6)) {
      if ((await picture.count()) > 0) break;
      await other.locator("summary").click();
      await isWhole(other);
    }
    assert.match(await picture.getAttribute("alt"), /^The board before and after: ./);
    assert(
      await picture.evaluate((image) => image.decode().then(() => image.naturalWidth > 0)),
      "the picture is drawn",
    );

    // Other rules: what is shown is old until it is played again.
    await page.getByText("Choose and change the rules").click();
    await page.getByRole("button", { name: "Play as printed" }).click();
    await page.getByText("This is from before your last change.").waitFor();
    await page.waitForURL(/\/lab\/suites\?rules=seas$/);
    await runButton(page).click();
    await counts(page)
      .getByText(/^Its own scenarios: (\d+) of \1 hold/)
      .waitFor();
    assert(
      await hasFocus(page.locator("#results-title")),
      "whoever asked is where the results are",
    );
    assert.equal(await page.getByText("This is from before your last change.").isVisible(), false);
    assert.equal(await scenarios(page).count(), 0);

    const other = await guest();
    await open(other, server);
    assert.equal(await scenarios(other, ".differs").count(), differing.length);
    await other.getByRole("link", { name: "Compare in the laboratory" }).click();
    await other.waitForURL(/\/lab\?rules=seas&with=seas%2Bhand%3D4$/);
  },
);

scene("the list is searched and opened by keyboard alone", async ({ server, guest }) => {
  const page = await guest();
  await open(page, server);
  const { runs } = await server.post("suites/run", { rules: { rules: "seas+hand=4" } });
  const listed = runs.filter(({ status }) => status !== "passed");
  const run = listed.find(({ rule }) => rule.length > 0);
  await table.tabTo(page, page.getByRole("searchbox", { name: "Find a scenario" }));
  await page.keyboard.type(run.title.toUpperCase());
  await page.waitForFunction(
    (most) => document.querySelectorAll(".scenario:not([hidden])").length < most,
    listed.length,
  );
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(run.rule[0]);
  const fits = (one) =>
    [one.title, ...one.rule].some((text) => text.toLowerCase().includes(run.rule[0].toLowerCase()));
  await page
    .locator("#shown")
    .getByText(`${listed.filter(fits).length} of ${runs.length}`)
    .waitFor();
  await table.tabTo(page, page.getByRole("checkbox", { name: "Show those that hold as well" }));
  await page.keyboard.press("Space");
  await page
    .locator("#shown")
    .getByText(`${runs.filter(fits).length} of ${runs.length}`)
    .waitFor();
  assert.equal(await scenarios(page).count(), runs.filter(fits).length);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const details = scenarios(page).first();
  await isWhole(details);
  assert(await hasFocus(details.locator("summary")));
  await page.keyboard.press("Enter");
  assert.equal(await details.getAttribute("open"), null);
  await table.tabTo(page, page.getByRole("searchbox", { name: "Find a scenario" }));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  // A long list shows its beginning first.
  const before = await scenarios(page).count();
  assert(before < runs.length);
  const more = page.getByRole("button", { name: `Show ${runs.length - before} more` });
  await more.focus();
  await page.keyboard.press("Enter");
  assert.equal(await scenarios(page).count(), runs.length);
  assert(
    await hasFocus(scenarios(page).nth(before).locator("summary")),
    "whoever asked for more is there",
  );
  await page.getByRole("searchbox", { name: "Find a scenario" }).focus();
  await page.keyboard.type("no such scenario");
  await page.getByText("No scenario fits.").waitFor();
});

const SUITE = `schema = 1
title = "Ours"
rules = "classic"

[[scenario]]
title = "Two to eight can play"
expect.players = [2, 8]
`;

scene(
  "a suite of one's own is refused at its line, mended, fails, and holds",
  async ({ server, guest }) => {
    const page = await guest();
    await page.addInitScript(() => (window.confirm = () => true));
    await open(page, server, "?rules=classic");
    await writeSuite(page);
    await page.getByText("The suite can be played.").waitFor();
    await counts(page).getByText("Its own scenarios: 2 of 2 hold.").waitFor();
    const example = await field(page).inputValue();
    assert.match(example, /^rules = "classic"$/m);

    await table.paste(page, SUITE.replace("expect.", "xpect."), "Scenarios, as a TOML file");
    await page
      .locator("#suite-problems")
      .getByText(/^Line \d:/)
      .first()
      .waitFor();
    assert.equal(await field(page).getAttribute("aria-invalid"), "true");
    await page.getByText("The suite has mistakes").waitFor();
    await page.locator("#suite-problems").getByRole("button", { name: "Line 7:" }).first().click();
    assert(await hasFocus(field(page)));

    await table.paste(page, SUITE.replace("8]", "9]"), "Scenarios, as a TOML file");
    await counts(page).getByText("Its own scenarios: 1 of 1 fail.").waitFor();
    const failed = scenarios(page, ".failed");
    await failed.getByText("✗ fails").waitFor();
    await failed.locator("summary").click();
    await failed.getByText("line 5 of your suite").waitFor();
    await table.paste(page, SUITE, "Scenarios, as a TOML file");
    await counts(page).getByText("Its own scenarios: 1 of 1 hold.").waitFor();
    assert.equal(await failed.count(), 0);

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download", exact: true }).click(),
    ]);
    assert.equal(download.suggestedFilename(), "ours.toml");
    assert.equal(await readFile(await download.path(), "utf8"), SUITE);

    // What was written stays in this browser.
    await page.reload();
    await results(page);
    await writeSuite(page);
    assert.equal(await field(page).inputValue(), SUITE);
    await page.locator("#suite-file").setInputFiles({
      name: "other.toml",
      mimeType: "",
      buffer: Buffer.from(SUITE.replace("Ours", "Others")),
    });
    await page
      .getByLabel("Which suite?")
      .getByRole("option", { name: "Others" })
      .waitFor({ state: "attached" });
    await page.getByLabel("Which suite?").selectOption("A new suite");
    await page.waitForFunction(
      (wanted) => document.getElementById("suite-text").value === wanted,
      example,
    );
    await page.getByLabel("Which suite?").selectOption("Others");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    assert.equal(
      await page.getByLabel("Which suite?").getByRole("option", { name: "Others" }).count(),
      0,
    );
    await page.waitForFunction(
      (wanted) => document.getElementById("suite-text").value === wanted,
      SUITE,
    ); // a file replaces no suite
    assert(await hasFocus(page.getByLabel("Which suite?")));
  },
);

/**
 * Lets the page have changes in parts of 20, each when it is let go: a whole answer may be there
 * before anybody can stop. Gives a function that lets as many parts go.
 */
async function holdChanges(page) {
  let free = 0;
  const waiting = [];
  await page.route(/\/suites\/changes/, async (route) => {
    const body = route.request().postDataJSON();
    const { from } = body;
    const response = await route.fetch();
    let answer = await response.json();
    // A slow machine tries fewer at a time.
    while (answer.tried.length < 20 && answer.next != null) {
      const more = await (await route.fetch({ postData: { ...body, from: answer.next } })).json();
      answer = { ...more, tried: [...answer.tried, ...more.tried] };
    }
    if (free > 0) free -= 1;
    else await new Promise((done) => waiting.push(done));
    const next = answer.tried.length > 20 ? from + 20 : answer.next;
    await route.fulfill({ response, json: { ...answer, tried: answer.tried.slice(0, 20), next } });
  });
  return (parts) => {
    free = parts;
    while (free > 0 && waiting.length > 0) {
      free -= 1;
      waiting.shift()();
    }
  };
}

scene(
  "what the scenarios would not notice is tried, stopped and finished",
  async ({ server, guest }) => {
    const page = await guest();
    const letGo = await holdChanges(page);
    await open(page, server, "?rules=seas");
    const { changes } = await server.post("suites/changes", {
      rules: { rules: "seas" },
      own: false,
      from: 0,
    });
    const tried = page.locator("#tried");
    const button = page.getByRole("button", { name: "Try the changes" });
    const stop = page.getByRole("button", { name: "Stop", exact: true });
    await button.click();
    letGo(1);
    await tried.getByText(`Trying: 20 of ${changes} changes tried`).waitFor();
    assert(await page.getByRole("progressbar").isVisible());
    letGo(1);
    await tried.getByText(`Trying: 40 of ${changes} changes tried`).waitFor();
    assert(await hasFocus(stop));
    await stop.click();
    await tried.getByText(`Stopped: 40 of ${changes} changes tried`).waitFor();
    assert(await hasFocus(button));

    // Other rules stop it, too.
    await button.click();
    letGo(2); // that of the stopped one is still waiting
    await tried.getByText("Trying: ").waitFor();
    await page.getByText("Choose and change the rules").click();
    await page.getByRole("group", { name: "House rules" }).getByRole("checkbox").first().check();
    await tried.getByText("Stopped, since the rules or the scenarios are others now.").waitFor();
    await page.getByRole("button", { name: "Play as printed" }).click();
    await page.waitForURL(/\/lab\/suites\?rules=seas$/);

    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.getByRole("checkbox", { name: "Only what this rule set itself sets" }).check();
    await button.click();
    await tried.getByText(/^\d+ of \d+ changes are noticed, that is \d/).waitFor();
    const [, noticed, all] = (await tried.textContent()).match(/^(\d+) of (\d+)/);
    const unnoticed = page.locator("#lists section li");
    assert.equal(await unnoticed.count(), all - noticed);
    assert.equal(
      await page.getByRole("heading", { name: "Changes that no scenario notices" }).count(),
      noticed === all ? 0 : 1,
    );
    await page.getByText("Changes that are noticed, and by which scenario").click();
    assert.equal(await page.locator("#lists details li").count(), Number(noticed));
  },
);

scene(
  "what cannot be played or tried says why",
  async ({ server, guest }) => {
    const page = await guest();
    await open(page, server, "?rules=classic");
    await writeSuite(page, SUITE.replace("8]", "9]"));
    await counts(page).getByText("1 of 1 fail.").waitFor();
    await page.getByRole("button", { name: "Try the changes" }).click();
    await page.locator("#tried").getByRole("alert").getByText("fails without a change").waitFor();
    await page.getByRole("button", { name: "Try the changes" }).waitFor();

    await table.paste(page, SUITE.replace("classic", "seas"), "Scenarios, as a TOML file");
    await counts(page).getByText("No scenario is about this rule set").waitFor();

    // Scenarios are so fast that the time is up only on a server that is very busy.
    await page.route(/\/suites\/run/, async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      await route.fulfill({ response, json: { ...answer, planned: answer.planned + 7 } });
    });
    await table.paste(page, SUITE, "Scenarios, as a TOML file");
    await counts(page).getByText("The time was up: 1 of 8 scenarios were played.").waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.route(/\/suites\/look/, (route) => route.abort());
    await page.getByRole("checkbox", { name: "Show those that hold as well" }).check();
    const details = scenarios(page, ".passed");
    await details.locator("summary").click();
    await details.getByRole("alert").getByText("The server does not answer.").waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await details.locator("summary").click();
    await details.locator("summary").click();
    await isWhole(details);

    await page.goto(`${server.address}/lab/suites?rules=seas%2Bhand%3D99`);
    await page.locator("#problems").getByText("99").first().waitFor();
    assert(await runButton(page).isDisabled());
  },
  { expects: /status of 400|net::ERR_FAILED/ },
);

const OWN = 'schema = 1\nname = "mine"\ntitle = "Mine"\nextends = "classic"\n\n[tiles]\nhand = 2\n';

scene(
  "a rule set of one's own is played from the page of rules, and is in no other browser",
  async ({ server, guest }) => {
    const page = await guest();
    await page.goto(`${server.address}/rules?extends=classic`);
    await page.locator("#editor-state.good").waitFor();
    await table.paste(page, OWN);
    await page.locator("#differs-list").getByText("2 tiles (instead of 3)").waitFor();
    await page.getByRole("button", { name: "Which rules does it change?" }).click();
    await page.waitForURL(/\/lab\/suites\?own=mine$/);
    await results(page, "Mine");
    assert((await scenarios(page, ".differs").count()) > 0);
    await page.getByRole("link", { name: "Compare in the laboratory" }).click();
    await page.waitForURL(/\/lab\?own=mine$/);

    const other = await guest();
    await other.goto(`${server.address}/lab/suites?own=mine`);
    await other.getByText("The rule set mine is kept in another browser").waitFor();
    await runButton(other).and(other.locator(":enabled")).waitFor();
  },
);

scene("test suites in French", async ({ server, guest }) => {
  const page = await guest({ locale: "fr-FR" });
  const [english, french] = await Promise.all(
    ["en", "fr"].map((code) => server.get(`words?lang=${code}`)),
  );
  const sentences = Object.entries(english).filter(
    ([key, words]) =>
      key.startsWith("WebSuites") &&
      words.includes(" ") &&
      !words.includes("{") &&
      words !== french[key],
  );
  assert(sentences.length > 20, "there are sentences to look for");
  const check = async () => {
    const shown = await page.evaluate(() => {
      const copy = document.body.cloneNode(true);
      // Scenarios and keys are in English.
      for (const element of copy.querySelectorAll("[lang=en]")) element.remove();
      return `${document.title}\n${copy.textContent}`;
    });
    for (const [, words] of sentences) assert(!shown.includes(words), `“${words}”`);
    assert.deepEqual(shown.match(/\bWeb[A-Z]\w+|\{\w+\}/g), null);
  };
  await page.goto(`${server.address}/lab/suites${CHANGED}`);
  await page.getByRole("heading", { name: "Les résultats" }).waitFor();
  const first = scenarios(page, ".differs").first();
  await first.locator("summary").click();
  await isWhole(first);
  const { runs } = await server.post("suites/run?lang=fr", { rules: { rules: "seas+hand=4" } });
  const { title, failures } = runs.find(
    ({ status, inherited }) => status !== "passed" && inherited,
  );
  for (const text of [title, ...failures[0].expected]) {
    const place = first.getByText(text, { exact: true }).first();
    assert.equal(await place.evaluate((element) => element.closest("[lang]").lang), "en", text);
  }
  await page
    .getByRole("checkbox", { name: "Seulement ce que ces règles fixent elles-mêmes" })
    .check();
  await page.getByRole("button", { name: "Essayer les modifications" }).click();
  await page
    .locator("#tried")
    .getByText(/modifications? sur \d+ sont vues/)
    .waitFor();
  await check();
  await page.getByRole("radio", { name: "Une suite à vous" }).check();
  await page.getByText("La suite peut être jouée.").waitFor();
  await check();
});

scene("looks of test suites", async ({ server, guest }) => {
  const page = await guest();
  await page.goto(`${server.address}/lab/suites`);
  await runButton(page).and(page.locator(":enabled")).waitFor();
  await examine(page, "suites");
  await open(page, server);
  for (const details of (await scenarios(page).all()).slice(0, 2)) {
    await details.locator("summary").click();
    await isWhole(details);
  }
  await page.getByRole("button", { name: "Try the changes" }).click();
  await page.locator("#tried").getByText("are noticed").waitFor();
  await page.getByText("The same in a terminal").click();
  await examine(page, "suites-differ");
  await open(page, server, "?rules=classic");
  await writeSuite(page, SUITE.replace("8]", "9]"));
  const failed = scenarios(page, ".failed");
  await failed.locator("summary").click();
  await failed.locator(".message").waitFor();
  await isWhole(failed);
  await examine(page, "suites-fail");
  await table.paste(page, SUITE.replace("expect.", "xpect."), "Scenarios, as a TOML file");
  await page.locator("#suite-problems > li").first().waitFor();
  await examine(page, "suites-errors");
});
