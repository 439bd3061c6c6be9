import { todoItems } from "@kestrel/protocol/api";
import type { ToolEntry } from "@kestrel/session-state";
import { netLinesByFile } from "@kestrel/text";
import { memo, useEffect, useMemo, useRef, useState } from "react";
import { ApprovalCard } from "../approval/approval-card.tsx";
import { QuestionCard } from "../approval/question-card.tsx";
import { linesRead, readCall, readHits, type ToolCall } from "../calls/tool-call.ts";
import { ChangedLines } from "../diff/changed-lines.tsx";
import type { Translate } from "../i18n/catalogue.ts";
import { useWords } from "../i18n/language.tsx";
import { Chip } from "../ui/chip.tsx";
import { Icon } from "../ui/icon.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { marksOf } from "./call-marks.ts";
import { answerText } from "./question-and-answer.tsx";
import { ToolDetails } from "./tool-details.tsx";

type ToolCardProps = { entry: ToolEntry; output?: string; workspace: string };

/** One call: a line with its result, and the details when opened. A call that waits for approval is shown as a question instead. */
export const ToolCard = memo(function ToolCard({ entry, output, workspace }: ToolCardProps) {
  if (entry.status === "waiting" && entry.question)
    return <QuestionCard key={entry.question.digest} entry={entry} question={entry.question} />;
  if (entry.status === "waiting") {
    // A call may need a second approval: for another reason it is a new question.
    return (
      <div className="py-4">
        <ApprovalCard key={entry.approval?.digest} entry={entry} workspace={workspace} />
      </div>
    );
  }
  return <ClosedCard entry={entry} output={output} />;
});

function ClosedCard({ entry, output }: { entry: ToolEntry; output?: string }) {
  const { t, numbers } = useWords();
  const call = useMemo(() => readCall(entry), [entry]);
  const running = entry.status === "running";
  const [open, setOpen] = useState<boolean>();
  const details = useRef<HTMLDetailsElement>(null);
  // The output of an open command stays open when it ends: closing it would move what is being read.
  const watched = useRef(false);
  watched.current ||= running && call.display === "command";
  const shown = open ?? watched.current;
  useEffect(() => {
    if (details.current) details.current.open = shown;
  }, [shown]);
  return (
    <details
      ref={details}
      className="group/card @container/card"
      onToggle={(event) => {
        if (event.currentTarget.open !== shown) setOpen(event.currentTarget.open);
      }}
    >
      <summary className="-mx-2 flex min-h-9 items-center gap-2 rounded-control px-2 text-ui hover:bg-hover pointer-coarse:min-h-11">
        <Icon name={call.icon} className={running ? "text-accent" : "text-faint"} />
        <span className="max-w-[40%] flex-none truncate text-dim">
          <ToolName tool={entry.tool} />
        </span>
        {entry.rejected ? (
          <span className="min-w-0 flex-1 truncate text-fine text-dim">
            <VisibleText text={oneLine(entry.rejected.reason)} />
          </span>
        ) : (
          <span className="min-w-0 flex-1 truncate font-mono text-fine text-text">
            <VisibleText
              text={call.display === "list" ? todoLine(entry.arguments, t) : oneLine(call.target)}
            />
            {call.where && call.where !== "." && (
              <span className="text-faint">
                {" "}
                <VisibleText text={call.where} />
              </span>
            )}
          </span>
        )}
        <Chips entry={entry} />
        <Result entry={entry} call={call} t={t} />
        {entry.durationMs !== undefined && entry.durationMs >= 100 && (
          <span className="tabular hidden flex-none text-fine text-faint sm:inline">
            {numbers.duration(entry.durationMs)}
          </span>
        )}
        <Icon
          name="chevron"
          size={12}
          className="text-faint transition-transform duration-150 ease-out group-open/card:rotate-90"
        />
      </summary>
      {shown && (
        <div className="ml-[7px] stack gap-3 border-l border-line pt-1 pb-3 pl-6">
          <ToolDetails entry={entry} call={call} output={output} />
        </div>
      )}
    </details>
  );
}

/** Tools with a translated name; the others use their own. */
const named = ["read", "search", "edit", "write", "shell", "todo", "ask_user"] as const;

function ToolName({ tool }: { tool: string }) {
  const { t } = useWords();
  const known = named.find((name) => name === tool);
  return known ? t(`tool.${known}`) : <VisibleText text={tool} />;
}

function todoLine(bytes: string, t: Translate): string {
  const items = todoItems(bytes);
  const done = items.filter((item) => item.done).length;
  return t("tool.todo.count", { done, count: items.length });
}

function oneLine(text: string): string {
  const [first = "", ...more] = text.split("\n");
  return more.length > 0 ? `${first} …` : first;
}

/** The marks of a call; without space for their words, one that shows there are some. */
function Chips({ entry }: { entry: ToolEntry }) {
  const { t } = useWords();
  const marks = marksOf(entry, t);
  if (marks.length === 0) return null;
  return (
    <>
      <span className="hidden flex-none gap-2 @min-[440px]/card:flex">
        {marks.map(({ word, why }) => (
          <Chip key={word} why={why}>
            {word}
          </Chip>
        ))}
      </span>
      <span className="flex-none @min-[440px]/card:hidden">
        <Chip why={marks.map(({ why }) => why).join(" ")}>{t("tool.marked")}</Chip>
      </span>
    </>
  );
}

/** The call's result in a few words. */
function Result({ entry, call, t }: { entry: ToolEntry; call: ToolCall; t: Translate }) {
  if (entry.status !== "ok") {
    const tones = { error: "danger", rejected: "danger", denied: "warn", running: "accent" } as const;
    const tone = entry.status in tones ? tones[entry.status as keyof typeof tones] : "plain";
    const exit = entry.status === "error" && entry.exitCode !== undefined;
    return (
      <Chip tone={tone}>
        {exit
          ? t("tool.exit", { code: String(entry.exitCode) })
          : entry.status === "rejected"
            ? t(`rejected.${entry.rejected?.kind ?? "unread"}`)
            : t(`tool.${entry.status}`)}
      </Chip>
    );
  }
  if (entry.changes.length > 0) {
    const files = [...netLinesByFile(entry.changes).values()];
    const added = files.reduce((sum, file) => sum + file.added, 0);
    const removed = files.reduce((sum, file) => sum + file.removed, 0);
    return (
      <span className="flex-none text-fine" title={t("tool.changed", { added, removed })}>
        <ChangedLines added={added} removed={removed} />
      </span>
    );
  }
  if (call.display === "question" && entry.question) {
    return (
      <span className="max-w-[40%] flex-none truncate text-fine">
        <VisibleText text={oneLine(answerText(entry.question, t))} />
      </span>
    );
  }
  if (call.display === "command" && entry.exitCode !== undefined) {
    return (
      <Chip tone={entry.exitCode === 0 ? "ok" : "danger"}>
        {t("tool.exit", { code: String(entry.exitCode) })}
      </Chip>
    );
  }
  const words =
    call.display === "matches"
      ? hitWords(entry.content ?? "", t)
      : call.display === "file"
        ? t("tool.lines", { count: linesRead(entry.content ?? "") })
        : t("tool.ok");
  return <span className="tabular flex-none text-fine text-faint">{words}</span>;
}

function hitWords(content: string, t: Translate): string {
  const { count, files, rest } = readHits(content);
  if (files.length === 0 && rest.length > 0) return t("tool.no-hits");
  return count === 0 && files.length > 0
    ? t("tool.hits.files", { count: files.length })
    : t("tool.hits", { count });
}
