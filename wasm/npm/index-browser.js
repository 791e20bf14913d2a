// The package in browsers: the compiled engine is fetched from beside this file.

import load from "./engine.js";

await load({ module_or_path: new URL("./engine_bg.wasm", import.meta.url) });

export * from "./engine.js";
