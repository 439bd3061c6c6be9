import type { DaemonStatus, EngineStatus } from "@kestrel/protocol/api";
import type { ReactNode } from "react";
import { EngineState } from "../features/engine/engine-state.tsx";
import { NewSessionPage } from "../features/sessions/new-session-page.tsx";
import type { PlainKey } from "../i18n/catalogue.ts";
import type { ConsoleStore } from "../session/console-store.ts";
import { passOver } from "../session/failure.ts";
import type { IconName } from "../ui/icon.tsx";
import {
  ChannelsPage,
  EnginePage,
  FirstRunPage,
  LoadoutsPage,
  LoopsPage,
  MemoryPage,
  SettingsPage,
} from "./later-pages.ts";
import { addressOf, type PlainPage, type Route } from "./routes.ts";
import { go } from "./use-route.ts";

type PageTitle = PlainKey & ("sessions.new" | `${string}.title`);

/** A page's props from the frame. */
type PageContext = {
  route: Route;
  store: ConsoleStore;
  engine: EngineStatus | undefined;
  status: DaemonStatus | undefined;
  /** The button that opens a hidden sidebar. */
  menu: ReactNode;
};

type PageRow = {
  /** Its name in the sidebar and the command palette. */
  title: PageTitle;
  /** Its sidebar entry; pages without one are reached from the palette and from other pages. */
  sidebar?: { icon: IconName; note?: (engine: EngineStatus | undefined) => ReactNode };
  /** The shortcut shown in the palette. */
  shortcut?: string;
  render(context: PageContext): ReactNode;
};

/** Every page that does not show one session. A new one needs a row here and a name in `routes.ts`. */
export const pages: Readonly<Record<PlainPage | "loadouts", PageRow>> = {
  new: {
    title: "sessions.new",
    shortcut: "Alt N",
    render: ({ status, store, menu }) =>
      status ? (
        <NewSessionPage
          workspaces={status.workspaces}
          menu={menu}
          onOpen={async (path, confirm) =>
            go({ page: "draft", workspace: await store.checkWorkspace(path, confirm) })
          }
        />
      ) : (
        <div className="p-2 md:hidden">{menu}</div>
      ),
  },
  engine: {
    title: "engine.title",
    sidebar: { icon: "engine", note: (engine) => <EngineState engine={engine} /> },
    render: ({ engine, store, menu }) => (
      <EnginePage
        engine={engine}
        menu={menu}
        ownModelAddress={addressOf({ page: "own-model" })}
        startAddress={addressOf({ page: "draft" })}
        onStart={() => startEngine(store)}
        onStop={() => store.client.call("stopEngine", { body: {} })}
      />
    ),
  },
  "own-model": {
    title: "own.title",
    render: ({ engine, store, menu }) => (
      <FirstRunPage
        engine={engine}
        menu={menu}
        startAddress={addressOf({ page: "draft" })}
        onStart={() => void startEngine(store).catch(passOver)}
      />
    ),
  },
  loadouts: {
    title: "loadouts.title",
    sidebar: { icon: "layers" },
    render: ({ menu, route }) => (
      <LoadoutsPage
        view={route.page === "loadouts" ? route.view : undefined}
        menu={menu}
        onView={(next) => go({ page: "loadouts", view: next })}
        onBegun={(id) => go({ page: "session", id })}
      />
    ),
  },
  memory: {
    title: "memory.title",
    sidebar: { icon: "bookmark" },
    render: ({ menu }) => <MemoryPage menu={menu} onSession={(id) => addressOf({ page: "session", id })} />,
  },
  loops: {
    title: "loops.title",
    sidebar: { icon: "repeat" },
    render: ({ menu }) => <LoopsPage menu={menu} onSession={(id) => addressOf({ page: "session", id })} />,
  },
  channels: {
    title: "channels.title",
    sidebar: { icon: "bubble" },
    render: ({ menu }) => <ChannelsPage menu={menu} onSession={(id) => addressOf({ page: "session", id })} />,
  },
  settings: {
    title: "settings.title",
    sidebar: { icon: "gear" },
    render: ({ status, menu, route }) => (
      <SettingsPage
        status={status}
        menu={menu}
        area={"part" in route ? route.part : undefined}
        onArea={(part) => addressOf({ page: "settings", part })}
      />
    ),
  },
};

const startEngine = (store: ConsoleStore) => store.client.call("startEngine", { body: {} });

/** In the order of the sidebar and the palette. */
export const pageNames = Object.keys(pages) as (keyof typeof pages)[];
