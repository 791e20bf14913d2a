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
