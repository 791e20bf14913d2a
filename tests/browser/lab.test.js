// The laboratory: a designer compares house rules, from the launch page to the report.

import assert from "node:assert/strict";
import { examine } from "./examine.js";
import { scene, until } from "./scene.js";
import * as table from "./table.js";

const MANY = "100000"; // games: more than are played while a test looks
const FEW = "400";

/** Waits until the laboratory can start a run. */
const ready = (page) => page.locator("#start:not([disabled])").waitFor();

/** Opens the laboratory with some variants, and chooses what is played. */
async function openLab(page, server, query, { games, bots = ["random"] }) {
  await page.goto(`${server.address}/lab?${query}`);
  await ready(page);
  const box = page.getByRole("group", { name: "Who plays" });
  for (const bot of bots) await box.getByRole("checkbox", { name: bot, exact: true }).check();
  for (const other of await box.getByRole("checkbox", { checked: true }).all()) {
    if (!bots.includes(await other.getAttribute("value"))) await other.uncheck();
  }
  await page.getByLabel("Games of each variant").selectOption(games);
}

async function begin(page) {
  await ready(page);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForURL(/\/lab\/[^/?]+$/);
}

/** Waits for the state of a run, in the words of the page. */
const inState = (page, words) =>
  page.getByRole("heading", { level: 2, name: words, exact: true }).waitFor();

/** How many games the page says have been played. */
async function played(page) {
  const words = await page.locator("#count").textContent();
  return Number(words.split(" ")[0].replaceAll(",", ""));
}

const untilMore = (page, than) =>
  until(async () => (await played(page)) > than, `more than ${than} games are played`);

async function stop(page) {
  await page.getByRole("button", { name: "Stop …" }).click();
  await page.getByRole("button", { name: "Stop for good" }).click();
  await inState(page, "Stopped");
}

scene(
  "every metric that is ticked has a row, or says why it has none",
  async ({ server, guest }) => {
    const page = await guest();
    const row = (title) =>
      page.locator(".finding", { has: page.getByRole("heading", { name: title }) });
    await openLab(page, server, "rules=classic", { games: FEW });
    await begin(page);
    await inState(page, "Done");
    assert.match(await row("Edge of the better players").textContent(), /Tick two/);
    await openLab(page, server, "rules=classic", { games: FEW, bots: ["random", "easy"] });
    await begin(page);
    await inState(page, "Done");
    assert.match(await row("Edge of the better players").textContent(), /\d %/);
    // What is counted is games: nothing beside them.
    const words = await page.locator("main").textContent();
    assert.match(words, /in 400 games/);
    assert.doesNotMatch(words, /\b(blocks?|deals?|a side)\b/);
  },
);

