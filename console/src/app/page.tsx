import type { SessionId } from "@kestrel/protocol";
import { type ReactNode, useCallback } from "react";
import { EnginePage } from "../features/engine/engine-page.tsx";
import { FirstRunPage } from "../features/engine/first-run-page.tsx";
import { ReplayPage } from "../features/replay/replay-page.tsx";
import { NewSessionPage } from "../features/sessions/new-session-page.tsx";
import { SettingsPage } from "../features/settings/settings-page.tsx";
import { useBoard, useWorkbench } from "../session/workbench-context.tsx";
import { addressOf, type Place } from "./routes.ts";
import { SessionPage } from "./session-page.tsx";
import { go } from "./use-place.ts";

/** The page of a place. */
export function Page({ place, menu }: { place: Place; menu: ReactNode }) {
  const workbench = useWorkbench();
  const status = useBoard((board) => board.status);
  const engine = useBoard((board) => board.engine);
  const start = useCallback(() => workbench.client.call("startEngine", { body: {} }), [workbench]);
  const stop = useCallback(() => workbench.client.call("stopEngine", { body: {} }), [workbench]);
  const open = async (body: { workspace?: string; continues?: SessionId }) => {
    const { id } = await workbench.openSession(body);
    go({ page: "session", id });
  };
  const firstRun = (
    <FirstRunPage engine={engine} menu={menu} onStart={() => void start().catch(() => undefined)} />
  );
  switch (place.page) {
    case "home":
    case "new": {
      // One that is only stopped starts with the next message.
      const lacksModel = engine?.failure && ["stopped", "failed", "crashed"].includes(engine.state);
      if (place.page === "home" && lacksModel) return firstRun;
      if (!status) return <div className="p-2 md:hidden">{menu}</div>;
      return (
        <NewSessionPage
          workspaces={status.workspaces}
          menu={menu}
          onOpen={(workspace) => open({ workspace })}
        />
      );
    }
    case "session":
      return (
        <SessionPage
          key={place.id}
          id={place.id}
          menu={menu}
          onContinue={() => open({ continues: place.id })}
        />
      );
    case "replay":
      return (
        <ReplayPage
          key={place.id}
          id={place.id}
          menu={menu}
          backAddress={addressOf({ page: "session", id: place.id })}
        />
      );
    case "own-model":
      return firstRun;
    case "engine":
      return (
        <EnginePage
          engine={engine}
          menu={menu}
          ownModelAddress={addressOf({ page: "own-model" })}
          onStart={start}
          onStop={stop}
        />
      );
    case "settings":
      return <SettingsPage status={status} menu={menu} />;
    default:
      return place satisfies never;
  }
}
