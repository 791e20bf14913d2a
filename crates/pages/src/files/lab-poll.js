// Asks again and again how a run stands: often while the page is visible and games are played,
// seldom otherwise.

const PACE = { running: 1000, waiting: 3000, paused: 3000, stopped: 5000 };
const HIDDEN = 15_000; // ms, of a page that is not visible
const SLOWEST = 30_000; // ms, when the server does not answer

/**
 * Calls `ask`, which gives the state of the run, until there is nothing more to come. An error of
 * `ask` is given to `failed`, which says whether asking again can help. Gives a function that asks
 * at once.
 */
export function poll(ask, failed) {
  let timer;
  let isAsking = false;
  let isOver = false;
  let failures = 0;

  async function now() {
    if (isAsking || isOver) return;
    clearTimeout(timer);
    isAsking = true;
    let pause;
    try {
      pause = PACE[await ask()];
      failures = 0;
    } catch (error) {
      failures += 1;
      pause = failed(error) ? Math.min(SLOWEST, 1000 * 2 ** failures) : undefined;
    }
    isAsking = false;
    isOver = pause === undefined;
    if (!isOver) timer = setTimeout(now, document.hidden ? Math.max(pause, HIDDEN) : pause);
  }

  document.addEventListener("visibilitychange", () => document.hidden || now());
  addEventListener("online", now);
  now();
  return now;
}
