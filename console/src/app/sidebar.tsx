import type { SessionSummary } from "@kestrel/protocol";
import type { ReactNode } from "react";
import { EngineState } from "../features/engine/engine-state.tsx";
import { RemovedBar } from "../features/sessions/removed-bar.tsx";
import { SessionList } from "../features/sessions/session-list.tsx";
import { useWords } from "../i18n/language.tsx";
import { useBoard, useWorkbench } from "../session/workbench-context.tsx";
import { Bird } from "../ui/bird.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { addressOf, type Place } from "./routes.ts";
import { go } from "./use-place.ts";

/** The sessions, the engine and the settings. */
export function Sidebar({ place }: { place: Place }) {
  const { t } = useWords();
  const workbench = useWorkbench();
  const sessions = useBoard((board) => board.sessions);
  const engine = useBoard((board) => board.engine);
  const connection = useBoard((board) => board.connection);
  const removed = useBoard((board) => board.removed);
  const current = "id" in place ? place.id : undefined;

  const remove = (session: SessionSummary) => {
    void workbench
      .removeSession(session)
      .then(() => session.id === current && go({ page: "home" }))
      .catch(() => undefined);
  };
  const restore = () => {
    void workbench
      .restoreRemoved()
      .then((session) => session && go({ page: "session", id: session.id }))
      .catch(() => undefined);
  };

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-11 flex-none items-center gap-2 pr-2 pl-4">
        <a href={addressOf({ page: "home" })} className="flex flex-1 items-center gap-2 font-semibold">
          <Bird size={20} />
          Kestrel
        </a>
        <a
          href={addressOf({ page: "new" })}
          aria-label={t("sessions.new")}
          title={t("sessions.new")}
          className="grid size-8 place-items-center rounded-control text-dim hover:bg-raised hover:text-text"
        >
          <Icon name="plus" />
        </a>
      </div>
      <SessionList
        sessions={sessions}
        connection={connection}
        current={current}
        addressOf={({ id }) => addressOf({ page: "session", id })}
        onRemove={remove}
      />
      {removed && (
        <RemovedBar
          key={removed.id}
          session={removed}
          onUndo={restore}
          onGone={() => workbench.forgetRemoved()}
        />
      )}
      <div className="stack flex-none gap-0.5 border-t border-line p-2 text-13">
        <Line to={{ page: "engine" }} icon="engine" name={t("engine.title")} place={place}>
          <EngineState engine={connection === "lost" ? undefined : engine} />
        </Line>
        <Line to={{ page: "settings" }} icon="gear" name={t("settings.title")} place={place} />
      </div>
    </div>
  );
}

type LineProps = { to: Place; icon: IconName; name: string; place: Place; children?: ReactNode };

function Line({ to, icon, name, place, children }: LineProps) {
  const here = to.page === place.page;
  return (
    <a
      href={addressOf(to)}
      aria-current={here ? "page" : undefined}
      className={`flex h-8 items-center gap-2 rounded-control px-2 ${here ? "bg-raised" : "hover:bg-raised"}`}
    >
      <Icon name={icon} className="text-faint" />
      <span className="flex-1">{name}</span>
      <span className="text-12">{children}</span>
    </a>
  );
}