scene(
  "a designer compares a house rule, and shares what was found",
  async ({ server, guest }) => {
    const page = await guest();
    await page.goto(`${server.address}/?rules=seas`);
    await table.chosen(page);
    await page.getByRole("link", { name: "Compare with …" }).click();
    await ready(page);
    await page.getByRole("button", { name: "Add a variant" }).click();
    await page.getByText("Variant B: which rules?").waitFor();
    await page.locator("#start-what").getByText("B: The same rules as A").waitFor();
    assert(await page.getByRole("button", { name: "Start", exact: true }).isDisabled());

    await page.getByText("More: single rules").click();
    const hand = page.getByRole("textbox", { name: "Tiles in a hand" });
    await hand.fill("4");
    await hand.press("Enter");
    await page.locator("#variants").getByText("A hand has 4 tiles (instead of 3)").waitFor();
    await ready(page);
    assert.match(page.url(), /\/lab\?rules=seas&with=seas%2Bhand%3D4$/);
    await page.getByLabel("Games of each variant").selectOption(MANY);
    await begin(page);

    await page.getByRole("heading", { level: 1, name: /compared with/ }).waitFor();
    await inState(page, "Playing");
    const share = page.url();
    await untilMore(page, 0);
    await untilMore(page, await played(page));
    await page.getByText("the intervals hold at every moment").waitFor();
    assert.match(await page.title(), /Playing/);
    await page.getByRole("button", { name: "Pause" }).click();
    await inState(page, "Paused");
    assert.match(await page.title(), /Paused/);
    const before = await played(page);
    await page.getByRole("button", { name: "Go on" }).click();
    await inState(page, "Playing");
    await untilMore(page, before);

    // A person who presses the button by mistake goes on.
    await page.getByRole("button", { name: "Stop …" }).click();
    await page.getByRole("button", { name: "Keep playing" }).click();
    assert.equal(await page.getByRole("group", { name: "Stop for good?" }).count(), 0);
    await stop(page);
    assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 0);
    const found = page.locator(".found");
    assert.notEqual(await found.textContent(), "Nothing has been found yet.");
    await page.locator(".rules").getByText("Tiles in a hand").waitFor();
    const turns = page
      .locator(".finding", { has: page.getByRole("heading", { name: /turns/i }) })
      .first();
    assert.notEqual(await turns.locator(".verdict .words").textContent(), "");
    assert((await turns.locator(".plot .interval").count()) === 1, "the interval is drawn");

    const [report] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith("/report")),
      page.getByRole("link", { name: "Read the whole report" }).click(),
    ]);
    assert.equal(report.status(), 200);
    await page.getByText("seas+hand=4").first().waitFor();

    // The link is for everybody, the buttons are not.
    const other = await guest();
    await other.goto(share);
    await inState(other, "Stopped");
    await other.locator(".finding").first().waitFor();
    const run = await server.get(`runs/${share.split("/").at(-1)}`);
    assert.equal(await other.locator(".found").textContent(), run.words[0]);
    assert.equal(await other.getByRole("button", { name: "Stop …" }).count(), 0);
    await other.goto(`${server.address}/lab`);
    await other.locator("#runs").getByText("Stopped").waitFor();
  },
  { expects: /favicon\.ico/ },
); // a report has no icon: it is one file, which may be saved

scene("a run that another began can be watched, and not stopped", async ({ server, guest }) => {
  const page = await guest();
  await openLab(page, server, "rules=seas&with=seas%2Bhand%3D4", { games: MANY, bots: ["medium"] });
  await begin(page);
  await inState(page, "Playing");
  const other = await guest();
  await other.goto(page.url());
  await inState(other, "Playing");
  await untilMore(other, await played(other));
  assert.equal(await other.getByRole("button", { name: "Pause" }).count(), 0);
  assert.equal(await other.getByRole("button", { name: "Stop …" }).count(), 0);
  await stop(page);
  await inState(other, "Stopped");
});

scene("planned games are judged once, and the command repeats them", async ({ server, guest }) => {
  const page = await guest();
  await openLab(page, server, "rules=classic&with=classic%2Bhand%3D2&with=classic%2Bfree-suicide", {
    games: FEW,
  });
  await page.getByLabel("What does not matter").selectOption("5%");
  await begin(page);
  await inState(page, "Done");
  await page.getByText("are judged once").waitFor();
  assert.equal(await played(page), Number(FEW));
  assert.equal(
    await page.locator(".section").count(),
    2,
    "a section for each variant that is compared",
  );
  await page.getByRole("heading", { name: /^B compared with A/ }).waitFor();
  await page.getByRole("heading", { name: /^C compared with A/ }).waitFor();
  await page.getByText("The same in a terminal").click();
  const command = page.getByRole("region", { name: "The same in a terminal" });
  assert.match(
    await command.textContent(),
    /^tsuro compare classic 'classic\+hand=2' classic\+free-suicide .*--margin 0\.05/,
  );

  await page.getByRole("link", { name: "Change something and run again" }).click();
  await ready(page);
  assert.equal(await page.locator("#variants > li").count(), 3);
  assert(
    await page
      .getByRole("group", { name: "Who plays" })
      .getByRole("checkbox", { name: "random" })
      .isChecked(),
    "what was chosen is kept",
  );
  await page.getByRole("button", { name: "Remove variant C" }).click();
  await page.getByRole("button", { name: "Remove variant B" }).click();
  await ready(page);
  await begin(page);
  await page.getByRole("heading", { level: 1, name: "Tsuro, measured" }).waitFor();
  await inState(page, "Done");
  await page.locator(".finding").first().waitFor();
});

