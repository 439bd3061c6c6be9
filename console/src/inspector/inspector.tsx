import type { OpBody, SessionEvent } from "@kestrel/protocol";
import { type Live, nothingLive, type SessionState } from "@kestrel/session-state";
import { useEffect, useMemo, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { Icon } from "../ui/icon.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { AheadLines } from "./ahead-lines.tsx";
import { Changes } from "./changes.tsx";
import { Events } from "./events.tsx";
import { Export } from "./export.tsx";
import { Grants } from "./grants.tsx";
import { Lens } from "./lens.tsx";
import { MakeRoom } from "./make-room.tsx";
import { Plan } from "./plan.tsx";

type InspectorProps = {
  state: SessionState;
  live?: Live;
  /** The window of the current model; absent in a replay. */
  loaded?: number;
  events: readonly SessionEvent[];
  /** Shown above everything in a replay. */
  asOf?: string;
  /** The address of the replay; beside a conversation its header links to it. */
  replayAddress?: string;
  /** Absent in a replay, which is read-only. */
  send?: (op: OpBody) => Promise<void>;
  /** Loads the whole log when only its tail is loaded. Never rejects. */
  onWhole?: () => Promise<void>;
  /** There is no space beside the conversation. */
  asSheet: boolean;
  onClose: () => void;
};

/** The context, the changed files and the log. A sheet without space beside the conversation. */
export function Inspector(props: InspectorProps) {
  const { t } = useWords();
  if (!props.asSheet) {
    return (
      <aside
        aria-label={t("inspector.title")}
        className="flex w-[340px] flex-none flex-col border-l border-line bg-paper"
      >
        <Panels {...props} />
      </aside>
    );
  }
  return (
    <Sheet title={t("inspector.title")} place="right" onClose={props.onClose}>
      <div className="flex h-full flex-col">
        <Panels {...props} />
      </div>
    </Sheet>
  );
}

function Panels({
  state,
  live,
  loaded,
  events,
  asOf,
  replayAddress,
  asSheet,
  send,
  onWhole,
}: InspectorProps) {
  const { t } = useWords();
  const [tab, setTab] = useState<"lens" | "changes" | "events">("lens");
  // The context needs only the tail of a session; the other two tabs need all of it, and render nothing before.
  const [whole, setWhole] = useState(onWhole === undefined);
  useEffect(() => {
    if (onWhole && tab !== "lens") void onWhole().finally(() => setWhole(true));
  }, [onWhole, tab]);
  // Streamed text does not change the context.
  const progress = live?.progress;
  const reading = useMemo(() => (progress ? { ...nothingLive, progress } : undefined), [progress]);
  return (
    <Tabs
      label={t("inspector.title")}
      names={[
        ["lens", t("inspector.lens")],
        ["changes", t("inspector.changes")],
        ["events", t("inspector.events")],
      ]}
      chosen={tab}
      onChoose={setTab}
    >
      {tab !== "lens" && !whole && <p className="text-ui text-faint">{t("chat.loading")}</p>}
      {asSheet && replayAddress && (
        <a
          href={replayAddress}
          className="mb-3 flex items-center gap-2 rounded-control border border-control px-3 py-1.5 text-ui font-medium hover:bg-hover"
        >
          <Icon name="replay" />
          {t("sessions.replay")}
        </a>
      )}
      {asOf && <p className="tabular mb-3 text-fine text-faint">{asOf}</p>}
      {tab === "lens" && <Plan timeline={state.timeline} />}
      {tab === "lens" && <Lens state={state} live={reading} loaded={loaded} />}
      {tab === "lens" && send && <AheadLines turns={state.turns} openTurn={state.openTurn} />}
      {tab === "lens" && send && <MakeRoom state={state} send={send} />}
      {whole && tab === "changes" && <Grants state={state} send={send} />}
      {whole && tab === "changes" && <Changes state={state} events={events} />}
      {whole && tab === "events" && send && state.sessionId && <Export id={state.sessionId} />}
      {whole && tab === "events" && <Events events={events} />}
    </Tabs>
  );
}
