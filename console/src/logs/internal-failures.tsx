import { callName } from "@kestrel/protocol";
import type { DiagnosticEntry } from "@kestrel/protocol/api";
import { useWords } from "../i18n/language.tsx";
import { useConsoleStore } from "../session/console-context.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { CodeWords } from "../ui/code-words.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

/** Newest entries listed. */
const mostListed = 10;

/** Failures inside Kestrel, from the daemon's log. Renders nothing without any. */
export function InternalFailures() {
  const { t } = useWords();
  const store = useConsoleStore();
  const { value } = useAnswer("", () => store.client.call("listDiagnostics"));
  const failures = value?.entries.filter(({ level }) => level === "error" || level === "fatal") ?? [];
  if (failures.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="text-h3 font-semibold">{t("logs.title")}</h2>
      <p className="mt-1 mb-4 text-ui text-dim [overflow-wrap:anywhere]">
        <CodeWords text={t("logs.text", { file: value?.file ?? "" })} />
      </p>
      <ul className="stack gap-2">
        {failures
          .slice(-mostListed)
          .reverse()
          .map((entry) => (
            <li key={`${entry.time} ${entry.id}`}>
              <InternalFailure entry={entry} />
            </li>
          ))}
      </ul>
    </section>
  );
}

function InternalFailure({ entry }: { entry: DiagnosticEntry }) {
  const { t, numbers } = useWords();
  const { id, time, where, message, stack, sessionId, callId } = entry;
  return (
    <details className="rounded-card border border-line bg-card px-4 py-2 text-ui">
      <summary className="opens [overflow-wrap:anywhere]">
        <span className="tabular text-faint">{numbers.time(time, Date.now())}</span>{" "}
        <VisibleText text={`${where}: ${message}`} />
      </summary>
      <div className="stack mt-2 gap-1 text-fine text-dim">
        {id !== undefined && (
          <p>
            <CodeWords text={t("logs.see", { report: id })} />
          </p>
        )}
        {sessionId !== undefined && (
          <p className="font-mono">
            <VisibleText text={[sessionId, ...(callId ? [callName.label(callId)] : [])].join(" ")} />
          </p>
        )}
        {stack !== undefined && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long stack must be scrollable by keyboard
          <pre tabIndex={0} className="max-h-60 overflow-auto font-mono leading-[1.45]">
            <VisibleText text={stack} />
          </pre>
        )}
      </div>
    </details>
  );
}
