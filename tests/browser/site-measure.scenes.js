// The games of a site without a server beside games of bots: what the browser keeps, also where it
// is damaged.

import { peoplesGames } from "./peoples-games.js";
import { at, keptGames, putKept, siteScene } from "./site-scene.js";
import * as table from "./table.js";

const says = (page, words) =>
  page.locator("#measured-report .claim").getByText(words, { exact: true }).waitFor();

const measure = (page) => page.getByRole("button", { name: "Measure these games" }).click();

async function bring(page, what) {
  await page.locator("#upload-file").setInputFiles({
    name: "games.jsonl",
    mimeType: "text/plain",
    buffer: Buffer.from(await peoplesGames(what)),
  });
  await page.getByText(`${what.games} games are here now.`).waitFor();
}

siteScene("what a browser keeps is measured, and what is damaged is counted", async (parts) => {
  const { site, guest } = parts;
  const page = await guest();
  await page.goto(at(site, "history"));
  await measure(page);
  await says(page, "No game here can be measured.");
  await bring(page, { rules: "classic+free-suicide", players: 4, games: 40 });
  await measure(page);
  await says(page, "Bots do not predict people here.");
  // One that this version cannot read, and one of rules that it does not know.
  const [first, second] = await keptGames(page);
  const damaged = (text) => [
    { ...JSON.parse(text), format: 0 },
    JSON.parse(text.replaceAll("dragon", "weather")),
  ];
  const texts = damaged(first.text).map((value) => JSON.stringify(value));
  await putKept(
    page,
    [first, second].map(({ id, revision }, index) => ({
      store: "games",
      key: id,
      value: { revision, text: texts[index] },
    })),
  );
  await table.openTable(page, site, { rules: "seas", seats: ["bot easy", "bot easy"] });
  await table.result(page).waitFor();
  await page.goto(at(site, "history"));
  await measure(page);
  await page.getByText("damaged, or of rules that are not known here: 2").waitFor();
  await says(page, "Bots do not predict people here.");
  await page.getByLabel("Game", { exact: true }).selectOption("seas");
  await measure(page);
  await page.getByText("Games that were read: 1. Filter: Game: Tsuro of the Seas.").waitFor();
  await page.getByLabel("Game", { exact: true }).selectOption("");
  await measure(page);
  await page.getByText("Games that were read: 41. No filter is set.").waitFor();
  const group = page.getByLabel("Rules and players:");
  await group.selectOption({ label: "Tsuro of the Seas; players: 2; games: 1" });
  await says(page, "Bots have all seats in these games, so they say nothing about people.");
});
