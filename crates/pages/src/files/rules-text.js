// A text field for TOML: numbered lines, what is wrong with them, and files that are opened in it.
// The field `name` has the elements #name-text, #name-gutter, #name-state, #name-problems,
// #name-open and #name-file: `textParts` and `fileParts`.

import { announce, byId, english, h, t, tParts } from "./common.js";

const PAUSE = 300; // ms without typing before the text is checked
const LARGEST = 200 * 1024; // bytes; with its escapes it has to fit into a request

/** The elements of a field below its label. */
export const textParts = (name, label) => [
  h("label", { for: `${name}-text` }, label),
  h(
    "div",
    { class: "editor" },
    h("div", { id: `${name}-gutter`, class: "gutter", "aria-hidden": "true" }),
    h("textarea", {
      id: `${name}-text`,
      wrap: "off",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      "aria-describedby": `${name}-state ${name}-problems`,
    }),
  ),
  h("p", { id: `${name}-state`, class: "text-state", role: "status" }),
  h("ol", { id: `${name}-problems`, class: "plain text-problems" }),
];

/** The button that opens a file in a field. */
export const fileParts = (name, accept = ".toml,text/plain,application/toml") => [
  h("button", { type: "button", id: `${name}-open` }, t("WebOwnUpload")),
  h("input", { type: "file", id: `${name}-file`, accept, tabindex: "-1", hidden: true }),
];

/** How many problems there are, in words. */
function stateWords({ length }, fine) {
  if (length === 0) return t(fine);
  return length === 1 ? t("WebOwnProblem") : t("WebOwnProblems", { count: length });
}

/** Numbers the lines of a field, and marks those with problems. */
function drawGutter(gutter, field, problems) {
  const bad = new Set(problems.map(({ line }) => line));
  const count = field.value.split("\n").length;
  const lines = Array.from({ length: count }, (_, index) => index + 1);
  gutter.replaceChildren(
    ...lines.map((line) =>
      h("div", { class: bad.has(line) ? "bad" : null }, bad.has(line) ? `! ${line}` : line),
    ),
  );
  gutter.scrollTop = field.scrollTop;
}

/**
 * A place of a text as a field counts: from where to where. Columns and lengths count characters;
 * the field counts UTF-16.
 */
function rangeOf(value, line, column, length) {
  const lines = value.split("\n");
  const units = (text, count) => [...text].slice(0, count).join("").length;
  const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  const start = before + units(lines[line - 1] ?? "", column - 1);
  return [start, start + units(value.slice(start), length)];
}

/**
 * Makes a field of its elements, which are on the page. `changed()` is called at once when the user
 * has changed the text, and `check()` after a pause; `opening()` before the text of a file comes in
 * its place. `fine` and `tooLarge` are keys of sentences.
 */
export function makeText(
  name,
  {
    changed = () => {},
    check,
    opening = () => {},
    fine = "WebOwnFine",
    tooLarge = "WebOwnTooLarge",
  },
) {
  const part = (which) => byId(`${name}-${which}`);
  const field = part("text");
  let timer;

  const numberLines = (problems) => drawGutter(part("gutter"), field, problems);
  const touched = (pause) => {
    numberLines([]);
    changed();
    clearTimeout(timer);
    timer = setTimeout(check, pause);
  };
  field.addEventListener("input", () => touched(PAUSE));
  field.addEventListener("scroll", () => (part("gutter").scrollTop = field.scrollTop));
  part("open").addEventListener("click", () => part("file").click());
  part("file").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (!file) return;
    if (file.size > LARGEST) return announce((part("state").textContent = t(tooLarge)));
    const text = await file.text();
    opening();
    field.value = text;
    field.focus();
    touched(0);
  });

  /** Puts another text in the field. The caret stays, and what has changed is in sight. */
  function write(now) {
    const { value: old, selectionStart, selectionEnd } = field;
    if (old === now) return;
    field.value = now;
    field.setSelectionRange(selectionStart, selectionEnd);
    const before = old.split("\n");
    scrollTo(now.split("\n").findIndex((line, index) => line !== before[index]) + 1);
    numberLines([]);
  }

  function showProblems(problems) {
    const words = stateWords(problems, fine);
    // The same words again would be said again.
    if (part("state").textContent !== words) part("state").textContent = words;
    part("state").className = problems.length === 0 ? "text-state good" : "text-state";
    field.setAttribute(
      "aria-invalid",
      problems.some(({ severity }) => severity === "error"),
    );
    part("problems").replaceChildren(...problems.map((problem) => showProblem(problem, goTo)));
    numberLines(problems);
  }

  /** Selects a place of the text. */
  function goTo(line, column = 1, length = 0) {
    field.focus();
    field.setSelectionRange(...rangeOf(field.value, line, column, length));
    scrollTo(line);
  }

  function scrollTo(line) {
    field.scrollTop = (line - 4) * parseFloat(getComputedStyle(field).lineHeight);
  }

  return { write, showProblems, goTo };
}

/**
 * A problem in the checker's words, or in others; with `goTo`, its line is a button that goes
 * there.
 */
export function showProblem(
  { severity, message, words = english(message), line, column, length, help },
  goTo,
) {
  const word = t(severity === "warning" ? "WebSeverityWarning" : "WebSeverityError");
  const text = line ? tParts("WebOwnAtLine", { line, message: words }) : words;
  return h(
    "li",
    { class: `problem ${severity}` },
    h("strong", {}, word),
    " ",
    line && goTo
      ? h(
          "button",
          { type: "button", class: "to-line", onclick: () => goTo(line, column, length) },
          text,
        )
      : text,
    help && h("p", { class: "hint", lang: "en" }, help),
  );
}
