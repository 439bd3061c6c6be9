import type { SessionEvent } from "@kestrel/protocol";
import { memo, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

const stretch = 100;

type EventsProps = { events: readonly SessionEvent[] };

/** The session's log, newest first. */
export function Events({ events }: EventsProps) {
  const { t } = useWords();
  const [shown, setShown] = useState(stretch);
  if (events.length === 0) return <p className="text-ui text-dim">{t("events.none")}</p>;
  const newest = events.slice(-shown).reverse();
  return (
    <div className="stack gap-px text-fine">
      {newest.map((event) => (
        <EventLine key={event.seq} event={event} />
      ))}
      {events.length > shown && (
        <button
          type="button"
          className="mt-2 rounded-control py-1 text-dim hover:bg-hover hover:text-text"
          onClick={() => setShown(shown + stretch)}
        >
          {t("events.older")}
        </button>
      )}
    </div>
  );
}

const EventLine = memo(function EventLine({ event }: { event: SessionEvent }) {
  const [open, setOpen] = useState(false);
  const { type, ...facts } = event.body;
  return (
    <details onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
      <summary className="tabular flex gap-2 rounded-control px-1 py-0.5 font-mono hover:bg-hover">
        <span className="w-9 flex-none text-right text-faint">{event.seq}</span>
        <span className="flex-none text-faint">{event.at.slice(11, 19)}</span>
        <span className="min-w-0 truncate">{type}</span>
      </summary>
      {open && (
        <pre className="my-1 ml-11 max-h-72 overflow-auto rounded-control border border-line bg-card p-2 font-mono whitespace-pre-wrap [overflow-wrap:anywhere]">
          <VisibleText text={JSON.stringify(facts, null, 2)} />
        </pre>
      )}
    </details>
  );
});
