// The live connections of a page to its games: the engine in the page's own worker says what a
// server would say.

import { listen, listenToOthers, post } from "./desk.js";

/** The connections by their games. */
const lives = new Map();

const POLICY = 1008; // codes as WebSockets have them
const FAULT = 1011;
const NORMAL = 1000;

/** More than MOST_FAULTS faults within SPAN ms are not tried again. */
const MOST_FAULTS = 3;
const SPAN = 60_000;
let faults = [];

/** Calls a function of the page. What goes wrong there is not the engine's fault. */
function call(act, ...all) {
  try {
    act(...all);
  } catch (error) {
    reportError(error);
  }
}

class Connection {
  #isOpen = false;
  #isOver = false;

  constructor(id, heard) {
    Object.assign(this, { id, heard });
    lives.set(id, this);
    queueMicrotask(() => call(heard.onopen));
  }

  #post(what, body, heard) {
    post(`games/${encodeURIComponent(this.id)}/${what}`, body, heard);
  }

  /** The only message of a page: who it is. */
  send(text) {
    this.#post("live", text, ({ status, body }) => {
      this.#isOpen = status < 400;
      if (this.#isOpen) return;
      const { code } = JSON.parse(body);
      this.end(code === "fault" ? FAULT : POLICY, code);
    });
  }

  /** Takes what the engine says of the game. */
  hear(text) {
    // What was said to an earlier connection is not for this one.
    if (this.#isOver || !this.#isOpen) return;
    call(this.heard.onmessage, text);
    const last = text.length < 200 ? JSON.parse(text) : {};
    if (last.type === "closed") this.end(NORMAL, last.why);
  }

  end(code, reason) {
    if (this.#isOver) return;
    this.#isOver = true;
    if (lives.get(this.id) === this) lives.delete(this.id);
    // As with a socket, the page is told when it has done what it does.
    queueMicrotask(() => call(this.heard.onclose, code, reason));
  }

  close() {
    if (this.#isOver) return;
    this.end(NORMAL, "");
    this.#post("leave", null);
  }
}

function hear(said) {
  for (const { id, text } of said) lives.get(id)?.hear(text);
}

/** The page connects again, from what it was told last. */
const lost = (id) => lives.get(id)?.end(NORMAL, "stale");

/** After a fault all connect again, but not for ever. */
function fault() {
  const time = performance.now();
  faults = [...faults.filter((then) => time - then < SPAN), time];
  const why = faults.length > MOST_FAULTS ? "broken" : "fault";
  for (const connection of [...lives.values()]) connection.end(FAULT, why);
}

listen({ said: hear, lost, fault });
listenToOthers((id) => lives.has(id));

/** Opens the live connection to a game. */
export const connectTo = (id, heard) => new Connection(id, heard);
