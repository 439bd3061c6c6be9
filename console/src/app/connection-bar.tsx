import { useEffect, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useConsole } from "../session/console-context.tsx";
import { CommandLine } from "../ui/command-line.tsx";
import { StateShape } from "../ui/state-mark.tsx";

/** A connection that comes back sooner than this was not worth a word. */
const patienceMs = 1000;

/** Says that the daemon does not answer, that nothing is lost, and how to start it again. */
export function ConnectionBar() {
  const { t } = useWords();
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
  if (!lost) return null;
  return (
    <div
      role="status"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-raised px-4 py-1.5 text-13 text-dim"
    >
      <span className="flex min-w-0 items-center gap-2">
        <StateShape state="offline" />
        {t("connection.lost")}
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        {t("connection.start")}
        <CommandLine program="serve" />
      </span>
    </div>
  );
}
