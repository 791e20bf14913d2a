// What stands beside the board of the luck of a game: what the server has promised, and at the end
// whether it kept that.

import { copy, errorBox, h, t } from "./common.js";
import { note, noteOf } from "./fair-luck.js";
import { fold } from "./panels.js";
import { can } from "./transport.js";

/** Says what the server has promised of the luck of a game, in a part that can be folded. */
export class LuckPanel {
  #body = h("div", {});
  element = fold(t("WebLuck"), { name: "luck" }, this.#body);

  constructor(id) {
    this.id = id;
    this.element.hidden = true;
  }

  /** `table` is the whole table, as the server tells of it. */
  show({ luck, over }) {
    this.element.hidden = !can.tokens;
    if (!can.tokens) return; // No server, so nobody who could have chosen.
    if (!luck) return this.#body.replaceChildren(h("p", {}, t("WebLuckFree")));
    const known = noteOf(this.id);
    const isOther = known && known.commitment !== luck.commitment;
    if (!over && (!known || (isOther && known.isAgain)))
      note({ id: this.id, commitment: luck.commitment });
    const copyIt = () => copy(luck.commitment);
    this.#body.replaceChildren(
      isOther && !known.isAgain ? h("p", { class: "error", role: "alert" }, t("WebLuckOther")) : "",
      h("p", {}, t("WebLuckBound")),
      h(
        "p",
        { class: "row" },
        h("code", { class: "hash" }, luck.commitment),
        h("button", { type: "button", class: "small", onclick: copyIt }, t("WebLuckCopy")),
      ),
      h("p", {}, t(luck.numbers > 0 ? "WebLuckAdded" : "WebLuckAlone")),
      known?.leftOut ? h("p", {}, t("WebLeftOut", { who: known.leftOut })) : "",
      h("p", { class: "hint" }, t("WebLuckProves")),
      h("p", { class: "hint" }, t("WebLuckNot")),
    );
  }
}

/** A button that checks the luck of a game that is over; null where nothing was promised. */
export function luckCheck(id, { luck }, token) {
  if (!luck) return null;
  const found = h("div", { class: "luck-found", role: "status" });
  const check = async () => {
    // What was found before does not stand there as if it were new.
    found.replaceChildren();
    try {
      const { checked } = await import("./luck-check.js");
      const lines = await checked(id, noteOf(id), token);
      found.replaceChildren(h("ul", { class: "signs" }, lines));
    } catch (error) {
      found.replaceChildren(errorBox(error));
    }
  };
  const button = h("button", { type: "button", onclick: check }, t("WebLuckCheck"));
  return h("div", {}, button, found);
}
