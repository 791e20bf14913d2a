// The npm package in a browser: the same results as in Node, and workers that tell and stop.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { scene } from "./scene.js";
import { ROOT } from "./server.js";
import { SiteHost } from "./site-host.js";

const PACKAGE = join(ROOT, "wasm/npm");
if (!existsSync(join(PACKAGE, "engine_bg.wasm")))
  throw new Error(`${PACKAGE} has no engine: build it with .ci/wasm build`);

/** What both are asked, with the package as a module. */
async function results({ address }) {
  const { Comparison, Game, Rules, simulate } = await import(address);
  const game = new Game("seas", { players: 4, seed: "both" });
  while (game.decision) game.playBot("greedy");
  const rules = ["classic", "luxury"].map((name) => Rules.load(name));
  const comparison = new Comparison(rules, {
    players: 2,
    bots: "random",
    games: 200,
    seed: "both",
  });
  while (!comparison.step(50));
  const { sections, ...whole } = JSON.parse(JSON.stringify(comparison.toJson()));
  const verdicts = (sections ?? whole.differences ?? []).map(
    (one) => JSON.stringify(one).length > 0,
  );
  return {
    record: game.record(),
    svg: game.svg(),
    snapshot: JSON.stringify(game.snapshot()),
    sums: JSON.stringify(simulate("luxury", { players: 3, games: 200, seed: "both" })),
    verdicts,
    refused: (() => {
      try {
        return Rules.fromText("= broken", "mine");
      } catch (error) {
        return [error.name, error.problems.length];
      }
    })(),
  };
}

const start = () => SiteHost.start(PACKAGE);

scene(
  "a game, its picture and many games are the same in Chromium and in Node",
  async ({ server, guest }) => {
    const page = await guest();
    await page.goto(`${server.address}/engine.js`);
    const there = await page.evaluate(results, {
      address: `${server.address}/index-browser.js`,
    });
    const here = await results({ address: join(PACKAGE, "index-node.js") });
    assert.deepEqual(there, here);
    assert.ok(here.record.includes('"event":"end"') && here.refused[0] === "RuleSetError");
  },
  // Browsers ask every host for an icon.
  { start, expects: /favicon\.ico/ },
);

scene(
  "a worker in Chromium tells how far it is, and stops",
  async ({ server, guest }) => {
    const page = await guest();
    await page.goto(`${server.address}/engine.js`);
    const { told, games, why, took } = await page.evaluate(async (address) => {
      const { TsuroWorker } = await import(address);
      const worker = new TsuroWorker();
      const told = [];
      const options = { players: 3, bots: "random", games: 300, seed: 1 };
      const found = await worker.compare("classic", "classic+hand=4", {
        ...options,
        onProgress: (progress) => told.push(progress),
      });
      const stop = new AbortController();
      const long = worker.compare("classic", "seas", { games: 1_000_000, signal: stop.signal });
      await new Promise((resolve) => setTimeout(resolve, 300));
      const begun = performance.now();
      stop.abort();
      const why = await long.catch((error) => error.name);
      const took = performance.now() - begun;
      worker.terminate();
      return { told, games: found.games, why, took };
    }, `${server.address}/worker-browser.js`);
    assert.equal(games, 300);
    assert.ok(told.length > 1 && told.at(-1) === 1);
    assert.equal(why, "AbortError");
    assert.ok(took < 5000, `${took} ms`);
  },
  // Browsers ask every host for an icon.
  { start, expects: /favicon\.ico/ },
);
