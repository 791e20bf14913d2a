// The length of functions and lines in the pages, in what reports run, and in these tests.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { parsers } from "prettier/plugins/acorn";
import { ROOT } from "./server.js";

const FOLDERS = [
  "crates/pages/src/files",
  "crates/pages/src/files/site",
  "crates/lab/src/report",
  "tests/browser",
];

/** The longest function, in lines. */
const LONGEST = 80;

/** The widest line, in characters. Prettier leaves texts and comments as they are. */
const WIDEST = 100;

/** The files of the folders whose names end like this. */
const files = (...ends) =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => ends.some((end) => name.endsWith(end)))
      .map((name) => join(ROOT, folder, name)),
  );

/** The functions of a syntax tree, with those inside them. */
function functions(node) {
  if (node === null || typeof node !== "object") return [];
  const inside = Object.values(node).flatMap(functions);
  return /Function/.test(node.type) ? [node, ...inside] : inside;
}

/** How many lines a text has, with the one in which it ends. */
const lineCount = (text) => text.split("\n").length;

test(`no function has more than ${LONGEST} lines`, () => {
  const { parse, locStart, locEnd } = parsers.acorn;
  const all = files(".js").flatMap((path) => {
    const text = readFileSync(path, "utf8");
    return functions(parse(text, {})).map((node) => ({
      where: `${relative(ROOT, path)}:${lineCount(text.slice(0, locStart(node)))}`,
      lines: lineCount(text.slice(locStart(node), locEnd(node))),
    }));
  });
  assert(all.length > 1000, `only ${all.length} functions were found`);
  const long = all.filter(({ lines }) => lines > LONGEST);
  assert.deepEqual(long, []);
});

test(`no line is wider than ${WIDEST} characters`, () => {
  const wide = files(".js", ".html", ".css").flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .map((line, index) => ({ where: `${relative(ROOT, path)}:${index + 1}`, line }))
      // A picture in a style sheet is one word.
      .filter(({ line }) => [...line].length > WIDEST && !line.includes('url("data:')),
  );
  assert.deepEqual(wide, []);
});
