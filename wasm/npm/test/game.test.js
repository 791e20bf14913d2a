import assert from "node:assert/strict";
import { test } from "node:test";
import { bots, Game, levels, picture, replay, Rules, version } from "tsuro";
import { golden, names, text } from "./corpus.js";

/** Plays a game to its end, always the first choice. */
function played(...begin) {
    const game = new Game(...begin);
    while (!game.over) game.play(game.choices()[0]);
    return game;
}

test("every golden game is taken up and written anew, byte for byte", () => {
    const files = names("tests/corpus/golden");
    assert.ok(files.length > 50);
    for (const name of files) {
        const record = golden(name);
        const game = Game.fromRecord(record);
        assert.equal(game.record(), record, name);
        const [again] = replay(record);
        assert.deepEqual(again.ending, game.ending, name);
        game.free();
    }
});

test("records of another program are accepted", () => {
    for (const name of names("tests/corpus/records")) {
        const [game] = replay(text(`tests/corpus/records/${name}`));
        assert.notEqual(game.ending, null, name);
    }
});

test("the same rules, players and seed give the same game", () => {
    const game = played("seas", { players: 3, seed: "any text" });
    assert.deepEqual(game.ending, { winners: [0, 1], outcome: "tie" });
    assert.deepEqual(game.winners, [0, 1]);
    assert.equal(game.decision, null);
    assert.equal(game.record(), played("seas", { players: 3, seed: "any text" }).record());
    assert.equal(played("seas", { seed: 7 }).record(), played("seas", { seed: "7" }).record());
    assert.notEqual(new Game("classic").seed, new Game("classic").seed);
});

test("choices are checked, previewed, taken back and told", () => {
    const game = new Game("classic", { players: 2, seed: "any text" });
    assert.deepEqual(game.decision, { seat: 0, kind: "start", must: false, question: null });
    assert.equal(game.choices().length, 48);
    game.play({ start: "a1:A" });
    game.play({ start: "f6:D" });
    assert.throws(
        () => game.play({ place: { tile: 0, rotation: 0 } }),
        (error) => {
            assert.equal(error.name, "Illegal");
            assert.equal(error.message, "tile 0 is not in the hand of players[0]");
            assert.equal(error.kind, "not-in-hand");
            assert.deepEqual(error.details, { seat: 0, tile: 0 });
            return true;
        },
    );
    const [choice] = game.choices();
    const [own] = game.preview(choice);
    const mark = game.mark;
    game.play(choice);
    const events = game.events(mark);
    assert.deepEqual(events.map((event) => event.event), ["placed", "moved", "drew", "turn"]);
    assert.equal(events[1].to, own.to);
    assert.equal(game.events(mark, 1).find((event) => event.event === "drew").tile, null);
    assert.deepEqual(game.undo(), choice);
    assert.deepEqual(game.choices()[0], choice);
});

test("a game is saved, restored, copied, forked and set up again", () => {
    const game = new Game("classic", { players: 2, seed: "any text" });
    for (let turn = 0; turn < 6; turn += 1) game.playBot("random");
    const again = Game.restore(game.snapshot());
    assert.equal(again.record(), game.record());
    assert.deepEqual(again.position(), game.position());
    const copy = game.copy();
    copy.playBot("greedy");
    assert.notDeepEqual(copy.position(), game.position());
    assert.deepEqual(game.fork("other luck").choices(), game.choices());
    const set = Game.fromPosition("classic", game.position(), "luck");
    assert.deepEqual(set.position(), game.position());
    assert.throws(() => set.record(), { name: "RecordError" });
    game.namePlayers(["Ada", "Bo"]);
    assert.deepEqual(game.names, ["Ada", "Bo"]);
    assert.equal(game.rules.name, "classic");
});

test("a seat sees its own hand and no other", () => {
    const game = new Game("classic", { players: 2, seed: "any text" });
    assert.deepEqual(game.observe(0).hand, [1, 2, 18]);
    assert.deepEqual(game.observe().hand, []);
    assert.notEqual(game.record(0), game.record());
});

test("bots choose and advise", () => {
    assert.deepEqual(
        bots().map((bot) => bot.written),
        ["random", "safe", "timid", "hunter", "greedy", "learned", "ismcts:N"],
    );
    assert.deepEqual(
        levels().map((level) => level.name),
        ["beginner", "easy", "medium", "hard", "expert", "master"],
    );
    assert.ok(levels().every(({ bot, milliseconds, summary }) => bot && summary && milliseconds < 250));
    const game = new Game("classic", { players: 2, seed: "bots" });
    while (!game.over) game.playBot(game.decision.seat === 0 ? "ismcts:20" : "greedy");
    const open = new Game("classic", { players: 2, seed: "bots" });
    open.play(open.choices()[0]);
    open.play(open.choices()[0]);
    assert.deepEqual(open.botChoice("greedy"), open.botChoice("greedy"));
    const advice = open.advise(50);
    assert.equal(advice.length, open.choices().length);
    assert.ok(advice[0].level && advice[0].share >= advice.at(-1).share);
});

test("the bot learned makes the choices that the program has recorded", () => {
    const players = ["learned", "ismcts:20:values=learned"];
    const files = names("tests/corpus/learned");
    assert.equal(files.length, 3);
    for (const name of files) {
        const recorded = text(`tests/corpus/learned/${name}`);
        const record = recorded.replace(/"engine":"[^"]*"/, `"engine":"${version()}"`);
        const game = new Game(name.replace(".jsonl", ""), { players: 2, seed: "golden" });
        game.namePlayers(players);
        while (!game.over) game.playBot(players[game.decision.seat]);
        assert.equal(game.record(), record, name);
        game.free();
    }
});

test("a board is the picture that the program draws", () => {
    const record = golden("seas-8.jsonl");
    const drawn = picture(record, { turn: 9, letters: "RBGYPCOW" });
    assert.equal(drawn, text("tests/corpus/pictures/render-seas.svg"));
    assert.ok(picture(record, { turn: 9, seat: 2, letters: "RBGYPCOW" }).length > drawn.length);
    assert.notEqual(picture(record), drawn);
    assert.throws(() => picture(record, { turn: 9999 }), { name: "ArgumentError" });
    const game = Game.fromRecord(record);
    assert.match(game.svg(), /^<svg/);
    assert.ok(game.svg(2).length > game.svg().length);
    assert.ok(`${game}`.split("\n").length > 15);
});

const ROCKS = (fails) => `schema = 1
name = "rocks"
extends = "classic"
scripts = ['''const RULE = #{ name: "rocks", summary: "a rock falls" };
fn before_placement(table) {
    if table.turn() == 1 { ${fails} }
}
''']
[[rule]]
rule = "rocks"
`;

test("a script that fails ends its game with an event, as in the program", () => {
    const game = played(Rules.fromText(ROCKS("let x = 1 / (table.turn() - 1);"), "rocks"), {
        players: 2,
        seed: "rocks",
    });
    assert.deepEqual(game.ending, { winners: [], outcome: "broken-rule" });
    const { rule, data } = game.events().at(-2);
    assert.deepEqual([rule, data.broken, data.turn], ["rocks", "fails", 1]);
    assert.match(data.why, /script 1:3:38: division by zero/);
    assert.equal(Game.fromRecord(game.record()).record(), game.record());
    const endless = played(Rules.fromText(ROCKS("loop { }"), "rocks"), { players: 2, seed: "r" });
    assert.match(endless.events().at(-2).data.why, /it takes more than 100000 steps/);
});
