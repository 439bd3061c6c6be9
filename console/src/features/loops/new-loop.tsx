import type { Failure } from "@kestrel/protocol";
import type { LoopPlan, PlanDoubt } from "@kestrel/protocol/loop";
import { useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsole, useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { Button } from "../../ui/button.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

type Read = { plan: LoopPlan; digest: string; doubts: PlanDoubt[]; text: string; workspace: string };

const field = "w-full rounded-control border border-control bg-paper px-2 text-ui";

const isIn = (path: string, folder: string | undefined) => folder !== undefined && path.startsWith(folder);

/** Takes a plan, shows it as parsed, and starts exactly that: the approval is bound to its digest. */
export function NewLoop({ worktrees, onBegun }: { worktrees: string | undefined; onBegun: () => void }) {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const known = useConsole(({ status }) => status?.workspaces) ?? [];
  const recent = known.find(({ kind, path }) => kind === "recent" && !isIn(path, worktrees))?.path ?? "";
  const [text, setText] = useState("");
  const [folder, setFolder] = useState<string>();
  const [read, setRead] = useState<Read>();
  const [failure, setFailure] = useState<Failure>();
  const workspace = folder ?? recent;
  const attempt = async (work: () => Promise<void>) => {
    setFailure(undefined);
    await work().catch((thrown: unknown) => setFailure(failureOf(thrown)));
  };
  const look = () =>
    attempt(async () => {
      const answer = await client.call("readPlan", { body: { workspace, text } });
      setRead({ ...answer, text, workspace });
    });
  const open = () =>
    attempt(async () => setText((await client.call("readDraft", { body: { workspace } })).text));
  const begin = ({ digest, ...shown }: Read) =>
    attempt(async () => {
      const file = `${shown.workspace}/PLAN.md`;
      await client.call("startLoop", {
        body: { workspace: shown.workspace, text: shown.text, file, digest },
      });
      setRead(undefined);
      setText("");
      onBegun();
    });
  return (
    <details className="mt-4 rounded-large border border-line bg-card px-5 py-4">
      <summary className="opens cursor-pointer font-medium">{t("loops.new")}</summary>
      {read ? (
        <div className="mt-3 stack gap-3">
          <p className="text-ui">
            {t("loop.plan", {
              count: read.plan.items.length,
              hours: read.plan.hours,
              attempts: read.plan.attempts,
            })}
          </p>
          <ol className="stack gap-2 text-ui [overflow-wrap:anywhere]">
            {read.plan.items.map(({ text: words, check, keep, named }, index) => (
              <li key={index}>
                {index + 1}. <VisibleText text={words} />
                <div className="font-mono text-fine text-dim">
                  <VisibleText text={check} />
                </div>
                {keep.length + named.length > 0 && (
                  <div className="text-fine text-faint">
                    <VisibleText text={t("loop.planKeep", { paths: [...keep, ...named].join(", ") })} />
                  </div>
                )}
                {read.doubts
                  .filter(({ item }) => item === index)
                  .map(({ path, why }) => (
                    <div key={`${why} ${path}`} className="text-fine text-warn">
                      <VisibleText text={t(`loop.doubt.${why}`, { path })} />
                    </div>
                  ))}
              </li>
            ))}
          </ol>
          {read.plan.bring.length > 0 && (
            <p className="text-fine text-dim">
              <VisibleText text={t("loop.planBring", { paths: read.plan.bring.join(", ") })} />
            </p>
          )}
          {read.plan.setup !== undefined && (
            <p className="text-fine text-dim">
              <VisibleText text={t("loop.planSetup", { command: read.plan.setup })} />
            </p>
          )}
          <p className="text-ui text-dim">{t("loop.promise")}</p>
          <div className="flex flex-wrap gap-2">
            <Button look="primary" onClick={() => void begin(read)}>
              {t("loops.begin")}
            </Button>
            <Button onClick={() => setRead(undefined)}>{t("loops.edit")}</Button>
          </div>
        </div>
      ) : (
        <div className="mt-3 stack gap-3">
          <label className="text-ui">
            {t("loops.folder")}
            <input
              value={workspace}
              onChange={({ target }) => setFolder(target.value)}
              className={`${field} mt-1 h-9 font-mono`}
            />
          </label>
          <label className="text-ui">
            {t("loops.plan")}
            <textarea
              value={text}
              rows={8}
              spellCheck={false}
              placeholder={"keep: test/**\n- [ ] …\n  check: npm test"}
              onChange={({ target }) => setText(target.value)}
              className={`${field} mt-1 py-2 font-mono`}
            />
          </label>
          <div className="flex flex-wrap gap-2">
            <Button disabled={workspace === ""} onClick={() => void open()}>
              {t("loops.open")}
            </Button>
            <Button disabled={text.trim() === "" || workspace === ""} onClick={() => void look()}>
              {t("loops.look")}
            </Button>
          </div>
        </div>
      )}
      <FailureLine failure={failure} className="mt-2 text-ui" />
    </details>
  );
}
