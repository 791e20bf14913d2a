// The pages in French.

import assert from "node:assert/strict";
import { scene } from "./scene.js";
import * as table from "./table.js";

// What the checker says is in English in all languages.
const BROKEN = 'schema = 1\nextends = "classic"\n\n[tiles]\nhand = "four"\n';

scene("the checker's English is marked as English on a French page", async ({ server, guest }) => {
  const page = await guest({ locale: "fr-FR" });
  const marked = async (texts) => {
    for (const text of texts) {
      const places = page.getByText(text);
      await places.first().waitFor({ state: "attached" });
      const others = await places.evaluateAll((all) =>
        all
          .filter((element) => element.closest("[lang]").lang !== "en")
          .map((element) => element.outerHTML),
      );
      assert.deepEqual(others, [], text);
    }
  };
  const { keys, house_rules: rules } = await server.post("choose?lang=fr", { rules: "seas" });
  const refused = rules.map((rule) => rule.refused).filter(Boolean);
  assert(refused.length > 0);
  await page.goto(`${server.address}/?rules=seas`);
  await table.chosen(page);
  await marked([...refused, ...keys.slice(0, 5).map(({ doc }) => doc)]);

  const { broken } = await server.post("choose?lang=fr", { rules: "seas+hand=99" });
  await page.goto(`${server.address}/?rules=seas+hand=99`);
  await page.locator("#play-what").getByText(broken).waitFor();
  await marked([broken]);

  const { problems } = await server.post("rules/check?lang=fr", { text: BROKEN });
  await page.getByRole("button", { name: "Écrire ou coller des règles …" }).click();
  await table.paste(page, BROKEN, "Règles, au format TOML");
  await marked(problems.flatMap(({ message, help }) => [message, help]).filter(Boolean));
});

// English words that are not sentences, and that French does not have.
const KNOWN = [
  "What happened",
  "Which game?",
  "Who plays?",
  "House rules",
  "New game",
  "Games played",
  "Your turn",
  "You are out",
  "is out:",
  "The board in words",
];

/** All words of a page, also those that only screen readers read; called on the page. */
function allWords() {
  const attributes = ["aria-label", "aria-valuetext", "title", "placeholder", "alt"];
  const found = [...document.querySelectorAll("*")].flatMap((element) =>
    attributes.map((name) => element.getAttribute(name)),
  );
  const copy = document.body.cloneNode(true);
  // Single keys of the rules are described in English, as in the documents.
  const english = "noscript, pre, textarea, option[lang], #keys-list";
  for (const element of copy.querySelectorAll(english)) element.remove();
  return [document.title, copy.textContent, ...found].filter(Boolean).join("\n");
}

scene("in French no sentence is left in English", async ({ server, guest }) => {
  const page = await guest();
  const [english, french] = await Promise.all(
    ["en", "fr"].map((code) => server.get(`words?lang=${code}`)),
  );
  // Sentences, and not single words: these may also be names, or be the same in both languages.
  const told = Object.entries(english).filter(
    ([key, words]) => words !== french[key] && words.includes(" ") && !words.includes("{"),
  );
  assert(told.length > 100, "there are sentences to look for");
  /** Checks what the page shows, also to screen readers and in boxes that are closed. */
  const check = async (where) => {
    assert.equal(await page.locator("html").getAttribute("lang"), "fr", where);
    const all = await page.evaluate(allWords);
    assert.deepEqual(all.match(/\bWeb[A-Z]\w+/g), null, `${where}: names of sentences`);
    assert.deepEqual(all.match(/\{\w+\}/g), null, `${where}: gaps that are not filled in`);
    for (const words of [...KNOWN, ...told.map(([, words]) => words)])
      assert(!all.includes(words), `${where}: “${words}”`);
  };

  await page.goto(`${server.address}/?rules=classic`);
  await table.chosen(page);
  await page.getByRole("combobox", { name: "Language" }).selectOption("fr");
  await page.getByRole("heading", { name: "Nouvelle partie" }).waitFor();
  await table.chosen(page);
  await check("launch");
  await page.goto(`${server.address}/?rules=seas%2Brough-seas`);
  await table.chosen(page);
  await page.getByText("Plus : règles une par une").click();
  await check("rules of the seas");
  await page.getByRole("button", { name: "Écrire ou coller des règles …" }).click();
  await page.getByText("Les règles sont correctes.").waitFor();
  await check("editor");
  await page.getByRole("button", { name: "Fermer" }).click();

  await page.getByRole("button", { name: "Jouer", exact: true }).click();
  await page.waitForURL(/\/game\//);
  await table.untilAsked(page);
  await check("a start mark");
  await table.playOn(page, { answers: 1 });
  await table.untilAsked(page);
  await page.getByText("Le plateau en mots", { exact: true }).click();
  await page.locator(".described li").first().waitFor();
  await table.letGo(page);
  await check("a tile");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Aide" }).waitFor();
  await check("help");
  await page.keyboard.press("Escape");
  assert(await table.playOn(page));
  await check("result");
  await page.goto(`${page.url()}?replay`);
  await page.getByRole("slider").press("End");
  await check("replay");
  await page.goto(`${server.address}/history`);
  await page.locator("#games > li").first().waitFor();
  await check("history");
});
