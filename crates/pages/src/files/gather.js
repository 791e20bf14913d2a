// The page of a table before its game: people take seats, and the host begins.

import {
  announce,
  api,
  byId,
  copy,
  editions,
  errorBox,
  h,
  keep,
  kept,
  rememberGame,
  seatMark,
  seatName,
  startPage,
  t,
} from "./common.js";
import { limitWords } from "./clock.js";
import { Draw } from "./draw.js";
import { note as noteLuck } from "./fair-luck.js";
import { noteTable, tableNote } from "./gathered.js";
import { address, idInAddress, isLocal, shareAddress, showPicture } from "./transport.js";

/** How long the page waits after an answer did not come, in ms. */
const REST = 2000;

const id = idInAddress();
const path = (what = "") => `tables/${encodeURIComponent(id)}${what}`;

let own = tableNote(id); // also where nothing can be kept
let table; // as the server told of it last
let mine = new Map(); // the tokens of the seats of this browser
const left = new Set(); // the tokens of seats that were left here
const draw = new Draw((body, token) => api(path("/luck"), { body, token }).catch(() => {}));

function note(change) {
  own = { ...own, ...change };
  noteTable(own);
}

/** Asks how the table stands; with `known`, waits until that has changed. */
function look(token, known) {
  const query = known === undefined ? "" : `?known=${known}`;
  return api(path(query), { token });
}

/** Does something at the table, and shows what came of it. */
async function act(what, body, token = own.host) {
  byId("problem").replaceChildren();
  try {
    return await api(path(what), { body, token });
  } catch (error) {
    byId("problem").replaceChildren(errorBox(error));
    return null;
  }
}

// ---- The seats ----------------------------------------------------------------------------------

async function sit(seat) {
  const name = byId("name").value.trim();
  if (name) keep("name", name);
  const sat = await act("/sit", { seat, name });
  if (!sat) return;
  note({ tokens: [...own.tokens, sat.token] });
  await lookAgain();
}

/** Shows how the table stands now. If that cannot be asked, the page tries again soon. */
const lookAgain = () => look(own.host ?? own.tokens[0]).then(follow, () => {});

/** Leaves a seat; nobody is told then that the host has freed it. */
async function leave(seat, token) {
  left.add(token);
  await act("/arrange", { seat }, token);
}

const button = (key, act, { who, ...more } = {}) =>
  h(
    "button",
    { type: "button", class: "small", "aria-label": `${t(key)}: ${who}`, onclick: act, ...more },
    t(key),
  );

/** What this person can do at a seat. */
function actions({ seat, kind, name }) {
  const who = name ?? seatName(seat);
  const token = mine.get(seat);
  const change = (more, as) => () => act("/arrange", { seat, ...more }, as);
  const isLast = seat === table.seats.length - 1;
  return [
    kind === "open" && mine.size === 0 && button("WebGatherSit", () => sit(seat), { who }),
    token && button("WebGatherLeave", () => leave(seat, token), { who }),
    table.host && kind !== "open" && !token && button("WebGatherClear", change({}), { who }),
    table.host &&
      kind === "open" &&
      button("WebBotPlays", () => change({ level: byId("fill").value || "medium" })(), { who }),
    table.host && seat > 0 && button("WebGatherUp", change({ to: seat - 1 }), { who }),
    table.host && !isLast && button("WebGatherDown", change({ to: seat + 1 }), { who }),
  ];
}

function seatItem(entry) {
  const { seat, kind, name, away } = entry;
  const words = kind === "open" ? t("WebGatherFree") : (name ?? seatName(seat));
  return h(
    "li",
    {},
    seatMark(seat),
    h(
      "span",
      { class: "who" },
      kind === "open" ? h("span", { class: "hint" }, words) : words,
      mine.has(seat) && h("span", { class: "badge" }, t(mine.size > 1 ? "WebHere" : "You")),
      away && h("span", { class: "hint" }, ` ○ ${t("WebNotThere")}`),
    ),
    actions(entry),
  );
}

function showSeats() {
  const list = byId("seats");
  const focus = list.contains(document.activeElement)
    ? document.activeElement.getAttribute("aria-label")
    : null;
  list.replaceChildren(...table.seats.map(seatItem));
  // The button that had the focus has been made anew, or is gone.
  const again = [...list.querySelectorAll("button")].find(
    (other) => other.getAttribute("aria-label") === focus,
  );
  if (focus) (again ?? byId("title")).focus();
  const free = table.seats.filter(({ kind }) => kind === "open").length;
  byId("name-field").hidden = mine.size > 0 || free === 0;
  byId("begin").hidden = !table.host;
  byId("waits").hidden = table.host;
  const { evening } = table;
  byId("evening").hidden = Boolean(evening);
  byId("same").hidden = !evening;
  if (evening) byId("same").querySelector("a").href = address("evening", { id: evening });
  byId("games-hint").textContent = t("WebEveningHint", { count: table.seats.length });
}

// ---- What the server says -----------------------------------------------------------------------

