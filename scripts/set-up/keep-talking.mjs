import { say } from "./places.mjs";

/** Longest time without output. Milliseconds. */
const longestSilence = 4_000;

/** Prints that `what` is in progress after every few seconds of silence, until `stop`. `heard` reports other output. */
export function keepTalking(what) {
  const begun = Date.now();
  let last = begun;
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last < longestSilence) return;
    last = now;
    say(`${what} (${Math.round((now - begun) / 1000)} s)`);
  }, 500);
  return {
    heard: () => {
      last = Date.now();
    },
    stop: () => clearInterval(timer),
  };
}

/** Runs the work with `keepTalking`. */
export async function talkingMeanwhile(what, work) {
  const talk = keepTalking(what);
  try {
    return await work();
  } finally {
    talk.stop();
  }
}
