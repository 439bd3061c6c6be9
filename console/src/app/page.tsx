import type { SessionId } from "@kestrel/protocol";
import { type ReactNode, useCallback } from "react";
import { DraftPage } from "../features/chat/draft-page.tsx";
import { NewSessionPage } from "../features/sessions/new-session-page.tsx";
import { useConsole, useConsoleStore } from "../session/console-context.tsx";
import {
  CrewPage,
  EnginePage,
  FirstRunPage,
  LoadoutsPage,
  NowherePage,
  ReplayPage,
  SettingsPage,
} from "./later-pages.ts";
import { addressOf, type Route } from "./routes.ts";
import { SessionPage } from "./session-page.tsx";
import { slashPlaces } from "./slash-places.ts";
import { go } from "./use-route.ts";

/** The page of a route. */
export function Page({ route, menu }: { route: Route; menu: ReactNode }) {
  const store = useConsoleStore();
  const status = useConsole((state) => state.status);
  const engine = useConsole((state) => state.engine);
  const start = useCallback(() => store.client.call("startEngine", { body: {} }), [store]);
  const stop = useCallback(() => store.client.call("stopEngine", { body: {} }), [store]);
  const sessions = useConsole((state) => state.sessions);
  const sampleFolder = status?.workspaces.find(({ kind }) => kind === "playground")?.path;
  const draftParts = {
    engine,
    menu,
    engineAddress: addressOf({ page: "engine" }),
    ownModelAddress: addressOf({ page: "own-model" }),
    sessionAddress: (id: SessionId) => addressOf({ page: "session", id }),
    onBegun: (id: SessionId) => go({ page: "session", id }),
    places: slashPlaces,
  };
  const nowhere = (what: "page" | "session") => (
    <NowherePage what={what} menu={menu} homeAddress={addressOf({ page: "home" })} />
  );
  const firstRun = (
    <FirstRunPage
      engine={engine}
      menu={menu}
      startAddress={addressOf({ page: "new" })}
      onStart={() => void start().catch(() => undefined)}
    />
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
          onOpen={async (path, confirm) =>
            go({ page: "draft", workspace: await store.checkWorkspace(path, confirm) })
          }
        />
      );
    }
    case "session":
      return (
        <SessionPage
          key={route.id}
          id={route.id}
          menu={menu}
          onContinue={() => go({ page: "continue", id: route.id })}
        />
      );
    case "draft":
      return (
        <DraftPage
          key={route.workspace}
          workspace={route.workspace}
          sample={route.workspace === sampleFolder}
          {...draftParts}
        />
      );
    case "continue":
      return (
        <DraftPage
          key={route.id}
          continues={route.id}
          workspace={sessions?.find(({ id }) => id === route.id)?.workspace ?? ""}
          sample={false}
          {...draftParts}
        />
      );
    case "replay":
    case "crew": {
      const gone = nowhere("session");
      const AboutSession = route.page === "replay" ? ReplayPage : CrewPage;
      const backAddress = addressOf({ page: "session", id: route.id });
      return <AboutSession key={route.id} id={route.id} menu={menu} backAddress={backAddress} gone={gone} />;
    }
    case "own-model":
      return firstRun;
    case "engine":
      return (
        <EnginePage
          engine={engine}
          menu={menu}
          ownModelAddress={addressOf({ page: "own-model" })}
          startAddress={addressOf({ page: "new" })}
          onStart={start}
          onStop={stop}
        />
      );
    case "loadouts":
      return (
        <LoadoutsPage
          view={route.view}
          menu={menu}
          onView={(view) => go({ page: "loadouts", view })}
          onBegun={draftParts.onBegun}
        />
      );
    case "settings":
      return <SettingsPage status={status} menu={menu} />;
    case "nowhere":
      return nowhere("page");
    default:
      return route satisfies never;
  }
}