/** Shows the table as the server told of it; goes to its game when that has begun. */
async function follow(told) {
  const before = table;
  const seats = await Promise.all(
    own.tokens.map(async (token) => ({ token, told: await look(token) })),
  );
  table = told;
  const had = [...mine.values()];
  mine = new Map(seats.flatMap(({ token, told }) => told.mine.map((seat) => [seat, token])));
  const ownLots = ({ told }) => told.mine.map((seat, index) => [seat, told.lots?.[index]]);
  const lots = new Map(seats.flatMap(ownLots));
  const held = new Set([...mine.values(), ...left]);
  if (!table.game && had.some((token) => !held.has(token))) showFreed();
  if (table.game) return go();
  byId("title").textContent = table.title;
  byId("summary").textContent = [table.summary, limitWords(table)].filter(Boolean).join(" · ");
  byId("word").textContent = table.word;
  byId("gather").hidden = false;
  document.title = `${table.title} · Tsuro`;
  showSeats();
  showDraw();
  await draw.follow(table, mine, lots);
  const taken = ({ seats }) => seats.map(({ kind, name }) => `${kind} ${name}`).join();
  if (before && taken(before) !== taken(table))
    announce(
      table.seats
        .map(({ seat, kind, name }) =>
          kind === "open" ? t("WebGatherFree") : (name ?? seatName(seat)),
        )
        .join(", "),
    );
}

function showFreed() {
  const words = h("p", { class: "hint", role: "alert" }, t("WebGatherFreed"));
  byId("problem").replaceChildren(words);
}

/** Names of the persons who were left out of the draw. */
const leftOut = () =>
  table.luck.left_out.map((seat) => table.seats[seat].name ?? seatName(seat)).join(", ");

/** Says how the draw for the luck goes. */
function showDraw() {
  const { luck, drawing } = table;
  const says = [
    draw.isBroken(luck) && t("WebLuckOther"),
    drawing && luck && t("WebDrawing"),
    drawing && luck?.left_out.length > 0 && t("WebLeftOut", { who: leftOut() }),
  ];
  const words = says.filter(Boolean).join(" ");
  if (byId("draw").textContent !== words) byId("draw").textContent = words;
  byId("begin").querySelector("button").disabled = drawing;
}

/** Keeps what was promised of the luck of the game, and who was left out of it. */
function keepLuck() {
  const { game: id, luck } = table;
  if (!luck) return;
  const isIn = draw.shown && luck.commitments.some(({ seat }) => mine.has(seat));
  // What the server tells now may be another list than that before which the number was shown.
  const shown = isIn
    ? draw.shown
    : { commitments: luck.commitments.map(({ commitment }) => commitment) };
  const commitment = draw.commitment ?? luck.commitment;
  noteLuck({ id, commitment, ...shown, leftOut: leftOut() });
}

function go() {
  keepLuck();
  const seats = [...mine].map(([seat, token]) => ({ seat, token }));
  const { game, title } = table;
  let hash = "";
  if (seats.length > 0 || own.host) {
    const isKept = rememberGame({ id: game, host: own.host, seats, title });
    // Where nothing can be kept, the address has to carry the token.
    if (!isKept) hash = seats[0]?.token ?? own.host;
  }
  location.replace(address("game", { id: game, hash }));
}

/** What the host wants to play after the first game, and who else may play it. */
const evening = () =>
  table.evening ? {} : { games: byId("games").valueAsNumber, duplicate: byId("duplicate").checked };

async function begin(event) {
  event.preventDefault();
  byId("problem").replaceChildren();
  try {
    const body = { fill: byId("fill").value || undefined, ...evening() };
    await api(path("/begin"), { body, token: own.host });
  } catch (error) {
    byId("problem").replaceChildren(errorBox(error));
  }
}

/** Follows the table until its game begins, or it is gone. */
async function watch() {
  for (let known; ;) {
    try {
      const told = await look(own.host ?? own.tokens[0], known);
      await follow(told);
      if (table.game) return;
      known = told.changes;
    } catch (error) {
      if (error.code === "not-found") return gone();
      await new Promise((done) => setTimeout(done, REST));
    }
  }
}

/** Whoever comes back to this page may have been at another device meanwhile. */
async function come() {
  if (document.hidden || !table || table.game || own.tokens.length === 0) return;
  draw.come();
  await lookAgain();
}

function gone() {
  byId("gather").hidden = true;
  byId("title").textContent ||= "Tsuro";
  byId("problem").replaceChildren(
    h("p", { class: "error", role: "alert" }, t("WebGatherGone")),
    h("p", {}, h("a", { class: "button", href: address("launch") }, t("WebNewGame"))),
  );
}

async function makeFrame() {
  const { address: known, bots, people } = await editions();
  const url = shareAddress("table", { id }, known);
  byId("local").hidden = !isLocal() || Boolean(known);
  byId("link").value = url;
  byId("link").addEventListener("focus", () => byId("link").select());
  byId("copy").addEventListener("click", () => copy(url));
  byId("share").hidden = !navigator.share;
  byId("share").addEventListener("click", () =>
    navigator.share({ title: "Tsuro", url }).catch(() => {}),
  );
  byId("qr").alt = t("WebGatherQr");
  showPicture(byId("qr"), `qr.svg?address=${encodeURIComponent(url)}`);
  byId("name").value = kept("name", "");
  byId("name").maxLength = people;
  byId("fill").replaceChildren(
    h("option", { value: "" }, t("WebGatherNone")),
    ...bots.map(({ word, title }) => h("option", { value: word }, title)),
  );
  byId("begin").addEventListener("submit", begin);
  addEventListener("focus", come);
  document.addEventListener("visibilitychange", come);
}

if (await startPage(null)) {
  try {
    await makeFrame();
    await watch();
  } catch (error) {
    byId("problem").replaceChildren(errorBox(error));
  }
}
