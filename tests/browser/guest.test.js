// What a guest does who comes for the first time: twenty things, each by clicks alone from the
// first page, with the most clicks that each may take. And what the pages weigh.

import assert from "node:assert/strict";
import { test } from "node:test";
import { scene, until } from "./scene.js";
import * as table from "./table.js";

/**
 * The most bytes that the server may send for a page until it can be used, not compressed: the
 * files, and the messages of the live connection. They are what was measured, in a window of
 * 1280 × 720, and 3 % more.
 */
const HEAVIEST = {
  first: 236_700, // 229,745; before the first ten minutes were made (commit 506eb888) 420,470
  classic: 242_000, // 234,947
  seas: 265_000, // 257,270
  learn: 170_200, // 165,147
  puzzles: 348_900, // 338,664
  // Of these, 20 % more: the pictures that are in view, and the lengths of games, differ.
  history: 78_200, // 65,121
  how: 189_600, // 157,980
  rules: 212_300, // 176,909
  lab: 245_100, // 204,170 in a window of 390 × 844
  replay: 397_000, // 361,266 in a window of 390 × 844
  review: 150_800, // 125,656, without what the search finds
};

/** The windows of guests: a desktop and a phone first. */
const WINDOWS = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
  { width: 900, height: 700 },
  { width: 1024, height: 768 },
  { width: 1199, height: 800 },
  { width: 1280, height: 600 },
];

/** How long a guest looks at a question, in milliseconds: pages pass over a click before. */
const READING = 500;

/** A guest who only clicks: counts the clicks. */
class Guest {
  clicks = 0;
  beforeLaid = 0; // how many clicks there were before the one that laid the last tile

  constructor(page) {
    this.page = page;
  }

  async click(target) {
    const locator = typeof target === "string" ? this.page.locator(target) : target;
    this.clicks += 1;
    await locator.click();
  }

  link(name) {
    return this.click(this.page.getByRole("link", { name, exact: typeof name === "string" }));
  }

  button(name) {
    return this.click(
      this.page.getByRole("button", { name, exact: typeof name === "string" }).first(),
    );
  }

  see(text) {
    return this.page.getByText(text).first().waitFor();
  }

  heading(name) {
    return this.page.getByRole("heading", { name }).first().waitFor();
  }

