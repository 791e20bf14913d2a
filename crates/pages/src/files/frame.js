// The frame of the page of a game: the board on one side, and on the other what is asked and what
// stands beside it.

import { byId, h, t } from "./common.js";
import { helpButton } from "./panels.js";
import { setSpeed, speed, SPEEDS } from "./show.js";

export const SPEED_WORDS = {
  slow: "WebSpeedSlow",
  usual: "WebSpeedUsual",
  fast: "WebSpeedFast",
  none: "WebSpeedNone",
};

const button = (key, act, attributes = {}) =>
  h("button", { type: "button", onclick: act, ...attributes }, t(key));
const sign = (text, key, act) =>
  h("button", { type: "button", "aria-label": t(key), title: t(key), onclick: act }, text);

/** The choice how fast things are shown. */
export function speedSelect(names = Object.keys(SPEEDS)) {
  const options = names.map((name) => h("option", { value: name }, t(SPEED_WORDS[name])));
  const select = h(
    "select",
    { id: "speed", onchange: (event) => setSpeed(event.target.value) },
    options,
  );
  select.value = names.includes(speed()) ? speed() : "usual";
  return [h("label", { for: "speed" }, t("WebSpeed")), select];
}

/**
 * Puts the frame on the page, and gives its parts by their names. `acts` has what its buttons do:
 * `next`, `hurry`, `lay`, `turn(by)`, `advise`, `undo`, `ways` and `help`. `log`, `words`,
 * `talk`, `luck` and `settings` are panels.
 */
export function makeFrame(acts, { talk, log, words, luck, settings }) {
  const parts = {
    title: h("h1", {}, ""),
    evening: h("a", { hidden: true }),
    turn: h("span", { class: "hint" }),
    state: h("span", { class: "connection", role: "status" }, h("span", {})),
    now: h("p", { class: "now", tabindex: "-1" }),
    skip: h(
      "div",
      { class: "row skips" },
      button("WebNext", acts.next, { class: "small" }),
      button("WebHurry", acts.hurry, { class: "small" }),
    ),
    notices: h("div", { class: "notices" }),
    question: h("section", { class: "question panel", "aria-labelledby": "question-title" }),
    lay: button("WebLay", acts.lay, { class: "primary lay" }),
    turns: [
      sign("↺", "WebTurnLeft", () => acts.turn(-1)),
      sign("↻", "WebTurnRight", () => acts.turn(1)),
    ],
    hint: button("WebAdvice", acts.advise, { title: t("WebAdviceAbout") }),
    undo: button("WebUndo", acts.undo),
    help: helpButton(acts.help),
    people: h("section", { class: "panel", "aria-labelledby": "people-title" }),
    danger: h(
      "button",
      { type: "button", "aria-pressed": "false", onclick: acts.ways },
      t("WebDanger"),
    ),
    picture: h("div", { class: "picture" }),
  };
  const {
    title,
    evening,
    turn,
    state,
    now,
    skip,
    notices,
    question,
    lay,
    turns,
    hint,
    undo,
    help,
    people,
    danger,
    picture,
  } = parts;
  parts.actions = h("div", { class: "actions" }, turns, lay, hint, undo, help);
  parts.side = h(
    "div",
    { class: "board-side" },
    picture,
    h("div", { class: "caption" }, now, skip),
  );
  const tools = h("div", { class: "row tools" }, speedSelect(), danger);
  const desk = h(
    "div",
    { class: "desk" },
    notices,
    question,
    parts.actions,
    people,
    talk,
    log,
    words,
    luck,
    tools,
    settings,
  );
  byId("main").append(
    h("div", { class: "top row ends" }, title, evening, h("div", { class: "row" }, turn, state)),
    (parts.play = h("div", { class: "play" }, parts.side, desk)),
  );
  skip.hidden = question.hidden = true;
  showBar(parts, {}, false);
  return parts;
}

/** Names the button that takes back: of several persons, the others are asked. */
export function nameUndo(undo, isAsked) {
  const words = t(isAsked ? "WebUndoAsk" : "WebUndo");
  undo.setAttribute("aria-label", words);
  // On a phone there is no room for the long words.
  undo.replaceChildren(
    h("span", { class: "if-wide" }, words),
    h("span", { class: "if-narrow" }, t("WebUndo")),
  );
}

/** Shows the buttons that fit the question. `asking` has it. */
export function showBar({ lay, turns, hint, undo }, { asker, isHand }, canUndo) {
  lay.hidden = !asker;
  lay.textContent = t(isHand ? "WebLay" : "WebTake");
  for (const button of turns) button.hidden = !isHand;
  hint.hidden = !asker;
  undo.hidden = !canUndo;
}
