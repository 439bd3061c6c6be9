import type { WorktreeReview } from "@kestrel/protocol/loop";
import { useState } from "react";
import { DiffView } from "../../diff/diff-view.tsx";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { useAnswer } from "../../session/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useSides } from "../../ui/use-wide.ts";

type MergeReviewProps = {
  id: string;
  onMerge: (seen: Pick<WorktreeReview, "ours" | "theirs"> & { id: string }) => Promise<void>;
};

/** All changes of a merge, and the button that merges exactly those: the approval names both commits. */
export function MergeReview({ id, onMerge }: MergeReviewProps) {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const [merged, setMerged] = useState(0);
  const [measured, hasSides] = useSides();
  const { value, failure } = useAnswer(`${id} ${merged}`, () =>
    client.call("reviewWorktree", { body: { id } }),
  );
  if (!value) return failure ? <FailureLine failure={failure} className="text-ui" /> : null;
  const { files, conflicts, dirty, diff, ours, theirs, worktree } = value;
  const { name } = worktree;
  if (files.length === 0) return <p className="w-full text-ui">{t("worktree.nothing", { name })}</p>;
  const blocked = conflicts.length + dirty.length > 0;
  return (
    <div ref={measured} className="mt-2 stack w-full min-w-0 gap-3">
      <p className="text-ui">{t("worktree.changes", { count: files.length, name })}</p>
      {conflicts.length > 0 && (
        <Notice tone="warn">{t("worktree.conflicts", { paths: conflicts.join(", ") })}</Notice>
      )}
      {dirty.length > 0 && <Notice tone="warn">{t("worktree.dirty", { paths: dirty.join(", ") })}</Notice>}
      {diff.split(/^(?=diff --git )/m).map((part, index) => {
        const path = /^(?:\+\+\+ b\/|--- a\/)(.*)$/m.exec(part.replace(/^--- \/dev\/null$/m, ""))?.[1];
        return (
          <div key={index}>
            <p className="mb-1 font-mono text-fine text-dim [overflow-wrap:anywhere]">
              {path ?? part.split("\n")[0]}
            </p>
            <DiffView diff={part} path={path ?? ""} size="question" hasSides={hasSides} />
          </div>
        );
      })}
      {!blocked && (
        <div>
          <Button
            look="primary"
            onClick={() => void onMerge({ id, ours, theirs }).then(() => setMerged(merged + 1))}
          >
            {t("loops.merge")}
          </Button>
          <p className="mt-1 text-fine text-faint">
            {t("loops.merge.how", { ours: ours.slice(0, 12), theirs: theirs.slice(0, 12) })}
          </p>
        </div>
      )}
    </div>
  );
}
