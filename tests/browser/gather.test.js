// A table before its game: one link and one word for all, free seats, and a host who begins.

import assert from "node:assert/strict";
import { examine } from "./examine.js";
import { scene, until } from "./scene.js";
import { Server } from "./server.js";
import * as table from "./table.js";

const PHONE = { viewport: { width: 360, height: 780 } };
const free = (options) => ({ start: () => Server.start(null, undefined, options) });

const seats = (page) => page.locator("#seats .who").allTextContents();
const word = (page) => page.locator("#word").textContent();
const at = (page, words) =>
  until(async () => {
    const shown = await seats(page);
    return (
      shown.length === words.length && words.every((word, seat) => shown[seat].startsWith(word))
    );
  }, `the seats are ${words}`);

scene(
  "people come by one link and by a word, sit down, look on, and play",
  async ({ server, guest }) => {
    const ann = await guest();
    const bea = await guest(PHONE);
    const cai = await guest({ viewport: { width: 820, height: 1180 } });
    const eve = await guest();
    await table.gather(ann, server, "classic+big-board", ["here:Ann", "open", "open", "bot easy"]);
    await examine(ann, "gather-host");
    await ann.locator("#qr").evaluate((image) => image.decode());

    // By the link, and by the word on the launch page, by keyboard alone.
    await table.sit(bea, await ann.getByLabel("Link of the table").inputValue(), "Bea");
    await cai.goto(server.address);
    await table.tabTo(cai, cai.getByLabel("Word of the table:"));
    await cai.keyboard.type((await word(ann)).toUpperCase());
    await cai.keyboard.press("Enter");
    await cai.waitForURL(/\/table\//);
    await table.tabTo(cai, cai.getByLabel("Name:"));
    await cai.keyboard.type("Cai");
    await table.tabTo(cai, cai.getByRole("button", { name: /^Sit here/ }));
    await cai.keyboard.press("Enter");
    for (const page of [ann, bea, cai]) await at(page, ["Ann", "Bea", "Cai", "easy"]);
    await examine(bea, "gather-guest");
    assert.equal(await bea.getByRole("button", { name: "Begin the game" }).count(), 0);

    // An onlooker cannot take a seat, and follows the table into the game.
    await eve.goto(ann.url());
    await at(eve, ["Ann", "Bea", "Cai", "easy"]);
    assert.equal(await eve.getByRole("button", { name: /^Sit here/ }).count(), 0);

    // The host moves Cai up, past Bea; a reload keeps everybody's seat.
    await ann.getByRole("button", { name: "Move up: Cai" }).click();
    for (const page of [ann, bea, cai]) await at(page, ["Ann", "Cai", "Bea", "easy"]);
    await cai.reload();
    await cai.getByRole("button", { name: "Leave the seat: Cai" }).waitFor();

    await ann.getByRole("button", { name: "Begin the game" }).click();
    for (const page of [ann, bea, cai, eve]) await page.waitForURL(/\/game\//);
    assert.equal(new Set([ann, bea, cai, eve].map((page) => page.url())).size, 1);
    for (const [page, name] of [
      [ann, "Ann"],
      [bea, "Bea"],
      [cai, "Cai"],
    ])
      await page
        .locator(".seats > li", { hasText: name })
        .getByText("You", { exact: true })
        .waitFor();
    await eve.getByText("You are watching this game.").waitFor();
    await table.playOn([ann, bea, cai], { answers: 6 });
    assert.equal(new URL(bea.url()).hash, "", "no token is in the address");
    await ann.locator(".fold.luck summary").click();
    await ann.getByText("it could not choose the tiles").waitFor();
  },
  free(),
);

scene(
  "a seat is left, freed and filled; a table that is gone says so",
  async ({ server, guest }) => {
    const ann = await guest();
    const bea = await guest(PHONE);
    await table.gather(ann, server, "classic", ["here:Ann", "open", "open"]);
    const address = ann.url();
    await table.sit(bea, address, "Bea");
    await bea.getByRole("button", { name: "Leave the seat: Bea" }).click();
    await at(ann, ["Ann", "free", "free"]);
    await at(bea, ["Ann", "free", "free"]);
    assert.equal(await bea.getByRole("alert").count(), 0, "Bea has left by herself");
    await table.sit(bea, address, "Bea");
    await at(ann, ["Ann", "Bea", "free"]);
    await ann.getByRole("button", { name: "Free the seat: Bea" }).click();
    await at(bea, ["Ann", "free", "free"]);
    await bea.getByRole("alert").getByText("The host has freed your seat.").waitFor();
    await bea.getByLabel("Name:").fill("Ann");
    await bea
      .getByRole("button", { name: /^Sit here/ })
      .first()
      .click();
    await bea.getByRole("alert").waitFor();
    await ann.getByRole("button", { name: "Begin the game" }).click();
    await ann.getByRole("alert").getByText("Seats: one is free.").waitFor();
    await ann.getByLabel("At the free seats:").selectOption("easy");
    await ann.getByRole("button", { name: "Begin the game" }).click();
    for (const page of [ann, bea]) await page.waitForURL(/\/game\//);
    await table.untilAsked(ann);
    await bea.goto(`${server.address}/table/nosuch`);
    await bea.getByRole("alert").getByText("This table is not there any more.").waitFor();
  },
  { ...free(), expects: /status of (400|404)/ },
);

scene(
  "the tables of a server with a lobby are listed, in French on a phone",
  async ({ server, guest }) => {
    const ann = await guest();
    const bea = await guest({ ...PHONE, locale: "fr-FR" });
    await bea.goto(server.address);
    await bea.getByText("Aucune pour l’instant.").waitFor();
    await bea.getByLabel("Mot de la table\u00a0:").fill("zzzz");
    await bea.getByRole("button", { name: "Rejoindre", exact: true }).click();
    await bea.getByRole("alert").getByText("Aucune table n’a ce mot.").waitFor();
    await table.gather(ann, server, "seas", ["here:Ann", "open", "bot easy"]);
    await bea.reload();
    const entry = bea.locator("#lobby-list a");
    await entry.waitFor();
    assert.match(await bea.locator("#lobby-list").textContent(), /places libres\u00a0: 1 sur 3/);
    await examine(bea, "launch-lobby-french", [[360, 780]]);
    await entry.click();
    await bea.locator("#word:not(:empty)").waitFor();
    await examine(bea, "gather-french", [
      [360, 780],
      [1440, 900],
    ]);
  },
  { ...free(["--lobby"]), expects: /status of 404/ },
);
