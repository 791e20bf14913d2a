// Boxes over the page of a game: the help, and the name of a person who follows a link.

import { editions, h, keep, kept, sentence, t } from "./common.js";

/** Shows a box, and removes it when it is closed. Gives a promise of how it was closed. */
function box(title, ...children) {
  const heading = h("h2", { id: "box-title" }, title);
  const dialog = h(
    "dialog",
    { class: "panel box", "aria-labelledby": "box-title" },
    heading,
    children,
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue);
    });
  });
}

// ---- Help ---------------------------------------------------------------------------------------

/**
 * Whether single letters are commands. They can be turned off, for those whose speech or hand meets
 * keys by chance.
 */
export const lettersAreKeys = () => kept("keys", true);

const PLAY_KEYS = [
  ["WebKeyEnter", "WebKeyLay"],
  ["WebKeyTab", "WebKeyChoose"],
  ["1 – 9", "WebKeyNumber"],
  ["R, →", "WebKeyTurn"],
  ["Shift R, ←", "WebKeyTurnBack"],
  ["A", "WebKeyAdvice"],
  ["U", "WebKeyUndo"],
  ["W", "WebKeyWhere"],
  ["L", "WebKeyLog"],
  ["D", "WebKeyWays"],
  ["S", "WebKeyHurry"],
  ["?", "WebKeyHelp"],
];
const REPLAY_KEYS = [
  ["→", "WebKeyStep"],
  ["←", "WebKeyStepBack"],
  ["] [", "WebKeyTurns"],
  ["X", "WebKeyOuts"],
  ["Home, End", "WebKeyEnds"],
  ["P", "WebKeyRun"],
  ["?", "WebKeyHelp"],
];

/**
 * The help on a table: `summary` is what its rules are, in a sentence, and `help` what they add to
 * the help.
 */
export function showHelp({ summary, help, has_ways: hasWays }, replay = false) {
  const keys = (replay ? REPLAY_KEYS : PLAY_KEYS).filter(
    ([, words]) => hasWays || words !== "WebKeyWays",
  );
  const name = (key) => (key.startsWith("Web") ? t(key) : key);
  const row = ([key, words]) =>
    h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, name(key))), h("td", {}, t(words)));
  const letters = h("input", {
    type: "checkbox",
    id: "letters",
    onchange: (event) => keep("keys", event.target.checked),
  });
  letters.checked = lettersAreKeys();
  const signs = (all) =>
    h(
      "ul",
      { class: "signs" },
      all.map(([sign, words]) =>
        h(
          "li",
          {},
          h("span", { class: "sign", "aria-hidden": "true" }, sign),
          h("span", {}, words),
        ),
      ),
    );
  const fates = [
    ["✓", t("WebSignStay")],
    ["†", t("WebSignOut")],
    ["!", t("WebSignOthers")],
    ["✗", t("WebSignNot")],
  ];
  return box(
    t("HelpTitle"),
    h("p", {}, t("HelpGoal")),
    summary && h("p", {}, h("strong", {}, sentence(summary))),
    !replay && h("p", {}, t("WebHelpMouse")),
    h("p", {}, t("HelpColours")),
    !replay && signs(fates),
    help.map((part) => [
      h("h3", {}, part.heading),
      h("p", {}, part.text),
      part.signs.length > 0 && signs(part.signs.map(({ sign, words }) => [sign, words])),
    ]),
    h("h3", {}, t("WebKeys")),
    h("table", { class: "keys" }, h("tbody", {}, keys.map(row))),
    h("p", { class: "row" }, letters, h("label", { for: "letters" }, t("WebLettersAreKeys"))),
    h("form", { method: "dialog" }, h("button", { class: "primary" }, t("WebClose"))),
  );
}

// ---- A name -------------------------------------------------------------------------------------

/** Asks for the name of the person at a seat; empty if there is none. */
export async function askName(seat) {
  const longest = await editions().then(
    ({ people }) => people,
    () => 20,
  );
  const field = h("input", {
    id: "name",
    value: seat.named ? seat.name : kept("name", ""),
    maxlength: String(longest),
    autocomplete: "nickname",
  });
  const form = h(
    "form",
    { method: "dialog" },
    h("p", {}, t("WebNameWhy", { letter: seat.letter })),
    h("div", { class: "field" }, h("label", { for: "name" }, t("NameAsk")), field),
    h(
      "div",
      { class: "row" },
      h("button", { class: "primary", value: "take" }, t("WebNameTake")),
      h("button", { class: "quiet", value: "" }, t("WebNameNot")),
    ),
  );
  const how = await box(t("WebNameTitle"), form);
  const name = field.value.trim();
  if (how !== "take" || !name) return "";
  keep("name", name);
  return name;
}
