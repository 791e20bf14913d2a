// The keys of the page of a game.

import { Hand } from "./hand.js";
import { lettersAreKeys } from "./settings.js";

/**
 * Listens to the keys. `acts` has what they do: `enter`, `next`, `hurry`, `advise`, `undo`,
 * `words`, `log`, `ways`, `help`; `asker()` gives what answers the question that is shown, or null,
 * and `running()` whether something is being shown.
 */
export function listenToKeys(acts) {
  document.addEventListener("keydown", (event) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.defaultPrevented ||
      document.querySelector("dialog[open]")
    )
      return;
    const act = actOf(event, acts);
    if (!act) return;
    event.preventDefault();
    if (!event.repeat || event.key !== "Enter") act();
  });
}

function actOf({ target, key }, acts) {
  if (target.matches("input:not([type=radio]), select, textarea")) return null;
  const asker = acts.asker();
  // Buttons and links answer to these keys themselves; of a tile, Enter lays it.
  const presses = target.matches("button, a, summary") && !target.matches(".tile");
  if (key === "Enter") return presses ? null : acts.enter;
  if ((key === " " && !presses) || key === "Escape") {
    if (acts.running()) return acts.next;
    return null;
  }
  // Arrows belong to lists, and to what scrolls.
  const turns = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const inHand = target.closest(".hand, body") && !target.matches("input[type=radio], .scroll");
  if (turns && asker instanceof Hand && inHand) return () => asker.turn(turns);
  if (!lettersAreKeys()) return null;
  if (/^[1-9]$/.test(key) && asker) return () => (asker.choose(Number(key) - 1), asker.focus());
  const letters = {
    r: () => asker?.turn(1),
    R: () => asker?.turn(-1),
    a: acts.advise,
    u: acts.undo,
    w: acts.words,
    l: acts.log,
    d: acts.ways,
    s: acts.hurry,
    "?": acts.help,
  };
  return letters[key] ?? letters[key.toLowerCase()];
}
