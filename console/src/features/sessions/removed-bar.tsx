import type { SessionSummary } from "@kestrel/protocol";
import { useEffect, useRef } from "react";
import { useWords } from "../../i18n/language.tsx";
import { Button } from "../../ui/button.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

/** How long a deletion can be undone here. Milliseconds. */
const undoMs = 20_000;

type RemovedBarProps = { session: SessionSummary; onUndo: () => void; onGone: () => void };

/** Shows what was deleted, with an undo button. */
export function RemovedBar({ session, onUndo, onGone }: RemovedBarProps) {
  const { t } = useWords();
  const gone = useRef(onGone);
  gone.current = onGone;
  useEffect(() => {
    const timer = setTimeout(() => gone.current(), undoMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      role="status"
      className="flex items-center gap-2 border-t border-line bg-sunken py-1.5 pr-2 pl-4 text-ui text-dim"
    >
      <span className="min-w-0 flex-1 truncate">
        <VisibleText text={t("sessions.deleted", { title: session.title || t("sessions.untitled") })} />
      </span>
      <Button look="quiet" onClick={onUndo}>
        {t("sessions.undo")}
      </Button>
    </div>
  );
}
