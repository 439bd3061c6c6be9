import { attentionOf } from "@kestrel/session-state";
import { useCallback, useEffect, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { mostUrgent } from "../session/attention.ts";
import { useConsole, useConsoleStore } from "../session/console-context.tsx";
import { IconButton } from "../ui/button.tsx";
import { loadTheRest } from "../ui/lazy-part.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { OpenSessionAnnouncer } from "./announcer.tsx";
import { ConnectionBar } from "./connection-bar.tsx";
import { GlobalKeys } from "./global-keys.tsx";
import { Page } from "./page.tsx";
import { RenewedBar } from "./renewed-bar.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useNotices } from "./use-notices.ts";
import { useRoute } from "./use-route.ts";
import { useTabSigns } from "./use-tab-signs.ts";

/** Sidebar, page and inspector; on a phone the page, and the sidebar as a sheet. */
export function Frame() {
  const { t } = useWords();
  const store = useConsoleStore();
  const route = useRoute();
  const [menuOpen, setMenuOpen] = useState(false);
  const shown = route.page === "session" ? route.id : undefined;

  useEffect(() => {
    void store.refresh().finally(loadTheRest);
  }, [store]);
  useEffect(() => store.show(shown), [store, shown]);
  useEffect(() => setMenuOpen(false), [route]);
  useSigns();

  const openMenu = useCallback(() => setMenuOpen(true), []);
  const menu = <IconButton icon="menu" label={t("app.menu")} className="sm:hidden" onClick={openMenu} />;
  const keys = <GlobalKeys />;
  return (
    <div className="flex h-full flex-col">
      <button
        type="button"
        onClick={() => document.getElementById("main")?.focus()}
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-hover focus:p-2"
      >
        {t("app.skip")}
      </button>
      <ConnectionBar />
      <RenewedBar />
      <div className="flex min-h-0 flex-1">
        <aside className="hidden w-[232px] flex-none border-r border-soft bg-side sm:block md:w-(--side-w)">
          <Sidebar route={route} />
        </aside>
        <main id="main" tabIndex={-1} className="relative min-w-0 flex-1">
          <Page route={route} menu={menu} keys={keys} />
        </main>
      </div>
      <OpenSessionAnnouncer />
      {!(route.page === "session" && route.beside) && keys}
      {menuOpen && (
        <Sheet title={t("app.menu")} place="left" onClose={() => setMenuOpen(false)}>
          <Sidebar route={route} />
        </Sheet>
      )}
    </div>
  );
}

function useSigns() {
  const sessions = useConsole((state) => state.sessions);
  const open = useConsole((state) => state.open?.state);
  const attention = mostUrgent(sessions ?? [], open && attentionOf(open));
  useTabSigns(attention, open?.title);
  useNotices(sessions);
}
