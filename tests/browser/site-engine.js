// The engine of a site in this process, as its worker runs it.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { ENGINE } from "./site-host.js";

/** Starts it: `{site, memory}`. */
export async function startEngine() {
  const glue = await readFile(join(ENGINE, "engine.js"), "utf8");
  runInThisContext(`${glue}\nglobalThis.wasm_bindgen = wasm_bindgen;`);
  const bytes = await readFile(join(ENGINE, "engine_bg.wasm"));
  const { memory } = await wasm_bindgen({ module_or_path: await WebAssembly.compile(bytes) });
  return { site: new wasm_bindgen.Site(), memory };
}

/** A moment, in seconds since that of the first, and its random digits. */
function at(seconds) {
  const random = Math.round(seconds * 65536)
    .toString(16)
    .padStart(32, "0");
  return { time: 1_700_000_000 + seconds, random };
}

/** What a page does around the engine: it keeps what it is given, and asks. */
export class Desk {
  #kept = new Map();
  #count = 0;

  constructor(site) {
    this.site = site;
  }

  #now() {
    this.#count += 1;
    return at(this.#count);
  }

  #take(json) {
    const reply = JSON.parse(json);
    for (const { kind, id, revision, text } of reply.keep)
      this.#kept.set(`${kind}s/${id}`, { revision, text });
    return reply;
  }

  /** Asks for a path; with a body it is a POST. Gives the reply. */
  ask(path, body, lang = "en") {
    const [name] = /^(games|runs)\/\w+/.exec(path) ?? [];
    const request = {
      ...this.#now(),
      method: body === undefined ? "GET" : "POST",
      path,
      body: body === undefined ? null : JSON.stringify(body),
      lang,
      kept: this.#kept.get(name) ?? null,
    };
    const reply = this.#take(this.site.answer(JSON.stringify(request)));
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.body}`);
    return reply;
  }

  /** Lets bots decide until they wait for a person, or the game is over. */
  playOn(reply) {
    // How many slices there are depends on the time they take, and what is asked next must not.
    let slices = 0;
    for (let next = reply; next.busy;) {
      slices += 1;
      const { time, random } = at(this.#count + slices / 65536);
      next = this.#take(this.site.goOn(time, random));
      if (next.status !== 200) throw new Error(next.body);
    }
  }

  forget(id) {
    this.#kept.delete(`games/${id}`);
  }
}
