// The draw for the luck of a game at a table to which people come: who takes part, who withholds,
// and what pages find at the end.

import assert from "node:assert/strict";
import { scene, until } from "./scene.js";
import { Server } from "./server.js";
import * as table from "./table.js";

const RULES = "classic+free-suicide";

/** Opens a table with a seat for Ann and two free ones, to which Bea and Cai come. */
async function gather(server, guest) {
  const [ann, bea, cai] = [await guest(), await guest(), await guest()];
  await ann.goto(`${server.address}/?rules=${RULES}`);
  await table.chosen(ann);
  await ann.getByLabel("Number of players", { exact: true }).selectOption("3");
  for (const [index, who] of ["here", "open", "open"].entries()) {
    const row = ann.locator("#seats > li").nth(index);
    await row.getByRole("combobox").selectOption(who);
    if (who === "here") await row.getByRole("textbox").fill("Ann");
  }
  await ann.getByRole("button", { name: "Play", exact: true }).click();
  await ann.waitForURL(/\/table\//);
  for (const [page, name] of [
    [bea, "Bea"],
    [cai, "Cai"],
  ]) {
    await page.goto(ann.url());
    await page.getByLabel("Name:").fill(name);
    await page
      .getByRole("button", { name: /^Sit here/ })
      .first()
      .click();
    await page.getByRole("button", { name: /^Leave the seat/ }).waitFor();
  }
  const id = new URL(ann.url()).pathname.split("/")[2];
  const isBound = async () =>
    (await server.get(`tables/${id}`)).seats.every(({ bound }) => bound === true);
  await until(isBound, "all are bound to a number");
  return { ann, bea, cai, id };
}

async function begin(pages) {
  await pages[0].getByRole("button", { name: "Begin the game" }).click();
  for (const page of pages) await page.waitForURL(/\/game\//);
}

const playOut = async (pages) =>
  assert(await table.playOn(pages, { before: (page) => table.turnTo(page, "†").then(() => {}) }));

/** What the check at the end found, as signs. */
async function check(page) {
  await page.getByRole("button", { name: "Check the luck" }).click();
  const lines = page.locator(".luck-found li");
  await lines.last().waitFor();
  return (await lines.allTextContents()).map((line) => line[0]);
}

/** How many numbers the seed of the record of a game has. */
async function numbers(server, page) {
  const id = new URL(page.url()).pathname.split("/")[2];
  const text = await (await fetch(`${server.address}/api/1/games/${id}/record`)).text();
  return JSON.parse(text.split("\n")[0]).seed.split(" ").length - 2;
}

const free = { start: () => Server.start(null) };

scene(
  "all who come to a table add to its luck, and each checks that",
  async ({ server, guest }) => {
    const { ann, bea, cai, id } = await gather(server, guest);
    const before = await server.get(`tables/${id}`);
    assert.deepEqual(before.luck.commitments, [], "nobody reads the hashes of others");
    const { commitment } = before.luck;
    // Who reloads the page has kept the number.
    await bea.reload();
    await bea.getByRole("button", { name: /^Leave the seat/ }).waitFor();
    const shown = [];
    for (const page of [ann, bea, cai])
      page.on("request", (request) => {
        const sent = request.url().endsWith(`/tables/${id}/luck?lang=en`) && request.postData();
        if (sent) shown.push(JSON.parse(sent));
      });
    await begin([ann, bea, cai]);
    assert.equal(shown.filter(({ number }) => number).length, 3);
    for (const page of [ann, bea, cai]) {
      await page.locator(".fold.luck summary").click();
      assert.equal(await page.locator(".fold.luck code").textContent(), commitment);
      await page.getByText("it could not choose the tiles").waitFor();
      assert.equal(await page.getByText("Left out of the draw").count(), 0);
    }
    await playOut([ann, bea, cai]);
    for (const page of [ann, bea, cai])
      assert.deepEqual(await check(page), ["✓", "✓", "✓", "✓", "→"]);
    assert.equal(await numbers(server, ann), 3);

    // A list that was another before the numbers were shown is found out.
    await ann.evaluate(() => {
      const [note, ...rest] = JSON.parse(localStorage.getItem("tsuro.luck"));
      note.commitments.reverse();
      localStorage.setItem("tsuro.luck", JSON.stringify([note, ...rest]));
    });
    assert.deepEqual(await check(ann), ["✓", "✓", "✗", "✓", "→"]);
  },
  free,
);

scene(
  "a page that withholds its number is left out, and everybody reads that",
  async ({ server, guest }) => {
    const { ann, bea, cai } = await gather(server, guest);
    await cai.route("**/tables/*/luck**", (route) =>
      route.request().postDataJSON().number ? route.abort() : route.continue(),
    );
    await ann.getByRole("button", { name: "Begin the game" }).click();
    const says = "Left out of the draw, because a page did not show its number in time: Cai.";
    for (const page of [ann, bea, cai]) {
      await page.waitForURL(/\/game\//);
      await page.locator(".fold.luck summary").click();
      await page.locator(".fold.luck").getByText(says).waitFor();
    }
    await playOut([ann, bea, cai]);
    assert.deepEqual(await check(ann), ["✓", "✓", "✓", "✓", "→"]);
    assert.deepEqual(await check(cai), ["✓", "✓", "✓", "→"], "Cai has added no number");
    assert.equal(await numbers(server, ann), 2);
  },
  { ...free, expects: /ERR_FAILED|status of 409/ },
);

scene(
  "whoever goes to another device and comes back takes part in the draw with the first one",
  async ({ server, guest }) => {
    const { ann, bea, cai, id } = await gather(server, guest);
    const tables = await bea.evaluate(() => localStorage["tsuro.tables"]);
    const headers = { Authorization: `Bearer ${JSON.parse(tables)[0].tokens[0]}` };
    const told = () => fetch(`${server.address}/api/1/tables/${id}`, { headers });
    const bound = async () => (await (await told()).json()).lots[0];
    const first = await bound();
    const phone = await guest();
    await phone.goto(server.address);
    await phone.evaluate((tables) => (localStorage["tsuro.tables"] = tables), tables);
    await phone.goto(ann.url());
    await until(
      async () => (await bound()) !== first,
      "the phone binds Bea to a number of its own",
    );
    const second = await bound();
    await bea.waitForTimeout(1000); // the first device hears of it, and leaves it to the phone
    assert.equal(await bound(), second);
    await phone.close();
    await bea.evaluate(() => dispatchEvent(new Event("focus")));
    await until(
      async () => (await bound()) !== second,
      "Bea is bound by the device to which she came",
    );
    await begin([ann, bea, cai]);
    await playOut([ann, bea, cai]);
    assert.equal(await numbers(server, ann), 3);
  },
  free,
);

scene(
  "another page of the same browser that is closed takes nobody out of the draw",
  async ({ server, guest }) => {
    const { ann, bea, cai } = await gather(server, guest);
    const second = await bea.context().newPage();
    await second.goto(ann.url());
    await second.getByRole("button", { name: /^Leave the seat/ }).waitFor();
    await second.close();
    await begin([ann, bea, cai]);
    await playOut([ann, bea, cai]);
    assert.equal(await numbers(server, ann), 3);
  },
  free,
);
