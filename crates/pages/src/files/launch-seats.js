// The seats of the launch page: how many, who plays each, and how long a decision may take.

import { timeWords } from "./clock.js";
import { byId, h, kept, seatMark, seatName, t } from "./common.js";
import { can } from "./transport.js";

const USUAL = 4; // players, where nothing is kept from last time
const USUAL_BOT = "medium";

/**
 * The row of a seat: `{who, name, level, element}`. `before` is what was chosen for it last time,
 * `usual` the bot where none is chosen, and `people` the length of the longest name.
 */
function makeRow(seat, before, { bots, usual, people }, onChange) {
  const option = (value, text) => h("option", { value }, text);
  const who = h(
    "select",
    { "aria-label": t("WebSeatWho", { seat: seatName(seat) }) },
    option("here", t("WebSeatHere")),
    can.invite && option("link", t("WebSeatLink")),
    can.invite && option("open", t("WebSeatOpen")),
    bots.map(({ word, title }) => option(`bot ${word}`, t("WebSeatBot", { level: title }))),
  );
  who.value = before.kind === "bot" ? `bot ${before.level ?? usual}` : before.kind;
  if (!who.value) who.value = `bot ${usual}`; // a bot that this server does not have
  const name = h("input", {
    "aria-label": t("WebSeatName", { seat: seatName(seat) }),
    "aria-describedby": "seats-hint",
    placeholder: seatName(seat),
    maxlength: people,
    autocomplete: seat === 0 ? "nickname" : "off",
    spellcheck: "false",
    value: before.name ?? "",
  });
  /** The level of the bot, if one sits there. */
  const level = () => bots.find(({ word }) => who.value === `bot ${word}`);
  const showName = () => {
    name.hidden = who.value === "open" || who.value.startsWith("bot");
    who.title = level()?.about ?? "";
  };
  who.addEventListener("change", () => {
    showName();
    onChange();
  });
  name.addEventListener("input", onChange);
  showName();
  return { who, name, level, element: h("li", {}, seatMark(seat), who, name) };
}

/** Makes the seats; `onChange` is called after each change of them. */
export function makeSeats({ bots, people, clocks, reserves, usual_clock: usualClock }, onChange) {
  const saved = kept("seats", {});
  const { word: usual } = bots.find(({ word }) => word === USUAL_BOT) ?? bots[0];
  const wanted = { count: saved.count ?? USUAL };
  const rows = [];

  byId("count").addEventListener("change", () => {
    wanted.count = Number(byId("count").value);
    show();
    onChange();
  });
  makeTimes(saved.clock === undefined ? usualClock : saved, { clocks, reserves }, onChange);

  function row(seat) {
    const before = saved.seats?.[seat] ?? { kind: seat === 0 ? "here" : "bot" };
    const made = makeRow(seat, before, { bots, usual, people }, onChange);
    made.who.addEventListener("change", showHint);
    return made;
  }

  function show() {
    const count = Number(byId("count").value);
    while (rows.length < count) rows.push(row(rows.length));
    byId("seats").replaceChildren(...rows.slice(0, count).map(({ element }) => element));
    showHint();
  }

  function showHint() {
    const shown = rows.slice(0, Number(byId("count").value));
    const links = shown.some(({ who }) => who.value === "link");
    const isOpen = shown.some(({ who }) => who.value === "open");
    const more = can.invite
      ? [isOpen && t("WebOpenSeatHint"), links && !isOpen && t("WebLinkHint")]
      : [t("WebSiteInvite")];
    byId("seats-hint").textContent = [t("WebNameHint"), ...more].filter(Boolean).join(" ");
    const levels = bots.filter((bot) => shown.some(({ level }) => level() === bot));
    byId("bots-hint").replaceChildren(
      ...levels.map(({ title, about }) => h("li", {}, t("BotLevel", { level: title, about }))),
      levels.length > 0 && h("li", {}, t("BotsSee")),
    );
  }

  function seats() {
    return rows.slice(0, Number(byId("count").value)).map(({ who, name }) => {
      const [kind, level] = who.value.split(" ");
      if (kind === "bot") return { kind, level };
      if (kind === "open") return { kind };
      return name.value.trim() ? { kind, name: name.value.trim() } : { kind };
    });
  }

  return {
    seats,
    /** The time that players have, as the server is told of it. */
    clock: () => {
      const clock = can.clock && chosen("clock");
      return clock ? { clock, reserve: chosen("reserve") } : {};
    },
    /** The numbers of players that the rules allow: the one nearest to what was wanted is taken. */
    setCounts(counts) {
      const nearest = counts.reduce((a, b) =>
        Math.abs(b - wanted.count) < Math.abs(a - wanted.count) ? b : a,
      );
      byId("count").replaceChildren(...counts.map((count) => h("option", { value: count }, count)));
      byId("count").value = nearest;
      show();
    },
    /** What is kept for the next time. */
    saved: () => ({
      count: wanted.count,
      seats: seats(),
      clock: chosen("clock"),
      reserve: chosen("reserve"),
    }),
  };
}

/** Makes the choices of times; `wished` are those that are chosen. */
function makeTimes(wished, { clocks, reserves }, onChange) {
  fillTimes("clock", "WebClockNone", clocks, wished?.clock);
  fillTimes("reserve", "WebReserveNone", reserves, wished?.reserve);
  byId("clock").closest(".field").hidden = !can.clock;
  byId("clock").addEventListener("change", () => (showReserve(), onChange()));
  byId("reserve").addEventListener("change", onChange);
  showReserve();
}

const chosen = (id) => Number(byId(id).value);

/** Fills a choice of times; that of the server's owner is among them. */
function fillTimes(id, none, offered, wished) {
  const isNew = wished > 0 && !offered.includes(wished);
  const times = (isNew ? [...offered, wished] : offered).toSorted((a, b) => a - b);
  byId(id).replaceChildren(
    h("option", { value: "" }, t(none)),
    ...times.map((seconds) => h("option", { value: seconds }, timeWords(seconds))),
  );
  byId(id).value = wished > 0 ? wished : "";
}

/** Only a clock leaves something to reserve. */
function showReserve() {
  byId("reserve").closest(".field").hidden = byId("reserve-hint").hidden = !chosen("clock");
}

/** What follows `--seats` in a terminal. */
export const seatWords = (seats) =>
  seats
    .map(({ level, name }) => level ?? (name ? `human:${name.replaceAll(",", " ")}` : "human"))
    .join(",");
