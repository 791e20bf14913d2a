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
    const checked = () => marks.evaluateAll((all) => all.findIndex((mark) => mark.checked));
    const proposed = await checked();
    await keyboard.press("ArrowDown");
    assert.equal(await checked(), (proposed + 1) % (await marks.count()));
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

/** How long, in ms, each stop at a loss stood; the key that skips all is pressed all the while. */
const pressThrough = (page) =>
  page.evaluate(() => {
    window.stops = [];
    let begun = null;
    new MutationObserver(() => {
      const stands = document.querySelector(".notice.banner") !== null;
      if (stands && begun === null) begun = performance.now();
      if (stands || begun === null) return;
      window.stops.push(performance.now() - begun);
      begun = null;
    }).observe(document.body, { childList: true, subtree: true });
    const press = () =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "s", bubbles: true }));
    setInterval(press, 20);
  });

scene("a loss of one's own stops the game until one goes on", async ({ server, guest }) => {
  const page = await guest();
  await table.openTable(page, server, {
    rules: "classic+free-suicide",
    seats: ["here:Ann", "bot easy", "bot easy"],
  });
  const out = page.locator(".seat.out");
  await table.playOn(page, {
    before: async (_, now) => {
      assert.equal(await out.filter({ hasText: "Ann" }).count(), 0);
      if (now === "ask") await table.turnTo(page, "†");
    },
    atLoss: async () => false,
  });
  const words = await table.loss(page).textContent();
  assert.match(words, /Your tile on [a-f]\d .*: you are out/, "it says which tile was laid");
  assert.equal(await page.locator(".trace .way").count(), 1, "the path is drawn");
  assert.equal(await page.locator(".cross rect").count(), 1);
  await out.filter({ hasText: "Ann" }).waitFor();
  await page.waitForTimeout(1500);
  assert.equal(await table.state(page), "loss", "it stands until one goes on");
  await table.goOn(page);
  assert.equal(await page.locator(".trace .way").count(), 0);
  assert(await table.playOn(page));
});

scene("a backlog is shown at once, but not the turn of a loss", async ({ server, guest }) => {
  const page = await guest({ speed: null });
  await page.goto(`${server.address}/history`);
  const times = await page.evaluate(async () => {
    const { Show } = await import("/static/show.js");
    const seen = [];
    await new Promise((done) => {
      const show = new Show((runs) => !runs && done());
      for (let number = 0; number < 200; number += 1)
        show.add(async ({ times }) => seen.push(times), {
          turn: Math.floor(number / 10),
        });
      show.watch(5);
      show.hurry();
    });
    return seen;
  });
  const ofTurn = (turn) => times.slice(10 * turn, 10 * turn + 10);
  assert.deepEqual(ofTurn(4), Array(10).fill(0));
  assert.deepEqual(ofTurn(5), Array(10).fill(1));
  assert.deepEqual(ofTurn(6), Array(10).fill(0));
});

scene("a key that skips what is shown does not pass over a loss", async ({ server, guest }) => {
  const page = await guest();
  await table.openTable(page, server, {
    rules: "classic+free-suicide",
    seats: ["here:Ann", "bot easy", "bot easy"],
  });
  await table.untilAsked(page);
  await pressThrough(page);
  for (let answers = 0; answers < 40; answers += 1) {
    await table.layButton(page).or(table.result(page)).first().waitFor();
    if (await table.result(page).isVisible()) break;
    await table.turnTo(page, "†");
    await table.pressEnter(page);
  }
  const stops = await page.evaluate(() => window.stops);
  assert.equal(stops.length, 1);
  assert(stops[0] > 600, `it stood for ${stops[0]} ms`);
});
