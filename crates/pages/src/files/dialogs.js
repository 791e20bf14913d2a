// Boxes over the page of a game: the help, and the name of a person who follows a link.

import { editions, h, keep, kept, sentence, t } from "./common.js";
import { fold } from "./panels.js";
import { lettersAreKeys, settingBox } from "./settings.js";

/** Shows a box, and removes it when it is closed. Gives a promise of how it was closed. */
function box(title, ...children) {
  // It has the focus, so that a box that is longer than the window opens at its beginning.
  const heading = h("h2", { id: "box-title", tabindex: "-1", autofocus: true }, title);
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

/** What one does now, by what is asked, or by what is shown. */
const MOMENTS = {
  place: "WebHelpPlace",
  start: "WebHelpStart",
  relocate: "WebHelpStart",
  rule: "WebHelpAnswer",
  exchange: "WebHelpAnswer",
  watch: "WebHelpWatch",
  out: "WebHelpOut",
  over: "WebHelpOver",
  replay: "WebHelpReplay",
};

const FATES = [
  ["✓", "WebSignStay"],
  ["†", "WebSignOut"],
  ["!", "WebSignOthers"],
  ["✗", "WebSignNot"],
];

/** Whether there is nothing but fingers to do it with. */
const hasFingersOnly = () => matchMedia("(hover: none) and (pointer: coarse)").matches;

const signs = (all) =>
  h(
    "ul",
    { class: "signs" },
    all.map(([sign, words]) =>
      h("li", {}, h("span", { class: "sign", "aria-hidden": "true" }, sign), h("span", {}, words)),
    ),
  );

function keysOf(isReplay, lacks) {
  const name = (key) => (key.startsWith("Web") ? t(key) : key);
  const row = ([key, words]) =>
    h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, name(key))), h("td", {}, t(words)));
  const keys = (isReplay ? REPLAY_KEYS : PLAY_KEYS).filter(([, words]) => !lacks.includes(words));
  return fold(
    t("WebKeys"),
    { name: "keys-help" },
    h("table", { class: "keys" }, h("tbody", {}, keys.map(row))),
    settingBox("keys", "WebLettersAreKeys", lettersAreKeys()),
  );
}

/**
 * The help on a table, first on this `moment` of `MOMENTS`: `summary` is what its rules are, in a
 * sentence, and `help` what they add to the help. `said` is what a page says of itself first, and
 * `lacks` the keys that do nothing there, by their words.
 */
export function showHelp({ summary, help, has_ways: hasWays }, moment, how = {}) {
  const { said = [], lacks = [] } = how;
  const isPlace = moment === "place";
  const isReplay = moment === "replay";
  const hand = hasFingersOnly() ? "WebHelpTouch" : "WebHelpMouse";
  return box(
    t("HelpTitle"),
    moment in MOMENTS && h("p", {}, h("strong", {}, t(MOMENTS[moment]))),
    said.map((words) => h("p", {}, words)),
    isPlace && h("p", {}, t(hand)),
    isPlace && signs(FATES.map(([sign, words]) => [sign, t(words)])),
    fold(
      t("WebHelpRules"),
      { name: "rules-help" },
      h("p", {}, t("HelpGoal")),
      summary && h("p", {}, sentence(summary)),
      h("p", {}, t("HelpColours")),
    ),
    help.map((part) =>
      fold(
        part.heading,
        { name: "rule-help" },
        h("p", {}, part.text),
        part.signs.length > 0 && signs(part.signs.map(({ sign, words }) => [sign, words])),
      ),
    ),
    moment in MOMENTS &&
      !hasFingersOnly() &&
      keysOf(isReplay, hasWays ? lacks : [...lacks, "WebKeyWays"]),
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
