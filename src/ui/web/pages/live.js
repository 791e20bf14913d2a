// The live connection to a game, which comes back by itself, and the tokens that this device has for it.

import { gameTokens, language, rememberGame } from "./common.js";

const WAITS = [500, 1000, 2000, 4000, 8000, 15000];
const POLICY = 1008;
// After these the server would only say the same again.
const FINAL = ["broken", "expired", "bad-message", "limit"];

/** Takes a seat's token out of the address: `/game/ID#TOKEN`. Null if there is none. */
export function takeToken() {
  const token = location.hash.slice(1);
  if (!/^[\w-]{22}$/.test(token)) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  return token;
}

/**
 * The tokens with which this tab plays: `host`, and those of its seats. A tab that was opened by a seat's link plays
 * that seat alone, so that two tabs of one browser can be two players.
 */
export function tokensOf(id, fromLink) {
  const tab = `tsuro.seat.${id}`;
  try {
    if (fromLink) sessionStorage.setItem(tab, fromLink);
    const only = sessionStorage.getItem(tab);
    if (only) return { host: null, seats: [only] };
  } catch {
    if (fromLink) return { host: null, seats: [fromLink] };
  }
  const game = gameTokens(id);
  return { host: game?.host ?? null, seats: (game?.seats ?? []).map(({ token }) => token) };
}

/** Forgets the seat that this tab took from a link. */
export function leaveSeat(id) {
  try {
    sessionStorage.removeItem(`tsuro.seat.${id}`);
  } catch {
    // Nothing was kept.
  }
}

/** Keeps the token of a link's seat, whose number only the server knew. */
export function keepSeat(id, seat, token, title) {
  const known = gameTokens(id)?.seats.some((entry) => entry.token === token);
  if (!known) rememberGame({ id, seats: [{ seat, token }], title });
}

/** `onMessage` gets every message; `onState` gets `connecting`, `connected`, `waiting` or `closed`. */
export class Live {
  #socket = null;
  #tries = 0;
  #timer = 0;
  #ended = false;
  // What the server's last message told, from which a new connection goes on.
  number = null;
  undos = null;

  constructor(id, tokens, { onMessage, onState }) {
    Object.assign(this, { id, tokens, onMessage, onState });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#hurry();
    });
    addEventListener("online", () => this.#hurry());
    addEventListener("pagehide", () => this.#socket?.close());
    addEventListener("pageshow", (event) => event.persisted && this.#hurry());
    this.#open();
  }

  /** Begins anew, with the whole table. */
  again() {
    this.number = this.undos = null;
    this.#ended = false;
    this.#socket?.close();
    this.#hurry();
  }

  #open() {
    clearTimeout(this.#timer);
    this.onState("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/1/games/${this.id}/live`);
    this.#socket = socket;
    socket.onopen = () => {
      const first = { tokens: this.tokens, lang: language(), pictures: true };
      if (this.number !== null) Object.assign(first, { number: this.number, undos: this.undos });
      socket.send(JSON.stringify(first));
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      this.#tries = 0;
      const message = JSON.parse(data);
      this.#note(message);
      this.onState("connected");
      this.onMessage(message);
    };
    socket.onclose = ({ code, reason }) => {
      if (socket !== this.#socket) return;
      this.#socket = null;
      // The server says why it refuses a connection or the first message. After other reasons, like `slow`, the page
      // comes back.
      const why = reason.split(":")[0];
      if (code === POLICY || FINAL.includes(why)) {
        this.#ended = true;
        this.onMessage({ type: "closed", why });
        if (this.#socket) return;
      }
      if (this.#ended) return this.onState("closed");
      this.onState("waiting");
      const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)];
      // Clients that were cut off together should not come back together.
      this.#timer = setTimeout(() => this.#open(), wait * (0.75 + Math.random() / 2));
    };
  }

  #note(message) {
    if (message.type === "table") this.undos = message.undos;
    if (message.type === "table" || message.type === "happened") this.number = message.number;
    if (message.type === "closed" && FINAL.includes(message.why)) this.#ended = true;
  }

  #hurry() {
    if (this.#ended) return;
    if (!this.#socket) {
      this.#tries = 0;
      this.#open();
    }
  }
}
