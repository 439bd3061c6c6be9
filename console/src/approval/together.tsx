import type { Failure, OpBody } from "@kestrel/protocol";
import { answerArmMs, isArmed, type ToolEntry } from "@kestrel/session-state";
import { type MouseEvent, useEffect, useId, useRef, useState } from "react";
import { readCall } from "../calls/tool-call.ts";
import { useWords } from "../i18n/language.tsx";
import { failureOf } from "../session/failure.ts";
import { useSessionActions } from "../session/session-actions.tsx";
import { Button } from "../ui/button.tsx";
import { FailureLine } from "../ui/failure-line.tsx";
import { focusMessageField } from "../ui/focus-message-field.ts";
import { Icon } from "../ui/icon.tsx";
import { partInFocus } from "../ui/part-in-focus.ts";
import { VisibleText } from "../ui/visible-text.tsx";
import { keyBefore } from "./key-times.ts";
import { useArming } from "./use-arming.ts";
import { useSeen } from "./use-seen-whole.ts";

type Waiting = ToolEntry & { approval: NonNullable<ToolEntry["approval"]> };

/**
 * One answer for waiting calls of one kind. Allow is enabled only when each of them was on the screen from its first to its last line and
 * none was skipped; the missing ones are listed.
 */
export function Together({ calls }: { calls: readonly ToolEntry[] }) {
  const { t } = useWords();
  const actions = useSessionActions();
  const heading = useId();
  const waiting = calls.filter((call): call is Waiting => call.approval !== undefined);
  const seen = useSeen(waiting.map(({ approval }) => approval));
  const whole = seen.every((one) => one === "whole");
  const asked = waiting.map(({ callId, approval }) => `${callId} ${approval.digest}`).join();
  /** The calls that Allow is enabled for: `asked` at that time, so a call that joins disables it in the same paint. */
  const [armedFor, setArmedFor] = useState<string>();
  const { answers, askedAt } = useArming();
  const [tooSoon, setTooSoon] = useState(false);
  const [sent, setSent] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const answered = useRef(false);
  useEffect(() => {
    setArmedFor(undefined);
    if (!whole || askedAt === undefined) return;
    // A click meant for the previous content must not allow all of them.
    const timer = setTimeout(() => setArmedFor(asked), answerArmMs);
    return () => clearTimeout(timer);
  }, [whole, asked, askedAt]);
  useEffect(() => () => void (answered.current && focusMessageField()), []);
  if (!actions) return null;

  const answer = async (opFor: (call: Waiting) => OpBody) => {
    setSent(true);
    setFailure(undefined);
    answered.current = true;
    const sending = waiting.map((call) => actions.send(opFor(call)));
    const refused = (await Promise.allSettled(sending)).find(({ status }) => status === "rejected");
    if (refused?.status !== "rejected") return;
    answered.current = false;
    setSent(false);
    setFailure(failureOf(refused.reason));
  };
  /** A key right after another one may have been meant for something else. */
  const when = (act: () => void) => (event: MouseEvent) => {
    const byKey = event.detail === 0;
    const armed = !byKey || isArmed({ askedAt: 0, lastKeyAt: keyBefore(), now: Date.now() });
    setTooSoon(!armed);
    if (armed) act();
  };
  const next = waiting[seen.indexOf("unseen")];
  const show = (call: Waiting) => {
    // Call ids are per session: the other column may have the same.
    const card = partInFocus().querySelector<HTMLElement>(`[data-approval="${call.callId}"]`);
    card?.scrollIntoView({ block: "start" });
    card?.focus({ preventScroll: true });
  };
  return (
    <section
      aria-labelledby={heading}
      data-together=""
      className="mt-1 rounded-large border border-warn-line bg-card px-5 py-3.5 shadow-2"
    >
      <h2 id={heading} className="text-h3 font-semibold">
        {t("together.title", { count: waiting.length })}
      </h2>
      <p className="mt-0.5 text-ui text-dim">{t("together.text")}</p>
      <ol className="my-2 border-t border-soft">
        {waiting.map((call, index) => (
          <li key={call.callId} className="border-b border-soft">
            <button
              type="button"
              onClick={() => show(call)}
              className="-mx-2 flex min-h-9 w-[calc(100%+16px)] items-center gap-2.5 rounded-control px-2 text-left text-ui hover:bg-hover pointer-coarse:min-h-11"
            >
              <Icon
                name={seen[index] === "whole" ? "ticked" : "ring"}
                className={seen[index] === "whole" ? "text-ok" : "text-faint"}
              />
              <span className="min-w-0 flex-1 truncate font-mono text-fine">
                <VisibleText text={call.approval.preview?.path ?? oneLine(readCall(call).target)} />
              </span>
              <span className={`flex-none text-fine ${seen[index] === "skipped" ? "text-warn" : "text-dim"}`}>
                {t(`together.${seen[index] ?? "unseen"}`)}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <div ref={answers} data-answers="" className="flex flex-wrap gap-2 max-sm:*:w-full">
        <Button
          look="primary"
          disabled={!whole || armedFor !== asked || sent}
          onClick={when(
            () =>
              void answer(({ callId, approval }) => ({
                type: "approve",
                callId,
                digest: approval.digest,
                scope: "once",
              })),
          )}
        >
          {t("together.allow", { count: waiting.length })}
        </Button>
        {next && (
          <Button icon="up" onClick={() => show(next)}>
            {t("together.next")}
          </Button>
        )}
        <Button
          look="danger"
          disabled={sent}
          onClick={when(
            () => void answer(({ callId, approval }) => ({ type: "deny", callId, digest: approval.digest })),
          )}
        >
          {t("together.deny", { count: waiting.length })}
        </Button>
      </div>
      <p role="status" className={tooSoon ? "mt-2 text-ui text-dim" : "sr-only"}>
        {tooSoon && t("approval.too-soon")}
      </p>
      <FailureLine failure={failure} className="mt-2 text-ui" />
    </section>
  );
}

function oneLine(text: string): string {
  const [first = "", ...more] = text.split("\n");
  return more.length > 0 ? `${first} …` : first;
}
