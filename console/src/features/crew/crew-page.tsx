import type { Failure, SessionId } from "@kestrel/protocol";
import {
  type CrewJobEntry,
  type CrewSum,
  crewSums,
  emptySession,
  evolve,
  type SessionState,
} from "@kestrel/session-state";
import { type ReactNode, useEffect, useState } from "react";
import { didWhat, secondsOf, whoIs } from "../../crew/crew-words.ts";
import { EmptySeats } from "../../crew/empty-seats.tsx";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { FailureText } from "../../ui/failure-text.tsx";
import { Notice } from "../../ui/notice.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

type CrewPageProps = {
  id: SessionId;
  menu: ReactNode;
  backAddress: string;
  /** Shown when the session does not exist. */
  gone: ReactNode;
};

/** The work of the models other than the main one in one session, in measured numbers. */
export function CrewPage({ id, menu, backAddress, gone }: CrewPageProps) {
  const { t } = useWords();
  const { state, failure } = useLoggedState(id);
  const jobs = [...(state?.crewJobs ?? [])];
  if (failure?.code === "session_not_found") return gone;
  return (
    <div className="h-full overflow-y-auto">
      <div className="column stack gap-5 pt-4 pb-10">
        <header className="flex items-center gap-2">
          {menu}
          <h1 className="min-w-0 flex-1 text-h1 font-semibold">{t("crew.title")}</h1>
          <a
            href={backAddress}
            className="flex-none rounded-control border border-control px-3 py-1 text-ui font-medium hover:bg-hover"
          >
            {t("crew.back")}
          </a>
        </header>
        {failure && (
          <Notice tone="danger">
            <FailureText failure={failure} />
          </Notice>
        )}
        {state && (
          <p className="text-dim">
            <VisibleText text={state.title || t("sessions.untitled")} />
          </p>
        )}
        {state && jobs.length === 0 && (
          <p className="text-dim">{t(state.loadout?.crew?.length ? "crew.idle" : "crew.none")}</p>
        )}
        {state && <EmptySeats crew={state.loadout?.crew ?? []} />}
        {jobs.length > 0 && <Sums jobs={jobs} />}
        {jobs.length > 0 && <Ledger jobs={jobs} />}
      </div>
    </div>
  );
}

function useLoggedState(id: SessionId): { state?: SessionState; failure?: Failure } {
  const store = useConsoleStore();
  const [known, setKnown] = useState<{ state?: SessionState; failure?: Failure }>({});
  useEffect(() => {
    const leaving = new AbortController();
    store.client.call("readLog", { params: { id }, signal: leaving.signal }).then(
      ({ events }) => setKnown({ state: events.reduce(evolve, emptySession) }),
      (thrown: unknown) => leaving.signal.aborted || setKnown({ failure: failureOf(thrown) }),
    );
    return () => leaving.abort();
  }, [store, id]);
  return known;
}

const head = "px-2 py-1 text-left align-bottom text-fine font-medium text-faint [word-break:keep-all]";
const cell = "tabular px-2 py-1 align-top whitespace-nowrap";

function Sums({ jobs }: { jobs: readonly CrewJobEntry[] }) {
  const { t } = useWords();
  const { all, members } = crewSums(jobs);
  const rows = [
    ...members.map((sum) => ({ name: whoIs(sum, t), sum: sum as CrewSum })),
    ...(members.length > 1 ? [{ name: t("crew.everybody"), sum: all }] : []),
  ];
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-ui">
        <thead>
          <tr>
            {(["who", "jobs", "used", "read", "written", "took", "savedTokens", "savedTime"] as const).map(
              (name) => (
                <th key={name} scope="col" className={head}>
                  {t(`crew.column.${name}`)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, sum }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="min-w-32 px-2 py-1 text-left align-top font-medium">
                <VisibleText text={name} />
              </th>
              <td className={cell}>{sum.jobs}</td>
              <td className={cell}>{sum.used}</td>
              <Measured value={sum.tokensIn} />
              <Measured value={sum.tokensOut} />
              <Measured value={sum.durationMs} ms />
              <Measured value={sum.savedTokens} />
              <Measured value={sum.savedMs} ms />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A value that was not measured is a dash, never zero. */
function Measured({ value, ms = false }: { value: number | undefined; ms?: boolean }) {
  const { t, numbers } = useWords();
  const text = (known: number) =>
    ms ? t("crew.seconds", { seconds: secondsOf(known) }) : numbers.count(known);
  return <td className={cell}>{value === undefined ? "–" : text(value)}</td>;
}

/** Jobs listed at most: this many render in less than a second. */
const mostListed = 1_000;

function Ledger({ jobs }: { jobs: readonly CrewJobEntry[] }) {
  const { t, numbers } = useWords();
  const older = jobs.length - mostListed;
  return (
    <section>
      <h2 className="mb-1 text-ui font-semibold">{t("crew.ledger")}</h2>
      <ol className="stack gap-1 text-ui">
        {jobs
          .slice(-mostListed)
          .toReversed()
          .map((job, at) => (
            <li key={at} className="flex flex-wrap gap-x-3 border-t border-line py-1">
              <span className="tabular text-faint">{numbers.time(job.at, Date.now())}</span>
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <VisibleText text={didWhat(job, t)} />
              </span>
            </li>
          ))}
        {older > 0 && <li className="tabular py-1 text-faint">+ {numbers.count(older)}</li>}
      </ol>
    </section>
  );
}
