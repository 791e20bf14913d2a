// A game under the rules that are being written: bots play it on the server, and here it is shown
// event by event, with what scripts printed before each. The page has the elements #trial-play,
// #trial-again, #trial-refused and #trial-game with what is in it.

import { Board } from "./board.js";
import { api, byId, english, formatNumber, h, messageOf, t } from "./common.js";
import { textBody } from "./own-rules.js";

/** What a script printed, with its place. */
const printedLine = ({ script, line, text }) =>
  h(
    "li",
    {},
    h("code", {}, line ? t("WebTrialPrinted", { script, line, text }) : `${script}: ${text}`),
  );

/** A list of what scripts printed, if there is any. */
const printedList = (printed) =>
  printed.length > 0 && h("ul", { class: "plain printed" }, printed.map(printedLine));

const stepButton = (sign, key, act) =>
  h("button", { type: "button", "aria-label": t(key), title: t(key), onclick: act }, sign);

/** Why a game was not played to its end, and how much of what was printed is left out. */
function endWords({ why, more_printed: more }) {
  const ends = [
    why === "long" && t("WebTrialLong"),
    why === "slow" && t("WebTrialSlow"),
    more > 0 && t("WebTrialMore", { count: formatNumber(more) }),
  ];
  return ends.filter(Boolean).join(" ");
}

/** Makes what shows a game step by step. `show(came)` shows another game, from its beginning. */
function makeSteps() {
  const board = new Board(byId("trial-board"));
  let steps = [];
  let lines = [];
  let backs = []; // for each step, the drawing of what it changes as it was before it
  let at = 0; // how many steps have been shown

  byId("trial-steps").setAttribute("aria-label", t("WebReplaySteps"));
  byId("trial-steps").append(
    stepButton("|‹", "WebKeyFirst", () => goTo(0)),
    stepButton("‹", "WebKeyStepBack", () => goTo(at - 1)),
    stepButton("›", "WebKeyStep", () => goTo(at + 1)),
    stepButton("›|", "WebKeyLast", () => goTo(steps.length)),
  );

  function show(came) {
    steps = came.steps;
    [backs, at] = [[], 0];
    board.show(came.board, t("WebTrialBoard"));
    lines = steps.map(({ words }, index) =>
      h("button", { type: "button", class: "line", onclick: () => goTo(index + 1) }, words),
    );
    const entries = steps.map(({ printed }, index) =>
      h("li", {}, printedList(printed), lines[index]),
    );
    const rest = printedList(came.printed);
    byId("trial-list").replaceChildren(...entries, rest ? h("li", {}, rest) : "");
    goTo(0);
  }

  function goTo(wanted) {
    const to = Math.min(Math.max(wanted, 0), steps.length);
    while (at < to) backs[at] = board.apply(steps[at++].patch);
    while (at > to) board.apply(backs[--at]);
    const step = steps[at - 1];
    byId("trial-now").textContent = step
      ? `${t("WebTrialAt", { at, count: steps.length })}: ${step.words}`
      : t("ReplayDeal");
    byId("trial-printed").replaceChildren(...(step?.printed ?? []).map(printedLine));
    for (const line of lines) line.removeAttribute("aria-current");
    const line = lines[at - 1];
    line?.setAttribute("aria-current", "step");
    // Only the list moves, and not the page.
    const scroll = byId("trial-scroll");
    scroll.scrollTop = line ? line.offsetTop - scroll.offsetTop - scroll.clientHeight / 2 : 0;
  }

  return { show };
}

/** Makes it. `now()` gives the text and the scripts; `isSame(one, other)` compares them. */
export function makeTrial({ now, isSame }) {
  const steps = makeSteps();
  let game = 1; // the number of the game that is shown: each has its own luck
  let of; // the rules that it was played by
  let isAsked = false;

  byId("trial-play").addEventListener("click", () => play(1));
  byId("trial-again").addEventListener("click", () => play(game + 1));

  async function play(number) {
    if (isAsked) return;
    isAsked = true;
    const asked = now();
    try {
      const came = await api("rules/try", {
        body: { ...textBody(asked), seed: `trial ${number}` },
      });
      [game, of] = [number, asked];
      byId("trial-refused").replaceChildren();
      byId("trial-game").hidden = byId("trial-again").hidden = false;
      byId("trial-end").textContent = endWords(came);
      changed();
      steps.show(came);
    } catch (error) {
      // What is wrong with the rules stands at the text and at the scripts.
      const why = error.body?.problems?.find(({ severity }) => severity === "error");
      byId("trial-refused").replaceChildren(why ? english(why.message) : messageOf(error));
    } finally {
      isAsked = false;
    }
  }

  /** Says that the rules may have changed since. */
  function changed() {
    byId("trial-stale").hidden = !of || isSame(of, now());
  }

  return { changed };
}
