import { Mode } from "@kestrel/protocol";
import { useEffect, useMemo, useRef, useState } from "react";
import { matching } from "../features/sessions/matching.ts";
import type { Translate } from "../i18n/catalogue.ts";
import { useWords } from "../i18n/language.tsx";
import { useConsole, useConsoleStore } from "../session/console-context.tsx";
import type { ShownSession } from "../session/console-state.ts";
import type { ConsoleStore } from "../session/console-store.ts";
import { passOver } from "../session/failure.ts";
import { Sheet } from "../ui/sheet.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { pageNames, pages } from "./pages.tsx";
import { sessionFrom } from "./routes.ts";
import { go, useRoute } from "./use-route.ts";

/** Sessions below the commands. */
const mostSessions = 8;

type Choice = { name: string; hint: string; act: () => void };

/** The commands for the session on the screen. */
function commandsOf({ id, state }: ShownSession, store: ConsoleStore, t: Translate): Choice[] {
  const { mode } = state;
  return [
    { name: t("sessions.replay"), hint: "", act: () => go({ page: "replay", id }) },
    ...Mode.options
      .filter((other) => other !== mode)
      .map((other) => ({
        name: t("palette.mode", { mode: t(`mode.${other}`) }),
        hint: "",
        act: () => void store.send(id, { type: "set-mode", mode: other }).catch(passOver),
      })),
    {
      name: t("palette.continue"),
      hint: "",
      act: () => go({ page: "continue", id }),
    },
  ];
}

/** Runs a command, or opens a session or page, by a part of its name. */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const { t } = useWords();
  const store = useConsoleStore();
  const sessions = useConsole((state) => state.sessions);
  const route = useRoute();
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  // After the sheet has opened, which focuses its first button.
  useEffect(() => field.current?.focus(), []);
  const open = useConsole((state) => state.open);
  const choices = useMemo(() => {
    const pagesTo = (page: keyof typeof pages): Choice[] => [
      {
        name: t(pages[page].title),
        hint: pages[page].shortcut ?? "",
        act: () => go(page === "new" ? { page: "draft" } : { page }),
      },
    ];
    const commands: Choice[] = [
      ...pagesTo("new"),
      ...(open ? commandsOf(open, store, t) : []),
      ...pageNames.filter((page) => page !== "new").flatMap(pagesTo),
      { name: t("keys.title"), hint: "?", act: onKeys },
    ];
    const wanted = words.toLowerCase().trim();
    const near = sessions?.filter(({ marks }) => wanted !== "" || !marks?.archived) ?? [];
    const found = matching(near, words)
      .slice(0, mostSessions)
      .map(({ id, title, workspace }) => ({
        name: title || t("sessions.untitled"),
        hint: workspace,
        act: () => go(sessionFrom(route, id)),
      }));
    // Commands come first, because the session list shows the sessions too.
    return [...commands.filter(({ name }) => name.toLowerCase().includes(wanted)), ...found];
  }, [sessions, words, open, store, route, onKeys, t]);
  const choose = ({ act }: Choice) => {
    onClose();
    act();
  };
  return (
    <Sheet title={t("palette.title")} onClose={onClose}>
      <form
        className="p-3"
        onSubmit={(event) => {
          event.preventDefault();
          const chosen = choices[at];
          if (chosen) choose(chosen);
        }}
      >
        <input
          ref={field}
          aria-label={t("palette.title")}
          placeholder={t("palette.placeholder")}
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
          {choices.map((choice, index) => (
            <li key={`${choice.name}${choice.hint}${index}`}>
              <button
                ref={index === at ? (row) => row?.scrollIntoView({ block: "nearest" }) : undefined}
                type="button"
                onClick={() => choose(choice)}
                className={`flex w-full items-baseline gap-3 rounded-control px-3 py-1.5 text-left ${index === at ? "bg-sunken" : "hover:bg-hover"}`}
              >
                <span className="min-w-0 flex-1 truncate">
                  <VisibleText text={choice.name} />
                </span>
                <span className="max-w-40 flex-none truncate font-mono text-fine text-faint">
                  <VisibleText text={choice.hint} />
                </span>
              </button>
            </li>
          ))}
        </ul>
        {choices.length === 0 && <p className="px-3 py-2 text-ui text-faint">{t("palette.none")}</p>}
      </form>
    </Sheet>
  );
}
