// The side of a worker that callers see: promises, progress, and an end on request.

/** How long a job that should stop may go on before its thread is ended, in milliseconds. */
const PATIENCE = 500;

/** An error of the worker as an error here. */
function revived(fields) {
    return Object.assign(new Error(fields.message), fields);
}

/** A rule set as it is sent: a name, or a text with its name. */
function sent(rules) {
    if (typeof rules === "string") return rules;
    if (typeof rules?.text === "string") {
        return { text: rules.text, name: rules.name === undefined ? undefined : `${rules.name}` };
    }
    const error = new Error("rules: a name such as \"seas+hand=4\" or { text, name } is needed");
    throw Object.assign(error, { name: "ArgumentError" });
}

/** A game as it is sent: a record or a snapshot, or the game itself, which is copied. */
function sentGame(game) {
    if (typeof game?.snapshot === "function") return { snapshot: game.snapshot() };
    if (typeof game?.record === "string") return { record: game.record };
    if (typeof game?.snapshot === "string") return { snapshot: game.snapshot };
    const error = new Error("game: a Game, { record } or { snapshot } is needed");
    throw Object.assign(error, { name: "ArgumentError" });
}

export class WorkQueue {
    #start;
    #thread = null;
    #waiting = [];
    #running = null;
    #next = 1;

    constructor(start) {
        this.#start = start;
    }

    async compare(a, b, { onProgress, signal, ...options } = {}) {
        const input = { rules: [sent(a), sent(b)], options };
        return JSON.parse(await this.#ask("compare", input, onProgress, signal));
    }

    async measure(rules, { onProgress, signal, ...options } = {}) {
        const input = { rules: [sent(rules)], options };
        return JSON.parse(await this.#ask("compare", input, onProgress, signal));
    }

    async review(game, { onProgress, signal, ...options } = {}) {
        const input = { game: sentGame(game), options };
        return JSON.parse(await this.#ask("review", input, onProgress, signal));
    }

    async runSuite(suites, { onProgress, signal, rules, name } = {}) {
        const child = rules === undefined ? undefined : sent(rules);
        const input = { suites, rules: child, name };
        return JSON.parse(await this.#ask("runSuite", input, onProgress, signal));
    }

    async simulate(rules, { onProgress, signal, ...options } = {}) {
        const input = { rules: sent(rules), options };
        return JSON.parse(await this.#ask("simulate", input, onProgress, signal));
    }

    async botChoice(game, bot, { signal } = {}) {
        return this.#ask("botChoice", { game: sentGame(game), bot }, undefined, signal);
    }

    async advise(game, { signal, playouts } = {}) {
        return this.#ask("advise", { game: sentGame(game), playouts }, undefined, signal);
    }

    /** Ends the worker; what it has not done is rejected. A later call starts it anew. */
    terminate() {
        this.#end();
        const left = [this.#running, ...this.#waiting].filter((job) => job);
        this.#running = null;
        this.#waiting = [];
        const ended = Object.assign(new Error("the worker was ended"), { name: "AbortError" });
        left.forEach((job) => this.#settle(job, () => job.reject(ended)));
    }

    #ask(job, input, onProgress, signal) {
        signal?.throwIfAborted();
        return new Promise((resolve, reject) => {
            const asked = { id: this.#next++, job, input, onProgress, signal, resolve, reject };
            asked.stop = () => this.#stop(asked);
            signal?.addEventListener("abort", asked.stop, { once: true });
            this.#waiting.push(asked);
            this.#goOn();
        });
    }

    #goOn() {
        if (this.#running) return;
        const job = this.#waiting.shift();
        if (!job) {
            this.#thread?.busy(false);
            return;
        }
        this.#running = job;
        try {
            this.#thread ??= this.#begin();
            this.#thread.busy(true);
            this.#thread.post({ id: job.id, job: job.job, input: job.input });
        } catch (error) {
            // What cannot be sent.
            this.#running = null;
            this.#settle(job, () => job.reject(error));
            this.#goOn();
        }
    }

    /** Starts a thread. What an ended one still says is not heard. */
    #begin() {
        const thread = this.#start(
            (message) => this.#thread === thread && this.#hear(message),
            (error) => this.#thread === thread && this.#fail(error),
        );
        return thread;
    }

    #end() {
        this.#thread?.end();
        this.#thread = null;
    }

    #hear({ id, result, error, progress, isFatal }) {
        const job = this.#running;
        if (!job || job.id !== id) return;
        if (progress !== undefined) {
            if (!job.settled) job.onProgress?.(progress);
            return;
        }
        if (isFatal) this.#end();
        this.#running = null;
        this.#settle(job, () => (error ? job.reject(revived(error)) : job.resolve(result)));
        this.#goOn();
    }

    /** The thread is lost. */
    #fail(error) {
        const job = this.#running;
        this.#end();
        this.#running = null;
        if (job) this.#settle(job, () => job.reject(error));
        this.#goOn();
    }

    #stop(job) {
        this.#settle(job, () => job.reject(job.signal.reason));
        this.#waiting = this.#waiting.filter((other) => other !== job);
        if (this.#running !== job) return;
        this.#thread.post({ stop: job.id });
        // Some work has no slices.
        job.timer = setTimeout(() => {
            if (this.#running !== job) return;
            this.#end();
            this.#running = null;
            this.#goOn();
        }, PATIENCE);
    }

    /** Answers the caller, once. */
    #settle(job, answer) {
        clearTimeout(job.timer);
        job.signal?.removeEventListener("abort", job.stop);
        if (job.settled) return;
        job.settled = true;
        answer();
    }
}
