// Files of the repository that tests compare with.

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

/** A report that the program printed, with this version. */
export const report = (name) =>
    text(`python/tests/golden/${name}`).replace('"version": "0.1.0"', `"version": "${version()}"`);
