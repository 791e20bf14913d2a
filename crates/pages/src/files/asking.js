// The question that is put to a player at this device: handed over, shown, answered and taken away
// again.

import { announce, api, errorBox, h, seatMark, t } from "./common.js";
import { Choices } from "./ask.js";
import { Hand } from "./hand.js";
import { Held } from "./held.js";
import { hasColumns } from "./panels.js";
import { answersOnlyChoice } from "./settings.js";

// A key that was meant to skip what is shown must not answer the question that follows it.
const GUARD = 400;
// The longest time of a choice that a record has, in milliseconds.
const LONGEST = 2 ** 32 - 1;
// A window that is less high has no room for the header beside a question.
const SHORT = 512;
// What may be answered without the person if there is one choice. A tile is always laid by hand.
const BY_ITSELF = ["exchange", "relocate", "rule"];

export class Asking {
  ask = null; // the `ask` that is shown
  asker = null; // its Hand or Choices
  held = new Held();
  // The words in the place of the question while there is none; null while there is one.
  resting = null;
  viewer = null; // the seat whose hand this device showed last
  decided = null; // the seat that chose last at this device
  // Whether the person is asked in any case. Otherwise nobody could take back what was before a
  // question that the page answers.
  asksAll = false;
  #since = 0;
  #sending = false;
  #advising = false;
  #wasOffline = false;

  /**
   * `frame` has the elements, `board` the picture, and `clock` the seconds. `own` are the seats of
   * this page, and `seat(number)` gives what is known of one. `onChange(asks)` is called when a
   * question comes (true) or goes, `say` tells screen readers, and `note` everybody at this device.
   */
  constructor(id, { frame, board, clock, own, seat, onChange, say, note }) {
    Object.assign(this, { id, frame, board, clock, own, seat, onChange, say, note });
  }

  get isHand() {
    return this.asker instanceof Hand;
  }

  /** Whether the device is given to another person before they see this question. */
  isHandedOver(ask) {
    return this.own.seats.length > 1 && !ask.sees?.open && this.viewer !== ask.seat;
  }

