import type {
    Advice,
    Choice,
    CompareOptions,
    Findings,
    Game,
    NamedSuite,
    Report,
    ReviewOptions,
    SimulateOptions,
    Simulation,
    SuiteReport,
} from "./engine.js";

/** A rule set: its name, or a text in the language of rule-set files. */
export type RulesText = string | { text: string; name?: string };

/** A game, or what one can be made of. */
export type GameText = Game | { record: string } | { snapshot: string };

/** What ends a job: its promise is rejected with the reason of the signal. */
export interface Stop {
    signal?: AbortSignal;
}

/** How a long job is watched. */
export interface Watch extends Stop {
    /** Called with how far the job is, from 0 to 1. */
    onProgress?: (progress: number) => void;
}

/**
 * A thread with an engine of its own, for what takes long. It does one job after another, in the
 * order of the calls. After a fault of the engine the next job has a new thread.
 */
export class TsuroWorker {
    /** Compares two rule sets: the report has the fields of `tsuro compare --json`. */
    compare(a: RulesText, b: RulesText, options?: CompareOptions & Watch): Promise<Report>;
    /** Measures one rule set: the report has the fields of `tsuro measure --json`. */
    measure(rules: RulesText, options?: CompareOptions & Watch): Promise<Report>;
    /** Reviews a game, as `tsuro review --playouts --format json`. */
    review(game: GameText, options?: ReviewOptions & Watch): Promise<Findings>;
    /** Plays a suite, or several with their names; by default the suites of the package. */
    runSuite(
        suites?: string | NamedSuite[],
        options?: { rules?: RulesText; name?: string } & Watch,
    ): Promise<SuiteReport>;
    /** Plays many games and sums them up. */
    simulate(rules: RulesText, options?: SimulateOptions & Watch): Promise<Simulation>;
    /** The choice that a bot would make. */
    botChoice(game: GameText, bot: string, options?: Stop): Promise<Choice>;
    /** What each choice is worth, the best first. */
    advise(game: GameText, options?: { playouts?: number } & Stop): Promise<Advice[]>;
    /** Ends the thread. What it has not done is rejected; a later call starts it anew. */
    terminate(): void;
}
