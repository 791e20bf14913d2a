// A test with a server and browsers of its own:
// `scene("what holds", async ({ server, guest }) => …)`.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { after, test } from "node:test";
import { chromium } from "playwright-core";
import { Server } from "./server.js";

/** How long one step may take, in milliseconds. Machines of CI can be very slow. */
export const PATIENCE = Number(process.env.PATIENCE || 120) * 1000;

/** The folder for screenshots, if somebody wants to look at them. */
export const SHOTS = process.env.SHOTS && resolve(process.env.SHOTS);
if (SHOTS) mkdirSync(SHOTS, { recursive: true });

const { PAGES } = process.env;
const ARGUMENTS = [
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
// A page that does not come from the network has no address, and would not be let to a server on
// this machine.
if (PAGES) ARGUMENTS.push("--disable-features=LocalNetworkAccessChecks");

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  chromiumSandbox: process.getuid?.() !== 0,
  args: ARGUMENTS,
});
after(() => browser.close());

/**
 * A test. `body` gets `server` and `guest(options)`, which opens a page in a browser context of its
 * own. The options are as in Playwright's `newContext`, and `speed` (how fast the pages show
 * what happens; "none" if left out, null as a new visitor has it). A page that logs an error,
 * breaks the content security policy or opens a dialog fails the test, except for errors that match
 * `expects`. `program` is an example whose program is the server, and `start` starts something else
 * in place of a server. Pages have a service only where `serviceWorkers` is "allow": what it loads
 * cannot be watched.
 */
export function scene(
  name,
  body,
  { expects, program, start = () => Server.start(name, program), serviceWorkers = "block" } = {},
) {
  test(name, async () => {
    const server = await start();
    const contexts = [];
    const faults = [];
    const guest = async ({ speed = "none", ...options } = {}) => {
      const context = await browser.newContext({
        reducedMotion: "reduce",
        locale: "en-GB",
        serviceWorkers,
        ...options,
      });
      contexts.push(context);
      context.setDefaultTimeout(PATIENCE);
      await watch(context, (fault) => expects?.test(fault) || faults.push(fault));
      if (speed) await context.addInitScript(keepSpeed, speed);
      if (PAGES) await servePagesFrom(context, PAGES);
      return context.newPage();
    };
    try {
      await body({ server, guest });
    } catch (error) {
      const pages = contexts.flatMap((context) => context.pages());
      const folder = SHOTS || mkdtempSync(join(tmpdir(), "tsuro-failed-"));
      const paths = pages.map((_, index) =>
        join(folder, `failed-${name.replace(/\W+/g, "-").slice(0, 60)}-${index}.png`),
      );
      await Promise.allSettled(pages.map((page, index) => shoot(page, paths[index])));
      if (paths.length) console.error(`The pages when the test failed: ${paths.join(" ")}`);
      for (const page of pages) console.error(await told(page));
      if (faults.length) console.error(`What the pages logged:\n${faults.join("\n")}`);
      throw error;
    } finally {
      await Promise.allSettled(contexts.map((context) => context.close()));
      await server.remove();
    }
    assert.deepEqual(faults, [], "what pages logged, and dialogs");
  });
}

/** The address of a page, and what it says: whoever reads a log may not have its picture. */
async function told(page) {
  const text = await page
    .locator("body")
    .innerText({ timeout: 5000 })
    .catch((error) => error.message);
  return `${page.url()}:\n${text.replace(/\n\s*/g, "\n").slice(0, 2000)}\n`;
}

/** Tells `report` of everything that a page must not do. */
async function watch(context, report) {
  await context.exposeBinding("reportViolation", (_, what) =>
    report(`content security policy: ${what}`),
  );
  await context.addInitScript(() => {
    document.addEventListener(
      "securitypolicyviolation",
      ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
        reportViolation(`${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`),
    );
  });
  context.on("dialog", (dialog) => {
    report(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  context.on("weberror", (error) => report(`page error: ${error.error().stack}`));
  context.on("console", (message) => {
    if (message.type() !== "error") return;
    // Chromium logs every refusal. Pages show these: a rule set with errors, a choice that came too
    // late.
    if (/status of (409|422)/.test(message.text())) return;
    report(`console: ${message.text()} (${message.location().url})`);
  });
}

/** The text of a file that the page saves when `act` was done. */
export async function saved(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  return { name: download.suggestedFilename(), text: Buffer.concat(parts).toString("utf8") };
}

/** The addresses of pages and of their files. */
const PAGE = new RegExp(
  "^http://[^/]+/(static/.*|(history|mine|ratings|rules|learn|puzzles|how-to-play)([?].*)?" +
    "|(evening|game|table)/.*|lab([/?].*)?|[?].*)?$",
);

/**
 * Takes pages from a folder instead of the pages that are built into the program, with the server's
 * headers.
 */
async function servePagesFrom(context, folder) {
  const kinds = { css: "text/css", js: "text/javascript", html: "text/html" };
  const files = {
    "": "index.html",
    history: "history.html",
    evening: "evening.html",
    game: "game.html",
    learn: "learn.html",
    puzzles: "puzzles.html",
    "how-to-play": "how-to-play.html",
    lab: "lab.html",
    rules: "rules.html",
    table: "gather.html",
    mine: "mine.html",
    ratings: "ratings.html",
  };
  const labPage = (id) => (id === "suites" ? "suites.html" : "lab-run.html");
  await context.route(PAGE, async (route) => {
    const url = new URL(route.request().url());
    const [, first, id] = url.pathname.split("/");
    const isReview = first === "game" && url.pathname.endsWith("/review");
    const game = isReview ? "review.html" : files[first];
    const page = first === "lab" && id ? labPage(id) : game;
    const file = first === "static" ? basename(url.pathname) : page;
    const response = await route.fetch();
    const headers = {
      ...response.headers(),
      "content-type": `${kinds[file.split(".").pop()]}; charset=utf-8`,
    };
    await route.fulfill({ status: 200, headers, body: readFileSync(join(folder, file), "utf8") });
  });
}

/**
 * A screenshot of the whole page. Playwright's usual preparation would add a style, which the pages
 * forbid.
 */
export const shoot = (page, path) =>
  page.screenshot({
    path,
    fullPage: true,
    caret: "initial",
    animations: "allow",
    timeout: PATIENCE,
  });

/** Waits until a condition holds that is not about one page. */
export async function until(condition, what) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Runs in pages: keeps a speed as the pages do. */
function keepSpeed(speed) {
  if (/^(http|file):$/.test(location.protocol))
    localStorage.setItem("tsuro.speed", JSON.stringify(speed));
}
