import type { CallId, Failure, Op } from "@kestrel/protocol";
import { useEffect, useId, useRef, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { failureOf } from "../session/failure.ts";
import { Button } from "../ui/button.tsx";
import { FailureText } from "../ui/failure-text.tsx";
import { useTranscriptActions } from "./transcript-actions.tsx";

/** A key pressed before the question could be read must not answer it. */
const readingMs = 600;

type ApprovalChoicesProps = {
  callId: CallId;
  digest: string;
  /** The allowing answers wait until everything was read. */
  locked: boolean;
  /** Without the field for a reason. */
  brief: boolean;
};

/** The three answers. The keys work while the focus is within the question and no text is being written. */
export function ApprovalChoices({ callId, digest, locked, brief }: ApprovalChoicesProps) {
  const { t } = useWords();
  const actions = useTranscriptActions();
  const field = useId();
  const row = useRef<HTMLDivElement>(null);
  const [reason, setReason] = useState("");
  const [sent, setSent] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  const answer = (op: Op) => {
    if (!actions || sent) return;
    setSent(true);
    setFailure(undefined);
    actions.send(op).catch((thrown: unknown) => {
      setSent(false);
      setFailure(failureOf(thrown));
    });
  };
  const allow = (scope: "once" | "session") => {
    if (!locked) answer({ type: "approve", callId, digest, scope });
  };
  const deny = () => answer({ type: "deny", callId, digest, reason: reason.trim() || undefined });
  const byKey = useRef<Record<string, () => void>>({});
  byKey.current = { a: () => allow("once"), s: () => allow("session"), d: deny };

  useEffect(() => {
    const card = row.current?.closest("section");
    const readableAt = Date.now() + readingMs;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.target instanceof HTMLInputElement || Date.now() < readableAt) return;
      const act = byKey.current[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    card?.addEventListener("keydown", press);
    return () => card?.removeEventListener("keydown", press);
  }, []);

  if (!actions) return null;
  const denyButton = (
    <Button look="danger" keyName="d" disabled={sent} onClick={deny}>
      {t("approval.deny")}
    </Button>
  );
  return (
    <div ref={row} className="stack gap-3">
      {locked && <p className="text-13 text-danger">{t("approval.scroll")}</p>}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" keyName="a" disabled={locked || sent} onClick={() => allow("once")}>
          {t("approval.once")}
        </Button>
        <Button
          keyName="s"
          disabled={locked || sent}
          title={t("approval.session.text")}
          onClick={() => allow("session")}
        >
          {t("approval.session")}
        </Button>
        {brief && denyButton}
      </div>
      {!brief && (
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-48 flex-1">
            <label htmlFor={field} className="mb-1 block text-12 text-dim">
              {t("approval.reason")}
            </label>
            <input
              id={field}
              value={reason}
              maxLength={2000}
              onChange={(event) => setReason(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && !event.nativeEvent.isComposing) deny();
              }}
              className="h-8 w-full rounded-control border border-control bg-paper px-2 text-13"
            />
          </div>
          {denyButton}
        </div>
      )}
      {failure && (
        <div role="alert" className="text-13 text-danger">
          <FailureText failure={failure} />
        </div>
      )}
    </div>
  );
}
