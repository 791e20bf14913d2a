// The page of rules: a rule set of one's own as a form and as a text. The text is the rule set; the
// form asks the server for changes of the text, and shows what the server says of it.

import {
  api,
  byId,
  copy,
  countWords,
  editions,
  errorBox,
  h,
  keep,
  kept,
  messageOf,
  startPage,
  t,
} from "./common.js";
import { choicesOf, labAddress, ownPart, suitesAddress } from "./lab-address.js";
import { deleteOwn, keepOwn, nameOf, ownRules, saveFile, textBody } from "./own-rules.js";
import { packedIn, packRules, unpackRules } from "./links.js";
import { makeForm } from "./rules-form.js";
import { makeScripts } from "./rules-scripts.js";
import { fileParts, makeText, textParts } from "./rules-text.js";
import { makeTrial } from "./rules-trial.js";
import { address, can, setAddress, shareAddress } from "./transport.js";

let own = null; // the name under which the rule set is kept
let isFromLink = false; // it came in a link, and is not kept
let base; // what a rule set extends that is not kept yet
let original; // the text and the scripts as they are kept
let sheet; // what the server said last
let sheetOf; // of what it said that
let form;
let field;
let scripts;
let trial;

let version = 0; // of the text: answers to an older one are dropped
let editing = 0; // changes of the form that are on their way

const text = () => byId("editor-text").value;
/** The text and the scripts as they are now. */
const now = () => ({ text: text(), scripts: scripts.all() });
const isSame = (one, other) =>
  one.text === other.text && JSON.stringify(one.scripts) === JSON.stringify(other.scripts);
/** What was kept: texts without scripts were once kept as they are. */
const asRules = (one) =>
  typeof one === "string"
    ? { text: one, scripts: [] }
    : { text: one.text, scripts: one.scripts ?? [] };

/** A new rule set that only extends another. */
function template() {
  const names = ["mine", ...Array.from({ length: 99 }, (_, index) => `mine-${index + 2}`)];
  return t("WebRulesTemplate", { base, name: names.find((name) => !ownRules()[name]) });
}

/** What the address names: a rule set of this browser, or what a new one extends. */
async function begin(parents) {
  const named = choicesOf(location.search).find((choice) => choice.own)?.own;
  own = ownRules()[named] ? named : null;
  const wanted = new URLSearchParams(location.search).get("extends");
  base = parents.find(({ reference }) => reference === wanted)?.reference ?? parents[0].reference;
  original = asRules(own ? ownRules()[own] : template());
  const first = (await fromLink()) ?? asRules(kept("drafts", {})[draftName()] ?? original);
  byId("editor-text").value = first.text;
  scripts.write(first.scripts);
  listRules(parents);
  changed();
}

/** The rule set in the address. It is kept when the user says so, and not before. */
async function fromLink() {
  const packed = packedIn("rules");
  if (packed === null) return null;
  try {
    const rules = await unpackRules(packed);
    own = null;
    isFromLink = true;
    return rules;
  } catch (error) {
    byId("which").prepend(errorBox(error));
    return null;
  }
}

function listRules(parents) {
  const options = (entries) => entries.map(([value, words]) => h("option", { value }, words));
  const names = Object.entries(ownRules()).map(([name, { title }]) => [ownPart(name), title]);
  byId("open-which").replaceChildren(
    names.length > 0 ? h("optgroup", { label: t("WebOwn") }, options(names)) : "",
    h(
      "optgroup",
      { label: t("WebRulesNew") },
      options(
        parents.map(({ reference, title }) => [
          `extends=${reference}`,
          t("WebRulesNewFrom", { title }),
        ]),
      ),
    ),
  );
  byId("open-which").value = own ? ownPart(own) : `extends=${base}`;
}

// ---- The text and the form ----------------------------------------------------------------------

function changed() {
  version += 1;
  const isSaved = isSame(now(), original);
  trial.changed();
  keepDraft(isSaved ? undefined : now());
  byId("discard").hidden = isSaved;
  byId("delete").hidden = !own;
  byId("saved").textContent = !isSaved
    ? t(isFromLink ? "WebRulesFromLink" : "WebRulesNotSaved")
    : own
      ? t("WebOwnKept", { name: own })
      : "";
}

/** Drafts are texts that are not saved, by the name of the rule set or by what it extends. */
const draftName = () => (own ? `own ${own}` : `extends ${base}`);

function keepDraft(draft) {
  // The link has it still, and a draft of one's own stays.
  if (isFromLink) return;
  const { [draftName()]: _, ...others } = kept("drafts", {});
  keep("drafts", draft === undefined ? others : { ...others, [draftName()]: draft });
}

/** Asks what the text comes to. */
async function check() {
  if (editing > 0) return; // this follows when the change has come
  const [asked, of] = [version, now()];
  try {
    const came = await api("rules/sheet", { body: textBody(now()) });
    if (asked === version && editing === 0) {
      sheetOf = of;
      show(came);
    }
  } catch (error) {
    if (asked === version) field.showProblems([{ severity: "error", words: messageOf(error) }]);
  }
}

let queue = Promise.resolve();

/** Asks for a change of the text. Gives null, or why it was refused. */
function change(edit) {
  editing += 1;
  queue = queue.then(async () => {
    try {
      for (;;) {
        const asked = now();
        const body = {
          ...textBody(asked),
          ...(typeof edit === "function" ? edit(asked.text) : edit),
        };
        const came = await api("rules/edit", { body });
        // What was written meanwhile stays: the change is asked for again.
        if (!isSame(asked, now())) continue;
        write(came);
        return null;
      }
    } catch (error) {
      if (error.body?.problems) field.showProblems(scripts.showProblems(error.body.problems));
      return messageOf(error);
    } finally {
      editing -= 1;
      check();
    }
  });
  return queue;
}

