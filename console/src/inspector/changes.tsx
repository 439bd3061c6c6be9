import type { FileChange, SessionState } from "@kestrel/protocol";
import { useMemo } from "react";
import { DiffView } from "../diff/diff-view.tsx";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

/** Every file the session changed, with its diffs in order. */
export function Changes({ state }: { state: SessionState }) {
  const { t } = useWords();
  const files = useMemo(() => byFile(state), [state]);
  if (files.size === 0) return <p className="text-13 text-dim">{t("changes.none")}</p>;
  return (
    <div className="stack gap-3">
      <p className="text-12 text-faint">{t("changes.sum", { count: files.size })}</p>
      {[...files].map(([path, changes]) => (
        <details key={path} className="rounded-card border border-line bg-surface">
          <summary className="flex items-center gap-2 px-3 py-2 text-12">
            <span className="min-w-0 flex-1 font-mono [overflow-wrap:anywhere]">
              <VisibleText text={path} />
            </span>
            <span className="tabular flex-none">
              <span className="text-ok">+{sum(changes, "added")}</span>{" "}
              <span className="text-danger">−{sum(changes, "removed")}</span>
            </span>
          </summary>
          <div className="stack gap-2 p-2 pt-0">
            {changes.map((change, index) => (
              <DiffView key={index} diff={change.diff} path={path} />
            ))}
          </div>
        </details>
      ))}
    </div>
  );
}

function byFile(state: SessionState): Map<string, FileChange[]> {
  const files = new Map<string, FileChange[]>();
  for (const entry of state.timeline) {
    if (entry.kind !== "tool") continue;
    for (const change of entry.changes) files.set(change.path, [...(files.get(change.path) ?? []), change]);
  }
  return files;
}

function sum(changes: readonly FileChange[], side: "added" | "removed"): number {
  return changes.reduce((total, change) => total + change[side], 0);
}
