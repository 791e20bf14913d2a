// Every page in each of its states: what axe finds, whether it fits into windows, and pictures of
// it.

import assert from "node:assert/strict";
import { examine } from "./examine.js";
import { scene } from "./scene.js";
import * as table from "./table.js";

scene("launch page", async ({ server, guest }) => {
  const page = await guest();
  await page.goto(`${server.address}/?rules=seas+rough-seas`);
  await table.chosen(page);
  await examine(page, "launch");
  await page.getByText("More: single rules").click();
  await examine(page, "launch-keys");
});

scene("launch page with a rule set that has errors", async ({ server, guest }) => {
  const page = await guest();
  await page.goto(`${server.address}/`);
  await table.chosen(page);
  await page.getByRole("button", { name: "Write or paste rules …" }).click();
  await table.paste(
    page,
    'schema = 1\nname = "mine"\nextends = "clasic"\n\n[tiles]\nhand = "four"\nhands = 4\n',
  );
  await page.locator("#editor-problems > li").nth(1).waitFor();
  await examine(page, "editor");
  await page.getByRole("button", { name: "Keep and choose" }).click();
  await page.locator("#problems li").first().waitFor();
  await examine(page, "launch-errors");
});

scene("who plays a seat is not cut off", async ({ server, guest }) => {
  const page = await guest();
  await page.goto(`${server.address}/`);
  await table.chosen(page);
  for (const width of [1280, 1210, 1000, 320]) {
    await page.setViewportSize({ width, height: 900 });
    const row = page.locator("#seats > li").nth(1);
    for (const who of ["link", "here"]) {
      await row.getByRole("combobox").selectOption(who);
      const [shown, natural] = await row.getByRole("combobox").evaluate((select) => {
        const free = select.cloneNode(true);
        free.value = select.value;
        free.style.cssText = "width: max-content; position: absolute; visibility: hidden";
        select.after(free);
        const widths = [select.offsetWidth, free.offsetWidth];
        free.remove();
        return widths;
      });
      assert(shown >= natural, `${who} at ${width}: ${shown} of ${natural} pixels`);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(overflow, 0, `the page at ${width}`);
    }
  }
});

scene("links of a table and a start mark", async ({ server, guest }) => {
  const page = await guest();
  await page.goto(`${server.address}/?rules=seas`);
  await table.chosen(page);
  const rows = page.locator("#seats > li");
  await rows.nth(1).getByRole("combobox").selectOption("link");
  await rows.nth(1).getByRole("textbox").fill("Bea");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("heading", { name: "The table is open" }).waitFor();
  assert.match(
    await page.getByRole("textbox", { name: /^Link to look on/ }).inputValue(),
    /\/game\/\w+$/,
  );
  await examine(page, "links");
  await page.getByRole("link", { name: "Go to the table" }).click();
  await table.untilAsked(page);
  await examine(page, "start-mark");
});

scene("a question which tile to lay", async ({ server, guest }) => {
  const page = await guest();
  await table.openAndPlay(
    page,
    server,
    { rules: "seas", seats: ["here:Ann", "bot easy", "bot easy", "bot easy"] },
    2,
  );
  await examine(page, "question");
  await page.getByText("The board in words", { exact: true }).click();
  await page.locator(".described li").first().waitFor();
  await page.locator("summary", { hasText: "All placements in words" }).click();
  await page.getByRole("button", { name: "‼ Danger" }).click();
  await examine(page, "question-in-words");
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("dialog", { name: "Help" }).waitFor();
  await examine(page, "help");
});

scene("others' turn", async ({ server, guest }) => {
  const page = await guest();
  const bea = await guest();
  const [link] = await table.openTable(page, server, {
    rules: "classic",
    seats: ["here:Ann", "link:Bea", "bot easy"],
  });
  await table.takeSeat(bea, link);
  await table.playOn([page, bea], { answers: 3 });
  await page.getByText("Waiting for Bea …").waitFor();
  await examine(page, "others-turn");
});

scene("out, the result, the history and a replay", async ({ server, guest }) => {
  const page = await guest();
  const bea = await guest();
  const [link] = await table.openTable(page, server, {
    rules: "classic+free-suicide",
    seats: ["here:Ann", "link", "bot easy", "bot easy"],
  });
  await table.takeSeat(bea, link, "Bea");
  const banner = page.getByRole("group", { name: "You are out." });
  const isOut = () => banner.isVisible();
  // Ann leaves the board as soon as a tile lets her.
  await table.playOn([page, bea], {
    before: async (who) => {
      if (who === page) await table.turnTo(page, "†");
    },
    atLoss: async (who) => who !== page,
  });
  assert(await isOut());
  await examine(page, "out");
  assert(await table.playOn([page, bea]));
  await examine(page, "result");
  await page.getByRole("link", { name: "Watch from the start" }).click();
  const slider = page.getByRole("slider");
  await slider.press("End");
  for (let steps = 0; steps < 12; steps += 1) await slider.press("ArrowLeft");
  await examine(page, "replay");
  await page.goto(`${server.address}/history`);
  await page.locator("#games > li").first().waitFor();
  await examine(page, "history");
});

scene("the device is handed over", async ({ server, guest }) => {
  const page = await guest();
  await table.openTable(page, server, { rules: "classic", seats: ["here:Ann", "here:Bea"] });
  await table.handOver(page).waitFor();
  await examine(page, "hand-over");
});
