// The hand of the person at this device while others play: as it was asked for last, and what has
// changed since.

import { h, t, tileImage } from "./common.js";

export class Held {
  #tiles = null;

  /** What a question shows of the hand. */
  learn(ask) {
    this.#tiles = [...(ask.sees?.hand ?? [])];
  }

  forget() {
    this.#tiles = null;
  }

  /** What an event changes. Where that is not known, nothing is shown until the next question. */
  follow(event, seat) {
    if (!event || !this.#tiles) return;
    if (["exchanged", "chose", "returned"].includes(event.event)) return this.forget();
    if (event.player !== seat) return;
    if (event.event === "eliminated") this.#tiles = [];
    if (event.event === "placed") {
      const at = this.#tiles.indexOf(event.tile);
      if (at >= 0) this.#tiles.splice(at, 1);
    }
    if (event.event === "drew") {
      if (typeof event.tile === "number") this.#tiles.push(event.tile);
      else this.forget();
    }
  }

  /** The tiles, or null if they are not known. */
  draw() {
    if (!this.#tiles?.length) return null;
    const image = (tile) =>
      tileImage(tile, 0, { class: "resting", alt: "", width: "100", height: "100" });
    return h(
      "div",
      { class: "hand", role: "img", "aria-label": t("WebHandOf", { count: this.#tiles.length }) },
      this.#tiles.map(image),
    );
  }
}
