import type { SessionId } from "@kestrel/protocol";
import { type ReactNode, useCallback, useState } from "react";
import { ChatPage } from "../features/chat/chat-page.tsx";
import { useConsole, useConsoleStore } from "../session/console-context.tsx";
import { passOver } from "../session/failure.ts";
import { useSession } from "../session/use-session.ts";
import { useShortcut } from "../ui/use-shortcut.ts";
import { Inspector, NowherePage } from "./later-parts.ts";
import { addressOf } from "./routes.ts";
import { slashPlaces } from "./slash-places.ts";
import { go } from "./use-route.ts";

type SessionPageProps = { id: SessionId; at?: number; menu: ReactNode; onContinue: () => void };

/** The same function for ever: the conversation is not drawn anew for it. */
const sessionAddress = (id: SessionId) => addressOf({ page: "session", id });

/** A session and, beside it, its inspector. */
export function SessionPage({ id, at, menu, onContinue }: SessionPageProps) {
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
  useShortcut("inspector", toggle);
  if (opened?.session.failure?.code === "session_not_found")
    return <NowherePage what="session" menu={menu} homeAddress={addressOf({ page: "home" })} />;
  return (
    <div className="flex h-full min-w-0">
      <div className="flex min-w-0 flex-1 flex-col">
        <ChatPage
          id={id}
          at={at}
          engine={engine}
          engineAddress={addressOf({ page: "engine" })}
          ownModelAddress={addressOf({ page: "own-model" })}
          replayAddress={addressOf({ page: "replay", id })}
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
      {inspector && open?.id === id && (
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
