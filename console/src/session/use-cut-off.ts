import { useEffect, useState } from "react";
import { useConsole } from "./console-context.tsx";

/** A connection that comes back sooner than this was not worth a word. */
const patienceMs = 1000;

/** Whether the daemon has not answered for a while: what was heard last is no news of now. */
export function useCutOff(): boolean {
  const connection = useConsole((state) => state.connection);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (connection === "open") {
      setLost(false);
      return;
    }
    const timer = setTimeout(() => setLost(true), patienceMs);
    return () => clearTimeout(timer);
  }, [connection]);
  return lost;
}
