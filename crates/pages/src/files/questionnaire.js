// The questions about a game after its end. The record has the answers without names.

import { api, errorBox, h, t } from "./common.js";
import { fold } from "./panels.js";

/** The longest remark that a record keeps, in characters. */
const LONGEST = 500;

/** A question, and its answers: `{words: value}`. Gives the element, and what was answered. */
function question(name, words, answers) {
  const option = ([label, value], at) => {
    const id = `rate-${name}-${at}`;
    const input = h("input", { type: "radio", name: `rate-${name}`, id, value: at });
    return { value, input, element: h("span", {}, input, " ", h("label", { for: id }, label)) };
  };
  const options = Object.entries(answers).map(option);
  return {
    element: h(
      "fieldset",
      { class: "field" },
      h("legend", {}, words),
      h(
        "div",
        { class: "row" },
        options.map(({ element }) => element),
      ),
    ),
    answer: () => options.find(({ input }) => input.checked)?.value,
  };
}

/**
 * A part that unfolds, with the questions for the persons of `seats` one after another; `tokenOf`
 * gives the token of a seat.
 */
export function questionnairePanel(id, seats, tokenOf) {
  const left = [...seats];
  const box = h("div", {});
  const ask = (said) => box.replaceChildren(...form(said));
  function form(said) {
    const fun = question("fun", t("WebRateFun"), { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5 });
    const length = question("length", t("WebRateLength"), {
      [t("WebRateShort")]: "too-short",
      [t("WebRateRight")]: "right",
      [t("WebRateLong")]: "too-long",
    });
    const again = question("again", t("WebRateAgain"), {
      [t("WebRateYes")]: true,
      [t("WebRateNo")]: false,
    });
    const remark = h("input", { id: "rate-remark", maxlength: LONGEST, autocomplete: "off" });
    const problem = h("div", { role: "alert" });
    const send = async (event) => {
      event.preventDefault();
      const feedback = {
        fun: fun.answer(),
        length: length.answer(),
        again: again.answer(),
        remark: remark.value.trim() || undefined,
      };
      if (Object.values(feedback).every((answer) => answer === undefined)) {
        return problem.replaceChildren(h("p", { class: "error" }, t("WebRateNothing")));
      }
      const button = event.submitter;
      if (button) button.disabled = true;
      try {
        const [seat] = left;
        const body = { seat, feedback };
        await api(`games/${id}/feedback`, { token: tokenOf(seat), body });
        left.shift();
        ask(t("RateKept"));
        box.querySelector("[role=status]").focus();
      } catch (error) {
        problem.replaceChildren(errorBox(error));
        if (button) button.disabled = false;
      }
    };
    return [
      said && h("p", { class: "hint", role: "status", tabindex: "-1" }, said),
      left.length > 0 &&
        h(
          "form",
          { onsubmit: send },
          fun.element,
          length.element,
          again.element,
          h("p", { class: "field" }, h("label", { for: remark.id }, t("WebRateRemark")), remark),
          h("button", {}, t("WebRateSend")),
          problem,
        ),
    ].filter(Boolean);
  }
  ask();
  return fold(t("WebRateTitle"), { name: "questionnaire" }, box);
}
