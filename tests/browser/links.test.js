// Rule sets and games that are in the links to them.

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { scene, until } from "./scene.js";

const RULES = 'schema = 1\nname = "linked"\ntitle = "Règles liées"\nextends = "seas"\n';

/** A text as links have it. */
const packed = (text) => deflateRawSync(text).toString("base64url");

const text = (page) => page.getByLabel("Rules, as a TOML file");

scene("a rule set goes from one browser to another by a link", async ({ server, guest }) => {
  const one = await guest({ permissions: ["clipboard-read", "clipboard-write"] });
  await one.goto(`${server.address}/rules`);
  await text(one).fill(RULES);
  await one.getByRole("button", { name: "Copy the link" }).click();
  const link = await until(
    () => one.evaluate(() => navigator.clipboard.readText()),
    "the link is copied",
  );
  assert.match(link, /\/rules#rules=[\w-]+$/);

  const other = await guest();
  await other.goto(link);
  await other.getByText("These rules came in a link.").waitFor();
  assert.equal(await text(other).inputValue(), RULES);
  const kept = () => other.evaluate(() => localStorage.getItem("tsuro.rules"));
  assert.equal(await kept(), null, "nothing is kept before the user says so");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await other.getByText("linked is kept in this browser.").waitFor();
  assert.match(other.url(), /\/rules\?own=linked$/);
  assert.match(await kept(), /Règles liées/);
});

scene("a link that is damaged or too large says so", async ({ server, guest }) => {
  for (const [link, words] of [
    [`rules=${packed(RULES).slice(0, -20)}`, "The link is damaged"],
    [`rules=${packed("[]")}`, "The link is damaged"],
    [`rules=${packed(JSON.stringify({ text: "a".repeat(300_000) }))}`, "This is too large"],
    ["record=%%%", "The link is damaged"],
  ]) {
    const page = await guest();
    await page.goto(
      `${server.address}/${link.startsWith("rules") ? "rules" : "game/link"}#${link}`,
    );
    await page.getByRole("alert").filter({ hasText: words }).waitFor();
  }
});

scene(
  "a game that is in a link is kept when that is agreed to, and once",
  async ({ server, guest }) => {
    const seats = Array(2).fill({ kind: "bot", level: "easy" });
    const { id } = await server.post("games", { rules: "classic", seats });
    await until(async () => (await server.get(`games/${id}`)).state === "over", "it is over");
    const record = await (await fetch(`${server.address}/api/1/games/${id}/record`)).text();
    const page = await guest();
    const link = `${server.address}/game/link#record=${packed(record)}`;
    const count = async () => (await server.get("games")).games.length;
    const show = page.getByRole("button", { name: "Show the game" });
    await page.goto(link);
    await show.waitFor();
    assert.equal(await count(), 1, "nothing is kept before the user says so");
    await show.click();
    await page.waitForURL(/\/game\/(?!link)\w+\?replay/);
    await page.getByRole("heading", { name: "Watch again: Tsuro" }).waitFor();
    const shown = page.url();
    await page.goto("about:blank");
    await page.goto(link);
    await page.waitForURL(shown);
    assert.equal(await count(), 2);
  },
);
