// What a choice of rules comes to: facts, house rules to tick, single keys, and what differs.

import {
  byId,
  countWords,
  english,
  formatNumber,
  h,
  messageOf,
  sentence,
  t,
  tParts,
} from "./common.js";
import { showProblem } from "./rules-text.js";
import { plain } from "./rules-written.js";
import { showPicture } from "./transport.js";

/** The path of the picture of a board. */
export const boardPath = (reference) => `board.svg?rules=${encodeURIComponent(reference)}`;

/**
 * Shows an answer of `choose`. `change` is called with what makes the options that are ticked and
 * set into others.
 */
export function showRules(answer, isOwn, change) {
  showParts(true);
  showChosen(answer, isOwn);
  byId("differs").hidden = Boolean(answer.broken);
  showDifferences(answer);
  showProblems(
    answer.broken && tParts("WebBroken", { why: english(answer.broken) }),
    answer.problems,
  );
  showHouseRules(answer, change);
  // Rules that cannot be played have no keys. The last keys stay, so that they can be changed
  // again.
  const list = byId("keys-list");
  const stays =
    answer.broken && answer.options.length > 0 && list.dataset.of === String(answer.base);
  if (stays) showAtKeys(english(sentence(answer.broken)));
  else showKeys(answer, change);
  list.dataset.of = String(answer.base);
  byId("keys").hidden = list.children.length === 0;
  byId("reset").hidden = answer.options.length === 0;
}

function showParts(areThere) {
  for (const id of ["chosen", "differs", "house-rules", "keys"]) byId(id).hidden = !areThere;
}

/**
 * Says why a choice is refused: on top, and at the single keys that were changed. `isWhole`: it is
 * not an option that is refused, so that nothing on the page belongs to it.
 */
export function showRefusal(error, isWhole) {
  const why = messageOf(error);
  if (isWhole) {
    showParts(false);
    byId("reset").hidden = true;
  }
  showProblems(why, error.body?.problems);
  showAtKeys(why);
}

function showAtKeys(why) {
  for (const field of byId("keys-list").querySelectorAll("input, select")) {
    field.parentElement.querySelector(".error")?.remove();
    if (field.value === field.dataset.was) continue;
    const id = `${field.id}-why`;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute(
      "aria-describedby",
      byId(`${field.id}-usual`) ? `${id} ${field.id}-usual` : id,
    );
    field.after(h("p", { class: "error", id }, why.cloneNode(true)));
  }
}

/** Says why a choice cannot be played; nothing, if there is no reason. */
function showProblems(why, problems = []) {
  byId("problems").replaceChildren(
    ...[
      why && h("p", { class: "error" }, why),
      problems?.length > 0 &&
        h(
          "ul",
          { class: "plain" },
          problems.map((problem) => showProblem(problem)),
        ),
    ].filter(Boolean),
  );
}

function showChosen(answer, isOwn) {
  const { reference, title, summary, counts, columns, rows, turns } = answer;
  // Rules that cannot be played have no size.
  const facts = [
    counts && countWords(counts),
    columns && t("WebSize", { columns, rows }),
    turns && t("WebTurns", { turns: formatNumber(Math.round(turns)) }),
  ];
  const hasPicture = !isOwn && !answer.broken;
  const picture = hasPicture && h("img", { alt: t("WebBoardOf", { title }), class: "board" });
  if (picture) {
    picture.addEventListener("error", () => picture.remove());
    showPicture(picture, boardPath(reference));
  }
  byId("chosen").replaceChildren(
    picture || "",
    h(
      "div",
      {},
      h("h3", {}, title),
      h("p", {}, summary),
      h("p", { class: "hint" }, facts.filter(Boolean).join(" · ")),
    ),
  );
}

function showDifferences({ differences }) {
  const list = byId("differs-list");
  const now = differences.join("\n");
  // Nothing is said again that has not changed.
  if (list.dataset.shown === now) return;
  list.dataset.shown = now;
  list.replaceChildren(
    differences.length > 0
      ? h(
          "ul",
          {},
          differences.map((line) => h("li", {}, line)),
        )
      : h("p", { class: "hint" }, t("WebDiffersNot")),
  );
}

