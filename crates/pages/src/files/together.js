// A game that is over, looked at together: one leads, the others see what that person shows, or
// look on their own; and the seats for which this page writes comments.

import { api, errorBox, h, t } from "./common.js";
import { Live, OwnSeats } from "./live.js";
import { can } from "./transport.js";

/** The time between two moments that are sent, in milliseconds. */
const REST = 300;

const button = (key, onclick) => h("button", { type: "button", onclick }, t(key));

/** Who writes here where all persons of a game are at this device. */
export function authorsHere({ state, seats }) {
  const persons = state === "uploaded" ? [] : seats.filter(({ kind }) => kind === "person");
  return persons.length > 0 ? persons.map(({ seat }) => ({ seat })) : [{ seat: null }];
}

/** Whether others can look at the same game. */
export const isShared = () => can.invite;

export class Together {
  #lead = null; // what the person who leads shows: `{seat, at, laid}`
  #leads = false; // whether that is the person here
  #isLed = false; // whether the page shows that just now
  #timer = 0;
  #state = h("p", { role: "status" });
  #problem = h("div", {});
  #begin = button("TogetherLead", () => this.#begins());
  #stop = button("TogetherStop", () => this.#stops());
  #back = h("button", { type: "button", onclick: () => this.#follow() });
  element = h(
    "section",
    { class: "panel together", hidden: true },
    h("h2", {}, t("Together")),
    this.#state,
    h("div", { class: "row" }, this.#begin, this.#stop, this.#back),
    this.#problem,
  );

  /**
   * `show({at, laid})` shows a moment and what is tried out there, and `shown()` is what this page
   * shows. `follows`: it shows at once what another person shows.
   */
  constructor(table, { comments, show, shown, follows }) {
    Object.assign(this, { table, comments, show, shown, follows });
    this.own = new OwnSeats(table.id);
    const onMessage = (message, isFirst) => this.#take(message, isFirst);
    new Live(table.id, this.own, { onMessage, onState: () => {}, pictures: false });
  }

  /** The page shows another moment, or something else is tried out. */
  moved() {
    if (this.#isLed) return;
    if (this.#leads) this.#send();
    else if (this.#lead) {
      this.follows = false;
      this.#say();
    }
  }

  #take(message, isFirst) {
    if (isFirst) {
      // Who leads is told anew, and that this page does has ended with its connection.
      this.#lead = null;
      if (this.#leads) this.#send();
    }
    if (message.type === "table") this.own.learn(message.mine);
    if (message.type === "talk" && (message.chat || this.own.host))
      this.comments.authors = this.own.seats.map((seat) => this.#author(seat));
    if (message.type === "comment") this.comments.take(message);
    if (message.type === "lead") this.#led(message);
    this.#say();
  }

  #author = (seat) => ({ seat, token: this.own.tokenOf(seat), host: this.own.host });

  #led({ seat, at, laid }) {
    this.#leads &&= seat === this.own.seats[0];
    this.#lead = seat === null ? null : { seat, at, laid };
    if (this.#lead && !this.#leads && this.follows) this.#follow();
  }

  #follow() {
    this.follows = true;
    this.#isLed = true;
    this.show(this.#lead);
    this.#isLed = false;
    this.#say();
  }

  #name(seat) {
    return this.table.seats.find((known) => known.seat === seat)?.name ?? "";
  }

  #say() {
    const isFocused = this.element.contains(document.activeElement);
    const others = this.#lead !== null && !this.#leads;
    const who = others ? this.#name(this.#lead.seat) : "";
    const key = this.follows ? "TogetherFollow" : "TogetherWander";
    const words = this.#leads ? t("TogetherYou") : others ? t(key, { who }) : t("TogetherNobody");
    if (this.#state.textContent !== words) this.#state.textContent = words;
    this.#begin.hidden = this.#leads || others || this.own.seats.length === 0;
    this.#stop.hidden = !this.#leads;
    this.#back.textContent = t("TogetherBack", { who });
    this.#back.hidden = !others || this.follows;
    this.element.hidden = this.own.seats.length === 0 && !others;
    // The button that had the focus is gone.
    if (isFocused && document.activeElement?.hidden)
      this.element.querySelector("button:not([hidden])")?.focus();
  }

  #begins() {
    this.#leads = true;
    this.follows = true;
    this.#post(this.shown());
    this.#say();
  }

  #stops() {
    clearTimeout(this.#timer);
    this.#leads = false;
    this.#timer = 0;
    this.#post({});
    this.#say();
  }

  /** Sends what is shown, after a rest, so that many moments in a row are one. */
  #send() {
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      this.#post(this.shown());
    }, REST);
  }

  async #post(moment) {
    const [seat] = this.own.seats;
    const token = this.own.tokenOf(seat);
    try {
      await api(`games/${this.table.id}/lead`, { token, body: { seat, ...moment } });
      this.#problem.replaceChildren();
    } catch (error) {
      this.#leads = false;
      this.#problem.replaceChildren(errorBox(error));
      this.#say();
    }
  }
}
