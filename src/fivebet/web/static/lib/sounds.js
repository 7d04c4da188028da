import { settings } from "./settings.js";

/** Short synthesised tones; silent unless the person has switched them on. */

/** @type {AudioContext | null} */
let context = null;

/** @type {Record<string, [frequency: number, seconds: number, volume: number]>} */
const TONES = { deal: [520, 0.05, 0.05], act: [300, 0.06, 0.06], turn: [740, 0.12, 0.08], won: [880, 0.25, 0.08] };

/** Play a tone. @param {"deal" | "act" | "turn" | "won"} what */
function sound(what) {
  if (!settings.values.sound) return;
  context ??= new AudioContext();
  const [frequency, seconds, volume] = TONES[what];
  const tone = context.createOscillator();
  const level = context.createGain();
  const now = context.currentTime;
  tone.type = "triangle";
  tone.frequency.value = frequency;
  level.gain.setValueAtTime(volume, now);
  level.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
  tone.connect(level).connect(context.destination);
  tone.start(now);
  tone.stop(now + seconds);
}

/**
 * Play the tone of what has happened at a table, if it has one.
 * @param {import("./table-feed.js").State | null} before
 * @param {import("./table-feed.js").State} state
 */
export function soundOf(before, state) {
  if (state.legal && !before?.legal) sound("turn");
  else if (state.over && !before?.over && state.seats.some((seat) => seat.place === state.you && (seat.won ?? 0) > 0)) sound("won");
  else if (before && before.board.length !== state.board.length) sound("deal");
  else if (before && before.turn !== state.turn) sound("act");
}
