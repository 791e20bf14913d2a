// The question which tile to lay: the hand, the way each tile is turned, and what would come of it,
// shown on the board.

import { announce, formatNumber, h, t, showTile, tileImage } from "./common.js";

/** How a tile is turned, by quarter turns. */
const TURNED = ["Turned0", "Turned1", "Turned2", "Turned3"];

export const percent = (share) => formatNumber(Math.round(share * 100));

/**
 * `previewOf(card)` gives the patch of the board with a placement, or null; `onLay(pick)` is called
 * with the choice. `isTest`: there are right answers and wrong ones, so that a ✓ for "allowed"
 * would read as "right".
 */
export class Hand {
  #previews = new Map();
  #back = null;
  #asked = 0;
  #advice = null;

  constructor(ask, { previewOf, board, onLay, isTest = false }) {
    Object.assign(this, { ask, previewOf, board, onLay, isTest });
    const { cards, hand, at } = ask.shown;
    this.cards = cards;
    this.tiles = hand ?? [...new Set(cards.map(({ tile }) => tile))];
    // For each place in the hand, the orientation that it shows.
    this.turned = this.tiles.map((tile) => {
      const own = this.#cardsOf(tile);
      return Math.max(
        0,
        own.findIndex(({ pick }) => pick !== null),
      );
    });
    const proposed = cards[at ?? 0] ?? cards[0];
    this.chosen = Math.max(0, this.tiles.indexOf(proposed.tile));
    this.turned[this.chosen] = this.#cardsOf(proposed.tile).indexOf(proposed);
    this.#make();
    this.board.light(ask.shown.square);
    this.#show({ aloud: false });
  }

