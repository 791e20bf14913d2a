// What the record of a game shows of its luck. It is loaded when somebody wants to know.

import { h, request, t } from "./common.js";
import { commitmentTo, orderedBy } from "./luck.js";

/** The first tile that is not a path: rules deal these in other ways. */
const SPECIAL = 35;

const hash = (text) => h("code", { class: "hash" }, text);

const line = (sign, ...words) =>
  h("li", {}, h("span", { class: "sign", "aria-hidden": "true" }, sign), h("span", {}, ...words));

/**
 * Checks the luck of a game, and says what was found as items of a list. `known` is what this
 * browser has kept of it.
 */
export async function checked(id, known, token) {
  const events = (await (await request(`games/${id}/record`, { token })).text())
    .split("\n")
    .filter(Boolean)
    .map((text) => JSON.parse(text));
  const { seed, index } = events[0];
  const [, secret, ...numbers] = seed.split(" ");
  const { hands, pile } = events.find(({ event }) => event === "deal");
  const now = commitmentTo(secret ?? "");
  return [
    commitmentLine(known, now),
    numberLine(known, numbers),
    listLine(known, numbers),
    dealLine(seed, index ?? 0, [...hands.flat(), ...pile]),
    line("→", t("WebLuckRest"), " ", hash(`tsuro replay tsuro-${id}.jsonl --verify=${now}`)),
  ].filter(Boolean);
}

function commitmentLine(known, now) {
  if (!known) return line("?", t("WebLuckUnseen"), " ", hash(now));
  return known.commitment === now ? line("✓", t("WebLuckKept")) : line("✗", t("WebLuckBroken"));
}

function numberLine(known, numbers) {
  if (!known?.number) return null;
  return numbers.includes(known.number)
    ? line("✓", t("WebLuckOwn"))
    : line("✗", t("WebLuckOwnLost"));
}

/** Whether the numbers are those to which all were bound before the first was shown. */
function listLine(known, numbers) {
  if (!known?.commitments) return null;
  const found = numbers.map(commitmentTo).join();
  return found === known.commitments.join()
    ? line("✓", t("WebLuckList"))
    : line("✗", t("WebLuckListBroken"));
}

function dealLine(seed, index, dealt) {
  const isSame = orderedBy(seed, index, dealt).every((tile, at) => tile === dealt[at]);
  if (isSame) return line("✓", t("WebLuckDeal"));
  const isOther = dealt.every((tile) => tile < SPECIAL);
  return isOther ? line("✗", t("WebLuckDealOther")) : line("?", t("WebLuckDealUnknown"));
}
