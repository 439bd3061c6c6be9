import type { FileRestoration } from "@kestrel/protocol";
import type { RestoredEntry, RewoundEntry } from "@kestrel/session-state";
import { netLines } from "@kestrel/text";
import { memo } from "react";
import { ChangedLines } from "../diff/changed-lines.tsx";
import { DiffView } from "../diff/diff-view.tsx";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

/** The result, or the preview, for each file. */
export function RestoredFiles({ files, refused }: FileRestoration) {
  const { t } = useWords();
  return (
    <ul className="stack gap-1 text-fine">
      {files.length > 0 && <li className="text-faint">{t("undo.counted")}</li>}
      {files.map(({ path, action, diff, ...file }) => {
        const { added, removed } = netLines([{ ...file, diff }]);
        return (
          <li key={path}>
            <details>
              <summary className="opens flex items-center gap-2 py-0.5">
                <span className="min-w-0 flex-1 font-mono [overflow-wrap:anywhere]">
                  <VisibleText text={path} />
                </span>
                <span className="flex-none text-dim">{t(`undo.file.${action}`)}</span>
                <ChangedLines added={added} removed={removed} />
              </summary>
              {diff !== "" && <DiffView diff={diff} path={path} />}
            </details>
          </li>
        );
      })}
      {refused.map(({ path, reason }) => (
        <li key={path} className="flex gap-2 py-0.5">
          <span className="min-w-0 flex-1 font-mono [overflow-wrap:anywhere]">
            <VisibleText text={path} />
          </span>
          <span className="flex-none text-warn">{t(`undo.refused.${reason}`)}</span>
        </li>
      ))}
    </ul>
  );
}

/** File changes were undone or redone here. */
export const Restored = memo(function Restored({ entry }: { entry: RestoredEntry }) {
  const { t } = useWords();
  const count = entry.files.filter(({ action }) => action !== "unchanged").length;
  const act = "restored" in entry.target ? "redo" : "undo";
  return (
    <details className="text-fine text-faint">
      <summary className="opens">
        {count === 0 ? t(`${act}.doneNone`) : t(`${act}.done`, { count })}
        {entry.refused.length > 0 && ` ${t("undo.left", { count: entry.refused.length })}`}
      </summary>
      <div className="mt-1 px-4">
        <RestoredFiles files={entry.files} refused={entry.refused} />
      </div>
    </details>
  );
});

/** Messages were removed from the conversation here. */
export const Rewound = memo(function Rewound({ entry }: { entry: RewoundEntry }) {
  const { t } = useWords();
  const { why, turns } = entry;
  return (
    <p className="text-fine text-faint">
      {why === "asked" ? t("rewind.asked", { count: turns }) : t(`rewind.${why}`)}
    </p>
  );
});
