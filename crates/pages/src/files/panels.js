// What stands beside the board: all that has happened, and the board in words.

import { api, h, messageOf, t } from "./common.js";

/** Whether the board stands beside the rest, as `game.css` decides. */
export const hasColumns = () =>
  matchMedia("(min-width: 60em), (min-width: 36em) and (max-height: 32em)").matches;

/** The button that opens the help; `hasKey`: so does a key. */
export const helpButton = (onclick, { hasKey = true } = {}) =>
  h(
    "button",
    {
      type: "button",
      class: "help",
      "aria-label": t("HelpTitle"),
      "aria-keyshortcuts": hasKey ? "?" : null,
      title: t("HelpTitle"),
      onclick,
    },
    "?",
  );

/** A part that can be folded. */
export function fold(title, { open = false, name } = {}, ...children) {
  return h(
    "details",
    { class: `panel fold ${name ?? ""}`, open },
    h("summary", {}, title),
    ...children,
  );
}

// ---- All that has happened ----------------------------------------------------------------------

/**
 * The sentences of a game. Screen readers hear them from a region of their own, which is not folded
 * away.
 */
export class Log {
  #told;
  #lines = []; // what each line of the list tells
  #list = h("ol", { class: "sentences" });
  #scroll = h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": t("LogTitle") },
    this.#list,
  );
  #spoken = h("div", { class: "visually-hidden", role: "log", "aria-live": "polite" });
  #empty = h("p", { class: "hint" }, t("LogEmpty"));

  /** `told` gives the words that are shown of `{words, short}`, which is told in two ways. */
  constructor(told) {
    this.#told = told;
    this.element = fold(
      t("LogTitle"),
      { open: hasColumns(), name: "log" },
      this.#empty,
      this.#scroll,
      this.#spoken,
    );
    this.element.addEventListener("toggle", () => this.#toEnd());
    document.body.append(this.#spoken);
    this.fill([]);
  }

  /** Shows these sentences without saying them. */
  fill(sentences) {
    this.#lines = sentences;
    this.#spoken.replaceChildren();
    this.again();
  }

  /** Shows all sentences anew, as they are to be told now. */
  again() {
    const lines = this.#lines.map(this.#told).filter(Boolean);
    this.#list.replaceChildren(...lines.map((words) => h("li", {}, words)));
    this.#after();
  }

  /** Adds a sentence, and says it with every port: whoever hears it does not see the board. */
  add(sentence) {
    this.#lines.push(sentence);
    const words = this.#told(sentence);
    if (words) this.#list.append(h("li", {}, words));
    if (sentence.words) this.say(sentence.words);
    this.#after();
  }

  /** Says something to screen readers after what they are saying. */
  say(words) {
    this.#spoken.append(h("p", {}, words));
    while (this.#spoken.childElementCount > 30) this.#spoken.firstElementChild.remove();
  }

  open() {
    this.element.open = true;
    this.element.querySelector("summary").focus();
  }

  /** The last sentence, as text. */
  get last() {
    return this.#list.lastElementChild?.textContent ?? "";
  }

  #after() {
    this.#empty.hidden = this.#list.childElementCount > 0;
    this.#scroll.hidden = !this.#empty.hidden;
    this.#toEnd();
  }

  #toEnd() {
    this.#scroll.scrollTop = this.#scroll.scrollHeight;
  }
}

// ---- The board in words -------------------------------------------------------------------------

/** The board as a table and in sentences. It is asked for only while it is open. */
export class Described {
  #body = h("div", { class: "described" });
  #asked = 0;

  /**
   * `token` gives the token of the seat whose view is wanted, or undefined; `isReady`, whether the
   * board shows what the server would describe.
   */
  constructor(id, { token, isReady }) {
    Object.assign(this, { id, token, isReady });
    this.element = fold(t("WebBoardInWords"), { name: "words" }, this.#body);
    this.element.addEventListener("toggle", () => this.refresh());
  }

  open() {
    this.element.open = true;
    this.element.querySelector("summary").focus();
  }

  async refresh() {
    if (!this.element.open) return;
    const asked = ++this.#asked;
    if (!this.isReady()) {
      // What is there stands for the board as it was; the server is ahead of what is shown.
      if (!this.#body.hasChildNodes())
        this.#body.append(h("p", { class: "hint" }, t("WebWordsWait")));
      return;
    }
    try {
      const answer = await api(`games/${this.id}/described`, { token: this.token() });
      if (asked === this.#asked) this.#put(describe(answer));
    } catch (error) {
      if (asked === this.#asked)
        this.#body.replaceChildren(h("p", { class: "error" }, messageOf(error)));
    }
  }

  /**
   * Puts a new description in the place of the old one. A reader stays where they are.
   */
  #put(parts) {
    const wide = () => this.#body.querySelector(".sideways");
    const { scrollLeft = 0 } = wide() ?? {};
    const had = this.#body.contains(document.activeElement);
    this.#body.replaceChildren(...parts);
    wide().scrollLeft = scrollLeft;
    if (had) wide().focus({ preventScroll: true });
  }
}

function describe({ columns, rows, cells, sentences }) {
  // The row and the column say already which square it is.
  const isEmpty = ({ square, words }) => words === t("WebSquareEmpty", { square });
  const short = ({ square, words }) =>
    words.startsWith(`${square} `) || words.startsWith(`${square}:`)
      ? words.slice(square.length).replace(/^\s*:\s*/, "")
      : words;
  const words = new Map(
    cells.filter((cell) => !isEmpty(cell)).map((cell) => [cell.square, short(cell)]),
  );
  const letters = Array.from({ length: columns }, (_, column) => String.fromCharCode(97 + column));
  const row = (number) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, String(number)),
      letters.map((letter) => h("td", {}, words.get(letter + number) ?? "")),
    );
  const table = h(
    "table",
    { "aria-labelledby": "described-about" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        letters.map((letter) => h("th", { scope: "col" }, letter)),
      ),
    ),
    h(
      "tbody",
      {},
      Array.from({ length: rows }, (_, index) => row(index + 1)),
    ),
  );
  const wide = h(
    "div",
    { class: "scroll sideways", tabindex: "0", role: "region", "aria-label": t("WebBoardInWords") },
    table,
  );
  // In a caption it would be scrolled away with the table.
  const about = h(
    "p",
    { class: "about", id: "described-about" },
    t("WebBoardTable", { columns, rows }),
  );
  return [
    h(
      "ul",
      {},
      sentences.map((sentence) => h("li", {}, sentence)),
    ),
    about,
    wide,
  ];
}
