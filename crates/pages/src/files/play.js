// A game that is played or watched: what the server tells becomes what is shown, and what the
// person does is sent.

import { api, errorBox, h, kept, t } from "./common.js";
import { Asking } from "./asking.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { Consent } from "./consent.js";
import { askName, showHelp } from "./dialogs.js";
import { makeFrame, nameUndo, showBar } from "./frame.js";
import { listenToKeys } from "./keys.js";
import { Live, OwnSeats } from "./live.js";
import { LuckPanel } from "./luck-panel.js";
import { Notices } from "./notices.js";
import { Described, Log } from "./panels.js";
import { People } from "./people.js";
import { downloadButton, follow, resultPanel } from "./result.js";
import { tableSettings, told } from "./settings.js";
import { DROPPED, Show, showEvent } from "./show.js";
import { Talk } from "./talk.js";
import { address, can } from "./transport.js";
import { callForTurn } from "./turn-call.js";
import { Ways } from "./ways.js";

const STATES = {
  connecting: "WebReconnecting",
  connected: "WebConnected",
  waiting: "WebReconnecting",
  closed: "WebDisconnected",
};
const CLOSED = {
  broken: "WebClosedBroken",
  expired: "WebClosedExpired",
  "bad-message": "WebClosedBad",
  limit: "WebClosedLimit",
  stopping: "WebClosedStopping",
  "not-found": "WebErrorNotFound",
  sealed: "WebErrorSealed",
  "other-version": "WebErrorOtherVersion",
};

/** How long a loss stands before a key goes on, in ms. */
const READING = 700;

export class Play {
  #table = null;
  #seats = []; // as they are shown: who is out is shown when the board shows it
  #seatsNow = []; // as the server told of them last
  #number = null; // of the question that stands; null while something happens
  #waits = null; // for whom the table waits
  #leader = null; // who leads others through the game when it is over
  #result = null;
  #goOn = null; // ends the stop at a loss, while there is one
  #isEnding = false; // the person who is out wants to see the end at once

  constructor(id) {
    this.id = id;
    this.own = new OwnSeats(id);
    this.clock = new Clock();
    this.log = new Log(told);
    this.described = new Described(id, {
      token: () => this.#ownToken(),
      isReady: () => !this.show.running,
    });
    this.luck = new LuckPanel(id);
    this.talk = new Talk({
      send: (said) =>
        this.#send("say", { seat: this.asking.ask?.seat ?? this.own.seats[0], ...said }),
      name: (seat) => this.#seat(seat).name,
      react: (seat, sign, words) => this.people.react(seat, sign, words),
      say: (words) => this.log.say(words),
    });
    this.#make();
    this.show = new Show((running) => this.#running(running));
    this.live = new Live(id, this.own, {
      onMessage: (message, isFirst) => this.#take(message, isFirst),
      onState: (state) => this.#connection(state),
    });
    addEventListener("hashchange", () => location.hash.length > 20 && location.reload());
  }

  #make() {
    const acts = {
      next: () => this.#next(),
      hurry: () => (this.#goOn ? this.#next() : this.show.hurry()),
      lay: () => this.asking.asker?.lay(),
      turn: (by) => this.asking.asker?.turn(by),
      advise: () => this.asking.advise(),
      undo: () => this.#takeBack(),
      ways: () => this.ways.exist && this.ways.toggle(),
      words: () => this.described.open(),
      log: () => this.log.open(),
      help: () => this.#help(),
      enter: () => this.#enter(),
      asker: () => this.asking.asker,
      running: () => this.show.running,
    };
    this.frame = makeFrame(acts, {
      log: this.log.element,
      words: this.described.element,
      luck: this.luck.element,
      talk: this.talk.element,
      settings: tableSettings(() => this.log.again()),
    });
    listenToKeys(acts);
    const { picture, notices, danger } = this.frame;
    this.board = new Board(picture);
    this.ways = new Ways(danger, this.board);
    this.people = new People(this.id, this.frame, (body, token) =>
      this.#send("seats", body, token),
    );
    this.notices = new Notices(notices, () => this.asking.keepFocus());
    this.consent = new Consent({
      notices: this.notices,
      own: this.own,
      seat: (number) => this.#seat(number),
      send: (body) => this.#send("consent", body),
    });
    this.asking = new Asking(this.id, {
      frame: this.frame,
      board: this.board,
      clock: this.clock,
      own: this.own,
      seat: (number) => this.#seat(number),
      onChange: (asks) => this.#changed(asks),
      say: (words) => this.log.say(words),
      note: (words) => this.#note(words),
    });
    picture.addEventListener(
      "wheel",
      (event) => this.#isOnSquare(event) && this.asking.asker.wheel(event),
      { passive: false },
    );
    picture.addEventListener(
      "click",
      (event) => this.#isOnSquare(event) && this.asking.asker.lay(),
    );
  }

  /** Whether the mouse is on the square on which a tile is to be laid. */
  #isOnSquare(event) {
    return this.asking.isHand && this.board.isOn(this.asking.ask.shown.square, event, 0);
  }

