import type { SessionId } from "@kestrel/protocol";
import { type ReactNode, useCallback } from "react";
import { EnginePage } from "../features/engine/engine-page.tsx";
import { FirstRunPage } from "../features/engine/first-run-page.tsx";
import { ReplayPage } from "../features/replay/replay-page.tsx";
import { NewSessionPage } from "../features/sessions/new-session-page.tsx";
import { SettingsPage } from "../features/settings/settings-page.tsx";
import { useConsole, useConsoleStore } from "../session/console-context.tsx";
import { addressOf, type Route } from "./routes.ts";
import { SessionPage } from "./session-page.tsx";
import { go } from "./use-route.ts";

/** The page of a route. */
export function Page({ route, menu }: { route: Route; menu: ReactNode }) {
  const store = useConsoleStore();
  const status = useConsole((state) => state.status);
  const engine = useConsole((state) => state.engine);
  const start = useCallback(() => store.client.call("startEngine", { body: {} }), [store]);
  const stop = useCallback(() => store.client.call("stopEngine", { body: {} }), [store]);
  const open = async (body: { workspace?: string; continues?: SessionId; confirm?: true }) => {
    const { id } = await store.openSession(body);
    go({ page: "session", id });
  };
  const firstRun = (
    <FirstRunPage engine={engine} menu={menu} onStart={() => void start().catch(() => undefined)} />
  );
  switch (route.page) {
    case "home":
    case "new": {
      // One that is only stopped starts with the next message.
      const lacksModel = engine?.failure && ["stopped", "failed", "crashed"].includes(engine.state);
      if (route.page === "home" && lacksModel) return firstRun;
      if (!status) return <div className="p-2 md:hidden">{menu}</div>;
      return (
        <NewSessionPage
          workspaces={status.workspaces}
          menu={menu}
          onOpen={(workspace, confirm) => open({ workspace, confirm })}
        />
      );
    }
    case "session":
      return (
        <SessionPage
          key={route.id}
          id={route.id}
          menu={menu}
          onContinue={() => open({ continues: route.id })}
        />
      );
    case "replay":
      return (
        <ReplayPage
          key={route.id}
          id={route.id}
          menu={menu}
          backAddress={addressOf({ page: "session", id: route.id })}
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
      return route satisfies never;
  }
}
