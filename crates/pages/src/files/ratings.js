// The page of the ratings of people who play often.

import { api, byId, errorBox, formatNumber, h, startPage, t, whole } from "./common.js";
import { resultsTable } from "./results-table.js";

const COLUMNS = [
  ["WebEveningPlace", ({ number }) => formatNumber(number)],
  ["WebEveningName", ({ name }) => name],
  ["WebRatingsRating", ({ rating, low, high }) => `${rating} (${low} – ${high})`],
  ["WebEveningRounds", ({ games }) => formatNumber(games)],
];

function show({ about, people }) {
  byId("rated").hidden = false;
  byId("about").replaceChildren(...about.map((words) => h("p", { class: "hint" }, whole(words))));
  const entries = people.map((person, index) => ({ ...person, number: index + 1 }));
  byId("ratings").replaceChildren(
    entries.length > 0 ? resultsTable(COLUMNS, entries) : h("p", {}, t("WebRatingsNone")),
  );
}

if (await startPage(null)) {
  document.title = `${t("WebRatings")} · Tsuro`;
  try {
    show(await api("ratings"));
  } catch (error) {
    const off = h("p", { class: "hint" }, t("WebRatingsOff"));
    byId("problem").replaceChildren(error.code === "not-found" ? off : errorBox(error));
  }
}
