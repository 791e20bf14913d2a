// Choices are taken back.

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { scene, until } from "./scene.js";
import * as table from "./table.js";

scene(
  "choices are taken back by the button and by its key, and the result tells of them",
  async ({ server, guest }) => {
    const page = await guest();
    const frames = table.messages(page);
    await table.openTable(page, server, {
      rules: "classic+free-suicide",
      seats: ["here:Ann", "bot easy", "bot easy"],
    });
    await table.untilAsked(page);

    /** What the page shows at a question. */
    const look = async () => {
      const { square } = frames.findLast(({ message }) => message.type === "ask").message.shown;
      // The tile that is proposed is shown on the board as soon as the server has drawn it.
      if (square)
        await page
          .locator(`svg.board [data-square="${square}"] path`)
          .first()
          .waitFor({ state: "attached" });
      return {
        question: await page.locator("#question-title").textContent(),
        board: await table.board(page),
        told: await table.sentences(page),
        hand: await page
          .locator(".hand button.tile")
          .evaluateAll((all) => all.map((tile) => tile.getAttribute("aria-label"))),
        now: await page.locator(".now").textContent(),
      };
    };
    const back = async (to, what) => {
      const isBack = async () =>
        (await table.state(page)) === "ask" && isDeepStrictEqual(await look(), to);
      await until(isBack, `the page shows ${what}`);
    };

    const start = await look();
    await table.playOn(page, { answers: 1 });
    await table.untilAsked(page);
    const first = await look();
    assert.equal(first.hand.length, 3);
    // What is proposed is careful, so that the person is asked again.
    await table.pressEnter(page);
    assert.equal(await table.untilAsked(page), "ask");
    const second = await look();
    assert.notEqual(second.board, first.board);
    assert(second.told.length > first.told.length);

    await page.getByRole("button", { name: "Take back" }).click();
    await back(first, "the question of the first tile");
    await page.reload();
    await back(first, "the same after a reload");
    await page.keyboard.press("u");
    await back(start, "the question of the start mark");

    // The end comes soon when Ann leaves the board.
    const leave = async () => void (await table.turnTo(page, "†"));
    assert(await table.playOn(page, { before: leave }));
    await page.getByText("Choices taken back: 2.").waitFor();
  },
);

scene(
  "where others play they are asked before anything is taken back, each in their language",
  async ({ server, guest }) => {
    const pages = [await guest(), await guest()];
    const [link] = await table.openTable(pages[0], server, {
      rules: "classic+big-board",
      seats: ["here:Ann", "link"],
    });
    await table.takeSeat(pages[1], link, "Bea");
    // Two start marks and a tile.
    await table.playOn(pages, { answers: 3 });
    const isAsked = async (page) =>
      (await Promise.all(pages.map(table.state))).every(
        (state, index) => (state === "ask") === (pages[index] === page),
      );
    const next = await until(
      async () => ((await isAsked(pages[0])) ? pages[0] : (await isAsked(pages[1])) && pages[1]),
      "one of them is asked",
    );
    const last = pages.find((page) => page !== next);
    await next.evaluate(() => localStorage.setItem("tsuro.language", JSON.stringify("fr")));
    await next.reload();
    await table.untilAsked(next);

    await last.getByRole("button", { name: "Ask to take back" }).click();
    await last.getByText("asks to take back their last choice").first().waitFor();
    await next.getByText("demande à annuler son dernier choix").first().waitFor();
    assert.equal(
      await last.getByRole("button", { name: "Agree" }).count(),
      0,
      "it is not for oneself to agree",
    );
    await next.getByRole("button", { name: "Refuser" }).click();
    await last.getByText("does not agree to take it back").first().waitFor();
    await next.getByRole("button", { name: "Accepter" }).waitFor({ state: "detached" });
    assert(await isAsked(next), "nothing is taken back");

    const told = (await table.sentences(last)).length;
    await table.pressEnter(next);
    await until(() => isAsked(last), "the next one is asked");
    assert((await table.sentences(last)).length > told);
    await next.getByRole("button", { name: "Demander à annuler" }).click();
    await last.getByRole("button", { name: "Agree", exact: true }).click();
    await until(() => isAsked(next), "it is taken back");
  },
);
