import type { SessionId } from "@kestrel/protocol";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { stateName } from "../session/attention.ts";
import { ConsoleProvider, useConsole, useConsoleStore } from "../session/console-context.tsx";
import type { ConsoleStore } from "../session/console-store.ts";
import { IconButton } from "../ui/button.tsx";
import { InFocusContext, partInFocus } from "../ui/part-in-focus.ts";
import { StateShape } from "../ui/state-mark.tsx";
import { useShortcut } from "../ui/use-shortcut.ts";
import { room, useWide } from "../ui/use-wide.ts";
import { VisibleText } from "../ui/visible-text.tsx";
import { OpenSessionAnnouncer } from "./announcer.tsx";
import { routeWithout, type SessionRoute, sessionFrom } from "./routes.ts";
import { SessionPage } from "./session-page.tsx";
import { go, goInstead } from "./use-route.ts";

type SessionColumnsProps = {
  route: SessionRoute;
  menu: ReactNode;
  /** The component with global shortcuts: rendered in the focused column. */
  keys: ReactNode;
};

/** One session, or two side by side. Without space for both only the focused one is shown, with a switch to the other. */
export function SessionColumns({ route, menu, keys }: SessionColumnsProps) {
  const { t } = useWords();
  const { id, beside } = route;
  const sessions = useConsole((state) => state.sessions);
  const hasRoom = useWide(room.two);
  /** A shortcut switched columns: the message field takes the focus. */
  const byKey = useRef(false);
  const focus = (column: Column) => {
    if (beside !== undefined && column !== columnOf(route)) goInstead(withFocus(route, column));
  };
  const toOther = () => {
    if (beside !== undefined) {
      byKey.current = true;
      return goInstead(withFocus(route, route.focus ? "first" : "beside"));
    }
    const other = sessions?.find((one) => one.id !== id && !one.parent && !one.marks?.archived);
    if (!other) return;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    go({ page: "session", id, beside: other.id, focus: "beside" });
  };
  const other = useRef(toOther);
  other.current = toOther;
  useShortcut(
    "beside",
    useCallback(() => other.current(), []),
  );
  useEffect(() => {
    if (!byKey.current) return;
    byKey.current = false;
    partInFocus().querySelector<HTMLElement>("[data-message]")?.focus({ preventScroll: true });
  }, [route.focus]);
  const column = (name: Column) => ({
    isOne: beside === undefined,
    hasRoom,
    inFocus: beside === undefined || columnOf(route) === name,
    isShown: hasRoom || beside === undefined || columnOf(route) === name,
    onFocus: () => focus(name),
  });
  const columns: [Column, SessionId][] = [["first", id]];
  if (beside !== undefined) columns.push(["beside", beside]);
  return (
    <div className="flex h-full min-w-0 flex-col">
      {beside !== undefined && !hasRoom && (
        <nav
          aria-label={t("columns.title")}
          className="flex flex-none items-center gap-1 border-b border-soft bg-side p-1.5"
        >
          {([id, beside] as const).map((one) => (
            <SwitchTo
              key={one}
              id={one}
              isHere={one === (route.focus ? beside : id)}
              onGo={() => focus(one === id ? "first" : "beside")}
            />
          ))}
          <IconButton
            icon="close"
            label={t("columns.close")}
            onClick={() => go(routeWithout(route, route.focus ? beside : id))}
          />
        </nav>
      )}
      <div className="flex min-h-0 flex-1">
        {columns.map(([name, one]) => (
          // Keyed by session: its draft is kept when the other column is closed.
          <ColumnStore
            key={one}
            id={one}
            isBeside={name === "beside"}
            takesFocus={name === "beside" && route.focus !== undefined}
          >
            <ColumnFrame {...column(name)} id={one}>
              <OneSession id={one} route={route} name={name} menu={menu} keys={keys} />
            </ColumnFrame>
          </ColumnStore>
        ))}
      </div>
    </div>
  );
}

