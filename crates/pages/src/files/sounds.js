// Sounds of what happens, made here: no file is loaded.

import { soundsAreOn, wasUsed } from "./settings.js";

/**
 * Each sound: its tones, one after the other, as `[frequency in Hz, length in s]`, their wave, and
 * how loud they are.
 */
const SOUNDS = {
  lay: {
    tones: [
      [180, 0.05],
      [120, 0.06],
    ],
    wave: "triangle",
    loud: 0.5,
  },
  go: { tones: [[520, 0.07]], wave: "sine", loud: 0.15 },
  out: {
    tones: [
      [330, 0.16],
      [247, 0.16],
      [165, 0.35],
    ],
    wave: "sine",
    loud: 0.4,
  },
  turn: {
    tones: [
      [659, 0.1],
      [880, 0.16],
    ],
    wave: "sine",
    loud: 0.3,
  },
  dice: {
    tones: [
      [900, 0.03],
      [700, 0.03],
      [1000, 0.03],
      [800, 0.04],
    ],
    wave: "square",
    loud: 0.06,
  },
};

let context = null;

/**
 * Plays a sound, if the person has switched sounds on and the browser allows it. While nobody sees
 * the page, only that of one's turn, which calls back.
 */
export function play(name) {
  if (!soundsAreOn() || !wasUsed() || (document.hidden && name !== "turn")) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  const { tones, wave, loud } = SOUNDS[name];
  let at = context.currentTime;
  for (const [frequency, length] of tones) {
    const tone = new OscillatorNode(context, { type: wave, frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(loud, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}

/** The sound of an event, as the server tells it. */
export function soundOf({ event, out }) {
  if (out) return "out";
  return { placed: "lay", moved: "go", roll: "dice", die: "dice" }[event?.event] ?? null;
}
