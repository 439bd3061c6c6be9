import { useEffect, useMemo, useRef, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useBoard } from "../session/workbench-context.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import type { Place } from "./routes.ts";
import { go } from "./use-place.ts";

const most = 12;

/** Goes to a session or a page by a part of its name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  const sessions = useBoard((board) => board.sessions);
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  // After the sheet has opened: opening gives the focus to its first button.
  useEffect(() => field.current?.focus(), []);
  const places = useMemo(() => {
    const pages: { name: string; hint: string; place: Place }[] = [
      { name: t("sessions.new"), hint: "", place: { page: "new" } },
      { name: t("engine.title"), hint: "", place: { page: "engine" } },
      { name: t("settings.title"), hint: "", place: { page: "settings" } },
    ];
    const all = (sessions ?? []).map(({ id, title, workspace }) => ({
      name: title || t("sessions.untitled"),
      hint: workspace,
      place: { page: "session", id } as Place,
    }));
    const wanted = words.toLowerCase().trim();
    return [...all, ...pages]
      .filter(({ name, hint }) => `${name}\n${hint}`.toLowerCase().includes(wanted))
      .slice(0, most);
  }, [sessions, words, t]);
  const choose = (place: Place) => {
    onClose();
    go(place);
  };
  return (
    <Sheet title={t("palette.title")} onClose={onClose}>
      <form
        className="p-3"
        onSubmit={(event) => {
          event.preventDefault();
          const chosen = places[at];
          if (chosen) choose(chosen.place);
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
            setAt((now) => Math.min(places.length - 1, Math.max(0, now + step)));
          }}
          className="h-9 w-full rounded-control border border-control bg-paper px-3"
        />
        <ul className="mt-2 stack gap-0.5">
          {places.map(({ name, hint, place }, index) => (
            <li key={`${name}${hint}${index}`}>
              <button
                type="button"
                onClick={() => choose(place)}
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
        {places.length === 0 && <p className="px-3 py-2 text-13 text-faint">{t("palette.none")}</p>}
      </form>
    </Sheet>
  );
}
