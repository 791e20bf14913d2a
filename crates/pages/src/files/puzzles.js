// The page of the puzzles: that of the day first, and all others by rule set. Which ones are
// solved, and on which days in a row, is kept on this device.

import { api, byId, errorBox, h, keep, kept, startPage, t } from "./common.js";
import { LessonPlayer, addressOf, placeInAddress } from "./lesson-player.js";
import { address } from "./transport.js";

const PAGE = "puzzles";
const DAY = 86_400_000;
/** How many days of solved puzzles are kept. */
const DAYS = 400;

/** The number of days up to `date` on which the puzzle of the day was solved, without a gap. */
function streak(days, date) {
  const solved = new Set(days);
  let count = 0;
  for (let at = Date.parse(date); solved.has(new Date(at).toISOString().slice(0, 10)); at -= DAY)
    count += 1;
  return count;
}

class Puzzles {
  constructor({ courses, date, today, day }) {
    this.courses = courses;
    this.date = date;
    this.isToday = today;
    this.day = { ...day, isDay: true };
    this.solved = kept("puzzles-solved", {});
    this.list = h("nav", { class: "panel puzzle-list", "aria-label": t("PuzzlesTitle") });
    this.player = new LessonPlayer(courses, {
      page: PAGE,
      api: "puzzles",
      store: "puzzles",
      place: (all) =>
        new URLSearchParams(location.search).has("course") ? placeInAddress(all) : this.day,
      next: (at) => this.#next(at),
      isDone: (course, index) => Boolean(this.solved[course]?.[index]),
      solved: (at, right) => right && this.#note(at),
      heading: (at) => (at.isDay ? t("PuzzleOfDay", { date }) : null),
      words: {
        next: "PuzzleNext",
        back: "PuzzleBack",
        done: "PuzzlesDone",
        game: "PuzzleGame",
        gameAbout: "PuzzleGameAbout",
        more: "PuzzleMore",
      },
    });
    byId("main").append(this.list);
    this.#show();
  }

  /** After the puzzle of the day, the first that is not solved. */
  #next({ isDay }) {
    if (!isDay) return null;
    for (const { name, lessons } of this.courses) {
      const at = lessons.findIndex((_, index) => !this.solved[name]?.[index]);
      if (at >= 0) return { course: name, at };
    }
    return null;
  }

  /** Notes that a puzzle is solved. */
  #note({ course, at, isDay }) {
    (this.solved[course] ??= [])[at] = true;
    keep("puzzles-solved", this.solved);
    // Only on the day itself: whoever looks up another one solves any other puzzle.
    const isOfDay = isDay || (course === this.day.course && at === this.day.at);
    if (this.isToday && isOfDay) {
      const days = kept("puzzle-days", []).filter((day) => day !== this.date);
      keep("puzzle-days", [...days, this.date].slice(-DAYS));
    }
    this.#show();
  }

  #show() {
    const days = streak(kept("puzzle-days", []), this.date);
    this.list.replaceChildren(
      h(
        "p",
        { class: "row" },
        h("a", { class: "button", href: address(PAGE) }, t("PuzzleDay")),
        days > 1 && h("strong", {}, t("PuzzleDays", { count: days })),
      ),
      ...this.courses.map((course) => this.#courseList(course)),
    );
  }

  #courseList({ name, title, lessons }) {
    const isSolved = (at) => Boolean(this.solved[name]?.[at]);
    const count = lessons.filter((_, at) => isSolved(at)).length;
    const link = (lesson, at) =>
      h(
        "a",
        {
          href: addressOf(PAGE, { course: name, at }),
          class: isSolved(at) ? "done" : "",
          title: lesson,
          "aria-label": `${at + 1}: ${lesson}${isSolved(at) ? " ✓" : ""}`,
        },
        `${at + 1}${isSolved(at) ? " ✓" : ""}`,
      );
    return h(
      "section",
      {},
      h("h2", {}, title),
      h("p", { class: "hint" }, t("PuzzleSolved", { solved: count, count: lessons.length })),
      h("ol", {}, ...lessons.map((lesson, at) => h("li", {}, link(lesson, at)))),
    );
  }
}

if (await startPage("learn")) {
  try {
    const date = new URLSearchParams(location.search).get("date");
    const found = await api(`puzzles${date ? `?date=${encodeURIComponent(date)}` : ""}`);
    await new Puzzles(found).player.open();
  } catch (error) {
    byId("main").append(errorBox(error));
  }
}