type Column = "first" | "beside";
const columnOf = ({ focus }: SessionRoute): Column => (focus ? "beside" : "first");
const withFocus = ({ page, id, beside }: SessionRoute, column: Column): SessionRoute => ({
  ...{ page, id, beside },
  ...(column === "beside" && { focus: column }),
});

type OneSessionProps = { id: SessionId; route: SessionRoute; name: Column } & Pick<
  SessionColumnsProps,
  "menu" | "keys"
>;

function OneSession({ id, route, name, menu, keys }: OneSessionProps) {
  const { id: first, beside, at, changes } = route;
  const hasRoom = useWide(room.two);
  const toSession = useCallback(
    (other: SessionId) => sessionFrom(withFocus({ page: "session", id: first, beside }, name), other),
    [first, beside, name],
  );
  return (
    <>
      <SessionPage
        id={id}
        at={at}
        changes={changes === true}
        menu={menu}
        toSession={toSession}
        onClose={beside === undefined || !hasRoom ? undefined : () => go(routeWithout(route, id))}
      />
      {beside !== undefined && columnOf(route) === name && keys}
    </>
  );
}

type ColumnFrameProps = {
  id: SessionId;
  isOne: boolean;
  /** There is space for both columns. */
  hasRoom: boolean;
  inFocus: boolean;
  isShown: boolean;
  onFocus: () => void;
  children: ReactNode;
};

/** A click or focus in a column makes it the target of global shortcuts. */
function ColumnFrame({ id, isOne, hasRoom, inFocus, isShown, onFocus, children }: ColumnFrameProps) {
  const title = useConsole(({ sessions }) => sessions?.find((one) => one.id === id)?.title);
  return (
    <div
      {...(!isOne && { role: "group", "aria-label": title || id, "data-in-focus": inFocus ? "" : undefined })}
      onFocusCapture={onFocus}
      onPointerDownCapture={onFocus}
      className={`min-w-0 flex-1 flex-col border-line not-first:border-l ${isShown ? "flex" : "hidden"} ${isOne || !hasRoom ? "" : "border-t-2 data-in-focus:border-t-focus not-data-in-focus:border-t-transparent"}`}
    >
      <InFocusContext value={inFocus}>{children}</InFocusContext>
    </div>
  );
}

type ColumnStoreProps = { id: SessionId; isBeside: boolean; takesFocus: boolean; children: ReactNode };

/** The second column has a separate store, like another tab, and keeps it when it becomes the only column. */
function ColumnStore({ id, isBeside, takesFocus, children }: ColumnStoreProps) {
  const first = useConsoleStore();
  const [hasOwn, setHasOwn] = useState(isBeside);
  if (isBeside && !hasOwn) setHasOwn(true);
  const [own, setOwn] = useState<ConsoleStore>();
  const now = useRef(takesFocus);
  now.current = takesFocus;
  useEffect(() => {
    if (!hasOwn) return;
    const second = first.another();
    // Its message field takes the focus.
    if (now.current) second.begun = id;
    second.show(id);
    setOwn(second);
    return () => second.end();
  }, [first, hasOwn, id]);
  const store = hasOwn ? own : first;
  if (!store) return null;
  return (
    <ConsoleProvider store={store}>
      {children}
      {isBeside && <OpenSessionAnnouncer />}
    </ConsoleProvider>
  );
}

function SwitchTo({ id, isHere, onGo }: { id: SessionId; isHere: boolean; onGo: () => void }) {
  const { t } = useWords();
  const session = useConsole(({ sessions }) => sessions?.find((one) => one.id === id));
  const connection = useConsole((state) => state.connection);
  const state = session && stateName(session.attention, connection);
  return (
    <button
      type="button"
      aria-current={isHere ? "true" : undefined}
      onClick={onGo}
      className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-control px-3 text-ui text-dim hover:bg-hover aria-[current]:bg-pressed aria-[current]:font-medium aria-[current]:text-text pointer-coarse:h-11"
    >
      {state && <StateShape state={state} />}
      <span className="min-w-0 truncate">
        <VisibleText text={session?.title || t("sessions.untitled")} />
      </span>
      {state && <span className="sr-only">{t(`state.${state}`)}</span>}
    </button>
  );
}
