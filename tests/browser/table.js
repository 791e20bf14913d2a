// What a person does on the pages: opens a table, answers questions, reads.

import { until } from "./scene.js";

/**
 * Opens a table on the launch page. `seats` are words of the choice who plays: `here`, `link` or
 * `bot easy`, with a name for persons after a colon, and `ticks` the labels of boxes. Gives the
 * links of the seats by link; the page is at the table then.
 */
export async function openTable(page, server, { rules, seats, ticks = [] }) {
  await page.goto(`${server.address}/${server.index ?? ""}?rules=${rules}`);
  await chosen(page);
  await page.getByLabel("Number of players", { exact: true }).selectOption(String(seats.length));
  const rows = page.locator("#seats > li");
  for (const [index, seat] of seats.entries()) {
    const [who, name] = seat.split(":");
    await rows.nth(index).getByRole("combobox").selectOption(who);
    if (name) await rows.nth(index).getByRole("textbox").fill(name);
  }
  if (ticks.length > 0) await page.locator("#talk > summary").click();
  for (const words of ticks) await page.getByLabel(words).check();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const links = [];
  if (seats.some((seat) => seat.startsWith("link"))) {
    await page.getByRole("heading", { name: "The table is open" }).waitFor();
    for (const field of await page.getByRole("textbox", { name: /Link for/ }).all())
      links.push(await field.inputValue());
    await page.getByRole("link", { name: "Go to the table" }).click();
  }
  await page.waitForURL(/\/game[/.]/);
  return links;
}

