// What this browser does in the draw for the luck of a game at a table before it begins.

import { keep, kept } from "./common.js";
import { randomNumber } from "./fair-luck.js";
import { commitmentTo } from "./luck.js";

const MOST = 100;

/**
 * The numbers of the persons at this device. A number is shown only after the server has shown the
 * list of all commitments, with that to this number, and only if it is still bound to the secret to
 * which it was bound first.
 */
export class Draw {
  #own = []; // [token, commitment, number that nobody else knows yet]
  #binding = new Set(); // tokens of which a commitment is on its way
  #bound = new Set(); // tokens that this page has bound since somebody last came to it
  #round = 0;
  /** The commitment of the server that was shown first; undefined before. */
  commitment;
  /** The last number that was shown for these persons, and the list that was shown before it. */
  shown = null;

  /** `send(body, token)` sends a commitment, or a number with a commitment to the next one. */
  constructor(send) {
    this.send = send;
  }

  /** Whether the server has changed what it is bound to. */
  isBroken(luck) {
    return Boolean(luck && this.commitment && luck.commitment !== this.commitment);
  }

  /**
   * Does what is to be done as the server tells of the table. `mine` are the tokens of the seats of
   * this device, and `lots` the commitments of these persons.
   */
  async follow({ luck, drawing }, mine, lots) {
    if (!luck || this.isBroken(luck)) return;
    this.commitment = luck.commitment;
    for (const [seat, token] of mine) {
      if (drawing) await this.#show(luck, seat, token);
      else if (!this.#isBound(token, lots.get(seat))) await this.#bind(token);
    }
    if (drawing) this.#round = luck.round;
  }

  /** Somebody comes to this page: it takes part in the draw from now on, and no other device. */
  come() {
    this.#bound.clear();
  }

  /**
   * Whether a person is bound to a number of this device, or to one of another device to which the
   * person has gone since.
   */
  #isBound(token, lot) {
    if (!lot) return false;
    return this.#bound.has(token) || this.#numbers.some(([, commitment]) => commitment === lot);
  }

  /** The numbers of all tabs of this browser: any of them may be the one that stays open. */
  get #numbers() {
    return [...this.#own, ...kept("lots", [])];
  }

  /** A new number for a person, which is kept before the server hears of it: its commitment. */
  #draw(token) {
    const number = randomNumber();
    const lot = [token, commitmentTo(number), number];
    this.#own.unshift(lot);
    keep("lots", [lot, ...kept("lots", [])].slice(0, MOST));
    return lot[1];
  }

  /**
   * Binds this person to a new number. Of two commitments at once, the server could get the later
   * one first.
   */
  async #bind(token) {
    if (this.#binding.has(token)) return;
    this.#binding.add(token);
    this.#bound.add(token);
    await this.send({ commitment: this.#draw(token) }, token);
    this.#binding.delete(token);
  }

  #show({ round, commitments }, seat, token) {
    const own = commitments.find((entry) => entry.seat === seat)?.commitment;
    const number = this.#numbers.find(([, commitment]) => commitment === own)?.[2];
    if (round === this.#round || !number) return;
    this.shown = { number, commitments: commitments.map(({ commitment }) => commitment) };
    return this.send({ number, commitment: this.#draw(token) }, token);
  }
}
