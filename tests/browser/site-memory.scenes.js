// The engine of a site, as its worker runs it: its memory does not grow with the games it played.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Desk, startEngine } from "./site-engine.js";

/** The number of games. It is fixed, and not the time, so that a slow machine plays as many. */
const GAMES = Number(process.env.GAMES || 120);
const STEP = 20; // games
const SLACK = 48 * 65536; // bytes: 60 games that were kept would need twice as many

/** One game of bots, looked at and reviewed as a person might do it. */
function playGame(desk, number) {
  const rules = ["classic", "seas", "seas+tide", "luxury"][number % 4];
  const seats = Array(3).fill({ kind: "bot", level: "easy" });
  const { id } = JSON.parse(desk.ask("games", { rules, seats }).body);
  desk.playOn(desk.ask(`games/${id}/live`, { tokens: [], pictures: true, lang: "en" }));
  assert.equal(JSON.parse(desk.ask(`games/${id}`).body).state, "over");
  desk.ask(`games/${id}/record`);
  if (number % 9 === 0) desk.ask(`games/${id}/review`, { seat: 0 });
  desk.ask(`games/${id}/leave`, {});
  desk.forget(id);
}

test("the memory of the engine does not grow with the games", async () => {
  const { site, memory } = await startEngine();
  const desk = new Desk(site);
  const sizes = [];
  for (let games = 0; games < GAMES; games++) {
    if (games % STEP === 0) sizes.push(memory.buffer.byteLength);
    playGame(desk, games);
  }
  sizes.push(memory.buffer.byteLength);
  console.log(`bytes, each ${STEP} games: ${sizes.join(", ")}`);
  assert(sizes.length > 4, `${GAMES} games are too few to tell`);
  // What the games of the second half needed is what those of the first half needed. They are the
  // same games in every run, but the slices of a review end by the clock, and with that it differs
  // whether its largest block (2 MB) finds room.
  const growth = sizes.at(-1) - sizes[Math.floor(sizes.length / 2)];
  assert(growth <= SLACK, `bytes, each ${STEP} games: ${sizes.join(", ")}`);
});
