// The frame of the replay of a game: the board on one side, and on the other the buttons that go
// through the game, who was eliminated, the result and what happened.

import { Board } from "./board.js";
import { byId, h, seatMark, t } from "./common.js";
import { speedSelect } from "./frame.js";
import { fold, hasColumns, helpButton } from "./panels.js";
import { downloadButton, linkButton, resultLines, turnLinkButton } from "./result.js";
import { settingsPanel, told } from "./settings.js";
import { address } from "./transport.js";

const button = (sign, key, act, name) =>
  h(
    "button",
    { type: "button", "aria-label": t(key), title: t(key), class: name, onclick: act },
    sign,
  );

/** The line of an event, which goes to the moment after it. */
const eventLine = (event, index, goTo) =>
  h("button", { type: "button", class: "line", onclick: () => goTo(index + 1) }, told(event));

/** How many events have been shown, as a slider. */
function makeSlider(count, goTo) {
  const slider = h("input", {
    type: "range",
    min: "0",
    max: String(count),
    step: "1",
    value: "0",
    "aria-label": t("WebReplayWhere"),
  });
  slider.addEventListener("input", () => goTo(Number(slider.value)));
  return slider;
}

/** The buttons that go through the game, with `run` in their middle. */
const stepButtons = (run, { first, turn, back, step, last }) =>
  h(
    "div",
    { class: "row steps", role: "group", "aria-label": t("WebReplaySteps") },
    button("|‹", "WebKeyFirst", first),
    button("«", "WebTurnBefore", () => turn(-1)),
    button("‹", "WebKeyStepBack", back),
    run,
    button("›", "WebKeyStep", step),
    button("»", "WebTurnNext", () => turn(1)),
    button("›|", "WebKeyLast", last),
  );

/** Who was eliminated, each with a way to that moment; false where nobody was. */
function outsPanel(events, seats, goTo) {
  const letters = new Map(seats.map(({ seat, letter }) => [seat, letter]));
  const outs = events.flatMap((event, index) =>
    event.out
      ? [
          h(
            "li",
            {},
            seatMark(event.out.seat, letters.get(event.out.seat)),
            eventLine(event, index, goTo),
          ),
        ]
      : [],
  );
  return (
    outs.length > 0 &&
    h(
      "section",
      { class: "panel" },
      h("h2", {}, t("WebOuts")),
      h("ul", { class: "standings" }, outs),
    )
  );
}

/** The links and buttons below all else. */
const toolsRow = (id, table) =>
  h(
    "div",
    { class: "row tools" },
    table.over && h("a", { class: "button", href: address("review", { id }) }, t("WebReview")),
    h("a", { class: "button", href: address("game", { id }) }, t("WebToGame")),
    downloadButton(id),
    table.over && linkButton(id),
  );

/**
 * Puts the frame on the page, and gives its parts by their names; `lines` has the line of each
 * event, or null. `game` is `{id, table, events, result}`, with the parts `comments`, `whatIf` and
 * `together` of one that is over. `acts` has what the buttons do: `goTo(at)`, `first`, `turn(by)`,
 * `back`, `step`, `last`, `run` and `help`; `shown()` is the number of the turn that is shown.
 */
export function makeReplayFrame({ id, table, events, result, comments, whatIf, together }, acts) {
  const picture = h("div", { class: "picture" });
  const lines = events.map((event, index) =>
    told(event) ? h("li", {}, eventLine(event, index, acts.goTo)) : null,
  );
  const scroll = h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": t("LogTitle") },
    h("ol", { class: "sentences" }, lines),
  );
  const parts = {
    board: new Board(picture),
    now: h("p", { class: "now", role: "status" }),
    where: h("span", { class: "where" }),
    slider: makeSlider(events.length, acts.goTo),
    run: button("▶", "WebRun", acts.run, "primary"),
    lines,
    scroll,
  };
  const player = h(
    "div",
    { class: "panel player" },
    parts.slider,
    stepButtons(parts.run, acts),
    h(
      "div",
      { class: "row tools" },
      speedSelect(["slow", "usual", "fast"]),
      turnLinkButton(id, table.over, acts.shown),
    ),
  );
  const desk = h(
    "div",
    { class: "desk" },
    player,
    together?.element,
    comments?.element,
    whatIf?.element,
    outsPanel(events, table.seats, acts.goTo),
    result && fold(t("WebResult"), { name: "result" }, resultLines(result, table.seats)),
    fold(t("LogTitle"), { open: hasColumns(), name: "log" }, scroll),
    toolsRow(id, table),
    settingsPanel(),
  );
  const title = h("h1", {}, t("WebReplayNamed", { title: table.title }));
  const caption = h("div", { class: "caption" }, parts.now);
  byId("main").append(
    h(
      "div",
      { class: "top row ends pinned" },
      title,
      h("div", { class: "row" }, parts.where, helpButton(acts.help)),
    ),
    h("div", { class: "play replay" }, h("div", { class: "board-side" }, picture, caption), desk),
  );
  return parts;
}
