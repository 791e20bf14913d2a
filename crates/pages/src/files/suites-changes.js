// What the scenarios would not notice: one key after another is changed, and the scenarios are
// played again.

import { announce, api, byId, errorBox, formatNumber, h, language, t } from "./common.js";

/** Makes the panel. `body()` gives what is played, as requests have it. */
export function makeChanges(body) {
  let running = null; // {isOver}
  let isAllowed = false;

  byId("try").addEventListener("click", () => {
    if (running) stop(t("WebSuitesStopped", running.words));
    else begin();
  });
  showButton();

  function showButton() {
    byId("try").textContent = t(running ? "WebSuitesStop" : "WebSuitesTry");
    byId("try").disabled = !isAllowed && !running;
    byId("only-own").disabled = Boolean(running);
  }

  /** Ends what goes on; what has been tried so far is shown. */
  function stop(words) {
    running = null;
    byId("bar").hidden = true;
    byId("tried").replaceChildren(words ? h("p", {}, words) : "");
    if (words) announce(words);
    showButton();
  }

  async function begin() {
    const mine = { words: { tried: 0, changes: "…", unnoticed: 0 } };
    running = mine;
    showButton();
    const sent = { ...body(), own: byId("only-own").checked };
    const tried = [];
    const add = makeLists(byId("lists"), sent.suite === undefined ? "en" : null);
    byId("bar").hidden = false;
    byId("bar").removeAttribute("value"); // not known yet
    byId("tried").replaceChildren(h("p", {}, t("WebLoading")));
    try {
      for (let from = 0; from !== null;) {
        const answer = await api("suites/changes", { body: { ...sent, from } });
        if (running !== mine) return;
        tried.push(...answer.tried);
        mine.words = wordsOf(tried, answer);
        mine.leftOut = answer.left_out > 0;
        byId("bar").value = answer.changes > 0 ? tried.length / answer.changes : 1;
        byId("tried").replaceChildren(h("p", {}, t("WebSuitesTrying", mine.words)));
        add(answer.tried);
        from = answer.next;
      }
      stop(
        [
          t(tried.length > 0 ? "WebSuitesTried" : "WebSuitesNoChanges", mine.words),
          mine.leftOut && t("WebSuitesLeftOut", mine.words),
        ]
          .filter(Boolean)
          .join(" "),
      );
    } catch (error) {
      if (running !== mine) return;
      stop(tried.length > 0 && t("WebSuitesStopped", mine.words));
      byId("tried").append(errorBox(error));
    }
  }

  return {
    /** Whether there are rules that can be changed. */
    allow(is) {
      isAllowed = is;
      showButton();
    },
    /** Something else has been chosen: what is shown is not about it. */
    moved() {
      if (running) stop(t("WebSuitesMoved"));
      else byId("tried").replaceChildren();
      byId("lists").replaceChildren();
    },
  };
}

function wordsOf(tried, { changes, scenarios, left_out: leftOut }) {
  const unnoticed = tried.filter(({ noticed }) => noticed === null).length;
  const noticed = tried.length - unnoticed;
  const percent = new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 1 });
  return {
    tried: formatNumber(tried.length),
    changes: formatNumber(changes),
    unnoticed: formatNumber(unnoticed),
    noticed: formatNumber(noticed),
    scenarios: formatNumber(scenarios),
    left_out: formatNumber(leftOut),
    share: percent.format(tried.length > 0 ? noticed / tried.length : 1),
  };
}

/**
 * Makes the lists of what has been tried; `lang` is their language. Gives a function that adds to
 * them.
 */
function makeLists(place, lang) {
  const lists = [h("ul"), h("ul")];
  const unnoticed = h("section", { hidden: true }, h("h3", {}, t("WebSuitesUnnoticed")), lists[0]);
  const noticed = h("details", { hidden: true }, h("summary", {}, t("WebSuitesNoticed")), lists[1]);
  place.replaceChildren(unnoticed, noticed);
  return (tried) => {
    for (const { words, noticed: by } of tried) {
      const isNoticed = by !== null;
      lists[Number(isNoticed)].append(
        h(
          "li",
          {},
          h("code", { lang: "en" }, words),
          isNoticed && [h("br"), h("span", { class: "hint", lang }, by)],
        ),
      );
      (isNoticed ? noticed : unnoticed).hidden = false;
    }
  };
}
