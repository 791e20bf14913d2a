import assert from "node:assert/strict";
import { test } from "node:test";
import { differences, houseRules, Rules, ruleSets, schema } from "tsuro";
import { names, text } from "./corpus.js";

test("every shipped rule set has its pinned hash", () => {
    const lines = [...ruleSets(), ...houseRules()].map((name) => {
        const rules = Rules.load(name);
        return `${rules.hash} ${rules.name}`;
    });
    const pinned = text("tests/corpus/rule-hashes.txt").trim().split("\n");
    assert.ok(pinned.length > 40);
    // Hashes of rules in scripts are not pinned.
    assert.deepEqual(lines.slice(0, pinned.length), pinned);
});

test("a rule set has a name, a title, players, keys and a file", () => {
    const rules = Rules.load("seas+hand=4");
    assert.equal(rules.name, "seas+hand=4");
    assert.equal(rules.title, "Tsuro of the Seas + hand=4");
    assert.deepEqual(rules.players, [2, 3, 4, 5, 6, 7, 8]);
    assert.equal(rules.value("tiles.hand"), 4);
    assert.equal(rules.value("tiles.nothing"), undefined);
    assert.equal(rules.toObject().tiles.hand, 4);
    assert.equal(Rules.fromText(rules.toToml(), "again").hash, rules.hash);
    assert.match(rules.toToml({ provenance: true }), /#/);
    assert.deepEqual(
        Rules.load("classic+tide").explain("every").map((key) => key.rule),
        ["tsunami", "tide"],
    );
    assert.equal(typeof schema().$schema, "string");
});

test("two rule sets differ in the keys that are set", () => {
    const two = Rules.fromText('schema = 1\nextends = "classic"\n[tiles]\nhand = 2\n', "friday");
    const found = differences("classic", two);
    const [one, ...others] = found.differences;
    assert.deepEqual([one.key, one.values, others], ["tiles.hand", [3, 2], []]);
    assert.deepEqual(found.hashes, [Rules.load("classic").hash, two.hash]);
});

test("a mistake is a problem with a place and advice", () => {
    const wrong = 'schema = 1\nextends = "classic"\n[tiles]\nhnad = 2\n';
    assert.throws(
        () => Rules.fromText(wrong, "friday"),
        (error) => {
            assert.equal(error.name, "RuleSetError");
            const wanted = "friday:4:1: error[unknown-key]: `[tiles]` has no key `hnad`\n";
            assert.ok(error.message.startsWith(wanted), error.message);
            const [problem] = error.problems;
            assert.deepEqual(
                [problem.code, problem.line, problem.column, problem.didYouMean],
                ["unknown-key", 4, 1, "hand"],
            );
            return true;
        },
    );
});

test("every broken file is refused with problems, or loads, and breaks nothing", () => {
    let refused = 0;
    const files = names("tests/corpus/bad-rulesets").filter((name) => name.endsWith(".toml"));
    for (const name of files) {
        try {
            Rules.fromText(text(`tests/corpus/bad-rulesets/${name}`), name).free();
        } catch (error) {
            assert.equal(error.name, "RuleSetError", `${name}: ${error.message}`);
            assert.ok(error.problems.length > 0 && error.problems[0].message, name);
            refused += 1;
        }
    }
    assert.ok(refused > 100, `${refused} of ${files.length}`);
});
