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

/** What a page does around the engine: it keeps what it is given, and asks. */
export class Desk {
  #kept = new Map();
  #count = 0;

  constructor(site) {
    this.site = site;
  }

  #now() {
    this.#count += 1;
    const random = this.#count.toString(16).padStart(32, "0");
    return { time: 1_700_000_000 + this.#count, random };
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
    for (let next = reply; next.busy;) {
      const { time, random } = this.#now();
      next = this.#take(this.site.goOn(time, random));
      if (next.status !== 200) throw new Error(next.body);
    }
  }

  forget(id) {
    this.#kept.delete(`games/${id}`);
  }
}
