// What people at a table say to each other: reactions, a chat where the host allows it, and who
// hears it.

import assert from "node:assert/strict";
import { examine } from "./examine.js";
import { scene, until } from "./scene.js";
import * as table from "./table.js";

const PHONE = { viewport: { width: 360, height: 780 } };
const REACTIONS = [
  "Hello!",
  "Good luck!",
  "Wow!",
  "Oops!",
  "Well played!",
  "I am thinking …",
  "Thank you!",
  "Good game!",
];

/** Ann opens a table, Bea follows her link, and Eve looks on. */
async function meet(server, guest, allowed) {
  const [ann, bea, eve] = [await guest(), await guest(PHONE), await guest()];
  const [link] = await table.openTable(ann, server, {
    rules: "classic+big-board",
    seats: ["here:Ann", "link"],
    ticks: allowed,
  });
  await table.takeSeat(bea, link, "Bea");
  await eve.goto(link.split("#")[0]);
  await eve.getByText("You are watching this game.").waitFor();
  await ann.locator(".seats > li", { hasText: "Bea" }).getByText("connected").waitFor();
  return { ann, bea, eve };
}

const panel = (page) => page.locator(".fold.talk");
const open = (page) => panel(page).locator("summary").click();
const spoken = (page) => page.locator("[role=log].visually-hidden");
const atSeat = (page, name) => page.locator(".seats > li", { hasText: name });

scene(
  "reactions are shown at the seat, said, limited, and muted",
  async ({ server, guest }) => {
    const { ann, bea, eve } = await meet(server, guest, []);
    const told = table.messages(eve);
    await eve.reload();
    await eve.getByText("You are watching this game.").waitFor();
    for (const page of [ann, bea]) await open(page);
    await examine(bea, "talk");
    const react = (page, words) => panel(page).getByRole("button", { name: words }).click();
    for (const words of REACTIONS.slice(0, 4)) {
      await react(ann, words);
      await atSeat(bea, "Ann").locator(".badge", { hasText: words }).waitFor();
      await spoken(bea).getByText(`Ann: ${words}`).waitFor({ state: "attached" });
      await atSeat(ann, "Ann").locator(".badge", { hasText: words }).waitFor();
    }
    for (const words of REACTIONS.slice(4)) {
      await react(bea, words);
      await atSeat(ann, "Bea").locator(".badge", { hasText: words }).waitFor();
    }
    // After a while, nothing of it is left.
    await atSeat(ann, "Bea").getByText(REACTIONS.at(-1)).waitFor({ state: "detached" });

    // Whoever sends too many is told so, and the others do not get them.
    for (let count = 0; count < 12; count += 1) await react(bea, "Wow!");
    await bea
      .getByText(/^Too many requests/)
      .first()
      .waitFor();

    // Muted, and still so after a reload.
    await panel(ann).getByLabel("Hide what others say").check();
    await ann.reload();
    await open(ann);
    assert.ok(await panel(ann).getByLabel("Hide what others say").isChecked());
    const heard = await spoken(ann).textContent();
    await react(ann, "Thank you!");
    await atSeat(bea, "Ann").locator(".badge", { hasText: "Thank you!" }).waitFor();
    assert.equal(await spoken(ann).textContent(), heard);
    assert.equal(await atSeat(ann, "Ann").getByText("Thank you!").count(), 0);

    // There is no chat, and an onlooker is told nothing at all.
    assert.equal(await panel(ann).getByLabel("Message:").isVisible(), false);
    assert.ok(!(await panel(eve).isVisible()));
    assert.deepEqual(
      told.filter(({ message }) => ["talk", "said"].includes(message.type)),
      [],
    );
  },
  { expects: /status of 429/ },
);

scene(
  "a chat that the host allows is text alone, kept for who comes later, and for onlookers",
  async ({ server, guest }) => {
    const { ann, bea, eve } = await meet(server, guest, [
      "Players may write to each other",
      "Onlookers see reactions and messages",
    ]);
    for (const page of [ann, bea, eve]) await open(page);
    const lines = (page) => panel(page).locator("ol > li");
    await table.tabTo(ann, panel(ann).getByLabel("Message:"));
    await ann.keyboard.type("<img src=x onerror=alert(1)> & hello");
    await ann.keyboard.press("Enter");
    for (const page of [ann, bea, eve])
      await lines(page).getByText("Ann: <img src=x onerror=alert(1)> & hello").waitFor();
    assert.equal(await panel(bea).locator("ol img").count(), 0);
    await spoken(bea).getByText("Ann: <img").waitFor({ state: "attached" });
    await atSeat(bea, "Ann").locator(".badge", { hasText: "writes" }).waitFor();
    await examine(ann, "talk-chat");

    // An address is refused, and stays to be changed.
    const field = panel(bea).getByLabel("Message:");
    await field.fill("come to www.example.org");
    await field.press("Enter");
    await bea.getByText("Text: addresses are not allowed.").waitFor();
    assert.equal(await field.inputValue(), "come to www.example.org");
    await field.evaluate((element) => element.removeAttribute("maxlength"));
    await field.fill("x".repeat(201));
    await field.press("Enter");
    await bea.getByText("Text: 1 to 200 characters.").waitFor();
    assert.equal(await lines(ann).count(), 1);

    // An onlooker reads, and cannot write; who comes later reads what was said.
    assert.equal(await panel(eve).getByLabel("Message:").isVisible(), false);
    assert.equal(await panel(eve).getByRole("button").count(), 0);
    await field.fill("Bye");
    await field.press("Enter");
    await eve.reload();
    await open(eve);
    await until(async () => (await lines(eve).count()) === 2, "what was said is there again");
    assert.equal(await lines(eve).last().textContent(), "Bea: Bye");
    await panel(eve).getByLabel("Hide what others say").check();
    assert.equal(await lines(eve).first().isVisible(), false);
  },
  { expects: /status of 400/ },
);
