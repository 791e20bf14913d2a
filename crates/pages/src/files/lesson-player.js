// Plays lessons and puzzles: small boards, one question each. A lesson comes with all that can come
// of its answers, so nothing is sent.

import { announce, api, byId, errorBox, h, keep, kept, rememberGame, t } from "./common.js";
import { Choices } from "./ask.js";
import { Board } from "./board.js";
import { Hand } from "./hand.js";
import { listenToKeys } from "./keys.js";
import { hasColumns, helpButton } from "./panels.js";
import { settingsPanel } from "./settings.js";
import { Show, showEvent } from "./show.js";
import { address, setAddress } from "./transport.js";

/** The least width of a board, and the space above and between what fits with it, in pixels. */
const SMALLEST = 140;
const ABOVE = 4;
const MARGIN = 4;

/** Keys of games that lessons do not have, or whose words are those of games. */
const LACKS = ["WebKeyAdvice", "WebKeyUndo", "WebKeyLog"];

const button = (key, act, attributes = {}) =>
  h("button", { type: "button", onclick: act, ...attributes }, t(key));
const sign = (text, key, act) =>
  h("button", { type: "button", "aria-label": t(key), title: t(key), onclick: act }, text);

/**
 * The courses of a page. `kind` says what differs between pages: `page`, the name of the page;
 * `api`, that of its lessons; `store`, where this device keeps the first answers; `words`, the keys
 * of its texts; `place(courses)`, the lesson that the address names; and, where the page has more,
 * `next(at)`, the lesson after another, `solved(at, right)`, `heading(at)` and
 * `isDone(course, index)`.
 */
export class LessonPlayer {
  #lesson = null;
  #asker = null;
  #after = null; // what Enter does once an answer is there
  #loads = false; // whether a lesson is on its way

