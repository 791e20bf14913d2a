// A call that never comes back: the engine says so from then on, and does not go on with what it
// left.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Game, Rules } from "tsuro";

/** Calls something where the stack of JavaScript is nearly used up; returns what it threw. */
function atTheEdge(call) {
    const thrown = [];
    const dive = () => {
        try {
            dive();
        } catch {
            // The deepest frames come first.
        }
        if (thrown.length < 400) {
            try {
                call();
                thrown.push(null);
            } catch (error) {
                thrown.push(error);
            }
        }
    };
    dive();
    return thrown;
}

test("after a call that ran out of stack, every later call says that the engine is lost", () => {
    const rules = Rules.load("classic");
    const thrown = atTheEdge(() => new Game(rules, { players: 4, seed: 1 }).playBot("ismcts:5"));
    assert.ok(thrown.some((error) => error instanceof RangeError));
    const isLost = thrown.some((error) => error?.name === "Bug");
    if (!isLost) {
        // The stack ended before the engine was reached: then nothing is lost.
        assert.ok(new Game("classic").choices().length > 0);
        return;
    }
    assert.throws(() => new Game("classic"), {
        name: "Bug",
        message: /left in the middle of an earlier call/,
    });
});