/**
 * Puts others in the place of the text and the scripts; where only a text is given, the scripts
 * stay.
 */
function write(next) {
  const rules = typeof next === "string" ? { ...now(), text: next } : next;
  field.write(rules.text);
  scripts.write(rules.scripts);
  changed();
  check();
}

function show(came) {
  sheet = came;
  const isWhole = came.title !== null;
  field.showProblems(scripts.showProblems(came.problems));
  form.fill(came, text());
  for (const id of ["play-now", "compare", "suites"]) byId(id).disabled = !isWhole;
  for (const id of ["compare", "suites"]) byId(id).hidden = !came.parent;
  byId("result").classList.toggle("stale", !isWhole);
  byId("result-stale").hidden = isWhole;
  if (!isWhole) return;
  byId("result").hidden = false;
  const title = came.title || nameOf(text()) || t("WebOwnNameless");
  document.title = `${title} – Tsuro`;
  byId("result-title").textContent = title;
  byId("result-about").textContent = came.summary;
  byId("result-counts").textContent = came.counts ? countWords(came.counts) : "";
  byId("differs-title").textContent = came.parent
    ? t("WebRulesDiffers", { parent: came.parent.title })
    : "";
  const lines =
    came.differences.length > 0 || !came.parent ? came.differences : [t("WebRulesDiffersNot")];
  const list = byId("differs-list");
  // Nothing is said again that has not changed.
  if (list.dataset.shown !== lines.join("\n"))
    list.replaceChildren(...lines.map((line) => h("li", {}, line)));
  list.dataset.shown = lines.join("\n");
  const board = byId("board");
  board.hidden = !came.board;
  if (came.board) board.src = `data:image/svg+xml,${encodeURIComponent(came.board)}`;
  board.alt = t("WebBoardOf", { title });
}

// ---- What can be done with it -------------------------------------------------------------------

/** Keeps the rule set in this browser; whether it could. */
function save(parents) {
  const name = nameOf(text()) ?? t("WebOwnNameless");
  if (name !== own && ownRules()[name] && !confirm(t("WebRulesReplaceAsk", { name }))) return false;
  keepDraft(undefined);
  const { stored } = keepOwn(now(), own, t("WebOwnNameless"));
  own = name;
  isFromLink = false;
  original = now();
  setAddress(address("rules", { query: ownPart(own) }));
  listRules(parents);
  changed();
  if (!stored) byId("saved").textContent = t("WebRulesNotKept");
  return stored;
}

/** Whether the server has said something of what is there now. */
const isShown = () => sheet && sheetOf && isSame(sheetOf, now());

/** The button that copies a link which has the rule set in it. */
function prepareLink(known) {
  byId("copy-link").hidden = !can.packed;
  byId("copy-link").addEventListener("click", async () => {
    try {
      const hash = `rules=${await packRules(now())}`;
      await copy(shareAddress("rules", { hash }, known));
    } catch (error) {
      byId("saved").replaceChildren(errorBox(error));
    }
  });
}

function prepare(parents, known) {
  const on = (id, act) => byId(id).addEventListener("click", act);
  on("save", () => save(parents));
  const isKept = () => (own && isSame(now(), original)) || save(parents);
  const goTo = (page, query) => location.assign(address(page, { query }));
  on("play-now", () => isKept() && goTo("launch", ownPart(own)));
  on("compare", () => {
    if (!isKept()) return;
    location.assign(
      labAddress([
        { rules: sheet.parent.reference, options: [] },
        { own, options: [] },
      ]),
    );
  });
  on("suites", () => isKept() && location.assign(suitesAddress({ own, options: [] })));
  // One file, which has its scripts in itself. What cannot be read is saved as it is.
  on("download", () =>
    saveFile(`${nameOf(text()) ?? "rules"}.toml`, (isShown() && sheet.file) || text()),
  );
  prepareLink(known);
  on("discard", () => {
    byId("save").focus(); // the button goes
    isFromLink = false;
    write(original);
  });
  on("delete", () => {
    if (!confirm(t("WebOwnDeleteAsk", { name: own }))) return;
    keepDraft(undefined);
    deleteOwn(own);
    goTo("rules");
  });
  byId("open").addEventListener("submit", (event) => {
    event.preventDefault();
    goTo("rules", byId("open-which").value);
  });
}

if (await startPage("rules")) {
  document.title = `${t("WebRules")} – Tsuro`;
  try {
    const server = await editions();
    // A text may extend what is shipped, and nothing else.
    const parents = server.editions.filter((edition) => !edition.own);
    addEventListener("hashchange", () => packedIn("rules") !== null && location.reload());
    byId("text").append(...textParts("editor", t("WebOwnText")), ...fileParts("editor"));
    field = makeText("editor", { changed, check });
    scripts = makeScripts({ changed, check, edit: change });
    trial = makeTrial({ now, isSame });
    form = makeForm({
      change,
      write,
      goTo: field.goTo,
      parents: parents.map(({ reference, title }) => ({ word: reference, doc: title })),
    });
    prepare(parents, server.address);
    await begin(parents);
    await check();
  } catch (error) {
    byId("which").prepend(errorBox(error));
  }
}
