import type { SessionId } from "@kestrel/protocol";
import { type ReactNode, useCallback, useState } from "react";
import { ChatPage } from "../features/chat/chat-page.tsx";
import { useWords } from "../i18n/language.tsx";
import { usePreferences } from "../preferences/preferences.tsx";
import { useConsole, useConsoleStore } from "../session/console-context.tsx";
import { engineOfSession } from "../session/console-state.ts";
import { passOver } from "../session/failure.ts";
import { useSession } from "../session/use-session.ts";
import { IconButton } from "../ui/button.tsx";
import { useShortcut } from "../ui/use-shortcut.ts";
import { room, useWide } from "../ui/use-wide.ts";
import { ChangesReview, Inspector, NowherePage } from "./later-parts.ts";
import { addressOf, type SessionRoute } from "./routes.ts";
import { slashPlaces } from "./slash-places.ts";
import { go } from "./use-route.ts";

type SessionPageProps = {
  id: SessionId;
  at?: number;
  /** Shows its changes beside it, or in its place without space. */
  changes: boolean;
  menu: ReactNode;
  /** The route of another session opened from this one. Must be a stable function, or the conversation renders again. */
  toSession: (id: SessionId) => SessionRoute;
  /** Closes this column, when both are shown. */
  onClose?: () => void;
};

/** A session and, beside it, its inspector or its changes. */
export function SessionPage({ id, at, changes, menu, toSession, onClose }: SessionPageProps) {
  const { t } = useWords();
  const engine = useConsole((state) =>
    engineOfSession(state, state.open?.id === id ? state.open.state : undefined),
  );
  const open = useConsole((state) => state.open);
  const sampleFolder = useConsole(
    ({ status }) => status?.workspaces.find(({ kind }) => kind === "playground")?.path,
  );
  const damage = useConsole(({ sessions }) => sessions?.find((one) => one.id === id)?.damage);
  const sessionAddress = useCallback((other: SessionId) => addressOf(toSession(other)), [toSession]);
  const onContinue = useCallback(() => go({ page: "continue", id }), [id]);
  const opened = useSession(id);
  const { panel, setPanel } = usePreferences();
  const [sheet, setSheet] = useState(false);
  const both = useWide(room.three);
  const hasRoom = useWide(room.panel) && onClose === undefined;
  /** On a wide page the inspector stays open or closed as the user left it. On a narrow page a button opens it. */
  const staysOpen = both && onClose === undefined;
  const inspector = !changes && (staysOpen ? panel === "open" : sheet);
  const setInspector = useCallback(
    (shown: boolean) => (staysOpen ? setPanel(shown ? "open" : "closed") : setSheet(shown)),
    [staysOpen, setPanel],
  );
  const store = useConsoleStore();
  const whole = useCallback(() => store.readWhole().catch(passOver), [store]);
  const toggle = useCallback(() => setInspector(!inspector), [inspector, setInspector]);
  useShortcut("inspector", toggle);
  if (opened?.session.failure?.code === "session_not_found")
    return (
      <>
        {onClose && (
          <p className="flex justify-end p-2">
            <IconButton icon="close" label={t("columns.close")} onClick={onClose} />
          </p>
        )}
        <NowherePage what="session" menu={menu} homeAddress={addressOf({ page: "home" })} />
      </>
    );
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
          panel={
            inspector &&
            open?.id === id && (
              <Inspector
                state={open.state}
                live={open.live}
                loaded={engine?.model?.window}
                events={open.events}
                replayAddress={addressOf({ page: "replay", id })}
                send={opened?.send}
                onWhole={whole}
                asSheet={!hasRoom}
                onClose={() => setInspector(false)}
              />
            )
          }
          showsPlan={!(inspector && hasRoom)}
          onLens={() => setInspector(true)}
          onClose={onClose}
          onContinue={onContinue}
          places={{
            ...slashPlaces,
            session: (other) => go(toSession(other)),
            lens: () => setInspector(true),
            crew: () => go({ page: "crew", id }),
          }}
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
    </div>
  );
}
