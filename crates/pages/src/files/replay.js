// A game shown again: forwards and backwards, by events, turns and eliminations.

import { Comments } from "./comments.js";
import { t } from "./common.js";
import { showHelp } from "./dialogs.js";
import { replayQuery } from "./links.js";
import { makeReplayFrame } from "./replay-frame.js";
import { lettersAreKeys, told } from "./settings.js";
import { DROPPED, showEvent, speed, SPEEDS, wait } from "./show.js";
import { authorsHere, isShared, Together } from "./together.js";
import { address, setAddress } from "./transport.js";
import { WhatIf } from "./what-if.js";

export class Replay {
  #at = 0; // how many events have been shown
  #moving = null;
  #running = false;
  #before = []; // for each event, the drawing of what it changes as it was before it

  constructor(id, { table, happened, result, comments }) {
    this.id = id;
    this.result = result;
    this.table = table;
    this.events = happened.flatMap((entry) => entry.events ?? [entry]);
    this.lastTurn = Math.max(0, ...this.events.map(({ turn }) => turn?.number ?? 0));
    // Only games that are over have comments, and hands that all may see.
    if (comments) {
      this.comments = new Comments(table, comments, (turn) => this.#toTurn(turn));
      this.whatIf = new WhatIf(id, {
        events: this.events,
        goTo: (at) => this.#goto(at),
        changed: () => this.together?.moved(),
      });
      if (isShared()) this.together = this.#look();
      else this.comments.authors = authorsHere(table);
    }
    // Its parts: board, now, where, slider, run, lines, scroll.
    Object.assign(this, makeReplayFrame(this, this.#acts()));
    this.board.show(table.board, t("WebBoardLabel"));
    document.title = `${t("WebReplay")} · ${table.title}`;
    if (this.whatIf) this.whatIf.board = this.board;
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  open(turn) {
    if (turn > 0) this.#toTurn(turn);
    else this.#arrived();
  }

  /** The number of the turn that is shown; 0 before the first. */
  get turn() {
    return this.events[this.#at - 1]?.turn?.number ?? 0;
  }

  /** Looks at the game together with others. */
  #look() {
    return new Together(this.table, {
      comments: this.comments,
      show: ({ at, laid }) => {
        this.#goto(at);
        if (laid) this.whatIf.show(laid);
      },
      shown: () => ({ at: this.#at, laid: this.whatIf.laid }),
      // A link to a turn shows that turn first.
      follows: !new URLSearchParams(location.search).has("turn"),
    });
  }

  /** What the buttons and the slider of the frame do. */
  #acts() {
    return {
      shown: () => this.turn,
      goTo: (at) => this.#goto(at),
      first: () => this.#goto(0),
      turn: (by) => this.#turn(by),
      back: () => this.#goto(this.#at - 1),
      step: () => this.#step(),
      last: () => this.#goto(this.events.length),
      run: () => this.#toggle(),
      help: () => this.#help(),
    };
  }

  // ---- Going to a moment ----

  /** Shows the moment after a number of events, without motion. */
  #jump(to) {
    this.#moving?.abort(DROPPED);
    this.#moving = null;
    this.whatIf?.clear();
    to = Math.min(Math.max(to, 0), this.events.length);
    while (this.#at < to) this.#forward();
    while (this.#at > to) this.board.apply(this.#before[--this.#at]);
    this.#arrived();
  }

  #forward() {
    const { patch } = this.events[this.#at];
    this.#before[this.#at] ??= this.board.drawingOf(patch);
    if (patch) this.board.apply(patch);
    this.#at += 1;
  }

  #goto(to) {
    this.#stop();
    this.#jump(to);
  }

  #arrived() {
    const last = this.events[this.#at - 1];
    const turn = this.turn;
    this.now.textContent = (last && told(last)) || this.now.textContent || t("ReplayDeal");
    if (!last) this.now.textContent = t("ReplayDeal");
    this.board.cross(last?.out?.square ?? null);
    this.slider.value = String(this.#at);
    const words = turn ? t("ReplayAt", { number: turn, last: this.lastTurn }) : t("ReplayDeal");
    this.where.textContent = words;
    this.slider.setAttribute("aria-valuetext", `${words} ${last?.words ?? ""}`);
    this.#markLine();
    if (this.comments) this.comments.turn = turn;
    this.whatIf?.arrive(this.#at);
    this.together?.moved();
    setAddress(address("game", { id: this.id, query: replayQuery(turn) }));
  }

  #markLine() {
    this.scroll.querySelector("[aria-current]")?.removeAttribute("aria-current");
    for (let index = this.#at - 1; index >= 0; index -= 1) {
      const line = this.lines[index];
      if (!line) continue;
      line.firstElementChild.setAttribute("aria-current", "step");
      const top = line.offsetTop - this.scroll.offsetTop;
      this.scroll.scrollTop = top - this.scroll.clientHeight / 2;
      return;
    }
  }

  /** To the beginning of a turn: after the event that begins it. */
  #toTurn(number) {
    const begins = this.events.findIndex(({ turn }) => turn && turn.number >= number);
    this.#goto(begins < 0 ? this.events.length : begins + 1);
  }

  #turn(by) {
    const now = this.turn;
    const begins = this.events.findIndex(({ turn }) => turn?.number === now) + 1;
    if (by > 0) return this.#toTurn(now + 1);
    // First to the beginning of this turn, then of the one before.
    if (this.#at > begins && now > 0) return this.#goto(begins);
    return now > 1 ? this.#toTurn(now - 1) : this.#goto(0);
  }

  #toOut(by) {
    const outs = this.events.flatMap((event, index) => (event.out ? [index + 1] : []));
    const to = by > 0 ? outs.find((at) => at > this.#at) : outs.findLast((at) => at < this.#at);
    if (to !== undefined) this.#goto(to);
  }

  // ---- Running ----

  /** Shows the next event as it happened. Whether there was one that was shown to its end. */
  async #play() {
    const event = this.events[this.#at];
    if (!event) return false;
    this.whatIf?.clear();
    const moving = new AbortController();
    this.#moving = moving;
    this.#before[this.#at] ??= this.board.drawingOf(event.patch);
    await showEvent(
      this.board,
      { ...event, stands: 0 },
      { signal: moving.signal, times: this.#times() },
      (shown) => told(shown) && (this.now.textContent = told(shown)),
    );
    if (this.#moving !== moving) return false;
    this.#at += 1;
    this.#arrived();
    await wait(
      this.#running ? (event.stands ?? 0) * this.#times() * (event.way ? 0.4 : 1) : 0,
      moving.signal,
    );
    if (this.#moving !== moving) return false;
    this.#moving = null;
    return true;
  }

  #times() {
    return SPEEDS[speed()] || 1;
  }

  async #step() {
    this.#stop();
    if (this.#moving) {
      // A second step does not wait for the journey of the first.
      this.#jump(this.#at + 1);
      return;
    }
    await this.#play();
  }

  async #toggle() {
    if (this.#running) return this.#stop();
    if (this.#at === this.events.length) this.#jump(0);
    this.#setRunning(true);
    while (this.#running && (await this.#play()));
    this.#setRunning(false);
  }

  #stop() {
    if (this.#running) this.#setRunning(false);
  }

  #setRunning(running) {
    this.#running = running;
    this.run.textContent = running ? "❚❚" : "▶";
    this.run.setAttribute("aria-label", t(running ? "WebPause" : "WebRun"));
    this.run.title = t(running ? "WebPause" : "WebRun");
    // While it runs by itself, each sentence would cut off the one before.
    this.now.setAttribute("role", running ? "log" : "status");
  }

  #help() {
    showHelp(this.table, "replay");
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]"))
      return;
    const { target, key } = event;
    if (target.matches("input, select, textarea, .scroll")) return;
    if ([" ", "Enter"].includes(key) && target.matches("button, a, summary")) return;
    const plain = {
      ArrowRight: () => this.#step(),
      ArrowLeft: () => this.#goto(this.#at - 1),
      " ": () => this.#step(),
      Enter: () => this.#step(),
      Home: () => this.#goto(0),
      End: () => this.#goto(this.events.length),
      PageDown: () => this.#turn(1),
      PageUp: () => this.#turn(-1),
    };
    const letters = {
      "]": () => this.#turn(1),
      "[": () => this.#turn(-1),
      x: () => this.#toOut(1),
      X: () => this.#toOut(-1),
      p: () => this.#toggle(),
      "?": () => this.#help(),
    };
    const act = plain[key] ?? (lettersAreKeys() ? letters[key] : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  }
}
