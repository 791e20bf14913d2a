import assert from "node:assert/strict";
import { test } from "node:test";
import { version } from "tsuro";
import { names, text } from "./corpus.js";

test("the package has the version of the engine, and all of its files", () => {
    const manifest = JSON.parse(text("wasm/npm/package.json"));
    assert.equal(manifest.version, version());
    for (const path of ["Cargo.toml", "wasm/Cargo.toml"]) {
        assert.ok(text(path).includes(`\nversion = "${version()}"\n`), path);
    }
    const there = names("wasm/npm").filter((name) => /^LICENSE|\.(js|ts|wasm|md|txt)$/.test(name));
    // The types of the bare module are for nobody.
    const wanted = there.filter((name) => name !== "engine_bg.wasm.d.ts");
    assert.deepEqual([...manifest.files].sort(), wanted);
});
