// The worker in which the engine works, so that a page never waits for it. It is asked one thing at
// a time: `{number, begin}`, `{number, ask}` or `{number, goOn}`, and answers `{number, reply}`, or
// `{number, fault}` when the engine cannot be used any more.
//
// The engine's glue stands before this text; it defines `wasm_bindgen`.

let site;

/** The engine, of its bytes, or from beside this script. */
async function load(bytes) {
  if (bytes) return WebAssembly.compile(bytes);
  const address = new URL("engine.wasm", location.href);
  try {
    return await WebAssembly.compileStreaming(fetch(address));
  } catch {
    // Not every server says what kind of file it is.
    return WebAssembly.compile(await (await fetch(address)).arrayBuffer());
  }
}

async function work({ begin, ask, goOn }) {
  if (begin) {
    await wasm_bindgen({ module_or_path: await load(begin.engine) });
    site = new wasm_bindgen.Site();
    return {};
  }
  return JSON.parse(ask ? site.answer(JSON.stringify(ask)) : site.goOn(goOn.time, goOn.random));
}

onmessage = async ({ data }) => {
  const { number } = data;
  try {
    postMessage({ number, reply: await work(data) });
  } catch (error) {
    postMessage({ number, fault: String(error?.message ?? error) });
  }
};
