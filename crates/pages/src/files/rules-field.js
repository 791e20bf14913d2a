// A row of the form of rules: a key with its meaning, its value, and what is wrong with it.

import { english, h, sentence, t } from "./common.js";
import { plain, written } from "./rules-written.js";

const PAUSE = 500; // ms without typing before a value is taken

/** The control for a key: a box to tick, a select, or a field for text. */
function makeControl({ value, inherited, default: usual, words }, id) {
  if (words.length > 0) return h("select", { id });
  if ([value, inherited, usual].some((one) => one === "true" || one === "false"))
    return h("input", { id, type: "checkbox" });
  return h("input", { id, spellcheck: "false", autocomplete: "off", autocapitalize: "off" });
}

/** A value that may be too long to be read in a line. */
const short = (value) =>
  (value.length > 60 ? `${value.slice(0, 60)} …` : value).replaceAll("`", "");

const isText = ({ values }) => /^a text/.test(values);

/**
 * A value of the control, as requests have it: a text has quotes, since it could look like a
 * number.
 */
const asSent = (value, entry) => (isText(entry) ? JSON.stringify(value) : value.trim());

/** The elements of a row: the control, what takes its value back, and what is said of it. */
function makeParts(entry) {
  const id = `key-${entry.key}`;
  const control = makeControl(entry, id);
  const meaning = h("p", { class: "meaning", id: `${id}-about` });
  const wrong = h("div", { class: "wrong", id: `${id}-wrong` });
  const back = h(
    "button",
    {
      type: "button",
      class: "quiet back",
      "aria-label": t("WebTakeBackNamed", { key: entry.key }),
    },
    t("WebTakeBack"),
  );
  const element = h(
    "div",
    { class: "key" },
    h("label", { for: id }, h("code", {}, entry.key), " ", english(entry.doc)),
    h("div", { class: "value" }, control, back),
    meaning,
    wrong,
  );
  control.setAttribute("aria-describedby", `${id}-about ${id}-wrong`);
  return { element, control, back, meaning, wrong };
}

/**
 * Makes the row of a key. `set(value)` is called with a value as requests have it, or with null to
 * leave the key out. The row has its `element`, `isOwn`, `isBad`, `matches(text)`,
 * `refuse(message, text)`, and `fill(entry, problems, text)`, which shows what the server says of
 * it.
 */
export function makeField(first, set) {
  const { element, control, back, meaning, wrong } = makeParts(first);
  const isTyped = control.tagName === "INPUT" && control.type !== "checkbox";
  let entry = first;
  let shown = ""; // what the server said last
  let sent = null; // what it was asked for since then
  let refusal = null; // why that was refused, and of which text
  let timer;

  const now = () => (control.type === "checkbox" ? String(control.checked) : control.value);
  const show = () => {
    if (control.type === "checkbox") control.checked = shown === "true";
    else if (control.value !== shown) control.value = shown;
  };
  const take = () => {
    clearTimeout(timer);
    const value = now();
    if (value === (sent ?? shown)) return;
    sent = value;
    refusal = null;
    set(value.trim() === "" ? null : asSent(value, entry));
  };
  control.addEventListener("change", take);
  if (isTyped) {
    control.addEventListener("input", () => {
      clearTimeout(timer);
      // An empty field is on its way to another value, and would leave the line out.
      if (control.value.trim() !== "") timer = setTimeout(take, PAUSE);
    });
    control.addEventListener("blur", () => sent === null && show());
  }
  back.addEventListener("click", () => {
    control.focus(); // the button goes with the line
    refusal = null;
    set(null);
  });

  const row = {
    element,
    isOwn: false,
    isBad: false,
    matches: (text) =>
      [first.key, first.doc, ...entry.words.map(({ word }) => word)]
        .join(" ")
        .toLowerCase()
        .includes(text),
    fill(came, problems, text) {
      entry = came;
      const holds = came.value ?? (came.own ? written(text, came.key) : came.inherited);
      const before = shown;
      shown = plain(holds ?? (came.own ? shown : ""));
      sent = null;
      if (control.tagName === "SELECT") fillSelect(control, came.words, shown);
      // While the user writes, the text stays as it is until the field is left.
      if (!isTyped || control !== document.activeElement || now() === before) show();
      row.isOwn = came.own;
      row.isBad = problems.some(({ severity }) => severity === "error");
      element.classList.toggle("differs", came.own);
      back.hidden = !came.own;
      control.setAttribute("aria-invalid", row.isBad);
      meaning.replaceChildren(...aboutOf(came, shown));
      if (refusal?.text !== text) refusal = null;
      wrong.replaceChildren(...problems.map(problem), refusal?.words ?? "");
    },
    /** Says why the value is not taken in that text, until the text changes. */
    refuse(message, text) {
      sent = null;
      refusal = { text, words: h("p", { class: "error", role: "alert" }, message) };
      wrong.append(refusal.words);
    },
  };
  return row;
}

const problem = ({ message, help, severity }) =>
  h(
    "p",
    { class: severity === "warning" ? "hint" : "error", lang: "en" },
    sentence(message),
    help && ` ${sentence(help)}`,
  );

function fillSelect(select, words, shown) {
  const all = [...new Set([...words.map(({ word }) => word), shown])];
  if (all.join("\n") === [...select.options].map(({ value }) => value).join("\n")) return;
  select.replaceChildren(...all.map((word) => h("option", { value: word }, word || "–")));
}

/** What may stand there, and what stands there otherwise. */
function aboutOf(entry, shown) {
  const { words, values, default: usual, own, inherited } = entry;
  const doc = words.find(({ word }) => word === shown)?.doc;
  // Here a text is written without quotation marks.
  const range = words.length > 0 ? doc : !isText(entry) && values.replaceAll("`", "");
  const rest =
    own && inherited !== null
      ? t("WebRulesInherited", { value: short(inherited) })
      : t("WebRulesDefault", { value: short(usual) });
  return [range ? english(sentence(range)) : "", range ? " " : "", rest];
}
