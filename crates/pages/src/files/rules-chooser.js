// The chooser of rules, on the launch page, in the laboratory and for test suites: an edition or a
// rule set of one's own, and what is changed of it. The server says what a choice comes to
// (`choose`); the chooser only keeps what is chosen. A page with it has the elements
// #choose-edition and #choose-rules with their headings.

import { api, byId, kept, t } from "./common.js";
import { ownPart } from "./lab-address.js";
import { markEdition, showEditions } from "./launch-editions.js";
import { showRefusal, showRules } from "./launch-rules.js";
import { deleteOwn, keepOwn, ownRules, textBody } from "./own-rules.js";
import { addParts } from "./rules-chooser-parts.js";
import { openEditor, prepareEditor } from "./rules-editor.js";
import { address } from "./transport.js";

/**
 * What the server says to a choice, `{rules, options}` or `{own, options}`: `{choice, answer}`,
 * where the options of the choice are as the server writes them.
 */
export async function askRules({ rules, own, options }) {
  const answer = await api("choose", { body: rulesBody({ rules, own, options }) });
  const choice = own
    ? { own, options: answer.options }
    : { rules: answer.base, options: answer.options };
  return { choice, answer };
}

/** What was played last on this device, or the first edition. */
export function lastPlayed(server) {
  const own = kept("own");
  if (own && ownRules()[own]) return { own, options: [] };
  return { rules: kept("recent", [])[0]?.rules ?? server.editions[0].reference, options: [] };
}

/** A choice as requests have it. */
export const rulesBody = ({ rules, own, options }) =>
  own ? { ...textBody(ownRules()[own]), options } : { rules: [rules, ...options].join("+") };

const goToRules = (query) => location.assign(address("rules", { query }));

/**
 * Opens the editor with a rule set of one's own, or with a new one of `base`. Gives how it was
 * closed, with the text and the scripts; null if the text is only kept among the `drafts`, by name.
 */
async function editText(name, base, drafts) {
  const text = drafts.get(name) ?? ownRules()[name]?.text ?? t("WebOwnExample", { base });
  const { scripts } = ownRules()[name] ?? {};
  const closed = await openEditor({ text, scripts }, name !== null);
  const isKept =
    closed.action === "delete"
      ? confirm(t("WebOwnDeleteAsk", { name }))
      : closed.action !== "close";
  if (isKept) drafts.delete(name);
  else drafts.set(name, closed.text);
  return isKept ? { ...closed, scripts } : null;
}

/** Shows what a choice comes to; `change` is called with a change of its options. */
function showAnswer({ choice, answer }, change) {
  showRules(answer, Boolean(choice.own), change);
  // A changed edition is marked as itself where nothing on the list is changed in the same way.
  if (choice.own || !markEdition({ rules: answer.reference })) markEdition(choice);
}

/** Shows why a choice is refused. */
function showWhy(refusal, { rules, own, options }) {
  showRefusal(refusal, options.length === 0 && refusal.code === "rules");
  markEdition(own ? { own } : { rules });
}

/**
 * Makes the chooser. `changed({choice, answer, refusal})` is called when a choice is made (without
 * `answer` and `refusal`), and again when one of these has come. `edited(old, name)` is called when
 * a rule set of one's own has been changed, and perhaps renamed, or deleted (`name` is null then);
 * not when it is new.
 */
export function makeChooser(server, { changed, edited }) {
  let now = { choice: {}, answer: null, refusal: null };
  let asked = 0;
  const drafts = new Map(); // texts of closed editors, by name

  addParts();
  prepareEditor();
  list();
  byId("own-new").addEventListener("click", () => edit(null));
  byId("reset").addEventListener("click", () => {
    byId("rules-title").focus();
    choose({ ...now.choice, options: [] });
  });

  function list() {
    showEditions({
      editions: server.editions,
      recent: kept("recent", []),
      choose: (chosen) => choose({ ...chosen, options: [] }),
      edit,
    });
  }

  function become(next) {
    now = next;
    changed(now);
  }

  /** Asks what a choice comes to, and shows it. Whether it is a rule set at all. */
  async function choose(choice) {
    const number = ++asked;
    become({ choice, answer: null, refusal: null });
    try {
      const came = await askRules(choice);
      if (number !== asked) return true; // something else has been chosen since
      // What is changed while an answer is on its way is added to what was asked for.
      showAnswer(came, (change) => choose({ ...now.choice, options: change(now.choice.options) }));
      become({ ...came, refusal: null });
      return true;
    } catch (refusal) {
      if (number === asked) {
        showWhy(refusal, choice);
        become({ choice, answer: null, refusal });
      }
      return false;
    }
  }

  /** Opens the editor with a rule set of one's own, or with a new one. */
  async function edit(name) {
    const { choice, answer } = now;
    const base = answer && !choice.own ? choice.rules : "classic";
    const closed = await editText(name, base, drafts);
    if (!closed) return;
    if (closed.action === "delete") return drop(name, choice);
    const { text, scripts } = closed;
    const { name: kept, stored } = keepOwn({ text, scripts }, name, t("WebOwnNameless"));
    list();
    byId("own-state").textContent = stored ? t("WebOwnKept", { name: kept }) : t("WebOwnNotKept");
    if (name !== null) edited?.(name, kept);
    if (closed.action === "all" && stored) return goToRules(ownPart(kept));
    await choose({ own: kept, options: [] });
  }

  /** Deletes a rule set of one's own. */
  function drop(name, choice) {
    deleteOwn(name);
    list();
    byId("own-new").focus();
    edited?.(name, null);
    if (choice.own === name) return choose({ rules: server.editions[0].reference, options: [] });
    return markEdition(choice);
  }

  return { choose, list, now: () => now };
}
