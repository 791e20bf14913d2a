// Notices above the question: what went wrong, what a player did that is no event, and that a
// person is out.

import { h, t } from "./common.js";

const MOST = 4;
const PASSING = 10_000; // ms

export class Notices {
  /** `element` is where they stand; `onClose` is called when the person has closed one. */
  constructor(element, onClose) {
    Object.assign(this, { element, onClose });
  }

  add(content, ...more) {
    const close = () => (notice.remove(), this.onClose());
    const button = h(
      "button",
      { type: "button", class: "quiet small", "aria-label": t("WebDismiss"), onclick: close },
      "×",
    );
    const body = content instanceof Node ? content : h("p", { role: "status" }, content);
    const notice = h("div", { class: "notice row" }, body, more, button);
    this.element.append(notice);
    while (this.element.childElementCount > MOST) this.element.firstElementChild.remove();
    return notice;
  }

  /**
   * A notice that goes by itself: an error, or words that are said and kept by the list of what has
   * happened.
   */
  pass(content) {
    const notice = this.add(content);
    notice.querySelector("[role=status]")?.removeAttribute("role");
    setTimeout(() => !notice.contains(document.activeElement) && notice.remove(), PASSING);
  }

  /**
   * Says that a person here is out. `goOn` shows on, `toEnd` the rest of the game at once.
   */
  out({ title, words, goOn, toEnd }) {
    const close = (then) => () => {
      banner.remove();
      this.onClose();
      then();
    };
    const banner = h(
      "div",
      { class: "notice banner", role: "group", "aria-label": title },
      h("h2", {}, `† ${words || title}`),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", onclick: close(goOn) }, t("WebWatchOn")),
        h("button", { type: "button", onclick: close(toEnd) }, t("WebToEnd")),
      ),
    );
    this.closeOut();
    this.element.append(banner);
    banner.scrollIntoView({ block: "nearest" });
  }

  closeOut() {
    this.element.querySelector(".banner")?.remove();
  }
}
