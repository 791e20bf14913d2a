// The launch page: a game, its rules, who plays, and off it goes. The server says what a choice
// comes to (`choose`); this page only keeps what is chosen.

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
import { openWithLuck } from "./fair-luck.js";
import { choicesOf, labAddress, ownPart } from "./lab-address.js";
import { showLinks, showYourGames } from "./launch-games.js";
import { noteTable } from "./gathered.js";
import { showJoin } from "./launch-join.js";
import { makeSeats, seatWords } from "./launch-seats.js";
import { ownRules } from "./own-rules.js";
import { lastPlayed, makeChooser, rulesBody } from "./rules-chooser.js";
import { address, can, setAddress } from "./transport.js";

const RECENT = 3;

let server; // what `editions` answered
let seats;
let chooser;

/** What the host lets people say. */
const talk = () => ({ chat: byId("chat").checked, onlookers: byId("talk-onlookers").checked });

async function start() {
  seats = makeSeats(server, showPlay);
  byId("talk").hidden = !can.tokens;
  byId("chat").checked = kept("talk")?.chat ?? false;
  byId("talk-onlookers").checked = kept("talk")?.onlookers ?? false;
  chooser = makeChooser(server, { changed });
  byId("command-copy").addEventListener("click", () => copy(byId("command").textContent));
  byId("setup").addEventListener("submit", play);
  const first = server.editions[0]?.reference;
  const named = choicesOf(location.search).find((choice) => !choice.own || ownRules()[choice.own]);
  const wanted = named ?? lastPlayed(server);
  if (!(await chooser.choose(wanted)) && !wanted.own && wanted.rules !== first) {
    const why = [...byId("problems").childNodes];
    await chooser.choose({ rules: first, options: [] });
    byId("problems").prepend(...why);
  }
}

function changed({ choice, answer }) {
  if (answer) {
    byId("play-error").replaceChildren();
    if (answer.counts?.length > 0) seats.setCounts(answer.counts);
    showAddress(choice, answer);
    const changes = choice.options.length > 0 ? [{ ...choice, options: [] }] : [];
    byId("compare").href = labAddress([...changes, choice]);
  }
  showPlay();
}

function showAddress(choice, answer) {
  const { own, options } = choice;
  const rules = own
    ? ownPart(own, options)
    : `rules=${encodeURIComponent(answer.reference).replaceAll("%2B", "+")}`;
  setAddress(address("launch", { query: rules }));
  keep("own", choice.own);
}

function showPlay() {
  const { choice, answer, refusal } = chooser.now();
  const isPlayable = Boolean(answer && !answer.broken);
  byId("play").disabled = !isPlayable;
  byId("compare").hidden = !isPlayable;
  const why = refusal ? messageOf(refusal) : answer?.broken && english(sentence(answer.broken));
  byId("play-what").replaceChildren(
    ...(why ? tParts("WebBroken", { why }) : [answer?.title ?? ""]),
  );
  // A terminal has the rule sets neither of this browser nor of the server's folder.
  const isShipped =
    isPlayable &&
    !choice.own &&
    server.editions.some(({ reference, own }) => reference === choice.rules && !own);
  byId("terminal").hidden = !isShipped;
  if (isShipped) {
    byId("command").textContent = [
      "tsuro",
      "play",
      answer.reference,
      "--seats",
      seatWords(seats.seats()),
    ]
      .map(quoted)
      .join(" ");
  }
}

/** A word as a shell takes it. */
const quoted = (word) =>
  /^[\w.,:=+@%/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

async function play(event) {
  event.preventDefault();
  if (byId("play").disabled) return;
  const { choice, answer } = chooser.now();
  const { own } = choice;
  const { reference, title } = answer;
  const wanted = seats.seats();
  const body = { ...rulesBody(choice), seats: wanted, ...seats.clock(), talk: talk() };
  keep("talk", body.talk);
  byId("play").disabled = true;
  byId("play-error").replaceChildren(h("p", { role: "status" }, t("WebOpening")));
  try {
    if (wanted.some(({ kind }) => kind === "open")) return await gather(body);
    const { id, host, seats: tokens } = await openWithLuck("games", { body });
    keep("seats", seats.saved());
    const now = own ? { own } : { rules: reference, title };
    const others = kept("recent", []).filter(
      (entry) => entry.own !== now.own || entry.rules !== now.rules,
    );
    keep("recent", [now, ...others].slice(0, RECENT));
    const links = tokens
      .filter(({ seat }) => wanted[seat].kind === "link")
      .map(({ seat, token }) => ({ seat, token, name: wanted[seat].name }));
    const here = tokens.filter(({ seat }) => wanted[seat].kind === "here");
    const isKept = rememberGame({ id, host, seats: here, links, title });
    // Where nothing can be kept, the address has to carry the token.
    const table = address("game", { id, hash: isKept ? "" : (here[0]?.token ?? host) });
    byId("play-error").replaceChildren();
    if (links.length > 0) await showLinks({ id, links, table });
    else location.assign(table);
  } catch (error) {
    byId("play-error").replaceChildren(errorBox(error));
  } finally {
    showPlay();
  }
}

/** Opens a table to which people come before the game; those by link come there, too. */
async function gather(body) {
  const open = body.seats.map((seat) => (seat.kind === "link" ? { kind: "open" } : seat));
  const { id, host, seats: own } = await api("tables", { body: { ...body, seats: open } });
  keep("seats", seats.saved());
  noteTable({ id, host, tokens: own.map(({ token }) => token) });
  location.assign(address("table", { id }));
}

if (await startPage("new")) {
  document.title = `${t("WebLaunchTitle")} – Tsuro`;
  showYourGames();
  showJoin();
  try {
    server = await editions();
    await start();
  } catch (error) {
    byId("choose-edition").prepend(errorBox(error));
  }
}