/** Whether an option, like `minimum=5`, sets one of these keys. */
const sets = (option, ...keys) => option.includes("=") && keys.includes(option.split("=")[0]);

function showHouseRules({ house_rules: rules, broken }, change) {
  const list = byId("house-rules-list");
  const names = rules.map(({ name }) => name).join(" ");
  // The boxes stay where the same rules are listed: a new box would lose the focus.
  if (list.dataset.shown !== names || !list.firstChild) {
    list.dataset.shown = names;
    list.replaceChildren(...rules.map(houseRule));
    if (rules.length === 0) list.append(h("li", { class: "hint" }, t("WebNoHouseRules")));
  }
  rules.forEach(({ name, ticked, refused }, index) => {
    const item = list.children[index];
    const box = item.querySelector("input");
    box.checked = ticked;
    box.disabled = Boolean(refused) && !ticked;
    // What is wrong with all stands on top.
    const why = refused && refused !== broken && !ticked;
    item
      .querySelector(".refused")
      .replaceChildren(...(why ? tParts("WebRefused", { why: english(refused) }) : []));
    box.onchange = () =>
      change((options) => [
        ...options.filter((option) => option !== name),
        ...(box.checked ? [name] : []),
      ]);
  });
}

function houseRule({ name, title, summary }) {
  const id = `rule-${name}`;
  return h(
    "li",
    {},
    h("input", { type: "checkbox", id, "aria-describedby": `${id}-about ${id}-refused` }),
    h("label", { for: id }, title),
    h("span", { class: "hint", id: `${id}-about` }, summary),
    h("span", { class: "refused", id: `${id}-refused` }),
  );
}

function showKeys({ keys }, change) {
  const list = byId("keys-list");
  const focused = document.activeElement?.id;
  const count = (key) => keys.filter((entry) => entry.key === key).length;
  const set = ({ key, name, usual }, value) => {
    // The short name of a key stands for it only where no other key has the same.
    const short = count(key) > 1 ? name : key;
    const isUsual = value.trim() === "" || value === plain(usual);
    change((options) => [
      ...options.filter((option) => !sets(option, name, short)),
      ...(isUsual ? [] : [`${short}=${value.trim()}`]),
    ]);
  };
  list.replaceChildren(...keys.map((key) => singleKey(key, set)));
  if (focused && list.querySelector(`#${CSS.escape(focused)}`)) byId(focused).focus();
}

function singleKey(entry, set) {
  const { name, doc, words } = entry;
  const [value, usual] = [plain(entry.value), plain(entry.usual)];
  const id = `key-${name}`;
  const differs = value !== usual;
  const isList = value.startsWith("[");
  const hints = [
    differs && t("WebUsual", { value: usual }),
    isList &&
      words?.length > 0 &&
      !value.includes("{") &&
      t("WebPossible", { words: words.join(", ") }),
  ];
  const hint = hints.filter(Boolean).join(" ");
  const attributes = {
    id,
    "aria-describedby": hint ? `${id}-usual` : null,
    dataset: { was: value },
    value,
  };
  const field =
    words?.length > 0 && !isList
      ? h(
          "select",
          attributes,
          [...new Set([value, ...words])].map((word) => h("option", { value: word }, word)),
        )
      : h("input", {
          ...attributes,
          spellcheck: "false",
          autocomplete: "off",
          autocapitalize: "off",
        });
  field.addEventListener("change", () => set(entry, field.value));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // it takes the value; it does not begin the game
    if (field.value !== value) set(entry, field.value);
  });
  return h(
    "div",
    { class: differs ? "key differs" : "key" },
    h("label", { for: id }, h("code", {}, name), " ", h("span", { lang: "en" }, doc)),
    field,
    hint && h("span", { class: "hint", id: `${id}-usual` }, hint),
    differs &&
      h(
        "button",
        {
          type: "button",
          "aria-label": t("WebTakeBackNamed", { key: name }),
          onclick: () => set(entry, ""),
        },
        t("WebTakeBack"),
      ),
  );
}
