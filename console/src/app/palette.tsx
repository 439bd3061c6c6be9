import { useEffect, useMemo, useRef, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useConsole } from "../session/console-context.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import type { Route } from "./routes.ts";
import { go } from "./use-route.ts";

const most = 12;

/** Goes to a session or a page by a part of its name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const sessions = useConsole((state) => state.sessions);
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  // After the sheet has opened: opening gives the focus to its first button.
  useEffect(() => field.current?.focus(), []);
  const choices = useMemo(() => {
    const pages: { name: string; hint: string; route: Route }[] = [
      { name: t("sessions.new"), hint: "", route: { page: "new" } },
      { name: t("engine.title"), hint: "", route: { page: "engine" } },
      { name: t("settings.title"), hint: "", route: { page: "settings" } },
    ];
    const all = (sessions ?? []).map(({ id, title, workspace }) => ({
      name: title || t("sessions.untitled"),
      hint: workspace,
      route: { page: "session", id } as Route,
    }));
    const wanted = words.toLowerCase().trim();
    return [...all, ...pages]
      .filter(({ name, hint }) => `${name}\n${hint}`.toLowerCase().includes(wanted))
      .slice(0, most);
  }, [sessions, words, t]);
  const choose = (route: Route) => {
    onClose();
    go(route);
  };
  return (
    <Sheet title={t("palette.title")} onClose={onClose}>
      <form
        className="p-3"
        onSubmit={(event) => {
          event.preventDefault();
          const chosen = choices[at];
          if (chosen) choose(chosen.route);
        }}
      >
        <input
          ref={field}
          aria-label={t("palette.title")}
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
            if (step === 0) return;
            event.preventDefault();
            setAt((now) => Math.min(choices.length - 1, Math.max(0, now + step)));
          }}
          className="h-9 w-full rounded-control border border-control bg-paper px-3"
        />
        <ul className="mt-2 stack gap-0.5">
          {choices.map(({ name, hint, route }, index) => (
            <li key={`${name}${hint}${index}`}>
              <button
                type="button"
                onClick={() => choose(route)}
                className={`flex w-full items-baseline gap-3 rounded-control px-3 py-1.5 text-left ${index === at ? "bg-raised" : "hover:bg-raised"}`}
              >
                <span className="min-w-0 flex-1 truncate">
                  <VisibleText text={name} />
                </span>
                <span className="max-w-40 flex-none truncate font-mono text-12 text-faint">
                  <VisibleText text={hint} />
                </span>
              </button>
            </li>
          ))}
        </ul>
        {choices.length === 0 && <p className="px-3 py-2 text-13 text-faint">{t("palette.none")}</p>}
      </form>
    </Sheet>
  );
}
