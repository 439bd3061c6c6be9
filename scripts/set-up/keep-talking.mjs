import { say } from "./places.mjs";

/** Nobody wonders whether something still runs. Milliseconds. */
const longestSilence = 4_000;

/** Says every few seconds of silence that `what` goes on, until `stop`. `heard` tells that something else was said. */
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

/** Does the work and keeps talking meanwhile. */
export async function talkingMeanwhile(what, work) {
  const talk = keepTalking(what);
  try {
    return await work();
  } finally {
    talk.stop();
  }
}
