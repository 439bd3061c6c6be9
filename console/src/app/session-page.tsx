import type { SessionId } from "@kestrel/protocol";
import { type ReactNode, useCallback, useState } from "react";
import { ChatPage } from "../features/chat/chat-page.tsx";
import { useConsole, useConsoleStore } from "../session/console-context.tsx";
import { passOver } from "../session/failure.ts";
import { useSession } from "../session/use-session.ts";
import { useShortcut } from "../ui/use-shortcut.ts";
import { useWide } from "../ui/use-wide.ts";
import { ChangesReview, Inspector, NowherePage } from "./later-parts.ts";
import { addressOf } from "./routes.ts";
import { slashPlaces } from "./slash-places.ts";
import { go } from "./use-route.ts";

type SessionPageProps = {
  id: SessionId;
  at?: number;
  /** What it changed is shown beside it, or in its place where there is no room. */
  changes: boolean;
  menu: ReactNode;
  onContinue: () => void;
};

/** From here on there is room for a conversation and what it changed, in CSS pixels. */
const roomForBoth = 1280;

/** The same function for ever: the conversation is not drawn anew for it. */
const sessionAddress = (id: SessionId) => addressOf({ page: "session", id });

/** A session and, beside it, its inspector or what it changed. */
export function SessionPage({ id, at, changes, menu, onContinue }: SessionPageProps) {
  const engine = useConsole((state) => state.engine);
  const open = useConsole((state) => state.open);
  const sampleFolder = useConsole(
    ({ status }) => status?.workspaces.find(({ kind }) => kind === "playground")?.path,
  );
  const damage = useConsole(({ sessions }) => sessions?.find((one) => one.id === id)?.damage);
  const opened = useSession(id);
  const [inspector, setInspector] = useState(false);
  const store = useConsoleStore();
  const whole = useCallback(() => store.readWhole().catch(passOver), [store]);
  const toggle = useCallback(() => setInspector((shown) => !shown), []);
  const both = useWide(roomForBoth);
  useShortcut("inspector", toggle);
  if (opened?.session.failure?.code === "session_not_found")
    return <NowherePage what="session" menu={menu} homeAddress={addressOf({ page: "home" })} />;
  return (
    <div className="flex h-full min-w-0">
      <div
        className={
          changes ? (both ? "flex w-[400px] flex-none flex-col" : "hidden") : "flex min-w-0 flex-1 flex-col"
        }
      >
        <ChatPage
          id={id}
          at={at}
          engine={engine}
          engineAddress={addressOf({ page: "engine" })}
          ownModelAddress={addressOf({ page: "own-model" })}
          replayAddress={addressOf({ page: "replay", id })}
          changesAddress={addressOf({ page: "session", id, changes: true })}
          crewAddress={addressOf({ page: "crew", id })}
          sessionAddress={sessionAddress}
          damage={damage}
          sampleFolder={sampleFolder}
          menu={menu}
          inspectorOpen={inspector}
          onInspector={toggle}
          onLens={() => setInspector(true)}
          onContinue={onContinue}
          places={{ ...slashPlaces, lens: () => setInspector(true), crew: () => go({ page: "crew", id }) }}
        />
      </div>
      {changes && opened && open?.id === id && (
        <ChangesReview
          state={opened.session.state}
          events={open.events}
          send={opened.send}
          onWhole={whole}
          menu={both ? undefined : menu}
          conversation={addressOf({ page: "session", id })}
        />
      )}
      {inspector && !changes && open?.id === id && (
        <Inspector
          state={open.state}
          live={open.live}
          loaded={engine?.model?.window}
          events={open.events}
          replayAddress={addressOf({ page: "replay", id })}
          send={opened?.send}
          onWhole={whole}
          onClose={() => setInspector(false)}
        />
      )}
    </div>
  );
}
