// The example of a program that plays on a server.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { ROOT, Server } from "./server.js";

const PYTHON = process.env.PYTHON || join(import.meta.dirname, ".venv/bin/python");

test("the client in Python plays a whole game", async () => {
  const server = await Server.start("client");
  try {
    const client = spawn(PYTHON, [join(ROOT, "examples/server_client.py"), `${server.address}/`], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [told, [status]] = await Promise.all([text(client.stdout), once(client, "exit")]);
    assert.equal(status, 0);
    const { games } = await server.get("games");
    assert.equal(games.length, 1);
    assert.equal(games[0].state, "over");
    assert(games[0].names.includes("Python"));
    const lines = told.trim().split("\n");
    assert(lines.length > 20);
    assert.match(lines.at(-1), /\b(wins?|tie|share)\b/, "the last line is the result");
  } finally {
    await server.remove();
  }
});
