// The page of a run: how far it is, what has been found so far, and how to keep it.

import {
  announce,
  api,
  ApiError,
  byId,
  editions,
  errorBox,
  h,
  sentence,
  startPage,
  t,
} from "./common.js";
import { makeFindings, setText } from "./lab-findings.js";
import { prepareKeeping, showKeeping } from "./lab-keep.js";
import { poll } from "./lab-poll.js";
import { keepPace, rememberRun, runToken } from "./lab-runs.js";
import { duration, gamesInWords, letterOf, stateInWords, tableInWords } from "./lab-words.js";
import { can, idInAddress, setAddress } from "./transport.js";

const id = idInAddress();
const path = `runs/${encodeURIComponent(id)}`;
const PASSING = ["offline", "busy", "fault", ""]; // errors that may pass
const SURE = 3; // seconds of playing after which a pace is known

let token;
let levels;
let showFindings;
let askNow;
let last = null; // how the run stood

/** A token in the address is kept, and leaves the address: that one is shared. */
function takeToken() {
  const given = location.hash.slice(1);
  if (given && can.tokens) {
    if (rememberRun(id, given)) setAddress(location.href.split("#")[0]);
    return given;
  }
  return runToken(id);
}

async function ask() {
  const run = await api(path);
  byId("fault").replaceChildren();
  show(run);
  return run.state;
}

/** Shows why no answer came. Whether asking again can help. */
function failed(error) {
  // What is shown already is not said again.
  if (byId("fault").dataset.shown !== error.message || !byId("fault").firstChild)
    byId("fault").replaceChildren(errorBox(error));
  byId("fault").dataset.shown = error.message;
  if (!last) setText(byId("run-title"), t("WebLabRun"));
  return error instanceof ApiError && PASSING.includes(error.code);
}

function show(run) {
  const isFirst = last === null;
  byId("run").hidden = false;
  setText(byId("run-title"), titleOf(run));
  setText(byId("progress-title"), stateInWords(run.state));
  byId("progress-title").className = run.state;
  if (isFirst) showAbout(run);
  showProgress(run);
  showCommands(run);
  byId("why").hidden = !run.why;
  setText(byId("why"), run.why ? sentence(run.why) : "");
  setText(byId("judged"), judged(run));
  const verdicts = showFindings(run);
  showKeeping(run);
  const share = run.games < run.planned ? `${percent(run)} · ` : "";
  document.title = `${share}${stateInWords(run.state)} – ${titleOf(run)} – Tsuro`;
  const isNew = !isFirst && last.state !== run.state;
  const news = [isNew && stateInWords(run.state), ...verdicts].filter(Boolean);
  if (news.length > 0) announce(news.join(". "));
  if (run.state === "done" && run.seconds >= SURE) keepPace(run);
  last = run;
}

function titleOf({ rules }) {
  const [a, b] = rules.map(({ title }) => title);
  if (rules.length === 1) return t("WebLabTitleAlone", { a });
  return rules.length === 2
    ? t("WebLabTitleTwo", { a, b })
    : t("WebLabTitleMore", { a, count: rules.length - 1 });
}

const percent = ({ games, planned }) => `${Math.floor((100 * games) / planned)}\u00a0%`;

/** What the run was begun with. */
function showAbout({ rules, players, bots }) {
  const tables = players.flatMap((count) => bots.map((one) => tableInWords(count, one, levels)));
  const entry = (name, words) => [h("dt", {}, name), h("dd", {}, words)];
  byId("about").replaceChildren(
    ...rules.flatMap(({ title }, index) =>
      entry(h("span", { class: "letter" }, letterOf(index)), title),
    ),
    ...entry(t("WebLabTables"), tables.join("; ")),
  );
}

function showProgress(run) {
  const { games, planned, seconds, state } = run;
  byId("bar").value = planned > 0 ? games / planned : 0;
  byId("bar").hidden = ["done", "failed"].includes(state);
  setText(byId("count"), gamesInWords(run));
  const isKnown = state === "running" && seconds >= SURE && games > 0 && games < planned;
  const rest =
    isKnown && t("WebLabRest", { time: duration(((planned - games) * seconds) / games) });
  setText(
    byId("pace"),
    [seconds >= 1 && t("WebLabPlayed", { time: duration(seconds) }), rest]
      .filter(Boolean)
      .join(" · "),
  );
}

function judged({ judged, state, games }) {
  if (games === 0 || state === "failed") return "";
  if (judged === "one") return t("WebLabJudgedOne");
  if (["running", "waiting", "paused"].includes(state)) return t("WebLabJudgedAny");
  return t("WebLabJudgedLooked");
}

// ---- Commands -----------------------------------------------------------------------------------

function showCommands({ state }) {
  const isOpen = ["running", "waiting", "paused"].includes(state);
  const hadFocus =
    byId("commands").contains(document.activeElement) ||
    byId("stop-ask").contains(document.activeElement);
  byId("commands").hidden = !isOpen || !token;
  if (!isOpen) byId("stop-ask").hidden = true;
  setText(byId("toggle"), t(state === "paused" ? "WebGoOn" : "WebPause"));
  byId("toggle").dataset.wants = state === "paused" ? "running" : "paused";
  if (hadFocus && !isOpen) byId("run-title").focus(); // the button that had the focus is gone
}

async function command(state) {
  byId("command-error").replaceChildren();
  try {
    await api(`${path}/state`, { body: { state }, token });
  } catch (error) {
    byId("command-error").replaceChildren(errorBox(error));
  }
  askNow();
}

function prepareCommands() {
  const askToStop = (asks) => {
    byId("stop-ask").hidden = !asks;
    byId(asks ? "stop-no" : "stop").focus();
  };
  byId("toggle").addEventListener("click", ({ target }) => command(target.dataset.wants));
  byId("stop").addEventListener("click", () => askToStop(true));
  byId("stop-no").addEventListener("click", () => askToStop(false));
  byId("stop-yes").addEventListener("click", () => {
    askToStop(false);
    command("stopped");
  });
  byId("stop-ask").addEventListener("keydown", ({ key }) => key === "Escape" && askToStop(false));
}

if (await startPage("lab")) {
  document.title = `${t("WebLabRun")} – Tsuro`;
  token = takeToken();
  const server = await editions().catch(() => ({ bots: [] }));
  levels = server.bots;
  showFindings = makeFindings(byId("sections"), levels);
  prepareCommands();
  prepareKeeping(path, id, server.address);
  askNow = poll(ask, failed);
}
