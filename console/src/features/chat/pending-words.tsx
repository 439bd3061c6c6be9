import type { OpBody, OpId } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { useEffect, useRef, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { passOver } from "../../session/failure.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

type PendingWordsProps = { state: SessionState; send: (op: OpBody) => Promise<void> };

/** Messages not yet sent to the model. Until then the user can edit or remove them. */
export function PendingWords({ state, send }: PendingWordsProps) {
  const { t } = useWords();
  const joining = state.openTurn?.steering ?? [];
  const late = state.pendingWords ?? [];
  if (joining.length + late.length === 0) return null;
  return (
    <section aria-label={t("pending.title")} className="mb-2 stack gap-2">
      {joining.map(({ id, text }, index) => (
        <Words key={id ?? index} id={id} text={text} when={t("pending.joins")} send={send} />
      ))}
      {late.map(({ id, text }, index) => (
        <Words
          key={id ?? index}
          id={id}
          text={text}
          when={t("pending.late")}
          send={send}
          onNow={state.openTurn ? undefined : () => resend(id, text, send)}
        />
      ))}
    </section>
  );
}

/** Sends it as a separate message: removed first, so that it is not sent twice. */
async function resend(id: OpId | undefined, text: string, send: PendingWordsProps["send"]): Promise<void> {
  if (id !== undefined) await send({ type: "edit-pending", words: id, text: "" });
  await send({ type: "send-message", text });
}

type WordsProps = {
  id?: OpId;
  text: string;
  when: string;
  send: PendingWordsProps["send"];
  onNow?: () => Promise<void>;
};

function Words({ id, text, when, send, onNow }: WordsProps) {
  const { t } = useWords();
  const area = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState<string>();
  const editing = draft !== undefined;
  useEffect(() => {
    if (editing) area.current?.focus();
  }, [editing]);
  // A refusal means that the model has received the message, so the conversation shows it.
  const change = (words: string) => {
    setDraft(undefined);
    if (id !== undefined) void send({ type: "edit-pending", words: id, text: words }).catch(passOver);
  };
  return (
    <article className="rounded-card border border-dashed border-line bg-card px-4 py-2">
      <div className="flex min-h-7 flex-wrap items-center justify-end gap-1">
        <h3 className="min-w-0 flex-1 max-sm:basis-full text-fine text-faint">{when}</h3>
        {onNow && !editing && (
          <Button look="quiet" icon="send" onClick={() => void onNow().catch(passOver)}>
            {t("pending.now")}
          </Button>
        )}
        {id !== undefined && !editing && (
          <>
            <IconButton
              icon="edit"
              className="size-7"
              label={t("pending.edit")}
              onClick={() => setDraft(text)}
            />
            <IconButton
              icon="trash"
              className="size-7"
              label={t("pending.remove")}
              onClick={() => change("")}
            />
          </>
        )}
      </div>
      {editing ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            change(draft.trim());
          }}
        >
          <textarea
            ref={area}
            aria-label={t("pending.edit")}
            rows={Math.min(8, draft.split("\n").length + 1)}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Escape") return;
              event.preventDefault();
              setDraft(undefined);
            }}
            className="mt-1 block w-full resize-y rounded-control border border-control bg-paper px-2 py-1"
          />
          <div className="mt-2 flex justify-end gap-2">
            <Button look="quiet" onClick={() => setDraft(undefined)}>
              {t("pending.keep")}
            </Button>
            <Button type="submit">{t("pending.save")}</Button>
          </div>
        </form>
      ) : (
        <p className="max-h-40 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
          <VisibleText text={text} />
        </p>
      )}
    </article>
  );
}
