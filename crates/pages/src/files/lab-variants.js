// The variants that the laboratory compares: which there are, and which of them is open in the
// chooser of rules.

import { announce, byId, h, sentence, t } from "./common.js";
import { letterOf } from "./lab-words.js";
import { ownRules } from "./own-rules.js";
import { askRules } from "./rules-chooser.js";

/** The most variants of a run. */
const MOST = 5;

/** The first variant that plays by the same rules as this one, and stands before it. */
const twin = (variants, index) =>
  variants.findIndex(
    ({ choice, answer }, before) =>
      before < index &&
      answer &&
      choice.own === variants[index].choice.own &&
      answer.reference === variants[index].answer?.reference,
  );

/** Why a variant cannot take part, or null. */
function faultOf(variants, index) {
  const { answer, refusal } = variants[index];
  const why = refusal?.message ?? answer?.broken;
  if (why) return t("WebBroken", { why });
  const same = twin(variants, index);
  return same >= 0 ? t("WebLabSame", { letter: letterOf(same) }) : null;
}

/** What a choice comes to, as a variant. */
const asVariant = (choice) =>
  askRules(choice).then(
    (now) => ({ refusal: null, ...now }),
    (refusal) => ({ choice, answer: null, refusal }),
  );

/** The title of a variant, and what it changes of the first one or why it cannot take part. */
function about(variants, index) {
  const { answer, choice } = variants[index];
  const title = answer?.title ?? choice.own ?? [choice.rules, ...choice.options].join("+");
  const why = faultOf(variants, index);
  const differences =
    index === 0
      ? t(variants.length > 1 ? "WebLabFirst" : "WebLabOnly")
      : (answer?.differences ?? []).join(" ");
  return h(
    "div",
    {},
    h("strong", {}, h("span", { class: "visually-hidden" }, `${letterOf(index)}: `), title),
    why ? h("p", { class: "refused" }, sentence(why)) : h("p", { class: "hint" }, differences),
  );
}

/** The entry of a variant in the list. Its buttons call `go(index)` and `remove(index)`. */
function card(variants, index, isOpen, { go, remove }) {
  const letter = letterOf(index);
  const change = isOpen
    ? h("span", { class: "hint" }, t("WebLabChanging"))
    : h(
        "button",
        {
          type: "button",
          "aria-label": t("WebLabChangeNamed", { letter }),
          onclick: () => go(index),
        },
        t("WebLabChange"),
      );
  const drop = h(
    "button",
    {
      type: "button",
      class: "quiet",
      id: `variant-remove-${index}`,
      "aria-label": t("WebLabRemoveNamed", { letter }),
      onclick: () => remove(index),
    },
    t("WebLabRemove"),
  );
  return h(
    "li",
    { class: isOpen ? "variant open" : "variant", "aria-current": isOpen && "true" },
    h("span", { class: "letter", "aria-hidden": "true" }, letter),
    about(variants, index),
    h("div", { class: "row" }, change, variants.length > 1 && drop),
  );
}

/** Shows the list, and over the chooser whose rules it has. */
function showVariants(variants, opened, acts) {
  const focused = document.activeElement?.id;
  byId("variants").replaceChildren(
    ...variants.map((_, index) => card(variants, index, index === opened, acts)),
  );
  if (focused && byId("variants").querySelector(`#${CSS.escape(focused)}`)) byId(focused).focus();
  byId("variant-add").hidden = variants.length >= MOST;
  byId("variants-hint").textContent = variants.length === 1 ? t("WebLabAlone") : "";
  const letter = letterOf(opened);
  byId("edition-title").textContent = t("WebLabEditionOf", { letter });
  byId("rules-title").textContent = t("WebLabRulesOf", { letter });
}

/**
 * Makes the list. `open(choice)` shows a choice in the chooser; `changed()` is called when the list
 * has changed. A variant is `{choice, answer, refusal}` as the chooser has it.
 */
export function makeVariants({ open, changed }) {
  let variants = [];
  let opened = 0;

  byId("variant-add").addEventListener("click", () => {
    variants.push({ ...variants.at(-1) });
    go(variants.length - 1);
    announce(t("WebLabAdded", { letter: letterOf(opened) }));
  });

  const draw = () => showVariants(variants, opened, { go, remove });

  /** Opens a variant, and goes to its rules. */
  function go(index) {
    show(index);
    byId("rules-title").focus();
  }

  function show(index) {
    opened = index;
    draw();
    open(variants[opened].choice);
  }

  function remove(index) {
    variants.splice(index, 1);
    announce(t("WebLabRemoved", { letter: letterOf(index) }));
    const isOpen = index === opened;
    if (index < opened || opened === variants.length) opened -= 1;
    if (isOpen) show(opened);
    else draw();
    changed();
    byId("variants-title").focus(); // the button that had the focus is gone
  }

  /** Asks what a variant comes to that is not open in the chooser. */
  async function askAgain(index) {
    const variant = variants[index];
    const now = await asVariant(variant.choice);
    if (variants[index] !== variant) return; // the list has changed since
    variants[index] = now;
    draw();
    changed();
  }

  return {
    all: () => variants,
    fault: (index) => faultOf(variants, index),
    /** Takes what the chooser says of the variant that is open. */
    update(now) {
      variants[opened] = now;
      draw();
      changed();
    },
    /**
     * Takes choices, asks what they come to, and opens the last one: that is what is changed next.
     */
    async begin(choices) {
      const known = choices.filter(({ own }) => !own || ownRules()[own]);
      variants = known.slice(0, MOST).map((choice) => ({ choice, answer: null, refusal: null }));
      opened = variants.length - 1;
      await Promise.all(variants.slice(0, -1).map((_, index) => askAgain(index)));
      show(opened);
    },
    /** A rule set of this browser was changed and has a name now, or was deleted (null). */
    async renamed(old, name) {
      const isThere = (choice) => choice.own !== old || name !== null;
      const others = variants.filter(({ choice }, index) => index === opened || isThere(choice));
      opened = others.indexOf(variants[opened]);
      variants = others;
      for (const variant of variants)
        if (variant.choice.own === old && name) variant.choice = { ...variant.choice, own: name };
      draw();
      await Promise.all(variants.map((_, index) => index !== opened && askAgain(index)));
    },
  };
}
