// A button that deletes what an entry of a list is about, where that can be done.

import { announce, api, errorBox, h, t } from "./common.js";

/**
 * Removes what has this path of the interface, and the entry of the list, after a question. Then
 * `removed()` moves the focus: that of the button is gone.
 */
export function removeButton(path, title, removed) {
  const button = h(
    "button",
    { type: "button", "aria-label": t("WebDeleteNamed", { title }), onclick: remove },
    t("WebOwnDelete"),
  );
  async function remove() {
    if (!confirm(t("WebDeleteAsk", { title }))) return;
    const item = button.closest("li");
    item.querySelector(".error")?.remove();
    try {
      await api(path, { method: "DELETE" });
    } catch (error) {
      return item.append(errorBox(error));
    }
    item.remove();
    announce(t("WebDeleted", { title }));
    removed();
  }
  return button;
}
