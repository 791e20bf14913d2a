// The puzzles: that of a day by clicks, with a wrong choice that is punished, by keyboard, and in
// French on a phone.

import assert from "node:assert/strict";
import { examine } from "./examine.js";
import { scene } from "./scene.js";

/** A puzzle as the server tells it. */
async function told(server, { course, at }) {
  const answer = await fetch(`${server.address}/api/1/puzzles/one?course=${course}&at=${at}`);
  return answer.json();
}

/** The cards of a puzzle whose placement is right, or wrong with the longest sequel. */
function cardOf({ ask, outcomes }, isRight) {
  const some = outcomes.filter(({ right }) => right === isRight);
  const { pick } = some.reduce((one, other) =>
    other.events.length > one.events.length ? other : one,
  );
  const { slot, tile, rotation } = ask.shown.cards.find((card) => card.pick === pick);
  return { slot, name: `${tile}-${rotation}` };
}

/** Points at a placement: its tile, turned as it has to lie. */
async function pointAt(page, { slot, name }, press) {
  await page.locator(".hand .tile").nth(slot).click();
  const picture = page.locator(".hand .tile[aria-pressed=true] img");
  for (let step = 0; step < 4; step += 1) {
    if ((await picture.getAttribute("src")).includes(`/${name}.svg`)) return;
    await press();
  }
  assert.fail(`the tile cannot be turned to ${name}`);
}

const clockwise = (page) => () => page.getByRole("button", { name: "Turn clockwise" }).click();

scene("the puzzle of a day is solved by clicks alone", async ({ server, guest }) => {
  const listed = await fetch(`${server.address}/api/1/puzzles?date=2001-11-27`);
  const { day } = await listed.json();
  const puzzle = await told(server, day);
  const page = await guest();
  await page.goto(`${server.address}/`);
  await page.locator("#puzzles").click();
  await page.getByRole("heading", { level: 1, name: /^Puzzle of \d{4}-\d\d-\d\d$/ }).waitFor();
  await page.goto(`${server.address}/puzzles?date=2001-11-27`);
  await page.getByRole("heading", { level: 1, name: "Puzzle of 2001-11-27" }).waitFor();
  await examine(page, "puzzle");
  // A wrong choice shows how the others answer it, and can be tried again.
  const wrong = puzzle.outcomes.find(({ right }) => !right);
  assert(wrong.events.length > 3, "the refutation is played");
  await pointAt(page, cardOf(puzzle, false), clockwise(page));
  await page.locator(".actions .lay").click();
  await page.getByRole("heading", { name: "Not yet." }).waitFor();
  await examine(page, "puzzle-wrong");
  await page.getByRole("button", { name: "Try again" }).click();
  await pointAt(page, cardOf(puzzle, true), clockwise(page));
  await page.locator(".actions .lay").click();
  await page.getByRole("heading", { name: "Right!" }).waitFor();
  await page.getByText("There is no other answer").waitFor();
  await page.getByRole("link", { name: new RegExp(`^${day.at + 1}: .* ✓$`) }).waitFor();
  await examine(page, "puzzle-right");
  const days = () => page.evaluate(() => localStorage.getItem("tsuro.puzzle-days"));
  assert.equal(await days(), null, "a puzzle of another day is not that of today");
  // Today's, after that of yesterday, makes two in a row.
  const today = await (await fetch(`${server.address}/api/1/puzzles`)).json();
  const yesterday = new Date(Date.parse(today.date) - 86_400_000).toISOString().slice(0, 10);
  await page.evaluate(
    (day) => localStorage.setItem("tsuro.puzzle-days", JSON.stringify([day])),
    yesterday,
  );
  await page.goto(`${server.address}/puzzles`);
  await page.getByRole("heading", { level: 1, name: `Puzzle of ${today.date}` }).waitFor();
  // A ✓ on a tile would read as the right answer.
  assert.doesNotMatch(await page.locator(".cards").innerText(), /✓/);
  await pointAt(page, cardOf(await told(server, today.day), true), clockwise(page));
  await page.locator(".actions .lay").click();
  await page.getByText("2 days in a row").waitFor();
  await page.getByRole("button", { name: "Next puzzle" }).first().click();
  await page.getByRole("heading", { level: 1, name: /^Puzzle 1 of 18/ }).waitFor();
});

scene("a puzzle is solved by keyboard alone", async ({ server, guest }) => {
  const page = await guest();
  const puzzle = await told(server, { course: "seas", at: 0 });
  await page.goto(`${server.address}/puzzles?course=seas&lesson=1`);
  await page.getByRole("heading", { level: 1, name: /^Puzzle 1 of 17/ }).waitFor();
  const { slot, name } = cardOf(puzzle, true);
  await page.keyboard.press(String(slot + 1));
  const picture = page.locator(".hand .tile[aria-pressed=true] img");
  for (let step = 0; step < 4; step += 1) {
    if ((await picture.getAttribute("src")).includes(`/${name}.svg`)) break;
    await page.keyboard.press("r");
  }
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Right!" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /^Puzzle 2 of 17/ }).waitFor();
});

scene("puzzles in French on a phone", async ({ server, guest }) => {
  const page = await guest({ locale: "fr-FR", viewport: { width: 360, height: 640 } });
  await page.goto(`${server.address}/puzzles?course=luxury&lesson=17`);
  await page.getByRole("heading", { level: 1, name: /^Énigme 17 sur 17/ }).waitFor();
  await page.getByRole("button", { name: "Indice" }).click();
  await page.getByText("Que pourriez-vous poser ensuite").waitFor();
  await page.getByText("0 sur 17 résolues").first().waitFor();
  await page.getByRole("button", { name: "Énigme suivante" }).click();
  await page.getByText("C’était la dernière énigme").waitFor();
  await examine(page, "puzzles-done");
});

scene(
  "a date that is none is refused in words",
  async ({ server, guest }) => {
    const page = await guest();
    await page.goto(`${server.address}/puzzles?date=2026-02-30`);
    await page.getByText("a date from 1970 to 9999 is needed").waitFor();
  },
  { expects: /400/ },
);
