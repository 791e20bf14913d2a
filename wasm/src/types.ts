
/** A choice of a seat, as in `docs/formats/positions.md`. */
export type Choice =
    | { start: string }
    | { place: { tile: number; rotation: number } }
    | { exchange: { gave: number[]; took: number[] } }
    | { relocate: string | null }
    | { rule: unknown };

/** What a game waits for. */
export interface Decision {
    /** The seat that decides, from 0. */
    seat: number;
    kind: "start" | "place" | "exchange" | "relocate" | "rule";
    /** Whether a piece that may move to another start mark has to. */
    must: boolean;
    /** The question of a rule, as bots that are programs are sent it, with its texts; `null` where
     * no rule asks. */
    question: Question | null;
}

/** The question of a rule. */
export interface Question {
    text: { en: string; fr: string };
    kind: string;
    options: unknown[];
    [field: string]: unknown;
}

/** How a game ended. */
export interface Ending {
    winners: number[];
    outcome: string;
}

/** What a placement would do to a piece. */
export interface Consequence {
    seat: number;
    /** Where it comes to; `null` if it leaves the board. */
    to: string | null;
    /** Why it would be out; `null` if it stays in. */
    cause: string | null;
}

/** What a choice is worth. */
export interface Advice {
    choice: Choice;
    /** The mean share of the win, from 0 to 1. */
    share: number;
    low: number;
    high: number;
    /** Whether it cannot be told apart from the best. */
    level: boolean;
    playouts: number;
}

/** An event, as in `docs/formats/records.md`. */
export interface GameEvent {
    event: string;
    [field: string]: unknown;
}

/** A position, as in `docs/formats/positions.md`. */
export type Position = Record<string, unknown>;

/** What a seat sees, as in `docs/formats/bot-programs.md`. */
export type Observation = Record<string, unknown>;

/** How a game begins. */
export interface GameOptions {
    players?: number;
    seed?: string | number;
    index?: number;
}

/** How a game is reviewed. */
export interface ReviewOptions {
    /** Whose review it is: 0, if it is left out. */
    seat?: number;
    seed?: string | number;
    /** The number of games for each value: 24, if it is left out. */
    playouts?: number;
}

/** Which games are compared, and how: the options of `tsuro compare`. */
export interface CompareOptions {
    players?: number | number[];
    /** Each bot plays a table of its own, in all seats: `["random", "greedy"]`. */
    bots?: string | string[];
    /** Games of each rule set at each table: 20000, if it is left out. */
    games?: number;
    seed?: string | number;
    metrics?: string | string[];
    margin?: number | string | string[];
    unpaired?: boolean;
    allPairs?: boolean;
    iterations?: number;
}

/** Which games are simulated. */
export interface SimulateOptions {
    players?: number;
    bots?: string | string[];
    /** 1000, if it is left out. */
    games?: number;
    seed?: string | number;
}

/** The sums of a simulation: what `tsuro simulate --json` prints. */
export interface Simulation {
    games: number;
    players: number;
    outcomes: Record<string, number>;
    turns: { mean: number; sd: number; min: number; max: number };
    wins: number[];
    eliminations: Record<string, number>;
    rules: string;
    rules_hash: string;
    bots: string[];
    seed: string;
    [field: string]: unknown;
}

/** The report of a comparison, as in `docs/metrics.md`. */
export interface Report {
    words: string;
    [field: string]: unknown;
}

/** What a review found, as in `docs/formats/reviews.md`. */
export interface Findings {
    games: number;
    points: number;
    curve: unknown[];
    decisions: unknown[];
    costliest: number[];
    [field: string]: unknown;
}

/** One problem of a rule set or a suite. */
export interface Problem {
    code: string;
    severity: "error" | "warning";
    message: string;
    key: string | null;
    file: string | null;
    line: number | null;
    column: number | null;
    expected: string | null;
    didYouMean: string | null;
    advice: string | null;
    /** All of it in some lines. */
    text: string;
}

/** A key of rule-set files. */
export interface KeyDoc {
    key: string;
    rule: string | null;
    doc: string;
    values: string;
    words: { word: string; meaning: string }[];
    default: string;
    rules: string;
    example: string;
}

/** What two rule sets do differently. */
export interface Differences {
    a: string;
    b: string;
    hashes: [string, string];
    differences: {
        key: string;
        doc: string;
        rules: string;
        values: [unknown, unknown];
        words: [string, string];
    }[];
}

/** A bot that can play here. */
export interface Bot {
    name: string;
    /** The placeholder for what follows the name and a colon; empty if nothing does. */
    argument: string;
    written: string;
    summary: string;
}

/** A level of difficulty. */
export interface Level {
    name: string;
    /** The bot that it stands for. */
    bot: string;
    /** About how long it takes for a decision, on one core; 0: less than one millisecond. */
    milliseconds: number;
    /** How it plays. */
    summary: string;
}

/** A game of a record that was checked. */
export interface ReplayedGame {
    rules: Rules;
    players: string[];
    first: number;
    seed: string | null;
    index: number | null;
    undos: number;
    /** The line of the record on which it begins. */
    line: number;
    /** `null` if the record was broken off. */
    ending: Ending | null;
}

/** The text of a suite, and the name by which reports speak of it. */
export interface NamedSuite {
    name: string;
    text: string;
}

/** The results of suites: what `tsuro test --json` prints. */
export interface SuiteReport {
    passed: number;
    failed: number;
    skipped: number;
    scenarios: {
        name: string | null;
        file: string;
        line: number;
        rule: string[];
        rules: string | null;
        rules_hash?: string | null;
        status: "passed" | "failed" | "skipped";
        message: string | null;
    }[];
}

/** A text in the languages of lessons. */
export interface LessonText {
    en: string;
    fr: string | null;
}

/** What a course teaches. */
export interface CourseTexts {
    title: LessonText;
    about: LessonText;
    firstGame: string;
}

/** A lesson or a puzzle. */
export interface Lesson {
    title: string;
    name: LessonText;
    tell: LessonText;
    question: LessonText;
    hint: LessonText | null;
    asks: "decision" | "square" | "option";
    options: LessonText[];
    puzzle: { wins: string; deals: number | null } | null;
}

/** What came of a choice in a lesson. */
export interface LessonOutcome {
    isRight: boolean;
    reply: LessonText;
    /** What the lesson expects and does not hold. */
    unmet: string[];
    /** What the learner's seat sees happen. */
    events: GameEvent[];
}

/** The name of an error of this package. */
export type ErrorName =
    | "ArgumentError"
    | "BotError"
    | "Bug"
    | "Illegal"
    | "PositionError"
    | "RecordError"
    | "RuleSetError"
    | "SnapshotError"
    | "SuiteError";

/** An error of this package. The fields belong to the names beside them. */
export interface TsuroError extends Error {
    name: ErrorName;
    /** `RuleSetError`, `SuiteError` */
    problems?: Problem[];
    /** `Illegal`: the reason */
    kind?: string;
    /** `Illegal`: what the reason is about */
    details?: Record<string, unknown>;
    /** `RecordError`: the line of the record */
    line?: number | null;
}
