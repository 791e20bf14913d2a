// What people at a table say to each other: reactions, and texts where the host allows them.

import { h, keep, kept, t } from "./common.js";
import { fold } from "./panels.js";

/** The reactions that the server knows, each with its picture and its words. */
const REACTIONS = {
  hello: ["👋", "TalkHello"],
  luck: ["🍀", "TalkLuck"],
  wow: ["😮", "TalkWow"],
  oops: ["😅", "TalkOops"],
  "well-played": ["👏", "TalkWellPlayed"],
  thinking: ["🤔", "TalkThinking"],
  thanks: ["🙏", "TalkThanks"],
  "good-game": ["🤝", "TalkGoodGame"],
};
/** The longest text that the server passes on, in characters. */
const LONGEST = 200;
/** Texts that are shown at once, as many as the server keeps. */
const MOST = 50;

export class Talk {
  #rules = null; // the `talk` message of the table
  #speaks = false;
  #texts = h("ol", { class: "texts scroll", tabindex: "0", "aria-label": t("TalkChat") });
  #text = h("input", { id: "talk-text", maxlength: LONGEST, autocomplete: "off" });
  #form = h(
    "form",
    { class: "row", onsubmit: (event) => this.#write(event) },
    h("label", { for: "talk-text" }, t("TalkText")),
    this.#text,
    h("button", {}, t("TalkSend")),
  );
  #muted = h("input", {
    type: "checkbox",
    id: "talk-muted",
    checked: kept("talk-muted", false),
    onchange: () => (keep("talk-muted", this.#muted.checked), this.#show()),
  });
  #reactions = h(
    "div",
    { class: "row", role: "group", "aria-label": t("TalkReactions") },
    Object.entries(REACTIONS).map(([code, [sign, key]]) =>
      h(
        "button",
        {
          type: "button",
          class: "small",
          "aria-label": t(key),
          title: t(key),
          onclick: () => this.send({ reaction: code }),
        },
        sign,
      ),
    ),
  );
  element = fold(
    t("Talk"),
    { name: "talk" },
    this.#reactions,
    this.#texts,
    this.#form,
    h("p", { class: "row setting" }, this.#muted, h("label", { for: "talk-muted" }, t("TalkMute"))),
  );

  /**
   * `send(said)` sends what the person says, and gives null if that was refused; `name(seat)` is
   * who sits there. `react(seat, sign, words)` shows a reaction, and `say` tells screen readers.
   */
  constructor({ send, name, react, say }) {
    Object.assign(this, { send, name, react, say });
    this.#show();
  }

  /** Whether the person here has a seat, and may say something. */
  set speaks(speaks) {
    this.#speaks = speaks;
    this.#show();
  }

  /** The server tells what may be said, and what was. */
  begin(message) {
    this.#rules = message;
    this.#texts.replaceChildren(...message.said.map((said) => this.#line(said)));
    this.#show();
  }

  /** Somebody says something. */
  hear(said) {
    const isText = said.text !== undefined;
    if (isText) {
      this.#texts.append(this.#line(said));
      while (this.#texts.childElementCount > MOST) this.#texts.firstElementChild.remove();
      this.#toEnd();
    }
    const [sign, key] = REACTIONS[said.reaction] ?? [];
    if (this.#muted.checked || !(isText || key)) return;
    this.say(t("TalkSays", { who: this.name(said.seat), words: isText ? said.text : t(key) }));
    this.react(said.seat, sign ?? "💬", isText ? t("TalkWrites") : t(key));
  }

  #line = ({ seat, text }) => h("li", {}, h("b", {}, this.name(seat)), ": ", text);

  #show() {
    this.element.hidden = !this.#rules;
    this.#reactions.hidden = !this.#speaks;
    this.#texts.hidden = !this.#rules?.chat || this.#muted.checked;
    this.#form.hidden = this.#texts.hidden || !this.#speaks;
    this.#toEnd();
  }

  #toEnd() {
    this.#texts.scrollTop = this.#texts.scrollHeight;
  }

  async #write(event) {
    event.preventDefault();
    const text = this.#text.value.trim();
    if (text && (await this.send({ text }))) this.#text.value = "";
  }
}
