import type { ApprovalScope, Failure, OpBody, Risk } from "@kestrel/protocol";
import { answerWants, isArmed, mayBeNamed, type ToolEntry } from "@kestrel/session-state";
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { failureOf } from "../session/failure.ts";
import { useSessionActions } from "../session/session-actions.tsx";
import { Button, Key } from "../ui/button.tsx";
import { FailureLine } from "../ui/failure-line.tsx";
import { focusMessageField } from "../ui/focus-message-field.ts";
import { shownKeys } from "../ui/use-shortcut.ts";
import { keyBefore } from "./key-times.ts";
import { OwnWords } from "./own-words.tsx";
import { RuleFields } from "./rule-fields.tsx";
import { useArming } from "./use-arming.ts";
import type { SkippedLines } from "./use-seen-whole.ts";
import { WordField } from "./word-field.tsx";

type ApprovalChoicesProps = {
  entry: ToolEntry;
  workspace: string;
  digest: string;
  risk: Risk;
  /** Calls of this kind cannot be remembered: each one asks. */
  eachTime: boolean;
  /** Scrolls to the next unread part; while there is one, the allowing buttons are disabled. */
  showNext?: () => void;
  nextIsAbove: boolean;
  /** Scrolls to the end; not offered for a call that may destroy data or leaves the machine. */
  onSkip: () => void;
  skipped?: SkippedLines;
  /** Short form: without the field for a reason, and without rules. */
  brief: boolean;
};

/** A click without a pointer: Enter or Space on a button. */
const byKeyboard = (event: MouseEvent) => event.detail === 0;

/** A part removed while focused passes the focus to the card, whose keys need it; else it would go to the page. */
const leavesFocusToCard = (part: HTMLElement | null) => () => {
  if (part?.contains(document.activeElement)) part.closest("section")?.focus({ preventScroll: true });
};

/** Focuses the field that was just opened. */
const focusesField = (part: HTMLElement | null) => part?.querySelector("input")?.focus();

/**
 * The three answers. Letter keys answer only while the card has the focus and no text is being written; nothing answers before the question
 * could be read. A call that may destroy data or leaves the machine needs a pointer or a typed word, each time; for an MCP tool a rule can
 * be made, behind a separate button.
 */
