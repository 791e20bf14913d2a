// The luck to which a server is bound: what pages show of it, and what they find at the end.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { examine } from "./examine.js";
import { scene } from "./scene.js";
import { PROGRAM, Server } from "./server.js";
import * as table from "./table.js";

const free = { start: () => Server.start(null) };
const RULES = "classic+free-suicide";
const COMMITMENT = /^[0-9a-f]{64}$/;

const panel = (page) => page.locator(".fold.luck");
const commitment = (page) => panel(page).locator("code");
/** Leaves the board as soon as a tile lets one. */
const leave = async (page) => {
  await table.turnTo(page, "†");
};
/** What the check at the end found, as signs and sentences. */
async function check(page, button = "Check the luck") {
  await page.getByRole("button", { name: button }).click();
  const lines = page.locator(".luck-found li");
  await lines.last().waitFor();
  return lines.allTextContents();
}

scene(
  "the luck of a game is promised to all, kept, and checked by keyboard and by the program",
  async ({ server, guest }) => {
    const ann = await guest();
    const bea = await guest();
    const [link] = await table.openTable(ann, server, {
      rules: RULES,
      seats: ["here:Ann", "link", "bot easy"],
    });
    await table.takeSeat(bea, link, "Bea");
    for (const page of [ann, bea]) await panel(page).locator("summary").click();
    const promised = await commitment(ann).textContent();
    assert.match(promised, COMMITMENT);
    assert.equal(await commitment(bea).textContent(), promised, "both are promised the same");
    await panel(ann).getByText("it could not choose the tiles").waitFor();
    await examine(ann, "luck");
    assert(await table.playOn([ann, bea], { before: leave }));

    await table.tabTo(ann, ann.getByRole("button", { name: "Check the luck" }));
    await ann.keyboard.press("Enter");
    const found = await check(ann);
    assert.deepEqual(
      found.map((line) => line[0]),
      ["✓", "✓", "✓", "→"],
      found.join("\n"),
    );
    assert(found.at(-1).endsWith(`--verify=${promised}`));
    await examine(ann, "luck-checked");
    const others = await check(bea);
    assert.deepEqual(
      others.map((line) => line[0]),
      ["✓", "✓", "→"],
      "the browser of a guest has added no number",
    );

    const id = new URL(ann.url()).pathname.split("/")[2];
    const record = await (await fetch(`${server.address}/api/1/games/${id}/record`)).text();
    const folder = mkdtempSync(join(tmpdir(), "tsuro-luck-"));
    const verify = (text, wanted) => {
      const file = join(folder, "game.jsonl");
      writeFileSync(file, text);
      return spawnSync(PROGRAM, ["replay", file, `--verify=${wanted}`], { encoding: "utf8" });
    };
    const right = verify(record, promised);
    assert.equal(right.status, 0, right.stderr);
    assert(right.stdout.includes(`the commitment ${promised} binds; players added `));
    const wrong = verify(record, "0".repeat(64));
    assert.equal(wrong.status, 1);
    assert(wrong.stderr.includes(`the commitment to its seed is ${promised}`), wrong.stderr);
    const changed = verify(record.replace(/"seed":"fair ./, '"seed":"fair z'), promised);
    assert.equal(changed.status, 1);
    assert(changed.stderr.includes("are not those of its seed"), changed.stderr);
    rmSync(folder, { recursive: true });

    // The next game has a secret and a number of its own.
    await ann.getByRole("button", { name: "Again" }).click();
    for (const page of [ann, bea]) {
      await page.waitForURL((url) => !url.pathname.includes(id));
      await panel(page).locator("summary").click();
    }
    const next = await commitment(bea).textContent();
    assert.match(next, COMMITMENT);
    assert.notEqual(next, promised);
    assert.equal(await commitment(ann).textContent(), next);
    await panel(bea).getByText("it could not choose the tiles").waitFor();
  },
  free,
);

scene(
  "a server that changes its promise, its secret or the tiles is found out",
  async ({ server, guest }) => {
    const ann = await guest();
    await table.openTable(ann, server, { rules: RULES, seats: ["here:Ann", "bot easy"] });
    const keepOther = (change) =>
      ann.evaluate((change) => {
        const [note] = JSON.parse(localStorage.getItem("tsuro.luck"));
        localStorage.setItem("tsuro.luck", JSON.stringify([{ ...note, ...change }]));
        return note;
      }, change);
    const note = await keepOther({ commitment: "0".repeat(64) });
    await ann.reload();
    await panel(ann).locator("summary").click();
    await panel(ann).getByRole("alert").getByText("another commitment than before").waitFor();
    await keepOther(note);
    await table.letGo(ann);
    assert(await table.playOn(ann, { before: leave }));
    const signs = async () => (await check(ann)).map((line) => line[0]);
    assert.deepEqual(await signs(), ["✓", "✓", "✓", "→"]);
    await keepOther({ commitment: "0".repeat(64), number: "1".repeat(32) });
    assert.deepEqual(await signs(), ["✗", "✗", "✓", "→"]);
    await keepOther(note);

    // A record in which the first two tiles of the pile have changed places.
    await ann.route("**/record*", async (route) => {
      const response = await route.fetch();
      const swap = (_, begin, one, other) => `${begin}${other},${one},`;
      const body = (await response.text()).replace(/("pile":\[)(\d+),(\d+),/, swap);
      await route.fulfill({ response, body });
    });
    assert.deepEqual(await signs(), ["✓", "✓", "✗", "→"]);

    // A visitor who comes after the end was shown no promise.
    const eve = await guest();
    await eve.goto(ann.url());
    assert.equal((await check(eve))[0][0], "?");
  },
  free,
);

scene("a server whose luck was chosen says so, in French on a phone", async ({ server, guest }) => {
  const page = await guest({ locale: "fr-FR", viewport: { width: 360, height: 780 } });
  const seats = [{ kind: "here" }, { kind: "bot", level: "easy" }];
  const { id, seats: opened } = await server.post("games", { rules: "classic", seats });
  await page.goto(`${server.address}/game/${id}#${opened[0].token}`);
  await page.getByRole("button", { name: "Sans nom" }).click();
  await panel(page).locator("summary").click();
  await panel(page)
    .getByText(/^Rien n’engage le serveur/)
    .waitFor();
  assert.equal(await commitment(page).count(), 0);
});

scene(
  "the luck in French on a phone",
  async ({ server, guest }) => {
    const page = await guest({ locale: "fr-FR", viewport: { width: 360, height: 780 } });
    const seats = [
      { kind: "here", name: "Ann" },
      { kind: "bot", level: "easy" },
    ];
    const { id, seats: opened } = await server.post("games", { rules: RULES, seats });
    await page.goto(`${server.address}/game/${id}#${opened[0].token}`);
    await page.getByRole("button", { name: "Sans nom" }).click();
    await panel(page).locator("summary").click();
    await panel(page).getByText("Personne n’a ajouté de nombre\u00a0: le serveur").waitFor();
    await examine(page, "luck-french");
    await table.letGo(page);
    assert(await table.playOn(page, { before: leave }));
    const found = await check(page, "Vérifier le hasard");
    assert.deepEqual(
      found.map((line) => line[0]),
      ["✓", "✓", "→"],
      found.join("\n"),
    );
    await examine(page, "luck-french-checked", [[360, 780]]);
  },
  free,
);
