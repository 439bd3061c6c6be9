import { type SayAny, stepSentence } from "@kestrel/i18n";
import { alwaysAsks, type PermissionStep } from "@kestrel/protocol";
import type { ToolEntry } from "@kestrel/session-state";
import { visibleText } from "@kestrel/text";
import { useMemo } from "react";
import { exactText, readCall, type ToolCall } from "../calls/tool-call.ts";
import { DiffView, SplitButton } from "../diff/diff-view.tsx";
import type { Translate } from "../i18n/catalogue.ts";
import { useWords } from "../i18n/language.tsx";
import { IconButton } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { CodeWords } from "../ui/code-words.tsx";
import { StateShape } from "../ui/state-mark.tsx";
import { useSides } from "../ui/use-wide.ts";
import { VisibleText } from "../ui/visible-text.tsx";
import { ApprovalChoices } from "./approval-choices.tsx";
import { SecondLook } from "./second-look.tsx";
import { type SeenWhole, useSeenWhole } from "./use-seen-whole.ts";

type ApprovalCardProps = {
  entry: ToolEntry;
  workspace: string;
  /** For the short form above the input: goes to the complete question. */
  docked?: { onGo: () => void };
  /** Its position among the waiting calls. */
  place?: { at: number; of: number };
};

/** A call that waits for approval: exactly what it would do, the reason for the question, and the choices. */
export function ApprovalCard({ entry, workspace, docked, place }: ApprovalCardProps) {
  const { t } = useWords();
  const call = useMemo(() => readCall(entry), [entry]);
  const { frame, whole, above, showNext, skipToEnd, skipped } = useSeenWhole(entry.approval);
  const [body, hasSides] = useSides();
  const { approval } = entry;
  if (!approval) return null;
  const path = approval.preview?.path ?? call.target;
  const title = questionOf(entry, call, path, t);
  const [before, after] = questionOf(entry, call, "\n", t).split("\n");
  const asked = approval.preview?.diff || exactText(entry);
  return (
    <section
      // Both are on the page while the card is scrolled away, and landmarks need distinct names.
      aria-label={docked ? `${t("approval.title")}: ${title}` : title}
      data-approval={docked ? "docked" : entry.callId}
      tabIndex={-1}
      className="rounded-large border border-warn-line bg-card shadow-2"
    >
      <header
        className={`flex items-center gap-2 ${docked ? "pt-1 pr-1 pl-4" : "px-5 pt-3.5 max-sm:sticky max-sm:top-0 max-sm:z-10 max-sm:rounded-t-large max-sm:bg-card max-sm:pb-2"}`}
      >
        <StateShape state="needs_you" />
        <h2
          className={`min-w-0 flex-1 font-semibold ${docked ? "truncate text-ui" : "text-h3 [overflow-wrap:anywhere]"}`}
        >
          {before}
          {after !== undefined && (
            <code className="font-mono text-[0.92em]">
              <VisibleText text={path} />
            </code>
          )}
          {after}
        </h2>
        {!docked && hasSides && approval.preview?.diff && <SplitButton />}
        {place && place.of > 1 && <Chip>{t("approval.place", place)}</Chip>}
        {/* On phones the reasons say what is not destructive. */}
        <span className={docked || approval.risk === "destructive" ? "contents" : "contents max-sm:hidden"}>
          <Chip tone={approval.risk === "destructive" ? "danger" : "plain"}>
            {t(`risk.${approval.risk}`)}
          </Chip>
        </span>
        {docked && <IconButton icon="expand" label={t("approval.go")} onClick={docked.onGo} />}
      </header>
      <div className={`stack ${docked ? "gap-1.5 px-4 pb-2" : "gap-3 px-5 pt-2.5 pb-3.5"}`}>
        <div ref={body}>
          <Exact {...{ call, entry, frame, hasSides }} docked={docked !== undefined} />
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a few words with a name, no fields */}
        <div
          role="group"
          aria-label={t("approval.why")}
          className={docked ? "sr-only" : "flex flex-wrap items-baseline gap-x-3 text-ui"}
        >
          <ul className="text-dim">
            {approval.reasons.map((reason) => (
              <li key={reason}>{t(`asks.${reason}`)}</li>
            ))}
            {entry.report !== undefined && (
              <li className="text-danger">
                <CodeWords text={t("report.judging", { report: entry.report })} />
              </li>
            )}
            {visibleText(asked) !== asked && <li className="text-danger">{t("approval.hidden")}</li>}
          </ul>
          <p className="text-fine text-faint [overflow-wrap:anywhere]">
            {t("approval.where", { folder: workspace })}
          </p>
          {approval.trace && approval.trace.length > 0 && <Trace steps={approval.trace} />}
        </div>
        <SecondLook entry={entry} docked={docked !== undefined} />
        <ApprovalChoices
          entry={entry}
          workspace={workspace}
          digest={approval.digest}
          risk={approval.risk}
          eachTime={alwaysAsks(approval.reasons)}
          showNext={whole ? undefined : showNext}
          nextIsAbove={above}
          onSkip={skipToEnd}
          skipped={skipped}
          brief={docked !== undefined}
        />
      </div>
    </section>
  );
}

function questionOf(
  { tool, approval }: ToolEntry,
  { display }: ToolCall,
  path: string,
  t: Translate,
): string {
  if (display === "command") return t("approval.run");
  if (display === "file" || display === "matches") return t("approval.read", { path });
  if (display !== "diff") return t("approval.other", { tool });
  return t(approval?.reasons.includes("creates_file") ? "approval.create" : "approval.edit", { path });
}

/** The steps by which the gate decided to ask. Collapsed until the user opens it. */
function Trace({ steps }: { steps: readonly PermissionStep[] }) {
  const { t } = useWords();
  return (
    <details className="text-fine open:basis-full">
      <summary className="opens text-faint hover:text-text">{t("approval.trace")}</summary>
      <ol className="mt-1 list-inside list-decimal text-dim">
        {steps.map((step) => (
          <li key={JSON.stringify(step)}>
            <VisibleText text={stepSentence(step, t as SayAny)} />
          </li>
        ))}
      </ol>
    </details>
  );
}

type ExactProps = {
  call: ToolCall;
  entry: ToolEntry;
  docked: boolean;
  frame: SeenWhole["frame"];
  hasSides: boolean;
};

/** The exact request: the diff, the command with its other arguments, or the arguments. */
function Exact({ call, entry, docked, frame, hasSides }: ExactProps) {
  const { t } = useWords();
  const preview = entry.approval?.preview;
  if (preview?.diff) {
    return (
      <DiffView
        diff={preview.diff}
        path={preview.path}
        size={docked ? "dock" : "question"}
        frame={frame}
        hasSides={hasSides && !docked}
      />
    );
  }
  return (
    <figure
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long command must be scrollable by keyboard
      tabIndex={0}
      aria-label={call.display === "command" ? t("approval.command") : t("tool.arguments")}
      className={`overflow-auto rounded-card bg-code px-4 max-sm:scroll-mt-16 inset-ring inset-ring-soft ${docked ? "py-1" : "py-2.5"} font-mono text-mono whitespace-pre-wrap [overflow-wrap:anywhere] ${docked ? "max-h-14" : "max-h-question"}`}
    >
      <pre className="whitespace-pre-wrap">
        {call.display === "command" && <span className="text-faint select-none">$ </span>}
        <VisibleText text={exactText(entry)} />
      </pre>
    </figure>
  );
}
