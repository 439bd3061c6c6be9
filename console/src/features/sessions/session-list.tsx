import type { SessionSummary } from "@kestrel/protocol";
import type { FollowState } from "@kestrel/server/client";
import { nestedSessions } from "@kestrel/session-state";
import { useMemo, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { stateName } from "../../session/attention.ts";
import { IconButton } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { StateShape } from "../../ui/state-mark.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { matching } from "./matching.ts";

const FoundPlaces = lazyPart(() => import("./found-places.tsx").then(({ FoundPlaces: places }) => places));

type SessionListProps = {
  sessions?: readonly SessionSummary[];
  connection: FollowState;
  current?: string;
  /** `at`: the number of an event in it. */
  addressOf: (session: SessionSummary, at?: number) => string;
  onRemove: (session: SessionSummary) => void;
};

/** All sessions, the last changed first, each with its state as shape, colour and word. */
export function SessionList(props: SessionListProps) {
  const { sessions, onRemove, ...line } = props;
  const { t } = useWords();
  const [words, setWords] = useState("");
  const shown = useMemo(() => nestedSessions(matching(sessions ?? [], words)), [sessions, words]);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex-none px-3 pb-2">
        <input
          type="search"
          aria-label={t("sessions.search")}
          placeholder={t("sessions.search")}
          maxLength={1_000}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          className="h-8 w-full rounded-control border border-line bg-paper px-2.5 text-13 placeholder:text-faint"
        />
      </div>
      <nav aria-label={t("sessions.title")} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {sessions && shown.length === 0 && (
          <p className="px-2 py-3 text-13 text-faint">
            {t(sessions.length === 0 ? "sessions.none" : "sessions.no-match")}
          </p>
        )}
        <ul className="stack gap-0.5">
          {shown.map(({ session, nested }) => (
            <li
              key={session.id}
              className={`group/line relative ${nested ? "ml-5 border-l border-line" : ""}`}
            >
              <SessionLine session={session} {...line} />
              <div className="absolute top-1 right-1 flex rounded-control bg-raised opacity-0 group-focus-within/line:opacity-100 group-hover/line:opacity-100 pointer-coarse:bg-transparent pointer-coarse:opacity-100">
                <IconButton
                  icon="trash"
                  className="size-7"
                  label={t("sessions.delete", { title: session.title || t("sessions.untitled") })}
                  onClick={() => onRemove(session)}
                />
              </div>
            </li>
          ))}
        </ul>
        {words.trim() !== "" && <FoundPlaces words={words.trim()} addressOf={line.addressOf} />}
      </nav>
    </div>
  );
}

type SessionLineProps = Pick<SessionListProps, "connection" | "current" | "addressOf"> & {
  session: SessionSummary;
};

const wordColours = {
  working: "text-accent",
  needs_you: "text-warn",
  done: "text-faint",
  stopped: "text-faint",
  empty: "text-faint",
  error: "text-danger",
  offline: "text-faint",
} as const;

function SessionLine({ session, connection, current, addressOf }: SessionLineProps) {
  const { t, numbers } = useWords();
  const state = stateName(session.attention, connection);
  const here = session.id === current;
  const folder = session.workspace.split("/").filter(Boolean).at(-1) ?? session.workspace;
  return (
    <a
      href={addressOf(session)}
      aria-current={here ? "page" : undefined}
      className={`grid grid-cols-[16px_1fr] gap-x-2 rounded-control px-2 py-1.5 ${here ? "bg-raised" : "hover:bg-raised"}`}
    >
      <span className="grid h-5 place-items-center">
        <StateShape state={state} />
      </span>
      <span className="dense truncate pr-1 text-13 leading-5 group-focus-within/line:pr-7 group-hover/line:pr-7 pointer-coarse:pr-7">
        {session.parent && (
          <span className="text-faint" title={t("helpers.of")}>
            {session.parent.helper}:{" "}
          </span>
        )}
        <bdi>
          <VisibleText text={session.title || t("sessions.untitled")} />
        </bdi>
      </span>
      <span className="tabular col-start-2 flex gap-1.5 truncate text-12 text-faint">
        <span className={`flex-none ${wordColours[state]}`}>{t(`state.${state}`)}</span>
        <span aria-hidden="true">·</span>
        <span className="min-w-0 truncate">
          <VisibleText text={folder} />
        </span>
        <span aria-hidden="true">·</span>
        <span className="flex-none">{numbers.age(session.changedAt, Date.now())}</span>
      </span>
    </a>
  );
}
