// The elements of the chooser of rules, added to #choose-edition, to #choose-rules, and to the
// page: a dialog.

import { byId, h, t } from "./common.js";
import { fileParts, textParts } from "./rules-text.js";
import { can } from "./transport.js";

export function addParts() {
  byId("choose-edition").append(
    h("div", { id: "editions" }),
    h(
      "div",
      { class: "own" },
      h("p", { class: "hint" }, t(can.invite ? "WebOwnHint" : "WebSiteOwnHint")),
      h("button", { type: "button", id: "own-new" }, t("WebOwnNew")),
      h("p", { id: "own-state", role: "status" }),
    ),
  );
  byId("choose-rules").append(
    h("div", { id: "chosen" }),
    h("div", { id: "problems", role: "alert" }),
    h(
      "section",
      { id: "differs", "aria-labelledby": "differs-title", "aria-live": "polite" },
      h("h3", { id: "differs-title" }, t("WebDiffers")),
      h("div", { id: "differs-list" }),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", id: "reset", hidden: true }, t("WebReset")),
      byId("compare"), // on the launch page
    ),
    h(
      "fieldset",
      { id: "house-rules" },
      h("legend", {}, h("h3", {}, t("WebHouseRules"))),
      h("ul", { id: "house-rules-list", class: "plain" }),
    ),
    h(
      "details",
      { id: "keys" },
      h("summary", {}, t("WebMoreRules")),
      h("div", { id: "keys-list" }),
    ),
  );
  document.body.append(editor());
}

/** The dialog in which a rule set of one's own is written. */
function editor() {
  return h(
    "dialog",
    { id: "editor", "aria-labelledby": "editor-title" },
    h(
      "form",
      { method: "dialog" },
      h(
        "div",
        { class: "row ends" },
        h("h2", { id: "editor-title" }, t("WebOwnEditorTitle")),
        h("button", { value: "close", formnovalidate: true }, t("WebClose")),
      ),
      h("p", { class: "hint" }, t("WebOwnEmpty")),
      textParts("editor", t("WebOwnText")),
      h(
        "div",
        { class: "row" },
        h("button", { id: "editor-keep", class: "primary", value: "keep" }, t("WebOwnKeep")),
        h("button", { value: "all" }, t("WebRulesAllKeys")),
        fileParts("editor"),
        h("button", { id: "editor-delete", class: "danger", value: "delete" }, t("WebOwnDelete")),
      ),
    ),
  );
}
