// On the launch page: the way to a table that somebody else has opened, by its word or from the
// list of tables that wait for players.

import { api, byId, errorBox, h, t } from "./common.js";
import { address, can } from "./transport.js";

/** Shows the way to the tables of others, where there are any. */
export async function showJoin() {
  byId("join").hidden = byId("to-join").hidden = !can.invite;
  if (!can.invite) return;
  byId("join-form").addEventListener("submit", join);
  const { tables } = await api("tables").catch(() => ({ tables: null }));
  byId("lobby").hidden = !tables;
  if (tables) byId("lobby-list").replaceChildren(...lobbyItems(tables));
}

async function join(event) {
  event.preventDefault();
  const word = byId("join-word").value.trim();
  byId("join-error").replaceChildren();
  if (!word) return byId("join-word").focus();
  try {
    const { id } = await api("tables/find", { body: { word } });
    location.assign(address("table", { id }));
  } catch (error) {
    const none = h("p", { class: "error", role: "alert" }, t("WebJoinNone"));
    byId("join-error").replaceChildren(error.code === "not-found" ? none : errorBox(error));
    byId("join-word").focus();
  }
}

function lobbyItems(tables) {
  if (tables.length === 0) return [h("li", { class: "hint" }, t("WebLobbyNone"))];
  return tables.map(({ id, title, free, seats }) =>
    h(
      "li",
      {},
      h("a", { href: address("table", { id }) }, title),
      ` · ${t("WebLobbyFree", { free, seats })}`,
    ),
  );
}
