// Records of games as people would have played them who lay anything that is allowed.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tsuro } from "./site-host.js";

/** The records of `games` games, as a text. Every choice took 4 seconds. */
export async function peoplesGames({ rules, players, games }) {
  const folder = await mkdtemp(join(tmpdir(), "tsuro-records-"));
  const path = join(folder, "games.jsonl");
  const what = ["--players", String(players), "--games", String(games), "--bots", "random"];
  await tsuro("simulate", rules, ...what, "--seed", "people", "--record", path);
  const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
  await rm(folder, { recursive: true });
  return lines.map((line) => `${JSON.stringify(ofPeople(JSON.parse(line)))}\n`).join("");
}

function ofPeople(line) {
  if (line.event === "game") return { ...line, players: line.players.map(() => "Ann") };
  return line.event === "placed" ? { ...line, ms: 4000 } : line;
}

/** What players say of the first game of a text. */
export function rated(text, feedback) {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => line.includes('"event":"end"'));
  lines[end] = JSON.stringify({ ...JSON.parse(lines[end]), feedback: [feedback] });
  return lines.join("\n");
}
