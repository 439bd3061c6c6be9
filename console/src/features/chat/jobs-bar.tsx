import type { JobEntry, JobOutput, OpBody } from "@kestrel/protocol";
import { runningJobs, type SessionState } from "@kestrel/session-state";
import { useEffect, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { passOver } from "../../session/failure.ts";
import { Button } from "../../ui/button.tsx";
import { CodeWords } from "../../ui/code-words.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

/** Polling interval of a job's output while it is open. Milliseconds. */
const lookEveryMs = 1_500;
const shownUnits = 4_000;

type JobsBarProps = { state: SessionState; send(op: OpBody): Promise<unknown> };

/** The background jobs of this session, each with the end of its output and a button to stop it; and failures inside Kestrel. */
export function JobsBar({ state, send }: JobsBarProps) {
  const { t } = useWords();
  const jobs = runningJobs(state);
  const failed = (state.jobs ?? []).flatMap(({ job, end }) =>
    end?.report ? [{ job, report: end.report }] : [],
  );
  if (jobs.length + failed.length === 0 || state.sessionId === undefined) return null;
  return (
    <section
      aria-label={t("jobs.title")}
      className="stack mb-2 gap-1 rounded-card border border-line bg-card p-2"
    >
      {jobs.map((job) => (
        <Job
          key={job.job}
          session={state.sessionId ?? ""}
          job={job}
          stop={() => send({ type: "stop-job", job: job.job })}
        />
      ))}
      {failed.map(({ job, report }) => (
        <p key={job} className="text-ui text-warn">
          <CodeWords text={t("report.job", { job, report })} />
        </p>
      ))}
    </section>
  );
}

type JobProps = { session: string; job: JobEntry; stop(): Promise<unknown> };

function Job({ session, job: { job, command }, stop }: JobProps) {
  const { t } = useWords();
  const store = useConsoleStore();
  const [open, setOpen] = useState(false);
  const [stopping, setStopping] = useState(false);
  const [output, setOutput] = useState<JobOutput>();
  useEffect(() => {
    if (!open) return;
    let left = false;
    const look = () => {
      store.client
        .call("readJob", { params: { id: session, job } })
        .then((answer) => left || setOutput(answer), passOver);
    };
    look();
    const timer = setInterval(look, lookEveryMs);
    return () => {
      left = true;
      clearInterval(timer);
    };
  }, [open, store, session, job]);
  return (
    <div className="flex flex-wrap items-start gap-2 text-ui">
      <details className="min-w-0 flex-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="opens truncate py-1.5 font-mono text-fine">
          <span className="text-accent">{job}</span> <VisibleText text={command} />
        </summary>
        <pre className="mt-1 max-h-40 overflow-auto font-mono text-fine whitespace-pre-wrap text-dim [overflow-wrap:anywhere]">
          {output?.tail ? <VisibleText text={output.tail.slice(-shownUnits)} /> : t("jobs.silent")}
        </pre>
      </details>
      <Button
        look="quiet"
        disabled={stopping}
        onClick={() => {
          setStopping(true);
          stop().catch(() => setStopping(false)); // expected: the frame reports what was refused
        }}
      >
        {t("jobs.stop")}
      </Button>
    </div>
  );
}
