// What this browser does in the draw for the luck of a game at a table before it begins.

import { randomNumber } from "./fair-luck.js";
import { commitmentTo } from "./luck.js";

/**
 * The numbers of the persons at this device. A number is shown only after the server has shown the
 * list of all commitments, with that to this number, and only if it is still bound to the secret to
 * which it was bound first.
 */
export class Draw {
  #numbers = new Map(); // by token: the number that nobody else knows yet
  #binding = new Set(); // tokens of which a commitment is on its way
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
   * this device.
   */
  async follow({ luck, drawing, seats }, mine) {
    if (!luck || this.isBroken(luck)) return;
    this.commitment = luck.commitment;
    for (const [seat, token] of mine) {
      if (drawing) await this.#show(luck, seat, token);
      else if (!seats[seat].bound || !this.#numbers.has(token)) await this.#bind(token);
    }
    if (drawing) this.#round = luck.round;
  }

  /**
   * Binds this person to a new number. Of two commitments at once, the server could get the later
   * one first.
   */
  async #bind(token) {
    if (this.#binding.has(token)) return;
    this.#binding.add(token);
    const number = randomNumber();
    const isBound = await this.send({ commitment: commitmentTo(number) }, token);
    if (isBound) this.#numbers.set(token, number);
    this.#binding.delete(token);
  }

  #show({ round, commitments }, seat, token) {
    const number = this.#numbers.get(token);
    const own = commitments.find((entry) => entry.seat === seat);
    if (round === this.#round || !number || own?.commitment !== commitmentTo(number)) return;
    const next = randomNumber();
    this.#numbers.set(token, next);
    this.shown = { number, commitments: commitments.map(({ commitment }) => commitment) };
    return this.send({ number, commitment: commitmentTo(next) }, token);
  }
}