  #put(...parts) {
    this.resting = null;
    this.frame.question.replaceChildren(...parts.flat().filter(Boolean));
    this.frame.question.hidden = false;
  }

  /** Answers a question that the page may answer. Whether nobody has to be asked any more. */
  async answersItself(ask) {
    const { items } = ask.shown;
    const isOnly = items?.length === 1 && BY_ITSELF.includes(ask.decision);
    if (!isOnly || this.asksAll || !answersOnlyChoice()) return false;
    try {
      await this.#send(ask, { pick: items[0].pick });
    } catch (error) {
      return error.code === "stale";
    }
    // Who does not hold the device must not read another person's choice.
    const { name } = this.seat(ask.seat);
    const words = this.isHandedOver(ask)
      ? t("OnlyChoiceOf", { who: name })
      : t("OnlyChoice", { question: ask.title, answer: items[0].words });
    this.note(words);
    return true;
  }

  async #send({ seat, number }, answer) {
    await api(`games/${this.id}/choose`, {
      body: { seat, number, ...answer },
      token: this.own.tokenOf(seat),
    });
    this.decided = seat;
  }

  /** Before the question of another person at this device, the device is handed over. */
  handOver(ask) {
    if (!this.isHandedOver(ask)) return this.#show(ask);
    const { name } = this.seat(ask.seat);
    this.viewer = null;
    this.#since = performance.now();
    const ready = h(
      "button",
      { type: "button", class: "primary" },
      t("WebHandOverReady", { who: name }),
    );
    ready.addEventListener("click", () => {
      if (performance.now() - this.#since > GUARD) this.#show(ask);
    });
    const title = h(
      "h2",
      { id: "question-title" },
      t("WebHandOver", { who: name }),
      " ",
      this.clock.element,
    );
    this.#put(h("div", { class: "hand-over" }, title, h("p", {}, t("WebHandOverWhy")), ready));
    this.onChange(true);
    this.reveal = () => ready.focus({ preventScroll: true });
    this.focus();
  }

  #show(ask) {
    this.ask = ask;
    this.held.learn(ask);
    this.viewer = ask.seat;
    this.#since = performance.now();
    const options = {
      previewOf: (card) => this.#previewOf(ask, card),
      board: this.board,
      onLay: (pick) => this.#choose(pick),
    };
    this.asker = ask.shown.cards ? new Hand(ask, options) : new Choices(ask, options);
    this.problem = h("div", {});
    const { seat, letter, name } = this.seat(ask.seat);
    const whose =
      this.own.seats.length > 1 ? t("TitleAnswer", { who: name, question: ask.title }) : ask.title;
    const title = h(
      "h2",
      { id: "question-title", class: "row" },
      seatMark(seat, letter),
      h("span", {}, whose),
      this.clock.element,
    );
    this.#put(title, this.asker.element, this.problem);
    this.#busy(false);
    this.onChange(true);
    this.say(whose);
    this.reveal = () => this.asker?.focus();
    this.focus();
  }

  /** The board with a placement, as a patch; null where the server does not say it. */
  #previewOf({ seat, number }, { tile, rotation }) {
    const body = { seat, number, tile, rotation };
    return api(`games/${this.id}/preview`, { body, token: this.own.tokenOf(seat) }).then(
      (answer) => answer.patch,
      () => null,
    );
  }

  /** Shows something else in the place of the question; `reveal` puts the focus there. */
  put(parts, reveal) {
    this.#put(parts);
    this.reveal = reveal;
  }

  /** What stands in the place of the question while there is none. */
  rest(words) {
    const hand = this.own.seats.length === 1 ? this.held.draw() : null;
    const title = h(
      "p",
      { id: "question-title", class: "waits" },
      words || t("WebHand"),
      " ",
      this.clock.element,
    );
    this.#put(title, hand);
    this.resting = words;
    this.frame.question.hidden = !words && !hand;
  }

  /** Takes the question away. With `focus`, the focus stays near it. */
  withdraw({ focus = false } = {}) {
    const { question, actions, now, side } = this.frame;
    const had =
      question.contains(document.activeElement) || actions.contains(document.activeElement);
    this.asker?.close();
    this.asker = this.ask = null;
    this.reveal = null;
    this.#busy(false);
    this.rest("");
    this.onChange(false);
    if (!focus || !had) return;
    now.focus({ preventScroll: true });
    if (!hasColumns()) side.scrollIntoView({ block: "start" });
  }

  /** The focus goes to the question, unless the user is writing, or reads a box. */
  focus() {
    const { question, side, actions } = this.frame;
    if (isBusy() || question.hidden) return;
    this.reveal?.();
    // On a phone the board is brought to the top, so that the question fits below it.
    if (!hasColumns() || innerHeight < SHORT) side.scrollIntoView({ block: "start" });
    const { top, bottom } = document.activeElement.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight - actions.offsetHeight)
      document.activeElement.scrollIntoView({ block: "nearest" });
  }

  /** The focus goes to the question if what had it is gone. */
  keepFocus() {
    if (document.activeElement && document.activeElement !== document.body) return;
    if (this.reveal) this.reveal();
    else this.frame.now.focus({ preventScroll: hasColumns() });
  }

  async #choose(pick) {
    if (this.#sending || performance.now() - this.#since < GUARD) return;
    const { number } = this.ask;
    const ms = Math.min(Math.round(performance.now() - this.#since), LONGEST);
    this.#busy(true);
    try {
      await this.#send(this.ask, { pick, ms });
    } catch (error) {
      if (this.ask?.number !== number) return;
      // Something else happened first; the server sends it, and the next question.
      if (error.code === "stale") return;
      this.#busy(false);
      this.problem.replaceChildren(errorBox(error));
      this.#wasOffline = error.code === "offline";
    }
  }

  /** The server answers again: that it did not is no longer said. */
  forgetOffline() {
    if (this.#wasOffline) this.problem.replaceChildren();
    this.#wasOffline = false;
  }

  #busy(sending) {
    this.#sending = sending;
    this.frame.lay.setAttribute("aria-disabled", String(sending));
  }

  async advise() {
    const { ask } = this;
    if (!ask || this.#advising) return;
    this.#advising = true;
    this.frame.hint.setAttribute("aria-disabled", "true");
    const wait = h("p", { class: "hint" }, t("Advising"));
    this.problem.replaceChildren(wait);
    announce(t("Advising"));
    try {
      const { advice } = await api(`games/${this.id}/advice`, {
        body: { seat: ask.seat, number: ask.number },
        token: this.own.tokenOf(ask.seat),
      });
      if (this.ask !== ask) return;
      wait.remove();
      if (advice.length) this.asker.advise(advice);
      else this.problem.replaceChildren(h("p", { class: "hint", role: "status" }, t("NoAdvice")));
    } catch (error) {
      if (this.ask === ask && error.code !== "stale") this.problem.replaceChildren(errorBox(error));
    } finally {
      this.#advising = false;
      this.frame.hint.removeAttribute("aria-disabled");
    }
  }
}

/** Whether the person is in a box, or writes. */
const isBusy = () =>
  document.querySelector("dialog[open]") !== null ||
  (document.activeElement?.matches("select, textarea, input:not([type=radio])") ?? false);
