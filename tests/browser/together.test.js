// Several devices in one game, a spectator, and a server that goes down.

import assert from "node:assert/strict";
import { scene, until } from "./scene.js";
import * as table from "./table.js";

// On a large board no player is out soon.
const RULES = "classic+big-board";

scene(
  "two devices play by link, and one that is closed comes back twice",
  async ({ server, guest }) => {
    const ann = await guest();
    let bea = await guest();
    const [link] = await table.openTable(ann, server, {
      rules: RULES,
      seats: ["here:Ann", "link", "bot easy"],
    });
    await table.takeSeat(bea, link, "Bea");
    await ann.getByText("Bea", { exact: true }).first().waitFor();
    // Who follows a link is told who else has it.
    const opener = /^The person who opened this table has your link, too/;
    await bea.getByText(opener).waitFor();
    assert.equal(await ann.getByText(opener).count(), 0);
    const context = bea.context();

    /** Waits until both pages tell the same number of sentences, and compares these. */
    const agree = async () => {
      // What is compared is what was counted: the bot may act at any time.
      const [one, other] = await until(async () => {
        const one = table.asOthersAreTold(await table.sentences(ann), "Ann");
        const other = table.asOthersAreTold(await table.sentences(bea), "Bea");
        return one.length === other.length && [one, other];
      }, "both pages have told everything");
      assert(one.length > 0);
      assert.deepEqual(one, other);
    };

    await table.playOn([ann, bea], { answers: 4 });
    await agree();

    // The same browser again, without the link: it has kept the seat.
    await bea.close();
    const seatOfBea = ann.locator(".seats > li", { hasText: "Bea" });
    await seatOfBea.getByText("not connected").waitFor();
    bea = await context.newPage();
    await bea.goto(link.split("#")[0]);
    await bea.locator(".sentences > li").first().waitFor();
    await agree();
    await seatOfBea.filter({ hasNotText: "not connected" }).waitFor();
    await table.playOn([ann, bea], { answers: 3 });

    // Another browser, which only has the link.
    await context.close();
    bea = await guest();
    await table.takeSeat(bea, link);
    await bea.locator(".sentences > li").first().waitFor();
    await agree();
    assert.equal(await seatOfBea.count(), 1, "the name has stayed");
    assert(await table.playOn([ann, bea]));
    await agree();
    assert.deepEqual(await standings(bea), await standings(ann));
  },
);

const standings = async (page) =>
  (await page.locator(".standings > li").allTextContents()).map((line) =>
    line.replace(/You \((\w+)\)/, "$1"),
  );

scene("a spectator sees no hands", async ({ server, guest }) => {
  const ann = await guest();
  const eve = await guest();
  const frames = table.messages(eve);
  const pictures = [];
  eve.on(
    "request",
    (request) => request.url().includes("/api/1/tiles/") && pictures.push(request.url()),
  );
  await table.openTable(ann, server, { rules: RULES, seats: ["here:Ann", "bot easy", "bot easy"] });
  await eve.goto(ann.url());
  await eve.getByText("You are watching this game.").waitFor();
  assert(await table.playOn(ann));
  await table.result(eve).waitFor();

  assert.deepEqual(pictures, [], "no picture of a tile was loaded");
  assert.equal(await eve.locator("img").count(), 0);
  assert(frames.length > 20);
  const received = frames.filter(({ sent }) => !sent).map(({ message }) => message);
  for (const message of received) {
    assert.notEqual(message.type, "ask");
    walk(message, (name, value) => {
      const text = JSON.stringify(message).slice(0, 500);
      assert(
        !["hand", "hands", "choices", "shown", "sees"].includes(name),
        `a message has “${name}”: ${text}`,
      );
      if (value?.event === "drew" || value?.event === "dealt")
        assert.equal(typeof value.tile, "object", text);
    });
  }
  const events = received.flatMap((message) => message.events ?? []);
  assert(
    events.some(({ event }) => event?.event === "drew"),
    "somebody has drawn a tile",
  );
  assert.deepEqual(
    [...new Set((await table.sentences(eve)).filter((words) => /\byou/i.test(words)))],
    [],
  );
});

/** Calls `look(name, value)` for all that is within a value. */
function walk(value, look) {
  if (value === null || typeof value !== "object") return;
  for (const [name, inner] of Object.entries(value)) {
    look(name, inner);
    walk(inner, look);
  }
}

