import { nobodyToAsk } from "@kestrel/protocol";
import { todoItems } from "@kestrel/protocol/api";
import type { ToolEntry } from "@kestrel/session-state";
import type { ReactNode } from "react";
import { SecondLook } from "../approval/second-look.tsx";
import { exactText, readHits, type ToolCall } from "../calls/tool-call.ts";
import { DiffView } from "../diff/diff-view.tsx";
import type { Translate } from "../i18n/catalogue.ts";
import { useWords } from "../i18n/language.tsx";
import { useSessionActions } from "../session/session-actions.tsx";
import { CodeWords } from "../ui/code-words.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { marksOf } from "./call-marks.ts";
import { HookAnswers } from "./hook-answers.tsx";
import { MessagePictures } from "./message-pictures.tsx";
import { Output } from "./output.tsx";
import { QuestionAndAnswer } from "./question-and-answer.tsx";
import { Rejection } from "./rejection.tsx";
import { TodoList } from "./todo-list.tsx";

type ToolDetailsProps = { entry: ToolEntry; call: ToolCall; output?: string };

/** Everything about a call: its request, the decision and the result. */
export function ToolDetails({ entry, call, output }: ToolDetailsProps) {
  const { t } = useWords();
  const actions = useSessionActions();
  const decided = entry.approval?.decision;
  const items = call.display === "list" ? todoItems(entry.arguments) : [];
  return (
    <>
      <Marks entry={entry} />
      {call.display === "command" && <Command text={exactText(entry)} />}
      {items.length > 0 && <TodoList items={items} />}
      {entry.rejected && (
        <div className="text-ui">
          <Rejection rejected={entry.rejected} />
        </div>
      )}
      {decided && (
        <p className="text-fine text-faint">
          {allowedBy(entry, t) ?? t(`approval.${decided}`)}
          <Reason reason={entry.approval?.reason} />
          {entry.approval?.origin && (
            <>
              {" · "}
              <VisibleText text={t("channels.from", entry.approval.origin)} />
            </>
          )}
        </p>
      )}
      {entry.report !== undefined && (
        <p className="text-ui text-warn">
          <CodeWords text={t("report.call", { report: entry.report })} />
        </p>
      )}
      {entry.review?.verdict && <SecondLook entry={entry} />}
      {entry.hooks && <HookAnswers answers={entry.hooks} />}
      {entry.changes.map((change) => (
        <DiffView key={change.path} diff={change.diff} path={change.path} />
      ))}
      {entry.question && <QuestionAndAnswer question={entry.question} />}
      {entry.changes.length === 0 && items.length === 0 && call.display !== "question" && (
        <Answer entry={entry} call={call} output={output} />
      )}
      <Covered entry={entry} />
      {entry.images && <MessagePictures images={entry.images} />}
      {entry.helper && actions?.sessionAddress && (
        <a
          href={actions.sessionAddress(entry.helper)}
          className="text-ui text-info underline underline-offset-2"
        >
          {t("helpers.open")}
        </a>
      )}
      {entry.spillFile && <p className="text-fine text-dim">{t("tool.spill", { path: entry.spillFile })}</p>}
    </>
  );
}

/** The reason of a denial. A run without a user to ask has a sentence of its own. */
function Reason({ reason }: { reason: string | undefined }) {
  const { t } = useWords();
  if (reason === nobodyToAsk)
    return (
      <>
        {" · "}
        <CodeWords text={t("tool.denied.unasked")} />
      </>
    );
  return reason ? ` · ${t("tool.denied.why", { text: reason })}` : null;
}

