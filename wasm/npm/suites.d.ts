import type { NamedSuite } from "./engine.js";

/** The suites that come with the package, in the order in which `tsuro test` plays them. */
export const suites: NamedSuite[];
