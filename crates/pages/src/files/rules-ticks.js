// Lists of boxes to tick in the form of rules: house rules, hazards, and other rules.

import { h, t } from "./common.js";

/**
 * Makes the boxes of a `<details>` with a list in it. `tick(name, isOn)` is called when a box is
 * ticked or cleared, `moveUp(name)` when a rule is to act before the one before it. `fill(entries)`
 * shows entries `{name, title, summary, ticked, inherited, earlier}`; `earlier`: it can be moved
 * up; `lang` is the language of their texts, if it is not that of the page. A box that comes to
 * differ from what the parent has opens the list.
 */
export function makeTicks(details, { tick, moveUp = null, lang = null }) {
  const list = details.querySelector("ul");

  function item({ name, title, summary }) {
    const id = `${details.id}-${name}`;
    return h(
      "li",
      {},
      h("input", {
        type: "checkbox",
        id,
        "aria-describedby": `${id}-about`,
        onchange: ({ target }) => tick(name, target.checked),
      }),
      h("label", { for: id, lang }, title),
      moveUp &&
        h(
          "button",
          {
            type: "button",
            class: "small",
            "aria-label": t("WebRulesEarlier", { rule: title }),
            onclick: () => moveUp(name),
          },
          "↑",
        ),
      h("span", { class: "hint", id: `${id}-about`, lang }, summary),
    );
  }

  return {
    fill(entries) {
      const names = entries.map(({ name }) => name).join(" ");
      // Boxes that are there stay: new ones would lose the focus.
      if (list.dataset.shown !== names) {
        list.dataset.shown = names;
        list.replaceChildren(...entries.map(item));
      }
      for (const [index, { ticked, inherited = false, earlier = false }] of entries.entries()) {
        const box = list.children[index].querySelector("input");
        if (ticked !== inherited && ticked !== box.checked) details.open = true;
        box.checked = ticked;
        const up = list.children[index].querySelector("button");
        // A button that goes takes the focus with it.
        if (up && !earlier && up === document.activeElement) box.focus();
        if (up) up.hidden = !earlier;
      }
      details.hidden = entries.length === 0;
    },
  };
}