export function ApprovalChoices(props: ApprovalChoicesProps) {
  const { entry, workspace, digest, risk, eachTime, showNext, nextIsAbove, onSkip, skipped, brief } = props;
  const { callId } = entry;
  const { t } = useWords();
  const actions = useSessionActions();
  const row = useRef<HTMLDivElement>(null);
  // A click meant for the previous content at this position must not allow the call.
  const { answers, askedAt, drawn } = useArming();
  const [reason, setReason] = useState("");
  const [focused, setFocused] = useState(false);
  const [tooSoon, setTooSoon] = useState(false);
  const [saysWhy, setSaysWhy] = useState(false);
  const [editing, setEditing] = useState(false);
  const [sent, setSent] = useState(false);
  const answered = useRef(false);
  const [failure, setFailure] = useState<Failure>();
  const locked = showNext !== undefined;
  const [wasLocked, setWasLocked] = useState(false);
  if (locked && drawn && !wasLocked) setWasLocked(true);
  // Runs before the browser removes the focus from a hidden element.
  useLayoutEffect(() => {
    if (!locked) leavesFocusToCard(row.current?.querySelector("[data-unseen]") ?? null)();
  }, [locked]);
  const byLetter = answerWants(risk) === "letter";
  useEffect(
    () => () => {
      if (answered.current) focusMessageField();
    },
    [],
  );

  const answer = (op: OpBody) => {
    if (!actions || sent) return;
    setSent(true);
    answered.current = true;
    setTooSoon(false);
    setFailure(undefined);
    actions.send(op).catch((thrown: unknown) => {
      setSent(false);
      answered.current = false;
      setFailure(failureOf(thrown));
    });
  };
  const allow = (scope: ApprovalScope, rules?: string[]) => {
    if (!locked) answer({ type: "approve", callId, digest, scope, rules });
  };
  const mayBeRuled = byLetter || mayBeNamed(entry.subject ?? {});
  const offersRules = !brief && mayBeRuled && !eachTime && (entry.approval?.rules ?? []).length > 0;
  const closeRules = () => {
    setEditing(false);
    row.current?.closest("section")?.focus({ preventScroll: true });
  };
  const deny = () => answer({ type: "deny", callId, digest, reason: reason.trim() || undefined });

  /** Runs `act` if the question may be answered now by that input, else shows why not. */
  const when = (armed: boolean, act: () => void) => {
    setTooSoon(!armed);
    if (armed) act();
  };
  const keyIsArmed = () =>
    askedAt !== undefined && isArmed({ askedAt, lastKeyAt: keyBefore(), now: Date.now() });
  const click = (act: () => void, keyMay: boolean) => (event: MouseEvent) => {
    if (!byKeyboard(event)) act();
    else if (keyMay) when(keyIsArmed(), act);
    else row.current?.querySelector<HTMLInputElement>("[data-word]")?.focus();
  };
  const byKey = useRef<(key: string) => (() => void) | undefined>(undefined);
  byKey.current = (key) => {
    // Escape closes the open rule editor. It does not stop the turn.
    if (key === "escape") return editing && offersRules ? closeRules : undefined;
    if (key === "d") return () => when(keyIsArmed(), deny);
    if (!byLetter || locked) return undefined;
    if (key === "e" && offersRules) return () => setEditing(true);
    if (key === "a") return () => when(keyIsArmed(), () => allow("once"));
    return key === "s" && !eachTime ? () => when(keyIsArmed(), () => allow("session")) : undefined;
  };

  useEffect(() => {
    const card = row.current?.closest("section");
    if (!card) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
      if (event.target instanceof HTMLInputElement && event.key !== "Escape") return;
      const act = byKey.current?.(event.key.toLowerCase());
      if (!act) return;
      event.preventDefault();
      act();
    };
    const look = () => {
      const inside = card.contains(document.activeElement);
      setFocused(inside && !(document.activeElement instanceof HTMLInputElement));
    };
    const leave = () => setFocused(false);
    card.addEventListener("keydown", press);
    card.addEventListener("focusin", look);
    card.addEventListener("focusout", leave);
    return () => {
      card.removeEventListener("keydown", press);
      card.removeEventListener("focusin", look);
      card.removeEventListener("focusout", leave);
    };
  }, []);

  if (!actions) return null;
  const keys = [
    ...(byLetter && !locked ? (["a"] as const) : []),
    ...(byLetter && !locked && !eachTime ? (["s"] as const) : []),
    ...(byLetter && !locked && offersRules ? (["e"] as const) : []),
    "d" as const,
  ];
  const denyButton = (
    <Button look="danger" aria-keyshortcuts="d" disabled={sent} onClick={click(deny, true)}>
      {t("approval.deny")}
    </Button>
  );
  return (
    <div ref={row} className={`stack ${brief ? "gap-2" : "gap-3"}`}>
      {/* Text that fits on the screen is seen before anyone could read that it was not. */}
      {/* The row keeps its space once all was seen: no button moves at the moment when it is enabled. */}
      {wasLocked && drawn && !skipped && (
        <div
          ref={leavesFocusToCard}
          data-unseen=""
          className={`flex items-center gap-2 ${brief ? "" : "flex-wrap"} ${locked ? "" : "invisible"}`}
        >
          <p
            className={brief ? "min-w-0 flex-1 text-fine text-danger" : "min-w-48 flex-1 text-ui text-danger"}
          >
            {t(brief ? "approval.scroll.short" : "approval.scroll")}
          </p>
          <Button icon={nextIsAbove ? "up" : "down"} onClick={showNext}>
            {t("approval.show-next")}
          </Button>
          {byLetter && !brief && (
            <Button look="quiet" disabled={!drawn} onClick={click(onSkip, true)}>
              {t("approval.skip")}
            </Button>
          )}
        </div>
      )}
      {/* In place of the row above: no button moves under a second click. */}
      {skipped && (
        <p role="status" className="flex min-h-9 items-center text-ui text-warn">
          {t("approval.skipped", { count: skipped.lines, of: skipped.of })}
        </p>
      )}
      <div ref={answers} data-answers="" className={`flex flex-wrap gap-2 ${brief ? "" : "max-sm:*:w-full"}`}>
        <Button
          look="primary"
          aria-keyshortcuts={byLetter ? "a" : undefined}
          disabled={!drawn || locked || sent}
          onClick={click(() => allow("once"), byLetter)}
        >
          {t("approval.once")}
        </Button>
        {byLetter && !eachTime && (
          <Button
            aria-keyshortcuts="s"
            className={brief ? "max-sm:hidden" : ""}
            disabled={!drawn || locked || sent}
            title={t("approval.session.text")}
            onClick={click(() => allow("session"), true)}
          >
            {t("approval.session")}
          </Button>
        )}
        {(brief || !saysWhy) && denyButton}
      </div>
      {!brief && (
        <div className="-my-1 flex flex-wrap items-center gap-x-4 text-fine text-faint">
          <p className="flex min-h-5 flex-wrap items-center gap-x-4 max-sm:hidden pointer-coarse:hidden">
            {focused ? (
              keys.map((key) => (
                <span key={key} className="flex items-center gap-1.5">
                  <Key name={key} /> {t(`approval.key.${key}`)}
                </span>
              ))
            ) : (
              <span className="flex items-center gap-1.5">
                <Key name={shownKeys("approval").join()} /> {t("approval.by-key")}
              </span>
            )}
          </p>
          <span className="-mr-2.5 ml-auto flex flex-wrap max-sm:mr-0 max-sm:w-full max-sm:*:flex-auto">
            {offersRules && (
              <Button
                look="quiet"
                aria-keyshortcuts={byLetter ? "e" : undefined}
                aria-expanded={editing}
                disabled={!drawn || sent}
                onClick={() => setEditing(!editing)}
              >
                {t("approval.rule")}
              </Button>
            )}
            {!saysWhy && (
              <Button look="quiet" onClick={() => setSaysWhy(true)}>
                {t("approval.deny.why")}
              </Button>
            )}
          </span>
        </div>
      )}
      {editing && offersRules && (
        <RuleFields
          entry={entry}
          workspace={workspace}
          locked={!drawn || locked || sent}
          click={(act) => click(act, true)}
          onAllow={allow}
        />
      )}
      {!byLetter && !locked && <WordField onWord={() => allow("once")} />}
      {!brief && saysWhy && (
        <div ref={focusesField} className="flex flex-wrap items-end gap-2">
          <OwnWords
            label={t("approval.reason")}
            value={reason}
            most={2000}
            onChange={setReason}
            onEnter={deny}
          />
          {denyButton}
        </div>
      )}
      <p role="status" className={tooSoon ? "text-ui text-dim" : "sr-only"}>
        {tooSoon && t("approval.too-soon")}
      </p>
      <FailureLine failure={failure} className="text-ui" />
    </div>
  );
}