  /** Opens the table that the first page proposes. */
  async play() {
    await table.chosen(this.page);
    await this.button("Play");
    await this.page.waitForURL(/\/game\//);
    await this.asked();
  }

  /** Waits until something is asked or the game is over; a loss is gone on from. */
  async asked() {
    for (;;) {
      const now = await until(async () => {
        const state = await table.state(this.page);
        return state !== "rest" && state;
      }, "the guest is asked, or out");
      if (now !== "loss") return now;
      await this.click(table.loss(this.page).getByRole("button").first());
    }
  }

  /** Takes what is proposed, after a look at it: what is clicked at once was not read. */
  async lay() {
    await this.page.waitForTimeout(READING);
    const question = await this.page.locator("#question-title").elementHandle();
    this.beforeLaid = this.clicks;
    await this.click(table.layButton(this.page));
    await until(() => question.evaluate((element) => !element.isConnected), "it is taken");
  }

  /** Takes what is proposed until the guest is out, or the game is over. */
  async untilOut() {
    for (;;) {
      const now = await until(async () => {
        const state = await table.state(this.page);
        return state !== "rest" && state;
      }, "the guest is asked, or out");
      if (now !== "ask") return now;
      await this.lay();
    }
  }

  async toTheEnd() {
    for (;;) {
      const now = await this.untilOut();
      if (now === "result") return;
      await this.click(table.loss(this.page).getByRole("button").last());
    }
  }

  /** Opens the lessons. */
  async learn() {
    await this.click("#learn");
    await this.heading(/^Lesson 1 of/);
  }
}

/** Answers the first lesson. */
async function answerFirst(guest, square) {
  await guest.click(guest.page.locator(".choice", { hasText: square }));
  await guest.click(".actions .lay");
}

/** Plays a game to its end, and opens its review. */
async function review(guest) {
  await guest.play();
  await guest.toTheEnd();
  const before = guest.clicks;
  await guest.link("Review");
  await guest.page.locator(".curve").first().waitFor();
  return before;
}

/**
 * What the guest does: the name, the most clicks, and how. Where a game has to be played first, its
 * clicks do not count, and `how` gives the number of clicks before it counts.
 */
const THINGS = [
  ["finds the lessons first", 1, (guest) => guest.learn()],
  [
    "is told why an answer is wrong, and tries again",
    4,
    async (guest) => {
      await guest.learn();
      await answerFirst(guest, "b3");
      await guest.heading("Not yet.");
      await guest.see("On b3 there is a tile already");
      await guest.button("Try again");
      await guest.page.locator(".choice").first().waitFor();
    },
  ],
  [
    "answers a lesson and goes on to the next",
    4,
    async (guest) => {
      await guest.learn();
      await answerFirst(guest, "c3");
      await guest.heading("Right!");
      await guest.button("Next lesson");
      await guest.heading(/^Lesson 2 of/);
    },
  ],
  [
    "goes through the lessons to the first game, which explains",
    12,
    async (guest) => {
      await guest.learn();
      while (await guest.page.getByRole("button", { name: "Next lesson" }).isVisible()) {
        const title = await guest.page.getByRole("heading", { level: 1 }).innerText();
        await guest.button("Next lesson");
        await until(
          async () => (await guest.page.getByRole("heading", { level: 1 }).innerText()) !== title,
          "the next lesson is there",
        );
      }
      await guest.button("Now a first game");
      await guest.page.waitForURL(/\/game\//);
      await guest.asked();
      await guest.lay();
      await guest.see("For the first time:");
    },
  ],
  [
    "reads how the game is played",
    1,
    async (guest) => {
      await guest.link("How to play");
      await guest.page.locator("figure svg").first().waitFor();
    },
  ],
  [
    "lays a first tile",
    3,
    async (guest) => {
      await guest.play();
      await guest.lay();
      await guest.asked();
      if ((await table.tiles(guest.page).count()) > 0) await guest.lay();
      await guest.see(/^You lay a tile/);
    },
  ],
  [
    "turns a tile and sees where it leads",
    3,
    async (guest) => {
      await guest.play();
      await guest.lay();
      await guest.asked();
      const tile = guest.page.locator(".hand .tile[aria-pressed=true] img");
      const before = await tile.getAttribute("src");
      await guest.button("Turn clockwise");
      assert.notEqual(await tile.getAttribute("src"), before);
      assert.notEqual(await guest.page.locator(".fate").innerText(), "");
    },
  ],
  [
    "asks for advice",
    2,
    async (guest) => {
      await guest.play();
      await guest.button("Advice");
      await guest.page.locator(".choice .share", { hasText: "%" }).first().waitFor();
    },
  ],
  [
    "reads the help on this moment",
    2,
    async (guest) => {
      await guest.play();
      await guest.button("Help");
      await guest.see("Choose the mark where your piece starts");
    },
  ],
  [
    "takes a choice back",
    3,
    async (guest) => {
      await guest.play();
      const first = await guest.page.locator("#question-title").innerText();
      await guest.lay();
      await guest.asked();
      await guest.button("Take back");
      await until(
        async () => (await guest.page.locator("#question-title").innerText()) === first,
        "the first question is there again",
      );
    },
  ],
  [
    "sees the own loss, with the tile and the way that led off",
    1,
    async (guest) => {
      await guest.play();
      assert.equal(await guest.untilOut(), "loss", "with this luck the guest is out");
      assert.match(await table.loss(guest.page).innerText(), /out|edge|off/);
      assert(await guest.page.locator(".board .cross rect").isVisible(), "the place is marked");
      assert(await guest.page.locator(".board .way").isVisible(), "the way is drawn");
      return guest.beforeLaid;
    },
  ],
  [
    "reads who won and how everybody did",
    0,
    async (guest) => {
      await guest.play();
      await guest.toTheEnd();
      const before = guest.clicks;
      assert.match(await table.result(guest.page).innerText(), /win|tie|share/);
      assert.equal(await guest.page.locator(".question .standings li").count(), 4);
      return before;
    },
  ],
  [
    "sees in the review what the chances were",
    1,
    async (guest) => {
      const before = await review(guest);
      assert.equal(await guest.page.locator(".curve svg").count(), 2);
      await guest.heading("What was luck");
      return before;
    },
  ],
  [
    "tries another choice in the review",
    2,
    async (guest) => {
      const before = await review(guest);
      const choices = guest.page.locator(".choices .choice");
      await choices.first().waitFor();
      const shown = await guest.page.locator(".now").innerText();
      await guest.click(choices.last().getByRole("radio"));
      await until(
        async () => (await guest.page.locator(".now").innerText()) !== shown,
        "the other choice is on the board",
      );
      return before;
    },
  ],
  [
    "goes on from the costliest decision",
    2,
    async (guest) => {
      const before = await review(guest);
      await guest.button("Go on from here");
      await guest.page.waitForURL(/\/game\/\w+$/);
      assert.equal(await guest.asked(), "ask");
      return before;
    },
  ],
  [
    "watches the game again from the start",
    2,
    async (guest) => {
      await guest.play();
      await guest.toTheEnd();
      const before = guest.clicks;
      await guest.link("Watch from the start");
      await guest.page.getByRole("slider", { name: "Moment of the game" }).waitFor();
      await guest.button("A step on");
      await guest.page
        .getByText(/^(Turn|Before)/)
        .first()
        .waitFor();
      return before;
    },
  ],
  [
    "plays again at the same table",
    1,
    async (guest) => {
      await guest.play();
      await guest.toTheEnd();
      const before = guest.clicks;
      const game = guest.page.url();
      await guest.button("Again");
      await guest.page.waitForURL((url) => url.href !== game);
      assert.equal(await guest.asked(), "ask");
      return before;
    },
  ],
  [
    "chooses the Seas and plays",
    2,
    async (guest) => {
      await table.chosen(guest.page);
      await guest.click(
        guest.page.locator("#choose-edition label", { hasText: "Tsuro of the Seas" }).first(),
      );
      await guest.page.waitForURL(/rules=seas/);
      await guest.play();
      await guest.heading("Where do you start?");
      assert.match(await guest.page.getByRole("heading", { level: 1 }).innerText(), /Seas/);
    },
  ],
  [
    "finds the game among those played",
    2,
    async (guest) => {
      await guest.play();
      await guest.toTheEnd();
      const before = guest.clicks;
      await guest.link("Games played");
      await guest.page.locator("#games li").first().waitFor();
      await guest.click(guest.page.getByRole("link", { name: /^Review: / }).first());
      await guest.page.waitForURL(/\/review$/);
      return before;
    },
  ],
  [
    "comes back to a game that was left",
    3,
    async (guest) => {
      await guest.play();
      await guest.link("Tsuro");
      await guest.heading("Games you are in");
      await guest.link(/^Go on: /);
      assert.equal(await guest.asked(), "ask");
    },
  ],
];

test("there are twenty things", () => assert.equal(THINGS.length, 20));

for (const [name, most, how] of THINGS) {
  scene(`a guest ${name}`, async ({ server, guest: open }) => {
    const page = await open();
    const guest = new Guest(page);
    await page.goto(`${server.address}/`);
    const before = (await how(guest)) ?? 0;
    const clicks = guest.clicks - before;
    assert(clicks <= most, `${clicks} clicks, at most ${most}`);
  });
}

scene("the first placement is at most three clicks away", async ({ server, guest: open }) => {
  const guest = new Guest(await open());
  await guest.page.goto(`${server.address}/`);
  await guest.play();
  await guest.lay();
  await guest.asked();
  await guest.lay();
  await guest.see(/^You lay a tile/);
  assert.equal(guest.clicks, 3);
});

/** Counts the bytes of all that a page gets while it loads: files, and live messages. */
async function weight(page, load) {
  const sizes = [];
  // A page that has rested looks for games that wait. On a slow machine it would still be loading.
  await page.route("**/static/my-turns.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "export const watchTurns = () => {};" }),
  );
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => sizes.push(Buffer.byteLength(payload))),
  );
  page.on("response", (response) => {
    // How often a review asks for more depends on the machine.
    if (/\/api\/1\/games\/\w+\/review/.test(response.url())) return;
    sizes.push(
      response.body().then(
        (body) => body.length,
        () => 0,
      ),
    );
  });
  await load();
  await page.waitForLoadState("networkidle");
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

for (const viewport of WINDOWS.slice(0, 2)) {
  scene(`pages are light at ${viewport.width} pixels`, async ({ server, guest: open }) => {
    const seats = [{ kind: "here" }, ...Array(2).fill({ kind: "bot", level: "easy" })];
    const game = (rules) => async (page) => {
      const { id, seats: tokens } = await server.post("games", { rules, seats });
      await page.goto(`${server.address}/game/${id}#${tokens[0].token}`);
      await page.getByRole("dialog").or(table.layButton(page)).first().waitFor();
    };
    const asked = (path) => async (page) => {
      await page.goto(`${server.address}/${path}`);
      await page.locator(".hand, .list").first().waitFor();
    };
    const shown = (path, part) => async (page) => {
      await page.goto(`${server.address}/${path}`);
      await page.locator(part).first().waitFor();
    };
    const bots = { rules: "classic", seats: seats.slice(1) };
    const { id: over } = await server.post("games", bots);
    await until(async () => (await server.get(`games/${over}`)).state === "over", "it is over");
    const pages = {
      first: async (page) => {
        await page.goto(`${server.address}/`);
        await table.chosen(page);
      },
      classic: game("classic"),
      seas: game("seas"),
      learn: asked("learn"),
      puzzles: asked("puzzles?date=2001-01-01"),
      history: shown("history", "#games > li"),
      how: shown("how-to-play", "figure svg"),
      rules: shown("rules", "#sheet #fields details:visible"),
      lab: shown("lab", "#start:not([disabled])"),
      replay: shown(`game/${over}?replay`, ".player"),
      review: async (page) => {
        await shown(`game/${over}/review`, ".curve")(page);
        await page.getByRole("button", { name: "Stop" }).click();
      },
    };
    const heavy = [];
    for (const [name, load] of Object.entries(pages)) {
      const page = await open({ viewport });
      const bytes = await weight(page, () => load(page));
      if (bytes > HEAVIEST[name]) heavy.push(`${name}: ${bytes} bytes, at most ${HEAVIEST[name]}`);
    }
    assert.deepEqual(heavy, []);
  });
}

for (const viewport of WINDOWS) {
  const { width, height: most } = viewport;
  scene(`lessons and Play are in a window of ${width} × ${most} pixels`, async (parts) => {
    const { server, guest: open } = parts;
    for (const [locale, path] of [
      ["en-GB", "/"],
      ["fr-FR", "/?rules=seas"],
    ]) {
      const page = await open({ viewport, locale });
      await page.goto(`${server.address}${path}`);
      await table.chosen(page);
      const boxes = {};
      for (const id of ["learn", "puzzles", "play"]) {
        boxes[id] = await page.locator(`#${id}`).boundingBox();
        const { y, height } = boxes[id];
        assert(y >= 0 && y + height <= viewport.height, `${id} at ${y} is in view`);
      }
      const { learn, puzzles, play } = boxes;
      const area = ({ width, height }) => width * height;
      assert(learn.y <= puzzles.y && learn.x <= puzzles.x, "the lessons are first");
      assert(area(learn) > area(puzzles) && area(learn) > area(play), "and biggest");
    }
  });
}
