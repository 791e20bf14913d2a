// The live connection to a game, which comes back by itself, and the seats that this page has
// there.

import { gameTokens, keep, kept, language, rememberGame } from "./common.js";
import { can, connect, setAddress } from "./transport.js";

const WAITS = [500, 1000, 2000, 4000, 8000, 15000];
const POLICY = 1008;
/** In how many games it is kept which losses were seen. */
const MOST_LOSSES = 100;
// After these the server would only say the same again.
const FINAL = ["broken", "expired", "bad-message", "limit"];

/** Takes a seat's token out of the address: `/game/ID#TOKEN`. Null if there is none. */
function takeToken() {
  const token = location.hash.slice(1);
  if (!/^[\w-]{22}$/.test(token)) return null;
  setAddress(location.href.split("#")[0]);
  return token;
}

/**
 * The tokens with which this tab plays: `host`, and the seats' tokens. A tab that was opened by a
 * seat's link plays that seat alone, so that two tabs of one browser can be two players.
 */
function tokensOf(id, fromLink) {
  const tab = `tsuro.seat.${id}`;
  try {
    if (fromLink) sessionStorage.setItem(tab, fromLink);
    const only = sessionStorage.getItem(tab);
    if (only) return { host: null, tokens: [only] };
  } catch {
    if (fromLink) return { host: null, tokens: [fromLink] };
  }
  const game = gameTokens(id);
  return { host: game?.host ?? null, tokens: (game?.seats ?? []).map(({ token }) => token) };
}

/** The seats that this page plays, and the tokens with which it does. */
export class OwnSeats {
  seats = []; // known when the server has told of the table
  #tokenOf = new Map();
  #undos = 0;

  constructor(id) {
    this.id = id;
    this.fresh = takeToken();
    Object.assign(this, tokensOf(id, this.fresh));
  }

  /** All tokens, as the server is told of them. */
  get all() {
    return this.host ? [this.host, ...this.tokens] : this.tokens;
  }

  /** A token for what anybody at the table may do; undefined for an onlooker. */
  get any() {
    if (!can.tokens) return this.seats.length > 0 ? this.id : undefined;
    return this.host ?? this.tokens[0];
  }

  /** Whether a seat came by a link, which whoever opened the table has, too. */
  get isLinked() {
    return Boolean(this.fresh || gameTokens(this.id)?.seats.some(({ linked }) => linked));
  }

  tokenOf(seat) {
    return this.#tokenOf.get(seat);
  }

  /**
   * The server says of which seats the tokens are. That of a seat that was opened here is known;
   * else they have its order.
   */
  learn(seats) {
    this.seats = seats;
    if (this.tokens.length !== seats.length) return;
    const known = (seat) => gameTokens(this.id)?.seats.find((entry) => entry.seat === seat)?.token;
    seats.forEach((seat, index) =>
      this.#tokenOf.set(seat, this.tokens.includes(known(seat)) ? known(seat) : this.tokens[index]),
    );
  }

  /**
   * Keeps the seat whose link was followed. Its number; null if there is none, or if this device
   * had it already.
   */
  keepFresh(title) {
    if (!this.fresh || this.seats.length !== 1) return null;
    const [seat] = this.seats;
    this.#tokenOf.set(seat, this.fresh);
    if (gameTokens(this.id)?.seats.some(({ token }) => token === this.fresh)) return null;
    rememberGame({ id: this.id, seats: [{ seat, token: this.fresh, linked: true }], title });
    return seat;
  }

  /**
   * Those of the losses of these seats, as the server tells them, that nobody here has gone on
   * from yet. `undos` is how often something was taken back, and `isFirst` whether the page has
   * just been connected: it may not have been told of that.
   */
  unseenLosses(losses, undos, isFirst) {
    const [seen, undosThen = undos] = [kept("losses", {})[this.#whose] ?? 0].flat();
    const last = losses.at(-1)?.out.number ?? 0;
    // What was taken back may come again at the same number. Where it was while this page was not
    // there, any of the losses may be another one.
    const isOther = isFirst && undosThen !== undos;
    const known = isOther ? 0 : Math.min(seen, last);
    this.#undos = undos;
    if (known !== seen || undosThen !== undos) this.#keepLoss(known);
    return losses.filter(({ out }) => out.number > known);
  }

  /** Notes that somebody here has seen a loss, and gone on. */
  noteLoss({ out }) {
    this.#keepLoss(out.number);
  }

  get #whose() {
    return `${this.id} ${this.seats}`;
  }

  #keepLoss(number) {
    const { [this.#whose]: _, ...others } = kept("losses", {});
    const all = [...Object.entries(others), [this.#whose, [number, this.#undos]]];
    keep("losses", Object.fromEntries(all.slice(-MOST_LOSSES)));
  }

  /** The tokens are of no seat here. */
  leave() {
    this.tokens = [];
    this.host = null;
    try {
      sessionStorage.removeItem(`tsuro.seat.${this.id}`);
    } catch {
      // Nothing was kept.
    }
  }
}

/**
 * `own` are the seats of the page. `onMessage` gets every message, and whether it is the first of a
 * connection; `onState` gets `connecting`, `connected`, `waiting` or `closed`. `pictures` is
 * whether the messages have them.
 */
export class Live {
  #socket = null;
  #tries = 0;
  #timer = 0;
  #ended = false;
  #isFirst = true; // whether the next message is the first of its connection
  // What the server's last message told, from which a new connection goes on.
  number = null;
  undos = null;

  constructor(id, own, { onMessage, onState, pictures = true }) {
    Object.assign(this, { id, own, onMessage, onState, pictures });
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
    const socket = connect(this.id, {
      onopen: () => this.#greet(socket),
      onmessage: (text) => socket === this.#socket && this.#take(JSON.parse(text)),
      onclose: (code, reason) => socket === this.#socket && this.#closed(code, reason),
    });
    this.#socket = socket;
    this.#isFirst = true;
  }

  /** Says who is there. */
  #greet(socket) {
    const first = { tokens: this.own.all, lang: language(), pictures: this.pictures };
    if (this.number !== null) Object.assign(first, { number: this.number, undos: this.undos });
    socket.send(JSON.stringify(first));
  }

  #take(message) {
    this.#tries = 0;
    this.#note(message);
    this.onState("connected");
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    this.onMessage(message, isFirst);
  }

  #closed(code, reason) {
    this.#socket = null;
    // The server says why it refuses a connection or the first message. After other reasons, like
    // `slow`, the page comes back.
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
