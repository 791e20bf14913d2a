// The package in Node: the compiled engine is a file beside this one.

import { readFileSync } from "node:fs";
import { initSync } from "./engine.js";

initSync({ module: readFileSync(new URL("./engine_bg.wasm", import.meta.url)) });

export * from "./engine.js";
