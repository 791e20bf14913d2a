// The speed of random games here and in the program, measured in turns on the same core.
// Usage: node bench/speed.js --program PATH [--games N]
// `taskset -c 0` before it keeps both on one core.

import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { simulate } from "tsuro";

const { values } = parseArgs({
    options: { program: { type: "string" }, games: { type: "string", default: "20000" } },
});
if (values.program === undefined) throw new Error("--program PATH is needed");
const games = Number(values.games);
const ROUNDS = 5;

/** Milliseconds that something takes, the least of several runs. */
const SEED = "speed";
function time(work) {
    const begun = process.hrtime.bigint();
    work();
    return Number(process.hrtime.bigint() - begun) / 1e6;
}

const native = (rules, players, count) =>
    time(() =>
        execFileSync(values.program, [
            "simulate", rules, "--players", `${players}`, "--games", `${count}`,
            "--seed", SEED, "--threads", "1", "--json",
        ]),
    );
const here = (rules, players, count) =>
    time(() => simulate(rules, { players, games: count, seed: SEED }));

for (const [rules, players] of [["classic", 4], ["classic", 8], ["seas", 4], ["luxury", 4]]) {
    here(rules, players, 500);
    let [best, other] = [Infinity, Infinity];
    for (let round = 0; round < ROUNDS; round += 1) {
        // Without the time that the program needs to start.
        const start = native(rules, players, 1);
        best = Math.min(best, native(rules, players, games) - start);
        other = Math.min(other, here(rules, players, games) - here(rules, players, 1));
    }
    const rate = (milliseconds) => Math.round((games / milliseconds) * 1000);
    console.log(
        `${rules}, ${players} players: ${rate(best)} games/s in the program, ` +
            `${rate(other)} here, ratio ${(best / other).toFixed(2)}`,
    );
}
