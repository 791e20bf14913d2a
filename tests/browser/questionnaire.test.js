// The questions about a game after its end: without a mouse, once a person, and in the record.

import assert from "node:assert/strict";
import { examine } from "./examine.js";
import { scene } from "./scene.js";
import * as table from "./table.js";

const panel = (page) => page.locator(".fold.questionnaire");
const kept = "The record has your answers, without your name.";

/** What the record says after the end, in this browser. */
async function said(page, server) {
  const id = new URL(page.url()).pathname.split("/")[2];
  const record = await (await fetch(`${server.address}/api/1/games/${id}/record`)).text();
  return JSON.parse(record.trimEnd().split("\n").at(-1)).feedback;
}

scene(
  "two persons at one device answer in turn, by keys alone, and the record has it",
  async ({ server, guest }) => {
    const page = await guest({ viewport: { width: 360, height: 780 } });
    await table.openTable(page, server, { rules: "classic", seats: ["here:Ann", "here:Bea"] });
    await table.playOn(page, {});
    await table.result(page).waitFor();
    await table.tabTo(page, panel(page).locator("summary"));
    await page.keyboard.press("Enter");
    await examine(page, "questionnaire");
    const send = panel(page).getByRole("button", { name: "Answer without a name" });
    await table.tabTo(page, send);
    await page.keyboard.press("Enter");
    await panel(page).getByText("Answer at least one question.").waitFor();
    // Radio buttons are chosen by the arrows.
    for (const name of ["4", "right", "yes"]) {
      await panel(page).getByRole("radio", { name, exact: true }).focus();
      await page.keyboard.press("Space");
    }
    await panel(page).getByLabel("A remark for whoever reads the record").focus();
    await page.keyboard.type("<b>Once more</b>");
    await page.keyboard.press("Enter");
    await panel(page).getByText(kept).waitFor();
    assert.deepEqual(await said(page, server), [
      { fun: 4, length: "right", again: true, remark: "<b>Once more</b>" },
    ]);
    // The second person is asked the same, with nothing filled in.
    assert.equal(await panel(page).getByRole("radio", { checked: true }).count(), 0);
    await panel(page).getByRole("radio", { name: "2", exact: true }).check();
    await send.click();
    await panel(page).getByText(kept).waitFor();
    await send.waitFor({ state: "detached" });
    assert.equal((await said(page, server)).length, 2);
    // All have answered: the page does not ask again.
    await page.reload();
    await table.result(page).waitFor();
    assert.equal(await panel(page).count(), 0);
  },
);

scene("an onlooker is not asked", async ({ server, guest }) => {
  const [ann, eve] = [await guest(), await guest()];
  await table.openTable(ann, server, { rules: "classic", seats: ["here:Ann", "bot easy"] });
  await table.playOn(ann, {});
  await table.result(ann).waitFor();
  await panel(ann).waitFor();
  await eve.goto(ann.url());
  await table.result(eve).waitFor();
  assert.equal(await panel(eve).count(), 0);
});
