// The page of a review: everybody's chances, the costliest decisions on the board, and what was
// luck. The server searches on for as long as this page asks for more.

import {
  announce,
  api,
  byId,
  errorBox,
  gameTokens,
  h,
  keep,
  kept,
  rememberGame,
  seatMark,
  sentence,
  startPage,
  svgFrom,
  t,
  tileImage,
  whole,
} from "./common.js";
import { Board } from "./board.js";
import { replayQuery } from "./links.js";
import { helpButton } from "./panels.js";
import { address, can, idInAddress, setAddress } from "./transport.js";

const TIMES = [10, 60, 300, Infinity]; // seconds, as the words of `WebReviewTimes`
const PAUSE = 2000; // ms before a server is asked again that is busy or does not answer
const MAY_PASS = ["offline", "busy", "unavailable"];
const LATE = 408; // others came before this request for too long

const id = idInAddress();

const button = (key, act, attributes = {}) =>
  h("button", { type: "button", onclick: act, ...attributes }, t(key));
const hidden = (words) => h("span", { class: "visually-hidden" }, words);
const heading = (key) => h("h2", {}, t(key));
const decisionTitle = (turn) => (turn > 0 ? t("WebReviewTurn", { turn }) : t("WebReviewStart"));

class Review {
  #answer = null; // the last answer of the server
  #found = null; // what the search has found
  #search = null; // ends the search that goes on
  #point = null; // which decision is shown
  #pick = null; // which of its choices is on the board
  #back = null; // the patch that takes back what is tried
  #numbers = new Map(); // of the choices, which keep them when better numbers have come
  #open = new Set(); // the tables of curves that are open

  constructor(seat) {
    this.seat = seat;
    this.token = gameTokens(id)?.seats[0]?.token;
    this.#make();
    this.board = new Board(this.picture);
  }

