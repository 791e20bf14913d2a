// The editions of the launch page, as cards with a radio button each.

import { byId, countWords, h, t } from "./common.js";
import { boardPath } from "./launch-rules.js";
import { ownRules } from "./own-rules.js";
import { showPicture } from "./transport.js";

/**
 * Shows all cards; `recent` are those on top: `{rules, title}` or `{own}`.
 * `choose({rules} | {own})` is called when one is taken, and `edit(name)` for a rule set of one's
 * own.
 */
export function showEditions({ editions, recent, choose, edit }) {
  const known = new Map(editions.map((edition) => [edition.reference, edition]));
  const own = ownRules();
  const recentCards = recent
    .filter((entry) => (entry.own ? own[entry.own] : entry.rules))
    .map((entry) =>
      entry.own
        ? ownEntry(entry.own)
        : shipped({
            ...known.get(entry.rules.split("+")[0]),
            reference: entry.rules,
            title: entry.title,
          }),
    );
  const card = (group) => (edition) => makeCard(edition, group, choose, edit);
  const group = (key, entries, name) =>
    entries.length > 0 &&
    h(
      "fieldset",
      {},
      h("legend", {}, t(key)),
      h("div", { class: "cards" }, entries.map(card(name))),
    );
  const groups = [
    group("WebRecent", recentCards, "recent"),
    group("WebOwn", Object.keys(own).map(ownEntry), "own"),
    group("WebEditions", editions.filter((edition) => !edition.own).map(shipped), "all"),
    group("WebServerOwn", editions.filter((edition) => edition.own).map(shipped), "server"),
  ];
  byId("editions").replaceChildren(...groups.filter(Boolean));
}

// Here `own` is the name of a rule set of this browser; in an edition it says whether the server
// has it of its own.
const shipped = (edition) => ({ ...edition, rules: edition.reference, own: undefined });
const ownEntry = (name) => ({ own: name, title: ownRules()[name].title });

/** Marks the card of a choice; none, where it has been changed to something that has no card. */
export function markEdition({ rules, own }) {
  const value = own ? `own ${own}` : `rules ${rules}`;
  const radios = [...byId("editions").querySelectorAll("input")];
  const marked =
    radios.find((radio) => radio.checked && radio.value === value) ??
    radios.find((radio) => radio.value === value);
  for (const radio of radios) radio.checked = radio === marked;
  if (marked) {
    // Only the list is scrolled: the page stays where the reader is.
    const list = byId("editions");
    const [card, frame] = [
      marked.parentElement.getBoundingClientRect(),
      list.getBoundingClientRect(),
    ];
    if (card.top < frame.top || card.bottom > frame.bottom)
      list.scrollTop += card.top - frame.top - 40;
  }
  return Boolean(marked);
}

/**
 * Loads a picture when it comes into view; `loading="lazy"` loads those that are thousands of
 * pixels away.
 */
const pictures = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    pictures.unobserve(target);
    showPicture(target, target.dataset.picture);
  }
});

function makeCard({ rules, own, title, summary, counts }, group, choose, edit) {
  const id = `${group} ${own ?? rules}`.replace(/[^\w-]/g, (sign) => `_${sign.codePointAt(0)}`);
  const radio = h("input", {
    type: "radio",
    name: "edition",
    value: own ? `own ${own}` : `rules ${rules}`,
    "aria-labelledby": `${id}-title`,
    "aria-describedby": `${id}-about`,
    onchange: () => choose(own ? { own } : { rules }),
  });
  const picture =
    !own &&
    h("img", { dataset: { picture: boardPath(rules) }, alt: "", width: "96", height: "96" });
  if (picture) {
    picture.addEventListener("error", () =>
      picture.replaceWith(h("span", { class: "no-picture" })),
    );
    pictures.observe(picture);
  }
  const label = h(
    "label",
    { class: "edition" },
    radio,
    picture || h("span", { class: "no-picture" }),
    h("span", { class: "title", id: `${id}-title` }, title),
    h(
      "span",
      { class: "about", id: `${id}-about` },
      summary && h("span", { class: "summary" }, summary),
      counts && h("span", { class: "players" }, countWords(counts)),
      own && h("span", { class: "badge" }, t("WebOwnMark")),
    ),
  );
  if (!own || group === "recent") return label;
  const name = own;
  return h(
    "div",
    { class: "with-edit" },
    label,
    h(
      "button",
      { type: "button", "aria-label": t("WebOwnEditNamed", { name }), onclick: () => edit(name) },
      t("WebOwnEdit"),
    ),
  );
}