/** Opens a table before its game with these seats; the page is at it then. */
export async function gather(page, server, rules, seats) {
  await page.goto(`${server.address}/?rules=${rules}`);
  await chosen(page);
  await page.getByLabel("Number of players", { exact: true }).selectOption(String(seats.length));
  for (const [index, seat] of seats.entries()) {
    const row = page.locator("#seats > li").nth(index);
    const [who, name] = seat.split(":");
    await row.getByRole("combobox").selectOption(who);
    if (name) await row.getByRole("textbox").fill(name);
  }
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForURL(/\/table\//);
  await page.locator("#word:not(:empty)").waitFor();
}

/** Follows the link of a table, and takes its first free seat. */
export async function sit(page, address, name) {
  await page.goto(address);
  await page.getByLabel("Name:").fill(name);
  await page
    .getByRole("button", { name: /^Sit here/ })
    .first()
    .click();
  await page.getByRole("button", { name: /^Leave the seat/ }).waitFor();
}

/**
 * Opens tables until this person is asked for a tile after `answers` answers: games can be over
 * soon, or ask for something else.
 */
export async function openAndPlay(page, server, choice, answers) {
  for (let tables = 0; tables < 20; tables += 1) {
    await openTable(page, server, choice);
    await playOn(page, { answers });
    if ((await untilAsked(page)) === "ask" && (await tiles(page).count()) > 0) return;
  }
  throw new Error("twenty games were over too soon, or asked for something else");
}

/** Waits until the server has said what the choice of the launch page comes to. */
export const chosen = (page) => page.locator("#play:not([disabled])").waitFor();

/**
 * Puts a text in the place of the example in the editor of rules, as pasting does. `field` is its
 * label.
 */
export async function paste(page, text, field = "Rules, as a TOML file") {
  await page.getByLabel(field).press("ControlOrMeta+a");
  await page.keyboard.insertText(text);
}

/** Follows the link of a seat, and takes a name or none. */
export async function takeSeat(page, link, name) {
  await page.goto(link);
  const box = page.getByRole("dialog", { name: "What is your name?" });
  await box.waitFor();
  if (name) await box.getByLabel("Name:").fill(name);
  await box.getByRole("button", { name: name ? "Take this name" : "No name" }).click();
  await box.waitFor({ state: "detached" });
}

/** The heading of what is asked, or of the result. */
const heading = (page) => page.locator("#question-title");
/** The button that lays a tile or takes an answer. */
export const layButton = (page) => page.locator("button.lay:visible");
/** The tiles of the hand, where one is to be laid. */
export const tiles = (page) => page.locator(".hand button.tile:visible");
export const handOver = (page) => page.getByRole("button", { name: /^I am .*: show my tiles$/ });
export const result = (page) => page.locator(".result-title");

/** What stops the page when somebody there is out. */
export const loss = (page) => page.locator(".notice.banner");
/** Goes on after a loss. */
export const goOn = (page) => loss(page).getByRole("button").first().click();

/**
 * What the page shows: `ask`, `hand-over`, `loss`, `result`, or `rest` while others play.
 */
export async function state(page) {
  if (await result(page).isVisible()) return "result";
  if (await loss(page).isVisible()) return "loss";
  if (await handOver(page).isVisible()) return "hand-over";
  return (await layButton(page).isVisible()) ? "ask" : "rest";
}

/** Waits until this person is asked, or the game is over; goes on after losses. */
export async function untilAsked(page) {
  for (;;) {
    await layButton(page).or(handOver(page)).or(result(page)).or(loss(page)).first().waitFor();
    const now = await state(page);
    if (now !== "loss") return now;
    await goOn(page);
  }
}

/**
 * Presses Enter until the page shows another question, or none. Pages ignore keys just after a
 * question came.
 */
export async function pressEnter(page) {
  const question = await heading(page).elementHandle();
  await until(async () => {
    if (await question.evaluate((element) => !element.isConnected)) return true;
    // Once the answer is on its way, another Enter could meet what comes after the question.
    const isSent =
      (await layButton(page)
        .getAttribute("aria-disabled", { timeout: 1 })
        .catch(() => "")) === "true";
    if (!isSent) await page.keyboard.press("Enter");
    return false;
  }, "the question is answered");
}

/** Takes the focus from what was clicked, so that keys mean the question. */
export const letGo = (page) => page.evaluate(() => document.activeElement.blur());

/**
 * Turns and changes tiles by keyboard until the proposed placement has a sign: `✓` (the piece
 * stays), `†` (it would be out), `!` (another would be). If there is none, another placement that
 * is allowed is proposed. Whether there is one.
 */
export async function turnTo(page, sign) {
  const places = await tiles(page).count();
  const now = () => page.locator(".fate .sign").textContent();
  for (const wanted of [(found) => found === sign, (found) => found !== "✗"]) {
    for (let place = 1; place <= places; place += 1) {
      await page.keyboard.press(String(place));
      for (let turn = 0; turn < 4; turn += 1) {
        const found = await now();
        if (wanted(found)) return found === sign;
        await page.keyboard.press("r");
      }
    }
  }
  return false;
}

/**
 * Answers what these persons are asked, one after the other, with what is proposed: a number of
 * answers, or until the game is over for all. `pages` may be one page; `before(page, state)` is
 * called before each answer, and `atLoss(page)` when somebody there is out; either may return false
 * to stop. Gives whether the game is over.
 */
export async function playOn(
  pages,
  { answers = Infinity, before = async () => {}, atLoss = async () => {} } = {},
) {
  const all = [pages].flat();
  for (let given = 0; given < answers; given += 1) {
    const next = await until(async () => {
      const states = await Promise.all(all.map(state));
      if (states.every((now) => now === "result")) return { over: true };
      const out = states.indexOf("loss");
      if (out >= 0) {
        if ((await atLoss(all[out])) === false) return { stopped: true };
        await goOn(all[out]);
        return false;
      }
      const index = states.findIndex((now) => now === "ask" || now === "hand-over");
      return index >= 0 && { page: all[index], now: states[index] };
    }, "somebody is asked, or the game is over");
    if (next.over) return true;
    if (next.stopped) return false;
    if ((await before(next.page, next.now)) === false) return false;
    if (all.length > 1) await startApart(next.page, all.indexOf(next.page) / all.length);
    await pressEnter(next.page);
  }
  return false;
}

/**
 * Chooses a start mark so far round the board, if that is the question: neighbours put each other
 * out soon.
 */
export async function startApart(page, part) {
  if ((await page.getByRole("heading", { name: "Where do you start?" }).count()) === 0) return;
  const marks = page.getByRole("radio");
  await marks.nth(Math.floor((await marks.count()) * part)).check();
}

/**
 * The board without what the page itself draws on it, and without names that differ from one
 * drawing to the next.
 */
export const board = (page) =>
  page.locator("svg.board").evaluate((drawing) => {
    const copy = drawing.cloneNode(true);
    for (const element of copy.querySelectorAll(".over, title")) element.remove();
    for (const name of ["aria-label", "class", "role"]) copy.removeAttribute(name);
    return copy.outerHTML.replace(/>\s+</g, "><");
  });

/** The sentences of what has happened. */
export const sentences = (page) => page.locator(".log .sentences > li").allTextContents();

/** The sentences that one person is told, as everybody else is told them. */
export const asOthersAreTold = (sentences, name) =>
  sentences.map((sentence) =>
    sentence
      .replace(/\byour turn\.$/, `${name}.`)
      .replace(/^Your tile /, `${name}'s tile `)
      .replace(/: you are out/, `: ${name} is out`)
      .replace(/ of your path/, ` of ${name}'s path`)
      .replace(
        /^You are the last one on the board: you win!/,
        `${name} is the last one on the board and wins.`,
      )
      .replace(/^You (are|have) /, (_, verb) => `${name} ${{ are: "is", have: "has" }[verb]} `)
      .replace(/^You (\w+)/, `${name} $1s`)
      .replace(/\b[Yy]ou\b/g, name),
  );

/** Moves the focus by Tab until it is on an element. */
export async function tabTo(page, locator) {
  await locator.waitFor({ state: "attached" });
  for (let presses = 0; presses < 300; presses += 1) {
    if (await locator.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${locator}`);
}

/**
 * All messages of the live connections of a page, as they came or were sent:
 * `{connection, sent, message}`.
 */
export function messages(page) {
  const all = [];
  let connections = 0;
  page.on("websocket", (socket) => {
    const connection = connections++;
    const note = (sent) => (frame) =>
      all.push({ connection, sent, message: JSON.parse(frame.payload) });
    socket.on("framesent", note(true));
    socket.on("framereceived", note(false));
  });
  return all;
}

/**
 * A game of Ann and Bea at one table, played to its end with the first choices, for some turns at
 * least: `{id, host, seats, replay}`, with the address of its replay. `talk` is what they may say.
 */
export async function gameOver(server, talk = {}) {
  const seats = ["Ann", "Bea"].map((name) => ({ kind: "here", name }));
  for (;;) {
    const opened = await server.post("games", { rules: "classic", seats, talk });
    let { number } = opened;
    while (number !== null) number = await chooseFirst(server, opened, number);
    const { turn } = await server.get(`games/${opened.id}`);
    if (turn >= 5) return { ...opened, replay: `${server.address}/game/${opened.id}?replay` };
  }
}

/** Makes the first choice for whoever is to decide. The number of the next question, or null. */
async function chooseFirst(server, { id, seats }, number) {
  for (const { seat, token } of seats) {
    const response = await fetch(`${server.address}/api/1/games/${id}/choose`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ seat, number, pick: 0 }),
    });
    if (response.ok) return (await response.json()).number;
  }
  return null;
}

/** Gives a page the tokens of a game, `{id, host, seats}`. */
export const knowsGame = (page, game) =>
  page.addInitScript((game) => {
    if (!localStorage.getItem("tsuro.games"))
      localStorage.setItem("tsuro.games", JSON.stringify([game]));
  }, game);
