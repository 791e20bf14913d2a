// The page of a link that has a game in it. A link can come from anybody: the game is kept when the
// person at this device agrees, and only once.

import { api, errorBox, h, keep, kept, t } from "./common.js";
import { packedIn, replayQuery, unpack } from "./links.js";
import { address, can } from "./transport.js";

const MOST = 100; // games of links that are known again

/** What a link is known by; null where the browser cannot make it, as without HTTPS. */
async function nameOf(packed) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = new TextEncoder().encode(packed);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The game that was kept of a link, if it is still there. */
async function gameOf(name) {
  const id = kept("linked", {})[name];
  if (typeof id !== "string") return null;
  try {
    await api(`games/${encodeURIComponent(id)}`);
    return id;
  } catch (error) {
    if (error.code === "not-found") return null;
    throw error;
  }
}

function remember(name, id) {
  if (name === null) return;
  const { [name]: _, ...others } = kept("linked", {});
  const all = [...Object.entries(others), [name, id]];
  keep("linked", Object.fromEntries(all.slice(-MOST)));
}

/** Shows the game at the turn that the link names. */
function show(id) {
  const turn = Number(new URLSearchParams(location.search).get("turn"));
  location.replace(address("game", { id, query: replayQuery(turn) }));
}

/** Shows the game in the address of this page, or asks for that. Throws an [ApiError]. */
export async function openLinkedGame(main) {
  const packed = packedIn("record");
  const text = await unpack(packed);
  const name = await nameOf(packed);
  const id = await gameOf(name);
  if (id !== null) return show(id);
  const problem = h("div", {});
  const agreed = async ({ currentTarget: button }) => {
    button.disabled = true;
    problem.replaceChildren();
    try {
      const { id } = await api("records", { body: { text } });
      remember(name, id);
      show(id);
    } catch (error) {
      button.disabled = false;
      problem.replaceChildren(errorBox(error));
    }
  };
  main.append(
    h("h1", {}, "Tsuro"),
    h("p", {}, t(can.invite ? "WebLinkGame" : "WebSiteLinkGame")),
    h("button", { type: "button", class: "primary", onclick: agreed }, t("WebLinkGameShow")),
    problem,
  );
}
