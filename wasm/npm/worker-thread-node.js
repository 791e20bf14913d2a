// What runs in a worker of Node.

import { parentPort } from "node:worker_threads";
import * as engine from "./index-node.js";
import { Jobs } from "./worker-jobs.js";

const jobs = new Jobs(
    engine,
    (message) => parentPort.postMessage(message),
    () => new Promise((resolve) => setImmediate(resolve)),
);
parentPort.on("message", (message) => jobs.hear(message));
