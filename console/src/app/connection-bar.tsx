import { useEffect, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { serveAgain } from "../program/program-command.ts";
import { useConsole } from "../session/console-context.tsx";
import { CommandLine } from "../ui/command-line.tsx";
import { Bar } from "./bar.tsx";

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
    <Bar role="status" words={t("connection.lost")}>
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        {t("connection.start")}
        <CommandLine program={serveAgain()} />
      </span>
    </Bar>
  );
}
