// A scenario in the list of played scenarios. Its details are requested when it is opened.

import { api, copy, errorBox, h, t } from "./common.js";
import { sideBySide } from "./suites-side-by-side.js";

const SIGNS = {
  failed: ["✗", "WebSuitesFailed"],
  differs: ["≠", "WebSuitesDiffers"],
  passed: ["✓", "WebSuitesPassed"],
};

/** What a scenario adds to the rules that were chosen, such as `+hazard.minimum=0`. */
const extrasOf = (run, rules) => (run.startsWith(rules) ? run.slice(rules.length) : run);

/** A suite of one's own may be in any language. */
const languageOf = (isOwnSuite) => (isOwnSuite ? null : "en");

/**
 * Its entry. `rules` is the reference of the rules that were played, and `group` a key of SIGNS;
 * `toggled(isOpen)` is called when it is opened or closed.
 */
export function scenarioItem(run, { rules, group, sent, isOwnSuite, isOpen, toggled }) {
  const [sign, word] = SIGNS[group];
  const extras = extrasOf(run.rules, rules);
  const inside = h("div", { class: "inside" });
  const details = h(
    "details",
    { class: group },
    h(
      "summary",
      {},
      h("span", { class: "sign" }, h("span", { "aria-hidden": "true" }, sign), " ", t(word)),
      " ",
      h("span", { class: "title", lang: languageOf(isOwnSuite) }, run.title),
      " ",
      run.rule.map((id) => [h("span", { class: "badge" }, id), " "]),
      extras && h("code", {}, extras),
    ),
    inside,
  );
  details.addEventListener("toggle", () => {
    toggled(details.open);
    if (details.open && !inside.firstChild) fill();
  });
  details.open = isOpen;

  async function fill() {
    const headings =
      group === "differs"
        ? ["WebSuitesWithout", "WebSuitesWith"]
        : ["WebSuitesExpected", "WebSuitesFound"];
    const where = isOwnSuite
      ? t("WebSuitesWhereOwn", { line: run.line })
      : t("WebSuitesWhere", { suite: run.suite, line: run.line });
    const loading = h("p", { role: "status" }, t("WebLoading"));
    inside.replaceChildren(
      ...run.failures.map((failure) =>
        sideBySide(
          failure,
          headings.map((key) => t(key)),
          run.title,
        ),
      ),
      loading,
      h("p", { class: "hint" }, where),
    );
    try {
      const look = await api("suites/look", { body: { ...sent, run: run.run } });
      loading.replaceWith(...lookParts(look, run.title, isOwnSuite));
    } catch (error) {
      loading.replaceWith(errorBox(error));
      details.addEventListener("toggle", () => details.open || inside.replaceChildren(), {
        once: true,
      }); // opened again, it is asked again
    }
  }

  return h("li", { class: "scenario" }, details);
}

function lookParts({ why, given, happens, expected, picture, command }, title, isOwnSuite) {
  const list = (key, lines) =>
    lines?.length > 0 && [
      h("h4", {}, t(key)),
      h(
        "ul",
        { lang: "en" },
        lines.map((line) => h("li", {}, line)),
      ),
    ];
  const copyNamed = {
    type: "button",
    "aria-label": t("WebCopyNamed", { what: title }),
    onclick: () => copy(command),
  };
  const shown = [
    picture &&
      h("img", {
        class: "picture",
        src: `data:image/svg+xml,${encodeURIComponent(picture)}`,
        alt: t("WebSuitesPicture", { title }),
      }),
    h(
      "div",
      {},
      list("WebSuitesGiven", given),
      list("WebSuitesHappens", happens),
      list("WebSuitesMust", expected),
    ),
  ];
  return [
    why && h("p", { class: "why", lang: languageOf(isOwnSuite) }, why),
    h("div", { class: "look" }, shown),
    command && h("h4", {}, t("WebSuitesCommand")),
    command &&
      h(
        "pre",
        { class: "command", tabindex: "0", role: "region", "aria-label": t("WebSuitesCommand") },
        command,
      ),
    command && h("button", copyNamed, t("WebCopy")),
  ].filter(Boolean);
}
