// What the scenarios would not notice: one key after another is changed, and the scenarios are played again.

import { announce, api, byId, english, errorBox, formatNumber, h, language, t } from "./common.js";

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
    byId("tried").replaceChildren(h("p", {}, words));
    announce(words);
    showButton();
  }

  async function begin() {
    const mine = { words: { tried: 0, changes: "…", unnoticed: 0 } };
    running = mine;
    showButton();
    const sent = { ...body(), own: byId("only-own").checked };
    const tried = [];
    byId("unnoticed").replaceChildren();
    byId("bar").hidden = false;
    byId("bar").removeAttribute("value"); // not known yet
    byId("tried").replaceChildren(h("p", {}, t("WebLoading")));
    try {
      for (let from = 0; from !== null; ) {
        const answer = await api("suites/changes", { body: { ...sent, from } });
        if (running !== mine) return;
        tried.push(...answer.tried);
        mine.words = wordsOf(tried, answer);
        byId("bar").value = answer.changes > 0 ? tried.length / answer.changes : 1;
        byId("tried").replaceChildren(h("p", {}, t("WebSuitesTrying", mine.words)));
        showTried(tried);
        from = answer.next;
      }
      stop(t(tried.length > 0 ? "WebSuitesTried" : "WebSuitesNoChanges", mine.words));
    } catch (error) {
      if (running !== mine) return;
      stop(t("WebSuitesStopped", mine.words));
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
      byId("unnoticed").replaceChildren();
    },
  };
}

function wordsOf(tried, { changes, scenarios }) {
  const unnoticed = tried.filter(({ noticed }) => noticed === null).length;
  const noticed = tried.length - unnoticed;
  const percent = new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 1 });
  return {
    tried: formatNumber(tried.length),
    changes: formatNumber(changes),
    unnoticed: formatNumber(unnoticed),
    noticed: formatNumber(noticed),
    scenarios: formatNumber(scenarios),
    share: percent.format(tried.length > 0 ? noticed / tried.length : 1),
  };
}

function showTried(tried) {
  const [unnoticed, noticed] = [tried.filter((one) => one.noticed === null), tried.filter((one) => one.noticed !== null)];
  const isOpen = byId("unnoticed").querySelector("details")?.open ?? false;
  const change = ({ words }) => h("code", { lang: "en" }, words);
  byId("unnoticed").replaceChildren(
    ...[
      unnoticed.length > 0 && h("h3", {}, t("WebSuitesUnnoticed")),
      unnoticed.length > 0 && h("ul", {}, unnoticed.map((one) => h("li", {}, change(one)))),
      noticed.length > 0 &&
        h(
          "details",
          { open: isOpen },
          h("summary", {}, t("WebSuitesNoticed")),
          h("ul", {}, noticed.map((one) => h("li", {}, change(one), h("br"), h("span", { class: "hint", lang: "en" }, one.noticed)))),
        ),
    ].filter(Boolean),
  );
}
