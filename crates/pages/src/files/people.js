// The seats beside the board: who plays, who is there, and what can be done about it.

import { copy, gameTokens, h, seatMark, t } from "./common.js";
import { can, shareAddress } from "./transport.js";

/** How a seat is there, as a sign and in words. */
function presence(seat) {
  if (seat.kind !== "person") return ["", t("KindBot", { bot: seat.bot ?? "" })];
  if (seat.away) return ["◌", t("WebAway")];
  return seat.connected > 0 ? ["●", t("WebThere")] : ["○", t("WebNotThere")];
}

const badge = (words) => h("span", { class: "badge" }, words);

/**
 * The list of the seats. `onTurn` is the seat for which the table waits. Each of `actions(seat)` is
 * `{words, label, act}`, and `reactions` has `{sign, words}` by seat.
 */
function seatList({ seats, mine, onTurn, reactions, actions }) {
  const item = (seat) => {
    const [sign, words] = presence(seat);
    const own = mine.includes(seat.seat);
    const reaction = reactions.get(seat.seat);
    return h(
      "li",
      {
        class: ["seat", seat.seat === onTurn && "on-turn", !seat.alive && "out"]
          .filter(Boolean)
          .join(" "),
      },
      seatMark(seat.seat, seat.letter),
      h(
        "span",
        { class: "who" },
        h("span", { class: "name" }, seat.name),
        own && badge(t(mine.length > 1 ? "WebHere" : "You")),
        seat.team && badge(seat.team),
        reaction && badge(`${reaction.sign} ${reaction.words}`),
      ),
      h(
        "span",
        { class: "there hint" },
        sign && h("span", { class: "dot", "aria-hidden": "true" }, sign),
        words,
      ),
      !seat.alive && h("span", { class: "badge lost" }, `× ${t("OutTitle")}`),
      seat.alive && seat.seat === onTurn && badge(`▸ ${t("WebOnTurn")}`),
      actions(seat).map(({ words, label, act }) =>
        h("button", { type: "button", class: "small", "aria-label": label, onclick: act }, words),
      ),
    );
  };
  return h("ul", { class: "seats" }, seats.map(item));
}

/** How long a reaction stands at a seat, in ms. */
const REACTS = 6000;

export class People {
  #reactions = new Map(); // by seat: `{sign, words}`
  #shown = null; // what was shown last

  /**
   * `frame` has the elements. `send(body, token)` sends the command `seats`; without a token, with
   * that of the seat.
   */
  constructor(id, frame, send) {
    Object.assign(this, { id, frame, send });
  }

  /**
   * `mine` are the seats of this device, `isLinked` whether one came by a link of its own, and
   * `otherToken` is one that may let a bot play for a person who is not there.
   */
  show(shown) {
    this.#shown = shown;
    const { seats, mine, isLinked, onTurn, isOver, otherToken } = shown;
    const { people, now } = this.frame;
    const focus = people.contains(document.activeElement)
      ? document.activeElement.getAttribute("aria-label")
      : null;
    const list = seatList({
      seats,
      mine,
      onTurn,
      reactions: this.#reactions,
      actions: (seat) => this.#actions(seat, mine.includes(seat.seat), isOver, otherToken),
    });
    people.replaceChildren(h("h2", { id: "people-title" }, t("WebPeople")), list);
    if (!mine.length) people.append(h("p", { class: "hint" }, t("WebOnlooker")));
    else if (isLinked) people.append(h("p", { class: "hint" }, t("WebOpenerKnows")));
    // The button that had the focus has been made anew.
    if (focus)
      (
        [...people.querySelectorAll("button")].find(
          (button) => button.getAttribute("aria-label") === focus,
        ) ?? now
      ).focus();
  }

  /** Shows for a while how somebody reacts. */
  react(seat, sign, words) {
    const reaction = { sign, words };
    this.#reactions.set(seat, reaction);
    this.show(this.#shown);
    setTimeout(() => {
      if (this.#reactions.get(seat) !== reaction) return;
      this.#reactions.delete(seat);
      this.show(this.#shown);
    }, REACTS);
  }

  #actions({ seat, kind, name, away, connected }, isOwn, isOver, otherToken) {
    if (kind !== "person") return [];
    const actions = [];
    const add = (key, act) => actions.push({ words: t(key), label: `${t(key)}: ${name}`, act });
    if (isOwn && away) add("WebSeatBack", () => this.send({ seat, player: "person" }));
    // Where all persons are at this device, nothing else shows who has left the table.
    const mayBeGone = isOwn ? !can.tokens : !connected;
    if (mayBeGone && !away && !isOver && otherToken)
      add("WebBotPlays", () => this.send({ seat, player: "bot" }, otherToken));
    const link = gameTokens(this.id)?.links?.find((entry) => entry.seat === seat);
    if (link && !isOwn)
      add("WebCopyLink", () => copy(shareAddress("game", { id: this.id, hash: link.token })));
    return actions;
  }
}