scene(
  "a run goes on after the server was killed and started again",
  async ({ server, guest }) => {
    const page = await guest();
    await openLab(page, server, "rules=seas&with=seas%2Bhand%3D4", {
      games: MANY,
      bots: ["medium"],
    });
    await begin(page);
    await untilMore(page, 0);
    await server.kill();
    await page.getByRole("alert").getByText("The server does not answer.").waitFor();
    await server.restart();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await inState(page, "Playing");
    await untilMore(page, await played(page));

    await page.getByRole("link", { name: "Laboratory" }).click();
    const entry = page.locator("#runs > li").first();
    await entry.getByText("yours").waitFor();
    await entry.getByText("Playing").waitFor();
    await entry.getByRole("link").click();
    await stop(page);
  },
  { expects: /net::ERR_CONNECTION_REFUSED|net::ERR_CONNECTION_RESET|net::ERR_EMPTY_RESPONSE/ },
);

const OWN = 'schema = 1\nname = "mine"\ntitle = "Mine"\nextends = "classic"\n\n[tiles]\nhand = 2\n';

scene(
  "a rule set of one's own is refused at its line, and compared when it is mended",
  async ({ server, guest }) => {
    const page = await guest();
    await openLab(page, server, "rules=classic", { games: FEW });
    await page.getByRole("button", { name: "Add a variant" }).click();
    await page.getByRole("button", { name: "Write or paste rules …" }).click();
    await table.paste(page, OWN.replace("hand = 2", 'hand = "two"'));
    await page.locator("#editor-problems").getByText("Line 7:").waitFor();
    await page.getByRole("button", { name: "Keep and choose" }).click();
    await page.locator("#problems").getByText("Line 7:").waitFor();
    await page.locator("#start-what").getByText("B: This cannot be played").waitFor();
    assert(await page.getByRole("button", { name: "Start", exact: true }).isDisabled());

    await page.getByRole("button", { name: "Edit: mine" }).click();
    await table.paste(page, OWN);
    await page.getByText("The rules are fine.").waitFor();
    await page.getByRole("button", { name: "Keep and choose" }).click();
    await page.locator("#variants").getByText("Mine").waitFor();
    await begin(page);
    await inState(page, "Done");
    await page.getByText("The same in a terminal").click();
    const [{ name, text }] = (await server.get(`runs/${page.url().split("/").at(-1)}`)).files;
    assert.equal(text, OWN);
    const saving = page.getByRole("button", { name: `Save the file: ${name}` });
    const [download] = await Promise.all([page.waitForEvent("download"), saving.click()]);
    assert.equal(download.suggestedFilename(), name);
  },
);

scene("looks of the laboratory", async ({ server, guest }) => {
  const page = await guest();
  await page.goto(`${server.address}/lab?rules=seas&with=seas%2Bhand%3D4`);
  await ready(page);
  await page.getByText("More that can be measured").click();
  await examine(page, "lab");
  await openLab(page, server, "rules=seas&with=seas%2Bhand%3D4&with=seas%2Brough-seas", {
    games: FEW,
    bots: ["random"],
  });
  await begin(page);
  await inState(page, "Done");
  await page.getByText("The same in a terminal").click();
  await examine(page, "lab-run");
});

scene(
  "looks of runs as they are seldom seen",
  async ({ server, guest }) => {
    const page = await guest();
    // No run of the server can be made to fail, and none is known to be halfway at a moment.
    let answer;
    await page.route(/\/api\/1\/runs\/invented(\?.*)?$/, (route) =>
      route.fulfill({ json: answer }),
    );
    await page.addInitScript(() =>
      localStorage.setItem("tsuro.runs", JSON.stringify([{ id: "invented", token: "token" }])),
    );
    answer = invented("running");
    await page.goto(`${server.address}/lab/invented`);
    await inState(page, "Playing");
    await page.locator(".finding").nth(5).waitFor();
    const drawn = async (title) => {
      const plot = page
        .locator(".finding", { has: page.getByRole("heading", { name: title }) })
        .locator(".plot");
      const at = async (part, end) => Number(await plot.locator(part).getAttribute(end));
      return {
        zero: await at(".zero", "x1"),
        low: await at(".interval", "x1"),
        high: await at(".interval", "x2"),
      };
    };
    const more = await drawn("A thing that happens 0 times");
    assert(
      more.zero < more.low && more.low < more.high,
      "an interval above zero is drawn right of it",
    );
    const less = await drawn("Ties");
    assert(less.low < less.high && less.high < less.zero, "one below zero is drawn left of it");
    assert.equal(
      await page.locator(".finding h4").first().textContent(),
      "Turns",
      "what matters comes first",
    );
    answer = { ...answer, games: 900 };
    await page.locator(".plot .earlier").first().waitFor({ state: "attached" });
    const status = page.getByRole("status").filter({ hasText: "Turns: lower" });
    answer = invented("running", { games: 1000, verdict: "lower" });
    await status.waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Stop …" }).click();
    await examine(page, "lab-running");
    answer = invented("failed", { games: 0 });
    await page.getByText("a bot broke the rules").waitFor();
    await examine(page, "lab-failed");
    await page.goto(`${server.address}/lab/notthere`);
    await page.getByRole("alert").waitFor();
    await examine(page, "lab-not-there");
  },
  { expects: /status of 404/ },
);