scene(
  "a game goes on after the server was killed and started again",
  async ({ server, guest }) => {
    const ann = await guest();
    const frames = table.messages(ann);
    await table.openAndPlay(
      ann,
      server,
      { rules: RULES, seats: ["here:Ann", "bot easy", "bot easy"] },
      3,
    );
    const told = await table.sentences(ann);
    const number = frames.findLast(({ message }) => ["table", "happened"].includes(message.type))
      .message.number;
    const before = Math.max(...frames.map(({ connection }) => connection));

    await server.kill();
    const status = ann.getByRole("status");
    await status.getByText("Connecting …").waitFor();
    await server.restart();
    await status.getByText("Connected", { exact: true }).waitFor();

    const since = frames.filter(({ connection }) => connection > before);
    const hello = since.find(({ sent }) => sent).message;
    assert.equal(hello.number, number, "the page goes on from where it was");
    const answers = since.filter(({ sent }) => !sent).map(({ message }) => message);
    assert(answers.length > 0);
    assert(!answers.some(({ type }) => type === "table"), "the table is not sent anew");
    assert.deepEqual(await table.sentences(ann), told, "nothing is lost or told twice");
    assert.equal(await table.state(ann), "ask", "the same question stands");
    assert(await table.playOn(ann));
    let at = number;
    for (const { message } of frames.filter(
      ({ connection, message }) => connection > before && message.type === "happened",
    )) {
      assert.equal(
        message.number,
        at + message.events.length,
        "no event is missing, and none comes twice",
      );
      at = message.number;
    }
    assert(at > number);
  },
  { expects: /WebSocket connection to .* failed|net::ERR_CONNECTION_REFUSED/ },
);

scene(
  "the next game of a table is the same after the server was started again",
  async ({ server, guest }) => {
    const ann = await guest();
    const bea = await guest();
    const frames = table.messages(ann);
    const [link] = await table.openTable(ann, server, {
      rules: "classic+free-suicide",
      seats: ["here:Ann", "link", "bot easy", "bot medium"],
    });
    await table.takeSeat(bea, link, "Bea");
    // Both leave the board as soon as a tile lets them.
    const leave = async (who) => {
      await table.turnTo(who, "†");
    };
    assert(await table.playOn([ann, bea], { before: leave }));
    const seats = async (page) => {
      const all = await page.locator(".seats > li").all();
      return Promise.all(
        all.map(async (seat) => [
          await seat.locator(".seat-mark").textContent(),
          await seat.locator(".name").textContent(),
          await seat.locator(".there").textContent(),
        ]),
      );
    };
    const title = await ann.getByRole("heading", { level: 1 }).textContent();
    assert.equal(title, "Tsuro + free-suicide");
    const before = await seats(ann);
    const game = new URL(ann.url()).pathname;

    await server.kill();
    await ann.getByRole("status").getByText("Connecting …").waitFor();
    await server.restart();
    for (const page of [ann, bea])
      await page.getByRole("status").getByText("Connected", { exact: true }).waitFor();
    await ann.getByRole("button", { name: "Again" }).click();
    for (const page of [ann, bea])
      await page.waitForURL((url) => url.pathname.startsWith("/game/") && url.pathname !== game);
    assert.equal(bea.url(), ann.url(), "everybody is at the new table");
    for (const page of [ann, bea])
      await until(
        async () =>
          (await seats(page)).filter(([, , there]) => there.includes("not connected")).length === 0,
        "both are there",
      );
    for (const page of [ann, bea])
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
    assert.deepEqual(await seats(ann), before);
    assert.deepEqual(await seats(bea), before);
    const tables = frames
      .filter(({ message }) => message.type === "table")
      .map(({ message }) => message);
    assert.notEqual(tables.at(-1).id, tables[0].id);
    for (const name of ["title", "rules", "summary", "mine", "host", "clock", "can_undo"])
      assert.deepEqual(tables.at(-1)[name], tables[0][name], name);
    // Each is asked for a start mark of their own.
    for (const page of [ann, bea]) {
      await table.untilAsked(page);
      await table.playOn(page, { answers: 1 });
    }
  },
  { expects: /WebSocket connection to .* failed|net::ERR_CONNECTION_REFUSED/ },
);
