// The picture of the board: its parts are exchanged, pieces travel on it, and places on it can be
// marked and clicked.

import { svgFrom } from "./common.js";

const NS = "http://www.w3.org/2000/svg";
// Where the ports A to H are on a square, clockwise from the top left, in parts of its side.
const PORTS = {
  A: [1, 0],
  B: [2, 0],
  C: [3, 1],
  D: [3, 2],
  E: [2, 3],
  F: [1, 3],
  G: [0, 2],
  H: [0, 1],
};

const svg = (tag, attributes = {}, ...children) => {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

// How far from the line between two squares the middle of a piece is that stands on a tile.
const ON_TILE = 14;

const trailOf = ({ seat, path }, attributes) =>
  svg("path", {
    d: path,
    class: `trail seat-${Number(seat) % 8}`,
    ...attributes,
  });

/** How far the beginning of its path is from the middle of a piece. */
function offsetOf(piece, start) {
  const circle = piece.querySelector("circle");
  const part = (name) => Number(circle?.getAttribute(`c${name}`) ?? start[name]);
  return { x: start.x - part("x"), y: start.y - part("y") };
}

export class Board {
  // Layers of the page's own, below and above the pieces.
  #under = svg("g", { class: "over" });
  #over = svg("g", { class: "over" });
  #layers = {};
  #travelling = null;

  constructor(host) {
    this.host = host;
  }

  get shown() {
    return this.picture !== undefined;
  }

  /** Shows a whole document. `label` is what a screen reader says of it. */
  show(text, label) {
    this.finish();
    this.picture = svgFrom(text);
    for (const name of ["width", "height"]) this.picture.removeAttribute(name);
    this.picture.querySelector(":scope > title")?.remove();
    this.picture.setAttribute("role", "img");
    this.picture.setAttribute("class", "board");
    // Tiles and the page look as the board does.
    document.documentElement.dataset.look = this.picture.dataset.look;
    this.label(label);
    this.host.replaceChildren(this.picture);
    this.#layers = {};
    for (const group of [this.#under, this.#over]) group.replaceChildren();
    const pieces = this.#part("part", "pieces");
    this.picture.insertBefore(this.#under, pieces?.parentNode === this.picture ? pieces : null);
    this.picture.append(this.#over);
  }

  label(text) {
    this.picture.setAttribute("aria-label", text);
  }

  #part(name, value) {
    return this.picture.querySelector(`[data-${name}="${CSS.escape(value)}"]`);
  }

  /** The present drawing of what a patch would change, by the patch's names. */
  drawingOf(patch) {
    const squares = {};
    for (const name of Object.keys(patch?.squares ?? {})) {
      const old = this.#part("square", name);
      if (old) squares[name] = old.cloneNode(true);
    }
    const now = { squares };
    for (const name of ["marks", "pieces"]) {
      if (patch?.[name]) now[name] = this.#part("part", name)?.cloneNode(true);
    }
    return now;
  }

  /**
   * Exchanges the parts of a patch, which are texts or drawings. Gives the patch that takes it
   * back.
   */
  apply(patch) {
    this.finish();
    const back = { squares: {} };
    const exchange = (old, part) => {
      if (!old || !part) return undefined;
      old.replaceWith(typeof part === "string" ? svgFrom(part) : part.cloneNode(true));
      return old;
    };
    for (const [name, part] of Object.entries(patch?.squares ?? {})) {
      const old = exchange(this.#part("square", name), part);
      if (old) back.squares[name] = old;
    }
    for (const name of ["marks", "pieces"]) {
      const old = exchange(this.#part("part", name), patch?.[name]);
      if (old) back[name] = old;
    }
    return back;
  }

  /** Moves a piece along the path on which it travelled. Ends early when `signal` is aborted. */
  travel({ seat, path }, time, signal) {
    this.finish();
    const piece = this.#part("part", "pieces")?.querySelector(`[data-seat="${Number(seat)}"]`);
    if (!piece || !path || time <= 0 || signal.aborted) return Promise.resolve();
    const line = svg("path", { d: path });
    const length = line.getTotalLength();
    if (!length) return Promise.resolve();
    const start = line.getPointAtLength(0);
    const end = Math.max(0, length - ON_TILE);
    const off = offsetOf(piece, start);
    const trail = trailOf({ seat, path }, { "stroke-dasharray": `${length} ${length}` });
    // Round the board and through portals a path has several lines, each of which would have a dash
    // of its own.
    if (path.lastIndexOf("M") === 0) this.#under.append(trail);
    // A piece may have a transform of its own, so it moves in a group.
    const group = svg("g");
    piece.replaceWith(group);
    group.append(piece);
    return new Promise((done) => {
      let began;
      const finish = () => {
        cancelAnimationFrame(frame);
        this.#travelling = null;
        trail.remove();
        done();
      };
      const step = (now) => {
        began ??= now;
        const part = Math.min(1, (now - began) / time);
        const far = end * (part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) ** 2);
        const at = line.getPointAtLength(far);
        // From where it stands it goes onto its path.
        const on = Math.min(1, far / ON_TILE);
        const [x, y] = [at.x - start.x + on * off.x, at.y - start.y + on * off.y];
        group.setAttribute("transform", `translate(${x} ${y})`);
        trail.setAttribute("stroke-dashoffset", length - far);
        if (part < 1) frame = requestAnimationFrame(step);
        else finish();
      };
      let frame = requestAnimationFrame(step);
      this.#travelling = finish;
      signal.addEventListener("abort", finish, { once: true });
    });
  }

  /** Draws a way as a line, all of it; null for none. */
  trace(way) {
    const line = way?.path && trailOf(way, { class: `way seat-${Number(way.seat) % 8}` });
    this.#layer("trace", [line], this.#under);
  }

  /** Ends a journey that is being shown. */
  finish() {
    this.#travelling?.();
  }

  #box(square) {
    const element = this.#part("square", square);
    if (!element) return null;
    const { x, y, width, height } = element.getBBox();
    // A tile is drawn a little smaller than its square.
    const side = Math.max(width, height) > 99 ? Math.max(width, height) : 100;
    return { x: x + width / 2 - side / 2, y: y + height / 2 - side / 2, side };
  }

  /** Where a place like `c3:H`, or a square, is in the drawing. */
  #pointOf(place) {
    const [square, port] = place.split(":");
    const box = this.#box(square);
    if (!box) return null;
    const [right, down] = PORTS[port] ?? [1.5, 1.5];
    return { x: box.x + (right / 3) * box.side, y: box.y + (down / 3) * box.side };
  }

  #layer(name, children, parent = this.#over) {
    this.#layers[name]?.remove();
    const layer = svg("g", { class: name }, ...children.filter(Boolean));
    this.#layers[name] = layer;
    parent.append(layer);
  }

  /** Lights the square on which a tile is to be laid; null for none. */
  light(square) {
    const box = square && this.#box(square);
    this.#layer(
      "lit",
      [
        box &&
          svg("rect", {
            x: box.x + 2,
            y: box.y + 2,
            width: box.side - 4,
            height: box.side - 4,
            rx: 7,
          }),
      ],
      this.#under,
    );
  }

  /** Lights the squares and places that a question is about. */
  point(places) {
    this.#layer(
      "topics",
      places.map((place) => {
        const box = this.#box(place.split(":")[0]);
        if (!box) return null;
        const { x, y } = this.#pointOf(place);
        const around = svg("rect", {
          x: box.x + 5,
          y: box.y + 5,
          width: box.side - 10,
          height: box.side - 10,
          rx: 6,
        });
        return svg(
          "g",
          {},
          around,
          place.includes(":") ? svg("circle", { cx: x, cy: y, r: 11 }) : "",
        );
      }),
      this.#under,
    );
  }

  /** Marks the squares to which pieces that dice move may come, with the faces of the die. */
  threaten(ways) {
    this.#layer(
      "ways",
      ways.map(({ square, dice }) => {
        const box = this.#box(square);
        if (!box) return null;
        const { x, y, side } = box;
        const text = svg("text", { x: x + side - 8, y: y + 22, "text-anchor": "end" });
        text.textContent = `‼${dice}`;
        return svg(
          "g",
          {},
          svg("rect", { x: x + 4, y: y + 4, width: side - 8, height: side - 8, rx: 6 }),
          text,
        );
      }),
      this.#under,
    );
  }

  /** Marks the square on which a piece went out, and leaves its path to be seen; null for none. */
  cross(square) {
    const box = square && this.#box(square);
    if (!box) return this.#layer("cross", []);
    const { x, y, side } = box;
    const text = svg("text", {
      x: x + side / 2,
      y: y + side / 2 + 13,
      "text-anchor": "middle",
    });
    text.textContent = "†";
    this.#layer("cross", [
      svg("rect", {
        x: x + 2,
        y: y + 2,
        width: side - 4,
        height: side - 4,
        rx: 7,
      }),
      svg("circle", { cx: x + side / 2, cy: y + side / 2, r: 18 }),
      text,
    ]);
  }

  /**
   * Marks the places among which can be chosen. `onPick` gets the number of a place in the list.
   */
  offer(places, chosen, onPick) {
    this.#layer(
      "offers",
      places.map((place, index) => {
        const point = place && this.#pointOf(place);
        if (!point) return null;
        const attributes = {
          class: index === chosen ? "offer chosen" : "offer",
          transform: `translate(${point.x} ${point.y})`,
        };
        // The outer circle is for fingers.
        const mark = svg(
          "g",
          attributes,
          svg("circle", { r: 17, class: "reach" }),
          svg("circle", { r: index === chosen ? 15 : 8 }),
        );
        mark.addEventListener("click", () => onPick(index));
        return mark;
      }),
    );
  }

  /**
   * Whether a point of the screen is on a square; a finger may be a little beside it, in parts of
   * its side.
   */
  isOn(square, { clientX, clientY }, beside = 0.4) {
    const box = this.#part("square", square)?.getBoundingClientRect();
    if (!box) return false;
    const slack = box.width * beside;
    return (
      clientX > box.left - slack &&
      clientX < box.right + slack &&
      clientY > box.top - slack &&
      clientY < box.bottom + slack
    );
  }

  /** Puts a square into view, where the board is larger than the window. */
  reveal(square) {
    this.#part("square", square)?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }
}