/** A run as the server describes it. */
function invented(state, { games = 600, verdict = "undecided" } = {}) {
  const finding = (name, title, sign, now) => ({
    name,
    title,
    headline: true,
    players: 4,
    bots: "greedy",
    a: 0.3,
    a_interval: [0.28, 0.32],
    b: 0.3 + sign * 0.05,
    b_interval: [0.29, 0.41],
    difference: sign * 0.05,
    interval: [sign * 0.05 - 0.02, sign * 0.05 + 0.02],
    joint_interval: [sign * 0.05 - 0.03, sign * 0.05 + 0.03],
    margin: 0.01,
    verdict: now,
    more_games: now === "undecided" ? 40000 : null,
    shown: {
      a: "30.0 %",
      b: sign > 0 ? "35.0 %" : "25.0 %",
      difference: sign > 0 ? "+5.0" : "−5.0",
      interval: "+3.0 to +7.0",
      verdict: now,
    },
  });
  const verdicts = ["higher", "slightly-higher", "slightly-lower", "equivalent"];
  const findings = [
    ...verdicts.map((now, index) =>
      finding(`out-by-${index}`, `A thing that happens ${index} times`, 1, now),
    ),
    finding("ties", "Ties", -1, "lower"),
    finding("turns", "Turns", -1, verdict),
  ];
  return {
    id: "invented",
    state,
    why: state === "failed" ? "a bot broke the rules" : null,
    rules: [
      { name: "seas", title: "Tsuro of the Seas" },
      { name: "your-rules+hand=4", title: "Mine" },
    ],
    players: [4],
    bots: ["greedy"],
    seed: "1",
    matters: ["turns"],
    margins: ["1%"],
    games,
    planned: 2000,
    seconds: 12,
    judged: "any",
    words: [
      games ? "Mine compared with seas, on the same deals. Not decided: the number of turns." : "",
    ],
    certainty: "All verdicts of this report together are wrong with a probability of at most 5 %.",
    sections: [
      {
        rules: 1,
        differences: [{ key: "tiles.hand", doc: "Tiles in a hand", words: ["3", "4"] }],
        findings: games ? findings : [],
      },
    ],
    command: "tsuro compare seas your-rules.toml+hand=4 --games 2000 --seed 1",
    files: [{ name: "your-rules.toml", text: "schema = 1\n" }],
  };
}

scene("the laboratory in French", async ({ server, guest }) => {
  const page = await guest({ locale: "fr-FR" });
  const [english, french] = await Promise.all(
    ["en", "fr"].map((code) => server.get(`words?lang=${code}`)),
  );
  const sentences = Object.entries(english).filter(
    ([key, words]) =>
      key.startsWith("WebLab") &&
      words.includes(" ") &&
      !words.includes("{") &&
      words !== french[key],
  );
  assert(sentences.length > 20, "there are sentences to look for");
  const check = async (where) => {
    const text = await page.evaluate(() => `${document.title}\n${document.body.textContent}`);
    for (const [, words] of sentences) assert(!text.includes(words), `${where}: “${words}”`);
    assert.deepEqual(text.match(/\bWeb[A-Z]\w+|\{\w+\}/g), null, where);
  };
  await page.goto(`${server.address}/lab?rules=classic&with=classic%2Bhand%3D2`);
  await ready(page);
  await check("laboratory");
  await page.getByLabel("Parties de chaque variante").selectOption("100");
  await page.getByRole("button", { name: "Lancer" }).click();
  await page.waitForURL(/\/lab\/[^/?]+$/);
  await inState(page, "Terminé");
  await check("run");
});
