// What a person may switch on and off, kept in the browser.

import { h, keep, kept, t, whole } from "./common.js";
import { fold } from "./panels.js";

/** Whether single letters are commands; for some, speech or a hand meets keys by chance. */
export const lettersAreKeys = () => kept("keys", true);
/** Whether sentences name every port, also to those who see the board. */
const hasCoordinates = () => kept("coordinates", false);
export const soundsAreOn = () => kept("sounds", false);
const vibrates = () => kept("vibration", true);
/** Whether the page answers a question that has one choice. */
export const answersOnlyChoice = () => kept("only-choice", false);
/** Whether pieces are seen on their way. */
export const movesShown = () =>
  kept("motion", !matchMedia("(prefers-reduced-motion: reduce)").matches);

/** What is shown of something that was told in two ways: to all, and to those who see the board. */
export const told = ({ words, short }) => whole((hasCoordinates() ? words : short) ?? words ?? "");

/** Whether the page was used: before, browsers let it neither sound nor shake the device. */
export const wasUsed = () => navigator.userActivation?.hasBeenActive ?? true;

/** Shakes the device in the hand for a moment, if the person wants that. */
export const shake = () => vibrates() && wasUsed() && navigator.vibrate?.(80);

/** A box to tick for a setting that is kept under `name`. */
export function settingBox(name, words, isOn, onChange = () => {}) {
  const box = h("input", {
    type: "checkbox",
    id: `setting-${name}`,
    onchange: () => (keep(name, box.checked), onChange()),
  });
  box.checked = isOn;
  return h("p", { class: "row setting" }, box, h("label", { for: box.id }, t(words)));
}

/** What is set wherever pieces move; `more` is what else a page has to set. */
export const settingsPanel = (...more) =>
  fold(
    t("WebSettings"),
    { name: "settings" },
    settingBox("sounds", "WebSetSounds", soundsAreOn()),
    settingBox("motion", "WebSetMotion", movesShown()),
    more,
  );

/** How sentences are shown; `onWords` is called when that has changed. */
const wordsSetting = (onWords) =>
  settingBox("coordinates", "WebSetCoordinates", hasCoordinates(), onWords);

/** All settings of a table. */
export const tableSettings = (onWords) =>
  settingsPanel(
    "vibrate" in navigator && settingBox("vibration", "WebSetVibration", vibrates()),
    wordsSetting(onWords),
    settingBox("only-choice", "WebSetOnlyChoice", answersOnlyChoice()),
  );
