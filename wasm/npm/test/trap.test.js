// Faults of the engine: a panic ends its call, and the engine goes on. After a call that never came
// back, the engine says so and does not go on with what it left.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as tsuro from "tsuro";

const { Game, Rules } = tsuro;

test("a panic is an error, and the next call finds the engine as it was", () => {
    const game = new Game("classic", { players: 2, seed: 1 });
    for (let time = 0; time < 100; time += 1) {
        assert.throws(() => tsuro._fail("on purpose"), {
            name: "Bug",
            message: "a mistake in the engine: on purpose",
        });
    }
    game.play(game.choices()[0]);
    assert.equal(game.decision.seat, 1);
});

test("scripts that fail leave the engine whole, however many they are", () => {
    for (const fails of ["let x = 1 / 0;", 'table.lay("b2", 33, 0, 0);', "table.nobody = 1;"]) {
        const rules = Rules.fromText(`schema = 1
extends = "classic"
scripts = ['''const RULE = #{ name: "rocks", summary: "a rock falls" };
fn before_placement(table) { ${fails} }
''']
[[rule]]
rule = "rocks"
`);
        // More than the stack has room for, if each left its part of it.
        for (let seed = 0; seed < 3000; seed += 1) {
            const game = new Game(rules, { players: 2, seed });
            while (game.decision) game.play(game.choices()[0]);
            assert.equal(game.ending.outcome, "broken-rule");
            game.free();
        }
    }
    const game = new Game("harbour", { players: 2, seed: 1 });
    while (game.decision) game.play(game.choices()[0]);
    assert.ok(game.ending.winners.length > 0);
});

test("after a call that used up the stack, every later call says that the engine is lost", () => {
    const rules = Rules.load("classic");
    const game = new Game(rules);
    assert.throws(
        () => tsuro._fail(),
        (error) => error instanceof RangeError || error instanceof WebAssembly.RuntimeError,
    );
    for (const call of [() => new Game(rules), () => game.choices(), () => Rules.load("seas")]) {
        assert.throws(call, { name: "Bug", message: /^the engine was left in the middle/ });
    }
});
