// The address of the laboratory with rule sets to compare: `/lab?rules=seas&with=seas%2Bhand%3D4`. A rule set of this
// browser stands there by its name, `own=mine%2Bhand%3D4`; a name is encoded by itself, too, since it may have a +.

const encode = encodeURIComponent;

/** The address for choices, `{rules, options}` or `{own, options}`; the first is what the others are compared with. */
export function labAddress(choices) {
  const parts = choices.map(({ rules, own, options }, index) =>
    own
      ? `own=${encode([encode(own), ...options].join("+"))}`
      : `${index === 0 ? "rules" : "with"}=${encode([rules, ...options].join("+"))}`,
  );
  return parts.length > 0 ? `/lab?${parts.join("&")}` : "/lab";
}

/** The choices that the query of an address names. A + stands for itself, so this is not what URLSearchParams reads. */
export function choicesOf(search) {
  return [...search.matchAll(/[?&](rules|with|own)=([^&]+)/g)].flatMap(([, kind, text]) => {
    try {
      const [base, ...options] = decodeURIComponent(text).split("+");
      return [kind === "own" ? { own: decodeURIComponent(base), options } : { rules: base, options }];
    } catch {
      return [];
    }
  });
}
