// Writes the suites that come with the program as a module beside the compiled engine: few pages
// play them, so few have to load them.
// Usage: node write-suites.mjs FILE

import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const top = new URL("../", import.meta.url);
const scenarios = readdirSync(new URL("tests/scenarios/", top)).filter((name) =>
    name.endsWith(".toml"),
);
// In the order in which the program plays them.
const files = scenarios.sort().map((name) => `tests/scenarios/${name}`);
files.push("examples/scripts_suite.toml");
const suites = files.map((path) => ({
    name: `shipped/${path.split("/").pop()}`,
    text: readFileSync(new URL(path, top), "utf8"),
}));
writeFileSync(process.argv[2], `export const suites = ${JSON.stringify(suites, null, 1)};\n`);
