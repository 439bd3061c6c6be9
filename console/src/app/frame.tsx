import { useCallback, useEffect, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { attentionOf, mostUrgent } from "../session/attention.ts";
import { useBoard, useWorkbench } from "../session/workbench-context.tsx";
import { IconButton } from "../ui/button.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Announcer } from "./announcer.tsx";
import { ConnectionBar } from "./connection-bar.tsx";
import { GlobalKeys } from "./global-keys.tsx";
import { Page } from "./page.tsx";
import { Sidebar } from "./sidebar.tsx";
import { usePlace } from "./use-place.ts";
import { useTabSigns } from "./use-tab-signs.ts";

/** Sidebar, page and inspector; a phone sees the page, and the sidebar as a sheet. */
export function Frame() {
  const { t } = useWords();
  const workbench = useWorkbench();
  const place = usePlace();
  const [menuOpen, setMenuOpen] = useState(false);
  const shown = place.page === "session" ? place.id : undefined;

  useEffect(() => {
    void workbench.refresh();
  }, [workbench]);
  useEffect(() => workbench.show(shown), [workbench, shown]);
  useEffect(() => setMenuOpen(false), [place]);
  useSigns();

  const openMenu = useCallback(() => setMenuOpen(true), []);
  const menu = <IconButton icon="menu" label={t("app.menu")} className="sm:hidden" onClick={openMenu} />;
  return (
    <div className="flex h-full flex-col">
      <button
        type="button"
        onClick={() => document.getElementById("main")?.focus()}
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-raised focus:p-2"
      >
        {t("app.skip")}
      </button>
      <ConnectionBar />
      <div className="flex min-h-0 flex-1">
        <aside className="hidden w-[264px] flex-none border-r border-line bg-surface sm:block">
          <Sidebar place={place} />
        </aside>
        <main id="main" tabIndex={-1} className="relative min-w-0 flex-1">
          <Page place={place} menu={menu} />
        </main>
      </div>
      <OpenSessionAnnouncer />
      <GlobalKeys />
      {menuOpen && (
        <Sheet title={t("app.menu")} place="left" onClose={() => setMenuOpen(false)}>
          <Sidebar place={place} />
        </Sheet>
      )}
    </div>
  );
}

function useSigns() {
  const sessions = useBoard((board) => board.sessions);
  const open = useBoard((board) => board.open?.state);
  const attention = mostUrgent(sessions ?? [], open && attentionOf(open));
  useTabSigns(attention, open?.title);
}

/** Follows the open session for screen readers. */
function OpenSessionAnnouncer() {
  const open = useBoard((board) => board.open);
  if (!open?.caughtUp) return null;
  return <Announcer key={open.id} attention={attentionOf(open.state)} title={open.state.title} />;
}
