import { useCallback, useEffect, useRef } from "react";
import { useConsoleStore } from "../../session/console-context.tsx";
import { passOver } from "../../session/failure.ts";

/** Milliseconds without a change before the draft is sent to the daemon. */
const pause = 400;
/** Characters below which a prefill takes no noticeable time. */
const tooShort = 150;

/** Sends the draft to the daemon for speculative prefill: after a pause, and pasted text at once. */
export function useDraftTeller(sessionId: string): (text: string, whole: boolean) => void {
  const store = useConsoleStore();
  const told = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (text, whole) => {
      clearTimeout(timer.current);
      const short = text.length < tooShort;
      if (short && !told.current) return;
      told.current = !short;
      const tell = () => {
        const body = { text: short ? "" : text.slice(0, 200_000), whole };
        store.client.call("typeDraft", { params: { id: sessionId }, body }).catch(passOver);
      };
      if (whole) tell();
      else timer.current = setTimeout(tell, pause);
    },
    [store, sessionId],
  );
}
