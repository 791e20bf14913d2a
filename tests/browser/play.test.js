// One person, or several at one device, play a whole game.

import assert from "node:assert/strict";
import { scene } from "./scene.js";
import * as table from "./table.js";

/**
 * Digits choose a tile of the hand, letters and arrows turn it. A tile that is the same all round
 * does not turn.
 */
async function chooseAndTurnEach(page) {
  const { keyboard } = page;
  let turned = 0;
  for (const [index, tile] of (await page.locator(".hand button.tile").all()).entries()) {
    await keyboard.press(String(index + 1));
    assert.equal(await tile.getAttribute("aria-pressed"), "true");
    const look = async () => [
      await tile.locator("img").getAttribute("src"),
      await tile.getAttribute("aria-label"),
    ];
    const [source, label] = await look();
    await keyboard.press("r");
    const [nextSource, nextLabel] = await look();
    if (nextSource === source) continue;
    turned += 1;
    assert.notEqual(nextLabel, label, "its words change with its picture");
    await keyboard.press("ArrowLeft");
    assert.deepEqual(await look(), [source, label]);
  }
  assert(turned > 0);
}

scene(
  "seas with a house rule is chosen and played to the end by keyboard alone",
  async ({ server, guest }) => {
    const page = await guest({ speed: null });
    const { keyboard } = page;
    await page.goto(`${server.address}/`);
    await table.chosen(page);

    // The edition: Tab goes to the list, arrows go through it.
    const editions = page.getByRole("radio");
    await table.tabTo(page, editions.and(page.locator(":checked")));
    const seas = page.getByRole("radio", { name: "Tsuro of the Seas", exact: true });
    for (
      let presses = await editions.count();
      presses > 0 && !(await seas.isChecked());
      presses -= 1
    )
      await keyboard.press("ArrowDown");
    assert(await seas.isChecked());
    const heading = page.locator("#chosen").getByRole("heading");
    await heading.getByText("Tsuro of the Seas", { exact: true }).waitFor();

    const rough = page.getByRole("checkbox", { name: "Rough seas" });
    await table.tabTo(page, rough);
    await keyboard.press("Space");
    await page.waitForURL(/rules=seas\+rough-seas/);
    assert(await rough.isChecked());
    await page.locator("#differs-list li").first().waitFor();
    assert(
      await rough.evaluate((box) => box === document.activeElement),
      "the focus stays on the box",
    );

    const play = page.getByRole("button", { name: "Play", exact: true });
    await table.tabTo(page, play);
    await keyboard.press("Enter");
    await page.waitForURL(/\/game\//);

    // What happens is shown at once from now on.
    await table.untilAsked(page);
    const speed = page.getByRole("combobox", { name: "Speed" });
    await table.tabTo(page, speed);
    await keyboard.press("End");
    assert.equal(await speed.locator(":checked").textContent(), "all at once");

    // The start mark: another one than is proposed.
    const marks = page.getByRole("radio");
    await table.tabTo(page, marks.and(page.locator(":checked")));
    await keyboard.press("ArrowDown");
    assert(await marks.nth(1).isChecked());
    await table.pressEnter(page);

    // The first tile.
    if ((await table.untilAsked(page)) === "ask") {
      await chooseAndTurnEach(page);
      await table.turnTo(page, "✓");
      await table.pressEnter(page);
    }
    assert(await table.playOn(page));
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    assert.equal(await page.locator(".standings > li").count(), 4);
    const inResult = () =>
      document.activeElement.closest("section")?.querySelector(".result-title") !== null;
    assert(await page.evaluate(inResult), "the focus is in the result");
  },
);

scene("two persons at one device do not see each other's tiles", async ({ server, guest }) => {
  const page = await guest();
  const frames = table.messages(page);
  await table.openTable(page, server, {
    rules: "classic",
    seats: ["here:Ann", "here:Bea", "bot easy"],
  });
  const asks = () =>
    frames.filter(({ message }) => message.type === "ask").map(({ message }) => message);
  let handOvers = 0;

  const look = async (_, now) => {
    const ask = asks().at(-1);
    const name = ["Ann", "Bea"][ask.seat];
    const shown = await page.content();
    if (now === "hand-over") {
      handOvers += 1;
      await page.getByRole("heading", { name: `Give the device to ${name}` }).waitFor();
      assert.doesNotMatch(shown, /\/api\/1\/tiles\//, "no tile is in the page");
      for (const card of ask.shown.cards ?? []) {
        for (const words of [card.fate, card.refused].filter(Boolean))
          assert(!shown.includes(words), `the page says “${words}”`);
      }
      assert.equal(await page.getByRole("radio").count(), 0);
      assert.equal(
        await page.locator(".lit rect, .offer").count(),
        0,
        "nothing on the board is about the hidden hand",
      );
    } else if (ask.decision !== "place") {
      await table.startApart(page, ask.seat / 2);
    } else {
      const pictures = await page
        .locator(".hand img")
        .evaluateAll((all) => all.map((image) => image.getAttribute("src")));
      const tiles = pictures.map((source) => Number(source.match(/tiles\/(\d+)-/)[1]));
      assert.deepEqual(
        tiles,
        ask.shown.hand ?? [...new Set(ask.shown.cards.map(({ tile }) => tile))],
      );
    }
  };
  assert(await table.playOn(page, { before: look }));
  // At least before both start marks and the first tile.
  assert(handOvers >= 3, `the device was handed over ${handOvers} times`);
  assert.equal(await page.locator("img[src*='/tiles/']").count(), 0);
});
