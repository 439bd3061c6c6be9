import type { SessionSummary } from "@kestrel/protocol";
import { type ReactNode, useRef } from "react";
import { RemovedBar } from "../features/sessions/removed-bar.tsx";
import { SessionList } from "../features/sessions/session-list.tsx";
import { useWords } from "../i18n/language.tsx";
import { useConsole, useConsoleStore } from "../session/console-context.tsx";
import { passOver } from "../session/failure.ts";
import { Bird } from "../ui/bird.tsx";
import { Key } from "../ui/button.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { room, useWide } from "../ui/use-wide.ts";
import { pageNames, pages } from "./pages.tsx";
import { addressOf, type Route, routeWithout, sessionFrom } from "./routes.ts";
import { go } from "./use-route.ts";

/** The style of a navigation link. */
const line =
  "flex h-9 items-center gap-2.5 rounded-control px-2.5 text-ui text-dim hover:bg-hover hover:text-text aria-[current]:bg-pressed aria-[current]:font-medium aria-[current]:text-text pointer-coarse:h-11";

/** The navigation: sessions, pages and settings. */
export function Sidebar({ route }: { route: Route }) {
  const { t } = useWords();
  const store = useConsoleStore();
  const sessions = useConsole((state) => state.sessions);
  const engine = useConsole((state) => state.engine);
  const connection = useConsole((state) => state.connection);
  const removed = useConsole((state) => state.removed);
  const current = sessionsOn(route);
  const hasRoom = useWide(room.two);

  /** The session that was on the screen when it was deleted. */
  const left = useRef<string>(undefined);
  const remove = (session: SessionSummary) => {
    void store
      .removeSession(session)
      .then(() => {
        if (!current.includes(session.id)) return;
        left.current = session.id;
        go(route.page === "session" ? routeWithout(route, session.id) : { page: "home" });
      })
      .catch(passOver);
  };
  const restore = (session: SessionSummary) => {
    void store
      .restoreSession(session)
      .then(({ id }) => {
        // Reopens the session unless the user opened another page meanwhile.
        if (left.current === id && route.page === "home") go({ page: "session", id });
      })
      .catch(passOver);
  };

  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-14 flex-none items-center pr-3 pl-4.5">
        <a
          href={addressOf({ page: "home" })}
          className="flex items-center gap-2.5 rounded-control font-semibold tracking-[-0.01em]"
        >
          <Bird size={22} />
          Kestrel
        </a>
      </div>
      <div className="flex-none px-3">
        <a
          href={addressOf({ page: "draft" })}
          aria-current={route.page === "new" || route.page === "draft" ? "page" : undefined}
          className={`${line} font-medium text-text`}
        >
          <Icon name="plus" className="text-accent" />
          <span className="flex-1">{t("sessions.new")}</span>
          <Key name="Alt N" />
        </a>
      </div>
      <SessionList
        sessions={sessions}
        connection={connection}
        current={current}
        addressOf={({ id }, at) =>
          addressOf(at === undefined ? sessionFrom(route, id) : { page: "session", id, at })
        }
        onBeside={
          hasRoom && route.page === "session"
            ? ({ id }) => go({ page: "session", id: route.id, beside: id, focus: "beside" })
            : undefined
        }
        onRemove={remove}
        onMark={({ id }, marks) => void store.send(id, { type: "mark", ...marks }).catch(passOver)} // expected: the bar above reports that the daemon is not reachable
        onRename={({ id }, title) => void store.send(id, { type: "set-title", title }).catch(passOver)} // expected: as above
      />
      {removed.map((session) => (
        <RemovedBar
          key={session.id}
          session={session}
          onUndo={() => restore(session)}
          onGone={() => store.forgetRemoved(session.id)}
        />
      ))}
      <div className="stack flex-none border-t border-soft px-3 pt-2 pb-3">
        {pageNames.map((page) => {
          const { title, sidebar } = pages[page];
          if (!sidebar) return null;
          return (
            <Line key={page} to={{ page }} icon={sidebar.icon} name={t(title)} route={route}>
              {sidebar.note?.(connection === "lost" ? undefined : engine)}
            </Line>
          );
        })}
        <a href={t("manual.address")} target="_blank" rel="noreferrer" className={line}>
          <Icon name="book" className="text-faint" />
          <span className="flex-1">{t("manual.title")}</span>
        </a>
      </div>
    </div>
  );
}

/** The sessions on a page, the focused one first. */
function sessionsOn(route: Route): string[] {
  if (!("id" in route)) return [];
  if (route.page !== "session" || route.beside === undefined) return [route.id];
  return route.focus ? [route.beside, route.id] : [route.id, route.beside];
}

type LineProps = { to: Route; icon: IconName; name: string; route: Route; children?: ReactNode };

function Line({ to, icon, name, route, children }: LineProps) {
  const here = to.page === route.page;
  return (
    <a href={addressOf(to)} aria-current={here ? "page" : undefined} className={line}>
      <Icon name={icon} className="text-faint" />
      <span className="flex-1">{name}</span>
      <span className="text-fine text-faint">{children}</span>
    </a>
  );
}
