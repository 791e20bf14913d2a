// The dialog in which a rule set of one's own is written: checked by the server as it is typed.

import { announce, api, byId, english, h, messageOf, t, tParts } from "./common.js";

const PAUSE = 300; // ms without typing before the text is checked
const LARGEST = 200 * 1024; // bytes; with its escapes it has to fit into a request

let asked = 0;
let timer;

/** Opens the editor. Gives `{action: "keep" | "delete" | "close", text}` when it is closed. */
export function openEditor(text, isKept) {
  const dialog = byId("editor");
  byId("editor-delete").hidden = !isKept;
  byId("editor-text").value = text;
  dialog.returnValue = "close";
  dialog.showModal();
  byId("editor-text").focus();
  byId("editor-text").setSelectionRange(0, 0);
  check();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "close",
      () => resolve({ action: dialog.returnValue || "close", text: byId("editor-text").value }),
      { once: true },
    );
  });
}

/** Listens to the editor's controls; once, when the page is made. */
export function prepareEditor() {
  const text = byId("editor-text");
  text.addEventListener("input", () => {
    drawGutter([]);
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  });
  text.addEventListener("scroll", () => (byId("editor-gutter").scrollTop = text.scrollTop));
  byId("editor-open").addEventListener("click", () => byId("editor-file").click());
  byId("editor-file").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (!file) return;
    if (file.size > LARGEST) return announce((byId("editor-state").textContent = t("WebOwnTooLarge")));
    text.value = await file.text();
    text.focus();
    check();
  });
}

async function check() {
  clearTimeout(timer);
  const number = ++asked;
  try {
    const { problems } = await api("rules/check", { body: { text: byId("editor-text").value } });
    if (number === asked) show(problems);
  } catch (error) {
    if (number === asked) show(error.body?.problems ?? [{ severity: "error", words: messageOf(error) }]);
  }
}

function show(problems) {
  const { length } = problems;
  byId("editor-state").textContent =
    length === 0
      ? t("WebOwnFine")
      : length === 1
        ? t("WebOwnProblem")
        : t("WebOwnProblems", { count: length });
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
