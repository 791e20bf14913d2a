import assert from "node:assert/strict";
import { test } from "node:test";
import { compare, Comparison, Course, courses, Game, puzzles, Review, runSuite } from "tsuro";
import { SimulationRun, simulate, SuiteRun } from "tsuro";
import { suites } from "tsuro/suites";
import { golden, report } from "./corpus.js";

/** Plays a comparison in steps of this number of blocks. */
function compared(rules, options, blocks) {
    const comparison = new Comparison(rules, options);
    let last = 0;
    while (!comparison.step(blocks)) {
        assert.ok(comparison.progress > last && comparison.progress < 1);
        last = comparison.progress;
    }
    assert.equal(comparison.progress, 1);
    return comparison;
}

test("every report is that of the program", () => {
    const options = {
        players: 3,
        bots: "random",
        games: 300,
        seed: "python",
        metrics: "outcome,length",
    };
    const whole = new Set();
    for (const blocks of [1, 37, 1e6]) {
        const found = compared(["classic", "classic+hand=4"], options, blocks);
        assert.equal(found.toJson(), report("compare.json"), `${blocks} blocks a step`);
        whole.add(found.toJson());
    }
    assert.equal(whole.size, 1, "a report does not depend on its steps");
    assert.deepEqual(compare("classic", "classic+hand=4", options), JSON.parse([...whole][0]));
    const measured = compared(
        ["seas"],
        {
            players: [2, 3],
            bots: "random,safe",
            games: 60,
            seed: "python",
            metrics: "outcome,causes",
        },
        7,
    );
    assert.equal(measured.toJson(), report("measure.json"), "measure");
    const tension = compared(
        ["classic", "french"],
        {
            players: 3,
            bots: ["random"],
            games: 60,
            seed: "python",
            metrics: ["outcome", "tension"],
            iterations: 5,
            unpaired: true,
            margin: ["2%", "turns=3"],
        },
        11,
    );
    assert.equal(tension.toJson(), report("tension.json"), "tension");
    assert.match(tension.toText(), /^classic and french are the same rules/);
    assert.ok(tension.toText(true).length > tension.toText().length);
    assert.match(tension.toHtml("a call"), /^<!DOCTYPE html>[^]*a call/);
    assert.ok(tension.toCsv().split("\n").length > 5);
    assert.match(tension.toCsv(true), /^metric,unit,bots,"classic, 3 players",/);
    assert.match(tension.toPart(), /^\{"tsuro_part":3,/);
});

test("a simulation sums its games", () => {
    const sums = simulate("seas", { players: 3, games: 200, seed: 1 });
    assert.equal(sums.games, 200);
    assert.deepEqual(sums.bots, ["random", "random", "random"]);
    assert.deepEqual(sums, simulate("seas", { players: 3, games: 200, seed: "1" }));
    const run = new SimulationRun("seas", { players: 3, games: 200, seed: 1 });
    assert.equal(run.step(70), false);
    assert.ok(run.sums().games === 70 && run.progress === 70 / 200 && !run.done);
    while (!run.step()) {}
    assert.deepEqual([run.sums(), JSON.parse(run.toJson()), run.done], [sums, sums, true]);
});

test("the suites of the package pass, each scenario under its rule sets", () => {
    const found = runSuite(suites);
    const failed = found.scenarios.filter((one) => one.status !== "passed");
    assert.deepEqual(failed, []);
    assert.ok(found.passed > 900 && found.passed === found.scenarios.length, `${found.passed}`);
    assert.equal(found.scenarios[0].file, suites[0].name);
    assert.ok(suites.every(({ text }) => text.includes("[[scenario]]")));
    const seas = suites.filter(({ name }) => name === "shipped/seas-ships.toml");
    assert.ok(runSuite(seas, "seas+hand=2").failed > 0);
    for (const wrong of [undefined, 3, [3], [{ name: "a" }], [{ name: "a", text: "", more: 1 }]]) {
        assert.throws(() => runSuite(wrong), { name: "ArgumentError", message: /^suites: / });
    }
});

test("an own suite is played in steps, and its failures say what was found", () => {
    const suite = `schema = 1
title = "Friday"

[[scenario]]
title = "There are 48 start marks"
rules = "classic"
seats = 2
expect.mark-count = 48
`;
    assert.equal(runSuite(suite).passed, 1);
    const run = new SuiteRun(suite.replace("= 48", "= 47"), undefined, { name: "friday.toml" });
    assert.equal(run.done, false);
    assert.equal(run.step(5), true);
    const { failed, scenarios } = run.report();
    assert.equal(failed, 1);
    assert.deepEqual([scenarios[0].file, scenarios[0].line], ["friday.toml", 4]);
    assert.match(scenarios[0].message, /expected 47; found 48/);
    const child = runSuite(suite, "classic+hand=2");
    assert.equal(child.passed, 1);
    assert.throws(() => runSuite("[[scenario]]\ntitel = 3\n"), (error) => {
        return error.name === "SuiteError" && error.problems.length > 0;
    });
});

test("a review does not depend on its steps", () => {
    const game = Game.fromRecord(golden("classic-2.jsonl"));
    const reviewed = (searches) => {
        const review = new Review(game, { seat: 1, playouts: 60 });
        let last = 0;
        while (!review.step(searches)) {
            assert.ok(review.progress >= last && review.progress < 1, `${review.progress}`);
            last = review.progress;
        }
        return review;
    };
    const whole = reviewed(1e6);
    assert.equal(reviewed(1).toJson(), whole.toJson());
    assert.equal(reviewed(17).toJson(), whole.toJson());
    const found = whole.findings();
    assert.equal(found.games, 60);
    assert.equal(found.curve.length, found.points);
    assert.ok(found.ended && found.decisions.length > 3);
    assert.equal(new Review(game).findings(), null);
});

test("every lesson has a right choice and a wrong one, every puzzle one right choice", () => {
    for (const name of courses()) {
        const course = Course.load(name);
        assert.ok(course.texts.title.en && course.length === course.titles.length);
        for (let number = 0; number < course.length; number += 1) {
            const exercise = course.exercise(number);
            const right = exercise.choices.map((_, at) => exercise.choose(at).isRight);
            assert.ok(right.includes(true) && right.includes(false), `${name} ${number}`);
            assert.ok(exercise.lesson.question.en && exercise.lesson.question.fr);
            assert.match(exercise.svg(), /^<svg/);
        }
    }
    for (const name of puzzles()) {
        const course = Course.puzzles(name);
        assert.ok(course.length > 5);
        const exercise = course.exercise(0);
        const outcomes = exercise.choices.map((_, at) => exercise.choose(at));
        assert.equal(outcomes.filter((one) => one.isRight).length, 1, name);
        assert.ok(outcomes.every((one) => one.events.length > 0));
        assert.ok(exercise.lesson.puzzle.wins && exercise.observe().hand.length > 0);
    }
});