  #make() {
    this.title = h("h1", {}, t("WebReview"));
    this.picture = h("div", { class: "picture" });
    this.now = h("p", { class: "now" });
    this.progress = h("p", { class: "hint" }, t("ReviewFirst"));
    this.problem = h("div", {});
    this.whose = h("select", { id: "whose", onchange: () => this.#change(this.whose.value) });
    this.time = this.#timeSelect();
    this.stop = button("WebReviewStop", () => this.#toggle());
    this.decisions = h("section", { class: "panel", "aria-labelledby": "decisions-title" });
    this.curves = h("section", { class: "panel" });
    this.luck = h("section", { class: "panel" });
    const search = h(
      "section",
      { class: "panel search" },
      h("div", { class: "row" }, h("label", { for: "whose" }, t("WebReviewWhose")), this.whose),
      h("div", { class: "row" }, h("label", { for: "time" }, t("WebReviewTime")), this.time),
      this.progress,
      this.problem,
      h("div", { class: "row" }, this.stop),
    );
    const side = h(
      "div",
      { class: "board-side" },
      this.picture,
      h("div", { class: "caption" }, this.now),
    );
    this.results = [this.decisions, this.curves, this.luck];
    for (const result of [side, ...this.results]) result.hidden = true;
    this.side = side;
    const links = h(
      "div",
      { class: "row tools" },
      h("a", { class: "button", href: address("game", { id, query: "replay" }) }, t("DoWatch")),
      h("a", { class: "button", href: address("game", { id }) }, t("WebToGame")),
    );
    byId("main").append(
      h(
        "div",
        { class: "top row ends pinned" },
        this.title,
        helpButton(showReviewHelp(this), { hasKey: false }),
      ),
      h(
        "div",
        { class: "play review", dataset: { begun: "" } },
        side,
        h("div", { class: "desk" }, this.decisions, search, this.curves, this.luck, links),
      ),
    );
  }

  #timeSelect() {
    const words = t("WebReviewTimes").split(",");
    const select = h(
      "select",
      {
        id: "time",
        onchange: () => {
          keep("review-time", Number(select.value));
          this.#run();
        },
      },
      words.map((word, index) => h("option", { value: String(index) }, word)),
    );
    select.value = String(TIMES[kept("review-time", 0)] ? kept("review-time", 0) : 0);
    return select;
  }

  // ---- The search ----

  #toggle() {
    if (this.#search) this.#halt();
    else this.#run();
  }

  #halt() {
    this.#search?.abort();
    this.#search = null;
    this.stop.textContent = t("WebReviewMore");
    this.stop.hidden = this.#answer?.enough ?? false;
    if (this.#found?.whole)
      this.progress.textContent = t("ReviewDone", { games: this.#answer.known[0] });
  }

  /** The review of another player. */
  #change(seat) {
    this.seat = Number(seat);
    this.#answer = this.#found = this.#point = this.#pick = null;
    for (const result of [this.side, ...this.results]) result.hidden = true;
    this.progress.textContent = t("ReviewFirst");
    setAddress(address("review", { id, query: `seat=${this.seat}` }));
    this.#run();
  }

  /** Searches until the time is over, the search has done enough, or it is stopped. */
  async #run() {
    this.#search?.abort();
    const search = new AbortController();
    this.#search = search;
    this.stop.hidden = false;
    this.stop.textContent = t("WebReviewStop");
    const until = performance.now() + 1000 * TIMES[Number(this.time.value)];
    // However short the time is, there is something to see at its end.
    while (!search.signal.aborted && (performance.now() < until || !this.#found)) {
      if (!(await this.#slice(search.signal))) break;
    }
    if (this.#search !== search) return;
    this.#halt();
    announce(this.progress.textContent);
  }

  /** Asks for a slice of the search. Whether there may be more. */
  async #slice(signal) {
    const known = this.#found ? this.#answer.known : undefined;
    const body = { known };
    if (this.seat !== null) body.seat = this.seat;
    try {
      const answer = await api(`games/${id}/review`, { body, token: this.token, signal });
      if (signal.aborted) return false;
      this.problem.replaceChildren();
      this.#take(answer);
      return !answer.enough;
    } catch (error) {
      if (signal.aborted) return false;
      if (!MAY_PASS.includes(error.code) && error.status !== LATE) {
        this.problem.replaceChildren(errorBox(error));
        return false;
      }
      this.problem.replaceChildren(
        h("p", { class: "error" }, t(can.invite ? "WebReviewAgain" : "WebSiteReviewAgain")),
      );
      await new Promise((done) => setTimeout(done, PAUSE));
      return !signal.aborted;
    }
  }

  #take(answer) {
    const isFirst = this.#answer === null;
    // A server that was started again begins anew: what it found before stays until it is there
    // again.
    const [games, seen] = answer.known ?? [0, 0];
    const [gamesBefore, seenBefore] = this.#answer?.known ?? [0, 0];
    if (seen < seenBefore || games < gamesBefore) return;
    this.#answer = answer;
    this.seat = answer.seat;
    this.progress.textContent = answer.progress;
    if (isFirst) this.#name(answer);
    if (!answer.found) return;
    this.#found = answer.found;
    this.#show();
  }

  #name({ title, seats, seat }) {
    const name = t("WebReviewNamed", { title });
    this.title.textContent = name;
    document.title = `${name} – Tsuro`;
    this.whose.replaceChildren(
      ...seats.map(({ seat, name }) => h("option", { value: String(seat) }, name)),
    );
    this.whose.value = String(seat);
  }

  // ---- What was found ----

  #show() {
    const { decisions } = this.#found;
    // The one that is looked at stays, as long as it is among the costliest.
    if (!decisions.some(({ point }) => point === this.#point)) {
      this.#point = decisions[0]?.point ?? null;
      this.#pick = null;
    }
    const focused = document.activeElement?.id;
    for (const result of [this.side, ...this.results]) result.hidden = false;
    this.#showDecisions();
    this.#showCurves();
    this.#showLuck();
    if (focused && document.activeElement?.id !== focused)
      byId(focused)?.focus({ preventScroll: true });
  }

  #showDecisions() {
    const { decisions, no_cost: none, board } = this.#found;
    const title = h("h2", { id: "decisions-title" }, t("WebReviewCostliest"));
    const shown = decisions.find(({ point }) => point === this.#point);
    if (!shown) {
      this.board.show(board, t("WebBoardLabel"));
      this.now.textContent = "";
      return this.decisions.replaceChildren(title, h("p", {}, whole(none)));
    }
    const numbers = decisions.map(({ point, turn }, index) =>
      h(
        "button",
        {
          type: "button",
          id: `decision-${point}`,
          "aria-pressed": String(point === this.#point),
          onclick: () => {
            this.#point = point;
            this.#pick = null;
            this.#show();
          },
        },
        `${index + 1}. ${decisionTitle(turn)}`,
      ),
    );
    // Tiles look as the board does that is shown.
    this.board.show(shown.board, t("WebBoardLabel"));
    const list = h(
      "fieldset",
      { class: "choices" },
      h("legend", {}, h("h3", {}, t("WebReviewTry"))),
      h(
        "div",
        { class: "list" },
        shown.choices.map((choice) => this.#choiceLine(shown, choice)),
      ),
    );
    this.decisions.replaceChildren(
      title,
      h("div", { class: "decisions" }, numbers),
      h(
        "div",
        { class: "words" },
        shown.words.map((words) => h("p", {}, whole(words))),
      ),
      list,
      h(
        "p",
        {},
        h(
          "a",
          { href: address("game", { id, query: replayQuery(shown.turn) }) },
          t("WebReviewWatch"),
        ),
      ),
      h("p", { class: "hint" }, t("WebReviewGoOnAbout", { who: shown.who })),
      h(
        "div",
        { class: "row" },
        button("WebReviewGoOn", (event) => this.#goOn(shown, event.currentTarget), {
          class: "primary",
          id: "go-on",
        }),
        (this.refused = h("div", {})),
      ),
    );
    this.#back = null;
    this.#tryOut(
      shown,
      shown.choices.find((choice) => keyOf(choice) === this.#pick) ??
        shown.choices.find(({ best }) => best),
    );
  }

  #choiceLine(shown, choice) {
    const key = keyOf(choice);
    const isOn = this.#pick === null ? choice.best : this.#pick === key;
    const radio = h("input", {
      type: "radio",
      name: "choice",
      id: `choice-${this.#numberOf(`${shown.point} ${key}`)}`,
      onchange: () => {
        this.#pick = key;
        this.#tryOut(shown, choice);
      },
    });
    radio.checked = isOn;
    return h(
      "label",
      { class: "choice" },
      radio,
      choice.tile !== undefined &&
        tileImage(choice.tile, choice.rotation, { class: "small-tile", alt: "" }),
      h(
        "span",
        { class: "said" },
        choice.placed && hidden(`${choice.placed}: `),
        sentence(choice.words),
      ),
      choice.best && h("span", { class: "badge" }, t("WebReviewBest")),
      choice.made && h("span", { class: "badge" }, t("WebReviewYours")),
      h(
        "span",
        { class: "share" },
        `${choice.share}\u00a0% `,
        h("span", { class: "room" }, `(${choice.low}–${choice.high})`),
      ),
    );
  }

  /** By which number the element of a choice is found again. */
  #numberOf(key) {
    if (!this.#numbers.has(key)) this.#numbers.set(key, this.#numbers.size);
    return this.#numbers.get(key);
  }

  /** Shows the board after a choice. */
  #tryOut(shown, choice) {
    if (this.#back) this.board.apply(this.#back);
    this.#back = choice.patch ? this.board.apply(choice.patch) : null;
    this.board.light(shown.square);
    this.board.point(choice.place ? [choice.place] : []);
    this.now.textContent = `${decisionTitle(shown.turn)} – ${sentence(choice.words)}`;
  }

  async #goOn({ seat, mark }, asked) {
    asked.disabled = true;
    try {
      const game = await api(`games/${id}/go-on`, { body: { seat, mark } });
      const isKept = rememberGame({
        id: game.id,
        host: game.host,
        seats: game.seats,
        title: this.#answer.title,
      });
      this.#halt();
      // Where nothing can be kept, the address has the token.
      const token = game.seats[0]?.token ?? game.host;
      location.assign(address("game", { id: game.id, hash: isKept ? "" : token }));
    } catch (error) {
      asked.disabled = false;
      this.refused.replaceChildren(errorBox(error));
    }
  }

  #showCurves() {
    const { curves, chance } = this.#found;
    const drawn = curves.map(({ title, svg, turns }, index) => {
      const picture = svgFrom(svg);
      picture.querySelector("title")?.remove();
      picture.setAttribute("aria-label", title);
      const caption = h("figcaption", {}, title);
      return h(
        "figure",
        { class: "curve" },
        caption,
        picture,
        this.#curveTable(turns, index, title),
      );
    });
    this.curves.replaceChildren(
      heading("WebReviewCurve"),
      h("p", { class: "hint" }, whole(chance)),
      ...drawn,
    );
  }

