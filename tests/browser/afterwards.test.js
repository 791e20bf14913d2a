// A game that is over, looked at together: one leads, others follow, and other placements.

import assert from "node:assert/strict";
import { examine } from "./examine.js";
import { scene, until } from "./scene.js";
import * as table from "./table.js";

const panel = (page) => page.locator(".together");
const says = (page, words) => panel(page).getByText(words).waitFor();
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const at = (page) => page.getByRole("slider", { name: "Moment of the game" }).inputValue();
const shows = (page, moment) =>
  until(async () => (await at(page)) === moment, `the moment ${moment} is shown`);

scene("one leads, the others follow or wander and come back", async ({ server, guest }) => {
  const { id, host, seats, replay } = await table.gameOver(server);
  const [ann, bea, eve] = [await guest(), await guest(), await guest()];
  await table.knowsGame(ann, { id, host, seats: [seats[0]] });
  await table.knowsGame(bea, { id, seats: [seats[1]] });
  for (const page of [ann, bea, eve]) await page.goto(replay);
  await says(ann, "Nobody leads.");
  assert.equal(await panel(eve).isVisible(), false, "who looks on does not lead");

  await table.tabTo(ann, panel(ann).getByRole("button", { name: "Lead" }));
  await ann.keyboard.press("Enter");
  await says(ann, "You lead:");
  await says(bea, "Ann leads, and you follow.");
  await ann.keyboard.press("PageDown");
  await ann.keyboard.press("PageDown");
  const there = await at(ann);
  for (const page of [bea, eve]) await shows(page, there);

  // Bea looks elsewhere, and comes back by one button.
  await bea.keyboard.press("End");
  await says(bea, "Ann leads, and you look on your own.");
  await ann.keyboard.press("PageDown");
  const further = await at(ann);
  await shows(eve, further);
  assert.notEqual(await at(bea), further);
  await examine(bea, "together");
  await bea.setViewportSize({ width: 1280, height: 800 });
  await press(bea, "Back to Ann");
  await shows(bea, further);
  await says(bea, "Ann leads, and you follow.");

  // Ann tries another tile out, and all see it.
  await ann.locator(".what-if summary").click();
  await press(ann, "Try the next placement");
  const cards = ann.locator(".what-if").getByRole("radio");
  await cards.first().waitFor();
  const before = await table.board(ann);
  await cards.last().check();
  const differs = async () => (await table.board(ann)) !== before;
  await until(differs, "the tile is on the board");
  const tried = await table.board(ann);
  await until(async () => (await table.board(eve)) === tried, "Eve sees what Ann tries out");
  assert.ok(await eve.locator(".what-if").getByRole("radio").last().isChecked());
  await press(ann, "Back to the game");
  await until(async () => (await table.board(eve)) === (await table.board(ann)), "it is undone");
  assert.ok((await table.board(ann)) === before, "the game stays as it was");

  // When Ann goes, Bea may lead.
  await ann.close();
  await says(bea, "Nobody leads.");
  await press(bea, "Lead");
  await bea.keyboard.press("Home");
  await shows(eve, "0");
  await press(bea, "Stop leading");
  await until(async () => !(await panel(eve).isVisible()), "nobody leads any more");
});

scene(
  "another tile is tried out by keyboard, in French, and the game stays as it was",
  async ({ server, guest }) => {
    const { replay } = await table.gameOver(server);
    const page = await guest({ locale: "fr-FR", viewport: { width: 360, height: 780 } });
    await page.goto(`${replay}&turn=2`);
    const fold = page.locator(".what-if");
    await table.tabTo(page, fold.locator("summary"));
    await page.keyboard.press("Enter");
    await table.tabTo(page, page.getByRole("button", { name: "Essayer la prochaine pose" }));
    await page.keyboard.press("Enter");
    const cards = fold.getByRole("radio");
    await cards.first().waitFor();
    const before = await table.board(page);
    assert.equal(await fold.getByText("posée", { exact: true }).count(), 1);
    const boards = new Set([before]);
    for (let card = 0; card < (await cards.count()); card += 1) {
      await page.keyboard.press(card === 0 ? " " : "ArrowDown");
      await until(async () => !boards.has(await table.board(page)), "it is on the board");
      boards.add(await table.board(page));
    }
    await examine(page, "what-if");
    await page.setViewportSize({ width: 360, height: 780 });
    await table.tabTo(page, page.getByRole("button", { name: "Revenir à la partie" }));
    await page.keyboard.press("Enter");
    assert.ok((await table.board(page)) === before, "the game stays as it was");

    // At the end there is nothing more to lay.
    await page.getByRole("slider").press("End");
    assert.ok(await page.getByRole("button", { name: "Essayer la prochaine pose" }).isDisabled());
  },
);
