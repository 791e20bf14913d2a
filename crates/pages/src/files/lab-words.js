// What both pages of the laboratory say in the same words.

import { formatNumber, language, t } from "./common.js";

/** The letter of a rule set: the first is A. */
export const letterOf = (index) => String.fromCharCode(65 + index);

/** A time in words, as exact as an estimate may claim to be: `40 seconds`, `3 minutes`. */
export function duration(seconds) {
  const [unit, length] = [
    ["hour", 3600],
    ["minute", 60],
    ["second", 1],
  ].find(([, length]) => seconds >= 1.5 * length) ?? ["second", 1];
  const count = Math.max(1, seconds / length);
  const value = unit === "hour" && count < 10 ? Math.round(count * 2) / 2 : Math.round(count);
  return new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "long" }).format(
    value,
  );
}

/**
 * The bots of a table in words: `medium`, `greedy + random`. `levels` are the bots of `editions`.
 */
export function botsInWords(bots, levels) {
  const one = (word) =>
    word === "random"
      ? t("WebLabBotRandom")
      : (levels.find((level) => level.word === word)?.title ?? word);
  return bots.split("+").map(one).join(" + ");
}

/** Numbers of players, bots: `4 players, medium`. */
export const tableInWords = (players, bots, levels) =>
  t("WebLabTable", { players, bots: botsInWords(bots, levels) });

/** The games of a run, in words: `1,200 of 2,000 games`. */
export const gamesInWords = ({ games, planned }) =>
  games >= planned
    ? t("WebLabGamesAll", { planned: formatNumber(planned) })
    : t("WebLabGamesOf", { games: formatNumber(games), planned: formatNumber(planned) });

export const STATES = {
  running: "WebLabStateRunning",
  waiting: "WebLabStateWaiting",
  paused: "WebLabStatePaused",
  stopped: "WebLabStateStopped",
  done: "WebLabStateDone",
  failed: "WebLabStateFailed",
};

/** The state of a run in a word or two. */
export const stateInWords = (state) => (STATES[state] ? t(STATES[state]) : state);
