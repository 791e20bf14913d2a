// A question that is answered from a list: a start mark, an exchange, what a rule asks.

import { announce, h, t, tileImage } from "./common.js";
import { percent, worth } from "./hand.js";

/**
 * Has the same interface as `Hand`. Answers that are a place or a square are marked on the board,
 * too.
 */
export class Choices {
  #best = null;

  constructor(ask, { board, onLay }) {
    Object.assign(this, { ask, board, onLay });
    this.items = ask.shown.items;
    this.chosen = ask.shown.at ?? 0;
    this.radios = this.items.map((_, index) => {
      const radio = h("input", { type: "radio", name: "answer", value: String(index) });
      radio.addEventListener("change", () => this.choose(index));
      return radio;
    });
    this.labels = this.items.map((item, index) => {
      const label = h(
        "label",
        { class: "choice" },
        this.radios[index],
        h("span", {}, item.words),
        this.#tiles(item),
        h("span", { class: "share" }),
      );
      label.addEventListener("dblclick", () => this.lay());
      return label;
    });
    this.list = h("div", { class: "scroll list" }, this.labels);
    this.element = h(
      "fieldset",
      { class: "choices", "aria-labelledby": "question-title" },
      this.#about(),
      this.list,
      this.#hand(),
    );
    this.#show();
  }

  /** What the question is about: tiles are drawn, squares and places marked on the board. */
  #about() {
    const about = this.ask.shown.about ?? [];
    this.board.point(about.map(({ square, place }) => square ?? place).filter(Boolean));
    const parts = about.map(({ tile, rotation, words }) =>
      tile === undefined ? words && h("span", {}, words) : small(tile, rotation, words),
    );
    return about.length > 0 ? h("div", { class: "about" }, parts.filter(Boolean)) : null;
  }

  /** The tiles of an exchange, or the tile that is an answer. */
  #tiles({ pick, tile, rotation }) {
    const { gave, took } = this.ask.choices?.[pick] ?? {};
    if (tile !== undefined)
      return h("span", { class: "swap", "aria-hidden": "true" }, small(tile, rotation));
    if (!gave?.length) return null;
    const images = (tiles) => tiles.map((tile) => small(tile));
    return h("span", { class: "swap", "aria-hidden": "true" }, images(gave), "→", images(took));
  }

  /** The own hand, which may matter for the answer, unless the answers show tiles themselves. */
  #hand() {
    const hand = this.ask.sees?.hand ?? [];
    if (
      !hand.length ||
      this.ask.decision === "exchange" ||
      this.items.every(({ tile }) => tile !== undefined)
    )
      return null;
    return h(
      "div",
      { class: "held" },
      h("span", { class: "hint" }, t("WebHand")),
      hand.map((tile) => small(tile)),
    );
  }

  get pick() {
    return this.items[this.chosen].pick;
  }

  choose(index) {
    if (index < 0 || index >= this.items.length) return;
    this.chosen = index;
    this.#show();
  }

  /** A click on the board: on another place points at it, on the chosen one takes it. */
  #click(index) {
    if (index === this.chosen) return this.lay();
    this.choose(index);
    announce(this.items[index].words);
  }

  step(by) {
    this.choose((this.chosen + by + this.items.length) % this.items.length);
    this.radios[this.chosen].focus();
  }

  turn() {}

  wheel() {}

  lay() {
    this.onLay(this.pick);
  }

  #show() {
    this.radios[this.chosen].checked = true;
    this.#reveal();
    const places = this.items.map(({ place, square }) => place ?? square ?? null);
    this.board.offer(places, this.chosen, (index) => this.#click(index));
  }

  advise(advice) {
    const shares = new Map(advice.map(({ pick, share }) => [pick, share]));
    this.#best = advice[0].share;
    this.items.forEach(({ pick }, index) => {
      const share = shares.get(pick);
      this.labels[index].querySelector(".share").textContent =
        share === undefined ? "" : `${percent(share)}\u00a0%`;
    });
    this.choose(
      Math.max(
        0,
        this.items.findIndex(({ pick }) => pick === advice[0].pick),
      ),
    );
    announce(`${this.items[this.chosen].words}: ${worth(this.#best, this.#best)}`);
  }

  close() {
    this.board.offer([], 0, () => {});
    this.board.point([]);
  }

  focus() {
    this.radios[this.chosen].focus({ preventScroll: true });
    this.#reveal();
  }

  /** Scrolls the list, and not the page, whose board may be in use. */
  #reveal() {
    const label = this.labels[this.chosen];
    const top = label.offsetTop - this.list.offsetTop;
    const { scrollTop, clientHeight } = this.list;
    if (top < scrollTop) this.list.scrollTop = top;
    else if (top + label.offsetHeight > scrollTop + clientHeight)
      this.list.scrollTop = top + label.offsetHeight - clientHeight;
  }
}

const small = (tile, rotation = 0, alt = "") =>
  tileImage(tile, rotation, { class: "small-tile", alt, width: "40", height: "40" });