  #cardsOf(tile) {
    return this.cards.filter((card) => card.tile === tile);
  }

  /** The placement that is shown. */
  get card() {
    return this.#cardAt(this.chosen);
  }

  #cardAt(index) {
    return this.#cardsOf(this.tiles[index])[this.turned[index]];
  }

  #make() {
    this.buttons = this.tiles.map((tile, index) => {
      const image = h("img", { alt: "", width: "100", height: "100", draggable: "false" });
      const button = h(
        "button",
        { type: "button", class: "tile" },
        image,
        h("span", { class: "sign", "aria-hidden": "true" }),
        h("span", { class: "share" }),
      );
      button.addEventListener(
        "focus",
        () => button.matches(":focus-visible") && this.choose(index),
      );
      button.addEventListener("click", () =>
        index === this.chosen && !this.dragged ? this.turn(1) : this.choose(index),
      );
      button.addEventListener("pointerdown", (event) => this.#drag(event, index));
      button.addEventListener("wheel", (event) => this.wheel(event, index), { passive: false });
      return button;
    });
    this.fate = h("p", { class: "fate" });
    this.radios = this.cards.map((card, index) => {
      const radio = h("input", {
        type: "radio",
        name: "placement",
        value: String(index),
        "aria-disabled": card.pick === null ? "true" : null,
      });
      radio.addEventListener("change", () =>
        this.choose(this.tiles.indexOf(card.tile), this.#cardsOf(card.tile).indexOf(card)),
      );
      return radio;
    });
    const label = (card, index) =>
      h(
        "label",
        { class: card.pick === null ? "choice refused" : "choice" },
        this.radios[index],
        h("span", {}, this.#words(card)),
        h("span", { class: "share" }),
      );
    this.labels = this.cards.map(label);
    this.element = h(
      "div",
      { class: "cards" },
      h(
        "div",
        { class: "hand", role: "group", "aria-label": t("WebHand") },
        this.buttons,
        this.#special(),
      ),
      this.fate,
      h(
        "details",
        { class: "fold" },
        h("summary", {}, t("WebPlacements")),
        h(
          "fieldset",
          { class: "choices" },
          h("legend", { class: "visually-hidden" }, t("WebPlacements")),
          this.labels,
        ),
      ),
    );
  }

  /** The tiles of the hand that are never laid. */
  #special() {
    const image = ({ tile, words }) =>
      tileImage(tile, 0, {
        class: "resting",
        alt: words,
        title: words,
        width: "100",
        height: "100",
      });
    return (this.ask.shown.special ?? []).map(image);
  }

  #outcome(card) {
    if (card.pick === null) return "✗";
    const out = this.ask.choices?.[card.pick]?.out ?? [];
    if (out.includes(this.ask.seat)) return "†";
    if (out.length) return "!";
    return this.isTest ? "" : "✓";
  }

  /** A placement in words: the tile, how it is turned, and everybody's fate. */
  #words(card) {
    const place = this.tiles.indexOf(card.tile) + 1;
    const tile = t("WebTileTurned", { place, turned: t(TURNED[card.rotation % 4]) });
    const fate = card.pick === null ? t("WebRefusedWhy", { why: card.refused ?? "" }) : card.fate;
    return `${tile}: ${fate}`;
  }

  /** Chooses a place of the hand, and how its tile is turned. */
  choose(index, turned = this.turned[index]) {
    if (index < 0 || index >= this.tiles.length) return;
    if (index === this.chosen && turned === this.turned[index]) return;
    this.chosen = index;
    this.turned[index] = turned;
    this.#show();
  }

  /** Chooses the next place of the hand, or the one before. */
  step(by) {
    this.choose((this.chosen + by + this.tiles.length) % this.tiles.length);
  }

  turn(by) {
    const count = this.#cardsOf(this.tiles[this.chosen]).length;
    if (count > 1) this.choose(this.chosen, (this.turned[this.chosen] + by + count) % count);
    else announce(this.fate.textContent);
  }

  /** Turns by the wheel. One notch is one turn, also where a device sends many small steps. */
  wheel(event, index = this.chosen) {
    if (index !== this.chosen || Math.abs(event.deltaY) < 1) return;
    event.preventDefault();
    this.rolled = (this.rolled ?? 0) + (event.deltaMode === 0 ? event.deltaY : event.deltaY * 30);
    if (Math.abs(this.rolled) < 40) return;
    this.turn(Math.sign(this.rolled));
    this.rolled = 0;
  }

  lay() {
    if (this.card.pick === null) return announce(this.fate.textContent);
    this.onLay(this.card.pick);
  }

  #show({ aloud = true } = {}) {
    this.buttons.forEach((button, index) => {
      const card = this.#cardAt(index);
      const image = button.querySelector("img");
      showTile(image, card.tile, card.rotation);
      button.setAttribute("aria-pressed", String(index === this.chosen));
      button.classList.toggle("refused", card.pick === null);
      button.querySelector(".sign").textContent = this.#outcome(card);
      button.setAttribute("aria-label", this.#words(card));
      button.querySelector(".share").textContent = this.#shareOf(card.tile);
    });
    const { card } = this;
    this.radios[this.cards.indexOf(card)].checked = true;
    const sign = h("span", { class: "sign", "aria-hidden": "true" }, this.#outcome(card));
    const worth = this.#worth(card);
    const words = card.pick === null ? t("WebRefusedWhy", { why: card.refused ?? "" }) : card.fate;
    this.fate.classList.toggle("refused", card.pick === null);
    this.fate.replaceChildren(
      sign,
      h("span", {}, words, worth && h("span", { class: "hint worth" }, worth)),
    );
    if (aloud) announce(`${this.#words(card)} ${worth}`);
    this.#preview(card);
  }

  // ---- On the board ----

  async #preview(card) {
    const asked = ++this.#asked;
    const key = `${card.tile}-${card.rotation}`;
    let patch = this.#previews.get(key);
    if (!patch) {
      // Without a picture of it the words still say what would happen.
      patch = await this.previewOf(card);
      if (patch) this.#previews.set(key, patch);
      if (asked !== this.#asked) return;
    }
    this.#undoPreview();
    if (patch) this.#back = this.board.apply(patch);
  }

  #undoPreview() {
    if (this.#back) this.board.apply(this.#back);
    this.#back = null;
  }

  /** Takes the trial off the board. */
  close() {
    this.#asked += 1;
    this.#undoPreview();
    this.board.light(null);
    this.stopDrag?.();
  }

  #drag(down, index) {
    if (down.button !== 0 || !down.isPrimary) return;
    this.dragged = false;
    const button = this.buttons[index];
    const { width } = button.querySelector("img").getBoundingClientRect();
    let ghost = null;
    const move = (event) => {
      if (event.pointerId !== down.pointerId) return;
      const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
      if (!ghost && far < 8) return;
      if (!ghost) {
        this.dragged = true;
        this.choose(index);
        ghost = tileImage(this.card.tile, this.card.rotation, {
          class: "ghost",
          alt: "",
          width: String(Math.round(width)),
        });
        document.body.append(ghost);
        button.classList.add("lifted");
      }
      ghost.style.translate = `${event.clientX - width / 2}px ${event.clientY - width / 2}px`;
      ghost.classList.toggle("over", this.board.isOn(this.ask.shown.square, event));
    };
    const end = (event) => {
      if (event.pointerId !== undefined && event.pointerId !== down.pointerId) return;
      this.stopDrag();
      if (ghost && event.type === "pointerup" && this.board.isOn(this.ask.shown.square, event))
        this.lay();
      // The click that follows a drag must not turn the tile.
      setTimeout(() => (this.dragged = false));
    };
    const cancel = (event) => event.key === "Escape" && end({ type: "cancel" });
    this.stopDrag = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      removeEventListener("keydown", cancel);
      ghost?.remove();
      button.classList.remove("lifted");
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    addEventListener("keydown", cancel);
  }

  // ---- Advice ----

  /** Shows how often the choices win, `[{pick, share}]`, and points at the best. */
  advise(advice) {
    this.#advice = new Map(advice.map(({ pick, share }) => [pick, share]));
    this.best = Math.max(...this.#advice.values());
    this.cards.forEach((card, index) => {
      const share = this.#advice.get(card.pick);
      this.labels[index].querySelector(".share").textContent =
        share === undefined ? "" : `${percent(share)}\u00a0%`;
    });
    const card = this.cards.find(({ pick }) => pick === advice[0].pick);
    if (!card) return;
    this.chosen = this.tiles.indexOf(card.tile);
    this.turned[this.chosen] = this.#cardsOf(card.tile).indexOf(card);
    this.#show();
    if (this.buttons.includes(document.activeElement)) this.focus();
  }

  /** The best share of a tile, in all its orientations. */
  #shareOf(tile) {
    if (!this.#advice) return "";
    const shares = this.#cardsOf(tile)
      .map(({ pick }) => this.#advice.get(pick))
      .filter((share) => share !== undefined);
    return shares.length ? `${percent(Math.max(...shares))}\u00a0%` : "";
  }

  #worth(card) {
    const share = this.#advice?.get(card.pick);
    return share === undefined ? "" : worth(share, this.best);
  }

  focus() {
    this.buttons[this.chosen].focus({ preventScroll: true });
  }
}

/** A share in words, beside the best one. */
export const worth = (share, best) =>
  share >= best
    ? t("WorthBest", { share: percent(share) })
    : t("Worth", { share: percent(share), best: percent(best) });
