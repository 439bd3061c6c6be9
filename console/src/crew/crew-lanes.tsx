import type { CrewJobEntry, Live, SessionState } from "@kestrel/session-state";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { didWhat, doing } from "./crew-words.ts";

/** Finished jobs shown at most, to save space above the input. */
const mostDone = 3;

type CrewLanesProps = { state: SessionState; live: Live; address: string };

/** Jobs of the models other than the main one, running or since the user's last message; a link leads to all of them. */
export function CrewLanes({ state, live, address }: CrewLanesProps) {
  const { t } = useWords();
  const done = doneSince(state, lastSaidAt(state));
  // A review is shown on its card instead: a line that disappears here would move the card's buttons.
  const crew = (live.crew ?? []).filter(({ kind }) => kind !== "review");
  if (crew.length === 0 && done.length === 0) return null;
  return (
    <section
      aria-label={t("crew.lanes")}
      className="stack mb-1 gap-0.5 border-l-2 border-line pl-2 text-fine text-faint"
    >
      {done.map((job, at) => (
        <p key={at} className="tabular truncate">
          <VisibleText text={didWhat(job, t)} />
        </p>
      ))}
      {crew.map((job) => (
        <p key={job.job} className="truncate text-dim">
          <span className="mr-1.5 inline-block size-1.5 animate-pulse rounded-full bg-accent motion-reduce:animate-none" />
          <VisibleText text={doing(job, t)} />
        </p>
      ))}
      <a href={address} className="self-start underline decoration-line underline-offset-2 hover:text-dim">
        {t("crew.all")}
      </a>
    </section>
  );
}

/** The newest finished jobs, searched from the end of the log: this renders for every token. */
function doneSince({ crewJobs }: SessionState, since: string): CrewJobEntry[] {
  const done: CrewJobEntry[] = [];
  for (const job of crewJobs?.backwards() ?? []) {
    if (job.at < since || done.length === mostDone) break;
    if (job.kind !== "review") done.unshift(job);
  }
  return done;
}

/** The time of the user's last message. Timestamps of a log share one format, and compare as text. */
function lastSaidAt({ timeline }: SessionState): string {
  for (const entry of timeline.backwards()) if (entry.kind === "user") return entry.at;
  return "";
}
