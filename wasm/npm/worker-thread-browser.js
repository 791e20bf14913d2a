// What runs in a worker of a browser.

import { Jobs } from "./worker-jobs.js";

// Messages that come before the engine is there are kept.
const early = [];
let jobs = null;
self.onmessage = (event) => (jobs ? jobs.hear(event.data) : early.push(event.data));

// Other messages are heard between two slices of a job; a timer would wait for milliseconds.
const channel = new MessageChannel();
const turn = () =>
    new Promise((resolve) => {
        channel.port1.onmessage = resolve;
        channel.port2.postMessage(null);
    });

const engine = await import("./index-browser.js");
jobs = new Jobs(engine, (message) => self.postMessage(message), turn);
early.forEach((message) => jobs.hear(message));
