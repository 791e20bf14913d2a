// Brings requests to the engine and its replies back, one after the other: what the engine gives to
// keep is stored before anybody is told of it.

import { tellEngine } from "./host.js";
import { knows, played, plays } from "./playing.js";
import { NAME, Store } from "./store.js";

/** Set when the pages start: `tell(key)` says a sentence on the page. */
let tell = () => {};
export const setTell = (how) => (tell = how);

const store = new Store((isFull) => tell(isFull ? "WebSiteFull" : "WebSiteForgets"));
const others = typeof BroadcastChannel === "function" ? new BroadcastChannel(NAME) : null;

/**
 * Those who hear: `said(texts)` what games say, `[{id, text}]`; `lost(id)` that the engine knew a
 * game otherwise than it is kept; and `fault()` that the engine broke.
 */
const listeners = { said: () => {}, lost: () => {}, fault: () => {} };
export const listen = (how) => Object.assign(listeners, how);

// ---- Asking -------------------------------------------------------------------------------------

const now = () => Math.floor(Date.now() / 1000);

function random() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Of which game or run a path is: `{kind, id}`, or null. */
function subject(path) {
  const [, kinds, id] = /^(games|runs)\/([\w-]+)/.exec(path) ?? [];
  return kinds ? { kind: kinds.slice(0, -1), id } : null;
}

/** A request as the engine takes it, with what it needs of what is kept. */
async function complete({ forgets, ...request }) {
  const of = subject(request.path);
  const isList = request.method === "GET" && ["games", "runs"].includes(request.path);
  return {
    ...request,
    time: now(),
    random: random(),
    kept: of && !forgets ? await store.get(of.kind, of.id) : null,
    ...(isList ? { heads: await store.heads(request.path.slice(0, -1)) } : {}),
  };
}

const refused = (status, code, error) => ({
  status,
  type: "application/json",
  body: JSON.stringify({ error, code }),
  name: null,
});

const GONE = 404;
const BROKEN = refused(500, "fault", "a fault of the program ended this request");
const STALE = refused(409, "stale", "another tab has changed this meanwhile");

// ---- The queue ----------------------------------------------------------------------------------

// The requests that wait: those of the desk itself, of the page, and for pictures.
const queues = [[], [], []];
const FIRST = 0;
export const USUAL = 1;
export const PICTURES = 2;

let isWorking = false;
let isBusy = false; // whether the engine has something to go on with
let wentOn = true; // whether it did so since the last request

/** The next step: a request that waits; between any two of them, what the engine goes on with. */
function next() {
  const queue = queues.find((waiting) => waiting.length > 0);
  if (queue === queues[FIRST] || (queue && (wentOn || !isBusy))) return queue.shift();
  return isBusy ? { goesOn: true } : null;
}

async function workOn() {
  if (isWorking) return;
  isWorking = true;
  try {
    for (let step = next(); step; step = next()) await take(step);
  } finally {
    isWorking = false;
  }
}

/** How often a request about a run is asked again, when another tab was faster. */
const MOST_TRIES = 4;

async function take(step) {
  try {
    await stopBroken();
    const run = runOf(step);
    const isPlayedHere = run === null || (await plays(run, begins));
    const message = step.goesOn
      ? { goOn: { time: now(), random: random() } }
      : { ask: await complete(step.request) };
    wentOn = Boolean(step.goesOn);
    const reply = await tellEngine(message);
    isBusy = Boolean(reply.busy);
    const isKept = await keep(reply.keep ?? []);
    // The tab that plays it goes on with it, and this one only shows what it keeps.
    if (!isPlayedHere && isBusy) touch("run", run, true);
    if (!isKept && run !== null && (step.tries = (step.tries ?? 0) + 1) < MOST_TRIES)
      return queues[USUAL].unshift(step);
    const given = isKept ? reply : STALE;
    step.heard?.(given);
    step.answer?.(given);
    if (isKept) listeners.said(reply.said ?? []);
  } catch (error) {
    console.error(error);
    isBusy = false;
    // Any of the runs may be the one with which the engine could not go on.
    if (step.goesOn) for (const id of await played()) broken.add(id);
    // All of them asked the engine that is gone.
    const waiting = queues.flatMap((queue) => queue.splice(0));
    for (const { answer } of [step, ...waiting]) answer?.(BROKEN);
    listeners.fault();
  }
}

