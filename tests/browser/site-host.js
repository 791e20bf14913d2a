// A site without a server, as a static host has it: below a path, with nothing but its files.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { PROGRAM, ROOT } from "./server.js";

/** The folder of the engine. */
export const ENGINE = resolve(process.env.SITE_ENGINE || join(ROOT, "wasm/site/pkg"));

const run = promisify(execFile);

/** Runs the program; gives what it prints. */
export const tsuro = async (...words) => (await run(PROGRAM, words)).stdout;

/** A new folder with the site. */
export async function makeSite() {
  if (!existsSync(join(ENGINE, "engine_bg.wasm")))
    throw new Error(`${ENGINE} has no engine: build it with .ci/wasm site, or name SITE_ENGINE=`);
  const folder = await mkdtemp(join(tmpdir(), "tsuro-site-"));
  await tsuro("site", folder, "--engine", ENGINE);
  return folder;
}

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** Changes a file of a site. */
async function change(folder, name, edit) {
  const path = join(folder, name);
  const [before, after] = await readFile(path, "utf8").then((text) => [text, edit(text)]);
  if (after === before) throw new Error(`${name} is written otherwise by now`);
  await writeFile(path, after);
}

/**
 * A new folder with another version of a site. Its pages, scripts, style sheets and worker tell
 * which one they are of.
 */
export async function otherVersion(site, version) {
  const folder = await mkdtemp(join(tmpdir(), "tsuro-site-"));
  await cp(site, folder, { recursive: true });
  const marks = {
    "service.js": (text) => text.replace(/"[0-9a-f]{16}"/, JSON.stringify(version)),
    "assets/tsuro.js": (text) => `${text}\nglobalThis.bundleVersion = "${version}";\n`,
    "assets/theme.js": (text) => `${text}\nglobalThis.themeVersion = "${version}";\n`,
    "assets/base.css": (text) => `${text}\n:root { --version: ${version}; }\n`,
    "assets/worker.js": (text) =>
      text.replaceAll("postMessage({ number", `postMessage({ version: "${version}", number`),
  };
  for (const page of (await readdir(folder)).filter((name) => name.endsWith(".html")))
    marks[page] = (text) => text.replace("<body", `<body data-version="${version}"`);
  for (const [name, edit] of Object.entries(marks)) await change(folder, name, edit);
  await change(folder, "service.js", await newHashes(folder));
  return folder;
}

/** Gives the service the hashes of the files as they are now. */
async function newHashes(folder) {
  const text = await readFile(join(folder, "service.js"), "utf8");
  const files = JSON.parse(/^const FILES = (.*);$/m.exec(text)[1]);
  const hashed = files.map(async ([path]) => [path, sha256(await readFile(join(folder, path)))]);
  const list = JSON.stringify(await Promise.all(hashed));
  return (text) => text.replace(/^const FILES = .*$/m, `const FILES = ${list};`);
}

const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Where the site is at its host. */
const BELOW = "/some/where/";

/** What its database is called: sites at one host have their own. */
export const DATABASE = `tsuro ${BELOW}`;

export class SiteHost {
  #server;
  #folder;
  #port = 0;
  /** Whether pages are led to addresses without their endings, as some hosts do it. */
  dropsEndings = false;
  /** How often the bytes of each file were sent, by its name. */
  sent = {};

  /** Starts to serve a folder, at a free port. */
  static async start(folder) {
    const host = new SiteHost();
    host.show(folder);
    await host.goOnline();
    return host;
  }

  /** Serves another folder from now on. */
  show(folder) {
    this.#folder = folder;
  }

  async goOnline() {
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = this.#server.address().port;
    /** The address, without a slash at its end. */
    this.address = `http://127.0.0.1:${this.#port}${BELOW.slice(0, -1)}`;
  }

  /** Nobody answers any more. */
  async goOffline() {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer({ method, url, headers }, response) {
    const { pathname, search } = new URL(url, this.address);
    if (this.dropsEndings && pathname.endsWith(".html"))
      return response.writeHead(301, { Location: pathname.slice(0, -5) + search }).end();
    const path = pathname.startsWith(BELOW) && (pathname.slice(BELOW.length) || "index.html");
    const name = this.dropsEndings && path && !extname(path) ? `${path}.html` : path;
    const type = TYPES[extname(name || "")];
    const bytes = type && (await readFile(join(this.#folder, name)).catch(() => null));
    if (method !== "GET" || !bytes) return response.writeHead(404).end("not found\n");
    // As hosts of static sites do it: browsers may keep files for a while, and ask about them.
    const tag = `"${sha256(bytes)}"`;
    const usual = { "Content-Type": type, "Cache-Control": "max-age=600", ETag: tag };
    if (headers["if-none-match"] === tag) return response.writeHead(304, usual).end();
    this.sent[name] = (this.sent[name] ?? 0) + 1;
    response.writeHead(200, usual).end(bytes);
  }

  remove() {
    return this.goOffline();
  }
}

/** The site as it is opened from a folder, without any host. */
export class SiteFolder {
  index = "index.html";

  constructor(folder) {
    this.address = pathToFileURL(folder).href;
  }

  remove() {}
}

/** Removes a folder of a site. */
export const removeSite = (folder) => rm(folder, { recursive: true, force: true });
