import assert from "node:assert/strict";
import { after, test } from "node:test";
import { compare, Game, Review, simulate } from "tsuro";
import { TsuroWorker } from "tsuro/worker";
import { golden, report } from "./corpus.js";

const worker = new TsuroWorker();
after(() => worker.terminate());

const OPTIONS = {
    players: 3,
    bots: "random",
    games: 300,
    seed: "python",
    metrics: "outcome,length",
};

test("a comparison in a worker tells how far it is, and is that of the program", async () => {
    const told = [];
    const found = await worker.compare("classic", "classic+hand=4", {
        ...OPTIONS,
        onProgress: (progress) => told.push(progress),
    });
    // The order of the fields counts, too.
    assert.equal(JSON.stringify(found), JSON.stringify(JSON.parse(report("compare.json"))));
    assert.equal(told.at(-1), 1);
    assert.ok(told.every((now, at) => at === 0 || now >= told[at - 1]));
});

test("jobs are done in their order, with the results of the engine itself", async () => {
    const record = golden("classic-2.jsonl");
    const game = new Game("classic", { players: 2, seed: "worker" });
    for (let turn = 0; turn < 5; turn += 1) game.playBot("random");
    const rules = { text: 'schema = 1\nextends = "classic"\n[tiles]\nhand = 2\n', name: "two" };
    const small = { ...OPTIONS, games: 20 };
    const order = [];
    const [review, choice, advice, sums, suite, compared] = await Promise.all([
        worker.review({ record }, { playouts: 24 }).finally(() => order.push("review")),
        worker.botChoice(game, "ismcts:50").finally(() => order.push("choice")),
        worker.advise(game, { playouts: 20 }),
        worker.simulate("classic", { games: 10, seed: 1 }),
        worker.runSuite().finally(() => order.push("suite")),
        worker.compare("classic", rules, small),
    ]);
    const own = new Review(Game.fromRecord(record), { playouts: 24 });
    own.step(1e6);
    assert.deepEqual(review, own.findings());
    assert.deepEqual(choice, game.botChoice("ismcts:50"));
    assert.deepEqual(advice, game.advise(20));
    assert.deepEqual(sums, simulate("classic", { games: 10, seed: 1 }));
    assert.equal(suite.failed, 0);
    assert.equal(compared.b.hash, compare("classic", "classic+hand=2", small).b.hash);
    assert.deepEqual(order, ["review", "choice", "suite"]);
});

test("an error of the engine comes back with its fields", async () => {
    await assert.rejects(worker.compare("classic", "clasic"), (error) => {
        assert.ok(error instanceof Error);
        assert.equal(error.name, "RuleSetError");
        assert.equal(error.problems[0].didYouMean, "classic");
        return true;
    });
    await assert.rejects(worker.review({ record: "{}" }), { name: "RecordError" });
    await assert.rejects(worker.compare("classic", 3), { name: "ArgumentError" });
    const games = () => 1;
    await assert.rejects(worker.simulate("classic", { games }), { name: "DataCloneError" });
});

test("a long job stops on request, while it runs and while it waits", async () => {
    const stop = new AbortController();
    const begun = performance.now();
    const long = worker.compare("classic", "seas", {
        games: 10_000_000,
        bots: "greedy",
        onProgress: (progress) => progress > 0 && stop.abort(),
        signal: stop.signal,
    });
    const waiting = new AbortController();
    const waits = worker.simulate("classic", { games: 10, signal: waiting.signal });
    waiting.abort(new Error("not needed"));
    await assert.rejects(waits, { message: "not needed" });
    await assert.rejects(long, { name: "AbortError" });
    // The same thread goes on.
    const sums = await worker.simulate("classic", { games: 10, seed: 1 });
    assert.equal(sums.games, 10);
    assert.ok(performance.now() - begun < 20_000);
    await assert.rejects(worker.advise({ snapshot: "" }, { signal: AbortSignal.abort() }), {
        name: "AbortError",
    });
});

test("a simulation says how far it is, and stops", async () => {
    const told = [];
    const options = { bots: "greedy", games: 300, seed: 1 };
    const sums = await worker.simulate("seas", {
        ...options,
        onProgress: (progress) => told.push(progress),
    });
    assert.deepEqual(sums, simulate("seas", options));
    assert.ok(told.length > 1 && told.at(-1) === 1);
    assert.deepEqual(told, [...told].sort((one, other) => one - other));
    const stop = new AbortController();
    const long = worker.simulate("seas", {
        games: 1_000_000_000,
        onProgress: (progress) => progress > 0 && stop.abort(),
        signal: stop.signal,
    });
    await assert.rejects(long, { name: "AbortError" });
});

test("a job without slices is stopped with its thread, and the next has a new one", async () => {
    const game = new Game("classic", { players: 8, seed: "long" });
    while (game.decision.kind === "start") game.playBot("random");
    const asked = worker.botChoice(game, "ismcts:10000000", { signal: AbortSignal.timeout(300) });
    const next = worker.botChoice(game, "safe");
    await assert.rejects(asked, { name: "TimeoutError" });
    assert.deepEqual(await next, game.botChoice("safe"));
});

test("an ended worker rejects what is left, and begins anew", async () => {
    const left = worker.compare("classic", "seas", { games: 1_000_000 });
    worker.terminate();
    await assert.rejects(left, { name: "AbortError" });
    assert.equal((await worker.simulate("classic", { games: 5 })).games, 5);
});
