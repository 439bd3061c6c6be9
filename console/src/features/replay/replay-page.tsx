import type { Failure, SessionId } from "@kestrel/protocol";
import { nothingLive } from "@kestrel/session-state";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { Export } from "../../inspector/export.tsx";
import { Inspector } from "../../inspector/inspector.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { Transcript } from "../../transcript/transcript.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { room, useWide } from "../../ui/use-wide.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { ReplayLog } from "./replay-log.ts";
import { Scrubber } from "./scrubber.tsx";
import { usePlayback } from "./use-playback.ts";
import { useReplayKeys } from "./use-replay-keys.ts";

type ReplayPageProps = {
  id: SessionId;
  menu: ReactNode;
  backAddress: string;
  sessionAddress: (id: SessionId) => string;
  /** Shown when the session does not exist. */
  gone: ReactNode;
};

/** A session's replay, event by event. It is read-only. */
export function ReplayPage({ id, menu, backAddress, sessionAddress, gone }: ReplayPageProps) {
  const { t } = useWords();
  const store = useConsoleStore();
  const [log, setLog] = useState<ReplayLog>();
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => {
    const leaving = new AbortController();
    store.client.call("readLog", { params: { id }, signal: leaving.signal }).then(
      ({ events }) => setLog(new ReplayLog(events)),
      (thrown: unknown) => !leaving.signal.aborted && setFailure(failureOf(thrown)),
    );
    return () => leaving.abort();
  }, [store, id]);
  if (failure?.code === "session_not_found") return gone;
  if (failure) {
    return (
      <div className="column pt-6">
        <Notice tone="danger">
          <FailureText failure={failure} />
        </Notice>
      </div>
    );
  }
  if (!log) return <p className="p-6 text-ui text-faint">{t("chat.loading")}</p>;
  if (log.events.length === 0) return <p className="p-6 text-dim">{t("replay.empty")}</p>;
  return <Replay id={id} log={log} menu={menu} backAddress={backAddress} sessionAddress={sessionAddress} />;
}

type ReplayProps = Omit<ReplayPageProps, "gone"> & { log: ReplayLog };

function Replay({ id, log, menu, backAddress, sessionAddress }: ReplayProps) {
  const { t, numbers } = useWords();
  const store = useConsoleStore();
  const [exporting, setExporting] = useState(false);
  const [refused, setRefused] = useState<Failure>();
  const playback = usePlayback(log);
  const [inspector, setInspector] = useState(false);
  const hasRoom = useWide(room.panel);
  const scroller = useRef<HTMLDivElement>(null);
  const { at } = playback;
  const state = useMemo(() => log.stateAt(at), [log, at]);
  useReplayKeys(playback, log);
  const fork = () => {
    setRefused(undefined);
    store.forkSession(id, log.messageAfter(at)).then(
      (forked) => {
        window.location.hash = sessionAddress(forked.id);
      },
      (thrown: unknown) => setRefused(failureOf(thrown)),
    );
  };
  useEffect(() => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [at]);
  const time = log.events[Math.max(0, at - 1)]?.at ?? "";
  const asOf = t("replay.as-of", { time: numbers.time(time, Date.now()) });
  return (
    <div className="past flex h-full min-w-0 p-[3px]">
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-11 flex-none items-center gap-x-2 border-b border-line pr-2 pl-2 md:pl-4">
          {menu}
          <span className="flex min-w-0 items-center gap-1.5 font-semibold text-info">
            <Icon name="replay" />
            <span className="truncate max-sm:text-fine max-sm:leading-tight max-sm:whitespace-normal">
              {t("replay.title")}
            </span>
          </span>
          <h1 className="sr-only min-w-0 flex-1 truncate text-dim md:not-sr-only">
            <VisibleText text={state.title || t("sessions.untitled")} />
          </h1>
          <span className="flex-1 md:hidden" />
          <span className="tabular hidden text-fine text-faint sm:block">{asOf}</span>
          <a
            href={backAddress}
            className="flex-none rounded-control border border-control px-3 py-1 text-ui font-medium hover:bg-hover"
          >
            {t("replay.leave")}
          </a>
          <IconButton
            icon="panel"
            label={t("inspector.open")}
            aria-expanded={inspector}
            onClick={() => setInspector(!inspector)}
          />
        </header>
        <div ref={scroller} className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto" tabIndex={-1}>
          <section aria-label={t("chat.conversation")} className="column pt-4 pb-10">
            <Transcript state={state} live={nothingLive} />
          </section>
        </div>
        <div className="column flex-none border-t border-line py-3">
          <Scrubber log={log} playback={playback} />
          <div className="mt-1 -ml-2.5 flex flex-wrap gap-1">
            <Button look="quiet" icon="fork" onClick={fork} title={t("replay.fork.text")}>
              {t("replay.fork")}
            </Button>
            <Button look="quiet" icon="download" onClick={() => setExporting(true)}>
              {t("export.title")}
            </Button>
          </div>
          <FailureLine failure={refused} className="text-ui" />
        </div>
      </div>
      {exporting && (
        <Sheet title={t("export.title")} place="right" onClose={() => setExporting(false)}>
          <div className="overflow-y-auto p-4">
            <Export id={id} open format="html" />
          </div>
        </Sheet>
      )}
      {inspector && (
        <Inspector
          state={state}
          events={log.events.slice(0, at)}
          asOf={asOf}
          asSheet={!hasRoom}
          onClose={() => setInspector(false)}
        />
      )}
    </div>
  );
}
