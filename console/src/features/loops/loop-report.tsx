import type { SessionId } from "@kestrel/protocol";
import type { LoopState } from "@kestrel/protocol/loop";
import type { ReactNode } from "react";
import { useWords } from "../../i18n/language.tsx";
import { CodeWords } from "../../ui/code-words.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

const inks = {
  open: "text-dim",
  done: "text-ok",
  already_green: "text-ok",
  stuck: "text-warn",
  needs_you: "text-warn",
  broken_later: "text-danger",
} as const;

type LoopReportProps = {
  loop: LoopState;
  sessionAddress: (id: SessionId) => string;
  children: ReactNode;
};

/** A loop's current state: each item with its state, attempts and check output, and what the user has to do. */
export function LoopReport({ loop, sessionAddress, children }: LoopReportProps) {
  const { t, numbers } = useWords();
  const { id, plan, items, pause, end, phase, spent, file } = loop;
  const done = items.filter(({ state }) => state === "done" || state === "already_green").length;
  // Without the id the sentence omits the command: its button is below.
  const why = pause
    ? t(`loop.pause.${pause.why}`, { ...(pause.detail !== undefined && { detail: pause.detail }) })
    : end && t(`loop.end.${end}`, {});
  return (
    <section className="mt-8 rounded-large border border-line bg-card px-5 py-4" aria-label={id}>
      <h2 className="flex flex-wrap items-baseline gap-x-3 text-h3 font-semibold [overflow-wrap:anywhere]">
        <VisibleText text={file.split(/[\\/]/).at(-1) ?? file} />
        <span className="text-ui font-medium text-dim">{t(`loop.phase.${phase}`)}</span>
      </h2>
      <p className="tabular text-fine text-faint [overflow-wrap:anywhere]">
        {t("loops.facts", {
          ...{ id, done, count: items.length, hours: (spent.ms / 3_600_000).toFixed(1) },
          tokens: numbers.count(spent.tokens),
        })}
      </p>
      {why !== undefined && (
        <p className="mt-2 text-ui">
          <CodeWords text={why} />
        </p>
      )}
      <ol className="mt-3 stack gap-3">
        {items.map(({ state, attempts, before, last, commit, denied, restored }, index) => {
          const item = plan.items[index];
          const red = state === "broken_later" ? last : (attempts.at(-1)?.check ?? before);
          const aside = state === "stuck" || state === "needs_you";
          return (
            <li key={index} className="text-ui [overflow-wrap:anywhere]">
              <span className="tabular text-faint">{index + 1}. </span>
              <VisibleText text={item?.text ?? ""} />{" "}
              <span className={`font-medium ${inks[state]}`}>{t(`loop.state.${state}`)}</span>
              <div className="font-mono text-fine text-dim">
                <VisibleText text={item?.check ?? ""} />
              </div>
              {commit !== undefined && (
                <div className="text-fine text-faint">
                  {t(aside ? "loop.aside" : "loop.commit", { commit: commit.slice(0, 12) })}
                </div>
              )}
              {attempts.length > 0 && (
                <div className="flex flex-wrap gap-x-3 text-fine">
                  {attempts.map(({ session, check }, at) => (
                    <a key={at} href={sessionAddress(session)} className="text-accent underline">
                      {t("loops.attempt", { number: at + 1 })}
                      {check && ` · ${t("loops.code", { code: check.code })}`}
                    </a>
                  ))}
                </div>
              )}
              {red && red.code !== 0 && state !== "open" && red.tail.trim() !== "" && (
                <pre className="mt-1 max-h-40 overflow-auto rounded-card bg-code px-3 py-2 font-mono text-fine whitespace-pre-wrap">
                  <VisibleText text={red.tail.trim()} />
                </pre>
              )}
              {restored.length > 0 && (
                <div className="text-fine text-dim">{t("loop.restored", { paths: restored.join(", ") })}</div>
              )}
              {denied.map(({ call, rules }) => (
                <div key={call} className="text-fine text-warn">
                  <VisibleText text={t("loop.denied", { call })} />
                  {rules.map((rule) => (
                    <div key={rule} className="font-mono text-dim">
                      <VisibleText text={t("loop.allowIt", { rule })} />
                    </div>
                  ))}
                </div>
              ))}
            </li>
          );
        })}
      </ol>
      <div className="mt-4 flex flex-wrap gap-2">{children}</div>
    </section>
  );
}
