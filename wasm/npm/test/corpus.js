// Files of the repository that tests compare with.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { version } from "tsuro";

const ROOT = new URL("../../../", import.meta.url);

/** The text of a file in the repository. */
export const text = (path) => readFileSync(new URL(path, ROOT), "utf8");

/** The names of the files in a folder of the repository. */
export const names = (folder) => readdirSync(new URL(folder, ROOT)).sort();

/** A golden game: the files do not pin the engine's version. */
export const golden = (name) =>
    text(`tests/corpus/golden/${name}`).replace('"golden"', `"${version()}"`);

/** The name and the value of everything in a document, with lists and objects taken apart. */
function* leaves(value, path = "") {
    if (typeof value !== "object" || value === null) {
        yield [path, value];
        return;
    }
    yield [`${path}#`, Object.keys(value).join(" ")];
    for (const [name, inner] of Object.entries(value)) yield* leaves(inner, `${path}.${name}`);
}

/**
 * Fails unless two documents are the same, with the fields in the same order. Numbers with a
 * fraction may differ in the last of their sixteen digits: logarithms and powers come from the
 * system's library, and each has its own last digit.
 */
export function assertSameReport(found, wanted, what) {
    const [own, other] = [[...leaves(JSON.parse(found))], [...leaves(JSON.parse(wanted))]];
    assert.equal(own.length, other.length, what);
    own.forEach(([path, value], at) => {
        const [name, want] = other[at];
        assert.equal(path, name, what);
        const isClose =
            typeof value === "number" &&
            Math.abs(value - want) <= 1e-13 * Math.max(1, Math.abs(want));
        if (!isClose) assert.equal(value, want, `${what} ${path}`);
    });
}

/** A report that the program printed, with this version. */
export const report = (name) =>
    text(`python/tests/golden/${name}`).replace('"version": "0.1.0"', `"version": "${version()}"`);
