// What a page looks like in a state: what axe finds, whether it fits into windows, and screenshots
// for whoever wants to look.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { shoot, SHOTS } from "./scene.js";

const { source } = createRequire(import.meta.url)("axe-core");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
// Widths of windows in CSS pixels. 320 is a window of 640 at a zoom of 200 %.
const WINDOWS = [
  [320, 512],
  [360, 780],
  [768, 1024],
  [1440, 900],
];

/**
 * Checks a page in a state in all windows. `name` is that of the screenshots, which are taken if a
 * folder is set for them, since they take a third of the time.
 */
export async function examine(page, name, windows = WINDOWS) {
  const found = await page.evaluate(unfinishedWords);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() =>
        Promise.all(
          [...document.images].map(
            (image) => image.loading === "lazy" || image.decode().catch(() => {}),
          ),
        ),
      );
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      if (SHOTS) await shoot(page, join(SHOTS, `${name}-${width}-${colorScheme}.png`));
      for (const what of await page.evaluate(beyondTheWindow))
        found.push(`${width} px, ${colorScheme}: ${what}`);
    }
    for (const what of await axe(page)) found.push(`${colorScheme}: ${what}`);
  }
  if (found.length > 0) assert.fail(`${name}:\n${found.join("\n")}`);
}

/**
 * Runs in pages: names of sentences without their sentence, and gaps in sentences that are not
 * filled in.
 */
function unfinishedWords() {
  return (
    document.body.innerText
      .match(/\bWeb[A-Z]\w+|\{\w+\}/g)
      ?.map((words) => `the page says “${words}”`) ?? []
  );
}

/**
 * Runs in pages: what makes the page wider than its window, and what can be used and stands outside
 * of it, as a bar that is fixed does without making the page wider.
 */
function beyondTheWindow() {
  const { scrollWidth } = document.documentElement;
  if (scrollWidth <= innerWidth) {
    const scrolls = (element) => /auto|scroll|hidden/.test(getComputedStyle(element).overflowX);
    const isInScroller = (element) =>
      element !== document.body &&
      element !== null &&
      (scrolls(element) || isInScroller(element.parentElement));
    return [...document.querySelectorAll("button, a, input, select, textarea")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 1 && (right > innerWidth + 1 || left < -1);
      })
      .filter((element) => !isInScroller(element.parentElement))
      .map((element) => `outside the window: ${element.outerHTML.slice(0, 160)}`);
  }
  const elements = [...document.body.querySelectorAll("*")].filter(
    (element) => element.getBoundingClientRect().right > innerWidth + 0.5,
  );
  const innermost = elements.filter(
    (element) => !elements.some((other) => other !== element && element.contains(other)),
  );
  return [
    `the page is ${scrollWidth} px wide: ${innermost
      .slice(0, 4)
      .map((element) => element.outerHTML.slice(0, 160))
      .join(" | ")}`,
  ];
}

/** What axe finds serious or critical on a page. */
async function axe(page) {
  await page.evaluate(`window.axe ?? (() => { ${source} })()`);
  const { violations } = await page.evaluate(
    (tags) => axe.run(document, { runOnly: tags, resultTypes: ["violations"] }),
    TAGS,
  );
  return violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(
      ({ id, impact, nodes }) =>
        `${id} (${impact}): ` +
        nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`).join(" | "),
    );
}
