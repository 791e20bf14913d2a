// The dialog in which a rule set of one's own is written or pasted: checked by the server as it is
// typed.

import { api, byId, messageOf } from "./common.js";
import { textBody } from "./own-rules.js";
import { makeText } from "./rules-text.js";

let asked = 0;
let field;
let beside = []; // the scripts, which are changed on the page of rules

/**
 * Opens the editor. Gives `{action: "keep" | "all" | "delete" | "close", text}` when it is closed.
 */
export function openEditor({ text, scripts }, isKept) {
  const dialog = byId("editor");
  beside = scripts;
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
export const prepareEditor = () => (field = makeText("editor", { check }));

/** A problem of a script has no line in the text. */
const inText = ({ file, ...problem }) =>
  file
    ? { ...problem, line: undefined, words: `${file}:${problem.line}: ${problem.message}` }
    : problem;

async function check() {
  const number = ++asked;
  try {
    const { problems } = await api("rules/check", {
      body: textBody({ text: byId("editor-text").value, scripts: beside }),
    });
    if (number === asked) field.showProblems(problems.map(inText));
  } catch (error) {
    if (number === asked)
      field.showProblems(error.body?.problems ?? [{ severity: "error", words: messageOf(error) }]);
  }
}
