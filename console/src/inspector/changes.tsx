import type { SessionEvent } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { useMemo } from "react";
import { ChangedLines } from "../diff/changed-lines.tsx";
import { DiffView } from "../diff/diff-view.tsx";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { changedFiles } from "./changed-files.ts";

type ChangesProps = { state: SessionState; events: readonly SessionEvent[] };

/** Every file that differs from its state at the session's start, with its diffs in order. */
export function Changes({ state, events }: ChangesProps) {
  const { t } = useWords();
  // A file changes only with a new set of them.
  const files = useMemo(() => changedFiles(state, events), [state.fileSets]);
  if (files.length === 0) return <p className="text-ui text-dim">{t("changes.none")}</p>;
  return (
    <div className="stack gap-3">
      <p className="text-fine text-faint">{t("changes.sum", { count: files.length })}</p>
      {files.map(({ path, changes, lines }) => (
        <details key={path} className="rounded-card border border-line bg-card">
          <summary className="opens flex items-center gap-2 px-3 py-2 text-fine">
            <span className="min-w-0 flex-1 font-mono [overflow-wrap:anywhere]">
              <VisibleText text={path} />
            </span>
            <ChangedLines {...lines} />
          </summary>
          <div className="stack gap-2 p-2 pt-0">
            {changes.length === 0 && <p className="px-1 text-fine text-dim">{t("changes.command")}</p>}
            {changes.map((change, index) => (
              <DiffView key={index} diff={change.diff} path={path} />
            ))}
          </div>
        </details>
      ))}
    </div>
  );
}
