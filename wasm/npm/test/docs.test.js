// The examples of the documents are run, and print what the documents show.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { text } from "./corpus.js";

/** The blocks of a document: line, language, the remark above, and text. */
function blocks(document) {
    const found = [];
    let [remark, open] = ["", null];
    document.split("\n").forEach((line, at) => {
        if (open) {
            if (line === "```") {
                found.push({ ...open, text: open.lines.join("\n") });
                [remark, open] = ["", null];
            } else {
                open.lines.push(line);
            }
        } else if (line.startsWith("```")) {
            open = { line: at + 1, language: line.slice(3), remark, lines: [] };
        } else if (line.startsWith("<!--")) {
            remark = line.replace("<!--", "").replace("-->", "").trim();
        } else if (line) {
            remark = "";
        }
    });
    return found;
}

for (const name of ["docs/javascript.md", "wasm/npm/README.md"]) {
    test(`the examples of ${name} print what it shows`, async () => {
        const printed = new Map();
        let code = "";
        let last = 0;
        const wanted = [];
        for (const block of blocks(text(name))) {
            if (block.remark.startsWith("not run: ")) continue;
            if (block.language === "js") {
                last = block.line;
                code += `globalThis.exampleAt = ${last};\n${block.text}\n`;
            } else if (block.remark === "javascript prints") {
                wanted.push([last, block.text]);
            }
        }
        assert.ok(wanted.length > 0);
        // Within the package, so that it finds itself by its name.
        const here = fileURLToPath(new URL(".", import.meta.url));
        const folder = mkdtempSync(join(here, "made-"));
        const log = console.log;
        console.log = (...words) => {
            const lines = printed.get(globalThis.exampleAt) ?? [];
            printed.set(globalThis.exampleAt, [...lines, words.join(" ")]);
        };
        try {
            writeFileSync(join(folder, "example.mjs"), code);
            await import(pathToFileURL(join(folder, "example.mjs")));
        } finally {
            console.log = log;
            rmSync(folder, { recursive: true });
        }
        for (const [line, shown] of wanted) {
            assert.equal((printed.get(line) ?? []).join("\n"), shown, `${name}:${line}`);
        }
    });
}