  constructor(courses, kind) {
    this.courses = courses;
    this.kind = kind;
    this.results = kept(kind.store, {});
    this.#make();
    this.board = new Board(this.picture);
    this.show = new Show(() => {});
    const asker = () => this.#asker;
    const isOn = (event) =>
      this.#asker instanceof Hand && this.board.isOn(this.#lesson.ask.shown.square, event, 0);
    this.picture.addEventListener("click", (event) => isOn(event) && this.#asker.lay());
    this.picture.addEventListener("wheel", (event) => isOn(event) && this.#asker.wheel(event), {
      passive: false,
    });
    listenToKeys({
      asker,
      running: () => this.show.running,
      next: () => this.show.next(),
      hurry: () => this.show.hurry(),
      enter: () => this.#enter(),
      words: () => (this.words.open = !this.words.open),
      help: () => this.#help(),
      advise: () => this.#showHint(),
    });
    addEventListener("resize", () => this.#fit());
    addEventListener("popstate", () => this.#go(kind.place(this.courses)));
  }

  #make() {
    this.title = h("h1", { tabindex: "-1" });
    this.steps = h("ol", { class: "lesson-steps", "aria-hidden": "true" });
    this.picture = h("div", { class: "picture" });
    this.now = h("p", { class: "now", tabindex: "-1" });
    this.tell = h("p", { class: "lesson-tell" });
    this.question = h("section", { class: "question panel", "aria-labelledby": "question-title" });
    this.verdict = h("section", { class: "panel lesson-verdict", hidden: true, role: "status" });
    this.hint = h("p", { class: "hint", role: "status", hidden: true });
    this.lay = button("WebLay", () => this.#asker?.lay(), { class: "primary lay" });
    this.turns = [
      sign("↺", "WebTurnLeft", () => this.#asker?.turn(-1)),
      sign("↻", "WebTurnRight", () => this.#asker?.turn(1)),
    ];
    this.hinting = button("LessonHint", () => this.#showHint());
    this.actions = h("div", { class: "actions" }, this.turns, this.lay, this.hinting);
    this.list = h("div", { class: "lesson-words" });
    this.words = h(
      "details",
      { class: "panel fold" },
      h("summary", {}, t("WebBoardInWords")),
      this.list,
    );
    this.moves = h(
      "div",
      { class: "row" },
      (this.back = button(this.kind.words.back, () => this.#step(-1))),
      button(this.kind.words.next, () => this.#step(1)),
    );
    const side = h(
      "div",
      { class: "board-side" },
      this.picture,
      h("div", { class: "caption" }, this.now),
    );
    const desk = h(
      "div",
      { class: "desk" },
      h("div", { class: "panel lesson-about" }, this.tell),
      this.question,
      this.hint,
      this.actions,
      this.verdict,
      this.moves,
      this.words,
      settingsPanel(),
    );
    this.stage = h("div", { class: "play lesson", dataset: { begun: "" } }, side, desk);
    this.end = h("section", { class: "panel", hidden: true, "aria-labelledby": "end-title" });
    this.top = h(
      "div",
      { class: "top row ends pinned" },
      h("div", {}, this.title, this.steps),
      helpButton(() => this.#help()),
    );
    byId("main").append(this.top, this.stage, this.end);
  }

  async open() {
    await this.#go(this.kind.place(this.courses));
  }

  #course() {
    return this.courses.find(({ name }) => name === this.at.course);
  }

  #step(by) {
    // The second click of a double click may hit the other button for the next lesson.
    if (this.#loads) return;
    const next = (by > 0 && this.kind.next?.(this.at)) || {
      course: this.at.course,
      at: Math.max(0, this.at.at + by),
    };
    setAddress(addressOf(this.kind.page, next), { isNew: true });
    this.#go(next);
  }

  async #go(at) {
    this.at = at;
    this.show.clear();
    this.#asker?.close();
    this.#asker = null;
    // What Enter and the button of the last answer do belongs to the lesson that is left: while
    // the next one loads, and after the last, they must not step on once more.
    this.#after = null;
    this.verdict.hidden = true;
    const course = this.#course();
    this.#showSteps(course);
    if (at.at >= course.lessons.length) return this.#finish(course);
    this.stage.hidden = false;
    this.end.hidden = true;
    this.#loads = true;
    try {
      this.#lesson = await api(
        `${this.kind.api}/one?course=${encodeURIComponent(at.course)}&at=${at.at}`,
      );
    } catch (error) {
      this.question.replaceChildren(errorBox(error));
      this.question.hidden = false;
      return;
    } finally {
      this.#loads = false;
    }
    if (this.at !== at) return;
    const heading = this.kind.heading?.(at) ?? this.#lesson.heading;
    this.title.textContent = heading;
    document.title = `${heading} – Tsuro`;
    this.tell.textContent = this.#lesson.tell;
    this.list.replaceChildren(...this.#lesson.described.map((line) => h("p", {}, line)));
    this.back.disabled = at.at === 0;
    this.#ask();
    this.title.focus();
    // On a phone there is no room for the header beside all that a question needs. The title may
    // be in view already, over what is further down.
    if (!hasColumns()) scrollBy(0, this.#start() - ABOVE);
  }

  /** Where the title begins in the window, if it is not held in view. */
  #start() {
    const gap = parseFloat(getComputedStyle(this.top).marginBottom) || 0;
    return this.stage.getBoundingClientRect().top - gap - this.top.offsetHeight;
  }

  /** Makes the board as small as the window needs for all of the question; not smaller. */
  #fit() {
    const { style } = this.picture;
    style.width = "";
    // There is no end before the first lesson has come, and after one that could not be loaded.
    const end = this.question.querySelector(".fate, .list");
    if (hasColumns() || this.question.hidden || !end) return;
    const { bottom } = end.getBoundingClientRect();
    const height = bottom - this.#start() + this.actions.offsetHeight;
    const over = ABOVE + height + MARGIN - innerHeight;
    if (over <= 0) return;
    style.width = `${Math.max(SMALLEST, this.picture.offsetWidth - over)}px`;
  }

  #showSteps({ name, lessons }) {
    // A lesson that was skipped is kept as null, as JSON has no holes.
    const answered = (index) => this.results[name]?.[index] != null;
    const isDone = this.kind.isDone ?? ((_, index) => answered(index));
    this.steps.replaceChildren(
      ...lessons.map((_, index) =>
        h("li", {
          class: [isDone(name, index) && "done", index === this.at.at && "here"]
            .filter(Boolean)
            .join(" "),
        }),
      ),
    );
  }

  /** Puts the question, at first or once more. */
  #ask() {
    const lesson = this.#lesson;
    const { ask, previews } = lesson;
    this.show.clear();
    this.#after = null;
    this.board.show(lesson.board, t("WebBoardLabel"));
    this.board.cross(null);
    this.now.textContent = "";
    this.verdict.hidden = this.hint.hidden = true;
    const options = {
      board: this.board,
      onLay: (pick) => this.#answer(pick),
      isTest: true,
      previewOf: ({ tile, rotation }) => previews[`${tile}-${rotation}`] ?? null,
    };
    this.#asker = ask.shown.cards ? new Hand(ask, options) : new Choices(ask, options);
    const isHand = this.#asker instanceof Hand;
    this.question.replaceChildren(
      h("h2", { id: "question-title", tabindex: "-1" }, ask.title),
      this.#asker.element,
    );
    this.question.hidden = this.actions.hidden = false;
    this.lay.textContent = t(isHand ? "WebLay" : "WebTake");
    for (const one of this.turns) one.hidden = !isHand;
    this.#fit();
  }

  #showHint() {
    this.hint.textContent = this.#lesson.hint ?? t("LessonNoHint");
    this.hint.hidden = false;
  }

  /** The help on what is asked. It is loaded when it is needed. */
  async #help() {
    const { showHelp } = await import("./dialogs.js");
    const isPlace = Boolean(this.#lesson?.ask.shown.cards);
    const about = { summary: this.#course().about, help: [], has_ways: false };
    await showHelp(about, isPlace ? "place" : "rule", { lacks: LACKS });
    this.#asker?.focus();
  }

  #answer(pick) {
    const outcome = this.#lesson.outcomes.find((one) => one.pick === pick);
    if (!outcome) return;
    const { course, at } = this.at;
    const results = (this.results[course] ??= []);
    results[at] ??= outcome.right;
    keep(this.kind.store, this.results);
    this.#asker.close();
    this.#asker = null;
    this.question.hidden = this.actions.hidden = this.hint.hidden = true;
    this.now.focus({ preventScroll: true });
    for (const event of outcome.events) {
      this.show.add((how) =>
        showEvent(this.board, event, how, ({ words }) => {
          if (!words) return;
          this.now.textContent = words;
          announce(words);
        }),
      );
    }
    this.show.add(async () => this.#judge(outcome), { rests: true });
  }

  #judge({ right, words }) {
    const go = right ? () => this.#step(1) : () => (this.#ask(), this.#asker.focus());
    const { words: keys } = this.kind;
    const next = button(right ? keys.next : "LessonAgain", go, { class: "primary" });
    this.verdict.classList.toggle("right", right);
    this.verdict.replaceChildren(
      h("h2", {}, t(right ? "LessonRight" : "LessonWrong")),
      h("p", {}, words),
      next,
    );
    this.verdict.hidden = false;
    this.kind.solved?.(this.at, right);
    this.#after = go;
    this.#showSteps(this.#course());
    // The focus alone would put the button into the middle, and the board out of the window.
    next.focus({ preventScroll: true });
    this.verdict.scrollIntoView({ block: "nearest" });
  }

  #enter() {
    if (this.show.running) this.show.next();
    else if (this.#asker) this.#asker.lay();
    else this.#after?.();
  }

  // ---- After the last lesson ----

  #finish(course) {
    const { lessons, first_game: rules, name } = course;
    const { words: keys, page } = this.kind;
    const right = (this.results[name] ?? []).filter(Boolean).length;
    const more = this.courses[this.courses.indexOf(course) + 1];
    const problem = h("div", {});
    const title = h(
      "h2",
      { id: "end-title", tabindex: "-1" },
      t(keys.done, { right, count: lessons.length }),
    );
    this.stage.hidden = true;
    this.end.hidden = false;
    this.title.textContent = course.title;
    this.end.replaceChildren(
      title,
      h("p", {}, t(keys.gameAbout)),
      h(
        "div",
        { class: "row" },
        button(keys.game, () => firstGame(rules, problem, keys.game), { class: "primary" }),
        more &&
          h(
            "a",
            { class: "button", href: addressOf(page, { course: more.name, at: 0 }) },
            t(keys.more, { title: more.title }),
          ),
        h("a", { class: "button", href: address("launch") }, t("WebNewGame")),
      ),
      problem,
    );
    title.focus();
  }
}

/** Opens a first game: the person here against beginners. */
async function firstGame(rules, problem, title) {
  const bot = { kind: "bot", level: "beginner" };
  try {
    const body = { rules, seats: [{ kind: "here" }, bot, bot] };
    const { id, host, seats } = await api("games", { body });
    const here = seats.filter(({ seat }) => seat === 0);
    const isKept = rememberGame({ id, host, seats: here, links: [], title: t(title) });
    keep("first-game", id);
    location.assign(address("game", { id, hash: isKept ? "" : (here[0]?.token ?? host) }));
  } catch (error) {
    problem.replaceChildren(errorBox(error));
  }
}

/** The address of a lesson. */
export const addressOf = (page, { course, at }) =>
  address(page, { query: `course=${encodeURIComponent(course)}&lesson=${at + 1}` });

/** The lesson that the address names; the first of the first course where it names none. */
export function placeInAddress(courses) {
  const query = new URLSearchParams(location.search);
  const course = courses.find(({ name }) => name === query.get("course")) ?? courses[0];
  const number = Math.trunc(Number(query.get("lesson") ?? 1)) || 1;
  return { course: course.name, at: Math.min(Math.max(number, 1) - 1, course.lessons.length) };
}
