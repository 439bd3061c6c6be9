import type { OpBody, SessionEvent } from "@kestrel/protocol";
import type { Live, SessionState } from "@kestrel/session-state";
import { useEffect, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { Icon } from "../ui/icon.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { useWide } from "../ui/use-wide.ts";
import { AheadLines } from "./ahead-lines.tsx";
import { Changes } from "./changes.tsx";
import { Events } from "./events.tsx";
import { Export } from "./export.tsx";
import { Grants } from "./grants.tsx";
import { Lens } from "./lens.tsx";
import { MakeRoom } from "./make-room.tsx";
import { Plan } from "./plan.tsx";

/** Below this width there is no room for three columns, in CSS pixels. */
const roomFrom = 1100;

type InspectorProps = {
  state: SessionState;
  live?: Live;
  /** The window of the model that answers now; absent where the past is shown. */
  loaded?: number;
  events: readonly SessionEvent[];
  /** Said above everything when the past is shown. */
  asOf?: string;
  /** Where the session can be watched again from its start. */
  replayAddress?: string;
  /** Absent where the past is shown: nothing can be asked of it. */
  send?: (op: OpBody) => Promise<void>;
  /** Has the whole session read where only its end is here. Never rejects. */
  onWhole?: () => Promise<void>;
  onClose: () => void;
};

/** What is behind the conversation: the window, the changed files, the log. A sheet where there is no room beside it. */
export function Inspector(props: InspectorProps) {
  const { t } = useWords();
  if (useWide(roomFrom)) {
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

function Panels({ state, live, loaded, events, asOf, replayAddress, send, onWhole }: InspectorProps) {
  const { t } = useWords();
  const [tab, setTab] = useState<"lens" | "changes" | "events">("lens");
  // What it says is of the whole session, and nothing of it is shown before.
  const [ready, setReady] = useState(onWhole === undefined);
  useEffect(() => {
    if (onWhole) void onWhole().finally(() => setReady(true));
  }, [onWhole]);
  if (!ready) return <p className="p-4 text-ui text-faint">{t("chat.loading")}</p>;
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
      {replayAddress && (
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
      {tab === "lens" && <Lens state={state} live={live} loaded={loaded} />}
      {tab === "lens" && send && <AheadLines turns={state.turns} openTurn={state.openTurn} />}
      {tab === "lens" && send && <MakeRoom state={state} send={send} />}
      {tab === "changes" && <Grants state={state} send={send} />}
      {tab === "changes" && <Changes state={state} events={events} />}
      {tab === "events" && send && state.sessionId && <Export id={state.sessionId} />}
      {tab === "events" && <Events events={events} />}
    </Tabs>
  );
}
