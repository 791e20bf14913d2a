// Other placements in a game that is over and shown again: what could have been laid, tried out on
// the board.

import { announce, api, errorBox, h, sentence, t, tileImage } from "./common.js";
import { fold } from "./panels.js";

const isPlaced = ({ event }) => event?.event === "placed";

export class WhatIf {
  #at = 0; // how many events are shown
  #back = null; // the patch that takes back what is tried out
  #asked = 0; // counts requests, so that one that comes too late is known
  #laid = null; // the tile that is tried out, and its rotation
  #cards = h("fieldset", { class: "choices", hidden: true });
  #problem = h("div", {});
  #begin = h("button", { type: "button", onclick: () => this.#start() }, t("WhatIfBegin"));
  #end = h("button", { type: "button", onclick: () => this.#stop() }, t("WhatIfEnd"));
  element = fold(
    t("WhatIf"),
    { name: "what-if" },
    h("p", { class: "hint" }, t("WhatIfHint")),
    h("div", { class: "row" }, this.#begin, this.#end),
    this.#cards,
    this.#problem,
  );

  /**
   * `events` are those of a replay, and `goTo(at)` shows the moment after a number of them.
   * `changed()` is called when the person here tries something out, or no longer does.
   */
  constructor(id, { events, goTo, changed }) {
    Object.assign(this, { id, events, goTo, changed });
    this.#end.hidden = true;
  }

  /** What is tried out: the tile and its rotation; null if nothing is. */
  get laid() {
    return this.#laid;
  }

  /** The board shows the moment after a number of events. */
  arrive(at) {
    this.#at = at;
    this.#begin.disabled = this.#next() < 0;
  }

  /** The board shows the game again, as it was. */
  clear() {
    this.#asked += 1;
    if (this.#back) {
      this.board.apply(this.#back);
      this.board.light(null);
    }
    this.#back = this.#laid = null;
    this.#cards.hidden = this.#end.hidden = true;
    this.#begin.hidden = false;
    this.#problem.replaceChildren();
  }

  /** Shows what another person tries out at this moment. */
  show(laid) {
    this.element.open = true;
    return this.#ask(laid);
  }

  /** How many events come before the next placement; less than 0: there is none. */
  #next() {
    return this.events.findIndex((event, index) => index >= this.#at && isPlaced(event));
  }

  async #start() {
    this.goTo(this.#next());
    await this.#ask(null);
    this.#cards.querySelector("input")?.focus();
  }

  #stop() {
    this.clear();
    this.#begin.focus();
    this.changed();
  }

  /** Asks what can be laid at the next placement, and what the board would look like. */
  async #ask(laid) {
    this.#asked += 1;
    const asked = this.#asked;
    const placement = this.events.slice(0, this.#at).filter(isPlaced).length;
    try {
      const body = { placement, laid };
      const told = await api(`games/${this.id}/what-if`, { body });
      if (asked !== this.#asked) return;
      this.#problem.replaceChildren();
      if (this.#cards.hidden) this.#list(told);
      this.#tryOut(told, laid);
    } catch (error) {
      if (asked === this.#asked) this.#problem.replaceChildren(errorBox(error));
    }
  }

  #list({ who, square, cards }) {
    const { tile, rotation } = this.events[this.#at]?.event ?? {};
    const line = (card) => {
      const wasLaid = card.tile === tile && card.rotation === rotation;
      return h(
        "label",
        { class: card.allowed ? "choice" : "choice refused" },
        h("input", {
          type: "radio",
          name: "what-if",
          value: `${card.tile} ${card.rotation}`,
          onchange: () => this.#choose([card.tile, card.rotation]),
        }),
        tileImage(card.tile, card.rotation, { class: "small-tile", alt: "" }),
        h(
          "span",
          { class: "said" },
          h("span", { class: "visually-hidden" }, `${card.placed}: `),
          sentence(card.words),
        ),
        wasLaid && h("span", { class: "badge" }, t("WhatIfLaid")),
        !card.allowed && h("span", { class: "badge" }, t("WhatIfRefused")),
      );
    };
    this.#cards.replaceChildren(
      h("legend", {}, t("WhatIfWho", { who, square })),
      h("div", { class: "list scroll" }, cards.map(line)),
    );
    this.#cards.hidden = this.#end.hidden = false;
    this.#begin.hidden = true;
  }

  async #choose(laid) {
    await this.#ask(laid);
    this.changed();
  }

  #tryOut({ patch, square, cards }, laid) {
    if (this.#back) this.board.apply(this.#back);
    this.#back = this.board.apply(patch);
    this.#laid = laid;
    this.board.light(square);
    if (!laid) return;
    const [tile, rotation] = laid;
    const radio = this.#cards.querySelector(`[value="${Number(tile)} ${Number(rotation)}"]`);
    if (radio) radio.checked = true;
    const card = cards.find((known) => known.tile === tile && known.rotation === rotation);
    announce(sentence(card.words));
  }
}
