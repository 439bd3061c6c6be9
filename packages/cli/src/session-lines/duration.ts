import type { Say } from "../i18n/say.ts";

/** Milliseconds as text: `42 s`, `1 min 12 s`. */
export function durationText(ms: number, say: Say): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return say("seconds", { seconds });
  return say("minutesSeconds", { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}
