// Questions of rules from outside: what they are about is drawn and marked, and squares are taken
// on the board.

import assert from "node:assert/strict";
import { scene } from "./scene.js";
import * as table from "./table.js";

const rules = (hazard) =>
  `schema = 1\nname = "asks"\ntitle = "Asks"\nextends = "classic"\n[hazard]\nrule = "${hazard}"\n`;

/** Sits down at a table with this hazard, as the last player. */
async function sitDown(page, server, hazard) {
  const seats = [{ kind: "bot", level: "easy" }, { kind: "link" }];
  const { id, seats: opened } = await server.post("games", { text: rules(hazard), seats });
  await table.takeSeat(
    page,
    `${server.address}/game/${id}#${opened.find(({ token }) => token).token}`,
    "Ann",
  );
  await table.untilAsked(page);
}

scene(
  "a question shows its tile and marks its square, and its answers have their unit or are drawn",
  async ({ server, guest }) => {
    const page = await guest();
    await sitDown(page, server, "auction");
    const title = page.locator("#question-title");
    const seen = new Set();
    await table.playOn(page, {
      answers: 20,
      before: async () => {
        const question = await title.textContent();
        const topics = await page.locator("svg.board .topics rect").count();
        if (question.includes("Who gives more than")) {
          seen.add("bid");
          assert.match(question, /more than \d+ coins? for A/);
          const tile = page.locator(".about img.small-tile");
          assert.match(await tile.getAttribute("alt"), /^The tile: A/);
          await tile.evaluate((image) => image.decode()); // fails if there is no picture
          assert.equal(topics, 1);
          assert.match(await page.locator(".choice").last().textContent(), /^\d+ coins/);
          await page.locator(".choice").last().click();
        } else if (question.includes("Which tile does")) {
          seen.add("prize");
          assert.deepEqual([await page.locator(".choice img.small-tile").count(), topics], [3, 1]);
          assert.equal(await page.locator("svg.board .topics circle").count(), 1, "the place");
        } else {
          assert.equal(topics, 0, question);
        }
        return seen.size < 2;
      },
    });
    assert.deepEqual([...seen].sort(), ["bid", "prize"]);
  },
  { program: "auction" },
);

scene(
  "a square is chosen by a click on the board, and taken by another",
  async ({ server, guest }) => {
    const page = await guest();
    await sitDown(page, server, "herald");
    await page.getByRole("heading", { name: "Which square is full of rocks?" }).waitFor();
    const offers = page.locator("svg.board .offer");
    assert.equal(await offers.count(), 3);
    await offers.nth(1).click();
    assert.ok(await page.getByRole("radio", { name: "c3" }).isChecked());
    // A page ignores what comes just after a question.
    while (
      await page.getByRole("heading", { name: "Which square is full of rocks?" }).isVisible()
    ) {
      await offers
        .nth(1)
        .click({ timeout: 2000 })
        .catch(() => {});
    }
    await page
      .getByText("Which square is full of rocks? You: c3.")
      .first()
      .waitFor({ state: "attached" });
  },
  { program: "asking_rules" },
);

const TOLL = `const RULE = #{
    name: "toll",
    summary: "Each turn begins with a toll",
    asks: #{ pay: #{ answers: "number", en: "Which toll do you pay?" } },
};
fn before_placement(table) { return ask(table.active()); }
fn question(table, seat) { [7] }
fn answer(table, seat, coins) {}
`;
const TOLLS =
  'schema = 1\nname = "tolls"\ntitle = "Tolls"\nextends = "classic"\n' +
  'scripts = ["toll.rhai"]\n[[rule]]\nrule = "toll"\n';

/** Opens a game in which each turn begins with a question that has one choice. */
function openTolls(server, seats) {
  const scripts = [{ name: "toll.rhai", text: TOLL }];
  return server.post("games", { text: TOLLS, scripts, seats });
}

const TAKEN = "Which toll do you pay? There was one choice, and the page took it: 7.";

async function answerByItself(page) {
  await page.locator(".fold.settings summary").click();
  await page.getByLabel("Answer by itself when there is one choice").check();
  await table.letGo(page);
}

scene("a question with one choice is answered by the page if it may", async ({ server, guest }) => {
  const page = await guest();
  const seats = [{ kind: "link" }, { kind: "bot", level: "easy" }];
  const { id, seats: opened } = await openTolls(server, seats);
  await table.takeSeat(page, `${server.address}/game/${id}#${opened[0].token}`, "Ann");
  const toll = page.getByRole("heading", { name: "Which toll do you pay?" });
  await table.playOn(page, { before: async () => !(await toll.isVisible()) });

  // Usually one is asked. What stands is answered by hand, and from then on by the page.
  await answerByItself(page);
  await table.pressEnter(page);
  await table.playOn(page, {
    before: async () => {
      assert.equal(await toll.count(), 0);
      return !(await table.sentences(page)).includes(TAKEN);
    },
  });
  await page.locator("[role=log]").getByText(TAKEN).waitFor({ state: "attached" });
  await page.locator(".notice", { hasText: TAKEN }).waitFor();
  assert.ok((await table.tiles(page).count()) > 0, "a tile is laid by hand");

  // Taken back, the question is put, or one could never take back what was before it.
  await page.getByRole("button", { name: "Take back" }).click();
  await toll.waitFor();
});

scene("of two at one device, neither reads what the other's only choice was", async (all) => {
  const page = await all.guest();
  const seats = ["Ann", "Bea"].map((name) => ({ kind: "here", name }));
  const { id, host, seats: opened } = await openTolls(all.server, seats);
  const games = JSON.stringify([{ id, host, seats: opened, at: Date.now() }]);
  await page.addInitScript((games) => localStorage.setItem("tsuro.games", games), games);
  await page.goto(`${all.server.address}/game/${id}`);
  await answerByItself(page);
  const taken = (who) => `${who} had one choice, and the page took it.`;
  await table.playOn(page, {
    before: async () => {
      assert.equal(await page.getByRole("heading", { name: /toll/ }).count(), 0);
      const told = await table.sentences(page);
      assert.ok(!told.includes(TAKEN));
      return !["Ann", "Bea"].every((who) => told.includes(taken(who)));
    },
  });
});
