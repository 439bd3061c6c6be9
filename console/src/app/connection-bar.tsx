import { useEffect, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useConsole } from "../session/console-context.tsx";
import { StateShape } from "../ui/state-mark.tsx";

/** A connection that comes back sooner than this was not worth a word. */
const patienceMs = 1000;

/** Says that the daemon does not answer, and that nothing is lost. */
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
      className="flex flex-none items-center gap-2 border-b border-line bg-raised px-4 py-1.5 text-13 text-dim"
    >
      <StateShape state="offline" />
      {t("connection.lost")}
    </div>
  );
}
