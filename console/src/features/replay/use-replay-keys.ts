import { useEffect, useRef } from "react";
import type { ReplayLog } from "./replay-log.ts";
import type { usePlayback } from "./use-playback.ts";

/** Space plays, arrows step (with Shift from mark to mark), Home and End jump to the ends. */
export function useReplayKeys(playback: ReturnType<typeof usePlayback>, log: ReplayLog): void {
  const newest = useRef(playback);
  newest.current = playback;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      if (target instanceof HTMLElement && target.matches("input, select, button, summary, a, [role=tab]"))
        return;
      const { at, move, toggle } = newest.current;
      const step = (direction: -1 | 1) =>
        move(event.shiftKey ? (log.markBeside(at, direction) ?? at) : at + direction);
      const meanings: Record<string, () => void> = {
        " ": toggle,
        ArrowLeft: () => step(-1),
        ArrowRight: () => step(1),
        Home: () => move(0),
        End: () => move(log.events.length),
      };
      const act = meanings[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [log]);
}
