// Where pieces that dice move may come next, marked on the board while the person wants it.

import { announce, t } from "./common.js";

export class Ways {
  exist = false;
  #all = [];

  /** `button` turns it on and off. */
  constructor(button, board) {
    Object.assign(this, { button, board });
  }

  begin({ has_ways: exist }) {
    this.#all = [];
    this.exist = exist;
    this.button.hidden = !exist;
  }

  set(ways) {
    this.#all = ways;
    this.show();
  }

  get #isOn() {
    return this.button.getAttribute("aria-pressed") === "true";
  }

  toggle() {
    this.button.setAttribute("aria-pressed", String(!this.#isOn));
    this.show();
    if (!this.#isOn) return;
    const squares = this.#all.map(({ square, dice }) => `${square} (${dice})`).join(", ");
    announce(squares ? t("WebDangerAt", { squares }) : t("WebDangerNone"));
  }

  show() {
    if (this.board.shown) this.board.threaten(this.#isOn ? this.#all : []);
  }
}
