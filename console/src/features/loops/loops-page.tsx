import type { Failure, SessionId } from "@kestrel/protocol";
import type { LoopState, Worktree } from "@kestrel/protocol/loop";
import { type ReactNode, useEffect, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { SureButton } from "../../ui/sure-button.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { LoopReport } from "./loop-report.tsx";
import { MergeReview } from "./merge-review.tsx";
import { NewLoop } from "./new-loop.tsx";

/** Polling interval of a running loop. Milliseconds. */
const lookMs = 3_000;

/** Loops and worktrees: what runs, its report, and a merge of exactly the changes on the page. */
export function LoopsPage({ menu, onSession }: { menu: ReactNode; onSession: (id: SessionId) => string }) {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const [times, setTimes] = useState(0);
  const { value, failure } = useAnswer(`${times}`, async () => ({
    ...(await client.call("listLoops")),
    ...(await client.call("listWorktrees", { body: { sizes: true } })),
  }));
  const [refused, setRefused] = useState<Failure>();
  const [reviewed, setReviewed] = useState<string>();
  const doing = async (work: () => Promise<unknown>) => {
    setRefused(undefined);
    try {
      await work();
    } catch (thrown) {
      setRefused(failureOf(thrown));
    }
    setTimes((before) => before + 1);
  };
  const runs = value?.loops.some(({ phase }) => phase === "running") ?? false;
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setTimes((before) => before + 1), lookMs);
    return () => clearInterval(timer);
  }, [runs]);
  const review = (worktree: string) => (
    <>
      <Button onClick={() => setReviewed(reviewed === worktree ? undefined : worktree)}>
        {t("loops.review")}
      </Button>
    </>
  );
  const shownReview = (worktree: string) =>
    reviewed === worktree && (
      <MergeReview id={worktree} onMerge={(body) => doing(() => client.call("mergeWorktree", { body }))} />
    );
  const drop = (kind: "dropLoop" | "dropWorktree", id: string) => (
    <SureButton
      question={t("loops.drop.ask")}
      yes={t("loops.drop.sure")}
      no={t("memory.cancel")}
      onSure={() =>
        void doing(() =>
          kind === "dropLoop"
            ? client.call("dropLoop", { body: { id: id as LoopState["id"] } })
            : client.call("dropWorktree", { body: { id } }),
        )
      }
    >
      {t("loops.drop")}
    </SureButton>
  );
  const loops = value?.loops ?? [];
  const ofLoops = new Set(loops.map(({ worktree }) => worktree.id));
  return (
    <div className="h-full overflow-y-auto">
      <div className="p-2 md:hidden">{menu}</div>
      <div className="column max-w-3xl pt-4 pb-12 md:pt-10">
        <h1 className="text-h1 font-semibold">{t("loops.title")}</h1>
        <p className="mt-2 text-dim">{t("loops.text")}</p>
        <div className="mt-4">
          <FailureNotice failure={refused ?? failure} />
        </div>
        <NewLoop worktrees={value?.folder} onBegun={() => setTimes((before) => before + 1)} />
        {value && loops.length === 0 && <p className="mt-6 text-dim">{t("loops.none")}</p>}
        {loops.map((loop) => (
          <LoopReport key={loop.id} loop={loop} sessionAddress={onSession}>
            {loop.phase === "running" ? (
              <Button
                onClick={() => void doing(() => client.call("stopLoop", { body: { id: loop.id } }))}
                icon="stop"
              >
                {t("loops.stop")}
              </Button>
            ) : (
              <>
                {loop.end !== "done" && (
                  <Button
                    onClick={() => void doing(() => client.call("resumeLoop", { body: { id: loop.id } }))}
                    icon="play"
                  >
                    {t("loops.resume")}
                  </Button>
                )}
                {review(loop.worktree.id)}
                {drop("dropLoop", loop.id)}
              </>
            )}
            {shownReview(loop.worktree.id)}
          </LoopReport>
        ))}
        <h2 className="mt-10 text-h3 font-semibold">{t("loops.worktrees")}</h2>
        <p className="mt-1 text-ui text-dim">{t("loops.worktrees.text")}</p>
        <ul className="mt-3 border-t border-soft">
          {(value?.worktrees ?? [])
            .filter(({ id }) => !ofLoops.has(id))
            .map((worktree) => (
              <WorktreeLine key={worktree.id} worktree={worktree}>
                {worktree.droppedAt === undefined ? (
                  <>
                    {review(worktree.id)}
                    {drop("dropWorktree", worktree.id)}
                    {shownReview(worktree.id)}
                  </>
                ) : (
                  <Button
                    onClick={() =>
                      void doing(() => client.call("restoreWorktree", { body: { id: worktree.id } }))
                    }
                  >
                    {t("loops.restore")}
                  </Button>
                )}
              </WorktreeLine>
            ))}
        </ul>
      </div>
    </div>
  );
}

type WorktreeLineProps = { worktree: Worktree & { bytes?: number }; children: ReactNode };

function WorktreeLine({ worktree, children }: WorktreeLineProps) {
  const { t, numbers } = useWords();
  const { name, folder, bytes = 0, droppedAt } = worktree;
  return (
    <li className="border-b border-soft py-3">
      <div className="font-medium">
        <VisibleText text={name} />{" "}
        <span className="font-normal text-fine text-faint">
          {numbers.bytes(bytes)}
          {droppedAt !== undefined && ` · ${t("loops.dropped", { date: droppedAt.slice(0, 10) })}`}
        </span>
      </div>
      <div className="font-mono text-fine text-dim [overflow-wrap:anywhere]">
        <VisibleText text={folder} />
      </div>
      <div className="mt-2 flex flex-wrap gap-2">{children}</div>
    </li>
  );
}
