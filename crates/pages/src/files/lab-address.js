// The address of the laboratory with rule sets to compare: `rules=seas&with=seas%2Bhand%3D4` in its
// query. A rule set of this browser stands there by its name, `own=mine%2Bhand%3D4`; a name is
// encoded by itself, too, since it may have a +. The addresses of the launch page, of the page of
// rules and of test suites name a choice in the same way.

import { address } from "./transport.js";

const encode = encodeURIComponent;

/** A rule set of this browser, with what is changed of it, as the query of an address has it. */
export const ownPart = (own, options = []) => `own=${encode([encode(own), ...options].join("+"))}`;

const choicePart = ({ rules, own, options }, index) =>
  own
    ? ownPart(own, options)
    : `${index === 0 ? "rules" : "with"}=${encode([rules, ...options].join("+"))}`;

const withChoices = (page, choices) => address(page, { query: choices.map(choicePart).join("&") });

/**
 * The address for choices, `{rules, options}` or `{own, options}`; the first is what the others are
 * compared with.
 */
export const labAddress = (choices) => withChoices("lab", choices);

/** The address of the test suites of a choice. */
export const suitesAddress = (choice) => withChoices("suites", [choice]);

/**
 * The choices that the query of an address names. A + stands for itself, so this is not what
 * URLSearchParams reads.
 */
export function choicesOf(search) {
  return [...search.matchAll(/[?&](rules|with|own)=([^&]+)/g)].flatMap(([, kind, text]) => {
    try {
      const [base, ...options] = decodeURIComponent(text).split("+");
      return [
        kind === "own" ? { own: decodeURIComponent(base), options } : { rules: base, options },
      ];
    } catch {
      return [];
    }
  });
}
