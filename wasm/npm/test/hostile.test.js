// What comes from strangers: records, rules, scripts, snapshots, positions, suites, and objects
// that do something when they are read.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as tsuro from "tsuro";
import { suites } from "tsuro/suites";
import { golden } from "./corpus.js";

const { Course, Game, Rules } = tsuro;

/** The errors that the package documents, but for a fault of the engine. */
const KNOWN = new Set([
    "ArgumentError",
    "BotError",
    "Illegal",
    "PositionError",
    "RecordError",
    "RuleSetError",
    "SnapshotError",
    "SuiteError",
]);

/** Calls something, which has to succeed or to be refused by a documented error. */
function survives(call, what) {
    try {
        call();
    } catch (error) {
        assert.ok(KNOWN.has(error.name), `${what}: ${error.name}: ${error.message}`);
        assert.ok(error.message.length > 0, what);
    }
}

/** Numbers below 1, the same in every run. */
function random(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

/** A text with some of its parts changed. */
function changed(text, next) {
    const at = () => Math.floor(next() * text.length);
    const [from, to] = [at(), at()].sort((one, other) => one - other);
    const piece = text.slice(from, Math.min(to, from + 40));
    const other = ["\0", "9".repeat(40), "\u{202e}", "\"", "{", "]", "-1", "1e400", "null", piece];
    const into = other[Math.floor(next() * other.length)];
    return text.slice(0, from) + into + text.slice(next() < 0.5 ? from : from + piece.length);
}

const TEXTS = [
    "",
    "\0",
    "{}",
    "[",
    "[".repeat(100_000),
    '{"event":'.repeat(5_000),
    "\ud800",
    "x".repeat(3_000_000),
    "= 1",
    "schema = 1\nextends = 'text'\n",
    "[[rule]]\n".repeat(10_000),
    `a = ${"[".repeat(50_000)}`,
];

test("texts from strangers are read, or refused by a documented error", () => {
    const readers = {
        load: (text) => Rules.load(text),
        rules: (text) => Rules.fromText(text),
        record: (text) => Game.fromRecord(text),
        replay: (text) => tsuro.replay(text),
        restore: (text) => Game.restore(text),
        suite: (text) => tsuro.runSuite(text),
        course: (text) => Course.fromText(text),
        bot: (text) => new Game("classic").playBot(text),
        seed: (text) => new Game("classic", { seed: text }),
        key: (text) => Rules.load("classic").explain(text),
    };
    for (const [name, read] of Object.entries(readers)) {
        for (const text of TEXTS) survives(() => read(text), `${name} ${text.slice(0, 20)}`);
    }
});

test("changed records, snapshots, positions, rules and suites break nothing", () => {
    const next = random(1);
    const record = golden("seas-2.jsonl");
    const game = new Game("storm-seas", { players: 3, seed: "hostile" });
    for (let turn = 0; turn < 12 && !game.over; turn += 1) game.playBot("safe");
    const [snapshot, position] = [game.snapshot(), JSON.stringify(game.position())];
    const toml = Rules.load("seas+two-dice").toToml();
    const suite = suites.find(({ name }) => name === "shipped/luxury.toml").text.slice(0, 6000);
    for (let run = 0; run < 150; run += 1) {
        survives(() => Game.fromRecord(changed(record, next)).record(), "record");
        survives(() => Game.restore(changed(snapshot, next)).playBot("greedy"), "snapshot");
        survives(() => Rules.fromText(changed(toml, next)), "rules");
        survives(() => {
            let value = changed(position, next);
            try {
                value = JSON.parse(value);
            } catch {
                // A text is no position either.
            }
            Game.fromPosition("storm-seas", value, 1).playBot("greedy");
        }, "position");
        if (run % 10 === 0) survives(() => tsuro.runSuite(changed(suite, next)), "suite");
    }
});

test("arguments of every kind are refused by documented errors", () => {
    const cyclic = {};
    cyclic.self = cyclic;
    const values = [
        undefined, null, true, -1, 0.5, NaN, Infinity, 2 ** 53, 1e300, "", "3", "classic", [], {},
        [[]], cyclic, { players: -1 }, { players: 1.5 }, { players: 1e300 }, { playerz: 3 },
        { seed: {} }, { place: { tile: 99, rotation: 9 } }, { place: null }, { start: "zz" },
        { exchange: { gave: Array(500).fill(1), took: [] } }, { rule: {} }, { relocate: 3 },
        { toJSON: () => { throw new Error("own"); } },
    ];
    for (const value of values) {
        const what = String(Object.keys(value ?? {})[0] ?? value);
        const game = new Game("classic", { players: 2, seed: 1 });
        const calls = [
            () => new Game("classic", value),
            () => new Game(value, { players: 2 }),
            () => game.play(value),
            () => game.preview(value),
            () => game.namePlayers(value),
            () => game.observe(Number(value)),
            () => game.record(Number(value)),
            () => game.events(Number(value), Number(value)),
            () => game.advise(Math.min(Number(value), 5)),
            () => game.fork(value),
            () => Game.fromPosition("classic", value),
            () => new tsuro.Comparison(["classic"], value),
            () => new tsuro.Review(game, value),
            () => tsuro.simulate("classic", { games: 2, ...value }),
            () => tsuro.differences(value, "classic"),
            () => Course.load("basics").exercise(Number(value)),
        ];
        calls.forEach((call, at) => {
            try {
                call();
            } catch (error) {
                assert.ok(KNOWN.has(error.name), `${what} ${at}: ${error.name} ${error.message}`);
            }
        });
        assert.equal(game.decision.seat, 0);
    }
});

test("an object that calls the engine while it is read does no harm", () => {
    const game = new Game("classic", { players: 2, seed: 1 });
    const choice = {
        toJSON: () => {
            survives(() => new Game("classic").playBot("safe"), "within");
            return { start: "a1:A" };
        },
    };
    new Game("classic", { toJSON: () => ({ players: new Game("seas").players }) });
    // The game itself is being changed then.
    const own = { toJSON: () => game.turn };
    assert.throws(() => game.play(own));
    game.preview(choice);
    const liar = { copy: () => Rules.load("seas") };
    assert.equal(new Game(liar).rules.name, "seas");
    for (const copy of [() => 3, () => game, () => null, 5]) {
        assert.throws(() => new Game({ copy }), { name: "ArgumentError" });
    }
    assert.equal(game.decision.seat, 0);
});

test("what was freed is refused, and the rest goes on", () => {
    const game = new Game("classic");
    game.free();
    assert.throws(() => game.choices());
    assert.ok(new Game("classic").choices().length > 0);
});

test("memory is flat over ten thousand games", async () => {
    const { initSync } = await import("tsuro/engine");
    // The module is there already, so this only gives its exports.
    const { memory } = initSync();
    const rules = Rules.load("seas");
    const play = (count) => {
        for (let number = 0; number < count; number += 1) {
            const game = new Game(rules, { players: 3, seed: number });
            while (!game.over) game.playBot("random");
            game.record();
            game.free();
        }
    };
    play(500);
    const before = memory.buffer.byteLength;
    play(9_500);
    assert.equal(memory.buffer.byteLength, before);
});
