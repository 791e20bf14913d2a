// How each edition and house rule is played: what it is, what differs, and what happens, in
// pictures.

import { api, byId, countWords, errorBox, h, startPage, svgFrom, t } from "./common.js";
import { address, setAddress } from "./transport.js";

const addressOf = (name) => address("how-to-play", { query: `rules=${encodeURIComponent(name)}` });

function showContents({ editions, house_rules }) {
  const list = (key, entries) => [
    h("h2", {}, t(key)),
    h(
      "ul",
      {},
      entries.map(({ name, title }) =>
        h("li", {}, h("a", { href: addressOf(name), dataset: { name }, onclick: follow }, title)),
      ),
    ),
  ];
  byId("contents").replaceChildren(
    ...list("WebEditions", editions),
    ...list("WebHouseRules", house_rules),
  );
}

function follow(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { name } = event.currentTarget.dataset;
  setAddress(addressOf(name), { isNew: true });
  show(name).then(() => byId("rules").focus());
}

async function show(name) {
  for (const link of byId("contents").querySelectorAll("a"))
    link.setAttribute("aria-current", String(link.dataset.name === name));
  try {
    const how = await api(`how-to-play/one?rules=${encodeURIComponent(name)}`);
    byId("rules").replaceChildren(...parts(how));
    document.title = `${how.title} – Tsuro`;
  } catch (error) {
    byId("rules").replaceChildren(errorBox(error));
  }
}

/** A drawing from the server, with words for those who do not see it. */
function drawing(text, label) {
  const picture = svgFrom(text);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", label);
  return picture;
}

function parts(how) {
  const { title, summary, reference, counts, differs_from, differs, board, pictures } = how;
  const toPlay = address("launch", { query: `rules=${reference}` });
  const players = counts?.length ? countWords(counts) : null;
  const figure = ({ says, picture }) =>
    h("figure", {}, drawing(picture, says), h("figcaption", {}, says));
  return [
    h("h2", {}, title),
    h("p", {}, summary),
    players && h("p", { class: "hint" }, players),
    board && h("div", { class: "start" }, drawing(board, t("WebBoardOf", { title }))),
    differs_from && h("h3", {}, `${t("WebDiffers")}: ${differs_from}`),
    differs.length > 0 &&
      h(
        "ul",
        {},
        differs.map((line) => h("li", {}, line)),
      ),
    pictures.length > 0 && h("h3", {}, t("WebHowPictures")),
    ...pictures.map(figure),
    h("p", {}, h("a", { class: "button", href: toPlay }, t("WebPlay"))),
  ].filter(Boolean);
}

const named = () => new URLSearchParams(location.search).get("rules");

if (await startPage("how")) {
  try {
    const all = await api("how-to-play");
    showContents(all);
    const first = all.editions[0].name;
    addEventListener("popstate", () => show(named() ?? first));
    await show(named() ?? first);
  } catch (error) {
    byId("rules").append(errorBox(error));
  }
}
