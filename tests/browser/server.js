// A server of its own for each test.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

/** The root of the repository. */
export const ROOT = resolve(import.meta.dirname, "../..");

/** The program that is tested. */
export const PROGRAM = resolve(process.env.TSURO || join(ROOT, "target/debug/tsuro"));
if (!existsSync(PROGRAM))
  throw new Error(`${PROGRAM} is missing: build it with cargo build, or name another with TSURO=`);

/** The program with the rules of an example. */
function example(name) {
  const path = join(ROOT, "target/debug/examples", name);
  if (!existsSync(path))
    throw new Error(`${path} is missing: build it with cargo build --example ${name}`);
  return path;
}

export class Server {
  #child;
  #data;
  #seed;
  #program;
  #options;

  /**
   * Starts a server with an empty folder, at a free port, also of an example. Its games have the
   * same luck each time; with null as the seed, a luck of their own. `options`
   * are further options of `serve`.
   */
  static async start(seed, ofExample, options = []) {
    const server = new Server();
    server.#program = ofExample ? example(ofExample) : PROGRAM;
    server.#seed = seed;
    server.#options = options;
    server.#data = await mkdtemp(join(tmpdir(), "tsuro-browser-"));
    await server.#run(0);
    return server;
  }

  async #run(port) {
    const limits = ["--rate", "100000", "--games", "100000"];
    const place = ["--port", String(port), "--data", join(this.#data, "server")];
    const seed = this.#seed === null ? [] : ["--seed", this.#seed];
    this.#child = spawn(this.#program, ["serve", ...place, ...limits, ...seed, ...this.#options], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = createInterface({ input: this.#child.stdout });
    const failed = once(this.#child, "exit").then(([status]) => {
      throw new Error(`the server ended with status ${status} before it printed its address`);
    });
    failed.catch(() => {}); // it ends later, too
    const [line] = await Promise.race([once(lines, "line"), failed]);
    /** The address, without a slash at its end. */
    this.address = new URL(line).origin;
  }

  /** Ends the server at once, as a power cut would. */
  async kill() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }

  /** Starts it again: the same port, the same folder. */
  async restart() {
    await this.#run(new URL(this.address).port);
  }

  /** Ends the server and removes its folder. */
  async remove() {
    await this.kill();
    await rm(this.#data, { recursive: true, force: true });
  }

  /** The answer to a request: `get("words?lang=fr")`. */
  get(path) {
    return this.#ask(path);
  }

  /** The answer to a request with a body. */
  post(path, body) {
    return this.#ask(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  async #ask(path, options) {
    const response = await fetch(`${this.address}/api/1/${path}`, options);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}
