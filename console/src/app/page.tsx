import type { SessionId } from "@kestrel/protocol";
import { type ReactNode, useRef } from "react";
import { useConsole, useConsoleStore } from "../session/console-context.tsx";
import { CrewPage, DraftPage, ReplayPage, SessionColumns } from "./later-pages.ts";
import { NowherePage } from "./later-parts.ts";
import { pages } from "./pages.tsx";
import { addressOf, isPlain, type Route } from "./routes.ts";
import { slashPlaces } from "./slash-places.ts";
import { go } from "./use-route.ts";

/** The page of a route. */
export function Page({ route, menu, keys }: { route: Route; menu: ReactNode; keys: ReactNode }) {
  const store = useConsoleStore();
  const status = useConsole((state) => state.status);
  const engine = useConsole((state) => state.engine);
  const sessions = useConsole((state) => state.sessions);
  const lacked = useRef(false);
  if (route.page !== "home") lacked.current = false;
  const draftParts = {
    engine,
    menu,
    engineAddress: addressOf({ page: "engine" }),
    ownModelAddress: addressOf({ page: "own-model" }),
    sessionAddress: (id: SessionId) => addressOf({ page: "session", id }),
    onBegun: (id: SessionId) => go({ page: "session", id }),
    onFolder: (workspace?: string) =>
      go(workspace === undefined ? { page: "new" } : { page: "draft", workspace }),
    workspaces: status?.workspaces ?? [],
    places: slashPlaces,
  };
  const nowhere = (what: "page" | "session") => (
    <NowherePage what={what} menu={menu} homeAddress={addressOf({ page: "home" })} />
  );
  const context = { route, store, engine, status, menu };
  if (isPlain(route)) return pages[route.page].render(context);
  switch (route.page) {
    case "home": {
      // A stopped engine starts with the next message.
      const hasFailed = engine?.failure && ["stopped", "failed", "crashed"].includes(engine.state);
      // It stays when the engine comes while it is read, until a model is loaded or another page is opened.
      const lacksModel = hasFailed || (lacked.current && engine?.state === "stopped");
      lacked.current = lacksModel === true;
      if (lacksModel) return pages["own-model"].render(context);
      if (!status?.workspaces.length) return pages.new.render(context);
      return <DraftPage key="draft" {...draftParts} />;
    }
    case "session":
      return <SessionColumns route={route} menu={menu} keys={keys} />;
    case "draft":
      if (route.workspace === undefined && !status?.workspaces.length) return pages.new.render(context);
      // The same page with another folder: text and choices are kept.
      return <DraftPage key="draft" workspace={route.workspace} {...draftParts} />;
    case "continue":
      return (
        <DraftPage
          key={route.id}
          continues={route.id}
          workspace={sessions?.find(({ id }) => id === route.id)?.workspace ?? ""}
          {...draftParts}
        />
      );
    case "replay":
    case "crew": {
      const gone = nowhere("session");
      const AboutSession = route.page === "replay" ? ReplayPage : CrewPage;
      const backAddress = addressOf({ page: "session", id: route.id });
      const about = { id: route.id, menu, backAddress, gone, sessionAddress: draftParts.sessionAddress };
      return <AboutSession key={route.id} {...about} />;
    }
    case "loadouts":
      return pages.loadouts.render(context);
    case "nowhere":
      return nowhere("page");
    default:
      return route satisfies never;
  }
}
