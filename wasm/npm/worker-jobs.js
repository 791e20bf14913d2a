// The jobs of a worker. Long ones are done in slices, between which the worker hears whether it
// should stop, and says how far it is.

/** How long a slice should take, in milliseconds. */
const SLICE = 40;

/** The errors of the engine after which it can go on. */
const HARMLESS = new Set([
    "ArgumentError",
    "BotError",
    "Illegal",
    "PositionError",
    "RecordError",
    "RuleSetError",
    "SnapshotError",
    "SuiteError",
]);

/** An error as a message: errors lose their own fields on the way between threads. */
function written(error) {
    if (!(error instanceof Error)) return { name: "Error", message: String(error) };
    return { ...error, name: error.name, message: error.message };
}

export class Jobs {
    #engine;
    #post;
    #turn;
    #stopped = new Set();

    /** `turn` lets other messages in. */
    constructor(engine, post, turn) {
        this.#engine = engine;
        this.#post = post;
        this.#turn = turn;
    }

    async hear(message) {
        const { id, stop, job, input } = message;
        if (stop !== undefined) {
            this.#stopped.add(stop);
            return;
        }
        try {
            this.#post({ id, result: await this[job](id, input) });
        } catch (error) {
            const isFatal = !HARMLESS.has(error?.name) && error !== Jobs.stopped;
            this.#post({ id, error: written(error), isFatal });
        }
        this.#stopped.delete(id);
    }

    /** What a job that was stopped ends with. */
    static stopped = new Error("stopped");

    /** Does all steps of some work. */
    async #work(id, work) {
        try {
            for (let size = 1; ; ) {
                const begin = performance.now();
                const done = work.step(size);
                const took = performance.now() - begin;
                this.#post({ id, progress: work.progress });
                if (done) return work.toJson();
                const factor = Math.min(4, Math.max(1 / 4, SLICE / Math.max(took, 0.01)));
                size = Math.min(2 ** 20, Math.max(1, Math.round(size * factor)));
                await this.#turn();
                if (this.#stopped.has(id)) throw Jobs.stopped;
            }
        } finally {
            work.free();
        }
    }

    #rules(rules) {
        const { Rules } = this.#engine;
        if (typeof rules === "string") return Rules.load(rules);
        return Rules.fromText(rules.text, rules.name);
    }

    #game(game) {
        const { Game } = this.#engine;
        return game.record === undefined
            ? Game.restore(game.snapshot)
            : Game.fromRecord(game.record);
    }

    compare(id, { rules, options }) {
        const loaded = rules.map((one) => this.#rules(one));
        try {
            return this.#work(id, new this.#engine.Comparison(loaded, options));
        } finally {
            loaded.forEach((one) => one.free());
        }
    }

    review(id, { game, options }) {
        const loaded = this.#game(game);
        try {
            return this.#work(id, new this.#engine.Review(loaded, options));
        } finally {
            loaded.free();
        }
    }

    async runSuite(id, { suites, rules, name }) {
        const child = rules === undefined ? undefined : this.#rules(rules);
        const played = suites ?? (await import("./suites.js")).suites;
        return this.#work(id, new this.#engine.SuiteRun(played, child, { name }));
    }

    simulate(id, { rules, options }) {
        const loaded = this.#rules(rules);
        try {
            return this.#work(id, new this.#engine.SimulationRun(loaded, options));
        } finally {
            loaded.free();
        }
    }

    botChoice(_id, { game, bot }) {
        const loaded = this.#game(game);
        try {
            return loaded.botChoice(bot);
        } finally {
            loaded.free();
        }
    }

    advise(_id, { game, playouts }) {
        const loaded = this.#game(game);
        try {
            return loaded.advise(playouts);
        } finally {
            loaded.free();
        }
    }
}
