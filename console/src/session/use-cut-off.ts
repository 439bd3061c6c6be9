import { useEffect, useState } from "react";
import { useConsole } from "./console-context.tsx";

/** A connection that returns sooner is not reported. Milliseconds. */
const patienceMs = 1000;

/** Whether the daemon has not answered for a while, so that the last state may be outdated. */
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
