// Workers in Node.

import { Worker } from "node:worker_threads";
import { WorkQueue } from "./worker-queue.js";

/** A thread that does one job after another. */
function start(hear, fail) {
    const thread = new Worker(new URL("./worker-thread-node.js", import.meta.url));
    thread.on("message", hear);
    thread.on("error", fail);
    return {
        post: (message) => thread.postMessage(message),
        // A thread that waits for work does not keep the program running.
        busy: (is) => (is ? thread.ref() : thread.unref()),
        end: () => void thread.terminate(),
    };
}

export class TsuroWorker extends WorkQueue {
    constructor() {
        super(start);
    }
}
