import type { ToolEntry } from "@kestrel/protocol";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Translate } from "../i18n/catalogue.ts";
import { useWords } from "../i18n/language.tsx";
import { Chip } from "../ui/chip.tsx";
import { StateShape } from "../ui/state-mark.tsx";
import { hasHidden } from "../ui/visible-pieces.ts";
import { VisibleText } from "../ui/visible-text.tsx";
import { ApprovalChoices } from "./approval-choices.tsx";
import { DiffView } from "./diff-view.tsx";
import { readCall, type ToolCall } from "./tool-call.ts";
import { useScrolledToEnd } from "./use-scrolled-to-end.ts";

type ApprovalCardProps = { entry: ToolEntry; workspace: string; docked?: boolean };

/** A call that waits for the person: exactly what would happen, why it asks, and the choices. */
export function ApprovalCard({ entry, workspace, docked = false }: ApprovalCardProps) {
  const { t } = useWords();
  const call = useMemo(() => readCall(entry), [entry]);
  const [read, setRead] = useState(false);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    // Never takes the focus from something that is being used, such as the message field.
    if (document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  }, []);
  const { approval } = entry;
  if (!approval) return null;
  const mustRead = approval.risk === "destructive" && !read;
  const title = questionOf(call, approval.reasons.includes("creates_file"), t);
  return (
    <section
      ref={card}
      aria-label={title}
      data-approval={docked ? "docked" : entry.callId}
      tabIndex={-1}
      className="rounded-card border border-warn-mark bg-warn-soft"
    >
      <header className="flex items-center gap-2 px-4 pt-3">
        <StateShape state="needs_you" />
        <h2 className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">{title}</h2>
        <Chip tone={approval.risk === "destructive" ? "danger" : "plain"}>{t(`risk.${approval.risk}`)}</Chip>
      </header>
      <div className="stack gap-3 px-4 pt-3 pb-4">
        <Exact call={call} entry={entry} docked={docked} onRead={() => setRead(true)} />
        <div className={docked ? "sr-only" : "text-13"}>
          <p className="text-12 text-faint">
            {t("approval.why")} · {t("approval.where", { folder: workspace })}
          </p>
          <ul className="mt-0.5 text-dim">
            {approval.reasons.map((reason) => (
              <li key={reason}>{t(`reason.${reason}`)}</li>
            ))}
            {hasHidden(call.target) && <li className="text-danger">{t("approval.hidden")}</li>}
          </ul>
        </div>
        <ApprovalChoices callId={entry.callId} digest={approval.digest} locked={mustRead} brief={docked} />
      </div>
    </section>
  );
}

function questionOf(call: ToolCall, creates: boolean, t: Translate): string {
  if (call.kind === "shell") return t("approval.run");
  if (call.kind === "edit" || call.kind === "write") {
    return t(creates ? "approval.create" : "approval.edit", { path: call.target });
  }
  return t("approval.other");
}

type ExactProps = { call: ToolCall; entry: ToolEntry; docked: boolean; onRead: () => void };

/** The bytes that were asked for: the command, the diff, or the arguments. */
function Exact({ call, entry, docked, onRead }: ExactProps) {
  const { t } = useWords();
  const watch = useScrolledToEnd(onRead);
  const preview = entry.approval?.preview;
  if (preview && preview.diff !== "") {
    return (
      <DiffView diff={preview.diff} path={preview.path} size={docked ? "dock" : "question"} frame={watch} />
    );
  }
  const text = call.kind === "shell" ? call.target : entry.arguments;
  return (
    <figure
      ref={watch}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long command must be scrollable by keyboard
      tabIndex={0}
      aria-label={call.kind === "shell" ? t("approval.command") : t("tool.arguments")}
      className={`overflow-auto rounded-control border border-line bg-paper px-3 py-2 font-mono text-13 whitespace-pre-wrap [overflow-wrap:anywhere] ${docked ? "max-h-24" : "max-h-64"}`}
    >
      <pre className="whitespace-pre-wrap">
        {call.kind === "shell" && <span className="text-faint select-none">$ </span>}
        <VisibleText text={text} />
      </pre>
    </figure>
  );
}
