import type { SayAny } from "@kestrel/i18n";
import type { MemoryRow } from "@kestrel/protocol/api";
import { sourceKey } from "@kestrel/session-state/memories";
import { visibleText } from "@kestrel/text";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { SureButton } from "../ui/sure-button.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

type FactItemProps = {
  row: MemoryRow;
  /** The address of the fact's session. */
  sessionAddress?: string;
  /** It is pinned, but facts pinned earlier use up the token budget. */
  noRoom: boolean;
  onChange: (change: { content?: string; pinned?: boolean; accept?: true }) => void;
  onForget: () => void;
};

/** One fact: its source, its use count, and its actions. */
export function FactItem({ row, sessionAddress, noRoom, onChange, onForget }: FactItemProps) {
  const { t } = useWords();
  const [edited, setEdited] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const isEdited = edited !== undefined;
  const wasEdited = useRef(isEdited);
  useEffect(() => {
    if (isEdited) {
      field.current?.focus();
      field.current?.select();
    } else if (wasEdited.current) {
      // The focused field was removed.
      buttons.current?.querySelector<HTMLElement>("[data-edit]")?.focus();
    }
    wasEdited.current = isEdited;
  }, [isEdited]);
  const { content, createdAt, source, pinned, uses, previous, outside } = row;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (edited === undefined || edited.trim() === "") return;
    onChange({ content: edited });
    setEdited(undefined);
  };
  const cancelByKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    setEdited(undefined);
  };
  const proposed = source === "proposed";
  return (
    <li className="border-b border-line py-3">
      {edited === undefined ? (
        <p className="[overflow-wrap:anywhere] [unicode-bidi:plaintext]">
          {pinned && <Chip tone="accent">{t("memory.pinned")}</Chip>} <VisibleText text={content} />
        </p>
      ) : (
        <form onSubmit={save} className="flex flex-wrap gap-2">
          <input
            ref={field}
            value={edited}
            aria-label={t("memory.edit")}
            maxLength={500}
            autoComplete="off"
            onChange={({ target }) => setEdited(target.value)}
            onKeyDown={cancelByKey}
            className="h-8 min-w-48 flex-1 rounded-control border border-control bg-paper px-2 text-ui"
          />
          <Button type="submit" look="primary" disabled={edited.trim() === ""}>
            {t("memory.save")}
          </Button>
          <Button onClick={() => setEdited(undefined)}>{t("memory.cancel")}</Button>
        </form>
      )}
      <p className="tabular mt-1 text-fine text-faint">
        {createdAt.slice(0, 10)} · {(t as SayAny)(sourceKey(row), { file: visibleText(row.file ?? "") })} ·{" "}
        {t("memory.uses", { count: uses })}
        {sessionAddress !== undefined && (
          <>
            {" · "}
            <a href={sessionAddress} className="underline">
              {t("memory.session")}
            </a>
          </>
        )}
      </p>
      {noRoom && <p className="mt-1 text-fine text-warn">{t("memory.noRoom")}</p>}
      {outside && <p className="mt-1 text-fine text-warn">{t("memory.outside")}</p>}
      {previous !== undefined && (
        <p className="mt-1 text-fine text-faint [overflow-wrap:anywhere]">
          {t("memory.previous")} <VisibleText text={previous} />
        </p>
      )}
      {!isEdited && (
        <div ref={buttons} className="mt-2 flex flex-wrap gap-2">
          {proposed && (
            <Button look="primary" onClick={() => onChange({ accept: true })}>
              {t("memory.accept")}
            </Button>
          )}
          <Button data-edit="" onClick={() => setEdited(content)}>
            {t("memory.edit")}
          </Button>
          {!proposed && (
            <Button aria-pressed={pinned === true} onClick={() => onChange({ pinned: !pinned })}>
              {t(pinned ? "memory.unpin" : "memory.pin")}
            </Button>
          )}
          <SureButton
            question={t("memory.delete.ask")}
            yes={t("memory.delete.sure")}
            no={t("memory.cancel")}
            onSure={onForget}
          >
            {t("memory.delete")}
          </SureButton>
        </div>
      )}
    </li>
  );
}
