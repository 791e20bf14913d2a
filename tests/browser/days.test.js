// Games over days: tables and clocks that survive the server, and the games of a browser.

import assert from "node:assert/strict";
import { examine } from "./examine.js";
import { scene, until } from "./scene.js";
import { Server } from "./server.js";
import * as table from "./table.js";

const PHONE = { viewport: { width: 360, height: 780 } };
const BROKEN = {
  expects: /WebSocket connection to .* failed|net::ERR_CONNECTION_REFUSED/,
};

/** Chooses times for decisions on the launch page, and opens a table with these seats. */
async function open(page, server, { clock, reserve, seats }) {
  await page.goto(`${server.address}/?rules=classic%2Bbig-board`);
  await table.chosen(page);
  await page.getByLabel("Number of players", { exact: true }).selectOption(String(seats.length));
  for (const [index, seat] of seats.entries()) {
    const row = page.locator("#seats > li").nth(index);
    const [who, name] = seat.split(":");
    await row.getByRole("combobox").selectOption(who);
    if (name) await row.getByRole("textbox").fill(name);
  }
  if (clock) await page.getByLabel("Time for each decision").selectOption(clock);
  if (reserve) await page.getByLabel("In reserve").selectOption(reserve);
  await page.getByRole("button", { name: "Play", exact: true }).click();
}

const clockOf = (page) => page.locator(".question .clock");

