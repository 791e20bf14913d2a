// Starts the worker with the engine, and asks it one thing at a time. After a fault the next
// question starts another.

/** Where the files of the site are, but for the pages, from the folder of the pages. */
const ASSETS = "assets/";

/** Loads a script. */
const loadScript = (source) =>
  new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = source;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${source} is missing`));
    document.head.append(script);
  });

/** The bytes of a gzip file in base64. */
function unzip(base64) {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** The script of a worker, and the bytes of its engine; null: it loads them itself. */
async function parts() {
  if (location.protocol !== "file:") return { script: `${ASSETS}worker.js`, engine: null };
  // Pages that are opened from a folder may load scripts alone.
  if (!globalThis.tsuroFolder) await loadScript(`${ASSETS}folder.js`);
  const { worker, engine } = globalThis.tsuroFolder;
  const script = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
  return { script, engine: await unzip(engine) };
}

let worker = null;
let number = 0;

/**
 * The longest that the engine may work at one message. What it limits itself, like searches and
 * suites, ends within seconds, and slow devices take a few times as long; only a rule that never
 * ends a game takes more. Until the end of this nothing else is answered.
 */
const PATIENCE = 300; // s
const TICK = 10; // s; a device that sleeps in between loses one of them at most

/** Calls `late()` after [PATIENCE], until the function that it gives is called. */
function whenLate(late) {
  let passed = 0;
  const timer = setInterval(() => (passed += TICK) >= PATIENCE && late(), 1000 * TICK);
  return () => clearInterval(timer);
}

/**
 * Sends a message to the worker. Gives the reply; fails if there was a fault. Only while the engine
 * is loaded, which depends on the network, it may take as long as it does.
 */
async function tell(to, message) {
  let stop = () => {};
  const answered = new Promise((resolve, reject) => {
    const sent = ++number;
    to.onmessage = ({ data: { number, reply, fault } }) => {
      if (number !== sent) return;
      if (fault === undefined) resolve(reply);
      else reject(new Error(fault));
    };
    to.onerror = (event) => {
      event.preventDefault?.();
      reject(new Error(event.message ?? "the worker could not be loaded"));
    };
    if (!message.begin) stop = whenLate(() => reject(new Error("the engine works too long")));
    to.postMessage({ number: sent, ...message });
  });
  return answered.finally(stop);
}

async function begin() {
  const { script, engine } = await parts();
  worker = new Worker(script);
  if (script.startsWith("blob:")) URL.revokeObjectURL(script);
  await tell(worker, { begin: { engine } });
}

/**
 * Asks the engine: `{ask}` or `{goOn}`. Not twice at the same time. Gives the reply; fails after a
 * fault.
 */
export async function tellEngine(message) {
  try {
    if (!worker) await begin();
    return await tell(worker, message);
  } catch (error) {
    worker?.terminate();
    worker = null;
    throw error;
  }
}
