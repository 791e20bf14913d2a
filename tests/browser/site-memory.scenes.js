// The engine of a site, as its worker runs it: its memory does not grow with the games it played.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Desk, startEngine } from "./site-engine.js";

/** So many games are played if the environment says so; else as many as there is time for. */
const GAMES = Number(process.env.GAMES || 0);
const TIME = 60_000; // ms
const WARM_UP = 20; // games

/** One game of bots, looked at and reviewed as a person might do it. */
function playGame(desk, number) {
  const rules = ["classic", "seas", "seas+tide", "luxury"][number % 4];
  const seats = Array(3).fill({ kind: "bot", level: "easy" });
  const { id } = JSON.parse(desk.ask("games", { rules, seats }).body);
  desk.playOn(desk.ask(`games/${id}/live`, { tokens: [], pictures: true, lang: "en" }));
  assert.equal(JSON.parse(desk.ask(`games/${id}`).body).state, "over");
  desk.ask(`games/${id}/record`);
  if (number % 10 === 0) desk.ask(`games/${id}/review`, { seat: 0 });
  desk.ask(`games/${id}/leave`, {});
  desk.forget(id);
}

test("the memory of the engine does not grow with the games", async () => {
  const { site, memory } = await startEngine();
  const desk = new Desk(site);
  const end = Date.now() + TIME;
  const size = () => memory.buffer.byteLength;
  let games = 0;
  while (games < WARM_UP) playGame(desk, games++);
  const sizes = [size()];
  const more = () => (GAMES ? games < GAMES : Date.now() < end);
  while (more()) {
    playGame(desk, games++);
    if (games % 50 === 0) sizes.push(size());
  }
  console.log(`${games} games, ${sizes[0]} to ${size()} bytes`);
  // What the games of the second half needed is what those of the first half needed.
  const half = sizes[Math.floor(sizes.length / 2)];
  assert(games > 4 * WARM_UP, `only ${games} games`);
  assert.equal(size(), half, `bytes, each 50 games: ${sizes.join(", ")}`);
});