scene(
  "a link works the next morning, and the clocks of the game go on after the server",
  async ({ server, guest }) => {
    const ann = await guest();
    const times = {
      clock: "3 days",
      reserve: "1 day",
      seats: ["here:Ann", "open", "bot easy"],
    };
    await open(ann, server, times);
    await ann.waitForURL(/\/table\//);
    await ann.getByText("3 days for each decision, and 1 day in reserve.").waitFor();
    const link = await ann.getByLabel("Link of the table").inputValue();
    await ann.close();
    await server.kill();
    await server.restart();

    const bea = await guest({ ...PHONE, locale: "fr-FR" });
    await bea.goto(link);
    await bea.getByText("3 jours par décision, et 1 jour en réserve.").waitFor();
    await bea.getByRole("textbox", { name: "Nom" }).fill("Bea");
    await bea.locator("#seats button").first().click();
    await bea.locator("#seats .who", { hasText: "Bea" }).waitFor();
    const host = await ann.context().newPage();
    await host.goto(link);
    await host.locator("#seats .who", { hasText: "Bea" }).waitFor();
    await host.getByRole("button", { name: "Begin the game" }).click();
    for (const page of [host, bea]) await page.waitForURL(/\/game\//);
    await table.untilAsked(host);
    const shown = await clockOf(host).textContent();
    assert.match(shown, /^(3 days|2 days 23 hours) left \+ 1 day$/);

    await server.kill();
    await host.getByRole("status").getByText("Connecting …").waitFor();
    await server.restart();
    await host.getByRole("status").getByText("Connected", { exact: true }).waitFor();
    assert.match(await clockOf(host).textContent(), /^(3 days|2 days 23 hours) left \+ 1 day$/);
    await table.playOn([host, bea], { answers: 4 });
    await until(async () => (await clockOf(bea).textContent()) !== "", "the clock is shown");
    assert.match(
      await clockOf(bea).textContent(),
      /^encore (3\sjours|2\sjours 23\sheures) \+ 1\sjour$/,
    );
  },
  BROKEN,
);

const games = (page, group) =>
  page.locator("section", { has: page.getByRole("heading", { name: group }) }).locator("li");

scene(
  "my games go to another device by a link that serves once",
  async ({ server, guest }) => {
    const ann = await guest();
    await open(ann, server, {
      clock: "12 hours",
      seats: ["here:Ann", "bot easy"],
    });
    await ann.waitForURL(/\/game\//);
    await table.untilAsked(ann);
    const game = ann.url();

    // Other pages say that it waits.
    await ann.goto(`${server.address}/rules`);
    await ann.getByRole("link", { name: "One game waits for you" }).click();
    await ann.waitForURL(/\/mine$/);
    const waiting = games(ann, "They wait for you (1)");
    await waiting.getByText(/^Your turn · (12 hours|11 hours 59 minutes) left$/).waitFor();
    await examine(ann, "mine");
    await ann.getByRole("button", { name: "Make a link" }).click();
    const link = await ann.getByLabel("Link to your games").inputValue();
    await ann.locator("#qr").evaluate((image) => image.decode());
    assert.match(new URL(link).hash, /^#[\w-]{22}$/);

    // By keyboard alone, on a phone.
    const phone = await guest(PHONE);
    await phone.goto(link);
    const bring = phone.getByRole("button", { name: "Bring the games here" });
    await bring.waitFor();
    assert.equal(new URL(phone.url()).hash, "", "the token is not in the address");
    await examine(phone, "mine-bring", [[360, 780]]);
    await table.tabTo(phone, bring);
    await phone.keyboard.press("Enter");
    await games(phone, "They wait for you (1)").waitFor();
    await table.tabTo(phone, phone.getByRole("link", { name: /^Go on:/ }));
    await phone.keyboard.press("Enter");
    await phone.waitForURL(game);
    await table.untilAsked(phone);
    assert(await table.playOn(phone));

    // The link has served.
    const late = await guest();
    await late.goto(link);
    await late.getByRole("button", { name: "Bring the games here" }).click();
    await late.getByRole("alert").getByText("This link has been used").waitFor();
    await late.getByText("This browser has no seat in any game yet.").waitFor();

    await ann.goto(`${server.address}/mine`);
    await games(ann, "Ended (1)")
      .getByRole("link", { name: /^Look at the game/ })
      .waitFor();
  },
  { expects: /carry\/take/ },
);

scene(
  "a device that takes games over keeps what it has at the same table",
  async ({ server, guest }) => {
    const [ann, bea] = [await guest(), await guest(PHONE)];
    await open(ann, server, { clock: "1 day", seats: ["here:Ann", "open"] });
    await ann.waitForURL(/\/table\//);
    await bea.goto(ann.url());
    await bea.getByLabel("Name:").fill("Bea");
    await bea.getByRole("button", { name: /^Sit here/ }).click();
    await bea.getByRole("button", { name: /^Leave the seat/ }).waitFor();
    // A table that waits is on the first page of its host.
    const table = ann.url();
    await ann.goto(server.address);
    await ann.getByRole("link", { name: /^Go on:/ }).click();
    await ann.waitForURL(table);
    await bea.goto(`${server.address}/mine`);
    await bea.getByRole("button", { name: "Make a link" }).click();
    await ann.goto(await bea.getByLabel("Link to your games").inputValue());
    await ann.getByRole("button", { name: "Bring the games here" }).click();
    await games(ann, "Before the game (1)").getByRole("link").click();
    await ann.waitForURL(table);
    const own = ann.getByRole("button", { name: /^Leave the seat/ });
    await own.last().waitFor();
    assert.equal(await own.count(), 2);
    await ann.getByRole("button", { name: "Begin the game" }).click();
    await ann.waitForURL(/\/game\//);
  },
);

scene(
  "on a phone the clock and the bar of a game of several people are within the window",
  async ({ server, guest }) => {
    for (const locale of ["fr-FR", "en-GB"]) {
      const game = await server.post("games", {
        rules: "classic",
        seats: [
          { kind: "here", name: "W".repeat(20) },
          { kind: "link", name: "Bea" },
        ],
        clock: 43_200,
        reserve: 43_200,
      });
      const page = await guest({ ...PHONE, locale });
      await page.goto(`${server.address}/game/${game.id}#${game.seats[0].token}`);
      await page.getByRole("button", { name: /^(Sans nom|No name)$/ }).click();
      await clockOf(page).waitFor();
      await examine(page, `days-start-${locale}`);
      const choose = (seat, number, pick) =>
        fetch(`${server.address}/api/1/games/${game.id}/choose`, {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            Authorization: `Bearer ${game.seats[seat].token}`,
          },
          body: JSON.stringify({ seat, number, pick }),
        }).then((answer) => answer.json());
      const { number } = await choose(0, game.number, 0);
      await choose(1, number, 20);
      await page.locator("button.lay:visible").waitFor();
      await examine(page, `days-tile-${locale}`);
    }
  },
);

scene(
  "what begins while a browser is away is among its games, and its page knows the seat",
  async ({ server, guest }) => {
    const ann = await guest();
    const bea = await guest(PHONE);
    await open(ann, server, { clock: "1 day", seats: ["here:Ann", "open"] });
    await ann.waitForURL(/\/table\//);
    await bea.goto(ann.url());
    await bea.getByRole("textbox", { name: "Name" }).fill("Bea");
    await bea.locator("#seats button").first().click();
    await ann.locator("#seats .who", { hasText: "Bea" }).waitFor();
    await bea.goto(`${server.address}/mine`);
    await games(bea, "Before the game (1)").getByText("Ann, Bea").waitFor();

    await ann.getByRole("button", { name: "Begin the game" }).click();
    await ann.waitForURL(/\/game\//);
    // Nothing has told Bea's browser of this address but a message, say.
    await bea.goto(ann.url());
    await bea.locator(".seats .badge", { hasText: "You" }).waitFor();
    assert.equal(await bea.getByText("You are watching this game.").count(), 0);
    assert.equal(await bea.getByText(/has your link, too/).count(), 0, "nobody has a link to it");
    await table.playOn([ann, bea]);
    const first = ann.url();

    // The same where the next game begins.
    await bea.goto(`${server.address}/rules`);
    await ann.getByRole("button", { name: "Again" }).click();
    await ann.waitForURL((url) => url.pathname.startsWith("/game/") && url.href !== first);
    await bea.goto(`${server.address}/mine`);
    await bea.locator(`a[href="${new URL(ann.url()).pathname}"]`).click();
    await bea.locator(".seats .badge", { hasText: "You" }).waitFor();
  },
);

scene("of many games those that have ended are forgotten first", async ({ server, guest }) => {
  const ann = await guest();
  await table.openTable(ann, server, {
    rules: "classic+big-board",
    seats: ["here:Ann", "bot easy"],
  });
  await table.untilAsked(ann);
  const running = new URL(ann.url()).pathname.split("/")[2];
  await ann.goto(`${server.address}/mine`);
  await games(ann, "They wait for you (1)").waitFor();
  const [kept, all] = await ann.evaluate(async () => {
    const { keptGames, noteEnded, rememberGame } = await import("/static/common.js");
    for (let game = 0; game < 60; game += 1) {
      rememberGame({ id: `game${game}`, seats: [] });
      noteEnded(new Set([`game${game}`]));
    }
    const ids = () => keptGames().map(({ id }) => id);
    const among = ids();
    // Nor does one that has ended, and comes from another device, say, push one out that goes on.
    for (let game = 0; game < 40; game += 1) rememberGame({ id: `running${game}`, seats: [] });
    rememberGame({ id: "ended", seats: [], over: true });
    return [among, ids()];
  });
  assert.equal(kept.length, 40);
  assert.equal(all.filter((id) => id.startsWith("running")).length, 40);
  assert(kept.includes(running) && kept.includes("game59") && !kept.includes("game20"));
});

scene("what is no list of games brings nothing", async ({ server, guest }) => {
  const page = await guest();
  for (const text of [
    "x",
    "null",
    "7",
    "[null]",
    '[{"a":1}]',
    '[{"id":"a","seats":[{}],"host":{}}]',
  ]) {
    const { token } = await server.post("carry", { text });
    await page.goto("about:blank");
    await page.goto(`${server.address}/mine#${token}`);
    await page.getByRole("button", { name: "Bring the games here" }).click();
    await page.getByText("This browser has no seat in any game yet.").waitFor();
    assert.equal(await page.getByRole("alert").count(), 0, text);
  }
});

/** Runs in pages: notifications that are counted, on a page that nobody sees. */
function countCalls() {
  globalThis.calls = [];
  globalThis.Notification = class {
    static permission = "default";
    static async requestPermission() {
      this.permission = "granted";
      return this.permission;
    }
    constructor(title, { body }) {
      globalThis.calls.push(`${title}: ${body}`);
    }
  };
  Object.defineProperty(document, "hidden", { get: () => true });
}

scene("other pages call when it is one's turn, once that is allowed", async ({ server, guest }) => {
  const ann = await guest();
  const bea = await guest();
  const [link] = await table.openTable(ann, server, {
    rules: "classic+big-board",
    seats: ["here:Ann", "link"],
  });
  await table.takeSeat(bea, link, "Bea");
  // Until the game waits for Bea.
  while ((await table.state(bea)) !== "ask") {
    await until(
      async () => (await table.state(ann)) === "ask" || (await table.state(bea)) === "ask",
      "somebody is asked",
    );
    if ((await table.state(ann)) === "ask") await table.playOn(ann, { answers: 1 });
  }
  await ann.addInitScript(countCalls);
  await ann.goto(`${server.address}/mine`);
  const notify = ann.getByLabel(/^Notifications of the system/);
  assert.equal(await notify.isChecked(), false, "nothing is shown before it is allowed");
  await notify.check();
  await ann.clock.install();
  let looks = 0;
  ann.on("requestfinished", (request) => (looks += request.url().includes("/api/1/mine?")));
  await ann.goto(`${server.address}/rules`);
  await ann.evaluate(() => (Notification.permission = "granted"));
  await until(async () => (await ann.clock.runFor(1000), looks > 0), "the page looks for games");
  while ((await table.state(bea)) === "ask") await table.playOn(bea, { answers: 1 });
  await until(async () => {
    await ann.clock.runFor(61_000);
    return (await ann.evaluate(() => globalThis.calls.length)) > 0;
  }, "the page calls");
  assert.match((await ann.evaluate(() => globalThis.calls))[0], /^Your turn: /);
  assert.match(await ann.title(), /^● /);
});

scene(
  "phones are called through the service, which knows the page of the game",
  async ({ server, guest }) => {
    const page = await guest({ permissions: ["notifications"] });
    await page.goto(server.address);
    await table.chosen(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const shown = await page.evaluate(async () => {
      localStorage.setItem("tsuro.notify", "true");
      Object.defineProperty(document, "hidden", { get: () => true });
      const { callForTurn } = await import("/static/turn-call.js");
      for (let call = 0; call < 2; call += 1)
        callForTurn({ title: "Luxury", href: "/game/k7fq2mxa" });
      const service = await navigator.serviceWorker.ready;
      for (let look = 0; look < 100; look += 1) {
        const calls = await service.getNotifications();
        if (calls.length > 0) return calls.map(({ title, body, data }) => [title, body, data]);
        await new Promise((done) => setTimeout(done, 50));
      }
      return [];
    });
    // Two calls for one game are one.
    assert.deepEqual(shown, [["Your turn", "Luxury", "/game/k7fq2mxa"]]);
  },
  { serviceWorkers: "allow" },
);

scene(
  "the server proposes the times of its owner",
  async ({ server, guest }) => {
    const ann = await guest();
    await ann.goto(server.address);
    await table.chosen(ann);
    assert.equal(await ann.getByLabel("Time for each decision").inputValue(), "172800");
    assert.equal(await ann.getByLabel("In reserve").inputValue(), "3600");
    await ann.getByLabel("Time for each decision").selectOption("No limit");
    await ann.getByLabel("In reserve").waitFor({ state: "hidden" });
  },
  {
    start: () => Server.start("days", undefined, ["--clock", "2d", "--reserve", "1h"]),
  },
);
