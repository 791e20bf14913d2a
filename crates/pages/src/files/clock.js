// The time that is left for a decision, and times in words.

import { announce, h, language, t } from "./common.js";

const WARN = 10; // s
const EXACT = 120; // s: what is longer is told in larger units
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** A time in words, by its two largest units: `2 days 3 hours`. */
export function timeWords(seconds) {
  const first = Math.max(
    0,
    UNITS.findIndex(([, length]) => seconds >= length),
  );
  let left = Math.round(seconds);
  const parts = UNITS.slice(first, first + 2).flatMap(([unit, length]) => {
    const count = Math.floor(left / length);
    left -= count * length;
    const words = new Intl.NumberFormat(language(), {
      style: "unit",
      unit,
      unitDisplay: "long",
    });
    return count > 0 ? [words.format(count)] : [];
  });
  return parts.join(" ");
}

/** The time that players have, in words; empty where there is no limit. */
export function limitWords({ clock, reserve }) {
  if (!clock) return "";
  const time = timeWords(clock);
  if (!reserve) return t("WebLimit", { time });
  return t("WebLimitReserve", { time, reserve: timeWords(reserve) });
}

/** What is left, in words; `reserve` is what of it is not for this decision alone. */
function leftWords(left, reserve) {
  const words = (seconds) =>
    seconds <= EXACT
      ? t("WebSecondsLeft", { seconds })
      : t("WebTimeLeft", { time: timeWords(seconds) });
  if (!reserve) return words(left);
  const own = left - reserve;
  return own > 0
    ? `${words(own)} ${t("WebReserveLeft", { time: timeWords(reserve) })}`
    : t("WebReserveRuns", { left: words(left) });
}

export class Clock {
  element = h("span", { class: "clock", role: "timer" });
  #deadline = null;
  #reserve = 0;
  #warned = false;

  constructor() {
    this.element.hidden = true;
    setInterval(() => this.#tick(), 500);
  }

  /**
   * Begins to run down; `null` stops it. `own`: whether to warn the person before it ends.
   * `reserve`: how many of the seconds are in reserve.
   */
  set(left, own, reserve = 0) {
    this.#deadline = left === null || left === undefined ? null : performance.now() + left * 1000;
    this.#reserve = reserve ?? 0;
    this.#warned = !own;
    this.#tick();
  }

  #tick() {
    this.element.hidden = this.#deadline === null;
    if (this.#deadline === null) return;
    const left = Math.max(0, Math.ceil((this.#deadline - performance.now()) / 1000));
    const words = leftWords(left, this.#reserve);
    if (this.element.textContent !== words) this.element.textContent = words;
    this.element.classList.toggle("late", left <= WARN);
    if (left <= WARN && left > 0 && !this.#warned) {
      this.#warned = true;
      announce(words);
    }
  }
}