  /** A curve in numbers: a row for each turn, a column for each player. */
  #curveTable(turns, index, title) {
    const [, , , , , end] = t("WebReviewParts").split(",");
    const { seats } = this.#answer;
    const name = ({ seat, letter, name }) =>
      h("th", { scope: "col" }, seatMark(seat, letter), hidden(name));
    const row = ({ turn, shares }) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, turn === null ? sentence(end).slice(0, -1) : decisionTitle(turn)),
        shares.map((share) => h("td", {}, `${share}\u00a0%`)),
      );
    const wide = { class: "wide", tabindex: "0", role: "region", "aria-label": title };
    const table = h(
      "table",
      { class: "accounts" },
      h("thead", {}, h("tr", {}, h("td", {}), seats.map(name))),
      h("tbody", {}, turns.map(row)),
    );
    const folded = h(
      "details",
      { class: "fold", open: this.#open.has(index) },
      h("summary", { id: `numbers-${index}` }, t("WebReviewNumbers")),
      h("div", wide, table),
    );
    folded.addEventListener("toggle", () => this.#open[folded.open ? "add" : "delete"](index));
    return folded;
  }

  #showLuck() {
    const { accounts, luck, lucky, how_sure: sure } = this.#found;
    const letters = new Map(this.#answer.seats.map(({ seat, letter }) => [seat, letter]));
    const heads = t("WebReviewParts").split(",");
    const row = (account, seat) =>
      h(
        "tr",
        { class: seat === this.seat ? "own" : null },
        h(
          "th",
          { scope: "row" },
          seatMark(seat, letters.get(seat)),
          hidden(this.#answer.seats[seat]?.name ?? ""),
        ),
        account.map((words) => h("td", {}, words.includes("±") ? words : `${words}\u00a0%`)),
      );
    this.luck.replaceChildren(
      heading("WebReviewLuck"),
      h("p", {}, whole(luck)),
      ...lucky.map((words) => h("p", {}, whole(words))),
      h(
        "div",
        { class: "wide", tabindex: "0", role: "region", "aria-label": t("WebReviewLuck") },
        h(
          "table",
          { class: "accounts" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              heads.map((words) => h("th", { scope: "col" }, words)),
            ),
          ),
          h("tbody", {}, accounts.map(row)),
        ),
      ),
      h("p", { class: "hint" }, whole(sure)),
    );
  }

  /** What the numbers mean, as far as it is known. */
  get meaning() {
    return this.#found ? [this.#found.chance, this.#found.how_sure].map(whole) : [];
  }

  open() {
    this.#run();
  }
}

/** The help on a review: what its numbers mean. */
const showReviewHelp = (review) => async () => {
  const { showHelp } = await import("./dialogs.js");
  await showHelp({ summary: "", help: [] }, "review", { said: review.meaning });
};

/** By what a choice is known again when better numbers have come. */
const keyOf = ({ tile, rotation, place, words }) =>
  tile === undefined ? (place ?? words) : `${tile}-${rotation}`;

if (await startPage(null)) {
  const asked = new URLSearchParams(location.search).get("seat");
  new Review(/^\d+$/.test(asked ?? "") ? Number(asked) : null).open();
}
