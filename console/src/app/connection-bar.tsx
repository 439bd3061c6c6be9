import { useWords } from "../i18n/language.tsx";
import { serveAgain } from "../program/program-command.ts";
import { useCutOff } from "../session/use-cut-off.ts";
import { CommandLine } from "../ui/command-line.tsx";
import { Bar } from "./bar.tsx";

/** Reports that the daemon does not answer, that nothing is lost, and how to restart it. */
export function ConnectionBar() {
  const { t } = useWords();
  const lost = useCutOff();
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
