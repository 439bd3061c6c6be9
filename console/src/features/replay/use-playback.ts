import { useCallback, useEffect, useState } from "react";
import type { ReplayLog } from "./replay-log.ts";

/** Longer pauses are cut to this. Milliseconds. */
const longestPause = 900;

export const speeds = [1, 2, 5, 10] as const;
export type Speed = (typeof speeds)[number];

/** The position of the replay and whether it is playing. Moving it by hand does not stop it. */
export function usePlayback(log: ReplayLog) {
  const last = log.events.length;
  const [at, setAt] = useState(last);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);

  useEffect(() => {
    if (!playing) return;
    if (at >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setAt((now) => now + 1), log.pauseAfter(at, speed, longestPause));
    return () => clearTimeout(timer);
  }, [playing, at, last, speed, log]);

  const move = useCallback((to: number) => setAt(Math.max(0, Math.min(to, last))), [last]);
  const toggle = useCallback(() => {
    setPlaying((now) => !now);
    setAt((now) => (now >= last ? 0 : now));
  }, [last]);
  return { at, playing, speed, move, toggle, setSpeed };
}
