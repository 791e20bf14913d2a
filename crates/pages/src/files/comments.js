// Comments at the turns of a game that is over: those at the turn that is shown, a field to write
// one, and the ways to the others.

import { announce, api, errorBox, h, keep, kept, seatMark, t } from "./common.js";
import { fold, hasColumns } from "./panels.js";
import { can } from "./transport.js";

/** The longest comment, in characters. */
const LONGEST = 200;

const key = (turn, seat) => `${turn} ${seat}`;

export class Comments {
  #all = new Map(); // the comments by their turn and seat
  #drafts = new Map(); // what is not saved yet, likewise
  #authors = []; // for whom this page writes
  #turn = 0;
  #list = h("ul", { class: "texts" });
  #turns = h("div", { class: "row", role: "group", "aria-label": t("CommentTurns") });
  #none = h("p", { class: "hint" });
  #author = h("select", { id: "comment-author", onchange: () => this.#showField() });
  #field = h("input", { id: "comment", maxlength: LONGEST, autocomplete: "off" });
  #label = h("label", { for: "comment" });
  #whose = h(
    "div",
    { class: "row" },
    h("label", { for: "comment-author" }, t("CommentAuthor")),
    this.#author,
  );
  #problem = h("div", {});
  #form = h(
    "form",
    { onsubmit: (event) => this.#write(event) },
    this.#whose,
    this.#label,
    h("div", { class: "row" }, this.#field, h("button", {}, t("CommentSave"))),
    this.#problem,
  );
  #muted = h("input", {
    type: "checkbox",
    id: "talk-muted",
    checked: kept("talk-muted", false),
    onchange: () => (keep("talk-muted", this.#muted.checked), this.#show()),
  });
  #mute = h(
    "p",
    { class: "row setting" },
    this.#muted,
    h("label", { for: "talk-muted" }, t("TalkMute")),
  );

  /** `table` is that of a replay, and `goTo(turn)` shows a turn. */
  constructor({ id, seats }, comments, goTo) {
    Object.assign(this, { id, seats, goTo });
    for (const comment of comments) this.#all.set(key(comment.turn, comment.seat), comment);
    this.#field.addEventListener("input", () => this.#drafts.set(this.#place, this.#field.value));
    this.element = fold(
      t("Comments"),
      { open: comments.length > 0 || hasColumns(), name: "comments" },
      this.#none,
      this.#list,
      this.#form,
      this.#turns,
      this.#mute,
    );
    this.#show();
  }

  /**
   * For whom this page writes: `{seat, token, host}`; a null for the seat is a note of nobody in
   * the game.
   */
  set authors(authors) {
    this.#authors = authors;
    const option = ({ seat }, at) => h("option", { value: String(at) }, this.#name(seat));
    this.#author.replaceChildren(...authors.map(option));
    this.#show();
  }

  /** The number of the turn that is shown. */
  set turn(turn) {
    if (turn === this.#turn) return;
    this.#turn = turn;
    this.#problem.replaceChildren();
    this.#show();
  }

  /** Somebody has written a comment; an empty one is removed. */
  take({ turn, seat, text }) {
    if (text) this.#all.set(key(turn, seat), { turn, seat, text });
    else this.#all.delete(key(turn, seat));
    this.#show();
  }

  get #by() {
    return this.#authors[Number(this.#author.value)];
  }

  get #place() {
    return key(this.#turn, this.#by?.seat);
  }

  #name = (seat) => this.seats.find((known) => known.seat === seat)?.name ?? t("CommentNote");

  #isOwn = (seat) => this.#authors.some((author) => author.seat === seat);

  #show() {
    const shown = [...this.#all.values()]
      .filter(({ seat }) => !this.#muted.checked || this.#isOwn(seat))
      .sort((a, b) => a.turn - b.turn || (a.seat ?? -1) - (b.seat ?? -1));
    const here = shown.filter(({ turn }) => turn === this.#turn);
    this.#list.replaceChildren(...here.map((comment) => this.#line(comment)));
    this.#list.hidden = here.length === 0;
    this.#none.hidden = here.length > 0;
    this.#none.textContent = t(this.#turn > 0 ? "CommentNone" : "CommentDeal");
    const turns = [...new Set(shown.map(({ turn }) => turn))];
    this.#turns.replaceChildren(...turns.map((turn) => this.#way(turn)));
    this.#turns.hidden = turns.length === 0;
    this.#mute.hidden = !can.invite;
    this.#form.hidden = this.#turn === 0 || this.#authors.length === 0;
    this.#whose.hidden = this.#authors.length < 2;
    this.#showField();
  }

  #showField() {
    this.#label.textContent = t("CommentText", { number: this.#turn });
    const text = this.#drafts.get(this.#place) ?? this.#all.get(this.#place)?.text ?? "";
    if (this.#field.value !== text) this.#field.value = text;
  }

  #way = (turn) =>
    h(
      "button",
      {
        type: "button",
        class: "small",
        "aria-current": turn === this.#turn ? "step" : null,
        onclick: () => this.goTo(turn),
      },
      t("WebReviewTurn", { turn }),
    );

  #line({ turn, seat, text }) {
    const { letter } = this.seats.find((known) => known.seat === seat) ?? {};
    const own = this.#authors.find((author) => author.seat === seat);
    const host = this.#authors.find((author) => author.host);
    const remove = () => this.#send({ ...(own ?? host), seat }, { turn, text: "" });
    return h(
      "li",
      {},
      seat !== null && seatMark(seat, letter),
      h("span", {}, h("b", {}, this.#name(seat)), ": ", text),
      (own || host) &&
        h(
          "button",
          {
            type: "button",
            class: "small quiet",
            "aria-label": t("CommentRemoveOf", { who: this.#name(seat) }),
            onclick: remove,
          },
          t("CommentRemove"),
        ),
    );
  }

  async #write(event) {
    event.preventDefault();
    await this.#send(this.#by, { turn: this.#turn, text: this.#field.value.trim() });
  }

  async #send({ seat, token, host }, { turn, text }) {
    this.#problem.replaceChildren();
    try {
      await api(`games/${this.id}/comment`, { token, body: { seat, host, turn, text } });
      this.#drafts.delete(key(turn, seat));
      this.take({ turn, seat, text });
      announce(t(text ? "CommentSaved" : "CommentRemoved"));
      if (!text) this.element.querySelector("summary").focus(); // the button is gone
    } catch (error) {
      this.#problem.replaceChildren(errorBox(error));
    }
  }
}
