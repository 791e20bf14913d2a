// Shows what happens one thing after another, at the speed that the person has set.

import { keep, kept } from "./common.js";
import { movesShown } from "./settings.js";
import { play, soundOf } from "./sounds.js";

/** How long things stand, in times of the usual. */
export const SPEEDS = { slow: 1.8, usual: 1, fast: 0.4, none: 0 };
// More events at once are not shown one by one, for example after a connection broke.
const TOO_MANY = 60;

/** The reason with which something is aborted that is not to be shown at all any more. */
export const DROPPED = "dropped";

export const speed = () => (kept("speed") in SPEEDS ? kept("speed") : "usual");
export const setSpeed = (name) => keep("speed", name);

/** Waits; shorter if `signal` is aborted. */
export const wait = (time, signal) =>
  new Promise((done) => {
    if (time <= 0 || signal.aborted) return done();
    const timer = setTimeout(done, time);
    signal.addEventListener("abort", () => (clearTimeout(timer), done()), { once: true });
  });

/** Waits until the page can be seen. */
const seen = () =>
  new Promise((done) => {
    if (!document.hidden) return done();
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener("visibilitychange", look);
      done();
    };
    document.addEventListener("visibilitychange", look);
  });

/**
 * A queue of things to show. Each is a function that gets `{signal, times}`: it ends early when
 * `signal` is aborted, and multiplies its times by `times`, which is 0 when all is shown at once.
 */
export class Show {
  #queue = [];
  #now = null;
  #hurrying = false;
  #isWatched = false; // what is being shown
  #generation = 0;

  /** `onChange` is told whether something is being shown. */
  constructor(onChange) {
    this.onChange = onChange;
    document.addEventListener(
      "visibilitychange",
      () => document.hidden && !this.#isWatched && this.#now?.abort(),
    );
  }

  get running() {
    return this.#now !== null;
  }

  /** Adds a thing of a turn; `rests` ends a hurry, as a question does. */
  add(show, { rests = false, turn = null } = {}) {
    this.#queue.push({ show, rests, turn, isWatched: false });
    if (!this.#now) this.#run();
  }

  /**
   * Has what waits to be shown of a turn watched: it is shown at its pace, however much waits
   * behind it, and not while nobody can see the page.
   */
  watch(turn) {
    for (const thing of this.#queue) if (thing.turn === turn) thing.isWatched = true;
  }

  /** Shows the next thing now. */
  next() {
    this.#now?.abort();
  }

  /** Shows all at once up to the next thing that rests. */
  hurry() {
    if (!this.running) return;
    this.#hurrying = true;
    this.#now.abort();
  }

  /** Forgets all that waits to be shown. */
  clear() {
    this.#generation += 1;
    this.#queue = [];
    this.#hurrying = false;
    this.#now?.abort(DROPPED);
    this.#now = null;
    this.onChange(false);
  }

  #times() {
    const atOnce = this.#hurrying || document.hidden || this.#queue.length > TOO_MANY;
    return atOnce && !this.#isWatched ? 0 : SPEEDS[speed()];
  }

  async #run() {
    const generation = this.#generation;
    while (this.#queue.length) {
      const { show, rests, isWatched } = this.#queue.shift();
      this.#isWatched = isWatched;
      if (rests || isWatched) this.#hurrying = false;
      this.#now = new AbortController();
      this.onChange(true);
      try {
        if (isWatched) await seen();
        await show({ signal: this.#now.signal, times: this.#times() });
      } catch (error) {
        // One thing that cannot be drawn must not hide the rest of the game.
        console.error(error);
      }
      if (generation !== this.#generation) return;
    }
    this.#now = null;
    this.#isWatched = this.#hurrying = false;
    this.onChange(false);
  }
}

// A piece takes this long for a tile, in milliseconds, and at most the other.
const TILE_TIME = 220;
const LONGEST = 2500;

/**
 * Shows an event on the board: the journey, then how all looks after it, then it stands. `told` is
 * called when its words are due: those of a loss when the board shows it, not before.
 */
export async function showEvent(board, event, { signal, times }, told) {
  board.cross(null);
  const tell = () => {
    told(event);
    const sound = times > 0 && soundOf(event);
    if (sound) play(sound);
  };
  if (!event.out) tell();
  let left = (event.stands ?? 0) * times;
  if (event.way && movesShown()) {
    const time = Math.min(TILE_TIME * (1 + event.way.tiles), LONGEST) * times;
    await board.travel(event.way, time, signal);
    left = Math.max(left - time, 300 * times);
  }
  if (signal.reason === DROPPED) return;
  if (event.patch) board.apply(event.patch);
  if (event.out) {
    board.cross(event.out.square);
    tell();
  }
  await wait(left, signal);
}
