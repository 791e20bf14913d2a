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

/** Makes it. `now()` gives the text and the scripts; `isSame(one, other)` compares them. */
export function makeTrial({ now, isSame }) {
  const board = new Board(byId("trial-board"));
  let game = 1; // the number of the game that is shown: each has its own luck
  let of; // the rules that it was played by
  let steps = [];
  let lines = [];
  let backs = []; // for each step, the drawing of what it changes as it was before it
  let at = 0; // how many steps have been shown
  let isAsked = false;

  const button = (sign, key, act) =>
    h("button", { type: "button", "aria-label": t(key), title: t(key), onclick: act }, sign);
  byId("trial-steps").setAttribute("aria-label", t("WebReplaySteps"));
  byId("trial-steps").append(
    button("|‹", "WebKeyFirst", () => goTo(0)),
    button("‹", "WebKeyStepBack", () => goTo(at - 1)),
    button("›", "WebKeyStep", () => goTo(at + 1)),
    button("›|", "WebKeyLast", () => goTo(steps.length)),
  );
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
      show(came);
    } catch (error) {
      // What is wrong with the rules stands at the text and at the scripts.
      const why = error.body?.problems?.find(({ severity }) => severity === "error");
      byId("trial-refused").replaceChildren(why ? english(why.message) : messageOf(error));
    } finally {
      isAsked = false;
    }
  }

  function show(came) {
    steps = came.steps;
    [backs, at] = [[], 0];
    byId("trial-game").hidden = false;
    byId("trial-again").hidden = false;
    board.show(came.board, t("WebTrialBoard"));
    lines = steps.map(({ words }, index) =>
      h("button", { type: "button", class: "line", onclick: () => goTo(index + 1) }, words),
    );
    const line = ({ printed }, index) =>
      h(
        "li",
        {},
        printed.length > 0 && h("ul", { class: "plain printed" }, printed.map(printedLine)),
        lines[index],
      );
    const rest =
      came.printed.length > 0 &&
      h("li", {}, h("ul", { class: "plain printed" }, came.printed.map(printedLine)));
    byId("trial-list").replaceChildren(...[...steps.map(line), rest].filter(Boolean));
    const ends = [
      came.why === "long" && t("WebTrialLong"),
      came.why === "slow" && t("WebTrialSlow"),
      came.more_printed > 0 && t("WebTrialMore", { count: formatNumber(came.more_printed) }),
    ];
    byId("trial-end").textContent = ends.filter(Boolean).join(" ");
    changed();
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

  /** Says that the rules may have changed since. */
  function changed() {
    byId("trial-stale").hidden = !of || isSame(of, now());
  }

  return { changed };
}
