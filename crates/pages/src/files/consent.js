// A player at the table asks to take a choice back, and the others agree or do not.

import { h, t } from "./common.js";

export class Consent {
  #notice = null;

  /**
   * `notices` has room for it, `own` are the seats of the page, `seat(number)` gives what is known
   * of one, and `send(body)` answers.
   */
  constructor({ notices, own, seat, send }) {
    Object.assign(this, { notices, own, seat, send });
  }

  /** The server says who asks whom; `seat` is null when the request is over. */
  show({ seat, waits, words, number }) {
    this.close();
    if (seat === null) return;
    const mine = this.own.seats.filter((own) => waits.includes(own));
    this.#notice = this.notices.add(words, ...mine.flatMap((own) => this.#answers(own, number)));
  }

  /** The buttons of a seat. Where several play at this device, they say whose they are. */
  #answers(seat, number) {
    const who = this.seat(seat).name;
    const isOne = this.own.seats.length === 1;
    const button = (agrees, key, named) =>
      h(
        "button",
        { type: "button", class: "small", onclick: () => this.send({ seat, number, agrees }) },
        isOne ? t(key) : t(named, { who }),
      );
    return [
      button(true, "WebAgree", "WebAgreeNamed"),
      button(false, "WebAgreeNot", "WebAgreeNotNamed"),
    ];
  }

  close() {
    this.#notice?.remove();
    this.#notice = null;
  }
}
