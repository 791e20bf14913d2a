// Comments at the turns of a game that is over: written, seen by others, kept, removed.

import assert from "node:assert/strict";
import { examine } from "./examine.js";
import { scene, until } from "./scene.js";
import * as table from "./table.js";

const panel = (page) => page.locator(".fold.comments");
const lines = (page) => panel(page).locator("li");
const field = (page, turn) => panel(page).getByLabel(`Your comment at turn ${turn}:`);
const toTurn = async (page, replay, turn) => {
  await page.goto(`${replay}&turn=${turn}`);
  await page.locator(".where", { hasText: new RegExp(`^Turn ${turn} of`) }).waitFor();
  const isOpen = await panel(page).evaluate((fold) => fold.open);
  if (!isOpen) await panel(page).locator("summary").click();
};

scene(
  "players write at turns, by keyboard, and others see it at once and after a restart",
  async ({ server, guest }) => {
    const { id, host, seats, replay } = await table.gameOver(server, { chat: true });
    const [ann, bea, eve] = [await guest(), await guest(), await guest()];
    await table.knowsGame(ann, { id, host, seats: [seats[0]] });
    await table.knowsGame(bea, { id, seats: [seats[1]] });
    for (const page of [ann, bea, eve]) await toTurn(page, replay, 2);
    await field(ann, 2).waitFor();
    assert.equal(await panel(eve).getByRole("textbox").isVisible(), false, "who looks on reads");

    await table.tabTo(ann, field(ann, 2));
    await ann.keyboard.type("<b>why</b> x here & not there?");
    await ann.keyboard.press("Enter");
    for (const page of [ann, bea, eve])
      await lines(page).getByText("Ann: <b>why</b> x here & not there?").waitFor();
    assert.equal(
      await ann
        .locator(".where")
        .textContent()
        .then((text) => text.split(" ")[1]),
      "2",
    );

    // An address is refused, and stays to be changed.
    await field(bea, 2).fill("see www.example.org");
    await field(bea, 2).press("Enter");
    await bea.getByText("Text: addresses are not allowed.").waitFor();
    assert.equal(await field(bea, 2).inputValue(), "see www.example.org");
    await field(bea, 2).fill("It was late.");
    await field(bea, 2).press("Enter");
    await until(async () => (await lines(ann).count()) === 2, "Ann sees both");
    // Written again, it is another text.
    await field(bea, 2).fill("It was too late.");
    await field(bea, 2).press("Enter");
    await lines(ann).getByText("Bea: It was too late.").waitFor();
    assert.equal(await lines(ann).count(), 2);
    await examine(ann, "comments");

    // Elsewhere there is nothing, and a button leads back.
    await ann.setViewportSize({ width: 1280, height: 800 });
    await ann.getByRole("button", { name: "The next turn" }).click();
    await ann.getByText("Nobody has written at this turn.").waitFor();
    await panel(ann).getByRole("button", { name: "Turn 2" }).click();
    await lines(ann).getByText("It was too late.").waitFor();

    // The record has them, and they survive the server.
    const record = await (await fetch(`${server.address}/api/1/games/${id}/record`)).text();
    assert.match(record, /"number":2,"comments":\[\{"seat":0,"text":"<b>why/);
    await server.kill();
    await server.restart();
    await eve.reload();
    await lines(eve).getByText("Bea: It was too late.").waitFor();
    await panel(eve).getByLabel("Hide what others say").check();
    await eve.getByText("Nobody has written at this turn.").waitFor();

    // Whoever has opened the table removes what others wrote.
    await ann.reload();
    await panel(ann).getByRole("button", { name: "Remove the comment of Bea" }).click();
    await until(async () => (await lines(ann).count()) === 1, "it is gone");
    await until(async () => (await lines(bea).count()) === 1, "it is gone for Bea");
  },
  { expects: /status of 400|ERR_CONNECTION|WebSocket/ },
);

scene("without messages the host alone writes, in French too", async ({ server, guest }) => {
  const { id, host, seats, replay } = await table.gameOver(server);
  const [ann, bea] = [await guest({ locale: "fr-FR" }), await guest()];
  await table.knowsGame(ann, { id, host, seats });
  await table.knowsGame(bea, { id, seats: [seats[1]] });
  await ann.goto(`${replay}&turn=1`);
  const text = panel(ann).getByLabel("Votre commentaire sur le tour 1 :");
  await text.waitFor();
  await panel(ann).getByLabel("De la main de :").selectOption("Bea");
  await text.fill("Pas mal !");
  await text.press("Enter");
  await lines(ann).getByText("Bea: Pas mal !").waitFor();

  await toTurn(bea, replay, 1);
  await lines(bea).getByText("Bea: Pas mal !").waitFor();
  assert.equal(await panel(bea).getByRole("textbox").isVisible(), false);
});
