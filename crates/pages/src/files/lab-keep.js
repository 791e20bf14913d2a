// How the results of a run are kept: the report, a link to the page, and the command that makes the
// report again.

import { byId, copy, h, t } from "./common.js";
import { labAddress } from "./lab-address.js";
import { setText } from "./lab-findings.js";
import { saveFile } from "./own-rules.js";
import { can, isLocal, offer, shareAddress } from "./transport.js";

/** `known` is the address at which others reach the server, if it is known. */
export function prepareKeeping(path, id, known) {
  const url = shareAddress("run", { id }, known);
  if (isLocal() && !known) byId("share-hint").textContent = t("WebLabShareLocal");
  offer(byId("report"), `${path}/report`, can.tabs ? null : `tsuro-${id}.html`);
  offer(byId("report-json"), `${path}/report.json`, `tsuro-${id}.json`);
  offer(byId("part"), `${path}/part`, `tsuro-${id}-part.json`);
  if (!can.invite) byId("share-hint").textContent = t("WebSiteRuns");
  byId("copy-link").hidden = !can.invite;
  byId("copy-link").addEventListener("click", () => copy(url));
  byId("share").hidden = !can.invite || !navigator.share;
  byId("share").addEventListener("click", () =>
    navigator.share({ title: document.title, url }).catch(() => {}),
  );
  byId("command-copy").addEventListener("click", () => copy(byId("command").textContent));
}

/** Shows what there is to keep by now. */
export function showKeeping({ games, certainty, command, repeats, files, rules }) {
  setText(byId("certainty"), certainty ?? "");
  byId("reports").hidden = games === 0;
  byId("repeat").hidden = !command;
  setText(byId("command"), command ?? "");
  setText(byId("repeat-hint"), t(repeats === "sums" ? "WebLabMergeHint" : "WebLabRepeatHint"));
  if (byId("files").children.length !== files.length)
    byId("files").replaceChildren(...files.map(fileEntry));
  // A rule set that was sent as a text cannot be named in an address.
  byId("again").hidden = files.length > 0;
  byId("again").href = labAddress(rules.map(({ name }) => ({ rules: name, options: [] })));
}

/** A rule set that the command names, to be saved beside it. */
function fileEntry({ name, text }) {
  return h(
    "div",
    { class: "file" },
    h("h3", {}, name),
    h("p", { class: "hint" }, t("WebLabFileHint", { name })),
    h("pre", { tabindex: "0", role: "region", "aria-label": name }, text),
    h(
      "button",
      {
        type: "button",
        "aria-label": t("WebLabSaveNamed", { name }),
        onclick: () => saveFile(name, text),
      },
      t("WebLabSave"),
    ),
  );
}