  /** A question has come or gone. */
  #changed(asks) {
    if (!this.#table) return;
    this.#showSeats();
    this.#showBar();
    this.#setTitle(asks);
    if (asks) this.ways.show();
  }

  // ---- What the server says ----

  #take(message, isFirst) {
    switch (message.type) {
      case "table":
        return this.#begin(message, isFirst);
      case "happened":
        return this.#happened(message);
      case "ask":
        return this.#asked(message);
      case "waits":
        return this.#waitsFor(message);
      case "seats":
        return this.#seatsChanged(message.seats);
      case "notice":
        return this.#note(message.words);
      case "talk":
        return this.talk.begin(message);
      case "said":
        return this.talk.hear(message);
      case "lead":
        return this.#led(message.seat);
      case "take_back":
        return this.consent.show(message);
      case "result":
        this.#result = message;
        this.#number = message.number;
        return this.show.add(() => this.#showResult(message), { rests: true });
      case "again":
        return follow(this.id, message, this.#seats.length);
      case "closed":
        return this.#closed(message.why);
    }
  }

  #begin(table, isFirst) {
    const arrives = this.#table === null;
    this.show.clear();
    this.#goOn = null;
    this.board.trace(null);
    this.board.cross(null);
    this.notices.closeOut();
    this.consent.close();
    this.own.learn(table.mine);
    this.#table = table;
    this.#number = null;
    this.#seats = this.#seatsNow = table.seats;
    this.#result = null;
    this.#isEnding = false;
    this.asking.held.forget();
    this.asking.decided = null;
    this.asking.asksAll = !arrives;
    this.asking.withdraw();
    this.frame.play.dataset.begun = "";
    this.frame.title.textContent = table.title;
    this.#showEvening(table.evening);
    nameUndo(this.frame.undo, table.shared);
    this.board.show(table.board, t("WebBoardLabel"));
    this.log.fill(
      table.told.map((words, index) => ({
        words,
        short: table.told_short[index],
      })),
    );
    this.frame.now.textContent = this.log.last;
    this.ways.begin(table);
    this.luck.show(table);
    this.talk.speaks = this.own.seats.length > 0;
    this.#showTurn(table.turn);
    const losses = this.own.unseenLosses(table.losses ?? [], table.undos, isFirst);
    for (const loss of losses) this.#stopAt(loss);
    if (!this.show.running) this.described.refresh();
    if (arrives) this.#arrive();
  }

