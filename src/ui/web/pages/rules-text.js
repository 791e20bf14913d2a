// The text of a rule set: a field with numbered lines, what is wrong with it, and files that are opened in it. A page has
// one, in the elements #editor-text, #editor-gutter, #editor-state, #editor-problems, #editor-open and #editor-file.

import { announce, byId, english, h, t, tParts } from "./common.js";

const PAUSE = 300; // ms without typing before the text is checked
const LARGEST = 200 * 1024; // bytes; with its escapes it has to fit into a request

/**
 * Listens to the field; once, when the page is made. `changed()` is called at once when somebody has changed the text, and
 * `check()` after a pause.
 */
export function makeText({ changed = () => {}, check }) {
  const text = byId("editor-text");
  let timer;
  const touched = (pause) => {
    drawGutter([]);
    changed();
    clearTimeout(timer);
    timer = setTimeout(check, pause);
  };
  text.addEventListener("input", () => touched(PAUSE));
  text.addEventListener("scroll", () => (byId("editor-gutter").scrollTop = text.scrollTop));
  byId("editor-open").addEventListener("click", () => byId("editor-file").click());
  byId("editor-file").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (!file) return;
    if (file.size > LARGEST) return announce((byId("editor-state").textContent = t("WebOwnTooLarge")));
    text.value = await file.text();
    text.focus();
    touched(0);
  });
}

/** Puts another text in the field. The caret stays, and what has changed is in sight. */
export function setText(now) {
  const field = byId("editor-text");
  const { value: old, selectionStart, selectionEnd } = field;
  if (old === now) return;
  field.value = now;
  field.setSelectionRange(selectionStart, selectionEnd);
  const before = old.split("\n");
  goTo(now.split("\n").findIndex((line, index) => line !== before[index]) + 1);
  drawGutter([]);
}

export function showProblems(problems) {
  const { length } = problems;
  const words = length === 0 ? t("WebOwnFine") : length === 1 ? t("WebOwnProblem") : t("WebOwnProblems", { count: length });
  // The same words again would be said again.
  if (byId("editor-state").textContent !== words) byId("editor-state").textContent = words;
  byId("editor-state").className = length === 0 ? "good" : "";
  byId("editor-text").setAttribute(
    "aria-invalid",
    problems.some(({ severity }) => severity === "error"),
  );
  byId("editor-problems").replaceChildren(...problems.map(showProblem));
  drawGutter(problems);
}

/** A problem in the checker's words, or in others; its line is a button that goes there. */
export function showProblem({ severity, message, words = english(message), line, column, length, help }, index, all, goTo = select) {
  const word = t(severity === "warning" ? "WebSeverityWarning" : "WebSeverityError");
  const text = line ? tParts("WebOwnAtLine", { line, message: words }) : words;
  return h(
    "li",
    { class: `problem ${severity}` },
    h("strong", {}, word),
    " ",
    line && goTo
      ? h("button", { type: "button", class: "to-line", onclick: () => goTo(line, column, length) }, text)
      : text,
    help && h("p", { class: "hint", lang: "en" }, help),
  );
}

/** Selects a place of the text. Columns and lengths count characters; the field counts UTF-16. */
function select(line, column = 1, length = 0) {
  const field = byId("editor-text");
  const lines = field.value.split("\n");
  const units = (text, count) => [...text].slice(0, count).join("").length;
  const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  const start = before + units(lines[line - 1] ?? "", column - 1);
  field.focus();
  field.setSelectionRange(start, start + units(field.value.slice(start), length));
  goTo(line);
}

function goTo(line) {
  const field = byId("editor-text");
  field.scrollTop = (line - 4) * parseFloat(getComputedStyle(field).lineHeight);
}

function drawGutter(problems) {
  const bad = new Set(problems.map(({ line }) => line));
  const count = byId("editor-text").value.split("\n").length;
  const lines = Array.from({ length: count }, (_, index) => index + 1);
  byId("editor-gutter").replaceChildren(
    ...lines.map((line) =>
      h("div", { class: bad.has(line) ? "bad" : null }, bad.has(line) ? `! ${line}` : line),
    ),
  );
  byId("editor-gutter").scrollTop = byId("editor-text").scrollTop;
}
