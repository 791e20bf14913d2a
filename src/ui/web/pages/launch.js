// The launch page: a game, its rules, who plays, and off it goes. The server says what a choice comes to (`choose`);
// this page only keeps what is chosen.

import {
  api,
  byId,
  copy,
  editions,
  english,
  errorBox,
  h,
  keep,
  kept,
  messageOf,
  rememberGame,
  sentence,
  startPage,
  t,
  tParts,
} from "./common.js";
import { markEdition, showEditions } from "./launch-editions.js";
import { showLinks, showYourGames } from "./launch-games.js";
import { showRefusal, showRules } from "./launch-rules.js";
import { makeSeats, seatWords } from "./launch-seats.js";
import { deleteOwn, keepOwn, ownRules } from "./own-rules.js";
import { openEditor, prepareEditor } from "./rules-editor.js";

const RECENT = 3;

let server; // what `editions` answered
let seats;
let choice = {}; // {rules} or {own}, with what is set on top in `options`
let answer = null; // what `choose` said to it; null while it cannot be played
let refusal = null; // why there is no answer
let asked = 0;
const drafts = new Map(); // texts of closed editors, by name

async function start() {
  seats = makeSeats(server, showPlay);
  prepareEditor();
  listEditions();
  byId("reset").addEventListener("click", () => {
    byId("rules-title").focus();
    choose({ ...choice, options: [] });
  });
  byId("own-new").addEventListener("click", () => edit(null));
  byId("command-copy").addEventListener("click", () => copy(byId("command").textContent));
  byId("setup").addEventListener("submit", play);
  const first = server.editions[0]?.reference;
  const own = kept("own");
  const wanted = rulesOfUrl() ?? (own && ownRules()[own] ? null : kept("recent", [])[0]?.rules);
  if (!wanted && own && ownRules()[own]) return choose({ own, options: [] });
  if (!(await choose({ rules: wanted ?? first, options: [] })) && wanted && wanted !== first) {
    const why = [...byId("problems").childNodes];
    await choose({ rules: first, options: [] });
    byId("problems").prepend(...why);
  }
}

/** The rules that the address names. A + stands for itself there, so this is not what URLSearchParams reads. */
function rulesOfUrl() {
  const found = location.search.match(/[?&]rules=([^&]+)/);
  try {
    return found && decodeURIComponent(found[1]);
  } catch {
    return null;
  }
}

function listEditions() {
  showEditions({
    editions: server.editions,
    recent: kept("recent", []),
    choose: (chosen) => choose({ ...chosen, options: [] }),
    edit,
  });
}

/** Asks what a choice comes to, and shows it. Whether it is a rule set at all. */
async function choose(chosen) {
  choice = chosen;
  answer = null;
  refusal = null;
  const number = ++asked;
  showPlay();
  const { rules, own, options } = chosen;
  try {
    const body = own ? { text: ownRules()[own].text, options } : { rules: [rules, ...options].join("+") };
    const came = await api("choose", { body });
    if (number !== asked) return true; // something else has been chosen since
    answer = came;
    choice = own ? { own, options: came.options } : { rules: came.base, options: came.options };
    // What is changed while an answer is on its way is added to what was asked for.
    showRules(came, Boolean(own), (change) => choose({ ...choice, options: change(choice.options) }));
    byId("play-error").replaceChildren();
    if (came.counts?.length > 0) seats.setCounts(came.counts);
    showAddress();
    // A changed edition is marked as itself where nothing on the list is changed in the same way.
    if (own || !markEdition({ rules: came.reference })) markEdition(own ? { own } : { rules: came.base });
    return true;
  } catch (error) {
    if (number === asked) {
      refusal = error;
      showRefusal(error, options.length === 0 && error.code === "rules");
      markEdition(own ? { own } : { rules });
    }
    return false;
  } finally {
    if (number === asked) showPlay();
  }
}

