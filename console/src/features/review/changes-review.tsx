import type { Failure, OpBody, SessionEvent, UndoTarget } from "@kestrel/protocol";
import { changingTurns, type SessionState } from "@kestrel/session-state";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { ChangedLines } from "../../diff/changed-lines.tsx";
import { SplitButton } from "../../diff/diff-view.tsx";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { lastRestoration } from "../../session/last-restoration.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";
import { Icon } from "../../ui/icon.tsx";
import { SureButton } from "../../ui/sure-button.tsx";
import { useSides } from "../../ui/use-wide.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { folderOf, type NetChange, netChanges, wholeTarget } from "./net-changes.ts";
import { ReviewedFile } from "./reviewed-file.tsx";

type ChangesReviewProps = {
  state: SessionState;
  events: readonly SessionEvent[];
  send: (op: OpBody) => Promise<void>;
  /** Loads the whole log when only its tail is loaded. Never rejects. */
  onWhole: () => Promise<void>;
  /** Set when it replaces the conversation; absent beside it. */
  menu?: ReactNode;
  /** The address of the conversation. */
  conversation: string;
};

const nothing = { files: [], refused: [], commands: 0 };

/** All file changes of a session: a tree, the net diff of each file, comments for the model, and undo by file, turn or all. */
export function ChangesReview({ state, events, send, onWhole, menu, conversation }: ChangesReviewProps) {
  const { t } = useWords();
  const store = useConsoleStore();
  const [ready, setReady] = useState(false);
  useEffect(() => void onWhole().finally(() => setReady(true)), [onWhole]);
  const target = ready ? wholeTarget(state) : undefined;
  const id = state.sessionId;
  const newest = state.fileSets?.last;
  // Each step of the newest set may have changed another file.
  const key = `${JSON.stringify(target)} ${newest?.seq} ${newest?.steps.length}`;
  const { value, failure } = useAnswer(key, async () =>
    target && id ? store.client.call("previewUndo", { params: { id }, body: { target } }) : nothing,
  );
  const looked = ready && !(target && value === nothing) ? value : undefined;
  const files = useMemo(() => looked && netChanges(looked, state, events), [looked]);
  const [undoing, setUndoing] = useState(false);
  const [undone, setUndone] = useState<Failure>();
  const [chosen, setChosen] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const [measured, hasSides] = useSides();
  const Heading = menu ? "h1" : "h2";
  const busy = state.openTurn !== undefined;
  const locked = busy || undoing;
  const undo = (what: UndoTarget) => {
    setUndoing(true);
    setUndone(undefined);
    send({ type: "undo", target: what })
      .catch((thrown: unknown) => setUndone(failureOf(thrown)))
      .finally(() => setUndoing(false));
  };
  const restored = lastRestoration(state);
  const turns = changingTurns(state).filter(({ undone: gone }) => !gone);
  const show = (path: string) => {
    setChosen(path);
    list.current?.querySelector(`[data-file="${CSS.escape(path)}"]`)?.scrollIntoView({ block: "start" });
  };
  return (
    <section
      aria-label={t("review.title")}
      className="@container flex min-w-0 flex-1 flex-col border-l border-soft bg-paper"
    >
      <header className="flex min-h-14 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-soft px-2 py-1 sm:px-5">
        {menu}
        <Heading className="text-h3 font-semibold">{t("review.title")}</Heading>
        {files && files.length > 0 && <Counts files={files} />}
        <span className="flex-1" />
        {hasSides && files && files.length > 0 && <SplitButton />}
        {files && files.length > 0 && target && !busy && (
          <SureButton
            question={t("review.undoAll.sure")}
            yes={t("review.undoAll")}
            no={t("review.undoAll.no")}
            onSure={() => undo(target)}
          >
            {t("review.undoAll")}
          </SureButton>
        )}
        <a
          href={conversation}
          className="inline-flex min-h-9 items-center gap-2 rounded-[9px] px-2.5 text-ui font-medium text-dim hover:bg-hover hover:text-text pointer-coarse:min-h-11"
        >
          <Icon name="close" />
          {t("review.close")}
        </a>
      </header>
      <div className="flex min-h-0 flex-1">
        {files && files.length > 1 && (
          <nav
            aria-label={t("review.files", { count: files.length })}
            className="hidden w-52 flex-none overflow-y-auto border-r border-soft p-2 @min-[640px]:block"
          >
            <Tree files={files} chosen={chosen ?? files[0]?.path} onChoose={show} />
          </nav>
        )}
        <div ref={list} className="min-w-0 flex-1 overflow-y-auto px-4 py-4 sm:px-5" tabIndex={-1}>
          <FailureLine failure={failure ?? undone} className="mb-3 text-ui" />
          {busy && <p className="mb-3 text-ui text-dim">{t("review.busy")}</p>}
          {restored && !busy && (
            <p className="mb-3 flex items-center gap-2 text-ui text-dim">
              {t("undo.done", { count: restored.files })}
              <Button look="quiet" icon="forth" disabled={undoing} onClick={() => undo(restored.target)}>
                {t("dock.redo")}
              </Button>
            </p>
          )}
          {!files && !failure && <p className="text-ui text-faint">{t("takeBack.looking")}</p>}
          {files?.length === 0 && <p className="text-dim">{t("review.none")}</p>}
          {files && files.length > 0 && (
            <>
              <p className="mb-4 text-fine text-dim">{t("review.comment.hint")}</p>
              <div ref={measured} className="stack gap-8">
                {files.map((file) => (
                  <ReviewedFile
                    key={file.path}
                    file={file}
                    workspace={state.workspace}
                    locked={locked}
                    hasSides={hasSides}
                    onUndo={() => undo({ file: file.path })}
                    send={send}
                  />
                ))}
              </div>
            </>
          )}
          {turns.length > 0 && files && files.length > 0 && (
            <section className="mt-10">
              <h2 className="mb-1 text-ui font-semibold">{t("review.turns")}</h2>
              <ul className="border-t border-soft">
                {turns.map(({ turnId, turn, files: count }) => (
                  <li key={turnId} className="flex min-h-11 items-center gap-3 border-b border-soft text-ui">
                    <span className="min-w-0 flex-1">
                      {t("review.turn", { turn })}{" "}
                      <span className="ml-2 text-fine text-faint">{t("review.files", { count })}</span>
                    </span>
                    <Button look="quiet" icon="back" disabled={locked} onClick={() => undo({ turn: turnId })}>
                      {t("review.undoTurn", { turn })}
                    </Button>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
    </section>
  );
}

function Counts({ files }: { files: readonly NetChange[] }) {
  const { t } = useWords();
  const sum = (of: "added" | "removed") => files.reduce((all, file) => all + file[of], 0);
  return (
    <p className="tabular text-ui text-dim">
      {t("review.files", { count: files.length })}{" "}
      <ChangedLines added={sum("added")} removed={sum("removed")} />
    </p>
  );
}

type TreeProps = { files: readonly NetChange[]; chosen?: string; onChoose: (path: string) => void };

/** The files, grouped below their folders. */
function Tree({ files, chosen, onChoose }: TreeProps) {
  const folders = new Map<string, NetChange[]>();
  for (const file of files) {
    const folder = folderOf(file.path);
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return (
    <>
      {[...folders].map(([folder, within]) => (
        <div key={folder} className="mb-3">
          {folder !== "" && (
            <p className="truncate px-2 py-1 text-fine text-dim" dir="auto">
              <VisibleText text={folder} />
            </p>
          )}
          <ul>
            {within.map(({ path, added, removed }) => (
              <li key={path}>
                <button
                  type="button"
                  aria-current={path === chosen}
                  onClick={() => onChoose(path)}
                  className={`flex min-h-8 w-full items-center gap-2 rounded-control px-2 text-left text-ui hover:bg-hover pointer-coarse:min-h-11 ${path === chosen ? "bg-pressed font-name" : ""}`}
                >
                  <span className="min-w-0 flex-1 truncate">
                    <VisibleText text={path.slice(folder === "" ? 0 : folder.length + 1)} />
                  </span>
                  <span className="flex-none text-fine">
                    <ChangedLines added={added} removed={removed} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}
