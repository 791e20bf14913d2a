// The games of the history beside games of bots: what is said, chosen and saved, by keys, in
// French, and with what cannot be measured.

import assert from "node:assert/strict";
import { examine } from "./examine.js";
import { peoplesGames, rated } from "./peoples-games.js";
import { saved, scene } from "./scene.js";
import * as table from "./table.js";

const claim = (page) => page.locator("#measured-report .claim");
const says = (page, words) => claim(page).getByText(words, { exact: true }).waitFor();

async function bring(server, text) {
  const response = await fetch(`${server.address}/api/1/records`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text }),
  });
  assert.equal(response.status, 200, await response.text());
}

scene("people who leave the board at once are not predicted by bots", async ({ server, guest }) => {
  const people = await peoplesGames({ rules: "classic+free-suicide", players: 4, games: 40 });
  await bring(server, rated(people, { fun: 4, again: true, remark: "<b>Once more</b>" }));
  await bring(server, await peoplesGames({ rules: "classic", players: 2, games: 3 }));
  const page = await guest();
  await page.goto(`${server.address}/history`);
  const button = page.getByRole("button", { name: "Measure these games" });
  await table.tabTo(page, button);
  await page.keyboard.press("Enter");
  await says(page, "Bots do not predict people here.");
  await page.getByText("Games that were read: 43. No filter is set.").waitFor();
  // The games that are most frequent come first.
  const group = page.getByLabel("Rules and players:");
  assert.match(await group.locator("option:checked").textContent(), /players: 4; games: 40$/);
  const turns = page.getByRole("row", { name: /^Turns per game / });
  assert.match(await turns.textContent(), /lower$/);
  const tile = page.getByRole("row", { name: /^tile / });
  assert.match(await tile.textContent(), /4\.0 s4\.0 s4\.0 s$/);
  await page.getByText(/^Games of bots beside them: [\d,]+$/).waitFor();
  await page.getByText("Fun: 4.0 of 5; answers: 1").waitFor();
  await page.getByText("<b>Once more</b>").waitFor();
  assert.equal(await page.getByText("damaged").count(), 0);
  await examine(page, "history-measured");
  await group.selectOption({ index: 1 });
  await says(page, "There are too few games for verdicts.");
  await page.getByLabel("Beside bots:").selectOption("random");
  await page.getByText(/^Beside 2 random players/).waitFor();
  const games = await saved(page, () => page.getByRole("button", { name: "Games as CSV" }).click());
  assert.equal(games.name, "tsuro-measured-games.csv");
  assert.equal(games.text.trimEnd().split("\n").length, 1 + 43);
  assert(!games.text.includes("Ann"), "there are no names in it");
  const metrics = await saved(page, () =>
    page.getByRole("button", { name: "Metrics as CSV" }).click(),
  );
  assert.match(metrics.text, /^rules_hash,games,/);
  const report = await saved(page, () =>
    page.getByRole("button", { name: "Download the report" }).click(),
  );
  assert.match(report.text, /Recorded games beside games of bots/);
});

scene("only games that the filter shows are measured", async ({ server, guest }) => {
  await bring(server, await peoplesGames({ rules: "classic", players: 2, games: 3 }));
  const page = await guest();
  await page.goto(`${server.address}/history?rules=seas`);
  const button = page.getByRole("button", { name: "Measure these games" });
  await button.click();
  await says(page, "No game here can be measured.");
  await page.getByText("Games that were read: 0. Filter: Game: Tsuro of the Seas.").waitFor();
  const stale = page.getByText(/^The filter has changed since\./);
  assert(await stale.isHidden());
  await page.getByLabel("Game", { exact: true }).selectOption("classic");
  await stale.waitFor();
  await button.click();
  await says(page, "There are too few games for verdicts.");
  await page.getByText("Games that were read: 3. Filter: Game: Tsuro.").waitFor();
  assert(await stale.isHidden());
});

scene("nothing, games of bots and one game are told as they are", async ({ server, guest }) => {
  const page = await guest({ locale: "fr-FR" });
  const measure = async () => {
    await page.goto(`${server.address}/history`);
    await page.getByRole("button", { name: "Mesurer ces parties" }).click();
  };
  await measure();
  await says(page, "Aucune partie ici ne peut être mesurée.");
  assert(await page.locator("#measured-what").isHidden());
  await bring(server, await peoplesGames({ rules: "classic", players: 2, games: 1 }));
  await measure();
  await says(page, "Il y a trop peu de parties pour des verdicts.");
  await page.getByText(/1 recorded game\./).waitFor();
  const english = await guest();
  await table.openTable(english, server, { rules: "seas", seats: ["bot easy", "bot easy"] });
  await table.result(english).waitFor();
  await measure();
  const option = page.getByLabel("Règles et joueurs :").getByRole("option", { name: /Seas/ });
  await page.getByLabel("Règles et joueurs :").selectOption(await option.textContent());
  await says(
    page,
    "Dans ces parties, des robots ont toutes les places : elles ne disent rien des gens.",
  );
});
