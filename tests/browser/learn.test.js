// The lessons: a course by clicks alone, with a wrong answer in it, and one by keyboard alone; then
// a first game.

import assert from "node:assert/strict";
import { examine } from "./examine.js";
import { scene } from "./scene.js";
import * as table from "./table.js";

/** The right answers of the course `basics`: how the tile is turned, or what an option says. */
const ANSWERS = [
  { option: "c3" },
  { turns: 3 },
  { turns: 0 },
  { turns: 3 },
  { tile: 1 },
  { option: "No. I have to stay on the board while I can." },
  { option: "I take the Dragon." },
];

const heading = (page, number) =>
  page.getByRole("heading", { level: 1, name: new RegExp(`^Lesson ${number} of 7`) });

/** Turns the tile to how it lies as printed, and then so many quarters. */
async function turnTo(page, turns, press) {
  const tile = page.locator(".hand .tile[aria-pressed=true] img");
  for (let step = 0; step < 4; step += 1) {
    if ((await tile.getAttribute("src")).includes(`-${turns}.svg`)) return;
    await press();
  }
  assert.fail(`the tile cannot be turned ${turns} times`);
}

scene("a course is played by clicks alone, and a first game follows", async ({ server, guest }) => {
  const page = await guest();
  await page.goto(`${server.address}/`);
  await page.locator("#learn").click();
  await heading(page, 1).waitFor();
  await examine(page, "lesson");
  // A wrong answer shows what happens, says why, and can be tried again.
  await page.locator(".choice", { hasText: "b3" }).click();
  await page.getByRole("button", { name: "Choose", exact: true }).click();
  await page.getByRole("heading", { name: "Not yet." }).waitFor();
  await page.getByText("On b3 there is a tile already").waitFor();
  await examine(page, "lesson-wrong");
  await page.getByRole("button", { name: "Try again" }).click();
  for (const [index, { option, turns, tile }] of ANSWERS.entries()) {
    await heading(page, index + 1).waitFor();
    if (option) await page.locator(".choice", { hasText: option }).click();
    if (tile) await page.locator(".hand .tile").nth(tile).click();
    if (turns !== undefined)
      await turnTo(page, turns, () => page.getByRole("button", { name: "Turn clockwise" }).click());
    await page.locator(".actions .lay").click();
    await page.getByRole("heading", { name: "Right!" }).waitFor();
    if (index === 1) await examine(page, "lesson-right");
    await page.getByRole("button", { name: "Next lesson" }).first().click();
  }
  await page.getByText("6 of 7 right at once").waitFor();
  await examine(page, "lessons-done");
  await page.getByRole("button", { name: "Now a first game" }).click();
  await page.waitForURL(/\/game\//);
  await table.playOn([page], { answers: 1 });
  await page.getByText("For the first time:").first().waitFor();
});

scene("a course is played by keyboard alone", async ({ server, guest }) => {
  const page = await guest();
  await page.goto(`${server.address}/learn`);
  for (const [index, { option, turns, tile }] of ANSWERS.entries()) {
    await heading(page, index + 1).waitFor();
    if (option) {
      const texts = await page.locator(".choice").allTextContents();
      await page.keyboard.press(String(texts.findIndex((text) => text.includes(option)) + 1));
    }
    if (tile) await page.keyboard.press(String(tile + 1));
    if (turns !== undefined) await turnTo(page, turns, () => page.keyboard.press("r"));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Right!" }).waitFor();
    await page.keyboard.press("Enter");
  }
  await page.getByText("7 of 7 right at once").waitFor();
});

scene("lessons in French on a phone", async ({ server, guest }) => {
  const page = await guest({ locale: "fr-FR", viewport: { width: 360, height: 640 } });
  await page.goto(`${server.address}/learn?course=seas&lesson=3`);
  await page.getByRole("heading", { name: /^Leçon 3 sur 5/ }).waitFor();
  await page.getByRole("button", { name: "Indice" }).click();
  await page.getByText("Regardez de quel côté est le 3 maintenant.").waitFor();
  await page.locator(".choice", { hasText: "c2" }).click();
  await page.locator(".actions .lay").click();
  await page.getByRole("heading", { name: "Bravo !" }).waitFor();
  const board = await page.locator(".picture").boundingBox();
  const verdict = await page.locator(".lesson-verdict").boundingBox();
  assert(board.y > -board.height / 4, `the board is seen beside the verdict, from ${board.y} on`);
  assert(verdict.y + verdict.height <= 640, "the verdict is in the window");
});

/**
 * Runs in pages: what of the question is not in the window, or covers something else of it.
 */
function covered() {
  const parts = [".lesson-tell", ".picture", "#question-title", ".hand, .list", ".actions"];
  const boxes = parts.map((part) => [part, document.querySelector(part).getBoundingClientRect()]);
  return boxes.flatMap(([part, { top, bottom, height }], index) => {
    const above = index > 0 ? boxes[index - 1][1].bottom : 0;
    const where = `${part} from ${Math.round(top)} to ${Math.round(bottom)}`;
    if (height < 18) return [`${where} is too low`];
    if (top < 0 || bottom > innerHeight) return [`${where} of ${innerHeight}`];
    return top < above - 1 ? [`${where} is under ${boxes[index - 1][0]}`] : [];
  });
}

scene("on a phone all that an answer needs is in the window", async ({ server, guest }) => {
  const paths = [
    ...[1, 2, 3, 4, 5, 6, 7].map((lesson) => `learn?course=basics&lesson=${lesson}`),
    ...[1, 2, 3, 4, 5].map((lesson) => `learn?course=seas&lesson=${lesson}`),
    "puzzles",
    "puzzles?course=classic&lesson=3",
    "puzzles?course=seas&lesson=1",
    "puzzles?course=luxury&lesson=17",
  ];
  const found = [];
  for (const locale of ["en-GB", "fr-FR"]) {
    for (const [width, height] of [
      [360, 560],
      [360, 640],
      [390, 844],
    ]) {
      const viewport = { width, height };
      const page = await guest({ locale, viewport, hasTouch: true, isMobile: true });
      for (const path of paths) {
        await page.goto(`${server.address}/${path}`);
        await page.locator(".hand, .list").first().waitFor();
        for (const what of await page.evaluate(covered))
          found.push(`${locale} ${width}×${height} ${path}: ${what}`);
      }
    }
  }
  assert.deepEqual(found, []);
});

scene("every edition and house rule is explained with pictures", async ({ server, guest }) => {
  const page = await guest();
  await page.goto(`${server.address}/`);
  await page.getByRole("link", { name: "How to play", exact: true }).click();
  await page.getByRole("heading", { level: 2, name: "Tsuro", exact: true }).waitFor();
  await page.locator("figure svg").first().waitFor();
  await examine(page, "how-to-play");
  await page.getByRole("link", { name: "Free suicide", exact: true }).click();
  await page.getByRole("heading", { level: 2, name: "Free suicide" }).waitFor();
  await examine(page, "how-to-play-house-rule");
});

scene("How to play is in French where the guest reads French", async ({ server, guest }) => {
  const page = await guest({ locale: "fr-FR" });
  for (const [rules, sentence] of [
    ["seas", "Un daïkaiju avale la tuile sur laquelle il va, et les navires qui s’y trouvent."],
    ["luxury", "Qui tient la statue pioche le premier"],
    ["tide", "À intervalles réguliers, la marée décale une ligne."],
  ]) {
    await page.goto(`${server.address}/how-to-play?rules=${rules}`);
    const main = page.locator("#rules");
    await main.getByText(sentence).first().waitFor();
    // Neither keys of files nor the English words of rules.
    const text = await main.innerText();
    assert.doesNotMatch(
      text,
      /\b(hazard|placement|draw|score)\.[a-z]|\b(tiles|pieces|player)\b/,
      rules,
    );
  }
});