function showAddress() {
  const rules = choice.own ? "" : `?rules=${encodeURIComponent(answer.reference).replaceAll("%2B", "+")}`;
  history.replaceState(null, "", `/${rules}`);
  keep("own", choice.own);
}

function showPlay() {
  const isPlayable = Boolean(answer && !answer.broken);
  byId("play").disabled = !isPlayable;
  const why = refusal ? messageOf(refusal) : answer?.broken && english(sentence(answer.broken));
  byId("play-what").replaceChildren(...(why ? tParts("WebBroken", { why }) : [answer?.title ?? ""]));
  // A terminal does not have the rule sets of this browser, nor those of the server's folder.
  const isShipped =
    isPlayable &&
    !choice.own &&
    server.editions.some(({ reference, own }) => reference === choice.rules && !own);
  byId("terminal").hidden = !isShipped;
  if (isShipped) {
    byId("command").textContent = ["tsuro", "play", answer.reference, "--seats", seatWords(seats.seats())]
      .map(quoted)
      .join(" ");
  }
}

/** A word as a shell takes it. */
const quoted = (word) => (/^[\w.,:=+@%/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

async function play(event) {
  event.preventDefault();
  if (byId("play").disabled) return;
  const { own, rules, options } = choice;
  const { reference, title } = answer;
  const wanted = seats.seats();
  const body = {
    ...(own ? { text: ownRules()[own].text } : { rules }),
    options,
    seats: wanted,
    clock: seats.clock(),
  };
  byId("play").disabled = true;
  byId("play-error").replaceChildren(h("p", { role: "status" }, t("WebOpening")));
  try {
    const { id, host, seats: tokens } = await api("games", { body });
    keep("seats", seats.saved());
    const now = own ? { own } : { rules: reference, title };
    const others = kept("recent", []).filter((entry) => entry.own !== now.own || entry.rules !== now.rules);
    keep("recent", [now, ...others].slice(0, RECENT));
    const links = tokens
      .filter(({ seat }) => wanted[seat].kind === "link")
      .map(({ seat, token }) => ({ seat, token, name: wanted[seat].name }));
    const here = tokens.filter(({ seat }) => wanted[seat].kind === "here");
    const isKept = rememberGame({ id, host, seats: here, links, title });
    // Where nothing can be kept, the address has to carry the token.
    const table = `/game/${encodeURIComponent(id)}${isKept ? "" : `#${here[0]?.token ?? host}`}`;
    byId("play-error").replaceChildren();
    if (links.length > 0) showLinks({ id, links, table });
    else location.assign(table);
  } catch (error) {
    byId("play-error").replaceChildren(errorBox(error));
  } finally {
    showPlay();
  }
}

/** Opens the editor with a rule set of one's own, or with a new one. */
async function edit(name) {
  const base = answer && !choice.own ? choice.rules : "classic";
  const example = t("WebOwnExample", { base });
  const { action, text } = await openEditor(
    drafts.get(name) ?? ownRules()[name]?.text ?? example,
    name !== null,
  );
  drafts.delete(name);
  if (action === "close") return void drafts.set(name, text);
  if (action === "delete") {
    if (!confirm(t("WebOwnDeleteAsk", { name }))) return void drafts.set(name, text);
    deleteOwn(name);
    listEditions();
    byId("own-new").focus();
    if (choice.own === name) return choose({ rules: server.editions[0].reference, options: [] });
    return markEdition(choice);
  }
  const { name: kept, stored } = keepOwn(text, name, t("WebOwnNameless"));
  listEditions();
  byId("own-state").textContent = stored ? t("WebOwnKept", { name: kept }) : t("WebOwnNotKept");
  await choose({ own: kept, options: [] });
}

if (await startPage("new")) {
  document.title = `${t("WebLaunchTitle")} – Tsuro`;
  showYourGames();
  try {
    server = await editions();
    await start();
  } catch (error) {
    byId("choose-edition").prepend(errorBox(error));
  }
}
