// The speed of random games here and in the program, measured in turns on the same core.
// Usage: node bench/speed.js --program PATH [--browser PATH] [--games N]
// With `--browser`, the path of a Chromium, `here` is that browser without a window; otherwise it
// is Node. `taskset -c 0` before it keeps both on one core.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";

const { values } = parseArgs({
    options: {
        program: { type: "string" },
        browser: { type: "string" },
        games: { type: "string", default: "20000" },
    },
});
if (values.program === undefined) throw new Error("--program PATH is needed");
const games = Number(values.games);
const ROUNDS = 5;
const SEED = "speed";

/** Milliseconds that something takes. */
function time(work) {
    const begun = performance.now();
    work();
    return performance.now() - begun;
}

const native = (rules, players, count) =>
    time(() =>
        execFileSync(values.program, [
            "simulate", rules, "--players", `${players}`, "--games", `${count}`,
            "--seed", SEED, "--threads", "1", "--json",
        ]),
    );

/** Milliseconds for the games without what a call takes by itself. */
function here(simulate, rules, players, games, seed) {
    const timed = (count) => {
        const begun = performance.now();
        simulate(rules, { players, games: count, seed });
        return performance.now() - begun;
    };
    timed(500);
    return timed(games) - timed(1);
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>speed</title>
<script>
const done = (text) => fetch("/done", { method: "POST", body: text });
addEventListener("error", ({ message }) => done(message || "a script was not loaded"), true);
addEventListener("unhandledrejection", ({ reason }) => done(String(reason)));
</script>
<script type="module">
import { simulate } from "./index-browser.js";
const here = ${here};
for (;;) {
    const asked = await (await fetch("/next", { method: "POST" })).json();
    await done(String(here(simulate, ...asked)));
}
</script>`;

const PARTS = {
    "/index-browser.js": "text/javascript",
    "/engine.js": "text/javascript",
    "/engine_bg.wasm": "application/wasm",
};

/** The longest that a browser may take for one measurement, in milliseconds. */
const PATIENCE = 120_000;

/** A page in a browser that measures what it is asked for, and how it is closed. */
async function measuringPage(browser) {
    const files = Object.keys(PARTS).map((path) => [
        path,
        readFileSync(new URL(`..${path}`, import.meta.url)),
    ]);
    const bodies = new Map(files);
    let done = () => {};
    let waiting = null;
    const server = createServer((request, response) => {
        if (bodies.has(request.url)) {
            response.setHeader("Content-Type", PARTS[request.url]);
            response.end(bodies.get(request.url));
        } else if (request.url === "/next") {
            waiting = response;
            server.emit("ready");
        } else if (request.url === "/done") {
            request.setEncoding("utf8").once("data", (text) => done(text));
            response.end();
        } else {
            response.setHeader("Content-Type", "text/html");
            response.end(PAGE);
        }
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const profile = mkdtempSync(join(tmpdir(), "speed-"));
    const child = spawn(
        browser,
        ["--headless", "--no-sandbox", `--user-data-dir=${profile}`,
            `http://127.0.0.1:${server.address().port}/`],
        { stdio: "ignore" },
    );
    const ended = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
    const measure = async (...asked) => {
        const found = new Promise((resolve) => (done = resolve));
        const send = () => {
            waiting.end(JSON.stringify(asked));
            waiting = null;
        };
        if (waiting === null) server.once("ready", send);
        else send();
        const end = ended.then((why) => `the browser ended: ${why}`);
        const late = setTimeout(PATIENCE, "the browser did not answer", { ref: false });
        const text = await Promise.race([found, end, late]);
        if (Number.isNaN(Number(text))) throw new Error(text);
        return Number(text);
    };
    const close = async () => {
        child.kill();
        await ended;
        server.closeAllConnections();
        server.close();
        // Its processes may still write for a moment.
        rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    };
    return { measure, close };
}

/** Node, as `measuringPage`. */
async function node() {
    const { simulate } = await import("tsuro");
    return { measure: (...asked) => here(simulate, ...asked), close: () => {} };
}

const { measure, close } = await (values.browser ? measuringPage(values.browser) : node());
try {
    for (const [rules, players] of [["classic", 4], ["classic", 8], ["seas", 4], ["luxury", 4]]) {
        let [best, other] = [Infinity, Infinity];
        for (let round = 0; round < ROUNDS; round += 1) {
            // Without the time that the program needs to start.
            const start = native(rules, players, 1);
            best = Math.min(best, native(rules, players, games) - start);
            other = Math.min(other, await measure(rules, players, games, SEED));
        }
        const rate = (milliseconds) => Math.round((games / milliseconds) * 1000);
        console.log(
            `${rules}, ${players} players: ${rate(best)} games/s in the program, ` +
                `${rate(other)} here, ratio ${(best / other).toFixed(2)}`,
        );
    }
} finally {
    await close();
}
