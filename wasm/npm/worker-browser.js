// Workers in browsers.

import { WorkQueue } from "./worker-queue.js";

/** A thread that does one job after another. */
function start(hear, fail) {
    const address = new URL("./worker-thread-browser.js", import.meta.url);
    const thread = new Worker(address, { type: "module" });
    thread.onmessage = (event) => hear(event.data);
    thread.onerror = (event) => fail(new Error(event.message || "the worker cannot be started"));
    return {
        post: (message) => thread.postMessage(message),
        busy: () => {},
        end: () => thread.terminate(),
    };
}

export class TsuroWorker extends WorkQueue {
    constructor() {
        super(start);
    }
}
