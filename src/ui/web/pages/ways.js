// Where daikaiju may come next, marked on the board while the person wants it.

import { announce, t } from "./common.js";

export class Ways {
  #all = [];

  /** `button` turns it on and off. */
  constructor(button, board) {
    Object.assign(this, { button, board });
  }

  /** Whether the rules have daikaiju. Only seas editions have them, unless a rule set of one's own brings them. */
  begin({ rules, ways }) {
    this.#all = ways ?? [];
    this.rules = rules;
    this.button.hidden = !this.exist;
  }

  get exist() {
    return this.#all.length > 0 || /^seas|storm|kaiju/.test(this.rules);
  }

  set(ways) {
    this.#all = ways;
    if (this.exist) this.button.hidden = false;
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