/** A command's file changes when a snapshot was taken before it, and which of them are unknown. */
function Covered({ entry: { covered } }: { entry: ToolEntry }) {
  const { t } = useWords();
  if (!covered) return null;
  const { files, missed = 0, uncovered } = covered;
  if (uncovered) return <p className="text-fine text-warn">{t(`covered.${uncovered}`)}</p>;
  return (
    <>
      {files.length > 0 && (
        <details className="text-fine text-dim">
          <summary className="opens">{t("covered.files", { count: files.length })}</summary>
          <ul className="font-mono [overflow-wrap:anywhere]">
            {files.map((path) => (
              <li key={path}>
                <VisibleText text={path} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {missed > 0 && <p className="text-fine text-warn">{t("covered.missed", { count: missed })}</p>}
    </>
  );
}

/** Explains each of the chips: a touch screen has no hover. */
function Marks({ entry }: { entry: ToolEntry }) {
  const { t } = useWords();
  const marks = marksOf(entry, t);
  if (marks.length === 0) return null;
  return (
    <ul className="stack gap-0.5 text-fine text-dim">
      {marks.map(({ word, why }) => (
        <li key={word}>{why}</li>
      ))}
    </ul>
  );
}

/** Whether the line and the result omit a call's arguments. */
const showsArguments = {
  command: false,
  file: false,
  matches: false,
  diff: true,
  question: false,
  list: true,
  capability: true,
  text: true,
} as const satisfies Record<ToolCall["display"], boolean>;

function Answer({ entry, call, output }: ToolDetailsProps) {
  const { t } = useWords();
  const content = entry.content ?? output;
  if (call.display === "matches" && entry.status === "ok" && entry.content !== undefined) {
    return <SearchHits content={entry.content} />;
  }
  return (
    <>
      {showsArguments[call.display] && (
        <Labelled label={t("tool.arguments")}>
          <Raw text={indented(entry.arguments)} />
        </Labelled>
      )}
      {content !== undefined && (
        <Output text={content} label={call.display === "command" ? t("tool.output") : t("tool.answer")} />
      )}
    </>
  );
}

/** A command, complete and exact. */
function Command({ text }: { text: string }) {
  return (
    <pre className="max-h-64 overflow-auto font-mono text-mono whitespace-pre-wrap [overflow-wrap:anywhere]">
      <span className="text-faint select-none">$ </span>
      <VisibleText text={text} />
    </pre>
  );
}

function SearchHits({ content }: { content: string }) {
  const { t } = useWords();
  const { files, rest } = readHits(content);
  if (files.length === 0 && rest.length === 1)
    return <p className="text-ui text-faint">{t("tool.no-hits")}</p>;
  return (
    <figure className="stack max-h-96 gap-2 overflow-auto text-fine" aria-label={t("tool.answer")}>
      {files.map(({ path, lines }) => (
        <div key={path}>
          <p className="font-mono text-dim">
            <VisibleText text={path} />
          </p>
          <table className="font-mono">
            <tbody>
              {lines.map(({ line, text }) => (
                <tr key={line}>
                  <td className="tabular pr-3 pl-2 text-right align-top text-faint">{line}</td>
                  <td className="whitespace-pre-wrap [overflow-wrap:anywhere]">
                    <VisibleText text={text} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
      {rest.length > 0 && (
        <p className="whitespace-pre-wrap text-faint">
          <VisibleText text={rest.join("\n")} />
        </p>
      )}
    </figure>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1 text-fine text-faint">{label}</p>
      {children}
    </div>
  );
}

function Raw({ text }: { text: string }) {
  return (
    <pre className="max-h-64 overflow-auto font-mono text-fine whitespace-pre-wrap [overflow-wrap:anywhere]">
      <VisibleText text={text} />
    </pre>
  );
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    // expected: invalid JSON is shown as it is
    return json;
  }
}

/** The scope of an approval that went beyond the call. */
function allowedBy({ approval }: ToolEntry, t: Translate): string | undefined {
  if (approval?.decision !== "allowed") return undefined;
  const { scope, allowedRules, origins = [] } = approval;
  const rules = allowedRules?.join(", ");
  if (rules === undefined) return scope === "session" ? t("approval.allowed.session") : undefined;
  if (scope === undefined) {
    const told = allowedRules?.map((rule, at) => {
      const origin = origins[at];
      return origin ? `${rule} (${t(`permission.origin.${origin}`, {})})` : rule;
    });
    return t("approval.allowed.byRule", { rules: told?.join(", ") ?? rules });
  }
  return t(scope === "project" ? "approval.allowed.project" : "approval.allowed.rules", { rules });
}