/** Runs with which the engine may have broken when it went on. */
const broken = new Set();

/** Stops them, if they still go on: they would break the engine again. */
async function stopBroken() {
  for (const id of broken) {
    broken.delete(id);
    const kept = await store.get("run", id);
    if (!kept || !kept.text.includes('"state":"running"')) continue;
    const request = bare(`runs/${id}/state`, JSON.stringify({ state: "stopped" }));
    const { keep: entries = [] } = await tellEngine({ ask: await complete(request) });
    await keep(entries);
  }
}

/** The run that a request is about; null if it is about none. */
function runOf({ request }) {
  const of = request && !request.forgets ? subject(request.path) : null;
  return of?.kind === "run" ? of.id : null;
}

/** This tab plays a run from now on, if it is one that goes on. */
const begins = (id) => touch("run", id);

/** Stores what the engine gives to keep. Whether nobody else had changed it. */
async function keep(entries) {
  if (entries.length === 0) return true;
  const isKept = await store.put(entries);
  for (const { kind, id, revision } of entries) {
    if (kind === "run") await plays(id, begins); // a new one is of this tab
    if (isKept) others?.postMessage({ kind, id, revision });
    else {
      touch(kind, id, true);
      listeners.lost(id);
    }
  }
  return isKept;
}

/** A request that has nothing but a path. */
const bare = (path, body = null) => ({ method: "POST", path, query: "", body, lang: null });

/**
 * Shows the engine what is kept of something by now, before anything else; or lets it forget what
 * it knows, since that was not kept.
 */
function touch(kind, id, forgets = false) {
  const request = { ...bare(`${kind}s/${id}/touch`), forgets };
  const isSame = (other) => other.path === request.path && other.forgets === forgets;
  if (queues[FIRST].some(({ request }) => isSame(request))) return;
  // A connection to what was removed ends: the next one is refused.
  const heard = ({ status }) => !forgets && status === GONE && listeners.lost(id);
  ask(request, FIRST, { heard });
}

/**
 * Asks the engine; gives the reply. A request whose `signal` is aborted is not asked, if it still
 * waits. `heard(reply)` is called before anything that the engine says with the reply.
 */
export function ask(request, queue, { signal, heard } = {}) {
  return new Promise((answer, reject) => {
    const step = { request, answer, heard };
    queues[queue].push(step);
    signal?.addEventListener("abort", () => {
      const at = queues[queue].indexOf(step);
      if (at >= 0) queues[queue].splice(at, 1);
      reject(signal.reason);
    });
    workOn();
  });
}

/**
 * Shows the engine what other tabs have changed of what this one shows: a run that it knows, or a
 * game for which `isShown(id)` holds.
 */
export function listenToOthers(isShown) {
  others?.addEventListener("message", ({ data: { kind, id } }) => {
    if (kind === "game" ? isShown(id) : knows(id)) touch(kind, id);
  });
}

/** Sends a request about a live connection. `heard(reply)` is called before what is said. */
export const post = (path, body, heard) => ask(bare(path, body), USUAL, { heard });

/** Removes a game or a run from what is kept. Whoever has it open learns of that. */
export async function remove(kind, id) {
  let kept;
  // A game or a run that goes on can be kept anew at any moment.
  do {
    kept = await store.get(kind, id);
    if (!kept) break;
  } while (!(await store.put([{ kind, id, revision: kept.revision + 1, head: null, text: null }])));
  others?.postMessage({ kind, id });
  touch(kind, id);
}

/** The heads of all games that are kept. */
export const gameHeads = () => store.heads("game");
