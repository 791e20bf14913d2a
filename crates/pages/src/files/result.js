// The end of a game: who won, how everybody did, what mattered, and what can be done next.

import { api, copy, editions, errorBox, h, request, seatMark, t, whole } from "./common.js";
import { openWithLuck } from "./fair-luck.js";
import { luckCheck } from "./luck-panel.js";
import { address, can, offer, shareAddress } from "./transport.js";

const link = (words, href) => h("a", { class: "button", href }, words);

/** What the button says that opens the next game. */
function againWords(evening) {
  if (!evening || evening.number + 1 === evening.games) return t("DoAgain");
  return t("WebEveningNext", { number: evening.number + 2, games: evening.games });
}

/** Says why a game is not shown to others yet, in place of what shows it to them. */
async function hideWhileSealed(id, { id: evening }, shows) {
  const { rounds } = await api(`evenings/${evening}`);
  if (!rounds.find(({ game }) => game === id)?.sealed) return;
  shows[0].before(h("p", { class: "hint" }, t("WebErrorSealed")));
  for (const element of shows) element.remove();
}

/**
 * `message` is the server's `result`. `again` gets what the server answers to the request for the
 * next game, and `tokenOf` gives the token of a seat.
 */
export function resultPanel(message, { id, table, token, tokenOf, again }) {
  const { evening } = table;
  const problem = h("div", {});
  const questionnaire = h("div", {});
  if (message.rates.length > 0) {
    // Only who is asked loads the questions.
    import("./questionnaire.js")
      .then(({ questionnairePanel }) =>
        questionnaire.append(questionnairePanel(id, message.rates, tokenOf)),
      )
      .catch((error) => questionnaire.append(errorBox(error)));
  }
  const shows = [
    link(t("WebReview"), address("review", { id })),
    link(t("DoWatch"), address("game", { id, query: "replay" })),
    downloadButton(id, token),
    offer(link(t("WebPicture")), `games/${id}/picture.${can.film ? "png" : "svg"}`),
    can.film && offer(link(t("WebAnimation")), `games/${id}/picture.gif`),
    linkButton(id, token),
  ].filter(Boolean);
  if (evening?.duplicate)
    hideWhileSealed(id, evening, shows).catch((error) => problem.replaceChildren(errorBox(error)));
  const oneMore = async (event) => {
    const button = event.currentTarget;
    button.disabled = true;
    try {
      again(await openWithLuck(`games/${id}/again`, { token }));
    } catch (error) {
      button.disabled = false;
      problem.replaceChildren(errorBox(error));
    }
  };
  return [
    h("h2", { id: "question-title", tabindex: "-1", class: "result-title" }, whole(message.title)),
    ...resultLines(message, table.seats),
    h(
      "div",
      { class: "row" },
      token &&
        h("button", { type: "button", class: "primary", onclick: oneMore }, againWords(evening)),
      !token && table.again && link(t("WebAgainBegun"), address("game", { id: table.again })),
      evening && link(t("WebEveningStandings"), address("evening", { id: evening.id })),
      link(t("DoOther"), address("launch", { query: `rules=${encodeURIComponent(table.rules)}` })),
      shows,
    ),
    questionnaire,
    luckCheck(id, table, token),
    !can.film && h("p", { class: "hint" }, t("WebSiteFilm")),
    problem,
  ].filter(Boolean);
}

/** The standings, what mattered, and what was taken back. */
export function resultLines({ standings, moments, undos }, seats) {
  const letters = new Map(seats.map(({ seat, letter }) => [seat, letter]));
  const line = ({ seat, words }) =>
    h("li", {}, seatMark(seat, letters.get(seat)), h("span", {}, whole(words)));
  return [
    h("ul", { class: "standings" }, standings.map(line)),
    moments.length > 0 && h("h3", {}, t("MomentsTitle")),
    moments.length > 0 &&
      h(
        "ul",
        {},
        moments.map((words) => h("li", {}, whole(words))),
      ),
    undos > 0 && h("p", { class: "hint" }, t("UndosWere", { count: undos })),
  ].filter(Boolean);
}

// The game to which the page is going. The browser may come back to this page as it was left.
let going = null;
addEventListener("pageshow", () => (going = null));

/**
 * Goes to the next game of the same table, which the tokens of this game fit; its page asks for the
 * seats. The player who began it is told of it twice: by the answer, and over the live connection.
 */
export function follow(id, { id: next }) {
  if (going === next) return;
  going = next;
  try {
    const only = sessionStorage.getItem(`tsuro.seat.${id}`);
    if (only) sessionStorage.setItem(`tsuro.seat.${next}`, only);
  } catch {
    // Without storage the page cannot take its seat along; an onlooker can still follow.
  }
  location.assign(address("game", { id: next }));
}

/** A button that saves the record as a file. */
export function downloadButton(id, token) {
  const problem = h("span", {});
  const save = async () => {
    try {
      const response = await request(`games/${id}/record`, { token });
      const link = h("a", {
        href: URL.createObjectURL(await response.blob()),
        download: `tsuro-${id}.jsonl`,
      });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    } catch (error) {
      problem.replaceChildren(errorBox(error));
    }
  };
  return h(
    "span",
    { class: "row" },
    h("button", { type: "button", onclick: save }, t("WebDownload")),
    problem,
  );
}

/** The address of a page that shows the record of a game, which is in it. */
async function linkWithRecord(id, { token, query } = {}) {
  const { pack } = await import("./links.js");
  const response = await request(`games/${id}/record`, { token });
  const hash = `record=${await pack(await response.text())}`;
  return shareAddress("game", { id: "link", query, hash });
}

/** A button that copies the link that `make()` gives. */
function copyButton(key, make) {
  const problem = h("span", {});
  const onclick = async () => {
    try {
      problem.replaceChildren();
      await copy(await make());
    } catch (error) {
      problem.replaceChildren(errorBox(error));
    }
  };
  return h("span", { class: "row" }, h("button", { type: "button", onclick }, t(key)), problem);
}

/**
 * A button that copies a link which has the record in it; null where the address of the game is a
 * link to it, or where there are no such links.
 */
export const linkButton = (id, token) =>
  can.invite || !can.packed ? null : copyButton("WebCopyLink", () => linkWithRecord(id, { token }));

/**
 * A button that copies a link to the turn whose number `turn()` gives. Where the game is on this
 * device alone, the link has its record in it, so the game has to be over; null where no link leads
 * others there.
 */
export function turnLinkButton(id, isOver, turn) {
  const toServer = async () => {
    const [{ address: known }, { replayQuery }] = await Promise.all([
      editions(),
      import("./links.js"),
    ]);
    return shareAddress("game", { id, query: replayQuery(turn()) }, known);
  };
  const withRecord = () => linkWithRecord(id, { query: `turn=${turn()}` });
  if (can.invite) return copyButton("WebCopyTurnLink", toServer);
  return can.packed && isOver ? copyButton("WebCopyTurnLink", withRecord) : null;
}
