// The picture of an interval: earlier ones above it, so that one sees it narrow, the margin as a
// band, and zero as a line.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 240;
const EARLIER = 4; // intervals that are kept above the current one
const GROWTH = 1.5; // how many times as many games the next one that is kept has
const STEP = 5; // from one interval to the next
const NOW = 14; // the height of the row of the current one

/** The intervals of one finding, as they came. */
export class Trace {
  #looks = [];

  /** Takes the interval after a number of games. */
  add(games, interval) {
    if (!interval?.every(Number.isFinite)) return;
    const [before, current] = [this.#looks.at(-2), this.#looks.at(-1)];
    const stays = current?.games < games && (!before || current.games >= before.games * GROWTH);
    if (current && !stays) this.#looks.pop();
    this.#looks.push({ games, interval });
    this.#looks = this.#looks.slice(-EARLIER - 1);
  }

  /** The intervals before the last one, the oldest first. */
  earlier() {
    return this.#looks.slice(0, -1).map(({ interval }) => interval);
  }
}

/**
 * Draws a finding into an `svg`. Of a difference the middle is zero; of a single value the picture
 * shows the surroundings of its interval.
 */
export function drawInterval(svg, { value, interval, joint, margin, isDifference }, trace) {
  const earlier = trace.earlier();
  const height = earlier.length * STEP + NOW;
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${height}`);
  // Earlier intervals may reach beyond the picture: the first ones are many times as wide as the
  // last.
  const known = [interval, joint].filter((one) => one?.every(Number.isFinite));
  if (known.length === 0 || !Number.isFinite(value)) return svg.replaceChildren();
  const x = scale(isDifference ? aroundZero(known, margin) : around(known));
  const parts = [];
  if (isDifference && margin > 0) {
    const [from, to] = [x(-margin), x(margin)];
    parts.push(part("rect", "margin", { x: from, y: 0, width: to - from, height }));
  }
  if (isDifference) parts.push(line("zero", x(0), 0, x(0), height));
  const inside = (at) => Math.min(Math.max(at, 0), WIDTH);
  earlier.forEach(([low, high], row) => {
    const y = row * STEP + STEP / 2;
    parts.push(line(`earlier age-${earlier.length - row}`, inside(x(low)), y, inside(x(high)), y));
  });
  const y = height - NOW / 2;
  if (joint?.every(Number.isFinite)) parts.push(line("joint", x(joint[0]), y, x(joint[1]), y));
  if (interval?.every(Number.isFinite))
    parts.push(line("interval", x(interval[0]), y, x(interval[1]), y));
  parts.push(part("circle", "value", { cx: x(value), cy: y, r: 4 }));
  return svg.replaceChildren(...parts);
}

export const emptyPlot = () => {
  const svg = part("svg", "plot", { viewBox: `0 0 ${WIDTH} ${NOW}` });
  svg.setAttribute("aria-hidden", "true"); // the numbers and the verdict stand beside it
  return svg;
};

function aroundZero(intervals, margin) {
  const most = Math.max(1.4 * (margin || 0), ...intervals.flat().map(Math.abs)) || 1;
  return [-most, most];
}

function around(intervals) {
  const [low, high] = [Math.min(...intervals.flat()), Math.max(...intervals.flat())];
  const room = 0.15 * (high - low) || Math.abs(high) || 1;
  return [low - room, high + room];
}

function scale([low, high]) {
  const edge = 6;
  const factor = (WIDTH - 2 * edge) / (high - low);
  return (value) => Math.round((edge + (value - low) * factor) * 100) / 100;
}

function part(name, kind, attributes) {
  const element = document.createElementNS(SVG, name);
  element.setAttribute("class", kind);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

const line = (kind, x1, y1, x2, y2) => part("line", kind, { x1, y1, x2, y2 });
