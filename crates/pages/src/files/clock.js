// The seconds that are left for a decision.

import { announce, h, t } from "./common.js";

const WARN = 10;

export class Clock {
  element = h("span", { class: "clock", role: "timer" });
  #deadline = null;
  #warned = false;

  constructor() {
    this.element.hidden = true;
    setInterval(() => this.#tick(), 500);
  }

  /** Begins to run down; `null` stops it. `own`: whether to warn the person before it ends. */
  set(left, own) {
    this.#deadline = left === null || left === undefined ? null : performance.now() + left * 1000;
    this.#warned = !own;
    this.#tick();
  }

  #tick() {
    this.element.hidden = this.#deadline === null;
    if (this.#deadline === null) return;
    const left = Math.max(0, Math.ceil((this.#deadline - performance.now()) / 1000));
    const words = t("WebSecondsLeft", { seconds: left });
    if (this.element.textContent !== words) this.element.textContent = words;
    this.element.classList.toggle("late", left <= WARN);
    if (left <= WARN && left > 0 && !this.#warned) {
      this.#warned = true;
      announce(words);
    }
  }
}