  /** Which game of an evening it is, with the way to the standings. */
  #showEvening(evening) {
    const { evening: link } = this.frame;
    link.hidden = !evening;
    if (!evening) return;
    const { id, number, games } = evening;
    link.href = address("evening", { id });
    link.textContent = t("WebEveningIn", { number: number + 1, games });
  }

  /** A person who has followed a seat's link is asked for a name. */
  async #arrive() {
    const seat = this.own.keepFresh(this.#table.title);
    if (seat === null || this.#table.over) return;
    const name = await askName(this.#seat(seat));
    if (name) await this.#send("seats", { seat, name });
    this.asking.focus();
  }

  /** Says something that is no event, and keeps it among the sentences. */
  #note(words) {
    this.log.add({ words });
    this.notices.pass(words);
  }

  /** Somebody leads others through the game, which is over: said once. */
  #led(seat) {
    if (seat !== null && seat !== this.#leader)
      this.#note(t("TogetherCall", { who: this.#seat(seat).name }));
    this.#leader = seat;
  }

  #happened({ events }) {
    this.#number = null;
    this.asking.asksAll = false;
    this.#waits = null;
    this.consent.close();
    this.clock.set(null);
    if (events.length && this.asking.ask) this.asking.withdraw({ focus: true });
    for (const event of events) {
      const turn = event.turn?.number ?? null;
      this.show.add((how) => this.#showHappened(event, how), { turn });
      if (!event.out || !this.own.seats.includes(event.out.seat)) continue;
      // A loss of one's own is not passed over, nor the turn in which it came.
      this.show.watch(turn);
      this.#stopAt(event);
    }
  }

  #stopAt(loss) {
    this.show.add((how) => this.#stopAtLoss(loss, how), { rests: true });
  }

  async #showHappened(event, how) {
    const { asking } = this;
    if (event.turn) this.#showTurn(event.turn);
    asking.held.follow(event.event, this.own.seats[0]);
    if (asking.resting !== null && event.event?.player === this.own.seats[0])
      asking.rest(asking.resting);
    await showEvent(this.board, event, how, (shown) => this.#tell(shown));
    if (how.signal.reason === DROPPED || !event.out) return;
    const out = event.out.seat;
    this.#seats = this.#seats.map((seat) => (seat.seat === out ? { ...seat, alive: false } : seat));
    this.#showSeats();
  }

  /** Who is there is shown at once; who is out, when the board has shown it. */
  #seatsChanged(seats) {
    this.#seatsNow = seats;
    const shown = new Map(this.#seats.map(({ seat, alive }) => [seat, alive]));
    this.#seats = seats.map((seat) => ({ ...seat, alive: shown.get(seat.seat) ?? seat.alive }));
    if (this.#table) this.#showSeats();
  }

  /** Who is out as of a message. When that is shown, the server may be ahead of it. */
  #showFates(seats) {
    const alive = new Map(seats.map((seat) => [seat.seat, seat.alive]));
    this.#seats = this.#seatsNow.map((seat) => ({
      ...seat,
      alive: alive.get(seat.seat) ?? seat.alive,
    }));
  }

  #showTurn(turn) {
    this.#table.turn = turn;
    this.frame.turn.textContent = turn ? t("WebTurnNow", { number: turn.number }) : "";
  }

  #tell(event) {
    // Where they may come next is known when all has been shown.
    this.board.threaten([]);
    if (!event.words) return;
    this.frame.now.textContent = told(event) || this.frame.now.textContent;
    this.log.add(event);
    // In a first game, what happens for the first time is explained.
    if (event.first && kept("first-game") === this.id) {
      this.log.add({ words: event.first, short: event.first });
      this.notices.pass(event.first);
    }
  }

  /** Says who is out and by which tile, shows the way, and waits until the person goes on. */
  #stopAtLoss(event, { signal }) {
    if (signal.reason === DROPPED) return Promise.resolve();
    const who = this.#seat(event.out.seat).name;
    this.board.trace(event.way);
    this.board.cross(event.out.square);
    this.frame.now.textContent = told(event);
    // What the notice offers does the same.
    this.frame.skip.hidden = true;
    const title = this.own.seats.length > 1 ? t("AreOut", { who }) : t("AreOutYou");
    return new Promise((done) => {
      const begun = performance.now();
      // A key that was meant to skip what was shown before does not pass this over.
      this.#goOn = () => performance.now() - begun > READING && done();
      signal.addEventListener("abort", () => signal.reason === DROPPED && done());
      this.notices.out({
        title,
        words: told(event),
        goOn: done,
        // The rest of the game is shown at once, also what is still to come.
        toEnd: () => ((this.#isEnding = true), done()),
      });
    }).then(() => {
      // What has begun anew shows a stop of its own already.
      if (signal.reason === DROPPED) return;
      // After a reload, one that somebody has gone on from is not shown again.
      this.own.noteLoss(event);
      this.#goOn = null;
      this.board.trace(null);
      this.board.cross(null);
      this.frame.now.textContent = this.log.last;
      this.notices.closeOut();
    });
  }

  /** The help on what is asked, or on what is shown. */
  async #help() {
    if (!this.#table) return;
    const mine = this.#seats.filter(({ seat }) => this.own.seats.includes(seat));
    const isOut = mine.length > 0 && mine.every(({ alive }) => !alive);
    const rests = isOut ? "out" : "watch";
    await showHelp(this.#table, this.#table.over ? "over" : (this.asking.ask?.decision ?? rests));
    this.asking.keepFocus();
  }

  /** Shows the next thing now, or goes on after a loss. */
  #next() {
    if (this.#goOn) this.#goOn();
    else this.show.next();
  }

  #asked(ask) {
    this.#number = ask.number;
    this.#waits = { seat: ask.seat };
    this.clock.set(ask.left, true, ask.reserve);
    const known = this.asking.ask;
    // After a connection broke the same question comes again; what was chosen for it stays.
    if (known && known.seat === ask.seat && known.number === ask.number) return;
    this.asking.withdraw();
    const seats = this.#seatsNow;
    this.show.add(
      async () => {
        this.#showFates(seats);
        if (this.#number !== ask.number) return;
        this.frame.now.textContent = this.log.last;
        if ((await this.asking.answersItself(ask)) || this.#number !== ask.number) return;
        this.asking.handOver(ask);
        callForTurn({ title: this.#table.title, href: location.pathname });
      },
      { rests: true },
    );
  }

  #waitsFor(message) {
    this.#waits = message;
    this.#number = message.number;
    const { ask } = this.asking;
    // When a client comes or goes the server says again for whom it waits; the question that is
    // shown stays.
    const isSame =
      ask !== null && ask.seat === message.seat && ask.number === message.number && !message.bot;
    if (!isSame) this.clock.set(message.left, false, message.reserve);
    if (ask && !isSame) this.asking.withdraw({ focus: true });
    const seats = this.#seatsNow;
    this.show.add(async () => {
      this.#showFates(seats);
      if (message.ways) this.ways.set(message.ways);
      if (isSame || this.#waits !== message) return;
      this.asking.rest(t(message.bot ? "Thinks" : "WebWaits", { who: message.name }));
      this.#changed(false);
    });
  }

  #closed(why) {
    if (why === "slow") return;
    if (why === "forbidden") return this.#lookOn();
    const again =
      why === "limit" &&
      h(
        "button",
        { type: "button", onclick: () => (notice.remove(), this.live.again()) },
        t("WebTryAgain"),
      );
    const isOver = ["broken", "expired", "not-found"].includes(why);
    if (isOver) {
      this.show.hurry();
      this.#waits = null;
      this.clock.set(null);
      if (this.#table) Object.assign(this.#table, { over: true, can_undo: false });
      this.asking.held.forget();
      this.asking.withdraw({ focus: true });
    }
    const notice = this.notices.add(
      t(CLOSED[why] ?? "WebClosedOther"),
      again,
      isOver && why !== "not-found" && downloadButton(this.id, this.#ownToken()),
    );
    if (why === "stopping") this.untilBack = notice;
  }

  /** No token belongs to a seat here: the page shows the game as an onlooker sees it. */
  #lookOn() {
    this.own.leave();
    this.live.again();
    this.notices.add(t("WebNoSeat"));
  }

  #connection(state) {
    const element = this.frame.state;
    const [line] = element.children;
    const words = t(STATES[state]);
    element.dataset.state = state;
    if (line.textContent !== words) line.textContent = words;
    line.classList.toggle("if-wide", state === "connected");
    if (state !== "connected") return;
    this.untilBack?.remove();
    this.untilBack = null;
    this.asking.forgetOffline();
  }

  // ---- The seats ----

  #seat(number) {
    return (
      this.#seats.find(({ seat }) => seat === number) ?? { seat: number, name: "", letter: "" }
    );
  }

  #ownToken() {
    if (this.own.seats.length === 1) return this.own.tokenOf(this.own.seats[0]);
    return this.asking.ask ? this.own.tokenOf(this.asking.ask.seat) : undefined;
  }

  #showSeats() {
    this.people.show({
      seats: this.#seats,
      mine: this.own.seats,
      isLinked: this.own.isLinked,
      onTurn: this.#waits?.seat,
      isOver: this.#table.over,
      otherToken: this.#table.clock && can.tokens ? this.own.host : this.own.any,
    });
  }

  // ---- What the person does ----

  async #takeBack() {
    if (!this.#canUndo() || this.#number === null) return;
    const seat = this.asking.decided ?? this.asking.ask?.seat ?? this.own.seats[0];
    await this.#send("undo", { seat, number: this.#number }, this.own.tokenOf(seat));
  }

  #canUndo() {
    return Boolean(this.#table?.can_undo && this.own.seats.length);
  }

  /** Sends a command. What it changes comes over the live connection. */
  async #send(command, body, token = this.own.tokenOf(body.seat)) {
    try {
      return await api(`games/${this.id}/${command}`, { body, token });
    } catch (error) {
      if (error.code !== "stale") this.notices.pass(errorBox(error));
      return null;
    }
  }

  #enter() {
    if (this.show.running) this.#next();
    else if (this.asking.asker) this.asking.asker.lay();
    else this.asking.reveal?.();
  }

  // ---- The result, and what can be done now ----

  #showResult(message) {
    if (this.#result !== message) return;
    this.#seats = this.#seatsNow;
    this.asking.withdraw();
    this.notices.closeOut();
    this.#table.over = true;
    this.#waits = null;
    this.clock.set(null);
    this.asking.viewer = null;
    const { question } = this.frame;
    const again = (next) => follow(this.id, next);
    // A key that was meant to skip what is shown must not begin another game: the title is read
    // first.
    this.asking.put(
      resultPanel(message, {
        id: this.id,
        table: { ...this.#table, seats: this.#seats },
        token: this.own.any,
        tokenOf: (seat) => this.own.tokenOf(seat),
        again,
      }),
      () => {
        const title = question.querySelector("h2");
        (document.activeElement === title
          ? (question.querySelector(".primary, .button") ?? title)
          : title
        ).focus({ preventScroll: true });
      },
    );
    this.#changed(false);
    this.log.say(message.title);
    this.asking.focus();
  }

  #running(isRunning) {
    const { skip } = this.frame;
    const had = skip.contains(document.activeElement);
    skip.hidden = !isRunning;
    if (isRunning && this.#isEnding) this.show.hurry();
    if (!isRunning) this.described.refresh();
    if (!isRunning && had) this.asking.keepFocus();
  }

  #showBar() {
    showBar(this.frame, this.asking, this.#canUndo());
  }

  #setTitle(isOwn) {
    document.title = isOwn
      ? `● ${t("WebYourTurn")} · ${this.#table.title}`
      : `${this.#table.title} · Tsuro`;
  }
}
