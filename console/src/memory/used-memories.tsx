import { useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useSessionActions } from "../session/session-actions.tsx";
import { FailureNotice } from "../ui/failure-notice.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { FactItem } from "./fact-item.tsx";
import { useFacts } from "./use-facts.ts";

/** The facts given for a reply, in a line that opens: each can be corrected, pinned and deleted here. */
export function UsedMemories({ ids }: { ids: readonly string[] }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <details className="text-fine text-faint" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="ml-auto w-fit py-0.5 underline decoration-line underline-offset-2 hover:text-dim">
        {t("memory.used", { count: ids.length })}
      </summary>
      {open && <Facts ids={ids} />}
    </details>
  );
}

function Facts({ ids }: { ids: readonly string[] }) {
  const { t } = useWords();
  const address = useSessionActions()?.sessionAddress;
  const { value, withoutRoom, failure, said, change, remove } = useFacts();
  const rows = value?.rows.filter(({ id }) => ids.includes(id));
  return (
    <div className="mt-1 rounded-card bg-card px-4 py-3 text-ui text-text inset-ring inset-ring-soft">
      <FailureNotice failure={failure} />
      <p role="status" className="text-dim">
        <VisibleText text={said} />
      </p>
      {rows?.length === 0 && <p className="text-dim">{t("memory.gone")}</p>}
      <ul>
        {rows?.map((row) => (
          <FactItem
            key={row.id}
            row={row}
            noRoom={withoutRoom.has(row.id)}
            sessionAddress={row.session && address?.(row.session)}
            onChange={(body) => void change({ id: row.id, ...body })}
            onForget={() => void remove(row.id)}
          />
        ))}
      </ul>
      <a href="#/memory" className="mt-2 inline-block text-fine text-dim underline underline-offset-2">
        {t("memory.open")}
      </a>
    </div>
  );
}
